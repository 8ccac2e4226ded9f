/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Listening ids, by number.
 */
#ifndef CMLAB_LISTENER_H
#define CMLAB_LISTENER_H

#include <linux/atomic.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/workqueue.h>
#include <rdma/rdma_cm.h>

#include <cmlab/report.h>
#include <cmlab/request.h>

#include "health.h"

struct cmlab_config;
struct net;

enum cmlab_reached { CMLAB_REACHED_NOTHING, CMLAB_REACHED_IS_WRITTEN, CMLAB_REACHED_KNOWN };

/**
 * struct cmlab_listener - one listening rdma_cm_id
 * @ref: one for the list, one per check that is running
 * @entry: in the list of listeners; protected by the list's mutex
 * @id: number that users name it by
 * @cm_id: the id, or NULL once somebody has claimed it to destroy it
 * @cfg: request that its connections are made from
 * @net: its network namespace, which it holds as the id does
 * @removed: the device went away
 * @requests: REQs that came
 * @local: address and port as text
 * @reached: an address and port that a REQ came to, or @local
 * @has_reached: enum cmlab_reached: a listener on every address learns it from its first REQ
 * @health: of the last check; protected by the list's mutex
 * @idle_check: checks it when nothing has come for long
 * @idle_requests: @requests when that was looked at last
 * @fault_lock: protects the next two
 * @fault: what is done wrong on purpose to the requests that come
 * @fault_left: to how many of them; 0: until told otherwise
 */
struct cmlab_listener {
	struct kref ref;
	struct list_head entry;
	u32 id;
	struct rdma_cm_id *cm_id;
	struct cmlab_config *cfg;
	struct net *net;
	bool removed;
	atomic_t requests;
	char local[CMLAB_ADDR_STR];
	char reached[CMLAB_ADDR_STR];
	atomic_t has_reached;
	struct cmlab_health health;
	struct delayed_work idle_check;
	int idle_requests;
	spinlock_t fault_lock; /* protects fault and fault_left */
	struct cmlab_fault fault;
	u32 fault_left;
};

/* The number that network namespaces have in /proc/PID/ns/net. */
u32 cmlab_listener_netns(const struct cmlab_listener *l);

/**
 * cmlab_listener_create - bind and listen
 * @net: the caller's network namespace
 * @req: a checked "listen" request
 * @id: set to the listener's number on success
 * @err: filled on failure
 *
 * Return: 0 or a negative errno; nothing is left behind then
 */
int cmlab_listener_create(struct net *net, const struct cmlab_request *req, u32 *id,
			  struct cmlab_error *err);

/**
 * cmlab_listener_remove - stop listening
 * @net: the caller's network namespace
 * @req: a checked "unlisten" request: by number, by address and port, or all
 * @err: filled on failure
 *
 * An address is looked for in the caller's namespace and, if nobody listens on it there, in
 * all others: one that has no process any more can be left in no other way. Connections that
 * came from it stay. Waits for a handler that is running.
 *
 * Return: 0, -ENOENT, -EEXIST if the address is in several other namespaces, or what the
 * address's text gave
 */
int cmlab_listener_remove(struct net *net, const struct cmlab_request *req,
			  struct cmlab_error *err);

/**
 * cmlab_listener_check - whether a listener answers
 * @req: a checked "check" request: its number, and an address if it listens on every one
 * @health: filled
 * @err: filled on failure
 *
 * Return: 0, -ENOENT, or as cmlab_health_check()
 */
int cmlab_listener_check(const struct cmlab_request *req, struct cmlab_health *health,
			 struct cmlab_error *err);

/**
 * cmlab_listener_fault - do something wrong on purpose to the requests that come
 * @req: a checked "fault" request
 * @err: filled on failure
 *
 * Return: 0, -ENOENT, or -EINVAL if this listener cannot do that
 */
int cmlab_listener_fault(const struct cmlab_request *req, struct cmlab_error *err);

void cmlab_listener_for_each(void (*fn)(const struct cmlab_listener *l, void *ctx), void *ctx);
void cmlab_listener_exit(void);

#endif /* CMLAB_LISTENER_H */
