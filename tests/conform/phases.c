// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The same cells between two hosts: both build the same grid from the same seed. One
 * host listens for all cells, the other one connects and judges its own end, then the
 * first one judges its end. Numbers of the other host's QPs are left to the wire.
 */
#include <stdio.h>

#include "live.h"
#include "run.h"

int phase_listen(const struct grid *g)
{
	char line[CELL_LINE];
	struct json_object *result;
	u32 i;

	for (i = 0; i < g->nr; i++) {
		const struct cell *c = &g->cells[i];
		bool ok;

		if (!c->v[D_LISTENS])
			continue;
		cell_command(c, CMLAB_ROLE_PASSIVE, line, sizeof(line));
		result = NULL;
		ok = !live_control(line, &result) && live_is(result, "result", "ok");
		if (!ok)
			printf("# cell %u: %s\n", c->number, keyval_str(result, "error", line));
		json_object_put(result);
		if (!ok)
			return -EINVAL;
	}
	return 0;
}

static enum verdict judge_end(struct run *run, const struct cell *c, enum cmlab_role role,
			      struct json_object *report)
{
	u32 qp_num[CMLAB_NR_ROLES] = { 0 };
	enum verdict result;

	qp_num[role] = (u32)keyval_int(report, "qp_num", 0);
	if (cell_predict(c, &run->limits, qp_num, &run->q))
		return VERDICT_FAILED;
	facts_expect(c, &run->q, role, &run->facts[role]);
	result = run_judge(run, c, END(role), report, report);
	run_show(run, c, result, END(role));
	return result;
}

enum verdict phase_connect(struct run *run, const struct cell *c)
{
	u32 id = run_connect(run, c);
	struct json_object *report = id ? live_report(id) : NULL;
	enum verdict result = judge_end(run, c, CMLAB_ROLE_ACTIVE, report);

	if (live_is(report, "outcome", "established"))
		run_disconnect(id);
	json_object_put(report);
	return result;
}

/* In the order of their cells, since they were made one after another. */
enum verdict phase_judge(struct run *run, const struct cell *c)
{
	struct json_object *report = live_passive(cell_port(c), &run->last_id);
	enum verdict result = judge_end(run, c, CMLAB_ROLE_PASSIVE, report);

	json_object_put(report);
	return result;
}
