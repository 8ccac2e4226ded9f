// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Does on purpose what the lab must notice. Each fault is asked for by name when the module is
 * loaded; loading succeeds, so that only the kernel's own words can give the fault away. A thread
 * commits it, because the kernel may end who did; between the two lines that this file logs are the
 * words on one fault.
 */
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched/task.h>
#include <linux/string.h>

#include "fault.h"

static char *fault = "none";
module_param(fault, charp, 0400);
MODULE_PARM_DESC(fault, "none, or a name of the table in main.c");

static DECLARE_COMPLETION(begun);

/* Each row has its line. */
/* clang-format off */
static const struct fault {
	const char *name;
	void (*commit)(void);
} faults[] = {
	{ "lock_order", fault_lock_order },
	{ "lock_irq", fault_lock_irq },
	{ "lock_wait", fault_lock_wait },
	{ "lock_key", fault_lock_key },
	{ "lock_off", fault_lock_off },
	{ "rcu_deref", fault_rcu_deref },
	{ "rcu_sleep", fault_rcu_sleep },
	{ "leak", fault_leak },
	{ "overrun", fault_overrun },
	{ "use_after_free", fault_use_after_free },
	{ "double_free", fault_double_free },
	{ "stack", fault_stack },
	{ "global", fault_global },
	{ "vmalloc", fault_vmalloc },
	{ "redzone", fault_redzone },
	{ "poison", fault_poison },
	{ "inject", fault_inject },
	{ "list_add", fault_list_add },
	{ "list_del", fault_list_del },
	{ "timer", fault_timer },
	{ "work", fault_work },
	{ "rcu_head", fault_rcu_head },
	{ "refcount", fault_refcount },
	{ "notifier", fault_notifier },
	{ "scatterlist", fault_scatterlist },
	{ "sysfs", fault_sysfs },
	{ "warn", fault_warn },
	{ "oops", fault_oops },
	{ "taint", fault_taint },
	{ "hang", fault_hang },
	{ "sleep", fault_sleep },
	{ "spin", fault_spin },
	{ "stall", fault_stall },
	{ "pool", fault_pool },
	{ "shift", fault_shift },
	{ "index", fault_index },
	{ "bool", fault_bool },
};

/* clang-format on */

static int fault_thread(void *data)
{
	const struct fault *row = data;

	complete(&begun);
	row->commit();
	return 0;
}

/* Returns when the thread has ended, of its own or by the kernel's hand. */
static int fault_commit(const struct fault *row)
{
	struct task_struct *thread;

	thread = kthread_create(fault_thread, (void *)row, "lab_selftest");
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	get_task_struct(thread);
	wake_up_process(thread);
	wait_for_completion(&begun);
	kthread_stop(thread);
	put_task_struct(thread);
	return 0;
}

static int __init lab_selftest_init(void)
{
	int ret = !strcmp(fault, "none") ? 0 : -EINVAL;
	size_t i;

	pr_warn("lab_selftest: begin %s\n", fault);
	for (i = 0; i < ARRAY_SIZE(faults); i++)
		if (!strcmp(fault, faults[i].name))
			ret = fault_commit(&faults[i]);
	pr_warn("lab_selftest: end %s\n", fault);
	return ret;
}

static void __exit lab_selftest_exit(void)
{
}

module_init(lab_selftest_init);
module_exit(lab_selftest_exit);
MODULE_DESCRIPTION("Faults for the lab's test of itself");
MODULE_LICENSE("Dual BSD/GPL");
