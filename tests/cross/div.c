// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The one division of 64 bits, in a file of its own: what else asks the compiler's library for one
 * in the core's objects is a division that a kernel of 32 bit could not link.
 */
#include <cmlab/env.h>

u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}
