// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "text.h"

/* Where the line of @key starts, or NULL. */
static const char *find_line(const struct cmlab_text *t, const char *key)
{
	const char *line = t->buf;
	size_t n = strlen(key);

	while (*line) {
		const char *end = memchr(line, '\n', strlen(line));

		if (!strncmp(line, key, n) && line[n] == ':')
			return line;
		line = end + 1;
	}
	return NULL;
}

static bool key_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
	       c == '[' || c == ']';
}

static bool well_formed(const char *key, const char *value)
{
	const char *p;

	for (p = key; *p; p++)
		if (!key_char(*p))
			return false;
	for (p = value; *p; p++)
		if (*p < ' ' || *p > '~')
			return false;
	return *key && *value;
}

static void take_line(void *ctx, const char *key, const char *value)
{
	struct cmlab_text *t = ctx;

	KUNIT_EXPECT_TRUE_MSG(t->test, well_formed(key, value), "%s: %s", key, value);
	KUNIT_EXPECT_TRUE_MSG(t->test, !find_line(t, key), "%s twice", key);
	t->len += (size_t)scnprintf(t->buf + t->len, sizeof(t->buf) - t->len, "%s: %s\n", key,
				    value);
}

static struct cmlab_text *new_text(struct kunit *test)
{
	struct cmlab_text *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	t->test = test;
	return t;
}

struct cmlab_text *cmlab_text_of(struct kunit *test, const struct cmlab_report *r,
				 const struct cmlab_findings *found)
{
	struct cmlab_text *t = new_text(test);

	cmlab_report_format(r, found, take_line, t);
	KUNIT_EXPECT_TRUE(test, t->len < CMLAB_TEXT_SIZE - 1);
	return t;
}

struct cmlab_text *cmlab_text_of_both(struct kunit *test, const struct cmlab_handshake *h,
				      const struct cmlab_findings *found)
{
	struct cmlab_text *t = new_text(test);

	cmlab_report_both_ends(h, found, take_line, t);
	KUNIT_EXPECT_TRUE(test, t->len < CMLAB_TEXT_SIZE - 1);
	return t;
}

const char *cmlab_text_value(struct cmlab_text *t, const char *key, char *buf, size_t size)
{
	const char *line = find_line(t, key);
	size_t n = 0;

	if (!line)
		return NULL;
	line += strlen(key) + 2;
	while (line[n] != '\n' && n + 1 < size) {
		buf[n] = line[n];
		n++;
	}
	buf[n] = '\0';
	return buf;
}
