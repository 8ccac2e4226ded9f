#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Module parameters: what is there right after insmod, and what insmod refuses, with which sentence
# in the kernel's log.
#
#   insmod cmlab.ko listen=addr=10.N.0.1,... connect=addr=10.N.0.1,...,src=10.N.0.2

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

from_the_start()
{
	case_begin "$PROVIDER, listen= and connect="
	next_port
	check "insmod" module_load \
		"listen=addr=$LISTENER,port=$PORT,rr=3;addr=$LISTENER6,port=$PORT,id=2" \
		"connect=addr=$LISTENER,port=$PORT,src=$CONNECTOR,count=2,id=9;addr=$LISTENER6,port=$PORT" \
		profile=read-heavy
	check "three connections come up" poll_until "$BOUND" carry_data 6
	keys_read R <"$CMLAB/listeners"
	expect "both listeners are there, with the default profile" R \
		"listeners[0].local=$LISTENER:$PORT" "listeners[1].local=[$LISTENER6]:$PORT" \
		'listeners[0].profile=read-heavy' 'listeners[1].requests=1'
	report A 1
	expect "the keys are those of the commands" A requested.initiator_depth=9 \
		requested.responder_resources=16 profile=read-heavy negotiated.initiator_depth="$SERVED"
	check "rmmod" module_unload
}

# The kernel's log since a mark -> LOG. $1: the mark
log_since()
{
	LOG=$(dmesg)
	LOG=${LOG##*"$1"}
}

# $1: pattern of the sentence; the rest: parameters
refuses_insmod()
{
	local sentence=$1 mark="e2e mark $TAP_COUNT" wrong=()
	shift
	echo "$mark" >/dev/kmsg
	! module_load "$@" 2>/dev/null || wrong+=("insmod succeeded")
	log_since "$mark"
	# shellcheck disable=SC2053
	[[ $LOG == *cmlab:\ $sentence* ]] || wrong+=("log: $LOG" "wanted: $sentence")
	! module_loaded || {
		wrong+=("it is loaded")
		module_unload
	}
	verdict "insmod $*" "${wrong[@]}"
}

bad_parameters()
{
	case_begin "bad parameters"
	refuses_insmod "module parameter connect_timeout_ms=99: 100..600000" connect_timeout_ms=99
	refuses_insmod "module parameter connect_timeout_ms=600001: 100..600000" \
		connect_timeout_ms=600001
	refuses_insmod "module parameter max_connections=0: 1..65536" max_connections=0
	refuses_insmod "module parameter max_connections=65537: 1..65536" max_connections=65537
	refuses_insmod "module parameter history=65537: 0..65536" history=65537
	refuses_insmod "module parameter profile=fast: no such profile" profile=fast
	refuses_insmod "module parameter listen=port=9: *addr is missing*" listen=port=9
	refuses_insmod "module parameter listen=addr=$LISTENER,port=0: *port=0: 1..65535*" \
		"listen=addr=$LISTENER,port=0"
	refuses_insmod "module parameter listen=addr=$LISTENER,port=9,x=1: *x=1: no such key*" \
		"listen=addr=$LISTENER,port=9,x=1"
	refuses_insmod "module parameter listen=addr=10.7.0.77,port=9: *rdma_bind_addr*" \
		listen=addr=10.7.0.77,port=9
	refuses_insmod "module parameter connect=addr=$LISTENER: *port is missing*" \
		"connect=addr=$LISTENER"
	refuses_insmod "module parameter connect=addr=$LISTENER,port=9,rr=256: *0..255*" \
		"connect=addr=$LISTENER,port=9,rr=256"
	refuses_insmod "module parameter listen=port=9: *addr is missing*" \
		"listen=addr=$LISTENER,port=9;port=9"
	refuses_insmod "*" history=many
}

# What one of several parameters had begun is undone when another one is refused.
nothing_is_left()
{
	case_begin "after all this"
	check "insmod still works" module_load
	do_control "the port of a listener that was undone is free" listen "addr=$LISTENER" port=9
	check "rmmod" module_unload
}

# How many connections the module remembers -> COUNT
remembered()
{
	connection_ids
	[ "${#IDS[@]}" = "$1" ]
}

# $1: the role, $2: the peer's address with port
has_ended()
{
	report_of_peer P "$@" && [ "${P[state]}" = closed ]
}

limits_hold()
{
	case_begin "history and connect_timeout_ms"
	module_load history=5 connect_timeout_ms=700
	control listen "addr=$LISTENER" "port=$PORT"
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=10
	control disconnect conn=all
	check "only as many as asked for are remembered" poll_until "$BOUND" remembered 5
	refuses "the own timer is the one that was given" -110 "conn *unreachable*own timer*" \
		connect addr=10.8.0.99 port=9 src=10.8.0.2
	report A "${R["conn[0].id"]}"
	expect "as the report says" A timeout_ms=700 own_timer=true
	control listen "addr=$LISTENER" "port=$PORT" ps=udp
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" ps=udp
	report A "${R["conn[0].id"]}"
	check "a UD peer, whom nobody says goodbye to, is let go" \
		poll_until "$BOUND" has_ended passive "${A[local]}"
	expect "as its report says" P outcome=established \
		'closed_by=UD: nobody says when it is over'
	check "rmmod" module_unload
	module_load history=0
	control listen "addr=$LISTENER" "port=$PORT"
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=3
	control disconnect conn=all
	check "or none" poll_until "$BOUND" remembered 0
	check "rmmod" module_unload
}

for provider in $PROVIDERS; do
	provider_select "$provider"
	# of the 9 that are asked for; siw's listener serves whatever it is asked for
	case $provider in
	rxe) SERVED=3 ;;
	siw) SERVED=9 ;;
	esac
	from_the_start
done
provider_select rxe
next_port
bad_parameters
nothing_is_left
limits_hold
finish
