/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PEER_PING_H
#define CMLAB_PEER_PING_H

#include "peer_conn.h"

/* Buffers and their registration; 0 or a negative errno with the call noted. */
int peer_ping_create(struct peer_conn *conn);
/* Takes them back; fine if nothing was created. */
void peer_ping_destroy(struct peer_conn *conn);

/**
 * peer_ping_post_recvs - post every receive
 * @conn: the connection; its QP has left RESET
 *
 * To be called before rdma_connect and before rdma_accept: on iWARP a message
 * that finds no receive is fatal, on IB it costs an RNR NAK.
 *
 * Return: 0 or a negative errno with the call noted
 */
int peer_ping_post_recvs(struct peer_conn *conn);

/* The connection is up: ping, or answer a ping that was faster than the CM. */
void peer_ping_established(struct peer_conn *conn);

/* A completion of the connection's QP. */
void peer_ping_done(struct peer_conn *conn, const struct ibv_wc *wc);

/* The active side's ping has had no answer yet: send it once more. */
void peer_ping_again(struct peer_conn *conn);

#endif /* CMLAB_PEER_PING_H */
