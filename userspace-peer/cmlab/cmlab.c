// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* cmlab: the command line of the module. */
#include <argp.h>

#include "checkto.h"
#include "cmdline.h"
#include "cmlab_act.h"
#include "cmlab_debugfs.h"
#include "cmlab_show.h"
#include "explain.h"
#include "out.h"
#include "watch.h"

#define WORDS_MAX 64
#define OPT_JSON  256
#define COMMANDS  "devices show listen unlisten check connect disconnect limits watch explain"

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print JSON, one object on one line", 0 },
	{ "verbose", 'v', NULL, 0, "Print each step to standard error", 0 },
	{ NULL, 0, NULL, 0, NULL, 0 },
};

static const char args_doc[] =
	"devices\n"
	"listen ADDR:PORT [KEY=VALUE...]\n"
	"unlisten ID|all|ADDR:PORT\n"
	"check ID [addr=ADDR]\n" CHECKTO_USAGE "\n"
	"connect ADDR:PORT [KEY=VALUE...]\n"
	"disconnect ID|all\n"
	"limits dev=DEVICE rd=N init=N res=N|mock=off\n"
	"show [ID|devices|listeners|connections|profiles|events|stats]\n" WATCH_USAGE
	"\n" EXPLAIN_USAGE;
static const char doc[] =
	"Show what becomes of struct rdma_conn_param: drives the module cmlab.ko.\v" CMDLINE_KEYS
	"A command is checked before the module sees it.\n\n"
	"Exit status: 0 success, 1 the operation failed, 2 usage error, 3 module or\n"
	"permission missing.\n";

struct input {
	bool json;
	int nr_words;
	char *words[WORDS_MAX];
};

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case OPT_JSON:
		in->json = true;
		break;
	case 'v':
		out_verbose = true;
		break;
	case ARGP_KEY_ARG:
		if (in->nr_words == WORDS_MAX)
			argp_error(state, "more than %d words", WORDS_MAX);
		in->words[in->nr_words++] = arg;
		break;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a command is missing");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static enum out_exit show(const struct input *in, const char *what, int max_words)
{
	if (in->nr_words > max_words)
		return out_fail(OUT_USAGE, "%s: %s: unexpected argument", in->words[0],
				in->words[max_words]);
	return cmlab_show(what, in->json);
}

static enum out_exit act(struct input *in)
{
	struct cmlab_error err;
	struct cmdline cmd;
	enum out_exit status;

	if (cmdline_build(&cmd, in->words[0], in->nr_words - 1, in->words + 1, &err))
		return out_fail(OUT_USAGE, "%s", err.text);
	status = cmlab_debugfs_check();
	return status == OUT_DONE ? cmlab_act(&cmd, in->json) : status;
}

static enum out_exit run(struct input *in)
{
	const char *verb = in->words[0];

	if (!strcmp(verb, "devices"))
		return show(in, "devices", 1);
	if (!strcmp(verb, "show"))
		return show(in, in->nr_words > 1 ? in->words[1] : NULL, 2);
	if (cmlab_name_find(&cmlab_verbs, verb, strlen(verb)) >= 0)
		return act(in);
	return out_fail(OUT_USAGE, "%s: not one of " COMMANDS, verb);
}

/* explain has options of its own, and needs nothing that the other commands need. */
static bool is_explain(int argc, char **argv)
{
	int i = 1;

	while (i < argc && argv[i][0] == '-')
		i++;
	return i < argc && !strcmp(argv[i], "explain");
}

static enum out_exit run_module_command(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_opt,
		.args_doc = args_doc,
		.doc = doc,
	};
	static struct input in;

	argp_err_exit_status = OUT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &in);
	return run(&in);
}

int main(int argc, char **argv)
{
	enum out_exit status;

	out_init("cmlab");
	if (is_explain(argc, argv))
		status = explain(argc - 1, argv + 1);
	else if (is_checkto(argc, argv))
		status = checkto(argc, argv);
	else if (is_watch(argc, argv))
		status = watch(argc, argv);
	else
		status = run_module_command(argc, argv);
	if (fflush(stdout) && status == OUT_DONE)
		return out_fail(OUT_FAILED, "standard output: %m");
	return status;
}
