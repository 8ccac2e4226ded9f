// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A listener's id is destroyed either by unlisten or, when its device goes away, by
 * rdma_cm itself; whoever takes the pointer out of the listener first does it.
 */
#include <linux/mutex.h>
#include <linux/slab.h>
#include <net/net_namespace.h>

#include "addr.h"
#include "cm.h"
#include "cmid.h"
#include "conn.h"
#include "event.h"
#include "listener.h"
#include "param.h"

static LIST_HEAD(listeners);
static u32 last_id;
static DEFINE_MUTEX(listeners_lock); /* protects the two above, and the listeners' health */

/* The right to destroy the id: for exactly one caller, NULL for all others. */
static struct rdma_cm_id *claim(struct cmlab_listener *l)
{
	return xchg(&l->cm_id, NULL);
}

static void release(struct kref *ref)
{
	struct cmlab_listener *l = container_of(ref, struct cmlab_listener, ref);

	put_net(l->net);
	cmlab_conn_config_put(l->cfg);
	kfree(l);
}

static void put(struct cmlab_listener *l)
{
	kref_put(&l->ref, release);
}

/* Unlink first; destroying the id then waits for the handler, and the object can go. */
static void destroy(struct cmlab_listener *l)
{
	struct rdma_cm_id *cm_id;

	cancel_delayed_work_sync(&l->idle_check);
	cm_id = claim(l);
	if (cm_id)
		rdma_destroy_id(cm_id);
	put(l);
}

u32 cmlab_listener_netns(const struct cmlab_listener *l)
{
	return l->net->ns.inum;
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

/* Where a listener on every address can be reached. */
static void note_reached(struct cmlab_listener *l, struct rdma_cm_id *id)
{
	if (atomic_cmpxchg(&l->has_reached, CMLAB_REACHED_NOTHING, CMLAB_REACHED_IS_WRITTEN))
		return;
	cmlab_addr_format(l->net, (struct sockaddr *)&id->route.addr.src_addr, l->reached,
			  sizeof(l->reached));
	atomic_set_release(&l->has_reached, CMLAB_REACHED_KNOWN);
}

/* Only what the maker of the listener or its handler has written whole. */
static bool knows_reached(struct cmlab_listener *l)
{
	return atomic_read_acquire(&l->has_reached) == CMLAB_REACHED_KNOWN;
}

/* A reference for as long as a check takes, or NULL. */
static struct cmlab_listener *find(u32 id)
{
	struct cmlab_listener *l;

	mutex_lock(&listeners_lock);
	list_for_each_entry(l, &listeners, entry) {
		if (l->id == id) {
			kref_get(&l->ref);
			mutex_unlock(&listeners_lock);
			return l;
		}
	}
	mutex_unlock(&listeners_lock);
	return NULL;
}

static int check_health(struct cmlab_listener *l, const char *addr, struct cmlab_health *health,
			struct cmlab_error *err)
{
	int ret = cmlab_health_check(l->net, &l->cfg->req, addr, health, err);

	if (ret == -EINTR)
		return ret;
	if (health->state != CMLAB_HEALTH_UNTRIED) {
		mutex_lock(&listeners_lock);
		l->health = *health;
		mutex_unlock(&listeners_lock);
	}
	if (ret == -EHOSTDOWN) {
		cmlab_request_error(err, ret, "check: listener %u on %s: %s", l->id, addr,
				    cmlab_health_text(health->state));
		cmlab_event_listener(err->text, cmlab_health_advice(health));
	}
	return ret;
}

static void arm(struct cmlab_listener *l)
{
	unsigned int s = cmlab_param_check_idle_s();

	if (s)
		queue_delayed_work(system_unbound_wq, &l->idle_check, s * HZ);
}

static bool has_been_idle(struct cmlab_listener *l)
{
	int before = l->idle_requests;

	l->idle_requests = atomic_read(&l->requests);
	return before == l->idle_requests && READ_ONCE(l->cm_id);
}

/* Nobody waits for this, and unlisten waits until it has ended. */
static void idle_check(struct work_struct *work)
{
	struct cmlab_listener *l = container_of(work, struct cmlab_listener, idle_check.work);
	struct cmlab_health health = {};
	struct cmlab_error err = {};

	if (knows_reached(l) && has_been_idle(l)) {
		check_health(l, l->reached, &health, &err);
		/* That one was ours. */
		l->idle_requests = atomic_read(&l->requests);
	}
	arm(l);
}

static struct cmlab_listener *alloc(struct net *net, const struct cmlab_request *req)
{
	struct cmlab_listener *l = kzalloc(sizeof(*l), GFP_KERNEL);

	if (!l)
		return NULL;
	l->cfg = cmlab_conn_config_create(req);
	if (!l->cfg) {
		kfree(l);
		return NULL;
	}
	kref_init(&l->ref);
	spin_lock_init(&l->fault_lock);
	l->fault = req->fault;
	INIT_DELAYED_WORK(&l->idle_check, idle_check);
	l->net = get_net(net);
	return l;
}

static int removal(struct cmlab_listener *l)
{
	WRITE_ONCE(l->removed, true);
	return claim(l) ? 1 : 0;
}

/* What is done to this request; the last one of a number of them ends it. */
static struct cmlab_fault take_fault(struct cmlab_listener *l)
{
	struct cmlab_fault fault;

	spin_lock(&l->fault_lock);
	fault = l->fault;
	if (l->fault_left && !--l->fault_left)
		l->fault.kind = CMLAB_FAULT_OFF;
	spin_unlock(&l->fault_lock);
	return fault;
}

/* cm.c has the table of what it returns. A new id has this handler until cm.c has taken it. */
static int handler(struct rdma_cm_id *id, struct rdma_cm_event *ev)
{
	struct cmlab_listener *l = id->context;
	struct cmlab_fault fault;
	int ret;

	switch (ev->event) {
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		note_reached(l, id);
		/* Before anybody can see the connection. */
		atomic_inc(&l->requests);
		fault = take_fault(l);
		ret = cmlab_cm_request(id, ev, l->cfg, &fault);
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
	arm(l);
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
	l = alloc(net, req);
	if (!l)
		return cmlab_request_error(err, -ENOMEM, "listen: out of memory");
	cmlab_addr_format(net, (struct sockaddr *)&addr, l->local, sizeof(l->local));
	if (!cmlab_addr_is_any((struct sockaddr *)&addr)) {
		strscpy(l->reached, l->local, sizeof(l->reached));
		atomic_set(&l->has_reached, CMLAB_REACHED_KNOWN);
	}
	ret = create(net, l, (struct sockaddr *)&addr, id, err);
	if (ret)
		destroy(l);
	return ret;
}

/* @net: NULL for all of them */
static bool matches(const struct cmlab_listener *l, const struct cmlab_request *req,
		    const struct net *net, const char *local)
{
	if (req->given & CMLAB_GIVEN_ALL)
		return true;
	if (req->given & CMLAB_GIVEN_NUMBER)
		return l->id == req->number;
	return (!net || l->net == net) && !strcmp(l->local, local);
}

static unsigned int count_matching(const struct cmlab_request *req, const struct net *net,
				   const char *local)
{
	struct cmlab_listener *l;
	unsigned int n = 0;

	list_for_each_entry(l, &listeners, entry)
		n += matches(l, req, net, local);
	return n;
}

/* How many are unlinked, or how many were found where only one may be. */
static unsigned int unlink_matching(const struct cmlab_request *req, const struct net *net,
				    const char *local, struct list_head *gone)
{
	struct cmlab_listener *l, *next;
	unsigned int n;

	mutex_lock(&listeners_lock);
	n = count_matching(req, net, local);
	if (!n && (req->given & CMLAB_GIVEN_ADDR)) {
		net = NULL;
		n = count_matching(req, net, local);
	}
	if (net || n == 1 || !(req->given & CMLAB_GIVEN_ADDR))
		list_for_each_entry_safe(l, next, &listeners, entry)
			if (matches(l, req, net, local))
				list_move_tail(&l->entry, gone);
	mutex_unlock(&listeners_lock);
	return n;
}

static int no_such_listener(const struct cmlab_request *req, unsigned int n,
			    struct cmlab_error *err)
{
	if (n)
		return cmlab_request_error(err, -EEXIST,
					   "unlisten: addr=%s port=%u: %u listeners in other network namespaces: name one with listener=N",
					   req->addr, req->port, n);
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
	unsigned int n;
	int ret;

	if (req->given & CMLAB_GIVEN_ADDR) {
		ret = cmlab_addr_parse(net, req->verb, "addr", req->addr, req->port, &addr, err);
		if (ret)
			return ret;
		cmlab_addr_format(net, (struct sockaddr *)&addr, local, sizeof(local));
	}
	n = unlink_matching(req, net, local, &gone);
	if (list_empty(&gone) && !(req->given & CMLAB_GIVEN_ALL))
		return no_such_listener(req, n, err);
	list_for_each_entry_safe(l, next, &gone, entry)
		destroy(l);
	return 0;
}

int cmlab_listener_check(const struct cmlab_request *req, struct cmlab_health *health,
			 struct cmlab_error *err)
{
	struct cmlab_listener *l = find(req->number);
	char addr[CMLAB_ADDR_STR] = "";
	struct sockaddr_storage ss;
	int ret = 0;

	if (!l)
		return cmlab_request_error(err, -ENOENT, "check: listener=%u: no such listener",
					   req->number);
	if (knows_reached(l))
		strscpy(addr, l->reached, sizeof(addr));
	if (req->given & CMLAB_GIVEN_ADDR) {
		ret = cmlab_addr_parse(l->net, req->verb, "addr", req->addr, l->cfg->req.port, &ss,
				       err);
		if (!ret)
			cmlab_addr_format(l->net, (struct sockaddr *)&ss, addr, sizeof(addr));
	} else if (!addr[0]) {
		ret = cmlab_request_error(err, -EDESTADDRREQ,
					  "check: listener=%u listens on every address, and nobody has come yet: name one of them, addr=A",
					  req->number);
	}
	if (!ret)
		ret = check_health(l, addr, health, err);
	put(l);
	return ret;
}

int cmlab_listener_fault(const struct cmlab_request *req, struct cmlab_error *err)
{
	struct cmlab_listener *l = find(req->number);
	const char *why;

	if (!l)
		return cmlab_request_error(err, -ENOENT, "fault: listener=%u: no such listener",
					   req->number);
	why = cmlab_fault_obstacle(req->fault.kind, CMLAB_FAULT_BY_PASSIVE | CMLAB_FAULT_BY_MODULE,
				   l->cfg->req.form, l->cfg->req.transitions);
	if (!why) {
		spin_lock(&l->fault_lock);
		l->fault = req->fault;
		l->fault_left = req->count;
		spin_unlock(&l->fault_lock);
	}
	put(l);
	return why ? cmlab_request_error(err, -EINVAL, "fault: kind=%s: %s",
					 cmlab_name(&cmlab_faults, req->fault.kind), why) :
		     0;
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
