// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What every kernel reports. */
#include <linux/bug.h>
#include <linux/compiler.h>
#include <linux/kernel.h>

#include "fault.h"

void fault_warn(void)
{
	WARN(1, "lab_selftest: a warning");
}

void fault_oops(void)
{
	int *nowhere = NULL;

	OPTIMIZER_HIDE_VAR(nowhere);
	WRITE_ONCE(*nowhere, 1);
}

/* As if the kernel had warned, without a word in its log. */
void fault_taint(void)
{
	add_taint(TAINT_WARN, LOCKDEP_STILL_OK);
}
