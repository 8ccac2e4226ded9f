/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Included before everything else where the core's tests run emulated, which is ten times
 * slower: a part of the random rounds. Mistakes of logic are found natively, by all of them;
 * here they look for what another byte order or word size changes.
 */
#ifndef CMLAB_CROSS_ROUNDS_H
#define CMLAB_CROSS_ROUNDS_H

#include "../../kunit/harness.h"

#undef CMLAB_ROUNDS
#define CMLAB_ROUNDS(n) ((n) / 20)

#endif /* CMLAB_CROSS_ROUNDS_H */
