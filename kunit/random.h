/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Repeatable random numbers: xorshift, 64 bits of state. The seed is fixed, printed,
 * and in userspace changed by the environment variable CMLAB_SEED.
 */
#ifndef CMLAB_RANDOM_H
#define CMLAB_RANDOM_H

#include "harness.h"

struct cmlab_random {
	u64 state;
};

#ifdef __KERNEL__
#define CMLAB_SEED_DEFAULT 20240611ULL
static inline u64 cmlab_random_seed(void)
{
	return CMLAB_SEED_DEFAULT;
}
#else
u64 cmlab_random_seed(void);
#endif

/* Each test has a stream of its own, so that adding one does not change the others. */
static inline void cmlab_random_init(struct cmlab_random *r, u64 stream)
{
	r->state = (cmlab_random_seed() + stream) * 0x9e3779b97f4a7c15ULL | 1;
}

static inline u32 cmlab_random_u32(struct cmlab_random *r)
{
	r->state ^= r->state << 13;
	r->state ^= r->state >> 7;
	r->state ^= r->state << 17;
	return (u32)(r->state >> 32);
}

/* 0 .. n - 1 */
static inline u32 cmlab_random_below(struct cmlab_random *r, u32 n)
{
	return (u32)(((u64)cmlab_random_u32(r) * n) >> 32);
}

static inline bool cmlab_random_chance(struct cmlab_random *r, u32 one_in)
{
	return !cmlab_random_below(r, one_in);
}

static inline void cmlab_random_fill(struct cmlab_random *r, u8 *buf, size_t len)
{
	while (len--)
		*buf++ = (u8)cmlab_random_u32(r);
}

#endif /* CMLAB_RANDOM_H */
