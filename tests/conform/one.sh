#!/bin/sh
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# In a lab machine: the grid with both ends on this host. $CONFORM_ARGS: of cmlab-conform

set -eu
printf 'release\t%s\n' "$(uname -r)"
insmod /lab/cmlab.ko history=1024
status=0
# shellcheck disable=SC2086 # words
cmlab-conform $CONFORM_ARGS || status=$?
rmmod cmlab
exit $status
