// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The ACK timeout and the RNR timer: what they are, and when they are told.
 */
#include "judge.h"

static void rnr_wait_is_longest(struct cmlab_judge *j, unsigned int role)
{
	s64 wait = (s64)cmlab_ib_rnr_us(0) * CMLAB_NS_PER_US;
	char stall[CMLAB_TIME_STR], total[CMLAB_TIME_STR];
	u32 rnr;

	if (!qp_is_zero(j, role, CMLAB_F_MIN_RNR) || !find_rnr(j, !role, &rnr) || !rnr)
		return;
	cmlab_say(j,
		  "%s's min_rnr_timer is 0, which is 655.36 ms, the longest of all: a send of %s that finds no receive waits %s before each retry (error after: %s).",
		  cmlab_who_begins(j, role), cmlab_who(j, !role), cmlab_time_text(wait, stall),
		  cmlab_time_text(rnr == CMLAB_RETRY_MAX ? CMLAB_TIME_NEVER : wait * rnr, total));
	cmlab_advise(j, "call rdma_set_min_rnr_timer(id, 12) (0.64 ms) before rdma_%s.",
		     call_of(role));
}

/* A value was told to the id, and when is known. */
static bool is_told(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return knows(j, role, CMLAB_KNOWS_TIMERS) && has_wanted(j, role, f);
}

static bool is_too_late(u8 when)
{
	return when == CMLAB_WHEN_LISTENER || when == CMLAB_WHEN_ESTABLISHED;
}

static void ack_timeout_comes_too_late(struct cmlab_judge *j, unsigned int role)
{
	u8 when = end_of(j, role)->timeout_when;
	u32 v = wanted_of(j, role, CMLAB_F_TIMEOUT);

	if (!is_told(j, role, CMLAB_F_TIMEOUT) || !is_too_late(when))
		return;
	cmlab_say(j, "%s sets ACK timeout %u where nothing uses it (%s): asked %u, programmed %u.",
		  cmlab_who_begins(j, role), v,
		  when == CMLAB_WHEN_LISTENER ?
			  "a new connection inherits no timer from its listener" :
			  "a queue pair in RTS no longer takes one",
		  v, qp_of(j, role, CMLAB_F_TIMEOUT));
	cmlab_advise(j, "call rdma_set_ack_timeout on the connection's own id before rdma_%s.",
		     call_of(role));
}

/* The raw value that a side tells its id in time, as the setter's u8; 0 if it does not. */
static u32 ack_timeout_told(const struct cmlab_judge *j, unsigned int role, u8 when)
{
	if (!is_told(j, role, CMLAB_F_TIMEOUT) || !is_raw(j, role) ||
	    end_of(j, role)->timeout_when != when)
		return 0;
	return wanted_of(j, role, CMLAB_F_TIMEOUT) & 255;
}

static bool has_both_timeouts(const struct cmlab_judge *j)
{
	return has_qp(j, ACTIVE, CMLAB_F_TIMEOUT) && has_qp(j, PASSIVE, CMLAB_F_TIMEOUT);
}

static void ack_timeout_travels(struct cmlab_judge *j)
{
	u32 v = ack_timeout_told(j, ACTIVE, CMLAB_WHEN_BEFORE_ROUTE);

	if (v && j->h->transport == CMLAB_TRANSPORT_ROCE && has_both_timeouts(j))
		cmlab_say(j,
			  "ACK timeout %u was set before rdma_resolve_route: it becomes the path's packet lifetime and so travels in the REQ. The active side's QP has %u, the passive side's %u.",
			  v, qp_of(j, ACTIVE, CMLAB_F_TIMEOUT), qp_of(j, PASSIVE, CMLAB_F_TIMEOUT));
}

static void ack_timeout_stays(struct cmlab_judge *j, unsigned int role)
{
	u32 v = ack_timeout_told(j, role, CMLAB_WHEN_BEFORE_HANDSHAKE);
	u32 theirs = qp_of(j, !role, CMLAB_F_TIMEOUT);

	if (!v || !has_both_timeouts(j) || qp_of(j, role, CMLAB_F_TIMEOUT) == theirs)
		return;
	cmlab_say(j, "ACK timeout %u stays with %s's QP; %s's keeps %u, from the path.", v,
		  cmlab_who(j, role), cmlab_who(j, !role), theirs);
	cmlab_advise(j, role == ACTIVE ?
				"on RoCE set it before rdma_resolve_route to reach both sides." :
				"set it at the active side too if both are meant.");
}

static void ack_timeout_exceeds_field(struct cmlab_judge *j, unsigned int role)
{
	u32 v = max(ack_timeout_told(j, role, CMLAB_WHEN_BEFORE_ROUTE),
		    ack_timeout_told(j, role, CMLAB_WHEN_BEFORE_HANDSHAKE));

	if (v > CMLAB_TIMER_MAX)
		cmlab_say(j,
			  "ACK timeout %u of %s is above 31; rdma_set_ack_timeout accepts it and returns 0, and it fails only when it reaches the queue pair.",
			  v, cmlab_who(j, role));
}

static void ack_timer_is_off(struct cmlab_judge *j, unsigned int role)
{
	if (qp_is_zero(j, role, CMLAB_F_TIMEOUT))
		cmlab_say(j,
			  "%s's timeout 0 turns the timer off: a lost packet is never sent again and never reported.",
			  cmlab_who_begins(j, role));
}

static void rnr_timer_exceeds_field(struct cmlab_judge *j, unsigned int role)
{
	if (is_told(j, role, CMLAB_F_MIN_RNR) && end_of(j, role)->set_min_rnr == -EINVAL)
		cmlab_say(j,
			  "rdma_set_min_rnr_timer(%u) of %s returns -22: the code has five bits, 0 to 31. The QP keeps 0, 655.36 ms.",
			  wanted_of(j, role, CMLAB_F_MIN_RNR), cmlab_who(j, role));
}

static void rnr_timer_comes_too_late(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_end *e = end_of(j, role);

	if (!is_told(j, role, CMLAB_F_MIN_RNR) || e->set_min_rnr < 0 ||
	    !is_too_late(e->min_rnr_when))
		return;
	cmlab_say(j, "%s sets min_rnr_timer %u where nothing uses it (%s): programmed %u.",
		  cmlab_who_begins(j, role), wanted_of(j, role, CMLAB_F_MIN_RNR),
		  e->min_rnr_when == CMLAB_WHEN_LISTENER ?
			  "a new connection inherits no timer from its listener" :
			  "rdma_cm programs it on the way to RTR only",
		  qp_of(j, role, CMLAB_F_MIN_RNR));
	cmlab_advise(j, "call rdma_set_min_rnr_timer before rdma_%s.", call_of(role));
}

/* From a send of a side to its error; retry_cnt 7 is for ever on some drivers. */
static s64 noticed_after(const struct cmlab_judge *j, unsigned int role)
{
	if (qp_of(j, role, CMLAB_F_RETRY) == CMLAB_RETRY_MAX && !knows(j, role, CMLAB_KNOWS_DRIVER))
		return CMLAB_TIME_NONE;
	return cmlab_handshake_retry_exceeded(j->h, role);
}

/* Both alike are told once. */
static void loss_is_noticed_after(struct cmlab_judge *j, unsigned int role)
{
	s64 after = noticed_after(j, role);
	char time[CMLAB_TIME_STR];

	if (after >= 0 && (role == ACTIVE || after != noticed_after(j, ACTIVE)))
		cmlab_say(j,
			  "A peer lost under traffic is noticed %s after a send of %s (retry_cnt %u, timeout %u; a device may take up to 4 times as long). An idle connection notices nothing.",
			  cmlab_time_text(after, time), cmlab_who(j, role),
			  qp_of(j, role, CMLAB_F_RETRY), qp_of(j, role, CMLAB_F_TIMEOUT));
}

const struct cmlab_row cmlab_rows_timers[] = {
	{ 33, INFO, CMLAB_F_MIN_RNR, IF_UP, "min_rnr_timer 0 is the longest wait",
	  .judge_side = rnr_wait_is_longest },
	{ 34, WARNING, CMLAB_F_TIMEOUT, IF_RC, "the ACK timeout is set where nothing uses it",
	  .judge_side = ack_timeout_comes_too_late },
	{ 35, INFO, CMLAB_F_TIMEOUT, IF_UP | IF_RC, "the ACK timeout goes to the peer as well",
	  "set it after rdma_resolve_route if only the active side is meant.",
	  .judge = ack_timeout_travels },
	{ 36, INFO, CMLAB_F_TIMEOUT, IF_UP | IF_RC, "the ACK timeout stays with this side",
	  .judge_side = ack_timeout_stays },
	{ 37, ERROR, CMLAB_F_TIMEOUT, IF_RC, "the ACK timeout does not fit five bits",
	  "set 14 to 20: 4.096 us times 2 to that power.",
	  .judge_side = ack_timeout_exceeds_field },
	{ 38, WARNING, CMLAB_F_TIMEOUT, IF_UP, "ACK timeout 0 waits for ever",
	  "do not set 0; leave it out, or set 14 to 20.", .judge_side = ack_timer_is_off },
	{ 39, ERROR, CMLAB_F_MIN_RNR, IF_RC, "the RNR timer does not fit five bits",
	  "set a code of the table: 1 is 0.01 ms, 12 is 0.64 ms, 31 is 491 ms.",
	  .judge_side = rnr_timer_exceeds_field },
	{ 40, WARNING, CMLAB_F_MIN_RNR, IF_RC, "the RNR timer is set where nothing uses it",
	  .judge_side = rnr_timer_comes_too_late },
	{ 51, INFO, CMLAB_NR_FIELDS, IF_UP, "when a lost peer is noticed",
	  "send a small message from time to time if silence must be noticed.",
	  .judge_side = loss_is_noticed_after },
	{}
};
