// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "rows.h"
#include "suites.h"

/* The swap: what one side serves the other one issues; everything else is the same. */
static void values_at_peer(struct kunit *test)
{
	static const struct row_value mine[] = { VAL(IRD, 3), VAL(RNR, 0), VAL(QPN, 17), {} };
	static const struct row_value its[] = { VAL(ORD, 3), VAL(RNR, 0), VAL(QPN, 17), {} };
	struct cmlab_values vals, peer, back;
	unsigned int f;

	rows_to_values(mine, &vals);
	memset(&peer, 0xa5, sizeof(peer));
	cmlab_values_at_peer(&vals, &peer);
	rows_expect_values(test, "peer", &peer, its);
	cmlab_values_at_peer(&peer, &back);
	rows_expect_values(test, "back", &back, mine);
	KUNIT_EXPECT_EQ(test, cmlab_field_at_peer(CMLAB_F_IRD), CMLAB_F_ORD);
	KUNIT_EXPECT_EQ(test, cmlab_field_at_peer(CMLAB_F_ORD), CMLAB_F_IRD);
	for (f = CMLAB_F_RETRY; f < CMLAB_NR_FIELDS; f++)
		KUNIT_EXPECT_EQ(test, cmlab_field_at_peer(f), f);
}

/* What is not known there leaves what is known here. */
static void values_copy(struct kunit *test)
{
	static const struct row_value had[] = { VAL(IRD, 1), VAL(ORD, 2), {} };
	static const struct row_value other[] = { VAL(IRD, 9), VAL(RNR, 0), VAL(QPN, 5), {} };
	static const struct row_value want[] = { VAL(IRD, 9), VAL(ORD, 2), VAL(RNR, 0), {} };
	struct cmlab_values to, from;

	rows_to_values(had, &to);
	rows_to_values(other, &from);
	cmlab_values_copy(&to, &from, CMLAB_F_IRD);
	cmlab_values_copy(&to, &from, CMLAB_F_ORD);
	cmlab_values_copy(&to, &from, CMLAB_F_RNR);
	rows_expect_values(test, "to", &to, want);
	cmlab_values_unset(&to, CMLAB_F_RNR);
	cmlab_values_unset(&to, CMLAB_F_IRD);
	rows_expect_values(test, "less", &to, &had[1]);
}

/* More clamps than there is room for are counted, not lost silently. */
static void values_clamps_full(struct kunit *test)
{
	struct cmlab_clamps *c = kunit_kzalloc(test, 2 * sizeof(*c), GFP_KERNEL);
	struct cmlab_clamps *more = c + 1;
	u32 i;

	for (i = 0; i < CMLAB_MAX_CLAMPS + 3; i++)
		cmlab_values_record(c, CMLAB_F_IRD, i + 1, i, CMLAB_WHY_PEER_OFFERED, false);
	cmlab_values_record(c, CMLAB_F_IRD, 5, 5, CMLAB_WHY_PEER_OFFERED, false);
	KUNIT_EXPECT_EQ(test, c->nr, CMLAB_MAX_CLAMPS);
	KUNIT_EXPECT_EQ(test, c->lost, 3);
	KUNIT_EXPECT_EQ(test, c->c[CMLAB_MAX_CLAMPS - 1].to, CMLAB_MAX_CLAMPS - 1);
	cmlab_values_record(more, CMLAB_F_ORD, 8, 4, CMLAB_WHY_DEV_QP_INIT_RD_ATOM, true);
	cmlab_values_add_clamps(more, c);
	KUNIT_EXPECT_EQ(test, more->nr, CMLAB_MAX_CLAMPS);
	KUNIT_EXPECT_EQ(test, more->lost, 3 + 1);
	KUNIT_EXPECT_EQ(test, more->c[CMLAB_MAX_CLAMPS - 1].to, CMLAB_MAX_CLAMPS - 2);
}

static void values_add_clamps(struct kunit *test)
{
	static const struct row_clamp want[] = { CUT(IRD, PEER_OFFERED, 9, 5),
						 CUT_MOCK(ORD, DEV_QP_INIT_RD_ATOM, 8, 4),
						 CUT(RETRY, FIELD_3BIT, 20, 7),
						 {} };
	struct cmlab_clamps *to = kunit_kzalloc(test, 2 * sizeof(*to), GFP_KERNEL);
	struct cmlab_clamps *from = to + 1;

	KUNIT_EXPECT_EQ(test, cmlab_values_clamp(to, CMLAB_F_IRD, 9, 5, want[0].why, false), 5);
	KUNIT_EXPECT_EQ(test, cmlab_values_clamp(to, CMLAB_F_IRD, 5, 5, want[0].why, false), 5);
	cmlab_values_clamp(from, CMLAB_F_ORD, 8, 4, want[1].why, true);
	cmlab_values_clamp(from, CMLAB_F_RETRY, 20, 7, want[2].why, false);
	cmlab_values_add_clamps(to, from);
	rows_expect_clamps(test, to, want);
	rows_expect_clamps(test, from, &want[1]);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(values_at_peer),
	KUNIT_CASE(values_copy),
	KUNIT_CASE(values_clamps_full),
	KUNIT_CASE(values_add_clamps),
	{},
};

struct kunit_suite cmlab_suite_values = {
	.name = "cmlab_values",
	.test_cases = cases,
};
