// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * cmlab explain: a question's words, the model with whatever numbers they give it, and the
 * answer. An input is the words, a line each.
 */
#include "explain.h"
#include "stream.h"
#include "words.h"

static bool has_word(const struct words *w, const char *word)
{
	int i;

	for (i = 0; i < w->nr; i++)
		if (!strcmp(w->word[i], word))
			return true;
	return false;
}

int fuzz_begin(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	stream_init();
	return 0;
}

int fuzz_one(const u8 *data, size_t size)
{
	enum out_exit status;
	struct words w;
	const char *text;

	words_init(&w, data, size);
	stream_begin();
	status = explain(w.nr, w.word);
	text = stream_end();
	fuzz_require(status == OUT_DONE || status == OUT_USAGE, "an exit status as promised");
	fuzz_require(status == OUT_DONE || !*text, "nothing half printed");
	if (has_word(&w, "--json") && !has_word(&w, "--help"))
		stream_check_json(text);
	else
		stream_check_text(text);
	words_exit(&w);
	return 0;
}
