// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * cmlab-peer: the userspace end of a handshake, over librdmacm. Same grammar, same
 * decisions and same report as the module's, plus misbehaviour on request.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>

#include "cmdline.h"
#include "out.h"
#include "peer.h"
#include "peer_loop.h"

#define WORDS_MAX 64

enum {
	OPT_JSON = 256,
	OPT_BRIEF,
	OPT_COUNT,
	OPT_READY,
	OPT_HOLD,
	OPT_UNTIL,
	OPT_LIMITS,
	OPT_RAW,
	OPT_BAD,
};

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print a JSON object for each connection, one per line", 0 },
	{ "brief", OPT_BRIEF, NULL, 0, "Print one line for each connection", 0 },
	{ "verbose", 'v', NULL, 0, "Print each step to standard error", 0 },
	{ "limits", OPT_LIMITS, "K=V,...", 0,
	  "Mock device limits: max_qp_rd_atom (rd), max_qp_init_rd_atom (init), max_res_rd_atom (res)",
	  0 },
	{ "hold", OPT_HOLD, "S", 0, "Keep each connection up for S seconds", 0 },
	{ "until-disconnect", OPT_UNTIL, NULL, 0,
	  "Keep each connection up until the peer ends it (the default of listen)", 0 },
	{ "count", OPT_COUNT, "N", 0,
	  "listen: exit after N handshakes, 0 for never (1). connect takes count=N instead", 0 },
	{ "ready-file", OPT_READY, "FILE", 0, "listen: create FILE once listening", 0 },
	{ "raw", OPT_RAW, "K=V,...", 0,
	  "Send these values in the REQ or REP, whatever was decided: rr, id, retry, rnr, flow",
	  0 },
	{ "accept-raw", OPT_RAW, NULL, OPTION_ALIAS, NULL, 0 },
	{ "misbehave", OPT_BAD, "KIND[=N]", 0, "Misbehave on purpose, in one of the ways below",
	  0 },
	{ NULL, 0, NULL, 0, NULL, 0 },
};

static const char args_doc[] = "listen ADDR:PORT [KEY=VALUE...]\nconnect ADDR:PORT [KEY=VALUE...]";
static const char doc[] =
	"The userspace end of a cmlab handshake, over librdmacm.\v" CMDLINE_KEYS
	"cmlab-peer refuses ps=udp, and any min_rnr_when but before_handshake.\n\n"
	"listen prints \"listening on ADDR:PORT\" (with --json on standard error), and\n"
	"runs until --count handshakes have ended or it is interrupted.\n\n"
	"Exit status: 0 success, 1 a handshake failed, 2 usage error, 3 no RDMA.\n";

/* What argp collects before anything of it is checked as a whole. */
struct input {
	struct peer_opts opts;
	bool count_given;
	bool hold_given;
	const char *limits;
	const char *raw;
	int nr_words;
	char *words[WORDS_MAX];
};

static u32 number(struct argp_state *state, const char *what, const char *text, u32 max)
{
	unsigned long v;
	char *end;

	errno = 0;
	v = strtoul(text, &end, 10);
	if (errno || end == text || *end || *text == '-' || v > max)
		argp_error(state, "--%s=%s: 0..%u", what, text, max);
	return v;
}

static u32 milliseconds(struct argp_state *state, const char *text)
{
	char *end;
	double s = strtod(text, &end);

	if (end == text || *end || !(s >= 0 && s <= 86400))
		argp_error(state, "--hold=%s: 0..86400 seconds", text);
	return (u32)(s * 1000);
}

static void parse_bad(struct argp_state *state, const char *text, struct cmlab_fault *bad)
{
	int ret = cmlab_fault_parse(text, strlen(text), bad);

	if (ret == -ENOENT)
		argp_error(state, "--misbehave=%s: no such kind; see --help", text);
	if (ret)
		argp_error(state, "--misbehave=%s: must be a number, 0..%u%s", text,
			   cmlab_fault_max(bad->kind),
			   bad->kind == CMLAB_FAULT_REJECT ? ", or the name of a reason" : "");
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case OPT_JSON:
		in->opts.json = true;
		break;
	case OPT_BRIEF:
		in->opts.brief = true;
		break;
	case 'v':
		out_verbose = true;
		break;
	case OPT_COUNT:
		in->opts.count = number(state, "count", arg, 1000000);
		in->count_given = true;
		break;
	case OPT_READY:
		in->opts.ready_file = arg;
		break;
	case OPT_HOLD:
		in->opts.hold_ms = milliseconds(state, arg);
		in->hold_given = true;
		break;
	case OPT_UNTIL:
		in->opts.until_disconnect = true;
		break;
	case OPT_LIMITS:
		in->limits = arg;
		break;
	case OPT_RAW:
		in->raw = arg;
		break;
	case OPT_BAD:
		parse_bad(state, arg, &in->opts.bad);
		break;
	case ARGP_KEY_ARG:
		if (in->nr_words == WORDS_MAX)
			argp_error(state, "more than %d words", WORDS_MAX);
		in->words[in->nr_words++] = arg;
		break;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a command is missing: listen or connect");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* The list of kinds, one a line; argp frees it. */
static char *misdeeds(void)
{
	char *help = NULL;
	struct cmlab_fault fault;
	size_t size = 0;
	FILE *f = open_memstream(&help, &size);
	unsigned int kind;

	if (!f)
		return NULL;
	fprintf(f, "Kinds of --misbehave (N is what stands in parentheses if not given):\n");
	for (kind = CMLAB_FAULT_OFF + 1; kind < CMLAB_NR_FAULTS; kind++) {
		const char *word = cmlab_name(&cmlab_faults, kind);

		if (!(cmlab_fault_who(kind) & CMLAB_FAULT_BY_PEER))
			continue;
		cmlab_fault_parse(word, strlen(word), &fault);
		fprintf(f, "  %-14s %s", word, cmlab_name(&cmlab_fault_texts, kind));
		if (cmlab_fault_max(kind))
			fprintf(f, " (%u)", fault.n);
		putc('\n', f);
	}
	fclose(f);
	return help;
}

static char *help_filter(int key, const char *text, void *input)
{
	(void)input;
	return key == ARGP_KEY_HELP_EXTRA ? misdeeds() : (char *)text;
}

/* "rd=4,init=16" through the grammar of the module's "limits" verb */
static int parse_limits(const char *text, struct peer_opts *opts)
{
	char line[CMLAB_REQUEST_LINE];
	struct cmlab_request req;
	struct cmlab_error err;
	char *p;
	int len;

	len = snprintf(line, sizeof(line), "limits dev=any %s", text);
	if (len < 0 || (size_t)len >= sizeof(line))
		return out_fail(OUT_USAGE, "--limits: longer than %zu characters", sizeof(line));
	for (p = line; *p; p++)
		if (*p == ',')
			*p = ' ';
	if (cmlab_request_parse(line, len, &req, &err))
		return out_fail(OUT_USAGE, "--%s", err.text);
	opts->mock = req.mock;
	return OUT_DONE;
}

/* What goes into the message as it stands there; the rest is the QP's or has other ways. */
#define RAW_FIELDS                                                                         \
	(1U << CMLAB_F_IRD | 1U << CMLAB_F_ORD | 1U << CMLAB_F_RETRY | 1U << CMLAB_F_RNR | \
	 1U << CMLAB_F_FLOW)

static int parse_raw_pair(const char *pair, size_t len, struct cmlab_values *raw)
{
	const char *eq = memchr(pair, '=', len);
	unsigned long v;
	char *end;
	int f;

	f = eq ? cmlab_field_find(pair, eq - pair) : -ENOENT;
	if (f < 0)
		return out_fail(OUT_USAGE, "--raw=%.*s: must be FIELD=NUMBER", (int)len, pair);
	if (!(RAW_FIELDS & 1U << f))
		return out_fail(OUT_USAGE, "--raw=%.*s: only rr, id, retry, rnr and flow", (int)len,
				pair);
	errno = 0;
	v = strtoul(eq + 1, &end, 10);
	if (errno || end != pair + len || end == eq + 1 || eq[1] == '-' || v > 255)
		return out_fail(OUT_USAGE, "--raw=%.*s: 0..255 (a u8 in struct rdma_conn_param)",
				(int)len, pair);
	cmlab_values_set(raw, f, v);
	return OUT_DONE;
}

static int parse_raw(const char *text, struct cmlab_values *raw)
{
	size_t len;

	for (; *text; text += len + (text[len] == ',')) {
		len = strcspn(text, ",");
		if (parse_raw_pair(text, len, raw) != OUT_DONE)
			return OUT_USAGE;
	}
	return OUT_DONE;
}

static int check_verb(struct input *in)
{
	const char *verb = in->words[0];
	bool listens = !strcmp(verb, "listen");

	if (!listens && strcmp(verb, "connect"))
		return out_fail(OUT_USAGE, "%s: must be listen or connect", verb);
	if (!listens && in->count_given)
		return out_fail(OUT_USAGE, "--count is for listen only; use connect ... count=N");
	if (!listens && in->opts.ready_file)
		return out_fail(OUT_USAGE, "--ready-file is for listen only");
	if (!in->count_given)
		in->opts.count = 1;
	if (listens && !in->hold_given)
		in->opts.until_disconnect = true;
	return OUT_DONE;
}

static bool asks_for(const struct cmlab_request *req, enum cmlab_field f)
{
	return req->profile.set & 1U << f;
}

/* What librdmacm has no way to say, and no policy takes out. */
static int check_raw(const struct cmlab_request *req, const char *verb)
{
	u32 min_rnr = req->profile.range[CMLAB_F_MIN_RNR].target;

	if (req->decide != CMLAB_DECIDE_RAW)
		return OUT_DONE;
	if (asks_for(req, CMLAB_F_QKEY))
		return out_fail(OUT_USAGE,
				"%s: qkey: not with decide=raw: librdmacm's struct rdma_conn_param has no qkey",
				verb);
	if (asks_for(req, CMLAB_F_MIN_RNR) && min_rnr > CMLAB_TIMER_MAX)
		return out_fail(OUT_USAGE, "%s: min_rnr_timer=%u: 0..%u (5 bits of the queue pair)",
				verb, min_rnr, CMLAB_TIMER_MAX);
	return OUT_DONE;
}

/* The grammar is the module's: what this program cannot do is refused, never ignored. */
static int check_request(const struct cmlab_request *req)
{
	const char *verb = cmlab_name(&cmlab_verbs, req->verb);

	if (req->ps != CMLAB_PS_TCP)
		return out_fail(OUT_USAGE, "%s: ps=%s: cmlab-peer speaks RDMA_PS_TCP only", verb,
				cmlab_name(&cmlab_port_spaces, req->ps));
	/* librdmacm has no rdma_set_min_rnr_timer(): the queue pair is where it is set. */
	if (req->min_rnr_when != CMLAB_WHEN_NEVER &&
	    req->min_rnr_when != CMLAB_WHEN_BEFORE_HANDSHAKE)
		return out_fail(OUT_USAGE,
				"%s: min_rnr_timer_when=%s: only before_handshake: librdmacm has no call for it, so cmlab-peer sets it on the queue pair",
				verb, cmlab_name(&cmlab_whens, req->min_rnr_when));
	return check_raw(req, verb);
}

static int check_bad(const struct cmlab_request *req, unsigned int kind)
{
	u32 role = req->verb == CMLAB_VERB_CONNECT ? CMLAB_FAULT_BY_ACTIVE : CMLAB_FAULT_BY_PASSIVE;
	/* Whatever --transitions says, librdmacm leaves the RTU to this program. */
	const char *why = cmlab_fault_obstacle(kind, role | CMLAB_FAULT_BY_PEER, req->form,
					       CMLAB_TRANSITIONS_LAB);

	if (why)
		return out_fail(OUT_USAGE, "--misbehave=%s: %s", cmlab_name(&cmlab_faults, kind),
				why);
	return OUT_DONE;
}

static int finish(struct input *in)
{
	struct cmlab_error err;
	struct cmdline cmd;
	int status = check_verb(in);

	if (status == OUT_DONE && in->limits)
		status = parse_limits(in->limits, &in->opts);
	if (status == OUT_DONE && in->raw)
		status = parse_raw(in->raw, &in->opts.raw);
	if (status != OUT_DONE)
		return status;
	if (cmdline_build(&cmd, in->words[0], in->nr_words - 1, in->words + 1, &err))
		return out_fail(OUT_USAGE, "%s", err.text);
	in->opts.req = cmd.req;
	if (cmd.req.fault.kind && in->opts.bad.kind)
		return out_fail(OUT_USAGE, "fault= and --misbehave: one of them");
	if (cmd.req.fault.kind)
		in->opts.bad = cmd.req.fault;
	in->opts.req.fault = in->opts.bad;
	status = check_request(&cmd.req);
	return status == OUT_DONE ? check_bad(&cmd.req, in->opts.bad.kind) : status;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_opt,
		.args_doc = args_doc,
		.doc = doc,
		.help_filter = help_filter,
	};
	static struct input in;
	int status;

	out_init("cmlab-peer");
	argp_err_exit_status = OUT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &in);
	status = finish(&in);
	return status == OUT_DONE ? peer_loop_run(&in.opts) : status;
}
