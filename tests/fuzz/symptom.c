// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What people type behind cmlab why, and lines of logs: any bytes. An input is tried as both.
 */
#include <cmlab/ib.h>
#include <cmlab/symptom.h>

#include "fuzz.h"

static void check_meaning(void *ctx, const struct cmlab_meaning *m, const char *means)
{
	unsigned int *n = ctx;

	fuzz_require(m && means && *means, "a meaning has words");
	(*n)++;
}

static void check_symptom(const struct cmlab_symptom *s)
{
	char text[CMLAB_SYMPTOM_STR];
	unsigned int n = 0;

	fuzz_require(s->kind < CMLAB_NR_SYMPTOMS, "a kind is one");
	fuzz_require(s->role == CMLAB_SYMPTOM_ANY || s->role < CMLAB_NR_ROLES, "a side is one");
	fuzz_require(s->event == CMLAB_SYMPTOM_ANY || s->event < CMLAB_NR_EVENTS,
		     "an event is one");
	fuzz_require(s->ns >= 0 && s->slack_ns >= 0, "no time is negative");
	cmlab_symptom_text(s, text);
	fuzz_require(fuzz_is_text(text, sizeof(text)), "it can be shown");
	fuzz_require(cmlab_symptom_explain(s, check_meaning, &n) == n, "each meaning is told once");
}

static void parse(const char *text, size_t len)
{
	struct cmlab_symptom s;
	char err[160] = "";
	int ret = cmlab_symptom_parse(text, len, &s, err, sizeof(err));

	fuzz_require(!ret || ret == -EINVAL, "an errno as promised");
	fuzz_require(!ret == !*err, "a sentence where something is wrong, and only there");
	if (!ret)
		check_symptom(&s);
}

int fuzz_one(const u8 *data, size_t size)
{
	struct cmlab_symptom s;
	const struct cmlab_line *l;

	parse((const char *)data, size);
	l = cmlab_symptom_line((const char *)data, size, &s);
	if (l)
		check_symptom(&s);
	else
		fuzz_require(s.kind == CMLAB_SYMPTOM_LINE && !s.number, "nothing is half found");
	return 0;
}
