// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The ACK timeout and the RNR timer: what they are, and when they are told.
 */
#include "judge.h"

static void rnr_wait_is_longest(struct cmlab_judge *j)
{
	char stall[CMLAB_TIME_STR], total[CMLAB_TIME_STR];
	unsigned int role;
	s64 wait;
	u32 rnr;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		if (!is_up(j) || !has_qp(j, role, CMLAB_F_MIN_RNR) ||
		    qp_of(j, role, CMLAB_F_MIN_RNR) || !cmlab_rnr_of(j, !role, &rnr) || !rnr)
			continue;
		wait = (s64)cmlab_ib_rnr_us(0) * CMLAB_NS_PER_US;
		cmlab_say(j,
			  "%s min_rnr_timer is 0, which is 655.36 ms, the longest of all: a send of %s that finds no receive waits %s before each retry (error after: %s).",
			  cmlab_whose_begins(j, role), cmlab_who(j, !role),
			  cmlab_time_text(wait, stall),
			  cmlab_time_text(rnr == CMLAB_RETRY_MAX ? CMLAB_TIME_NEVER : wait * rnr,
					  total));
		cmlab_advise(j, "call rdma_set_min_rnr_timer(id, 12) (0.64 ms) before rdma_%s.",
			     call_of(role));
	}
}

/* A value was told to the id, and when is known. */
static bool is_told(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return is_rc(j) && knows(j, role, CMLAB_KNOWS_TIMERS) && has_wanted(j, role, f);
}

static bool is_too_late(u8 when)
{
	return when == CMLAB_WHEN_LISTENER || when == CMLAB_WHEN_ESTABLISHED;
}

static const char *why_nobody(u8 when)
{
	return when == CMLAB_WHEN_LISTENER ?
		       "a new connection inherits no timer from its listener" :
		       "a queue pair in RTS takes none any more";
}

static void ack_timeout_comes_too_late(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		u8 when = end_of(j, role)->timeout_when;
		u32 v = wanted_of(j, role, CMLAB_F_TIMEOUT);

		if (!is_told(j, role, CMLAB_F_TIMEOUT) || !is_too_late(when))
			continue;
		cmlab_say(j,
			  "%s sets ACK timeout %u when nobody reads it (%s): asked %u, programmed %u.",
			  cmlab_who_begins(j, role), v, why_nobody(when), v,
			  qp_of(j, role, CMLAB_F_TIMEOUT));
		cmlab_advise(j,
			     "call rdma_set_ack_timeout on the connection's own id before rdma_%s.",
			     call_of(role));
	}
}

/* The raw value that a side tells its id in time, as the setter's u8; 0 if it does not. */
static u32 ack_timeout_told(const struct cmlab_judge *j, unsigned int role, u8 when)
{
	if (!is_told(j, role, CMLAB_F_TIMEOUT) || !is_raw(j, role) ||
	    end_of(j, role)->timeout_when != when)
		return 0;
	return wanted_of(j, role, CMLAB_F_TIMEOUT) & 255;
}

static void ack_timeout_travels(struct cmlab_judge *j)
{
	u32 v = ack_timeout_told(j, ACTIVE, CMLAB_WHEN_BEFORE_ROUTE);

	if (!is_up(j) || !v || j->h->transport != CMLAB_TRANSPORT_ROCE ||
	    !has_qp(j, ACTIVE, CMLAB_F_TIMEOUT) || !has_qp(j, PASSIVE, CMLAB_F_TIMEOUT))
		return;
	cmlab_say(j,
		  "ACK timeout %u was set before rdma_resolve_route: it makes the path's life time and so travels in the REQ. The active side's QP has %u, the passive side's %u.",
		  v, qp_of(j, ACTIVE, CMLAB_F_TIMEOUT), qp_of(j, PASSIVE, CMLAB_F_TIMEOUT));
	cmlab_advise(j, "set it after rdma_resolve_route if only the active side is meant.");
}

static void ack_timeout_stays(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		u32 v = ack_timeout_told(j, role, CMLAB_WHEN_BEFORE_HANDSHAKE);

		if (!is_up(j) || !v || !has_qp(j, role, CMLAB_F_TIMEOUT) ||
		    !has_qp(j, !role, CMLAB_F_TIMEOUT) ||
		    qp_of(j, role, CMLAB_F_TIMEOUT) == qp_of(j, !role, CMLAB_F_TIMEOUT))
			continue;
		cmlab_say(j, "ACK timeout %u stays with %s QP; %s keeps %u, from the path.", v,
			  cmlab_whose(j, role), cmlab_whose(j, !role),
			  qp_of(j, !role, CMLAB_F_TIMEOUT));
		if (role == ACTIVE)
			cmlab_advise(j,
				     "on RoCE set it before rdma_resolve_route to reach both sides.");
		else
			cmlab_advise(j, "set it at the active side too if both are meant.");
	}
}

static void ack_timeout_exceeds_field(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		u32 v = max(ack_timeout_told(j, role, CMLAB_WHEN_BEFORE_ROUTE),
			    ack_timeout_told(j, role, CMLAB_WHEN_BEFORE_HANDSHAKE));

		if (v <= CMLAB_TIMER_MAX)
			continue;
		cmlab_say(j,
			  "ACK timeout %u of %s is above 31; rdma_set_ack_timeout takes it all the same and returns 0, and the queue pair is where it fails.",
			  v, cmlab_who(j, role));
		cmlab_advise(j, "set 14 to 20: 4.096 us times 2 to that power.");
	}
}

static void ack_timer_is_off(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		if (!is_up(j) || !has_qp(j, role, CMLAB_F_TIMEOUT) ||
		    qp_of(j, role, CMLAB_F_TIMEOUT))
			continue;
		cmlab_say(j,
			  "%s timeout 0 turns the timer off: a lost packet is never sent again and never reported.",
			  cmlab_whose_begins(j, role));
		cmlab_advise(j, "do not set 0; leave it out, or set 14 to 20.");
	}
}

static void rnr_timer_exceeds_field(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		if (!is_told(j, role, CMLAB_F_MIN_RNR) || end_of(j, role)->set_min_rnr != -EINVAL)
			continue;
		cmlab_say(j,
			  "rdma_set_min_rnr_timer(%u) of %s returns -22: the code has five bits, 0 to 31. The QP keeps 0, 655.36 ms.",
			  wanted_of(j, role, CMLAB_F_MIN_RNR), cmlab_who(j, role));
		cmlab_advise(j,
			     "set a code of the table: 1 is 0.01 ms, 12 is 0.64 ms, 31 is 491 ms.");
	}
}

static void rnr_timer_comes_too_late(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		const struct cmlab_end *e = end_of(j, role);

		if (!is_told(j, role, CMLAB_F_MIN_RNR) || e->set_min_rnr < 0 ||
		    !is_too_late(e->min_rnr_when))
			continue;
		cmlab_say(j, "%s sets min_rnr_timer %u when nobody reads it (%s): programmed %u.",
			  cmlab_who_begins(j, role), wanted_of(j, role, CMLAB_F_MIN_RNR),
			  e->min_rnr_when == CMLAB_WHEN_LISTENER ?
				  why_nobody(e->min_rnr_when) :
				  "rdma_cm programs it on the way to RTR only",
			  qp_of(j, role, CMLAB_F_MIN_RNR));
		cmlab_advise(j, "call rdma_set_min_rnr_timer before rdma_%s.", call_of(role));
	}
}

/* From a send of a side to its error; retry_cnt 7 is for ever on some drivers. */
static s64 noticed_after(const struct cmlab_judge *j, unsigned int role)
{
	if (qp_of(j, role, CMLAB_F_RETRY) == CMLAB_RETRY_MAX && !knows(j, role, CMLAB_KNOWS_DRIVER))
		return CMLAB_TIME_NONE;
	return cmlab_handshake_retry_exceeded(j->h, role);
}

static void loss_is_noticed_after(struct cmlab_judge *j)
{
	char time[CMLAB_TIME_STR];
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		s64 after = noticed_after(j, role);

		if (!is_up(j) || after < 0)
			continue;
		/* Both alike are told once. */
		if (role == PASSIVE && after == noticed_after(j, ACTIVE))
			continue;
		cmlab_say(j,
			  "A peer lost under traffic is noticed %s after a send of %s (retry_cnt %u, timeout %u; a device may take up to 4 times as long). An idle connection notices nothing.",
			  cmlab_time_text(after, time), cmlab_who(j, role),
			  qp_of(j, role, CMLAB_F_RETRY), qp_of(j, role, CMLAB_F_TIMEOUT));
		cmlab_advise(j,
			     "send a small message from time to time if silence must be noticed.");
	}
}

static const struct cmlab_row rows[] = {
	{ CMLAB_CL_RNR_WAIT_LONGEST, CMLAB_SEVERITY_INFO, CMLAB_F_MIN_RNR,
	  "min_rnr_timer 0 is the longest wait", rnr_wait_is_longest },
	{ CMLAB_CL_TIMEOUT_TOO_LATE, CMLAB_SEVERITY_WARN, CMLAB_F_TIMEOUT,
	  "the ACK timeout is set when nobody reads it", ack_timeout_comes_too_late },
	{ CMLAB_CL_TIMEOUT_TRAVELS, CMLAB_SEVERITY_INFO, CMLAB_F_TIMEOUT,
	  "the ACK timeout goes to the peer as well", ack_timeout_travels },
	{ CMLAB_CL_TIMEOUT_STAYS, CMLAB_SEVERITY_INFO, CMLAB_F_TIMEOUT,
	  "the ACK timeout stays with this side", ack_timeout_stays },
	{ CMLAB_CL_TIMEOUT_TOO_WIDE, CMLAB_SEVERITY_ERROR, CMLAB_F_TIMEOUT,
	  "the ACK timeout does not fit five bits", ack_timeout_exceeds_field },
	{ CMLAB_CL_TIMEOUT_OFF, CMLAB_SEVERITY_WARN, CMLAB_F_TIMEOUT,
	  "ACK timeout 0 waits for ever", ack_timer_is_off },
	{ CMLAB_CL_MIN_RNR_TOO_WIDE, CMLAB_SEVERITY_ERROR, CMLAB_F_MIN_RNR,
	  "the RNR timer does not fit five bits", rnr_timer_exceeds_field },
	{ CMLAB_CL_MIN_RNR_TOO_LATE, CMLAB_SEVERITY_WARN, CMLAB_F_MIN_RNR,
	  "the RNR timer is set when nobody reads it", rnr_timer_comes_too_late },
	{ CMLAB_CL_LOSS_NOTICED, CMLAB_SEVERITY_INFO, CMLAB_NR_FIELDS,
	  "when a lost peer is noticed", loss_is_noticed_after },
};

CMLAB_TOPIC(timers, rows);
