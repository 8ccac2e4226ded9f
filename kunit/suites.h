/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Every suite, once: the KUnit module and the userspace runner both read this.
 */
#ifndef CMLAB_SUITES_H
#define CMLAB_SUITES_H

#include "harness.h"

#define CMLAB_SUITE_LIST(X) \
	X(names)            \
	X(kernel)           \
	X(limits)           \
	X(state)            \
	X(profile)          \
	X(wire)             \
	X(advertised)       \
	X(policy)           \
	X(snapshot)         \
	X(findings)         \
	X(request)          \
	X(predict)          \
	X(foresight)        \
	X(random_predict)   \
	X(random)           \
	X(fuzz)

extern struct kunit_suite cmlab_suite_names, cmlab_suite_kernel, cmlab_suite_limits,
	cmlab_suite_state, cmlab_suite_profile, cmlab_suite_wire, cmlab_suite_advertised,
	cmlab_suite_policy, cmlab_suite_snapshot, cmlab_suite_findings, cmlab_suite_request,
	cmlab_suite_predict, cmlab_suite_foresight, cmlab_suite_random_predict, cmlab_suite_random,
	cmlab_suite_fuzz;

#endif /* CMLAB_SUITES_H */
