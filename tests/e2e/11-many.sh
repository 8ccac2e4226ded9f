#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# 64 connections at once, each over rxe and over siw; all are up at the same time, then all are ended.
#
#   10.N.0.1                       10.N.0.2
#   module listens      <= 64 ==   module connects, one command
#   module listens      <= 64 ==   cmlab-peer connects, one process
#   cmlab-peer listens  <= 64 ==   module connects, one command

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

MANY=64

# Established connections of the device in the table -> COUNT. $1: how many there must be
are_up()
{
	count_lines "$CMLAB/connections" "* $DEV * established *"
	[ "$COUNT" = "$1" ]
}

# $1: how many ends the module has
all_are_up()
{
	poll_until "$BOUND" are_up "$1" || :
	is "connections are up at the same time" "$COUNT" "$1"
	poll_until "$BOUND" carry_data "$1" || :
	is "each of them carries data both ways" "$GOOD" "$1"
}

everything_ends()
{
	do_control "all are told to end" disconnect conn=all
	check "all end" poll_until "$BOUND" no_connections
	like "the device's account is empty" "$(<"$CMLAB/devices")" "*res_used: 0*connections: 0*"
}

# $1: the peer's name
peer_saw_all()
{
	peer_wait "$1"
	is "cmlab-peer's exit status" "$PEER_STATUS" 0
	count_lines "$TMP/$1.out" '*"outcome":"established"*'
	is "established connections that cmlab-peer reports" "$COUNT" "$MANY"
}

kernel_and_kernel()
{
	case_begin "$PROVIDER, kernel to kernel"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	do_control "connect" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" "count=$MANY"
	expect "the result counts them" R "connections=$MANY" "established=$MANY" failed=0
	all_are_up $((2 * MANY))
	everything_ends
	control unlisten listener=all
}

userspace_connects()
{
	case_begin "$PROVIDER, kernel listens, userspace connects"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	peer_start a connect "$LISTENER:$PORT" "src=$CONNECTOR" "count=$MANY" --until-disconnect
	all_are_up "$MANY"
	everything_ends
	peer_saw_all a
	control unlisten listener=all
}

userspace_listens()
{
	case_begin "$PROVIDER, userspace listens, kernel connects"
	next_port
	peer_listen p "$LISTENER:$PORT" --count "$MANY"
	do_control "connect" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" "count=$MANY"
	expect "the result counts them" R "connections=$MANY" "established=$MANY" failed=0
	all_are_up "$MANY"
	everything_ends
	peer_saw_all p
}

sample_with siw
check "the module loads" module_load
on_each_provider kernel_and_kernel userspace_connects userspace_listens
unload_and_finish
