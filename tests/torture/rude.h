/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A peer without manners: connection manager's messages and MPA frames made by hand, most of them
 * spoiled. What it draws at random comes from its seed.
 */
#ifndef CMLAB_RUDE_H
#define CMLAB_RUDE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmlab/env.h>

struct rude {
	struct in_addr src; /* our address */
	struct in_addr dst; /* the victim's */
	u16 port;
	unsigned int count;
	unsigned int rate; /* messages a second */
	u32 seed;
};

/* Below @n, which is not 0. */
u32 rude_below(struct rude *r, u32 n);
bool rude_one_in(struct rude *r, u32 n);
/* Changes @n places of @buf: bits, bytes, and numbers at their bounds. */
void rude_spoil(struct rude *r, u8 *buf, size_t len, unsigned int n);
void rude_die(const char *what);
/* Milliseconds of a clock that nobody sets. */
s64 rude_now(void);

/* Each ends with one line on what it did. */
void rude_mads(struct rude *r);
void rude_reqs(struct rude *r);
void rude_mpa_connect(struct rude *r);
void rude_mpa_listen(struct rude *r);

#endif
