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
	struct cmlab_naive_end retold;
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

static void draw(struct cmlab_random *r, struct pair *pair)
{
	static const u8 drivers[] = {
		CMLAB_DRIVER_GENERIC,
		CMLAB_DRIVER_RXE,
		CMLAB_DRIVER_MLX5,
		CMLAB_DRIVER_BNXT_RE,
	};
	struct cmlab_predict_in *in = &pair->in;
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

/* The prediction in the story's words. */
static void retell(const struct cmlab_handshake *h, struct cmlab_naive_end *end)
{
	unsigned int i;

	memset(end, 0, sizeof(*end));
	end->outcome = h->outcome;
	for (i = 0; i < CMLAB_NR_ROLES; i++) {
		const struct cmlab_cm_event *ev = cmlab_end_last(&h->end[i]);
		const struct cmlab_values *v = &h->end[i].programmed;

		end->ret[i] = h->end[i].ret;
		end->event[i] = ev ? ev->event : -1;
		end->status[i] = ev ? ev->status : 0;
		end->len[i] = ev ? (int)ev->private_data_len : 0;
		end->qp[i].ord = value(v, CMLAB_F_ORD);
		end->qp[i].ird = value(v, CMLAB_F_IRD);
		end->qp[i].retry = value(v, CMLAB_F_RETRY);
		end->qp[i].rnr = value(v, CMLAB_F_RNR);
		end->qp[i].timeout = value(v, CMLAB_F_TIMEOUT);
		end->qp[i].access = (int)h->end[i].access;
	}
}

static const char *not_as_told(struct pair *pair)
{
	retell(&pair->h, &pair->retold);
	cmlab_naive_predict(&pair->in, &pair->end);
	return memcmp(&pair->retold, &pair->end, sizeof(pair->end)) ? "not as told" : NULL;
}

/* Both stories differ in the numbers named by their place in struct cmlab_naive_end. */
static void tell(struct kunit *test, const struct pair *pair, u32 round, const char *broken)
{
	const int *got = (const int *)&pair->retold, *want = (const int *)&pair->end;
	unsigned int i;

	KUNIT_FAIL(test, "round %u: %s, %s and %s, outcome %u", round, broken,
		   cmlab_name(&cmlab_drivers, pair->in.side[0].device.driver),
		   cmlab_name(&cmlab_drivers, pair->in.side[1].device.driver), pair->h.outcome);
	for (i = 0; i < sizeof(pair->end) / sizeof(*got); i++)
		if (got[i] != want[i])
			KUNIT_FAIL(test, "number %u: %d, naive %d", i, got[i], want[i]);
}

/* A kind of pairs, and what must be so of each: NULL, or the rule that is broken. */
struct random_pairs {
	const char *name;
	const char *from;
	u32 stream;
	u32 rounds;
	void (*draw)(struct cmlab_random *r, struct pair *pair);
	const char *(*broken)(struct pair *pair);
	/* outcomes that must come often, for the draw to be worth something; by bit */
	u32 ends;
};

static void random_predict(struct kunit *test)
{
	const struct random_pairs *c = test->param_value;
	struct pair *pair = kunit_kzalloc(test, sizeof(*pair), GFP_KERNEL);
	u32 round, bad = 0, outcome, ends[CMLAB_NR_OUTCOMES] = {};
	struct cmlab_random r;

	cmlab_random_init(&r, c->stream);
	for (round = 0; round < CMLAB_ROUNDS(c->rounds) && bad < 3; round++) {
		const char *broken;

		c->draw(&r, pair);
		cmlab_predict(&pair->in, &pair->h);
		ends[pair->h.outcome]++;
		broken = c->broken(pair);
		if (!broken)
			continue;
		tell(test, pair, round, broken);
		bad++;
	}
	for (outcome = 0; outcome < CMLAB_NR_OUTCOMES; outcome++)
		if (c->ends >> outcome & 1)
			KUNIT_EXPECT_LE_MSG(test, 100, ends[outcome], "%s",
					    cmlab_name(&cmlab_outcomes, outcome));
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

static const char *unsound(struct pair *pair)
{
	if (!within_limits(pair))
		return "above a limit";
	if (!mirrored(pair))
		return "the ends do not mirror each other";
	return is_told(pair) ? NULL : "a failure or a cut without its finding";
}

static void draw_lab(struct cmlab_random *r, struct pair *pair)
{
	unsigned int i;

	do
		draw(r, pair);
	while (pair->in.transport == CMLAB_TRANSPORT_IWARP);
	pair->in.transitions = CMLAB_TRANSITIONS_LAB;
	for (i = 0; i < CMLAB_NR_ROLES; i++)
		pair->in.side[i].device.driver = CMLAB_DRIVER_GENERIC;
}

/* With transitions=lab nothing is programmed that was not offered, or that is above a limit. */
static const char *unlike_lab(struct pair *pair)
{
	const struct cmlab_values *offer = &pair->h.end[0].sent;
	const struct cmlab_values *word = &pair->h.end[1].sent;

	if (!established(pair))
		return NULL;
	if (qp(pair, 0, CMLAB_F_ORD) > cmlab_values_get(offer, CMLAB_F_ORD) ||
	    qp(pair, 0, CMLAB_F_IRD) > cmlab_values_get(offer, CMLAB_F_IRD))
		return "more than was offered";
	if (qp(pair, 0, CMLAB_F_ORD) > cmlab_values_get(word, CMLAB_F_IRD))
		return "more than the peer serves";
	return within_limits(pair) ? NULL : "above a limit";
}

/* Whatever the sides are and do. */
static void draw_widely(struct cmlab_random *r, struct pair *pair)
{
	struct cmlab_predict_in *in = &pair->in;
	unsigned int i;

	draw(r, pair);
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

static const char *one_sided(struct pair *pair)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		if (!sees_what_was_sent(pair, role))
			return "an end sees what was not sent";
		if (!sends_by_a_call(pair, role))
			return "an end sends without a call";
	}
	return NULL;
}

#define OFTEN(o) (1U << CMLAB_OUTCOME_##o)

static const struct random_pairs random_pairs[] = {
	{ "as the naive story has it", "naive_predict.h", 40, 1000000, draw, not_as_told,
	  OFTEN(ESTABLISHED) | OFTEN(REJECTED) | OFTEN(CONNECT_ERROR) | OFTEN(LOCAL_ERROR) },
	{ "whatever the numbers are", "model 3", 41, 30000, draw, unsound, 0 },
	{ "lab", "model 3.4", 42, 200000, draw_lab, unlike_lab, OFTEN(ESTABLISHED) },
	{ "whatever the sides do", "handshake.h", 43, 200000, draw_widely, one_sided,
	  OFTEN(ESTABLISHED) | OFTEN(REJECTED) },
};

CMLAB_ROWS(random_predict, random_pairs)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(random_predict, random_predict_gen_params),
	{},
};

struct kunit_suite cmlab_suite_random_predict = {
	.name = "cmlab_random_predict",
	.test_cases = cases,
};
