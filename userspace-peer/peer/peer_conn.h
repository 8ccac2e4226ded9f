/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * One connection: what it is decided by, and what is reported of it. The report is only
 * written to until it is printed; nothing is decided by it.
 */
#ifndef CMLAB_PEER_CONN_H
#define CMLAB_PEER_CONN_H

#include "peer.h"

/**
 * struct peer_ping_state - the ping of a connection, see peer_ping.c
 * @sent: pings posted
 * @tries: how often the wait for an answer has run out
 * @first_us: when the first one was posted
 * @sending: the send slot is in use
 * @tx: a message to the peer has completed
 * @rx: one from the peer has come
 * @early: bytes of a message that came before ESTABLISHED, 0 if none has
 * @early_slot: its receive slot
 */
struct peer_ping_state {
	u32 sent;
	u32 tries;
	u64 first_us;
	bool sending;
	bool tx;
	bool rx;
	u32 early;
	u32 early_slot;
};

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
 * @id: its number
 * @role: this side's
 * @state: changed by peer_conn_advance() only
 * @outcome: how the handshake ended
 * @family: of its own address
 * @decision: what was decided last
 * @asked: parameters of this side's REQ or REP
 * @ird_held: its part of @dev->res_used
 * @ping: whether it carries data
 * @started_us: when rdma_connect was called or the REQ came
 * @deadline_us: when peer_life_expire() has to act, 0 for never
 * @reported: the report is printed
 * @disconnected: the CM has said that it is over
 * @removed: the device is gone: nobody waits for the peer
 * @report: what is reported
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
	u32 id;
	enum cmlab_role role;
	enum cmlab_state state;
	enum cmlab_outcome outcome;
	enum cmlab_family family;
	struct cmlab_decision decision;
	struct cmlab_values asked;
	u32 ird_held;
	struct peer_ping_state ping;
	u64 started_us;
	u64 deadline_us;
	bool reported;
	bool disconnected;
	bool removed;
	struct cmlab_report report;
};

/* What was asked for on the command line. */
static inline const struct cmlab_request *peer_conn_request(const struct peer_conn *conn)
{
	return &conn->peer->opts.req;
}

/* Monotonic clock in microseconds. */
u64 peer_conn_now(void);

/**
 * peer_conn_advance - the only way to change a connection's state
 * @conn: the connection
 * @to: the new state
 *
 * Return: true if @to may follow; otherwise nothing changes
 */
bool peer_conn_advance(struct peer_conn *conn, enum cmlab_state to);

/* Note the result of a call, 0 or a negative errno; returns @ret. */
int peer_conn_called(struct peer_conn *conn, enum cmlab_call call, int ret);

/* Note a call that has just failed with errno; returns peer_errno(). */
int peer_conn_errno(struct peer_conn *conn, enum cmlab_call call);

/* Refuse for a reason that is not the policy's; returns @reason. */
enum cmlab_reason peer_conn_refuse(struct peer_conn *conn, enum cmlab_reason reason,
				   enum cmlab_field field, u32 have, u32 need);

/* Note both addresses once the id has them. */
void peer_conn_addresses(struct peer_conn *conn);

/* Print the report in the form that the options ask for, flushed; once. */
void peer_conn_report(struct peer_conn *conn);

#endif /* CMLAB_PEER_CONN_H */
