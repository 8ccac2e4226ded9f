// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Random pairs: the prediction against the naive story, and against what must be so
 * whatever the numbers are.
 */
#include "naive_predict.h"
#include "random.h"
#include "suites.h"

#include <cmlab/findings.h>

struct pair {
	struct cmlab_predict_in in;
	struct cmlab_prediction p;
	struct cmlab_naive_end end;
	struct cmlab_finding f;
};

static u32 one_of(struct cmlab_random *r, const u32 *values, u32 n)
{
	return cmlab_random_chance(r, 8) ? cmlab_random_below(r, 256) :
					   values[cmlab_random_below(r, n)];
}

static void draw_side(struct cmlab_random *r, struct cmlab_predict_side *side)
{
	static const u32 depths[] = { 0, 1, 2, 4, 5, 8, 16, 17, 100, 128, 129, 255 };
	static const u32 counts[] = { 0, 1, 6, 7, 8, 255 };
	static const u32 lengths[] = {
		0, 0, 0, 1, 56, 57, 92, 93, 196, 197, 219, 220, 251, 252, 253, 255,
	};
	static const u32 timeouts[] = { 0, 1, 14, 15, 16, 18, 19, 20, 31, 32 };
	static const s32 limits[] = { 1, 4, 16, 16, 128, 128, 255 };
	struct cmlab_values *v = &side->params;

	cmlab_values_set(v, CMLAB_F_IRD, one_of(r, depths, ARRAY_SIZE(depths)));
	cmlab_values_set(v, CMLAB_F_ORD, one_of(r, depths, ARRAY_SIZE(depths)));
	cmlab_values_set(v, CMLAB_F_RETRY, one_of(r, counts, ARRAY_SIZE(counts)));
	cmlab_values_set(v, CMLAB_F_RNR, one_of(r, counts, ARRAY_SIZE(counts)));
	cmlab_values_set(v, CMLAB_F_FLOW, cmlab_random_below(r, 3));
	cmlab_values_set(v, CMLAB_F_PDLEN, one_of(r, lengths, ARRAY_SIZE(lengths)));
	cmlab_values_set(v, CMLAB_F_TIMEOUT, timeouts[cmlab_random_below(r, ARRAY_SIZE(timeouts))]);
	cmlab_values_set(v, CMLAB_F_MIN_RNR, cmlab_random_below(r, 33));
	side->timeout_when = (u8)cmlab_random_below(r, CMLAB_NR_WHENS);
	side->min_rnr_when = (u8)cmlab_random_below(r, CMLAB_NR_WHENS);
	side->device.max_qp_rd_atom = limits[cmlab_random_below(r, ARRAY_SIZE(limits))];
	side->device.max_qp_init_rd_atom = limits[cmlab_random_below(r, ARRAY_SIZE(limits))];
	side->device.local_ca_ack_delay = 10 + cmlab_random_below(r, 12);
	side->device.kernel = (u16)cmlab_kernel_release(cmlab_random_below(r, CMLAB_NR_KERNELS));
	side->limits = side->device;
}

static void draw(struct cmlab_random *r, struct cmlab_predict_in *in)
{
	static const u8 drivers[] = {
		CMLAB_DRIVER_GENERIC,
		CMLAB_DRIVER_RXE,
		CMLAB_DRIVER_MLX5,
		CMLAB_DRIVER_BNXT_RE,
	};
	bool siw = cmlab_random_chance(r, 3);
	unsigned int i;

	cmlab_predict_init(in, siw ? CMLAB_TRANSPORT_IWARP : CMLAB_TRANSPORT_ROCE,
			   CMLAB_DRIVER_SIW);
	if (!siw)
		in->family = (u8)cmlab_random_below(r, CMLAB_NR_FAMILIES);
	for (i = 0; i < CMLAB_NR_ROLES; i++) {
		if (!siw)
			in->side[i].device.driver =
				drivers[cmlab_random_below(r, ARRAY_SIZE(drivers))];
		draw_side(r, &in->side[i]);
	}
}

static int value(const struct cmlab_values *vals, enum cmlab_field f)
{
	return cmlab_values_has(vals, f) ? (int)cmlab_values_get(vals, f) : -1;
}

static bool same_qp(const struct cmlab_predicted_side *s, const struct cmlab_naive_qp *q)
{
	return value(&s->qp, CMLAB_F_ORD) == q->ord && value(&s->qp, CMLAB_F_IRD) == q->ird &&
	       value(&s->qp, CMLAB_F_RETRY) == q->retry && value(&s->qp, CMLAB_F_RNR) == q->rnr &&
	       value(&s->qp, CMLAB_F_TIMEOUT) == q->timeout && (int)s->access == q->access;
}

static bool same_side(const struct cmlab_predicted_side *s, const struct cmlab_naive_end *end,
		      int side)
{
	const struct cmlab_predicted_event *ev = cmlab_predict_last(s);

	if (s->ret != end->ret[side] || !same_qp(s, &end->qp[side]))
		return false;
	if (!ev)
		return end->event[side] == -1;
	return ev->event == end->event[side] && ev->status == end->status[side] &&
	       (int)ev->private_data_len == end->len[side];
}

static void tell(struct kunit *test, const struct pair *pair, u32 round)
{
	unsigned int i;

	for (i = 0; i < CMLAB_NR_ROLES; i++) {
		const struct cmlab_predicted_side *s = &pair->p.side[i];
		const struct cmlab_naive_qp *q = &pair->end.qp[i];

		KUNIT_FAIL(test,
			   "round %u %s: %s outcome %u %d, ret %d %d, qp %d/%d %d/%d %d %x, naive %d/%d %d/%d %d %x",
			   round, cmlab_names_role(i),
			   cmlab_names_driver(pair->in.side[i].device.driver), pair->p.outcome,
			   pair->end.outcome, s->ret, pair->end.ret[i], value(&s->qp, CMLAB_F_ORD),
			   value(&s->qp, CMLAB_F_IRD), value(&s->qp, CMLAB_F_RETRY),
			   value(&s->qp, CMLAB_F_RNR), value(&s->qp, CMLAB_F_TIMEOUT), s->access,
			   q->ord, q->ird, q->retry, q->rnr, q->timeout, (u32)q->access);
	}
}

static void random_predict(struct kunit *test)
{
	struct pair *pair = kunit_kzalloc(test, sizeof(*pair), GFP_KERNEL);
	u32 round, bad = 0, ends[CMLAB_NR_OUTCOMES] = {};
	struct cmlab_random r;

	cmlab_random_init(&r, 40);
	for (round = 0; round < CMLAB_ROUNDS(1000000) && bad < 3; round++) {
		draw(&r, &pair->in);
		cmlab_predict(&pair->in, &pair->p);
		cmlab_naive_predict(&pair->in, &pair->end);
		ends[pair->p.outcome]++;
		if (pair->p.outcome == pair->end.outcome &&
		    same_side(&pair->p.side[0], &pair->end, 0) &&
		    same_side(&pair->p.side[1], &pair->end, 1))
			continue;
		tell(test, pair, round);
		bad++;
	}
	/* The draw is worth something only if it comes to every end. */
	KUNIT_EXPECT_TRUE(test, ends[CMLAB_OUTCOME_ESTABLISHED] > 100);
	KUNIT_EXPECT_TRUE(test, ends[CMLAB_OUTCOME_REJECTED] > 100);
	KUNIT_EXPECT_TRUE(test, ends[CMLAB_OUTCOME_CONNECT_ERROR] > 100);
	KUNIT_EXPECT_TRUE(test, ends[CMLAB_OUTCOME_LOCAL_ERROR] > 100);
}

static bool established(const struct pair *pair)
{
	return pair->p.outcome == CMLAB_OUTCOME_ESTABLISHED;
}

static u32 qp(const struct pair *pair, unsigned int role, enum cmlab_field f)
{
	return cmlab_values_get(&pair->p.side[role].qp, f);
}

/* What a driver refuses or lowers is never in a QP, rounding apart; generic does not round. */
static bool within_limits(const struct pair *pair)
{
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		const struct cmlab_limits *l = &pair->in.side[r].device;

		if (l->driver != CMLAB_DRIVER_GENERIC)
			continue;
		if (qp(pair, r, CMLAB_F_IRD) > cmlab_limits_ird(l) ||
		    qp(pair, r, CMLAB_F_ORD) > cmlab_limits_ord(l))
			return false;
	}
	return true;
}

static bool plain(const struct pair *pair)
{
	return pair->in.side[0].device.driver == CMLAB_DRIVER_GENERIC &&
	       pair->in.side[1].device.driver == CMLAB_DRIVER_GENERIC;
}

/* What one issues the other serves, and both repeat as often. */
static bool mirrored(const struct pair *pair)
{
	return !established(pair) || !plain(pair) ||
	       (qp(pair, 0, CMLAB_F_ORD) == qp(pair, 1, CMLAB_F_IRD) &&
		qp(pair, 1, CMLAB_F_ORD) == qp(pair, 0, CMLAB_F_IRD) &&
		qp(pair, 0, CMLAB_F_RETRY) == qp(pair, 1, CMLAB_F_RETRY));
}

/* Whatever fails has an error's words, and whatever is cut has a finding. */
static bool is_told(struct pair *pair)
{
	bool failed = !established(pair), cut = false, said = false, error = false;
	bool rc = pair->in.transport == CMLAB_TRANSPORT_ROCE;
	unsigned int r;
	u32 n;

	for (r = 0; rc && r < CMLAB_NR_ROLES; r++) {
		const struct cmlab_values *v = &pair->in.side[r].params;

		cut |= v->v[CMLAB_F_RNR] > 7 || v->v[CMLAB_F_FLOW] > 1 ||
		       (!r && v->v[CMLAB_F_RETRY] > 7);
	}
	for (n = 0; cmlab_findings_prediction(&pair->p, NULL, n, &pair->f); n++) {
		error |= pair->f.severity == CMLAB_SEVERITY_ERROR;
		said |= pair->f.number == 20;
	}
	return (!failed || error) && cut == said;
}

static void random_predict_invariants(struct kunit *test)
{
	struct pair *pair = kunit_kzalloc(test, sizeof(*pair), GFP_KERNEL);
	struct cmlab_random r;
	u32 round, bad = 0;

	cmlab_random_init(&r, 41);
	for (round = 0; round < CMLAB_ROUNDS(30000) && bad < 3; round++) {
		draw(&r, &pair->in);
		cmlab_predict(&pair->in, &pair->p);
		if (within_limits(pair) && mirrored(pair) && is_told(pair))
			continue;
		KUNIT_FAIL(test, "round %u: limits %d, mirrored %d, told %d", round,
			   within_limits(pair), mirrored(pair), is_told(pair));
		tell(test, pair, round);
		bad++;
	}
}

/* With transitions=lab nothing is programmed that was not offered, or that is above a limit. */
static bool lab_holds(const struct pair *pair)
{
	const struct cmlab_values *offer = &pair->p.side[0].sent;
	const struct cmlab_values *word = &pair->p.side[1].sent;

	if (!established(pair))
		return true;
	return qp(pair, 0, CMLAB_F_ORD) <= cmlab_values_get(offer, CMLAB_F_ORD) &&
	       qp(pair, 0, CMLAB_F_IRD) <= cmlab_values_get(offer, CMLAB_F_IRD) &&
	       qp(pair, 0, CMLAB_F_ORD) <= cmlab_values_get(word, CMLAB_F_IRD) &&
	       within_limits(pair);
}

static void random_predict_lab(struct kunit *test)
{
	struct pair *pair = kunit_kzalloc(test, sizeof(*pair), GFP_KERNEL);
	struct cmlab_random r;
	u32 round, bad = 0;

	cmlab_random_init(&r, 42);
	for (round = 0; round < CMLAB_ROUNDS(200000) && bad < 3; round++) {
		draw(&r, &pair->in);
		if (pair->in.transport == CMLAB_TRANSPORT_IWARP)
			continue;
		pair->in.transitions = CMLAB_TRANSITIONS_LAB;
		pair->in.side[0].device.driver = CMLAB_DRIVER_GENERIC;
		pair->in.side[1].device.driver = CMLAB_DRIVER_GENERIC;
		cmlab_predict(&pair->in, &pair->p);
		if (lab_holds(pair))
			continue;
		tell(test, pair, round);
		bad++;
	}
	KUNIT_EXPECT_EQ(test, bad, 0);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(random_predict),
	KUNIT_CASE(random_predict_invariants),
	KUNIT_CASE(random_predict_lab),
	{},
};

struct kunit_suite cmlab_suite_random_predict = {
	.name = "cmlab_random_predict",
	.test_cases = cases,
};
