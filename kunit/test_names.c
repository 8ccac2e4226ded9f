// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_names.h"
#include "suites.h"

#define WORDS_SIZE 1024

static void names_list(struct kunit *test)
{
	const struct names_list_case *c = test->param_value;
	char *words = kunit_kzalloc(test, WORDS_SIZE, GFP_KERNEL);
	unsigned int v, w;
	int n = 0;

	for (v = 0; v < c->count; v++) {
		const char *word = cmlab_name(c->names, v);

		KUNIT_EXPECT_NE_MSG(test, strcmp(word, "?"), 0, "%u has no word", v);
		for (w = 0; w < v; w++)
			KUNIT_EXPECT_NE_MSG(test, strcmp(word, cmlab_name(c->names, w)), 0,
					    "%u is %u", v, w);
		KUNIT_EXPECT_EQ(test, cmlab_name_find(c->names, word, strlen(word)), v);
		n += scnprintf(words + n, WORDS_SIZE - (size_t)n, "%s%s", v ? " " : "", word);
	}
	if (c->words)
		KUNIT_EXPECT_STREQ(test, words, c->words);
	KUNIT_EXPECT_STREQ(test, cmlab_name(c->names, c->count), "?");
	KUNIT_EXPECT_STREQ(test, cmlab_name(c->names, 0xffffffff), "?");
}

static void names_word(struct kunit *test)
{
	const struct names_word_case *c = test->param_value;

	KUNIT_EXPECT_STREQ(test, cmlab_name(c->names, c->v), c->expect);
}

static void names_field(struct kunit *test)
{
	const struct names_field_case *c = test->param_value;
	const struct cmlab_field_info *info = cmlab_field_info(c->f);

	KUNIT_EXPECT_STREQ(test, info->param, c->expect.param);
	KUNIT_EXPECT_STREQ(test, info->abbr, c->expect.abbr);
	KUNIT_EXPECT_STREQ(test, info->attr, c->expect.attr);
	KUNIT_EXPECT_EQ(test, info->type_max, c->expect.type_max);
	KUNIT_EXPECT_EQ(test, info->wire_max, c->expect.wire_max);
	KUNIT_EXPECT_EQ(test, info->why, c->expect.why);
	KUNIT_EXPECT_EQ(test, cmlab_field_find(info->param, strlen(info->param)), c->f);
	KUNIT_EXPECT_EQ(test, cmlab_field_find(info->abbr, strlen(info->abbr)), c->f);
}

static void names_find(struct kunit *test)
{
	const struct names_find_case *c = test->param_value;
	size_t len = strlen(c->word);

	KUNIT_EXPECT_EQ(test,
			c->names ? cmlab_name_find(c->names, c->word, len) :
				   cmlab_field_find(c->word, len),
			c->expect);
}

/* 1 to 33 and 35 are what the kernel knows. */
static void names_every_rej(struct kunit *test)
{
	unsigned int v;

	for (v = 1; v <= 35; v++)
		KUNIT_EXPECT_EQ_MSG(test, !strcmp(cmlab_name(&cmlab_ib_rejs, v), "?"), v == 34,
				    "%u", v);
}

static void names_errno(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, cmlab_errno_name(-EPERM), "EPERM");
	KUNIT_EXPECT_STREQ(test, cmlab_errno_name(-EHOSTUNREACH), "EHOSTUNREACH");
	KUNIT_EXPECT_STREQ(test, cmlab_errno_name(0), "?");
	KUNIT_EXPECT_STREQ(test, cmlab_errno_name(EINVAL), "?");
	KUNIT_EXPECT_STREQ(test, cmlab_errno_name(-99999), "?");
}

CMLAB_ROWS(names_list, names_list_cases)
CMLAB_ROWS(names_word, names_word_cases)
CMLAB_ROWS(names_field, names_field_cases)
CMLAB_ROWS(names_find, names_find_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(names_list, names_list_gen_params),
	KUNIT_CASE_PARAM(names_word, names_word_gen_params),
	KUNIT_CASE_PARAM(names_field, names_field_gen_params),
	KUNIT_CASE_PARAM(names_find, names_find_gen_params),
	KUNIT_CASE(names_every_rej),
	KUNIT_CASE(names_errno),
	{},
};

struct kunit_suite cmlab_suite_names = {
	.name = "cmlab_names",
	.test_cases = cases,
};
