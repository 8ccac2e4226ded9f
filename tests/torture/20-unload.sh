#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The module is loaded, with a listener and connections of its own, while clients come without end; at
# a random moment it is unloaded. 100 times; each time it must be gone within a bound.
#
#   insmod listen= connect= ... rmmod    <==  cmlab-peer, again and again
#
# rxe only: siw's listener is not destroyed during handshakes (docs/known-kernel-issues.md).

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

LIMIT=30

clients()
{
	while [ ! -e "$TMP/calm" ]; do
		cmlab-peer connect "$LISTENER:$PORT" "src=$CONNECTOR" count=4 timeout_ms=2000 || :
	done >/dev/null 2>&1
}

# $1: which round
load()
{
	local mode=lab
	[ $(($1 % 2)) = 0 ] || mode=cm
	module_load "listen=addr=$LISTENER,port=$PORT,transitions=$mode" \
		"connect=addr=$LISTENER,port=$PORT,src=$CONNECTOR,count=10,transitions=$mode"
}

# -> what went wrong in WRONG, how long the slowest took in SLOWEST (hundredths)
rounds()
{
	local i before
	WRONG=() SLOWEST=0 SEEN=0
	for ((i = 0; i < TIMES; i++)); do
		load "$i" || WRONG+=("round $i: insmod")
		pause_random 500
		requests_sum
		SEEN=$((SEEN + REQUESTS))
		now
		before=$NOW
		if ! module_goes "$LIMIT"; then
			WRONG+=("round $i: rmmod")
			poll_until 60 module_goes "$LIMIT" || break
		fi
		now
		[ $((NOW - before)) -le "$SLOWEST" ] || SLOWEST=$((NOW - before))
	done
}

provider_select rxe
next_port
times 100
case_begin "$TIMES times"
rm -f "$TMP/calm"
clients &
CLIENTS=("$!")
clients &
CLIENTS+=("$!")
rounds
: >"$TMP/calm"
wait "${CLIENTS[@]}" || :
verdict "it loads, and is gone within $LIMIT s" "${WRONG[@]}"
note "the slowest took $SLOWEST hundredths of a second; $SEEN requests had come by then"
is "connections were coming" "$((SEEN > 5 * TIMES))" 1
did "$TIMES times"
case_begin "afterwards"
check "the module loads" module_load
control listen "addr=$LISTENER" "port=$PORT"
honest_gets_in
check "the module unloads" module_goes "$LIMIT"
finish
