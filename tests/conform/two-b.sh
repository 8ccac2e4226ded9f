#!/bin/sh
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# In a lab machine, host b of two: the active ends. $CONFORM_ARGS: of cmlab-conform

set -eu
insmod /lab/cmlab.ko history=4096
status=0
lab-sync listening
# shellcheck disable=SC2086 # words
cmlab-conform $CONFORM_ARGS --phase connect || status=$?
lab-sync connected
rmmod cmlab
exit $status
