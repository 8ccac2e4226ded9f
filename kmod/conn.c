// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Lifetime of a connection.
 *
 * A connection is made by cmlab_conn_create() and ends in cmlab_teardown(), which
 * runs once, from close_work, whoever asked for it. In between it belongs to its
 * rdma_cm_id: the CM handler runs with the id's handler lock held and looks at
 * the state first. Until cmlab_conn_publish() nobody else can find it; that comes
 * when it has its id and with the handler lock held, so that a close from outside
 * waits in quiesce() for the maker as for any handler. Who may still touch a
 * connection that is closing:
 *
 *   its maker            until it unlocks the handler
 *   the CM handler       until rdma_destroy_id() returns; after the lock/unlock
 *                        in quiesce() it sees CLOSING and does nothing but
 *                        publish the event and complete "disconnected"
 *   completions          until ib_drain_qp() returns
 *   the timer            until cancel_delayed_work_sync(), the QP until the first one:
 *                        data that came before the RTU may start it again
 *   the late work        until cancel_delayed_work_sync() in quiesce(); it has the handler
 *                        lock, and looks at the state first
 *   the connector        until stop_connector()
 *   lookups by number    hold a reference and call cmlab_conn_close() only
 */
#include <linux/slab.h>
#include <linux/xarray.h>

#include <cmlab/state.h>

#include "conn.h"
#include "event.h"
#include "param.h"
#include "record.h"
#include "trace.h"

static DEFINE_XARRAY(conns);
static atomic_t nr_conns = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(no_conns);
static struct workqueue_struct *wq;
/* Teardowns may wait; no own timer may stand in line behind them. */
static struct workqueue_struct *timer_wq;

struct cmlab_config *cmlab_conn_config_create(const struct cmlab_request *req)
{
	struct cmlab_config *cfg = kmalloc(sizeof(*cfg), GFP_KERNEL);

	if (!cfg)
		return NULL;
	kref_init(&cfg->ref);
	cfg->req = *req;
	return cfg;
}

static void config_release(struct kref *ref)
{
	kfree(container_of(ref, struct cmlab_config, ref));
}

struct cmlab_config *cmlab_conn_config_get(struct cmlab_config *cfg)
{
	kref_get(&cfg->ref);
	return cfg;
}

void cmlab_conn_config_put(struct cmlab_config *cfg)
{
	kref_put(&cfg->ref, config_release);
}

/* Published with the lock held, so that readers see the states in their order. */
static bool step(struct cmlab_conn *conn, enum cmlab_state to)
{
	struct cmlab_report *r;

	lockdep_assert_held(&conn->lock);

	if (!cmlab_state_may_follow(conn->state, to))
		return false;
	trace_cmlab_conn_state(conn->id, conn->state, to);
	conn->state = to;
	r = cmlab_record_begin(conn->rec);
	r->state = to;
	cmlab_record_end(conn->rec);
	return true;
}

bool cmlab_conn_change_state(struct cmlab_conn *conn, enum cmlab_state to)
{
	bool ok;

	spin_lock(&conn->lock);
	ok = step(conn, to);
	spin_unlock(&conn->lock);
	return ok;
}

enum cmlab_state cmlab_conn_state(struct cmlab_conn *conn)
{
	enum cmlab_state state;

	spin_lock(&conn->lock);
	state = conn->state;
	spin_unlock(&conn->lock);
	return state;
}

static void end_handshake(struct cmlab_conn *conn, enum cmlab_outcome outcome)
{
	u32 us = conn->started ? ktime_us_delta(ktime_get(), conn->started) : 0;
	struct cmlab_report *r;

	lockdep_assert_held(&conn->lock);

	conn->outcome = outcome;
	r = cmlab_record_begin(conn->rec);
	cmlab_handshake_ended(&r->h, outcome, us);
	cmlab_record_end(conn->rec);
}

void cmlab_conn_outcome(struct cmlab_conn *conn, enum cmlab_outcome outcome)
{
	bool first;

	spin_lock(&conn->lock);
	first = conn->outcome == CMLAB_OUTCOME_PENDING;
	if (first)
		end_handshake(conn, outcome);
	spin_unlock(&conn->lock);
	if (first)
		cmlab_event_handshake(conn->rec, conn->role, outcome);
}

void cmlab_conn_arm(struct cmlab_conn *conn, unsigned int ms)
{
	mod_delayed_work(timer_wq, &conn->timer, msecs_to_jiffies(ms));
}

void cmlab_conn_delay(struct cmlab_conn *conn, unsigned int ms)
{
	queue_delayed_work(timer_wq, &conn->late, msecs_to_jiffies(ms));
}

static void start_teardown(struct cmlab_conn *conn, const char *why)
{
	struct cmlab_report *r = cmlab_record_begin(conn->rec);

	r->closed_by = why;
	cmlab_record_end(conn->rec);
	trace_cmlab_conn_close(conn->id, why);
	queue_work(wq, &conn->close_work);
}

void cmlab_conn_close(struct cmlab_conn *conn, const char *why)
{
	if (cmlab_conn_change_state(conn, CMLAB_STATE_CLOSING))
		start_teardown(conn, why);
}

/* @ms: how long the peer had; it is what the own timer has come to. */
static bool give_up(struct cmlab_conn *conn, u32 ms, const char *why)
{
	struct cmlab_report *r;
	bool ok;

	spin_lock(&conn->lock);
	ok = conn->state != CMLAB_STATE_ESTABLISHED && step(conn, CMLAB_STATE_CLOSING);
	spin_unlock(&conn->lock);
	if (!ok)
		return false;

	r = cmlab_record_begin(conn->rec);
	r->h.own_timer = true;
	r->h.timeout_ms = ms;
	cmlab_record_end(conn->rec);
	cmlab_conn_outcome(conn, CMLAB_OUTCOME_UNREACHABLE);
	start_teardown(conn, why);
	return true;
}

bool cmlab_conn_give_up(struct cmlab_conn *conn)
{
	return give_up(conn, conn->timeout_ms, "own timer");
}

bool cmlab_conn_give_way(struct cmlab_conn *conn)
{
	return give_up(conn, ktime_ms_delta(ktime_get(), conn->started),
		       "half-open, and others needed the room");
}

static void time_over(struct work_struct *work)
{
	struct cmlab_conn *conn = container_of(work, struct cmlab_conn, timer.work);

	conn->ops->time_over(conn);
}

static void late(struct work_struct *work)
{
	struct cmlab_conn *conn = container_of(work, struct cmlab_conn, late.work);

	conn->ops->late(conn);
}

static void teardown(struct work_struct *work)
{
	struct cmlab_conn *conn = container_of(work, struct cmlab_conn, close_work);

	conn->ops->teardown(conn);
}

struct cmlab_conn *cmlab_conn_create(struct cmlab_config *cfg, const struct cmlab_fault *fault,
				     enum cmlab_role role, u32 timeout_ms,
				     const struct cmlab_conn_ops *ops)
{
	struct cmlab_conn *conn = kzalloc(sizeof(*conn), GFP_KERNEL);
	struct cmlab_report *r;

	if (!conn)
		return NULL;
	conn->rec = cmlab_record_create(role);
	if (!conn->rec) {
		kfree(conn);
		return NULL;
	}
	kref_init(&conn->ref);
	conn->id = conn->rec->id;
	conn->role = role;
	conn->fault = *fault;
	conn->ops = ops;
	conn->cfg = cmlab_conn_config_get(cfg);
	conn->timeout_ms = timeout_ms;
	INIT_LIST_HEAD(&conn->half_open);
	spin_lock_init(&conn->lock);
	INIT_DELAYED_WORK(&conn->timer, time_over);
	INIT_DELAYED_WORK(&conn->late, late);
	INIT_WORK(&conn->close_work, teardown);
	init_completion(&conn->settled);
	init_completion(&conn->disconnected);

	r = cmlab_record_begin(conn->rec);
	cmlab_request_begin(&cfg->req, conn->timeout_ms, &r->h);
	cmlab_own_end(&r->h)->fault = *fault;
	cmlab_record_end(conn->rec);

	atomic_inc(&nr_conns);
	return conn;
}

void cmlab_conn_destroy(struct cmlab_conn *conn)
{
	xa_erase(&conns, conn->id);
	cmlab_conn_change_state(conn, CMLAB_STATE_CLOSED);
	cmlab_record_retire(conn->rec);
	cmlab_conn_put(conn);
	if (atomic_dec_and_test(&nr_conns))
		wake_up_all(&no_conns);
}

int cmlab_conn_publish(struct cmlab_conn *conn)
{
	return xa_err(xa_store(&conns, conn->id, conn, GFP_KERNEL));
}

static void release(struct kref *ref)
{
	struct cmlab_conn *conn = container_of(ref, struct cmlab_conn, ref);

	cmlab_record_put(conn->rec);
	cmlab_conn_config_put(conn->cfg);
	kfree(conn);
}

void cmlab_conn_get(struct cmlab_conn *conn)
{
	kref_get(&conn->ref);
}

void cmlab_conn_put(struct cmlab_conn *conn)
{
	kref_put(&conn->ref, release);
}

struct cmlab_conn *cmlab_conn_find(u32 id)
{
	struct cmlab_conn *conn;

	/* The table's lock keeps teardown from erasing, and so from the last put. */
	xa_lock(&conns);
	conn = xa_load(&conns, id);
	if (conn)
		kref_get(&conn->ref);
	xa_unlock(&conns);
	return conn;
}

void cmlab_conn_close_all(const char *why)
{
	struct cmlab_conn *conn;
	unsigned long id;

	xa_lock(&conns);
	xa_for_each(&conns, id, conn)
		cmlab_conn_close(conn, why);
	xa_unlock(&conns);
}

void cmlab_conn_close_device(struct cmlab_device *dev)
{
	struct cmlab_conn *conn;
	unsigned long id;

	xa_lock(&conns);
	xa_for_each(&conns, id, conn) {
		if (READ_ONCE(conn->dev) != dev)
			continue;
		WRITE_ONCE(conn->removing, true);
		cmlab_conn_close(conn, "device removed");
	}
	xa_unlock(&conns);
}

static void destroy_queues(void)
{
	if (wq)
		destroy_workqueue(wq);
	if (timer_wq)
		destroy_workqueue(timer_wq);
}

int cmlab_conn_init(void)
{
	/*
	 * Unbound and wide: a thousand teardowns may each wait for their peer. Nothing here
	 * frees memory for anybody, so no WQ_MEM_RECLAIM: rdma_destroy_id flushes a queue
	 * that has it not.
	 */
	wq = alloc_workqueue("cmlab", WQ_UNBOUND, WQ_UNBOUND_MAX_ACTIVE);
	timer_wq = alloc_workqueue("cmlab_timer", WQ_UNBOUND, WQ_UNBOUND_MAX_ACTIVE);
	if (wq && timer_wq)
		return 0;
	destroy_queues();
	return -ENOMEM;
}

void cmlab_conn_exit(void)
{
	cmlab_conn_close_all("module unload");
	wait_event(no_conns, !atomic_read(&nr_conns));
	destroy_queues();
}
