// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_predict.h"
#include "suites.h"

struct predict_scene {
	struct cmlab_predict_in in;
	struct cmlab_prediction p;
	struct cmlab_profile profiles[CMLAB_NR_ROLES];
};

static void expect_event(struct kunit *test, const char *who, const struct row_event *row,
			 const struct cmlab_predicted_event *ev)
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

static void expect_side(struct kunit *test, const char *who, const struct row_shown *row,
			const struct cmlab_predicted_side *s)
{
	const struct row_value *v;

	KUNIT_EXPECT_EQ_MSG(test, s->ret, row->ret, "%s: call", who);
	/* What was refused did not go out. */
	if (s->ret < 0 && (s->call == CMLAB_CALL_CONNECT || s->call == CMLAB_CALL_ACCEPT))
		KUNIT_EXPECT_EQ_MSG(test, s->sent.known, 0, "%s: sent", who);
	if (row->first.kind)
		expect_event(test, who, &row->first, s->nr_events ? &s->events[0] : NULL);
	if (row->last.kind || !row->first.kind)
		expect_event(test, who, &row->last, cmlab_predict_last(s));
	KUNIT_EXPECT_TRUE_MSG(test, row->last.kind || s->nr_events <= 1, "%s: events", who);
	if (row->state)
		KUNIT_EXPECT_EQ_MSG(test, s->qp_state, row->state, "%s: QP state", who);
	for (v = row->qp; v->f1; v++) {
		const char *name = cmlab_names_field(v->f1 - 1)->attr;

		KUNIT_EXPECT_TRUE_MSG(test, cmlab_values_has(&s->reported, v->f1 - 1),
				      "%s: %s known", who, name);
		KUNIT_EXPECT_EQ_MSG(test, s->reported.v[v->f1 - 1], v->v, "%s: %s", who, name);
	}
	if (row->shows_state)
		KUNIT_EXPECT_EQ_MSG(test, s->reported_state, row->shows_state, "%s: state shown",
				    who);
	if (row->access)
		KUNIT_EXPECT_EQ_MSG(test, s->reported_access, row->access, "%s: access", who);
	KUNIT_EXPECT_EQ_MSG(test, s->read, row->read, "%s: read: %s", who,
			    cmlab_names_read(s->read));
}

static void predict(struct kunit *test)
{
	const struct predict_case *c = test->param_value;
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	rows_to_question(&c->q, &s->in, s->profiles);
	memset(&s->p, 0xa5, sizeof(s->p));
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_EQ_MSG(test, s->p.outcome, c->outcome, "outcome: %s",
			    cmlab_names_outcome(s->p.outcome));
	expect_side(test, "active", &c->a_shows, &s->p.side[CMLAB_ROLE_ACTIVE]);
	expect_side(test, "passive", &c->p_shows, &s->p.side[CMLAB_ROLE_PASSIVE]);
}

static void predict_time(struct kunit *test)
{
	const struct predict_time_case *c = test->param_value;
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	unsigned int r;

	rows_to_question(&c->q, &s->in, s->profiles);
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_EQ(test, s->p.unreachable_ns, c->unreachable);
	KUNIT_EXPECT_EQ(test, s->p.reply_ns, c->reply);
	KUNIT_EXPECT_EQ(test, s->p.rep_lost_ns, c->rep_lost);
	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		const struct cmlab_predicted_side *side = &s->p.side[r];

		KUNIT_EXPECT_EQ_MSG(test, side->retry_exceeded_ns, c->retry[r], "retry %u", r);
		KUNIT_EXPECT_EQ_MSG(test, side->rnr_stall_ns, c->stall[r], "stall %u", r);
		KUNIT_EXPECT_EQ_MSG(test, side->rnr_exceeded_ns, c->exceeded[r], "rnr %u", r);
		KUNIT_EXPECT_EQ_MSG(test, side->time_wait_ns, c->time_wait[r], "wait %u", r);
	}
}

/* Numbers of queue pairs, SRQs and MTUs: who says them, who hears them. */
struct number_case {
	const char *name;
	const char *from;
	struct row_question q;
	/* as the passive side's REQUEST and the active side's reply show them; -1: not */
	s64 qpn[2];
	u8 srq[2];
	/* of the active side's QP; -1: not */
	s64 dest;
	s64 mtu;
};

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
static const struct number_case number_cases[] = {
	{ "the QPs' own", "cma.c:4438", RXE,
	  .q.a = { PARAMS(ONES, VAL(QPN, 5), VAL(SRQ, 1)), .qpn = 17 },
	  .q.p = { PARAMS(ONES), .qpn = 18, .srq = true }, { 17, 18 }, { 0, 1 }, 18, 1024 },
	{ "nobody knows", "cma.c:4438", RXE, .q.a = { PARAMS(ONES, VAL(QPN, 5)) },
	  .q.p = { PARAMS(ONES) }, { -1, -1 }, { 0, 0 }, -1, 1024 },
	{ "conn_param's, 24 bits", "model 1.1", RXE, LAB,
	  .q.a = { PARAMS(ONES, VAL(QPN, 0x1000005), VAL(SRQ, 2)), .qpn = 17 },
	  .q.p = { PARAMS(ONES), .qpn = 18, .srq = true }, { 5, 18 }, { 1, 0 }, 18, 1024 },
	{ "the active side's MTU", "model 3.1", RXE,
	  .q.a = { PARAMS(ONES), .mtu = 4192 }, .q.p = { PARAMS(ONES), .mtu = 9000 },
	  { -1, -1 }, { 0, 0 }, -1, 4096 },
	{ "one byte less", "ib_addr.h:174", RXE, .q.a = { PARAMS(ONES), .mtu = 4191 },
	  .q.p = { PARAMS(ONES) }, { -1, -1 }, { 0, 0 }, -1, 2048 },
	{ "the smallest", "ib_addr.h:174", RXE, .q.a = { PARAMS(ONES), .mtu = 352 },
	  .q.p = { PARAMS(ONES) }, { -1, -1 }, { 0, 0 }, -1, 256 },
	{ "IB has its path's", "model 3.1", .q.transport = CMLAB_TRANSPORT_IB,
	  .q.driver = CMLAB_DRIVER_MLX5, .q.a = { PARAMS(ONES) }, .q.p = { PARAMS(ONES) },
	  { -1, -1 }, { 0, 0 }, -1, 2048 },
	{ "IB, a smaller one", "model 3.1", .q.transport = CMLAB_TRANSPORT_IB,
	  .q.driver = CMLAB_DRIVER_MLX5, .q.a = { PARAMS(ONES), .mtu = 1500 },
	  .q.p = { PARAMS(ONES) }, { -1, -1 }, { 0, 0 }, -1, 1024 },
	{ "a profile's are the QP's, in lab too", "policy.h", RXE, LAB,
	  .q.a = { PARAMS(ONES, VAL(QPN, 5)), .qpn = 17, .profile = "portable" },
	  .q.p = { PARAMS(ONES), .qpn = 18 }, { 17, 18 }, { 0, 0 }, 18, 1024 },
};

/* clang-format on */

static void predict_number(struct kunit *test)
{
	const struct number_case *c = test->param_value;
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct cmlab_predicted_event *ev[2];
	const struct cmlab_values *qp = &s->p.side[CMLAB_ROLE_ACTIVE].qp;
	unsigned int i;

	rows_to_question(&c->q, &s->in, s->profiles);
	cmlab_predict(&s->in, &s->p);
	ev[0] = cmlab_predict_event(&s->p.side[CMLAB_ROLE_PASSIVE], CMLAB_EVENT_CONNECT_REQUEST);
	ev[1] = cmlab_predict_last(&s->p.side[CMLAB_ROLE_ACTIVE]);
	for (i = 0; i < 2; i++) {
		KUNIT_ASSERT_NOT_NULL(test, ev[i]);
		KUNIT_EXPECT_EQ(test, ev[i]->has_qp_num ? (s64)ev[i]->conn.qp_num : -1, c->qpn[i]);
		KUNIT_EXPECT_EQ(test, ev[i]->conn.srq, c->srq[i]);
	}
	KUNIT_EXPECT_EQ(test,
			cmlab_values_has(qp, CMLAB_F_QPN) ? (s64)cmlab_values_get(qp, CMLAB_F_QPN) :
							    -1,
			c->dest);
	KUNIT_EXPECT_EQ(test, (s64)cmlab_values_get(qp, CMLAB_F_MTU), c->mtu);
}

/* Sides decided by their profile, with mock limits that are not the driver's. */
static void predict_profile(struct kunit *test)
{
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct row_question q = {
		.transport = CMLAB_TRANSPORT_ROCE,
		.driver = CMLAB_DRIVER_RXE,
		.a = { .profile = "lossy-roce" },
		.p = { .profile = "read-heavy" },
	};
	const struct cmlab_predicted_side *a = &s->p.side[CMLAB_ROLE_ACTIVE];
	const struct cmlab_predicted_side *p = &s->p.side[CMLAB_ROLE_PASSIVE];

	rows_to_question(&q, &s->in, s->profiles);
	s->in.side[CMLAB_ROLE_PASSIVE].limits.max_qp_rd_atom = 4;
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_EQ(test, s->p.outcome, CMLAB_OUTCOME_ESTABLISHED);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->sent, CMLAB_F_IRD), 8);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&p->sent, CMLAB_F_IRD), 4);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&p->sent, CMLAB_F_ORD), 8);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->qp, CMLAB_F_ORD), 4);
	/* The profile's own timers, set before the handshake. */
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->qp, CMLAB_F_TIMEOUT), 16);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->qp, CMLAB_F_MIN_RNR), 12);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&p->qp, CMLAB_F_TIMEOUT), 19);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&p->qp, CMLAB_F_MIN_RNR), 0);

	/* Or not, if they are asked for when it is too late. */
	s->in.side[CMLAB_ROLE_ACTIVE].timeout_when = CMLAB_WHEN_ESTABLISHED;
	s->in.side[CMLAB_ROLE_ACTIVE].min_rnr_when = CMLAB_WHEN_ESTABLISHED;
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->qp, CMLAB_F_TIMEOUT), 19);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->qp, CMLAB_F_MIN_RNR), 0);
}

/* The active side's own profile refuses: nothing is called at all. */
static void predict_profile_refuses(struct kunit *test)
{
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct row_question q = {
		.transport = CMLAB_TRANSPORT_ROCE,
		.driver = CMLAB_DRIVER_RXE,
		.a = { .profile = "read-heavy" },
	};

	rows_to_question(&q, &s->in, s->profiles);
	s->in.side[CMLAB_ROLE_ACTIVE].limits.max_qp_rd_atom = 0;
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_EQ(test, s->p.outcome, CMLAB_OUTCOME_LOCAL_ERROR);
	KUNIT_EXPECT_EQ(test, s->p.side[CMLAB_ROLE_ACTIVE].ret, CMLAB_NO_ERRNO);
	KUNIT_EXPECT_EQ(test, s->p.side[CMLAB_ROLE_ACTIVE].decision.reason, CMLAB_REASON_IRD_FLOOR);
	KUNIT_EXPECT_EQ(test, s->p.side[CMLAB_ROLE_PASSIVE].nr_events, 0);
}

/* What a SIDR_REP says of the queue pair, and that the private data are told as sent. */
static void predict_ud_numbers(struct kunit *test)
{
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct row_question q = {
		.transport = CMLAB_TRANSPORT_ROCE,
		.driver = CMLAB_DRIVER_RXE,
		.ps = CMLAB_PS_UDP,
		.a = { PARAMS(VAL(PDLEN, 3)), .qpn = 17 },
		.p = { PARAMS(VAL(PDLEN, 4)), .qpn = 18 },
	};
	const struct cmlab_predicted_side *a = &s->p.side[CMLAB_ROLE_ACTIVE];
	const struct cmlab_predicted_side *p = &s->p.side[CMLAB_ROLE_PASSIVE];

	rows_to_question(&q, &s->in, s->profiles);
	cmlab_predict(&s->in, &s->p);
	KUNIT_ASSERT_NOT_NULL(test, cmlab_predict_last(a));
	KUNIT_EXPECT_EQ(test, cmlab_predict_last(a)->conn.qp_num, 18);
	KUNIT_EXPECT_EQ(test, cmlab_predict_last(a)->qkey, CMLAB_UDP_QKEY);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->sent, CMLAB_F_PDLEN), 3);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&p->sent, CMLAB_F_QPN), 18);
	KUNIT_EXPECT_EQ(test, p->sent_len, 4);
	s->in.answer = CMLAB_ANSWER_REJECT;
	s->in.reject_len = 5;
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_EQ(test, p->sent_len, 5);
	KUNIT_EXPECT_EQ(test, p->call, CMLAB_CALL_REJECT);
}

/* Without a QP on the id the accept's own number counts; a UD id takes no timers (cma.c:2784). */
static void predict_ud_lab(struct kunit *test)
{
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct row_question q = {
		.transport = CMLAB_TRANSPORT_ROCE,
		.driver = CMLAB_DRIVER_RXE,
		.lab = true,
		.ps = CMLAB_PS_UDP,
		.a = { PARAMS(VAL(PDLEN, 0), VAL(TIMEOUT, 14), VAL(MIN_RNR, 12)), BEFORE_ROUTE,
		       RNR_SET },
		.p = { PARAMS(VAL(PDLEN, 0), VAL(QPN, 0x1000005)), .qpn = 18 },
	};
	const struct cmlab_predicted_side *a = &s->p.side[CMLAB_ROLE_ACTIVE];

	rows_to_question(&q, &s->in, s->profiles);
	cmlab_predict(&s->in, &s->p);
	KUNIT_ASSERT_NOT_NULL(test, cmlab_predict_last(a));
	KUNIT_EXPECT_EQ(test, cmlab_predict_last(a)->conn.qp_num, 5);
	KUNIT_EXPECT_EQ(test, a->set_timeout, -EINVAL);
	KUNIT_EXPECT_EQ(test, a->set_min_rnr, -EINVAL);
}

/* The path's own life time, down to 0, unless an ACK timeout makes it. */
static void predict_life_time(struct kunit *test)
{
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct cmlab_predicted_side *a = &s->p.side[CMLAB_ROLE_ACTIVE];

	cmlab_predict_init(&s->in, CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_GENERIC);
	KUNIT_EXPECT_EQ(test, s->in.side[0].limits.max_qp_rd_atom, 16);
	KUNIT_EXPECT_EQ(test, s->in.side[1].device.max_qp_init_rd_atom, 16);
	s->in.side[CMLAB_ROLE_ACTIVE].packet_life_time = 0;
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_EQ(test, s->p.unreachable_ns, 65568000000);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->sent, CMLAB_F_TIMEOUT), 15);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&a->sent, CMLAB_F_PDLEN), 0);
	KUNIT_EXPECT_TRUE(test, cmlab_values_has(&a->sent, CMLAB_F_PDLEN));
}

/* Each depth by its own limit. */
static void predict_lab_limits(struct kunit *test)
{
	struct predict_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct row_question q = {
		.transport = CMLAB_TRANSPORT_ROCE,
		.driver = CMLAB_DRIVER_GENERIC,
		.lab = true,
		.a = { PARAMS(DEPTHS(16, 16)) },
		.p = { PARAMS(DEPTHS(16, 16)), 8, 4 },
	};
	const struct cmlab_predicted_side *p = &s->p.side[CMLAB_ROLE_PASSIVE];

	rows_to_question(&q, &s->in, s->profiles);
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&p->qp, CMLAB_F_IRD), 8);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&p->qp, CMLAB_F_ORD), 4);
}

CMLAB_ROWS(predict, predict_cases)
CMLAB_ROWS(predict_time, predict_time_cases)
CMLAB_ROWS(predict_number, number_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(predict, predict_gen_params),
	KUNIT_CASE_PARAM(predict_time, predict_time_gen_params),
	KUNIT_CASE_PARAM(predict_number, predict_number_gen_params),
	KUNIT_CASE(predict_profile),
	KUNIT_CASE(predict_profile_refuses),
	KUNIT_CASE(predict_ud_numbers),
	KUNIT_CASE(predict_ud_lab),
	KUNIT_CASE(predict_life_time),
	KUNIT_CASE(predict_lab_limits),
	{},
};

struct kunit_suite cmlab_suite_predict = {
	.name = "cmlab_predict",
	.test_cases = cases,
};
