// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* A cell as text for the programs, and as a question for the model. */
#include <stdio.h>

#include "cell.h"

u16 cell_kernel;

#define FIRST_PORT 20000
#define PORTS	   5000 /* of each provider */
#define TIMEOUT_MS 5000

const struct provider providers[NR_PROVIDERS] = {
	[PROVIDER_RXE] = {
		.name = "rxe", .dev = "rxe0",
		.transport = CMLAB_TRANSPORT_ROCE, .driver = CMLAB_DRIVER_RXE,
		.listener = { "10.7.0.1", "fd07::1" }, .connector = { "10.7.0.2", "fd07::2" },
	},
	[PROVIDER_SIW] = {
		.name = "siw", .dev = "siw0",
		.transport = CMLAB_TRANSPORT_IWARP, .driver = CMLAB_DRIVER_SIW,
		.listener = { "10.8.0.1", "fd08::1" }, .connector = { "10.8.0.2", "fd08::2" },
	},
};

static const char *const side_keys[NR_SIDE_DIMS] = {
#define KEY(n, s) s,
	SIDE_DIM_LIST(KEY)
};

void cell_init(struct cell *c, const struct provider *provider)
{
	unsigned int d, r;

	memset(c, 0, sizeof(*c));
	c->provider = provider;
	for (d = 0; d < ALL_DIMS; d++)
		c->v[d] = NOT_GIVEN;
	c->v[D_FAMILY] = CMLAB_FAMILY_INET;
	c->v[D_PS] = CMLAB_PS_TCP;
	c->v[D_TRANSITIONS] = CMLAB_TRANSITIONS_CM;
	c->v[D_HANDSHAKE] = CMLAB_PDATA_RAW;
	c->v[D_LISTENS] = 1;
	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		s32 *v = c->v + NR_DIMS + r * NR_SIDE_DIMS;

		v[S_PROGRAM] = PROGRAM_MODULE;
		v[S_DECIDE] = CMLAB_DECIDE_RAW;
		v[S_RR] = 1;
		v[S_ID] = 1;
		v[S_RETRY] = 7;
		v[S_RNR] = 7;
		v[S_FLOW] = 0;
		v[S_PDLEN] = 0;
	}
}

u32 cell_port(const struct cell *c)
{
	return FIRST_PORT + (u32)(c->provider - providers) * PORTS + c->number;
}

u8 cell_byte(const struct cell *c, enum cmlab_role role, u32 i)
{
	return (u8)((c->number * 31 + role * 17 + i * 7) % 255 + 1);
}

/* Text being made; what does not fit is cut, which the parser then refuses. */
struct text {
	char *s;
	size_t size;
	size_t len;
};

static __printf(2, 3) void put(struct text *t, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(t->s + t->len, t->size - t->len, fmt, args);
	va_end(args);
	t->len = min(t->len + n, t->size - 1);
}

static void put_end(const struct cell *c, enum cmlab_role role, struct text *t)
{
	const struct provider *p = c->provider;
	s32 family = c->v[D_FAMILY];

	if (role == CMLAB_ROLE_PASSIVE) {
		put(t, "listen addr=%s port=%u", p->listener[family], cell_port(c));
		return;
	}
	put(t, "connect addr=%s port=%u src=%s timeout_ms=%u", p->listener[family], cell_port(c),
	    p->connector[family], TIMEOUT_MS);
}

/* Of a timer, which stands before it in the list. */
static bool is_moment(enum side_dim d)
{
	return d == S_MIN_RNR_WHEN || d == S_TIMEOUT_WHEN;
}

/* What makes the CM itself shift out of bounds is refused; such a value is told later. */
static s32 moment_to_tell(const struct cell *c, enum cmlab_role role, enum side_dim d)
{
	bool shifts = d == S_TIMEOUT_WHEN && cell_side(c, role, S_TIMEOUT) > CMLAB_TIMER_MAX &&
		      cell_side(c, role, S_DECIDE) == CMLAB_DECIDE_RAW;
	s32 v = cell_side(c, role, d);

	return shifts && v == CMLAB_WHEN_BEFORE_ROUTE ? CMLAB_WHEN_BEFORE_HANDSHAKE : v;
}

static void put_side(const struct cell *c, enum cmlab_role role, enum side_dim d, struct text *t)
{
	s32 v = cell_side(c, role, d);

	if (v == NOT_GIVEN || (is_moment(d) && cell_side(c, role, d - 1) == NOT_GIVEN))
		return;
	put(t, " %s=", side_keys[d]);
	switch (d) {
	case S_DECIDE:
		put(t, "%s", cmlab_name(&cmlab_decides, v));
		break;
	case S_PROFILE:
		put(t, "%s", cmlab_profile_name(v));
		break;
	case S_MIN_RNR_WHEN:
	case S_TIMEOUT_WHEN:
		put(t, "%s", cmlab_name(&cmlab_whens, moment_to_tell(c, role, d)));
		break;
	default:
		put(t, "%d", v);
		break;
	}
}

static void put_keys(const struct cell *c, enum cmlab_role role, struct text *t)
{
	unsigned int d;

	put(t, " transitions=%s handshake=%s", cmlab_name(&cmlab_transitions, c->v[D_TRANSITIONS]),
	    cmlab_name(&cmlab_pdata_forms, c->v[D_HANDSHAKE]));
	if (c->v[D_PS] != CMLAB_PS_TCP)
		put(t, " ps=%s", cmlab_name(&cmlab_port_spaces, c->v[D_PS]));
	for (d = 0; d < NR_SIDE_DIMS; d++)
		if (d != S_PROGRAM && d != S_PDLEN)
			put_side(c, role, d, t);
}

void cell_command(const struct cell *c, enum cmlab_role role, char *line, size_t size)
{
	struct text t = { .s = line, .size = size };
	s32 i, len = cell_side(c, role, S_PDLEN);

	put_end(c, role, &t);
	put_keys(c, role, &t);
	if (len <= 0)
		return;
	put(&t, " private_data_hex=");
	for (i = 0; i < len; i++)
		put(&t, "%02x", cell_byte(c, role, i));
}

void cell_describe(const struct cell *c, enum cmlab_role role, char *text, size_t size)
{
	struct text t = { .s = text, .size = size };

	put(&t, "%s", cell_side(c, role, S_PROGRAM) == PROGRAM_PEER ? "cmlab-peer " : "");
	put_end(c, role, &t);
	put_keys(c, role, &t);
	if (cell_side(c, role, S_PDLEN) > 0)
		put(&t, " private_data=%d bytes", cell_side(c, role, S_PDLEN));
}

/* The module's moments as the model knows them. */
static u8 moment(const struct cmlab_request *req, enum cmlab_field f, u8 when)
{
	if (!(req->profile.set & 1U << f))
		return CMLAB_WHEN_NEVER;
	return when == CMLAB_WHEN_NEVER ? CMLAB_WHEN_BEFORE_HANDSHAKE : when;
}

static void ask_params(const struct cmlab_request *req, struct cmlab_values *params)
{
	u32 len = req->user_len;
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (req->profile.set & 1U << f)
			cmlab_values_set(params, f, req->profile.range[f].target);
	if (req->form == CMLAB_PDATA_HEADER)
		len += CMLAB_WIRE_HDR_LEN;
	cmlab_values_set(params, CMLAB_F_PDLEN, len);
}

static void mock(s32 *limit, s32 v, struct cmlab_limits *l, u8 bit)
{
	if (v == NOT_GIVEN)
		return;
	*limit = v;
	l->mock |= bit;
}

static void ask_side(const struct cell *c, enum cmlab_role role, const struct cmlab_limits *device,
		     u32 qp_num, struct question *q)
{
	struct cmlab_predict_side *s = &q->in.side[role];
	const struct cmlab_request *req = &q->req[role];

	s->device = *device;
	s->device.kernel = cell_kernel;
	s->limits = s->device;
	mock(&s->limits.max_qp_rd_atom, c->v[D_MOCK_RD], &s->limits, CMLAB_MOCK_QP_RD_ATOM);
	mock(&s->limits.max_qp_init_rd_atom, c->v[D_MOCK_INIT], &s->limits,
	     CMLAB_MOCK_QP_INIT_RD_ATOM);
	mock(&s->limits.max_res_rd_atom, c->v[D_MOCK_RES], &s->limits, CMLAB_MOCK_RES_RD_ATOM);
	s->profile = req->decide == CMLAB_DECIDE_POLICY ? &req->profile : NULL;
	ask_params(req, &s->params);
	s->timeout_when = moment(req, CMLAB_F_TIMEOUT, req->timeout_when);
	s->min_rnr_when = moment(req, CMLAB_F_MIN_RNR, req->min_rnr_when);
	s->has_srq = cmlab_values_get(&s->params, CMLAB_F_SRQ);
	s->qp_num = qp_num;
}

/* One device for both ends: what the active side holds is gone for the passive one. */
static void share_device(const struct cell *c, struct question *q)
{
	if (c->v[D_MOCK_RES] == NOT_GIVEN)
		return;
	q->in.side[CMLAB_ROLE_PASSIVE].res_used =
		cmlab_values_get(&q->h.end[CMLAB_ROLE_ACTIVE].asked, CMLAB_F_IRD);
	cmlab_predict(&q->in, &q->h);
}

bool cell_ended_by_setter(const struct question *q, enum cmlab_role role)
{
	const struct cmlab_predict_side *in = &q->in.side[role];
	u8 when = in->min_rnr_when;

	return q->h.end[role].set_min_rnr == -EINVAL && q->in.ps == CMLAB_PS_TCP && !in->profile &&
	       (when == CMLAB_WHEN_BEFORE_ROUTE || when == CMLAB_WHEN_BEFORE_HANDSHAKE);
}

static void stop_at_setter(struct question *q)
{
	if (!cell_ended_by_setter(q, CMLAB_ROLE_PASSIVE))
		return;
	q->in.answer = CMLAB_ANSWER_REJECT;
	q->in.reject_reason = CMLAB_REJ_CONSUMER_DEFINED;
	cmlab_predict(&q->in, &q->h);
}

static int parse(const struct cell *c, struct question *q)
{
	char line[CELL_LINE];
	struct cmlab_error err;
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		cell_command(c, r, line, sizeof(line));
		if (!cmlab_request_parse(line, strlen(line), &q->req[r], &err))
			continue;
		fprintf(stderr, "cmlab-conform: cell %u: %s\n", c->number, err.text);
		return -EINVAL;
	}
	return 0;
}

int cell_predict(const struct cell *c, const struct cmlab_limits *device, const u32 *qp_num,
		 struct question *q)
{
	unsigned int r;

	memset(q, 0, sizeof(*q));
	if (parse(c, q))
		return -EINVAL;
	cmlab_predict_init(&q->in, c->provider->transport, c->provider->driver);
	/* A UD QP on the id is in RTS at once: there is nothing that the lab could move. */
	q->in.transitions = c->v[D_PS] == CMLAB_PS_UDP ? CMLAB_TRANSITIONS_CM : c->v[D_TRANSITIONS];
	q->in.family = c->v[D_FAMILY];
	q->in.ps = c->v[D_PS];
	q->in.answer = c->v[D_LISTENS] ? CMLAB_ANSWER_ACCEPT : CMLAB_ANSWER_ABSENT;
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		ask_side(c, r, device, qp_num[r], q);
	cmlab_predict(&q->in, &q->h);
	share_device(c, q);
	stop_at_setter(q);
	return 0;
}
