#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# cmlab-peer's options: every mistake has its sentence, found before RDMA is missed.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

PROGRAM=cmlab-peer
peer=$BIN/cmlab-peer

usage "a command is missing: listen or connect"
usage "frob: must be listen or connect" frob
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
usage "--raw=zz=2: must be FIELD=NUMBER" connect 10.7.0.1:7471 --raw=rr=9,zz=2
usage "--raw=rr: must be FIELD=NUMBER" connect 10.7.0.1:7471 --raw=rr
usage "--raw=rr=256: 0..255" connect 10.7.0.1:7471 --raw=rr=256
usage "--raw=rr=-1: 0..255" connect 10.7.0.1:7471 --raw=rr=-1
usage "--raw=rr=: 0..255" connect 10.7.0.1:7471 --accept-raw=rr=
usage "--raw=qkey=1: only rr, id, retry, rnr and flow" connect 10.7.0.1:7471 --raw=qkey=1
usage "--misbehave=frob: no such kind" connect 10.7.0.1:7471 --misbehave=frob
usage "--misbehave=short=x: must be a number, 0..32" connect 10.7.0.1:7471 --misbehave=short=x
usage "--misbehave=short=33: must be a number, 0..32" connect 10.7.0.1:7471 --misbehave=short=33
usage "--misbehave=reject=frob: must be a number, 0..65535, or the name of a reason" \
	listen 10.7.0.1:7471 --misbehave=reject=frob

usage "--misbehave=no-accept: only who listens can do that" connect 10.7.0.1:7471 --misbehave=no-accept
usage "--misbehave=reject: only who listens can do that" connect 10.7.0.1:7471 --misbehave=reject=3
usage "--misbehave=no-rtu: only who connects can do that" listen 10.7.0.1:7471 --misbehave=no-rtu
usage "--misbehave=crc: handshake=raw has neither a header nor a ping" \
	connect 10.7.0.1:7471 handshake=raw --misbehave=crc
usage "--misbehave=no-ping: handshake=raw has neither a header nor a ping" \
	listen 10.7.0.1:7471 handshake=raw --misbehave=no-ping
usage "--misbehave=fail-qp: only the module can do that: fault=" connect 10.7.0.1:7471 fault=fail-qp
usage "fault= and --misbehave: one of them" connect 10.7.0.1:7471 fault=crc --misbehave=crc

expect "--help" 0 "" "$peer" --help
holds "--help fits 80 columns" awk 'length > 79 { print; bad = 1 } END { exit bad }' "$WORK/out"

# Every kind of misbehaviour that the help names is understood.
sed -n '/^Kinds of --misbehave/,$ s/^  \([a-z-]*\) .*/\1/p' "$WORK/out" >"$WORK/kinds"
holds "--help lists the kinds" test "$(wc -l <"$WORK/kinds")" -ge 20
missing=0
while read -r kind; do
	verb=listen
	[ "$kind" != no-rtu ] || verb=connect
	run "$peer" "$verb" nowhere:7471 "--misbehave=$kind"
	grep -q 'misbehave' "$WORK/err" && missing=1
done <"$WORK/kinds"
tap "$missing" "every kind in the list is taken"

# docs/faults.md has all that there are, the module's too, which the grammar names.
missing=0
while read -r kind; do
	[ "$kind" = off ] || grep -qE "^[|] .${kind}(=N)?. [|]" "$TOP/docs/faults.md" || missing=1
done < <(sed -n 's/^	X(CMLAB_FAULT_[A-Z_]*, "\([a-z-]*\)",.*/\1/p' "$TOP/include/cmlab/fault.h")
tap "$missing" "docs/faults.md has every kind"

# What the grammar knows and this program cannot do is refused before anything is done.
usages <<'END'
connect 10.7.0.1:1 ps=udp|connect: ps=udp: cmlab-peer speaks RDMA_PS_TCP only
listen 10.7.0.1:1 ps=udp|listen: ps=udp: cmlab-peer speaks RDMA_PS_TCP only
connect 10.7.0.1:1 min_rnr=3 min_rnr_when=listener|connect: min_rnr_timer_when=listener: connect has no listener
connect 10.7.0.1:1 min_rnr=3 min_rnr_when=before_route|connect: min_rnr_timer_when=before_route: only before_handshake: librdmacm has no call
listen 10.7.0.1:1 min_rnr=3 min_rnr_when=established|listen: min_rnr_timer_when=established: only before_handshake: librdmacm has no call
connect 10.7.0.1:1 timeout=3 timeout_when=listener|connect: ack_timeout_when=listener: connect has no listener
listen 10.7.0.1:1 timeout=3 timeout_when=before_route|listen: ack_timeout_when=before_route: only connect resolves
connect 10.7.0.1:1 decide=raw qkey=1|connect: qkey: not with decide=raw
listen 10.7.0.1:1 decide=raw min_rnr=32|listen: min_rnr_timer=32: 0..31
END

# Every key of both verbs that is not refused so, with a value. tests/e2e/65-peer-keys.sh shows what each
# of them changes.
both='profile=lossy-roce transitions=cm handshake=raw decide=raw ps=tcp ack_timeout=14,ack_timeout_when=established
min_rnr_timer=3,min_rnr_timer_when=before_handshake private_data=x private_data_hex=00 recv_depth=3 strict=1 rr=1
id=1 retry=1 rnr=1 flow=1 srq=1 qpn=1 qkey=1 min_rnr=1 timeout=1 rr.floor=1 rr.ceiling=99'
listen_keys="addr=10.7.0.1 port=1 backlog=1 $both"
connect_keys="addr=10.7.0.1 port=1 src=10.7.0.2 count=1 timeout_ms=100 $both"

# The keys that a verb's own sentence lists are all in the table above. $1: the verb, $2: its table
is_complete()
{
	local key keys missing=0
	run "$peer" "$1" addr=10.7.0.1 port=1 frob=1
	# the last of what does not fit is dots
	read -ra keys < <(sed 's/.*there are://; s/ \.\.\.$//' "$WORK/err")
	for key in "${keys[@]}"; do
		[[ " ${2//[$'\n',]/ }" == *" $key="* ]] || {
			missing=1
			echo "# $1: $key is in no table"
		}
	done
	tap "$missing" "every key of $1 is in the table"
}

# $1: the verb, $2: its table
are_taken()
{
	local words
	for words in $2; do
		case $words in
		addr=* | port=*) words= ;;
		esac
		# shellcheck disable=SC2086
		expect "$1 takes ${words:-addr and port}" 3 "cmlab-peer: rdma_cm is not available" \
			"$peer" "$1" addr=10.7.0.1 port=1 ${words//,/ }
	done
}

is_complete listen "$listen_keys"
is_complete connect "$connect_keys"

if [ ! -e /dev/infiniband/rdma_cm ]; then
	are_taken listen "$listen_keys"
	are_taken connect "$connect_keys"
else
	skip "without rdma_cm" "this machine has it"
fi

finish
