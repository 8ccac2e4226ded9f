#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# cmlab watch: lines of trace_pipe to events and to a summary. A folder stands for tracefs; a line
# that is cut, foreign or hostile is counted, never an event, and breaks nothing.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

PROGRAM=cmlab
cmlab=$BIN/cmlab
export CMLAB_TRACEFS=$WORK/tracing
PIPE=$CMLAB_TRACEFS/recorded/trace_pipe

tracefs()
{
	rm -rf "$CMLAB_TRACEFS"
	mkdir -p "$CMLAB_TRACEFS"/{instances,events/cmlab,recorded/events/cmlab,recorded/per_cpu/cpu0}
	: >"$CMLAB_TRACEFS/recorded/events/cmlab/enable"
	cp "$FIXTURES/trace_pipe.txt" "$PIPE"
}

# Nothing is left behind. $1: what
removed()
{
	holds "$1" test -z "$(ls "$CMLAB_TRACEFS/instances")"
}

# $1: what; $2: wanted number of lines with $3
lines()
{
	holds "$1" test "$(grep -c -- "$3" "$WORK/out")" -eq "$2"
}

tracefs
expect "a recorded pipe" 0 "" "$cmlab" watch
lines "an event a line" 11 '^101\.0.* conn '
lines "its connection, name and text" 1 '^101.000330  conn 8     conn_close        why=refused by this side$'
lines "handshakes are counted" 1 '^2 handshakes: 1 established, 1 failed; 0 events lost, 0 lines skipped$'
lines "failures by what ended them" 1 '^  failed: refused by this side x1$'
lines "findings by number" 2 '^  finding: CL01[18] x1$'
lines "no colour but on a terminal" 0 $'\033'
holds "the events were enabled" grep -qx 1 "$CMLAB_TRACEFS/recorded/events/cmlab/enable"
removed "the instance is gone"

run "$cmlab" watch --json
holds "JSON, an object a line" jq -es 'length == 12 and all(.[]; .version == 1) and
	.[2].event == "conn_established" and .[2].conn == 7 and .[2].fields.us == 3120 and
	.[7].fields.why == "refused by this side" and .[0].time == 101.0001 and
	.[11].summary.established == 1 and .[11].summary.failures["refused by this side"] == 1 and
	.[11].summary.findings.CL018 == 1' "$WORK/out"
run "$cmlab" --json watch --count 1
holds "--json before the word" jq -es 'length == 2' "$WORK/out"
run "$cmlab" watch --conn 8
lines "--conn" 4 '^101.* conn 8 '
lines "--conn leaves the others out" 0 ' conn 7 '
run "$cmlab" watch --count 3
lines "--count" 3 '^101'
run "$cmlab" watch --failed
lines "--failed" 4 '^101'

printf 'entries: 3\noverrun: 40\ncommit overrun: 9\ndropped events: 2\n' \
	>"$CMLAB_TRACEFS/recorded/per_cpu/cpu0/stats"
run "$cmlab" watch
lines "lost events of the statistics" 1 '; 42 events lost'
echo 'CPU:1 [LOST 77 EVENTS]' >>"$PIPE"
run "$cmlab" watch
lines "lost events of the pipe" 1 '; 77 events lost, 0 lines skipped'

tracefs
{
	echo 'x 1.0: cmlab_x: conn=1 new -> closed'
	echo ': cmlab_conn_close: conn=1 why=x'
	echo 'cmlab_conn_state: conn=1 new -> closed'
	echo ' 1.0: cmlab_conn_state: conn= new -> closed'
	echo ' 1.0: cmlab_conn_state: conn=99999999999999999999 new -> closed'
	echo ' 1.0: cmlab_conn_state: conn=-1 new -> closed'
	echo ' 1.0: cmlab_conn_state: conn=1'
	echo ' 10: cmlab_conn_state: conn=1 new -> closed'
	printf ' 1.0: cmlab_conn_close: conn=1 why=\0x\n'
	printf 'x%.0s' {1..5000}
	printf '\n\n\377\376\n'
	printf ' 1.0: cmlab_conn_close: conn=3 why=\033[31m%%s%%n\n'
	printf ' 1.0: cmlab_conn_finding: conn=3 CL severity=\n'
	printf ' 1.0: cmlab_conn_close: conn=3 why=cu'
} >"$PIPE"
expect "hostile lines" 0 "" "$cmlab" watch
lines "are skipped and counted" 1 '; 0 events lost, 13 lines skipped$'
lines "what passes is cleaned" 1 'why=?\[31m%s%n$'
expect "hostile lines as JSON" 0 "" "$cmlab" watch --json
holds "are JSON still" jq -es 'length == 3' "$WORK/out"
for n in 1 40 90 300 700; do
	head -c "$n" "$FIXTURES/trace_pipe.txt" >"$PIPE"
	expect "cut after $n bytes" 0 "" "$cmlab" watch
done

# A signal ends it with the summary.
for sig in INT TERM HUP; do
	tracefs
	rm "$PIPE"
	mkfifo "$PIPE"
	exec 7<>"$PIPE"
	(
		trap - INT
		exec "$cmlab" watch
	) >"$WORK/out" 2>"$WORK/err" 7<&- &
	pid=$!
	head -n 3 "$FIXTURES/trace_pipe.txt" >&7
	for ((i = 0; i < 100; i++)); do
		[ "$(grep -c ^101 "$WORK/out")" -ne 3 ] || break
		sleep 0.05
	done
	kill -"$sig" "$pid"
	RC=0
	wait "$pid" || RC=$?
	exec 7>&-
	lines "$sig: lines come as they happen" 3 '^101'
	lines "$sig: and the summary" 1 '^1 handshakes: 1 established'
	holds "$sig: exit status 0" test "$RC" -eq 0
	removed "$sig: the instance is gone"
done

tracefs
"$cmlab" watch 2>/dev/null | head -n 1 >"$WORK/out"
removed "gone when nobody reads, too"
rm -r "$CMLAB_TRACEFS/events"
expect "no module" 3 "cmlab: watch: the module is not loaded (insmod cmlab.ko)" "$cmlab" watch
rm -r "$CMLAB_TRACEFS"
expect "no tracefs" 3 "cmlab: watch: tracefs is not mounted (see mount -t tracefs)" "$cmlab" watch
tracefs
rm -r "$CMLAB_TRACEFS/instances"
expect "no instance" 3 "cmlab: watch: a trace instance cannot be made: " "$cmlab" watch
if [ "$(id -u)" -eq 0 ]; then
	unset CMLAB_TRACEFS
	cp "$cmlab" "$WORK/cmlab"
	chmod 755 "$WORK" "$WORK/cmlab"
	expect "no permission" 3 "cmlab: watch: needs root" \
		setpriv --reuid=65534 --clear-groups "$WORK/cmlab" watch
else
	skip "no permission" "needs root to give it up"
fi

usage "watch: --count 0: 1..1073741824" watch --count 0
usage "watch: --conn x: 0..4294967295" watch --conn x
usage "watch: --conn -1: 0..4294967295" watch --conn -1
usage "watch: 7: unexpected argument" watch 7
finish
