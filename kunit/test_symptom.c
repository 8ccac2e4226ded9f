// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_symptom.h"
#include "suites.h"

static void symptom_text(struct kunit *test)
{
	const struct symptom_text_case *c = test->param_value;
	struct cmlab_symptom s;
	char err[160] = "";

	KUNIT_ASSERT_TRUE(test,
			  !cmlab_symptom_parse(c->text, strlen(c->text), &s, err, sizeof(err)));
	KUNIT_EXPECT_EQ(test, s.kind, c->kind);
	if (c->kind != CMLAB_SYMPTOM_TIME)
		KUNIT_EXPECT_EQ(test, s.number, c->number);
	KUNIT_EXPECT_EQ(test, s.event, c->event ? c->event - 1 : CMLAB_SYMPTOM_ANY);
	KUNIT_EXPECT_EQ(test, s.ns, c->ns);
	KUNIT_EXPECT_EQ(test, s.slack_ns, c->slack_ns);
	KUNIT_EXPECT_EQ(test, s.role, CMLAB_SYMPTOM_ANY);
}

static void symptom_wrong(struct kunit *test)
{
	const struct symptom_wrong_case *c = test->param_value;
	struct cmlab_symptom s;
	char err[160] = "";

	KUNIT_EXPECT_EQ(test, cmlab_symptom_parse(c->text, strlen(c->text), &s, err, sizeof(err)),
			-EINVAL);
	KUNIT_EXPECT_TRUE_MSG(test, !!strstr(err, c->says), "%s", err);
}

struct heard {
	unsigned int nr;
	const struct cmlab_meaning *first;
	char text[480];
};

static void hear(void *ctx, const struct cmlab_meaning *m, const char *means)
{
	struct heard *h = ctx;

	if (h->nr++)
		return;
	h->first = m;
	scnprintf(h->text, sizeof(h->text), "%s", means);
}

static void symptom_means(struct kunit *test)
{
	const struct symptom_means_case *c = test->param_value;
	struct heard h = { 0 };
	struct cmlab_symptom s;
	char err[160] = "";

	KUNIT_ASSERT_TRUE(test,
			  !cmlab_symptom_parse(c->text, strlen(c->text), &s, err, sizeof(err)));
	s.role = c->role ? (u8)(c->role - 1) : CMLAB_SYMPTOM_ANY;
	s.transport = c->transport;
	s.driver = c->driver;
	s.call = c->call;
	KUNIT_EXPECT_EQ(test, cmlab_symptom_explain(&s, hear, &h), c->nr);
	KUNIT_EXPECT_EQ(test, h.nr, c->nr);
	KUNIT_ASSERT_NOT_NULL(test, h.first);
	KUNIT_EXPECT_TRUE_MSG(test, !!strstr(h.text, c->says), "%s", h.text);
	if (c->cause)
		KUNIT_EXPECT_TRUE_MSG(test, !!strstr(h.first->causes[0].cause, c->cause), "%s",
				      h.first->causes[0].cause);
	KUNIT_EXPECT_TRUE(test, s.kind == CMLAB_SYMPTOM_TIME || cmlab_symptom_first(&s) == h.first);
}

/* Each cause is whole, and the most common stands first. */
static void check_meaning(void *ctx, const struct cmlab_meaning *m, const char *means)
{
	struct kunit *test = ctx;
	unsigned int i;
	u8 rank = CMLAB_RANK_OFTEN;

	KUNIT_EXPECT_TRUE_MSG(test, strlen(means) > 20, "%s", means);
	KUNIT_EXPECT_TRUE_MSG(test, m->source && strlen(m->source) > 3, "%s", means);
	for (i = 0; i < CMLAB_CAUSES && m->causes[i].cause; i++) {
		const struct cmlab_cause *c = &m->causes[i];

		KUNIT_EXPECT_TRUE_MSG(test, c->tell && *c->tell, "%s", c->cause);
		KUNIT_EXPECT_TRUE_MSG(test, c->todo && *c->todo, "%s", c->cause);
		KUNIT_EXPECT_TRUE_MSG(test, c->rank >= rank, "%s", c->cause);
		rank = c->rank;
	}
}

static void explained(struct kunit *test, enum cmlab_symptom_kind kind, s32 number)
{
	char text[CMLAB_SYMPTOM_STR];
	struct cmlab_symptom s;

	cmlab_symptom_init(&s, kind, number);
	if (kind == CMLAB_SYMPTOM_EVENT)
		s.event = (u8)number;
	KUNIT_EXPECT_TRUE_MSG(test, cmlab_symptom_explain(&s, check_meaning, test) > 0, "%s",
			      cmlab_symptom_text(&s, text));
}

/* Whatever the CM, a queue pair or a device can say has a meaning. */
static void symptom_all(struct kunit *test)
{
	s32 i;

	for (i = 0; i < CMLAB_NR_SYMPTOMS; i++)
		cmlab_symptom_rows((enum cmlab_symptom_kind)i, check_meaning, test);
	for (i = 1; i <= 35; i++)
		explained(test, CMLAB_SYMPTOM_REJ, i);
	for (i = 1; i <= 5; i++)
		explained(test, CMLAB_SYMPTOM_SIDR, i);
	for (i = 1; i < CMLAB_NR_WC_STATUSES; i++)
		explained(test, CMLAB_SYMPTOM_WC, i);
	for (i = 0; i < CMLAB_NR_ASYNCS; i++)
		explained(test, CMLAB_SYMPTOM_ASYNC, i);
	for (i = 0; i < CMLAB_NR_EVENTS; i++)
		explained(test, CMLAB_SYMPTOM_EVENT, i);
}

/* What can be read back is what was printed. */
static void symptom_round(struct kunit *test)
{
	static const struct {
		u8 kind;
		s32 number;
	} some[] = { { CMLAB_SYMPTOM_REJ, 28 },
		     { CMLAB_SYMPTOM_REJ, 10 },
		     { CMLAB_SYMPTOM_SIDR, 1 },
		     { CMLAB_SYMPTOM_ERRNO, -ECONNRESET },
		     { CMLAB_SYMPTOM_ASYNC, CMLAB_ASYNC_QP_FATAL } };
	char text[CMLAB_SYMPTOM_STR];
	struct cmlab_symptom s;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(some); i++) {
		cmlab_symptom_init(&s, some[i].kind, some[i].number);
		cmlab_symptom_text(&s, text);
		KUNIT_EXPECT_TRUE_MSG(test, strlen(text) > 5 && !strchr(text, '?'), "%s", text);
	}
	cmlab_symptom_init(&s, CMLAB_SYMPTOM_ERRNO, -EINVAL);
	s.call = CMLAB_CALL_ACCEPT;
	KUNIT_EXPECT_STREQ(test, cmlab_symptom_text(&s, text), "rdma_accept: -22 (EINVAL)");
	s.call = CMLAB_CALL_NONE;
	s.event = CMLAB_EVENT_CONNECT_ERROR;
	KUNIT_EXPECT_STREQ(test, cmlab_symptom_text(&s, text),
			   "RDMA_CM_EVENT_CONNECT_ERROR, status -22 (EINVAL)");
}

CMLAB_ROWS(symptom_text, symptom_text_cases)
CMLAB_ROWS(symptom_wrong, symptom_wrong_cases)
CMLAB_ROWS(symptom_means, symptom_means_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(symptom_text, symptom_text_gen_params),
	KUNIT_CASE_PARAM(symptom_wrong, symptom_wrong_gen_params),
	KUNIT_CASE_PARAM(symptom_means, symptom_means_gen_params),
	KUNIT_CASE(symptom_all),
	KUNIT_CASE(symptom_round),
	{},
};

struct kunit_suite cmlab_suite_symptom = {
	.name = "cmlab_symptom",
	.test_cases = cases,
};
