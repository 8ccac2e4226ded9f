// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The adapter between librdmacm and the core, and the only caller of rdma_connect,
 * rdma_accept and rdma_reject. Events become offers, the core decides, the decision
 * becomes a call. kmod/cm.c is its twin; what differs from it:
 *
 *   rdma_accept     does not reject by itself if moving the QP fails
 *   rdma_establish  takes the place of rdma_accept(id, NULL) on the active side
 *   255             as a depth means "the device's own" and cannot be sent as a number
 *   min_rnr_timer   has no call; it is set on the QP
 */
#include <errno.h>

#include "out.h"
#include "peer_addr.h"
#include "peer_cm.h"
#include "peer_loop.h"
#include "peer_offer.h"
#include "peer_ping.h"
#include "peer_qp.h"

/* Time for each of the two resolve steps, in ms. */
#define RESOLVE_MS 2000

/* How a handshake ended whose rdma_connect failed at once, which only iWARP does. */
static enum cmlab_outcome outcome_of(int err)
{
	switch (err) {
	case -ECONNREFUSED:
	case -ECONNRESET:
		return CMLAB_OUTCOME_REJECTED;
	case -ETIMEDOUT:
	case -EHOSTUNREACH:
	case -ENETUNREACH:
		return CMLAB_OUTCOME_UNREACHABLE;
	default:
		return CMLAB_OUTCOME_LOCAL_ERROR;
	}
}

static void fail(struct peer_conn *conn, enum cmlab_outcome outcome, const char *why)
{
	peer_conn_outcome(conn, outcome);
	peer_conn_close(conn, why);
}

static void note_addresses(struct peer_conn *conn)
{
	struct cmlab_snapshot *s = &conn->snap;

	peer_addr_format(rdma_get_local_addr(conn->cm_id), s->local, sizeof(s->local));
	peer_addr_format(rdma_get_peer_addr(conn->cm_id), s->remote, sizeof(s->remote));
}

static enum cmlab_reason no_resources(struct peer_conn *conn, int err)
{
	return peer_offer_refuse(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, -err, 0);
}

/* Say no, with the reason and its numbers: REJ 28 on IB, a rejecting MPA reply on iWARP. */
static void refuse(struct peer_conn *conn)
{
	struct peer_pdata blob;

	if (conn->peer->opts.bad.kind == PEER_BAD_REJECT_EMPTY)
		memset(&blob, 0, sizeof(blob));
	else
		peer_pdata_build(conn, CMLAB_WIRE_REJ, &blob);
	if (rdma_reject(conn->cm_id, blob.data, blob.len))
		peer_conn_errno(conn, "rdma_reject");
	fail(conn, CMLAB_OUTCOME_REJECTED, "refused by this side");
}

/*
 * librdmacm refuses depths above the device's limits on RDMA_PS_TCP ids, which the kernel
 * does not. What was decided (mock limits) or forced (--raw) has to reach the kernel as it
 * is, so for such a call the id does not look like one.
 */
static int call_cm(struct peer_conn *conn, struct rdma_conn_param *p,
		   int (*call)(struct rdma_cm_id *id, struct rdma_conn_param *p))
{
	enum rdma_port_space ps = conn->cm_id->ps;
	int ret;

	if (p->responder_resources > cmlab_limits_ird(&conn->dev->real) ||
	    p->initiator_depth > cmlab_limits_ord(&conn->dev->real))
		conn->cm_id->ps = RDMA_PS_IB;
	errno = 0;
	ret = call(conn->cm_id, p) ? -(errno ? errno : EIO) : 0;
	conn->cm_id->ps = ps;
	return ret;
}

static void established(struct peer_conn *conn)
{
	peer_qp_set_min_rnr(conn);
	peer_qp_query(conn);
	if (!peer_conn_advance(conn, CMLAB_STATE_ESTABLISHED))
		return;
	peer_conn_outcome(conn, CMLAB_OUTCOME_ESTABLISHED);
	peer_ping_established(conn);
}

/* Passive side: REQ -> decision -> QP in RTS -> REP, or a reason -> REJ. */

static enum cmlab_reason judge_request(struct peer_conn *conn, const struct peer_event *ev)
{
	const struct peer_bad *bad = &conn->peer->opts.bad;
	struct cmlab_values adv;
	enum cmlab_reason reason;

	if (peer_offer_device(conn))
		return no_resources(conn, -ENODEV);
	reason = peer_offer_take(conn, ev, CMLAB_WIRE_REQ, &adv);
	if (reason == CMLAB_REASON_NONE)
		reason = peer_offer_decide(conn, &adv);
	if (bad->kind == PEER_BAD_REJECT)
		return peer_offer_refuse(conn, bad->arg, CMLAB_F_IRD, 1, 4);
	if (bad->kind == PEER_BAD_REJECT_EMPTY)
		return no_resources(conn, 0);
	return reason;
}

static void answer(struct peer_conn *conn)
{
	struct rdma_conn_param param;
	struct peer_pdata blob;
	int ret = peer_offer_prepare(conn, CMLAB_WIRE_REP, &blob, &param);

	if (!ret && peer_qp_is_ours(conn)) {
		ret = peer_qp_to_rts(conn, &conn->decision.params);
		if (ret)
			no_resources(conn, ret);
	}
	if (ret) {
		refuse(conn);
		return;
	}
	ret = call_cm(conn, &param, rdma_accept);
	if (!ret)
		return;
	/* If the kernel has rejected already, this is refused and does nothing. */
	peer_conn_failed(conn, "rdma_accept", ret);
	no_resources(conn, ret);
	peer_pdata_build(conn, CMLAB_WIRE_REJ, &blob);
	rdma_reject(conn->cm_id, blob.data, blob.len);
	fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "rdma_accept failed");
}

void peer_cm_request(struct peer *peer, const struct peer_event *ev)
{
	struct peer_conn *conn = peer_conn_create(peer, CMLAB_ROLE_PASSIVE);

	if (!conn) {
		rdma_destroy_id(ev->id);
		return;
	}
	conn->cm_id = ev->id;
	ev->id->context = conn;
	conn->started_us = peer_conn_now();
	peer_conn_advance(conn, CMLAB_STATE_ACCEPTING);
	note_addresses(conn);
	if (judge_request(conn, ev) != CMLAB_REASON_NONE)
		refuse(conn);
	else if (peer->opts.bad.kind != PEER_BAD_NO_ACCEPT)
		answer(conn);
}

/* Active side: address -> route -> offer -> REQ; REP -> judgement -> QP in RTS -> RTU. */

static void address_resolved(struct peer_conn *conn)
{
	int ret;

	if (!peer_conn_advance(conn, CMLAB_STATE_RESOLVING_ROUTE))
		return;
	note_addresses(conn);
	ret = peer_offer_device(conn);
	if (!ret && rdma_resolve_route(conn->cm_id, RESOLVE_MS))
		ret = peer_conn_errno(conn, "rdma_resolve_route");
	if (ret)
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "the route could not be resolved");
}

/* siw connects its TCP socket inside the call: without a bound that is as long as a SYN. */
static int bounded_connect(struct peer_conn *conn, struct rdma_conn_param *param)
{
	bool blocks = conn->dev->real.transport == CMLAB_TRANSPORT_IWARP;
	int ret;

	if (blocks)
		peer_loop_alarm(conn->deadline_us);
	ret = call_cm(conn, param, rdma_connect);
	if (blocks)
		peer_loop_alarm(0);
	return ret;
}

static void connect_failed(struct peer_conn *conn, int err)
{
	if (err == -EINTR && peer_conn_now() >= conn->deadline_us) {
		peer_conn_expire(conn);
		return;
	}
	peer_conn_failed(conn, "rdma_connect", err);
	fail(conn, outcome_of(err), "rdma_connect failed");
}

static void route_resolved(struct peer_conn *conn)
{
	struct rdma_conn_param param;
	struct peer_pdata blob;
	int ret;

	if (!peer_conn_advance(conn, CMLAB_STATE_CONNECTING))
		return;
	if (peer_offer_decide(conn, NULL) != CMLAB_REASON_NONE ||
	    peer_offer_prepare(conn, CMLAB_WIRE_REQ, &blob, &param)) {
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "refused before the call");
		return;
	}
	conn->started_us = peer_conn_now();
	ret = bounded_connect(conn, &param);
	if (ret)
		connect_failed(conn, ret);
}

/*
 * The reply is judged before the QP is moved where this program moves it. Otherwise it
 * has been moved already, and a reply that breaks the offer ends the connection.
 */
static bool reply_is_good(struct peer_conn *conn, const struct peer_event *ev)
{
	struct cmlab_values adv;

	if (peer_offer_take(conn, ev, CMLAB_WIRE_REP, &adv) != CMLAB_REASON_NONE)
		return false;
	return peer_offer_judge(conn, &adv) == CMLAB_REASON_NONE;
}

/* The QP is not on the id: we move it, then send the RTU. */
static void reply(struct peer_conn *conn, const struct peer_event *ev)
{
	int ret;

	if (!reply_is_good(conn, ev)) {
		refuse(conn);
		return;
	}
	ret = peer_qp_to_rts(conn, &conn->decision.negotiated);
	if (ret) {
		no_resources(conn, ret);
		refuse(conn);
		return;
	}
	if (rdma_establish(conn->cm_id)) {
		peer_conn_errno(conn, "rdma_establish");
		fail(conn, CMLAB_OUTCOME_CONNECT_ERROR, "rdma_establish failed");
		return;
	}
	established(conn);
}

/* The QP was moved by librdmacm or the driver. */
static void moved(struct peer_conn *conn, const struct peer_event *ev)
{
	if (conn->snap.role == CMLAB_ROLE_ACTIVE && !reply_is_good(conn, ev)) {
		fail(conn, CMLAB_OUTCOME_REJECTED, "the reply breaks what was offered");
		return;
	}
	established(conn);
}

static void on_reject(struct peer_conn *conn, const struct peer_event *ev)
{
	const struct rdma_conn_param *p = &ev->param;

	cmlab_snapshot_received(&conn->snap, p->private_data, p->private_data_len, CMLAB_WIRE_REJ);
	fail(conn, CMLAB_OUTCOME_REJECTED, "rejected by the peer");
}

static void on_disconnect(struct peer_conn *conn)
{
	/* What the peer sent before it hung up is there already, and counts. */
	peer_qp_drain(conn);
	conn->disconnected = true;
	if (conn->snap.state == CMLAB_STATE_CLOSING)
		peer_conn_closed(conn);
	fail(conn, CMLAB_OUTCOME_CONNECT_ERROR, "disconnected by the peer");
}

static void on_removal(struct peer_conn *conn)
{
	conn->removed = true;
	if (conn->snap.state == CMLAB_STATE_CLOSING)
		peer_conn_closed(conn);
	fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "device removed");
}

/* After the outcome is known only the end of the connection is of interest. */
static void note_event(struct peer_conn *conn, const struct peer_event *ev)
{
	out_step("connection %u: %s, status %d", conn->snap.id, rdma_event_str(ev->type),
		 ev->status);
	if (conn->snap.outcome != CMLAB_OUTCOME_PENDING)
		return;
	conn->snap.event = rdma_event_str(ev->type);
	conn->snap.status = ev->status;
}

static void handle_handshake(struct peer_conn *conn, const struct peer_event *ev)
{
	switch (ev->type) {
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
	default:
		break;
	}
}

void peer_cm_event(struct peer_conn *conn, const struct peer_event *ev)
{
	note_event(conn, ev);
	switch (ev->type) {
	case RDMA_CM_EVENT_REJECTED:
		on_reject(conn, ev);
		break;
	case RDMA_CM_EVENT_UNREACHABLE:
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
		on_disconnect(conn);
		break;
	case RDMA_CM_EVENT_ADDR_CHANGE:
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "the address moved to another device");
		break;
	case RDMA_CM_EVENT_DEVICE_REMOVAL:
		on_removal(conn);
		break;
	default:
		if (conn->snap.state < CMLAB_STATE_CLOSING)
			handle_handshake(conn, ev);
		break;
	}
}

void peer_cm_resolve(struct peer_conn *conn, struct sockaddr *src, struct sockaddr *dst)
{
	int ret = 0;

	if (rdma_create_id(conn->peer->channel, &conn->cm_id, conn, RDMA_PS_TCP)) {
		conn->cm_id = NULL;
		ret = peer_conn_errno(conn, "rdma_create_id");
	}
	if (!ret && peer_conn_advance(conn, CMLAB_STATE_RESOLVING_ADDR) &&
	    rdma_resolve_addr(conn->cm_id, src, dst, RESOLVE_MS))
		ret = peer_conn_errno(conn, "rdma_resolve_addr");
	if (ret)
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "the address could not be resolved");
}
