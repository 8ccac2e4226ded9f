// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* "key: value" text to a json-c object, nothing in the text trusted. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keyval.h"

/* One step of a key: a name, and an index unless it is negative. */
struct segment {
	char name[KEYVAL_KEY_MAX + 1];
	long index;
	bool last;
};

static __printf(3, 4) int refuse(struct keyval *kv, int ret, const char *fmt, ...)
{
	va_list args;

	if (kv->error[0])
		return ret;
	va_start(args, fmt);
	vsnprintf(kv->error, sizeof(kv->error), fmt, args);
	va_end(args);
	return ret;
}

int keyval_init(struct keyval *kv)
{
	memset(kv, 0, sizeof(*kv));
	kv->max_lines = KEYVAL_LINES_MAX;
	kv->max_index = KEYVAL_INDEX_MAX;
	kv->root = json_object_new_object();
	return kv->root ? 0 : -ENOMEM;
}

void keyval_exit(struct keyval *kv)
{
	json_object_put(kv->root);
	kv->root = NULL;
}

static bool name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-';
}

/* "[12]" at @p, at most @max; the index, or -1 */
static long take_index(const char **p, unsigned int max)
{
	const char *at = *p + 1;
	long n = 0;

	if (!isdigit((unsigned char)*at))
		return -1;
	for (; isdigit((unsigned char)*at); at++) {
		n = n * 10 + (*at - '0');
		if (n > max)
			return -1;
	}
	if (*at != ']')
		return -1;
	*p = at + 1;
	return n;
}

static int take_segment(struct keyval *kv, const char **key, struct segment *seg)
{
	const char *p = *key;
	size_t len = 0;

	while (name_char(p[len]))
		len++;
	if (!len || len > KEYVAL_KEY_MAX)
		return refuse(kv, -EINVAL, "a key has an empty or unreadable part");
	memcpy(seg->name, p, len);
	seg->name[len] = '\0';
	p += len;
	seg->index = -1;
	if (*p == '[') {
		seg->index = take_index(&p, kv->max_index);
		if (seg->index < 0)
			return refuse(kv, -EINVAL, "%s: an index is 0..%u in brackets", seg->name,
				      kv->max_index);
	}
	seg->last = !*p;
	if (!seg->last && *p != '.')
		return refuse(kv, -EINVAL, "%s: unreadable key", seg->name);
	*key = seg->last ? p : p + 1;
	return 0;
}

static bool is_decimal(const char *value)
{
	const char *p = value + (*value == '-');

	if (!isdigit((unsigned char)*p) || (*p == '0' && p[1]) || !strcmp(value, "-0"))
		return false;
	while (isdigit((unsigned char)*p))
		p++;
	return !*p;
}

/* Free text of users and peers stays text, even if it looks like a number. */
static bool always_text(const char *name)
{
	static const char *const names[] = {
		"device", "name", "profile", "message", "advice", "local", "remote", "kernel",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Skips digits at @p; how many there were. */
static size_t digits(const char **p)
{
	size_t n = strspn(*p, "0123456789");

	*p += n;
	return n;
}

/* A time with a fraction, as "98.304" or "8.192e-06": exactly so in JSON too. */
static bool is_time(const char *name, const char *value)
{
	const char *unit = strrchr(name, '_'), *p = value;
	size_t whole = digits(&p);

	if (!unit || (strcmp(unit, "_s") && strcmp(unit, "_ms")))
		return false;
	if (!whole || (whole > 1 && *value == '0'))
		return false;
	if (*p == '.') {
		p++;
		if (!digits(&p))
			return false;
	}
	if (*p == 'e') {
		p += p[1] == '-' ? 2 : 1;
		if (!digits(&p))
			return false;
	}
	return !*p;
}

/* What JSON writes so and no line can nest. */
static bool is_word(const char *value, struct json_object **word)
{
	if (!strcmp(value, "true") || !strcmp(value, "false"))
		*word = json_object_new_boolean(*value == 't');
	else if (!strcmp(value, "{}"))
		*word = json_object_new_object();
	else if (!strcmp(value, "[]"))
		*word = json_object_new_array();
	else
		return false;
	return true;
}

static struct json_object *scalar(const char *name, const char *value)
{
	struct json_object *word;
	long long n;

	if (always_text(name))
		return json_object_new_string(value);
	if (is_word(value, &word))
		return word;
	if (is_decimal(value)) {
		errno = 0;
		n = strtoll(value, NULL, 10);
		if (!errno)
			return json_object_new_int64(n);
	}
	if (is_time(name, value))
		return json_object_new_double_s(strtod(value, NULL), value);
	return json_object_new_string(value);
}

/* Into an object, or with @name NULL behind an array. */
static int put(struct keyval *kv, struct json_object *to, const char *name,
	       struct json_object *what)
{
	if (what &&
	    !(name ? json_object_object_add(to, name, what) : json_object_array_add(to, what)))
		return 0;
	json_object_put(what);
	return refuse(kv, -ENOMEM, "out of memory");
}

/* The array @name of @obj, made if it is not there, or NULL. */
static struct json_object *array_of(struct keyval *kv, struct json_object *obj, const char *name)
{
	struct json_object *array = NULL;

	if (json_object_object_get_ex(obj, name, &array)) {
		if (json_object_is_type(array, json_type_array))
			return array;
		refuse(kv, -EINVAL, "%s: used with and without an index", name);
		return NULL;
	}
	array = json_object_new_array();
	return put(kv, obj, name, array) ? NULL : array;
}

static int store(struct keyval *kv, struct json_object *obj, const struct segment *seg,
		 const char *value)
{
	struct json_object *array;

	if (seg->index < 0) {
		if (json_object_object_get_ex(obj, seg->name, NULL))
			return refuse(kv, -EINVAL, "%s: given twice", seg->name);
		/* json-c has no object for null: it is a member without one. */
		if (!strcmp(value, "null") && !always_text(seg->name))
			return json_object_object_add(obj, seg->name, NULL) ?
				       refuse(kv, -ENOMEM, "out of memory") :
				       0;
		return put(kv, obj, seg->name, scalar(seg->name, value));
	}
	array = array_of(kv, obj, seg->name);
	if (!array)
		return -EINVAL;
	if ((size_t)seg->index != json_object_array_length(array))
		return refuse(kv, -EINVAL, "%s[%ld]: index out of order", seg->name, seg->index);
	return put(kv, array, NULL, scalar(seg->name, value));
}

/* The object that @seg of @obj stands for, made if it is not there, or NULL. */
static struct json_object *descend(struct keyval *kv, struct json_object *obj,
				   const struct segment *seg)
{
	bool is_array = seg->index >= 0;
	struct json_object *in = is_array ? array_of(kv, obj, seg->name) : obj, *next = NULL;
	bool is_new;

	if (!in)
		return NULL;
	if (is_array) {
		next = json_object_array_get_idx(in, seg->index);
		is_new = !next && (size_t)seg->index == json_object_array_length(in);
	} else {
		is_new = !json_object_object_get_ex(in, seg->name, &next);
	}
	if (is_new) {
		next = json_object_new_object();
		return put(kv, in, is_array ? NULL : seg->name, next) ? NULL : next;
	}
	if (json_object_is_type(next, json_type_object))
		return next;
	refuse(kv, -EINVAL, "%s: index out of order, or both a value and a group", seg->name);
	return NULL;
}

static int check_value(struct keyval *kv, const char *key, const char *value)
{
	const char *p;

	if (strlen(value) > KEYVAL_VALUE_MAX)
		return refuse(kv, -E2BIG, "%.40s: value longer than %d characters", key,
			      KEYVAL_VALUE_MAX);
	for (p = value; *p; p++)
		if (*p < ' ' || *p > '~')
			return refuse(kv, -EINVAL, "%.40s: value has a byte 0x%02x, not plain text",
				      key, (unsigned char)*p);
	return 0;
}

int keyval_add(struct keyval *kv, const char *key, const char *value)
{
	struct json_object *obj = kv->root;
	struct segment seg = {};
	int depth, ret;

	if (kv->error[0])
		return -EINVAL;
	if (kv->lines++ >= kv->max_lines)
		return refuse(kv, -E2BIG, "more than %u lines", kv->max_lines);
	if (strlen(key) > KEYVAL_KEY_MAX)
		return refuse(kv, -E2BIG, "a key longer than %d characters", KEYVAL_KEY_MAX);
	ret = check_value(kv, key, value);
	for (depth = 0; !ret && depth < KEYVAL_DEPTH_MAX; depth++) {
		ret = take_segment(kv, &key, &seg);
		if (ret)
			break;
		if (seg.last)
			return store(kv, obj, &seg, value);
		obj = descend(kv, obj, &seg);
		if (!obj)
			ret = -EINVAL;
	}
	return ret ? ret : refuse(kv, -E2BIG, "a key nests deeper than %d", KEYVAL_DEPTH_MAX);
}

void keyval_take(void *ctx, const char *key, const char *value)
{
	keyval_add(ctx, key, value);
}

bool keyval_print(FILE *f, struct json_object *root)
{
	const char *text = json_object_to_json_string_ext(root,
							  JSON_C_TO_STRING_PLAIN |
								  JSON_C_TO_STRING_NOSLASHESCAPE);

	return text && fprintf(f, "%s\n", text) > 0;
}

struct json_object *keyval_get(struct json_object *obj, const char *key)
{
	struct json_object *member = NULL;

	if (json_object_is_type(obj, json_type_object))
		json_object_object_get_ex(obj, key, &member);
	return member;
}

const char *keyval_str(struct json_object *obj, const char *key, const char *otherwise)
{
	struct json_object *member = keyval_get(obj, key);

	return member ? json_object_get_string(member) : otherwise;
}

s64 keyval_int(struct json_object *obj, const char *key, s64 otherwise)
{
	struct json_object *member = keyval_get(obj, key);

	return json_object_is_type(member, json_type_int) ? json_object_get_int64(member) :
							    otherwise;
}

bool keyval_bool(struct json_object *obj, const char *key)
{
	struct json_object *member = keyval_get(obj, key);

	return json_object_is_type(member, json_type_boolean) && json_object_get_boolean(member);
}

size_t keyval_len(struct json_object *array)
{
	return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
}
