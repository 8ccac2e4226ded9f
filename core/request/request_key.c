// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The keys of a request, one table; fields of struct rdma_conn_param come from
 * names.h.
 */
#include "request_private.h"

#define V(n)   (1U << CMLAB_VERB_##n)
#define V_CONN (V(LISTEN) | V(CONNECT))

#define COUNT_MAX      4096
#define RECV_DEPTH_MAX 4096
#define INT_ATTR       "an int in struct ib_device_attr"

struct key {
	const char *name;
	const char *abbr;
	u32 verbs;
	int (*take)(struct parser *p);
	u32 given;
};

/* A list that does not fit ends in dots. */
#define DOTS " ..."

void cmlab_request_append(struct cmlab_error *err, const char *word)
{
	const size_t dots = strlen(DOTS);
	size_t n = strlen(err->text);
	bool fits = n + 1 + strlen(word) + dots < sizeof(err->text);

	if (n >= dots && !strcmp(err->text + n - dots, DOTS))
		return;
	scnprintf(err->text + n, sizeof(err->text) - n, fits ? " %s" : DOTS, word);
}

static int take_addr(struct parser *p)
{
	return cmlab_value_addr(&p->kv, p->req->addr, sizeof(p->req->addr));
}

static int take_src(struct parser *p)
{
	return cmlab_value_addr(&p->kv, p->req->src, sizeof(p->req->src));
}

static int take_dev(struct parser *p)
{
	return cmlab_value_text(&p->kv, p->req->dev, sizeof(p->req->dev));
}

static int take_port(struct parser *p)
{
	return cmlab_value_number(&p->kv, 1, 65535, NULL, &p->req->port);
}

static int take_backlog(struct parser *p)
{
	return cmlab_value_number(&p->kv, 0, 65535, NULL, &p->req->backlog);
}

static int take_count(struct parser *p)
{
	return cmlab_value_number(&p->kv, 1, COUNT_MAX, NULL, &p->req->count);
}

static int take_timeout(struct parser *p)
{
	return cmlab_value_number(&p->kv, 100, 600000, "milliseconds", &p->req->timeout_ms);
}

static int take_recv_depth(struct parser *p)
{
	return cmlab_value_number(&p->kv, 0, RECV_DEPTH_MAX, NULL, &p->req->profile.recv_depth);
}

static int take_strict(struct parser *p)
{
	u32 v;
	int ret = cmlab_value_number(&p->kv, 0, 1, NULL, &v);

	if (!ret)
		p->req->profile.strict = v;
	return ret;
}

static int take_transitions(struct parser *p)
{
	int v = cmlab_names_find_transitions(p->kv.value.s, p->kv.value.len);

	if (v < 0)
		return cmlab_value_bad(&p->kv, -EINVAL, "lab or cm");
	p->req->transitions = (u8)v;
	return 0;
}

static int take_handshake(struct parser *p)
{
	int v = cmlab_names_find_handshake(p->kv.value.s, p->kv.value.len);

	if (v < 0)
		return cmlab_value_bad(&p->kv, -EINVAL, "header or raw");
	p->req->handshake = (u8)v;
	return 0;
}

static int take_ps(struct parser *p)
{
	int v = cmlab_names_find_ps(p->kv.value.s, p->kv.value.len);

	if (v < 0)
		return cmlab_value_bad(&p->kv, -EINVAL, "tcp or udp");
	p->req->ps = (u8)v;
	return 0;
}

static int take_when(struct parser *p, u8 *when)
{
	int v = cmlab_names_find_when(p->kv.value.s, p->kv.value.len);

	if (v < 0 || v == CMLAB_WHEN_NEVER)
		return cmlab_value_bad(&p->kv, -EINVAL,
				       "listener, before_route, before_handshake or established");
	*when = (u8)v;
	return 0;
}

static int take_timeout_when(struct parser *p)
{
	return take_when(p, &p->req->timeout_when);
}

static int take_min_rnr_when(struct parser *p)
{
	return take_when(p, &p->req->min_rnr_when);
}

static int take_decide(struct parser *p)
{
	int v = cmlab_names_find_decide(p->kv.value.s, p->kv.value.len);

	if (v < 0)
		return cmlab_value_bad(&p->kv, -EINVAL, "policy or raw");
	p->req->decide = (u8)v;
	return 0;
}

static int take_bytes(struct parser *p)
{
	return cmlab_value_bytes(&p->kv, p->req->user, &p->req->user_len);
}

static int take_hex(struct parser *p)
{
	return cmlab_value_hex(&p->kv, p->req->user, &p->req->user_len);
}

static int take_id(struct parser *p)
{
	if (cmlab_word_is(&p->kv.value, "all")) {
		p->req->given |= CMLAB_GIVEN_ALL;
		return 0;
	}
	return cmlab_value_number(&p->kv, 1, 0xffffffff, "or all", &p->req->id);
}

static int take_limit(struct parser *p, s32 *limit, u32 mock)
{
	u32 v;
	int ret = cmlab_value_number(&p->kv, 0, 0x7fffffff, INT_ATTR, &v);

	if (ret)
		return ret;
	*limit = (s32)v;
	p->req->limits.mock |= (u8)mock;
	return 0;
}

static int take_rd(struct parser *p)
{
	return take_limit(p, &p->req->limits.max_qp_rd_atom, CMLAB_MOCK_QP_RD_ATOM);
}

static int take_init(struct parser *p)
{
	return take_limit(p, &p->req->limits.max_qp_init_rd_atom, CMLAB_MOCK_QP_INIT_RD_ATOM);
}

static int take_res(struct parser *p)
{
	return take_limit(p, &p->req->limits.max_res_rd_atom, CMLAB_MOCK_RES_RD_ATOM);
}

static int take_mock(struct parser *p)
{
	if (!cmlab_word_is(&p->kv.value, "off"))
		return cmlab_value_bad(&p->kv, -EINVAL, "only off");
	return 0;
}

/* Unknown names were refused before anything else was looked at. */
static int take_profile(struct parser *p)
{
	(void)p;
	return 0;
}

static const struct key keys[] = {
	{ "addr", "", V_CONN | V(UNLISTEN), take_addr, CMLAB_GIVEN_ADDR },
	{ "port", "", V_CONN | V(UNLISTEN), take_port, CMLAB_GIVEN_PORT },
	{ "src", "", V(CONNECT), take_src, 0 },
	{ "backlog", "", V(LISTEN), take_backlog, 0 },
	{ "count", "", V(CONNECT), take_count, 0 },
	{ "timeout_ms", "", V(CONNECT), take_timeout, 0 },
	{ "profile", "", V_CONN, take_profile, 0 },
	{ "transitions", "", V_CONN, take_transitions, 0 },
	{ "handshake", "", V_CONN, take_handshake, 0 },
	{ "decide", "", V_CONN, take_decide, 0 },
	{ "ps", "", V_CONN, take_ps, 0 },
	{ "ack_timeout_when", "timeout_when", V_CONN, take_timeout_when, 0 },
	{ "min_rnr_timer_when", "min_rnr_when", V_CONN, take_min_rnr_when, 0 },
	{ "private_data", "", V_CONN, take_bytes, 0 },
	{ "private_data_hex", "", V_CONN, take_hex, 0 },
	{ "recv_depth", "", V_CONN, take_recv_depth, 0 },
	{ "strict", "", V_CONN, take_strict, 0 },
	{ "id", "", V(DISCONNECT) | V(UNLISTEN), take_id, CMLAB_GIVEN_ID },
	{ "dev", "", V(LIMITS), take_dev, 0 },
	{ "max_qp_rd_atom", "rd", V(LIMITS), take_rd, CMLAB_GIVEN_MAX_QP_RD },
	{ "max_qp_init_rd_atom", "init", V(LIMITS), take_init, CMLAB_GIVEN_MAX_QP_INIT_RD },
	{ "max_res_rd_atom", "res", V(LIMITS), take_res, CMLAB_GIVEN_MAX_RES_RD },
	{ "mock", "", V(LIMITS), take_mock, CMLAB_GIVEN_OFF },
};

static_assert(ARRAY_SIZE(keys) <= 32, "struct parser.seen has a bit for each");

static const struct key *find_key(const struct parser *p)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!(keys[i].verbs & 1U << p->req->verb))
			continue;
		if (cmlab_word_is(&p->kv.key, keys[i].name) ||
		    (*keys[i].abbr && cmlab_word_is(&p->kv.key, keys[i].abbr)))
			return &keys[i];
	}
	return NULL;
}

static int unknown_key(const struct parser *p)
{
	size_t i;

	cmlab_value_bad(&p->kv, 0, "no such key; there are:");
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].verbs & 1U << p->req->verb)
			cmlab_request_append(p->kv.err, keys[i].name);
	for (i = 0; cmlab_request_is_conn(p) && i < CMLAB_NR_FIELDS; i++)
		if (i != CMLAB_F_PDLEN && i != CMLAB_F_MTU)
			cmlab_request_append(p->kv.err, cmlab_names_field(i)->abbr);
	return -EINVAL;
}

static int take_key(struct parser *p, const struct key *k)
{
	u32 bit = 1U << (k - keys);

	if (p->seen & bit)
		return cmlab_value_bad(&p->kv, -EINVAL, "given twice");
	p->seen |= bit;
	p->req->given |= k->given;
	return k->take(p);
}

static bool cut_suffix(struct word *w, const char *suffix)
{
	size_t n = strlen(suffix);

	if (w->len < n || memcmp(w->s + w->len - n, suffix, n))
		return false;
	w->len -= n;
	return true;
}

static const char *field_note(enum cmlab_field f)
{
	switch (f) {
	case CMLAB_F_QPN:
	case CMLAB_F_QKEY:
		return "a u32 in struct rdma_conn_param";
	case CMLAB_F_MIN_RNR:
		return "a u8 of rdma_set_min_rnr_timer";
	case CMLAB_F_TIMEOUT:
		return "a u8 of rdma_set_ack_timeout";
	default:
		return "a u8 in struct rdma_conn_param";
	}
}

static int take_bound(struct parser *p, enum cmlab_field f, u32 *bound, u32 *given)
{
	if (*given & 1U << f)
		return cmlab_value_bad(&p->kv, -EINVAL, "given twice");
	*given |= 1U << f;
	p->req->profile.set |= 1U << f;
	return cmlab_value_number(&p->kv, 0, cmlab_names_field(f)->type_max, field_note(f), bound);
}

/* -ENOENT: the key is no field; the error is not written then. */
static int take_field(struct parser *p)
{
	struct word name = p->kv.key;
	bool floor = cut_suffix(&name, ".floor");
	bool ceiling = !floor && cut_suffix(&name, ".ceiling");
	int f = cmlab_names_find_field(name.s, name.len);
	struct cmlab_range *r;

	if (!cmlab_request_is_conn(p) || f < 0 || f == CMLAB_F_MTU)
		return -ENOENT;
	if (f == CMLAB_F_PDLEN)
		return cmlab_value_bad(&p->kv, -EINVAL, "follows from private_data");
	r = &p->req->profile.range[f];
	if (floor)
		return take_bound(p, f, &r->floor, &p->floors);
	if (ceiling)
		return take_bound(p, f, &r->ceiling, &p->ceilings);
	return take_bound(p, f, &r->target, &p->targets);
}

int cmlab_request_take(struct parser *p)
{
	const struct key *k = find_key(p);
	int ret;

	if (!p->kv.value.len)
		return cmlab_value_bad(&p->kv, -EINVAL, "no value");
	if (k)
		return take_key(p, k);
	ret = take_field(p);
	return ret == -ENOENT ? unknown_key(p) : ret;
}

bool cmlab_request_seen(const struct parser *p, const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(keys[i].name, name))
			return p->seen & 1U << i;
	return false;
}
