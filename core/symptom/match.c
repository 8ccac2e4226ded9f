// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Lines of logs against the rows of lines.c. A line may be anything: each row is tried once
 * at each place, and a gap ends at the first text that fits, so nothing is tried again.
 */
#include "rows.h"

/* What of a line is looked at; the longest that any program writes is far shorter. */
#define LOOKED_AT 1024

/* A place in a line. */
struct place {
	const char *at;
	const char *end;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A digit of @base, or -1. */
static int digit(char c, u32 base)
{
	if (is_digit(c))
		return c - '0';
	if (base == 16 && c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return base == 16 && c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* A number with its sign; one that is no s32 is none. */
static bool take_number(struct place *p, s32 *n)
{
	bool minus = p->at < p->end && *p->at == '-';
	const char *at = p->at + minus;
	u32 base = 10;
	s64 v = 0;
	bool any = false;

	if (p->end - at > 2 && at[0] == '0' && at[1] == 'x') {
		base = 16;
		at += 2;
	}
	for (; at < p->end && digit(*at, base) >= 0; at++) {
		any = true;
		v = v > 0x7fffffff ? v : v * base + digit(*at, base);
	}
	if (!any || v > 0x7fffffff)
		return false;
	p->at = at;
	*n = (s32)(minus ? -v : v);
	return true;
}

/* Length of the plain text that a pattern begins with. */
static size_t plain_len(const char *pattern)
{
	size_t n = 0;

	while (pattern[n] && pattern[n] != '%')
		n++;
	return n;
}

static bool take_plain(struct place *p, const char *pattern, size_t n)
{
	if ((size_t)(p->end - p->at) < n || memcmp(p->at, pattern, n))
		return false;
	p->at += n;
	return true;
}

/* Any text up to what the pattern goes on with; a number ends it too. */
static bool take_text(struct place *p, const char *rest)
{
	size_t n = plain_len(rest);

	for (; p->at < p->end; p->at++) {
		if (n ? (size_t)(p->end - p->at) >= n && !memcmp(p->at, rest, n) : is_digit(*p->at))
			return true;
	}
	return !n && !*rest;
}

static bool fits_at(struct place p, const char *pattern, s32 *number)
{
	s32 other;

	while (*pattern) {
		size_t n = plain_len(pattern);

		if (n) {
			if (!take_plain(&p, pattern, n))
				return false;
			pattern += n;
			continue;
		}
		pattern += 2;
		switch (pattern[-1]) {
		case 'n':
			if (!take_number(&p, number))
				return false;
			break;
		case 'i':
			if (!take_number(&p, &other))
				return false;
			break;
		default:
			if (!take_text(&p, pattern))
				return false;
		}
	}
	return true;
}

static bool fits(const char *line, size_t len, const char *pattern, s32 *number)
{
	struct place p = { line, line + len };

	for (; p.at < p.end; p.at++)
		if (*p.at == *pattern && fits_at(p, pattern, number))
			return true;
	return false;
}

/* A reason is printed as an errno by some, and an errno without its sign by others. */
static s32 with_sign(u8 kind, s32 n)
{
	return (n < 0) == (kind == CMLAB_SYMPTOM_ERRNO) ? n : -n;
}

/* On IB and RoCE the status of REJECTED is a reason, on iWARP an errno: the sign tells. */
static void take_status(const struct cmlab_line *l, s32 n, struct cmlab_symptom *s)
{
	s->event = (u8)(l->event - 1);
	s->number = n;
	s->kind = n < 0 ? CMLAB_SYMPTOM_ERRNO : l->kind;
}

static void fill(const struct cmlab_line *l, s32 n, struct cmlab_symptom *s)
{
	cmlab_symptom_init(s, (enum cmlab_symptom_kind)l->kind, l->number);
	s->role = l->role ? (u8)(l->role - 1) : CMLAB_SYMPTOM_ANY;
	s->transport = l->transport;
	s->driver = l->driver;
	s->call = l->call;
	if (l->kind == CMLAB_SYMPTOM_EVENT)
		s->event = (u8)l->number;
	else if (l->event)
		take_status(l, n, s);
	else if (l->kind != CMLAB_SYMPTOM_LINE && !l->number)
		s->number = with_sign(l->kind, n);
}

const struct cmlab_line *cmlab_symptom_line(const char *line, size_t len, struct cmlab_symptom *s)
{
	const struct cmlab_line *l;
	unsigned int i;
	s32 n = 0;

	cmlab_symptom_init(s, CMLAB_SYMPTOM_LINE, 0);
	for (i = 0; (l = cmlab_symptom_line_row(i)); i++) {
		if (!fits(line, min_t(size_t, len, LOOKED_AT), l->pattern, &n))
			continue;
		fill(l, n, s);
		return l;
	}
	return NULL;
}
