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
	struct cmlab_range range[CMLAB_NR_FIELDS];
};

/* IRD, ORD, RETRY, RNR, FLOW as they follow in a row. */
/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
static const struct profile_case profile_cases[] = {
	{ "portable", "DESIGN profiles", false, 8, COMMON,
	  { { 0, 4, 16 }, { 0, 4, 16 }, { 1, 7, 7 }, { 1, 7, 7 }, { 0, 0, 1 } } },
	{ "send-recv", "DESIGN profiles", false, 32, COMMON,
	  { { 0, 1, 16 }, { 0, 1, 16 }, { 1, 7, 7 }, { 1, 7, 7 }, { 0, 1, 1 } } },
	{ "read-heavy", "DESIGN profiles", false, 16, COMMON,
	  { { 1, 16, 255 }, { 1, 16, 255 }, { 1, 7, 7 }, { 1, 7, 7 }, { 0, 0, 1 } } },
	{ "write-heavy", "DESIGN profiles", false, 16, COMMON,
	  { { 0, 4, 16 }, { 0, 4, 16 }, { 1, 7, 7 }, { 1, 7, 7 }, { 0, 0, 1 } } },
	{ "lossy-roce", "DESIGN profiles", false, 16, COMMON | F(MIN_RNR) | F(TIMEOUT),
	  { { 1, 8, 32 }, { 1, 8, 32 }, { 7, 7, 7 }, { 7, 7, 7 }, { 0, 0, 1 },
	    [CMLAB_F_MIN_RNR] = { 1, 12, 20 }, [CMLAB_F_TIMEOUT] = { 14, 16, 20 } } },
	{ "fast-fail", "DESIGN profiles", true, 2, COMMON | F(MIN_RNR) | F(TIMEOUT),
	  { { 1, 4, 16 }, { 1, 4, 16 }, { 0, 1, 1 }, { 0, 1, 1 }, { 0, 0, 1 },
	    [CMLAB_F_MIN_RNR] = { 1, 12, 14 }, [CMLAB_F_TIMEOUT] = { 14, 17, 19 } } },
	{ "storage-target", "DESIGN profiles", false, 32, COMMON,
	  { { 0, 1, 16 }, { 1, 16, 255 }, { 1, 7, 7 }, { 1, 7, 7 }, { 0, 1, 1 } } },
	{ "storage-host", "DESIGN profiles", false, 32, COMMON,
	  { { 1, 16, 255 }, { 0, 1, 16 }, { 1, 7, 7 }, { 1, 7, 7 }, { 0, 1, 1 } } },
	{ "iwarp", "DESIGN profiles", false, 16, COMMON,
	  { { 1, 16, 128 }, { 1, 16, 128 }, { 1, 7, 7 }, { 1, 7, 7 }, { 0, 0, 1 } } },
};

/* clang-format on */

/* Every range as it should be, a range, and within its field; 0 if the profile is silent of it. */
static void profile_values(struct kunit *test)
{
	const struct profile_case *c = test->param_value;
	struct cmlab_profile *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	unsigned int f;

	memset(p, 0xff, sizeof(*p));
	KUNIT_EXPECT_EQ(test, cmlab_profile_get(c->name, strlen(c->name), p), 0);
	KUNIT_EXPECT_STREQ(test, p->name, c->name);
	KUNIT_EXPECT_EQ(test, p->strict, c->strict);
	KUNIT_EXPECT_EQ(test, p->set, c->set);
	KUNIT_EXPECT_EQ(test, p->recv_depth, c->recv_depth);
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		const struct cmlab_range *r = &p->range[f];

		KUNIT_EXPECT_EQ(test, r->floor, c->range[f].floor);
		KUNIT_EXPECT_EQ(test, r->target, c->range[f].target);
		KUNIT_EXPECT_EQ(test, r->ceiling, c->range[f].ceiling);
		KUNIT_EXPECT_LE(test, r->floor, r->target);
		KUNIT_EXPECT_LE(test, r->target, r->ceiling);
		KUNIT_EXPECT_LE(test, r->ceiling, cmlab_field_info(f)->wire_max);
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
	KUNIT_CASE(profile_lookup),
	{},
};

struct kunit_suite cmlab_suite_profile = {
	.name = "cmlab_profile",
	.test_cases = cases,
};
