// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_limits.h"
#include "suites.h"

/* Each of the three attributes by itself: none may leak into another. */
static void limits_depth(struct kunit *test)
{
	const struct limits_depth_case *c = test->param_value;
	const struct cmlab_limits ird = { .max_qp_rd_atom = c->reported, .max_res_rd_atom = 7 };
	const struct cmlab_limits ord = { .max_qp_init_rd_atom = c->reported };
	const struct cmlab_limits res = { .max_res_rd_atom = c->reported };

	KUNIT_EXPECT_EQ(test, cmlab_limits_ird(&ird), c->depth);
	KUNIT_EXPECT_EQ(test, cmlab_limits_ord(&ird), 0);
	KUNIT_EXPECT_EQ(test, cmlab_limits_ord(&ord), c->depth);
	KUNIT_EXPECT_EQ(test, cmlab_limits_ird(&ord), 0);
	KUNIT_EXPECT_EQ(test, cmlab_limits_ird(&res) + cmlab_limits_ord(&res), 0);
	KUNIT_EXPECT_EQ(test, cmlab_limits_room(&res, 0), c->reported > 0 ? (u32)c->reported : 255);
}

static void limits_room(struct kunit *test)
{
	const struct limits_room_case *c = test->param_value;
	const struct cmlab_limits l = { .max_res_rd_atom = c->max_res };

	KUNIT_EXPECT_EQ(test, cmlab_limits_room(&l, c->used), c->room);
}

static void limits_budget(struct kunit *test)
{
	const struct limits_budget_case *c = test->param_value;
	const struct cmlab_limits l = { .transport = c->transport, .driver = c->driver };

	KUNIT_EXPECT_EQ(test, cmlab_limits_budget(&l, c->family, c->msg), c->bytes);
}

static void limits_portable_budget(struct kunit *test)
{
	struct cmlab_limits l = {};
	unsigned int msg, t, d;

	for (msg = 0; msg < CMLAB_NR_MSGS; msg++)
		KUNIT_EXPECT_EQ(test, cmlab_limits_portable_budget(msg), limits_portable[msg]);
	KUNIT_EXPECT_EQ(test, cmlab_limits_portable_budget(CMLAB_NR_MSGS), 0);

	/* Portable means that no transport and driver carries less in REQ, REP, REJ. */
	for (msg = 0; msg <= CMLAB_MSG_REJ; msg++)
		for (t = CMLAB_TRANSPORT_IB; t < CMLAB_NR_TRANSPORTS; t++)
			for (d = 0; d < CMLAB_NR_DRIVERS; d++) {
				l.transport = (u8)t;
				l.driver = (u8)d;
				KUNIT_EXPECT_LE(test, cmlab_limits_portable_budget(msg),
						cmlab_limits_budget(&l, CMLAB_FAMILY_INET, msg));
			}
}

static u32 quirks(const struct cmlab_driver_info *i)
{
	return (i->query_crossed ? CROSSED : 0) | (i->rounds_up ? ROUNDS : 0) |
	       (i->ird_raised ? RAISED : 0) | (i->reply_swapped ? SWAPPED : 0) |
	       (i->no_request_depths ? NO_REQUEST : 0) | (i->no_reply_depths ? NO_REPLY : 0) |
	       (i->query_no_depths ? NO_QUERY : 0) | (i->query_poor ? POOR : 0);
}

static void limits_driver(struct kunit *test)
{
	const struct limits_driver_case *c = test->param_value;
	const struct cmlab_driver_info *info = cmlab_limits_driver(c->driver);

	KUNIT_EXPECT_EQ(test, quirks(info), c->quirks);
	/* Every claim says where it stands: a file and a line, or that there is none. */
	KUNIT_ASSERT_NOT_NULL(test, info->source);
	KUNIT_EXPECT_TRUE(test, c->quirks == 0 || strlen(info->source) > 10);
	/* Who has iWARP tells of every way in which it ends; who has not, of none. */
	KUNIT_EXPECT_EQ(test, info->iw_bytes != 0,
			!!(info->transports & 1U << CMLAB_TRANSPORT_IWARP));
	KUNIT_EXPECT_EQ(test, info->iw_bytes != 0, info->iw_absent_err < 0);
	KUNIT_EXPECT_EQ(test, info->iw_bytes != 0, info->iw_silent_err < 0);
	KUNIT_EXPECT_EQ(test, info->iw_bytes != 0, info->iw_reject_err < 0);
	KUNIT_EXPECT_EQ(test, info->iw_bytes != 0, info->iw_closed_err < 0);
}

/* Nothing else of the device changes. */
static void limits_mock(struct kunit *test)
{
	const struct limits_mock_case *c = test->param_value;
	const struct cmlab_limits mock = {
		11, 12, 13, 9, 0, CMLAB_DRIVER_MLX5, 0, c->mock, 0, false
	};
	const struct cmlab_limits want = {
		c->rd,
		c->init,
		c->res,
		15,
		CMLAB_TRANSPORT_ROCE,
		CMLAB_DRIVER_RXE,
		CMLAB_KERNEL_6_12,
		c->has,
		0,
		false,
	};
	struct cmlab_limits l = want;

	l.max_qp_rd_atom = 1;
	l.max_qp_init_rd_atom = 2;
	l.max_res_rd_atom = 3;
	l.mock = c->had;
	cmlab_limits_apply_mock(&l, &mock);
	KUNIT_EXPECT_EQ(test, l.max_qp_rd_atom, want.max_qp_rd_atom);
	KUNIT_EXPECT_EQ(test, l.max_qp_init_rd_atom, want.max_qp_init_rd_atom);
	KUNIT_EXPECT_EQ(test, l.max_res_rd_atom, want.max_res_rd_atom);
	KUNIT_EXPECT_EQ(test, l.local_ca_ack_delay, want.local_ca_ack_delay);
	KUNIT_EXPECT_EQ(test, l.transport, want.transport);
	KUNIT_EXPECT_EQ(test, l.driver, want.driver);
	KUNIT_EXPECT_EQ(test, l.kernel, want.kernel);
	KUNIT_EXPECT_EQ(test, l.mock, want.mock);
}

static void limits_name(struct kunit *test)
{
	const struct limits_name_case *c = test->param_value;
	struct cmlab_limits l = { .driver = CMLAB_DRIVER_GENERIC, .named = 1 };
	bool known = cmlab_limits_name_driver(&l, c->name, strlen(c->name));
	const struct cmlab_driver_name *named = cmlab_limits_named(&l);

	KUNIT_EXPECT_EQ(test, known, c->known);
	KUNIT_EXPECT_EQ(test, l.driver, c->driver);
	KUNIT_EXPECT_EQ(test, !!named, c->stands_in);
	if (!known)
		return;
	KUNIT_EXPECT_STREQ(test, cmlab_limits_driver_name(&l), c->called);
	KUNIT_EXPECT_EQ(test, cmlab_limits_transports(&l), c->transports);
	KUNIT_EXPECT_EQ(test, named && named->no_cm, c->no_cm);
}

/* No name means two drivers, and who stands in says why and where that stands. */
static void limits_names(struct kunit *test)
{
	const struct cmlab_driver_name *a, *b;
	unsigned int i, k;

	for (i = 0; (a = cmlab_driver_name_info(i)); i++) {
		KUNIT_EXPECT_TRUE_MSG(test,
				      cmlab_name_find(&cmlab_drivers, a->name, strlen(a->name)) < 0,
				      "%s", a->name);
		KUNIT_EXPECT_TRUE_MSG(test, !a->note || strlen(a->source) > 5, "%s", a->name);
		KUNIT_EXPECT_TRUE_MSG(test, !a->no_cm || a->note, "%s", a->name);
		for (k = 0; k < i; k++) {
			b = cmlab_driver_name_info(k);
			KUNIT_EXPECT_TRUE_MSG(test, strcmp(a->name, b->name), "%s", a->name);
		}
	}
	KUNIT_EXPECT_TRUE(test, i > 20 && i < 255);
}

CMLAB_ROWS(limits_name, limits_name_cases)
CMLAB_ROWS(limits_depth, limits_depth_cases)
CMLAB_ROWS(limits_room, limits_room_cases)
CMLAB_ROWS(limits_budget, limits_budget_cases)
CMLAB_ROWS(limits_driver, limits_driver_cases)
CMLAB_ROWS(limits_mock, limits_mock_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(limits_depth, limits_depth_gen_params),
	KUNIT_CASE_PARAM(limits_room, limits_room_gen_params),
	KUNIT_CASE_PARAM(limits_budget, limits_budget_gen_params),
	KUNIT_CASE_PARAM(limits_driver, limits_driver_gen_params),
	KUNIT_CASE_PARAM(limits_mock, limits_mock_gen_params),
	KUNIT_CASE_PARAM(limits_name, limits_name_gen_params),
	KUNIT_CASE(limits_names),
	KUNIT_CASE(limits_portable_budget),
	{},
};

struct kunit_suite cmlab_suite_limits = {
	.name = "cmlab_limits",
	.test_cases = cases,
};
