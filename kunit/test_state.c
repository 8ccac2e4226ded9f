// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "suites.h"

#include <cmlab/state.h>

/* Row: from; column: to; in the order of CMLAB_STATE_LIST. "x" may follow. */
struct state_case {
	const char *name;
	const char *from;
	enum cmlab_state state;
	const char *may;
};

static const struct state_case state_cases[] = {
	{ "new", "life of a connection", CMLAB_STATE_NEW, ".x..x.x." },
	{ "resolving_addr", "life of a connection", CMLAB_STATE_RESOLVING_ADDR, "..x...x." },
	{ "resolving_route", "life of a connection", CMLAB_STATE_RESOLVING_ROUTE, "...x..x." },
	{ "connecting", "life of a connection", CMLAB_STATE_CONNECTING, ".....xx." },
	{ "accepting", "life of a connection", CMLAB_STATE_ACCEPTING, ".....xx." },
	{ "established", "life of a connection", CMLAB_STATE_ESTABLISHED, "......x." },
	{ "closing", "life of a connection", CMLAB_STATE_CLOSING, ".......x" },
	{ "closed", "life of a connection", CMLAB_STATE_CLOSED, "........" },
};

static void state_may_follow(struct kunit *test)
{
	const struct state_case *c = test->param_value;
	unsigned int to;

	for (to = 0; to < CMLAB_NR_STATES; to++)
		KUNIT_EXPECT_EQ_MSG(test, cmlab_state_may_follow(c->state, to), c->may[to] == 'x',
				    "to %s", cmlab_name(&cmlab_states, to));
	KUNIT_EXPECT_FALSE(test, cmlab_state_may_follow(c->state, CMLAB_NR_STATES));
	KUNIT_EXPECT_FALSE(test, cmlab_state_may_follow(CMLAB_NR_STATES, c->state));
}

CMLAB_ROWS(state, state_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(state_may_follow, state_gen_params),
	{},
};

struct kunit_suite cmlab_suite_state = {
	.name = "cmlab_state",
	.test_cases = cases,
};
