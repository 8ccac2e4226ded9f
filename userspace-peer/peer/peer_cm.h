/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The adapter between librdmacm and the core: events in, calls out.
 */
#ifndef CMLAB_PEER_CM_H
#define CMLAB_PEER_CM_H

#include "peer_conn.h"

/**
 * peer_cm_resolve - start a connection
 * @conn: a new one, active
 * @src: source address, or NULL for any
 * @dst: the peer
 */
void peer_cm_resolve(struct peer_conn *conn, struct sockaddr *src, struct sockaddr *dst);

/* A REQ has come: answer it. */
void peer_cm_request(struct peer *peer, const struct peer_event *ev);

/* Any other event of a connection. */
void peer_cm_event(struct peer_conn *conn, const struct peer_event *ev);

#endif /* CMLAB_PEER_CM_H */
