/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * An input as the words of a command line: they are separated by line breaks, and end at a
 * zero byte as every word does.
 */
#ifndef CMLAB_FUZZ_WORDS_H
#define CMLAB_FUZZ_WORDS_H

#include "fuzz.h"

#define WORDS_MAX 32

struct words {
	char *text;
	int nr;
	char *word[WORDS_MAX + 1];
};

/* Each word has memory of its own, so that a read behind it is seen. */
static inline void words_init(struct words *w, const u8 *data, size_t size)
{
	char *rest, *word;

	w->nr = 0;
	w->text = calloc(1, size + 1);
	fuzz_require(w->text, "there is memory");
	if (size)
		memcpy(w->text, data, size);
	rest = w->text;
	while (w->nr < WORDS_MAX && (word = strsep(&rest, "\n"))) {
		w->word[w->nr] = strdup(word);
		fuzz_require(w->word[w->nr], "there is memory");
		w->nr++;
	}
	w->word[w->nr] = NULL;
}

static inline void words_exit(struct words *w)
{
	while (w->nr)
		free(w->word[--w->nr]);
	free(w->text);
}

#endif /* CMLAB_FUZZ_WORDS_H */
