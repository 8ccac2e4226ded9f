// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The connect command: its connections are started, waited for, and told of from what they
 * have published.
 */
#include <linux/slab.h>

#include "addr.h"
#include "cm.h"
#include "conn.h"
#include "connect.h"
#include "param.h"
#include "record.h"

/* Handshakes of one command under way at once: the peer's CM has one queue. */
#define WINDOW 128

struct batch {
	struct net *net;
	const struct cmlab_request *req;
	struct cmlab_config *cfg;
	struct sockaddr_storage src;
	struct sockaddr_storage dst;
	struct cmlab_conn **conns;
	u32 started;
};

static int parse_addresses(struct batch *b, struct cmlab_error *err)
{
	const struct cmlab_request *req = b->req;
	int ret;

	ret = cmlab_addr_parse(b->net, req->verb, "addr", req->addr, req->port, &b->dst, err);
	if (ret || !req->src[0])
		return ret;
	ret = cmlab_addr_parse(b->net, req->verb, "src", req->src, 0, &b->src, err);
	if (!ret && b->src.ss_family != b->dst.ss_family)
		ret = cmlab_request_error(err, -EINVAL,
					  "connect: src=%s and addr=%s are of different families",
					  req->src, req->addr);
	return ret;
}

static int check_room(const struct cmlab_request *req, struct cmlab_error *err)
{
	unsigned int limit = cmlab_param_max_connections();
	unsigned int used = cmlab_conn_count();

	if (used + req->count <= limit)
		return 0;
	return cmlab_request_error(err, -ERANGE,
				   "connect: count=%u: %u of %u connections are in use (module parameter max_connections)",
				   req->count, used, limit);
}

static int start(struct batch *b)
{
	struct sockaddr *src = b->src.ss_family ? (struct sockaddr *)&b->src : NULL;
	struct cmlab_conn *conn;

	conn = cmlab_cm_connect(b->cfg, b->net, src, (struct sockaddr *)&b->dst);
	if (!conn)
		return -ENOMEM;
	b->conns[b->started++] = conn;
	return 0;
}

/* A child that ends must not end the command: only what kills the caller does. */
static int wait_settled(struct batch *b, u32 n)
{
	return wait_for_completion_killable(&b->conns[n]->settled);
}

static int start_all(struct batch *b, struct cmlab_error *err)
{
	int ret = 0;

	while (b->started < b->req->count && !ret) {
		if (b->started >= WINDOW)
			ret = wait_settled(b, b->started - WINDOW);
		if (ret)
			break;
		if (start(b))
			return cmlab_request_error(err, -ENOMEM, "connect: out of memory");
	}
	return ret;
}

static int errno_of(const struct cmlab_handshake *h)
{
	const struct cmlab_end *own = &h->end[h->viewpoint];
	const struct cmlab_cm_event *last = cmlab_end_last(own);

	if (h->outcome == CMLAB_OUTCOME_ESTABLISHED)
		return 0;
	if (own->ret < 0)
		return own->ret;
	/* Not even sent: a number of ours did not fit. */
	if (h->outcome == CMLAB_OUTCOME_LOCAL_ERROR && own->refusal.code)
		return -ERANGE;
	switch (h->outcome) {
	case CMLAB_OUTCOME_REJECTED:
		return -ECONNREFUSED;
	case CMLAB_OUTCOME_UNREACHABLE:
		return h->own_timer ? -ETIMEDOUT : -EHOSTUNREACH;
	case CMLAB_OUTCOME_CONNECT_ERROR:
		return -ECONNABORTED;
	default:
		return last && last->status < 0 ? last->status : -EIO;
	}
}

static int judge(struct cmlab_conn *conn, struct cmlab_connect_result *result,
		 struct cmlab_report *report, struct cmlab_error *err)
{
	int ret;

	cmlab_record_copy(conn->rec, report);
	result->id = report->id;
	result->outcome = report->h.outcome;
	ret = errno_of(&report->h);
	if (ret && !err->text[0])
		cmlab_report_summary(report, err->text, sizeof(err->text));
	return ret;
}

static int collect(struct batch *b, struct cmlab_connect_result *results, struct cmlab_error *err)
{
	struct cmlab_report *report = kmalloc(sizeof(*report), GFP_KERNEL);
	int ret = 0, one;
	u32 i;

	if (!report)
		return cmlab_request_error(err, -ENOMEM, "connect: out of memory");
	for (i = 0; i < b->started; i++) {
		one = judge(b->conns[i], &results[i], report, err);
		ret = ret ?: one;
	}
	kfree(report);
	return ret;
}

static void close_pending(struct batch *b)
{
	u32 i;

	for (i = 0; i < b->started; i++)
		if (cmlab_conn_state(b->conns[i]) != CMLAB_STATE_ESTABLISHED)
			cmlab_conn_close(b->conns[i], "the command was interrupted");
}

static int run(struct batch *b, struct cmlab_connect_result *results, struct cmlab_error *err)
{
	int ret;
	u32 i;

	ret = start_all(b, err);
	for (i = 0; i < b->started && results && !ret; i++)
		ret = wait_settled(b, i);
	if (ret == -ERESTARTSYS) {
		close_pending(b);
		return cmlab_request_error(err, -EINTR, "connect: interrupted");
	}
	if (ret || !results)
		return ret;
	return collect(b, results, err);
}

int cmlab_connect_run(struct net *net, const struct cmlab_request *req,
		      struct cmlab_connect_result *results, struct cmlab_error *err)
{
	struct batch b = { .net = net, .req = req };
	int ret;

	ret = parse_addresses(&b, err);
	if (!ret)
		ret = check_room(req, err);
	if (ret)
		return ret;
	b.cfg = cmlab_conn_config_create(req);
	b.conns = kvcalloc(req->count, sizeof(*b.conns), GFP_KERNEL);
	if (b.cfg && b.conns)
		ret = run(&b, results, err);
	else
		ret = cmlab_request_error(err, -ENOMEM, "connect: out of memory");

	while (b.started--)
		cmlab_conn_put(b.conns[b.started]);
	kvfree(b.conns);
	if (b.cfg)
		cmlab_conn_config_put(b.cfg);
	return ret;
}
