// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Lifetime of a connection. Its timer is one deadline whose meaning follows from the state:
 *
 *   before ESTABLISHED      own timer of the handshake; the CM's takes about 98 s
 *   ESTABLISHED, unreported wait for the ping
 *   ESTABLISHED, reported   the user's --hold
 *   CLOSING                 wait for the peer's answer to the disconnect
 */
#include <stdlib.h>
#include <unistd.h>

#include <cmlab/ping.h>

#include "out.h"
#include "peer_life.h"
#include "peer_ping.h"
#include "peer_qp.h"

#define TIMEOUT_MS    10000
#define DISCONNECT_MS 2000
#define POLL_BATCH    16

static void arm(struct peer_conn *conn, u32 ms)
{
	conn->deadline_us = peer_conn_now() + (u64)ms * 1000;
}

struct peer_conn *peer_life_create(struct peer *peer, enum cmlab_role role)
{
	const struct cmlab_request *req = &peer->opts.req;
	u32 timeout_ms = req->timeout_ms ? req->timeout_ms : TIMEOUT_MS;
	struct peer_conn *conn = calloc(1, sizeof(*conn));

	if (!conn)
		return NULL;
	conn->peer = peer;
	conn->id = ++peer->last_id;
	conn->role = role;
	cmlab_report_init(&conn->report, conn->id, role);
	cmlab_request_begin(req, timeout_ms, &conn->report.h);
	arm(conn, timeout_ms);
	conn->next = peer->conns;
	peer->conns = conn;
	peer->live++;
	return conn;
}

/* The id's last user but rdma_destroy_id() is the QP. */
static void destroy(struct peer_conn *conn)
{
	peer_qp_destroy(conn);
	if (conn->cm_id)
		rdma_destroy_id(conn->cm_id);
	if (conn->dev)
		conn->dev->res_used -= conn->ird_held;
	conn->peer->live--;
	free(conn);
}

void peer_life_reap(struct peer *peer)
{
	struct peer_conn **link = &peer->conns;
	struct peer_conn *conn;

	while (*link) {
		conn = *link;
		if (conn->state != CMLAB_STATE_CLOSED) {
			link = &conn->next;
			continue;
		}
		*link = conn->next;
		destroy(conn);
	}
}

void peer_life_outcome(struct peer_conn *conn, enum cmlab_outcome outcome)
{
	u32 us = conn->started_us ? (u32)(peer_conn_now() - conn->started_us) : 0;

	if (conn->outcome != CMLAB_OUTCOME_PENDING)
		return;
	conn->outcome = outcome;
	cmlab_handshake_ended(&conn->report.h, outcome, us);
	conn->peer->ended++;
	if (outcome == CMLAB_OUTCOME_ESTABLISHED)
		conn->peer->established++;
}

/* The kernel still says goodbye for a process that ends: this is as rude as it gets. */
static void vanish(struct peer_conn *conn)
{
	if (conn->peer->opts.bad.kind != CMLAB_FAULT_VANISH)
		return;
	fflush(stdout);
	_exit(OUT_DONE);
}

/* It is known whether the connection carries data: report, then hold it or end it. */
static void settled(struct peer_conn *conn)
{
	const struct peer_opts *opts = &conn->peer->opts;

	if (conn->reported || conn->state != CMLAB_STATE_ESTABLISHED)
		return;
	peer_conn_report(conn);
	vanish(conn);
	conn->deadline_us = 0;
	if (opts->until_disconnect)
		return;
	if (opts->hold_ms)
		arm(conn, opts->hold_ms);
	else
		peer_life_close(conn, "done");
}

/* What follows from something that the ping has done. @why: NULL, or why it has to end */
static void follow(struct peer_conn *conn, const char *why)
{
	if (why)
		peer_life_close(conn, why);
	else if (peer_ping_is_over(conn))
		settled(conn);
}

void peer_life_established(struct peer_conn *conn)
{
	if (!peer_conn_advance(conn, CMLAB_STATE_ESTABLISHED))
		return;
	peer_life_outcome(conn, CMLAB_OUTCOME_ESTABLISHED);
	arm(conn, CMLAB_PING_MS);
	follow(conn, peer_ping_start(conn));
}

static void poll_cq(struct ibv_cq *cq)
{
	struct peer_conn *conn = cq->cq_context;
	struct ibv_wc wc[POLL_BATCH];
	int i, nr;

	while ((nr = ibv_poll_cq(cq, POLL_BATCH, wc)) > 0)
		for (i = 0; i < nr; i++)
			follow(conn, peer_ping_done(conn, &wc[i]));
}

void peer_life_drain(struct peer_conn *conn)
{
	if (conn->cq)
		poll_cq(conn->cq);
}

void peer_life_poll(struct peer_dev *dev)
{
	struct ibv_cq *cq;
	void *context;

	while (!ibv_get_cq_event(dev->comp, &cq, &context)) {
		ibv_ack_cq_events(cq, 1);
		ibv_req_notify_cq(cq, 0);
		poll_cq(cq);
	}
}

/* Tell the peer and wait for its answer; not where there is nobody to talk to. */
static void disconnect(struct peer_conn *conn)
{
	peer_qp_to_error(conn);
	if (conn->removed || rdma_disconnect(conn->cm_id) || conn->disconnected) {
		peer_life_closed(conn);
		return;
	}
	arm(conn, DISCONNECT_MS);
}

void peer_life_close(struct peer_conn *conn, const char *why)
{
	bool was_up = conn->outcome == CMLAB_OUTCOME_ESTABLISHED;

	if (!peer_conn_advance(conn, CMLAB_STATE_CLOSING))
		return;
	conn->report.closed_by = why;
	peer_ping_stop(conn);
	peer_life_outcome(conn, CMLAB_OUTCOME_LOCAL_ERROR);
	peer_conn_report(conn);
	out_step("connection %u: closing: %s", conn->id, why);
	if (was_up)
		disconnect(conn);
	else
		peer_life_closed(conn);
}

void peer_life_closed(struct peer_conn *conn)
{
	if (peer_conn_advance(conn, CMLAB_STATE_CLOSED))
		conn->deadline_us = 0;
}

/* The ping is repeated before it counts as lost. */
static void expire_established(struct peer_conn *conn)
{
	if (conn->reported) {
		peer_life_close(conn, "done");
		return;
	}
	if (++conn->ping.tries < CMLAB_PING_TRIES) {
		arm(conn, CMLAB_PING_MS);
		follow(conn, peer_ping_again(conn));
		return;
	}
	peer_ping_stop(conn);
	settled(conn);
}

void peer_life_expire(struct peer_conn *conn)
{
	conn->deadline_us = 0;
	switch (conn->state) {
	case CMLAB_STATE_CLOSING:
		peer_life_closed(conn);
		break;
	case CMLAB_STATE_ESTABLISHED:
		expire_established(conn);
		break;
	default:
		conn->report.h.own_timer = true;
		peer_life_outcome(conn, CMLAB_OUTCOME_UNREACHABLE);
		peer_life_close(conn, "own timer");
		break;
	}
}
