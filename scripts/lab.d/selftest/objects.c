// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What the checks of lists, debug objects, counters and other structures are to notice. */
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/notifier.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/timer.h>
#include <linux/workqueue.h>

#include "fault.h"

static LIST_HEAD(list);
static LIST_HEAD(member);

void fault_list_add(void)
{
	struct list_head other;

	list_add(&member, &list);
	member.prev = &other;
	list_add(&other, &list);
}

void fault_list_del(void)
{
	list_add(&member, &list);
	list_del(&member);
	list_del(&member);
}

static void timer_nothing(struct timer_list *unused)
{
}

/* Frees a timer that is about to fire; the check stops it. */
void fault_timer(void)
{
	struct timer_list *timer = kmalloc(sizeof(*timer), GFP_KERNEL);

	if (!timer)
		return;
	timer_setup(timer, timer_nothing, 0);
	mod_timer(timer, jiffies + HZ);
	kfree(timer);
}

static void work_nothing(struct work_struct *unused)
{
}

/* Frees a work that waits for its turn; the check cancels it. */
void fault_work(void)
{
	struct work_struct *work = kmalloc(sizeof(*work), GFP_KERNEL);

	if (!work)
		return;
	INIT_WORK(work, work_nothing);
	schedule_work(work);
	kfree(work);
}

static struct rcu_head rcu_head;

static void rcu_nothing(struct rcu_head *unused)
{
}

void fault_rcu_head(void)
{
	call_rcu(&rcu_head, rcu_nothing);
	call_rcu(&rcu_head, rcu_nothing);
	rcu_barrier();
}

void fault_refcount(void)
{
	refcount_t count;

	refcount_set(&count, 0);
	refcount_inc(&count);
}

/* A notifier whose function is no code is left out. */
void fault_notifier(void)
{
	struct notifier_block block = { .notifier_call = (notifier_fn_t)(unsigned long)&list };
	struct raw_notifier_head head = RAW_NOTIFIER_INIT(head);

	raw_notifier_chain_register(&head, &block);
	raw_notifier_call_chain(&head, 0, NULL);
}

/* The last entry leads to another table, and has no room for a page. */
void fault_scatterlist(void)
{
	struct scatterlist table[2], more[1];

	sg_init_table(table, ARRAY_SIZE(table));
	sg_init_table(more, ARRAY_SIZE(more));
	sg_chain(table, ARRAY_SIZE(table), more);
	sg_set_page(&table[1], ZERO_PAGE(0), 1, 0);
}

void fault_sysfs(void)
{
	struct kobject *one, *other;

	one = kobject_create_and_add("lab_selftest", kernel_kobj);
	other = kobject_create_and_add("lab_selftest", kernel_kobj);
	kobject_put(other);
	kobject_put(one);
}
