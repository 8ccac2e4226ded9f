// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The table of one connection: a line for each parameter, a column for each moment,
 * and in the last column what changed it on the way and why.
 */
#include "report.h"
#include "units.h"

#define LABEL_WIDTH 19
#define CELL_WIDTH  11
#define COLUMNS	    5
#define REMARK_AT   (LABEL_WIDTH + COLUMNS * CELL_WIDTH + 2)

enum {
	REQUESTED,
	OFFERED,
	ADVERTISED,
	NEGOTIATED,
	PROGRAMMED,
};

static const char *const groups[COLUMNS] = {
	"requested", "offered", "advertised", "negotiated", "programmed",
};

enum show {
	ALWAYS,
	IF_KNOWN, /* somewhere, by anybody */
	IF_ASKED, /* requested or clamped on this side */
};

/**
 * struct row - one parameter
 * @label: how the table calls it
 * @param: its key in all columns but the last
 * @attr: its key in "programmed"
 * @show: when there is a line for it
 * @unit: number to text with its unit, NULL for the plain number
 */
struct row {
	const char *label;
	const char *param;
	const char *attr;
	enum show show;
	void (*unit)(u64 v, char *buf, size_t size);
};

static const struct row rows[] = {
	{ "responder_resources", "responder_resources", "max_dest_rd_atomic", ALWAYS, NULL },
	{ "initiator_depth", "initiator_depth", "max_rd_atomic", ALWAYS, NULL },
	{ "retry_count", "retry_count", "retry_cnt", IF_KNOWN, NULL },
	{ "rnr_retry_count", "rnr_retry_count", "rnr_retry", IF_KNOWN, NULL },
	{ "flow_control", "flow_control", "", IF_KNOWN, NULL },
	{ "srq", "srq", "", IF_ASKED, NULL },
	{ "qp_num", "qp_num", "dest_qp_num", IF_ASKED, NULL },
	{ "qkey", "qkey", "qkey", IF_ASKED, NULL },
	{ "min_rnr_timer", "min_rnr_timer", "min_rnr_timer", IF_KNOWN, units_min_rnr_timer },
	{ "timeout", "ack_timeout", "timeout", IF_KNOWN, units_ack_timeout },
	{ "path_mtu", "path_mtu", "path_mtu", IF_KNOWN, units_bytes },
};

static bool is_iwarp(struct json_object *root)
{
	return !strcmp(keyval_str(root, "transport", ""), "iwarp");
}

static const char *key_of(const struct row *row, int column)
{
	return column == PROGRAMMED ? row->attr : row->param;
}

static bool cell(struct json_object *root, const struct row *row, int column, char *buf,
		 size_t size)
{
	struct json_object *group = keyval_get(root, groups[column]);
	s64 v = keyval_int(group, key_of(row, column), -1);

	snprintf(buf, size, "-");
	if (v < 0)
		return false;
	if (row->unit)
		row->unit(v, buf, size);
	else
		snprintf(buf, size, "%lld", (long long)v);
	return true;
}

static void print_cells(FILE *f, const char *label, char cells[COLUMNS][REPORT_CELL])
{
	int i;

	fprintf(f, "%-*s", LABEL_WIDTH, label);
	for (i = 0; i < COLUMNS; i++)
		fprintf(f, "%*.*s", CELL_WIDTH, CELL_WIDTH - 1, cells[i]);
}

/* The first remark stands beside the cells, further ones below it. */
static void print_remark(FILE *f, const char *remark, bool *first)
{
	if (*first)
		fprintf(f, "  ");
	else
		fprintf(f, "\n%*s", REMARK_AT, "");
	*first = false;
	out_wrap(f, remark, REMARK_AT, REMARK_AT);
}

static void clamp_text(struct json_object *clamp, bool sent, char *buf, size_t size)
{
	s64 from = keyval_int(clamp, "from", 0), to = keyval_int(clamp, "to", 0);
	const char *why = keyval_str(clamp, "why", "?");
	const char *mock = keyval_bool(clamp, "mock") ? " (mock)" : "";

	/* A value that goes nowhere is not a value of 0. */
	if (!to && !sent)
		snprintf(buf, size, "%lld not sent: %s", (long long)from, why);
	else
		snprintf(buf, size, "%lld -> %lld: %s%s", (long long)from, (long long)to, why,
			 mock);
}

/* Their number; without @first they are only counted. */
static unsigned int print_clamps(FILE *f, struct json_object *root, const struct row *row,
				 bool *first)
{
	struct json_object *clamps = keyval_get(root, "clamps");
	struct json_object *offered = keyval_get(root, "offered");
	bool sent = keyval_get(offered, row->param);
	char text[REPORT_REMARK];
	unsigned int found = 0;
	size_t i;

	for (i = 0; i < keyval_len(clamps); i++) {
		struct json_object *clamp = json_object_array_get_idx(clamps, i);

		if (strcmp(keyval_str(clamp, "field", ""), row->param))
			continue;
		found++;
		if (!first)
			continue;
		clamp_text(clamp, sent, text, sizeof(text));
		print_remark(f, text, first);
	}
	return found;
}

/* What is true of the parameter itself, where the numbers alone would puzzle. */
static const char *standing_remark(struct json_object *root, const struct row *row)
{
	bool passive = !strcmp(keyval_str(root, "role", ""), "passive");
	bool asked = keyval_get(keyval_get(root, "requested"), row->param);

	if (is_iwarp(root))
		return NULL;
	if (!strcmp(row->param, "retry_count"))
		return passive ? "the active side's" : "programs both QPs";
	if (!strcmp(row->param, "rnr_retry_count"))
		return "sets the peer's QP";
	if (!strcmp(row->param, "min_rnr_timer"))
		return "on no message";
	if (!strcmp(row->param, "ack_timeout"))
		return asked ? "this QP's own" : "from the path";
	return NULL;
}

static bool is_shown(struct json_object *root, const struct row *row, bool known)
{
	if (row->show == ALWAYS || print_clamps(NULL, root, row, NULL))
		return true;
	if (row->show == IF_KNOWN)
		return known;
	return keyval_get(keyval_get(root, "requested"), row->param);
}

static void print_row(FILE *f, struct json_object *root, const struct row *row)
{
	char cells[COLUMNS][REPORT_CELL];
	bool known = false, first = true;
	const char *remark;
	int i;

	for (i = 0; i < COLUMNS; i++)
		known |= cell(root, row, i, cells[i], sizeof(cells[i]));
	if (!is_shown(root, row, known))
		return;
	print_cells(f, row->label, cells);
	remark = standing_remark(root, row);
	if (!print_clamps(f, root, row, &first) && remark)
		print_remark(f, remark, &first);
	putc('\n', f);
}

static void bytes_cell(struct json_object *group, const char *key, char *buf)
{
	s64 v = keyval_int(group, key, -1);

	if (v < 0)
		snprintf(buf, REPORT_CELL, "-");
	else
		snprintf(buf, REPORT_CELL, "%lld B", (long long)v);
}

static void advertised_cell(struct json_object *received, char *buf)
{
	s64 wire = keyval_int(received, "wire_len", -1);
	s64 declared = keyval_int(received, "declared_len", -1);

	if (wire < 0 || declared < 0)
		bytes_cell(received, "wire_len", buf);
	else
		scnprintf(buf, REPORT_CELL, "%lld of %lld", (long long)declared, (long long)wire);
}

static void print_private_data(FILE *f, struct json_object *root)
{
	struct json_object *sent = keyval_get(root, "sent");
	struct json_object *received = keyval_get(root, "received");
	const char *header = keyval_str(received, "header", NULL);
	char cells[COLUMNS][REPORT_CELL];
	char text[REPORT_REMARK];
	bool first = true;

	bytes_cell(sent, "user_len", cells[REQUESTED]);
	bytes_cell(sent, "wire_len", cells[OFFERED]);
	advertised_cell(received, cells[ADVERTISED]);
	snprintf(cells[NEGOTIATED], REPORT_CELL, "-");
	snprintf(cells[PROGRAMMED], REPORT_CELL, "-");
	print_cells(f, "private data", cells);
	if (header) {
		snprintf(text, sizeof(text), "peer's header: %s", header);
		print_remark(f, text, &first);
	}
	putc('\n', f);
}

void report_table(FILE *f, struct json_object *root)
{
	size_t i;

	fprintf(f, "%*s", LABEL_WIDTH, "");
	for (i = 0; i < COLUMNS; i++)
		fprintf(f, "%*s", CELL_WIDTH, groups[i]);
	putc('\n', f);
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		print_row(f, root, &rows[i]);
	print_private_data(f, root);
}
