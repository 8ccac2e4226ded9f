// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Random inputs against the naive computation, and against what must hold of every
 * decision whatever it is. A failing round names itself; the seed is printed by the
 * userspace runner and fixed in the kernel.
 */
#include "naive.h"
#include "random.h"
#include "suites.h"

#include <cmlab/policy.h>

/* One side of a random connection. */
struct actor {
	struct cmlab_limits limits;
	struct cmlab_profile profile;
	struct cmlab_side side;
	struct cmlab_values adv;
	struct cmlab_decision d;
	struct cmlab_decision reply;
};

/* Mostly small numbers and the edges, sometimes anything. */
static u32 some_number(struct cmlab_random *r)
{
	static const u32 edges[] = {
		0,   1,	  4,   7,     8,     16,	 31,	     32,	 128,
		255, 256, 257, 65535, 65536, 0x7fffffff, 0x80000000, 0xffffffff,
	};

	switch (cmlab_random_below(r, 4)) {
	case 0:
		return edges[cmlab_random_below(r, ARRAY_SIZE(edges))];
	case 1:
		return cmlab_random_below(r, 300);
	case 2:
		return cmlab_random_below(r, 20);
	default:
		return cmlab_random_chance(r, 8) ? cmlab_random_u32(r) : cmlab_random_below(r, 40);
	}
}

static void some_limits(struct cmlab_random *r, struct cmlab_limits *l)
{
	memset(l, 0, sizeof(*l));
	l->max_qp_rd_atom = (s32)some_number(r);
	l->max_qp_init_rd_atom = (s32)some_number(r);
	l->max_res_rd_atom = (s32)some_number(r);
	l->transport = (u8)cmlab_random_below(r, CMLAB_NR_TRANSPORTS);
	l->driver = (u8)cmlab_random_below(r, CMLAB_NR_DRIVERS);
	l->mock = (u8)cmlab_random_below(r, 8);
}

static void some_profile(struct cmlab_random *r, struct cmlab_profile *p)
{
	unsigned int f;

	memset(p, 0, sizeof(*p));
	p->strict = cmlab_random_chance(r, 3);
	p->set = cmlab_random_u32(r) & ((1U << CMLAB_NR_FIELDS) - 1);
	p->set |= 1U << CMLAB_F_IRD | 1U << CMLAB_F_ORD;
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		p->range[f].target = some_number(r);
		p->range[f].ceiling = cmlab_random_chance(r, 2) ? p->range[f].target :
								  some_number(r);
		p->range[f].floor = cmlab_random_chance(r, 2) ? 0 : cmlab_random_below(r, 20);
	}
}

static void some_actor(struct cmlab_random *r, struct actor *a)
{
	some_limits(r, &a->limits);
	some_profile(r, &a->profile);
	memset(&a->side, 0, sizeof(a->side));
	a->side.limits = &a->limits;
	a->side.profile = &a->profile;
	if (cmlab_random_chance(r, 2))
		a->side.res_used = some_number(r);
	if (cmlab_random_chance(r, 2))
		a->side.qp_num = cmlab_random_below(r, 0x1000000);
	a->side.has_srq = cmlab_random_chance(r, 2);
	a->side.ud = cmlab_random_chance(r, 6);
}

static void some_offer(struct cmlab_random *r, struct cmlab_values *adv)
{
	unsigned int f;

	memset(adv, 0, sizeof(*adv));
	for (f = 0; f <= CMLAB_F_RNR; f++)
		if (!cmlab_random_chance(r, 5))
			cmlab_values_set(adv, f, cmlab_random_below(r, 256));
}

static bool agrees(const struct cmlab_decision *d, const struct cmlab_naive *n)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		s64 got = cmlab_values_has(&d->params, f) ? (s64)d->params.v[f] : -1;

		if (got != n->params[f])
			return false;
	}
	return d->reason == n->reason && d->field == n->field;
}

/* Following the clamps of @f from what was requested leads to what is in params. */
static bool clamps_explain(const struct cmlab_decision *d, unsigned int f)
{
	u32 v = d->requested.v[f];
	u32 i;

	for (i = 0; i < d->clamps.nr; i++) {
		const struct cmlab_clamp *c = &d->clamps.c[i];

		if (c->field != f || c->why == CMLAB_WHY_DRIVER_RAISED)
			continue;
		if (c->from != v || c->from == c->to)
			return false;
		v = c->to;
	}
	return v == d->params.v[f];
}

static const char *broken_rule(const struct actor *a, const struct cmlab_values *adv)
{
	const struct cmlab_decision *d = &a->d;
	unsigned int f;

	if (d->params.v[CMLAB_F_IRD] > cmlab_limits_ird(&a->limits) ||
	    d->params.v[CMLAB_F_ORD] > cmlab_limits_ord(&a->limits))
		return "above the own limit";
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		if (d->params.v[f] > cmlab_field_info(f)->wire_max)
			return "does not fit its field";
		if (cmlab_values_has(&d->requested, f) && !clamps_explain(d, f))
			return "a change without its record";
	}
	for (f = CMLAB_F_IRD; f <= CMLAB_F_ORD; f++)
		if (adv && cmlab_values_has(adv, f) && d->params.v[f] > adv->v[f])
			return "above what the peer offered";
	if (d->clamps.lost)
		return "a clamp was lost";
	return NULL;
}

static bool check_round(struct kunit *test, u32 round, const struct actor *a,
			const struct cmlab_values *adv)
{
	struct cmlab_naive naive;
	const char *broken = broken_rule(a, adv);

	cmlab_naive_decide(&a->side, adv, &naive);
	if (!agrees(&a->d, &naive))
		broken = "differs from the naive computation";
	if (broken)
		KUNIT_FAIL(test, "round %u, %s: %s", round, adv ? "accept" : "offer", broken);
	return !broken;
}

static void random_decisions(struct kunit *test)
{
	struct actor *a = kunit_kzalloc(test, sizeof(*a), GFP_KERNEL);
	struct cmlab_random r;
	u32 round;

	cmlab_random_init(&r, 1);
	for (round = 0; round < CMLAB_ROUNDS(1000000); round++) {
		bool reply = round % 2;

		some_actor(&r, a);
		some_offer(&r, &a->adv);
		if (reply)
			cmlab_policy_accept(&a->side, &a->adv, &a->d);
		else
			cmlab_policy_offer(&a->side, &a->d);
		if (!check_round(test, round, a, reply ? &a->adv : NULL))
			return;
	}
}

/* What the CM of IB and RoCE makes of a REQ or REP for its receiver: model 2.1. */
static void through_ib(const struct cmlab_values *sent, struct cmlab_event_conn *ev)
{
	memset(ev, 0, sizeof(*ev));
	ev->responder_resources = (u8)sent->v[CMLAB_F_ORD];
	ev->initiator_depth = (u8)sent->v[CMLAB_F_IRD];
	ev->retry_count = (u8)sent->v[CMLAB_F_RETRY];
	ev->rnr_retry_count = (u8)sent->v[CMLAB_F_RNR];
}

/* What siw's active side is shown of the reply: model 2.4. */
static void through_siw_reply(const struct cmlab_values *negotiated, struct cmlab_event_conn *ev)
{
	memset(ev, 0, sizeof(*ev));
	ev->responder_resources = (u8)negotiated->v[CMLAB_F_IRD];
	ev->initiator_depth = (u8)negotiated->v[CMLAB_F_ORD];
}

static void handshake(struct cmlab_random *r, struct actor *a, struct actor *p, bool siw)
{
	struct cmlab_event_conn ev;

	some_actor(r, a);
	some_actor(r, p);
	a->limits.transport = siw ? CMLAB_TRANSPORT_IWARP : CMLAB_TRANSPORT_ROCE;
	a->limits.driver = siw ? CMLAB_DRIVER_SIW : CMLAB_DRIVER_RXE;
	p->limits.transport = a->limits.transport;
	a->side.ud = false;
	p->side.ud = false;
	p->limits.driver = a->limits.driver;
	if (cmlab_policy_offer(&a->side, &a->d))
		return;
	through_ib(&a->d.params, &ev);
	cmlab_policy_advertised(&p->limits, CMLAB_ROLE_PASSIVE, &ev, &p->adv);
	if (cmlab_policy_accept(&p->side, &p->adv, &p->d))
		return;
	if (siw)
		through_siw_reply(&p->d.negotiated, &ev);
	else
		through_ib(&p->d.params, &ev);
	cmlab_policy_advertised(&a->limits, CMLAB_ROLE_ACTIVE, &ev, &a->adv);
	cmlab_policy_reply(&a->side, &a->d.params, &a->adv, &a->reply);
}

static const char *not_mirrored(const struct actor *a, const struct actor *p, bool siw)
{
	const u32 *av = a->reply.negotiated.v;
	const u32 *pv = p->d.negotiated.v;

	if (a->reply.reason >= CMLAB_REASON_REPLY_IRD)
		return "a reply of this protocol breaks the offer";
	if (av[CMLAB_F_IRD] != pv[CMLAB_F_ORD] || av[CMLAB_F_ORD] != pv[CMLAB_F_IRD])
		return "the ends do not mirror each other";
	if (av[CMLAB_F_ORD] > cmlab_limits_ord(&a->limits) ||
	    pv[CMLAB_F_ORD] > cmlab_limits_ord(&p->limits))
		return "more is issued than a device can";
	if (!siw && (av[CMLAB_F_IRD] > cmlab_limits_ird(&a->limits) ||
		     pv[CMLAB_F_IRD] > cmlab_limits_ird(&p->limits)))
		return "more is served than a device can";
	if (!siw && av[CMLAB_F_RETRY] != pv[CMLAB_F_RETRY])
		return "the active's retry_count is not both's";
	if (!siw && (av[CMLAB_F_RNR] != p->d.params.v[CMLAB_F_RNR] ||
		     pv[CMLAB_F_RNR] != a->d.params.v[CMLAB_F_RNR]))
		return "rnr_retry_count is not crossed";
	return NULL;
}

static void random_handshakes(struct kunit *test)
{
	struct actor *a = kunit_kzalloc(test, sizeof(*a), GFP_KERNEL);
	struct actor *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	u32 round, whole = 0;
	struct cmlab_random r;

	cmlab_random_init(&r, 2);
	for (round = 0; round < CMLAB_ROUNDS(300000); round++) {
		bool siw = cmlab_random_chance(&r, 2);
		const char *broken;

		handshake(&r, a, p, siw);
		if (a->d.reason || p->d.reason)
			continue;
		whole++;
		broken = not_mirrored(a, p, siw);
		if (!broken)
			continue;
		KUNIT_FAIL(test, "round %u, %s: %s", round, siw ? "siw" : "rxe", broken);
		return;
	}
	/* Most rounds are refused somewhere; enough must come through to mean anything. */
	KUNIT_EXPECT_LE(test, CMLAB_ROUNDS(300000) / 20, whole);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(random_decisions),
	KUNIT_CASE(random_handshakes),
	{},
};

struct kunit_suite cmlab_suite_random = {
	.name = "cmlab_random",
	.test_cases = cases,
};
