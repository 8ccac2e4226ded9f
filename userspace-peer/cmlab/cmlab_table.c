// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cmlab_table.h"

#define COLUMNS_MAX  16
#define CELL_MAX     48
#define SENTENCE_MIN 32
#define PAIR_AT	     32

static const char *cell(struct json_object *row, const char *key)
{
	const char *text = keyval_str(row, key, "-");

	return *text ? text : "-";
}

static unsigned int measure(struct json_object *rows, const struct cmlab_column *columns,
			    size_t *width)
{
	size_t nr = keyval_len(rows), i, len;
	unsigned int c;

	for (c = 0; c < COLUMNS_MAX && columns[c].key; c++) {
		width[c] = strlen(columns[c].title);
		for (i = 0; i < nr; i++) {
			len = strlen(cell(json_object_array_get_idx(rows, i), columns[c].key));
			width[c] = max(width[c], min_t(size_t, len, CELL_MAX));
		}
	}
	return c;
}

/* The last column may be a sentence, which is wrapped. */
static bool fits(const size_t *width, unsigned int nr)
{
	size_t sum = 0;
	unsigned int c;

	for (c = 0; c + 1 < nr; c++)
		sum += width[c] + 2;
	return sum + min_t(size_t, width[c], SENTENCE_MIN) <= OUT_WIDTH;
}

static void print_cell(FILE *f, const char *text, bool right, size_t width, size_t at, bool last)
{
	char clean[CELL_MAX + 1];

	if (last && !right) {
		out_wrap(f, text, at, at);
		return;
	}
	out_clean(text, clean, sizeof(clean));
	fprintf(f, right ? "%*s" : "%-*s", (int)width, clean);
	if (!last)
		fprintf(f, "  ");
}

static bool is_number(struct json_object *rows, const char *key)
{
	struct json_object *first = json_object_array_get_idx(rows, 0);

	return json_object_is_type(keyval_get(first, key), json_type_int);
}

static void print_row(FILE *f, struct json_object *rows, struct json_object *row,
		      const struct cmlab_column *columns, const size_t *width, unsigned int nr)
{
	const char *text;
	unsigned int c;
	size_t at = 0;

	for (c = 0; c < nr; c++) {
		text = row ? cell(row, columns[c].key) : columns[c].title;
		print_cell(f, text, is_number(rows, columns[c].key), width[c], at, c + 1 == nr);
		at += width[c] + 2;
	}
	putc('\n', f);
}

/* Too wide for a table: every row by itself, with the names in it. */
static void print_block(FILE *f, struct json_object *row, const struct cmlab_column *columns,
			unsigned int nr)
{
	struct out_line l = { .len = 0 };
	unsigned int c;

	for (c = 0; c < nr; c++)
		out_add(&l, "%s %s   ", columns[c].title, cell(row, columns[c].key));
	out_wrap(f, l.text, 0, 4);
	putc('\n', f);
}

void cmlab_table_print(FILE *f, struct json_object *rows, const struct cmlab_column *columns,
		       const char *none)
{
	size_t width[COLUMNS_MAX] = {}, nr = keyval_len(rows), i;
	unsigned int nr_columns = measure(rows, columns, width);
	bool table = fits(width, nr_columns);

	if (!nr) {
		fprintf(f, "%s\n", none);
		return;
	}
	if (table)
		print_row(f, rows, NULL, columns, width, nr_columns);
	for (i = 0; i < nr; i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		if (table)
			print_row(f, rows, row, columns, width, nr_columns);
		else
			print_block(f, row, columns, nr_columns);
	}
}

static void print_pair(FILE *f, const char *key, struct json_object *value)
{
	char name[PAIR_AT];

	fprintf(f, "%-*s", PAIR_AT, out_clean(key, name, sizeof(name)));
	out_wrap(f, value ? json_object_get_string(value) : "null", PAIR_AT, PAIR_AT);
	putc('\n', f);
}

static void print_group(FILE *f, const char *group, struct json_object *members)
{
	char name[128];

	json_object_object_foreach(members, key, value) {
		snprintf(name, sizeof(name), "%s.%s", group, key);
		print_pair(f, name, value);
	}
}

void cmlab_table_pairs(FILE *f, struct json_object *root)
{
	json_object_object_foreach(root, key, value) {
		if (!strcmp(key, "version"))
			continue;
		if (json_object_is_type(value, json_type_object))
			print_group(f, key, value);
		else
			print_pair(f, key, value);
	}
}
