/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The receives of a connection, and the ping that proves that it carries data; the message
 * itself is cmlab/ping.h's.
 */
#ifndef CMLAB_KMOD_PING_H
#define CMLAB_KMOD_PING_H

#include <linux/types.h>

struct cmlab_conn;

/* Buffers and their mapping; the device must be known. 0 or -ENOMEM. */
int cmlab_ping_create(struct cmlab_conn *conn);
/* Takes them back; the QP must be drained. Fine if nothing was created. */
void cmlab_ping_destroy(struct cmlab_conn *conn);

/**
 * cmlab_ping_post_recvs - post every receive
 * @late: a fault has put them off until now: how many there were before the handshake is
 *	reported already
 * @conn: the connection; its QP must have left RESET
 *
 * To be called before rdma_connect and before rdma_accept: on iWARP a message
 * that finds no receive is fatal, on IB it costs an RNR NAK.
 *
 * Return: 0 or the driver's errno
 */
int cmlab_ping_post_recvs(struct cmlab_conn *conn, bool late);

/**
 * cmlab_ping_start - the active side pings, the passive side waits for it
 * @conn: the connection, just ESTABLISHED
 *
 * From here on the connection's timer bounds the wait.
 */
void cmlab_ping_start(struct cmlab_conn *conn);

/**
 * cmlab_ping_again - the time for a ping is over: try once more
 * @conn: the connection, ESTABLISHED; called by its timer only
 *
 * Return: false if that was the last time, or if there is nothing to wait for
 */
bool cmlab_ping_again(struct cmlab_conn *conn);

/* Nobody waits for a ping any longer: publish if none came. */
void cmlab_ping_missed(struct cmlab_conn *conn);

#endif /* CMLAB_KMOD_PING_H */
