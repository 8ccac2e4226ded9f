// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A small SEND in both directions proves that a connection carries data:
 *
 *   active   --- ping --->   passive
 *   active   <-- pong ----   passive
 *
 *   0  be32 magic   "cmlp"
 *   4  be32 kind    1 ping, 2 pong
 *   8  be64 seq     the pong repeats the ping's
 *  16  zero
 *
 * What arrives is the peer's and is checked before it is believed.
 */
#include <linux/slab.h>

#include "cm.h"
#include "conn.h"
#include "device.h"
#include "ping.h"
#include "record.h"
#include "trace.h"

#define PING_MAGIC 0x636d6c70
#define PING_LEN   32
/* Room for what a peer with handshake=raw may send first. */
#define SLOT 128

enum { PING = 1, PONG = 2 };

struct ping_msg {
	__be32 magic;
	__be32 kind;
	__be64 seq;
	u8 zero[16];
};

static_assert(sizeof(struct ping_msg) == PING_LEN);

static struct cmlab_ping_wr *wr_of(struct ib_wc *wc)
{
	return container_of(wc->wr_cqe, struct cmlab_ping_wr, cqe);
}

static void failed(struct cmlab_conn *conn, struct ib_wc *wc, const char *what)
{
	if (wc->status == IB_WC_WR_FLUSH_ERR)
		return;
	trace_cmlab_wc_err(conn->id, what, wc->status, wc->vendor_err);
	cmlab_conn_close(conn, ib_wc_status_msg(wc->status));
}

/*
 * The active side has settled once both of its directions are done: the answer may be seen
 * before the completion of what it answers.
 */
static void settle(struct cmlab_conn *conn)
{
	const struct cmlab_snapshot *s = &conn->rec->snap;

	if (conn->role == CMLAB_ROLE_ACTIVE && s->ping_rx && s->ping_tx)
		complete_all(&conn->settled);
}

static void send_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct cmlab_conn *conn = wr_of(wc)->conn;
	struct cmlab_snapshot *s;

	clear_bit(0, &conn->ping.busy);
	if (wc->status != IB_WC_SUCCESS) {
		failed(conn, wc, "send");
		return;
	}
	s = cmlab_record_begin(conn->rec);
	s->ping_tx = true;
	cmlab_record_end(conn->rec);
	settle(conn);
}

static void send(struct cmlab_conn *conn, u32 kind, __be64 seq)
{
	struct cmlab_ping *p = &conn->ping;
	struct ping_msg *msg = (struct ping_msg *)p->buf;
	struct ib_sge sge = {
		.addr = p->dma,
		.length = PING_LEN,
		.lkey = conn->dev->pd->local_dma_lkey,
	};
	struct ib_send_wr wr = {
		.wr_cqe = &p->send.cqe,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IB_WR_SEND,
		.send_flags = IB_SEND_SIGNALED,
	};
	struct ib_device *ibdev = conn->dev->ibdev;
	int ret;

	/* A peer that pings faster than its answers leave gets fewer answers. */
	if (test_and_set_bit(0, &p->busy))
		return;
	ib_dma_sync_single_for_cpu(ibdev, p->dma, PING_LEN, DMA_BIDIRECTIONAL);
	memset(msg, 0, sizeof(*msg));
	msg->magic = cpu_to_be32(PING_MAGIC);
	msg->kind = cpu_to_be32(kind);
	msg->seq = seq;
	ib_dma_sync_single_for_device(ibdev, p->dma, PING_LEN, DMA_BIDIRECTIONAL);

	/* Repeated or not: it took as long as it took since the first. */
	if (!p->sent)
		p->sent = ktime_get();
	ret = ib_post_send(conn->qp, &wr, NULL);
	if (ret) {
		clear_bit(0, &p->busy);
		cmlab_conn_close(conn, "posting the ping failed");
	}
}

static int post_recv(struct cmlab_conn *conn, u32 n)
{
	struct cmlab_ping *p = &conn->ping;
	struct ib_sge sge = {
		.addr = p->dma + (n + 1) * SLOT,
		.length = SLOT,
		.lkey = conn->dev->pd->local_dma_lkey,
	};
	struct ib_recv_wr wr = {
		.wr_cqe = &p->recv[n].cqe,
		.sg_list = &sge,
		.num_sge = 1,
	};

	return conn->srq ? ib_post_srq_recv(conn->srq, &wr, NULL) :
			   ib_post_recv(conn->qp, &wr, NULL);
}

static bool ping_valid(const struct ping_msg *msg, u32 len, u32 kind)
{
	return len == PING_LEN && msg->magic == cpu_to_be32(PING_MAGIC) &&
	       msg->kind == cpu_to_be32(kind) && !memchr_inv(msg->zero, 0, sizeof(msg->zero));
}

static void heard(struct cmlab_conn *conn, const struct ping_msg *msg)
{
	bool active = conn->role == CMLAB_ROLE_ACTIVE;
	struct cmlab_snapshot *s;

	s = cmlab_record_begin(conn->rec);
	if (active && !s->ping_rx)
		s->ping_us = max_t(s64, 1, ktime_us_delta(ktime_get(), conn->ping.sent));
	s->ping_rx = true;
	cmlab_record_end(conn->rec);
	settle(conn);
	if (!active)
		send(conn, PONG, msg->seq);
}

static void recv_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct cmlab_conn *conn = wr_of(wc)->conn;
	u32 n = wr_of(wc)->n;
	const struct ping_msg *msg = (const void *)(conn->ping.buf + (n + 1) * SLOT);
	u64 dma = conn->ping.dma + (n + 1) * SLOT;
	u32 want = conn->role == CMLAB_ROLE_ACTIVE ? PONG : PING;

	if (wc->status != IB_WC_SUCCESS) {
		failed(conn, wc, "receive");
		return;
	}
	/*
	 * A QP that is not drained of its receives may go at any time once the connection is
	 * closing. With an SRQ the drain of its sends has waited for whoever came before; with
	 * UD nothing is said to anybody, so the QP is not touched at all.
	 */
	if (cmlab_conn_is_ud(conn) || cmlab_conn_state(conn) == CMLAB_STATE_CLOSING)
		return;
	cmlab_cm_data_seen(conn);
	ib_dma_sync_single_for_cpu(conn->dev->ibdev, dma, SLOT, DMA_BIDIRECTIONAL);
	if (conn->cfg->req.handshake == CMLAB_HANDSHAKE_HEADER) {
		if (!ping_valid(msg, wc->byte_len, want)) {
			cmlab_conn_close(conn, "the peer's first message is not a ping");
			return;
		}
		heard(conn, msg);
	}
	ib_dma_sync_single_for_device(conn->dev->ibdev, dma, SLOT, DMA_BIDIRECTIONAL);
	if (post_recv(conn, n))
		cmlab_conn_close(conn, "posting a receive failed");
}

int cmlab_ping_create(struct cmlab_conn *conn)
{
	struct ib_device *ibdev = conn->dev->ibdev;
	struct cmlab_ping *p = &conn->ping;
	u32 i;

	p->nr_recv = conn->cfg->req.profile.recv_depth;
	p->size = (size_t)(p->nr_recv + 1) * SLOT;
	/* Mapped in one piece, so it must be one. */
	p->buf = kzalloc(p->size, GFP_KERNEL | __GFP_NOWARN);
	p->recv = kvcalloc(max(p->nr_recv, 1U), sizeof(*p->recv), GFP_KERNEL);
	if (!p->buf || !p->recv)
		goto free;
	p->dma = ib_dma_map_single(ibdev, p->buf, p->size, DMA_BIDIRECTIONAL);
	if (ib_dma_mapping_error(ibdev, p->dma))
		goto free;

	p->send.cqe.done = send_done;
	p->send.conn = conn;
	for (i = 0; i < p->nr_recv; i++) {
		p->recv[i].cqe.done = recv_done;
		p->recv[i].conn = conn;
		p->recv[i].n = i;
	}
	return 0;

free:
	kvfree(p->recv);
	kfree(p->buf);
	p->recv = NULL;
	p->buf = NULL;
	return -ENOMEM;
}

void cmlab_ping_destroy(struct cmlab_conn *conn)
{
	struct cmlab_ping *p = &conn->ping;

	if (!p->buf)
		return;
	ib_dma_unmap_single(conn->dev->ibdev, p->dma, p->size, DMA_BIDIRECTIONAL);
	kvfree(p->recv);
	kfree(p->buf);
	p->recv = NULL;
	p->buf = NULL;
}

int cmlab_ping_post_recvs(struct cmlab_conn *conn)
{
	struct cmlab_snapshot *s;
	int ret = 0;
	u32 i;

	for (i = 0; i < conn->ping.nr_recv && !ret; i++)
		ret = post_recv(conn, i);
	s = cmlab_record_begin(conn->rec);
	s->recv_posted = ret ? i - 1 : i;
	cmlab_record_end(conn->rec);
	return ret;
}

void cmlab_ping_start(struct cmlab_conn *conn)
{
	if (conn->cfg->req.handshake == CMLAB_HANDSHAKE_HEADER && !cmlab_conn_is_ud(conn))
		send(conn, PING, cpu_to_be64(conn->id));
	else
		complete_all(&conn->settled);
}
