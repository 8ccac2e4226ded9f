/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CMLAB_TABLE_H
#define CMLAB_CMLAB_TABLE_H

#include "keyval.h"
#include "out.h"

/**
 * struct cmlab_column - a column of a table
 * @key: member of each row
 * @title: its heading
 */
struct cmlab_column {
	const char *key;
	const char *title;
};

/**
 * cmlab_table_print - an array of objects as a table
 * @f: where to
 * @rows: the array; anything else counts as empty
 * @columns: the columns, ended by a NULL key
 * @none: what to print instead if there is no row
 *
 * Numbers are aligned to the right. A row that does not fit the width is wrapped.
 */
void cmlab_table_print(FILE *f, struct json_object *rows, const struct cmlab_column *columns,
		       const char *none);

/* Keys and values, those of groups as "group.key"; "version" left out. */
void cmlab_table_pairs(FILE *f, struct json_object *root);

#endif /* CMLAB_CMLAB_TABLE_H */
