#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Two machines with a wire between them; both run this script. Each case is a handshake over rxe and
# over siw, and both reports of it go to $LAB_OUT/PROVIDER.CASE.active and .passive, where wire.sh on
# the host finds them when it reads what went over the wire.
#
#   host a: 10.N.0.1                         host b: 10.N.0.2
#   listens, takes both reports   <----- REQ   connects
#   and holds them together       REP ----->   leaves its report in $LAB_OUT

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# name | what listens | its words | its limits | what connects | its words | its limits
# No two of the numbers of a case are alike where exchanging them would matter.
CASES="
plain|kernel|rr=6 id=5 rnr=5||kernel|rr=9 id=3 retry=4 rnr=2|
cm|kernel|rr=6 id=5 rnr=5 transitions=cm||kernel|rr=9 id=3 retry=4 rnr=2 transitions=cm|
data|kernel|private_data_hex=00ff80a5 flow=1||kernel|private_data_hex=0123456789abcdef flow=0|
clamped|kernel|profile=read-heavy|rd=6 init=3|kernel|profile=read-heavy rr=20 id=30|rd=12 init=24
wide|kernel|rr=128 id=100 retry=7 rnr=1||kernel|rr=120 id=128 retry=1 rnr=6|
most|kernel|rr=0 id=0 rnr=0||kernel|rr=0 id=0 retry=0 rnr=0|
raw|kernel|handshake=raw rr=2 id=1 private_data_hex=fe01||kernel|handshake=raw rr=3 id=4 private_data_hex=cafe|
to-user|user|rr=7 id=2 rnr=3 private_data_hex=beef||kernel|rr=11 id=5 retry=6 rnr=4|
from-user|kernel|rr=4 id=8 rnr=6||user|rr=13 id=2 retry=3 rnr=1 private_data_hex=f00d|
"

# $1: what the two hosts wait for each other for
meet()
{
	lab-sync "e2e.$1"
}

# $1: mock limits or none
limits_set()
{
	# shellcheck disable=SC2086
	[ -z "$1" ] || control limits "dev=$DEV" $1
}

limits_reset()
{
	[ -z "$1" ] || control limits "dev=$DEV" mock=off
}

# $1: the array's name, $2: its file in $LAB_OUT
report_save()
{
	local -n saved=$1
	local key
	for key in "${!saved[@]}"; do
		echo "$key: ${saved[$key]}"
	done >"$LAB_OUT/$2"
}

# Host a. $1: name, $2: what, $3: its words, $4: limits
case_listen()
{
	local name=$PROVIDER.$1
	limits_set "$4"
	# shellcheck disable=SC2086
	case $2 in
	kernel) do_control "listen" listen "addr=$LISTENER" "port=$PORT" $3 ;;
	user) peer_listen p "$LISTENER:$PORT" $3 ;;
	esac
	meet "$name.up"
	meet "$name.connected"
	keys_read A <"$LAB_OUT/$name.active"
	case $2 in
	kernel) report_settled P passive "${A[local]-}" ;;
	user) peer_report P p 1 ;;
	esac
	report_save P "$name.passive"
	case_check "$1"
	meet "$name.over"
	case $2 in
	kernel) control unlisten listener=all ;;
	user) peer_wait p ;;
	esac
	limits_reset "$4"
}

# Host b. $1: name, $2: what, $3: its words, $4: limits
case_connect()
{
	local name=$PROVIDER.$1
	limits_set "$4"
	meet "$name.up"
	# shellcheck disable=SC2086
	case $2 in
	kernel)
		do_control "connect" connect "addr=$LISTENER" "port=$PORT" $3
		report A "${R["conn[0].id"]}"
		;;
	user)
		peer_start a connect "$LISTENER:$PORT" $3 --until-disconnect
		peer_report A a 1
		;;
	esac
	expect "is established" A outcome=established role=active
	report_save A "$name.active"
	meet "$name.connected"
	meet "$name.over"
	case_end "$2"
	limits_reset "$4"
}

# $1: what connected
case_end()
{
	case $1 in
	kernel) control disconnect conn=all ;;
	user) peer_stop a ;;
	esac
	check "the connection ends" poll_until "$BOUND" no_connections
}

# $1: name
case_check()
{
	case $1 in
	raw) expect "established" P outcome=established handshake=raw ;;
	*) pair_is_right ;;
	esac
	case $1 in
	data)
		expect "the request's bytes arrive" P received.user=0x0123456789abcdef
		expect "and the reply's" A received.user=0x00ff80a5
		;;
	clamped)
		expect "each side has its own limits" A offered.responder_resources=12 \
			offered.initiator_depth=24 peer.max_qp_rd_atom=6 peer.max_qp_init_rd_atom=3
		expect "and the passive side its own" P peer.max_qp_rd_atom=12 \
			peer.max_qp_init_rd_atom=24 offered.initiator_depth=3
		;;
	esac
}

all_cases()
{
	local name listens listen_words listen_limits connects connect_words connect_limits
	while IFS='|' read -r name listens listen_words listen_limits connects connect_words \
		connect_limits; do
		[ -n "$name" ] || continue
		case_begin "$PROVIDER, $name"
		next_port
		if [ "$LAB_HOST" = a ]; then
			case_listen "$name" "$listens" "$listen_words" "$listen_limits"
		else
			case_connect "$name" "$connects" "$connect_words" "$connect_limits"
		fi
	done <<<"$CASES"
}

# A reject on the wire: the listener serves less than it wants to.
refused()
{
	case_begin "$PROVIDER, refused"
	next_port
	[ "$LAB_HOST" = b ] || control listen "addr=$LISTENER" "port=$PORT" rr=9 rr.floor=9
	meet "$PROVIDER.refused"
	if [ "$LAB_HOST" = b ]; then
		refuses "by the peer" -111 "conn *reason 10, *" connect "addr=$LISTENER" "port=$PORT" id=2
		report A "${R["conn[0].id"]}"
		report_save A "$PROVIDER.refused.active"
	fi
	meet "$PROVIDER.refused.over"
	[ "$LAB_HOST" = a ] || return 0
	keys_read A <"$LAB_OUT/$PROVIDER.refused.active"
	report_settled P passive "${A[local]}"
	report_save P "$PROVIDER.refused.passive"
	expect "with the numbers" P reason.name=ird_floor reason.have=2 reason.need=9
	control unlisten listener=all
}

# Many at once over the wire, from host b.
many()
{
	case_begin "$PROVIDER, 64 connections"
	next_port
	[ "$LAB_HOST" = b ] || control listen "addr=$LISTENER" "port=$PORT"
	meet "$PROVIDER.many"
	if [ "$LAB_HOST" = b ]; then
		do_control "connect" connect "addr=$LISTENER" "port=$PORT" count=64
		expect "all of them" R established=64 failed=0
		control disconnect conn=all
	fi
	meet "$PROVIDER.many.over"
	check "they end" poll_until "$BOUND" no_connections
	[ "$LAB_HOST" = b ] || control unlisten listener=all
}

# What host b sees of host a when nobody is at home.
absent()
{
	[ "$LAB_HOST" = b ] || return 0
	case_begin "$PROVIDER, nobody there"
	refuses "nobody listens" -111 "conn *" connect "addr=$LISTENER" port=1
	refuses "nobody has the address" -110 "conn *-110 (ETIMEDOUT)*" \
		connect "addr=10.$NET.0.9" port=1
	report A "${R["conn[0].id"]}"
	expect "which no request was sent to" A outcome=local_error event=RDMA_CM_EVENT_ADDR_ERROR
}

check "the module loads" module_load
on_each_provider all_cases refused many absent
case_begin ""
check "the module unloads" module_unload
meet end
finish
