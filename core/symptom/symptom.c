// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Which meanings a symptom has in its place.
 */
#include "rows.h"

static const struct cmlab_meaning *const tables[] = {
	cmlab_meanings_rejects,	    cmlab_meanings_statuses, cmlab_meanings_calls,
	cmlab_meanings_completions, cmlab_meanings_events,   cmlab_meanings_async,
};

void cmlab_symptom_init(struct cmlab_symptom *s, enum cmlab_symptom_kind kind, s32 number)
{
	*s = (struct cmlab_symptom){
		.kind = (u8)kind,
		.role = CMLAB_SYMPTOM_ANY,
		.event = CMLAB_SYMPTOM_ANY,
		.number = number,
	};
}

/* What the symptom does not know of its place fits every row, and the other way round. */
static bool fits_place(const struct cmlab_meaning *m, const struct cmlab_symptom *s)
{
	if (m->roles && s->role < CMLAB_NR_ROLES && !(m->roles & BIT_OF(s->role)))
		return false;
	if (m->transports && s->transport && !(m->transports & BIT_OF(s->transport)))
		return false;
	return !m->drivers || !s->driver || (m->drivers & BIT_OF(s->driver));
}

/* A status is of an event, a result of a call: one that is known excludes the other. */
static bool fits_origin(const struct cmlab_meaning *m, const struct cmlab_symptom *s)
{
	bool has_event = s->event != CMLAB_SYMPTOM_ANY;

	if (s->kind == CMLAB_SYMPTOM_EVENT)
		return true;
	if (m->event)
		return has_event ? m->event == s->event + 1 : !s->call;
	if (m->call)
		return s->call ? m->call == s->call : !has_event;
	return true;
}

static bool fits(const struct cmlab_meaning *m, const struct cmlab_symptom *s, bool any, bool last)
{
	if (m->kind != s->kind || m->fallback != last)
		return false;
	if (any ? m->number != CMLAB_SYMPTOM_ANY_NUMBER : m->number != s->number)
		return false;
	return fits_place(m, s) && fits_origin(m, s);
}

static unsigned int tell(const struct cmlab_symptom *s, bool any, bool last, cmlab_meaning_fn fn,
			 void *ctx)
{
	const struct cmlab_meaning *m;
	unsigned int i, n = 0;

	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		for (m = tables[i]; m->means; m++) {
			if (!fits(m, s, any, last))
				continue;
			fn(ctx, m, m->means);
			n++;
		}
	}
	return n;
}

unsigned int cmlab_symptom_explain(const struct cmlab_symptom *s, cmlab_meaning_fn fn, void *ctx)
{
	unsigned int n;

	if (s->kind == CMLAB_SYMPTOM_TIME)
		return cmlab_symptom_times(s, fn, ctx);
	n = tell(s, false, false, fn, ctx);
	if (!n)
		n = tell(s, false, true, fn, ctx);
	return n ? n : tell(s, true, false, fn, ctx);
}

void cmlab_symptom_rows(enum cmlab_symptom_kind kind, cmlab_meaning_fn fn, void *ctx)
{
	const struct cmlab_meaning *m;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		for (m = tables[i]; m->means; m++)
			if (m->kind == kind)
				fn(ctx, m, m->means);
	if (kind == CMLAB_SYMPTOM_TIME)
		cmlab_symptom_time_rows(fn, ctx);
}

static void take_first(void *ctx, const struct cmlab_meaning *m, const char *means)
{
	const struct cmlab_meaning **first = ctx;

	(void)means;
	if (!*first)
		*first = m;
}

const struct cmlab_meaning *cmlab_symptom_first(const struct cmlab_symptom *s)
{
	const struct cmlab_meaning *first = NULL;

	cmlab_symptom_explain(s, take_first, &first);
	return first;
}
