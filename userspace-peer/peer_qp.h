/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PEER_QP_H
#define CMLAB_PEER_QP_H

#include "peer_conn.h"

/**
 * peer_qp_create - completion queue, buffers, QP in INIT, receives posted
 * @conn: the connection; its device is known
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
 * @depths: IRD becomes max_dest_rd_atomic, ORD max_rd_atomic; bounded by what the
 *	device really takes, since mock limits may say more
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

/* Query the QP and store what it has in the snapshot. */
void peer_qp_query(struct peer_conn *conn);

/* Take the completions of one connection that are there already. */
void peer_qp_drain(struct peer_conn *conn);

/* Take every completion of a device that has announced some. */
void peer_qp_poll(struct peer_dev *dev);

#endif /* CMLAB_PEER_QP_H */
