// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * docs/troubleshooting.md, from the tables of the symptoms: what cmlab why knows, to read.
 */
#include <cmlab/symptom.h>

#include <stdio.h>

static const char *const headings[CMLAB_NR_SYMPTOMS] = {
	[CMLAB_SYMPTOM_REJ] = "A reject: REJECTED with a status above 0",
	[CMLAB_SYMPTOM_SIDR] = "A refused UD request: UNREACHABLE with a status above 0",
	[CMLAB_SYMPTOM_ERRNO] = "An errno, of a call or as the status of an event",
	[CMLAB_SYMPTOM_EVENT] = "An event of rdma_cm",
	[CMLAB_SYMPTOM_WC] = "The status of a completion",
	[CMLAB_SYMPTOM_ASYNC] = "An event of a queue pair, port or device",
	[CMLAB_SYMPTOM_TIME] = "How long it took",
};

static const char *const ranks[CMLAB_NR_RANKS] = { "often", "sometimes", "rarely" };

static void print_bits(u32 bits, const struct cmlab_names *names, unsigned int first,
		       const char *after)
{
	unsigned int i, n = 0;

	for (i = first; i < names->nr && i < 32; i++)
		if (bits & (1U << i))
			printf("%s%s", n++ ? ", " : "", cmlab_name(names, i));
	if (n)
		printf("%s; ", after);
}

static void print_meaning(void *ctx, const struct cmlab_meaning *m, const char *means)
{
	unsigned int i;

	(void)ctx;
	printf("\n### %s\n\n", means);
	print_bits(m->roles, &cmlab_roles, 0, " side");
	print_bits(m->transports, &cmlab_transports, 1, "");
	print_bits(m->drivers, &cmlab_drivers, 1, "");
	if (m->call)
		printf("%s; ", cmlab_name(&cmlab_calls, m->call));
	if (m->event)
		printf("%s; ", cmlab_name(&cmlab_events, m->event - 1U));
	printf("source: %s\n", m->source);
	for (i = 0; i < CMLAB_CAUSES && m->causes[i].cause; i++) {
		const struct cmlab_cause *c = &m->causes[i];

		printf("\n%u. (%s) %s\n   * tell it by: %s\n   * do: %s\n", i + 1, ranks[c->rank],
		       c->cause, c->tell, c->todo);
		if (c->show)
			printf("   * show: `cmlab explain %s`\n", c->show);
	}
}

static const char head[] =
	"<!-- Made by \"make docs\" from the tables in core/symptom. -->\n"
	"# From the symptom to the cause\n\n"
	"What `cmlab why SYMPTOM` knows, to read. Ask the command: it takes the symptom as you have\n"
	"it, also as a line of a log, and narrows it down by `--side`, `--driver`, `--transport` and\n"
	"`--call`. Causes stand in the order of how often they are the cause; sources are files of\n"
	"Linux 6.1 unless they say otherwise.\n";

int main(void)
{
	unsigned int kind;

	printf("<!-- %s-License-Identifier: GPL-2.0 OR BSD-2-Clause -->\n", "SPDX");
	fputs(head, stdout);
	for (kind = 0; kind < CMLAB_NR_SYMPTOMS; kind++) {
		if (!headings[kind])
			continue;
		printf("\n## %s\n", headings[kind]);
		cmlab_symptom_rows((enum cmlab_symptom_kind)kind, print_meaning, NULL);
	}
	return 0;
}
