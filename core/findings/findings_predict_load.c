// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Findings that need to know what is to be done with the connection: 17, 28, 51 to 56,
 * 70, 71.
 */
#include "findings_predict.h"

#define ACTIVE	CMLAB_ROLE_ACTIVE
#define PASSIVE CMLAB_ROLE_PASSIVE

#define BACKLOG_DEFAULT 256 /* iwcm.c:103 */

static bool reads(const struct foresight *o)
{
	return o->w->op == CMLAB_OP_READ || o->w->op == CMLAB_OP_ATOMIC;
}

static bool none_posted(const struct foresight *o)
{
	return foresight_up(o) && !foresight_ud(o) && o->w->says_recv_posted && !o->w->recv_posted;
}

/* The first send ends the connection, without a wait. */
static bool fatal_at_once(const struct foresight *o)
{
	return foresight_iwarp(o) || !foresight_qp(o, ACTIVE, CMLAB_F_RNR);
}

bool cmlab_foresee_17(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	char stall[FORESIGHT_TIME];

	if (k || !none_posted(o) || fatal_at_once(o))
		return false;
	cmlab_verdict_say(f,
			  "0 receives are posted at the accept: the active side may send as soon as it is up, and each RNR NAK stalls it for %s.",
			  foresight_time(foresight_side(o, ACTIVE)->rnr_stall_ns, stall));
	cmlab_verdict_advise(f, "post receives before rdma_accept.");
	return true;
}

bool cmlab_foresee_55(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	if (k || !none_posted(o) || !fatal_at_once(o))
		return false;
	cmlab_verdict_say(f,
			  "0 receives are posted at the accept, and %s: the active side's first send ends the connection.",
			  foresight_iwarp(o) ? "iWARP has no RNR NAK" :
					       "the accept's rnr_retry_count is 0");
	cmlab_verdict_advise(f, "post receives before rdma_accept.");
	return true;
}

bool cmlab_foresee_28(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	u8 read = foresight_side(o, ACTIVE)->read;

	if (k || !foresight_up(o) || !reads(o) || read == CMLAB_READ_WORKS ||
	    read == CMLAB_READ_UNKNOWN || read == CMLAB_READ_NONE)
		return false;
	cmlab_verdict_say(f,
			  "The workload is %s and the first one %s: the active side issues %u, the passive side serves %u%s.",
			  cmlab_names_op(o->w->op), cmlab_names_read(read),
			  foresight_qp(o, ACTIVE, CMLAB_F_ORD),
			  foresight_qp(o, PASSIVE, CMLAB_F_IRD),
			  foresight_side(o, PASSIVE)->access & CMLAB_ACCESS_REMOTE_READ ?
				  "" :
				  " and has no REMOTE_READ permission");
	cmlab_verdict_advise(f,
			     "connect with initiator_depth and accept with responder_resources of at least %u.",
			     max_t(u32, o->w->depth, 1));
	return true;
}

bool cmlab_foresee_51(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	s64 active = foresight_side(o, ACTIVE)->retry_exceeded_ns;
	char time[FORESIGHT_TIME];

	if (k || !foresight_up(o) || active == CMLAB_TIME_NONE || active == CMLAB_TIME_NEVER)
		return false;
	cmlab_verdict_say(f,
			  "A peer lost under traffic is noticed %s after a send (retry_cnt %u, timeout %u; a device may take up to 4 times as long). An idle connection notices nothing.",
			  foresight_time(active, time), foresight_qp(o, ACTIVE, CMLAB_F_RETRY),
			  foresight_qp(o, ACTIVE, CMLAB_F_TIMEOUT));
	cmlab_verdict_advise(f,
			     "send a small message from time to time if silence must be noticed.");
	return true;
}

bool cmlab_foresee_52(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_limits *l = &foresight_in(o, PASSIVE)->device;
	u32 ird = foresight_qp(o, PASSIVE, CMLAB_F_IRD);
	u32 room = l->max_res_rd_atom > 0 ? (u32)l->max_res_rd_atom : 0;
	u32 fits = 0;

	if (k || !foresight_up(o) || !room || (u64)ird * o->w->connections <= room)
		return false;
	while (((u64)fits + 1) * o->w->connections <= room)
		fits++;
	cmlab_verdict_say(f,
			  "Responder resources of the passive side over all connections: %u of max_res_rd_atom %u (%u connections with %u each).",
			  ird * o->w->connections, room, o->w->connections, ird);
	cmlab_verdict_advise(f, "accept with responder_resources %u.", fits);
	return true;
}

static u32 depth(const struct foresight *o)
{
	return min(foresight_qp(o, ACTIVE, CMLAB_F_ORD), foresight_qp(o, PASSIVE, CMLAB_F_IRD));
}

static bool both_known(const struct foresight *o)
{
	return foresight_up(o) && reads(o) && foresight_has(o, ACTIVE, CMLAB_F_ORD) &&
	       foresight_has(o, PASSIVE, CMLAB_F_IRD) && depth(o);
}

bool cmlab_foresee_53(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	if (k || !both_known(o) || o->w->burst <= depth(o))
		return false;
	cmlab_verdict_say(f,
			  "A batch of %u %ss that must start together cannot start at depth %u (the active side issues %u, the passive serves %u).",
			  o->w->burst, cmlab_names_op(o->w->op), depth(o),
			  foresight_qp(o, ACTIVE, CMLAB_F_ORD),
			  foresight_qp(o, PASSIVE, CMLAB_F_IRD));
	cmlab_verdict_advise(f, "split it into batches of %u, or raise both depths.", depth(o));
	return true;
}

bool cmlab_foresee_54(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	if (k || !both_known(o) || o->w->depth <= depth(o))
		return false;
	cmlab_verdict_say(f,
			  "%u %ss are to be in flight and the depth is %u: the rest wait in the send queue of %s, and so does every send behind them.",
			  o->w->depth, cmlab_names_op(o->w->op), depth(o),
			  foresight_driver_name(o, ACTIVE));
	cmlab_verdict_advise(f,
			     "post at most %u at once, or connect and accept with a depth of %u.",
			     depth(o), o->w->depth);
	return true;
}

/* F3: within the other attribute, above its own. */
static bool other_limit(const struct foresight *o, unsigned int role)
{
	const struct cmlab_limits *l = &foresight_in(o, role)->device;
	s64 id = foresight_asked(o, role, CMLAB_F_ORD);
	s64 rr = foresight_asked(o, role, CMLAB_F_IRD);

	if (foresight_ud(o))
		return false;
	return (id > l->max_qp_init_rd_atom && id <= l->max_qp_rd_atom) ||
	       (rr > l->max_qp_rd_atom && rr <= l->max_qp_init_rd_atom);
}

bool cmlab_foresee_56(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, other_limit);
	const struct cmlab_limits *l;
	u32 id;
	bool ord;

	if (role == CMLAB_NR_ROLES)
		return false;
	l = &foresight_in(o, role)->device;
	id = foresight_asked(o, role, CMLAB_F_ORD);
	ord = (s64)id > l->max_qp_init_rd_atom && (s64)id <= l->max_qp_rd_atom;
	f->field = ord ? CMLAB_F_ORD : CMLAB_F_IRD;
	cmlab_verdict_say(f,
			  "The %s side's %s %u exceeds %s %d and not %s %d: initiator_depth pairs with max_qp_INIT_rd_atom, responder_resources with max_qp_rd_atom.",
			  cmlab_names_role(role), cmlab_names_field(f->field)->param,
			  foresight_asked(o, role, f->field),
			  ord ? "max_qp_init_rd_atom" : "max_qp_rd_atom",
			  ord ? l->max_qp_init_rd_atom : l->max_qp_rd_atom,
			  ord ? "max_qp_rd_atom" : "max_qp_init_rd_atom",
			  ord ? l->max_qp_rd_atom : l->max_qp_init_rd_atom);
	cmlab_verdict_advise(f, "clamp %s with %s.", cmlab_names_field(f->field)->param,
			     ord ? "max_qp_init_rd_atom" : "max_qp_rd_atom");
	return true;
}

bool cmlab_foresee_70(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	u32 backlog = o->w->backlog ? o->w->backlog : BACKLOG_DEFAULT;

	if (k || !foresight_iwarp(o) || o->w->connections <= backlog)
		return false;
	cmlab_verdict_say(f,
			  "%u connects at once meet a backlog of %u: on iWARP the rest are refused; on IB and RoCE the same backlog is ignored and they are only slow.",
			  o->w->connections, backlog);
	cmlab_verdict_advise(f,
			     "listen with a backlog of %u, or connect in smaller groups and retry.",
			     o->w->connections);
	return true;
}

bool cmlab_foresee_71(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	s64 all = (s64)o->w->connections * o->w->service_us * 1000;
	char needs[FORESIGHT_TIME], patience[FORESIGHT_TIME];

	if (k || foresight_iwarp(o) || o->p->unreachable_ns < 0 || all <= o->p->unreachable_ns)
		return false;
	cmlab_verdict_say(f,
			  "%u requests of %u us each take the passive side %s; a REQ is given up after %s. The last ones end in UNREACHABLE though the peer is alive.",
			  o->w->connections, o->w->service_us, foresight_time(all, needs),
			  foresight_time(o->p->unreachable_ns, patience));
	cmlab_verdict_advise(f,
			     "spread the connects over time, and do the work outside of the event handler.");
	return true;
}
