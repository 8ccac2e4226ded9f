// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <linux/slab.h>

#include "addr.h"
#include "cm.h"
#include "conn.h"
#include "connect.h"
#include "param.h"
#include "record.h"

/* Handshakes of one command under way at once: the peer's CM has one queue. */
#define WINDOW 128

/* A connection and its record, which history may drop before the command has read it. */
struct attempt {
	struct cmlab_conn *conn;
	struct cmlab_record *rec;
};

struct batch {
	struct net *net;
	const struct cmlab_request *req;
	struct cmlab_config *cfg;
	struct sockaddr_storage src;
	struct sockaddr_storage dst;
	struct attempt *attempts;
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

static int start(struct batch *b, struct attempt *a)
{
	struct cmlab_conn *conn = cmlab_conn_create(b->cfg, CMLAB_ROLE_ACTIVE);
	struct sockaddr *src = b->src.ss_family ? (struct sockaddr *)&b->src : NULL;

	if (!conn)
		return -ENOMEM;
	cmlab_conn_get(conn);
	a->conn = conn;
	a->rec = cmlab_record_get(conn->rec);
	if (cmlab_cm_resolve(conn, b->net, src, (struct sockaddr *)&b->dst))
		cmlab_conn_close(conn, "the address could not be resolved");
	return 0;
}

/* A child that ends must not end the command: only what kills the caller does. */
static int wait_settled(struct batch *b, u32 n)
{
	return wait_for_completion_killable(&b->attempts[n].conn->settled);
}

static int start_all(struct batch *b, struct cmlab_error *err)
{
	int ret = 0;

	while (b->started < b->req->count && !ret) {
		if (b->started >= WINDOW)
			ret = wait_settled(b, b->started - WINDOW);
		if (ret)
			break;
		if (start(b, &b->attempts[b->started]))
			return cmlab_request_error(err, -ENOMEM, "connect: out of memory");
		b->started++;
	}
	return ret;
}

static int errno_of(const struct cmlab_snapshot *s)
{
	if (s->outcome == CMLAB_OUTCOME_ESTABLISHED)
		return 0;
	if (s->error)
		return s->error;
	/* Not even sent: a number of ours did not fit. */
	if (s->outcome == CMLAB_OUTCOME_LOCAL_ERROR && s->reason)
		return -ERANGE;
	switch (s->outcome) {
	case CMLAB_OUTCOME_REJECTED:
		return -ECONNREFUSED;
	case CMLAB_OUTCOME_UNREACHABLE:
		return s->own_timer ? -ETIMEDOUT : -EHOSTUNREACH;
	case CMLAB_OUTCOME_CONNECT_ERROR:
		return -ECONNABORTED;
	default:
		return s->status < 0 ? s->status : -EIO;
	}
}

static int judge(const struct attempt *a, struct cmlab_connect_result *result,
		 struct cmlab_snapshot *snap, struct cmlab_error *err)
{
	int ret;

	cmlab_record_copy(a->rec, snap);
	result->id = snap->id;
	result->outcome = snap->outcome;
	ret = errno_of(snap);
	if (ret && !err->text[0])
		cmlab_snapshot_summary(snap, err->text, sizeof(err->text));
	return ret;
}

static int collect(struct batch *b, struct cmlab_connect_result *results, struct cmlab_error *err)
{
	struct cmlab_snapshot *snap = kmalloc(sizeof(*snap), GFP_KERNEL);
	int ret = 0, one;
	u32 i;

	if (!snap)
		return cmlab_request_error(err, -ENOMEM, "connect: out of memory");
	for (i = 0; i < b->started; i++) {
		one = judge(&b->attempts[i], &results[i], snap, err);
		ret = ret ?: one;
	}
	kfree(snap);
	return ret;
}

static void close_pending(struct batch *b)
{
	u32 i;

	for (i = 0; i < b->started; i++)
		if (cmlab_conn_state(b->attempts[i].conn) != CMLAB_STATE_ESTABLISHED)
			cmlab_conn_close(b->attempts[i].conn, "the command was interrupted");
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
	b.attempts = kvcalloc(req->count, sizeof(*b.attempts), GFP_KERNEL);
	if (b.cfg && b.attempts)
		ret = run(&b, results, err);
	else
		ret = cmlab_request_error(err, -ENOMEM, "connect: out of memory");

	while (b.started--) {
		cmlab_record_put(b.attempts[b.started].rec);
		cmlab_conn_put(b.attempts[b.started].conn);
	}
	kvfree(b.attempts);
	if (b.cfg)
		cmlab_conn_config_put(b.cfg);
	return ret;
}
