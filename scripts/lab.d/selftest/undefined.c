// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What UBSAN is to notice. */
#include <linux/compiler.h>
#include <linux/types.h>

#include "fault.h"

void fault_shift(void)
{
	int value = 1, bits = 40;

	OPTIMIZER_HIDE_VAR(bits);
	value <<= bits;
	OPTIMIZER_HIDE_VAR(value);
}

/* What lies behind the array is the same object's, or KASAN would have its say too. */
void fault_index(void)
{
	struct {
		int values[4];
		int behind[4];
	} object;
	int index = 4;

	OPTIMIZER_HIDE_VAR(index);
	object.values[index] = 1;
	barrier_data(&object);
}

void fault_bool(void)
{
	char byte = 3;
	bool *value = (bool *)&byte;

	OPTIMIZER_HIDE_VAR(value);
	(void)READ_ONCE(*value);
}
