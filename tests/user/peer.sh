#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# cmlab-peer's options: every mistake has its sentence, found before RDMA is missed.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

peer=$BIN/cmlab-peer

# $1: wanted sentence; the rest: arguments. Wrong usage: status 2.
usage()
{
	local text=$1
	shift
	expect "cmlab-peer $*: $text" 2 "cmlab-peer: $text" "$peer" "$@"
}

usage "listen or connect?"
usage "frob: listen or connect" frob
usage "listen: addr is missing" listen
usage 'listen: "10.7.0.1": ADDR:PORT' listen 10.7.0.1
usage "connect: rr=300: 0..255 (a u8 in struct rdma_conn_param)" connect 10.7.0.1:7471 rr=300
usage 'connect: "fe80::1:80": an IPv6 address goes in brackets: [fe80::1]:80' connect fe80::1:80
usage "--count is for listen" connect 10.7.0.1:7471 --count 3
usage "--count=x: 0..1000000" listen 10.7.0.1:7471 --count=x
usage "--count=-1: 0..1000000" listen 10.7.0.1:7471 --count=-1
usage "--ready-file is for listen" connect 10.7.0.1:7471 --ready-file=/x
usage "--hold=x: 0..86400 seconds" connect 10.7.0.1:7471 --hold=x
usage "--hold=86401: 0..86400 seconds" connect 10.7.0.1:7471 --hold=86401
usage "--hold=nan: 0..86400 seconds" connect 10.7.0.1:7471 --hold=nan
usage "--limits: frob=3: no such key" connect 10.7.0.1:7471 --limits=rd=4,frob=3
usage "--limits: " connect 10.7.0.1:7471 --limits=rd=x
usage "--limits: longer than 1024 characters" \
	connect 10.7.0.1:7471 "--limits=$(printf 'x%.0s' {1..1024})"
usage "--raw=zz=2: FIELD=NUMBER expected" connect 10.7.0.1:7471 --raw=rr=9,zz=2
usage "--raw=rr: FIELD=NUMBER expected" connect 10.7.0.1:7471 --raw=rr
usage "--raw=rr=256: 0..255" connect 10.7.0.1:7471 --raw=rr=256
usage "--raw=rr=-1: 0..255" connect 10.7.0.1:7471 --raw=rr=-1
usage "--raw=rr=: 0..255" connect 10.7.0.1:7471 --accept-raw=rr=
usage "--misbehave=frob: no such kind" connect 10.7.0.1:7471 --misbehave=frob
usage "--misbehave=short=x: a number 0..65535" connect 10.7.0.1:7471 --misbehave=short=x
usage "--misbehave=short=65536: a number 0..65535" connect 10.7.0.1:7471 --misbehave=short=65536
usage "--misbehave=reject=frob: a number 0..65535 or the name of a reason" \
	listen 10.7.0.1:7471 --misbehave=reject=frob

expect "--help" 0 "" "$peer" --help
holds "--help fits 80 columns" awk 'length > 79 { print; bad = 1 } END { exit bad }' "$WORK/out"

# Every kind of misbehaviour that the help names is understood.
sed -n '/^Kinds of --misbehave/,$ s/^  \([a-z-]*\) .*/\1/p' "$WORK/out" >"$WORK/kinds"
holds "--help lists the kinds" test "$(wc -l <"$WORK/kinds")" -ge 20
missing=0
while read -r kind; do
	run "$peer" listen nowhere:7471 "--misbehave=$kind"
	grep -q 'misbehave' "$WORK/err" && missing=1
done <"$WORK/kinds"
tap "$missing" "every kind in the list is taken"

if [ ! -e /dev/infiniband/rdma_cm ]; then
	expect "without rdma_cm: listen" 3 "cmlab-peer: rdma_cm is not available" "$peer" listen 10.7.0.1:7471
	expect "without rdma_cm: connect" 3 "cmlab-peer: rdma_cm is not available" \
		"$peer" connect 10.7.0.1:7471
else
	skip "without rdma_cm" "this machine has it"
fi

finish
