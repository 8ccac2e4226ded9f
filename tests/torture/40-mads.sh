#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Two machines; both run this script. Host b sends raw messages of the connection manager, most of them
# spoiled, to the module on host a, which listens and is connected; then REQs that nobody follows up,
# more of them than there is room for. Honest peers still get in.
#
#   host a: 10.7.0.1                  host b: 10.7.0.2
#   module listens, tcp and udp  <--  cmlab-rude: REQ REP REJ MRA RTU DREQ SIDR LAP, from its own hand
#                                <==  module, cmlab-peer: connections that come and go

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

RX=/sys/class/infiniband/rxe0/ports/1/cm_rx_msgs
RATE=400
ROOM=200 REQ_RATE=300
SECONDS_OF_REQS=10

# $1: what the two hosts wait for each other for, $2: seconds
meet()
{
	lab-sync "torture.$1" "${2:-60}"
}

# Messages that the connection manager has received -> RECEIVED
received()
{
	local file n
	RECEIVED=0
	for file in "$RX"/*; do
		read -r n <"$file"
		RECEIVED=$((RECEIVED + n))
	done
}

# Honest connections that come and go beside, for their messages to be listened to.
coming_and_going()
{
	while [ ! -e "$TMP/calm.b" ]; do
		echo "connect addr=$LISTENER port=$PORT src=$CONNECTOR count=3 timeout_ms=1000" \
			>"$CMLAB/control" || tick
		echo "connect addr=$LISTENER port=$((PORT + 1)) src=$CONNECTOR ps=udp timeout_ms=1000" \
			>"$CMLAB/control" || tick
		echo "disconnect conn=all" >"$CMLAB/control" || :
	done 2>/dev/null
}

# Ten peers, one after the other -> UP
honest_peers()
{
	local i ms
	UP=0
	for ((i = 0; i < 10; i++)); do
		peer_start honest connect "$LISTENER:$PORT" "src=$CONNECTOR" timeout_ms=15000
		peer_wait honest
		peer_report A honest 1
		ms=$((${A[handshake_us]:-0} / 1000))
		note "${A[outcome]-no report} after $ms ms ${A[event]-}"
		[ "$PEER_STATUS" != 0 ] || UP=$((UP + 1))
	done
}

# Whether the machine answered what came: when REQs wait in line for seconds, so do honest ones, and
# that tells of the machine and not of the module. $1: REQs a second, $2: seconds -> SERVED a second
keeps_up()
{
	[[ $(<"$TMP/rude") =~ answers:\ ([0-9]+)\ REP ]] || return 1
	SERVED=$((BASH_REMATCH[1] / $2))
	[ $((10 * SERVED)) -ge $((9 * $1)) ]
}

# The verdict, and the rate at which it is to be tried again, or 0 -> $LAB_OUT/rate. $1: REQs a second
judge_honest()
{
	local next=0 SERVED=0
	if [ "$UP" -lt 9 ] && ! keeps_up "$1" "$SECONDS_OF_REQS" && [ $((SERVED / 2)) -ge 10 ] &&
		[ "$1" = "$REQ_RATE" ]; then
		next=$((SERVED / 2))
		skip "at $1 a second, at least nine of ten honest peers get in" \
			"this machine answers $SERVED a second: $UP of 10 got in"
	else
		is "at $1 a second, at least nine of ten honest peers get in" "$((UP >= 9))" 1
		did "unanswered REQs, $1 a second: $UP of 10 honest peers"
	fi
	echo "$next" >"$LAB_OUT/rate"
}

flood_sent()
{
	local beside
	rm -f "$TMP/calm.b"
	check "the module loads" module_load connect_timeout_ms=2000
	meet listens
	coming_and_going &
	beside=$!
	if timeout 500 cmlab-rude mads "$CONNECTOR" "$LISTENER" "$PORT" "$TIMES" "$RATE" "$SEED" \
		>"$TMP/rude" 2>&1; then
		verdict "all are sent"
	else
		verdict "all are sent" "$(<"$TMP/rude")"
	fi
	note "$(<"$TMP/rude")"
	: >"$TMP/calm.b"
	wait "$beside" || :
	control disconnect conn=all
	meet flooded 600
	meet settled 120
	honest_peers
	is "every honest peer gets in afterwards" "$UP" 10
	did "$TIMES messages"
	meet honest 120
}

flood_taken()
{
	local before
	check "the module loads" module_load connect_timeout_ms=2000 history=1000
	control listen "addr=$LISTENER" "port=$PORT" backlog=1024
	control listen "addr=$LISTENER" "port=$((PORT + 1))" ps=udp
	received
	before=$RECEIVED
	readers_start
	meet listens
	meet flooded 600
	received
	note "$((RECEIVED - before)) messages came to the connection manager"
	is "most have come" "$((RECEIVED - before > TIMES / 2))" 1
	readers_end
	control disconnect conn=all
	stats_note
	counters_add_up 0
	meet settled
	meet honest 120
	check "the module unloads" module_goes 60
}

# $1: REQs a second
reqs_sent()
{
	local rude beside
	next_port
	meet "room.$1"
	rm -f "$TMP/calm.b"
	cmlab-rude reqs "$CONNECTOR" "$LISTENER" "$PORT" $(($1 * SECONDS_OF_REQS)) "$1" "$SEED" \
		>"$TMP/rude" 2>&1 &
	rude=$!
	coming_and_going &
	beside=$!
	meet "full.$1" 120
	: >"$TMP/calm.b"
	honest_peers
	poll_until 120 process_is_gone "$rude" || kill "$rude"
	wait "$beside" || :
	wait "$rude" || :
	note "$UP of 10 honest peers got in; $(<"$TMP/rude")"
	control disconnect conn=all
	judge_honest "$1"
	meet "over.$1" 120
}

room_is_full()
{
	stats_read
	[ "${STATS[half_open]}" -ge $((ROOM - 10)) ] || [ "${STATS[gave_way]}" -gt "$GAVE_WAY" ]
}

# $1: REQs a second
reqs_taken()
{
	local full
	next_port
	stats_read
	GAVE_WAY=${STATS[gave_way]}
	control listen "addr=$LISTENER" "port=$PORT" backlog=1024
	meet "room.$1"
	check "they fill the room" poll_until 100 room_is_full
	meet "full.$1"
	meet "over.$1" 400
	stats_note
	[ "${STATS[connections]}" -le "$ROOM" ] && full=within
	is "the room is not exceeded" "${full-${STATS[connections]} of $ROOM}" within
	control disconnect conn=all
	counters_add_up 0
}

# Again at a rate that the machine can serve, if it cannot serve this one. $1: reqs_sent or reqs_taken
reqs()
{
	local rate=$REQ_RATE
	while [ "$rate" -gt 0 ]; do
		"$1" "$rate"
		read -r rate <"$LAB_OUT/rate"
		SECONDS_OF_REQS=$((2 * SECONDS_OF_REQS))
	done
}

still_works()
{
	PORT=$((PORT + 1)) CONNECTOR=$LISTENER
	control listen "addr=$LISTENER" "port=$PORT"
	honest_gets_in
}

provider_select rxe
next_port
times 20000
[ "$SCALE" = whole ] || SECONDS_OF_REQS=4
case_begin "$TIMES messages"
if [ "$LAB_HOST" = a ]; then flood_taken; else flood_sent; fi
case_begin "REQs that nobody follows up"
if [ "$LAB_HOST" = a ]; then
	check "the module loads" module_load "max_connections=$ROOM" history=1000
	reqs reqs_taken
	still_works
else
	reqs reqs_sent
fi
check "the module unloads" module_goes 60
case_begin ""
meet end
finish
