// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What may follow what, in one table.
 */
#include <cmlab/state.h>

#define TO(n) (1U << CMLAB_STATE_##n)

static const u32 may_follow[CMLAB_NR_STATES] = {
	[CMLAB_STATE_NEW] = TO(RESOLVING_ADDR) | TO(ACCEPTING) | TO(CLOSING),
	[CMLAB_STATE_RESOLVING_ADDR] = TO(RESOLVING_ROUTE) | TO(CLOSING),
	[CMLAB_STATE_RESOLVING_ROUTE] = TO(CONNECTING) | TO(CLOSING),
	[CMLAB_STATE_CONNECTING] = TO(ESTABLISHED) | TO(CLOSING),
	[CMLAB_STATE_ACCEPTING] = TO(ESTABLISHED) | TO(CLOSING),
	[CMLAB_STATE_ESTABLISHED] = TO(CLOSING),
	[CMLAB_STATE_CLOSING] = TO(CLOSED),
	[CMLAB_STATE_CLOSED] = 0,
};

bool cmlab_state_may_follow(enum cmlab_state from, enum cmlab_state to)
{
	if ((unsigned int)from >= CMLAB_NR_STATES || (unsigned int)to >= CMLAB_NR_STATES)
		return false;
	return may_follow[from] & (1U << to);
}
