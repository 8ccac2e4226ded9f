/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A connection: what it holds, how long it lives, and which state it is in. What the CM, the
 * queue pair and the data do to it stands in the rooms above.
 */
#ifndef CMLAB_CONN_H
#define CMLAB_CONN_H

#include <linux/completion.h>
#include <linux/kref.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <rdma/ib_verbs.h>
#include <rdma/rdma_cm.h>

#include <cmlab/policy.h>
#include <cmlab/request.h>

struct cmlab_conn;
struct cmlab_device;
struct cmlab_ping;
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
 * struct cmlab_conn_ops - what happens to a connection, for whoever makes connections
 * @late: the time of cmlab_conn_delay() is over
 * @data_seen: the peer's data came, which may be before the CM says that it is connected;
 *	in completion context, again and again
 * @time_over: the time of cmlab_conn_arm() is over
 * @teardown: the connection is CLOSING; ends with cmlab_conn_destroy(). Runs once
 */
struct cmlab_conn_ops {
	void (*data_seen)(struct cmlab_conn *conn);
	void (*time_over)(struct cmlab_conn *conn);
	void (*late)(struct cmlab_conn *conn);
	void (*teardown)(struct cmlab_conn *conn);
};

/**
 * struct cmlab_conn - one connection
 * @ref: one until teardown has ended, one per lookup or command
 * @id: same as its record's
 * @role: enum cmlab_role
 * @ops: of whoever made it
 * @cfg: what was asked for
 * @fault: what it does wrong on purpose; never written once published
 * @timeout_ms: own timer of the handshake
 * @rec: what is published; written only. Held until the last reference goes
 * @cm_id: set before the handler can run for it; destroyed by teardown only
 * @dev: held device, NULL before one is known
 * @limits: @dev's, mock ones applied, as of the last decision
 * @lock: protects @state and @outcome
 * @state: enum cmlab_state, see cmlab_conn_change_state()
 * @outcome: enum cmlab_outcome, see cmlab_conn_outcome()
 * @qp: the QP; created and destroyed with the handler lock or after the last handler
 * @cq: from the device's pool; with an SRQ or UD one of its own
 * @nr_cqe: entries taken from @cq
 * @srq: where receives are posted if one was asked for, else NULL
 * @ping: the data, see ping.c; NULL before there is a QP
 * @ird_held: part of @dev->res_used that is this connection's
 * @counted: 1 while it counts for max_connections, see room.c
 * @half_open: among the half-open handshakes, see room.c
 * @removing: the device is going away: nobody waits for the peer
 * @decision: what was decided; used by the handler only
 * @started: when rdma_connect was called or the REQ came
 * @timer: own timer of the handshake, then of the ping
 * @late: what a fault does late, see fault.h
 * @connector: calls rdma_connect where that may block; see stop_connector() in teardown.c
 * @close_work: teardown
 * @settled: the handshake has ended, one way or the other
 * @disconnected: the CM has said that it is over
 */
struct cmlab_conn {
	struct kref ref;
	u32 id;
	enum cmlab_role role;
	const struct cmlab_conn_ops *ops;
	struct cmlab_config *cfg;
	struct cmlab_fault fault;
	u32 timeout_ms;
	struct cmlab_record *rec;
	struct rdma_cm_id *cm_id;
	struct cmlab_device *dev;
	struct cmlab_limits limits;
	spinlock_t lock; /* protects state and outcome */
	enum cmlab_state state;
	enum cmlab_outcome outcome;
	struct ib_qp *qp;
	struct ib_cq *cq;
	unsigned int nr_cqe;
	struct ib_srq *srq;
	struct cmlab_ping *ping;
	u32 ird_held;
	atomic_t counted;
	struct list_head half_open;
	bool removing;
	struct cmlab_decision decision;
	ktime_t started;
	struct delayed_work timer;
	struct delayed_work late;
	struct task_struct *connector;
	struct work_struct close_work;
	struct completion settled;
	struct completion disconnected;
};

static inline bool cmlab_conn_is_ud(const struct cmlab_conn *conn)
{
	return conn->cfg->req.ps == CMLAB_PS_UDP;
}

int cmlab_conn_init(void);

/* Closes every connection and waits until the last one is gone. */
void cmlab_conn_exit(void);

struct cmlab_config *cmlab_conn_config_create(const struct cmlab_request *req);
struct cmlab_config *cmlab_conn_config_get(struct cmlab_config *cfg);
void cmlab_conn_config_put(struct cmlab_config *cfg);

/**
 * cmlab_conn_create - a connection in state NEW, with its record
 * @cfg: what was asked for; a reference is taken
 * @fault: what to do wrong on purpose
 * @role: which side this is
 * @timeout_ms: own timer of its handshake
 * @ops: what is called for it
 *
 * Nobody else sees it before cmlab_conn_publish().
 *
 * Return: the connection, whose one reference belongs to the teardown, or NULL.
 * It is alive until cmlab_conn_close() was called and has done its work.
 */
struct cmlab_conn *cmlab_conn_create(struct cmlab_config *cfg, const struct cmlab_fault *fault,
				     enum cmlab_role role, u32 timeout_ms,
				     const struct cmlab_conn_ops *ops);

/**
 * cmlab_conn_destroy - the end of the teardown
 * @conn: the connection, which holds no device, no id and no QP any more
 *
 * Nobody can find it from here on; who has a reference keeps its memory.
 */
void cmlab_conn_destroy(struct cmlab_conn *conn);

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

/**
 * cmlab_conn_change_state - change a connection's state
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
 * cmlab_conn_give_up - close a connection whose handshake has taken too long
 * @conn: the connection
 *
 * Return: false if the handshake has ended, just now or before
 */
bool cmlab_conn_give_up(struct cmlab_conn *conn);

/**
 * cmlab_conn_give_way - close a connection whose handshake others need the room of
 * @conn: the connection
 *
 * Return: false if the handshake has ended, just now or before
 */
bool cmlab_conn_give_way(struct cmlab_conn *conn);

/* Close all connections. */
void cmlab_conn_close_all(const char *why);

/* Close all connections of a device that goes away. */
void cmlab_conn_close_device(struct cmlab_device *dev);

/**
 * cmlab_conn_outcome - the handshake has ended
 * @conn: the connection
 * @outcome: how; only the first is kept
 *
 * Stops the clock of the handshake and writes the log line and the event.
 */
void cmlab_conn_outcome(struct cmlab_conn *conn, enum cmlab_outcome outcome);

/* Call @conn->ops->time_over in @ms, instead of any time before. */
void cmlab_conn_arm(struct cmlab_conn *conn, unsigned int ms);

/* Call @conn->ops->late in @ms. */
void cmlab_conn_delay(struct cmlab_conn *conn, unsigned int ms);

#endif /* CMLAB_CONN_H */
