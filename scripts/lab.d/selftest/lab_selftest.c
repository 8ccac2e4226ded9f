// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Does on purpose what the lab must notice. Each fault is asked for by name when the module is
 * loaded; loading succeeds, so that only the kernel's own words can give the fault away.
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

static char *fault = "none";
module_param(fault, charp, 0400);
MODULE_PARM_DESC(fault, "none, warn, leak, overrun, lock_order or oops");

static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);

static void fault_warn(void)
{
	WARN(1, "lab_selftest: a warning");
}

static void fault_leak(void)
{
	void *object = kmalloc(128, GFP_KERNEL);

	/* what the leak detector finds in a register or on the stack is no leak */
	OPTIMIZER_HIDE_VAR(object);
}

/* Were the length known, the compiler would find the fault before the kernel can. */
static void fault_overrun(void)
{
	char *object = kmalloc(64, GFP_KERNEL);
	size_t length = 64;

	if (!object)
		return;
	OPTIMIZER_HIDE_VAR(length);
	WRITE_ONCE(object[length], 1);
	kfree(object);
}

static void fault_lock_order(void)
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

static void fault_oops(void)
{
	int *nowhere = NULL;

	OPTIMIZER_HIDE_VAR(nowhere);
	WRITE_ONCE(*nowhere, 1);
}

/* Each row has its line. */
/* clang-format off */
static const struct {
	const char *name;
	void (*commit)(void);
} faults[] = {
	{ "warn", fault_warn },
	{ "leak", fault_leak },
	{ "overrun", fault_overrun },
	{ "lock_order", fault_lock_order },
	{ "oops", fault_oops },
};

/* clang-format on */

static int __init lab_selftest_init(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faults); i++)
		if (!strcmp(fault, faults[i].name))
			faults[i].commit();
	return 0;
}

static void __exit lab_selftest_exit(void)
{
}

module_init(lab_selftest_init);
module_exit(lab_selftest_exit);
MODULE_DESCRIPTION("Faults for the lab's test of itself");
MODULE_LICENSE("Dual BSD/GPL");
