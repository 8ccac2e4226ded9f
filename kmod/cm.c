// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The adapter between rdma_cm and the core, and the only caller of rdma_connect, rdma_accept and
 * rdma_reject. Events become offers, the core decides, decisions become calls: as in peer_cm.c.
 *
 * Who destroys the rdma_cm_id (model, section 7):
 *
 *   handler            event             returns   the id is destroyed by
 *   listener.c, its    CONNECT_REQUEST   0         teardown of the connection
 *                                        -ENOMEM   rdma_cm; there is no connection
 *                                                  object, no REJ, and the peer retries
 *   listener.c, its    DEVICE_REMOVAL    1         rdma_cm, unless unlisten has claimed
 *                                                  the id before
 *   conn_handler       any               0         teardown of the connection
 *
 * A refused REQ ends the same way: rdma_reject, then teardown. Nothing in here waits
 * for the peer, and nothing destroys an id.
 */
#include <linux/kthread.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <rdma/ib_cm.h>

#include <cmlab/findings.h>
#include <cmlab/policy.h>

#include "cm.h"
#include "cmid.h"
#include "conn.h"
#include "decide.h"
#include "device.h"
#include "event.h"
#include "misdeed.h"
#include "param.h"
#include "ping.h"
#include "publish.h"
#include "qp.h"
#include "room.h"
#include "teardown.h"
#include "trace.h"

/* Time for each of the two resolve steps, in ms. */
#define RESOLVE_MS 2000

/* What both sides do. */

static void fail(struct cmlab_conn *conn, enum cmlab_outcome outcome, const char *why)
{
	cmlab_conn_outcome(conn, outcome);
	cmlab_conn_close(conn, why);
}

/* Say no, with the reason and its numbers: REJ 28 on IB, a rejecting MPA reply on iWARP. */
static void refuse(struct cmlab_conn *conn)
{
	struct cmlab_pdata_blob blob;
	u8 reason;
	int ret;

	cmlab_decide_data(conn, CMLAB_WIRE_REJ, &blob);
	reason = cmlab_misdeed_refusal(conn, &blob);
	cmlab_publish_sent(conn, CMLAB_WIRE_REJ, &blob);
	ret = rdma_reject(conn->cm_id, blob.data, blob.len, reason);
	cmlab_publish_called(conn, CMLAB_CALL_REJECT, ret);
	trace_cmlab_conn_reject(conn->id, conn->role, &conn->decision);
	cmlab_event_refused(conn->decision.reason);
	cmlab_room_leave(conn);
	fail(conn, CMLAB_OUTCOME_REJECTED, "refused by this side");
}

/* Private data, timers and QP: all that a REQ and a REP have in common. */
static int prepare(struct cmlab_conn *conn, enum cmlab_wire_kind kind,
		   struct cmlab_pdata_blob *blob)
{
	int ret;

	ret = cmlab_decide_data(conn, kind, blob);
	if (ret) {
		cmlab_decide_reason(conn, CMLAB_REASON_FIELD_RANGE, CMLAB_F_PDLEN, blob->want,
				    blob->room);
		return ret;
	}
	ret = cmlab_decide_set_timers(conn, CMLAB_WHEN_BEFORE_HANDSHAKE);
	if (!ret)
		ret = cmlab_qp_create(conn);
	if (ret)
		cmlab_decide_reason(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, -ret, 0);
	else
		cmlab_decide_own_qp(conn);
	return ret;
}

static int move_qp(struct cmlab_conn *conn, const struct cmlab_values *depths)
{
	int ret = cmlab_qp_to_rts(conn, depths);

	if (ret)
		cmlab_decide_reason(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, -ret, 0);
	return ret;
}

static void established(struct cmlab_conn *conn)
{
	if (!cmlab_conn_change_state(conn, CMLAB_STATE_ESTABLISHED))
		return;
	cmlab_room_settled(conn);
	cmlab_decide_set_timers(conn, CMLAB_WHEN_ESTABLISHED);
	cmlab_qp_query(conn);
	cmlab_conn_outcome(conn, CMLAB_OUTCOME_ESTABLISHED);
	cmlab_ping_start(conn);
}

/* Passive side: REQ -> decision -> QP in RTS -> REP, or a reason -> REJ. */

static enum cmlab_reason judge_request(struct cmlab_conn *conn, struct rdma_cm_event *ev)
{
	struct cmlab_room_limit full;
	struct cmlab_values adv = {};
	enum cmlab_reason reason;

	if (cmlab_decide_device(conn)) {
		cmlab_decide_reason(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, ENODEV, 0);
		return CMLAB_REASON_NO_RESOURCES;
	}
	reason = cmlab_decide_offer(conn, ev, CMLAB_WIRE_REQ, &adv);
	if (reason != CMLAB_REASON_NONE)
		return reason;
	if (!cmlab_room_enter(conn, &full)) {
		cmlab_decide_reason(conn, CMLAB_REASON_CONN_LIMIT, CMLAB_NR_FIELDS, full.used + 1,
				    full.limit);
		return CMLAB_REASON_CONN_LIMIT;
	}
	reason = cmlab_decide(conn, &adv);
	return reason == CMLAB_REASON_NONE ? cmlab_misdeed_decision(conn, &adv) : reason;
}

static int call_accept(struct cmlab_conn *conn, struct rdma_conn_param *param)
{
	int ret = cmlab_misdeed_error(conn, CMLAB_FAULT_FAIL_ACCEPT);

	cmlab_misdeed_qp_num(conn, param);
	if (!ret)
		return rdma_accept(conn->cm_id, param);
	/* As rdma_accept does when it fails. */
	rdma_reject(conn->cm_id, NULL, 0, IB_CM_REJ_CONSUMER_DEFINED);
	return ret;
}

static void accept(struct cmlab_conn *conn)
{
	struct rdma_conn_param param;
	struct cmlab_pdata_blob blob;
	int ret;

	ret = prepare(conn, CMLAB_WIRE_REP, &blob);
	if (!ret && cmlab_qp_is_ours(conn))
		ret = move_qp(conn, &conn->decision.params);
	if (ret) {
		refuse(conn);
		return;
	}
	cmlab_decide_conn_param(conn, &blob, &param);
	cmlab_publish_sent(conn, CMLAB_WIRE_REP, &blob);
	ret = call_accept(conn, &param);
	cmlab_publish_called(conn, CMLAB_CALL_ACCEPT, ret);
	/* It has rejected by itself. */
	if (ret)
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "rdma_accept failed");
	/* Nothing follows a SIDR_REP: no event will say that it stands. */
	else if (cmlab_conn_is_ud(conn))
		established(conn);
}

/* The listener's id was told; this one has it from there. */
static void inherit_timer(struct cmlab_conn *conn, enum cmlab_field f)
{
	u8 v;

	if (!cmlab_conn_is_ud(conn) &&
	    cmlab_request_timer(&conn->cfg->req, f, CMLAB_WHEN_LISTENER, &v))
		cmlab_publish_timer(conn, f, 0);
}

static void request(struct cmlab_conn *conn, struct rdma_cm_event *ev)
{
	conn->started = ktime_get();
	cmlab_conn_change_state(conn, CMLAB_STATE_ACCEPTING);
	cmlab_publish_resolved(conn);
	inherit_timer(conn, CMLAB_F_TIMEOUT);
	inherit_timer(conn, CMLAB_F_MIN_RNR);
	cmlab_conn_arm(conn, conn->timeout_ms);
	cmlab_misdeed_hold(conn);
	if (judge_request(conn, ev) != CMLAB_REASON_NONE)
		refuse(conn);
	else if (conn->fault.kind == CMLAB_FAULT_LATE_ACCEPT)
		cmlab_conn_delay(conn, conn->fault.n);
	else if (conn->fault.kind != CMLAB_FAULT_NO_ACCEPT)
		accept(conn);
}

/* Active side: address -> route -> offer -> REQ; REP -> judgement -> QP in RTS -> RTU. */

static void address_resolved(struct cmlab_conn *conn)
{
	int ret;

	if (!cmlab_conn_change_state(conn, CMLAB_STATE_RESOLVING_ROUTE))
		return;
	cmlab_publish_resolved(conn);
	ret = cmlab_decide_device(conn);
	if (!ret)
		ret = cmlab_decide_set_timers(conn, CMLAB_WHEN_BEFORE_ROUTE);
	if (!ret) {
		ret = rdma_resolve_route(conn->cm_id, RESOLVE_MS);
		if (ret)
			cmlab_publish_called(conn, CMLAB_CALL_RESOLVE_ROUTE, ret);
	}
	if (ret)
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "the route could not be resolved");
}

static void connect(struct cmlab_conn *conn)
{
	struct rdma_conn_param param;
	struct cmlab_pdata_blob blob;
	int ret;

	if (!cmlab_conn_change_state(conn, CMLAB_STATE_CONNECTING))
		return;
	if (cmlab_decide(conn, NULL) != CMLAB_REASON_NONE || prepare(conn, CMLAB_WIRE_REQ, &blob)) {
		trace_cmlab_conn_reject(conn->id, conn->role, &conn->decision);
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "refused before the call");
		return;
	}
	cmlab_decide_conn_param(conn, &blob, &param);
	cmlab_publish_sent(conn, CMLAB_WIRE_REQ, &blob);
	conn->started = ktime_get();
	ret = rdma_connect_locked(conn->cm_id, &param);
	/* Who sent the signal closes the connection. */
	if (ret == -ERESTARTSYS || ret == -EINTR)
		return;
	cmlab_publish_called(conn, CMLAB_CALL_CONNECT, ret);
	if (ret)
		fail(conn, cmlab_outcome_of_errno(ret), "rdma_connect failed");
}

static int connector(void *arg)
{
	struct cmlab_conn *conn = arg;

	/* A TCP connect that waits for its SYN to be answered ends with a signal. */
	allow_signal(SIGINT);
	rdma_lock_handler(conn->cm_id);
	connect(conn);
	rdma_unlock_handler(conn->cm_id);
	return 0;
}

/*
 * siw connects its TCP socket inside rdma_connect, so on iWARP the call may take as long
 * as TCP sends SYNs, more than two minutes. That must not happen on the CM's ordered queue,
 * where it would hold up every other connection of the machine, nor outlast our own timer:
 * so it gets a thread, which can be sent a signal; teardown ends it.
 */
static void route_resolved(struct cmlab_conn *conn)
{
	struct task_struct *task;

	if (conn->dev->real.transport != CMLAB_TRANSPORT_IWARP) {
		connect(conn);
		return;
	}
	task = kthread_create(connector, conn, "cmlab/%u", conn->id);
	if (IS_ERR(task)) {
		cmlab_publish_called(conn, CMLAB_CALL_START_THREAD, PTR_ERR(task));
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "no thread to connect with");
		return;
	}
	get_task_struct(task);
	xchg(&conn->connector, task);
	wake_up_process(task);
}

/* The QP is not on the id: we move it, then send the RTU. */
static void reply(struct cmlab_conn *conn, struct rdma_cm_event *ev)
{
	int ret;

	cmlab_misdeed_hold(conn);
	if (!cmlab_decide_reply(conn, ev) || move_qp(conn, &conn->decision.negotiated)) {
		refuse(conn);
		return;
	}
	if (conn->fault.kind == CMLAB_FAULT_NO_RTU)
		return;
	ret = rdma_accept(conn->cm_id, NULL);
	cmlab_publish_called(conn, CMLAB_CALL_ACCEPT, ret);
	if (ret)
		fail(conn, CMLAB_OUTCOME_CONNECT_ERROR, "rdma_accept failed");
	else
		established(conn);
}

/* The QP was moved by rdma_cm or the driver. */
static void moved(struct cmlab_conn *conn, struct rdma_cm_event *ev)
{
	if (conn->role == CMLAB_ROLE_ACTIVE)
		cmlab_misdeed_hold(conn);
	if (conn->role == CMLAB_ROLE_ACTIVE && !cmlab_decide_reply(conn, ev)) {
		cmlab_event_refused(conn->decision.reason);
		trace_cmlab_conn_reject(conn->id, conn->role, &conn->decision);
		fail(conn, CMLAB_OUTCOME_REJECTED, "the reply breaks what was offered");
		return;
	}
	established(conn);
}

/* Only the events tell of it: how the connection came to stand is told already. */
static bool ended_late(struct cmlab_conn *conn, const char *why)
{
	if (cmlab_conn_state(conn) != CMLAB_STATE_ESTABLISHED)
		return false;
	cmlab_event_finding(conn->rec, CMLAB_CL_ENDED_LATE);
	cmlab_conn_close(conn, why);
	return true;
}

static void peer_rejected(struct cmlab_conn *conn, struct rdma_cm_event *ev)
{
	if (ended_late(conn, "rejected by the peer when it was established"))
		return;
	cmlab_decide_reject(conn, ev);
	fail(conn, CMLAB_OUTCOME_REJECTED, "rejected by the peer");
}

static void removal(struct cmlab_conn *conn)
{
	WRITE_ONCE(conn->removing, true);
	fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "device removed");
	complete_all(&conn->disconnected);
}

static int conn_handler(struct rdma_cm_id *id, struct rdma_cm_event *ev)
{
	struct cmlab_conn *conn = id->context;
	bool closing = cmlab_conn_state(conn) == CMLAB_STATE_CLOSING;

	cmlab_publish_event(conn, ev);
	if (closing) {
		if (ev->event != RDMA_CM_EVENT_TIMEWAIT_EXIT)
			complete_all(&conn->disconnected);
		return 0;
	}

	switch (ev->event) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		address_resolved(conn);
		break;
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		route_resolved(conn);
		break;
	case RDMA_CM_EVENT_CONNECT_RESPONSE:
		reply(conn, ev);
		break;
	case RDMA_CM_EVENT_ESTABLISHED:
		moved(conn, ev);
		break;
	case RDMA_CM_EVENT_REJECTED:
		peer_rejected(conn, ev);
		break;
	case RDMA_CM_EVENT_UNREACHABLE:
		/* A positive status is that of a SIDR_REP: a refusal. */
		if (ended_late(conn, "unreachable: the neighbour's address changed"))
			break;
		if (ev->status > 0)
			cmlab_decide_reject(conn, ev);
		fail(conn, CMLAB_OUTCOME_UNREACHABLE, "unreachable");
		break;
	case RDMA_CM_EVENT_CONNECT_ERROR:
		fail(conn, CMLAB_OUTCOME_CONNECT_ERROR, "connect error");
		break;
	case RDMA_CM_EVENT_ADDR_ERROR:
	case RDMA_CM_EVENT_ROUTE_ERROR:
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "address or route could not be resolved");
		break;
	case RDMA_CM_EVENT_DISCONNECTED:
		complete_all(&conn->disconnected);
		fail(conn, CMLAB_OUTCOME_CONNECT_ERROR, "disconnected by the peer");
		break;
	case RDMA_CM_EVENT_ADDR_CHANGE:
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "the address moved to another device");
		break;
	case RDMA_CM_EVENT_DEVICE_REMOVAL:
		removal(conn);
		break;
	default:
		trace_cmlab_cm_event(conn->id, ev->event, ev->status);
		break;
	}
	return 0;
}

/*
 * rdma_notify(IB_EVENT_COMM_EST) is what this is usually told with. It is not used: an id that
 * is destroyed before ib_cm has worked off the notice keeps its REP repeating for 65 s, and
 * rdma_destroy_id() waits as long (docs/known-kernel-issues.md). A lost RTU is no harm: the
 * peer answers the repeated REP.
 */
static void data_seen(struct cmlab_conn *conn)
{
	if (conn->role == CMLAB_ROLE_PASSIVE)
		established(conn);
}

/* What a fault has put off, as if it were in the handler; unless the connection closes. */
static void late(struct cmlab_conn *conn)
{
	enum cmlab_state state;

	rdma_lock_handler(conn->cm_id);
	state = cmlab_conn_state(conn);
	if (conn->fault.kind == CMLAB_FAULT_LATE_ACCEPT && state == CMLAB_STATE_ACCEPTING)
		accept(conn);
	else if (conn->fault.kind == CMLAB_FAULT_LATE_RECV && state != CMLAB_STATE_CLOSING &&
		 cmlab_ping_post_recvs(conn, true))
		cmlab_conn_close(conn, "posting a receive failed");
	rdma_unlock_handler(conn->cm_id);
}

static const struct cmlab_conn_ops conn_ops = {
	.data_seen = data_seen,
	.late = late,
	.time_over = cmlab_teardown_time_over,
	.teardown = cmlab_teardown,
};

int cmlab_cm_request(struct rdma_cm_id *id, struct rdma_cm_event *ev, struct cmlab_config *cfg,
		     const struct cmlab_fault *fault)
{
	u32 timeout_ms = cfg->req.timeout_ms ?: cmlab_param_timeout_ms();
	struct cmlab_conn *conn;

	if (fault->kind == CMLAB_FAULT_NO_MEM)
		return -ENOMEM;
	conn = cmlab_conn_create(cfg, fault, CMLAB_ROLE_PASSIVE, timeout_ms, &conn_ops);
	if (!conn)
		return -ENOMEM;
	conn->cm_id = id;
	id->context = conn;
	id->event_handler = conn_handler;
	if (!cmlab_conn_publish(conn)) {
		request(conn, ev);
		return 0;
	}
	cmlab_decide_reason(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, ENOMEM, 0);
	refuse(conn);
	return 0;
}

static int resolve(struct cmlab_conn *conn, struct net *net, struct sockaddr *src,
		   struct sockaddr *dst)
{
	struct rdma_cm_id *id;
	int ret;

	cmlab_publish_addresses(conn, net, src, dst);
	id = cmlab_cmid_create(net, conn->cfg->req.ps, conn_handler, conn);
	if (IS_ERR(id))
		return cmlab_publish_called(conn, CMLAB_CALL_CREATE_ID, PTR_ERR(id));
	conn->cm_id = id;

	/* Everything of the connection that is touched here is, before a close may go on. */
	rdma_lock_handler(id);
	ret = cmlab_conn_publish(conn);
	if (!ret && !cmlab_conn_change_state(conn, CMLAB_STATE_RESOLVING_ADDR))
		ret = -ECANCELED;
	if (!ret) {
		cmlab_conn_arm(conn, conn->timeout_ms);
		ret = rdma_resolve_addr(id, src, dst, RESOLVE_MS);
		if (ret)
			cmlab_publish_called(conn, CMLAB_CALL_RESOLVE_ADDR, ret);
	}
	rdma_unlock_handler(id);
	return ret;
}

struct cmlab_conn *cmlab_cm_connect(struct cmlab_config *cfg, u32 timeout_ms, struct net *net,
				    struct sockaddr *src, struct sockaddr *dst)
{
	struct cmlab_conn *conn;

	conn = cmlab_conn_create(cfg, &cfg->req.fault, CMLAB_ROLE_ACTIVE, timeout_ms, &conn_ops);
	if (!conn)
		return NULL;
	cmlab_room_use(conn);
	cmlab_conn_get(conn);
	if (resolve(conn, net, src, dst))
		cmlab_conn_close(conn, "the address could not be resolved");
	return conn;
}
