// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_findings_predict.h"
#include "suites.h"

struct foresight_scene {
	struct cmlab_predict_in in;
	struct cmlab_prediction p;
	struct cmlab_profile profiles[CMLAB_NR_ROLES];
	struct cmlab_finding f;
};

static bool has_words(const char *text, const char *words)
{
	size_t len = strlen(words);

	for (; *text; text++)
		if (!strncmp(text, words, len))
			return true;
	return false;
}

/* Whole, so that nothing was cut, and as the catalogue has it. */
static void expect_sound(struct kunit *test, const struct cmlab_finding *f)
{
	const struct cmlab_finding_info *info = cmlab_findings_info(f->number - 1);

	KUNIT_ASSERT_NOT_NULL(test, info);
	KUNIT_EXPECT_EQ(test, info->number, f->number);
	KUNIT_EXPECT_EQ(test, info->severity, f->severity);
	KUNIT_EXPECT_TRUE(test, f->field <= CMLAB_NR_FIELDS);
	KUNIT_EXPECT_TRUE_MSG(test, *f->message && strlen(f->message) < CMLAB_FINDING_MESSAGE - 1,
			      "message of %u: %s", f->number, f->message);
	KUNIT_EXPECT_TRUE_MSG(test, *f->advice && strlen(f->advice) < CMLAB_FINDING_ADVICE - 1,
			      "advice of %u: %s", f->number, f->advice);
}

static void foresight(struct kunit *test)
{
	const struct foresight_case *c = test->param_value;
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u32 n, times = 0, severity = CMLAB_NR_SEVERITIES;

	rows_to_question(&c->q, &s->in, s->profiles);
	cmlab_predict(&s->in, &s->p);
	for (n = 0; cmlab_findings_prediction(&s->p, &c->w, n, &s->f); n++) {
		expect_sound(test, &s->f);
		KUNIT_EXPECT_LE(test, s->f.severity, severity);
		severity = s->f.severity;
		if (s->f.number != c->number || times++)
			continue;
		KUNIT_EXPECT_TRUE_MSG(test, !c->words || has_words(s->f.message, c->words),
				      "message: %s", s->f.message);
		KUNIT_EXPECT_TRUE_MSG(test, !c->advice || has_words(s->f.advice, c->advice),
				      "advice: %s", s->f.advice);
	}
	KUNIT_EXPECT_EQ(test, times, c->times);
}

/* No row without its opposite. */
static void foresight_pairs(struct kunit *test)
{
	const struct cmlab_finding_info *info;
	u32 n, i, holds, near;

	for (n = 20; (info = cmlab_findings_info(n)); n++) {
		holds = 0;
		near = 0;
		for (i = 0; i < ARRAY_SIZE(foresight_cases); i++) {
			if (foresight_cases[i].number != info->number)
				continue;
			if (foresight_cases[i].times)
				holds++;
			else
				near++;
		}
		KUNIT_EXPECT_TRUE_MSG(test, holds, "CL%03u has no row", info->number);
		KUNIT_EXPECT_TRUE_MSG(test, near, "CL%03u has no near row", info->number);
	}
}

/* Behind the last there is nothing, with or without a workload. */
static void foresight_end(struct kunit *test)
{
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	cmlab_predict_init(&s->in, CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_RXE);
	cmlab_predict(&s->in, &s->p);
	KUNIT_EXPECT_FALSE(test, cmlab_findings_prediction(&s->p, NULL, 0xffffffff, &s->f));
	KUNIT_EXPECT_TRUE(test, !cmlab_findings_info(0xffffffff));
}

CMLAB_ROWS(foresight, foresight_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(foresight, foresight_gen_params),
	KUNIT_CASE(foresight_pairs),
	KUNIT_CASE(foresight_end),
	{},
};

struct kunit_suite cmlab_suite_foresight = {
	.name = "cmlab_foresight",
	.test_cases = cases,
};
