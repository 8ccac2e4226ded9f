// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* cmlab explain: the options. Order does not matter: words are gathered, then read. */
#include <stdlib.h>
#include <string.h>

#include "explain.h"

/* X(NAME, "option with a value") */
#define WORD_LIST(X)                              \
	X(TRANSPORT, "--transport")               \
	X(DRIVER, "--driver")                     \
	X(ACTIVE_DRIVER, "--active-driver")       \
	X(PASSIVE_DRIVER, "--passive-driver")     \
	X(ACTIVE, "--active")                     \
	X(PASSIVE, "--passive")                   \
	X(ACTIVE_LIMITS, "--active-limits")       \
	X(PASSIVE_LIMITS, "--passive-limits")     \
	X(ACTIVE_HARDWARE, "--active-hardware")   \
	X(PASSIVE_HARDWARE, "--passive-hardware") \
	X(ACTIVE_PROFILE, "--active-profile")     \
	X(PASSIVE_PROFILE, "--passive-profile")   \
	X(TRANSITIONS, "--transitions")           \
	X(KERNEL, "--kernel")                     \
	X(FAMILY, "--family")                     \
	X(PS, "--ps")                             \
	X(MPA, "--mpa")                           \
	X(ANSWER, "--answer")                     \
	X(REJECT_REASON, "--reject-reason")       \
	X(REJECT_LEN, "--reject-len")             \
	X(WORKLOAD, "--workload")

#define ENUM_WORD(n, s) W_##n,
#define NAME_WORD(n, s) s,

enum word { WORD_LIST(ENUM_WORD) NR_WORDS };

static const char *const words[] = { WORD_LIST(NAME_WORD) };
static const struct cmlab_names all_words = { words, NR_WORDS };

enum flag {
	F_LIST_FINDINGS = EXPLAIN_FINDINGS,
	F_LIST_PROFILES = EXPLAIN_PROFILES,
	F_LIST_DRIVERS = EXPLAIN_DRIVERS,
	F_JSON,
	F_HELP,
	NR_FLAGS,
};

static const char *const flags[] = {
	[F_LIST_FINDINGS] = "--list-findings",
	[F_LIST_PROFILES] = "--list-profiles",
	[F_LIST_DRIVERS] = "--list-drivers",
	[F_JSON] = "--json",
	[F_HELP] = "--help",
};

static const struct cmlab_names all_flags = { flags, NR_FLAGS };

struct line {
	const char *value[NR_WORDS];
	bool flag[NR_FLAGS];
};

static const char help[] =
	"Usage: cmlab explain [OPTION...]\n"
	"Predict a handshake. Needs neither the module nor root nor RDMA.\n"
	"\n"
	"  --transport ib|roce|iwarp       default: what the driver has, else roce\n"
	"  --driver NAME                   both sides; or --active-driver, --passive-driver;\n"
	"                                  also a module's name, such as mlx5_core\n"
	"  --active K=V,...                what is passed to rdma_connect, raw\n"
	"  --passive K=V,...               what is passed to rdma_accept, raw\n"
	"      rr id retry rnr flow srq private_data_len qp_num qkey; min_rnr_timer and\n"
	"      ack_timeout, with min_rnr_timer_when and ack_timeout_when before_route,\n"
	"      before_handshake, listener or established; own_qp_num has_srq null\n"
	"  --active-profile NAME           let this side decide as the module does; K=V\n"
	"  --passive-profile NAME          overrides it, also rr.floor and rr.ceiling\n"
	"  --active-limits K=V,...         rd init res (16/16), local_ca_ack_delay,\n"
	"  --passive-limits K=V,...        packet_life_time, mtu\n"
	"  --active-hardware K=V,...       what the driver checks, if the limits are mock limits\n"
	"  --passive-hardware K=V,...\n"
	"  --transitions cm|lab            who moves the queue pair (cm)\n"
	"  --kernel RELEASE                6.1 (default), 6.8, 5.14.0-427.el9.x86_64, any other\n"
	"  --family inet|inet6|ib          --ps tcp|udp    --mpa 1|2\n"
	"  --answer accept|reject|absent|silent|stale|nomem|fail     what becomes of the REQ\n"
	"  --reject-reason N --reject-len N\n"
	"  --workload K=V,...              op by (active) depth size burst recv_posted (at the\n"
	"                                  other side) connections backlog service_us\n"
	"  --json                          print JSON, one object on one line\n"
	"  --list-findings --list-profiles --list-drivers\n"
	"\n"
	"Values not given are 0. Exit status: 0 success, 1 failure, 2 usage error.\n";

/* Takes argv[*i], and the word behind it where that is its value. */
static bool take_word(struct line *l, int argc, char **argv, int *i)
{
	const char *arg = argv[*i], *value;
	size_t len = strcspn(arg, "=");
	int w = cmlab_name_find(&all_flags, arg, strlen(arg));

	if (w >= 0) {
		l->flag[w] = true;
		return true;
	}
	w = cmlab_name_find(&all_words, arg, len);
	if (w < 0) {
		out_error("explain: %s: no such option; see cmlab explain --help", arg);
		return false;
	}
	value = arg[len] ? arg + len + 1 : *i + 1 < argc ? argv[++*i] : NULL;
	if (!value) {
		out_error("explain: %s: a value is missing", arg);
		return false;
	}
	if (l->value[w]) {
		out_error("explain: %s %s: given twice", words[w], value);
		return false;
	}
	l->value[w] = value;
	return true;
}

static bool take_line(struct line *l, int argc, char **argv)
{
	bool skipped = false;
	int i;

	memset(l, 0, sizeof(*l));
	for (i = 0; i < argc; i++) {
		if (!skipped && !strcmp(argv[i], "explain")) {
			skipped = true;
			continue;
		}
		if (!take_word(l, argc, argv, &i))
			return false;
	}
	return true;
}

/* One name of a list, @otherwise if the option was not given; -1 if it is no such name. */
static int choice(const struct line *l, enum word w, const struct cmlab_names *names, int otherwise)
{
	const char *value = l->value[w];
	struct out_line all = { .len = 0 };
	unsigned int i;
	int found;

	if (!value)
		return otherwise;
	found = cmlab_name_find(names, value, strlen(value));
	if (found >= 0)
		return found;
	for (i = 0; i < names->nr; i++)
		if (names->name[i])
			out_add(&all, " %s", names->name[i]);
	out_error("explain: %s %s: one of%s", words[w], value, all.text);
	return -1;
}

static int default_transport(const struct cmlab_limits *l)
{
	u8 has = cmlab_limits_transports(l);
	int t;

	if (has & 1U << CMLAB_TRANSPORT_ROCE)
		return CMLAB_TRANSPORT_ROCE;
	for (t = CMLAB_TRANSPORT_IB; t < CMLAB_NR_TRANSPORTS; t++)
		if (has & 1U << t)
			return t;
	return CMLAB_TRANSPORT_ROCE;
}

static bool fits(int transport, const struct cmlab_limits *l, const char *option)
{
	if (cmlab_limits_transports(l) & 1U << transport)
		return true;
	out_error("explain: %s %s: has no %s device", option, cmlab_limits_driver_name(l),
		  cmlab_name(&cmlab_transports, (unsigned int)transport));
	return false;
}

/* The option that names a side's driver. */
static enum word driver_word(const struct line *l, unsigned int role)
{
	enum word own = role == CMLAB_ROLE_ACTIVE ? W_ACTIVE_DRIVER : W_PASSIVE_DRIVER;

	return l->value[own] ? own : W_DRIVER;
}

static void set_device(struct cmlab_predict_side *side, const struct cmlab_limits *named)
{
	side->limits.driver = named->driver;
	side->limits.named = named->named;
	side->limits.kernel = named->kernel;
	side->limits.patched = named->patched;
	side->device = side->limits;
}

static bool take_devices(struct explain *e, const struct line *l)
{
	/* A device of no known transport is none that could be asked for. */
	static const char *const known[] = {
		[CMLAB_TRANSPORT_IB] = "ib",
		[CMLAB_TRANSPORT_ROCE] = "roce",
		[CMLAB_TRANSPORT_IWARP] = "iwarp",
	};
	static const struct cmlab_names transports = { known, ARRAY_SIZE(known) };
	struct cmlab_limits named[CMLAB_NR_ROLES] = { { .driver = CMLAB_DRIVER_GENERIC } };
	unsigned int r;
	int transport;

	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		enum word w = driver_word(l, r);

		named[r].kernel = CMLAB_KERNEL_6_1;
		if (l->value[w] && !explain_driver(words[w], l->value[w], &named[r]))
			return false;
		if (l->value[W_KERNEL] &&
		    !explain_kernel(words[W_KERNEL], l->value[W_KERNEL], &named[r]))
			return false;
	}
	transport = choice(l, W_TRANSPORT, &transports, default_transport(&named[0]));
	if (transport < 0)
		return false;
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		if (!fits(transport, &named[r], words[driver_word(l, r)]))
			return false;
	cmlab_predict_init(&e->in, transport, named[0].driver);
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		set_device(&e->in.side[r], &named[r]);
	return true;
}

static bool take_number(const struct line *l, enum word w, u32 *v)
{
	return !l->value[w] || explain_number(words[w], "", l->value[w], 255, v);
}

static bool take_choices(struct explain *e, const struct line *l)
{
	static const char *const revision[] = { NULL, "1", "2" };
	static const struct cmlab_names revisions = { revision, ARRAY_SIZE(revision) };
	u32 reason = CMLAB_REJ_CONSUMER_DEFINED;
	const struct {
		enum word w;
		const struct cmlab_names *names;
		int otherwise;
		u8 *to;
	} choices[] = {
		{ W_TRANSITIONS, &cmlab_transitions, CMLAB_TRANSITIONS_CM, &e->in.transitions },
		{ W_FAMILY, &cmlab_families, 0, &e->in.family },
		{ W_PS, &cmlab_port_spaces, 0, &e->in.ps },
		{ W_MPA, &revisions, 2, &e->in.mpa },
		{ W_ANSWER, &cmlab_answers, 0, &e->in.answer },
	};
	bool ok = true;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(choices); i++) {
		int found = choice(l, choices[i].w, choices[i].names, choices[i].otherwise);

		ok &= found >= 0;
		*choices[i].to = (u8)found;
	}
	if (!ok || !take_number(l, W_REJECT_REASON, &reason) ||
	    !take_number(l, W_REJECT_LEN, &e->in.reject_len))
		return false;
	e->in.reject_reason = (u8)reason;
	return true;
}

static bool take_side(struct explain *e, const struct line *l, unsigned int role)
{
	unsigned int off = role == CMLAB_ROLE_ACTIVE ? 0 : 1;
	const enum word params = W_ACTIVE + off, profile = W_ACTIVE_PROFILE + off,
			limits = W_ACTIVE_LIMITS + off, hardware = W_ACTIVE_HARDWARE + off;

	if (!explain_limits(e, role, false, words[limits], l->value[limits]) ||
	    !explain_limits(e, role, true, words[hardware], l->value[hardware]))
		return false;
	if (l->value[profile] &&
	    !explain_profile(e, role, words[profile], l->value[profile], l->value[params]))
		return false;
	return explain_side(e, role, words[params], l->value[params]);
}

static bool take_question(struct explain *e, const struct line *l)
{
	memset(e, 0, sizeof(*e));
	e->json = l->flag[F_JSON];
	return take_devices(e, l) && take_choices(e, l) && take_side(e, l, CMLAB_ROLE_ACTIVE) &&
	       take_side(e, l, CMLAB_ROLE_PASSIVE) &&
	       explain_workload(e, words[W_WORKLOAD], l->value[W_WORKLOAD]);
}

static enum out_exit answer_question(struct explain *e)
{
	cmlab_predict(&e->in, &e->h);
	cmlab_findings_collect(&e->h, &e->w, &e->found);
	if (!e->json) {
		explain_print(&e->h, &e->found);
		return OUT_DONE;
	}
	if (explain_print_json(&e->h, &e->found))
		return OUT_DONE;
	return out_fail(OUT_FAILED, "explain: out of memory");
}

enum out_exit explain(int argc, char **argv)
{
	static struct explain e;
	struct line l;
	unsigned int i;

	if (!take_line(&l, argc, argv))
		return OUT_USAGE;
	if (l.flag[F_HELP]) {
		fputs(help, stdout);
		return OUT_DONE;
	}
	for (i = 0; i < EXPLAIN_NR_LISTS; i++)
		if (l.flag[i])
			return explain_list(i, l.flag[F_JSON]);
	return take_question(&e, &l) ? answer_question(&e) : OUT_USAGE;
}
