#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The field cases that cmlab explain can show (scripts/scenarios), and their command line. What this tree
# cannot show yet is skipped, with what it waits for.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

SCENARIOS=$TOP/scripts/scenarios/run
export CMLAB_BIN=$BIN

run "$SCENARIOS" --list
holds "--list" test "$RC" -eq 0
mapfile -t list <"$WORK/out"
expect "a wrong name is refused" 2 "run: F99: no such scenario; there are:" "$SCENARIOS" F99
holds "with the list" grep -q "^F40 " "$WORK/err"
expect "a name that leads elsewhere" 2 "run: F1/../run: no such scenario" "$SCENARIOS" F1/../run
expect "a wrong option" 2 "run: --foo: no such option" "$SCENARIOS" --foo

cases=$(printf '%s\n' "${list[@]}" | grep -o '^F[0-9]*' | tr '\n' ' ')
holds "every field case has a scenario" test "$cases" = "$(printf 'F%s ' {01..40})"

for line in "${list[@]}"; do
	read -r name where _ <<<"$line"
	[[ $where == explain* ]] || continue
	run "$SCENARIOS" --explain "$name"
	verdict=$(head -n 1 "$WORK/out")
	case $RC:$verdict in
	0:*) tap 0 "${verdict//#/}" ;;
	*": not yet "*) skip "${verdict%%; waits for*}" "waits for ${verdict##*; waits for }" ;;
	*) tap 1 "${verdict//#/}" && evidence ;;
	esac
done

# A scenario is judged, not just run: one that asks for what is not there is not found.
run env CMLAB_BIN=/nowhere "$SCENARIOS" --explain F07
holds "without the program nothing is found" test "$RC" -eq 1
holds "which the first line says" grep -q "^F07: NOT found" "$WORK/out"

finish
