/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PEER_LOOP_H
#define CMLAB_PEER_LOOP_H

#include "peer.h"

/**
 * peer_loop_run - do what the options say, until done or interrupted
 * @opts: the options; req.verb is LISTEN or CONNECT
 *
 * Return: exit status
 */
int peer_loop_run(const struct peer_opts *opts);

/* Interrupt system calls at @deadline_us of peer_conn_now()'s clock; 0 takes it back. */
void peer_loop_alarm(u64 deadline_us);

/* An event of the listening id that is no CONNECT_REQUEST. */
void peer_loop_listener_event(struct peer *peer, enum rdma_cm_event_type type);

#endif /* CMLAB_PEER_LOOP_H */
