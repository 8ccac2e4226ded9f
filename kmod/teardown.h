/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How a connection ends: what its ops call, see struct cmlab_conn_ops.
 */
#ifndef CMLAB_TEARDOWN_H
#define CMLAB_TEARDOWN_H

struct cmlab_conn;

/* Takes a closing connection apart. Waits for the peer and for the last completion. */
void cmlab_teardown(struct cmlab_conn *conn);

/* The own timer is over: of the handshake, of the ping, or of the life of a UD peer. */
void cmlab_teardown_time_over(struct cmlab_conn *conn);

#endif /* CMLAB_TEARDOWN_H */
