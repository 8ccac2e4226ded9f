// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Sentences, wrapping, and keeping foreign text from reaching the terminal. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "out.h"

bool out_verbose;
static const char *program_name = "cmlab";

void out_init(const char *program)
{
	program_name = program;
}

void out_stdout(struct out_style *style)
{
	const char *off = getenv("NO_COLOR");

	style->file = stdout;
	style->colour = isatty(STDOUT_FILENO) && !(off && *off);
}

static char clean_char(char c)
{
	return c >= ' ' && c <= '~' ? c : '?';
}

const char *out_clean(const char *text, char *buf, size_t size)
{
	size_t i;

	for (i = 0; text[i] && i + 1 < size; i++)
		buf[i] = clean_char(text[i]);
	buf[i] = '\0';
	return buf;
}

static __printf(1, 0) void sentence(const char *fmt, va_list args)
{
	char text[1024];

	vsnprintf(text, sizeof(text), fmt, args);
	fprintf(stderr, "%s: ", program_name);
	out_text(stderr, text);
	putc('\n', stderr);
}

void out_error(const char *fmt, ...)
{
	va_list args;

	fflush(stdout);
	va_start(args, fmt);
	sentence(fmt, args);
	va_end(args);
}

enum out_exit out_fail(enum out_exit status, const char *fmt, ...)
{
	va_list args;

	fflush(stdout);
	va_start(args, fmt);
	sentence(fmt, args);
	va_end(args);
	return status;
}

void out_step(const char *fmt, ...)
{
	va_list args;

	if (!out_verbose)
		return;
	va_start(args, fmt);
	sentence(fmt, args);
	va_end(args);
}

/* Length of the first line of @text when wrapped to @width; at least one word's part. */
static size_t fit(const char *text, size_t width)
{
	size_t len = strlen(text), at;

	if (len <= width)
		return len;
	for (at = width; at > 0; at--)
		if (text[at] == ' ')
			return at;
	return width ? width : 1;
}

static void put_clean(FILE *f, const char *text, size_t len)
{
	for (; len; len--)
		putc(clean_char(*text++), f);
}

void out_text(FILE *f, const char *text)
{
	put_clean(f, text, strlen(text));
}

void out_wrap(FILE *f, const char *text, int column, int indent)
{
	size_t width = column < OUT_WIDTH ? OUT_WIDTH - column : 1;
	size_t i, n;

	while (*text) {
		n = fit(text, width);
		/* No blank before a line break. */
		for (i = n; i && text[i - 1] == ' '; i--)
			;
		put_clean(f, text, i);
		text += n;
		while (*text == ' ')
			text++;
		if (!*text)
			return;
		fprintf(f, "\n%*s", indent, "");
		width = indent < OUT_WIDTH ? OUT_WIDTH - indent : 1;
	}
}

void out_add(struct out_line *l, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	l->len += vscnprintf(l->text + l->len, sizeof(l->text) - l->len, fmt, args);
	va_end(args);
}
