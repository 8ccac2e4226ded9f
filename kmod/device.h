/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The RDMA devices that connections may be on: their limits, real and mock, and what is used
 * of them.
 */
#ifndef CMLAB_DEVICE_H
#define CMLAB_DEVICE_H

#include <linux/completion.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <rdma/ib_verbs.h>

#include <cmlab/limits.h>
#include <cmlab/request.h>

/**
 * struct cmlab_device - one RDMA device that this module may use
 * @entry: in the list of devices; protected by the list's mutex
 * @ibdev: the device
 * @pd: the one protection domain of all its connections
 * @lock: protects @limits and @res_used across a decision
 * @limits: what policy is told, mock limits applied
 * @real: what the device reported
 * @res_used: sum of the IRD of all connections; protected by @lock
 * @users: 1 for the list, and one for each connection; protected by the list's mutex
 * @idle: completed when @users drops to 0
 */
struct cmlab_device {
	struct list_head entry;
	struct ib_device *ibdev;
	struct ib_pd *pd;
	struct mutex lock; /* protects limits and res_used */
	struct cmlab_limits limits;
	struct cmlab_limits real;
	u64 res_used;
	unsigned int users;
	struct completion idle;
};

/**
 * cmlab_device_init - take the devices on that there are and that come
 * @end: called when one goes away: ends every connection that holds it, without waiting
 *
 * Return: 0 or a negative errno
 */
int cmlab_device_init(void (*end)(struct cmlab_device *dev));
void cmlab_device_exit(void);

/**
 * cmlab_device_get - hold a device for a connection
 * @ibdev: the device of the connection's rdma_cm_id
 * @holder: where the connection keeps it; set before removal of the device can
 *	start to look for its connections
 *
 * Return: false if the device is on its way out or was never taken on. Removal of
 * the device waits for cmlab_device_put().
 */
bool cmlab_device_get(struct ib_device *ibdev, struct cmlab_device **holder);
void cmlab_device_put(struct cmlab_device *dev);

/**
 * cmlab_device_mock - set or take back mock limits
 * @req: a checked "limits" request
 * @err: filled on failure
 *
 * Return: 0, or -ENOENT if there is no such device
 */
int cmlab_device_mock(const struct cmlab_request *req, struct cmlab_error *err);

/**
 * cmlab_device_for_each - call @fn for every device
 * @fn: must not sleep on a connection; the list's mutex is held
 * @ctx: passed to @fn
 */
void cmlab_device_for_each(void (*fn)(const struct cmlab_device *dev, void *ctx), void *ctx);

#endif /* CMLAB_DEVICE_H */
