// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <stdio.h>

#include "facts.h"
#include "live.h"

/* "ib_modify_qp" stands for "ib_modify_qp(RTS)" and userspace's "ibv_modify_qp(RTS)". */
static bool same_call(const char *want, const char *got)
{
	if (!strncmp(want, got, strlen(want)))
		return true;
	return !strncmp(want, "ib_", 3) && !strncmp(got, "ibv_", 4) &&
	       !strncmp(want + 3, got + 4, strlen(want + 3));
}

static bool same(const struct fact *f)
{
	if (!strcmp(f->key, "error_call"))
		return same_call(f->want, f->got);
	return !strcmp(f->want, f->got);
}

static void compare(struct fact *f, struct json_object *report)
{
	const char *got = live_value(report, f->key);

	snprintf(f->got, sizeof(f->got), "%s", got ? got : "");
	f->wrong = !same(f);
}

/* A line of the report that must not be there. */
static void not_wanted(void *ctx, const char *key, const char *value)
{
	struct facts *facts = ctx;
	struct fact *f = &facts->f[facts->nr];

	if (facts->nr == FACTS_MAX || !facts_compares(facts, key) || facts_find(facts, key))
		return;
	facts->nr++;
	memset(f, 0, sizeof(*f));
	f->known = -1;
	f->wrong = true;
	snprintf(f->key, sizeof(f->key), "%s", key);
	snprintf(f->got, sizeof(f->got), "%s", value);
}

void facts_compare(struct facts *facts, struct json_object *report)
{
	u32 i;

	facts->found = report;
	for (i = 0; i < facts->nr; i++)
		compare(&facts->f[i], report);
	if (!facts->absent)
		live_lines(report, not_wanted, facts);
}

const struct fact *facts_find(const struct facts *facts, const char *key)
{
	u32 i;

	for (i = 0; i < facts->nr; i++)
		if (!strcmp(facts->f[i].key, key))
			return &facts->f[i];
	return NULL;
}

unsigned int known_mark(const struct cell *c, const struct question *q, enum cmlab_role role,
			struct facts *facts)
{
	unsigned int unknown = facts->absent == facts->found;
	u32 i, k;

	for (i = 0; i < facts->nr; i++) {
		struct fact *f = &facts->f[i];

		if (!f->wrong)
			continue;
		for (k = 0; k < nr_known && f->known < 0; k++)
			if (known[k].matches(c, q, role, f))
				f->known = (int)k;
		unknown += f->known < 0;
	}
	return unknown;
}

static const char *or_dash(const char *s)
{
	return *s ? s : "-";
}

static const char *mark(const struct fact *f)
{
	if (!f->wrong)
		return "  ";
	return f->known < 0 ? "!!" : "~ ";
}

static void show_side(const struct question *q, enum cmlab_role role, const struct facts *facts)
{
	const struct cmlab_end *s = &q->h.end[role];
	u32 i;

	printf("#   %s: predicted call %s = %d, events:", cmlab_name(&cmlab_roles, role),
	       or_dash(cmlab_name(&cmlab_calls, s->call)), s->ret);
	for (i = 0; i < s->nr_events; i++)
		printf(" %s(%d)", cmlab_name(&cmlab_events, s->events[i].event),
		       s->events[i].status);
	printf("\n");
	if (facts->absent || !facts->found) {
		printf("#     report: %s predicted, %s\n", facts->absent ? "none" : "one",
		       facts->found ? "there is one" : "there is none");
		return;
	}
	printf("#     %-34s %-28s %s\n", "line of the report", "predicted", "reported");
	for (i = 0; i < facts->nr; i++)
		printf("#  %s %-34s %-28.200s %.200s\n", mark(&facts->f[i]), facts->f[i].key,
		       or_dash(facts->f[i].want), or_dash(facts->f[i].got));
}

void facts_show(const struct cell *c, const struct question *q, const struct facts *sides,
		unsigned int ends)
{
	char text[CELL_LINE];
	unsigned int r;

	printf("# cell %u of %s: predicted %s\n", c->number, c->provider->name,
	       cmlab_name(&cmlab_outcomes, q->h.outcome));
	if (c->v[D_MOCK_RD] != NOT_GIVEN || c->v[D_MOCK_INIT] != NOT_GIVEN ||
	    c->v[D_MOCK_RES] != NOT_GIVEN)
		printf("#   mock limits (-1: the device's own): rd=%d init=%d res=%d\n",
		       c->v[D_MOCK_RD], c->v[D_MOCK_INIT], c->v[D_MOCK_RES]);
	for (r = CMLAB_NR_ROLES; r-- > 0;) {
		cell_describe(c, r, text, sizeof(text));
		printf("#   %s\n", text);
	}
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		if (ends & 1U << r)
			show_side(q, r, &sides[r]);
	fflush(stdout);
}
