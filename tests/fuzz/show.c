// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The module's other files: tables, lists, counters and the answer to a command, as a hostile
 * or a newer module writes them. An input is a byte that chooses the command, and then the text
 * of every file; behind a line "--", that of every connection's report.
 */
#include "cmlab_act.h"
#include "cmlab_debugfs.h"
#include "cmlab_show.h"
#include "stream.h"

static const char *const commands[] = {
	NULL,	 "devices", "listeners", "connections", "profiles", "events",
	"stats", "7",	    "connect",	 "listen",	"unlisten",
};

#define NR_SHOWN 8
#define SPLIT	 "\n--\n"
#define AS_JSON	 0x80

static struct fuzz_input file, report;

/* What is in the place of cmlab_debugfs.c: the files are the input. */
static struct json_object *parse(const struct fuzz_input *text, const char *table,
				 const char *columns)
{
	const char *at = (const char *)text->at;
	struct json_object *root = NULL;
	char error[KEYVAL_ERR] = "";
	int ret;

	ret = keyval_parse(at, text->left, table, columns, &root, error);
	fuzz_require(!ret == !!root, "there is an object, or an error");
	if (ret)
		fuzz_require(*error && memchr(error, '\0', sizeof(error)), "there is a sentence");
	return root;
}

enum out_exit cmlab_debugfs_check(void)
{
	return OUT_DONE;
}

struct json_object *cmlab_debugfs_read(const char *name, const char *table, const char *columns,
				       enum out_exit *status)
{
	struct json_object *root = parse(&file, table, columns);

	(void)name;
	*status = root ? OUT_DONE : OUT_FAILED;
	return root;
}

struct json_object *cmlab_debugfs_report(s64 id, bool quiet)
{
	(void)quiet;
	return id < 0 ? NULL : parse(&report, NULL, NULL);
}

enum out_exit cmlab_debugfs_command(const struct cmdline *cmd, struct json_object **result)
{
	(void)cmd;
	*result = parse(&file, NULL, NULL);
	return *result ? OUT_DONE : OUT_FAILED;
}

static void split(struct fuzz_input *in)
{
	const u8 *at = memmem(in->at, in->left, SPLIT, strlen(SPLIT));

	file = *in;
	report = (struct fuzz_input){ in->at + in->left, 0 };
	if (!at)
		return;
	file.left = (size_t)(at - file.at);
	report.at = at + strlen(SPLIT);
	report.left = (size_t)(in->at + in->left - report.at);
}

static void act(const char *verb, bool json)
{
	char endpoint[] = "10.0.0.1:1";
	char *words[1] = { endpoint };
	struct cmlab_error err;
	struct cmdline cmd;

	fuzz_require(!cmdline_build(&cmd, verb, 1, words, &err), "the command is right");
	cmlab_act(&cmd, json);
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
	struct fuzz_input in = { data, size };
	u8 choice = fuzz_u8(&in);
	unsigned int command = (choice & ~AS_JSON) % ARRAY_SIZE(commands);
	bool json = choice & AS_JSON;
	const char *text;

	split(&in);
	stream_begin();
	if (command < NR_SHOWN)
		cmlab_show(commands[command], json);
	else
		act(commands[command], json);
	text = stream_end();
	if (json)
		stream_check_json(text);
	else
		stream_check_text(text);
	return 0;
}
