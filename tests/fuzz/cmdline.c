// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The words of a command to one line of the control grammar. An input is the words, a line
 * each, the verb first.
 */
#include "cmdline.h"
#include "words.h"

static int blanks(const char *s)
{
	int n = 0;

	for (; *s; s++)
		n += *s == ' ';
	return n;
}

/* A word stays one, but ADDR:PORT, which becomes two. */
static void check_words(const struct cmdline *cmd, const struct words *w)
{
	fuzz_require(blanks(cmd->line) - blanks(w->word[0]) <= w->nr, "no word becomes two");
}

static void check(const struct cmdline *cmd)
{
	static struct cmlab_request again;
	struct cmlab_error err;

	fuzz_require(cmd->len <= CMLAB_REQUEST_LINE && strlen(cmd->line) == cmd->len,
		     "the line is terminated where its length says");
	fuzz_require(fuzz_is_plain(cmd->line), "the line is one, and plain");
	fuzz_require(!cmlab_request_parse(cmd->line, cmd->len, &again, &err),
		     "the module understands it");
	fuzz_require(!memcmp(&cmd->req, &again, sizeof(again)), "as this program does");
}

int fuzz_one(const u8 *data, size_t size)
{
	static struct cmdline cmd;
	static struct cmlab_error err;
	struct words w;
	int ret;

	words_init(&w, data, size);
	memset(&err, 0, sizeof(err));
	ret = cmdline_build(&cmd, w.word[0], w.nr - 1, w.word + 1, &err);
	if (ret) {
		fuzz_require(ret < 0 && *err.text && memchr(err.text, '\0', sizeof(err.text)),
			     "there is a sentence");
	} else {
		check(&cmd);
		check_words(&cmd, &w);
	}
	words_exit(&w);
	return 0;
}
