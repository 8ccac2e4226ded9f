#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# How connections and listeners end: by each side, one by one, all at once, and with the module.
#
#   10.N.0.1   listener, 10 established, 10 half open   <---->   10.N.0.2   then rmmod

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

state_is()
{
	report A "$1"
	[ "${A[state]}" = "$2" ]
}

# $1: number, $2: why it must have ended
closes()
{
	poll_until "$BOUND" state_is "$1" closed || :
	expect "connection is closed, and its report says why" A state=closed outcome=established \
		"closed_by~$2"
}

# A pair of the module with itself -> ACTIVE_ID, PASSIVE_ID
make_pair()
{
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	ACTIVE_ID=${R["conn[0].id"]}
	report A "$ACTIVE_ID"
	report_settled P passive "${A[local]}"
	PASSIVE_ID=${P[id]}
}

by_either_side()
{
	case_begin "$PROVIDER, ended by the active side"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	make_pair
	do_control "disconnect by number" disconnect "conn=$ACTIVE_ID"
	closes "$ACTIVE_ID" "disconnected by command"
	closes "$PASSIVE_ID" "disconnected by the peer"
	refuses "once more" -2 "disconnect: conn=$ACTIVE_ID: no such connection" \
		disconnect "conn=$ACTIVE_ID"

	case_begin "$PROVIDER, ended by the passive side"
	make_pair
	do_control "disconnect by number" disconnect "conn=$PASSIVE_ID"
	closes "$PASSIVE_ID" "disconnected by command"
	closes "$ACTIVE_ID" "disconnected by the peer"

	case_begin "$PROVIDER, only the one that is named"
	make_pair
	local first=$ACTIVE_ID
	make_pair
	control disconnect "conn=$first"
	closes "$first" "disconnected by command"
	state_is "$ACTIVE_ID" established || :
	expect "the other one stays" A state=established
	control disconnect conn=all
	closes "$ACTIVE_ID" "disconnected by *"
	control unlisten listener=all
}

by_userspace()
{
	case_begin "$PROVIDER, ended by a userspace peer"
	next_port
	peer_listen p "$LISTENER:$PORT" --hold 0.2
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	closes "${R["conn[0].id"]}" "disconnected by the peer"
	peer_wait p
	is "its exit status" "$PEER_STATUS" 0
}

unlisten()
{
	local id
	case_begin "$PROVIDER, unlisten"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	id=${R[listener]}
	do_control "by number" unlisten "listener=$id"
	refuses "the same number again" -2 "unlisten: *no such listener*" unlisten "listener=$id"
	control listen "addr=$LISTENER" "port=$PORT"
	make_pair
	do_control "by address" unlisten "addr=$LISTENER" "port=$PORT"
	state_is "$ACTIVE_ID" established || :
	expect "its connections stay" A state=established
	refuses "the same address again" -2 "unlisten: *no such listener*" \
		unlisten "addr=$LISTENER" "port=$PORT"
	refuses "nobody listens any more" -111 "conn *" \
		connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	control disconnect conn=all
	control listen "addr=$LISTENER" "port=$PORT"
	control listen "addr=$LISTENER6" "port=$PORT"
	count_lines "$CMLAB/listeners" '*.local:*'
	is "two listeners" "$COUNT" 2
	do_control "all of them" unlisten listener=all
	count_lines "$CMLAB/listeners" '*.local:*'
	is "none is left" "$COUNT" 0
	do_control "all of none is no error" unlisten listener=all
}

# Ten connections that no peer will ever answer, ten that are up, and the module must go.
# $1: description
module_ends_in_time()
{
	local start took
	now
	start=$NOW
	check "$1" module_unload
	now
	took=$((NOW - start))
	[ "$took" -gt 1500 ] || took=good
	is "$1: in bounded time" "$took" good
}

# $1: the address; a shell of its own waits for the connection -> another one in WAITERS
connect_in_background()
{
	echo "connect addr=$1 port=$PORT src=$CONNECTOR timeout_ms=60000" \
		>"$CMLAB/control" 2>/dev/null &
	WAITERS+=("$!")
}

# Half open: a request is on its way, or a peer keeps it.
half_open()
{
	local i
	WAITERS=()
	next_port
	peer_listen p "$LISTENER:$PORT" --misbehave no-accept --count 5
	for ((i = 0; i < 5; i++)); do
		connect_in_background "$LISTENER"
		connect_in_background "10.$NET.0.99"
	done
}

# $1: connections of the table that are established, $2: that are connecting
states_are()
{
	count_lines "$CMLAB/connections" "* established *"
	[ "$COUNT" = "$1" ] || return 1
	count_lines "$CMLAB/connections" "* connecting *"
	[ "$COUNT" = "$2" ]
}

# Whoever waits for a connect holds the module, so he has to give up first. Only a deadly signal ends
# such a wait, and to a shell TERM is not deadly.
unload_while_connected()
{
	case_begin "$PROVIDER, rmmod with 10 established and 10 half open"
	module_load history=256
	half_open
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	do_control "10 connections" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=5
	check "all are where they should be" poll_until 10 states_are 10 10
	kill -KILL "${WAITERS[@]}"
	wait "${WAITERS[@]}" 2>/dev/null || :
	module_ends_in_time "the module unloads"
	peer_stop p
}

# Nobody waits for these, so nothing but the module itself ends them.
unload_half_open_of_insmod()
{
	local far="addr=10.$NET.0.99,port=9,src=$CONNECTOR,timeout_ms=60000,count=10"
	case_begin "$PROVIDER, rmmod with 10 half open of its own"
	check "insmod connect= does not wait for the connections" module_load \
		"listen=addr=$LISTENER,port=$PORT" "connect=$far;addr=$LISTENER,port=$PORT,count=5"
	check "all are where they should be" poll_until 10 states_are 10 10
	module_ends_in_time "the module unloads"
}

check "the module loads" module_load
on_each_provider by_either_side by_userspace unlisten
case_begin ""
check "the module unloads" module_unload
on_each_provider unload_while_connected unload_half_open_of_insmod
finish
