// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * cmlab_kunit.ko: the core's suites under KUnit. It carries its own copy of the core,
 * so that it can be loaded beside cmlab.ko and without any RDMA device.
 */
#include <linux/module.h>

#include "suites.h"

kunit_test_suites(&cmlab_suite_names, &cmlab_suite_limits, &cmlab_suite_state, &cmlab_suite_profile,
		  &cmlab_suite_wire, &cmlab_suite_advertised, &cmlab_suite_policy,
		  &cmlab_suite_snapshot, &cmlab_suite_findings, &cmlab_suite_request,
		  &cmlab_suite_predict, &cmlab_suite_foresight, &cmlab_suite_random_predict,
		  &cmlab_suite_random, &cmlab_suite_fuzz);

MODULE_LICENSE("Dual BSD/GPL");
MODULE_DESCRIPTION("KUnit suites over the core of cmlab");
