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

CMLAB_ROWS(predict, predict_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(predict, predict_gen_params),
	{}
};

struct kunit_suite cmlab_suite_predict = {
	.name = "cmlab_predict",
	.test_cases = cases,
};
