/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * One case table, two runners: the same test sources are compiled into the KUnit
 * module and, against user/kunit.h, into a userspace program with sanitizers.
 */
#ifndef CMLAB_HARNESS_H
#define CMLAB_HARNESS_H

#ifdef __KERNEL__
#include <kunit/test.h>
#include <linux/slab.h>
#else
#include "user/kunit.h"
#endif

#include <cmlab/env.h>

/*
 * A table's rows start with a name and where the row comes from: a section of the
 * model, an observed row, a field case.
 */
#define CMLAB_ROWS(prefix, table)                                                        \
	static void prefix##_desc(typeof(&(table)[0]) row, char *desc)                   \
	{                                                                                \
		scnprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s (%s)", row->name, row->from); \
	}                                                                                \
	KUNIT_ARRAY_PARAM(prefix, table, prefix##_desc)

/* How many random rounds for @n in userspace; the kernel, with KASAN, does fewer. */
#ifdef __KERNEL__
#define CMLAB_ROUNDS(n) ((n) / 50)
#else
#define CMLAB_ROUNDS(n) (n)
#endif

#endif /* CMLAB_HARNESS_H */
