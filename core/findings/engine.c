// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Collecting: every row of every topic is asked once, then the findings are put in order,
 * and what they share.
 */
#include "judge.h"

static const struct cmlab_topic *const topics[] = {
	&cmlab_topic_depths,
	&cmlab_topic_devices,
	&cmlab_topic_drivers,
	&cmlab_topic_retries,
	&cmlab_topic_timers,
	&cmlab_topic_params,
	&cmlab_topic_private_data,
	&cmlab_topic_workload,
	/* The last, since its last row asks whether anything else was found. */
	&cmlab_topic_failures,
};

bool cmlab_findings_info(unsigned int n, struct cmlab_finding_info *info)
{
	const struct cmlab_row *row = NULL;
	unsigned int t, i;

	for (t = 0; t < ARRAY_SIZE(topics); t++)
		for (i = 0; i < topics[t]->nr; i++)
			if (topics[t]->rows[i].number == n + 1)
				row = &topics[t]->rows[i];
	if (!row)
		return false;
	info->number = row->number;
	info->severity = row->severity;
	info->field = row->field;
	info->title = row->title;
	return true;
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
	j->f->field = j->row->field;
	j->f->advice[0] = '\0';
	va_start(args, fmt);
	vscnprintf(j->f->message, sizeof(j->f->message), fmt, args);
	va_end(args);
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
static void sort(struct cmlab_judge *j)
{
	struct cmlab_finding *f = j->found->f;
	u32 i, at;

	for (i = 1; i < j->found->nr; i++) {
		for (at = i; at && comes_before(&f[i], &f[at - 1]); at--)
			;
		if (at == i)
			continue;
		j->spare = f[i];
		memmove(&f[at + 1], &f[at], (i - at) * sizeof(*f));
		f[at] = j->spare;
	}
}

void cmlab_findings_collect(const struct cmlab_handshake *h, const struct cmlab_workload *w,
			    struct cmlab_findings *found)
{
	static const struct cmlab_workload nothing;
	struct cmlab_judge j;
	unsigned int t, i;

	found->nr = 0;
	found->lost = 0;
	j.h = h;
	j.w = w ? w : &nothing;
	j.found = found;
	for (t = 0; t < ARRAY_SIZE(topics); t++)
		for (i = 0; i < topics[t]->nr; i++) {
			j.row = &topics[t]->rows[i];
			j.row->judge(&j);
		}
	sort(&j);
}

enum { FORM_WHO, FORM_WHO_BEGINS, FORM_WHOSE, FORM_WHOSE_BEGINS, NR_FORMS };

static const char *form_of(const struct cmlab_judge *j, unsigned int role, unsigned int form)
{
	static const char *const by_role[CMLAB_NR_ROLES][NR_FORMS] = {
		{ "the active side", "The active side", "the active side's", "The active side's" },
		{ "the passive side", "The passive side", "the passive side's",
		  "The passive side's" },
	};
	static const char *const by_view[][NR_FORMS] = {
		{ "the peer", "The peer", "the peer's", "The peer's" },
		{ "this side", "This side", "this side's", "This side's" },
	};

	return has_viewpoint(j) ? by_view[j->h->viewpoint == role][form] : by_role[role][form];
}

const char *cmlab_who(const struct cmlab_judge *j, unsigned int role)
{
	return form_of(j, role, FORM_WHO);
}

const char *cmlab_who_begins(const struct cmlab_judge *j, unsigned int role)
{
	return form_of(j, role, FORM_WHO_BEGINS);
}

const char *cmlab_whose(const struct cmlab_judge *j, unsigned int role)
{
	return form_of(j, role, FORM_WHOSE);
}

const char *cmlab_whose_begins(const struct cmlab_judge *j, unsigned int role)
{
	return form_of(j, role, FORM_WHOSE_BEGINS);
}

u32 cmlab_bound_of(const struct cmlab_judge *j, unsigned int role, unsigned int f,
		   const char **what)
{
	const struct cmlab_end *e = end_of(j, role);
	const struct cmlab_driver_info *info = driver_of(j, role);
	const struct cmlab_limits *l = &e->device;

	if (!knows(j, role, CMLAB_KNOWS_DRIVER))
		l = &e->limits;
	switch (f == CMLAB_F_IRD ? info->ird_bound : info->ord_bound) {
	case CMLAB_BOUND_RD:
		*what = "max_qp_rd_atom";
		return (u32)max(l->max_qp_rd_atom, 0);
	case CMLAB_BOUND_INIT:
		*what = "max_qp_init_rd_atom";
		return (u32)max(l->max_qp_init_rd_atom, 0);
	default:
		*what = "nothing";
		return 0xffffffff;
	}
}

bool cmlab_is_above(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 v)
{
	const char *what;

	return knows(j, role, CMLAB_KNOWS_DRIVER) && v > cmlab_bound_of(j, role, f, &what);
}

bool cmlab_due_of(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 *v)
{
	const struct cmlab_values *agreed = &end_of(j, role)->agreed;
	unsigned int at = role == PASSIVE ? f : cmlab_field_at_peer(f);

	/* On IB and RoCE the CM gives both sides the accept's word, an iWARP driver its own. */
	if (is_iwarp(j) ? role == PASSIVE : j->h->transitions == CMLAB_TRANSITIONS_CM) {
		*v = sent_of(j, PASSIVE, at);
		if (has_sent(j, PASSIVE, at) || !is_iwarp(j))
			return has_sent(j, PASSIVE, at);
	}
	*v = cmlab_values_get(agreed, f);
	return cmlab_values_has(agreed, f);
}

bool cmlab_rnr_of(const struct cmlab_judge *j, unsigned int role, u32 *rnr)
{
	bool read = has_qp(j, role, CMLAB_F_RNR);

	*rnr = read ? qp_of(j, role, CMLAB_F_RNR) : sent_of(j, !role, CMLAB_F_RNR);
	return read || has_sent(j, !role, CMLAB_F_RNR);
}

u32 cmlab_length_of(const struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_end *e = end_of(j, role);

	if (e->message.sent)
		return e->message.sent_len;
	return asked_of(j, role, CMLAB_F_PDLEN) & 255;
}

enum cmlab_msg cmlab_message_of(const struct cmlab_judge *j, unsigned int role)
{
	if (is_ud(j))
		return role == ACTIVE ? CMLAB_MSG_SIDR_REQ : CMLAB_MSG_SIDR_REP;
	return role == ACTIVE ? CMLAB_MSG_REQ : CMLAB_MSG_REP;
}
