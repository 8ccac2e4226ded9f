/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * cmlab why: from a symptom to its causes. Needs the module only for --conn.
 */
#ifndef CMLAB_WHY_H
#define CMLAB_WHY_H

#include <cmlab/symptom.h>

#include "out.h"

#define WHY_LINE 512

/**
 * struct why - one symptom to explain
 * @s: the symptom, with what is known of its place
 * @line: the row that its line of a log fits; NULL: it was no line
 * @text: that line, or what the user wrote
 * @at: number of the first such line of a log; 0: no log
 * @times: how many lines of the log say this
 */
struct why {
	struct cmlab_symptom s;
	const struct cmlab_line *line;
	char text[WHY_LINE];
	unsigned long at;
	unsigned long times;
};

/* For --help of cmlab. */
#define WHY_USAGE \
	"why SYMPTOM... [--side active|passive] [--driver NAME] [--call NAME] [--log FILE] [--conn ID]"

/**
 * why - the command
 * @argc: number of words behind the program's name
 * @argv: the words; the word "why" itself is skipped
 */
enum out_exit why(int argc, char **argv);

/* why_print.c; returns how many meanings there are */
unsigned int why_print(const struct why *w);
bool why_print_json(const struct why *list, size_t nr);

/* why_log.c: what is known in a log; "-" is standard input */
enum out_exit why_log(const char *file, const struct cmlab_symptom *place, bool json);

/* What a user knows of the place wins over what a line says. */
void why_place(struct cmlab_symptom *s, const struct cmlab_symptom *place);

#endif /* CMLAB_WHY_H */
