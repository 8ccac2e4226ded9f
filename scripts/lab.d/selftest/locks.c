// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What the lock validator and its rules for RCU are to notice. */
#include <linux/completion.h>
#include <linux/debug_locks.h>
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

#include "fault.h"

static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);

void fault_lock_order(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);

	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
}

static DEFINE_SPINLOCK(shared);
static DECLARE_COMPLETION(fired);

static void timer_lock(struct timer_list *unused)
{
	spin_lock(&shared);
	spin_unlock(&shared);
	complete(&fired);
}

static DEFINE_TIMER(timer, timer_lock);

/* A timer's function takes the lock too, and may do so on this processor. */
void fault_lock_irq(void)
{
	mod_timer(&timer, jiffies);
	wait_for_completion(&fired);
	spin_lock(&shared);
	spin_unlock(&shared);
}

/* Taking a mutex may sleep. */
void fault_lock_wait(void)
{
	spin_lock(&shared);
	mutex_lock(&first);
	mutex_unlock(&first);
	spin_unlock(&shared);
}

/* All zero is an open spinlock, but not one that the validator can know. */
void fault_lock_key(void)
{
	spinlock_t *lock = kzalloc(sizeof(*lock), GFP_KERNEL);

	if (!lock)
		return;
	spin_lock(lock);
	spin_unlock(lock);
	kfree(lock);
}

/* The validator stops without a word. */
void fault_lock_off(void)
{
#ifdef CONFIG_LOCKDEP
	debug_locks_off();
#endif
}

static int __rcu *published;

void fault_rcu_deref(void)
{
	(void)rcu_dereference(published);
}

void fault_rcu_sleep(void)
{
	rcu_read_lock();
	msleep(20);
	rcu_read_unlock();
}
