// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_policy.h"
#include "suites.h"

/* Everything one decision needs, off the stack. */
struct scene {
	struct cmlab_limits limits;
	struct cmlab_profile profile;
	struct cmlab_side side;
	struct cmlab_values adv;
	struct cmlab_values offered;
	struct cmlab_decision d;
};

static void want(struct cmlab_profile *p, enum cmlab_field f, const struct cmlab_range *r)
{
	p->set |= 1U << f;
	p->range[f] = *r;
}

static void set_limits(const struct policy_case *c, struct cmlab_limits *l)
{
	l->max_qp_rd_atom = c->rd;
	l->max_qp_init_rd_atom = c->init;
	l->max_res_rd_atom = c->res;
	l->transport = c->transport;
	l->driver = c->driver;
	l->mock = c->mock;
}

static struct scene *set_scene(struct kunit *test, const struct policy_case *c)
{
	struct scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	const struct row_value *v;

	set_limits(c, &s->limits);
	s->profile.strict = c->strict;
	want(&s->profile, CMLAB_F_IRD, &c->ird);
	want(&s->profile, CMLAB_F_ORD, &c->ord);
	for (v = c->wants; v->f1; v++) {
		const struct cmlab_range r = { 0, v->v, v->v };

		want(&s->profile, v->f1 - 1, &r);
	}
	s->side.limits = &s->limits;
	s->side.profile = &s->profile;
	s->side.res_used = c->used;
	s->side.qp_num = c->qp_num;
	s->side.has_srq = c->has_srq;
	s->side.ud = c->ud;
	rows_to_values(c->offered, &s->offered);
	rows_to_values(c->adv, &s->adv);
	memset(&s->d, 0xa5, sizeof(s->d));
	return s;
}

static void expect_decision(struct kunit *test, const struct policy_case *c,
			    const struct cmlab_decision *d)
{
	KUNIT_EXPECT_EQ_MSG(test, d->reason, c->reason, "%s",
			    cmlab_name(&cmlab_reasons, d->reason));
	KUNIT_EXPECT_EQ(test, d->field, c->reason ? c->about : CMLAB_NR_FIELDS);
	KUNIT_EXPECT_EQ(test, d->have, c->have);
	KUNIT_EXPECT_EQ(test, d->need, c->need);
	rows_expect_values(test, "params", &d->params, c->params);
	rows_expect_values(test, "negotiated", &d->negotiated, c->negotiated);
	rows_expect_clamps(test, &d->clamps, c->clamps);
}

static void expect_requested(struct kunit *test, const struct policy_case *c,
			     const struct cmlab_decision *d)
{
	const struct row_value *v;

	KUNIT_EXPECT_EQ(test, cmlab_values_get(&d->requested, CMLAB_F_IRD), c->ird.target);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&d->requested, CMLAB_F_ORD), c->ord.target);
	for (v = c->wants; v->f1; v++) {
		bool decided = v->f1 - 1 != CMLAB_F_PDLEN && v->f1 - 1 != CMLAB_F_MTU;

		KUNIT_EXPECT_EQ(test, cmlab_values_has(&d->requested, v->f1 - 1), decided);
		KUNIT_EXPECT_EQ(test, d->requested.v[v->f1 - 1], decided ? v->v : 0);
	}
}

static void policy_offer(struct kunit *test)
{
	const struct policy_case *c = test->param_value;
	struct scene *s = set_scene(test, c);

	KUNIT_EXPECT_EQ(test, cmlab_policy_offer(&s->side, &s->d), c->reason);
	expect_decision(test, c, &s->d);
	expect_requested(test, c, &s->d);
}

static void policy_accept(struct kunit *test)
{
	const struct policy_case *c = test->param_value;
	struct scene *s = set_scene(test, c);

	KUNIT_EXPECT_EQ(test, cmlab_policy_accept(&s->side, &s->adv, &s->d), c->reason);
	expect_decision(test, c, &s->d);
	expect_requested(test, c, &s->d);
}

static void policy_raw(struct kunit *test)
{
	const struct policy_case *c = test->param_value;
	struct scene *s = set_scene(test, c);

	cmlab_policy_raw(&s->side, s->adv.known ? &s->adv : NULL, &s->d);
	expect_decision(test, c, &s->d);
	expect_requested(test, c, &s->d);
}

static void policy_reply(struct kunit *test)
{
	const struct policy_case *c = test->param_value;
	struct scene *s = set_scene(test, c);

	KUNIT_EXPECT_EQ(test, cmlab_policy_reply(&s->side, &s->offered, &s->adv, &s->d), c->reason);
	expect_decision(test, c, &s->d);
}

/* A field that the profile does not speak of is in nothing. */
static void policy_silent_profile(struct kunit *test)
{
	struct scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	s->limits.max_qp_rd_atom = 16;
	s->limits.max_qp_init_rd_atom = 16;
	s->profile.range[CMLAB_F_IRD].target = 4;
	s->side.limits = &s->limits;
	s->side.profile = &s->profile;
	KUNIT_EXPECT_EQ(test, cmlab_policy_offer(&s->side, &s->d), 0);
	KUNIT_EXPECT_EQ(test, s->d.requested.known, 0);
	KUNIT_EXPECT_EQ(test, s->d.params.known, 0);
	KUNIT_EXPECT_EQ(test, s->d.clamps.nr, 0);
}

/* The header tells the true limits and wishes, not the 8-bit ones; a REJ tells why. */
static void policy_header(struct kunit *test)
{
	static const struct policy_case c = { .rd = 256, .init = -1, ASKS(300, 8) };
	struct scene *s = set_scene(test, &c);
	struct cmlab_wire_hdr hdr;

	s->d.reason = CMLAB_REASON_ORD_FLOOR;
	s->d.field = CMLAB_F_ORD;
	s->d.have = 1;
	s->d.need = 4;
	memset(&hdr, 0xa5, sizeof(hdr));
	cmlab_policy_header(&s->side, &s->d, CMLAB_WIRE_REQ, CMLAB_WIRE_CAP_LAB, &hdr);
	KUNIT_EXPECT_EQ(test, hdr.kind, CMLAB_WIRE_REQ);
	KUNIT_EXPECT_EQ(test, hdr.caps, CMLAB_WIRE_CAP_LAB);
	KUNIT_EXPECT_EQ(test, hdr.max_ird, 256);
	KUNIT_EXPECT_EQ(test, hdr.max_ord, 0);
	KUNIT_EXPECT_EQ(test, hdr.want_ird, 300);
	KUNIT_EXPECT_EQ(test, hdr.want_ord, 8);
	KUNIT_EXPECT_EQ(test, hdr.reason + hdr.have + hdr.need + hdr.user_len, 0);
	KUNIT_EXPECT_EQ(test, hdr.field, CMLAB_NR_FIELDS);

	s->limits.max_qp_rd_atom = 0;
	s->limits.max_qp_init_rd_atom = 1;
	cmlab_policy_header(&s->side, &s->d, CMLAB_WIRE_REJ, 0, &hdr);
	KUNIT_EXPECT_EQ(test, hdr.max_ird, 0);
	KUNIT_EXPECT_EQ(test, hdr.max_ord, 1);
	KUNIT_EXPECT_EQ(test, hdr.reason, CMLAB_REASON_ORD_FLOOR);
	KUNIT_EXPECT_EQ(test, hdr.field, CMLAB_F_ORD);
	KUNIT_EXPECT_EQ(test, hdr.have, 1);
	KUNIT_EXPECT_EQ(test, hdr.need, 4);
}

static void policy_own_qp(struct kunit *test)
{
	const struct policy_own_qp_case *c = test->param_value;
	struct scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	s->limits.transport = c->transport;
	s->side.limits = &s->limits;
	s->side.qp_num = c->qp_num;
	s->side.has_srq = c->has_srq;
	s->side.ud = c->ud;
	rows_to_values(c->requested, &s->d.requested);
	rows_to_values(c->params, &s->d.params);
	cmlab_policy_own_qp(&s->side, c->role, &s->d);
	rows_expect_values(test, "params", &s->d.params, c->expect);
	rows_expect_clamps(test, &s->d.clamps, c->clamps);
}

/* What the QP serves, where the driver raises it, or else what this side said. */
static void policy_ird_held(struct kunit *test)
{
	struct scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	KUNIT_EXPECT_EQ(test, cmlab_policy_ird_held(&s->d), 0);
	cmlab_values_set(&s->d.params, CMLAB_F_IRD, 4);
	cmlab_values_set(&s->d.params, CMLAB_F_ORD, 99);
	KUNIT_EXPECT_EQ(test, cmlab_policy_ird_held(&s->d), 4);
	cmlab_values_set(&s->d.negotiated, CMLAB_F_IRD, 3);
	KUNIT_EXPECT_EQ(test, cmlab_policy_ird_held(&s->d), 4);
	cmlab_values_set(&s->d.negotiated, CMLAB_F_IRD, 16);
	KUNIT_EXPECT_EQ(test, cmlab_policy_ird_held(&s->d), 16);
}

/* Each depth against its own limit; within it, it stays. */
static void policy_qp_depth(struct kunit *test)
{
	struct cmlab_limits l = { .max_qp_rd_atom = 16, .max_qp_init_rd_atom = 4 };

	KUNIT_EXPECT_EQ(test, cmlab_policy_qp_depth(&l, CMLAB_F_IRD, 200), 16);
	KUNIT_EXPECT_EQ(test, cmlab_policy_qp_depth(&l, CMLAB_F_ORD, 200), 4);
	KUNIT_EXPECT_EQ(test, cmlab_policy_qp_depth(&l, CMLAB_F_IRD, 16), 16);
	KUNIT_EXPECT_EQ(test, cmlab_policy_qp_depth(&l, CMLAB_F_ORD, 3), 3);
	KUNIT_EXPECT_EQ(test, cmlab_policy_qp_depth(&l, CMLAB_F_ORD, 0), 0);
	l.max_qp_rd_atom = -1;
	KUNIT_EXPECT_EQ(test, cmlab_policy_qp_depth(&l, CMLAB_F_IRD, 1), 0);
}

static void policy_moves_qp(struct kunit *test)
{
	const struct policy_moves_case *c = test->param_value;
	const struct cmlab_limits l = { .transport = c->transport };

	KUNIT_EXPECT_EQ(test, cmlab_policy_moves_qp(&l, c->transitions, c->ps), c->moves);
}

CMLAB_ROWS(policy_offer, policy_offer_cases)
CMLAB_ROWS(policy_accept, policy_accept_cases)
CMLAB_ROWS(policy_raw, policy_raw_cases)
CMLAB_ROWS(policy_reply, policy_reply_cases)
CMLAB_ROWS(policy_own_qp, policy_own_qp_cases)
CMLAB_ROWS(policy_moves_qp, policy_moves_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(policy_offer, policy_offer_gen_params),
	KUNIT_CASE_PARAM(policy_accept, policy_accept_gen_params),
	KUNIT_CASE_PARAM(policy_raw, policy_raw_gen_params),
	KUNIT_CASE_PARAM(policy_reply, policy_reply_gen_params),
	KUNIT_CASE_PARAM(policy_own_qp, policy_own_qp_gen_params),
	KUNIT_CASE_PARAM(policy_moves_qp, policy_moves_qp_gen_params),
	KUNIT_CASE(policy_ird_held),
	KUNIT_CASE(policy_qp_depth),
	KUNIT_CASE(policy_silent_profile),
	KUNIT_CASE(policy_header),
	{},
};

struct kunit_suite cmlab_suite_policy = {
	.name = "cmlab_policy",
	.test_cases = cases,
};
