// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Pings and their answers. What arrives is the peer's and is checked before it is believed:
 * it must be a whole message of the kind that this side waits for, and an answer must repeat
 * the number of a ping that was sent.
 */
#include <linux/ktime.h>
#include <linux/slab.h>
#include <rdma/ib_verbs.h>

#include <cmlab/ping.h>

#include "conn.h"
#include "device.h"
#include "ping.h"
#include "record.h"
#include "trace.h"

/**
 * struct ping_wr - what a completion finds its connection by
 * @cqe: entry that the RDMA core calls
 * @conn: the connection. Not by way of the QP: with a UD or SRQ receive that may be gone
 * @n: number of the receive
 */
struct ping_wr {
	struct ib_cqe cqe;
	struct cmlab_conn *conn;
	u32 n;
};

/**
 * struct cmlab_ping - receives, and one SEND at a time
 * @buf: send slot 0, then one slot per receive
 * @dma: its address for the device
 * @size: bytes of @buf
 * @nr_recv: receives
 * @recv: entry of each
 * @send: entry of the SEND
 * @busy: the send slot is in use (bit 0)
 * @first: when the first ping left
 * @nr_sent: pings sent; their numbers are the connection's and 1 to this
 * @tries: how often the time for a ping has ended; used by the timer only
 * @rx: a ping or answer has come; written by the completion only
 * @tx: a ping or answer has left; used by the completion only
 */
struct cmlab_ping {
	u8 *buf;
	u64 dma;
	size_t size;
	u32 nr_recv;
	struct ping_wr *recv;
	struct ping_wr send;
	unsigned long busy;
	ktime_t first;
	u32 nr_sent;
	unsigned int tries;
	bool rx;
	bool tx;
};

static struct ping_wr *wr_of(struct ib_wc *wc)
{
	return container_of(wc->wr_cqe, struct ping_wr, cqe);
}

/* Without a header the peer may be any program, and UD has no connection to prove. */
static bool is_used(const struct cmlab_conn *conn)
{
	return conn->cfg->req.form == CMLAB_PDATA_HEADER && !cmlab_conn_is_ud(conn);
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
	const struct cmlab_ping *p = conn->ping;

	if (conn->role == CMLAB_ROLE_ACTIVE && p->rx && p->tx)
		complete_all(&conn->settled);
}

static void send_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct cmlab_conn *conn = wr_of(wc)->conn;
	struct cmlab_report *r;

	clear_bit(0, &conn->ping->busy);
	if (wc->status != IB_WC_SUCCESS) {
		failed(conn, wc, "send");
		return;
	}
	conn->ping->tx = true;
	r = cmlab_record_begin(conn->rec);
	r->ping_tx = true;
	cmlab_record_end(conn->rec);
	settle(conn);
}

/* The send slot is the caller's. */
static void send(struct cmlab_conn *conn, enum cmlab_ping_kind kind, u64 seq)
{
	struct cmlab_ping *p = conn->ping;
	struct ib_sge sge = {
		.addr = p->dma,
		.length = CMLAB_PING_LEN,
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

	ib_dma_sync_single_for_cpu(ibdev, p->dma, CMLAB_PING_LEN, DMA_BIDIRECTIONAL);
	cmlab_ping_build(p->buf, kind, seq);
	if (conn->fault.kind == CMLAB_FAULT_PING_GARBAGE)
		memset(p->buf, 0xa5, CMLAB_PING_LEN);
	ib_dma_sync_single_for_device(ibdev, p->dma, CMLAB_PING_LEN, DMA_BIDIRECTIONAL);

	ret = ib_post_send(conn->qp, &wr, NULL);
	if (ret) {
		clear_bit(0, &p->busy);
		cmlab_conn_close(conn, "posting the ping failed");
	}
}

static u64 seq_of(const struct cmlab_conn *conn, u32 n)
{
	return (u64)conn->id << 32 | n;
}

static void ping(struct cmlab_conn *conn)
{
	struct cmlab_ping *p = conn->ping;
	u32 n = p->nr_sent + 1;

	if (test_and_set_bit(0, &p->busy))
		return;
	/* Repeated or not: it took as long as it took since the first. */
	if (n == 1)
		p->first = ktime_get();
	WRITE_ONCE(p->nr_sent, n);
	send(conn, CMLAB_PING, seq_of(conn, n));
}

/* A peer that pings faster than its answers leave gets fewer answers. */
static void pong(struct cmlab_conn *conn, u64 seq)
{
	if (conn->fault.kind == CMLAB_FAULT_NO_PING)
		return;
	if (!test_and_set_bit(0, &conn->ping->busy))
		send(conn, CMLAB_PONG, seq);
}

static bool was_sent(const struct cmlab_conn *conn, u64 seq)
{
	u32 n = (u32)seq;

	return n && n <= READ_ONCE(conn->ping->nr_sent) && seq == seq_of(conn, n);
}

static int post_recv(struct cmlab_conn *conn, u32 n)
{
	struct cmlab_ping *p = conn->ping;
	struct ib_sge sge = {
		.addr = p->dma + (n + 1) * CMLAB_PING_SLOT,
		.length = CMLAB_PING_SLOT,
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

static void note_heard(struct cmlab_conn *conn)
{
	struct cmlab_ping *p = conn->ping;
	bool first = conn->role == CMLAB_ROLE_ACTIVE && !p->rx;
	s64 us = first ? ktime_us_delta(ktime_get(), p->first) : 0;
	struct cmlab_report *r;

	/* Within the lock, see cmlab_ping_missed(). */
	r = cmlab_record_begin(conn->rec);
	WRITE_ONCE(p->rx, true);
	r->ping_rx = true;
	r->h.carried = CMLAB_CARRIED_DATA;
	if (first)
		r->ping_us = max_t(s64, 1, us);
	cmlab_record_end(conn->rec);
}

/* True if it is what this side waits for. */
static bool heard(struct cmlab_conn *conn, const u8 *msg, u32 len)
{
	bool active = conn->role == CMLAB_ROLE_ACTIVE;
	u64 seq;

	if (!cmlab_ping_parse(msg, len, active ? CMLAB_PONG : CMLAB_PING, &seq))
		return false;
	if (active && !was_sent(conn, seq))
		return false;
	note_heard(conn);
	settle(conn);
	if (!active)
		pong(conn, seq);
	return true;
}

static void recv_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct cmlab_conn *conn = wr_of(wc)->conn;
	u32 n = wr_of(wc)->n;
	size_t at = (size_t)(n + 1) * CMLAB_PING_SLOT;
	struct cmlab_ping *p;
	bool good;

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
	conn->ops->data_seen(conn);
	p = conn->ping;
	ib_dma_sync_single_for_cpu(conn->dev->ibdev, p->dma + at, CMLAB_PING_SLOT,
				   DMA_BIDIRECTIONAL);
	good = !is_used(conn) || heard(conn, p->buf + at, wc->byte_len);
	ib_dma_sync_single_for_device(conn->dev->ibdev, p->dma + at, CMLAB_PING_SLOT,
				      DMA_BIDIRECTIONAL);
	if (!good)
		cmlab_conn_close(conn, "the peer's first message is not a ping");
	else if (post_recv(conn, n))
		cmlab_conn_close(conn, "posting a receive failed");
}

static int map(struct cmlab_ping *p, struct ib_device *ibdev)
{
	/* Mapped in one piece, so it must be one. */
	p->buf = kzalloc(p->size, GFP_KERNEL | __GFP_NOWARN);
	p->recv = kvcalloc(max(p->nr_recv, 1U), sizeof(*p->recv), GFP_KERNEL);
	if (!p->buf || !p->recv)
		return -ENOMEM;
	p->dma = ib_dma_map_single(ibdev, p->buf, p->size, DMA_BIDIRECTIONAL);
	return ib_dma_mapping_error(ibdev, p->dma) ? -ENOMEM : 0;
}

static void release(struct cmlab_ping *p)
{
	kvfree(p->recv);
	kfree(p->buf);
	kfree(p);
}

int cmlab_ping_create(struct cmlab_conn *conn)
{
	struct cmlab_ping *p = kzalloc(sizeof(*p), GFP_KERNEL);
	u32 i;

	if (!p)
		return -ENOMEM;
	p->nr_recv = conn->cfg->req.profile.recv_depth;
	p->size = (size_t)(p->nr_recv + 1) * CMLAB_PING_SLOT;
	if (map(p, conn->dev->ibdev)) {
		release(p);
		return -ENOMEM;
	}
	p->send.cqe.done = send_done;
	p->send.conn = conn;
	for (i = 0; i < p->nr_recv; i++) {
		p->recv[i].cqe.done = recv_done;
		p->recv[i].conn = conn;
		p->recv[i].n = i;
	}
	conn->ping = p;
	return 0;
}

void cmlab_ping_destroy(struct cmlab_conn *conn)
{
	struct cmlab_ping *p = conn->ping;

	if (!p)
		return;
	conn->ping = NULL;
	ib_dma_unmap_single(conn->dev->ibdev, p->dma, p->size, DMA_BIDIRECTIONAL);
	release(p);
}

/* What a fault keeps back, for ever or for later. */
static bool is_kept_back(const struct cmlab_conn *conn, bool late)
{
	return conn->fault.kind == CMLAB_FAULT_NO_RECV ||
	       (conn->fault.kind == CMLAB_FAULT_LATE_RECV && !late);
}

int cmlab_ping_post_recvs(struct cmlab_conn *conn, bool late)
{
	u32 nr = is_kept_back(conn, late) ? 0 : conn->ping->nr_recv;
	struct cmlab_report *r;
	int ret = 0;
	u32 i;

	for (i = 0; i < nr && !ret; i++)
		ret = post_recv(conn, i);
	if (late)
		return ret;
	r = cmlab_record_begin(conn->rec);
	cmlab_own_end(&r->h)->known |= CMLAB_KNOWS_RECEIVES;
	cmlab_own_end(&r->h)->recv_posted = ret ? i - 1 : i;
	cmlab_record_end(conn->rec);
	return ret;
}

static void speak(struct cmlab_conn *conn)
{
	if (conn->role != CMLAB_ROLE_ACTIVE)
		return;
	if (is_used(conn) && conn->fault.kind != CMLAB_FAULT_NO_PING)
		ping(conn);
	else if (!is_used(conn))
		complete_all(&conn->settled);
}

void cmlab_ping_start(struct cmlab_conn *conn)
{
	bool ud = cmlab_conn_is_ud(conn) && conn->role == CMLAB_ROLE_PASSIVE;

	/* That is the whole life of a UD peer: nothing is tried again. */
	if (ud)
		conn->ping->tries = CMLAB_PING_TRIES;
	cmlab_conn_arm(conn, ud ? conn->timeout_ms : CMLAB_PING_MS);
	speak(conn);
}

bool cmlab_ping_again(struct cmlab_conn *conn)
{
	struct cmlab_ping *p = conn->ping;

	if (READ_ONCE(p->rx) || ++p->tries >= CMLAB_PING_TRIES)
		return false;
	speak(conn);
	cmlab_conn_arm(conn, CMLAB_PING_MS);
	return true;
}

void cmlab_ping_missed(struct cmlab_conn *conn)
{
	struct cmlab_report *r;

	if (!is_used(conn))
		return;
	r = cmlab_record_begin(conn->rec);
	if (!conn->ping->rx)
		r->h.carried = CMLAB_CARRIED_NOTHING;
	cmlab_record_end(conn->rec);
}
