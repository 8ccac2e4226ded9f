#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The half of a scenario that runs in a lab machine: SCENARIO names it. Its in_lab has what the end-to-end
# tests have (tests/e2e/pair.sh), rxe selected and the module loaded; with HOSTS=2 it runs on both.

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh
# shellcheck source=/dev/null
. "scripts/scenarios/$SCENARIO.sh"

# $1: what the two hosts wait for each other for
meet()
{
	[ "${LAB_HOSTS:-1}" = 1 ] || lab-sync "scenario.$1" 240
}

# A finding must be in a report. $1: the array's name, $2: its number, $3: words of it
finding_is()
{
	local -n report=$1
	local i=0
	while [ -n "${report["findings[$i].id"]-}" ]; do
		if [ "${report["findings[$i].id"]}" = "$2" ] &&
			[[ "${report["findings[$i].message"]} ${report["findings[$i].advice"]-}" == *"${3-}"* ]]; then
			verdict "$2: ${report["findings[$i].message"]}"
			return
		fi
		i=$((i + 1))
	done
	verdict "$2 is found${3:+: ... $3 ...}" "$1 has ${i} findings, and not that one"
}

case_begin "$SCENARIO"
check "the module loads" module_load
provider_select rxe
in_lab
meet end
case_begin ""
check "the module unloads" module_unload
finish
