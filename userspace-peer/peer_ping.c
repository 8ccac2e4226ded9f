// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A small SEND in both directions proves that a connection carries data. The
 * message is that of the module:
 *
 *   0  be32 magic   "cmlp"
 *   4  be32 kind    1 ping, 2 pong
 *   8  be64 seq     the pong repeats the ping's
 *  16  zero
 */
#include <errno.h>
#include <stdlib.h>

#include "peer_ping.h"

#define PING_LEN 32
#define WR_SEND	 UINT64_MAX

enum { PING = 1, PONG = 2 };

static const u8 magic[4] = { 'c', 'm', 'l', 'p' };
static const u8 zero[16];

static bool is_active(const struct peer_conn *conn)
{
	return conn->snap.role == CMLAB_ROLE_ACTIVE;
}

int peer_ping_create(struct peer_conn *conn)
{
	size_t size;

	conn->nr_recv = conn->peer->opts.req.profile.recv_depth;
	if (conn->peer->opts.bad.kind == PEER_BAD_NO_RECV)
		conn->nr_recv = 0;
	size = (size_t)(conn->nr_recv + 1) * PEER_SLOT;
	conn->buf = calloc(1, size);
	if (!conn->buf)
		return peer_conn_failed(conn, "allocating buffers", -ENOMEM);
	errno = 0;
	conn->mr = ibv_reg_mr(conn->dev->pd, conn->buf, size, IBV_ACCESS_LOCAL_WRITE);
	return conn->mr ? 0 : peer_conn_errno(conn, "ibv_reg_mr");
}

void peer_ping_destroy(struct peer_conn *conn)
{
	if (conn->mr)
		ibv_dereg_mr(conn->mr);
	conn->mr = NULL;
	free(conn->buf);
	conn->buf = NULL;
}

static u8 *recv_slot(const struct peer_conn *conn, u64 n)
{
	return conn->buf + (n + 1) * PEER_SLOT;
}

static int post_recv(struct peer_conn *conn, u64 n)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)recv_slot(conn, n),
		.length = PEER_SLOT,
		.lkey = conn->mr->lkey,
	};
	struct ibv_recv_wr wr = { .wr_id = n, .sg_list = &sge, .num_sge = 1 };
	struct ibv_recv_wr *bad;

	return conn->srq ? -ibv_post_srq_recv(conn->srq, &wr, &bad) :
			   -ibv_post_recv(conn->qp, &wr, &bad);
}

int peer_ping_post_recvs(struct peer_conn *conn)
{
	u32 i;
	int ret;

	for (i = 0; i < conn->nr_recv; i++) {
		ret = post_recv(conn, i);
		if (ret)
			return peer_conn_failed(conn, "ibv_post_recv", ret);
		conn->snap.recv_posted++;
	}
	return 0;
}

static void fill(u8 *msg, u32 kind, const u8 *seq)
{
	memset(msg, 0, PING_LEN);
	memcpy(msg, magic, sizeof(magic));
	msg[7] = kind;
	memcpy(msg + 8, seq, 8);
}

static void post_send(struct peer_conn *conn, u32 kind, const u8 *seq)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)conn->buf,
		.length = PING_LEN,
		.lkey = conn->mr->lkey,
	};
	struct ibv_send_wr wr = {
		.wr_id = WR_SEND,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct ibv_send_wr *bad;

	/* A peer that pings faster than its answers leave gets fewer answers. */
	if (conn->sending || conn->peer->opts.bad.kind == PEER_BAD_NO_PING)
		return;
	fill(conn->buf, kind, seq);
	if (conn->peer->opts.bad.kind == PEER_BAD_PING_GARBAGE)
		memset(conn->buf, 0xa5, PING_LEN);
	conn->ping_sent_us = peer_conn_now();
	conn->sending = true;
	if (ibv_post_send(conn->qp, &wr, &bad)) {
		conn->sending = false;
		peer_conn_close(conn, "posting the ping failed");
	}
}

/* The active side speaks first: on iWARP the passive one must not. */
static void start(struct peer_conn *conn)
{
	u8 seq[8] = { 0 };

	if (conn->snap.handshake == CMLAB_HANDSHAKE_RAW)
		return;
	seq[4] = conn->snap.id >> 24;
	seq[5] = conn->snap.id >> 16;
	seq[6] = conn->snap.id >> 8;
	seq[7] = conn->snap.id;
	post_send(conn, PING, seq);
}

static bool valid(const u8 *msg, u32 len, u32 kind)
{
	const u8 want[8] = { 'c', 'm', 'l', 'p', 0, 0, 0, kind };

	return len == PING_LEN && !memcmp(msg, want, sizeof(want)) &&
	       !memcmp(msg + 16, zero, sizeof(zero));
}

/*
 * The connection has settled once both directions have been seen, in whatever order: the
 * pong may come before the completion of the ping. At once with handshake=raw.
 */
static void settle(struct peer_conn *conn)
{
	if (conn->snap.handshake == CMLAB_HANDSHAKE_RAW ||
	    (conn->snap.ping_rx && conn->snap.ping_tx))
		peer_conn_settled(conn);
}

static void heard(struct peer_conn *conn, const u8 *msg)
{
	if (is_active(conn) && !conn->snap.ping_rx)
		conn->snap.ping_us = max_t(u64, 1, peer_conn_now() - conn->ping_sent_us);
	conn->snap.ping_rx = true;
	if (!is_active(conn))
		post_send(conn, PONG, msg + 8);
	settle(conn);
}

static void received(struct peer_conn *conn, u32 slot, u32 len)
{
	u32 want = is_active(conn) ? PONG : PING;
	const u8 *msg = recv_slot(conn, slot);

	if (conn->snap.handshake == CMLAB_HANDSHAKE_HEADER) {
		if (!valid(msg, len, want)) {
			peer_conn_close(conn, "the peer's first message is not a ping");
			return;
		}
		heard(conn, msg);
	}
	if (conn->snap.state < CMLAB_STATE_CLOSING && post_recv(conn, slot))
		peer_conn_close(conn, "posting a receive failed");
}

/*
 * A message may overtake the RTU. What it says is looked at once the CM has the RTU; a peer
 * that says more before it has an answer is not listened to. The CM is not told with
 * rdma_notify(): an id that is destroyed soon after is held for 65 s, see
 * docs/known-kernel-issues.md.
 */
static void received_early(struct peer_conn *conn, u32 slot, u32 len)
{
	if (!conn->early) {
		conn->early = len;
		conn->early_slot = slot;
	}
}

void peer_ping_again(struct peer_conn *conn)
{
	if (is_active(conn) && !conn->snap.ping_rx)
		start(conn);
}

void peer_ping_established(struct peer_conn *conn)
{
	if (is_active(conn))
		start(conn);
	else if (conn->early)
		received(conn, conn->early_slot, conn->early);
	settle(conn);
}

void peer_ping_done(struct peer_conn *conn, const struct ibv_wc *wc)
{
	bool is_send = wc->wr_id == WR_SEND;

	if (is_send)
		conn->sending = false;
	if (conn->snap.state >= CMLAB_STATE_CLOSING)
		return;
	if (wc->status != IBV_WC_SUCCESS) {
		if (wc->status != IBV_WC_WR_FLUSH_ERR)
			peer_conn_close(conn, ibv_wc_status_str(wc->status));
		return;
	}
	if (is_send) {
		conn->snap.ping_tx = true;
		settle(conn);
	} else if (conn->snap.state == CMLAB_STATE_ACCEPTING) {
		received_early(conn, wc->wr_id, wc->byte_len);
	} else {
		received(conn, wc->wr_id, wc->byte_len);
	}
}
