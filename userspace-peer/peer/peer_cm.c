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
#include <signal.h>
#include <sys/time.h>

#include "out.h"
#include "peer_cm.h"
#include "peer_life.h"
#include "peer_offer.h"
#include "peer_qp.h"

/* Time for each of the two resolve steps, in ms. */
#define RESOLVE_MS 2000

static void fail(struct peer_conn *conn, enum cmlab_outcome outcome, const char *why)
{
	peer_life_outcome(conn, outcome);
	peer_life_close(conn, why);
}

static enum cmlab_reason no_resources(struct peer_conn *conn, int err)
{
	return peer_conn_refuse(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, -err, 0);
}

static int reject(struct peer_conn *conn)
{
	struct cmlab_pdata_blob blob;

	if (conn->peer->opts.bad.kind == CMLAB_FAULT_REJECT_EMPTY)
		memset(&blob, 0, sizeof(blob));
	else
		peer_offer_pdata(conn, CMLAB_WIRE_REJ, &blob);
	errno = 0;
	if (rdma_reject(conn->cm_id, blob.data, blob.len))
		return peer_conn_errno(conn, CMLAB_CALL_REJECT);
	return peer_conn_called(conn, CMLAB_CALL_REJECT, 0);
}

/* Say no, with the reason and its numbers: REJ 28 on IB, a rejecting MPA reply on iWARP. */
static void refuse(struct peer_conn *conn)
{
	reject(conn);
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
	ret = call(conn->cm_id, p) ? peer_errno() : 0;
	conn->cm_id->ps = ps;
	return ret;
}

static void established(struct peer_conn *conn)
{
	peer_offer_ack_timeout(conn, CMLAB_WHEN_ESTABLISHED);
	peer_qp_set_min_rnr(conn);
	peer_qp_query(conn);
	peer_life_established(conn);
}

/* Passive side: REQ -> decision -> QP in RTS -> REP, or a reason -> REJ. */

static enum cmlab_reason judge_request(struct peer_conn *conn, const struct peer_event *ev)
{
	const struct cmlab_fault *bad = &conn->peer->opts.bad;
	struct cmlab_values adv;
	enum cmlab_reason reason;

	if (peer_offer_device(conn))
		return no_resources(conn, -ENODEV);
	reason = peer_offer_take(conn, ev, CMLAB_WIRE_REQ, &adv);
	if (reason == CMLAB_REASON_NONE)
		reason = peer_offer_decide(conn, &adv);
	if (bad->kind == CMLAB_FAULT_REJECT)
		return peer_conn_refuse(conn, bad->n, CMLAB_F_IRD, 1, 4);
	if (bad->kind == CMLAB_FAULT_REJECT_EMPTY)
		return no_resources(conn, 0);
	return reason;
}

static void answer(struct peer_conn *conn)
{
	struct rdma_conn_param param;
	struct cmlab_pdata_blob blob;
	int ret = peer_offer_prepare(conn, CMLAB_WIRE_REP, &blob, &param);

	if (!ret && peer_qp_is_ours(conn)) {
		ret = peer_qp_to_rts(conn, &conn->asked);
		if (ret)
			no_resources(conn, ret);
	}
	if (ret) {
		refuse(conn);
		return;
	}
	ret = peer_conn_called(conn, CMLAB_CALL_ACCEPT, call_cm(conn, &param, rdma_accept));
	if (!ret)
		return;
	/* If the kernel has rejected already, this is refused and does nothing. */
	no_resources(conn, ret);
	reject(conn);
	fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "rdma_accept failed");
}

/* That of the listener was set, or nobody would be listening. */
static void note_listener(struct peer_conn *conn)
{
	u8 timeout;

	if (cmlab_request_timer(peer_conn_request(conn), CMLAB_F_TIMEOUT, CMLAB_WHEN_LISTENER,
				&timeout))
		cmlab_own_end(&conn->report.h)->set_timeout = 0;
}

void peer_cm_request(struct peer *peer, const struct peer_event *ev)
{
	struct peer_conn *conn = peer_life_create(peer, CMLAB_ROLE_PASSIVE);

	if (!conn) {
		rdma_destroy_id(ev->id);
		return;
	}
	conn->cm_id = ev->id;
	ev->id->context = conn;
	conn->started_us = peer_conn_now();
	peer_conn_advance(conn, CMLAB_STATE_ACCEPTING);
	peer_conn_addresses(conn);
	note_listener(conn);
	if (judge_request(conn, ev) != CMLAB_REASON_NONE)
		refuse(conn);
	else if (peer->opts.bad.kind != CMLAB_FAULT_NO_ACCEPT)
		answer(conn);
}

/* Active side: address -> route -> offer -> REQ; REP -> judgement -> QP in RTS -> RTU. */

static void address_resolved(struct peer_conn *conn)
{
	int ret;

	if (!peer_conn_advance(conn, CMLAB_STATE_RESOLVING_ROUTE))
		return;
	peer_conn_addresses(conn);
	ret = peer_offer_device(conn);
	if (!ret)
		ret = peer_offer_ack_timeout(conn, CMLAB_WHEN_BEFORE_ROUTE);
	if (!ret && rdma_resolve_route(conn->cm_id, RESOLVE_MS))
		ret = peer_conn_errno(conn, CMLAB_CALL_RESOLVE_ROUTE);
	if (ret)
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "the route could not be resolved");
}

/* Only ends the call that blocks. */
static void on_alarm(int sig)
{
	(void)sig;
}

/* Interrupt system calls at @deadline_us of peer_conn_now()'s clock; 0 takes it back. */
static void set_alarm(u64 deadline_us)
{
	/* Without SA_RESTART. */
	struct sigaction sa = { .sa_handler = on_alarm };
	struct itimerval it = { 0 };
	u64 now = peer_conn_now(), left;

	if (deadline_us) {
		sigaction(SIGALRM, &sa, NULL);
		left = deadline_us > now ? deadline_us - now : 1;
		it.it_value.tv_sec = left / 1000000;
		it.it_value.tv_usec = left % 1000000;
		/* Again and again: the first one may come just before the call blocks. */
		it.it_interval.tv_usec = 100000;
	}
	setitimer(ITIMER_REAL, &it, NULL);
}

/* siw connects its TCP socket inside the call: without a bound that is as long as a SYN. */
static int bounded_connect(struct peer_conn *conn, struct rdma_conn_param *param)
{
	bool blocks = conn->dev->real.transport == CMLAB_TRANSPORT_IWARP;
	int ret;

	if (blocks)
		set_alarm(conn->deadline_us);
	ret = call_cm(conn, param, rdma_connect);
	if (blocks)
		set_alarm(0);
	return ret;
}

static void connect_failed(struct peer_conn *conn, int err)
{
	if (err == -EINTR && peer_conn_now() >= conn->deadline_us) {
		peer_life_expire(conn);
		return;
	}
	peer_conn_called(conn, CMLAB_CALL_CONNECT, err);
	fail(conn, cmlab_outcome_of_errno(err), "rdma_connect failed");
}

static void route_resolved(struct peer_conn *conn)
{
	struct rdma_conn_param param;
	struct cmlab_pdata_blob blob;
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
	else
		peer_conn_called(conn, CMLAB_CALL_CONNECT, 0);
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

	if (conn->peer->opts.bad.kind == CMLAB_FAULT_NO_RTU)
		return;
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
	errno = 0;
	if (rdma_establish(conn->cm_id)) {
		peer_conn_errno(conn, CMLAB_CALL_ESTABLISH);
		fail(conn, CMLAB_OUTCOME_CONNECT_ERROR, "rdma_establish failed");
		return;
	}
	peer_conn_called(conn, CMLAB_CALL_ESTABLISH, 0);
	established(conn);
}

/* The QP was moved by librdmacm or the driver. */
static void moved(struct peer_conn *conn, const struct peer_event *ev)
{
	if (conn->role == CMLAB_ROLE_ACTIVE && !reply_is_good(conn, ev)) {
		fail(conn, CMLAB_OUTCOME_REJECTED, "the reply breaks what was offered");
		return;
	}
	established(conn);
}

static void on_reject(struct peer_conn *conn, const struct peer_event *ev)
{
	const struct rdma_conn_param *p = &ev->param;

	cmlab_handshake_received(&conn->report.h, p->private_data, p->private_data_len,
				 CMLAB_WIRE_REJ);
	fail(conn, CMLAB_OUTCOME_REJECTED, "rejected by the peer");
}

static void on_disconnect(struct peer_conn *conn)
{
	/* What the peer sent before it hung up is there already, and counts. */
	peer_life_drain(conn);
	conn->disconnected = true;
	if (conn->state == CMLAB_STATE_CLOSING)
		peer_life_closed(conn);
	fail(conn, CMLAB_OUTCOME_CONNECT_ERROR, "disconnected by the peer");
}

static void on_removal(struct peer_conn *conn)
{
	conn->removed = true;
	if (conn->state == CMLAB_STATE_CLOSING)
		peer_life_closed(conn);
	fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "device removed");
}

static void note_event(struct peer_conn *conn, const struct peer_event *ev)
{
	bool numbers = cmlab_event_has_numbers((enum cmlab_event)ev->type, conn->role);
	struct cmlab_cm_event e = {
		.event = ev->type,
		.status = ev->status,
		.private_data_len = ev->param.private_data_len,
		.has_depths = numbers,
		.has_qp_num = numbers,
	};

	if (numbers)
		peer_offer_numbers(ev, &e.conn);
	out_step("connection %u: %s, status %d", conn->id, rdma_event_str(ev->type), ev->status);
	cmlab_handshake_event(&conn->report.h, &e);
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
		if (conn->state < CMLAB_STATE_CLOSING)
			handle_handshake(conn, ev);
		break;
	}
}

void peer_cm_resolve(struct peer_conn *conn, struct sockaddr *src, struct sockaddr *dst)
{
	int ret = 0;

	if (rdma_create_id(conn->peer->channel, &conn->cm_id, conn, RDMA_PS_TCP)) {
		conn->cm_id = NULL;
		ret = peer_conn_errno(conn, CMLAB_CALL_CREATE_ID);
	}
	if (!ret && peer_conn_advance(conn, CMLAB_STATE_RESOLVING_ADDR) &&
	    rdma_resolve_addr(conn->cm_id, src, dst, RESOLVE_MS))
		ret = peer_conn_errno(conn, CMLAB_CALL_RESOLVE_ADDR);
	if (ret)
		fail(conn, CMLAB_OUTCOME_LOCAL_ERROR, "the address could not be resolved");
}
