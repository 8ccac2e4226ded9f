#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The RDMA device goes away under what uses it, and comes back.
#
#   10.N.0.1   listeners on 0.0.0.0 and on the address, connections up and coming up
#                 |
#              rdma link delete, rdma link add: once with everything looked at, then 20 times

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

ROUNDS=20

device_delete()
{
	timeout "$BOUND" rdma link delete "$DEV"
}

device_add()
{
	rdma link add "$DEV" type "$PROVIDER" netdev "$NETDEV"
}

# The tables of addresses are filled a little later than the device is there.
connects()
{
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
}

# Everything that can stand on a device: $PORT is the listener of any address, $PORT + 1 is bound to it.
build_up()
{
	next_port
	control listen addr=0.0.0.0 "port=$PORT"
	control listen "addr=$LISTENER" "port=$((PORT + 1))"
	do_control "connections are up" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=5
	UP_ID=${R["conn[4].id"]}
	peer_start a connect "$LISTENER:$((PORT + 1))" "src=$CONNECTOR" --until-disconnect
	peer_report P a 1
	expect "one of userspace is, too" P outcome=established
}

device_goes()
{
	case_begin "$PROVIDER, the device goes away"
	build_up
	check "rdma link delete" device_delete
	check "every connection ends" poll_until "$BOUND" no_connections
	report A "$UP_ID"
	expect "its report stays, and says why" A state=closed outcome=established \
		'closed_by~d*' "device=$DEV"
	peer_wait a
	is "the userspace peer ends by itself" "$PEER_STATUS" 0
	count_lines "$CMLAB/devices" "devices*name: $DEV"
	is "the device is not listed any more" "$COUNT" 0
	count_lines "$CMLAB/listeners" "*state: device removed"
	is "the listener that was bound to it says so" "$COUNT" 1
	count_lines "$CMLAB/listeners" "*state: listening"
	is "the one of any address goes on" "$COUNT" 1
	refuses "a connect says that there is no device" '-*' "conn *" \
		connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
}

device_comes_back()
{
	case_begin "$PROVIDER, the device comes back"
	check "rdma link add" device_add
	check "the listener of any address has it again" poll_until "$BOUND" connects
	report A "${R["conn[0].id"]}"
	expect "a connection carries data" A outcome=established ping_rx=true ping_tx=true
	refuses "nobody listens at the one that was bound" -111 "conn *" \
		connect "addr=$LISTENER" "port=$((PORT + 1))" "src=$CONNECTOR"
	do_control "it is taken away as any other" unlisten "addr=$LISTENER" "port=$((PORT + 1))"
	do_control "and can be made again" listen "addr=$LISTENER" "port=$((PORT + 1))"
	do_control "and connected to" connect "addr=$LISTENER" "port=$((PORT + 1))" "src=$CONNECTOR"
	control disconnect conn=all
	control unlisten listener=all
	check "all end" poll_until "$BOUND" no_connections
}

# Connections as fast as they come, until the file is there. Without a device they fail at once.
storm()
{
	while [ ! -e "$TMP/calm" ]; do
		echo "connect addr=$LISTENER port=$PORT src=$CONNECTOR count=4 timeout_ms=2000" \
			>"$CMLAB/control" || tick
		echo "disconnect conn=all" >"$CMLAB/control" || :
	done 2>/dev/null
}

# siw uses a listening endpoint after it has freed it when a connection comes up just then
# (docs/known-kernel-issues.md), so there it goes before the device does.
spare_listener()
{
	[ "$PROVIDER" != siw ] || control unlisten listener=all
}

device_flaps()
{
	local i bad=0 storm_pid
	case_begin "$PROVIDER, $ROUNDS times under connections that come up"
	if [ "$TRANSPORT" = iwarp ] && [ "${LAB_KERNEL-}" = debug ]; then
		skip "all of it" "siw loses its own endpoints of half-made connections, which the debug kernel tells (docs/known-kernel-issues.md)"
		return
	fi
	next_port
	control listen addr=0.0.0.0 "port=$PORT"
	rm -f "$TMP/calm"
	storm &
	storm_pid=$!
	for ((i = 0; i < ROUNDS; i++)); do
		spare_listener || bad=$((bad + 1))
		device_delete || bad=$((bad + 1))
		device_add || bad=$((bad + 1))
		[ "$PROVIDER" != siw ] || control listen addr=0.0.0.0 "port=$PORT" || bad=$((bad + 1))
		[ $((i % 4)) != 0 ] || poll_until "$BOUND" some_established || bad=$((bad + 1))
	done
	: >"$TMP/calm"
	wait "$storm_pid" || :
	is "rdma link delete and add that failed" "$bad" 0
	check "a connection works afterwards" poll_until "$BOUND" connects
	control disconnect conn=all
	check "all end" poll_until "$BOUND" no_connections
	keys_read R <"$CMLAB/stats"
	[ "${R[active.established]}" -gt "$ROUNDS" ] && bad=good
	is "connections did come up meanwhile" "${bad/#0/${R[active.established]}}" good
	control unlisten listener=all
}

# More established connections than the last time it was asked.
some_established()
{
	keys_read R <"$CMLAB/stats"
	[ "${R[active.established]}" -gt "${LAST_ESTABLISHED:-0}" ] || return 1
	LAST_ESTABLISHED=${R[active.established]}
}

check "the module loads" module_load
on_each_provider device_goes device_comes_back device_flaps
unload_and_finish
