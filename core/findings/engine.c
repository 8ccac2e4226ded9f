// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Collecting: every row of every topic is asked once, then the findings are put in order,
 * and what they share.
 */
#include "judge.h"

static const struct cmlab_row *const topics[] = {
	cmlab_rows_depths,
	cmlab_rows_devices,
	cmlab_rows_drivers,
	cmlab_rows_retries,
	cmlab_rows_timers,
	cmlab_rows_params,
	cmlab_rows_private_data,
	cmlab_rows_workload,
	/* The last, since its last row asks whether anything else was found. */
	cmlab_rows_failures,
};

/* The row with the least number above @number; NULL if there is none. */
static const struct cmlab_row *row_above(u32 number)
{
	const struct cmlab_row *row, *found = NULL;
	unsigned int t;

	for (t = 0; t < ARRAY_SIZE(topics); t++)
		for (row = topics[t]; row->number; row++)
			if (row->number > number && (!found || row->number < found->number))
				found = row;
	return found;
}

bool cmlab_findings_info(unsigned int n, struct cmlab_finding_info *info)
{
	const struct cmlab_row *row = row_above(0);

	while (row && n--)
		row = row_above(row->number);
	if (row)
		*info = (struct cmlab_finding_info){ row->number, row->severity, row->field,
						     row->title };
	return row;
}

/* Where to write the next one: the least severe gives its place up if there is no other. */
static struct cmlab_finding *place_for(struct cmlab_judge *j)
{
	struct cmlab_findings *found = j->found;
	struct cmlab_finding *least = &found->f[0];
	u32 i;

	if (found->nr < CMLAB_FINDINGS_MAX)
		return &found->f[found->nr++];
	found->lost++;
	for (i = 1; i < found->nr; i++)
		if (found->f[i].severity <= least->severity)
			least = &found->f[i];
	return least->severity < j->row->severity ? least : &j->spare;
}

void cmlab_say(struct cmlab_judge *j, const char *fmt, ...)
{
	va_list args;

	j->f = place_for(j);
	j->f->number = j->row->number;
	j->f->severity = j->row->severity;
	j->f->field = j->field;
	va_start(args, fmt);
	vscnprintf(j->f->message, sizeof(j->f->message), fmt, args);
	va_end(args);
	cmlab_advise(j, "%s", j->row->advice ? j->row->advice : "");
}

void cmlab_weigh(struct cmlab_judge *j, u8 severity)
{
	j->f->severity = severity;
}

void cmlab_advise(struct cmlab_judge *j, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(j->f->advice, sizeof(j->f->advice), fmt, args);
	va_end(args);
}

static bool comes_before(const struct cmlab_finding *a, const struct cmlab_finding *b)
{
	return a->severity != b->severity ? a->severity > b->severity : a->number < b->number;
}

/* Few, and nearly in order. */
static void sort(struct cmlab_finding *f, u32 nr)
{
	u32 i, at;

	for (i = 1; i < nr; i++)
		for (at = i; at && comes_before(&f[at], &f[at - 1]); at--)
			swap(f[at], f[at - 1]);
}

/* The IF_* that are so. */
static unsigned int what_is(const struct cmlab_judge *j)
{
	return (is_up(j) ? IF_UP : 0) | (is_rc(j) ? IF_RC : 0) | (is_ud(j) ? IF_UD : IF_NOT_UD) |
	       (is_iwarp(j) ? IF_IWARP : IF_NOT_IWARP) |
	       (j->h->transitions == CMLAB_TRANSITIONS_CM ? IF_CM_MOVES : 0);
}

static bool is_of_side(const struct cmlab_judge *j, unsigned int role)
{
	if (j->row->when & OF_PEER)
		return has_viewpoint(j) && role != j->h->viewpoint;
	return !(j->row->when & OF_OWN_SIDE) || !has_viewpoint(j) || role == j->h->viewpoint;
}

static void judge_row(struct cmlab_judge *j)
{
	static const u8 depths[] = { CMLAB_F_IRD, CMLAB_F_ORD };
	const struct cmlab_row *row = j->row;
	unsigned int i;

	if (row->when & ~(what_is(j) | OF_OWN_SIDE | OF_PEER))
		return;
	j->field = row->field;
	for (i = 0; i < CMLAB_NR_ROLES; i++)
		if (row->judge_side && is_of_side(j, i))
			row->judge_side(j, i);
	if (row->judge)
		row->judge(j);
	for (i = 0; i < ARRAY_SIZE(depths) && row->judge_depth; i++) {
		j->field = depths[i];
		row->judge_depth(j, depths[i]);
	}
}

void cmlab_findings_collect(const struct cmlab_handshake *h, const struct cmlab_workload *w,
			    struct cmlab_findings *found)
{
	static const struct cmlab_workload nothing;
	struct cmlab_judge j = { .h = h, .w = w ? w : &nothing, .found = found };
	unsigned int t;

	found->nr = 0;
	found->lost = 0;
	for (t = 0; t < ARRAY_SIZE(topics); t++)
		for (j.row = topics[t]; j.row->number; j.row++)
			judge_row(&j);
	sort(found->f, found->nr);
}

const char *cmlab_who(const struct cmlab_judge *j, unsigned int role)
{
	if (has_viewpoint(j))
		return role == j->h->viewpoint ? "this side" : "the peer";
	return role == ACTIVE ? "the active side" : "the passive side";
}

const char *cmlab_who_begins(const struct cmlab_judge *j, unsigned int role)
{
	if (has_viewpoint(j))
		return role == j->h->viewpoint ? "This side" : "The peer";
	return role == ACTIVE ? "The active side" : "The passive side";
}
