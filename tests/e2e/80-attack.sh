#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Commands that get into each other's way, and readers of everything meanwhile.
#
#   connect   connect   disconnect conn=all   listen/unlisten   limits   cat   --->   one module
#
# rxe only: a connection that is reset before it is accepted breaks a siw listener, whoever listens
# (docs/known-kernel-issues.md).

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

STORM_CS=600
FAR=10.7.0.99

# Runs a function again and again until the storm is over. $*: the function and its arguments
storm()
{
	while [ ! -e "$TMP/calm" ]; do
		"$@" || :
	done >/dev/null 2>&1
}

# $*: as storm; in the background -> one more in STORMERS
storm_start()
{
	storm "$@" &
	STORMERS+=("$!")
}

# Lets the storm blow for its time and waits until all of it has ended.
storm_end()
{
	now
	local end=$((NOW + STORM_CS))
	while [ "$NOW" -lt "$end" ]; do
		tick
		now
	done
	: >"$TMP/calm"
	wait "${STORMERS[@]}" || :
}

storm_begin()
{
	rm -f "$TMP/calm"
	STORMERS=()
}

# $*: a command, whose result nobody reads
order()
{
	echo "$*" >"$CMLAB/control"
}

listen_and_unlisten()
{
	order listen "addr=$LISTENER" "port=$((PORT + 1))" || :
	order unlisten "addr=$LISTENER" "port=$((PORT + 1))"
}

mock_and_back()
{
	order limits "dev=$DEV" max_qp_rd_atom=2
	order limits "dev=$DEV" mock=off
}

read_everything()
{
	local file text
	for file in "$CMLAB"/[dpelcs]*[a-z] "$CMLAB"/conn/*/report; do
		[ "$file" = "$CMLAB/control" ] || [ -d "$file" ] || text=$(<"$file") || :
	done
	: "$text"
}

# Who makes a connection is still making it when somebody else ends all of them.
ended_while_made()
{
	case_begin "connections that are ended while they are made"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	storm_begin
	storm_start order connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=50
	storm_start order connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=50
	storm_start order disconnect conn=all
	storm_start listen_and_unlisten
	storm_start mock_and_back
	storm_start read_everything
	storm_end
	control disconnect conn=all
	check "all end" poll_until "$BOUND" no_connections
	do_control "a connection works afterwards" connect "addr=$LISTENER" "port=$PORT" \
		"src=$CONNECTOR"
	control disconnect conn=all
	check "that one ends, too" poll_until "$BOUND" no_connections
	control unlisten listener=all
}

# More failures than the history holds: each still says what it was.
forgotten_before_told()
{
	case_begin "a batch that is longer than the history"
	next_port
	refuses "the errno and the sentence are those of the first" -111 \
		"conn * rejected by peer *invalid service id*" \
		connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=5
	is "the last one says so" "${R["conn[4].outcome"]-}" rejected
	is "and the first one" "${R["conn[0].outcome"]-}" rejected
}

# A signal ends the command, and with it the handshakes that nobody will ever answer.
killed_command()
{
	local writer
	case_begin "a command that is killed with 200 handshakes under way"
	order connect "addr=$FAR" port=9 "src=$CONNECTOR" count=200 timeout_ms=60000 2>/dev/null &
	writer=$!
	# the shell would tell of its end
	disown
	check "they are under way" poll_until "$BOUND" some_connections
	kill -KILL "$writer"
	check "the writer ends at once" poll_until "$BOUND" process_is_gone "$writer"
	check "all end" poll_until "$BOUND" no_connections
}

some_connections()
{
	! no_connections
}

provider_select rxe
check "the module loads" module_load history=1
[ ! -w /sys/kernel/tracing/events/cmlab/enable ] || echo 1 >/sys/kernel/tracing/events/cmlab/enable
ended_while_made
forgotten_before_told
killed_command
unload_and_finish
