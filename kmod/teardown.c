// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The end of a connection in named steps: unlink, wait, release. conn.c says who may still
 * touch it meanwhile.
 */
#include <linux/kthread.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

#include <cmlab/findings.h>

#include "conn.h"
#include "device.h"
#include "event.h"
#include "ping.h"
#include "qp.h"
#include "room.h"
#include "teardown.h"

/* How long a peer may take to answer a disconnect. */
#define DISCONNECT_MS 2000

/*
 * Before ESTABLISHED this is the own timer of the handshake: the CM's takes about
 * 98 s on RoCE and cannot be set. After it, it bounds the wait for the ping; and the
 * life of a UD peer, whom nothing else would ever end.
 */
void cmlab_teardown_time_over(struct cmlab_conn *conn)
{
	if (cmlab_conn_give_up(conn) || cmlab_conn_state(conn) != CMLAB_STATE_ESTABLISHED)
		return;
	if (cmlab_ping_again(conn))
		return;
	cmlab_ping_missed(conn);
	cmlab_event_finding(conn->rec, CMLAB_CL_NO_PING);
	complete_all(&conn->settled);
	if (cmlab_conn_is_ud(conn) && conn->role == CMLAB_ROLE_PASSIVE)
		cmlab_conn_close(conn, "UD: nobody says when it is over");
}

/* A rdma_connect that waits for its peer ends with the signal. Fine if there is none. */
static void stop_connector(struct cmlab_conn *conn)
{
	struct task_struct *task = xchg(&conn->connector, NULL);

	if (!task)
		return;
	send_sig(SIGINT, task, 1);
	kthread_stop(task);
	put_task_struct(task);
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
	stop_connector(conn);
	rdma_lock_handler(conn->cm_id);
	rdma_unlock_handler(conn->cm_id);
	stop_connector(conn);
	cancel_delayed_work_sync(&conn->late);
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

void cmlab_teardown(struct cmlab_conn *conn)
{
	/* Unlink: handlers, completions and the timer find CLOSING and step back. */
	cmlab_conn_outcome(conn, CMLAB_OUTCOME_LOCAL_ERROR);
	complete_all(&conn->settled);
	quiesce(conn);

	/* Wait: the peer's answer, then the last completion. */
	if (conn->outcome == CMLAB_OUTCOME_ESTABLISHED) {
		disconnect(conn);
		cmlab_ping_missed(conn);
	}
	cancel_delayed_work_sync(&conn->timer);
	cmlab_qp_destroy(conn);
	/* A completion may have started it again; it sees CLOSING and leaves the QP alone. */
	cancel_delayed_work_sync(&conn->timer);
	if (conn->cm_id)
		rdma_destroy_id(conn->cm_id);

	/* Release. */
	release_device(conn);
	cmlab_room_leave(conn);
	cmlab_conn_destroy(conn);
}
