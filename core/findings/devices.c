// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Depths against what the devices have.
 */
#include "judge.h"

/* The attribute that pairs with a depth, and its name. */
static s32 limit_of(const struct cmlab_limits *l, unsigned int f)
{
	return f == CMLAB_F_IRD ? l->max_qp_rd_atom : l->max_qp_init_rd_atom;
}

static const char *limit_name(unsigned int f)
{
	return f == CMLAB_F_IRD ? "max_qp_rd_atom" : "max_qp_init_rd_atom";
}

/* What a driver holds a depth against. */
struct bound {
	const char *name;
	u32 limit;
};

static struct bound bound_of(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	const struct cmlab_end *e = end_of(j, role);
	const struct cmlab_limits *l = knows(j, role, CMLAB_KNOWS_DRIVER) ? &e->device : &e->limits;
	const struct cmlab_driver_info *info = driver_of(j, role);
	u8 by = f == CMLAB_F_IRD ? info->ird_bound : info->ord_bound;
	unsigned int pair = by == CMLAB_BOUND_RD ? CMLAB_F_IRD : CMLAB_F_ORD;

	if (by == CMLAB_BOUND_NONE)
		return (struct bound){ "nothing", 0xffffffff };
	return (struct bound){ limit_name(pair), (u32)max(limit_of(l, pair), 0) };
}

/* @v of a depth is too much for a side's driver, which is known. */
static bool is_above(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 v)
{
	return knows(j, role, CMLAB_KNOWS_DRIVER) && v > bound_of(j, role, f).limit;
}

static void accept_exceeds_own_device(struct cmlab_judge *j, unsigned int f)
{
	const struct cmlab_end *e = end_of(j, PASSIVE);
	unsigned int at = cmlab_field_at_peer(f);
	struct bound bound = bound_of(j, PASSIVE, f);
	u32 asked = asked_of(j, PASSIVE, f);

	if (e->call != CMLAB_CALL_ACCEPT || e->ret >= 0 || !is_above(j, PASSIVE, f, asked) ||
	    (f == CMLAB_F_ORD && driver_of(j, PASSIVE)->ord_capped))
		return;
	cmlab_say(j,
		  "The accept asks its own device for %s %u; its %s is %u: rdma_accept returns %d (%s) and the active side sees only REJECTED.",
		  name_of(f), asked, bound.name, bound.limit, e->ret, cmlab_errno_name(e->ret));
	if (has_sent(j, ACTIVE, at))
		bound.limit = min(bound.limit, sent_of(j, ACTIVE, at));
	cmlab_advise(j, "accept with %s %u: the smaller of its own limit and what the REQ offered.",
		     name_of(f), bound.limit);
}

static void accept_exceeds_peers_device(struct cmlab_judge *j, unsigned int theirs)
{
	unsigned int mine = cmlab_field_at_peer(theirs);
	struct bound bound = bound_of(j, ACTIVE, mine);
	u32 v = sent_of(j, PASSIVE, theirs);

	if (j->h->outcome != CMLAB_OUTCOME_CONNECT_ERROR || !is_above(j, ACTIVE, mine, v))
		return;
	cmlab_say(j,
		  "The accept says %s %u, which becomes %s of the ACTIVE side's QP; its %s is %u. rdma_accept returns 0, the active side gets CONNECT_ERROR -22 and the passive side REJECTED 28 afterwards.",
		  name_of(theirs), v, cmlab_field_info(mine)->attr, bound.name, bound.limit);
	/* The least of all that bound it: what the REQ offered may be what has just failed. */
	cmlab_advise(j, "accept with %s %u.", name_of(theirs),
		     min(min(sent_of(j, ACTIVE, mine), bound.limit),
			 bound_of(j, PASSIVE, theirs).limit));
}

static void connect_exceeds_device(struct cmlab_judge *j, unsigned int f)
{
	const struct cmlab_end *e = end_of(j, ACTIVE);
	u32 asked = asked_of(j, ACTIVE, f), limit = bound_of(j, ACTIVE, f).limit;

	if (e->call != CMLAB_CALL_CONNECT || e->ret >= 0 || e->sent.known ||
	    !is_above(j, ACTIVE, f, asked))
		return;
	cmlab_say(j,
		  "%s %u is above the device's %u: on iWARP rdma_connect refuses at once, %s with %d (%s). On IB and RoCE it would return 0.",
		  name_of(f), asked, limit, driver_name(j, ACTIVE), e->ret,
		  cmlab_errno_name(e->ret));
	cmlab_advise(j, "connect with %s %u or less.", name_of(f), limit);
}

static void offer_exceeds_device(struct cmlab_judge *j, unsigned int f)
{
	struct bound bound = bound_of(j, ACTIVE, f);

	if (!is_above(j, ACTIVE, f, asked_of(j, ACTIVE, f)) || !has_sent(j, ACTIVE, f))
		return;
	cmlab_say(j,
		  "The connect offers %s %u; its device's %s is %u. rdma_connect does not look and returns 0; an accept that takes the offer makes the active side fail with CONNECT_ERROR.",
		  name_of(f), sent_of(j, ACTIVE, f), bound.name, bound.limit);
	cmlab_advise(j, "connect with %s %u.", name_of(f), bound.limit);
}

/* F3: within the other attribute, above its own. */
static void depth_bounded_by_other_limit(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_limits *l = &end_of(j, role)->device;
	bool rd = l->max_qp_rd_atom < l->max_qp_init_rd_atom;
	unsigned int f = rd ? CMLAB_F_IRD : CMLAB_F_ORD, other = cmlab_field_at_peer(f);
	s64 asked = asked_of(j, role, f);

	if (!knows(j, role, CMLAB_KNOWS_DRIVER) || asked <= limit_of(l, f) ||
	    asked > limit_of(l, other))
		return;
	cmlab_say(j,
		  "%s's %s %u exceeds %s %d but not %s %d: initiator_depth pairs with max_qp_INIT_rd_atom, responder_resources with max_qp_rd_atom.",
		  cmlab_who_begins(j, role), name_of(f), (u32)asked, limit_name(f), limit_of(l, f),
		  limit_name(other), limit_of(l, other));
	j->f->field = (u8)f;
	cmlab_advise(j, "clamp %s with %s.", name_of(f), limit_name(f));
}

static void limit_exceeds_field(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_limits *l = &end_of(j, role)->limits;
	unsigned int f = l->max_qp_rd_atom > CMLAB_DEPTH_MAX ? CMLAB_F_IRD : CMLAB_F_ORD;
	s32 limit = limit_of(l, f);

	if (!knows(j, role, CMLAB_KNOWS_LIMITS) || limit <= CMLAB_DEPTH_MAX)
		return;
	cmlab_say(j,
		  "%s's device reports %s %d, and %s is 8 bits: assigned as it is, it becomes %u.",
		  cmlab_who_begins(j, role), limit_name(f), limit, name_of(f), (u32)limit & 255);
	j->f->field = (u8)f;
}

/* iWARP lowers the request's depth, the others what the accept gives to the QP. */
static bool lowers_depth(const struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_driver_info *info = driver_of(j, role);
	u32 due = sent_of(j, PASSIVE, at_accept(role, CMLAB_F_ORD));

	if (is_iwarp(j))
		return role == ACTIVE && has_sent(j, ACTIVE, CMLAB_F_ORD) &&
		       !info->iw_connect_err &&
		       sent_of(j, ACTIVE, CMLAB_F_ORD) < asked_of(j, ACTIVE, CMLAB_F_ORD);
	return info->ord_capped && is_up(j) && is_rc(j) && is_above(j, role, CMLAB_F_ORD, due);
}

static void driver_lowers_depth(struct cmlab_judge *j, unsigned int role)
{
	struct bound bound = bound_of(j, role, CMLAB_F_ORD);

	if (!lowers_depth(j, role))
		return;
	cmlab_say(j, "%s lowers what %s issues to its %s %u without an error.",
		  driver_name(j, role), cmlab_who(j, role), bound.name, bound.limit);
	cmlab_advise(j, "read max_rd_atomic back, or ask for %u.", bound.limit);
}

const struct cmlab_row cmlab_rows_devices[] = {
	{ 21, ERROR, CMLAB_F_IRD, IF_NOT_UD, "the accept asks its own device for more than it has",
	  .judge_depth = accept_exceeds_own_device },
	{ 22, ERROR, CMLAB_F_IRD, IF_RC, "the accept asks the peer's device for more than it has",
	  .judge_depth = accept_exceeds_peers_device },
	{ 23, ERROR, CMLAB_F_IRD, IF_IWARP, "rdma_connect refuses a depth above the device's",
	  .judge_depth = connect_exceeds_device },
	{ 56, ERROR, CMLAB_F_ORD, IF_NOT_UD, "a depth was bounded by the other depth's limit",
	  .judge_side = depth_bounded_by_other_limit },
	{ 63, WARNING, CMLAB_F_ORD, 0, "the driver lowers a depth silently",
	  .judge_side = driver_lowers_depth },
	{ 65, WARNING, CMLAB_F_IRD, 0, "the device's limit does not fit the field",
	  "clamp as int, narrow last: min_t(int, 255, limit).", .judge_side = limit_exceeds_field },
	{ 75, WARNING, CMLAB_F_IRD, IF_RC, "the offer is above this device's limit",
	  .judge_depth = offer_exceeds_device },
	{}
};
