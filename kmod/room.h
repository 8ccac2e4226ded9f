/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Room for connections: how many may be alive (module parameter max_connections), and how
 * many of them may be handshakes that a peer has begun and not ended (max_half_open).
 *
 * Counted is what stands or may still come to stand: a connection is taken off when it is
 * refused or gone. A peer that begins handshakes and never ends them cannot keep others out:
 * when there is no room, the oldest one that is half-open gives way.
 */
#ifndef CMLAB_ROOM_H
#define CMLAB_ROOM_H

#include <linux/types.h>

struct cmlab_conn;
struct seq_file;

/**
 * cmlab_room_take - room for connections that this side is about to make
 * @n: how many
 *
 * Each of them is then cmlab_room_use()d; what is not used is given back.
 *
 * Return: true, or false if there is not room for all of them; nothing is taken then
 */
bool cmlab_room_take(unsigned int n);
void cmlab_room_give(unsigned int n);

/* @conn has its share of what was taken. Before anybody else can see it. */
void cmlab_room_use(struct cmlab_conn *conn);

/**
 * struct cmlab_room_limit - what a connection found no room in
 * @used: what is counted
 * @limit: the module parameter
 */
struct cmlab_room_limit {
	unsigned int used;
	unsigned int limit;
};

/**
 * cmlab_room_enter - room for a handshake that a peer has begun
 * @conn: the connection, in its handler
 * @full: what was full, if there is none
 *
 * It is half-open from here until cmlab_room_settled() or cmlab_room_leave().
 *
 * Return: true if there is room
 */
bool cmlab_room_enter(struct cmlab_conn *conn, struct cmlab_room_limit *full);

/* The handshake has ended well. */
void cmlab_room_settled(struct cmlab_conn *conn);

/* The connection does not count any more; once is enough, and more do no harm. */
void cmlab_room_leave(struct cmlab_conn *conn);

/* Connections that count. */
unsigned int cmlab_room_used(void);

/* Lines of the file "stats". */
void cmlab_room_show(struct seq_file *m);

#endif /* CMLAB_ROOM_H */
