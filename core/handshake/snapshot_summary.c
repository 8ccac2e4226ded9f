// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The one line for the log: the first scene of any troubleshooting.
 */
#include "../findings/verdict.h"

struct line {
	char *buf;
	size_t size;
	int used;
};

static __printf(2, 3) void add(struct line *l, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	l->used += vscnprintf(l->buf + l->used, l->size - (size_t)l->used, fmt, args);
	va_end(args);
}

static void add_value(struct line *l, const struct cmlab_values *vals, enum cmlab_field f)
{
	if (cmlab_values_has(vals, f))
		add(l, " %s %u", cmlab_names_field(f)->abbr, vals->v[f]);
}

static void add_values(struct line *l, const char *what, const struct cmlab_values *vals)
{
	add(l, " %s", what);
	if (!vals->known)
		add(l, " nothing");
	add_value(l, vals, CMLAB_F_IRD);
	add_value(l, vals, CMLAB_F_ORD);
	add_value(l, vals, CMLAB_F_RETRY);
	add_value(l, vals, CMLAB_F_RNR);
}

static void add_time(struct line *l, const struct cmlab_snapshot *s)
{
	u32 us = s->handshake_us;

	if (us >= 1000000)
		add(l, " after %u.%u s", us / 1000000, us % 1000000 / 100000);
	else if (us)
		add(l, " after %u.%u ms", us / 1000, us % 1000 / 100);
}

static void add_reason(struct line *l, const struct cmlab_snapshot *s)
{
	add(l, ": reason %u,", s->reason);
	/* The other sentences name the field. */
	if (s->reason == CMLAB_REASON_FIELD_RANGE && s->reason_field < CMLAB_NR_FIELDS)
		add(l, " %s:", cmlab_names_field(s->reason_field)->abbr);
	add(l, " %s", cmlab_names_reason_text(s->reason));
	if (s->reason_have || s->reason_need)
		add(l, " (%u, need %u)", s->reason_have, s->reason_need);
}

static void add_status(struct line *l, const struct cmlab_snapshot *s)
{
	s32 err = cmlab_verdict_failure(s);

	if (s->error)
		add(l, ": %s %d (%s)", s->error_call ? s->error_call : "call", err,
		    cmlab_verdict_errno(err));
	else if (s->status < 0)
		add(l, ": status %d (%s)", s->status, cmlab_verdict_errno(s->status));
	else if (s->status > 0)
		add(l, ": REJ %d (%s)", s->status, cmlab_names_ib_rej((unsigned int)s->status));
}

static void add_outcome(struct line *l, const struct cmlab_snapshot *s)
{
	if (s->reason && !s->reason_by_peer)
		add(l, " refused");
	else if (s->outcome == CMLAB_OUTCOME_PENDING)
		add(l, " %s", cmlab_names_state(s->state));
	else
		add(l, " %s%s", cmlab_names_outcome(s->outcome),
		    s->outcome == CMLAB_OUTCOME_REJECTED ? " by peer" : "");
	add_time(l, s);
	if (s->own_timer)
		add(l, " (own timer)");
}

int cmlab_snapshot_summary(const struct cmlab_snapshot *s, char *buf, size_t size)
{
	struct line l = { .buf = buf, .size = size };

	if (!size)
		return 0;
	buf[0] = '\0';
	add(&l, "conn %u %s %s %s", s->id, s->local[0] ? s->local : "?",
	    s->role == CMLAB_ROLE_ACTIVE ? "->" : "<-", s->remote);
	add_outcome(&l, s);
	if (s->reason) {
		add_reason(&l, s);
	} else if (s->outcome == CMLAB_OUTCOME_ESTABLISHED) {
		add(&l, ":");
		add_values(&l, "peer", &s->advertised);
		add(&l, ",");
		add_values(&l, "negotiated", &s->negotiated);
	} else {
		add_status(&l, s);
	}
	return l.used;
}
