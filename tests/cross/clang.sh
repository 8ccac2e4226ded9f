#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# In a lab machine: what clang built, module and programs, takes the place of what gcc built, and both
# ends connect in every way there is. scripts/cross builds it and runs this.

set -eu

BUILT=/lab/src/build/cross/clang

ln -sfn "$BUILT/mod.out/cmlab.ko" /lab/cmlab.ko
ln -sfn "$BUILT/user" /lab/user
grep -q 'clang version' /lab/cmlab.ko
exec tests/e2e/10-connect.sh
