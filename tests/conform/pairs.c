// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Rows that cover every pair of values of any two dimensions, greedily: each row begins
 * with a pair that is still missing, and every other dimension takes the value that
 * makes up for most of what is missing.
 */
#include <stdlib.h>

#include "grid.h"

struct cover {
	const struct choice *choices;
	unsigned int nr;
	unsigned int offset[CHOICES_MAX]; /* of a dimension's first value */
	unsigned int total;		  /* values of all dimensions */
	unsigned char *done;		  /* total * total */
	u64 *state;
};

static unsigned char *pair(const struct cover *c, unsigned int d1, unsigned int v1, unsigned int d2,
			   unsigned int v2)
{
	unsigned int a = c->offset[d1] + v1, b = c->offset[d2] + v2;

	return &c->done[min(a, b) * c->total + max(a, b)];
}

/* The next missing pair, from a random place on; false if there is none. */
static bool missing(const struct cover *c, unsigned int *d1, unsigned int *v1, unsigned int *d2,
		    unsigned int *v2)
{
	for (*d1 = 0; *d1 < c->nr; (*d1)++)
		for (*d2 = *d1 + 1; *d2 < c->nr; (*d2)++)
			for (*v1 = 0; *v1 < c->choices[*d1].nr; (*v1)++)
				for (*v2 = 0; *v2 < c->choices[*d2].nr; (*v2)++)
					if (!*pair(c, *d1, *v1, *d2, *v2))
						return true;
	return false;
}

static unsigned int gain(const struct cover *c, const u8 *row, const bool *set, unsigned int d,
			 unsigned int v)
{
	unsigned int o, n = 0;

	for (o = 0; o < c->nr; o++)
		if (set[o] && o != d)
			n += !*pair(c, o, row[o], d, v);
	return n;
}

/* Of equally good values any one, so that what is not paired mixes as well. */
static u8 best(const struct cover *c, const u8 *row, const bool *set, unsigned int d)
{
	unsigned int nr = c->choices[d].nr, start = grid_random(c->state, nr);
	unsigned int i, most = 0, found = start;

	for (i = 0; i < nr; i++) {
		unsigned int v = (start + i) % nr, n = gain(c, row, set, d, v);

		if (n <= most)
			continue;
		most = n;
		found = v;
	}
	return (u8)found;
}

static void complete(const struct cover *c, u8 *row, bool *set)
{
	unsigned int start = grid_random(c->state, c->nr), i, d, o;

	for (i = 0; i < c->nr; i++) {
		d = (start + i) % c->nr;
		if (set[d])
			continue;
		row[d] = best(c, row, set, d);
		set[d] = true;
	}
	for (d = 0; d < c->nr; d++)
		for (o = d + 1; o < c->nr; o++)
			*pair(c, d, row[d], o, row[o]) = 1;
}

static int cover(const struct cover *c, int (*emit)(void *ctx, const u8 *index), void *ctx)
{
	unsigned int d1, v1, d2, v2;
	int ret = 0;

	while (!ret && missing(c, &d1, &v1, &d2, &v2)) {
		bool set[CHOICES_MAX] = { false };
		u8 row[CHOICES_MAX] = { 0 };

		row[d1] = (u8)v1;
		row[d2] = (u8)v2;
		set[d1] = true;
		set[d2] = true;
		complete(c, row, set);
		ret = emit(ctx, row);
	}
	return ret;
}

int pairs_cover(const struct choice *choices, unsigned int nr, u64 *state,
		int (*row)(void *ctx, const u8 *index), void *ctx)
{
	struct cover c = { .choices = choices, .nr = nr, .state = state };
	unsigned int d;
	int ret;

	for (d = 0; d < nr; d++) {
		c.offset[d] = c.total;
		c.total += choices[d].nr;
	}
	c.done = calloc(c.total, c.total);
	if (!c.done)
		return -ENOMEM;
	ret = cover(&c, row, ctx);
	free(c.done);
	return ret;
}
