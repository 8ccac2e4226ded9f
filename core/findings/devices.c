// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Depths against what the devices have.
 */
#include "judge.h"

static const u8 depths[] = { CMLAB_F_IRD, CMLAB_F_ORD };

static void accept_exceeds_own_device(struct cmlab_judge *j)
{
	const struct cmlab_end *e = end_of(j, PASSIVE);
	unsigned int i;

	if (e->call != CMLAB_CALL_ACCEPT || e->ret >= 0 || is_ud(j))
		return;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		unsigned int f = depths[i], at = cmlab_field_at_peer(f);
		const char *what;
		u32 limit = cmlab_bound_of(j, PASSIVE, f, &what);

		if (!cmlab_is_above(j, PASSIVE, f, asked_of(j, PASSIVE, f)) ||
		    (f == CMLAB_F_ORD && driver_of(j, PASSIVE)->ord_capped))
			continue;
		cmlab_say(j,
			  "The accept asks its own device for %s %u; its %s is %u: rdma_accept returns %d (%s) and the active side sees only REJECTED.",
			  name_of(f), asked_of(j, PASSIVE, f), what, limit, e->ret,
			  cmlab_errno_name(e->ret));
		j->f->field = (u8)f;
		if (has_sent(j, ACTIVE, at))
			limit = min(limit, sent_of(j, ACTIVE, at));
		cmlab_advise(j,
			     "accept with %s %u: the smaller of the own limit and what the REQ offered.",
			     name_of(f), limit);
	}
}

static void accept_exceeds_peers_device(struct cmlab_judge *j)
{
	unsigned int i;

	if (j->h->outcome != CMLAB_OUTCOME_CONNECT_ERROR || !is_rc(j))
		return;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		unsigned int theirs = depths[i], mine = cmlab_field_at_peer(theirs);
		const char *what;
		u32 v = sent_of(j, PASSIVE, theirs), limit = cmlab_bound_of(j, ACTIVE, mine, &what);

		if (!cmlab_is_above(j, ACTIVE, mine, v))
			continue;
		cmlab_say(j,
			  "The accept says %s %u, which becomes %s of the ACTIVE side's QP; its %s is %u. rdma_accept returns 0, the active side gets CONNECT_ERROR -22 and the passive side REJECTED 28 afterwards.",
			  name_of(theirs), v, cmlab_field_info(mine)->attr, what, limit);
		j->f->field = (u8)theirs;
		cmlab_advise(j, "accept with %s of at most what the REQ offered (%u).",
			     name_of(theirs), sent_of(j, ACTIVE, mine));
	}
}

static void connect_exceeds_device(struct cmlab_judge *j)
{
	const struct cmlab_end *e = end_of(j, ACTIVE);
	unsigned int i;

	if (!is_iwarp(j) || e->call != CMLAB_CALL_CONNECT || e->ret >= 0 || e->sent.known)
		return;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		unsigned int f = depths[i];
		const char *what;
		u32 limit = cmlab_bound_of(j, ACTIVE, f, &what);

		if (!cmlab_is_above(j, ACTIVE, f, asked_of(j, ACTIVE, f)))
			continue;
		cmlab_say(j,
			  "%s %u is above the device's %u: on iWARP rdma_connect refuses at once, %s with %d (%s). On IB and RoCE it would return 0.",
			  name_of(f), asked_of(j, ACTIVE, f), limit, driver_name(j, ACTIVE), e->ret,
			  cmlab_errno_name(e->ret));
		j->f->field = (u8)f;
		cmlab_advise(j, "connect with %s %u or less.", name_of(f), limit);
	}
}

static void offer_exceeds_device(struct cmlab_judge *j)
{
	unsigned int i;

	if (!is_rc(j))
		return;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		unsigned int f = depths[i];
		const char *what;
		u32 limit = cmlab_bound_of(j, ACTIVE, f, &what);

		if (!cmlab_is_above(j, ACTIVE, f, asked_of(j, ACTIVE, f)) ||
		    !has_sent(j, ACTIVE, f))
			continue;
		cmlab_say(j,
			  "The connect offers %s %u; its device's %s is %u. rdma_connect does not look and returns 0; an accept that takes the offer makes the active side fail with CONNECT_ERROR.",
			  name_of(f), sent_of(j, ACTIVE, f), what, limit);
		j->f->field = (u8)f;
		cmlab_advise(j, "connect with %s %u.", name_of(f), limit);
	}
}

/* F3: within the other attribute, above its own. */
static void depth_bounded_by_other_limit(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		const struct cmlab_limits *l = &end_of(j, role)->device;
		s64 ord = asked_of(j, role, CMLAB_F_ORD), ird = asked_of(j, role, CMLAB_F_IRD);
		bool ord_above = ord > l->max_qp_init_rd_atom && ord <= l->max_qp_rd_atom;
		bool ird_above = ird > l->max_qp_rd_atom && ird <= l->max_qp_init_rd_atom;
		unsigned int f = ord_above ? CMLAB_F_ORD : CMLAB_F_IRD;

		if (is_ud(j) || !knows(j, role, CMLAB_KNOWS_DRIVER) || (!ord_above && !ird_above))
			continue;
		cmlab_say(j,
			  "%s %s %u exceeds %s %d and not %s %d: initiator_depth pairs with max_qp_INIT_rd_atom, responder_resources with max_qp_rd_atom.",
			  cmlab_whose_begins(j, role), name_of(f), asked_of(j, role, f),
			  ord_above ? "max_qp_init_rd_atom" : "max_qp_rd_atom",
			  ord_above ? l->max_qp_init_rd_atom : l->max_qp_rd_atom,
			  ord_above ? "max_qp_rd_atom" : "max_qp_init_rd_atom",
			  ord_above ? l->max_qp_rd_atom : l->max_qp_init_rd_atom);
		j->f->field = (u8)f;
		cmlab_advise(j, "clamp %s with %s.", name_of(f),
			     ord_above ? "max_qp_init_rd_atom" : "max_qp_rd_atom");
	}
}

static void limit_exceeds_field(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		const struct cmlab_limits *l = &end_of(j, role)->limits;
		bool rd = l->max_qp_rd_atom > CMLAB_DEPTH_MAX;
		s32 limit = rd ? l->max_qp_rd_atom : l->max_qp_init_rd_atom;
		unsigned int f = rd ? CMLAB_F_IRD : CMLAB_F_ORD;

		if (!knows(j, role, CMLAB_KNOWS_LIMITS) || limit <= CMLAB_DEPTH_MAX)
			continue;
		cmlab_say(j,
			  "%s device reports %s %d, and %s is 8 bits: assigned as it is, it becomes %u.",
			  cmlab_whose_begins(j, role),
			  rd ? "max_qp_rd_atom" : "max_qp_init_rd_atom", limit, name_of(f),
			  (u32)limit & 255);
		j->f->field = (u8)f;
		cmlab_advise(j, "clamp as int, narrow last: min_t(int, 255, limit).");
	}
}

/* iWARP lowers the request's depth, the others what the accept gives to the QP. */
static bool lowers_depth(const struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_driver_info *info = driver_of(j, role);
	unsigned int at = role == PASSIVE ? CMLAB_F_ORD : CMLAB_F_IRD;

	if (is_iwarp(j))
		return role == ACTIVE && has_sent(j, ACTIVE, CMLAB_F_ORD) &&
		       !info->iw_connect_err &&
		       sent_of(j, ACTIVE, CMLAB_F_ORD) < asked_of(j, ACTIVE, CMLAB_F_ORD);
	return info->ord_capped && is_up(j) && is_rc(j) &&
	       cmlab_is_above(j, role, CMLAB_F_ORD, sent_of(j, PASSIVE, at));
}

static void driver_lowers_depth(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		const char *what;
		u32 limit = cmlab_bound_of(j, role, CMLAB_F_ORD, &what);

		if (!lowers_depth(j, role))
			continue;
		cmlab_say(j, "%s lowers what %s issues to its %s %u without an error.",
			  driver_name(j, role), cmlab_who(j, role), what, limit);
		cmlab_advise(j, "read max_rd_atomic back, or ask for %u.", limit);
	}
}

static const struct cmlab_row rows[] = {
	{ CMLAB_CL_ACCEPT_OWN_LIMIT, CMLAB_SEVERITY_ERROR, CMLAB_F_IRD,
	  "the accept asks its own device for more than it has", accept_exceeds_own_device },
	{ CMLAB_CL_ACCEPT_PEER_LIMIT, CMLAB_SEVERITY_ERROR, CMLAB_F_IRD,
	  "the accept asks the peer's device for more than it has", accept_exceeds_peers_device },
	{ CMLAB_CL_CONNECT_LIMIT, CMLAB_SEVERITY_ERROR, CMLAB_F_IRD,
	  "rdma_connect refuses a depth above the device's", connect_exceeds_device },
	{ CMLAB_CL_OTHER_LIMIT, CMLAB_SEVERITY_ERROR, CMLAB_F_ORD,
	  "a depth was bounded by the other depth's limit", depth_bounded_by_other_limit },
	{ CMLAB_CL_DEPTH_LOWERED, CMLAB_SEVERITY_WARN, CMLAB_F_ORD,
	  "the driver lowers a depth silently", driver_lowers_depth },
	{ CMLAB_CL_LIMIT_TOO_WIDE, CMLAB_SEVERITY_WARN, CMLAB_F_IRD,
	  "the device's limit does not fit the field", limit_exceeds_field },
	{ CMLAB_CL_OFFER_LIMIT, CMLAB_SEVERITY_WARN, CMLAB_F_IRD,
	  "the offer is above this device's limit", offer_exceeds_device },
};

CMLAB_TOPIC(devices, rows);
