// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Lifetime of a connection.
 *
 * A connection is made by cmlab_conn_create() and ends in close() below, which
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
 *                        complete "disconnected"
 *   completions          until ib_drain_qp() returns
 *   the timer            until cancel_delayed_work_sync(), the QP until the first one:
 *                        data that came before the RTU may start it again
 *   the connector        until cmlab_cm_stop_connector()
 *   lookups by number    hold a reference and call cmlab_conn_close() only
 */
#include <linux/slab.h>
#include <linux/xarray.h>

#include <cmlab/state.h>

#include "cm.h"
#include "conn.h"
#include "device.h"
#include "event.h"
#include "param.h"
#include "qp.h"
#include "record.h"
#include "stats.h"
#include "trace.h"

/* How long a peer may take to answer a disconnect. */
#define DISCONNECT_MS 2000
/*
 * How long an established connection waits for the first ping, and how often the active side
 * sends it: siw may not notice a message that comes right behind the MPA reply until another
 * one does (docs/known-kernel-issues.md).
 */
#define PING_MS		500
#define PING_TRIES	8
#define FINDING_NO_PING 16

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

bool cmlab_conn_change_state(struct cmlab_conn *conn, enum cmlab_state to)
{
	enum cmlab_state from;
	bool ok;

	spin_lock(&conn->lock);
	from = conn->state;
	ok = cmlab_state_may_follow(from, to);
	if (ok)
		conn->state = to;
	spin_unlock(&conn->lock);
	if (ok)
		trace_cmlab_conn_state(conn->id, from, to);
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

void cmlab_conn_outcome(struct cmlab_conn *conn, enum cmlab_outcome outcome)
{
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);
	bool first = s->outcome == CMLAB_OUTCOME_PENDING;

	if (first) {
		s->outcome = outcome;
		if (conn->started)
			s->handshake_us = ktime_us_delta(ktime_get(), conn->started);
	}
	cmlab_record_end(conn->rec);
	if (!first)
		return;

	cmlab_stats_outcome(conn->role, outcome);
	cmlab_event_handshake(conn->rec);
}

void cmlab_conn_arm(struct cmlab_conn *conn, unsigned int ms)
{
	mod_delayed_work(timer_wq, &conn->timer, msecs_to_jiffies(ms));
}

void cmlab_conn_arm_ping(struct cmlab_conn *conn)
{
	bool ud = cmlab_conn_is_ud(conn) && conn->role == CMLAB_ROLE_PASSIVE;

	if (ud)
		conn->ping_tries = PING_TRIES;
	cmlab_conn_arm(conn, ud ? conn->rec->snap.timeout_ms : PING_MS);
}

static void finish_close(struct cmlab_conn *conn, const char *why)
{
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);

	s->state = CMLAB_STATE_CLOSING;
	s->closed_by = why;
	cmlab_record_end(conn->rec);
	trace_cmlab_conn_close(conn->id, why);
	queue_work(wq, &conn->close_work);
}

/* The handshake has not ended in its time; false if it has, just now. */
static bool give_up(struct cmlab_conn *conn)
{
	struct cmlab_snapshot *s;
	enum cmlab_state from;
	bool ok;

	spin_lock(&conn->lock);
	from = conn->state;
	ok = from != CMLAB_STATE_ESTABLISHED && cmlab_state_may_follow(from, CMLAB_STATE_CLOSING);
	if (ok)
		conn->state = CMLAB_STATE_CLOSING;
	spin_unlock(&conn->lock);
	if (!ok)
		return false;
	trace_cmlab_conn_state(conn->id, from, CMLAB_STATE_CLOSING);

	s = cmlab_record_begin(conn->rec);
	s->own_timer = true;
	cmlab_record_end(conn->rec);
	cmlab_conn_outcome(conn, CMLAB_OUTCOME_UNREACHABLE);
	finish_close(conn, "own timer");
	return true;
}

/*
 * Before ESTABLISHED this is the own timer of the handshake: the CM's takes about
 * 98 s on RoCE and cannot be set. After it, it bounds the wait for the ping; and the
 * life of a UD peer, whom nothing else would ever end.
 */
static void timer_ended(struct work_struct *work)
{
	struct cmlab_conn *conn = container_of(work, struct cmlab_conn, timer.work);
	struct cmlab_snapshot *s;

	if (give_up(conn) || cmlab_conn_state(conn) != CMLAB_STATE_ESTABLISHED)
		return;
	if (!conn->rec->snap.ping_rx && ++conn->ping_tries < PING_TRIES) {
		if (conn->role == CMLAB_ROLE_ACTIVE)
			cmlab_ping_start(conn);
		cmlab_conn_arm(conn, PING_MS);
		return;
	}
	s = cmlab_record_begin(conn->rec);
	s->ping_late = true;
	cmlab_record_end(conn->rec);
	cmlab_event_finding(conn->rec, FINDING_NO_PING);
	complete_all(&conn->settled);
	if (cmlab_conn_is_ud(conn) && conn->role == CMLAB_ROLE_PASSIVE)
		cmlab_conn_close(conn, "UD: nobody says when it is over");
}

/*
 * After this no handler will use the QP, and none is using it. The connector holds the
 * handler lock while it waits for the peer, so it is stopped first; and once more, because
 * a handler that was already running may have started it.
 */
static void quiesce(struct cmlab_conn *conn)
{
	if (!conn->cm_id)
		return;
	cmlab_cm_stop_connector(conn);
	rdma_lock_handler(conn->cm_id);
	rdma_unlock_handler(conn->cm_id);
	cmlab_cm_stop_connector(conn);
}

/*
 * Tell the peer, and give it the time to answer: destroying the id at once would
 * take back a DREQ that was lost on its way.
 */
static void disconnect(struct cmlab_conn *conn)
{
	if (!conn->cm_id || conn->removing || cmlab_conn_is_ud(conn))
		return;
	if (rdma_disconnect(conn->cm_id))
		return;
	wait_for_completion_timeout(&conn->disconnected, msecs_to_jiffies(DISCONNECT_MS));
}

static void release_device(struct cmlab_conn *conn)
{
	struct cmlab_device *dev = conn->dev;

	if (!dev)
		return;
	mutex_lock(&dev->lock);
	dev->res_used -= conn->ird_held;
	mutex_unlock(&dev->lock);
	cmlab_device_put(dev);
}

static void retire(struct cmlab_conn *conn)
{
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);

	s->state = CMLAB_STATE_CLOSED;
	s->ping_late = true;
	cmlab_record_end(conn->rec);
	cmlab_record_retire(conn->rec);
	conn->rec = NULL;
}

static void close(struct work_struct *work)
{
	struct cmlab_conn *conn = container_of(work, struct cmlab_conn, close_work);
	bool was_up;

	/* Unlink: handlers, completions and the timer find CLOSING and step back. */
	cmlab_conn_outcome(conn, CMLAB_OUTCOME_LOCAL_ERROR);
	complete_all(&conn->settled);
	quiesce(conn);

	/* Wait: the peer's answer, then the last completion. */
	was_up = conn->rec->snap.outcome == CMLAB_OUTCOME_ESTABLISHED;
	if (was_up)
		disconnect(conn);
	cancel_delayed_work_sync(&conn->timer);
	cmlab_qp_destroy(conn);
	/* A completion may have started it again; it sees CLOSING and leaves the QP alone. */
	cancel_delayed_work_sync(&conn->timer);
	if (conn->cm_id)
		rdma_destroy_id(conn->cm_id);

	/* Release. */
	release_device(conn);
	xa_erase(&conns, conn->id);
	cmlab_conn_change_state(conn, CMLAB_STATE_CLOSED);
	retire(conn);
	cmlab_conn_put(conn);
	if (atomic_dec_and_test(&nr_conns))
		wake_up_all(&no_conns);
}

void cmlab_conn_close(struct cmlab_conn *conn, const char *why)
{
	if (cmlab_conn_change_state(conn, CMLAB_STATE_CLOSING))
		finish_close(conn, why);
}

struct cmlab_conn *cmlab_conn_create(struct cmlab_config *cfg, enum cmlab_role role)
{
	struct cmlab_conn *conn = kzalloc(sizeof(*conn), GFP_KERNEL);
	struct cmlab_snapshot *s;

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
	conn->cfg = cmlab_conn_config_get(cfg);
	spin_lock_init(&conn->lock);
	INIT_DELAYED_WORK(&conn->timer, timer_ended);
	INIT_WORK(&conn->close_work, close);
	init_completion(&conn->settled);
	init_completion(&conn->disconnected);

	s = cmlab_record_begin(conn->rec);
	s->transitions = cfg->req.transitions;
	s->handshake = cfg->req.handshake;
	s->ps = cfg->req.ps;
	s->timeout_ms = cfg->req.timeout_ms ?: cmlab_param_timeout_ms();
	strscpy(s->profile, cfg->req.profile.name, sizeof(s->profile));
	cmlab_record_end(conn->rec);

	atomic_inc(&nr_conns);
	return conn;
}

int cmlab_conn_publish(struct cmlab_conn *conn)
{
	return xa_err(xa_store(&conns, conn->id, conn, GFP_KERNEL));
}

static void release(struct kref *ref)
{
	struct cmlab_conn *conn = container_of(ref, struct cmlab_conn, ref);

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

unsigned int cmlab_conn_count(void)
{
	return atomic_read(&nr_conns);
}

void cmlab_conn_close_all(struct cmlab_device *dev, const char *why)
{
	struct cmlab_conn *conn;
	unsigned long id;

	xa_lock(&conns);
	xa_for_each(&conns, id, conn) {
		if (dev && READ_ONCE(conn->dev) != dev)
			continue;
		if (dev)
			WRITE_ONCE(conn->removing, true);
		cmlab_conn_close(conn, why);
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
	cmlab_conn_close_all(NULL, "module unload");
	wait_event(no_conns, !cmlab_conn_count());
	destroy_queues();
}
