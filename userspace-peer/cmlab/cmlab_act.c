// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Commands that change something: silent if all went well, but for what one asks them for. */
#include <stdlib.h>

#include "cmlab_act.h"
#include "cmlab_debugfs.h"
#include "cmlab_show.h"

static size_t nr_conns(struct json_object *result)
{
	return keyval_len(keyval_get(result, "conn"));
}

static struct json_object *nth_conn(struct json_object *result, size_t i)
{
	return json_object_array_get_idx(keyval_get(result, "conn"), i);
}

static bool is_established(struct json_object *conn)
{
	return !strcmp(keyval_str(conn, "outcome", ""), "established");
}

/* "  rejected      12 13 14", wrapped; nothing if there is none. */
static void print_ids(struct json_object *result, const char *outcome)
{
	size_t i, room = 12 * nr_conns(result) + 1;
	char *list = malloc(room);
	int len = 0;

	for (i = 0; list && i < nr_conns(result); i++) {
		if (strcmp(keyval_str(nth_conn(result, i), "outcome", ""), outcome))
			continue;
		len += scnprintf(list + len, room - len, len ? " %u" : "%u",
				 (u32)keyval_int(nth_conn(result, i), "id", 0));
	}
	if (len) {
		printf("  %-14s", outcome);
		out_wrap(stdout, list, 16, 16);
		putchar('\n');
	}
	free(list);
}

/* Many connections: how many, their numbers by outcome, and the first failure whole. */
static void print_many(struct json_object *result)
{
	size_t i = 0;
	u32 o;

	printf("%lld connections: %lld established, %lld failed\n",
	       (long long)keyval_int(result, "connections", 0),
	       (long long)keyval_int(result, "established", 0),
	       (long long)keyval_int(result, "failed", 0));
	for (o = 0; o < CMLAB_NR_OUTCOMES; o++)
		print_ids(result, cmlab_name(&cmlab_outcomes, o));
	while (i < nr_conns(result) && is_established(nth_conn(result, i)))
		i++;
	if (i == nr_conns(result))
		return;
	putchar('\n');
	cmlab_show_report(keyval_int(nth_conn(result, i), "id", -1), false);
}

static void print_connect(struct json_object *result)
{
	if (keyval_int(result, "connections", 0) > 1)
		print_many(result);
	else if (nr_conns(result))
		cmlab_show_report(keyval_int(nth_conn(result, 0), "id", -1), false);
}

static void print_listen(const struct cmdline *cmd, struct json_object *result)
{
	if (!keyval_get(result, "listener"))
		return;
	printf("listener %lld on ", (long long)keyval_int(result, "listener", 0));
	printf(strchr(cmd->req.addr, ':') ? "[%s]:%u\n" : "%s:%u\n", cmd->req.addr, cmd->req.port);
}

static void print_check(const struct cmdline *cmd, struct json_object *result)
{
	const char *health = keyval_str(result, "health", NULL);

	if (health)
		printf("listener %u: %s\n", cmd->req.number, health);
	if (keyval_get(result, "advice"))
		printf("-> %s\n", keyval_str(result, "advice", ""));
}

enum out_exit cmlab_act(const struct cmdline *cmd, bool json)
{
	struct json_object *result;
	enum out_exit status = cmlab_debugfs_command(cmd, &result);

	if (!result)
		return status;
	if (json) {
		if (cmd->req.verb == CMLAB_VERB_CONNECT)
			json_object_object_add(result, "conn",
					       cmlab_show_whole(keyval_get(result, "conn"), true));
		keyval_print(stdout, result);
	} else if (cmd->req.verb == CMLAB_VERB_CONNECT) {
		print_connect(result);
	} else if (cmd->req.verb == CMLAB_VERB_LISTEN) {
		print_listen(cmd, result);
	} else if (cmd->req.verb == CMLAB_VERB_CHECK) {
		print_check(cmd, result);
	}
	/* The write succeeds if the command was understood; one failed handshake is a failure. */
	if (status == OUT_DONE &&
	    (strcmp(keyval_str(result, "result", "ok"), "ok") || keyval_int(result, "failed", 0)))
		status = OUT_FAILED;
	json_object_put(result);
	return status;
}
