// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* A snapshot to text or JSON, by the same way that the module's reports take. */
#include "keyval.h"
#include "out.h"
#include "peer_report.h"
#include "report.h"

static void emit(void *ctx, const char *key, const char *value)
{
	keyval_add(ctx, key, value);
}

static void print_brief(const struct cmlab_snapshot *snap)
{
	char line[256];

	cmlab_snapshot_summary(snap, line, sizeof(line));
	out_text(stdout, line);
	putchar('\n');
}

static void print_object(const struct peer_opts *opts, struct json_object *root)
{
	struct out_style style;

	if (opts->json) {
		report_json(stdout, root);
		return;
	}
	out_stdout(&style);
	report_print(&style, root);
	putchar('\n');
}

static void print_whole(const struct peer_opts *opts, const struct cmlab_snapshot *snap)
{
	struct keyval kv;

	if (keyval_init(&kv)) {
		out_error("out of memory");
		return;
	}
	emit(&kv, "version", "1");
	cmlab_snapshot_format(snap, emit, &kv);
	if (kv.error[0])
		out_error("report of connection %u: %s", snap->id, kv.error);
	else
		print_object(opts, kv.root);
	keyval_exit(&kv);
}

void peer_report_print(const struct peer_opts *opts, const struct cmlab_snapshot *snap)
{
	if (opts->brief)
		print_brief(snap);
	else
		print_whole(opts, snap);
	fflush(stdout);
}

void peer_report_total(const struct peer *peer)
{
	FILE *f = peer->opts.json ? stderr : stdout;

	fprintf(f, "%u connections: %u established, %u failed\n", peer->ended, peer->established,
		peer->ended - peer->established);
}
