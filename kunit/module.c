// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * cmlab_kunit.ko: the core's suites under KUnit. It carries its own copy of the core,
 * so that it can be loaded beside cmlab.ko and without any RDMA device.
 */
#include <linux/module.h>

#include "suites.h"

kunit_test_suites(CMLAB_SUITE_LIST(CMLAB_SUITE_POINTER));

MODULE_LICENSE("Dual BSD/GPL");
MODULE_DESCRIPTION("KUnit suites over the core of cmlab");
