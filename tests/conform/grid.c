// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <stdlib.h>

#include "grid.h"

/* splitmix64 */
u32 grid_random(u64 *state, u32 below)
{
	u64 z = *state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return (u32)((z ^ z >> 31) >> 32) % below;
}

struct builder {
	struct grid *g;
	u32 room;
	unsigned int provider;
	u32 group;
	unsigned int nr_choices;
};

static int add(void *ctx, const u8 *index)
{
	struct builder *b = ctx;
	const struct group *group = &groups[b->group];
	struct cell *c;
	unsigned int i;

	if (b->g->nr == b->room) {
		b->room = b->room ? b->room * 2 : 1024;
		c = realloc(b->g->cells, b->room * sizeof(*c));
		if (!c)
			return -ENOMEM;
		b->g->cells = c;
	}
	c = &b->g->cells[b->g->nr];
	cell_init(c, &providers[b->provider]);
	c->number = b->g->nr++;
	c->group = b->group;
	for (i = 0; i < ARRAY_SIZE(group->base); i++)
		if (group->base[i].dim || group->base[i].value)
			c->v[group->base[i].dim] = group->base[i].value;
	for (i = 0; i < b->nr_choices; i++)
		c->v[group->choices[i].dim] = group->choices[i].values[index[i]];
	return 0;
}

static int add_product(struct builder *b)
{
	const struct choice *choices = groups[b->group].choices;
	u8 index[CHOICES_MAX] = { 0 };
	unsigned int i;
	int ret;

	do {
		ret = add(b, index);
		for (i = 0; i < b->nr_choices && ++index[i] == choices[i].nr; i++)
			index[i] = 0;
	} while (!ret && i < b->nr_choices);
	return ret;
}

static int add_each(struct builder *b)
{
	const struct choice *choices = groups[b->group].choices;
	u8 index[CHOICES_MAX] = { 0 };
	unsigned int i;
	int ret = add(b, index);

	for (i = 0; i < b->nr_choices; i++) {
		while (!ret && ++index[i] < choices[i].nr)
			ret = add(b, index);
		index[i] = 0;
	}
	return ret;
}

static int add_group(struct builder *b, u64 *state)
{
	const struct group *group = &groups[b->group];

	b->nr_choices = 0;
	while (b->nr_choices < CHOICES_MAX && group->choices[b->nr_choices].nr)
		b->nr_choices++;
	switch (group->method) {
	case METHOD_PRODUCT:
		return add_product(b);
	case METHOD_EACH:
		return add_each(b);
	default:
		return pairs_cover(group->choices, b->nr_choices, state, add, b);
	}
}

int grid_build(unsigned int provider, u64 seed, bool two_hosts, struct grid *g)
{
	struct builder b = { .g = g, .provider = provider };
	int ret = 0;

	memset(g, 0, sizeof(*g));
	for (; b.group < nr_groups && !ret; b.group++) {
		u64 state = seed + b.group;

		if (!(groups[b.group].providers & PROVIDER_BIT(provider)))
			continue;
		if (two_hosts && groups[b.group].one_host)
			continue;
		ret = add_group(&b, &state);
	}
	if (ret)
		grid_free(g);
	return ret;
}

/* Shuffled within their groups, or every n-th one of a product would be alike. */
static void shuffle(struct cell *cells, u32 nr, u64 *state)
{
	u32 i;

	for (i = nr; i > 1; i--) {
		u32 other = grid_random(state, i);
		struct cell c = cells[i - 1];

		cells[i - 1] = cells[other];
		cells[other] = c;
	}
}

void grid_sample(struct grid *g, u32 n, u64 seed)
{
	u32 i, first, kept = 0;

	if (!n || n >= g->nr)
		return;
	for (first = 0; first < g->nr; first = i) {
		for (i = first; i < g->nr && g->cells[i].group == g->cells[first].group; i++)
			;
		shuffle(g->cells + first, i - first, &seed);
	}
	for (i = 0; i < g->nr; i++) {
		bool opens = !i || g->cells[i].group != g->cells[kept ? kept - 1 : 0].group;

		/* Each group has one at least. */
		if ((u64)(i + 1) * n / g->nr == (u64)i * n / g->nr && !opens)
			continue;
		g->cells[kept] = g->cells[i];
		g->cells[kept].number = kept;
		kept++;
	}
	g->nr = kept;
}

void grid_free(struct grid *g)
{
	free(g->cells);
	memset(g, 0, sizeof(*g));
}
