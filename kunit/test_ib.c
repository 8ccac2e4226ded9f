// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "suites.h"

#include <cmlab/ib.h>

struct ib_number_case {
	const char *name;
	const char *from;
	u32 in;
	u32 expect;
};

static const struct ib_number_case ib_pow2_cases[] = {
	{ "0", "stays 0", 0, 0 },
	{ "1", "is one", 1, 1 },
	{ "3", "model 3.1", 3, 4 },
	{ "4", "is one", 4, 4 },
	{ "5", "observed: siw 5", 5, 8 },
	{ "129", "rxe wraps it in 8 bits", 129, 256 },
	{ "255", "model 3.1", 255, 256 },
	{ "the largest", "is one", 0x80000000, 0x80000000 },
	{ "above the largest", "has none", 0x80000001, 0x80000000 },
	{ "largest number", "has none", 0xffffffff, 0x80000000 },
};

/* delay and life time, as exponents; cm_ack_timeout(), cm.c:932-943 */
struct ib_ack_case {
	const char *name;
	const char *from;
	u32 delay;
	u32 life;
	u32 expect;
};

static const struct ib_ack_case ib_ack_cases[] = {
	{ "rxe on 6.1", "observed: 19", 15, 18, 19 },
	{ "rxe since 6.2", "fb4907f48725", 15, 16, 17 },
	{ "delay as the life time", "cm.c:937", 18, 18, 20 },
	{ "delay one above", "cm.c:937", 19, 18, 20 },
	{ "delay two above", "cm.c:940", 20, 18, 21 },
	{ "delay three above", "cm.c:940", 21, 18, 21 },
	{ "delay far above", "cm.c:940", 25, 10, 25 },
	{ "nothing", "cm.c:937", 0, 0, 2 },
	{ "at most five bits, life time", "cm.c:943", 0, 31, 31 },
	{ "at most five bits, delay", "cm.c:943", 31, 29, 31 },
};

struct ib_time_case {
	const char *name;
	const char *from;
	s64 ns;
	const char *expect;
};

#define LONGEST 0x7fffffffffffffffLL

static const struct ib_time_case ib_time_cases[] = {
	{ "never", "ib.h", CMLAB_TIME_NEVER, "never" },
	{ "none", "ib.h", CMLAB_TIME_NONE, "unknown" },
	{ "least", "ib.h", -LONGEST - 1, "unknown" },
	{ "0", "ib.h", 0, "0 us" },
	{ "below a microsecond", "ib.h", 999, "0 us" },
	{ "microseconds", "ib.h", 999999, "999 us" },
	{ "a millisecond", "ib.h", 1000000, "1.00 ms" },
	{ "RNR code 0", "ib.h", 655360000, "655.36 ms" },
	{ "below a second", "ib.h", 999999999, "999.99 ms" },
	{ "a second", "ib.h", 1000000000, "1.0 s" },
	{ "timeout 19", "ib.h", 2147483648LL, "2.1 s" },
	{ "below 100 seconds", "ib.h", 99999999999LL, "99.9 s" },
	{ "100 seconds", "ib.h", 100000000000LL, "100 s" },
	{ "longer than 32 bits of milliseconds", "cut", LONGEST, "4294967 s" },
};

/* IBTA table 45: from code 2 on each second one doubles: 20, 30, 40, 60, 80, 120, ... us. */
static void ib_rnr(struct kunit *test)
{
	u32 code;

	KUNIT_EXPECT_EQ(test, cmlab_ib_rnr_us(0), 655360);
	KUNIT_EXPECT_EQ(test, cmlab_ib_rnr_us(1), 10);
	for (code = 2; code <= CMLAB_TIMER_MAX; code++)
		KUNIT_EXPECT_EQ_MSG(test, cmlab_ib_rnr_us(code), (code % 2 ? 15U : 10U) << code / 2,
				    "code %u", code);
	KUNIT_EXPECT_EQ(test, cmlab_ib_rnr_us(33), 10);
}

static void ib_pow2(struct kunit *test)
{
	const struct ib_number_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, cmlab_ib_pow2(c->in), c->expect);
}

static void ib_ack(struct kunit *test)
{
	const struct ib_ack_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, cmlab_ib_ack_timeout(c->delay, c->life), c->expect);
}

static void ib_timeout_ns(struct kunit *test)
{
	u64 ns = 4096;
	u32 exponent;

	for (exponent = 0; exponent <= CMLAB_TIMER_MAX; exponent++, ns *= 2)
		KUNIT_EXPECT_EQ(test, cmlab_ib_timeout_ns(exponent), ns);
	KUNIT_EXPECT_EQ(test, cmlab_ib_timeout_ns(32), 4096);
}

static void ib_time(struct kunit *test)
{
	const struct ib_time_case *c = test->param_value;
	char buf[CMLAB_TIME_STR];

	KUNIT_EXPECT_STREQ(test, cmlab_time_text(c->ns, buf), c->expect);
}

CMLAB_ROWS(ib_pow2, ib_pow2_cases)
CMLAB_ROWS(ib_ack, ib_ack_cases)
CMLAB_ROWS(ib_time, ib_time_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE(ib_rnr),
	KUNIT_CASE_PARAM(ib_pow2, ib_pow2_gen_params),
	KUNIT_CASE_PARAM(ib_ack, ib_ack_gen_params),
	KUNIT_CASE(ib_timeout_ns),
	KUNIT_CASE_PARAM(ib_time, ib_time_gen_params),
	{},
};

struct kunit_suite cmlab_suite_ib = {
	.name = "cmlab_ib",
	.test_cases = cases,
};
