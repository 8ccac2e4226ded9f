# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The module does not unload while connections are half open."
MUST="rmmod ends in bounded time with 10 established, 10 half open and one in time-wait"

in_lab()
{
	local start far="addr=10.$NET.0.99,port=9,src=$CONNECTOR,timeout_ms=60000,count=10"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	do_control "one that is over, and in time-wait" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	control disconnect conn=all
	check "the module unloads" module_unload
	check "and comes with 10 half open" module_load "listen=addr=$LISTENER,port=$PORT" \
		"connect=$far;addr=$LISTENER,port=$PORT,count=5"
	check "10 stand, 10 are half open" poll_until 10 halves_are 10 10
	now
	start=$NOW
	check "it unloads with all of them" module_unload
	now
	is "within 15 s" "$((NOW - start < 1500))" 1
	check "and loads again" module_load
}

# $1: that are established, $2: that are connecting
halves_are()
{
	count_lines "$CMLAB/connections" "* established *"
	[ "$COUNT" = "$1" ] || return 1
	count_lines "$CMLAB/connections" "* connecting *"
	[ "$COUNT" = "$2" ]
}
