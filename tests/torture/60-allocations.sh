#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Every allocation fails once, by the end-to-end tests that do this: those of each command and each
# reader, many of the kernel's threads, and each one of the module's start. Only the debug kernel can:
# the distribution's kernels are built without fault injection (CONFIG_FAILSLAB).

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

FAULTS=0

# $1: a scenario
run_scenario()
{
	local status=0 line
	"$1" >"$TMP/tap" 2>&1 || status=$?
	while read -r line; do
		[[ $line =~ ^#\ .*:?\ ([0-9]+)\ (faults|allocations) ]] || continue
		FAULTS=$((FAULTS + BASH_REMATCH[1]))
	done <"$TMP/tap"
	if [ "$status" = 0 ] && grep -q '^1\.\.' "$TMP/tap"; then
		verdict "$1: $(grep -c '^ok' "$TMP/tap") checks"
	else
		verdict "$1" "$(grep -A12 '^not ok' "$TMP/tap" || tail -n 20 "$TMP/tap")"
	fi
	note "$(grep -E '^# .*(faults|allocations|made)' "$TMP/tap" | cut -c3-)"
}

if [ ! -e /sys/kernel/debug/failslab/probability ]; then
	skip "allocations that fail" "this kernel has no fault injection (CONFIG_FAILSLAB)"
	did "no fault injection"
elif [ "$SCALE" != whole ]; then
	skip "allocations that fail" "the end-to-end tests of the debug kernel are these"
else
	run_scenario tests/e2e/80-faults.sh
	run_scenario tests/e2e/81-load-faults.sh
	did "$FAULTS allocations"
fi
finish
