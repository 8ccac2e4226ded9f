#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# cmlab without a module: every mistake has its sentence and its exit status, and a mistake is found
# before the module is missed.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

PROGRAM=cmlab
cmlab=$BIN/cmlab

usage "a command is missing"
usage "frob: not one of devices show listen unlisten check fault connect disconnect limits watch explain why" frob
usage "devices: now: unexpected argument" devices now
usage "show: 2: unexpected argument" show 1 2
usage "show: x: must be a number or one of devices listeners connections profiles events stats" show x
usage "show: -1: " -- show -1
usage "show: 4294967296: " show 4294967296
usage "listen: addr is missing" listen
usage "listen: addr is missing" listen port=7471
usage "listen: port is missing" listen addr=10.7.0.1
usage 'listen: "10.7.0.1": ADDR:PORT' listen 10.7.0.1
usage 'connect: "10.7.0.1:": ADDR:PORT' connect 10.7.0.1:
usage 'connect: ":7471": ADDR:PORT' connect :7471
usage 'connect: "fe80::1:7471": an IPv6 address goes in brackets: [fe80::1]:7471' connect fe80::1:7471
usage "connect: port=0: 1..65535" connect 10.7.0.1:0
usage "connect: port=65536: 1..65535" connect 10.7.0.1:65536
usage "connect: rr=256: 0..255 (a u8 in struct rdma_conn_param)" connect 10.7.0.1:7471 rr=256
usage "connect: initiator_depth=300: 0..255 (a u8 in struct rdma_conn_param)" \
	connect 10.7.0.1:7471 initiator_depth=300
usage "connect: rr=-1: " connect 10.7.0.1:7471 rr=-1
usage "connect: rr=: " connect 10.7.0.1:7471 rr=
usage "connect: rr=2: given twice" connect 10.7.0.1:7471 rr=1 rr=2
usage "connect: frob=1: no such key" connect 10.7.0.1:7471 frob=1
usage "connect: profile=frob: " connect 10.7.0.1:7471 profile=frob
usage "connect: transitions=frob: " connect 10.7.0.1:7471 transitions=frob
usage "connect: handshake=frob: " connect 10.7.0.1:7471 handshake=frob
usage "connect: count=0: 1..4096" connect 10.7.0.1:7471 count=0
usage "connect: count=4097: 1..4096" connect 10.7.0.1:7471 count=4097
usage "connect: timeout_ms=99: 100..600000" connect 10.7.0.1:7471 timeout_ms=99
usage "connect: private_data_hex=0: " connect 10.7.0.1:7471 private_data_hex=0
usage 'connect: "rr= 1": must be key=value without spaces' connect 10.7.0.1:7471 "rr= 1"
usage 'connect: "": must be key=value without spaces' connect 10.7.0.1:7471 ""
usage "connect: the command is longer than 1024 characters" \
	connect 10.7.0.1:7471 "profile=$(printf 'x%.0s' {1..1024})"
usage "disconnect: conn is missing" disconnect
usage "disconnect: id=3: " disconnect id=3
usage "unlisten: id=3: " unlisten id=3
usage 'disconnect' disconnect 4294967296
usage "unlisten: " unlisten
usage "limits: dev is missing" limits
usage "limits: " limits dev=rxe0
usage "unrecognized option '--frob'" --frob show

expect "--help tells the exit status" 0 "" "$cmlab" --help
holds "--help fits 80 columns" awk 'length > 79 { print; bad = 1 } END { exit bad }' "$WORK/out"

# A sentence never carries what could steer a terminal.
run "$cmlab" connect 10.7.0.1:7471 $'rr=\033[31m'
holds "an escape in an argument does not reach the terminal" \
	awk '/\033/ { bad = 1 } END { exit bad }' "$WORK/err"

# A command that is right misses the module.
for command in devices show "show 3" "show stats" "listen 10.7.0.1:7471" "unlisten all" "unlisten 3" \
	"unlisten 10.7.0.1:7471" "connect [fd07::1]:7471 rr=4" "connect [fe80::1%lo]:7471 rr=4" \
	"disconnect all" "disconnect 3" "limits dev=rxe0 rd=4" "limits dev=rxe0 mock=off" \
	"connect 10.7.0.1:7471 private_data=x"; do
	# shellcheck disable=SC2086
	expect "cmlab $command without the module" 3 "cmlab: the module is not loaded (insmod cmlab.ko)" \
		"$cmlab" $command
done
expect "a blank in private_data is fine" 3 "the module is not loaded" \
	"$cmlab" connect 10.7.0.1:7471 "private_data=two words"

if [ "$(id -u)" -ne 0 ]; then
	expect "without root" 3 "cmlab: needs root" env -u CMLAB_DEBUGFS "$cmlab" show
elif setpriv --reuid 65534 --clear-groups "$cmlab" --help >"$WORK/out" 2>&1; then
	expect "without root" 3 "cmlab: needs root" \
		env -u CMLAB_DEBUGFS setpriv --reuid 65534 --clear-groups "$cmlab" show
	expect "without root a mistake is still wrong usage" 2 "cmlab: show: x" \
		env -u CMLAB_DEBUGFS setpriv --reuid 65534 --clear-groups "$cmlab" show x
else
	skip "without root" "another user cannot run $cmlab"
fi

# Outside of a machine with the module, the default place says what is missing.
if [ ! -e /sys/kernel/debug/cmlab ]; then
	run env -u CMLAB_DEBUGFS "$cmlab" show
	holds "the default place" grep -qE \
		'^cmlab: (the module is not loaded|debugfs is not mounted|needs root)' "$WORK/err"
	tap "$((RC == 3 ? 0 : 1))" "and its status is 3"
else
	skip "the default place" "the module is loaded here"
fi

finish
