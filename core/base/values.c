// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The record of what was changed on the way from requested to programmed.
 */
#include <cmlab/values.h>

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

u32 cmlab_values_clamp(struct cmlab_clamps *clamps, enum cmlab_field f, u32 v, u32 ceiling,
		       enum cmlab_why why, bool mock)
{
	u32 to = min(v, ceiling);

	cmlab_values_record(clamps, f, v, to, why, mock);
	return to;
}
