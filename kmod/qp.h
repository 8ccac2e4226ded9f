/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The queue pair of a connection, and what hangs on it.
 */
#ifndef CMLAB_QP_H
#define CMLAB_QP_H

#include <cmlab/values.h>

struct cmlab_conn;

/**
 * cmlab_qp_create - completion queue, buffers, QP in INIT, receives posted
 * @conn: the connection; its device is known
 *
 * Return: 0 or a negative errno, with the call that failed in the record. What was
 * made stays for cmlab_qp_destroy().
 */
int cmlab_qp_create(struct cmlab_conn *conn);

/**
 * cmlab_qp_destroy - drain, destroy and give back
 * @conn: the connection; no handler may use the QP any more. Waits for the last
 *	completion. Fine if nothing, or only a part, was created.
 */
void cmlab_qp_destroy(struct cmlab_conn *conn);

/* True if this module moves the QP itself (transitions=lab, not iWARP). */
bool cmlab_qp_is_ours(const struct cmlab_conn *conn);

/**
 * cmlab_qp_to_rts - INIT, RTR and RTS with depths of our own
 * @conn: the connection; cmlab_qp_is_ours() must hold
 * @depths: IRD becomes max_dest_rd_atomic, ORD max_rd_atomic
 *
 * To be called in the CM handler: on the passive side before rdma_accept, on the
 * active side after the REP and before rdma_accept(id, NULL). rdma_cm's own moves
 * do not happen, since the id has no QP (cma.c, cma_modify_qp_rtr).
 *
 * Return: 0 or a negative errno, with the call that failed in the record
 */
int cmlab_qp_to_rts(struct cmlab_conn *conn, const struct cmlab_values *depths);

/* Query the QP and publish what it has. */
void cmlab_qp_query(struct cmlab_conn *conn);

#endif /* CMLAB_QP_H */
