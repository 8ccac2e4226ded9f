// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* cmlab why: the options, and where the symptom comes from. */
#include <stdlib.h>
#include <string.h>

#include "cmlab_debugfs.h"
#include "why.h"

static const char help[] =
	"Usage: cmlab why SYMPTOM... [OPTION...]\n"
	"       cmlab why --log FILE | -\n"
	"       cmlab why --conn ID\n"
	"What a symptom means, its causes, how to tell them apart, and what to do. Needs\n"
	"neither the module nor root nor RDMA, but for --conn.\n"
	"\n"
	"  SYMPTOM   an errno (-104, ECONNREFUSED), a reject (REJECTED 10, REJ 28, SIDR 1),\n"
	"            an event (UNREACHABLE -110, CONNECT_ERROR, QP_FATAL), the status of a\n"
	"            completion ('wc 13', RETRY_EXC), how long it took (98s, 655ms), or a\n"
	"            line of a log\n"
	"  --side active|passive    who saw it\n"
	"  --transport ib|roce|iwarp\n"
	"  --driver NAME            see cmlab explain --list-drivers\n"
	"  --call NAME              the call that returned it: rdma_connect, rdma_accept, ...\n"
	"  --log FILE               recognise the lines of a log; '-' is standard input\n"
	"  --conn ID                a connection of the module\n"
	"  --json                   print JSON, one object on one line\n"
	"\n"
	"Examples:\n"
	"  cmlab why 'REJECTED 10' --side passive\n"
	"  dmesg | cmlab why -\n"
	"\n"
	"Exit status: 0 explained, 1 nothing is known of it, 2 usage error, 3 module or\n"
	"permission missing.\n";

enum option { SIDE, TRANSPORT, DRIVER, CALL, LOG, CONN, NR_OPTIONS };

static const char *const options[] = {
	[SIDE] = "--side", [TRANSPORT] = "--transport", [DRIVER] = "--driver", [CALL] = "--call",
	[LOG] = "--log",   [CONN] = "--conn",
};

static const struct cmlab_names all_options = { options, NR_OPTIONS };

struct line {
	const char *value[NR_OPTIONS];
	bool json;
	bool help;
	char text[WHY_LINE];
};

static bool add_word(struct line *l, const char *word)
{
	size_t len = strlen(l->text);

	if (len + strlen(word) + 2 > sizeof(l->text)) {
		out_error("why: %.40s...: a symptom has at most %zu characters", word,
			  sizeof(l->text) - 1);
		return false;
	}
	snprintf(l->text + len, sizeof(l->text) - len, "%s%s", len ? " " : "", word);
	return true;
}

/* Takes argv[*i], and the word behind it where that is its value. */
static bool take_word(struct line *l, int argc, char **argv, int *i)
{
	const char *arg = argv[*i], *value;
	size_t len = strcspn(arg, "=");
	int o = cmlab_name_find(&all_options, arg, len);

	if (!strcmp(arg, "--json"))
		return l->json = true;
	if (!strcmp(arg, "--help") || !strcmp(arg, "-h"))
		return l->help = true;
	if (o < 0 && !strncmp(arg, "--", 2)) {
		out_error("why: %s: no such option; see cmlab why --help", arg);
		return false;
	}
	if (o < 0)
		return add_word(l, arg);
	value = arg[len] ? arg + len + 1 : *i + 1 < argc ? argv[++*i] : NULL;
	if (!value || l->value[o]) {
		out_error(value ? "why: %s: given twice" : "why: %s: a value is missing",
			  options[o]);
		return false;
	}
	l->value[o] = value;
	return true;
}

static bool find_word(const char *option, const struct cmlab_names *names, const char *word, u8 *v)
{
	char known[512] = "";
	unsigned int i;
	int n = cmlab_name_find(names, word, strlen(word));

	if (n >= 0) {
		*v = (u8)n;
		return true;
	}
	for (i = 0; i < names->nr; i++)
		if (names->name[i] && *names->name[i])
			snprintf(known + strlen(known), sizeof(known) - strlen(known), " %s",
				 names->name[i]);
	out_error("why: %s %s: not one of%s", option, word, known);
	return false;
}

/* "rdma_connect", "connect", "ibv_modify_qp". */
static bool find_call(const char *word, u8 *call)
{
	static const char *const prefixes[] = { "%s", "rdma_%s", "ib_%s", "ibv_%s" };
	char name[64];
	size_t i;
	int n;

	for (i = 0; i < ARRAY_SIZE(prefixes); i++) {
		/* Not a format of the user's: chosen from the table above. */
		snprintf(name, sizeof(name), prefixes[i],
			 !strncmp(word, "ibv_", 4) && i == 2 ? word + 4 : word);
		n = cmlab_name_find(&cmlab_calls, name, strlen(name));
		if (n > 0) {
			*call = (u8)(n == CMLAB_CALL_LISTEN ? CMLAB_CALL_BIND_ADDR : n);
			return true;
		}
	}
	return find_word("--call", &cmlab_calls, word, call);
}

/* The transport of a driver that has one only. */
static u8 only_transport(u8 driver)
{
	u32 has = cmlab_limits_driver(driver)->transports;
	unsigned int t;

	for (t = 1; t < CMLAB_NR_TRANSPORTS; t++)
		if (has == 1U << t)
			return (u8)t;
	return CMLAB_TRANSPORT_UNKNOWN;
}

static bool take_place(const struct line *l, struct cmlab_symptom *place)
{
	cmlab_symptom_init(place, CMLAB_SYMPTOM_LINE, 0);
	if (l->value[SIDE] && !find_word("--side", &cmlab_roles, l->value[SIDE], &place->role))
		return false;
	if (l->value[DRIVER] &&
	    !find_word("--driver", &cmlab_drivers, l->value[DRIVER], &place->driver))
		return false;
	place->transport = only_transport(place->driver);
	if (l->value[TRANSPORT] &&
	    !find_word("--transport", &cmlab_transports, l->value[TRANSPORT], &place->transport))
		return false;
	return !l->value[CALL] || find_call(l->value[CALL], &place->call);
}

void why_place(struct cmlab_symptom *s, const struct cmlab_symptom *place)
{
	if (place->role < CMLAB_NR_ROLES)
		s->role = place->role;
	if (place->transport)
		s->transport = place->transport;
	if (place->driver)
		s->driver = place->driver;
	if (place->call) {
		s->call = place->call;
		s->event = s->kind == CMLAB_SYMPTOM_ERRNO ? CMLAB_SYMPTOM_ANY : s->event;
	}
}

static enum out_exit tell(const struct why *w, bool json)
{
	if (!json)
		return why_print(w) || w->line ? OUT_DONE : OUT_FAILED;
	return why_print_json(w, 1) ? OUT_DONE : OUT_FAILED;
}

/* What is no symptom by itself may be a line of a log. */
static enum out_exit why_words(const struct line *l, const struct cmlab_symptom *place)
{
	struct why w = { .times = 1 };
	char err[160];

	snprintf(w.text, sizeof(w.text), "%s", l->text);
	if (cmlab_symptom_parse(l->text, strlen(l->text), &w.s, err, sizeof(err))) {
		w.line = cmlab_symptom_line(l->text, strlen(l->text), &w.s);
		if (!w.line)
			return out_fail(OUT_USAGE, "why: %s", err);
	}
	why_place(&w.s, place);
	return tell(&w, l->json);
}

static u8 word_of(struct json_object *root, const char *key, const struct cmlab_names *names, u8 no)
{
	const char *word = keyval_str(root, key, "");
	int n = cmlab_name_find(names, word, strlen(word));

	return n < 0 ? no : (u8)n;
}

/* The last event with its status, or else the call that failed. */
static bool symptom_of(struct json_object *root, struct cmlab_symptom *s)
{
	const char *event = keyval_str(root, "event", "");
	char text[80], err[160];
	u8 call = word_of(root, "error_call", &cmlab_calls, CMLAB_CALL_NONE);

	if (!strcmp(keyval_str(root, "outcome", ""), "established") || (!*event && !call))
		return false;
	if (call)
		snprintf(text, sizeof(text), "errno %lld", (long long)keyval_int(root, "error", 0));
	else
		snprintf(text, sizeof(text), "%s %lld", event,
			 (long long)keyval_int(root, "status", 0));
	if (cmlab_symptom_parse(text, strlen(text), s, err, sizeof(err)))
		return false;
	s->role = word_of(root, "role", &cmlab_roles, CMLAB_SYMPTOM_ANY);
	s->transport = word_of(root, "transport", &cmlab_transports, CMLAB_TRANSPORT_UNKNOWN);
	s->driver = word_of(root, "driver", &cmlab_drivers, CMLAB_DRIVER_GENERIC);
	s->call = call;
	return true;
}

static enum out_exit why_conn(const struct line *l, const struct cmlab_symptom *place)
{
	struct why w = { .times = 1 };
	struct json_object *root;
	enum out_exit status;
	char *end;
	unsigned long id = strtoul(l->value[CONN], &end, 10);

	if (*end || end == l->value[CONN] || id > UINT32_MAX)
		return out_fail(OUT_USAGE, "why: --conn %s: must be the number of a connection",
				l->value[CONN]);
	status = cmlab_debugfs_check();
	if (status != OUT_DONE)
		return status;
	root = cmlab_debugfs_report((s64)id, false);
	if (!root)
		return OUT_FAILED;
	snprintf(w.text, sizeof(w.text), "connection %lu", id);
	if (symptom_of(root, &w.s)) {
		why_place(&w.s, place);
		status = tell(&w, l->json);
	} else {
		status = out_fail(OUT_FAILED,
				  "why: connection %lu: %s, nothing to explain; see cmlab show %lu",
				  id, keyval_str(root, "outcome", "?"), id);
	}
	json_object_put(root);
	return status;
}

static bool has_one_symptom(const struct line *l)
{
	if (!!l->value[LOG] + !!l->value[CONN] + !!*l->text == 1)
		return true;
	out_error("why: give a symptom, --log FILE or --conn ID; see cmlab why --help");
	return false;
}

enum out_exit why(int argc, char **argv)
{
	struct cmlab_symptom place;
	struct line l = { .json = false };
	bool skipped = false;
	int i;

	for (i = 0; i < argc; i++) {
		if (!skipped && !strcmp(argv[i], "why"))
			skipped = true;
		else if (!take_word(&l, argc, argv, &i))
			return OUT_USAGE;
	}
	if (l.help)
		return fputs(help, stdout) < 0 ? OUT_FAILED : OUT_DONE;
	if (!take_place(&l, &place))
		return OUT_USAGE;
	if (!has_one_symptom(&l))
		return OUT_USAGE;
	if (l.value[LOG] || !strcmp(l.text, "-"))
		return why_log(l.value[LOG] ? l.value[LOG] : "-", &place, l.json);
	return l.value[CONN] ? why_conn(&l, &place) : why_words(&l, &place);
}
