// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The record of what was changed on the way from requested to programmed.
 */
#include <cmlab/values.h>

void cmlab_values_at_peer(const struct cmlab_values *vals, struct cmlab_values *peer)
{
	unsigned int f;

	memset(peer, 0, sizeof(*peer));
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_values_has(vals, f))
			cmlab_values_set(peer, cmlab_field_at_peer(f), vals->v[f]);
}

void cmlab_values_copy(struct cmlab_values *to, const struct cmlab_values *from, enum cmlab_field f)
{
	if (cmlab_values_has(from, f))
		cmlab_values_set(to, f, from->v[f]);
}

void cmlab_values_record(struct cmlab_clamps *clamps, enum cmlab_field f, u32 from, u32 to,
			 enum cmlab_why why, bool mock)
{
	struct cmlab_clamp *c;

	if (from == to)
		return;
	if (clamps->nr >= CMLAB_MAX_CLAMPS) {
		clamps->lost++;
		return;
	}
	c = &clamps->c[clamps->nr++];
	c->field = (u8)f;
	c->why = (u8)why;
	c->mock = mock;
	c->from = from;
	c->to = to;
}

void cmlab_values_add_clamps(struct cmlab_clamps *to, const struct cmlab_clamps *from)
{
	u32 i;

	for (i = 0; i < from->nr; i++)
		cmlab_values_record(to, from->c[i].field, from->c[i].from, from->c[i].to,
				    from->c[i].why, from->c[i].mock);
	to->lost += from->lost;
}

u32 cmlab_values_clamp(struct cmlab_clamps *clamps, enum cmlab_field f, u32 v, u32 ceiling,
		       enum cmlab_why why, bool mock)
{
	u32 to = min(v, ceiling);

	cmlab_values_record(clamps, f, v, to, why, mock);
	return to;
}
