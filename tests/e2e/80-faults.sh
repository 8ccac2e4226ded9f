#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Allocations fail, on the debug kernel: first each one of a command in turn, then many of those of
# the kernel's threads, where most of a connection is made. Connections may fail, with their reason;
# nothing may crash, hang or be lost (the lab looks for leaks), and afterwards everything works.
#
#   failslab   |   10.N.0.1   <= listen, connect, read, disconnect =>   10.N.0.2

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

FAILSLAB=/sys/kernel/debug/failslab
# no command makes as many allocations in the process that gives it
MOST=150
ROUNDS=40

# The n-th allocation of this process, or its n-th copy from or to the user, fails. Files are opened
# before, since that allocates, too. $1: n, $2: command of the module, or empty to read a file, $3: the
# file -> the command's result in R; LEFT is 0 when the fault was injected
with_fault()
{
	local lines=()
	exec 3<>"$3" 4<>/proc/self/fail-nth
	echo "$1" >&4
	if [ -n "$2" ]; then
		echo "$2" >&3 || :
	else
		mapfile -t lines <&3 || :
	fi
	read -r LEFT <&4 || LEFT=""
	echo 0 >&4 || echo 0 >&4
	R=()
	[ -z "$2" ] || keys_read R <&3
	exec 3<&- 4<&-
}

# $1: what, $2: command or empty, $3: file; the rest: a command that makes up for it
each_allocation_fails()
{
	local what=$1 n refused=0 missed=0
	shift
	for ((n = 1; n <= MOST; n++)); do
		with_fault "$n" "$1" "$2" 2>/dev/null
		[ "${R[result]-}" != failed ] || refused=$((refused + 1))
		# once past the command's own allocations, there is nothing to be injected in it
		[ "$LEFT" = 0 ] || missed=$((missed + 1))
		"${@:3}" || :
		[ "$missed" -lt 3 ] || break
	done
	note "$what: $((n - missed)) faults, $refused times refused"
	[ $((n - missed)) -gt 1 ] && [ "$n" -le "$MOST" ] && n=good
	is "$what: each of its allocations failed once" "$n" good
}

# The listener that the faults are tried on is never the one that the connections use.
commands()
{
	local own=$((PORT + 500))
	case_begin "$PROVIDER, one allocation of a command fails"
	each_allocation_fails listen "listen addr=$LISTENER port=$own backlog=4" "$CMLAB/control" \
		control unlisten "addr=$LISTENER" "port=$own"
	each_allocation_fails connect \
		"connect addr=$LISTENER port=$PORT src=$CONNECTOR timeout_ms=500" "$CMLAB/control" \
		control disconnect conn=all
	each_allocation_fails limits "limits dev=$DEV rd=4" "$CMLAB/control" \
		control limits "dev=$DEV" mock=off
	each_allocation_fails disconnect "disconnect conn=all" "$CMLAB/control" :
	each_allocation_fails unlisten "unlisten listener=4000" "$CMLAB/control" :
}

# The active connections that stand -> STANDING
count_standing()
{
	local line
	STANDING=0
	while read -r line; do
		[[ $line != *" active "*" established "* ]] || STANDING=$((STANDING + 1))
	done <"$CMLAB/connections"
}

# A batch that runs out of memory tells of every connection that stands, by its number.
batch_tells()
{
	local n i named wrong=() partly=0 missed=0
	case_begin "$PROVIDER, a batch that runs out of memory"
	for ((n = 1; n <= MOST * 2 && missed < 3; n++)); do
		with_fault "$n" "connect addr=$LISTENER port=$PORT src=$CONNECTOR count=3 timeout_ms=800" \
			"$CMLAB/control" 2>/dev/null
		count_standing
		named=0
		for i in 0 1 2; do
			[ "${R["conn[$i].outcome"]-}" != established ] || named=$((named + 1))
		done
		[ "$LEFT" = 0 ] || missed=$((missed + 1))
		if [ "$named" != "$STANDING" ] && [[ ${R[error]-} != "no memory for the result"* ]]; then
			wrong+=("fault $n: $STANDING stand, $named are named: ${R[error]-no error}")
		fi
		[ "$STANDING" != 1 ] && [ "$STANDING" != 2 ] || partly=$((partly + 1))
		control disconnect conn=all
		poll_until "$BOUND" no_connections || wrong+=("fault $n: connections do not end")
	done
	note "$n faults, $partly times some stood and some did not"
	verdict "what stands is named" "${wrong[@]}"
	is "some batches stood in part" "$((partly > 0))" 1
	is "each allocation failed once" "$((missed == 3))" 1
}

reading()
{
	local file
	case_begin "$PROVIDER, one allocation of a reader fails"
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	for file in "conn/${R["conn[0].id"]}/report" connections devices listeners events profiles; do
		each_allocation_fails "${file##*/}" "" "$CMLAB/$file" :
	done
	control disconnect conn=all
}

# What the module allocates for a connection and for its report is large, and little else is: faults
# in the caches of that size hit the module, in whichever thread it runs. Only they are marked, by the
# kernel's command line.
faults_begin()
{
	echo N >"$FAILSLAB/task-filter"
	echo Y >"$FAILSLAB/cache-filter"
	echo 1 >"$FAILSLAB/interval"
	echo -1 >"$FAILSLAB/times"
	echo 4 >"$FAILSLAB/probability"
}

faults_end()
{
	echo 0 >"$FAILSLAB/probability"
	echo N >"$FAILSLAB/cache-filter"
}

# Marks or unmarks all threads of the kernel and, through kthreadd, those to come: they accept, they
# run the CM's handlers, they tear down. $1: 1 or 0
mark_threads()
{
	local dir line
	for dir in /proc/[0-9]*; do
		# only user programs have a command line
		read -r -d '' line 2>/dev/null <"$dir/cmdline" || line=""
		[ -n "$line" ] || echo "$1" 2>/dev/null >"$dir/make-it-fail" || :
	done
}

# Whoever's handshake failed says why. -> UNSAID, and FAILED how many there were
failures_speak()
{
	local -A report=()
	local id
	FAILED=0 UNSAID=()
	connection_ids
	for id in "${IDS[@]}"; do
		report report "$id" 2>/dev/null || continue
		[ "${report[outcome]}" != established ] || continue
		FAILED=$((FAILED + 1))
		[ -n "${report["findings[0].id"]-}" ] ||
			UNSAID+=("connection $id: ${report[outcome]} ${report[closed_by]-}")
	done
}

# One allocation of the kernel's threads fails: the first beyond a budget of bytes, which grows until
# a whole connection, from the REQ to the end of the teardown, fits. Only the caches that are marked
# count: where one of the small ones fails in the middle of rxe_create_qp(), rxe itself deletes timers
# that it has not set up (docs/known-kernel-issues.md).
one_of_the_threads()
{
	local budget left step=${FAULT_STEP:-512} trials=0 hit=0 failed=0 wrong=()
	case_begin "$PROVIDER, one allocation of the kernel's threads fails"
	if [ "$TRANSPORT" = iwarp ]; then
		skip "connections" "siw frees its listening endpoint when handshakes break off (docs/known-kernel-issues.md)"
		return
	fi
	caches_are_marked || return 0
	control unlisten listener=all
	check "the module unloads" module_unload
	check "and loads" module_load history=2
	control listen "addr=$LISTENER" "port=$PORT"
	mark_threads 1
	echo Y >"$FAILSLAB/task-filter"
	echo Y >"$FAILSLAB/cache-filter"
	echo 1 >"$FAILSLAB/interval"
	echo 0 >"$FAILSLAB/verbose"
	for ((budget = 0; budget < 4000000; budget += step)); do
		echo "$budget" >"$FAILSLAB/space"
		echo 1 >"$FAILSLAB/times"
		echo 100 >"$FAILSLAB/probability"
		control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" timeout_ms=400 || :
		control disconnect conn=all || :
		poll_until "$BOUND" no_connections || wrong+=("$budget bytes: connections do not end")
		echo 0 >"$FAILSLAB/probability"
		read -r left <"$FAILSLAB/times"
		trials=$((trials + 1))
		failures_speak
		[ "${#UNSAID[@]}" = 0 ] || wrong+=("$budget bytes: ${UNSAID[*]}")
		[ "$FAILED" = 0 ] || failed=$((failed + 1))
		[ "$left" = 0 ] || break
		hit=$((hit + 1))
	done
	echo N >"$FAILSLAB/task-filter"
	echo N >"$FAILSLAB/cache-filter"
	echo 1 >"$FAILSLAB/verbose"
	mark_threads 0
	note "$trials budgets up to $budget bytes, $hit failed allocations, $failed failed handshakes"
	verdict "every failure is told, and everything ends" "${wrong[@]}"
	is "all of a connection was tried" "$((hit > 3 && hit == trials - 1))" 1
	is "some handshakes failed of it" "$((failed > 0))" 1
}

caches_are_marked()
{
	local marked
	read -r marked </sys/kernel/slab/kmalloc-4k/failslab
	[ "$marked" = 1 ]
}

threads()
{
	local i up=0 down=0
	case_begin "$PROVIDER, large allocations of any thread fail"
	if [ "$TRANSPORT" = iwarp ]; then
		skip "connections" "siw frees its listening endpoint when handshakes break off (docs/known-kernel-issues.md)"
		return
	fi
	if ! caches_are_marked; then
		skip "connections" "the kernel's command line marks no cache for failslab (slub_debug=A,...)"
		return
	fi
	faults_begin
	for ((i = 0; i < ROUNDS; i++)); do
		control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=4 timeout_ms=500 || :
		up=$((up + ${R[established]:-0})) down=$((down + ${R[failed]:-0}))
		control disconnect conn=all || :
	done
	faults_end
	note "$up connections were made, $down were not"
	[ "$down" -gt 0 ] && [ "$up" -gt 0 ] && up=some
	is "some were made and some were not" "$up" some
	check "none is left" poll_until 60 no_connections
}

works_again()
{
	case_begin "$PROVIDER, afterwards"
	do_control "connections are made" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=8
	expect "every one" R established=8
	control disconnect conn=all
	check "and ended" poll_until "$BOUND" no_connections
}

if [ ! -e "$FAILSLAB/probability" ]; then
	skip "allocations that fail" "this kernel has no fault injection"
	finish
	exit
fi
echo N >"$FAILSLAB/ignore-gfp-wait"
echo 1 >"$FAILSLAB/verbose"
check "the module loads" module_load
for provider in $PROVIDERS; do
	provider_select "$provider"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	commands
	batch_tells
	reading
	threads
	one_of_the_threads
	works_again
	control unlisten listener=all
done
unload_and_finish
