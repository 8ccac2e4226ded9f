/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A small SEND in both directions proves that a connection carries data:
 *
 *   active   --- ping --->   passive
 *   active   <-- pong ----   passive
 *
 *   0  be32 magic   "cmlp"
 *   4  be32 kind    1 ping, 2 pong
 *   8  be64 seq     the pong repeats the ping's
 *  16  zero
 *
 * The passive side never speaks first: on iWARP it must not. What arrives is the peer's and
 * is checked before it is believed.
 */
#ifndef CMLAB_PING_H
#define CMLAB_PING_H

#include <cmlab/env.h>

#define CMLAB_PING_LEN 32
/* Room for what a peer with handshake=raw may send first. */
#define CMLAB_PING_SLOT 128

/*
 * How long an established connection waits for the first ping, and how often the active side
 * sends it: siw may not notice a message that comes right behind the MPA reply until another
 * one does (docs/known-kernel-issues.md).
 */
#define CMLAB_PING_MS	 500
#define CMLAB_PING_TRIES 8

enum cmlab_ping_kind { CMLAB_PING = 1, CMLAB_PONG = 2 };

/* Writes a message of CMLAB_PING_LEN bytes. */
void cmlab_ping_build(u8 *msg, enum cmlab_ping_kind kind, u64 seq);

/* Whether @msg, from the peer, is such a message, whole; its number is in @seq then. */
bool cmlab_ping_parse(const u8 *msg, u32 len, enum cmlab_ping_kind kind, u64 *seq);

#endif /* CMLAB_PING_H */
