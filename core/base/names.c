// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Numbers to words and back, all from the lists of names.h.
 */
#include <cmlab/names.h>

/* checkpatch wants no blank before the bracket of [INDEX] on the line of #define. */
/* clang-format off */
#define NAME_ROLE(n, s)				\
	[CMLAB_ROLE_##n] = (s),
#define NAME_TRANSPORT(n, s)			\
	[CMLAB_TRANSPORT_##n] = (s),
#define NAME_DRIVER(n, s)			\
	[CMLAB_DRIVER_##n] = (s),
#define NAME_TRANSITIONS(n, s)			\
	[CMLAB_TRANSITIONS_##n] = (s),
#define NAME_HANDSHAKE(n, s)			\
	[CMLAB_HANDSHAKE_##n] = (s),
#define NAME_DECIDE(n, s)			\
	[CMLAB_DECIDE_##n] = (s),
#define NAME_PS(n, s)				\
	[CMLAB_PS_##n] = (s),
#define NAME_WHEN(n, s)				\
	[CMLAB_WHEN_##n] = (s),
#define NAME_FAMILY(n, s)			\
	[CMLAB_FAMILY_##n] = (s),
#define NAME_MSG(n, s)				\
	[CMLAB_MSG_##n] = (s),
#define NAME_STATE(n, s)			\
	[CMLAB_STATE_##n] = (s),
#define NAME_OUTCOME(n, s)			\
	[CMLAB_OUTCOME_##n] = (s),
#define NAME_SEVERITY(n, s)			\
	[CMLAB_SEVERITY_##n] = (s),
#define NAME_WHY(n, s)				\
	[CMLAB_WHY_##n] = (s),
#define NAME_REASON(n, v, s, t)			\
	[v] = (s),
#define TEXT_REASON(n, v, s, t)			\
	[v] = (t),
#define INFO_FIELD(n, p, s, q, t, w, y)						\
	[CMLAB_F_##n] = {							\
		.param = (p), .abbr = (s), .attr = (q),				\
		.type_max = (t), .wire_max = (w), .why = CMLAB_WHY_##y,		\
	},
/* clang-format on */

static const char *const roles[] = { CMLAB_ROLE_LIST(NAME_ROLE) };
static const char *const transports[] = { CMLAB_TRANSPORT_LIST(NAME_TRANSPORT) };
static const char *const drivers[] = { CMLAB_DRIVER_LIST(NAME_DRIVER) };
static const char *const transitions[] = { CMLAB_TRANSITIONS_LIST(NAME_TRANSITIONS) };
static const char *const handshakes[] = { CMLAB_HANDSHAKE_LIST(NAME_HANDSHAKE) };
static const char *const decides[] = { CMLAB_DECIDE_LIST(NAME_DECIDE) };
static const char *const port_spaces[] = { CMLAB_PS_LIST(NAME_PS) };
static const char *const whens[] = { CMLAB_WHEN_LIST(NAME_WHEN) };
static const char *const families[] = { CMLAB_FAMILY_LIST(NAME_FAMILY) };
static const char *const msgs[] = { CMLAB_MSG_LIST(NAME_MSG) };
static const char *const states[] = { CMLAB_STATE_LIST(NAME_STATE) };
static const char *const outcomes[] = { CMLAB_OUTCOME_LIST(NAME_OUTCOME) };
static const char *const severities[] = { CMLAB_SEVERITY_LIST(NAME_SEVERITY) };
static const char *const whys[] = { CMLAB_WHY_LIST(NAME_WHY) };
static const char *const reasons[] = { CMLAB_REASON_LIST(NAME_REASON) };
static const char *const reason_texts[] = { CMLAB_REASON_LIST(TEXT_REASON) };
static const struct cmlab_field_info fields[] = { CMLAB_FIELD_LIST(INFO_FIELD) };

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

static const char *pick(const char *const *table, size_t n, unsigned int v)
{
	return v < n && table[v] ? table[v] : "?";
}

static bool same(const char *name, const char *s, size_t len)
{
	return strlen(name) == len && !memcmp(name, s, len);
}

static int find(const char *const *table, size_t n, const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (same(table[i], s, len))
			return (int)i;
	return -ENOENT;
}

const char *cmlab_names_role(unsigned int v)
{
	return pick(roles, ARRAY_SIZE(roles), v);
}

const char *cmlab_names_transport(unsigned int v)
{
	return pick(transports, ARRAY_SIZE(transports), v);
}

const char *cmlab_names_driver(unsigned int v)
{
	return pick(drivers, ARRAY_SIZE(drivers), v);
}

const char *cmlab_names_transitions(unsigned int v)
{
	return pick(transitions, ARRAY_SIZE(transitions), v);
}

const char *cmlab_names_handshake(unsigned int v)
{
	return pick(handshakes, ARRAY_SIZE(handshakes), v);
}

const char *cmlab_names_ps(unsigned int v)
{
	return pick(port_spaces, ARRAY_SIZE(port_spaces), v);
}

const char *cmlab_names_when(unsigned int v)
{
	return pick(whens, ARRAY_SIZE(whens), v);
}

const char *cmlab_names_decide(unsigned int v)
{
	return pick(decides, ARRAY_SIZE(decides), v);
}

const char *cmlab_names_family(unsigned int v)
{
	return pick(families, ARRAY_SIZE(families), v);
}

const char *cmlab_names_msg(unsigned int v)
{
	return pick(msgs, ARRAY_SIZE(msgs), v);
}

const char *cmlab_names_state(unsigned int v)
{
	return pick(states, ARRAY_SIZE(states), v);
}

const char *cmlab_names_outcome(unsigned int v)
{
	return pick(outcomes, ARRAY_SIZE(outcomes), v);
}

const char *cmlab_names_severity(unsigned int v)
{
	return pick(severities, ARRAY_SIZE(severities), v);
}

const char *cmlab_names_why(unsigned int v)
{
	return pick(whys, ARRAY_SIZE(whys), v);
}

const char *cmlab_names_reason(unsigned int v)
{
	return pick(reasons, ARRAY_SIZE(reasons), v);
}

const char *cmlab_names_reason_text(unsigned int v)
{
	return pick(reason_texts, ARRAY_SIZE(reason_texts), v);
}

const char *cmlab_names_ib_rej(unsigned int v)
{
	return pick(ib_rejs, ARRAY_SIZE(ib_rejs), v);
}

const struct cmlab_field_info *cmlab_names_field(enum cmlab_field f)
{
	return &fields[f];
}

int cmlab_names_find_transport(const char *s, size_t len)
{
	return find(transports, ARRAY_SIZE(transports), s, len);
}

int cmlab_names_find_driver(const char *s, size_t len)
{
	return find(drivers, ARRAY_SIZE(drivers), s, len);
}

int cmlab_names_find_transitions(const char *s, size_t len)
{
	return find(transitions, ARRAY_SIZE(transitions), s, len);
}

int cmlab_names_find_handshake(const char *s, size_t len)
{
	return find(handshakes, ARRAY_SIZE(handshakes), s, len);
}

int cmlab_names_find_ps(const char *s, size_t len)
{
	return find(port_spaces, ARRAY_SIZE(port_spaces), s, len);
}

int cmlab_names_find_when(const char *s, size_t len)
{
	return find(whens, ARRAY_SIZE(whens), s, len);
}

int cmlab_names_find_decide(const char *s, size_t len)
{
	return find(decides, ARRAY_SIZE(decides), s, len);
}

int cmlab_names_find_field(const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		if (same(fields[i].param, s, len) || same(fields[i].abbr, s, len))
			return (int)i;
	return -ENOENT;
}
