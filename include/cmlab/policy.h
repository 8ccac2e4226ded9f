/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The decisions: (limits, profile, peer's offer) -> parameters or a numbered
 * reason. Pure; the CM adapters translate events into offers, call one of
 * these, and act on the result.
 *
 * The swap, said once: a REQ's initiator_depth is how many reads its sender
 * wants to issue, so it is how many the receiver would have to serve. On IB and
 * RoCE the CM exchanges the two fields for the receiver (cm.c, cm_format_req_event
 * and cm_format_rep_event), so an event already speaks in the receiver's
 * perspective; iWARP drivers differ. cmlab_policy_advertised() is the one place
 * that knows; everything behind it says IRD and ORD and means "ours".
 */
#ifndef CMLAB_POLICY_H
#define CMLAB_POLICY_H

#include <cmlab/ib.h>
#include <cmlab/limits.h>
#include <cmlab/profile.h>
#include <cmlab/values.h>
#include <cmlab/wire.h>

/* What an event's param.conn holds of these, as it is. */
struct cmlab_event_conn {
	u8 responder_resources;
	u8 initiator_depth;
	u8 flow_control;
	u8 retry_count;
	u8 rnr_retry_count;
	u8 srq;
	u32 qp_num;
};

/* What policy knows of this side. */
struct cmlab_side {
	const struct cmlab_limits *limits;   /* mock ones applied */
	const struct cmlab_profile *profile; /* overrides applied */
	u64 res_used;			     /* sum of the IRD of the device's other connections */
	u32 qp_num;			     /* of this side's QP, 0 if it has none yet */
	bool has_srq;			     /* this side's QP takes its receives from an SRQ */
	bool ud; /* UD over SIDR, which carries private data, and back qp_num and qkey */
};

/* What to do, and why. */
struct cmlab_decision {
	enum cmlab_reason reason;	/* CMLAB_REASON_NONE: go on with @params; else refuse */
	enum cmlab_field field;		/* that @reason is about, CMLAB_NR_FIELDS if none */
	u32 have;			/* the offending number */
	u32 need;			/* what it should have been */
	struct cmlab_values requested;	/* what the profile and its overrides asked for */
	struct cmlab_values params;	/* for struct rdma_conn_param; every value fits its field */
	struct cmlab_values negotiated; /* what both must now use, as far as it is known yet */
	struct cmlab_clamps clamps;	/* every change between @requested and @params */
};

/**
 * cmlab_policy_advertised - an event's numbers in this side's perspective
 * @l: this side's limits (transport and driver are read)
 * @role: this side's role: passive for a CONNECT_REQUEST, active for a reply
 * @ev: the event's numbers
 * @out: every value that the event really shows: IRD is what the peer would
 *	use of us as responder, ORD what it lets us issue; the others are the
 *	peer's own words. A reply has no retry_count; iWARP has only the depths,
 *	and not with every driver.
 */
void cmlab_policy_advertised(const struct cmlab_limits *l, enum cmlab_role role,
			     const struct cmlab_event_conn *ev, struct cmlab_values *out);

/**
 * cmlab_policy_offer - what the active side puts into its REQ
 * @side: this side
 * @d: the decision, written whole
 *
 * Order of the bounds for the depths: 8-bit field, profile ceiling, device limit
 * of one QP, device limit over all connections (IRD only). retry_count and
 * rnr_retry_count above 7 and flow_control above 1 are clamped, or refused with
 * CMLAB_REASON_FIELD_RANGE if the profile is strict. Values that the transport
 * does not carry are not in @d->params. A depth below its floor is refused.
 *
 * Return: @d->reason
 */
enum cmlab_reason cmlab_policy_offer(const struct cmlab_side *side, struct cmlab_decision *d);

/**
 * cmlab_policy_accept - what the passive side puts into its REP, or why it rejects
 * @side: this side
 * @adv: what the REQ advertised, from cmlab_policy_advertised()
 * @d: the decision, written whole
 *
 * As cmlab_policy_offer(), then both depths are bounded by what the peer offered
 * (where the event shows it). A REP carries no retry_count; it is not in
 * @d->params. @d->negotiated holds this side's QP: IRD, ORD, the active's
 * retry_count, and the active's rnr_retry_count, which programs this side's QP.
 * With a driver that raises the IRD, @d->negotiated has the raised value.
 *
 * Return: @d->reason
 */
enum cmlab_reason cmlab_policy_accept(const struct cmlab_side *side, const struct cmlab_values *adv,
				      struct cmlab_decision *d);

/**
 * cmlab_policy_raw - no decision: the values go as they were asked for
 * @side: this side
 * @adv: what the REQ advertised on the passive side, NULL on the active side
 * @d: the decision, written whole; never a reason
 *
 * What most ULPs do, so that it can be reproduced: the CM cuts values to their fields, the
 * driver refuses what it cannot. A value that was not asked for is 0.
 */
void cmlab_policy_raw(const struct cmlab_side *side, const struct cmlab_values *adv,
		      struct cmlab_decision *d);

/**
 * cmlab_policy_reply - judge a REP against what was offered
 * @side: this side, the active one
 * @offered: @params of cmlab_policy_offer()
 * @adv: what the REP advertised, from cmlab_policy_advertised()
 * @d: the decision, written whole; @d->params is empty
 *
 * A reply that serves us more reads than we offered to issue breaks nothing, but
 * tells that the peer did not look at the offer: REPLY_ORD. One that wants to
 * issue more than we offered to serve is REPLY_IRD. Below the profile's floor is
 * IRD_FLOOR or ORD_FLOOR. @d->negotiated is the smaller of both words in each
 * direction even if a reason is given, so that a report can show it.
 *
 * Return: @d->reason
 */
enum cmlab_reason cmlab_policy_reply(const struct cmlab_side *side,
				     const struct cmlab_values *offered,
				     const struct cmlab_values *adv, struct cmlab_decision *d);

/*
 * Responder resources of the device that a decision takes: what the QP will serve, more than this
 * side said where the driver raises it.
 */
u32 cmlab_policy_ird_held(const struct cmlab_decision *d);

/**
 * cmlab_policy_own_qp - qp_num and srq are those of this side's QP
 * @side: this side; its QP exists
 * @role: its role
 * @d: its offer or accept; what was asked for instead is noted as a clamp
 *
 * An MPA frame has neither, a SIDR_REQ neither, a SIDR_REP no srq.
 */
void cmlab_policy_own_qp(const struct cmlab_side *side, enum cmlab_role role,
			 struct cmlab_decision *d);

/* IRD or ORD as transitions=lab gives it to the QP: what came raw may be above the limit. */
u32 cmlab_policy_qp_depth(const struct cmlab_limits *l, enum cmlab_field f, u32 v);

/* Whether this program moves the QP: on iWARP the driver does, a UD QP is in RTS from the start. */
bool cmlab_policy_moves_qp(const struct cmlab_limits *l, enum cmlab_transitions transitions,
			   enum cmlab_ps ps);

/* Fills the header of a @kind message that goes with a decision; @caps: CMLAB_WIRE_CAP_*. */
void cmlab_policy_header(const struct cmlab_side *side, const struct cmlab_decision *d,
			 enum cmlab_wire_kind kind, u32 caps, struct cmlab_wire_hdr *hdr);

/**
 * cmlab_policy_programmed - what ib_query_qp showed, in this side's perspective
 * @l: this side's limits (driver is read)
 * @raw: IRD from max_dest_rd_atomic, ORD from max_rd_atomic, and the rest, as reported
 * @out: the same with what the driver is known to cross put right, and without
 *	what it does not report
 *
 * Return: true if the two depths were reported crossed
 */
bool cmlab_policy_programmed(const struct cmlab_limits *l, const struct cmlab_values *raw,
			     struct cmlab_values *out);

#endif /* CMLAB_POLICY_H */
