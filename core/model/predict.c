// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The prediction's frame: the beginning, what all transports share, and what is said
 * once the handshake is over.
 */
#include "model.h"

#define DEFAULT_DEPTH	  16
#define DEFAULT_ACK_DELAY 15
#define KNOWS_ALL                                                                          \
	(CMLAB_KNOWS_LIMITS | CMLAB_KNOWS_DRIVER | CMLAB_KNOWS_CALL | CMLAB_KNOWS_EVENTS | \
	 CMLAB_KNOWS_QP | CMLAB_KNOWS_TIMERS | CMLAB_KNOWS_OWN_QP | CMLAB_KNOWS_MTU)

static void init_limits(struct cmlab_limits *l, enum cmlab_transport transport,
			enum cmlab_driver driver)
{
	l->max_qp_rd_atom = DEFAULT_DEPTH;
	l->max_qp_init_rd_atom = DEFAULT_DEPTH;
	l->local_ca_ack_delay = DEFAULT_ACK_DELAY;
	l->transport = (u8)transport;
	l->driver = (u8)driver;
}

void cmlab_predict_init(struct cmlab_predict_in *in, enum cmlab_transport transport,
			enum cmlab_driver driver)
{
	unsigned int r;

	memset(in, 0, sizeof(*in));
	in->transport = (u8)transport;
	in->transitions = CMLAB_TRANSITIONS_CM;
	in->mpa = 2;
	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		init_limits(&in->side[r].limits, transport, driver);
		in->side[r].device = in->side[r].limits;
		in->side[r].packet_life_time = -1;
	}
}

struct cmlab_cm_event *cmlab_predict_add(const struct cmlab_party *s, enum cmlab_event event,
					 s32 status, u32 len)
{
	/* The last one is what a reader looks at: never lose that. */
	u8 i = min_t(u8, s->e->nr_events, CMLAB_EVENTS - 1);
	struct cmlab_cm_event *ev = &s->e->events[i];

	memset(ev, 0, sizeof(*ev));
	ev->event = (u8)event;
	ev->status = status;
	ev->private_data_len = len;
	ev->ud = s->in->ps == CMLAB_PS_UDP;
	ev->has_depths = true;
	ev->has_qp_num = !ev->ud;
	s->e->nr_events = i + 1;
	return ev;
}

bool cmlab_predict_end(struct cmlab_model *p, enum cmlab_event event, s32 status, u32 len)
{
	static const u8 outcomes[CMLAB_NR_EVENTS] = {
		[CMLAB_EVENT_REJECTED] = CMLAB_OUTCOME_REJECTED,
		[CMLAB_EVENT_UNREACHABLE] = CMLAB_OUTCOME_UNREACHABLE,
		[CMLAB_EVENT_CONNECT_ERROR] = CMLAB_OUTCOME_CONNECT_ERROR,
	};

	cmlab_predict_add(&p->active, event, status, len);
	p->h->outcome = outcomes[event];
	return false;
}

void cmlab_predict_seen(const struct cmlab_party *s, const struct cmlab_cm_event *ev)
{
	struct cmlab_values *seen = &s->e->seen;

	cmlab_policy_advertised(&s->side->device, s->role, &ev->conn, seen);
	if (!ev->has_depths) {
		cmlab_values_unset(seen, CMLAB_F_IRD);
		cmlab_values_unset(seen, CMLAB_F_ORD);
	}
	if (!ev->has_qp_num)
		cmlab_values_unset(seen, CMLAB_F_QPN);
}

/* What an assignment to struct rdma_conn_param keeps. */
static u32 narrow(enum cmlab_field f, u32 v)
{
	return cmlab_field_info(f)->type_max == CMLAB_DEPTH_MAX ? v & CMLAB_DEPTH_MAX : v;
}

/* The timers have calls of their own, and the MTU is the path's. */
static bool is_member(unsigned int f)
{
	return f != CMLAB_F_TIMEOUT && f != CMLAB_F_MIN_RNR && f != CMLAB_F_MTU;
}

static void raw_params(const struct cmlab_predict_side *in, struct cmlab_values *params)
{
	unsigned int f;

	memset(params, 0, sizeof(*params));
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_values_has(&in->params, f) && !(in->null_param && is_member(f)))
			cmlab_values_set(params, f, narrow(f, cmlab_values_get(&in->params, f)));
}

static bool is_asked(const struct cmlab_predict_side *in, unsigned int f)
{
	if (is_member(f))
		return !in->null_param;
	return (f == CMLAB_F_TIMEOUT && in->timeout_when != CMLAB_WHEN_NEVER) ||
	       (f == CMLAB_F_MIN_RNR && in->min_rnr_when != CMLAB_WHEN_NEVER);
}

/* A member of struct rdma_conn_param that is left out is 0, and so is a setter's argument. */
static void raw_asked(const struct cmlab_predict_side *in, struct cmlab_values *asked)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (is_asked(in, f))
			cmlab_values_set(asked, f, narrow(f, cmlab_values_get(&in->params, f)));
}

static struct cmlab_side side_of(const struct cmlab_party *s)
{
	static const struct cmlab_profile no_floors;
	struct cmlab_side side = {
		.limits = &s->side->limits,
		.profile = s->side->profile ? s->side->profile : &no_floors,
		.res_used = s->side->res_used,
		.qp_num = s->side->qp_num,
		.has_srq = s->side->has_srq,
		.ud = s->in->ps == CMLAB_PS_UDP,
	};

	return side;
}

/* A program without policy agrees to whatever it says. */
static void raw_agreed(const struct cmlab_party *s, const struct cmlab_values *params)
{
	struct cmlab_side side = side_of(s);
	struct cmlab_profile as_given;
	struct cmlab_decision d;
	unsigned int f;

	memset(&as_given, 0, sizeof(as_given));
	as_given.set = params->known;
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		as_given.range[f].target = cmlab_values_get(params, f);
	side.profile = &as_given;
	cmlab_policy_raw(&side, s->role == CMLAB_ROLE_PASSIVE ? &s->e->seen : NULL, &d);
	s->e->agreed = d.negotiated;
	cmlab_values_add_clamps(&s->e->clamps, &d.clamps);
}

bool cmlab_predict_params(const struct cmlab_party *s, struct cmlab_values *params)
{
	const struct cmlab_side side = side_of(s);
	struct cmlab_end *e = s->e;
	struct cmlab_decision d;

	if (!s->side->profile) {
		raw_params(s->side, params);
		raw_agreed(s, params);
		return true;
	}
	if (s->role == CMLAB_ROLE_PASSIVE)
		cmlab_policy_accept(&side, &e->seen, &d);
	else
		cmlab_policy_offer(&side, &d);
	/* Private data are not decided: they are the caller's. */
	cmlab_values_set(&d.params, CMLAB_F_PDLEN, s->side->params.v[CMLAB_F_PDLEN] & 255);
	cmlab_end_decided(e, &d);
	*params = d.params;
	if (d.reason && s->role == CMLAB_ROLE_PASSIVE)
		cmlab_predict_call(e, CMLAB_CALL_REJECT, 0);
	return !d.reason;
}

void cmlab_predict_sent(struct cmlab_end *e, enum cmlab_call call,
			const struct cmlab_values *params)
{
	cmlab_predict_call(e, call, 0);
	e->message.sent = true;
	e->message.sent_len = cmlab_values_get(params, CMLAB_F_PDLEN);
	cmlab_values_set(&e->sent, CMLAB_F_PDLEN, e->message.sent_len);
}

bool cmlab_predict_connect(struct cmlab_model *p, u32 area, enum cmlab_qp_state created,
			   struct cmlab_values *params)
{
	struct cmlab_party *s = &p->active;

	if (!cmlab_predict_mtu(s)) {
		/* cma.c:3319-3320 */
		cmlab_predict_call(s->e, CMLAB_CALL_RESOLVE_ROUTE, -EINVAL);
		return false;
	}
	if (s->side->null_param) {
		/* cma.c:4308, UD 4247 */
		s->e->call = CMLAB_CALL_CONNECT;
		s->e->crash = true;
		return false;
	}
	if (!cmlab_predict_params(s, params))
		return false;
	s->e->qp_state = created;
	/* cma.c:4308-4309 and cm.c:1483-1485 say the same. */
	if (cmlab_predict_header(p->in) + cmlab_values_get(params, CMLAB_F_PDLEN) > area) {
		cmlab_predict_call(s->e, CMLAB_CALL_CONNECT, -EINVAL);
		return false;
	}
	cmlab_predict_sent(s->e, CMLAB_CALL_CONNECT, params);
	return true;
}

void cmlab_predict_reject(struct cmlab_model *p, u32 len, s32 ret)
{
	cmlab_predict_call(p->passive.e, CMLAB_CALL_REJECT, ret);
	p->h->rejecter = CMLAB_ROLE_PASSIVE;
	p->h->reject.sent = true;
	p->h->reject.sent_len = len;
}

bool cmlab_predict_judge(const struct cmlab_party *active)
{
	const struct cmlab_side side = side_of(active);
	struct cmlab_end *e = active->e;
	struct cmlab_decision d;

	cmlab_policy_reply(&side, &e->sent, &e->seen, &d);
	if (!cmlab_predict_lab(active->in))
		d.reason = CMLAB_REASON_NONE;
	cmlab_end_decided(e, &d);
	return !d.reason;
}

static void begin_party(const struct cmlab_model *p, enum cmlab_role role, struct cmlab_party *s)
{
	const struct cmlab_predict_side *in = &p->in->side[role];
	struct cmlab_end *e = &p->h->end[role];

	s->in = p->in;
	s->side = in;
	s->driver = cmlab_limits_driver(in->device.driver);
	s->peer = role == CMLAB_ROLE_ACTIVE ? &p->passive : &p->active;
	s->e = e;
	s->role = role;
	e->known = KNOWS_ALL;
	e->limits = in->limits;
	e->device = in->device;
	e->has_srq = in->has_srq;
	e->qp_num = in->qp_num;
	e->netdev_mtu = in->netdev_mtu;
	e->null_param = in->null_param;
	e->timeout_when = in->timeout_when;
	e->min_rnr_when = in->min_rnr_when;
	cmlab_predict_setters(s);
	if (in->profile) {
		scnprintf(e->profile, sizeof(e->profile), "%s", in->profile->name);
		return;
	}
	e->decide = CMLAB_DECIDE_RAW;
	raw_asked(in, &e->asked);
}

static void begin(struct cmlab_model *p)
{
	struct cmlab_handshake *h = p->h;

	cmlab_handshake_init(h, CMLAB_SOURCE_PREDICTED, CMLAB_NO_VIEWPOINT);
	h->transport = p->in->transport;
	h->family = p->in->family;
	h->ps = p->in->ps;
	h->transitions = p->in->transitions;
	h->form = CMLAB_PDATA_RAW;
	h->mpa = p->in->mpa == 1 ? 1 : 2;
	h->answer = p->in->answer;
	h->outcome = CMLAB_OUTCOME_LOCAL_ERROR;
	begin_party(p, CMLAB_ROLE_ACTIVE, &p->active);
	begin_party(p, CMLAB_ROLE_PASSIVE, &p->passive);
}

static bool has_no_cm(const struct cmlab_predict_in *in, enum cmlab_role role)
{
	const struct cmlab_driver_name *named = cmlab_limits_named(&in->side[role].device);

	return named && named->no_cm;
}

void cmlab_predict(const struct cmlab_predict_in *in, struct cmlab_handshake *h)
{
	struct cmlab_model p = { .in = in, .h = h };

	struct cmlab_predict_in unheard;

	/* cma_add_one() takes no device without a CM: nobody connects from it or listens on it. */
	if (has_no_cm(in, CMLAB_ROLE_PASSIVE)) {
		unheard = *in;
		unheard.answer = CMLAB_ANSWER_SILENT;
		p.in = &unheard;
	}
	begin(&p);
	if (has_no_cm(in, CMLAB_ROLE_ACTIVE))
		cmlab_predict_call(p.active.e, CMLAB_CALL_RESOLVE_ADDR, -ENODEV);
	else if (in->transport == CMLAB_TRANSPORT_IWARP)
		cmlab_predict_iwarp(&p);
	else if (in->ps == CMLAB_PS_UDP)
		cmlab_predict_ud(&p);
	else
		cmlab_predict_ib(&p);
	cmlab_predict_report(&p.active);
	cmlab_predict_report(&p.passive);
	cmlab_predict_times(&p);
}
