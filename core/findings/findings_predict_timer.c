// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Findings on retry counts, timers and the fields that are not what they seem: 6, 20, 29
 * to 43, 57.
 */
#include "findings_predict.h"

#define ACTIVE	CMLAB_ROLE_ACTIVE
#define PASSIVE CMLAB_ROLE_PASSIVE

static const char *message_of(unsigned int role)
{
	return role == ACTIVE ? "connect" : "accept";
}

/* The side that @role's rnr_retry_count makes die early. */
static bool says_no_rnr(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && foresight_rc(o) && foresight_has(o, !role, CMLAB_F_RNR) &&
	       !foresight_qp(o, !role, CMLAB_F_RNR);
}

bool cmlab_foresee_6(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, says_no_rnr);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "The %s's rnr_retry_count 0 programs the PEER's QP: one send of the %s side that finds no receive posted at the %s side ends the connection.",
			  message_of(role), cmlab_names_role(!role), cmlab_names_role(role));
	cmlab_verdict_advise(f,
			     "%s with rnr_retry_count 7, or post receives before and keep them posted.",
			     message_of(role));
	return true;
}

static const u8 cut_fields[] = { CMLAB_F_RETRY, CMLAB_F_RNR, CMLAB_F_FLOW };

static u32 is_cut_to(const struct foresight *o, unsigned int role, enum cmlab_field field)
{
	u32 v = foresight_asked(o, role, field);

	if (!foresight_rc(o) || (field == CMLAB_F_RETRY && role == PASSIVE))
		return v;
	if (field == CMLAB_F_FLOW)
		return v & 1;
	return min_t(u32, v, 7);
}

bool cmlab_foresee_20(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int i;

	for (i = 0; i < CMLAB_NR_ROLES * ARRAY_SIZE(cut_fields); i++) {
		unsigned int role = i / ARRAY_SIZE(cut_fields);
		u8 field = cut_fields[i % ARRAY_SIZE(cut_fields)];
		u32 v = foresight_asked(o, role, field);
		u32 to = is_cut_to(o, role, field);

		if (v == to || k--)
			continue;
		f->field = field;
		cmlab_verdict_say(f, "The %s's %s %u does not fit its %s; %u is sent.%s",
				  message_of(role), cmlab_names_field(field)->param, v,
				  cmlab_names_why(cmlab_names_field(field)->why), to,
				  field == CMLAB_F_RNR ? " For RNR, 7 means for ever." : "");
		cmlab_verdict_advise(f, "write %u if you mean it.", to);
		return true;
	}
	return false;
}

static bool retries_for_ever(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && foresight_driver(o, role)->retry7_endless &&
	       foresight_has(o, role, CMLAB_F_RETRY) && foresight_qp(o, role, CMLAB_F_RETRY) == 7;
}

bool cmlab_foresee_29(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, retries_for_ever);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "On %s the %s side's retry_cnt 7 is never counted down: a send to a dead peer is repeated for ever and never fails. Elsewhere 7 means seven times.",
			  foresight_driver_name(o, role), cmlab_names_role(role));
	cmlab_verdict_advise(f, "connect with retry_count 6 to see a loss on this driver.");
	return true;
}

bool cmlab_foresee_30(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	if (k || !foresight_up(o) || !foresight_has(o, ACTIVE, CMLAB_F_RETRY) ||
	    foresight_qp(o, ACTIVE, CMLAB_F_RETRY))
		return false;
	cmlab_verdict_say(f,
			  "The connect's retry_count 0 programs BOTH QPs: the first packet or acknowledgment lost by either side ends the connection.");
	cmlab_verdict_advise(f, "connect with retry_count 7, or 6 on rxe.");
	return true;
}

bool cmlab_foresee_31(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	u32 v = cmlab_values_get(&foresight_in(o, PASSIVE)->params, CMLAB_F_RETRY);
	u32 real = cmlab_values_get(&foresight_side(o, ACTIVE)->sent, CMLAB_F_RETRY);

	if (k || !foresight_rc(o) || foresight_in(o, PASSIVE)->profile || !v || v == real)
		return false;
	cmlab_verdict_say(f,
			  "The accept's retry_count %u goes nowhere: a REP has no such field and rdma_accept never reads it. Both QPs get the connect's %u.",
			  v, real);
	cmlab_verdict_advise(f, "set retry_count where the connection is made.");
	return true;
}

bool cmlab_foresee_32(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	if (k || !foresight_up(o) || !o->w->says_recv_posted || o->w->recv_posted ||
	    foresight_qp(o, ACTIVE, CMLAB_F_RNR) != 7)
		return false;
	cmlab_verdict_say(f,
			  "The accept's rnr_retry_count 7 lets the active side's send wait for ever for a receive; no error will tell that none is ever posted.");
	cmlab_verdict_advise(f, "post receives, or accept with 1 to 6 while developing.");
	return true;
}

static bool long_stall(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && foresight_has(o, role, CMLAB_F_MIN_RNR) &&
	       !foresight_qp(o, role, CMLAB_F_MIN_RNR) && foresight_qp(o, !role, CMLAB_F_RNR);
}

bool cmlab_foresee_33(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, long_stall);
	char stall[FORESIGHT_TIME], total[FORESIGHT_TIME];
	const struct cmlab_predicted_side *sender;

	if (role == CMLAB_NR_ROLES)
		return false;
	sender = foresight_side(o, !role);
	cmlab_verdict_say(f,
			  "The %s side's min_rnr_timer is 0, which is 655.36 ms, the longest of all: a send of the %s side that finds no receive waits %s before each retry (error after: %s).",
			  cmlab_names_role(role), cmlab_names_role(!role),
			  foresight_time(sender->rnr_stall_ns, stall),
			  foresight_time(sender->rnr_exceeded_ns, total));
	cmlab_verdict_advise(f, "call rdma_set_min_rnr_timer(id, 12) (0.64 ms) before rdma_%s.",
			     message_of(role));
	return true;
}

static bool timeout_too_late(const struct foresight *o, unsigned int role)
{
	u8 when = foresight_in(o, role)->timeout_when;

	return foresight_rc(o) && (when == CMLAB_WHEN_LISTENER || when == CMLAB_WHEN_ESTABLISHED);
}

static const char *why_nobody(u8 when)
{
	return when == CMLAB_WHEN_LISTENER ?
		       "a new connection inherits no timer from its listener" :
		       "a queue pair in RTS takes none any more";
}

bool cmlab_foresee_34(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, timeout_too_late);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "The %s side sets ACK timeout %u when nobody reads it (%s): asked %u, programmed %u.",
			  cmlab_names_role(role),
			  cmlab_values_get(&foresight_in(o, role)->params, CMLAB_F_TIMEOUT),
			  why_nobody(foresight_in(o, role)->timeout_when),
			  cmlab_values_get(&foresight_in(o, role)->params, CMLAB_F_TIMEOUT),
			  foresight_qp(o, role, CMLAB_F_TIMEOUT));
	cmlab_verdict_advise(f,
			     "call rdma_set_ack_timeout on the connection's own id before rdma_%s.",
			     message_of(role));
	return true;
}

static bool set_in_time(const struct foresight *o, unsigned int role)
{
	u8 when = foresight_in(o, role)->timeout_when;

	return foresight_rc(o) && !foresight_in(o, role)->profile &&
	       (when == CMLAB_WHEN_BEFORE_ROUTE || when == CMLAB_WHEN_BEFORE_HANDSHAKE);
}

static u32 timeout_of(const struct foresight *o, unsigned int role)
{
	return cmlab_values_get(&foresight_in(o, role)->params, CMLAB_F_TIMEOUT) & 255;
}

bool cmlab_foresee_35(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	if (k || !foresight_up(o) || !set_in_time(o, ACTIVE) || !timeout_of(o, ACTIVE) ||
	    o->p->in->transport != CMLAB_TRANSPORT_ROCE ||
	    foresight_in(o, ACTIVE)->timeout_when != CMLAB_WHEN_BEFORE_ROUTE)
		return false;
	cmlab_verdict_say(f,
			  "ACK timeout %u was set before rdma_resolve_route: it makes the path's life time and so travels in the REQ. The active side's QP has %u, the passive side's %u.",
			  timeout_of(o, ACTIVE), foresight_qp(o, ACTIVE, CMLAB_F_TIMEOUT),
			  foresight_qp(o, PASSIVE, CMLAB_F_TIMEOUT));
	cmlab_verdict_advise(f, "set it after rdma_resolve_route if only this side is meant.");
	return true;
}

static bool stays_here(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && set_in_time(o, role) && timeout_of(o, role) &&
	       foresight_in(o, role)->timeout_when == CMLAB_WHEN_BEFORE_HANDSHAKE &&
	       foresight_qp(o, role, CMLAB_F_TIMEOUT) != foresight_qp(o, !role, CMLAB_F_TIMEOUT);
}

bool cmlab_foresee_36(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, stays_here);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "ACK timeout %u stays with the %s side's QP; the %s side's keeps %u, from the path.",
			  timeout_of(o, role), cmlab_names_role(role), cmlab_names_role(!role),
			  foresight_qp(o, !role, CMLAB_F_TIMEOUT));
	if (role == ACTIVE)
		cmlab_verdict_advise(f,
				     "on RoCE set it before rdma_resolve_route to reach both sides.");
	else
		cmlab_verdict_advise(f, "set it at the active side too if both are meant.");
	return true;
}

static bool timeout_too_large(const struct foresight *o, unsigned int role)
{
	return set_in_time(o, role) && timeout_of(o, role) > 31;
}

bool cmlab_foresee_37(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, timeout_too_large);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "ACK timeout %u of the %s side is above 31; rdma_set_ack_timeout takes it all the same and returns 0, and the queue pair is where it fails.",
			  timeout_of(o, role), cmlab_names_role(role));
	cmlab_verdict_advise(f, "set 14 to 20: 4.096 us times 2 to that power.");
	return true;
}

static bool timer_off(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && foresight_has(o, role, CMLAB_F_TIMEOUT) &&
	       !foresight_qp(o, role, CMLAB_F_TIMEOUT);
}

bool cmlab_foresee_38(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, timer_off);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "The %s side's timeout 0 turns the timer off: a lost packet is never sent again and never reported.",
			  cmlab_names_role(role));
	cmlab_verdict_advise(f, "do not set 0; leave it out, or set 14 to 20.");
	return true;
}

static bool rnr_timer_refused(const struct foresight *o, unsigned int role)
{
	return foresight_rc(o) && foresight_side(o, role)->set_min_rnr == -EINVAL;
}

bool cmlab_foresee_39(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, rnr_timer_refused);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "rdma_set_min_rnr_timer(%u) of the %s side returns -22: the code has five bits, 0 to 31. The QP keeps 0, 655.36 ms.",
			  cmlab_values_get(&foresight_in(o, role)->params, CMLAB_F_MIN_RNR),
			  cmlab_names_role(role));
	cmlab_verdict_advise(f,
			     "set a code of the table: 1 is 0.01 ms, 12 is 0.64 ms, 31 is 491 ms.");
	return true;
}

static bool rnr_timer_too_late(const struct foresight *o, unsigned int role)
{
	u8 when = foresight_in(o, role)->min_rnr_when;

	return foresight_rc(o) && !foresight_side(o, role)->set_min_rnr &&
	       (when == CMLAB_WHEN_LISTENER || when == CMLAB_WHEN_ESTABLISHED);
}

bool cmlab_foresee_40(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, rnr_timer_too_late);
	u8 when;

	if (role == CMLAB_NR_ROLES)
		return false;
	when = foresight_in(o, role)->min_rnr_when;
	cmlab_verdict_say(f,
			  "The %s side sets min_rnr_timer %u when nobody reads it (%s): programmed %u.",
			  cmlab_names_role(role),
			  cmlab_values_get(&foresight_in(o, role)->params, CMLAB_F_MIN_RNR),
			  when == CMLAB_WHEN_LISTENER ?
				  why_nobody(when) :
				  "rdma_cm programs it on the way to RTR only",
			  foresight_qp(o, role, CMLAB_F_MIN_RNR));
	cmlab_verdict_advise(f, "call rdma_set_min_rnr_timer before rdma_%s.", message_of(role));
	return true;
}

static bool has_flow(const struct foresight *o, unsigned int role)
{
	return foresight_rc(o) && foresight_asked(o, role, CMLAB_F_FLOW);
}

bool cmlab_foresee_41(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, has_flow);
	u32 v;

	if (role == CMLAB_NR_ROLES)
		return false;
	v = foresight_asked(o, role, CMLAB_F_FLOW);
	cmlab_verdict_say(f,
			  "The %s's flow_control %u is one bit on the wire (%u) and sets nothing: end-to-end credits are always in an RC queue pair's acknowledgments.",
			  message_of(role), v, v & 1);
	cmlab_verdict_advise(f,
			     "leave it, or set 1 for the peer to read; do your own flow control.");
	return true;
}

static const u8 qp_fields[] = { CMLAB_F_SRQ, CMLAB_F_QPN };

bool cmlab_foresee_42(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int i;

	if (o->p->in->transitions != CMLAB_TRANSITIONS_CM || !foresight_rc(o))
		return false;
	for (i = 0; i < CMLAB_NR_ROLES * ARRAY_SIZE(qp_fields); i++) {
		const struct cmlab_predict_side *in = foresight_in(o, i / 2);
		u8 field = qp_fields[i % 2];
		u32 own = field == CMLAB_F_SRQ ? in->has_srq : in->qp_num;
		u32 v = cmlab_values_get(&in->params, field);

		if (in->profile || !v || v == own || k--)
			continue;
		f->field = field;
		cmlab_verdict_say(f,
				  "The %s's %s %u is not looked at: with rdma_create_qp the id has a queue pair, and its own %s goes out.",
				  message_of(i / 2), cmlab_names_field(field)->param, v,
				  field == CMLAB_F_SRQ ? "use of an SRQ" : "number");
		if (field == CMLAB_F_SRQ)
			cmlab_verdict_advise(f,
					     "attach an SRQ to the queue pair, or move that yourself.");
		else
			cmlab_verdict_advise(f,
					     "leave it 0, or move the queue pair yourself (transitions=lab).");
		return true;
	}
	return false;
}

static bool qkey_on_rc(const struct foresight *o, unsigned int role)
{
	return !foresight_ud(o) && cmlab_values_get(&foresight_in(o, role)->params, CMLAB_F_QKEY);
}

bool cmlab_foresee_43(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, qkey_on_rc);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f, "The %s's qkey %#x is never used: a connected queue pair has none.",
			  message_of(role),
			  cmlab_values_get(&foresight_in(o, role)->params, CMLAB_F_QKEY));
	cmlab_verdict_advise(f, "leave it 0; it is for rdma_accept with RDMA_PS_UDP.");
	return true;
}

static const u8 not_iwarp[] = { CMLAB_F_RETRY, CMLAB_F_RNR, CMLAB_F_FLOW, CMLAB_F_SRQ };

bool cmlab_foresee_57(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int i;

	if (!foresight_iwarp(o))
		return false;
	for (i = 0; i < CMLAB_NR_ROLES * ARRAY_SIZE(not_iwarp); i++) {
		const struct cmlab_predict_side *in = foresight_in(o, i / 4);
		u8 field = not_iwarp[i % 4];
		u32 v = cmlab_values_get(&in->params, field);

		if (in->profile || !v || k--)
			continue;
		f->field = field;
		cmlab_verdict_say(f, "The %s's %s %u goes nowhere on iWARP: %s", message_of(i / 4),
				  cmlab_names_field(field)->param, v,
				  field == CMLAB_F_RNR ?
					  "no RNR NAK, a send without a receive is the end." :
					  "TCP does what it stands for.");
		cmlab_verdict_advise(f, field == CMLAB_F_RNR ?
						"post receives before the handshake." :
						"leave it for the other transports.");
		return true;
	}
	return false;
}
