#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Hostile MPA frames over TCP against siw, with the module behind it on either side: garbage keys,
# lengths that nothing follows, markers, CRC, revisions and flags that do not exist, too much, too
# little, in small pieces, and resets, half-closes and garbage once siw has answered.
#
#   10.8.0.1                                10.8.0.2
#   module listens    <--- requests ------  cmlab-rude
#   cmlab-rude        ---- replies ------>  module connects
#
# siw itself must survive, so some things are not done: tests/torture/rude_mpa.c names them. The
# machine of this part serves nothing else.

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

ASKED=0

# Requests of peers that speak TCP and little else. $1: header or raw, what the module listens for: raw
# private data are welcome whatever they are
requests()
{
	times 500
	case_begin "$TIMES requests, handshake=$1"
	next_port
	control listen "addr=$LISTENER" "port=$PORT" "handshake=$1" backlog=128
	if timeout 400 cmlab-rude mpa-connect "$CONNECTOR" "$LISTENER" "$PORT" "$TIMES" 0 "$SEED" \
		>"$TMP/rude" 2>&1; then
		verdict "all are sent, and the listener takes them"
	else
		verdict "all are sent, and the listener takes them" "$(<"$TMP/rude")"
	fi
	note "$(<"$TMP/rude")"
	keys_read R <"$CMLAB/listeners"
	is "some come to the module" "$((${R["listeners[$LISTENERS].requests"]} > TIMES / 10))" 1
	LISTENERS=$((LISTENERS + 1))
	control disconnect conn=all
	counters_add_up "$ASKED"
	did "$TIMES requests to handshake=$1"
}

# The module connects to them, and each of its connections has its outcome. $1: header or raw, $2: its
# own timer in ms: siw's takes 5000
replies()
{
	local i rude wrong=()
	times 200
	case_begin "$TIMES replies, handshake=$1"
	next_port
	cmlab-rude mpa-listen "$LISTENER" "$CONNECTOR" "$PORT" "$TIMES" 0 "$SEED" >"$TMP/rude" 2>&1 &
	rude=$!
	PEER_PID[rude]=$rude
	check "the hostile listener listens" poll_until "$BOUND" [ -s "$TMP/rude" ]
	for ((i = 0; i < TIMES; i += 10)); do
		control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=10 \
			"handshake=$1" "timeout_ms=$2" || :
		[ "${R[connections]-}" = 10 ] || wrong+=("no result: ${R[error]-}")
		control disconnect conn=all
	done
	ASKED=$((ASKED + i))
	verdict "each command ends with a result for each connection" "${wrong[@]}"
	poll_until "$BOUND" process_is_gone "$rude" || kill "$rude"
	wait "$rude" || :
	unset "PEER_PID[rude]"
	note "$(tail -n 1 "$TMP/rude")"
	stats_note
	counters_add_up "$ASKED"
	did "$TIMES replies to handshake=$1"
}

works()
{
	case_begin "afterwards"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	honest_gets_in
	ASKED=$((ASKED + 1))
	counters_add_up "$ASKED"
}

LISTENERS=0
provider_select siw
check "the module loads" module_load history=4096 connect_timeout_ms=3000
readers_start
requests header
replies header 2000
requests raw
replies raw 6000
works
case_begin ""
readers_end
check "the module unloads" module_goes 60
finish
