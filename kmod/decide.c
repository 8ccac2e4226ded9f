// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * From a connection and an event to a decision of the core, with the device's accounts
 * kept and the decision published. Decides; cm.c acts.
 */
#include "cmid.h"
#include "conn.h"
#include "decide.h"
#include "device.h"
#include "publish.h"
#include "trace.h"

static struct cmlab_side side_of(const struct cmlab_conn *conn)
{
	struct cmlab_side side = {
		.limits = &conn->limits,
		.profile = &conn->cfg->req.profile,
		.ud = cmlab_conn_is_ud(conn),
	};

	if (conn->qp) {
		side.qp_num = conn->qp->qp_num;
		side.has_srq = conn->qp->srq;
	}
	return side;
}

int cmlab_decide_device(struct cmlab_conn *conn)
{
	if (!cmlab_device_get(conn->cm_id->device, &conn->dev))
		return cmlab_publish_called(conn, CMLAB_CALL_TAKE_DEVICE, -ENODEV);

	mutex_lock(&conn->dev->lock);
	conn->limits = conn->dev->limits;
	mutex_unlock(&conn->dev->lock);
	cmlab_publish_device(conn);
	return 0;
}

/* Take what the decision needs of the device's responder resources, instead of what is held. */
static void hold(struct cmlab_conn *conn)
{
	u32 ird = cmlab_policy_ird_held(&conn->decision);

	lockdep_assert_held(&conn->dev->lock);

	conn->dev->res_used += (u64)ird - conn->ird_held;
	conn->ird_held = ird;
}

/*
 * Decide with the device's accounts locked, so that two connections cannot both be
 * given its last responder resources.
 */
enum cmlab_reason cmlab_decide(struct cmlab_conn *conn, const struct cmlab_values *adv)
{
	struct cmlab_decision *d = &conn->decision;
	struct cmlab_side side = side_of(conn);

	mutex_lock(&conn->dev->lock);
	conn->limits = conn->dev->limits;
	side.res_used = conn->dev->res_used;
	if (conn->cfg->req.decide == CMLAB_DECIDE_RAW)
		cmlab_policy_raw(&side, adv, d);
	else if (adv)
		cmlab_policy_accept(&side, adv, d);
	else
		cmlab_policy_offer(&side, d);
	if (d->reason == CMLAB_REASON_NONE)
		hold(conn);
	mutex_unlock(&conn->dev->lock);

	cmlab_publish_device(conn);
	cmlab_publish_decision(conn);
	trace_cmlab_conn_decide(conn->id, conn->role, d);
	return d->reason;
}

void cmlab_decide_own_qp(struct cmlab_conn *conn)
{
	struct cmlab_side side = side_of(conn);

	cmlab_policy_own_qp(&side, conn->role, &conn->decision);
	cmlab_publish_decision(conn);
}

int cmlab_decide_data(struct cmlab_conn *conn, enum cmlab_wire_kind kind,
		      struct cmlab_pdata_blob *blob)
{
	const struct cmlab_request *req = &conn->cfg->req;
	const struct rdma_addr *addr = &conn->cm_id->route.addr;
	struct cmlab_pdata_plan plan = {
		.side = side_of(conn),
		.device = conn->dev ? &conn->dev->real : NULL,
		.family = cmlab_cmid_family((const struct sockaddr *)&addr->src_addr),
		.form = req->form,
		.transitions = req->transitions,
		.unbounded = req->decide == CMLAB_DECIDE_RAW,
		.user = req->user,
		.user_len = req->user_len,
	};

	int ret = cmlab_pdata_build(&plan, &conn->decision, kind, blob);

	if (!ret)
		cmlab_pdata_spoil(&conn->fault, req->form, blob);
	return ret;
}

void cmlab_decide_reason(struct cmlab_conn *conn, enum cmlab_reason reason, enum cmlab_field field,
			 u32 have, u32 need)
{
	conn->decision.reason = reason;
	conn->decision.field = field;
	conn->decision.have = have;
	conn->decision.need = need;
	cmlab_publish_refusal(conn);
}

static void advertised_rc(struct cmlab_conn *conn, const struct rdma_conn_param *p,
			  struct cmlab_values *adv)
{
	struct cmlab_event_conn numbers;

	cmlab_cmid_numbers(p, &numbers);
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

static enum cmlab_reason check_header(struct cmlab_conn *conn, const u8 *data, u32 len,
				      enum cmlab_wire_kind kind)
{
	struct cmlab_wire_hdr hdr;
	enum cmlab_reason reason;

	if (conn->cfg->req.form == CMLAB_PDATA_RAW)
		return CMLAB_REASON_NONE;
	len = cmlab_pdata_believed(&conn->dev->real, kind, len);
	reason = cmlab_wire_parse(data, len, kind, &hdr);
	if (reason != CMLAB_REASON_NONE)
		cmlab_decide_reason(conn, reason, CMLAB_NR_FIELDS, len, CMLAB_WIRE_HDR_LEN);
	return reason;
}

/* Private data are copied now, since they are gone when the handler returns. */
enum cmlab_reason cmlab_decide_offer(struct cmlab_conn *conn, const struct rdma_cm_event *ev,
				     enum cmlab_wire_kind kind, struct cmlab_values *adv)
{
	const u8 *data;
	u32 len;

	if (cmlab_conn_is_ud(conn))
		advertised_ud(conn, &ev->param.ud, adv);
	else
		advertised_rc(conn, &ev->param.conn, adv);
	data = cmlab_cmid_data(ev, conn->cfg->req.ps, &len);
	cmlab_publish_received(conn, kind, data, len, adv);
	trace_cmlab_conn_offer(conn->id, conn->role, adv, len);
	return check_header(conn, data, len, kind);
}

void cmlab_decide_reject(struct cmlab_conn *conn, const struct rdma_cm_event *ev)
{
	const u8 *data;
	u32 len;

	data = cmlab_cmid_data(ev, conn->cfg->req.ps, &len);
	cmlab_publish_received(conn, CMLAB_WIRE_REJ, data, len, NULL);
}

/*
 * The reply is judged before the QP is moved where this module moves it. Otherwise it has
 * been moved already: then transitions=cm goes on, as most ULPs do, and leaves the verdict
 * to the findings; transitions=lab ends the connection.
 */
bool cmlab_decide_reply(struct cmlab_conn *conn, const struct rdma_cm_event *ev)
{
	bool strict = conn->cfg->req.transitions == CMLAB_TRANSITIONS_LAB;
	const struct cmlab_values offered = conn->decision.params;
	struct cmlab_side side = side_of(conn);
	struct cmlab_values adv = {};
	enum cmlab_reason reason;

	reason = cmlab_decide_offer(conn, ev, CMLAB_WIRE_REP, &adv);
	if (reason != CMLAB_REASON_NONE)
		return false;
	reason = cmlab_policy_reply(&side, &offered, &adv, &conn->decision);
	if (!strict)
		conn->decision.reason = CMLAB_REASON_NONE;
	mutex_lock(&conn->dev->lock);
	hold(conn);
	mutex_unlock(&conn->dev->lock);
	cmlab_publish_decision(conn);
	trace_cmlab_conn_decide(conn->id, conn->role, &conn->decision);
	return !strict || reason == CMLAB_REASON_NONE;
}

/* What the CM gets: always from zero, and narrowed to u8 here and only here. */
void cmlab_decide_conn_param(const struct cmlab_conn *conn, const struct cmlab_pdata_blob *blob,
			     struct rdma_conn_param *p)
{
	const struct cmlab_values *v = &conn->decision.params;

	memset(p, 0, sizeof(*p));
	p->private_data = blob->data;
	p->private_data_len = blob->len;
	p->responder_resources = cmlab_values_get(v, CMLAB_F_IRD);
	p->initiator_depth = cmlab_values_get(v, CMLAB_F_ORD);
	p->flow_control = cmlab_values_get(v, CMLAB_F_FLOW);
	p->retry_count = cmlab_values_get(v, CMLAB_F_RETRY);
	p->rnr_retry_count = cmlab_values_get(v, CMLAB_F_RNR);
	p->srq = cmlab_values_get(v, CMLAB_F_SRQ);
	p->qp_num = cmlab_values_get(v, CMLAB_F_QPN);
	p->qkey = cmlab_values_get(v, CMLAB_F_QKEY);
}

static int set_timer(struct cmlab_conn *conn, enum cmlab_field f, enum cmlab_when now)
{
	int ret = cmlab_cmid_set_timer(conn->cm_id, &conn->cfg->req, f, now);

	if (ret == CMLAB_NO_ERRNO)
		return 0;
	cmlab_publish_timer(conn, f, ret);
	return ret ? cmlab_publish_called(conn, cmlab_cmid_timer_call(f), ret) : 0;
}

int cmlab_decide_set_timers(struct cmlab_conn *conn, enum cmlab_when now)
{
	return set_timer(conn, CMLAB_F_TIMEOUT, now) ?: set_timer(conn, CMLAB_F_MIN_RNR, now);
}
