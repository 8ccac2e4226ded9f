#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Network namespaces with an RDMA device of their own, listeners and connections, that vanish in the
# middle, 100 times. Listeners and connections hold what is left of it, and are ended from outside.
#
#   namespace:  lab9 (dummy) 10.9.0.1  10.9.0.2   rxe9
#               listeners, connections coming up   <--  ip netns del
#
# Before 7.1 rxe sends as if it were in the first namespace, so there the handshakes stay half-made.

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

# What writes to the module from inside has to see its files there.
INSIDE="mount -t debugfs none /sys/kernel/debug 2>/dev/null"

namespace_make()
{
	ip netns add "$1" &&
		ip -n "$1" -batch - <<-END && ip netns exec "$1" rdma link add rxe9 type rxe netdev lab9
			link set lo up
			link add lab9 type dummy
			addr add 10.9.0.1/24 dev lab9
			addr add 10.9.0.2/24 dev lab9
			link set lab9 up
		END
}

# Its processes may outlive it by the time that their commands take. $1: its name
inside_begin()
{
	ip netns exec "$1" bash -c "$INSIDE
		exec 3<>$CMLAB/control
		echo 'listen addr=0.0.0.0 port=$PORT' >&3
		echo 'listen addr=10.9.0.1 port=$((PORT + 1))' >&3 || :
		>$TMP/listens
		for i in {1..4}; do
			echo 'connect addr=10.9.0.1 port=$PORT src=10.9.0.2 count=4 timeout_ms=400' >&3 || :
		done" 2>/dev/null &
	INSIDE_PID=$!
	poll_until "$BOUND" [ -e "$TMP/listens" ]
}

# $1: which round
round()
{
	local name=away$1 inum
	rm -f "$TMP/listens"
	next_port
	namespace_make "$name" || {
		WRONG+=("$1: the namespace is not made")
		return 1
	}
	inside_begin "$name" || WRONG+=("$1: nobody listens")
	pause_random 500
	inum=$(stat -L -c %i "/run/netns/$name")
	pick 3
	# the device first, or last, or with the namespace
	[ "$PICK" != 0 ] || timeout "$BOUND" ip netns exec "$name" rdma link delete rxe9 ||
		WRONG+=("$1: rdma link delete")
	timeout "$BOUND" ip netns del "$name" || WRONG+=("$1: ip netns del")
	keys_read R <"$CMLAB/listeners"
	[[ " ${R[*]} " == *" $inum "* ]] || WRONG+=("$1: no listener names the namespace $inum")
	poll_until 60 process_is_gone "$INSIDE_PID" || WRONG+=("$1: a command inside hangs")
	wait "$INSIDE_PID" || :
	requests_sum
	SEEN=$((SEEN + REQUESTS))
	control unlisten addr=0.0.0.0 "port=$PORT" || WRONG+=("$1: unlisten by address: ${R[error]-}")
	control unlisten addr=10.9.0.1 "port=$((PORT + 1))" || LATE=$((LATE + 1))
	# an id holds its namespace, as every id of rdma_cm does
	control disconnect conn=all
}

rxe9_is_gone()
{
	[ ! -e /sys/class/infiniband/rxe9 ]
}

WRONG=() LATE=0 SEEN=0
check "the module loads" module_load history=1000
times 100
case_begin "$TIMES namespaces"
for ((i = 0; i < TIMES; i++)); do
	round "$i" || break
	# the namespace itself goes when nobody holds it any more
	poll_until "$BOUND" rxe9_is_gone || {
		WRONG+=("$i: rxe9 does not go")
		break
	}
done
verdict "each vanishes, and its listeners are ended from outside" "${WRONG[@]}"
note "$LATE times the listener on the address had not come to be"
stats_note
check "all end, and none is counted" poll_until 60 nothing_lives
outcomes_sum active
is "each has its outcome" "$SUM" $((TIMES * 16))
# a listener goes with its number of requests, and one may come while it goes
outcomes_sum passive
is "and so has each request" "$((SUM >= SEEN))" 1
is "no listener is left" "$(<"$CMLAB/listeners")" "version: 1"
did "$TIMES namespaces"
case_begin "afterwards"
provider_select rxe
next_port
control listen "addr=$LISTENER" "port=$PORT"
honest_gets_in
check "the module unloads" module_goes 60
finish
