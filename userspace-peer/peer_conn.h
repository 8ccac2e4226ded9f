/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PEER_CONN_H
#define CMLAB_PEER_CONN_H

#include "peer.h"

/* Bytes of a send or receive buffer: room for what a raw peer may send first. */
#define PEER_SLOT 128

/**
 * struct peer_conn - one connection
 * @next: in the list of the peer
 * @peer: the program's state
 * @cm_id: its id; destroyed when the connection is reaped
 * @dev: its device, NULL before one is known
 * @cq: completions of both kinds
 * @qp: its QP
 * @srq: where receives are posted if one was asked for, else NULL
 * @mr: registration of @buf
 * @buf: send slot, then one slot per receive
 * @nr_recv: receive slots
 * @early: bytes of a message that came before ESTABLISHED, 0 if none has
 * @early_slot: its receive slot
 * @sending: the send slot is in use
 * @ping_sent_us: when the ping left
 * @ird_held: its part of @dev->res_used
 * @decision: what was decided last about the parameters this side sends
 * @started_us: when rdma_connect was called or the REQ came
 * @ping_tries: how often the time of the ping has ended
 * @deadline_us: when peer_conn_expire() has to act, 0 for never
 * @reported: the report is out
 * @disconnected: the CM has said that it is over
 * @removed: the device is gone: nobody waits for the peer
 * @snap: what is reported; role and state live here
 */
struct peer_conn {
	struct peer_conn *next;
	struct peer *peer;
	struct rdma_cm_id *cm_id;
	struct peer_dev *dev;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_srq *srq;
	struct ibv_mr *mr;
	u8 *buf;
	u32 nr_recv;
	u32 early;
	u32 early_slot;
	bool sending;
	u64 ping_sent_us;
	u32 ird_held;
	struct cmlab_decision decision;
	u64 started_us;
	unsigned int ping_tries;
	u64 deadline_us;
	bool reported;
	bool disconnected;
	bool removed;
	struct cmlab_snapshot snap;
};

/* Monotonic clock in microseconds. */
u64 peer_conn_now(void);

/* A connection in state NEW with its own timer running, or NULL. */
struct peer_conn *peer_conn_create(struct peer *peer, enum cmlab_role role);

/**
 * peer_conn_advance - the only way to change a connection's state
 * @conn: the connection
 * @to: the new state
 *
 * Return: true if @to may follow; otherwise nothing changes
 */
bool peer_conn_advance(struct peer_conn *conn, enum cmlab_state to);

/* Note the first local call that failed, with its negative errno; returns @err. */
int peer_conn_failed(struct peer_conn *conn, const char *call, int err);

/* The same with errno, which some providers leave alone: then it is -EIO. */
int peer_conn_errno(struct peer_conn *conn, const char *call);

/* The handshake has ended; only the first outcome is kept. */
void peer_conn_outcome(struct peer_conn *conn, enum cmlab_outcome outcome);

/* The connection is up and has settled: report, then hold it or end it. */
void peer_conn_settled(struct peer_conn *conn);

/**
 * peer_conn_close - end a connection
 * @conn: the connection
 * @why: a string constant; the first caller's is kept
 *
 * The object stays until peer_conn_reap().
 */
void peer_conn_close(struct peer_conn *conn, const char *why);

/* The peer has confirmed the end, or there is nobody to wait for. */
void peer_conn_closed(struct peer_conn *conn);

/* Act on a deadline that has passed. */
void peer_conn_expire(struct peer_conn *conn);

/* Free what is CLOSED. */
void peer_conn_reap(struct peer *peer);

#endif /* CMLAB_PEER_CONN_H */
