// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The decisions. Everything here is in this side's perspective: IRD is what this
 * side serves, ORD what it issues. Wide numbers throughout; every value that ends
 * in params fits its field.
 */
#include <cmlab/policy.h>

#define F_BIT(n) (1U << CMLAB_F_##n)

/* Values that no MPA frame carries and no iWARP QP has (cma.c:4401-4406, iwcm.c:1111-1180). */
#define IWARP_UNUSED \
	(F_BIT(RETRY) | F_BIT(RNR) | F_BIT(FLOW) | F_BIT(SRQ) | F_BIT(MIN_RNR) | F_BIT(TIMEOUT))

/* What the adapters know and no profile asks for. */
#define NOT_DECIDED (F_BIT(PDLEN) | F_BIT(MTU))

/* The depths, by enum cmlab_field. */
static const struct {
	enum cmlab_why why;
	enum cmlab_reason below_floor;
	enum cmlab_reason above_offer;
	u8 mock;
	u32 (*limit)(const struct cmlab_limits *l);
} depths[] = {
	[CMLAB_F_IRD] = {
		.why = CMLAB_WHY_DEV_QP_RD_ATOM,
		.below_floor = CMLAB_REASON_IRD_FLOOR,
		.above_offer = CMLAB_REASON_REPLY_IRD,
		.mock = CMLAB_MOCK_QP_RD_ATOM,
		.limit = cmlab_limits_ird,
	},
	[CMLAB_F_ORD] = {
		.why = CMLAB_WHY_DEV_QP_INIT_RD_ATOM,
		.below_floor = CMLAB_REASON_ORD_FLOOR,
		.above_offer = CMLAB_REASON_REPLY_ORD,
		.mock = CMLAB_MOCK_QP_INIT_RD_ATOM,
		.limit = cmlab_limits_ord,
	},
};

static bool is_iwarp(const struct cmlab_limits *l)
{
	return l->transport == CMLAB_TRANSPORT_IWARP;
}

static void set_depths(const struct cmlab_event_conn *ev, struct cmlab_values *out)
{
	cmlab_values_set(out, CMLAB_F_IRD, ev->responder_resources);
	cmlab_values_set(out, CMLAB_F_ORD, ev->initiator_depth);
}

static void iwarp_advertised(const struct cmlab_limits *l, enum cmlab_role role,
			     const struct cmlab_event_conn *ev, struct cmlab_values *out)
{
	const struct cmlab_driver_info *info = cmlab_limits_driver(l->driver);
	bool active = role == CMLAB_ROLE_ACTIVE;

	if (active ? info->no_reply_depths : info->no_request_depths)
		return;
	set_depths(ev, out);
	if (active && info->reply_swapped)
		swap(out->v[CMLAB_F_IRD], out->v[CMLAB_F_ORD]);
}

void cmlab_policy_advertised(const struct cmlab_limits *l, enum cmlab_role role,
			     const struct cmlab_event_conn *ev, struct cmlab_values *out)
{
	memset(out, 0, sizeof(*out));
	if (is_iwarp(l)) {
		iwarp_advertised(l, role, ev, out);
		return;
	}
	set_depths(ev, out);
	if (role == CMLAB_ROLE_PASSIVE)
		cmlab_values_set(out, CMLAB_F_RETRY, ev->retry_count);
	cmlab_values_set(out, CMLAB_F_RNR, ev->rnr_retry_count);
	cmlab_values_set(out, CMLAB_F_FLOW, ev->flow_control);
	cmlab_values_set(out, CMLAB_F_SRQ, ev->srq);
	cmlab_values_set(out, CMLAB_F_QPN, ev->qp_num);
}

static void begin(struct cmlab_decision *d)
{
	memset(d, 0, sizeof(*d));
	d->reason = CMLAB_REASON_NONE;
	d->field = CMLAB_NR_FIELDS;
}

/* The first thing wrong is the one that is told. */
static void refuse(struct cmlab_decision *d, enum cmlab_reason reason, enum cmlab_field f, u32 have,
		   u32 need)
{
	if (d->reason)
		return;
	d->reason = reason;
	d->field = f;
	d->have = have;
	d->need = need;
}

static void take_requested(const struct cmlab_profile *p, struct cmlab_decision *d)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (p->set & ~NOT_DECIDED & 1U << f)
			cmlab_values_set(&d->requested, f, p->range[f].target);
}

static u32 fit_field(const struct cmlab_side *side, struct cmlab_decision *d, enum cmlab_field f,
		     u32 v)
{
	const struct cmlab_field_info *info = cmlab_field_info(f);

	if (v > info->wire_max && side->profile->strict)
		refuse(d, CMLAB_REASON_FIELD_RANGE, f, v, info->wire_max);
	return cmlab_values_clamp(&d->clamps, f, v, info->wire_max, info->why, false);
}

static u32 bound_by_room(const struct cmlab_side *side, struct cmlab_decision *d, u32 v)
{
	const struct cmlab_limits *l = side->limits;
	u32 floor = side->profile->range[CMLAB_F_IRD].floor;
	u32 room = cmlab_limits_room(l, side->res_used);

	if (v >= floor && room < floor)
		refuse(d, CMLAB_REASON_RES_EXHAUSTED, CMLAB_F_IRD, room, floor);
	return cmlab_values_clamp(&d->clamps, CMLAB_F_IRD, v, room, CMLAB_WHY_DEV_RES_RD_ATOM,
				  l->mock & CMLAB_MOCK_RES_RD_ATOM);
}

static void hold_floor(const struct cmlab_side *side, struct cmlab_decision *d, enum cmlab_field f,
		       u32 v)
{
	u32 floor = side->profile->range[f].floor;

	if (v < floor)
		refuse(d, depths[f].below_floor, f, v, floor);
}

static void decide_depth(const struct cmlab_side *side, enum cmlab_field f,
			 const struct cmlab_values *adv, struct cmlab_decision *d)
{
	const struct cmlab_limits *l = side->limits;
	u32 v;

	if (!cmlab_values_has(&d->requested, f))
		return;
	v = fit_field(side, d, f, cmlab_values_get(&d->requested, f));
	v = cmlab_values_clamp(&d->clamps, f, v, side->profile->range[f].ceiling,
			       CMLAB_WHY_PROFILE_CEILING, false);
	v = cmlab_values_clamp(&d->clamps, f, v, depths[f].limit(l), depths[f].why,
			       l->mock & depths[f].mock);
	if (f == CMLAB_F_IRD)
		v = bound_by_room(side, d, v);
	if (adv && cmlab_values_has(adv, f))
		v = cmlab_values_clamp(&d->clamps, f, v, cmlab_values_get(adv, f),
				       CMLAB_WHY_PEER_OFFERED, false);
	cmlab_values_set(&d->params, f, v);
	hold_floor(side, d, f, v);
}

/* Why @f goes nowhere on this transport in this message; CMLAB_NR_WHYS if it does. */
static enum cmlab_why unused(const struct cmlab_side *side, bool reply, enum cmlab_field f)
{
	/* cma.c:4238-4294, 4576-4586: a SIDR_REQ has private data, a SIDR_REP these two besides. */
	if (side->ud)
		return reply && (f == CMLAB_F_QKEY || f == CMLAB_F_QPN) ? CMLAB_NR_WHYS :
									  CMLAB_WHY_UNUSED_UD;
	if (f == CMLAB_F_QKEY)
		return CMLAB_WHY_UNUSED_RC;
	if (is_iwarp(side->limits) && IWARP_UNUSED & 1U << f)
		return CMLAB_WHY_UNUSED_IWARP;
	if (reply && f == CMLAB_F_RETRY)
		return CMLAB_WHY_UNUSED_REP;
	return CMLAB_NR_WHYS;
}

/*
 * rdma_cm takes these two from the QP when the id has one (cma.c:4438-4441); with
 * a QP of our own they must say the same, or the peer talks to another QP.
 */
static bool set_own_qp(const struct cmlab_side *side, enum cmlab_field f, u32 v,
		       struct cmlab_decision *d)
{
	u32 own = f == CMLAB_F_SRQ ? side->has_srq : side->qp_num;

	if (!side->qp_num || (f != CMLAB_F_SRQ && f != CMLAB_F_QPN))
		return false;
	if (cmlab_values_has(&d->requested, f))
		cmlab_values_record(&d->clamps, f, v, own, CMLAB_WHY_OWN_QP, false);
	cmlab_values_set(&d->params, f, own);
	return true;
}

static void decide_other(const struct cmlab_side *side, bool reply, enum cmlab_field f,
			 struct cmlab_decision *d)
{
	u32 v = cmlab_values_get(&d->requested, f);
	enum cmlab_why why = unused(side, reply, f);

	if (why != CMLAB_NR_WHYS)
		cmlab_values_record(&d->clamps, f, v, 0, why, false);
	else if (!set_own_qp(side, f, v, d) && cmlab_values_has(&d->requested, f))
		cmlab_values_set(&d->params, f, fit_field(side, d, f, v));
}

static void decide(const struct cmlab_side *side, const struct cmlab_values *adv,
		   struct cmlab_decision *d)
{
	unsigned int f;

	begin(d);
	take_requested(side->profile, d);
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (f < ARRAY_SIZE(depths) && !side->ud)
			decide_depth(side, f, adv, d);
		else if (!(NOT_DECIDED & 1U << f))
			decide_other(side, adv, f, d);
}

enum cmlab_reason cmlab_policy_offer(const struct cmlab_side *side, struct cmlab_decision *d)
{
	decide(side, NULL, d);
	/* The active side's retry_count programs both QPs, whatever the peer answers. */
	if (!d->reason)
		cmlab_values_copy(&d->negotiated, &d->params, CMLAB_F_RETRY);
	return d->reason;
}

/* What both QPs will have after an accept; some iWARP drivers overrule its depths. */
static void negotiate(const struct cmlab_side *side, const struct cmlab_values *adv,
		      struct cmlab_decision *d)
{
	const struct cmlab_driver_info *info = cmlab_limits_driver(side->limits->driver);
	u32 ird = cmlab_values_get(&d->params, CMLAB_F_IRD);
	u32 ord = cmlab_values_get(&d->params, CMLAB_F_ORD);
	u32 asked = cmlab_values_get(adv, CMLAB_F_IRD);

	/* siw_cm.c:1612-1630, cxgb4/cm.c:3150-3171: below what the peer asks. */
	if (is_iwarp(side->limits) && info->ird_raised && asked > ird) {
		cmlab_values_record(&d->clamps, CMLAB_F_IRD, ird, asked, CMLAB_WHY_DRIVER_RAISED,
				    false);
		ird = asked;
	}
	/* Above what the peer serves, which only a raw accept is. */
	if (is_iwarp(side->limits) && info->iw_ord_clamped && cmlab_values_has(adv, CMLAB_F_ORD))
		ord = min(ord, cmlab_values_get(adv, CMLAB_F_ORD));
	cmlab_values_set(&d->negotiated, CMLAB_F_IRD, ird);
	cmlab_values_set(&d->negotiated, CMLAB_F_ORD, ord);
	cmlab_values_copy(&d->negotiated, adv, CMLAB_F_RETRY);
	cmlab_values_copy(&d->negotiated, adv, CMLAB_F_RNR);
}

enum cmlab_reason cmlab_policy_accept(const struct cmlab_side *side, const struct cmlab_values *adv,
				      struct cmlab_decision *d)
{
	decide(side, adv, d);
	if (!d->reason && !side->ud)
		negotiate(side, adv, d);
	return d->reason;
}

/* The active side's retry_count is both QPs', as far as a message carries it. */
static void agree_on_retry(const struct cmlab_side *side, const struct cmlab_values *offered,
			   struct cmlab_decision *d)
{
	u32 v = cmlab_values_get(offered, CMLAB_F_RETRY);

	if (!side->ud && !is_iwarp(side->limits) && cmlab_values_has(offered, CMLAB_F_RETRY))
		cmlab_values_set(&d->negotiated, CMLAB_F_RETRY, min_t(u32, v, CMLAB_RETRY_MAX));
}

void cmlab_policy_raw(const struct cmlab_side *side, const struct cmlab_values *adv,
		      struct cmlab_decision *d)
{
	begin(d);
	take_requested(side->profile, d);
	d->params = d->requested;
	if (!adv) {
		agree_on_retry(side, &d->params, d);
		return;
	}
	cmlab_values_unset(&d->params, CMLAB_F_RETRY);
	if (!side->ud)
		negotiate(side, adv, d);
}

/* A driver that shows no depths in its reply leaves the offer as the only word. */
static u32 agree(enum cmlab_field f, const struct cmlab_values *offered,
		 const struct cmlab_values *adv, struct cmlab_decision *d)
{
	u32 have = cmlab_values_get(offered, f);
	u32 said = cmlab_values_get(adv, f);

	if (!cmlab_values_has(adv, f))
		return have;
	if (said > have)
		refuse(d, depths[f].above_offer, f, said, have);
	return cmlab_values_clamp(&d->clamps, f, have, said, CMLAB_WHY_PEER_OFFERED, false);
}

enum cmlab_reason cmlab_policy_reply(const struct cmlab_side *side,
				     const struct cmlab_values *offered,
				     const struct cmlab_values *adv, struct cmlab_decision *d)
{
	unsigned int f;

	begin(d);
	if (side->ud)
		return d->reason;
	for (f = 0; f < ARRAY_SIZE(depths); f++)
		cmlab_values_set(&d->negotiated, f, agree(f, offered, adv, d));
	for (f = 0; f < ARRAY_SIZE(depths); f++)
		hold_floor(side, d, f, cmlab_values_get(&d->negotiated, f));
	agree_on_retry(side, offered, d);
	cmlab_values_copy(&d->negotiated, adv, CMLAB_F_RNR);
	return d->reason;
}

u32 cmlab_policy_ird_held(const struct cmlab_decision *d)
{
	return max(cmlab_values_get(&d->params, CMLAB_F_IRD),
		   cmlab_values_get(&d->negotiated, CMLAB_F_IRD));
}

void cmlab_policy_own_qp(const struct cmlab_side *side, enum cmlab_role role,
			 struct cmlab_decision *d)
{
	if (is_iwarp(side->limits) || (side->ud && role == CMLAB_ROLE_ACTIVE))
		return;
	set_own_qp(side, CMLAB_F_QPN, cmlab_values_get(&d->params, CMLAB_F_QPN), d);
	if (!side->ud)
		set_own_qp(side, CMLAB_F_SRQ, cmlab_values_get(&d->params, CMLAB_F_SRQ), d);
}

u32 cmlab_policy_qp_depth(const struct cmlab_limits *l, enum cmlab_field f, u32 v)
{
	return min(v, depths[f].limit(l));
}

bool cmlab_policy_moves_qp(const struct cmlab_limits *l, enum cmlab_transitions transitions,
			   enum cmlab_ps ps)
{
	return transitions == CMLAB_TRANSITIONS_LAB && ps != CMLAB_PS_UDP && !is_iwarp(l);
}

void cmlab_policy_header(const struct cmlab_side *side, const struct cmlab_decision *d,
			 enum cmlab_wire_kind kind, u32 caps, struct cmlab_wire_hdr *hdr)
{
	const struct cmlab_limits *l = side->limits;

	memset(hdr, 0, sizeof(*hdr));
	hdr->kind = kind;
	hdr->caps = caps;
	hdr->max_ird = (u32)max(l->max_qp_rd_atom, 0);
	hdr->max_ord = (u32)max(l->max_qp_init_rd_atom, 0);
	hdr->want_ird = side->profile->range[CMLAB_F_IRD].target;
	hdr->want_ord = side->profile->range[CMLAB_F_ORD].target;
	hdr->field = CMLAB_NR_FIELDS;
	if (kind != CMLAB_WIRE_REJ)
		return;
	hdr->reason = d->reason;
	hdr->field = d->field;
	hdr->have = d->have;
	hdr->need = d->need;
}

/* What iWARP drivers leave 0 or fill with the netdev's, since their QPs have none of it. */
#define IWARP_NOT_QUERIED \
	(F_BIT(RETRY) | F_BIT(RNR) | F_BIT(TIMEOUT) | F_BIT(MIN_RNR) | F_BIT(QPN) | F_BIT(QKEY))

static void drop(struct cmlab_values *vals, u32 fields)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (fields & 1U << f)
			cmlab_values_unset(vals, f);
}

bool cmlab_policy_programmed(const struct cmlab_limits *l, const struct cmlab_values *raw,
			     struct cmlab_values *out)
{
	const struct cmlab_driver_info *info = cmlab_limits_driver(l->driver);

	*out = *raw;
	if (cmlab_limits_fact(l, CMLAB_FACT_NO_MIN_RNR))
		drop(out, F_BIT(MIN_RNR));
	if (is_iwarp(l)) {
		drop(out, IWARP_NOT_QUERIED);
		if (info->query_no_depths || cmlab_limits_fact(l, CMLAB_FACT_ERDMA_NO_QUERY))
			drop(out, F_BIT(IRD) | F_BIT(ORD));
	}
	if (!info->query_crossed || !cmlab_values_has(out, CMLAB_F_IRD) ||
	    !cmlab_values_has(out, CMLAB_F_ORD))
		return false;
	swap(out->v[CMLAB_F_IRD], out->v[CMLAB_F_ORD]);
	return true;
}
