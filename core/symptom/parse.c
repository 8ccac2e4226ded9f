// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A symptom as people write it, and back. Words are known by the tables of names; a number
 * alone counts only where its sign or unit says what it is.
 */
#include "rows.h"

#define WORD_MAX 48

/* What has been read so far. */
struct reading {
	bool has_kind;
	u8 kind;
	u8 event;
	bool has_number;
	bool is_wide; /* does not fit */
	s64 number;
	bool has_time;
	s64 ns, slack_ns;
};

struct word {
	const char *s;
	size_t len;
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool same(const char *name, const char *s, size_t len)
{
	return strlen(name) == len && cmlab_same_letters(name, s, len);
}

static bool is_between(char c)
{
	return c == ' ' || c == '\t' || c == ',' || c == ':' || c == '=' || c == '(' || c == ')' ||
	       c == '\n' || c == '\'' || c == '"' || c == ';';
}

static bool next_word(const char **at, const char *end, struct word *w)
{
	while (*at < end && is_between(**at))
		(*at)++;
	w->s = *at;
	while (*at < end && !is_between(**at))
		(*at)++;
	w->len = (size_t)(*at - w->s);
	return w->len > 0;
}

static void skip_prefix(struct word *w)
{
	static const char *const prefixes[] = { "RDMA_CM_EVENT_", "IBV_WC_",   "IB_WC_",
						"IBV_EVENT_",	  "IB_EVENT_", "IB_CM_REJ_" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(prefixes); i++) {
		size_t len = strlen(prefixes[i]);

		if (w->len <= len || !same(prefixes[i], w->s, len))
			continue;
		w->s += len;
		w->len -= len;
	}
}

/* The number of a name, which may lack the ending, or -1. */
static int find(const struct cmlab_names *names, const struct word *w, const char *ending)
{
	size_t tail = strlen(ending);
	unsigned int i;

	for (i = 0; i < names->nr; i++) {
		const char *name = names->name[i];
		size_t len = name ? strlen(name) : 0;

		if (!len || !cmlab_same_letters(name, w->s, w->len))
			continue;
		if (w->len == len || (w->len + tail == len && same(ending, name + w->len, tail)))
			return (int)i;
	}
	return -1;
}

static bool take_kind(struct reading *r, const struct word *w)
{
	static const struct {
		const char *word;
		u8 kind;
	} kinds[] = {
		{ "rej", CMLAB_SYMPTOM_REJ },	    { "reject", CMLAB_SYMPTOM_REJ },
		{ "reason", CMLAB_SYMPTOM_REJ },    { "sidr", CMLAB_SYMPTOM_SIDR },
		{ "wc", CMLAB_SYMPTOM_WC },	    { "cqe", CMLAB_SYMPTOM_WC },
		{ "completion", CMLAB_SYMPTOM_WC }, { "errno", CMLAB_SYMPTOM_ERRNO },
		{ "event", CMLAB_SYMPTOM_ASYNC },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!same(kinds[i].word, w->s, w->len))
			continue;
		r->kind = r->has_kind ? r->kind : kinds[i].kind;
		r->has_kind = true;
		return true;
	}
	/* Between the others, these say nothing. */
	return same("status", w->s, w->len) || same("error", w->s, w->len) ||
	       same("after", w->s, w->len);
}

static bool take_named(struct reading *r, enum cmlab_symptom_kind kind, int number)
{
	if (number < 0 || r->has_number)
		return false;
	r->kind = (u8)kind;
	r->has_kind = true;
	r->has_number = true;
	r->number = number;
	return true;
}

static bool take_event(struct reading *r, const struct word *w)
{
	unsigned int i;

	/* Names of events have the prefix in the table. */
	for (i = 0; i < CMLAB_NR_EVENTS; i++) {
		if (!same(cmlab_name(&cmlab_events, i) + strlen("RDMA_CM_EVENT_"), w->s, w->len))
			continue;
		r->event = (u8)i;
		return true;
	}
	return false;
}

static bool take_name(struct reading *r, struct word w)
{
	int err;

	skip_prefix(&w);
	if (take_event(r, &w))
		return true;
	if (take_named(r, CMLAB_SYMPTOM_WC, find(&cmlab_wc_statuses, &w, "_ERR")) ||
	    take_named(r, CMLAB_SYMPTOM_ASYNC, find(&cmlab_async_events, &w, "")))
		return true;
	err = cmlab_errno_find(w.s, w.len);
	if (!err || r->has_number)
		return false;
	take_named(r, CMLAB_SYMPTOM_ERRNO, 0);
	r->number = err;
	return true;
}

/* A unit of time, in ns; 0 if it is none. */
static u32 unit_of(const char *s, size_t len)
{
	if (same("s", s, len) || same("sec", s, len) || same("seconds", s, len))
		return 1000 * CMLAB_NS_PER_MS;
	if (same("ms", s, len) || same("msec", s, len))
		return CMLAB_NS_PER_MS;
	return same("us", s, len) || same("usec", s, len) ? CMLAB_NS_PER_US : 0;
}

/* "98", "-104", "0x1c", "0.5": digits before and behind the point, and how many stand behind. */
static bool read_digits(struct word *w, s64 *whole, u32 *tenths)
{
	u32 base = 10, digit;
	bool point = false, any = false;

	*whole = 0;
	*tenths = 1;
	if (w->len > 2 && w->s[0] == '0' && lower(w->s[1]) == 'x') {
		base = 16;
		w->s += 2;
		w->len -= 2;
	}
	for (; w->len; w->s++, w->len--) {
		char c = lower(*w->s);

		if (c == '.' && base == 10 && !point && any) {
			point = true;
			continue;
		}
		digit = is_digit(c)			   ? (u32)(c - '0') :
			base == 16 && c >= 'a' && c <= 'f' ? (u32)(c - 'a' + 10) :
							     16;
		if (digit >= base)
			break;
		any = true;
		if (*whole > 100000000000LL || *tenths > 100000)
			continue;
		*whole = *whole * base + digit;
		*tenths = point ? *tenths * 10 : 1;
	}
	return any;
}

static bool take_time(struct reading *r, s64 whole, u32 tenths, u32 unit)
{
	if (r->has_time || whole > 1000000000)
		return false;
	r->has_time = true;
	r->ns = (s64)div_u64((u64)whole * unit, tenths);
	r->slack_ns = unit / tenths / 2;
	return true;
}

static bool take_number(struct reading *r, struct word w, const char **at, const char *end)
{
	const char *back = *at;
	struct word after;
	bool minus = *w.s == '-';
	u32 tenths;
	s64 whole;

	if (minus || *w.s == '+') {
		w.s++;
		w.len--;
	}
	if (!read_digits(&w, &whole, &tenths))
		return false;
	if (w.len)
		return !minus && unit_of(w.s, w.len) &&
		       take_time(r, whole, tenths, unit_of(w.s, w.len));
	if (!minus && next_word(at, end, &after) && unit_of(after.s, after.len))
		return take_time(r, whole, tenths, unit_of(after.s, after.len));
	*at = back;
	if (r->has_number || tenths > 1)
		return false;
	r->has_number = true;
	r->is_wide = whole > 0x7ffffffe;
	r->number = minus ? -whole : whole;
	return true;
}

/* What an event and the number beside it are together. */
static void join_event(struct reading *r, struct cmlab_symptom *s)
{
	s->event = r->event;
	s->kind = CMLAB_SYMPTOM_EVENT;
	s->number = r->event;
	if (!r->has_number || !r->number)
		return;
	s->number = (s32)r->number;
	s->kind = CMLAB_SYMPTOM_ERRNO;
	if (r->number > 0 && r->event == CMLAB_EVENT_REJECTED)
		s->kind = CMLAB_SYMPTOM_REJ;
	else if (r->number > 0 && r->event == CMLAB_EVENT_UNREACHABLE)
		s->kind = CMLAB_SYMPTOM_SIDR;
	else if (r->number > 0)
		s->number = -s->number;
}

/* Nobody writes an errno's sign the same way, and some write a reason's as one. */
static s32 with_sign(u8 kind, s64 number)
{
	bool minus = kind == CMLAB_SYMPTOM_ERRNO;
	s32 n = (s32)number;

	return (n < 0) == minus ? n : -n;
}

static const char *what_is_wrong(const struct reading *r)
{
	bool has_event = r->event != CMLAB_SYMPTOM_ANY;

	if (r->is_wide)
		return "the number is too large";
	if (r->has_time && (r->has_number || r->has_kind))
		return "a duration and a number: one symptom at a time";
	if (r->has_kind && !r->has_number && !has_event)
		return "the number is missing";
	if (!r->has_time && !r->has_number && !has_event)
		return "no symptom: give an errno, 'REJ N', 'wc N', an event or a duration";
	if (r->has_number && !r->has_kind && !has_event && r->number >= 0)
		return "a number of what? Say 'REJ N', 'wc N', 'errno N' or 'N s'";
	return NULL;
}

static void conclude(struct reading *r, struct cmlab_symptom *s)
{
	cmlab_symptom_init(s, CMLAB_SYMPTOM_ERRNO, (s32)r->number);
	if (r->has_time) {
		s->kind = CMLAB_SYMPTOM_TIME;
		s->ns = r->ns;
		s->slack_ns = r->slack_ns;
	} else if (r->event != CMLAB_SYMPTOM_ANY) {
		join_event(r, s);
	} else if (r->has_kind) {
		s->kind = r->kind;
		s->number = with_sign(r->kind, r->number);
	}
}

int cmlab_symptom_parse(const char *text, size_t len, struct cmlab_symptom *s, char *err,
			size_t size)
{
	struct reading r = { .event = CMLAB_SYMPTOM_ANY };
	const char *at = text, *end = text + len, *wrong;
	struct word w;

	cmlab_symptom_init(s, CMLAB_SYMPTOM_LINE, 0);
	while (next_word(&at, end, &w)) {
		if (take_kind(&r, &w) || take_number(&r, w, &at, end) || take_name(&r, w))
			continue;
		scnprintf(err, size, "%.*s: no symptom that is known here",
			  (int)min_t(size_t, w.len, WORD_MAX), w.s);
		return -EINVAL;
	}
	wrong = what_is_wrong(&r);
	if (wrong) {
		scnprintf(err, size, "%.*s: %s", (int)min_t(size_t, len, WORD_MAX), text, wrong);
		return -EINVAL;
	}
	conclude(&r, s);
	return 0;
}

static void number_text(const struct cmlab_symptom *s, char *buf)
{
	unsigned int n = (unsigned int)s->number;

	switch (s->kind) {
	case CMLAB_SYMPTOM_REJ:
		scnprintf(buf, CMLAB_SYMPTOM_STR, "REJ %d (%s)", s->number,
			  cmlab_name(&cmlab_ib_rejs, n));
		break;
	case CMLAB_SYMPTOM_SIDR:
		scnprintf(buf, CMLAB_SYMPTOM_STR, "SIDR status %d", s->number);
		break;
	case CMLAB_SYMPTOM_WC:
		scnprintf(buf, CMLAB_SYMPTOM_STR, "wc status %d (%s)", s->number,
			  cmlab_name(&cmlab_wc_statuses, n));
		break;
	case CMLAB_SYMPTOM_ASYNC:
		scnprintf(buf, CMLAB_SYMPTOM_STR, "event %s", cmlab_name(&cmlab_async_events, n));
		break;
	default:
		scnprintf(buf, CMLAB_SYMPTOM_STR, "%d (%s)", s->number,
			  cmlab_errno_name(s->number));
	}
}

const char *cmlab_symptom_text(const struct cmlab_symptom *s, char buf[CMLAB_SYMPTOM_STR])
{
	char time[CMLAB_TIME_STR], number[CMLAB_SYMPTOM_STR];

	if (s->kind == CMLAB_SYMPTOM_TIME) {
		scnprintf(buf, CMLAB_SYMPTOM_STR, "%s", cmlab_time_text(s->ns, time));
		return buf;
	}
	if (s->kind == CMLAB_SYMPTOM_EVENT) {
		scnprintf(buf, CMLAB_SYMPTOM_STR, "%s", cmlab_name(&cmlab_events, s->event));
		return buf;
	}
	number_text(s, number);
	if (s->event != CMLAB_SYMPTOM_ANY)
		scnprintf(buf, CMLAB_SYMPTOM_STR, "%s, status %.40s",
			  cmlab_name(&cmlab_events, s->event), number);
	else if (s->kind == CMLAB_SYMPTOM_ERRNO && s->call)
		scnprintf(buf, CMLAB_SYMPTOM_STR, "%s: %.40s", cmlab_name(&cmlab_calls, s->call),
			  number);
	else
		scnprintf(buf, CMLAB_SYMPTOM_STR, "%s", number);
	return buf;
}
