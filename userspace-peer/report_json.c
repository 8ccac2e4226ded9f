// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The JSON contract of a connection. */
#include "report.h"

struct promise {
	const char *key;
	enum json_type type;
};

/* Each row has its line. */
/* clang-format off */
static const struct promise promises[] = {
	{ "version", json_type_int },
	{ "id", json_type_int },
	{ "role", json_type_string },
	{ "device", json_type_string },
	{ "transport", json_type_string },
	{ "state", json_type_string },
	{ "outcome", json_type_string },
	{ "local", json_type_string },
	{ "remote", json_type_string },
	{ "requested", json_type_object },
	{ "offered", json_type_object },
	{ "advertised", json_type_object },
	{ "negotiated", json_type_object },
	{ "programmed", json_type_object },
	{ "clamps", json_type_array },
	{ "findings", json_type_array },
};

/* clang-format on */

static struct json_object *empty(enum json_type type)
{
	switch (type) {
	case json_type_int:
		return json_object_new_int64(0);
	case json_type_object:
		return json_object_new_object();
	case json_type_array:
		return json_object_new_array();
	default:
		return json_object_new_string("");
	}
}

/* Of the promised type, or as if it were not there. */
static struct json_object *promised(struct json_object *root, const struct promise *p)
{
	struct json_object *member = keyval_get(root, p->key);

	if (member && json_object_is_type(member, p->type))
		return json_object_get(member);
	return empty(p->type);
}

static void add(struct json_object *to, const char *key, struct json_object *member)
{
	if (member && json_object_object_add(to, key, member))
		json_object_put(member);
}

struct json_object *report_contract(struct json_object *root)
{
	struct json_object *whole = json_object_new_object();
	size_t i;

	if (!whole)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(promises); i++)
		add(whole, promises[i].key, promised(root, &promises[i]));
	json_object_object_foreach(root, key, member) {
		if (!json_object_object_get_ex(whole, key, NULL))
			add(whole, key, json_object_get(member));
	}
	return whole;
}

void report_json(FILE *f, struct json_object *root)
{
	struct json_object *whole = report_contract(root);

	if (!whole) {
		out_error("out of memory");
		return;
	}
	keyval_print(f, whole);
	json_object_put(whole);
}
