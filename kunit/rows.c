// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "rows.h"

void rows_expect_values(struct kunit *test, const char *what, const struct cmlab_values *got,
			const struct row_value *want)
{
	struct cmlab_values vals;
	unsigned int f;

	rows_to_values(want, &vals);
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		KUNIT_EXPECT_EQ_MSG(test, cmlab_values_has(got, f), cmlab_values_has(&vals, f),
				    "%s.%s known", what, cmlab_field_info(f)->param);
		KUNIT_EXPECT_EQ_MSG(test, got->v[f], vals.v[f], "%s.%s", what,
				    cmlab_field_info(f)->param);
	}
}

void rows_expect_clamps(struct kunit *test, const struct cmlab_clamps *got,
			const struct row_clamp *want)
{
	u32 i;

	for (i = 0; i < got->nr && want[i].f1; i++) {
		const struct cmlab_clamp *c = &got->c[i];

		KUNIT_EXPECT_EQ_MSG(test, c->field, want[i].f1 - 1, "field of clamp %u", i);
		KUNIT_EXPECT_EQ_MSG(test, c->why, want[i].why, "why of clamp %u: %s", i,
				    cmlab_name(&cmlab_whys, c->why));
		KUNIT_EXPECT_EQ_MSG(test, c->from, want[i].from, "from of clamp %u", i);
		KUNIT_EXPECT_EQ_MSG(test, c->to, want[i].to, "to of clamp %u", i);
		KUNIT_EXPECT_EQ_MSG(test, c->mock, want[i].mock, "mock of clamp %u", i);
	}
	KUNIT_EXPECT_FALSE_MSG(test, want[i].f1, "clamp %u is missing", i);
	KUNIT_EXPECT_EQ(test, got->nr, i);
	KUNIT_EXPECT_EQ(test, got->lost, 0);
}
