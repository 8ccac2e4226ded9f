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
#include "room.h"

/* Handshakes of one command under way at once: the peer's CM has one queue. */
#define WINDOW 128

/**
 * struct batch - one command
 * @net: the caller's network namespace
 * @req: what is asked for
 * @cfg: the same, shared with the connections
 * @src: source address; its family is 0 if none was given
 * @dst: the peer's address and port
 * @conns: @started connections, each with a reference
 * @started: their number
 * @timeout_ms: the time that the command has
 * @deadline: when it is over
 * @report: a copy of one record at a time
 */
struct batch {
	struct net *net;
	const struct cmlab_request *req;
	struct cmlab_config *cfg;
	struct sockaddr_storage src;
	struct sockaddr_storage dst;
	struct cmlab_conn **conns;
	u32 started;
	u32 timeout_ms;
	ktime_t deadline;
	struct cmlab_report *report;
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

static int take_room(const struct cmlab_request *req, struct cmlab_error *err)
{
	if (cmlab_room_take(req->count))
		return 0;
	return cmlab_request_error(err, -ERANGE,
				   "connect: count=%u: %u of %u connections are in use (module parameter max_connections)",
				   req->count, cmlab_room_used(), cmlab_param_max_connections());
}

/* What is left of the command's time, in ms. */
static u32 time_left(const struct batch *b)
{
	return max_t(s64, ktime_ms_delta(b->deadline, ktime_get()), 0);
}

/* The first ones have all of the time, whatever it took to start them. */
static u32 own_timer(const struct batch *b)
{
	return b->started < WINDOW ? b->timeout_ms : time_left(b);
}

static int start(struct batch *b)
{
	struct sockaddr *src = b->src.ss_family ? (struct sockaddr *)&b->src : NULL;
	struct cmlab_conn *conn;

	conn = cmlab_cm_connect(b->cfg, own_timer(b), b->net, src, (struct sockaddr *)&b->dst);
	if (!conn)
		return -ENOMEM;
	b->conns[b->started++] = conn;
	return 0;
}

/* A child that ends must not end the command: only what kills the caller does. */
static int wait_settled(struct batch *b, u32 n)
{
	unsigned long left = msecs_to_jiffies(time_left(b));
	long ret = wait_for_completion_killable_timeout(&b->conns[n]->settled, left);

	if (ret < 0)
		return -EINTR;
	return ret ? 0 : -ETIMEDOUT;
}

static int start_all(struct batch *b)
{
	int ret = 0;

	while (b->started < b->req->count && !ret) {
		if (b->started >= WINDOW)
			ret = wait_settled(b, b->started - WINDOW);
		if (!ret)
			ret = start(b);
	}
	return ret;
}

/* The command's time is over, and so is that of each of its handshakes. */
static int settle_all(struct batch *b)
{
	int ret = 0;
	u32 i;

	for (i = 0; i < b->started && ret != -EINTR; i++) {
		ret = wait_settled(b, i);
		if (ret == -ETIMEDOUT)
			cmlab_conn_give_up(b->conns[i]);
	}
	return ret == -EINTR ? ret : 0;
}

static void close_pending(struct batch *b)
{
	u32 i;

	for (i = 0; i < b->started; i++)
		if (cmlab_conn_state(b->conns[i]) != CMLAB_STATE_ESTABLISHED)
			cmlab_conn_close(b->conns[i], "the command was interrupted");
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

/*
 * A refusal of the kernel's own: on iWARP rdma_connect itself fails; otherwise the peer's CM
 * sends REJ 8, or 28 without data where its port is taken but not on this address.
 */
static bool found_nobody(const struct cmlab_handshake *h)
{
	const struct cmlab_end *own = &h->end[h->viewpoint];
	const struct cmlab_cm_event *last = cmlab_end_last(own);

	if (h->form == CMLAB_PDATA_HEADER)
		return !h->reject.has_hdr && !h->end[!h->viewpoint].message.has_hdr;
	if (h->transport == CMLAB_TRANSPORT_IWARP)
		return own->ret == -ECONNREFUSED;
	return last && last->status == CMLAB_REJ_INVALID_SERVICE_ID;
}

static int judge(struct batch *b, u32 n, struct cmlab_connect_result *result,
		 struct cmlab_error *err)
{
	int ret;

	cmlab_record_copy(b->conns[n]->rec, b->report);
	result->id = b->report->id;
	result->outcome = b->report->h.outcome;
	result->transport = b->report->h.transport;
	result->nobody = found_nobody(&b->report->h);
	ret = errno_of(&b->report->h);
	if (ret && !err->text[0])
		cmlab_report_summary(b->report, err->text, sizeof(err->text));
	return ret;
}

static int collect(struct batch *b, struct cmlab_connect_result *results, struct cmlab_error *err)
{
	int ret = 0, one;
	u32 i;

	for (i = 0; i < b->started; i++) {
		one = judge(b, i, &results[i], err);
		ret = ret ?: one;
	}
	return ret;
}

/* What ended the command before all were started; the connections that were tell the rest. */
static int not_all(const struct batch *b, int ret, struct cmlab_error *err)
{
	switch (ret) {
	case 0:
		return 0;
	case -EINTR:
		return cmlab_request_error(err, ret, "connect: interrupted");
	case -ETIMEDOUT:
		return cmlab_request_error(err, ret,
					   "connect: count=%u: %u were started within timeout_ms=%u",
					   b->req->count, b->started, b->timeout_ms);
	default:
		return cmlab_request_error(err, ret,
					   "connect: out of memory: %u of %u were started",
					   b->started, b->req->count);
	}
}

static int run(struct batch *b, struct cmlab_connect_result *results, struct cmlab_error *err)
{
	int ret, settled = 0, one;

	b->timeout_ms = b->req->timeout_ms ?: cmlab_param_timeout_ms();
	b->deadline = ktime_add_ms(ktime_get(), b->timeout_ms);
	ret = start_all(b);
	if (results && ret != -EINTR)
		settled = settle_all(b);
	if (ret == -EINTR || settled)
		close_pending(b);
	ret = not_all(b, settled ?: ret, err);
	if (!results)
		return ret;
	one = collect(b, results, err);
	return ret ?: one;
}

/* Nobody waits for these, so they may not need a second window. */
static int check_window(const struct cmlab_request *req, struct cmlab_error *err)
{
	if (req->count <= WINDOW)
		return 0;
	return cmlab_request_error(err, -ERANGE,
				   "connect: count=%u: at most %u while the module is loaded",
				   req->count, WINDOW);
}

static int alloc_and_run(struct batch *b, struct cmlab_connect_result *results,
			 struct cmlab_error *err)
{
	b->cfg = cmlab_conn_config_create(b->req);
	b->conns = kvcalloc(b->req->count, sizeof(*b->conns), GFP_KERNEL);
	b->report = kmalloc(sizeof(*b->report), GFP_KERNEL);
	if (!b->cfg || !b->conns || !b->report)
		return cmlab_request_error(err, -ENOMEM, "connect: out of memory");
	return run(b, results, err);
}

int cmlab_connect_run(struct net *net, const struct cmlab_request *req,
		      struct cmlab_connect_result *results, struct cmlab_error *err)
{
	struct batch b = { .net = net, .req = req };
	u32 n;
	int ret;

	ret = parse_addresses(&b, err);
	if (!ret && !results)
		ret = check_window(req, err);
	if (!ret)
		ret = take_room(req, err);
	if (ret)
		return ret;
	ret = alloc_and_run(&b, results, err);
	cmlab_room_give(req->count - b.started);

	for (n = 0; n < b.started; n++)
		cmlab_conn_put(b.conns[n]);
	kfree(b.report);
	kvfree(b.conns);
	if (b.cfg)
		cmlab_conn_config_put(b.cfg);
	return ret;
}
