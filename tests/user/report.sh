#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What people see, from reports that were recorded in the lab.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

cmlab=$BIN/cmlab
debugfs_make

# $1: what, $2: file with the expected text
same()
{
	holds "$1" diff -u "$2" "$WORK/out"
}

# $1: what; the rest: lines that the output must have, as extended regular expressions
shows()
{
	local what=$1 line rc=0
	shift
	for line in "$@"; do
		grep -qE -- "$line" "$WORK/out" || {
			rc=1
			echo "# missing: $line"
		}
	done
	tap "$rc" "$what"
	[ "$rc" -eq 0 ] || evidence
}

# The width, no blank at a line's end, nothing but printable ASCII.
tidy()
{
	holds "$1 is at most 100 wide, plain, without blanks at the end of lines" awk '
		length > 100 || / $/ || /[^ -~]/ { print; bad = 1 } END { exit bad }' "$WORK/out"
}

expect "show ID" 0 "" "$cmlab" show 1
tidy "the report"
cat >"$WORK/expected" <<-'END'
	connection 1   passive   rxe0 (RoCE)   10.7.0.1:7001 <- 10.7.0.2:51667   established in 5.1 ms
	profile read-heavy, transitions lab, handshake header, driver rxe, limits 16/4 (mock)

	                     requested    offered advertised negotiated programmed
	responder_resources         16         16         64         16         16
	initiator_depth             16          4         64          4          4  16 -> 4: device
	                                                                            max_qp_init_rd_atom
	                                                                            (mock)
	retry_count                  7          -          7          7          7  7 not sent: a reply
	                                                                            carries none
	rnr_retry_count              7          7          0          0          0  sets the peer's QP
	flow_control                 0          0          0          -          -
	min_rnr_timer                -          -          -          -  0 (655ms)  on no message
	timeout                      -          -          -          -  19 (2.1s)  from the path
	path_mtu                     -          -          -          -     1024 B
	private data               0 B       32 B   46 of 56          -          -  peer's header: ok

	peer says   limits 128/128, wanted to serve 64 reads and to issue 64
	data        16 receives posted before the handshake, ping received

	warn  CL003 responder_resources The peer wants to issue 64 reads at once and this side serves 16;
	                                this device can serve 16.
	                                -> have the peer ask for initiator_depth 16: more is not to be had
	                                   here.
	warn  CL005 rnr_retry_count     The peer's REQ says rnr_retry_count 0, which programs THIS side's
	                                QP: one send that finds no receive posted at the peer ends the
	                                connection.
	                                -> have the peer connect with 7, or post its receives before it
	                                   does.
END
same "a passive RoCE connection with mock limits, whole" "$WORK/expected"

expect "show an iWARP connection" 0 "" "$cmlab" show 2
tidy "the report"
shows "what iWARP does not carry is not a value of 0" \
	'^retry_count +7 +- +- +- +-  7 not sent: not carried$' \
	'^initiator_depth +3 +3 +3 +3 +4  3 -> 4: driver rounds up$' '^info  CL009 '

expect "show a rejected connection" 0 "" "$cmlab" show 4
tidy "the report"
shows "the reason, its number, whose it is, and the event" \
	'^refused     by the peer: 10 ird_floor: ' \
	'^end         RDMA_CM_EVENT_REJECTED, status 28 \(consumer defined\); rejected by the peer$' \
	'^error CL011 responder_resources ' 'rejected after 1.4 ms$'

expect "show an unanswered connection" 0 "" "$cmlab" show 6
tidy "the report"
shows "the own timer" 'own timer of 1000 ms$' '^error CL010 ' 'unreachable after 1.0 s$'

expect "show timers" 0 "" "$cmlab" show 7
tidy "the report"
shows "codes with their times" '^min_rnr_timer +12 \(640us\) +12 \(640us\) +- +- 12 \(640us\)  on no message$' \
	'^timeout +16 \(268ms\)'

expect "show a connection that is gone" 1 "cmlab: connection 99: no such connection" "$cmlab" show 99

for what in devices "show devices" "show listeners" "show connections" "show profiles" "show events" \
	"show stats" show; do
	# shellcheck disable=SC2086
	expect "cmlab $what" 0 "" "$cmlab" $what
	tidy "cmlab $what"
done

run "$cmlab" devices
shows "devices" '^device +driver +transport ' '^rxe0 +rxe +roce +16 +4 +258048 +24 +true +3$'
run "$cmlab" show connections
shows "connections" '^ 1  passive  rxe0 +established +10.7.0.1:7001 +10.7.0.2:51667 +16 +4$'
run "$cmlab" show listeners
shows "listeners" '^ 2  \[fd08::1\]:7001 +listening +portable +cm +1  nobody in it +not checked$'
few=$(<"$CMLAB_DEBUGFS/connections")
{
	sed 2q <<<"$few"
	seq -f '%.0f passive rxe0 established 10.7.0.1:7001 10.7.0.2:51667 16 4' 9000
} >"$CMLAB_DEBUGFS/connections"
run "$cmlab" show connections
shows "thousands of connections" '^9000  passive  rxe0 '
printf '%s\n' "$few" >"$CMLAB_DEBUGFS/connections"
run "$cmlab" show events
shows "events" '^2.600973 +conn 1 10.7.0.1:7001 <- '
run "$cmlab" show stats
shows "stats" '^refused\.ird_floor +[0-9]+$'

# Nothing there is said in words.
printf 'version: 1\n' | tee "$CMLAB_DEBUGFS/listeners" >"$CMLAB_DEBUGFS/devices"
printf 'version: 1\nid role device state local remote ird ord\n' >"$CMLAB_DEBUGFS/connections"
run "$cmlab" show
shows "no listener, no connection" '^no listener$' '^no connection$'
run "$cmlab" devices
shows "no device" '^no RDMA device'

# Wide rows are not cut: they become lines of their own.
cat >"$CMLAB_DEBUGFS/connections" <<-'END'
	version: 1
	id role device state local remote ird ord
	1 active mlx5_bond_0 established [fe80:1111:2222:3333:4444:5555:6666:7777%eth0]:12345 [fe80:1111:2222:3333:4444:5555:6666:8888%eth0]:12346 16 16
END
run "$cmlab" show connections
tidy "a row that is too wide"
holds "and is whole" grep -q '8888%eth0' "$WORK/out"

# Colour is for terminals.
debugfs_make
run script -qec "$cmlab show 1" /dev/null
holds "colour on a terminal" grep -q $'\033' "$WORK/out"
run script -qec "env NO_COLOR=1 $cmlab show 1" /dev/null
tap "$(grep -q $'\033' "$WORK/out" && echo 1 || echo 0)" "none with NO_COLOR"

finish
