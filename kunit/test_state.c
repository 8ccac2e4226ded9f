// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "suites.h"

#include <cmlab/state.h>

/* By what the state was, and in the order of CMLAB_STATE_LIST what it may become: x. */
static const char *const may_follow[CMLAB_NR_STATES] = {
	[CMLAB_STATE_NEW] = ".x..x.x.",
	[CMLAB_STATE_RESOLVING_ADDR] = "..x...x.",
	[CMLAB_STATE_RESOLVING_ROUTE] = "...x..x.",
	[CMLAB_STATE_CONNECTING] = ".....xx.",
	[CMLAB_STATE_ACCEPTING] = ".....xx.",
	[CMLAB_STATE_ESTABLISHED] = "......x.",
	[CMLAB_STATE_CLOSING] = ".......x",
	[CMLAB_STATE_CLOSED] = "........",
};

static void state_may_follow(struct kunit *test)
{
	unsigned int from, to;

	for (from = 0; from < CMLAB_NR_STATES; from++) {
		for (to = 0; to < CMLAB_NR_STATES; to++)
			KUNIT_EXPECT_EQ_MSG(test, cmlab_state_may_follow(from, to),
					    may_follow[from][to] == 'x', "%s to %s",
					    cmlab_name(&cmlab_states, from),
					    cmlab_name(&cmlab_states, to));
		KUNIT_EXPECT_FALSE(test, cmlab_state_may_follow(from, CMLAB_NR_STATES));
		KUNIT_EXPECT_FALSE(test, cmlab_state_may_follow(CMLAB_NR_STATES, from));
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE(state_may_follow),
	{},
};

struct kunit_suite cmlab_suite_state = {
	.name = "cmlab_state",
	.test_cases = cases,
};
