// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* cmlab why --log: the lines of a log that are known, each kind once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "why.h"

#define KINDS_MAX 64

struct found {
	struct why list[KINDS_MAX];
	size_t nr;
	unsigned long lines;
	unsigned long known;
	unsigned long left_out; /* known, and of a kind for which there was no room */
};

static bool is_same(const struct why *w, const struct cmlab_line *line,
		    const struct cmlab_symptom *s)
{
	return w->line == line && w->s.kind == s->kind && w->s.number == s->number;
}

static void take_line(struct found *f, char *text, size_t len, const struct cmlab_symptom *place)
{
	const struct cmlab_line *line;
	struct cmlab_symptom s;
	struct why *w;
	size_t i;

	while (len && (text[len - 1] == '\n' || text[len - 1] == '\r'))
		len--;
	line = cmlab_symptom_line(text, len, &s);
	if (!line)
		return;
	f->known++;
	for (i = 0; i < f->nr; i++) {
		if (is_same(&f->list[i], line, &s)) {
			f->list[i].times++;
			return;
		}
	}
	if (f->nr == KINDS_MAX) {
		f->left_out++;
		return;
	}
	w = &f->list[f->nr++];
	*w = (struct why){ .s = s, .line = line, .at = f->lines, .times = 1 };
	snprintf(w->text, sizeof(w->text), "%.*s", (int)min_t(size_t, len, WHY_LINE - 1), text);
	why_place(&w->s, place);
}

static bool read_log(FILE *in, struct found *f, const struct cmlab_symptom *place)
{
	char *text = NULL;
	size_t room = 0;
	ssize_t len;

	while ((len = getline(&text, &room, in)) >= 0) {
		f->lines++;
		take_line(f, text, (size_t)len, place);
	}
	free(text);
	return !ferror(in);
}

static void print_found(const struct found *f)
{
	size_t i;

	printf("%lu of %lu lines are known here, of %zu kinds\n", f->known, f->lines, f->nr);
	for (i = 0; i < f->nr; i++) {
		const struct why *w = &f->list[i];

		printf("\nline %lu%s: ", w->at, w->times > 1 ? " and more" : "");
		if (w->times > 1)
			printf("(%lu times) ", w->times);
		out_text(stdout, w->text);
		putchar('\n');
		why_print(w);
	}
	if (f->left_out)
		printf("\n%lu more known lines, of other kinds, are not shown\n", f->left_out);
}

enum out_exit why_log(const char *file, const struct cmlab_symptom *place, bool json)
{
	static struct found f;
	FILE *in = strcmp(file, "-") ? fopen(file, "r") : stdin;
	bool ok;

	if (!in)
		return out_fail(OUT_USAGE, "why: --log %s: %m", file);
	ok = read_log(in, &f, place);
	if (!ok)
		out_error("why: --log %s: %m", file);
	if (in != stdin)
		fclose(in);
	if (!ok)
		return OUT_FAILED;
	if (json)
		return why_print_json(f.list, f.nr) ? OUT_DONE : OUT_FAILED;
	print_found(&f);
	return f.known ? OUT_DONE : OUT_FAILED;
}
