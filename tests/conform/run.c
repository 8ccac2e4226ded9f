// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* One cell after another: predicted, made, read, compared. */
#include <stdio.h>

#include "live.h"
#include "run.h"

static bool is_peer(const struct cell *c, enum cmlab_role role)
{
	return cell_side(c, role, S_PROGRAM) == PROGRAM_PEER;
}

static void put_limit(char *line, size_t size, const char *key, s32 v)
{
	size_t len = strlen(line);

	if (v != NOT_GIVEN)
		snprintf(line + len, size - len, " %s=%d", key, v);
}

static int set_mocks(struct run *run, const struct cell *c)
{
	const s32 want[] = { c->v[D_MOCK_RD], c->v[D_MOCK_INIT], c->v[D_MOCK_RES] };
	char line[128];

	if (c->v[D_MOCK_RES] != NOT_GIVEN && live_idle(c->provider))
		return -ETIMEDOUT;
	if (!memcmp(run->mock, want, sizeof(want)))
		return 0;
	memcpy(run->mock, want, sizeof(want));
	snprintf(line, sizeof(line), "limits dev=%s mock=off", c->provider->dev);
	live_control(line, NULL);
	snprintf(line, sizeof(line), "limits dev=%s", c->provider->dev);
	put_limit(line, sizeof(line), "rd", want[0]);
	put_limit(line, sizeof(line), "init", want[1]);
	put_limit(line, sizeof(line), "res", want[2]);
	if (strchr(line, ' ') != strrchr(line, ' '))
		return live_control(line, NULL);
	return 0;
}

static int command(const struct cell *c, enum cmlab_role role, struct json_object **result)
{
	char line[CELL_LINE];

	cell_command(c, role, line, sizeof(line));
	return live_control(line, result);
}

static bool is_ok(struct json_object *result)
{
	return live_is(result, "result", "ok");
}

static int listen_on(const struct cell *c, struct peer *peer)
{
	struct json_object *result = NULL;
	int ret;

	if (!c->v[D_LISTENS])
		return 0;
	if (is_peer(c, CMLAB_ROLE_PASSIVE))
		return peer_start(peer, c, CMLAB_ROLE_PASSIVE);
	ret = command(c, CMLAB_ROLE_PASSIVE, &result);
	if (!ret && !is_ok(result)) {
		fprintf(stderr, "cmlab-conform: cell %u: %s\n", c->number,
			keyval_str(result, "error", "listen failed"));
		ret = -EINVAL;
	}
	json_object_put(result);
	return ret;
}

/* The number of the module's active connection, also of one that failed; 0 if there is none. */
u32 run_connect(struct run *run, const struct cell *c)
{
	struct json_object *result = NULL, *list;
	u32 id = 0;

	if (command(c, CMLAB_ROLE_ACTIVE, &result))
		return 0;
	list = keyval_get(result, "conn");
	if (keyval_len(list))
		id = (u32)keyval_int(json_object_array_get_idx(list, 0), "id", 0);
	else
		fprintf(stderr, "cmlab-conform: cell %u: %s\n", c->number,
			keyval_str(result, "error", "connect failed"));
	json_object_put(result);
	if (id)
		run->last_id = id;
	return id;
}

/* What decides when a report is complete. */
static bool is_settled(struct json_object *report, const struct facts *facts)
{
	if (live_is(report, "outcome", "pending"))
		return false;
	return !facts_find(facts, "closed_by") || live_value(report, "closed_by");
}

/* The module's passive report, once it says how the handshake ended. */
static struct json_object *await_passive(struct run *run, const struct cell *c,
					 const struct facts *facts)
{
	u64 end = live_ms() + (facts->absent ? 0 : SETTLE_MS);
	u32 before = run->last_id, last;
	struct json_object *report;

	for (;;) {
		last = before;
		report = live_passive(cell_port(c), &last);
		if ((report && is_settled(report, facts)) || live_ms() >= end)
			break;
		json_object_put(report);
		live_tick();
	}
	run->last_id = last;
	return report;
}

void run_disconnect(u32 id)
{
	char line[64];

	snprintf(line, sizeof(line), "disconnect conn=%u", id);
	live_control(line, NULL);
}

static void stop_listening(const struct cell *c)
{
	char line[128];

	if (!c->v[D_LISTENS] || is_peer(c, CMLAB_ROLE_PASSIVE))
		return;
	snprintf(line, sizeof(line), "unlisten addr=%s port=%u",
		 c->provider->listener[c->v[D_FAMILY]], cell_port(c));
	live_control(line, NULL);
}

/* Nothing tells the passive end of UD that it is over. */
static void end_ud(const struct cell *c, struct json_object *passive)
{
	if (c->v[D_PS] == CMLAB_PS_UDP && live_is(passive, "outcome", "established"))
		run_disconnect((u32)keyval_int(passive, "id", 0));
}

static void kernel_connects(struct run *run, const struct cell *c, struct peer *peer,
			    struct json_object **reports)
{
	u32 id = run_connect(run, c);
	bool passive_is_peer = is_peer(c, CMLAB_ROLE_PASSIVE);

	if (!passive_is_peer)
		reports[CMLAB_ROLE_PASSIVE] = await_passive(run, c,
							    &run->facts[CMLAB_ROLE_PASSIVE]);
	reports[CMLAB_ROLE_ACTIVE] = id ? live_report(id) : NULL;
	if (live_is(reports[CMLAB_ROLE_ACTIVE], "outcome", "established"))
		run_disconnect(id);
	end_ud(c, reports[CMLAB_ROLE_PASSIVE]);
	if (!passive_is_peer || !c->v[D_LISTENS])
		return;
	/* One that never heard of it would wait for ever. */
	if (run->facts[CMLAB_ROLE_PASSIVE].absent)
		peer_kill(peer);
	else
		reports[CMLAB_ROLE_PASSIVE] = peer_finish(peer);
}

static void peer_connects(struct run *run, const struct cell *c, struct peer *peer,
			  struct json_object **reports)
{
	if (peer_start(peer, c, CMLAB_ROLE_ACTIVE))
		return;
	reports[CMLAB_ROLE_ACTIVE] = peer_finish(peer);
	reports[CMLAB_ROLE_PASSIVE] = await_passive(run, c, &run->facts[CMLAB_ROLE_PASSIVE]);
}

static int make(struct run *run, const struct cell *c, struct json_object **reports)
{
	struct peer peer = { .pid = 0 };
	int ret = set_mocks(run, c);

	if (!ret)
		ret = listen_on(c, &peer);
	if (!ret && is_peer(c, CMLAB_ROLE_ACTIVE))
		peer_connects(run, c, &peer, reports);
	else if (!ret)
		kernel_connects(run, c, &peer, reports);
	peer_kill(&peer);
	stop_listening(c);
	return ret;
}

/* Numbers of QPs are the one thing that nobody knows before. */
static int predict(struct run *run, const struct cell *c, struct json_object **reports)
{
	u32 qp_num[CMLAB_NR_ROLES];
	unsigned int r;
	int ret;

	for (r = 0; r < CMLAB_NR_ROLES; r++)
		qp_num[r] = (u32)keyval_int(reports[r], "qp_num", 0);
	ret = cell_predict(c, &run->limits, qp_num, &run->q);
	for (r = 0; r < CMLAB_NR_ROLES && !ret; r++)
		facts_expect(c, &run->q, r, &run->facts[r]);
	return ret;
}

/* One end. Returns the number of differences that are not known. */
static unsigned int judge_end(struct run *run, const struct cell *c, enum cmlab_role role,
			      struct json_object *report, bool *seen)
{
	struct facts *facts = &run->facts[role];
	unsigned int unknown;
	u32 i;

	facts_compare(facts, report);
	unknown = known_mark(c, &run->q, role, facts);
	run->compared += facts->nr;
	for (i = 0; i < facts->nr; i++)
		if (facts->f[i].wrong && facts->f[i].known >= 0)
			seen[facts->f[i].known] = true;
	return unknown;
}

enum verdict run_judge(struct run *run, const struct cell *c, unsigned int ends,
		       struct json_object *active, struct json_object *passive)
{
	bool seen[CONFORM_KNOWN_MAX] = { false };
	unsigned int i, unknown = 0, explained = 0;

	if (ends & END(CMLAB_ROLE_ACTIVE))
		unknown += judge_end(run, c, CMLAB_ROLE_ACTIVE, active, seen);
	if (ends & END(CMLAB_ROLE_PASSIVE))
		unknown += judge_end(run, c, CMLAB_ROLE_PASSIVE, passive, seen);
	if (unknown)
		return VERDICT_FAILED;
	for (i = 0; i < nr_known && i < CONFORM_KNOWN_MAX; i++) {
		run->known[i] += seen[i];
		explained += seen[i];
	}
	return explained ? VERDICT_KNOWN : VERDICT_AGREED;
}

void run_show(struct run *run, const struct cell *c, enum verdict result, unsigned int ends)
{
	if (result != VERDICT_FAILED || run->shown >= run->show_max)
		return;
	facts_show(c, &run->q, run->facts, ends);
	run->shown++;
}

enum verdict run_cell(struct run *run, const struct cell *c)
{
	struct json_object *reports[CMLAB_NR_ROLES] = { NULL };
	enum verdict result = VERDICT_FAILED;
	unsigned int r;

	if (predict(run, c, reports))
		return VERDICT_FAILED;
	if (make(run, c, reports))
		printf("# cell %u could not be tried\n", c->number);
	else if (!predict(run, c, reports))
		result = run_judge(run, c, BOTH_ENDS, reports[CMLAB_ROLE_ACTIVE],
				   reports[CMLAB_ROLE_PASSIVE]);
	run_show(run, c, result, BOTH_ENDS);
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		json_object_put(reports[r]);
	return result;
}

int run_init(struct run *run, const struct provider *provider, u32 show_max)
{
	u32 last_id = run->last_id;
	char line[64];

	memset(run, 0, sizeof(*run));
	memset(run->mock, 0xff, sizeof(run->mock));
	run->last_id = last_id;
	run->show_max = show_max;
	snprintf(line, sizeof(line), "limits dev=%s mock=off", provider->dev);
	live_control(line, NULL);
	return live_limits(provider, &run->limits);
}
