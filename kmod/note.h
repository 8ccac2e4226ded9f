/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_NOTE_H
#define CMLAB_NOTE_H

#include <rdma/rdma_cm.h>

struct cmlab_conn;
struct net;
struct sockaddr;

/* What the CM says, into the connection's record. */

/* The event of the handshake's end; later ones change nothing. */
void cmlab_note_event(struct cmlab_conn *conn, const struct rdma_cm_event *ev);
/* Both addresses, as the id has them now. */
void cmlab_note_addresses(struct cmlab_conn *conn);
/* The addresses that are asked for, before the id has them; @src may be NULL. */
void cmlab_note_asked(struct cmlab_conn *conn, struct net *net, const struct sockaddr *src,
		      const struct sockaddr *dst);

#endif /* CMLAB_NOTE_H */
