// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The state of a connection, and its report: to text or JSON by the same way that the
 * module's reports take.
 */
#include <time.h>

#include <cmlab/state.h>

#include "keyval.h"
#include "out.h"
#include "peer_conn.h"
#include "peer_id.h"
#include "report.h"

u64 peer_conn_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

bool peer_conn_advance(struct peer_conn *conn, enum cmlab_state to)
{
	if (!cmlab_state_may_follow(conn->state, to))
		return false;
	out_step("connection %u: %s -> %s", conn->id, cmlab_name(&cmlab_states, conn->state),
		 cmlab_name(&cmlab_states, to));
	conn->state = to;
	conn->report.state = to;
	return true;
}

int peer_conn_called(struct peer_conn *conn, enum cmlab_call call, int ret)
{
	cmlab_handshake_called(&conn->report.h, call, ret);
	return ret;
}

int peer_conn_errno(struct peer_conn *conn, enum cmlab_call call)
{
	return peer_conn_called(conn, call, peer_errno());
}

enum cmlab_reason peer_conn_refuse(struct peer_conn *conn, enum cmlab_reason reason,
				   enum cmlab_field field, u32 have, u32 need)
{
	conn->decision.reason = reason;
	conn->decision.field = field;
	conn->decision.have = have;
	conn->decision.need = need;
	cmlab_handshake_refused(&conn->report.h, reason, field, have, need);
	return reason;
}

void peer_conn_addresses(struct peer_conn *conn)
{
	struct cmlab_report *r = &conn->report;

	conn->family = peer_id_family(conn->cm_id);
	r->h.family = conn->family;
	peer_id_format(rdma_get_local_addr(conn->cm_id), r->local, sizeof(r->local));
	peer_id_format(rdma_get_peer_addr(conn->cm_id), r->remote, sizeof(r->remote));
}

static void print_brief(const struct cmlab_report *r)
{
	char line[256];

	cmlab_report_summary(r, line, sizeof(line));
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

static void print_whole(const struct peer_opts *opts, const struct cmlab_report *r)
{
	struct cmlab_findings found;
	struct keyval kv;

	if (keyval_init(&kv)) {
		out_error("out of memory");
		return;
	}
	cmlab_findings_collect(&r->h, NULL, &found);
	keyval_add(&kv, "version", "1");
	cmlab_report_format(r, &found, keyval_take, &kv);
	if (kv.error[0])
		out_error("report of connection %u: %s", r->id, kv.error);
	else
		print_object(opts, kv.root);
	keyval_exit(&kv);
}

void peer_conn_report(struct peer_conn *conn)
{
	if (conn->reported)
		return;
	conn->reported = true;
	if (conn->peer->opts.brief)
		print_brief(&conn->report);
	else
		print_whole(&conn->peer->opts, &conn->report);
	fflush(stdout);
}
