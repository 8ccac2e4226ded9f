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
#include "why.h"

#define WORDS_MAX 64
#define OPT_JSON  256
#define COMMANDS \
	"devices show listen unlisten check fault connect disconnect limits watch explain why"

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
	"fault ID KIND[=N] [count=N]\n"
	"connect ADDR:PORT [KEY=VALUE...]\n"
	"disconnect ID|all\n"
	"limits dev=DEVICE rd=N init=N res=N|mock=off\n"
	"show [ID|devices|listeners|connections|profiles|events|stats]\n" WATCH_USAGE
	"\n" EXPLAIN_USAGE "\n" WHY_USAGE;
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

/* These have options of their own, and say themselves what they need. */
static const struct {
	const char *verb;
	enum out_exit (*run)(int argc, char **argv);
	int from; /* the first word that it gets: 0 is the program's name */
} own_options[] = {
	{ "explain", explain, 1 },
	{ "watch", watch, 0 },
	{ "why", why, 1 },
};

static int find_own(int argc, char **argv)
{
	size_t n;
	int i = 1;

	while (i < argc && argv[i][0] == '-')
		i++;
	for (n = 0; i < argc && n < ARRAY_SIZE(own_options); n++)
		if (!strcmp(argv[i], own_options[n].verb))
			return (int)n;
	return -1;
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
	int n = find_own(argc, argv);
	enum out_exit status;

	out_init("cmlab");
	if (is_checkto(argc, argv))
		status = checkto(argc, argv);
	else if (n < 0)
		status = run_module_command(argc, argv);
	else
		status = own_options[n].run(argc - own_options[n].from, argv + own_options[n].from);
	if (fflush(stdout) && status == OUT_DONE)
		return out_fail(OUT_FAILED, "standard output: %m");
	return status;
}
