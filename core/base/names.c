// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Numbers to words and back.
 */
#include <cmlab/names.h>

/* checkpatch wants no blank before the bracket of [INDEX] on the line of #define. */
/* clang-format off */
#define WORD(constant, word)			\
	[constant] = (word),
#define SLUG(constant, number, slug, sentence)	\
	[constant] = (slug),
#define SENTENCE(constant, number, slug, sentence)	\
	[constant] = (sentence),
/* clang-format on */

static const char *const roles[] = { CMLAB_ROLE_LIST(WORD) };
static const char *const states[] = { CMLAB_STATE_LIST(WORD) };
static const char *const severities[] = { CMLAB_SEVERITY_LIST(WORD) };
static const char *const reasons[] = { CMLAB_REASON_LIST(SLUG) };
static const char *const reason_texts[] = { CMLAB_REASON_LIST(SENTENCE) };

static const char *const transports[] = { CMLAB_TRANSPORT_LIST(WORD) };
static const char *const drivers[] = { CMLAB_DRIVER_LIST(WORD) };
static const char *const transitions[] = { CMLAB_TRANSITIONS_LIST(WORD) };
static const char *const pdata_forms[] = { CMLAB_PDATA_FORM_LIST(WORD) };
static const char *const decides[] = { CMLAB_DECIDE_LIST(WORD) };
static const char *const port_spaces[] = { CMLAB_PS_LIST(WORD) };
static const char *const whens[] = { CMLAB_WHEN_LIST(WORD) };
static const char *const families[] = { CMLAB_FAMILY_LIST(WORD) };
static const char *const msgs[] = { CMLAB_MSG_LIST(WORD) };
static const char *const outcomes[] = { CMLAB_OUTCOME_LIST(WORD) };
static const char *const answers[] = { CMLAB_ANSWER_LIST(WORD) };
static const char *const events[] = { CMLAB_EVENT_LIST(WORD) };
static const char *const calls[] = { CMLAB_CALL_LIST(WORD) };
static const char *const qp_states[] = { CMLAB_QP_STATE_LIST(WORD) };
static const char *const reads[] = { CMLAB_READ_LIST(WORD) };
static const char *const ops[] = { CMLAB_OP_LIST(WORD) };
static const char *const whys[] = { CMLAB_WHY_LIST(WORD) };
/* The numbers of enum ib_cm_rej_reason (rdma/ib_cm.h); 34 is not assigned. */
static const char *const ib_rejs[] = {
	[1] = "no queue pair",
	[2] = "no end-to-end context",
	[3] = "no resources",
	[4] = "timeout",
	[5] = "unsupported request",
	[6] = "invalid communication id",
	[7] = "invalid communication instance",
	[8] = "invalid service id",
	[9] = "invalid transport service type",
	[10] = "stale connection",
	[11] = "no such reliable datagram channel",
	[12] = "invalid primary gid",
	[13] = "invalid primary lid",
	[14] = "invalid primary service level",
	[15] = "invalid primary traffic class",
	[16] = "invalid primary hop limit",
	[17] = "invalid primary packet rate",
	[18] = "invalid alternate gid",
	[19] = "invalid alternate lid",
	[20] = "invalid alternate service level",
	[21] = "invalid alternate traffic class",
	[22] = "invalid alternate hop limit",
	[23] = "invalid alternate packet rate",
	[24] = "port and connection manager redirection",
	[25] = "port redirection",
	[26] = "invalid path mtu",
	[27] = "insufficient responder resources",
	[28] = "consumer defined",
	[29] = "invalid rnr retry count",
	[30] = "duplicate local communication id",
	[31] = "invalid class version",
	[32] = "invalid primary flow label",
	[33] = "invalid alternate flow label",
	[35] = "vendor option not supported",
};

static const struct cmlab_field_info fields[CMLAB_NR_FIELDS] = {
	[CMLAB_F_IRD] = { "responder_resources", "rr", "max_dest_rd_atomic", 255, 255,
			  CMLAB_WHY_FIELD_U8 },
	[CMLAB_F_ORD] = { "initiator_depth", "id", "max_rd_atomic", 255, 255, CMLAB_WHY_FIELD_U8 },
	[CMLAB_F_RETRY] = { "retry_count", "retry", "retry_cnt", 255, 7, CMLAB_WHY_FIELD_3BIT },
	[CMLAB_F_RNR] = { "rnr_retry_count", "rnr", "rnr_retry", 255, 7, CMLAB_WHY_FIELD_3BIT },
	[CMLAB_F_FLOW] = { "flow_control", "flow", "", 255, 1, CMLAB_WHY_FIELD_1BIT },
	[CMLAB_F_SRQ] = { "srq", "srq", "", 255, 1, CMLAB_WHY_FIELD_1BIT },
	[CMLAB_F_QPN] = { "qp_num", "qpn", "dest_qp_num", 0xffffffff, 0xffffff,
			  CMLAB_WHY_FIELD_24BIT },
	[CMLAB_F_QKEY] = { "qkey", "qkey", "qkey", 0xffffffff, 0xffffffff, CMLAB_WHY_UNUSED_RC },
	[CMLAB_F_PDLEN] = { "private_data_len", "pdlen", "", 255, 255, CMLAB_WHY_FIELD_U8 },
	[CMLAB_F_MIN_RNR] = { "min_rnr_timer", "min_rnr", "min_rnr_timer", 255, 31,
			      CMLAB_WHY_FIELD_5BIT },
	[CMLAB_F_TIMEOUT] = { "ack_timeout", "timeout", "timeout", 255, 31, CMLAB_WHY_FIELD_5BIT },
	[CMLAB_F_MTU] = { "path_mtu", "mtu", "path_mtu", 4096, 4096, CMLAB_WHY_FIELD_U8 },
};

struct errno_name {
	s32 err;
	const char *name;
};

static const struct errno_name errnos[] = {
	{ -EPERM, "EPERM" },
	{ -ENOENT, "ENOENT" },
	{ -EIO, "EIO" },
	{ -EAGAIN, "EAGAIN" },
	{ -ENOMEM, "ENOMEM" },
	{ -EACCES, "EACCES" },
	{ -EBUSY, "EBUSY" },
	{ -ENODEV, "ENODEV" },
	{ -EINVAL, "EINVAL" },
	{ -ENOSPC, "ENOSPC" },
	{ -ERANGE, "ERANGE" },
	{ -EPROTO, "EPROTO" },
	{ -EMSGSIZE, "EMSGSIZE" },
	{ -EOPNOTSUPP, "EOPNOTSUPP" },
	{ -EAFNOSUPPORT, "EAFNOSUPPORT" },
	{ -EADDRINUSE, "EADDRINUSE" },
	{ -EADDRNOTAVAIL, "EADDRNOTAVAIL" },
	{ -ENETUNREACH, "ENETUNREACH" },
	{ -ECONNRESET, "ECONNRESET" },
	{ -ETIMEDOUT, "ETIMEDOUT" },
	{ -ECONNREFUSED, "ECONNREFUSED" },
	{ -EHOSTUNREACH, "EHOSTUNREACH" },
};

#define NAMES(table)                       \
	{                                  \
		(table), ARRAY_SIZE(table) \
	}

const struct cmlab_names cmlab_roles = NAMES(roles);
const struct cmlab_names cmlab_states = NAMES(states);
const struct cmlab_names cmlab_severities = NAMES(severities);
const struct cmlab_names cmlab_reasons = NAMES(reasons);
const struct cmlab_names cmlab_reason_texts = NAMES(reason_texts);
const struct cmlab_names cmlab_transports = NAMES(transports);
const struct cmlab_names cmlab_drivers = NAMES(drivers);
const struct cmlab_names cmlab_transitions = NAMES(transitions);
const struct cmlab_names cmlab_pdata_forms = NAMES(pdata_forms);
const struct cmlab_names cmlab_decides = NAMES(decides);
const struct cmlab_names cmlab_port_spaces = NAMES(port_spaces);
const struct cmlab_names cmlab_whens = NAMES(whens);
const struct cmlab_names cmlab_families = NAMES(families);
const struct cmlab_names cmlab_msgs = NAMES(msgs);
const struct cmlab_names cmlab_outcomes = NAMES(outcomes);
const struct cmlab_names cmlab_answers = NAMES(answers);
const struct cmlab_names cmlab_events = NAMES(events);
const struct cmlab_names cmlab_calls = NAMES(calls);
const struct cmlab_names cmlab_qp_states = NAMES(qp_states);
const struct cmlab_names cmlab_reads = NAMES(reads);
const struct cmlab_names cmlab_ops = NAMES(ops);
const struct cmlab_names cmlab_whys = NAMES(whys);
const struct cmlab_names cmlab_ib_rejs = NAMES(ib_rejs);

static bool same(const char *name, const char *s, size_t len)
{
	return strlen(name) == len && !memcmp(name, s, len);
}

const char *cmlab_name(const struct cmlab_names *names, unsigned int v)
{
	return v < names->nr && names->name[v] ? names->name[v] : "?";
}

int cmlab_name_find(const struct cmlab_names *names, const char *s, size_t len)
{
	unsigned int i;

	for (i = 0; i < names->nr; i++)
		if (names->name[i] && same(names->name[i], s, len))
			return (int)i;
	return -ENOENT;
}

const struct cmlab_field_info *cmlab_field_info(unsigned int f)
{
	return &fields[f];
}

int cmlab_field_find(const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		if (same(fields[i].param, s, len) || same(fields[i].abbr, s, len))
			return (int)i;
	return -ENOENT;
}

const char *cmlab_errno_name(s32 err)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(errnos); i++)
		if (errnos[i].err == err)
			return errnos[i].name;
	return "?";
}
