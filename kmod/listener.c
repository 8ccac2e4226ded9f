// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A listener's id is destroyed either by unlisten or, when its device goes away, by
 * rdma_cm itself; whoever takes the pointer out of the listener first does it.
 */
#include <linux/mutex.h>
#include <linux/slab.h>

#include "addr.h"
#include "cm.h"
#include "cmid.h"
#include "conn.h"
#include "listener.h"

static LIST_HEAD(listeners);
static u32 last_id;
static DEFINE_MUTEX(listeners_lock); /* protects the two above */

/* The right to destroy the id: for exactly one caller, NULL for all others. */
static struct rdma_cm_id *claim(struct cmlab_listener *l)
{
	return xchg(&l->cm_id, NULL);
}

/* Unlink first; destroying the id then waits for the handler, and the object can go. */
static void destroy(struct cmlab_listener *l)
{
	struct rdma_cm_id *cm_id = claim(l);

	if (cm_id)
		rdma_destroy_id(cm_id);
	cmlab_conn_config_put(l->cfg);
	kfree(l);
}

static const char *why_not_bound(const struct sockaddr *addr, int err)
{
	static const char taken[] = " (another listener has this port)";
	static const char nobody[] =
		" (no RDMA device owns this address in this network namespace)";

	switch (err) {
	case -ENODEV:
		return nobody;
	case -EADDRNOTAVAIL:
		/* cma.c, cma_check_port(): what it says of two wildcards on one port. */
		return cmlab_addr_is_any(addr) ? taken : nobody;
	case -EADDRINUSE:
		return taken;
	default:
		return "";
	}
}

static int set_timer(struct cmlab_listener *l, struct rdma_cm_id *cm_id, enum cmlab_field f,
		     struct cmlab_error *err)
{
	int ret = cmlab_cmid_set_timer(cm_id, &l->cfg->req, f, CMLAB_WHEN_LISTENER);

	if (!ret || ret == CMLAB_NO_ERRNO)
		return 0;
	return cmlab_request_error(err, ret, "listen: %s: %d",
				   cmlab_name(&cmlab_calls, cmlab_cmid_timer_call(f)), ret);
}

static int bind(struct cmlab_listener *l, struct rdma_cm_id *cm_id, struct sockaddr *addr,
		struct cmlab_error *err)
{
	const struct cmlab_request *req = &l->cfg->req;
	int ret;

	/* 0.0.0.0 and :: are two listeners, not one that excludes the other. */
	ret = addr->sa_family == AF_INET6 ? rdma_set_afonly(cm_id, 1) : 0;
	if (!ret)
		ret = rdma_bind_addr(cm_id, addr);
	if (ret)
		return cmlab_request_error(err, ret,
					   "listen: addr=%s port=%u: rdma_bind_addr: %d%s",
					   req->addr, req->port, ret, why_not_bound(addr, ret));
	ret = set_timer(l, cm_id, CMLAB_F_TIMEOUT, err) ?:
							  set_timer(l, cm_id, CMLAB_F_MIN_RNR, err);
	if (ret)
		return ret;
	ret = rdma_listen(cm_id, req->backlog);
	if (ret)
		return cmlab_request_error(err, ret, "listen: addr=%s port=%u: rdma_listen: %d",
					   req->addr, req->port, ret);
	return 0;
}

static struct cmlab_listener *alloc(const struct cmlab_request *req)
{
	struct cmlab_listener *l = kzalloc(sizeof(*l), GFP_KERNEL);

	if (!l)
		return NULL;
	l->cfg = cmlab_conn_config_create(req);
	if (!l->cfg) {
		kfree(l);
		return NULL;
	}
	return l;
}

static int removal(struct cmlab_listener *l)
{
	WRITE_ONCE(l->removed, true);
	return claim(l) ? 1 : 0;
}

/* cm.c has the table of what it returns. A new id has this handler until cm.c has taken it. */
static int handler(struct rdma_cm_id *id, struct rdma_cm_event *ev)
{
	struct cmlab_listener *l = id->context;
	int ret;

	switch (ev->event) {
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		/* Before anybody can see the connection. */
		atomic_inc(&l->requests);
		ret = cmlab_cm_request(id, ev, l->cfg);
		if (ret)
			atomic_dec(&l->requests);
		return ret;
	case RDMA_CM_EVENT_DEVICE_REMOVAL:
		return removal(l);
	default:
		return 0;
	}
}

/*
 * The id becomes claimable only now that no call of ours is using it. A removal that came
 * before found nothing to claim and is still waiting for the id to go; xchg() orders
 * "removed" and "cm_id" so that one of the two sees the other.
 */
static int publish(struct cmlab_listener *l, struct rdma_cm_id *cm_id, u32 *id,
		   struct cmlab_error *err)
{
	xchg(&l->cm_id, cm_id);
	if (READ_ONCE(l->removed))
		return cmlab_request_error(err, -ENODEV, "listen: addr=%s: the device was removed",
					   l->cfg->req.addr);
	mutex_lock(&listeners_lock);
	l->id = ++last_id;
	/* Once listed it may be removed by somebody else at any time. */
	*id = l->id;
	list_add_tail(&l->entry, &listeners);
	mutex_unlock(&listeners_lock);
	return 0;
}

static int create(struct net *net, struct cmlab_listener *l, struct sockaddr *addr, u32 *id,
		  struct cmlab_error *err)
{
	struct rdma_cm_id *cm_id;
	int ret;

	cm_id = cmlab_cmid_create(net, l->cfg->req.ps, handler, l);
	if (IS_ERR(cm_id))
		return cmlab_request_error(err, PTR_ERR(cm_id), "listen: rdma_create_id: %ld",
					   PTR_ERR(cm_id));
	ret = bind(l, cm_id, addr, err);
	if (ret) {
		rdma_destroy_id(cm_id);
		return ret;
	}
	return publish(l, cm_id, id, err);
}

int cmlab_listener_create(struct net *net, const struct cmlab_request *req, u32 *id,
			  struct cmlab_error *err)
{
	struct sockaddr_storage addr;
	struct cmlab_listener *l;
	int ret;

	ret = cmlab_addr_parse(net, req->verb, "addr", req->addr, req->port, &addr, err);
	if (ret)
		return ret;
	l = alloc(req);
	if (!l)
		return cmlab_request_error(err, -ENOMEM, "listen: out of memory");
	l->net = net;
	cmlab_addr_format(net, (struct sockaddr *)&addr, l->local, sizeof(l->local));
	ret = create(net, l, (struct sockaddr *)&addr, id, err);
	if (ret)
		destroy(l);
	return ret;
}

static bool matches(const struct cmlab_listener *l, const struct cmlab_request *req,
		    const struct net *net, const char *local)
{
	if (req->given & CMLAB_GIVEN_ALL)
		return true;
	if (req->given & CMLAB_GIVEN_NUMBER)
		return l->id == req->number;
	return l->net == net && !strcmp(l->local, local);
}

static bool unlink_matching(const struct cmlab_request *req, const struct net *net,
			    const char *local, struct list_head *gone)
{
	struct cmlab_listener *l, *next;

	mutex_lock(&listeners_lock);
	list_for_each_entry_safe(l, next, &listeners, entry)
		if (matches(l, req, net, local))
			list_move_tail(&l->entry, gone);
	mutex_unlock(&listeners_lock);
	return !list_empty(gone);
}

static int no_such_listener(const struct cmlab_request *req, struct cmlab_error *err)
{
	if (req->given & CMLAB_GIVEN_NUMBER)
		return cmlab_request_error(err, -ENOENT, "unlisten: listener=%u: no such listener",
					   req->number);
	return cmlab_request_error(err, -ENOENT, "unlisten: no such listener");
}

int cmlab_listener_remove(struct net *net, const struct cmlab_request *req, struct cmlab_error *err)
{
	struct sockaddr_storage addr;
	char local[CMLAB_ADDR_STR] = "";
	struct cmlab_listener *l, *next;
	LIST_HEAD(gone);
	int ret;

	if (req->given & CMLAB_GIVEN_ADDR) {
		ret = cmlab_addr_parse(net, req->verb, "addr", req->addr, req->port, &addr, err);
		if (ret)
			return ret;
		cmlab_addr_format(net, (struct sockaddr *)&addr, local, sizeof(local));
	}
	if (!unlink_matching(req, net, local, &gone) && !(req->given & CMLAB_GIVEN_ALL))
		return no_such_listener(req, err);
	list_for_each_entry_safe(l, next, &gone, entry)
		destroy(l);
	return 0;
}

void cmlab_listener_for_each(void (*fn)(const struct cmlab_listener *l, void *ctx), void *ctx)
{
	struct cmlab_listener *l;

	mutex_lock(&listeners_lock);
	list_for_each_entry(l, &listeners, entry)
		fn(l, ctx);
	mutex_unlock(&listeners_lock);
}

void cmlab_listener_exit(void)
{
	static const struct cmlab_request all = { .given = CMLAB_GIVEN_ALL };
	struct cmlab_error err;

	cmlab_listener_remove(NULL, &all, &err);
}
