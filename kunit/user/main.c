// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Runs every suite in userspace and prints TAP. An argument runs only the suites or
 * cases whose name contains it.
 */
#include "../random.h"
#include "../suites.h"

#include <setjmp.h>

#define SEED_DEFAULT   20240611ULL
#define FAILURES_SHOWN 10

struct kunit_block {
	struct kunit_block *next;
	void *data;
};

struct totals {
	unsigned int run;
	unsigned int passed;
	unsigned int failed;
	unsigned int skipped;
};

static jmp_buf abort_to;

u64 cmlab_random_seed(void)
{
	const char *text = getenv("CMLAB_SEED");

	return text && *text ? strtoull(text, NULL, 0) : SEED_DEFAULT;
}

void kunit_failed(struct kunit *test, struct kunit_place at, const char *fmt, ...)
{
	va_list args;

	if (test->failures++ >= FAILURES_SHOWN)
		return;
	printf("# %s:%d: ", at.file, at.line);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
}

void kunit_abort(struct kunit *test)
{
	(void)test;
	longjmp(abort_to, 1);
}

void kunit_compare(struct kunit *test, struct kunit_place at, bool ok, const char *what,
		   long long left, long long right)
{
	if (!ok)
		kunit_failed(test, at, "%s: %lld, %lld", what, left, right);
}

void kunit_compare_text(struct kunit *test, struct kunit_place at, const char *what,
			const char *left, const char *right)
{
	left = left ? left : "(null)";
	right = right ? right : "(null)";
	if (strcmp(left, right))
		kunit_failed(test, at, "%s:\n#   \"%s\"\n#   \"%s\"", what, left, right);
}

void *kunit_kzalloc(struct kunit *test, size_t size, int gfp)
{
	struct kunit_block *b = calloc(1, sizeof(*b));

	(void)gfp;
	if (!b)
		abort();
	b->data = calloc(1, size);
	b->next = test->blocks;
	test->blocks = b;
	return b->data;
}

static void free_blocks(struct kunit *test)
{
	while (test->blocks) {
		struct kunit_block *b = test->blocks;

		test->blocks = b->next;
		free(b->data);
		free(b);
	}
}

void *kmemdup(const void *src, size_t len, int gfp)
{
	void *p = malloc(len);

	(void)gfp;
	if (p && len)
		memcpy(p, src, len);
	return p;
}

void kfree(const void *p)
{
	free((void *)p);
}

static void run_row(const struct kunit_suite *suite, const struct kunit_case *c, const void *row,
		    const char *desc, struct totals *sum)
{
	struct kunit test = { .param_value = row };

	if (!setjmp(abort_to))
		c->run_case(&test);
	free_blocks(&test);
	sum->run++;
	if (test.failures)
		sum->failed++;
	else
		sum->passed++;
	printf("%sok %u - %s.%s%s%s\n", test.failures ? "not " : "", sum->run, suite->name, c->name,
	       *desc ? "." : "", desc);
	if (test.failures > FAILURES_SHOWN)
		printf("# and %u more\n", test.failures - FAILURES_SHOWN);
}

static void run_case(const struct kunit_suite *suite, const struct kunit_case *c,
		     struct totals *sum)
{
	char desc[KUNIT_PARAM_DESC_SIZE] = "";
	const void *row = NULL;

	if (!c->generate_params) {
		run_row(suite, c, NULL, desc, sum);
		return;
	}
	while ((row = c->generate_params(row, desc)))
		run_row(suite, c, row, desc, sum);
}

static void run_suite(const struct kunit_suite *suite, const char *only, struct totals *sum)
{
	const struct kunit_case *c;

	for (c = suite->test_cases; c->run_case; c++)
		if (!only || strstr(suite->name, only) || strstr(c->name, only))
			run_case(suite, c, sum);
}

int main(int argc, char **argv)
{
	static const struct kunit_suite *const suites[] = { CMLAB_SUITE_LIST(CMLAB_SUITE_POINTER) };
	const char *only = argc > 1 ? argv[1] : NULL;
	struct totals sum = {};
	unsigned int i;

	printf("TAP version 14\n# seed %llu (CMLAB_SEED)\n",
	       (unsigned long long)cmlab_random_seed());
	for (i = 0; i < ARRAY_SIZE(suites); i++)
		run_suite(suites[i], only, &sum);
	printf("1..%u\n", sum.run);
	printf("%u passed, %u failed, %u skipped\n", sum.passed, sum.failed, sum.skipped);
	return sum.failed || !sum.run;
}
