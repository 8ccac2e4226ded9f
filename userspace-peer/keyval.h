/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * "key: value" text to a json-c object. Keys nest with dots and index with
 * brackets: "clamps[0].from: 32". The reader knows none of the keys, so that a
 * new line of the module needs no change here.
 */
#ifndef CMLAB_KEYVAL_H
#define CMLAB_KEYVAL_H

#include <json-c/json.h>
#include <stdio.h>

#include <cmlab/env.h>

#define KEYVAL_KEY_MAX	 128	/* characters of a key */
#define KEYVAL_VALUE_MAX 1024	/* characters of a value */
#define KEYVAL_LINES_MAX 65536	/* lines of one text */
#define KEYVAL_DEPTH_MAX 6	/* dots and brackets of a key */
#define KEYVAL_INDEX_MAX 4096	/* largest index */
#define KEYVAL_ROWS_MAX	 262144 /* rows of a table: several times what the module can hold */
#define KEYVAL_ERR	 160

/**
 * struct keyval - an object being read
 * @root: the object; the caller's once reading is over
 * @lines: lines taken
 * @max_lines: how many there may be; KEYVAL_LINES_MAX but for a table
 * @max_index: the largest index; KEYVAL_INDEX_MAX but for a table
 * @error: what was wrong with the first line refused; empty if none was
 */
struct keyval {
	struct json_object *root;
	unsigned int lines;
	unsigned int max_lines;
	unsigned int max_index;
	char error[KEYVAL_ERR];
};

/* Start with an empty object. Returns 0 or -ENOMEM. */
int keyval_init(struct keyval *kv);

/* Give the object up. */
void keyval_exit(struct keyval *kv);

/**
 * keyval_add - take one pair
 * @kv: the object
 * @key: path: segments of [a-z A-Z 0-9 _] joined by dots, each with [n] behind it or not
 * @value: printable ASCII; a decimal number becomes an int64, of a key in _s or _ms also a
 *	double; "true", "false", "null", "{}" and "[]" are what they are in JSON, anything
 *	else a string
 *
 * An index must be the next free one or one in use. Nothing is ever replaced:
 * a key given twice is refused. After a refusal everything further is refused,
 * and @kv->error says what the first one was.
 *
 * Return: 0, or -EINVAL, -E2BIG, -ENOMEM
 */
int keyval_add(struct keyval *kv, const char *key, const char *value);

/* The same for cmlab_report_fn: what was wrong stays in the object, @ctx. */
void keyval_take(void *ctx, const char *key, const char *value);

/**
 * keyval_parse - a whole text: "key: value" lines, then perhaps a header line and rows
 * @text: the text
 * @len: its length
 * @name: name of the array of rows in @root, NULL if there are no rows
 * @columns: names of the columns if the text has no header line, or NULL
 * @root: the object, owned by the caller, only on success
 * @error: KEYVAL_ERR bytes for the sentence, only on failure
 *
 * Columns are separated by blanks; the last one takes the rest of the line, so
 * that it may be a sentence. A text without rows gives an empty array. A header line
 * that repeats @columns is no row.
 *
 * Return: 0, or a negative errno
 */
int keyval_parse(const char *text, size_t len, const char *name, const char *columns,
		 struct json_object **root, char *error);

/* One line of JSON to @f. Returns false if there is no memory for it. */
bool keyval_print(FILE *f, struct json_object *root);

/* Reading helpers: the member of an object, or what stands for "not there". */
struct json_object *keyval_get(struct json_object *obj, const char *key);
const char *keyval_str(struct json_object *obj, const char *key, const char *otherwise);
s64 keyval_int(struct json_object *obj, const char *key, s64 otherwise);
bool keyval_bool(struct json_object *obj, const char *key);
/* Elements of an array; anything else has none. */
size_t keyval_len(struct json_object *array);

#endif /* CMLAB_KEYVAL_H */
