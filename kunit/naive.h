/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The same questions answered a second time, by search and by definition instead of
 * by computation. Shares nothing with the core but its types.
 */
#ifndef CMLAB_NAIVE_H
#define CMLAB_NAIVE_H

#include <cmlab/policy.h>

/* CRC-32C of all bytes of @len except the four at @skip (none if @skip >= @len). */
u32 cmlab_naive_crc(const u8 *buf, size_t len, size_t skip);

/**
 * struct cmlab_naive - what a decision ought to be
 * @reason: why it is refused
 * @field: what that is about
 * @params: by field; -1 where there is none
 */
struct cmlab_naive {
	enum cmlab_reason reason;
	enum cmlab_field field;
	s64 params[CMLAB_NR_FIELDS];
};

/* @adv: what the peer offered, NULL on the active side */
void cmlab_naive_decide(const struct cmlab_side *side, const struct cmlab_values *adv,
			struct cmlab_naive *n);

#endif /* CMLAB_NAIVE_H */
