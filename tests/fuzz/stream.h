/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a program prints, caught in memory: its standard output, and its sentences on
 * standard error, which are thrown away.
 */
#ifndef CMLAB_FUZZ_STREAM_H
#define CMLAB_FUZZ_STREAM_H

#include "fuzz.h"

#include <json-c/json.h>

static char *stream_text;
static size_t stream_size;

/* Once, before the first input; libFuzzer's own messages go where they always went. */
static inline void stream_init(void)
{
	stdout = open_memstream(&stream_text, &stream_size);
	stderr = fopen("/dev/null", "w");
	fuzz_require(stdout && stderr, "there is memory");
}

/* Nothing was printed yet. */
static inline void stream_begin(void)
{
	rewind(stdout);
}

/* Everything that was printed since, terminated. */
static inline const char *stream_end(void)
{
	putc('\0', stdout);
	fflush(stdout);
	return stream_text;
}

/* Lines of plain text and nothing else. */
static inline void stream_check_text(const char *text)
{
	for (; *text; text++)
		fuzz_require(*text == '\n' || (*text >= ' ' && *text <= '~'),
			     "only plain text reaches the terminal");
}

/* One line of JSON, as strict as there is, or nothing. */
static inline void stream_check_json(const char *text)
{
	struct json_tokener *tok;
	size_t len = strlen(text);

	if (!len)
		return;
	stream_check_text(text);
	fuzz_require(strchr(text, '\n') == text + len - 1, "JSON is one line");
	tok = json_tokener_new_ex(64);
	fuzz_require(tok, "there is memory");
	json_tokener_set_flags(tok, JSON_TOKENER_STRICT);
	json_object_put(json_tokener_parse_ex(tok, text, (int)len));
	fuzz_require(json_tokener_get_error(tok) == json_tokener_success, "JSON is valid");
	json_tokener_free(tok);
}

#endif /* CMLAB_FUZZ_STREAM_H */
