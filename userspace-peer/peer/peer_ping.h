/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The ping of a connection. What follows from it is the caller's: functions return NULL, or
 * why the connection has to end.
 */
#ifndef CMLAB_PEER_PING_H
#define CMLAB_PEER_PING_H

#include "peer_conn.h"

/* The connection is up: ping, or answer a ping that was faster than the CM. */
const char *peer_ping_start(struct peer_conn *conn);

/* The active side's ping has had no answer yet: send it once more. */
const char *peer_ping_again(struct peer_conn *conn);

/* A completion of the connection's QP. */
const char *peer_ping_done(struct peer_conn *conn, const struct ibv_wc *wc);

/* Both directions have been seen, or with handshake=raw nobody pings. */
bool peer_ping_is_over(const struct peer_conn *conn);

/* Nobody waits for it any more. */
void peer_ping_stop(struct peer_conn *conn);

#endif /* CMLAB_PEER_PING_H */
