#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The RDMA device is deleted at random moments and added again, rxe 100 times under connections that come
# up, are up and go, of the module and of userspace.
#
#   rdma link delete rxe0, rdma link add   <==  connect, disconnect, cmlab-peer, again and again
#   rdma link delete siw0, rdma link add   <==  established connections
#
# siw loses and reuses endpoints of its own when a handshake is broken off under it, so there the
# device goes only under what is established (docs/known-kernel-issues.md).

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

device_delete()
{
	timeout "$BOUND" rdma link delete "$DEV"
}

device_add()
{
	rdma link add "$DEV" type "$PROVIDER" netdev "$NETDEV"
}

# Without a device all of these fail at once.
coming_and_going()
{
	while [ ! -e "$TMP/calm" ]; do
		echo "connect addr=$LISTENER port=$PORT src=$CONNECTOR count=8 timeout_ms=1000" \
			>"$CMLAB/control" || tick
		echo "disconnect conn=all" >"$CMLAB/control" || :
	done 2>/dev/null
}

peers_coming()
{
	while [ ! -e "$TMP/calm" ]; do
		cmlab-peer connect "$LISTENER:$PORT" "src=$CONNECTOR" count=4 timeout_ms=1000 || tick
	done >/dev/null 2>&1
}

connects()
{
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
}

under_storm()
{
	local i bad=() storms=()
	times 100
	case_begin "$PROVIDER, $TIMES times under connections that come and go"
	next_port
	control listen addr=0.0.0.0 "port=$PORT" backlog=128
	rm -f "$TMP/calm"
	coming_and_going &
	storms+=("$!")
	peers_coming &
	storms+=("$!")
	for ((i = 0; i < TIMES; i++)); do
		pause_random 400
		control listen "addr=$LISTENER" "port=$((PORT + 1))" || bad+=("$i: listen")
		device_delete || bad+=("$i: delete")
		control unlisten "addr=$LISTENER" "port=$((PORT + 1))" || bad+=("$i: unlisten")
		pick 3
		[ "$PICK" = 0 ] || pause_random 50
		device_add || bad+=("$i: add")
		# not before the tables of addresses are filled
		poll_until "$BOUND" connects || bad+=("$i: no connection")
	done
	: >"$TMP/calm"
	wait "${storms[@]}" || :
	verdict "each time it goes, comes, and serves again" "${bad[@]}"
	stats_note
	is "connections were up meanwhile" "$((${STATS[active.established]} > TIMES))" 1
	control disconnect conn=all
	check "all end" poll_until 60 nothing_lives
	like "the device's account is empty" "$(<"$CMLAB/devices")" "*res_used: 0*connections: 0*"
	requests_sum
	outcomes_sum passive
	is "every request has its outcome" "$SUM" "$REQUESTS"
	control unlisten listener=all
	did "$PROVIDER $TIMES times"
}

under_established()
{
	local i bad=()
	times 40
	case_begin "$PROVIDER, $TIMES times under established connections"
	next_port
	for ((i = 0; i < TIMES; i++)); do
		control listen "addr=$LISTENER" "port=$PORT" || bad+=("$i: listen")
		poll_until "$BOUND" connects || bad+=("$i: no connection")
		connects || bad+=("$i: no second one")
		# siw hands a connection over in steps; the ping shows that it has come to the last
		poll_until "$BOUND" is_carrying "${R["conn[0].id"]-0}" || bad+=("$i: no data")
		device_delete || bad+=("$i: delete")
		poll_until "$BOUND" no_connections || bad+=("$i: a connection stays")
		device_add || bad+=("$i: add")
		control unlisten listener=all || bad+=("$i: unlisten")
	done
	verdict "each time it goes, comes, and serves again" "${bad[@]}"
	check "nothing is counted" poll_until 60 nothing_lives
	did "$PROVIDER $TIMES times"
}

# $1: number of a connection
is_carrying()
{
	report A "$1" 2>/dev/null && [ "${A[ping_rx]-}${A[ping_tx]-}" = truetrue ]
}

check "the module loads" module_load
readers_start
provider_select rxe
under_storm
provider_select siw
under_established
case_begin ""
readers_end
check "the module unloads" module_goes 60
finish
