#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Room for connections: the limit holds whoever asks at once; who is refused, or begins a handshake and
# never ends it, keeps nobody out; a command ends in its time and says what stands.
#
#   cmlab-peer, rude   --- REQ, and never an RTU --->   module, max_connections
#   cmlab-peer, honest --- REQ ... ping ----------->

set -eu
# shellcheck source=tests/e2e/lib.sh
. tests/e2e/lib.sh
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# $1: counter of the module -> COUNT
stat_read()
{
	local -A stats=()
	keys_read stats <"$CMLAB/stats"
	COUNT=${stats[$1]-}
}

# The living connections of the module, those that are closing apart -> COUNT
count_standing()
{
	local line
	COUNT=0
	while read -r line; do
		[[ $line != *" established "* ]] || COUNT=$((COUNT + 1))
	done <"$CMLAB/connections"
}

# The command of one writer among many; its result is not read. $*: the command
order()
{
	echo "$*" >"$CMLAB/control"
}

# Several commands ask for more than there is room for, at once.
limit_holds()
{
	local i writers=() most=0
	case_begin "max_connections under 12 commands at once"
	module_load max_connections=40
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	for i in {1..12}; do
		order connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=9 2>/dev/null &
		writers+=("$!")
	done
	while kill -0 "${writers[@]}" 2>/dev/null; do
		stat_read connections
		[ "$COUNT" -le "$most" ] || most=$COUNT
	done 2>/dev/null
	wait "${writers[@]}" || :
	count_standing
	note "$most counted at most, $COUNT stand"
	is "never more than that count" "$((most <= 40))" 1
	is "nor stand" "$((COUNT <= 40))" 1
	is "and some stand" "$((COUNT > 0))" 1
	control disconnect conn=all
	check "all end" poll_until "$BOUND" no_connections
	stat_read connections
	is "none counts afterwards" "$COUNT" 0
	check "the module unloads" module_unload
}

# Requests with a spoiled header, as fast as they go, at a limit that has room for one more.
refused_do_not_count()
{
	local i up=0 spoilers=()
	case_begin "refused requests beside honest ones"
	module_load max_connections=4
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	peer_start stays connect "$LISTENER:$PORT" "src=$CONNECTOR" count=3 --until-disconnect
	peer_report A stays 3
	expect "three connections are up" A outcome=established
	rm -f "$TMP/calm"
	for i in 1 2 3; do
		while [ ! -e "$TMP/calm" ]; do
			cmlab-peer connect "$LISTENER:$PORT" "src=$CONNECTOR" count=8 --misbehave crc
		done >/dev/null 2>&1 &
		spoilers+=("$!")
	done
	check "they are refused" poll_until "$BOUND" some_refused hdr_crc
	for ((i = 0; i < 10; i++)); do
		peer_start honest connect "$LISTENER:$PORT" "src=$CONNECTOR"
		peer_wait honest
		[ "$PEER_STATUS" != 0 ] || up=$((up + 1))
	done
	: >"$TMP/calm"
	wait "${spoilers[@]}" || :
	is "every honest peer gets in" "$up" 10
	control disconnect conn=all
	peer_wait stays
	check "the module unloads" module_unload
}

some_refused()
{
	stat_read "refused.$1"
	[ "$COUNT" -gt 0 ]
}

half_open_is()
{
	stat_read half_open
	[ "$COUNT" = "$1" ]
}

# Handshakes that are begun and never ended, at a limit that they fill again and again.
half_open()
{
	local i up=0 rude
	case_begin "handshakes that nobody ends"
	module_load max_connections=20 history=512
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	for rude in 1 2 3 4 5; do
		peer_start "rude$rude" connect "$LISTENER:$PORT" "src=$CONNECTOR" count=20 \
			--misbehave no-rtu timeout_ms=60000
	done
	check "they fill the room" poll_until "$BOUND" half_open_is 20
	for ((i = 0; i < 10; i++)); do
		peer_start honest connect "$LISTENER:$PORT" "src=$CONNECTOR"
		peer_wait honest
		[ "$PEER_STATUS" != 0 ] || up=$((up + 1))
	done
	note "$up of 10 honest peers got in"
	is "at least nine of ten honest peers get in" "$((up >= 9))" 1
	stat_read gave_way
	is "others gave way" "$((COUNT >= up))" 1
	rude=""
	for i in "$CMLAB"/conn/*; do
		report P "${i##*/}"
		[ "${P[closed_by]-}" != "half-open, and others needed the room" ] || rude=$i
		[ -z "$rude" ] || break
	done
	expect "which each of them says" P outcome=unreachable own_timer=true 'timeout_ms>99'
	for rude in 1 2 3 4 5; do
		peer_stop "rude$rude"
	done
	control disconnect conn=all
	check "all end" poll_until "$BOUND" no_connections
	stat_read half_open
	is "none is half-open afterwards" "$COUNT" 0
	check "the module unloads" module_unload
}

# max_half_open by itself: there is room, but not for handshakes that hang.
half_open_bound()
{
	case_begin "max_half_open"
	module_load max_half_open=3
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	peer_start rude connect "$LISTENER:$PORT" "src=$CONNECTOR" count=9 --misbehave no-rtu \
		timeout_ms=60000
	check "three hang" poll_until "$BOUND" half_open_is 3
	check "the others were refused, or made others give way" poll_until "$BOUND" nine_have_come
	peer_start honest connect "$LISTENER:$PORT" "src=$CONNECTOR"
	peer_wait honest
	is "an honest peer gets in" "$PEER_STATUS" 0
	peer_stop rude
	control disconnect conn=all
	check "all end" poll_until "$BOUND" no_connections
	check "the module unloads" module_unload
}

nine_have_come()
{
	local sum
	stat_read refused.conn_limit
	sum=$COUNT
	stat_read gave_way
	sum=$((sum + COUNT))
	stat_read half_open
	[ $((sum + COUNT)) -ge 9 ]
}

# More than one window of handshakes with a peer that never answers: the time is the command's.
time_is_the_commands()
{
	local before
	case_begin "$PROVIDER, timeout_ms of a command with 300 handshakes"
	next_port
	peer_listen p "$LISTENER:$PORT" --misbehave no-accept --count 0
	now
	before=$NOW
	refuses "it says how far it came" -110 \
		"connect: count=300: * were started within timeout_ms=1500" \
		connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=300 timeout_ms=1500
	now
	note "$((NOW - before)) hundredths of a second"
	is "it ends in its time" "$((NOW - before < 600))" 1
	is "what was started is named" "$((${R[started]-0} >= 128))" 1
	is "and no more" "${R["conn[${R[started]-0}].id"]-}" ""
	is "every one of them failed" "${R[failed]-}" 300
	check "all end" poll_until "$BOUND" no_connections
	peer_stop p
}

# A writer that could not open the file does not write with what was handed to it.
capability()
{
	case_begin "a descriptor of control in other hands"
	exec 5<>"$CMLAB/control"
	check_fails "does nothing without CAP_NET_ADMIN" setpriv --bounding-set=-net_admin \
		--inh-caps=-net_admin --reuid=65534 --clear-groups bash -c 'echo "limits dev=x mock=off" >&5' \
		2>/dev/null
	keys_read R <&5
	is "nothing was carried out" "${R[result]-none}" none
	exec 5<&-
}

# A listener in a namespace that is deleted stays, says where it is, and can be ended from outside.
namespaces()
{
	local inum
	case_begin "a listener in another network namespace"
	next_port
	ip netns add away
	ip -n away link add lab9 type dummy
	ip -n away addr add 10.9.0.1/24 dev lab9
	ip -n away link set lab9 up
	ip -n away link set lo up
	inum=$(stat -L -c %i /run/netns/away)
	ip netns exec away bash -c "mount -t debugfs none /sys/kernel/debug 2>/dev/null || :
		echo 'listen addr=0.0.0.0 port=$PORT' >$CMLAB/control"
	ip netns del away
	keys_read R <"$CMLAB/listeners"
	is "is named by its namespace" "${R["listeners[0].netns"]-}" "$inum"
	refuses "is not on this namespace's other ports" -2 "unlisten: no such listener" \
		unlisten addr=0.0.0.0 "port=$((PORT + 1))"
	do_control "is found by its address from outside" unlisten addr=0.0.0.0 "port=$PORT"
	keys_read R <"$CMLAB/listeners"
	is "and is gone" "${R["listeners[0].netns"]-none}" none
	control listen addr=0.0.0.0 "port=$PORT"
	do_control "the own namespace comes first" unlisten addr=0.0.0.0 "port=$PORT"
}

# A program that takes TCP connections and never says a word.
mute_start()
{
	perl -MIO::Socket::INET -e '
		my $s = IO::Socket::INET->new(LocalAddr => shift, LocalPort => shift, Listen => 9,
			ReuseAddr => 1) or die "$!\n";
		open(my $ready, ">", shift) or die "$!\n";
		close($ready);
		my @kept;
		while (my $c = $s->accept()) { push @kept, $c }' "$1" "$2" "$TMP/mute.ready" &
	MUTE=$!
	poll_until "$BOUND" [ -e "$TMP/mute.ready" ]
}

health()
{
	local l
	case_begin "$PROVIDER, a listener that is checked"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	l=${R[listener]}
	keys_read R <"$CMLAB/listeners"
	expect "is not checked by itself" R "listeners[0].health=not checked" \
		'!listeners[0].checked_s'
	do_control "answers" check "listener=$l"
	expect "and says so" R health=answers
	refuses "nobody listens on another address" -112 \
		"check: listener $l on *: nobody answers: refused by the kernel*" \
		check "listener=$l" "addr=$CONNECTOR"
	keys_read R <"$CMLAB/listeners"
	expect "the file says it, too" R "listeners[0].health~nobody answers*" \
		'listeners[0].checked_conn>0'
	check "and the log" grep -q "check: listener $l on .*nobody answers" "$CMLAB/events"
	if [ "$TRANSPORT" = iwarp ]; then
		mute_start "$CONNECTOR" "$PORT"
		refuses "silence is no answer" -112 "*nobody answers: nothing came back*" \
			check "listener=$l" "addr=$CONNECTOR"
		kill "$MUTE"
		wait "$MUTE" || :
	fi
	refuses "what could not be tried is no verdict" "*" "*" check "listener=$l" addr=10.99.0.1
	keys_read R <"$CMLAB/listeners"
	expect "the last verdict stays" R "listeners[0].health~nobody answers*"
	do_control "answers again" check "listener=$l"
	refuses "no such listener" -2 "check: listener=4000: no such listener" check listener=4000
	control unlisten "listener=$l"
	control listen addr=0.0.0.0 "port=$PORT"
	l=${R[listener]}
	refuses "on every address" -89 "check: listener=$l listens on every address, and nobody*" \
		check "listener=$l"
	do_control "with an address it answers" check "listener=$l" "addr=$LISTENER"
	do_control "and then it is known where" check "listener=$l"
	control unlisten "listener=$l"
}

is_checked()
{
	keys_read R <"$CMLAB/listeners"
	[ "${R["listeners[0].health"]-}" = answers ]
}

idle_listener()
{
	case_begin "a listener that nobody comes to"
	module_load check_idle_s=1
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	check "is checked by itself" poll_until "$BOUND" is_checked
	control unlisten listener=all
	check "the module unloads" module_unload
}

provider_select rxe
limit_holds
refused_do_not_count
half_open
half_open_bound
idle_listener
check "the module loads" module_load
capability
namespaces
# siw's has all of rxe's, and silence
sample_with siw
for provider in $PROVIDERS; do
	provider_select "$provider"
	time_is_the_commands
	health
done
case_begin "connect= of insmod"
check "the module unloads" module_unload
check_fails "does not wait for a second window" module_load \
	"connect=addr=$LISTENER,port=1,count=129" 2>/dev/null
finish
