/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * As much of KUnit's interface as the test sources use, for userspace. Failures are
 * counted and printed as TAP comments; an assertion ends its case.
 */
#ifndef CMLAB_USER_KUNIT_H
#define CMLAB_USER_KUNIT_H

#include <cmlab/env.h>

#include <stdlib.h>

#define KUNIT_PARAM_DESC_SIZE 128
#define GFP_KERNEL	      0

struct kunit_block;

struct kunit {
	const void *param_value;
	unsigned int failures;
	struct kunit_block *blocks;
};

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
	const void *(*generate_params)(const void *prev, char *desc);
};

struct kunit_suite {
	const char *name;
	struct kunit_case *test_cases;
};

/* A macro that is a row of a table: its braces stay on its line. */
/* clang-format off */
#define KUNIT_CASE(fn) { .run_case = (fn), .name = #fn }
#define KUNIT_CASE_PARAM(fn, gen) { .run_case = (fn), .name = #fn, .generate_params = (gen) }
/* clang-format on */

/* clang-format puts blanks into the empty lines of macros, which checkpatch wants without. */
/* clang-format off */
#define KUNIT_ARRAY_PARAM(prefix, array, get_desc)				\
	static const void *prefix##_gen_params(const void *prev, char *desc)	\
	{									\
		typeof(&(array)[0]) row = prev;					\
										\
		row = row ? row + 1 : (array);					\
		if (row == (array) + ARRAY_SIZE(array))				\
			return NULL;						\
		(get_desc)(row, desc);						\
		return row;							\
	}
/* clang-format on */

struct kunit_place {
	const char *file;
	int line;
};

#define KUNIT_HERE ((struct kunit_place){ .file = __FILE__, .line = __LINE__ })

__printf(3, 4) void kunit_failed(struct kunit *test, struct kunit_place at, const char *fmt, ...);
void kunit_abort(struct kunit *test);
void *kunit_kzalloc(struct kunit *test, size_t size, int gfp);

/* Exactly @len bytes, so that a sanitizer sees the first one too many. */
void *kmemdup(const void *src, size_t len, int gfp);
void kfree(const void *p);

void kunit_compare(struct kunit *test, struct kunit_place at, bool ok, const char *what,
		   long long left, long long right);
void kunit_compare_text(struct kunit *test, struct kunit_place at, const char *what,
			const char *left, const char *right);

/* clang-format off */
#define KUNIT_COMPARE(test, op, left, right) do {				\
	long long left_ = (long long)(left);					\
	long long right_ = (long long)(right);					\
										\
	kunit_compare(test, KUNIT_HERE, left_ op right_,			\
		      #left " " #op " " #right, left_, right_);			\
} while (0)

#define KUNIT_COMPARE_MSG(test, op, left, right, ...) do {			\
	long long left_ = (long long)(left);					\
	long long right_ = (long long)(right);					\
										\
	kunit_compare(test, KUNIT_HERE, left_ op right_,			\
		      #left " " #op " " #right, left_, right_);			\
	if (!(left_ op right_))							\
		kunit_failed(test, KUNIT_HERE, __VA_ARGS__);			\
} while (0)
/* clang-format on */

#define KUNIT_EXPECT_EQ(test, left, right) KUNIT_COMPARE(test, ==, left, right)
#define KUNIT_EXPECT_NE(test, left, right) KUNIT_COMPARE(test, !=, left, right)
#define KUNIT_EXPECT_LE(test, left, right) KUNIT_COMPARE(test, <=, left, right)
#define KUNIT_EXPECT_TRUE(test, cond)	   KUNIT_COMPARE(test, ==, !!(cond), 1)
#define KUNIT_EXPECT_FALSE(test, cond)	   KUNIT_COMPARE(test, ==, !!(cond), 0)
#define KUNIT_EXPECT_EQ_MSG(test, left, right, ...) \
	KUNIT_COMPARE_MSG(test, ==, left, right, __VA_ARGS__)
#define KUNIT_EXPECT_NE_MSG(test, left, right, ...) \
	KUNIT_COMPARE_MSG(test, !=, left, right, __VA_ARGS__)
#define KUNIT_EXPECT_LE_MSG(test, left, right, ...) \
	KUNIT_COMPARE_MSG(test, <=, left, right, __VA_ARGS__)
#define KUNIT_EXPECT_TRUE_MSG(test, cond, ...) KUNIT_COMPARE_MSG(test, ==, !!(cond), 1, __VA_ARGS__)
#define KUNIT_EXPECT_FALSE_MSG(test, cond, ...) \
	KUNIT_COMPARE_MSG(test, ==, !!(cond), 0, __VA_ARGS__)
#define KUNIT_EXPECT_STREQ(test, left, right) \
	kunit_compare_text(test, KUNIT_HERE, #left " == " #right, left, right)
#define KUNIT_FAIL(test, ...) kunit_failed(test, KUNIT_HERE, __VA_ARGS__)

#define KUNIT_ASSERT_TRUE(test, cond)                                \
	do {                                                         \
		if (!(cond)) {                                       \
			kunit_failed(test, KUNIT_HERE, "%s", #cond); \
			kunit_abort(test);                           \
		}                                                    \
	} while (0)
#define KUNIT_ASSERT_NOT_NULL(test, ptr) KUNIT_ASSERT_TRUE(test, (ptr))

#endif /* CMLAB_USER_KUNIT_H */
