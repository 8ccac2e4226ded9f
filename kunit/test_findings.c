// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_findings.h"
#include "suites.h"

struct scene {
	struct cmlab_report r;
	struct cmlab_findings found;
};

static struct scene *judged(struct kunit *test, const struct live_row *row)
{
	struct scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	rows_to_live(row, &s->r);
	cmlab_findings_collect(&s->r.h, NULL, &s->found);
	return s;
}

static void expect_words(struct kunit *test, const struct live_row *row,
			 const struct cmlab_finding *f)
{
	KUNIT_EXPECT_EQ(test, f->field, row->field);
	if (row->message)
		KUNIT_EXPECT_STREQ(test, f->message, row->message);
	if (row->advice)
		KUNIT_EXPECT_STREQ(test, f->advice, row->advice);
}

static bool is_expected(const struct live_row *row, u16 number)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(row->others); i++)
		if (row->others[i] == number)
			return true;
	return false;
}

static void finding(struct kunit *test)
{
	const struct live_row *row = test->param_value;
	struct scene *s = judged(test, row);
	u32 i, times = 0, expected = 0;

	for (i = 0; i < s->found.nr; i++) {
		const struct cmlab_finding *f = &s->found.f[i];

		if (f->number != row->number)
			KUNIT_EXPECT_TRUE_MSG(test, is_expected(row, f->number), "CL%03u: %s",
					      f->number, f->message);
		else if (!times++)
			expect_words(test, row, f);
	}
	while (expected < ARRAY_SIZE(row->others) && row->others[expected])
		expected++;
	KUNIT_EXPECT_EQ(test, times, row->times);
	KUNIT_EXPECT_EQ(test, s->found.nr - times, expected);
}

#define TO_50	"EEWWWWWWIEEEEEEWWIWWEEEEEEWEWWWIIWIIEWEWIWWEWWWIEE"
#define FROM_51 "IEEWEEIIIIIIWIWWEWEWWEIEWWEIIIIEE"

/* Numbers and severities are what users look up: they do not change. */
static void findings_catalogue(struct kunit *test)
{
	static const char severities[] = TO_50 FROM_51;
	struct cmlab_finding_info info;
	u32 n, last = 0;

	for (n = 0; cmlab_findings_info(n, &info); n++) {
		/* A number that is not taken has a dot. */
		while (++last < info.number)
			KUNIT_EXPECT_EQ_MSG(test, severities[last - 1], '.', "%u", last);
		KUNIT_ASSERT_TRUE(test, info.number == last);
		KUNIT_ASSERT_TRUE(test, last <= strlen(severities));
		KUNIT_EXPECT_EQ_MSG(test, "IWE"[info.severity], severities[last - 1],
				    "severity of %u", info.number);
		KUNIT_EXPECT_LE(test, info.field, CMLAB_NR_FIELDS);
		KUNIT_EXPECT_TRUE_MSG(test, *info.title && !strchr(info.title, '.'), "title of %u",
				      info.number);
	}
	KUNIT_EXPECT_EQ(test, last, strlen(severities));
	KUNIT_EXPECT_EQ(test, last, CMLAB_CL_LAST);
	KUNIT_EXPECT_FALSE(test, cmlab_findings_info(0xffffffff, &info));
}

/* Errors come first, then warnings, then what is good to know. */
static void findings_order(struct kunit *test)
{
	static const struct live_row many = {
		.base = PASSIVE_SIW,
		.edits = { OWN(recv_posted, 0), SET(carried, CMLAB_CARRIED_NOTHING),
			   OWN_VAL(programmed, IRD, 8), PEER_VAL(requested, ORD, 64),
			   OWN_VAL(reported, ORD, 8) },
	};
	static const u16 order[] = { 1, 55, 3, 16, 9 };
	struct scene *s = judged(test, &many);
	u32 i;

	KUNIT_ASSERT_TRUE(test, s->found.nr == ARRAY_SIZE(order));
	for (i = 0; i < ARRAY_SIZE(order); i++)
		KUNIT_EXPECT_EQ(test, s->found.f[i].number, order[i]);
}

/* What is found of two fields is about each, in the order in which it was found. */
static void findings_repeated(struct kunit *test)
{
	static const struct live_row twice = {
		.base = PASSIVE_RXE,
		.edits = { CLAMP(FLOW, FIELD_1BIT, 2, 1), CLAMP(IRD, DEV_QP_RD_ATOM, 32, 16),
			   CLAMP(RNR, FIELD_3BIT, 20, 7) },
	};
	struct scene *s = judged(test, &twice);

	KUNIT_ASSERT_TRUE(test, s->found.nr == 2);
	KUNIT_EXPECT_EQ(test, s->found.f[0].field, CMLAB_F_FLOW);
	KUNIT_EXPECT_EQ(test, s->found.f[1].field, CMLAB_F_RNR);
}

/* A peer whose every value was cut as well: more than there is room for. */
static void fill_clamps(struct cmlab_handshake *h)
{
	unsigned int role;
	u32 i;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		h->end[role].clamps.nr = 0;
		for (i = 0; i < CMLAB_MAX_CLAMPS; i++)
			cmlab_values_record(&h->end[role].clamps, CMLAB_F_RNR, 100 + i, 7,
					    CMLAB_WHY_FIELD_3BIT, false);
	}
}

/* What there is no room for is counted, and is never more severe than what is kept. */
static void findings_bound(struct kunit *test)
{
	static const struct live_row row = {
		.base = PASSIVE_SIW,
		.edits = { OWN(recv_posted, 0), SET(carried, CMLAB_CARRIED_NOTHING),
			   OWN_VAL(programmed, IRD, 8), OWN_VAL(reported, ORD, 8) },
	};
	struct scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u32 i, kept[CMLAB_NR_SEVERITIES] = {};

	rows_to_live(&row, &s->r);
	fill_clamps(&s->r.h);
	cmlab_findings_collect(&s->r.h, NULL, &s->found);
	KUNIT_EXPECT_EQ(test, s->found.nr, CMLAB_FINDINGS_MAX);
	/* 1 and 55; 3, 16 and 48 times 20; 9 */
	KUNIT_EXPECT_EQ(test, s->found.lost, 2 + 50 + 1 - CMLAB_FINDINGS_MAX);
	for (i = 0; i < s->found.nr; i++)
		kept[s->found.f[i].severity]++;
	KUNIT_EXPECT_EQ(test, kept[CMLAB_SEVERITY_ERROR], 2);
	KUNIT_EXPECT_EQ(test, kept[CMLAB_SEVERITY_INFO], 0);
	KUNIT_EXPECT_EQ(test, s->found.f[0].number, 1);
	KUNIT_EXPECT_EQ(test, s->found.f[1].number, 55);
	KUNIT_EXPECT_EQ(test, s->found.f[2].number, 3);
}

CMLAB_ROWS(finding, live_rows)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(finding, finding_gen_params),
	KUNIT_CASE(findings_catalogue),
	KUNIT_CASE(findings_order),
	KUNIT_CASE(findings_repeated),
	KUNIT_CASE(findings_bound),
	{},
};

struct kunit_suite cmlab_suite_findings = {
	.name = "cmlab_findings",
	.test_cases = cases,
};
