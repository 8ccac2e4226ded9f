#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Wrong commands: each gets its errno, a sentence that names what is wrong and what is allowed, in the
# result and in "events", and changes nothing.
#
#   10.N.0.1   one listener and one pair of connections, which must be there afterwards as before

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# errno | pattern of the sentence | command. L stands for the listener's address, P for its port.
BAD="
-22|*: no such command; there are: listen unlisten connect disconnect limits check*|foo
-22|*: no such command; there are: *|LISTEN addr=L port=9
-22|listen: addr is missing|listen
-22|listen: port is missing|listen addr=L
-22|connect: addr is missing|connect port=9
-22|connect: port is missing|connect addr=L
-22|listen: addr: must be key=value|listen addr port=9
-22|listen: =L: must be key=value|listen =L port=9
-22|listen: addr=: no value|listen addr= port=9
-22|listen: addr=L: given twice|listen addr=L addr=L port=9
-22|connect: rr=2: given twice|connect addr=L port=9 responder_resources=1 rr=2
-22|listen: colour=red: no such key; there are: addr port backlog*|listen addr=L port=9 colour=red
-22|listen: src=L: no such key*|listen addr=L port=9 src=L
-22|listen: count=2: no such key*|listen addr=L port=9 count=2
-22|connect: backlog=2: no such key*|connect addr=L port=9 backlog=2
-22|disconnect: addr=L: no such key*|disconnect addr=L
-34|listen: port=0: 1..65535|listen addr=L port=0
-34|listen: port=65536: 1..65535|listen addr=L port=65536
-34|listen: port=-1: 1..65535|listen addr=L port=-1
-34|listen: port=99999999999999999999: 1..65535|listen addr=L port=99999999999999999999
-22|listen: port=http: not a decimal number|listen addr=L port=http
-22|listen: port=0x50: not a decimal number|listen addr=L port=0x50
-34|listen: backlog=65536: 0..65535|listen addr=L port=9 backlog=65536
-34|connect: count=0: 1..4096|connect addr=L port=P count=0
-34|connect: count=4097: 1..4096|connect addr=L port=P count=4097
-34|connect: timeout_ms=99: 100..600000 (milliseconds)|connect addr=L port=P timeout_ms=99
-34|connect: timeout_ms=600001: 100..600000 (milliseconds)|connect addr=L port=P timeout_ms=600001
-34|connect: rr=256: 0..255 (a u8 in struct rdma_conn_param)|connect addr=L port=P rr=256
-34|connect: initiator_depth=300: 0..255 (a u8 in *)|connect addr=L port=P initiator_depth=300
-34|connect: retry=256: 0..255 (a u8 in struct rdma_conn_param)|connect addr=L port=P retry=256
-34|connect: id=-1: 0..255*|connect addr=L port=P id=-1
-34|connect: min_rnr=256: 0..255 (a u8 of rdma_set_min_rnr_timer)|connect addr=L port=P min_rnr=256
-34|connect: qpn=4294967296: 0..4294967295 *|connect addr=L port=P qpn=4294967296
-34|connect: responder_resources.floor=9 is above *=4|connect addr=L port=P rr.floor=9
-34|connect: responder_resources.ceiling=2 is below *|connect addr=L port=P rr=3 rr.ceiling=2
-22|connect: pdlen=3: follows from private_data|connect addr=L port=P pdlen=3
-2|connect: profile=fast: no such profile; there are: portable *|connect addr=L port=P profile=fast
-22|connect: transitions=both: lab or cm|connect addr=L port=P transitions=both
-22|connect: handshake=none: header or raw|connect addr=L port=P handshake=none
-34|connect: recv_depth=4097: 0..4096|connect addr=L port=P recv_depth=4097
-34|connect: strict=2: 0..1|connect addr=L port=P strict=2
-22|connect: private_data_hex=abc: 3 hex digits: two for each byte|connect addr=L port=P private_data_hex=abc
-22|connect: private_data_hex=zz: not hex at digit 1|connect addr=L port=P private_data_hex=zz
-22|connect: private_data and private_data_hex: one of them|connect addr=L port=P private_data=a private_data_hex=61
-22|connect: addr=10.7.0: neither an IPv4 nor an IPv6 address*|connect addr=10.7.0 port=P
-22|connect: addr=*: longer than 63 characters|connect addr=1111111111111111111111111111111111111111111111111111111111111111 port=P
-22|unlisten: listener, or addr and port, is missing|unlisten
-22|unlisten: port is missing|unlisten addr=L
-22|unlisten: addr is missing|unlisten port=9
-22|unlisten: either listener, or addr and port|unlisten listener=1 addr=L port=9
-2|unlisten: *no such listener*|unlisten listener=4000
-2|unlisten: *no such listener*|unlisten addr=L port=9
-22|disconnect: conn is missing|disconnect
-2|disconnect: conn=4000: no such connection|disconnect conn=4000
-34|disconnect: conn=0: 1..4294967295 (or all)|disconnect conn=0
-22|disconnect: conn=x: not a decimal number|disconnect conn=x
-22|disconnect: id=4: a connection is named by conn=N or conn=all|disconnect id=4
-22|unlisten: id=all: a listener is named by listener=N or listener=all|unlisten id=all
-22|connect: rr.floor=2: does nothing with decide=raw*|connect addr=L port=P decide=raw rr.floor=2
-22|limits: dev is missing|limits rd=4
-22|limits: max_qp_rd_atom, *is missing|limits dev=rxe0
-22|limits: either mock=off or numbers|limits dev=rxe0 mock=off rd=4
-22|limits: mock=on: only off|limits dev=rxe0 mock=on
-34|limits: rd=-1: 0..2147483647 (an int in struct ib_device_attr)|limits dev=rxe0 rd=-1
-34|limits: res=2147483648: 0..2147483647 *|limits dev=rxe0 res=2147483648
-2|limits: dev=nosuch0: no such RDMA device|limits dev=nosuch0 rd=4
"

# What a command could have changed: tables as they are now -> STATE
state_read()
{
	local file lines
	STATE=""
	for file in listeners connections devices; do
		mapfile -t lines <"$CMLAB/$file"
		STATE+=${lines[*]}
	done
}

# The last line of the events -> EVENT
last_event()
{
	local lines
	mapfile -t lines <"$CMLAB/events"
	EVENT=${lines[-1]}
}

# $1: the result's errno and sentence must be in the last event
told_in_events()
{
	last_event
	case $EVENT in
	*"command failed: ${R[error]} (${R[errno]})"*) verdict "$1: events tell it" ;;
	*) verdict "$1: events tell it" "last event: $EVENT" ;;
	esac
}

refused_one_by_one()
{
	local errno sentence command before
	state_read
	before=$STATE
	while IFS='|' read -r errno sentence command; do
		[ -n "$errno" ] || continue
		sentence=${sentence//L/$LISTENER}
		command=${command//=L/=$LISTENER}
		command=${command//=P/=$PORT}
		refuses "$command" "$errno" "$sentence" "$command"
		told_in_events "$command"
	done <<<"$BAD"
	state_read
	is "nothing of all this changed anything" "$STATE" "$before"
}

# Bytes that are no text, and lines that are too long.
no_text()
{
	local long
	refuses "a tab" -22 "byte 7 of the command is 0x09: only printable ASCII" $'listen\taddr=1'
	refuses "a letter that is not ASCII" -22 "byte 8 of the command is 0xc3: *" $'listen \xc3\xa4'
	refuses "no command" -22 "no command" ""
	refuses "blanks" -22 "empty command; there are: *" "   "
	printf -v long '%01025d' 0
	refuses "a line that is too long" -22 "the command is longer than 1024 bytes" "$long"
	check_fails "a NUL byte" dd bs=64 status=none of="$CMLAB/control" \
		if=/dev/zero count=1 <<<$'listen\nx' 2>/dev/null
	check_fails "more than a page" dd bs=20k count=1 status=none if=/dev/zero \
		of="$CMLAB/control" 2>/dev/null
}

# Several lines are one command: all or none.
several_lines()
{
	local before good="listen addr=$LISTENER port=$((PORT + 100))"
	state_read
	before=$STATE
	check_fails "a wrong last line" control_lines "$good
listen addr=$LISTENER port=$((PORT + 101))
listen addr=$LISTENER port=99999"
	like "its sentence" "${R[error]}" "listen: port=99999: *"
	check_fails "a wrong first line" control_lines "fiddle
$good"
	state_read
	is "nothing was done of it" "$STATE" "$before"
	check "all lines good" control_lines "$good

listen addr=$LISTENER6 port=$((PORT + 100))"
	is "the result is the last one's" "${R[listener]:+there}" there
	do_control "the first one was carried out" unlisten "addr=$LISTENER" "port=$((PORT + 100))"
	do_control "and the second" unlisten "addr=$LISTENER6" "port=$((PORT + 100))"
}

counted()
{
	local carried_out failed
	keys_read R <"$CMLAB/stats"
	carried_out=${R[commands.done]} failed=${R[commands.failed]}
	control limits "dev=$DEV" rd=4 || :
	control limits "dev=$DEV" mock=off || :
	control nonsense || :
	keys_read R <"$CMLAB/stats"
	is "stats count what was done" "${R[commands.done]}" $((carried_out + 2))
	is "and what failed" "${R[commands.failed]}" $((failed + 1))
}

check "the module loads" module_load
provider_select rxe
case_begin "commands"
next_port
control listen "addr=$LISTENER" "port=$PORT"
control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
refused_one_by_one
no_text
several_lines
counted
is "reading without a command" "$(<"$CMLAB/control")" "version: 1"
unload_and_finish
