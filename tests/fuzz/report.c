// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * One connection's report, as a hostile or a newer module writes it, read and printed for
 * people and as JSON. An input is the text.
 */
#include "report.h"
#include "stream.h"

static struct json_object *parse(const u8 *data, size_t size)
{
	struct json_object *root = NULL;
	char error[KEYVAL_ERR] = "";
	int ret = keyval_parse((const char *)data, size, NULL, NULL, &root, error);

	if (!ret) {
		fuzz_require(root, "what is read is an object");
		return root;
	}
	fuzz_require(!root && ret < 0, "what is refused is none");
	fuzz_require(*error && memchr(error, '\0', sizeof(error)), "there is a sentence");
	return NULL;
}

/* The table's labels are wider than a narrow terminal, but no line is wider than this. */
static void check_width(const char *text)
{
	size_t len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		fuzz_require(len <= OUT_WIDTH, "lines keep the width");
	}
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
	struct out_style style = { .file = stdout };
	struct json_object *root = parse(data, size);
	const char *text;

	if (!root)
		return 0;
	stream_begin();
	report_print(&style, root);
	text = stream_end();
	stream_check_text(text);
	check_width(text);
	stream_begin();
	report_json(stdout, root);
	text = stream_end();
	fuzz_require(*text, "a report is an object");
	stream_check_json(text);
	json_object_put(root);
	return 0;
}
