// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * From a connection and an event to a decision of the core, with the device's accounts
 * kept and the record written. Decides; cm.c acts.
 */
#include "conn.h"
#include "decide.h"
#include "device.h"
#include "qp.h"
#include "record.h"
#include "trace.h"

int cmlab_decide_device(struct cmlab_conn *conn)
{
	struct cmlab_snapshot *s;

	if (!cmlab_device_get(conn->cm_id->device, &conn->dev))
		return cmlab_qp_failed(conn, "taking the RDMA device", -ENODEV);

	s = cmlab_record_begin(conn->rec);
	strscpy(s->device, conn->dev->ibdev->name, sizeof(s->device));
	s->limits = conn->dev->limits;
	cmlab_record_end(conn->rec);
	return 0;
}

/* Take @ird of the device's responder resources, instead of what is held now. */
static void hold(struct cmlab_conn *conn, u32 ird)
{
	lockdep_assert_held(&conn->dev->lock);

	conn->dev->res_used += (u64)ird - conn->ird_held;
	conn->ird_held = ird;
}

/* What the QP will serve: more than we said where the driver raises it. */
static u32 ird_of(const struct cmlab_decision *d)
{
	return max(cmlab_values_get(&d->params, CMLAB_F_IRD),
		   cmlab_values_get(&d->negotiated, CMLAB_F_IRD));
}

/*
 * Decide with the device's accounts locked, so that two connections cannot both be
 * given its last responder resources.
 */
enum cmlab_reason cmlab_decide(struct cmlab_conn *conn, const struct cmlab_values *adv)
{
	struct cmlab_device *dev = conn->dev;
	struct cmlab_decision *d = &conn->decision;
	struct cmlab_side side = {
		.profile = &conn->cfg->req.profile,
		.ud = cmlab_conn_is_ud(conn),
	};
	struct cmlab_snapshot *s;

	mutex_lock(&dev->lock);
	side.limits = &dev->limits;
	side.res_used = dev->res_used;
	if (conn->cfg->req.decide == CMLAB_DECIDE_RAW)
		cmlab_policy_raw(&side, adv, d);
	else if (adv)
		cmlab_policy_accept(&side, adv, d);
	else
		cmlab_policy_offer(&side, d);
	if (d->reason == CMLAB_REASON_NONE)
		hold(conn, ird_of(d));
	s = cmlab_record_begin(conn->rec);
	s->limits = dev->limits;
	cmlab_snapshot_decided(s, d);
	cmlab_record_end(conn->rec);
	mutex_unlock(&dev->lock);

	trace_cmlab_conn_decide(conn->id, conn->role, d);
	return d->reason;
}

static void own(struct cmlab_conn *conn, struct cmlab_clamps *clamps, enum cmlab_field f, u32 v)
{
	struct cmlab_values *params = &conn->decision.params;

	if (cmlab_values_has(&conn->decision.requested, f))
		cmlab_values_record(clamps, f, cmlab_values_get(params, f), v, CMLAB_WHY_OWN_QP,
				    false);
	cmlab_values_set(params, f, v);
}

void cmlab_decide_own_qp(struct cmlab_conn *conn)
{
	struct cmlab_snapshot *s;

	/* An MPA frame has neither, and a SIDR_REQ neither. */
	if (conn->dev->real.transport == CMLAB_TRANSPORT_IWARP ||
	    (cmlab_conn_is_ud(conn) && conn->role == CMLAB_ROLE_ACTIVE))
		return;
	s = cmlab_record_begin(conn->rec);
	own(conn, &s->clamps, CMLAB_F_QPN, conn->qp->qp_num);
	if (!cmlab_conn_is_ud(conn))
		own(conn, &s->clamps, CMLAB_F_SRQ, !!conn->qp->srq);
	s->offered = conn->decision.params;
	cmlab_record_end(conn->rec);
}

/* A refusal that does not come from the policy; afterwards it looks like one that does. */
void cmlab_decide_reason(struct cmlab_conn *conn, enum cmlab_reason reason, enum cmlab_field field,
			 u32 have, u32 need)
{
	struct cmlab_snapshot *s;

	conn->decision.reason = reason;
	conn->decision.field = field;
	conn->decision.have = have;
	conn->decision.need = need;
	s = cmlab_record_begin(conn->rec);
	s->reason = reason;
	s->reason_field = field;
	s->reason_have = have;
	s->reason_need = need;
	cmlab_record_end(conn->rec);
}

static void advertised_rc(struct cmlab_conn *conn, const struct rdma_conn_param *p,
			  struct cmlab_values *adv)
{
	const struct cmlab_event_conn numbers = {
		.responder_resources = p->responder_resources,
		.initiator_depth = p->initiator_depth,
		.flow_control = p->flow_control,
		.retry_count = p->retry_count,
		.rnr_retry_count = p->rnr_retry_count,
		.srq = p->srq,
		.qp_num = p->qp_num,
	};

	cmlab_policy_advertised(&conn->dev->real, conn->role, &numbers, adv);
}

/* A SIDR_REP tells where to send to; a SIDR_REQ has no numbers. */
static void advertised_ud(struct cmlab_conn *conn, const struct rdma_ud_param *p,
			  struct cmlab_values *adv)
{
	memset(adv, 0, sizeof(*adv));
	if (conn->role == CMLAB_ROLE_PASSIVE)
		return;
	cmlab_values_set(adv, CMLAB_F_QPN, p->qp_num);
	cmlab_values_set(adv, CMLAB_F_QKEY, p->qkey);
}

/* Private data is copied now, since it is gone when the handler returns. */
static enum cmlab_reason take_data(struct cmlab_conn *conn, const struct rdma_cm_event *ev,
				   struct cmlab_snapshot *s, enum cmlab_wire_kind kind)
{
	bool ud = cmlab_conn_is_ud(conn);

	return cmlab_snapshot_received(s,
				       ud ? ev->param.ud.private_data : ev->param.conn.private_data,
				       ud ? ev->param.ud.private_data_len :
					    ev->param.conn.private_data_len,
				       kind);
}

enum cmlab_reason cmlab_decide_offer(struct cmlab_conn *conn, const struct rdma_cm_event *ev,
				     enum cmlab_wire_kind kind, struct cmlab_values *adv)
{
	enum cmlab_reason reason;
	struct cmlab_snapshot *s;

	if (cmlab_conn_is_ud(conn))
		advertised_ud(conn, &ev->param.ud, adv);
	else
		advertised_rc(conn, &ev->param.conn, adv);
	s = cmlab_record_begin(conn->rec);
	s->advertised = *adv;
	reason = take_data(conn, ev, s, kind);
	cmlab_record_end(conn->rec);
	trace_cmlab_conn_offer(conn->id, conn->role, adv, conn->rec->snap.received.wire_len);
	return reason;
}

void cmlab_decide_reject(struct cmlab_conn *conn, const struct rdma_cm_event *ev)
{
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);

	take_data(conn, ev, s, CMLAB_WIRE_REJ);
	cmlab_record_end(conn->rec);
}

/*
 * The reply is judged before the QP is moved where this module moves it. Otherwise it has
 * been moved already: then transitions=cm goes on, as most ULPs do, and leaves the verdict
 * to the findings; transitions=lab ends the connection.
 */
bool cmlab_decide_reply(struct cmlab_conn *conn, const struct rdma_cm_event *ev)
{
	struct cmlab_side side = {
		.profile = &conn->cfg->req.profile,
		.ud = cmlab_conn_is_ud(conn),
	};
	const struct cmlab_values offered = conn->decision.params;
	bool strict = conn->cfg->req.transitions == CMLAB_TRANSITIONS_LAB;
	struct cmlab_values adv = {};
	enum cmlab_reason reason;
	struct cmlab_snapshot *s;

	reason = cmlab_decide_offer(conn, ev, CMLAB_WIRE_REP, &adv);
	if (reason != CMLAB_REASON_NONE) {
		cmlab_decide_reason(conn, reason, CMLAB_NR_FIELDS,
				    conn->rec->snap.received.wire_len, CMLAB_WIRE_HDR_LEN);
		return false;
	}
	side.limits = &conn->rec->snap.limits;
	reason = cmlab_policy_reply(&side, &offered, &adv, &conn->decision);
	if (!strict)
		conn->decision.reason = CMLAB_REASON_NONE;
	mutex_lock(&conn->dev->lock);
	hold(conn, ird_of(&conn->decision));
	mutex_unlock(&conn->dev->lock);
	s = cmlab_record_begin(conn->rec);
	cmlab_snapshot_decided(s, &conn->decision);
	cmlab_record_end(conn->rec);
	trace_cmlab_conn_decide(conn->id, conn->role, &conn->decision);
	return !strict || reason == CMLAB_REASON_NONE;
}
