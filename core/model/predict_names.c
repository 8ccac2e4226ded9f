// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Words for a prediction's numbers.
 */
#include <cmlab/predict.h>

/* checkpatch wants no blank before the bracket of [INDEX] on the line of #define. */
/* clang-format off */
#define NAME_ANSWER(n, s)			\
	[CMLAB_ANSWER_##n] = (s),
#define NAME_EVENT(n, s)			\
	[CMLAB_EVENT_##n] = ("RDMA_CM_EVENT_" s),
#define NAME_QP(n, s)			\
	[CMLAB_QP_##n] = (s),
#define NAME_READ(n, s)			\
	[CMLAB_READ_##n] = (s),
#define NAME_CALL(n, s)			\
	[CMLAB_CALL_##n] = (s),
/* clang-format on */

static const char *const answers[] = { CMLAB_ANSWER_LIST(NAME_ANSWER) };
static const char *const events[] = { CMLAB_EVENT_LIST(NAME_EVENT) };
static const char *const qp_states[] = { CMLAB_QP_STATE_LIST(NAME_QP) };
static const char *const reads[] = { CMLAB_READ_LIST(NAME_READ) };
static const char *const calls[] = { CMLAB_CALL_LIST(NAME_CALL) };

static const char *pick(const char *const *table, size_t n, unsigned int v)
{
	return v < n ? table[v] : "?";
}

const char *cmlab_names_answer(unsigned int v)
{
	return pick(answers, ARRAY_SIZE(answers), v);
}

const char *cmlab_names_event(unsigned int v)
{
	return pick(events, ARRAY_SIZE(events), v);
}

const char *cmlab_names_qp_state(unsigned int v)
{
	return pick(qp_states, ARRAY_SIZE(qp_states), v);
}

const char *cmlab_names_read(unsigned int v)
{
	return pick(reads, ARRAY_SIZE(reads), v);
}

const char *cmlab_names_call(unsigned int v)
{
	return pick(calls, ARRAY_SIZE(calls), v);
}
