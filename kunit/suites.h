/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Every suite, once: the KUnit module and the userspace runner both read this.
 */
#ifndef CMLAB_SUITES_H
#define CMLAB_SUITES_H

#include "harness.h"

#define CMLAB_SUITE_LIST(X) \
	X(names)            \
	X(ib)               \
	X(kernel)           \
	X(limits)           \
	X(values)           \
	X(state)            \
	X(profile)          \
	X(wire)             \
	X(fault)            \
	X(ping)             \
	X(ulp)              \
	X(advertised)       \
	X(policy)           \
	X(pdata)            \
	X(handshake)        \
	X(report)           \
	X(symptom)          \
	X(symptom_lines)    \
	X(findings)         \
	X(request)          \
	X(predict)          \
	X(foresight)        \
	X(random_predict)   \
	X(random)           \
	X(fuzz)

/* For initialisers, which may end with a comma. */
#define CMLAB_SUITE_POINTER(name) &cmlab_suite_##name,
#define CMLAB_SUITE_DECLARE(name) extern struct kunit_suite cmlab_suite_##name;

CMLAB_SUITE_LIST(CMLAB_SUITE_DECLARE)

#endif /* CMLAB_SUITES_H */
