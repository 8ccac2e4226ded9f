// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Lines of a text to keyval pairs and table rows. */
#include <errno.h>

#include "keyval.h"

#define LINE_MAX_LEN (KEYVAL_KEY_MAX + KEYVAL_VALUE_MAX + 4)
#define COLUMNS_MAX  32

/* A place in a text, and the line taken from it last. */
struct cursor {
	const char *at;
	const char *end;
	unsigned int number;
	char line[LINE_MAX_LEN];
};

/* 1: a line was taken, 0: end of the text, negative: no line to be trusted */
static int next_line(struct cursor *c, char *error)
{
	const char *nl;
	size_t len;

	if (c->at >= c->end)
		return 0;
	c->number++;
	nl = memchr(c->at, '\n', c->end - c->at);
	len = (nl ? nl : c->end) - c->at;
	if (len >= sizeof(c->line)) {
		snprintf(error, KEYVAL_ERR, "line %u is longer than %zu characters", c->number,
			 sizeof(c->line) - 1);
		return -E2BIG;
	}
	if (memchr(c->at, '\0', len)) {
		snprintf(error, KEYVAL_ERR, "line %u has a zero byte", c->number);
		return -EINVAL;
	}
	memcpy(c->line, c->at, len);
	c->line[len] = '\0';
	c->at = nl ? nl + 1 : c->end;
	return 1;
}

/* Split "key: value" in place; NULL if the line is something else. */
static char *split(char *line)
{
	char *colon = strchr(line, ':');

	if (!colon || colon == line || (colon[1] && colon[1] != ' '))
		return NULL;
	if (memchr(line, ' ', colon - line) || memchr(line, '\t', colon - line))
		return NULL;
	*colon = '\0';
	return colon[1] ? colon + 2 : colon + 1;
}

/* Cut a line into at most @nr words, the last one taking the rest; their number. */
static unsigned int cut(char *line, char **word, unsigned int nr)
{
	unsigned int n = 0;
	char *p = line;

	while (n < nr) {
		while (*p == ' ' || *p == '\t')
			p++;
		if (!*p)
			break;
		word[n++] = p;
		if (n == nr)
			break;
		while (*p && *p != ' ' && *p != '\t')
			p++;
		if (*p)
			*p++ = '\0';
	}
	return n;
}

static int add_row(struct keyval *kv, const char *name, unsigned int row, char **column,
		   unsigned int columns, char *line)
{
	char key[KEYVAL_KEY_MAX + 1];
	char *word[COLUMNS_MAX];
	unsigned int i, words = cut(line, word, columns);
	int ret, n;

	for (i = 0; i < words; i++) {
		n = snprintf(key, sizeof(key), "%s[%u].%s", name, row, column[i]);
		if (n < 0 || (size_t)n >= sizeof(key))
			return -E2BIG;
		ret = keyval_add(kv, key, word[i]);
		if (ret)
			return ret;
	}
	return 0;
}

/* Rows from the line in @c on, which is the header line unless @names says the columns. */
static int add_rows(struct keyval *kv, struct cursor *c, const char *name, const char *names,
		    char *error)
{
	char header[LINE_MAX_LEN];
	char *column[COLUMNS_MAX] = {};
	unsigned int columns, row = 0;
	bool is_row = names && strcmp(c->line, names);
	int ret = 1;

	snprintf(header, sizeof(header), "%s", names ? names : c->line);
	columns = cut(header, column, COLUMNS_MAX);
	kv->max_index = KEYVAL_ROWS_MAX;
	kv->max_lines = KEYVAL_ROWS_MAX * COLUMNS_MAX;
	for (; ret > 0; ret = next_line(c, error)) {
		if (is_row && c->line[0]) {
			ret = add_row(kv, name, row++, column, columns, c->line);
			if (ret)
				return ret;
		}
		is_row = true;
	}
	return ret;
}

static int take_lines(struct keyval *kv, struct cursor *c, const char *name, const char *columns,
		      char *error)
{
	char *value;
	int ret;

	while ((ret = next_line(c, error)) > 0) {
		if (!c->line[0])
			continue;
		value = split(c->line);
		if (!value && name)
			return add_rows(kv, c, name, columns, error);
		if (!value) {
			snprintf(error, KEYVAL_ERR, "line %u is not \"key: value\"", c->number);
			return -EINVAL;
		}
		ret = keyval_add(kv, c->line, value);
		if (ret)
			return ret;
	}
	return ret;
}

int keyval_parse(const char *text, size_t len, const char *name, const char *columns,
		 struct json_object **root, char *error)
{
	struct cursor c = { .at = text, .end = text + len };
	struct keyval kv;
	int ret = keyval_init(&kv);

	error[0] = '\0';
	if (!ret)
		ret = take_lines(&kv, &c, name, columns, error);
	if (!ret && name && !keyval_get(kv.root, name))
		ret = json_object_object_add(kv.root, name, json_object_new_array());
	if (!ret) {
		*root = kv.root;
		return 0;
	}
	if (kv.error[0])
		snprintf(error, KEYVAL_ERR, "line %u: %.*s", c.number, KEYVAL_ERR - 20, kv.error);
	else if (!error[0])
		snprintf(error, KEYVAL_ERR, "line %u: %s", c.number,
			 ret == -E2BIG ? "not a table" : "out of memory");
	keyval_exit(&kv);
	return ret;
}
