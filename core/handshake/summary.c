// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The one line for the log: the first scene of any troubleshooting.
 */
#include <cmlab/report.h>

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

static void add_values(struct line *l, const char *what, const struct cmlab_values *vals)
{
	static const u8 fields[] = { CMLAB_F_IRD, CMLAB_F_ORD, CMLAB_F_RETRY, CMLAB_F_RNR };
	const char *nothing = " nothing";
	unsigned int i;
	u32 v;

	add(l, " %s", what);
	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		if (!cmlab_values_find(vals, fields[i], &v))
			continue;
		add(l, " %s %u", cmlab_field_info(fields[i])->abbr, v);
		nothing = "";
	}
	add(l, "%s", nothing);
}

static void add_time(struct line *l, u32 us)
{
	if (us >= 1000000)
		add(l, " after %u.%u s", us / 1000000, us % 1000000 / 100000);
	else if (us)
		add(l, " after %u.%u ms", us / 1000, us % 1000 / 100);
}

static void add_refusal(struct line *l, const struct cmlab_refusal *r)
{
	add(l, ": reason %u,", r->code);
	/* The other sentences name the field. */
	if (r->code == CMLAB_REASON_FIELD_RANGE && r->field < CMLAB_NR_FIELDS)
		add(l, " %s:", cmlab_field_info(r->field)->abbr);
	add(l, " %s", cmlab_name(&cmlab_reason_texts, r->code));
	if (r->have || r->need)
		add(l, " (%u, need %u)", r->have, r->need);
}

static void add_status(struct line *l, const struct cmlab_end *own)
{
	const struct cmlab_cm_event *last = cmlab_end_last(own);

	if (own->ret < 0)
		add(l, ": %s %d (%s)", cmlab_name(&cmlab_calls, own->call), own->ret,
		    cmlab_errno_name(own->ret));
	else if (last && last->status < 0)
		add(l, ": status %d (%s)", last->status, cmlab_errno_name(last->status));
	else if (last && last->status > 0)
		add(l, ": REJ %d (%s)", last->status,
		    cmlab_name(&cmlab_ib_rejs, (unsigned int)last->status));
}

static void add_outcome(struct line *l, const struct cmlab_report *r)
{
	const struct cmlab_handshake *h = &r->h;

	if (h->end[h->viewpoint].refusal.code)
		add(l, " refused");
	else if (h->outcome == CMLAB_OUTCOME_PENDING)
		add(l, " %s", cmlab_name(&cmlab_states, r->state));
	else
		add(l, " %s%s", cmlab_name(&cmlab_outcomes, h->outcome),
		    h->outcome == CMLAB_OUTCOME_REJECTED ? " by peer" : "");
	add_time(l, h->handshake_us);
	if (h->own_timer)
		add(l, " (own timer)");
}

int cmlab_report_summary(const struct cmlab_report *r, char *buf, size_t size)
{
	const struct cmlab_handshake *h = &r->h;
	const struct cmlab_end *own = &h->end[h->viewpoint], *peer = &h->end[!h->viewpoint];
	struct line l = { .buf = buf, .size = size };

	if (!size)
		return 0;
	buf[0] = '\0';
	add(&l, "conn %u %s %s %s", r->id, r->local[0] ? r->local : "?",
	    h->viewpoint == CMLAB_ROLE_ACTIVE ? "->" : "<-", r->remote);
	add_outcome(&l, r);
	if (own->refusal.code) {
		add_refusal(&l, &own->refusal);
	} else if (h->outcome == CMLAB_OUTCOME_ESTABLISHED) {
		add(&l, ":");
		add_values(&l, "peer", &own->seen);
		add(&l, ",");
		add_values(&l, "negotiated", &own->agreed);
	} else if (peer->refusal.code) {
		add_refusal(&l, &peer->refusal);
	} else {
		add_status(&l, own);
	}
	return l.used;
}
