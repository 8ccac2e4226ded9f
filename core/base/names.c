// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Numbers to words and back.
 */
#include <cmlab/names.h>

/* clang-format off */
#define SLUG(constant, number, slug, sentence)	\
	[constant] = (slug),
#define SENTENCE(constant, number, slug, sentence)	\
	[constant] = (sentence),
/* clang-format on */

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

/* By the number without its sign. */
static const char *const errnos[] = {
	[EPERM] = "EPERM",
	[ENOENT] = "ENOENT",
	[EIO] = "EIO",
	[EAGAIN] = "EAGAIN",
	[ENOMEM] = "ENOMEM",
	[EACCES] = "EACCES",
	[EBUSY] = "EBUSY",
	[EFAULT] = "EFAULT",
	[ENODEV] = "ENODEV",
	[EINVAL] = "EINVAL",
	[ENOSPC] = "ENOSPC",
	[ERANGE] = "ERANGE",
	[EPROTO] = "EPROTO",
	[EMSGSIZE] = "EMSGSIZE",
	[ENOSYS] = "ENOSYS",
	[EPROTONOSUPPORT] = "EPROTONOSUPPORT",
	[ECONNABORTED] = "ECONNABORTED",
	[EOPNOTSUPP] = "EOPNOTSUPP",
	[EAFNOSUPPORT] = "EAFNOSUPPORT",
	[EADDRINUSE] = "EADDRINUSE",
	[EADDRNOTAVAIL] = "EADDRNOTAVAIL",
	[ENETUNREACH] = "ENETUNREACH",
	[ECONNRESET] = "ECONNRESET",
	[ETIMEDOUT] = "ETIMEDOUT",
	[ECONNREFUSED] = "ECONNREFUSED",
	[EHOSTUNREACH] = "EHOSTUNREACH",
};

const struct cmlab_names cmlab_roles = CMLAB_NAMES(CMLAB_NR_ROLES, CMLAB_ROLE_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_states = CMLAB_NAMES(CMLAB_NR_STATES, CMLAB_STATE_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_severities = CMLAB_NAMES(CMLAB_NR_SEVERITIES,
							CMLAB_SEVERITY_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_reasons = CMLAB_NAMES(CMLAB_NR_REASONS, CMLAB_REASON_LIST(SLUG));
const struct cmlab_names cmlab_reason_texts = CMLAB_NAMES(CMLAB_NR_REASONS,
							  CMLAB_REASON_LIST(SENTENCE));
const struct cmlab_names cmlab_transports = CMLAB_NAMES(CMLAB_NR_TRANSPORTS,
							CMLAB_TRANSPORT_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_drivers = CMLAB_NAMES(CMLAB_NR_DRIVERS,
						     CMLAB_DRIVER_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_transitions = CMLAB_NAMES(CMLAB_NR_TRANSITIONS,
							 CMLAB_TRANSITIONS_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_pdata_forms = CMLAB_NAMES(CMLAB_NR_PDATA_FORMS,
							 CMLAB_PDATA_FORM_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_decides = CMLAB_NAMES(CMLAB_NR_DECIDES,
						     CMLAB_DECIDE_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_port_spaces = CMLAB_NAMES(CMLAB_NR_PS, CMLAB_PS_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_whens = CMLAB_NAMES(CMLAB_NR_WHENS, CMLAB_WHEN_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_families = CMLAB_NAMES(CMLAB_NR_FAMILIES,
						      CMLAB_FAMILY_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_msgs = CMLAB_NAMES(CMLAB_NR_MSGS, CMLAB_MSG_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_outcomes = CMLAB_NAMES(CMLAB_NR_OUTCOMES,
						      CMLAB_OUTCOME_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_answers = CMLAB_NAMES(CMLAB_NR_ANSWERS,
						     CMLAB_ANSWER_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_events = CMLAB_NAMES(CMLAB_NR_EVENTS, CMLAB_EVENT_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_calls = CMLAB_NAMES(CMLAB_NR_CALLS, CMLAB_CALL_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_qp_states = CMLAB_NAMES(CMLAB_NR_QP_STATES,
						       CMLAB_QP_STATE_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_reads = CMLAB_NAMES(CMLAB_NR_READS, CMLAB_READ_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_ops = CMLAB_NAMES(CMLAB_NR_OPS, CMLAB_OP_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_whys = CMLAB_NAMES(CMLAB_NR_WHYS, CMLAB_WHY_LIST(CMLAB_WORD));
const struct cmlab_names cmlab_ib_rejs = { ib_rejs, ARRAY_SIZE(ib_rejs) };

const char *cmlab_name(const struct cmlab_names *names, unsigned int v)
{
	return v < names->nr && names->name[v] ? names->name[v] : "?";
}

int cmlab_name_find(const struct cmlab_names *names, const char *s, size_t len)
{
	unsigned int i;

	for (i = 0; i < names->nr; i++)
		if (names->name[i] && cmlab_is_word(names->name[i], s, len))
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
		if (cmlab_is_word(fields[i].param, s, len) || cmlab_is_word(fields[i].abbr, s, len))
			return (int)i;
	return -ENOENT;
}

static char small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool cmlab_same_letters(const char *name, const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!name[i] || small(name[i]) != small(s[i]))
			return false;
	return true;
}

s32 cmlab_errno_find(const char *s, size_t len)
{
	unsigned int i;

	if (len && *s == '-') {
		s++;
		len--;
	}
	for (i = 0; i < ARRAY_SIZE(errnos); i++)
		if (errnos[i] && strlen(errnos[i]) == len && cmlab_same_letters(errnos[i], s, len))
			return -(s32)i;
	return 0;
}

const char *cmlab_errno_name(s32 err)
{
	const struct cmlab_names names = { errnos, ARRAY_SIZE(errnos) };

	return cmlab_name(&names, 0U - (u32)err);
}
