/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Short forms for the tables: lists of values and of clamps, ended by a zero, so
 * that a row says only what it is about.
 */
#ifndef CMLAB_ROWS_H
#define CMLAB_ROWS_H

#include "harness.h"

#include <cmlab/values.h>

/* @f1: enum cmlab_field + 1; 0 ends the list. */
struct row_value {
	u8 f1;
	u32 v;
};

struct row_clamp {
	u8 f1;
	u8 why;
	u32 from;
	u32 to;
	bool mock;
};

/* A macro that is a row of a table: its braces stay on its line. */
/* clang-format off */
#define VAL(n, x) { CMLAB_F_##n + 1, (x) }
#define CUT(n, w, a, b) { CMLAB_F_##n + 1, CMLAB_WHY_##w, (a), (b), false }
#define CUT_MOCK(n, w, a, b) { CMLAB_F_##n + 1, CMLAB_WHY_##w, (a), (b), true }
/* clang-format on */

static inline void rows_to_values(const struct row_value *row, struct cmlab_values *vals)
{
	memset(vals, 0, sizeof(*vals));
	for (; row->f1; row++)
		cmlab_values_set(vals, row->f1 - 1, row->v);
}

/* Exactly these values are known, and no other. */
void rows_expect_values(struct kunit *test, const char *what, const struct cmlab_values *got,
			const struct row_value *want);

/* Exactly these clamps, in this order. */
void rows_expect_clamps(struct kunit *test, const struct cmlab_clamps *got,
			const struct row_clamp *want);

#endif /* CMLAB_ROWS_H */
