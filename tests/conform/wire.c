// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What tshark decoded, line by line, held against what the model says was sent. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "wire.h"

/* The soft drivers' own; both hosts have the same. */
static const struct cmlab_limits limits[NR_PROVIDERS] = {
	[PROVIDER_RXE] = {
		.max_qp_rd_atom = 128, .max_qp_init_rd_atom = 128, .max_res_rd_atom = 0x3f000,
		.local_ca_ack_delay = 15, .transport = CMLAB_TRANSPORT_ROCE,
		.driver = CMLAB_DRIVER_RXE,
	},
	[PROVIDER_SIW] = {
		.max_qp_rd_atom = 128, .max_qp_init_rd_atom = 128, .max_res_rd_atom = 13107200,
		.transport = CMLAB_TRANSPORT_IWARP, .driver = CMLAB_DRIVER_SIW,
	},
};

static const struct wire_kind *kind_of(const struct provider *p)
{
	return p->transport == CMLAB_TRANSPORT_IWARP ? &wire_mpa : &wire_cm;
}

void wire_columns(const struct provider *p)
{
	const struct wire_kind *kind = kind_of(p);
	unsigned int i;

	for (i = 0; i < kind->nr; i++)
		printf("-e\n%s\n", kind->columns[i]);
}

static void split(char *line, unsigned int nr, struct message *m)
{
	unsigned int i;

	line[strcspn(line, "\r\n")] = '\0';
	for (i = 0; i < nr; i++) {
		char *tab = strchr(line, '\t');

		m->col[i] = line;
		if (tab)
			*tab = '\0';
		line = tab ? tab + 1 : line + strlen(line);
	}
}

const struct cell *wire_predict(struct wire *w, u32 i)
{
	const u32 unknown[CMLAB_NR_ROLES] = { 0 };
	const struct cell *c = &w->g->cells[i];

	return cell_predict(c, &limits[c->provider - providers], unknown, &w->q) ? NULL : c;
}

const struct cell *wire_by_port(struct wire *w, u32 port)
{
	u32 i;

	for (i = 0; i < w->g->nr; i++)
		if (cell_port(&w->g->cells[i]) == port)
			return wire_predict(w, i);
	return NULL;
}

const struct cell *wire_by_id(struct wire *w, u32 id)
{
	u32 i;

	for (i = 0; i < w->g->nr; i++)
		if (w->trails[i].req && w->trails[i].id == id)
			return wire_predict(w, i);
	return NULL;
}

void wire_check_text(struct wire *w, const struct cell *c, const char *what, const char *want,
		     const char *got)
{
	char text[CELL_LINE];
	unsigned int r;

	if (!strcmp(want, got))
		return;
	if (w->verdicts[c->number] != VERDICT_FAILED)
		for (r = CMLAB_NR_ROLES; r-- > 0;) {
			cell_describe(c, r, text, sizeof(text));
			printf("# cell %u: %s\n", c->number, text);
		}
	printf("#   wire, %s: predicted %s, on the wire %s\n", what, want, got);
	w->verdicts[c->number] = VERDICT_FAILED;
}

void wire_check_number(struct wire *w, const struct cell *c, const char *what, u32 want, u32 got)
{
	char a[16], b[16];

	snprintf(a, sizeof(a), "%u", want);
	snprintf(b, sizeof(b), "%u", got);
	wire_check_text(w, c, what, a, b);
}

void wire_check_sent(struct wire *w, const struct cell *c, enum cmlab_role role, enum cmlab_field f,
		     const char *what, u32 got)
{
	const struct cmlab_values *sent = &w->q.h.end[role].sent;

	if (cmlab_values_has(sent, f))
		wire_check_number(w, c, what, cmlab_values_get(sent, f), got);
}

void wire_check_bytes(struct wire *w, const struct cell *c, enum cmlab_role role, const char *what,
		      const char *got)
{
	u32 i, len = (u32)strlen(got) / 2, sent = cell_side(c, role, S_PDLEN);
	char want[2 * 256 + 1] = "";

	for (i = 0; i < len && i < 256; i++)
		snprintf(want + 2 * i, 3, "%02x", i < sent ? cell_byte(c, role, i) : 0);
	wire_check_text(w, c, what, want, got);
}

static int read_lines(struct wire *w, const struct wire_kind *kind, const char *path)
{
	FILE *f = fopen(path, "r");
	struct message m;
	size_t size = 0;
	char *line = NULL;

	if (!f)
		return -errno;
	while (getline(&line, &size, f) >= 0) {
		split(line, kind->nr, &m);
		kind->take(w, &m);
	}
	free(line);
	fclose(f);
	return 0;
}

int wire_check(const struct grid *g, const struct provider *p, const char *path,
	       enum verdict *verdicts, struct wire_count *count)
{
	struct wire w = { .g = g, .verdicts = verdicts, .count = count };
	u32 i;
	int ret;

	memset(count, 0, sizeof(*count));
	for (i = 0; i < g->nr; i++)
		verdicts[i] = VERDICT_AGREED;
	w.trails = calloc(g->nr, sizeof(*w.trails));
	if (!w.trails)
		return -ENOMEM;
	ret = read_lines(&w, kind_of(p), path);
	for (i = 0; i < g->nr && !ret; i++)
		if (wire_predict(&w, i))
			kind_of(p)->finish(&w, &g->cells[i], &w.trails[i]);
	free(w.trails);
	return ret;
}
