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
#include <stdint.h>

struct rude {
	struct in_addr src; /* our address */
	struct in_addr dst; /* the victim's */
	uint16_t port;
	unsigned int count;
	unsigned int rate; /* messages a second */
	uint32_t seed;
};

/* Below @n, which is not 0. */
uint32_t rude_below(struct rude *r, uint32_t n);
bool rude_one_in(struct rude *r, uint32_t n);
/* Changes @n places of @buf: bits, bytes, and numbers at their bounds. */
void rude_spoil(struct rude *r, uint8_t *buf, size_t len, unsigned int n);
void rude_die(const char *what);
/* Milliseconds of a clock that nobody sets. */
int64_t rude_now(void);

/* Each ends with one line on what it did. */
void rude_mads(struct rude *r);
void rude_reqs(struct rude *r);
void rude_mpa_connect(struct rude *r);
void rude_mpa_listen(struct rude *r);

#endif
