// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Built without KASAN: what is written here, only SLUB's own checks can find. */
#include <linux/compiler.h>

#include "fault.h"

void unseen_write(char *where)
{
	OPTIMIZER_HIDE_VAR(where);
	WRITE_ONCE(*where, 1);
}
