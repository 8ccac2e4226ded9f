// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "suites.h"

#include <cmlab/profile.h>

#define F(n)   (1U << CMLAB_F_##n)
#define COMMON (F(IRD) | F(ORD) | F(RETRY) | F(RNR) | F(FLOW))

struct profile_case {
	const char *name;
	const char *from;
	bool strict;
	u32 recv_depth;
	u32 set;
	u32 ird[3]; /* floor, target, ceiling; so all of them */
	u32 ord[3];
	u32 retry[3];
	u32 rnr[3];
	u32 flow[3];
	u32 min_rnr[3];
	u32 timeout[3];
};

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
static const struct profile_case profile_cases[] = {
	{ "portable", "DESIGN profiles", false, 8, COMMON, { 0, 4, 16 }, { 0, 4, 16 },
	  { 1, 7, 7 }, { 1, 7, 7 }, { 0, 0, 1 }, {}, {} },
	{ "send-recv", "DESIGN profiles", false, 32, COMMON, { 0, 1, 16 }, { 0, 1, 16 },
	  { 1, 7, 7 }, { 1, 7, 7 }, { 0, 1, 1 }, {}, {} },
	{ "read-heavy", "DESIGN profiles", false, 16, COMMON, { 1, 16, 255 }, { 1, 16, 255 },
	  { 1, 7, 7 }, { 1, 7, 7 }, { 0, 0, 1 }, {}, {} },
	{ "write-heavy", "DESIGN profiles", false, 16, COMMON, { 0, 4, 16 }, { 0, 4, 16 },
	  { 1, 7, 7 }, { 1, 7, 7 }, { 0, 0, 1 }, {}, {} },
	{ "lossy-roce", "DESIGN profiles", false, 16, COMMON | F(MIN_RNR) | F(TIMEOUT),
	  { 1, 8, 32 }, { 1, 8, 32 }, { 7, 7, 7 }, { 7, 7, 7 }, { 0, 0, 1 }, { 1, 12, 20 },
	  { 14, 16, 20 } },
	{ "fast-fail", "DESIGN profiles", true, 2, COMMON | F(MIN_RNR) | F(TIMEOUT),
	  { 1, 4, 16 }, { 1, 4, 16 }, { 0, 1, 1 }, { 0, 1, 1 }, { 0, 0, 1 }, { 1, 12, 14 },
	  { 14, 17, 19 } },
	{ "storage-target", "DESIGN profiles", false, 32, COMMON, { 0, 1, 16 }, { 1, 16, 255 },
	  { 1, 7, 7 }, { 1, 7, 7 }, { 0, 1, 1 }, {}, {} },
	{ "storage-host", "DESIGN profiles", false, 32, COMMON, { 1, 16, 255 }, { 0, 1, 16 },
	  { 1, 7, 7 }, { 1, 7, 7 }, { 0, 1, 1 }, {}, {} },
	{ "iwarp", "DESIGN profiles", false, 16, COMMON, { 1, 16, 128 }, { 1, 16, 128 },
	  { 1, 7, 7 }, { 1, 7, 7 }, { 0, 0, 1 }, {}, {} },
};

/* clang-format on */

static void expect_range(struct kunit *test, const struct cmlab_range *r, const u32 *expect)
{
	KUNIT_EXPECT_EQ(test, r->floor, expect[0]);
	KUNIT_EXPECT_EQ(test, r->target, expect[1]);
	KUNIT_EXPECT_EQ(test, r->ceiling, expect[2]);
}

static void profile_values(struct kunit *test)
{
	const struct profile_case *c = test->param_value;
	struct cmlab_profile *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);

	KUNIT_EXPECT_EQ(test, cmlab_profile_get(c->name, strlen(c->name), p), 0);
	KUNIT_EXPECT_STREQ(test, p->name, c->name);
	expect_range(test, &p->range[CMLAB_F_IRD], c->ird);
	expect_range(test, &p->range[CMLAB_F_ORD], c->ord);
	expect_range(test, &p->range[CMLAB_F_RETRY], c->retry);
	expect_range(test, &p->range[CMLAB_F_RNR], c->rnr);
	expect_range(test, &p->range[CMLAB_F_FLOW], c->flow);
	expect_range(test, &p->range[CMLAB_F_MIN_RNR], c->min_rnr);
	expect_range(test, &p->range[CMLAB_F_TIMEOUT], c->timeout);
	KUNIT_EXPECT_EQ(test, p->strict, c->strict);
	KUNIT_EXPECT_EQ(test, p->set, c->set);
	KUNIT_EXPECT_EQ(test, p->recv_depth, c->recv_depth);
}

/* Whatever is in the tables: every range is a range and fits its field. */
static void profile_ranges(struct kunit *test)
{
	const struct profile_case *c = test->param_value;
	struct cmlab_profile *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	unsigned int f;

	memset(p, 0xff, sizeof(*p));
	KUNIT_EXPECT_EQ(test, cmlab_profile_get(c->name, strlen(c->name), p), 0);
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		const struct cmlab_range *r = &p->range[f];

		KUNIT_EXPECT_LE(test, r->floor, r->target);
		KUNIT_EXPECT_LE(test, r->target, r->ceiling);
		KUNIT_EXPECT_LE(test, r->ceiling, cmlab_field_info(f)->wire_max);
		if (!(p->set & 1U << f))
			KUNIT_EXPECT_EQ(test, r->ceiling, 0);
	}
}

static void profile_lookup(struct kunit *test)
{
	struct cmlab_profile *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	unsigned int n, count = cmlab_profile_count();

	KUNIT_EXPECT_EQ(test, count, ARRAY_SIZE(profile_cases));
	for (n = 0; n < count; n++) {
		KUNIT_EXPECT_STREQ(test, cmlab_profile_name(n), profile_cases[n].name);
		KUNIT_EXPECT_NE(test, strlen(cmlab_profile_summary(n)), 1);
	}
	KUNIT_EXPECT_STREQ(test, cmlab_profile_name(count), "?");
	KUNIT_EXPECT_STREQ(test, cmlab_profile_summary(count), "?");
	KUNIT_EXPECT_EQ(test, cmlab_profile_get("portabl", 7, p), -ENOENT);
	KUNIT_EXPECT_EQ(test, cmlab_profile_get("portable", 7, p), -ENOENT);
	KUNIT_EXPECT_EQ(test, cmlab_profile_get("portables", 9, p), -ENOENT);
	KUNIT_EXPECT_EQ(test, cmlab_profile_get("", 0, p), -ENOENT);
	cmlab_profile_default(p);
	KUNIT_EXPECT_STREQ(test, p->name, "portable");
}

CMLAB_ROWS(profile, profile_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(profile_values, profile_gen_params),
	KUNIT_CASE_PARAM(profile_ranges, profile_gen_params),
	KUNIT_CASE(profile_lookup),
	{},
};

struct kunit_suite cmlab_suite_profile = {
	.name = "cmlab_profile",
	.test_cases = cases,
};
