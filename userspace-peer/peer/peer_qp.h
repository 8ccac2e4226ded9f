/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The queue pair of a connection with all that it needs: completion queue, shared receive
 * queue, registered buffers. What the messages in them mean is peer_ping.c's.
 */
#ifndef CMLAB_PEER_QP_H
#define CMLAB_PEER_QP_H

#include "peer_conn.h"

/* The wr_id of a send; those of receives are their slots. */
#define PEER_QP_SEND UINT64_MAX

/**
 * peer_qp_create - completion queue, buffers, QP in INIT, receives posted
 * @conn: the connection; its device is known
 *
 * On iWARP a message that finds no receive is fatal, on IB it costs an RNR NAK: so receives
 * are there before rdma_connect and rdma_accept.
 *
 * Return: 0 or a negative errno, with the call that failed noted. What was made
 * stays for peer_qp_destroy().
 */
int peer_qp_create(struct peer_conn *conn);

/* Destroy and give back; fine if nothing, or only a part, was created. */
void peer_qp_destroy(struct peer_conn *conn);

/* True if this program moves the QP itself (transitions=lab, not iWARP). */
bool peer_qp_is_ours(const struct peer_conn *conn);

/**
 * peer_qp_to_rts - INIT, RTR and RTS with depths of our own
 * @conn: the connection; peer_qp_is_ours() must hold
 * @depths: IRD becomes max_dest_rd_atomic, ORD max_rd_atomic, see cmlab_policy_qp_depth()
 *
 * Passive side: before rdma_accept. Active side: after the REP and before
 * rdma_establish.
 *
 * Return: 0 or a negative errno, with the call that failed noted
 */
int peer_qp_to_rts(struct peer_conn *conn, const struct cmlab_values *depths);

/* Move the QP to ERR if librdmacm will not: it does so for its own QPs. */
void peer_qp_to_error(struct peer_conn *conn);

/* What librdmacm has no call for: min_rnr_timer once the CM has moved the QP. */
void peer_qp_set_min_rnr(struct peer_conn *conn);

/* Query the QP and note what it has. */
void peer_qp_query(struct peer_conn *conn);

/* The bytes of a receive slot. */
const u8 *peer_qp_slot(const struct peer_conn *conn, u64 n);

/* Post a receive slot; 0 or a negative errno. */
int peer_qp_post_recv(struct peer_conn *conn, u64 n);

/**
 * peer_qp_send - copy a message to the send slot and post it
 * @conn: the connection; the send before has completed
 * @msg: the message
 * @len: its length, at most CMLAB_PING_SLOT
 *
 * Return: 0 or a negative errno
 */
int peer_qp_send(struct peer_conn *conn, const void *msg, u32 len);

#endif /* CMLAB_PEER_QP_H */
