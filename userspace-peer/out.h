/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What goes to the terminal. Everything printed may come from a peer or from
 * the kernel, so nothing but printable ASCII gets out, and no such text is ever
 * a format.
 */
#ifndef CMLAB_OUT_H
#define CMLAB_OUT_H

#include <cmlab/env.h>

#define OUT_WIDTH 100

/* Exit status of both programs. */
enum out_exit {
	OUT_DONE = 0,
	OUT_FAILED = 1,
	OUT_USAGE = 2,
	OUT_MISSING = 3,
};

/**
 * struct out_style - how a report looks
 * @file: where it goes
 * @colour: emphasise severities; only for a terminal
 */
struct out_style {
	FILE *file;
	bool colour;
};

/* Name for error sentences: "cmlab: ...". */
void out_init(const char *program);

/* Style for standard output: colour on a terminal unless NO_COLOR is set. */
void out_stdout(struct out_style *style);

/* One sentence to standard error, with the program's name in front. */
__printf(1, 2) void out_error(const char *fmt, ...);

/* The same; returns @status, for whoever ends with it. */
__printf(2, 3) enum out_exit out_fail(enum out_exit status, const char *fmt, ...);

/* A sentence to standard error if --verbose was given. */
extern bool out_verbose;
__printf(1, 2) void out_step(const char *fmt, ...);

/* Copy @text to @buf with everything but printable ASCII replaced by '?'. */
const char *out_clean(const char *text, char *buf, size_t size);

/* Print @text cleaned. */
void out_text(FILE *f, const char *text);

/**
 * out_wrap - print words within OUT_WIDTH
 * @f: where to
 * @text: the words, cleaned on the way
 * @column: column that the first word is printed at
 * @indent: column that further lines start at
 *
 * Ends without a line break.
 */
void out_wrap(FILE *f, const char *text, int column, int indent);

/**
 * struct out_line - text of a line that is printed wrapped
 * @text: so far; what does not fit is cut
 * @len: its length
 */
struct out_line {
	char text[1024];
	size_t len;
};

/* Add to a line. */
__printf(2, 3) void out_add(struct out_line *l, const char *fmt, ...);

#endif /* CMLAB_OUT_H */
