// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The SEND in both directions that proves that a connection carries data, see cmlab/ping.h.
 */
#include <cmlab/ping.h>

#include "peer_ping.h"
#include "peer_qp.h"

static bool is_active(const struct peer_conn *conn)
{
	return conn->role == CMLAB_ROLE_ACTIVE;
}

static bool has_ping(const struct peer_conn *conn)
{
	return peer_conn_request(conn)->form == CMLAB_PDATA_HEADER;
}

/* A peer that pings faster than its answers leave gets fewer answers. */
static bool may_send(const struct peer_conn *conn)
{
	return !conn->ping.sending && conn->peer->opts.bad.kind != CMLAB_FAULT_NO_PING;
}

static const char *post(struct peer_conn *conn, enum cmlab_ping_kind kind, u64 seq)
{
	u8 msg[CMLAB_PING_LEN];

	cmlab_ping_build(msg, kind, seq);
	if (conn->peer->opts.bad.kind == CMLAB_FAULT_PING_GARBAGE)
		memset(msg, 0xa5, sizeof(msg));
	if (peer_qp_send(conn, msg, sizeof(msg)))
		return "posting the ping failed";
	conn->ping.sending = true;
	return NULL;
}

/* The n-th ping of a connection, from 1: an answer is one to something. */
static u64 sequence(const struct peer_conn *conn, u32 n)
{
	return (u64)conn->id << 32 | n;
}

static bool was_sent(const struct peer_conn *conn, u64 seq)
{
	u32 n = (u32)seq;

	return n && n <= conn->ping.sent && seq == sequence(conn, n);
}

static const char *send_ping(struct peer_conn *conn)
{
	struct peer_ping_state *p = &conn->ping;

	if (!may_send(conn))
		return NULL;
	if (!p->sent)
		p->first_us = peer_conn_now();
	return post(conn, CMLAB_PING, sequence(conn, ++p->sent));
}

static const char *send_pong(struct peer_conn *conn, u64 seq)
{
	return may_send(conn) ? post(conn, CMLAB_PONG, seq) : NULL;
}

static void note_answer(struct peer_conn *conn)
{
	u64 us = peer_conn_now() - conn->ping.first_us;

	/* Repeated or not: it took as long as it took since the first. */
	if (is_active(conn) && !conn->ping.rx)
		conn->report.ping_us = (u32)max_t(u64, 1, us);
	conn->ping.rx = true;
	conn->report.ping_rx = true;
	conn->report.h.carried = CMLAB_CARRIED_DATA;
}

static const char *heard(struct peer_conn *conn, const u8 *msg, u32 len)
{
	bool active = is_active(conn);
	u64 seq;

	if (!cmlab_ping_parse(msg, len, active ? CMLAB_PONG : CMLAB_PING, &seq) ||
	    (active && !was_sent(conn, seq)))
		return "the peer's first message is not a ping";
	note_answer(conn);
	return active ? NULL : send_pong(conn, seq);
}

static const char *received(struct peer_conn *conn, u32 slot, u32 len)
{
	const char *why = has_ping(conn) ? heard(conn, peer_qp_slot(conn, slot), len) : NULL;

	if (!why && peer_qp_post_recv(conn, slot))
		why = "posting a receive failed";
	return why;
}

/*
 * A message may overtake the RTU. What it says is looked at once the CM has the RTU; a peer
 * that says more before it has an answer is not listened to. The CM is not told with
 * rdma_notify(): an id that is destroyed soon after is held for 65 s, see
 * docs/known-kernel-issues.md.
 */
static void received_early(struct peer_conn *conn, u32 slot, u32 len)
{
	if (conn->ping.early)
		return;
	conn->ping.early = len;
	conn->ping.early_slot = slot;
}

static const char *sent(struct peer_conn *conn)
{
	conn->ping.tx = true;
	conn->report.ping_tx = true;
	return NULL;
}

/* The active side speaks first: on iWARP the passive one must not. */
const char *peer_ping_start(struct peer_conn *conn)
{
	if (is_active(conn))
		return has_ping(conn) ? send_ping(conn) : NULL;
	return conn->ping.early ? received(conn, conn->ping.early_slot, conn->ping.early) : NULL;
}

const char *peer_ping_again(struct peer_conn *conn)
{
	return is_active(conn) && has_ping(conn) && !conn->ping.rx ? send_ping(conn) : NULL;
}

const char *peer_ping_done(struct peer_conn *conn, const struct ibv_wc *wc)
{
	bool is_send = wc->wr_id == PEER_QP_SEND;

	if (is_send)
		conn->ping.sending = false;
	if (conn->state >= CMLAB_STATE_CLOSING)
		return NULL;
	if (wc->status != IBV_WC_SUCCESS)
		return wc->status == IBV_WC_WR_FLUSH_ERR ? NULL : ibv_wc_status_str(wc->status);
	if (is_send)
		return sent(conn);
	if (conn->state != CMLAB_STATE_ACCEPTING)
		return received(conn, wc->wr_id, wc->byte_len);
	received_early(conn, wc->wr_id, wc->byte_len);
	return NULL;
}

/* In whatever order: the pong may come before the completion of the ping. */
bool peer_ping_is_over(const struct peer_conn *conn)
{
	return !has_ping(conn) || (conn->ping.rx && conn->ping.tx);
}

void peer_ping_stop(struct peer_conn *conn)
{
	if (has_ping(conn) && !conn->ping.rx && conn->outcome == CMLAB_OUTCOME_ESTABLISHED)
		conn->report.h.carried = CMLAB_CARRIED_NOTHING;
}
