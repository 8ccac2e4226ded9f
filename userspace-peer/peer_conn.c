// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Lifetime of a connection: own timer, report, hold, disconnect, reap. The timer
 * is one deadline whose meaning follows from the state:
 *
 *   before ESTABLISHED      own timer of the handshake; the CM's takes about 98 s
 *   ESTABLISHED, unreported wait for the ping
 *   ESTABLISHED, reported   the user's --hold
 *   CLOSING                 wait for the peer's answer to the disconnect
 */
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmlab/state.h>

#include "out.h"
#include "peer_conn.h"
#include "peer_ping.h"
#include "peer_qp.h"
#include "peer_report.h"

#define TIMEOUT_MS 10000
/* The active side repeats its ping: siw may not notice one that comes right behind the reply. */
#define PING_MS	      500
#define PING_TRIES    8
#define DISCONNECT_MS 2000

u64 peer_conn_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

static void arm(struct peer_conn *conn, u32 ms)
{
	conn->deadline_us = peer_conn_now() + (u64)ms * 1000;
}

struct peer_conn *peer_conn_create(struct peer *peer, enum cmlab_role role)
{
	const struct cmlab_request *req = &peer->opts.req;
	struct peer_conn *conn = calloc(1, sizeof(*conn));

	if (!conn)
		return NULL;
	conn->peer = peer;
	cmlab_snapshot_init(&conn->snap, ++peer->last_id, role);
	conn->snap.transitions = req->transitions;
	conn->snap.handshake = req->handshake;
	conn->snap.timeout_ms = req->timeout_ms ? req->timeout_ms : TIMEOUT_MS;
	scnprintf(conn->snap.profile, sizeof(conn->snap.profile), "%s", req->profile.name);
	arm(conn, conn->snap.timeout_ms);
	conn->next = peer->conns;
	peer->conns = conn;
	peer->live++;
	return conn;
}

bool peer_conn_advance(struct peer_conn *conn, enum cmlab_state to)
{
	if (!cmlab_state_may_follow(conn->snap.state, to))
		return false;
	out_step("connection %u: %s -> %s", conn->snap.id, cmlab_names_state(conn->snap.state),
		 cmlab_names_state(to));
	conn->snap.state = to;
	return true;
}

int peer_conn_failed(struct peer_conn *conn, const char *call, int err)
{
	if (!conn->snap.error) {
		conn->snap.error = err;
		conn->snap.error_call = call;
	}
	return err;
}

int peer_conn_errno(struct peer_conn *conn, const char *call)
{
	return peer_conn_failed(conn, call, errno ? -errno : -EIO);
}

void peer_conn_outcome(struct peer_conn *conn, enum cmlab_outcome outcome)
{
	struct cmlab_snapshot *s = &conn->snap;

	if (s->outcome != CMLAB_OUTCOME_PENDING)
		return;
	s->outcome = outcome;
	if (conn->started_us)
		s->handshake_us = peer_conn_now() - conn->started_us;
	conn->peer->ended++;
	if (outcome != CMLAB_OUTCOME_ESTABLISHED)
		return;
	conn->peer->established++;
	arm(conn, PING_MS);
}

static void report(struct peer_conn *conn)
{
	if (conn->reported)
		return;
	conn->reported = true;
	peer_report_print(&conn->peer->opts, &conn->snap);
}

/* The kernel still says goodbye for a process that ends: this is as rude as it gets. */
static void vanish(struct peer_conn *conn)
{
	if (conn->peer->opts.bad.kind != PEER_BAD_VANISH)
		return;
	fflush(stdout);
	_exit(OUT_DONE);
}

void peer_conn_settled(struct peer_conn *conn)
{
	const struct peer_opts *opts = &conn->peer->opts;

	if (conn->reported || conn->snap.state != CMLAB_STATE_ESTABLISHED)
		return;
	report(conn);
	vanish(conn);
	conn->deadline_us = 0;
	if (opts->until_disconnect)
		return;
	if (opts->hold_ms)
		arm(conn, opts->hold_ms);
	else
		peer_conn_close(conn, "done");
}

/* Tell the peer and wait for its answer; not where there is nobody to talk to. */
static void disconnect(struct peer_conn *conn)
{
	peer_qp_to_error(conn);
	if (conn->removed || rdma_disconnect(conn->cm_id) || conn->disconnected) {
		peer_conn_closed(conn);
		return;
	}
	arm(conn, DISCONNECT_MS);
}

void peer_conn_close(struct peer_conn *conn, const char *why)
{
	bool was_up = conn->snap.outcome == CMLAB_OUTCOME_ESTABLISHED;

	if (!peer_conn_advance(conn, CMLAB_STATE_CLOSING))
		return;
	conn->snap.closed_by = why;
	conn->snap.ping_late = true;
	peer_conn_outcome(conn, CMLAB_OUTCOME_LOCAL_ERROR);
	report(conn);
	out_step("connection %u: closing: %s", conn->snap.id, why);
	if (was_up)
		disconnect(conn);
	else
		peer_conn_closed(conn);
}

void peer_conn_closed(struct peer_conn *conn)
{
	if (peer_conn_advance(conn, CMLAB_STATE_CLOSED))
		conn->deadline_us = 0;
}

void peer_conn_expire(struct peer_conn *conn)
{
	conn->deadline_us = 0;
	if (conn->snap.state == CMLAB_STATE_CLOSING) {
		peer_conn_closed(conn);
		return;
	}
	if (conn->snap.state == CMLAB_STATE_ESTABLISHED) {
		if (!conn->reported && ++conn->ping_tries < PING_TRIES) {
			peer_ping_again(conn);
			arm(conn, PING_MS);
			return;
		}
		conn->snap.ping_late = true;
		if (conn->reported)
			peer_conn_close(conn, "done");
		else
			peer_conn_settled(conn);
		return;
	}
	conn->snap.own_timer = true;
	peer_conn_outcome(conn, CMLAB_OUTCOME_UNREACHABLE);
	peer_conn_close(conn, "own timer");
}

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

void peer_conn_reap(struct peer *peer)
{
	struct peer_conn **link = &peer->conns;
	struct peer_conn *conn;

	while (*link) {
		conn = *link;
		if (conn->snap.state != CMLAB_STATE_CLOSED) {
			link = &conn->next;
			continue;
		}
		*link = conn->next;
		destroy(conn);
	}
}
