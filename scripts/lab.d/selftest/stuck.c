// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What the scheduler is to notice, and the watchdogs when they are set to 1 s, RCU's to 3 s. */
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

#include "fault.h"

#define HANG_MS	 4000
#define SPIN_MS	 4000
#define STALL_MS 5000
#define POOL_MS	 3500

void fault_hang(void)
{
	msleep(HANG_MS);
}

/* The scheduler says so and enables preemption itself. */
void fault_sleep(void)
{
	preempt_disable();
	msleep(20);
}

static void spin(unsigned int ms)
{
	unsigned long end = jiffies + msecs_to_jiffies(ms);

	while (time_before(jiffies, end))
		mdelay(1);
}

void fault_spin(void)
{
	preempt_disable();
	spin(SPIN_MS);
	preempt_enable();
}

static struct rcu_head rcu_head;

static void rcu_nothing(struct rcu_head *unused)
{
}

/* Somebody waits for this reader to end. */
void fault_stall(void)
{
	preempt_disable();
	rcu_read_lock();
	call_rcu(&rcu_head, rcu_nothing);
	spin(STALL_MS);
	rcu_read_unlock();
	preempt_enable();
	rcu_barrier();
}

static void work_spin(struct work_struct *unused)
{
	spin(POOL_MS);
}

static void work_nothing(struct work_struct *unused)
{
}

static DECLARE_WORK(spins, work_spin);
static DECLARE_WORK(waits, work_nothing);

/* Keeps a pool of workers busy while more work waits. */
void fault_pool(void)
{
	schedule_work(&spins);
	schedule_work(&waits);
	flush_work(&spins);
	flush_work(&waits);
}
