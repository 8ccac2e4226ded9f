/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Listening ids, by number.
 */
#ifndef CMLAB_LISTENER_H
#define CMLAB_LISTENER_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <rdma/rdma_cm.h>

#include <cmlab/report.h>
#include <cmlab/request.h>

struct cmlab_config;
struct net;

/**
 * struct cmlab_listener - one listening rdma_cm_id
 * @entry: in the list of listeners; protected by the list's mutex
 * @id: number that users name it by
 * @cm_id: the id, or NULL once somebody has claimed it to destroy it
 * @cfg: request that its connections are made from
 * @net: namespace of the id, which holds it; only compared
 * @removed: the device went away
 * @requests: REQs that came
 * @local: address and port as text
 */
struct cmlab_listener {
	struct list_head entry;
	u32 id;
	struct rdma_cm_id *cm_id;
	struct cmlab_config *cfg;
	struct net *net;
	bool removed;
	atomic_t requests;
	char local[CMLAB_ADDR_STR];
};

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
 * Connections that came from it stay. Waits for a handler that is running.
 *
 * Return: 0, -ENOENT, or what the address's text gave
 */
int cmlab_listener_remove(struct net *net, const struct cmlab_request *req,
			  struct cmlab_error *err);

void cmlab_listener_for_each(void (*fn)(const struct cmlab_listener *l, void *ctx), void *ctx);
void cmlab_listener_exit(void);

#endif /* CMLAB_LISTENER_H */
