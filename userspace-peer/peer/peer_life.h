/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The life of a connection, from its creation to its teardown: own timer, outcome, ping,
 * hold, disconnect.
 */
#ifndef CMLAB_PEER_LIFE_H
#define CMLAB_PEER_LIFE_H

#include "peer_conn.h"

/* A connection in state NEW with its own timer running, or NULL. */
struct peer_conn *peer_life_create(struct peer *peer, enum cmlab_role role);

/* The handshake has ended; only the first outcome is kept. */
void peer_life_outcome(struct peer_conn *conn, enum cmlab_outcome outcome);

/* The connection is up, and says so; then it waits for the ping. */
void peer_life_established(struct peer_conn *conn);

/**
 * peer_life_close - end a connection
 * @conn: the connection
 * @why: a string constant; the first caller's is kept
 *
 * The object stays until peer_life_reap().
 */
void peer_life_close(struct peer_conn *conn, const char *why);

/* The peer has confirmed the end, or there is nobody to wait for. */
void peer_life_closed(struct peer_conn *conn);

/* Act on a deadline that has passed. */
void peer_life_expire(struct peer_conn *conn);

/* Take the completions of one connection that are there already. */
void peer_life_drain(struct peer_conn *conn);

/* Take every completion of a device that has announced some. */
void peer_life_poll(struct peer_dev *dev);

/* Free what is CLOSED. */
void peer_life_reap(struct peer *peer);

#endif /* CMLAB_PEER_LIFE_H */
