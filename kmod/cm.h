/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The adapter between rdma_cm and the core: where a handshake begins, on either side.
 */
#ifndef CMLAB_CM_H
#define CMLAB_CM_H

#include <rdma/rdma_cm.h>

struct cmlab_config;
struct cmlab_fault;
struct cmlab_conn;
struct net;
struct sockaddr;

/**
 * cmlab_cm_connect - start the active side's handshake
 * @cfg: what is asked for
 * @timeout_ms: own timer of the handshake
 * @net: namespace of the caller
 * @src: source address, or NULL
 * @dst: the peer's address and port
 *
 * Room for it is taken (cmlab_room_take()). Everything else comes as events; what could not
 * be started is closed at once, with the call that failed in its report.
 *
 * Return: the connection, with a reference of the caller's; NULL if there is no memory
 */
struct cmlab_conn *cmlab_cm_connect(struct cmlab_config *cfg, u32 timeout_ms, struct net *net,
				    struct sockaddr *src, struct sockaddr *dst);

/**
 * cmlab_cm_request - take a REQ on, or say why not
 * @id: the new id; called in the listening id's handler
 * @ev: CONNECT_REQUEST
 * @cfg: what the listener was asked for
 * @fault: what to do wrong on purpose
 *
 * Return: what the handler has to return: 0, or -ENOMEM: there is no connection
 */
int cmlab_cm_request(struct rdma_cm_id *id, struct rdma_cm_event *ev, struct cmlab_config *cfg,
		     const struct cmlab_fault *fault);

#endif /* CMLAB_CM_H */
