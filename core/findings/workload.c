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

static bool posted_none(const struct cmlab_judge *j, unsigned int role)
{
	return knows(j, role, CMLAB_KNOWS_RECEIVES) && !end_of(j, role)->recv_posted;
}

/* The first side known to have posted no receive; the workload speaks of the other side. */
static bool has_no_receive(const struct cmlab_judge *j, unsigned int role)
{
	if (j->w->says_recv_posted)
		return role != j->w->by && !j->w->recv_posted;
	return posted_none(j, role) && (role == ACTIVE || !posted_none(j, ACTIVE));
}

static void early_send_waits(struct cmlab_judge *j, unsigned int receiver)
{
	bool known = has_qp(j, receiver, CMLAB_F_MIN_RNR);
	s64 us = cmlab_ib_rnr_us(qp_of(j, receiver, CMLAB_F_MIN_RNR));
	char stall[CMLAB_TIME_STR];
	u32 rnr;

	if (!has_no_receive(j, receiver) || !find_rnr(j, !receiver, &rnr) || !rnr)
		return;
	cmlab_say(j,
		  "No receives are posted at the %s: %s may send as soon as it is up, and each RNR NAK stalls it%s%s.",
		  call_of(receiver), cmlab_who(j, !receiver), known ? " for " : "",
		  known ? cmlab_time_text(us * CMLAB_NS_PER_US, stall) : "");
	cmlab_advise(j, "post receives before rdma_%s.", call_of(receiver));
}

/* Data that have come found a receive. */
static void early_send_is_fatal(struct cmlab_judge *j, unsigned int receiver)
{
	const char *call = call_of(receiver);
	u32 rnr;

	if (!has_no_receive(j, receiver) || j->h->carried == CMLAB_CARRIED_DATA)
		return;
	if (is_iwarp(j))
		cmlab_say(j,
			  "No receives are posted at the %s, and iWARP has no RNR NAK: a send of %s that arrives before one is posted ends the connection.",
			  call, cmlab_who(j, !receiver));
	else if (find_rnr(j, !receiver, &rnr) && !rnr)
		cmlab_say(j,
			  "No receives are posted at the %s, and the %s's rnr_retry_count is 0: a send of %s that arrives before one is posted ends the connection.",
			  call, call, cmlab_who(j, !receiver));
	else
		return;
	cmlab_advise(j, "post receives before rdma_%s.", call);
}

static void early_send_waits_for_ever(struct cmlab_judge *j, unsigned int receiver)
{
	u32 rnr;

	if (!has_no_receive(j, receiver) || !find_rnr(j, !receiver, &rnr) || rnr != CMLAB_RETRY_MAX)
		return;
	cmlab_say(j,
		  "The %s's rnr_retry_count 7 lets %s's send wait for ever for a receive; no error shows that none is ever posted.",
		  call_of(receiver), cmlab_who(j, !receiver));
	cmlab_advise(j, "post receives, or %s with 1 to 6 while developing.", call_of(receiver));
}

static void nothing_was_carried(struct cmlab_judge *j, unsigned int peer)
{
	const struct cmlab_pdata *p = &end_of(j, peer)->message;

	if (j->h->carried == CMLAB_CARRIED_NOTHING && p->has_hdr &&
	    p->hdr.caps & CMLAB_WIRE_CAP_PING)
		cmlab_say(j,
			  "The peer said that it answers pings, but no ping %s: nothing shows that this connection carries data.",
			  peer == PASSIVE ? "came back" : "arrived");
}

static bool may_not_read(const struct cmlab_judge *j, unsigned int server)
{
	return knows(j, server, CMLAB_KNOWS_QP) &&
	       !(end_of(j, server)->access & CMLAB_ACCESS_REMOTE_READ);
}

/* What becomes of the first read; NULL if it works or nobody knows. */
static const char *why_not_read(const struct cmlab_judge *j)
{
	enum cmlab_read read = cmlab_handshake_read(j->h, j->w->by);

	if (read == CMLAB_READ_WORKS || read == CMLAB_READ_NONE)
		return NULL;
	if (read != CMLAB_READ_UNKNOWN)
		return cmlab_name(&cmlab_reads, read);
	/* Whatever the driver makes of a depth of 0, the other side's QP refuses. */
	return !is_iwarp(j) && may_not_read(j, !j->w->by) ? "fails, how depends on the device" :
							    NULL;
}

static void workload_cannot_read(struct cmlab_judge *j)
{
	unsigned int by = j->w->by;
	const char *outcome = why_not_read(j);

	if (!reads(j) || !outcome)
		return;
	cmlab_say(j,
		  "The workload is %s (outcome of the first one: %s): the %s side issues %u, the %s side serves %u%s.",
		  cmlab_name(&cmlab_ops, j->w->op), outcome, cmlab_name(&cmlab_roles, by),
		  qp_of(j, by, CMLAB_F_ORD), cmlab_name(&cmlab_roles, !by),
		  qp_of(j, !by, CMLAB_F_IRD),
		  end_of(j, !by)->access & CMLAB_ACCESS_REMOTE_READ ?
			  "" :
			  " and has no REMOTE_READ permission");
	if (by == ACTIVE)
		cmlab_advise(j,
			     "connect with initiator_depth and accept with responder_resources of at least %u.",
			     max_t(u32, j->w->depth, 1));
	else
		cmlab_advise(j,
			     "connect with responder_resources and accept with initiator_depth of at least %u.",
			     max_t(u32, j->w->depth, 1));
}

static void device_has_too_few_resources(struct cmlab_judge *j, unsigned int role)
{
	u32 ird = qp_of(j, role, CMLAB_F_IRD), connections = j->w->connections;
	u32 room = (u32)max(end_of(j, role)->device.max_res_rd_atom, 0);

	if (!room || (u64)ird * connections <= room)
		return;
	cmlab_say(j,
		  "Responder resources of the %s side over all connections: %llu of max_res_rd_atom %u (%u connections with %u each).",
		  cmlab_name(&cmlab_roles, role), (unsigned long long)ird * connections, room,
		  connections, ird);
	cmlab_advise(j, "accept with %s %u.", name_of(at_accept(role, CMLAB_F_IRD)),
		     room / connections);
}

/* At how many reads at once the workload's reads start; 0 if it has none or none can. */
static u32 read_depth(const struct cmlab_judge *j)
{
	return reads(j) ? min(qp_of(j, j->w->by, CMLAB_F_ORD), qp_of(j, !j->w->by, CMLAB_F_IRD)) :
			  0;
}

static void batch_exceeds_depth(struct cmlab_judge *j)
{
	unsigned int by = j->w->by;
	u32 depth = read_depth(j);

	if (!depth || j->w->burst <= depth)
		return;
	cmlab_say(j,
		  "A batch of %u %ss that must start together cannot start at depth %u (the %s side issues %u, the %s serves %u).",
		  j->w->burst, cmlab_name(&cmlab_ops, j->w->op), depth,
		  cmlab_name(&cmlab_roles, by), qp_of(j, by, CMLAB_F_ORD),
		  cmlab_name(&cmlab_roles, !by), qp_of(j, !by, CMLAB_F_IRD));
	cmlab_advise(j, "split it into batches of %u, or raise both depths.", depth);
}

static void more_in_flight_than_depth(struct cmlab_judge *j)
{
	u32 depth = read_depth(j);

	if (!depth || j->w->depth <= depth)
		return;
	cmlab_say(j,
		  "%u %ss are to be in flight and the depth is %u: the rest wait in the send queue of %s, and so does every send behind them.",
		  j->w->depth, cmlab_name(&cmlab_ops, j->w->op), depth, driver_name(j, j->w->by));
	cmlab_advise(j, "post at most %u at once, or connect and accept with a depth of %u.", depth,
		     j->w->depth);
}

/* With receives that do run out, each further send waits for one, as long as the QP is told to. */
static void say_rnr(struct cmlab_judge *j, u32 sends, u32 rnr)
{
	char once[CMLAB_TIME_STR], all[CMLAB_TIME_STR];
	s64 stall = cmlab_handshake_rnr_stall(j->h, j->w->by);

	cmlab_time_text(stall, once);
	cmlab_time_text(stall < 0 ? stall : stall * rnr, all);
	if (!rnr)
		cmlab_say(j,
			  "%u sends meet %u receives, and rnr_retry is 0: the next one ends the connection at once (RNR_RETRY_EXC_ERR).",
			  sends, j->w->recv_posted);
	else if (rnr == CMLAB_RETRY_MAX)
		cmlab_say(j,
			  "%u sends meet %u receives: each further one waits %s at a time until one is posted, for ever if none is (rnr_retry 7).",
			  sends, j->w->recv_posted, once);
	else
		cmlab_say(j,
			  "%u sends meet %u receives: the next one waits %s at a time and ends the connection after %s if none is posted (rnr_retry %u).",
			  sends, j->w->recv_posted, once, all, rnr);
	if (rnr == CMLAB_RETRY_MAX)
		cmlab_weigh(j, WARNING);
}

static void sends_exceed_receives(struct cmlab_judge *j)
{
	u32 sends = max(j->w->burst, j->w->depth), rnr;

	if (j->w->op != CMLAB_OP_SEND || !j->w->recv_posted || sends <= j->w->recv_posted)
		return;
	if (is_iwarp(j))
		cmlab_say(j,
			  "%u sends meet %u receives, and iWARP has no RNR NAK: the next one completes with success, is lost, and the connection ends.",
			  sends, j->w->recv_posted);
	else if (find_rnr(j, j->w->by, &rnr))
		say_rnr(j, sends, rnr);
	else
		return;
	cmlab_advise(j, "post at least %u receives, or send at most %u at once.", sends,
		     j->w->recv_posted);
}

static void connects_exceed_backlog(struct cmlab_judge *j)
{
	u32 backlog = j->w->backlog ? j->w->backlog : CMLAB_IW_BACKLOG;

	if (j->w->connections <= backlog)
		return;
	cmlab_say(j,
		  "%u connects at once meet a backlog of %u: on iWARP the rest are refused; on IB and RoCE the backlog is ignored and the rest are merely slow.",
		  j->w->connections, backlog);
	cmlab_advise(j, "listen with a backlog of %u, or connect in smaller groups and retry.",
		     j->w->connections);
}

static void connects_exceed_patience(struct cmlab_judge *j)
{
	u64 us = (u64)j->w->connections * j->w->service_us;
	s64 all = (s64)min_t(u64, us, MOST_US) * CMLAB_NS_PER_US;
	char needs[CMLAB_TIME_STR], patience[CMLAB_TIME_STR];

	if (j->h->unreachable_ns >= 0 && all > j->h->unreachable_ns)
		cmlab_say(j,
			  "%u requests of %u us each take the passive side %s; a REQ is given up after %s. The last ones end in UNREACHABLE though the peer is alive.",
			  j->w->connections, j->w->service_us, cmlab_time_text(all, needs),
			  cmlab_time_text(j->h->unreachable_ns, patience));
}

const struct cmlab_row cmlab_rows_workload[] = {
	{ 16, WARNING, CMLAB_NR_FIELDS, IF_UP | OF_PEER,
	  "no ping came back: the connection has carried no data",
	  "look at both ends' completions; on RoCE, whether UDP port 4791 passes both ways.",
	  .judge_side = nothing_was_carried },
	{ 17, WARNING, CMLAB_NR_FIELDS, IF_UP | IF_NOT_UD | IF_NOT_IWARP,
	  "no receive was posted before the handshake", .judge_side = early_send_waits },
	{ 28, ERROR, CMLAB_F_ORD, IF_UP, "the workload reads, and this connection cannot",
	  .judge = workload_cannot_read },
	{ 32, INFO, CMLAB_F_RNR, IF_UP | IF_NOT_UD | IF_NOT_IWARP,
	  "rnr_retry_count 7 waits for ever", .judge_side = early_send_waits_for_ever },
	{ 52, ERROR, CMLAB_F_IRD, IF_UP,
	  "the device has too few responder resources for all connections",
	  .judge_side = device_has_too_few_resources },
	{ 53, ERROR, CMLAB_F_ORD, IF_UP, "a batch is larger than the depth",
	  .judge = batch_exceeds_depth },
	{ 54, WARNING, CMLAB_F_ORD, IF_UP, "more reads are in flight than the depth",
	  .judge = more_in_flight_than_depth },
	{ 55, ERROR, CMLAB_NR_FIELDS, IF_UP | IF_NOT_UD,
	  "the first send finds no receive and ends the connection",
	  .judge_side = early_send_is_fatal },
	{ 77, ERROR, CMLAB_NR_FIELDS, IF_UP | IF_NOT_UD, "more sends than receives",
	  .judge = sends_exceed_receives },
	{ 70, WARNING, CMLAB_NR_FIELDS, IF_IWARP,
	  "more connects at once than iWARP's backlog takes", .judge = connects_exceed_backlog },
	{ 71, WARNING, CMLAB_NR_FIELDS, IF_NOT_IWARP, "the peer cannot answer all connects in time",
	  "spread the connects over time, and do the work outside of the event handler.",
	  .judge = connects_exceed_patience },
	{}
};
