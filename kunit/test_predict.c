// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_predict.h"
#include "cases_predict_told.h"
#include "cases_predict_values.h"
#include "suites.h"

struct predict_scene {
	struct cmlab_predict_in in;
	struct cmlab_handshake h;
	struct cmlab_profile profiles[CMLAB_NR_ROLES];
};

static void expect_event(struct kunit *test, const char *who, const struct row_event *row,
			 const struct cmlab_cm_event *ev)
{
	if (!row->kind) {
		KUNIT_EXPECT_TRUE_MSG(test, !ev, "%s: an event", who);
		return;
	}
	KUNIT_ASSERT_NOT_NULL(test, ev);
	KUNIT_EXPECT_EQ_MSG(test, ev->event, row->kind - 1, "%s: event", who);
	KUNIT_EXPECT_EQ_MSG(test, ev->status, row->status, "%s: status", who);
	KUNIT_EXPECT_EQ_MSG(test, ev->private_data_len, row->len, "%s: length", who);
	KUNIT_EXPECT_EQ_MSG(test, ev->conn.responder_resources, row->conn[0], "%s: rr", who);
	KUNIT_EXPECT_EQ_MSG(test, ev->conn.initiator_depth, row->conn[1], "%s: id", who);
	KUNIT_EXPECT_EQ_MSG(test, ev->conn.retry_count, row->conn[2], "%s: retry", who);
	KUNIT_EXPECT_EQ_MSG(test, ev->conn.rnr_retry_count, row->conn[3], "%s: rnr", who);
	KUNIT_EXPECT_EQ_MSG(test, ev->conn.flow_control, 0, "%s: flow", who);
}

static void expect_side(struct kunit *test, const struct row_shown *row,
			const struct cmlab_handshake *h, unsigned int role)
{
	const char *who = cmlab_name(&cmlab_roles, role);
	const struct cmlab_end *s = &h->end[role];
	const struct row_value *v;
	u8 read, usual = CMLAB_READ_NONE;

	KUNIT_EXPECT_EQ_MSG(test, s->ret, row->ret, "%s: call", who);
	/* What was refused did not go out. */
	if (s->ret < 0 && (s->call == CMLAB_CALL_CONNECT || s->call == CMLAB_CALL_ACCEPT)) {
		KUNIT_EXPECT_EQ_MSG(test, s->sent.known, 0, "%s: sent", who);
		KUNIT_EXPECT_FALSE_MSG(test, s->message.sent, "%s: message", who);
	}
	if (row->first.kind)
		expect_event(test, who, &row->first, s->nr_events ? &s->events[0] : NULL);
	if (row->last.kind || !row->first.kind)
		expect_event(test, who, &row->last, cmlab_end_last(s));
	KUNIT_EXPECT_TRUE_MSG(test, row->last.kind || s->nr_events <= 1, "%s: events", who);
	if (row->state)
		KUNIT_EXPECT_EQ_MSG(test, s->qp_state, row->state, "%s: QP state", who);
	for (v = row->qp; v->f1; v++) {
		const char *name = cmlab_field_info(v->f1 - 1)->attr;

		KUNIT_EXPECT_TRUE_MSG(test, cmlab_values_has(&s->reported, v->f1 - 1),
				      "%s: %s known", who, name);
		KUNIT_EXPECT_EQ_MSG(test, s->reported.v[v->f1 - 1], v->v, "%s: %s", who, name);
	}
	if (row->shows_state)
		KUNIT_EXPECT_EQ_MSG(test, s->reported_state, row->shows_state, "%s: state shown",
				    who);
	if (row->access)
		KUNIT_EXPECT_EQ_MSG(test, s->reported_access, row->access, "%s: access", who);
	read = cmlab_handshake_read(h, role);
	if (h->outcome == CMLAB_OUTCOME_ESTABLISHED && h->ps == CMLAB_PS_TCP)
		usual = CMLAB_READ_WORKS;
	KUNIT_EXPECT_EQ_MSG(test, read, row->read ? row->read : usual, "%s: read: %s", who,
			    cmlab_name(&cmlab_reads, read));
}

/* The event with the peer's REQ or REP; an iWARP one that ends it has no numbers. */
static bool has_numbers(const struct cmlab_predict_in *in, const struct cmlab_cm_event *ev)
{
	switch (ev->event) {
	case CMLAB_EVENT_CONNECT_REQUEST:
	case CMLAB_EVENT_CONNECT_RESPONSE:
	case CMLAB_EVENT_ESTABLISHED:
		return in->ps == CMLAB_PS_TCP;
	case CMLAB_EVENT_CONNECT_ERROR:
		return in->transport != CMLAB_TRANSPORT_IWARP;
	default:
		return false;
	}
}

/* What is seen is what the side's first event shows. */
static void expect_seen(struct kunit *test, const struct predict_scene *s, unsigned int role)
{
	const struct cmlab_end *e = &s->h.end[role];
	const struct cmlab_cm_event *ev = &e->events[0];
	struct cmlab_values shown = {};

	if (e->nr_events && has_numbers(&s->in, ev))
		cmlab_policy_advertised(&s->in.side[role].device, role, &ev->conn, &shown);
	if (e->nr_events && ev->event == CMLAB_EVENT_ESTABLISHED && ev->ud) {
		cmlab_values_set(&shown, CMLAB_F_QKEY, ev->qkey);
		cmlab_values_set(&shown, CMLAB_F_QPN, ev->conn.qp_num);
	}
	if (!ev->has_qp_num)
		cmlab_values_unset(&shown, CMLAB_F_QPN);
	if (!ev->has_depths) {
		cmlab_values_unset(&shown, CMLAB_F_IRD);
		cmlab_values_unset(&shown, CMLAB_F_ORD);
	}
	KUNIT_EXPECT_FALSE_MSG(test, memcmp(&e->seen, &shown, sizeof(shown)), "%s: seen",
			       cmlab_name(&cmlab_roles, role));
}

/* A UD id takes no timers (cma.c:2784, 2816), any other what fits; a policy's fits. */
static void expect_setters(struct kunit *test, const struct predict_scene *s, unsigned int role)
{
	const struct cmlab_predict_side *in = &s->in.side[role];
	bool ud = s->in.ps == CMLAB_PS_UDP;
	bool fits = in->profile || in->params.v[CMLAB_F_MIN_RNR] < 32;
	s32 timeout = ud ? -EINVAL : 0;
	s32 min_rnr = ud || !fits ? -EINVAL : 0;

	KUNIT_EXPECT_EQ(test, s->h.end[role].set_timeout,
			in->timeout_when ? timeout : CMLAB_NO_ERRNO);
	KUNIT_EXPECT_EQ(test, s->h.end[role].set_min_rnr,
			in->min_rnr_when ? min_rnr : CMLAB_NO_ERRNO);
}

/* A prediction knows all of a side but the receives that its program posts. */
static void expect_known(struct kunit *test, const struct predict_scene *s, unsigned int role)
{
	const struct cmlab_predict_side *in = &s->in.side[role];
	const struct cmlab_end *e = &s->h.end[role];

	KUNIT_EXPECT_EQ(test, e->known, (2 * CMLAB_KNOWS_MTU - 1) & ~CMLAB_KNOWS_RECEIVES);
	KUNIT_EXPECT_FALSE(test, memcmp(&e->limits, &in->limits, sizeof(e->limits)));
	KUNIT_EXPECT_FALSE(test, memcmp(&e->device, &in->device, sizeof(e->device)));
	KUNIT_EXPECT_EQ(test, e->decide, in->profile ? CMLAB_DECIDE_POLICY : CMLAB_DECIDE_RAW);
	KUNIT_EXPECT_STREQ(test, e->profile, in->profile ? in->profile->name : "");
	KUNIT_EXPECT_EQ(test, e->null_param, in->null_param);
	KUNIT_EXPECT_EQ(test, e->has_srq, in->has_srq);
	KUNIT_EXPECT_EQ(test, e->qp_num, in->qp_num);
	KUNIT_EXPECT_EQ(test, e->netdev_mtu, in->netdev_mtu);
	KUNIT_EXPECT_EQ(test, e->timeout_when, in->timeout_when);
	KUNIT_EXPECT_EQ(test, e->min_rnr_when, in->min_rnr_when);
	expect_seen(test, s, role);
	expect_setters(test, s, role);
}

static void expect_question(struct kunit *test, const struct cmlab_predict_in *in,
			    const struct cmlab_handshake *h)
{
	KUNIT_EXPECT_EQ(test, h->source, CMLAB_SOURCE_PREDICTED);
	KUNIT_EXPECT_EQ(test, h->viewpoint, CMLAB_NO_VIEWPOINT);
	KUNIT_EXPECT_EQ(test, h->transport, in->transport);
	KUNIT_EXPECT_EQ(test, h->family, in->family);
	KUNIT_EXPECT_EQ(test, h->ps, in->ps);
	KUNIT_EXPECT_EQ(test, h->transitions, in->transitions);
	KUNIT_EXPECT_EQ(test, h->form, CMLAB_PDATA_RAW);
	KUNIT_EXPECT_EQ(test, h->mpa, in->mpa);
	KUNIT_EXPECT_EQ(test, h->answer, in->answer);
}

/* The answer to a row's question, with what must be so of every answer. */
static struct predict_scene *play(struct kunit *test, const struct row_question *q)
{
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	rows_to_question(q, &s->in, s->profiles);
	memset(&s->h, 0xa5, sizeof(s->h));
	cmlab_predict(&s->in, &s->h);
	expect_question(test, &s->in, &s->h);
	expect_known(test, s, CMLAB_ROLE_ACTIVE);
	expect_known(test, s, CMLAB_ROLE_PASSIVE);
	return s;
}

static void predict(struct kunit *test)
{
	const struct predict_case *c = test->param_value;
	const struct cmlab_handshake *h = &play(test, &c->q)->h;

	KUNIT_EXPECT_EQ_MSG(test, h->outcome, c->outcome ? c->outcome : CMLAB_OUTCOME_ESTABLISHED,
			    "outcome: %s", cmlab_name(&cmlab_outcomes, h->outcome));
	expect_side(test, &c->a_shows, h, CMLAB_ROLE_ACTIVE);
	expect_side(test, &c->p_shows, h, CMLAB_ROLE_PASSIVE);
}

static void expect_told(struct kunit *test, const struct row_told *row, const struct cmlab_end *e)
{
	const struct cmlab_refusal *r = &row->refusal;

	rows_expect_values(test, "requested", &e->requested, row->requested);
	rows_expect_values(test, "asked", &e->asked, row->asked);
	rows_expect_values(test, "agreed", &e->agreed, row->agreed);
	rows_expect_clamps(test, &e->clamps, row->clamps);
	KUNIT_EXPECT_EQ(test, e->refusal.code, r->code);
	KUNIT_EXPECT_EQ(test, e->refusal.field, r->code ? r->field : CMLAB_NR_FIELDS);
	KUNIT_EXPECT_EQ(test, e->refusal.have, r->have);
	KUNIT_EXPECT_EQ(test, e->refusal.need, r->need);
	KUNIT_EXPECT_EQ(test, e->message.sent ? e->message.sent_len + 1 : 0, row->message1);
	KUNIT_EXPECT_EQ(test, !!e->sent.known, !!row->message1);
	KUNIT_EXPECT_FALSE(test, e->message.seen);
}

static void predict_told(struct kunit *test)
{
	const struct predict_told_case *c = test->param_value;
	const struct cmlab_handshake *h = &play(test, &c->q)->h;

	expect_told(test, &c->a, &h->end[CMLAB_ROLE_ACTIVE]);
	expect_told(test, &c->p, &h->end[CMLAB_ROLE_PASSIVE]);
	KUNIT_EXPECT_EQ(test, h->reject.sent ? h->reject.sent_len + 1 : 0, c->reject1);
	KUNIT_EXPECT_EQ(test, h->rejecter, c->reject1 ? CMLAB_ROLE_PASSIVE : CMLAB_NO_VIEWPOINT);
	if (c->reject1)
		KUNIT_EXPECT_EQ(test, h->end[CMLAB_ROLE_PASSIVE].call, CMLAB_CALL_REJECT);
}

static void predict_time(struct kunit *test)
{
	const struct predict_time_case *c = test->param_value;
	const struct cmlab_handshake *h = &play(test, &c->q)->h;
	unsigned int r;

	KUNIT_EXPECT_EQ(test, h->unreachable_ns, c->unreachable);
	KUNIT_EXPECT_EQ(test, h->reply_ns, c->reply);
	KUNIT_EXPECT_EQ(test, h->rep_lost_ns, c->rep_lost);
	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		KUNIT_EXPECT_EQ_MSG(test, cmlab_handshake_retry_exceeded(h, r), c->retry[r],
				    "retry %u", r);
		KUNIT_EXPECT_EQ_MSG(test, cmlab_handshake_rnr_stall(h, r), c->stall[r], "stall %u",
				    r);
		KUNIT_EXPECT_EQ_MSG(test, cmlab_handshake_rnr_exceeded(h, r), c->exceeded[r],
				    "rnr %u", r);
		KUNIT_EXPECT_EQ_MSG(test, h->end[r].time_wait_ns, c->time_wait[r], "wait %u", r);
	}
}

static void predict_value(struct kunit *test)
{
	const struct predict_value_case *c = test->param_value;
	const struct predict_scene *s = play(test, &c->q);
	const struct row_end_value *row;

	for (row = c->values; row->role1; row++) {
		const u8 *e = (const u8 *)&s->h.end[row->role1 - 1];
		const struct cmlab_values *vals = (const struct cmlab_values *)(e + row->at);
		s64 v = cmlab_values_has(vals, row->f) ? (s64)vals->v[row->f] : -1;

		KUNIT_EXPECT_EQ_MSG(test, v, row->v, "value %u: %s", (u32)(row - c->values),
				    cmlab_field_info(row->f)->param);
	}
}

/* Of a SIDR_REP's numbers alone a strict policy can refuse one. */
static void predict_ud_refuses(struct kunit *test)
{
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct row_question q = {
		.transport = CMLAB_TRANSPORT_ROCE,
		.driver = CMLAB_DRIVER_RXE,
		.ps = CMLAB_PS_UDP,
		.a = { .profile = "fast-fail" },
		.p = { .profile = "fast-fail" },
	};
	const struct cmlab_end *a = &s->h.end[CMLAB_ROLE_ACTIVE];
	const struct cmlab_end *p = &s->h.end[CMLAB_ROLE_PASSIVE];
	unsigned int r;

	rows_to_question(&q, &s->in, s->profiles);
	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		s->profiles[r].set |= 1U << CMLAB_F_QPN;
		s->profiles[r].range[CMLAB_F_QPN].target = CMLAB_QPN_MAX + 1;
	}
	cmlab_predict(&s->in, &s->h);
	KUNIT_EXPECT_EQ(test, s->h.outcome, CMLAB_OUTCOME_UNREACHABLE);
	KUNIT_EXPECT_EQ(test, a->refusal.code, CMLAB_REASON_NONE);
	KUNIT_ASSERT_NOT_NULL(test, cmlab_end_last(a));
	KUNIT_EXPECT_EQ(test, cmlab_end_last(a)->status, CMLAB_SIDR_REJECT);
	KUNIT_EXPECT_EQ(test, cmlab_end_last(a)->private_data_len, 136);
	KUNIT_EXPECT_EQ(test, p->refusal.code, CMLAB_REASON_FIELD_RANGE);
	KUNIT_EXPECT_EQ(test, p->refusal.field, CMLAB_F_QPN);
	KUNIT_EXPECT_EQ(test, p->call, CMLAB_CALL_REJECT);
	KUNIT_EXPECT_EQ(test, p->ret, 0);
	KUNIT_EXPECT_EQ(test, p->qp_state, CMLAB_QP_RTS);
}

CMLAB_ROWS(predict, predict_cases)
CMLAB_ROWS(predict_told, predict_told_cases)
CMLAB_ROWS(predict_time, predict_time_cases)
CMLAB_ROWS(predict_value, predict_value_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(predict, predict_gen_params),
	KUNIT_CASE_PARAM(predict_told, predict_told_gen_params),
	KUNIT_CASE_PARAM(predict_time, predict_time_gen_params),
	KUNIT_CASE_PARAM(predict_value, predict_value_gen_params),
	KUNIT_CASE(predict_ud_refuses),
	{},
};

struct kunit_suite cmlab_suite_predict = {
	.name = "cmlab_predict",
	.test_cases = cases,
};
