// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What is known to differ, each with its cause and source. Only what a run has shown
 * and what was understood gets a row. There is none: what the kernel does otherwise
 * than one would think, the model says.
 */
#include "facts.h"

const struct known known[] = { };

const unsigned int nr_known = ARRAY_SIZE(known);
