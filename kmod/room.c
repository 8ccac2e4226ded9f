// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Room for connections, and who gives way when there is none.
 */
#include <linux/atomic.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/spinlock.h>

#include "conn.h"
#include "param.h"
#include "room.h"

/*
 * A handshake that is younger does not give way: an honest peer answers within a few ms, and
 * when more of those come than there is room for, the late ones are the ones to refuse.
 */
#define YOUNG_MS 100

static atomic_t taken = ATOMIC_INIT(0);
static atomic64_t gave_way = ATOMIC64_INIT(0);

static LIST_HEAD(half_open);
static unsigned int nr_half_open;
static DEFINE_SPINLOCK(half_open_lock); /* protects the two above, and conn->half_open */

static bool try_take(unsigned int n)
{
	unsigned int limit = cmlab_param_max_connections();
	int used = atomic_read(&taken);

	do {
		if (n > limit || used > limit - n)
			return false;
	} while (!atomic_try_cmpxchg(&taken, &used, used + n));
	return true;
}

/* The oldest half-open handshake with a reference, off the list; NULL if all are young. */
static struct cmlab_conn *oldest(void)
{
	struct cmlab_conn *conn;

	spin_lock(&half_open_lock);
	conn = list_first_entry_or_null(&half_open, struct cmlab_conn, half_open);
	if (conn && ktime_ms_delta(ktime_get(), conn->started) < YOUNG_MS)
		conn = NULL;
	if (conn) {
		list_del_init(&conn->half_open);
		nr_half_open--;
		cmlab_conn_get(conn);
	}
	spin_unlock(&half_open_lock);
	return conn;
}

/* False if nobody can give way. One that was just established stays, and counts. */
static bool make_room(void)
{
	struct cmlab_conn *conn = oldest();

	if (!conn)
		return false;
	if (cmlab_conn_give_way(conn)) {
		atomic64_inc(&gave_way);
		cmlab_room_leave(conn);
	}
	cmlab_conn_put(conn);
	return true;
}

bool cmlab_room_take(unsigned int n)
{
	while (!try_take(n))
		if (!make_room())
			return false;
	return true;
}

void cmlab_room_give(unsigned int n)
{
	atomic_sub(n, &taken);
}

void cmlab_room_use(struct cmlab_conn *conn)
{
	atomic_set(&conn->counted, 1);
}

static bool try_enter(struct cmlab_conn *conn, struct cmlab_room_limit *full)
{
	bool ok = false;

	spin_lock(&half_open_lock);
	if (nr_half_open >= cmlab_param_max_half_open()) {
		full->used = nr_half_open;
		full->limit = cmlab_param_max_half_open();
	} else if (!try_take(1)) {
		full->used = cmlab_room_used();
		full->limit = cmlab_param_max_connections();
	} else {
		cmlab_room_use(conn);
		list_add_tail(&conn->half_open, &half_open);
		nr_half_open++;
		ok = true;
	}
	spin_unlock(&half_open_lock);
	return ok;
}

bool cmlab_room_enter(struct cmlab_conn *conn, struct cmlab_room_limit *full)
{
	while (!try_enter(conn, full))
		if (!make_room())
			return false;
	return true;
}

void cmlab_room_settled(struct cmlab_conn *conn)
{
	spin_lock(&half_open_lock);
	if (!list_empty(&conn->half_open)) {
		list_del_init(&conn->half_open);
		nr_half_open--;
	}
	spin_unlock(&half_open_lock);
}

void cmlab_room_leave(struct cmlab_conn *conn)
{
	cmlab_room_settled(conn);
	if (atomic_xchg(&conn->counted, 0))
		cmlab_room_give(1);
}

unsigned int cmlab_room_used(void)
{
	return atomic_read(&taken);
}

void cmlab_room_show(struct seq_file *m)
{
	seq_printf(m, "connections: %u\n", cmlab_room_used());
	seq_printf(m, "half_open: %u\n", READ_ONCE(nr_half_open));
	seq_printf(m, "gave_way: %lld\n", atomic64_read(&gave_way));
}
