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
	struct cmlab_handshake h;
	struct cmlab_naive_end end;
	struct cmlab_findings found;
	struct cmlab_profile profiles[CMLAB_NR_ROLES];
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

static bool same_qp(const struct cmlab_end *s, const struct cmlab_naive_qp *q)
{
	return value(&s->programmed, CMLAB_F_ORD) == q->ord &&
	       value(&s->programmed, CMLAB_F_IRD) == q->ird &&
	       value(&s->programmed, CMLAB_F_RETRY) == q->retry &&
	       value(&s->programmed, CMLAB_F_RNR) == q->rnr &&
	       value(&s->programmed, CMLAB_F_TIMEOUT) == q->timeout && (int)s->access == q->access;
}

static bool same_side(const struct cmlab_end *s, const struct cmlab_naive_end *end, int side)
{
	const struct cmlab_cm_event *ev = cmlab_end_last(s);

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
		const struct cmlab_end *s = &pair->h.end[i];
		const struct cmlab_naive_qp *q = &pair->end.qp[i];

		KUNIT_FAIL(test,
			   "round %u %s: %s outcome %u %d, ret %d %d, qp %d/%d %d/%d %d %x, naive %d/%d %d/%d %d %x",
			   round, cmlab_name(&cmlab_roles, i),
			   cmlab_name(&cmlab_drivers, pair->in.side[i].device.driver),
			   pair->h.outcome, pair->end.outcome, s->ret, pair->end.ret[i],
			   value(&s->programmed, CMLAB_F_ORD), value(&s->programmed, CMLAB_F_IRD),
			   value(&s->programmed, CMLAB_F_RETRY), value(&s->programmed, CMLAB_F_RNR),
			   value(&s->programmed, CMLAB_F_TIMEOUT), s->access, q->ord, q->ird,
			   q->retry, q->rnr, q->timeout, (u32)q->access);
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
		cmlab_predict(&pair->in, &pair->h);
		cmlab_naive_predict(&pair->in, &pair->end);
		ends[pair->h.outcome]++;
		if (pair->h.outcome == pair->end.outcome &&
		    same_side(&pair->h.end[0], &pair->end, 0) &&
		    same_side(&pair->h.end[1], &pair->end, 1))
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
	return pair->h.outcome == CMLAB_OUTCOME_ESTABLISHED;
}

static u32 qp(const struct pair *pair, unsigned int role, enum cmlab_field f)
{
	return cmlab_values_get(&pair->h.end[role].programmed, f);
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
	cmlab_findings_collect(&pair->h, NULL, &pair->found);
	for (n = 0; n < pair->found.nr; n++) {
		error |= pair->found.f[n].severity == CMLAB_SEVERITY_ERROR;
		said |= pair->found.f[n].number == CMLAB_CL_VALUE_CUT;
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
		cmlab_predict(&pair->in, &pair->h);
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
	const struct cmlab_values *offer = &pair->h.end[0].sent;
	const struct cmlab_values *word = &pair->h.end[1].sent;

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
		cmlab_predict(&pair->in, &pair->h);
		if (lab_holds(pair))
			continue;
		tell(test, pair, round);
		bad++;
	}
	KUNIT_EXPECT_EQ(test, bad, 0);
}

/* Whatever the sides are and do. */
static void draw_widely(struct cmlab_random *r, struct pair *pair)
{
	struct cmlab_predict_in *in = &pair->in;
	unsigned int i;

	draw(r, in);
	in->ps = cmlab_random_chance(r, 8) ? CMLAB_PS_UDP : CMLAB_PS_TCP;
	in->transitions = (u8)cmlab_random_below(r, CMLAB_NR_TRANSITIONS);
	if (cmlab_random_chance(r, 4))
		in->answer = (u8)cmlab_random_below(r, CMLAB_NR_ANSWERS);
	for (i = 0; i < CMLAB_NR_ROLES; i++) {
		struct cmlab_predict_side *side = &in->side[i];

		side->qp_num = cmlab_random_chance(r, 2) ? cmlab_random_below(r, 1U << 24) : 0;
		side->has_srq = cmlab_random_chance(r, 2);
		side->null_param = cmlab_random_chance(r, 16);
		side->profile = NULL;
		if (cmlab_random_chance(r, 2))
			continue;
		cmlab_profile_default(&pair->profiles[i]);
		pair->profiles[i].range[CMLAB_F_IRD].target = cmlab_random_below(r, 300);
		pair->profiles[i].range[CMLAB_F_ORD].target = cmlab_random_below(r, 300);
		side->profile = &pair->profiles[i];
	}
}

/* What an end has seen is what its peer has sent, as far as it is known; ROCE shows both depths. */
static bool sees_what_was_sent(const struct pair *pair, unsigned int role)
{
	const struct cmlab_values *seen = &pair->h.end[role].seen;
	struct cmlab_values sent;
	unsigned int f;

	if (!seen->known || pair->in.transport != CMLAB_TRANSPORT_ROCE)
		return true;
	cmlab_values_at_peer(&pair->h.end[!role].sent, &sent);
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_values_has(seen, f) && value(seen, f) != value(&sent, f))
			return false;
	if (pair->in.ps == CMLAB_PS_UDP)
		return cmlab_values_has(seen, CMLAB_F_QKEY);
	return cmlab_values_has(seen, CMLAB_F_IRD) && cmlab_values_has(seen, CMLAB_F_ORD);
}

/* What is sent went with a call, and nobody sees what was not. */
static bool sends_by_a_call(const struct pair *pair, unsigned int role)
{
	const struct cmlab_end *e = &pair->h.end[role];

	if (!e->message.sent)
		return !e->sent.known && !pair->h.end[!role].seen.known;
	return e->sent.known && (e->asked.known || e->null_param) && e->ret != CMLAB_NO_ERRNO &&
	       e->message.sent_len == cmlab_values_get(&e->sent, CMLAB_F_PDLEN);
}

static void random_predict_both_ends(struct kunit *test)
{
	struct pair *pair = kunit_kzalloc(test, sizeof(*pair), GFP_KERNEL);
	struct cmlab_random r;
	u32 round, role, bad = 0, seen[CMLAB_NR_ROLES] = {};

	cmlab_random_init(&r, 43);
	for (round = 0; round < CMLAB_ROUNDS(200000) && bad < 3; round++) {
		draw_widely(&r, pair);
		cmlab_predict(&pair->in, &pair->h);
		for (role = 0; role < CMLAB_NR_ROLES; role++) {
			seen[role] += !!pair->h.end[role].seen.known;
			if (sees_what_was_sent(pair, role) && sends_by_a_call(pair, role))
				continue;
			KUNIT_FAIL(test, "round %u %s: sees %d, sends %d", round,
				   cmlab_name(&cmlab_roles, role), sees_what_was_sent(pair, role),
				   sends_by_a_call(pair, role));
			bad++;
		}
	}
	KUNIT_EXPECT_TRUE(test, seen[CMLAB_ROLE_ACTIVE] > 100);
	KUNIT_EXPECT_TRUE(test, seen[CMLAB_ROLE_PASSIVE] > 100);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(random_predict),
	KUNIT_CASE(random_predict_invariants),
	KUNIT_CASE(random_predict_lab),
	KUNIT_CASE(random_predict_both_ends),
	{},
};

struct kunit_suite cmlab_suite_random_predict = {
	.name = "cmlab_random_predict",
	.test_cases = cases,
};
