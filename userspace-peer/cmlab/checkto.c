// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* cmlab check --to: the lines, the verdict and the exit status. */
#include <argp.h>
#include <arpa/inet.h>
#include <stdarg.h>
#include <stdlib.h>

#include "checkto.h"
#include "keyval.h"

enum { OPT_TO = 256, OPT_JSON, OPT_PROBE };

static const char *const results[CHECKTO_NR_RESULTS] = { "ok", "warn", "error" };

void checkto_say(struct checkto *c, enum checkto_result result, const char *check, const char *todo,
		 const char *fmt, ...)
{
	struct json_object *line = json_object_new_object();
	char text[512], clean[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	json_object_object_add(line, "check", json_object_new_string(check));
	json_object_object_add(line, "result", json_object_new_string(results[result]));
	json_object_object_add(line, "found",
			       json_object_new_string(out_clean(text, clean, sizeof(clean))));
	if (todo)
		json_object_object_add(line, "todo", json_object_new_string(todo));
	json_object_array_add(c->lines, line);
	c->nr[result]++;
}

static void verdict(const struct checkto *c, char *buf, size_t size)
{
	if (c->nr[CHECKTO_ERROR])
		scnprintf(buf, size, "%s: a connection will fail: %u error%s, %u warning%s",
			  c->shown, c->nr[CHECKTO_ERROR], c->nr[CHECKTO_ERROR] == 1 ? "" : "s",
			  c->nr[CHECKTO_WARN], c->nr[CHECKTO_WARN] == 1 ? "" : "s");
	else if (c->nr[CHECKTO_WARN])
		scnprintf(buf, size, "%s: this side can connect; %u warning%s", c->shown,
			  c->nr[CHECKTO_WARN], c->nr[CHECKTO_WARN] == 1 ? "" : "s");
	else
		scnprintf(buf, size, "%s: nothing on this side stands in the way", c->shown);
}

static void print_line(struct json_object *line)
{
	const char *todo = keyval_str(line, "todo", NULL);

	printf("%-6s%-9s ", keyval_str(line, "result", ""), keyval_str(line, "check", ""));
	out_wrap(stdout, keyval_str(line, "found", ""), 16, 16);
	putchar('\n');
	if (!todo)
		return;
	printf("%16s-> ", "");
	out_wrap(stdout, todo, 19, 19);
	putchar('\n');
}

static void print_text(const struct checkto *c, const char *answer)
{
	size_t i;

	out_text(stdout, answer);
	printf("\n\n");
	for (i = 0; i < keyval_len(c->lines); i++)
		print_line(json_object_array_get_idx(c->lines, i));
}

static bool print_json(const struct checkto *c, const char *answer)
{
	struct json_object *root = json_object_new_object();
	bool done;

	json_object_object_add(root, "version", json_object_new_int(1));
	json_object_object_add(root, "to", json_object_new_string(c->shown));
	json_object_object_add(root, "verdict", json_object_new_string(answer));
	json_object_object_add(root, "errors", json_object_new_int(c->nr[CHECKTO_ERROR]));
	json_object_object_add(root, "warnings", json_object_new_int(c->nr[CHECKTO_WARN]));
	json_object_object_add(root, "checks", json_object_get(c->lines));
	done = keyval_print(stdout, root);
	json_object_put(root);
	return done;
}

static bool is_port(const char *text)
{
	char *end;
	unsigned long port = strtoul(text, &end, 10);

	return *text >= '0' && *text <= '9' && !*end && port > 0 && port < 65536;
}

/* ADDR, ADDR:PORT, IPV6 or [IPV6]:PORT. The port changes nothing: only the peer knows that. */
static bool set_address(struct checkto *c, const char *word)
{
	unsigned char bin[16];
	const char *colon = strrchr(word, ':');
	size_t len = strlen(word);

	c->shown = word;
	if (*word == '[' && word[len - 1] == ']') {
		word++;
		len -= 2;
	} else if (*word == '[' && colon && colon[-1] == ']' && is_port(colon + 1)) {
		word++;
		len = colon - word - 1;
	} else if (colon && strchr(word, ':') == colon) {
		if (!is_port(colon + 1))
			return false;
		len = colon - word;
	}
	if (!len || len >= sizeof(c->to))
		return false;
	memcpy(c->to, word, len);
	c->v6 = memchr(word, ':', len);
	return inet_pton(c->v6 ? AF_INET6 : AF_INET, c->to, bin) == 1;
}

static void look_at_device(struct checkto *c)
{
	checkto_gid(c);
	checkto_guid(c);
	checkto_limits(c);
	checkto_subnet(c);
}

static void ask_everything(struct checkto *c)
{
	static const char *const addr[] = { "ip", "-j", "addr", "show", NULL };
	static const char *const link[] = { "rdma", "-j", "link", "show", NULL };

	c->addrs = checkto_run_json("ip-addr", addr);
	c->links = checkto_run_json("rdma-link", link);
	if (checkto_route(c)) {
		bool device = checkto_device(c);

		checkto_mtu(c);
		if (device)
			look_at_device(c);
	}
	checkto_memlock(c);
}

struct input {
	struct checkto c;
	bool json;
};

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case OPT_JSON:
		in->json = true;
		break;
	case OPT_PROBE:
		in->c.probe = true;
		break;
	case OPT_TO:
		if (!set_address(&in->c, arg))
			argp_error(state,
				   "check: --to %s: ADDR, ADDR:PORT or [IPV6]:PORT with a port of 1..65535 expected",
				   arg);
		break;
	case ARGP_KEY_ARG:
		if (state->arg_num || strcmp(arg, "check"))
			argp_error(state, "check: %s: unexpected argument", arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_option options[] = {
	{ "to", OPT_TO, "ADDR[:PORT]", 0, "The address to look at", 0 },
	{ "probe", OPT_PROBE, NULL, 0, "Ping once in the netdev's MTU, not to be fragmented", 0 },
	{ "json", OPT_JSON, NULL, 0, "Print JSON, one object on one line", 0 },
	{ NULL, 0, NULL, 0, NULL, 0 },
};

static const char doc[] =
	"What stands between this host and an address, before anything is tried. Needs no\n"
	"module, and no root but for what a line says.\v\n"
	"  cmlab check --to 10.7.0.1:4420\n"
	"  cmlab check --to '[fd00::1]:4420' --probe --json\n\n"
	"Exit status: 0 no error, 1 a connection will fail, 2 usage error.\n";

bool is_checkto(int argc, char **argv)
{
	bool check = false, to = false;
	int i;

	for (i = 1; i < argc; i++) {
		check = check || !strcmp(argv[i], "check");
		to = to || !strcmp(argv[i], "--to") || !strncmp(argv[i], "--to=", 5);
	}
	return check && to;
}

enum out_exit checkto(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_opt, .args_doc = "check", .doc = doc
	};
	static struct input in;
	struct checkto *c = &in.c;
	char answer[200];

	argp_err_exit_status = OUT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &in);
	c->lines = json_object_new_array();
	ask_everything(c);
	verdict(c, answer, sizeof(answer));
	if (in.json)
		print_json(c, answer);
	else
		print_text(c, answer);
	json_object_put(c->addrs);
	json_object_put(c->links);
	json_object_put(c->lines);
	return c->nr[CHECKTO_ERROR] ? OUT_FAILED : OUT_DONE;
}
