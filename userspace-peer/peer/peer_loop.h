/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The event loop, and the two things that it is run for: to listen and to connect.
 */
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

#endif /* CMLAB_PEER_LOOP_H */
