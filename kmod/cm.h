/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CM_H
#define CMLAB_CM_H

#include <rdma/rdma_cm.h>

struct cmlab_conn;
struct net;
struct sockaddr;

/**
 * cmlab_cm_resolve - start the active side's handshake
 * @conn: a connection in state NEW
 * @net: namespace of the caller
 * @src: source address, or NULL
 * @dst: the peer's address and port
 *
 * Return: 0, then everything else comes as events; or a negative errno with the call
 * that failed in the record. The caller closes the connection in that case.
 */
int cmlab_cm_resolve(struct cmlab_conn *conn, struct net *net, struct sockaddr *src,
		     struct sockaddr *dst);

/* The handler of listening ids: takes a REQ on, or says why not. */
int cmlab_cm_listen_handler(struct rdma_cm_id *id, struct rdma_cm_event *ev);

/**
 * cmlab_cm_stop_connector - end a rdma_connect that is waiting for its peer
 * @conn: the connection; its state is CLOSING
 *
 * Waits for the thread that makes the call. Fine if there is none.
 */
void cmlab_cm_stop_connector(struct cmlab_conn *conn);

/* Data arrived: the connection stands even if the RTU has not come. In completion context. */
void cmlab_cm_data_seen(struct cmlab_conn *conn);

#endif /* CMLAB_CM_H */
