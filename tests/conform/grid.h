/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The grid: groups of cells, each a base and the dimensions that vary, and how their
 * values are combined.
 */
#ifndef CONFORM_GRID_H
#define CONFORM_GRID_H

#include "cell.h"

enum method {
	METHOD_PRODUCT, /* every value with every value */
	METHOD_PAIRS,	/* every pair of values of two dimensions at least once */
	METHOD_EACH,	/* every value once, the other dimensions at their first */
};

#define PROVIDER_BIT(n) (1U << (n))

#define CHOICES_MAX 24

/**
 * struct choice - a dimension that varies
 * @dim: which one
 * @nr: number of values
 * @values: the values
 */
struct choice {
	u8 dim;
	u8 nr;
	const s32 *values;
};

/* What a group has for all of its cells. */
struct setting {
	u8 dim;
	s32 value;
};

/**
 * struct group - cells that belong together; one line of the result
 * @name: what it is about
 * @providers: bit per provider
 * @method: enum method
 * @one_host: needs both ends on one device
 * @base: what differs from cell_init() in each cell
 * @choices: what varies
 */
struct group {
	const char *name;
	u8 providers;
	u8 method;
	bool one_host;
	struct setting base[8];
	struct choice choices[CHOICES_MAX];
};

extern const struct group groups[];
extern const unsigned int nr_groups;

/**
 * struct grid - the cells
 * @nr: their number
 * @cells: in the order of their groups
 */
struct grid {
	u32 nr;
	struct cell *cells;
};

/* A generator whose numbers depend on its seed alone. */
u32 grid_random(u64 *state, u32 below);

/**
 * grid_build - all cells of a provider
 * @provider: index of it
 * @seed: of the selection of pairs
 * @two_hosts: leave out what needs one host
 * @g: filled; cells are numbered from 0 on
 *
 * Return: 0 or -ENOMEM
 */
int grid_build(unsigned int provider, u64 seed, bool two_hosts, struct grid *g);

/**
 * grid_sample - thin a grid out, evenly over its groups
 * @g: the grid; its cells are renumbered
 * @n: cells to keep
 * @seed: of the choice
 */
void grid_sample(struct grid *g, u32 n, u64 seed);

void grid_free(struct grid *g);

/**
 * pairs_cover - rows in which every pair of values occurs
 * @choices: the dimensions
 * @nr: their number
 * @state: of the generator
 * @row: called with the index of a value for each dimension
 * @ctx: passed to @row
 *
 * Return: 0, or what @row returned first, or -ENOMEM
 */
int pairs_cover(const struct choice *choices, unsigned int nr, u64 *state,
		int (*row)(void *ctx, const u8 *index), void *ctx);

#endif /* CONFORM_GRID_H */
