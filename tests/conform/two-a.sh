#!/bin/sh
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# In a lab machine, host a of two: the passive ends. $CONFORM_ARGS: of cmlab-conform

set -eu
printf 'release\t%s\n' "$(uname -r)"
insmod /lab/cmlab.ko history=4096
status=0
# shellcheck disable=SC2086 # words
cmlab-conform $CONFORM_ARGS --phase listen
lab-sync listening
lab-sync connected "$LAB_TIMEOUT"
# shellcheck disable=SC2086
cmlab-conform $CONFORM_ARGS --phase judge || status=$?
rmmod cmlab
exit $status
