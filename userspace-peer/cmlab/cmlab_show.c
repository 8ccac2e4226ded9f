// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What the module knows, for people and as JSON. */
#include <errno.h>
#include <stdlib.h>

#include "cmlab_debugfs.h"
#include "cmlab_netns.h"
#include "cmlab_show.h"
#include "cmlab_table.h"
#include "report.h"

static const struct cmlab_column device_columns[] = {
	{ "name", "device" },
	{ "driver", "driver" },
	{ "transport", "transport" },
	{ "max_qp_rd_atom", "max_qp_rd" },
	{ "max_qp_init_rd_atom", "max_qp_init_rd" },
	{ "max_res_rd_atom", "max_res_rd" },
	{ "res_used", "res_used" },
	{ "mock", "mock" },
	{ "connections", "connections" },
	{ NULL, NULL },
};

static const struct cmlab_column listener_columns[] = {
	{ "id", "id" },
	{ "local", "local" },
	{ "state", "state" },
	{ "profile", "profile" },
	{ "transitions", "transitions" },
	{ "requests", "requests" },
	{ "netns", "namespace" },
	{ "health", "health" },
	{ NULL, NULL },
};

static const struct cmlab_column event_columns[] = {
	{ "time", "time (s)" },
	{ "text", "event" },
	{ NULL, NULL },
};

/* Each row has its line. */
/* clang-format off */
static const struct cmlab_column connection_columns[] = {
	{ "id", "id" },
	{ "role", "role" },
	{ "device", "device" },
	{ "state", "state" },
	{ "local", "local" },
	{ "remote", "remote" },
	{ "ird", "ird" },
	{ "ord", "ord" },
	{ NULL, NULL },
};

static const struct cmlab_column profile_columns[] = {
	{ "name", "profile" },
	{ "rr", "rr" },
	{ "id", "id" },
	{ "retry", "retry" },
	{ "rnr", "rnr" },
	{ "recv_depth", "recvs" },
	{ "summary", "purpose" },
	{ NULL, NULL },
};

/* clang-format on */

/**
 * struct listing - a file, which is one array
 * @name: of the file and of the array
 * @table: the file is a table, not "key: value" lines
 * @header: names of the columns if the file does not say them
 * @columns: what people are shown; NULL: all of it, and it is no array
 * @none: what people are told if there is nothing
 */
struct listing {
	const char *name;
	bool table;
	const char *header;
	const struct cmlab_column *columns;
	const char *none;
};

enum { DEVICES, LISTENERS, CONNECTIONS, PROFILES, EVENTS, STATS };

static const struct listing listings[] = {
	[DEVICES] = { "devices", false, NULL, device_columns,
		      "no RDMA device (rdma link add rxe0 type rxe netdev ...)" },
	[LISTENERS] = { "listeners", false, NULL, listener_columns, "no listener" },
	[CONNECTIONS] = { "connections", true, NULL, connection_columns, "no connection" },
	[PROFILES] = { "profiles", false, NULL, profile_columns, "no profile" },
	[EVENTS] = { "events", true, "time text", event_columns, "no event yet" },
	[STATS] = { "stats", false, NULL, NULL, NULL },
};

#define NAMES "devices listeners connections profiles events stats"

static const struct listing *find_listing(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(listings); i++)
		if (!strcmp(listings[i].name, name))
			return &listings[i];
	return NULL;
}

/* A file without any entry has no array either; what is none counts as missing. */
static struct json_object *read_listing(const struct listing *l, enum out_exit *status)
{
	struct json_object *root = cmlab_debugfs_read(l->name, l->table ? l->name : NULL, l->header,
						      status);

	if (root && l->columns && !json_object_is_type(keyval_get(root, l->name), json_type_array))
		json_object_object_add(root, l->name, json_object_new_array());
	return root;
}

static void add_range(struct json_object *profile, const char *key, const char *param)
{
	struct json_object *range = keyval_get(profile, param);
	char text[48] = "-";

	if (range)
		snprintf(text, sizeof(text), "%s..%s..%s", keyval_str(range, "floor", "?"),
			 keyval_str(range, "target", "?"), keyval_str(range, "ceiling", "?"));
	json_object_object_add(profile, key, json_object_new_string(text));
}

/* Ranges as one word each, for people only. */
static void shorten_profiles(struct json_object *profiles)
{
	size_t i;

	for (i = 0; i < keyval_len(profiles); i++) {
		struct json_object *p = json_object_array_get_idx(profiles, i);

		if (!json_object_is_type(p, json_type_object))
			continue;
		add_range(p, "rr", "responder_resources");
		add_range(p, "id", "initiator_depth");
		add_range(p, "retry", "retry_count");
		add_range(p, "rnr", "rnr_retry_count");
	}
}

/* Namespaces in words, for people only; a module that does not name them is not asked. */
static void name_namespaces(struct json_object *listeners)
{
	struct json_object *l;
	char text[280];
	size_t i;

	for (i = 0; i < keyval_len(listeners); i++) {
		l = json_object_array_get_idx(listeners, i);
		if (!keyval_get(l, "netns"))
			continue;
		cmlab_netns_text((u64)keyval_int(l, "netns", 0), text, sizeof(text));
		json_object_object_add(l, "netns", json_object_new_string(text));
	}
}

struct json_object *cmlab_show_whole(struct json_object *rows, bool keep)
{
	struct json_object *whole = json_object_new_array();
	struct json_object *row, *report;
	size_t i;

	for (i = 0; whole && i < keyval_len(rows); i++) {
		row = json_object_array_get_idx(rows, i);
		report = cmlab_debugfs_report(keyval_int(row, "id", -1), true);
		if (report)
			json_object_array_add(whole, report_contract(report));
		else if (keep)
			json_object_array_add(whole, json_object_get(row));
		json_object_put(report);
	}
	return whole;
}

static enum out_exit show_listing(const struct listing *l, bool json)
{
	enum out_exit status;
	struct json_object *root = read_listing(l, &status);
	struct json_object *rows = keyval_get(root, l->name);

	if (!root)
		return status;
	if (json) {
		if (l == &listings[CONNECTIONS])
			json_object_object_add(root, l->name, cmlab_show_whole(rows, false));
		keyval_print(stdout, root);
	} else if (!l->columns) {
		cmlab_table_pairs(stdout, root);
	} else {
		if (l == &listings[PROFILES])
			shorten_profiles(rows);
		if (l == &listings[LISTENERS])
			name_namespaces(rows);
		cmlab_table_print(stdout, rows, l->columns, l->none);
		if (l == &listings[PROFILES])
			printf("rr, id, retry, rnr: floor..target..ceiling\n");
	}
	json_object_put(root);
	return OUT_DONE;
}

static enum out_exit show_all_json(void)
{
	const struct listing *conns = &listings[CONNECTIONS];
	enum out_exit status;
	struct json_object *root = read_listing(&listings[LISTENERS], &status), *more;

	if (!root)
		return status;
	more = read_listing(conns, &status);
	if (more) {
		json_object_object_add(root, conns->name,
				       cmlab_show_whole(keyval_get(more, conns->name), false));
		keyval_print(stdout, root);
		json_object_put(more);
	}
	json_object_put(root);
	return status;
}

static enum out_exit show_all(void)
{
	enum out_exit status = show_listing(&listings[LISTENERS], false);

	if (status != OUT_DONE)
		return status;
	putchar('\n');
	return show_listing(&listings[CONNECTIONS], false);
}

enum out_exit cmlab_show_report(s64 id, bool json)
{
	struct json_object *root = cmlab_debugfs_report(id, false);
	struct out_style style;

	if (!root)
		return OUT_FAILED;
	out_stdout(&style);
	if (json)
		report_json(stdout, root);
	else
		report_print(&style, root);
	json_object_put(root);
	return OUT_DONE;
}

/* A connection's number, or -1 */
static s64 number(const char *what)
{
	unsigned long id;
	char *end;

	errno = 0;
	id = strtoul(what, &end, 10);
	return errno || end == what || *end || *what == '-' || id > UINT32_MAX ? -1 : (s64)id;
}

enum out_exit cmlab_show(const char *what, bool json)
{
	const struct listing *l = what ? find_listing(what) : NULL;
	enum out_exit status;

	if (what && !l && number(what) < 0)
		return out_fail(OUT_USAGE, "show: %s: must be a number or one of " NAMES, what);
	status = cmlab_debugfs_check();
	if (status != OUT_DONE)
		return status;
	if (!what)
		return json ? show_all_json() : show_all();
	return l ? show_listing(l, json) : cmlab_show_report(number(what), json);
}
