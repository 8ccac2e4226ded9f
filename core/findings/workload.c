// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What is to be done with the connection, or was found to be possible over it.
 */
#include "judge.h"

#define MOST_US 1000000000000ULL /* so that as many ns are a number */

static bool reads(const struct cmlab_judge *j)
{
	return j->w->op == CMLAB_OP_READ || j->w->op == CMLAB_OP_ATOMIC;
}

/* The side that has posted no receive; CMLAB_NR_ROLES if none is known to have none. */
static unsigned int without_receives(const struct cmlab_judge *j)
{
	unsigned int role;

	if (!is_up(j) || is_ud(j))
		return CMLAB_NR_ROLES;
	if (j->w->says_recv_posted)
		return j->w->recv_posted ? CMLAB_NR_ROLES : PASSIVE;
	for (role = 0; role < CMLAB_NR_ROLES; role++)
		if (knows(j, role, CMLAB_KNOWS_RECEIVES) && !end_of(j, role)->recv_posted)
			break;
	return role;
}

/* The first send to @receiver ends the connection, without a wait. */
static bool is_fatal(const struct cmlab_judge *j, unsigned int receiver)
{
	u32 rnr;

	return is_iwarp(j) || (cmlab_rnr_of(j, !receiver, &rnr) && !rnr);
}

/* The first send to @receiver waits; how long a wait is, is another question. */
static bool is_waiting(const struct cmlab_judge *j, unsigned int receiver)
{
	u32 rnr;

	return !is_iwarp(j) && cmlab_rnr_of(j, !receiver, &rnr) && rnr;
}

static void early_send_waits(struct cmlab_judge *j)
{
	unsigned int receiver = without_receives(j);
	char stall[CMLAB_TIME_STR] = "";
	bool known;

	if (receiver == CMLAB_NR_ROLES || !is_waiting(j, receiver))
		return;
	known = has_qp(j, receiver, CMLAB_F_MIN_RNR);
	if (known)
		cmlab_time_text((s64)cmlab_ib_rnr_us(qp_of(j, receiver, CMLAB_F_MIN_RNR)) *
					CMLAB_NS_PER_US,
				stall);
	cmlab_say(j,
		  "0 receives are posted at the %s: %s may send as soon as it is up, and each RNR NAK stalls it%s%s.",
		  call_of(receiver), cmlab_who(j, !receiver), known ? " for " : "", stall);
	cmlab_advise(j, "post receives before rdma_%s.", call_of(receiver));
}

static void early_send_is_fatal(struct cmlab_judge *j)
{
	unsigned int receiver = without_receives(j);

	/* Data that have come found a receive. */
	if (receiver == CMLAB_NR_ROLES || !is_fatal(j, receiver) ||
	    j->h->carried == CMLAB_CARRIED_DATA)
		return;
	if (is_iwarp(j))
		cmlab_say(j,
			  "0 receives are posted at the %s, and iWARP has no RNR NAK: a send of %s that comes before one ends the connection.",
			  call_of(receiver), cmlab_who(j, !receiver));
	else
		cmlab_say(j,
			  "0 receives are posted at the %s, and the %s's rnr_retry_count is 0: a send of %s that comes before one ends the connection.",
			  call_of(receiver), call_of(receiver), cmlab_who(j, !receiver));
	cmlab_advise(j, "post receives before rdma_%s.", call_of(receiver));
}

static void early_send_waits_for_ever(struct cmlab_judge *j)
{
	unsigned int receiver = without_receives(j);
	u32 rnr;

	if (receiver == CMLAB_NR_ROLES || is_iwarp(j) || !cmlab_rnr_of(j, !receiver, &rnr) ||
	    rnr != CMLAB_RETRY_MAX)
		return;
	cmlab_say(j,
		  "The %s's rnr_retry_count 7 lets %s send wait for ever for a receive; no error will tell that none is ever posted.",
		  call_of(receiver), cmlab_whose(j, !receiver));
	cmlab_advise(j, "post receives, or %s with 1 to 6 while developing.", call_of(receiver));
}

static void nothing_was_carried(struct cmlab_judge *j)
{
	const struct cmlab_pdata *peer;

	if (!has_viewpoint(j) || !is_up(j) || j->h->carried != CMLAB_CARRIED_NOTHING)
		return;
	peer = &end_of(j, !j->h->viewpoint)->message;
	if (!peer->has_hdr || !(peer->hdr.caps & CMLAB_WIRE_CAP_PING))
		return;
	cmlab_say(j,
		  "The peer said that it answers pings, and no ping %s: nothing shows that this connection carries data.",
		  j->h->viewpoint == ACTIVE ? "came back" : "arrived");
	cmlab_advise(j,
		     "look at both ends' completions; on RoCE, whether UDP port 4791 passes both ways.");
}

static void workload_cannot_read(struct cmlab_judge *j)
{
	enum cmlab_read read = cmlab_handshake_read(j->h, ACTIVE);

	if (!is_up(j) || !reads(j) || read == CMLAB_READ_WORKS || read == CMLAB_READ_UNKNOWN ||
	    read == CMLAB_READ_NONE)
		return;
	cmlab_say(j,
		  "The workload is %s and the first one %s: the active side issues %u, the passive side serves %u%s.",
		  cmlab_name(&cmlab_ops, j->w->op), cmlab_name(&cmlab_reads, read),
		  qp_of(j, ACTIVE, CMLAB_F_ORD), qp_of(j, PASSIVE, CMLAB_F_IRD),
		  end_of(j, PASSIVE)->access & CMLAB_ACCESS_REMOTE_READ ?
			  "" :
			  " and has no REMOTE_READ permission");
	cmlab_advise(j,
		     "connect with initiator_depth and accept with responder_resources of at least %u.",
		     max_t(u32, j->w->depth, 1));
}

static void device_has_too_few_resources(struct cmlab_judge *j)
{
	const struct cmlab_limits *l = &end_of(j, PASSIVE)->device;
	u32 ird = qp_of(j, PASSIVE, CMLAB_F_IRD), connections = j->w->connections;
	u32 room = (u32)max(l->max_res_rd_atom, 0);

	if (!is_up(j) || !room || (u64)ird * connections <= room)
		return;
	cmlab_say(j,
		  "Responder resources of the passive side over all connections: %llu of max_res_rd_atom %u (%u connections with %u each).",
		  (unsigned long long)ird * connections, room, connections, ird);
	cmlab_advise(j, "accept with responder_resources %u.", room / connections);
}

static u32 depth_of(const struct cmlab_judge *j)
{
	return min(qp_of(j, ACTIVE, CMLAB_F_ORD), qp_of(j, PASSIVE, CMLAB_F_IRD));
}

static bool can_read(const struct cmlab_judge *j)
{
	return is_up(j) && reads(j) && has_qp(j, ACTIVE, CMLAB_F_ORD) &&
	       has_qp(j, PASSIVE, CMLAB_F_IRD) && depth_of(j);
}

static void batch_exceeds_depth(struct cmlab_judge *j)
{
	if (!can_read(j) || j->w->burst <= depth_of(j))
		return;
	cmlab_say(j,
		  "A batch of %u %ss that must start together cannot start at depth %u (the active side issues %u, the passive serves %u).",
		  j->w->burst, cmlab_name(&cmlab_ops, j->w->op), depth_of(j),
		  qp_of(j, ACTIVE, CMLAB_F_ORD), qp_of(j, PASSIVE, CMLAB_F_IRD));
	cmlab_advise(j, "split it into batches of %u, or raise both depths.", depth_of(j));
}

static void more_in_flight_than_depth(struct cmlab_judge *j)
{
	if (!can_read(j) || j->w->depth <= depth_of(j))
		return;
	cmlab_say(j,
		  "%u %ss are to be in flight and the depth is %u: the rest wait in the send queue of %s, and so does every send behind them.",
		  j->w->depth, cmlab_name(&cmlab_ops, j->w->op), depth_of(j),
		  driver_name(j, ACTIVE));
	cmlab_advise(j, "post at most %u at once, or connect and accept with a depth of %u.",
		     depth_of(j), j->w->depth);
}

static void connects_exceed_backlog(struct cmlab_judge *j)
{
	u32 backlog = j->w->backlog ? j->w->backlog : CMLAB_IW_BACKLOG;

	if (!is_iwarp(j) || j->w->connections <= backlog)
		return;
	cmlab_say(j,
		  "%u connects at once meet a backlog of %u: on iWARP the rest are refused; on IB and RoCE the same backlog is ignored and they are only slow.",
		  j->w->connections, backlog);
	cmlab_advise(j, "listen with a backlog of %u, or connect in smaller groups and retry.",
		     j->w->connections);
}

static void connects_exceed_patience(struct cmlab_judge *j)
{
	u64 us = (u64)j->w->connections * j->w->service_us;
	s64 all = (s64)min_t(u64, us, MOST_US) * CMLAB_NS_PER_US;
	char needs[CMLAB_TIME_STR], patience[CMLAB_TIME_STR];

	if (is_iwarp(j) || j->h->unreachable_ns < 0 || all <= j->h->unreachable_ns)
		return;
	cmlab_say(j,
		  "%u requests of %u us each take the passive side %s; a REQ is given up after %s. The last ones end in UNREACHABLE though the peer is alive.",
		  j->w->connections, j->w->service_us, cmlab_time_text(all, needs),
		  cmlab_time_text(j->h->unreachable_ns, patience));
	cmlab_advise(j,
		     "spread the connects over time, and do the work outside of the event handler.");
}

static const struct cmlab_row rows[] = {
	{ CMLAB_CL_NO_PING, CMLAB_SEVERITY_WARN, CMLAB_NR_FIELDS,
	  "no ping came back: the connection has carried no data", nothing_was_carried },
	{ CMLAB_CL_NO_RECEIVE, CMLAB_SEVERITY_WARN, CMLAB_NR_FIELDS,
	  "no receive was posted before the handshake", early_send_waits },
	{ CMLAB_CL_CANNOT_READ, CMLAB_SEVERITY_ERROR, CMLAB_F_ORD,
	  "the workload reads, and this connection cannot", workload_cannot_read },
	{ CMLAB_CL_RNR_ENDLESS, CMLAB_SEVERITY_INFO, CMLAB_F_RNR,
	  "rnr_retry_count 7 waits for ever", early_send_waits_for_ever },
	{ CMLAB_CL_RESOURCES, CMLAB_SEVERITY_ERROR, CMLAB_F_IRD,
	  "the device has too few responder resources for all connections",
	  device_has_too_few_resources },
	{ CMLAB_CL_BATCH, CMLAB_SEVERITY_ERROR, CMLAB_F_ORD, "a batch is larger than the depth",
	  batch_exceeds_depth },
	{ CMLAB_CL_IN_FLIGHT, CMLAB_SEVERITY_WARN, CMLAB_F_ORD,
	  "more reads are in flight than the depth", more_in_flight_than_depth },
	{ CMLAB_CL_SEND_FATAL, CMLAB_SEVERITY_ERROR, CMLAB_NR_FIELDS,
	  "the first send finds no receive and ends the connection", early_send_is_fatal },
	{ CMLAB_CL_BACKLOG, CMLAB_SEVERITY_WARN, CMLAB_NR_FIELDS,
	  "more connects at once than iWARP's backlog takes", connects_exceed_backlog },
	{ CMLAB_CL_TOO_SLOW, CMLAB_SEVERITY_WARN, CMLAB_NR_FIELDS,
	  "the peer cannot answer all connects in time", connects_exceed_patience },
};

CMLAB_TOPIC(workload, rows);
