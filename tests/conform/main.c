// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * cmlab-conform: what the model predicts of a handshake, held against the kernel, line
 * by line, over a grid of handshakes. Runs as root in a lab machine with the module
 * loaded; scripts/conformance runs it everywhere and sums up.
 *
 * Besides comments ("# ...") it prints lines of words separated by tabs:
 *   group    driver, tried, agreed, known, failed, milliseconds, name
 *   known    driver, id, cells, cause, source
 *   total    driver, tried, agreed, known, failed, milliseconds, lines compared
 *   wire     driver, REQs, REPs, REJs
 * With --fact it prints one number: the fact of kernel.h on this kernel.
 */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../userspace-peer/units.h"
#include "live.h"
#include "run.h"

enum phase { PHASE_ALL, PHASE_LISTEN, PHASE_CONNECT, PHASE_JUDGE, PHASE_WIRE, NR_PHASES };

static const char *const phase_names[NR_PHASES] = {
	[PHASE_LISTEN] = "listen",
	[PHASE_CONNECT] = "connect",
	[PHASE_JUDGE] = "judge",
	[PHASE_WIRE] = "wire",
};

struct options {
	u64 seed;
	u32 sample;
	u32 show;
	s64 only;
	unsigned int providers;
	unsigned int phase;
	const char *wire;
	const char *fact;
	bool list;
	bool columns;
	bool groups;
};

static const struct argp_option option_list[] = {
	{ "seed", 's', "N", 0, "Of what is chosen at random: pairs and samples (1)", 0 },
	{ "sample", 'n', "N", 0, "Only N cells of each driver, some of each group", 0 },
	{ "driver", 'd', "NAME", 0, "rxe or siw (both)", 0 },
	{ "cell", 'c', "N", 0, "Only this cell", 0 },
	{ "show", 'v', "N", 0, "Failed cells of each driver whose views are printed (20)", 0 },
	{ "kernel", 'k', "M.N", 0, "Release of the kernel (this machine's)", 0 },
	{ "fact", 't', "NAME", 0, "Print a fact of include/cmlab/kernel.h", 0 },
	{ "list", 'l', NULL, 0, "Print the cells and make no connection", 0 },
	{ "phase", 'p', "NAME", 0,
	  "Between two hosts: listen and later judge on the one, connect on the other", 0 },
	{ "wire", 'w', "FILE", 0, "Judge what tshark decoded of that; needs no module", 0 },
	{ "groups", 'g', NULL, 0, "Print a table of the groups and make no connection", 0 },
	{ "columns", 'f', NULL, 0, "Print tshark's options for it, for --driver", 0 },
	{ NULL, 0, NULL, 0, NULL, 0 },
};

static u64 parse_number(struct argp_state *state, const char *text)
{
	char *end;
	u64 v = strtoull(text, &end, 0);

	if (end == text || *end || *text == '-')
		argp_error(state, "%s: only digits expected", text);
	return v;
}

static unsigned int provider_bit(struct argp_state *state, const char *name)
{
	unsigned int i;

	for (i = 0; i < NR_PROVIDERS; i++)
		if (!strcmp(providers[i].name, name))
			return 1U << i;
	argp_error(state, "%s: rxe or siw", name);
	return 0;
}

static unsigned int phase_of(struct argp_state *state, const char *name)
{
	unsigned int i;

	for (i = PHASE_LISTEN; i <= PHASE_JUDGE; i++)
		if (!strcmp(phase_names[i], name))
			return i;
	argp_error(state, "%s: listen, connect or judge", name);
	return PHASE_ALL;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 's':
		o->seed = parse_number(state, arg);
		break;
	case 'n':
		o->sample = parse_number(state, arg);
		break;
	case 'd':
		o->providers = provider_bit(state, arg);
		break;
	case 'c':
		o->only = parse_number(state, arg);
		break;
	case 'v':
		o->show = parse_number(state, arg);
		break;
	case 'k':
		cell_kernel = units_release_parse(arg);
		if (!cell_kernel)
			argp_error(state, "%s: a release such as 6.12 expected", arg);
		break;
	case 't':
		o->fact = arg;
		break;
	case 'l':
		o->list = true;
		break;
	case 'p':
		o->phase = phase_of(state, arg);
		break;
	case 'w':
		o->phase = PHASE_WIRE;
		o->wire = arg;
		break;
	case 'g':
		o->groups = true;
		break;
	case 'f':
		o->columns = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static void print_counts(const char *what, const struct provider *p, const u32 *count, u64 ms)
{
	printf("%s\t%s\t%u\t%u\t%u\t%u\t%llu\t", what, p->name,
	       count[VERDICT_AGREED] + count[VERDICT_KNOWN] + count[VERDICT_FAILED],
	       count[VERDICT_AGREED], count[VERDICT_KNOWN], count[VERDICT_FAILED],
	       (unsigned long long)ms);
}

static void print_group(const struct cell *c, const u32 *count, u64 ms)
{
	if (!(count[VERDICT_AGREED] + count[VERDICT_KNOWN] + count[VERDICT_FAILED]))
		return;
	print_counts("group", c->provider, count, ms);
	printf("%s\n", groups[c->group].name);
	fflush(stdout);
}

static void print_known(const struct provider *p, const struct run *run)
{
	unsigned int i;

	for (i = 0; i < nr_known; i++)
		if (run->known[i])
			printf("known\t%s\t%s\t%u\t%s\t%s\n", p->name, known[i].id, run->known[i],
			       known[i].cause, known[i].source);
}

/* The cells of one group, from @first on, and the first one behind it. */
static u32 group_end(const struct grid *g, u32 first)
{
	u32 i = first;

	while (i < g->nr && g->cells[i].group == g->cells[first].group)
		i++;
	return i;
}

static enum verdict try(const struct options *o, struct run *run, const struct cell *c)
{
	switch (o->phase) {
	case PHASE_CONNECT:
		return phase_connect(run, c);
	case PHASE_JUDGE:
		return phase_judge(run, c);
	default:
		return run_cell(run, c);
	}
}

static bool try_grid(const struct options *o, const struct provider *p, const struct grid *g)
{
	static struct run run;
	u32 total[NR_VERDICTS] = { 0 }, first, end, i, v;
	u64 start = live_ms();

	if (run_init(&run, p, o->show)) {
		printf("# there is no %s\n", p->dev);
		return false;
	}
	if (o->phase == PHASE_LISTEN)
		return !phase_listen(g);
	for (first = 0; first < g->nr; first = end) {
		u32 count[NR_VERDICTS] = { 0 };
		u64 group_start = live_ms();

		end = group_end(g, first);
		for (i = first; i < end; i++)
			if (o->only < 0 || g->cells[i].number == o->only)
				count[try(o, &run, &g->cells[i])]++;
		for (v = 0; v < NR_VERDICTS; v++)
			total[v] += count[v];
		print_group(&g->cells[first], count, live_ms() - group_start);
	}
	print_known(p, &run);
	print_counts("total", p, total, live_ms() - start);
	printf("%llu\n", (unsigned long long)run.compared);
	return !total[VERDICT_FAILED];
}

static bool try_wire(const struct options *o, const struct provider *p, const struct grid *g)
{
	enum verdict *verdicts = calloc(g->nr, sizeof(*verdicts));
	u32 total[NR_VERDICTS] = { 0 }, i;
	struct wire_count seen;
	int ret = -ENOMEM;

	if (verdicts)
		ret = wire_check(g, p, o->wire, verdicts, &seen);
	if (ret)
		fprintf(stderr, "cmlab-conform: %s: %s\n", o->wire, strerror(-ret));
	for (i = 0; i < g->nr && !ret; i++)
		total[verdicts[i]]++;
	free(verdicts);
	if (ret)
		return false;
	printf("wire\t%s\t%u\t%u\t%u\n", p->name, seen.req, seen.rep, seen.rej);
	print_counts("total", p, total, 0);
	printf("%u\n", seen.req + seen.rep + seen.rej);
	return !total[VERDICT_FAILED];
}

static void list(const struct grid *g)
{
	char text[CELL_LINE];
	unsigned int r;
	u32 i;

	for (i = 0; i < g->nr; i++)
		for (r = CMLAB_NR_ROLES; r-- > 0;) {
			cell_describe(&g->cells[i], r, text, sizeof(text));
			printf("%u\t%s\t%s\n", g->cells[i].number, groups[g->cells[i].group].name,
			       text);
		}
}

static void list_groups(const struct provider *p, const struct grid *g)
{
	u32 first, end;

	for (first = 0; first < g->nr; first = end) {
		end = group_end(g, first);
		printf("| %s | %u | %s |\n", p->name, end - first,
		       groups[g->cells[first].group].name);
	}
}

static bool try_provider(const struct options *o, unsigned int provider)
{
	struct grid g;
	bool ok = true;

	if (grid_build(provider, o->seed, o->phase != PHASE_ALL, &g)) {
		fprintf(stderr, "cmlab-conform: out of memory\n");
		return false;
	}
	grid_sample(&g, o->sample, o->seed);
	if (o->list)
		list(&g);
	else if (o->groups)
		list_groups(&providers[provider], &g);
	else if (o->phase == PHASE_WIRE)
		ok = try_wire(o, &providers[provider], &g);
	else
		ok = try_grid(o, &providers[provider], &g);
	grid_free(&g);
	return ok;
}

static int print_fact(const char *name)
{
	const struct cmlab_fact_info *f;
	unsigned int i;

	for (i = 0; i < CMLAB_NR_FACTS; i++) {
		f = cmlab_kernel_fact_info(i);
		if (strcmp(f->name, name))
			continue;
		printf("%u\n", cmlab_kernel_fact(i, f->driver, cell_kernel));
		return 0;
	}
	fprintf(stderr, "cmlab-conform: %s: no such fact\n", name);
	return 2;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.options = option_list,
		.parser = parse_option,
		.doc = "Hold the model of the handshake against the kernel.",
	};
	struct options o = { .seed = 1, .show = 20, .only = -1, .providers = ~0U };
	bool ok = true;
	unsigned int i;

	cell_kernel = units_release_own();
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (o.fact)
		return print_fact(o.fact);
	if (o.columns) {
		wire_columns(&providers[o.providers == 1U << PROVIDER_SIW]);
		return 0;
	}
	if (!o.list && !o.groups)
		printf("# seed %llu\n", (unsigned long long)o.seed);
	if (!o.list && !o.groups && o.phase != PHASE_WIRE && live_open())
		return 2;
	for (i = 0; i < NR_PROVIDERS; i++)
		if (o.providers & 1U << i)
			ok &= try_provider(&o, i);
	return ok ? 0 : 1;
}
