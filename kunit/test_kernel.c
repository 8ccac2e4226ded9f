// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_kernel.h"
#include "suites.h"

static void kernel_fact(struct kunit *test)
{
	const struct kernel_fact_case *c = test->param_value;
	unsigned int k;

	for (k = 0; k < CMLAB_NR_KERNELS; k++)
		KUNIT_EXPECT_EQ_MSG(test,
				    cmlab_kernel_fact(c->fact, c->driver, cmlab_kernel_release(k)),
				    c->value[k], "%s", cmlab_name(&cmlab_kernels, k));
}

static void kernel_edge(struct kunit *test)
{
	const struct kernel_edge_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, cmlab_kernel_fact(c->fact, c->driver, c->release), c->value);
}

static void kernel_parse(struct kunit *test)
{
	const struct kernel_parse_case *c = test->param_value;
	bool patched = false;
	u32 release = 0;

	KUNIT_EXPECT_EQ(test, cmlab_kernel_parse(c->name, strlen(c->name), &release, &patched),
			c->ret);
	KUNIT_EXPECT_EQ(test, release, c->release);
	if (!c->ret)
		KUNIT_EXPECT_EQ(test, patched, c->patched);
}

/* Every fact is about a change, says what and where, and lies within the known releases. */
static void kernel_rows(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < CMLAB_NR_FACTS; i++) {
		const struct cmlab_fact_info *f = cmlab_kernel_fact_info(i);

		KUNIT_ASSERT_NOT_NULL(test, f);
		KUNIT_EXPECT_NE_MSG(test, f->before, f->since, "%s", f->name);
		KUNIT_EXPECT_TRUE_MSG(test, f->release > CMLAB_KERNEL_6_1, "%s", f->name);
		KUNIT_EXPECT_TRUE_MSG(test, f->release <= CMLAB_KERNEL_7_2, "%s", f->name);
		KUNIT_EXPECT_TRUE_MSG(test, strlen(f->what) > 10, "%s", f->name);
		KUNIT_EXPECT_TRUE_MSG(test, strlen(f->source) > 5, "%s", f->name);
	}
	KUNIT_EXPECT_TRUE(test, !cmlab_kernel_fact_info(CMLAB_NR_FACTS));
}

/* The oldest first, each with its number. */
static void kernel_names(struct kunit *test)
{
	unsigned int k;
	char text[16];

	for (k = 0; k < CMLAB_NR_KERNELS; k++) {
		u32 r = cmlab_kernel_release(k);

		scnprintf(text, sizeof(text), "%u.%u", CMLAB_RELEASE_MAJOR(r),
			  CMLAB_RELEASE_MINOR(r));
		KUNIT_EXPECT_STREQ(test, cmlab_name(&cmlab_kernels, k), text);
		KUNIT_EXPECT_TRUE(test, r > (k ? cmlab_kernel_release(k - 1) : 0));
	}
	KUNIT_EXPECT_STREQ(test, cmlab_name(&cmlab_kernels, CMLAB_NR_KERNELS), "?");
	KUNIT_EXPECT_EQ(test, cmlab_kernel_release(CMLAB_NR_KERNELS), 0);
}

CMLAB_ROWS(kernel_fact, kernel_fact_cases)
CMLAB_ROWS(kernel_edge, kernel_edge_cases)
CMLAB_ROWS(kernel_parse, kernel_parse_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(kernel_fact, kernel_fact_gen_params),
	KUNIT_CASE_PARAM(kernel_edge, kernel_edge_gen_params),
	KUNIT_CASE_PARAM(kernel_parse, kernel_parse_gen_params),
	KUNIT_CASE(kernel_rows),
	KUNIT_CASE(kernel_names),
	{},
};

struct kunit_suite cmlab_suite_kernel = {
	.name = "cmlab_kernel",
	.test_cases = cases,
};
