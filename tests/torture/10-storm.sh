#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Storms of 1,000 connections: undisturbed in both transitions modes, ended while they are made, and
# from processes that are killed in the middle of the handshake. Afterwards every one has an outcome,
# nothing is counted as alive, and every report can be read.
#
#   10.7.0.1                                10.7.0.2
#   module listens    <== 1,000 at once ==  module, one command; others end them
#   module listens    <== 1,000 ==========  cmlab-peer, 40 processes, SIGKILL
#   cmlab-peer listens, SIGKILL  <== 1,000  module
#
# rxe only: siw's listener does not survive peers that go (docs/known-kernel-issues.md).

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

ASKED=0

every_record_is_readable()
{
	check "every record is readable" read_all
	outcomes_sum active
	is "there is one of each" "$READ" $((SUM + REQUESTS))
}

# $1: lab or cm
undisturbed()
{
	case_begin "transitions=$1"
	next_port
	control listen "addr=$LISTENER" "port=$PORT" "transitions=$1" backlog=1024
	times 1000
	do_control "all are made" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" \
		"count=$TIMES" "transitions=$1" timeout_ms=200000
	ASKED=$((ASKED + TIMES))
	is "every one" "${R[established]-}" "$TIMES"
	control disconnect conn=all
	counters_add_up "$ASKED"
	did "$TIMES connections with transitions=$1"
}

# $*: a command whose result nobody reads
order()
{
	echo "$*" >"$CMLAB/control"
}

# $1: lab or cm; somebody ends everything at random moments while they are made
ended_meanwhile()
{
	local writer
	case_begin "transitions=$1, ended while they are made"
	times 1000
	order connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" "count=$TIMES" \
		"transitions=$1" timeout_ms=100000 2>/dev/null &
	writer=$!
	ASKED=$((ASKED + TIMES))
	while ! process_is_gone "$writer"; do
		pause_random 300
		order disconnect conn=all
	done
	wait "$writer" || :
	control disconnect conn=all
	counters_add_up "$ASKED"
	stats_note
	did "$TIMES ended while they are made"
}

# Processes of 25 connections each that are killed at a random moment of their handshakes.
clients_killed()
{
	local i pid
	case_begin "clients that are killed"
	next_port
	control listen "addr=$LISTENER" "port=$PORT" backlog=1024
	times 40
	for ((i = 0; i < TIMES; i++)); do
		cmlab-peer connect "$LISTENER:$PORT" "src=$CONNECTOR" count=25 >/dev/null 2>&1 &
		pid=$!
		pause_random 400
		kill -KILL "$pid" 2>/dev/null || :
		wait "$pid" 2>/dev/null || :
	done
	requests_sum
	note "$REQUESTS requests have come so far"
	honest_gets_in
	ASKED=$((ASKED + 1))
	counters_add_up "$ASKED"
	did "$((TIMES * 25)) of killed processes"
}

# The module's handshakes with a process that is killed, and one that was never there.
listeners_killed()
{
	local i pid writer
	case_begin "listeners that are killed"
	times 20
	for ((i = 0; i < TIMES; i++)); do
		next_port
		peer_listen "p$i" "$LISTENER:$PORT" --count 0
		pid=${PEER_PID[p$i]}
		order connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=50 \
			timeout_ms=3000 2>/dev/null &
		writer=$!
		ASKED=$((ASKED + 50))
		pause_random 400
		kill -KILL "$pid"
		wait "$pid" 2>/dev/null || :
		unset "PEER_PID[p$i]"
		poll_until 60 process_is_gone "$writer" || verdict "the command ends" "50 to $PORT"
		wait "$writer" || :
	done
	control disconnect conn=all
	counters_add_up "$ASKED"
	did "$((TIMES * 50)) to killed listeners"
}

provider_select rxe
check "the module loads" module_load history=20000 connect_timeout_ms=5000
readers_start
for mode in lab cm; do
	undisturbed "$mode"
	ended_meanwhile "$mode"
done
clients_killed
listeners_killed
case_begin ""
readers_end
every_record_is_readable
check "the module unloads" module_goes 60
finish
