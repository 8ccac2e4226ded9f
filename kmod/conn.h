/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CONN_H
#define CMLAB_CONN_H

#include <linux/completion.h>
#include <linux/kref.h>
#include <linux/ktime.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <rdma/ib_verbs.h>
#include <rdma/rdma_cm.h>

#include <cmlab/policy.h>
#include <cmlab/request.h>

#include "ping.h"

struct cmlab_device;
struct cmlab_record;

/**
 * struct cmlab_config - a checked request, shared by the connections made from it
 * @ref: one per connection, listener and command that uses it
 * @req: the request; never written once shared
 */
struct cmlab_config {
	struct kref ref;
	struct cmlab_request req;
};

/**
 * struct cmlab_conn - one connection
 * @ref: one until teardown has ended, one per lookup
 * @id: same as its record's
 * @role: enum cmlab_role
 * @cfg: what was asked for
 * @rec: what is reported
 * @cm_id: set before the handler can run for it; destroyed by teardown only
 * @dev: held device, NULL before one is known
 * @lock: protects @state
 * @state: enum cmlab_state, see cmlab_conn_change_state()
 * @qp: the QP; created and destroyed with the handler lock or after the last handler
 * @cq: from the device's pool; with an SRQ or UD one of its own
 * @nr_cqe: entries taken from @cq
 * @srq: where receives are posted if one was asked for, else NULL
 * @ird_held: part of @dev->res_used that is this connection's
 * @removing: the device is going away: nobody waits for the peer
 * @decision: what was decided; used by the handler only
 * @started: when rdma_connect was called or the REQ came
 * @timer: own timer of the handshake, then of the ping
 * @ping_tries: how often the ping's time has ended; used by @timer only
 * @connector: calls rdma_connect where that may block; see cmlab_cm_stop_connector()
 * @close_work: teardown
 * @closed_by: why, set by whoever moved @state to CLOSING
 * @settled: the handshake has ended, one way or the other
 * @disconnected: the CM has said that it is over
 * @ping: the SEND both ways that proves that data flows
 */
struct cmlab_conn {
	struct kref ref;
	u32 id;
	enum cmlab_role role;
	struct cmlab_config *cfg;
	struct cmlab_record *rec;
	struct rdma_cm_id *cm_id;
	struct cmlab_device *dev;
	spinlock_t lock; /* protects state */
	enum cmlab_state state;
	struct ib_qp *qp;
	struct ib_cq *cq;
	unsigned int nr_cqe;
	struct ib_srq *srq;
	u32 ird_held;
	bool removing;
	struct cmlab_decision decision;
	ktime_t started;
	struct delayed_work timer;
	unsigned int ping_tries;
	struct task_struct *connector;
	struct work_struct close_work;
	const char *closed_by;
	struct completion settled;
	struct completion disconnected;
	struct cmlab_ping ping;
};

static inline bool cmlab_conn_is_ud(const struct cmlab_conn *conn)
{
	return conn->cfg->req.ps == CMLAB_PS_UDP;
}

int cmlab_conn_init(void);
void cmlab_conn_exit(void);

struct cmlab_config *cmlab_conn_config_create(const struct cmlab_request *req);
struct cmlab_config *cmlab_conn_config_get(struct cmlab_config *cfg);
void cmlab_conn_config_put(struct cmlab_config *cfg);

/**
 * cmlab_conn_create - a connection in state NEW, with its record
 * @cfg: what was asked for; a reference is taken
 * @role: which side this is
 *
 * Nobody else sees it before cmlab_conn_publish().
 *
 * Return: the connection, whose one reference belongs to the teardown, or NULL.
 * It is alive until cmlab_conn_close() was called and has done its work.
 */
struct cmlab_conn *cmlab_conn_create(struct cmlab_config *cfg, enum cmlab_role role);

/**
 * cmlab_conn_publish - let others find a connection, and so close it
 * @conn: the connection; it has its id, and the caller holds the id's handler lock
 *
 * Return: 0 or -ENOMEM; the caller closes it then
 */
int cmlab_conn_publish(struct cmlab_conn *conn);

/* A living connection by number with a reference, or NULL. */
struct cmlab_conn *cmlab_conn_find(u32 id);
void cmlab_conn_get(struct cmlab_conn *conn);
void cmlab_conn_put(struct cmlab_conn *conn);

/* Living connections, those being torn down included. */
unsigned int cmlab_conn_count(void);

/**
 * cmlab_conn_change_state - the only way to change a connection's state
 * @conn: the connection
 * @to: the new state
 *
 * Return: true if @to may follow the present state (see cmlab_state_may_follow());
 * otherwise nothing changes, and the caller has lost a race with a close.
 */
bool cmlab_conn_change_state(struct cmlab_conn *conn, enum cmlab_state to);

/* The state now; it may change at once unless the caller keeps it from changing. */
enum cmlab_state cmlab_conn_state(struct cmlab_conn *conn);

/**
 * cmlab_conn_close - end a connection, from any context that may take a spinlock
 * @conn: the connection
 * @why: a string constant; the first caller's is kept
 *
 * Only starts the teardown, so it is safe in the CM handler and in completions.
 */
void cmlab_conn_close(struct cmlab_conn *conn, const char *why);

/**
 * cmlab_conn_close_all - close every connection of a device
 * @dev: the device, or NULL for all connections
 * @why: a string constant
 */
void cmlab_conn_close_all(struct cmlab_device *dev, const char *why);

/**
 * cmlab_conn_outcome - the handshake has ended
 * @conn: the connection
 * @outcome: how; only the first is kept
 *
 * Stops the clock of the handshake and writes the log line and the event.
 */
void cmlab_conn_outcome(struct cmlab_conn *conn, enum cmlab_outcome outcome);

/* Start the own timer of the handshake. */
void cmlab_conn_arm(struct cmlab_conn *conn, unsigned int ms);

/* The handshake stands: from here on the timer bounds the wait for the ping. */
void cmlab_conn_arm_ping(struct cmlab_conn *conn);

#endif /* CMLAB_CONN_H */
