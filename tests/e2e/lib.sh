# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What end-to-end scenarios share. A scenario runs in a lab machine, in the checkout's directory, and
# begins with
#
#   set -eu
#   . tests/e2e/pair.sh
#
# Reports become associative arrays, by their keys: A of the active side, P of the passive one, and R
# for the result of the last command. Starting a program is slow under emulation: builtins do the work
# where they can, and nothing sleeps: conditions are polled, within bounds that are generous.

# shellcheck source=tests/e2e/tap.sh
. tests/e2e/tap.sh
# shellcheck source=tests/e2e/json.sh
. tests/e2e/json.sh

CMLAB=/sys/kernel/debug/cmlab
TMP=/tmp/e2e.$$
BOUND=30
# shellcheck disable=SC2034
declare -A A=() P=() R=() PEER_PID=()
COMMAND=""

# The timeout of a queue pair that nobody gave one: that of a RoCE path, whose packet_life_time was 18
# before Linux 6.2 (cma_resolve_iboe_route), and one for the way back.
read -r RELEASE </proc/sys/kernel/osrelease
# shellcheck disable=SC2034 # used by the scenarios
case $RELEASE in
6.1.*) PATH_TIMEOUT=19 ;;
*) PATH_TIMEOUT=17 ;;
esac

# The end of a scenario: the module goes, and the plan is made.
unload_and_finish()
{
	case_begin ""
	check "the module unloads" module_unload
	finish
}

# -- waiting ------------------------------------------------------------------------------------

exec {IDLE_FD}<> <(:)

# a twentieth of a second without a process of its own
tick()
{
	read -rt 0.05 -u "$IDLE_FD" || :
}

# Hundredths of a second since the machine started, whatever its clock is set to -> NOW
now()
{
	local up
	read -r up _ </proc/uptime
	NOW=$((10#${up/./}))
}

# Waits until a condition holds. $1: seconds at most; the rest: the condition
poll_until()
{
	local end
	now
	end=$((NOW + $1 * 100))
	shift
	until "$@"; do
		now
		[ "$NOW" -le "$end" ] || return 1
		tick
	done
}

# -- the module ---------------------------------------------------------------------------------

# $*: module parameters
module_load()
{
	insmod /lab/cmlab.ko "$@"
}

module_loaded()
{
	[ -d /sys/module/cmlab ]
}

# Ends within a bound even when the module does not let go.
module_unload()
{
	timeout "$BOUND" rmmod cmlab
}

# Gives the module a command and reads the result from the same descriptor. $*: the command -> R
control()
{
	COMMAND=$*
	{
		# the shell's own complaint says less than the result
		printf '%s\n' "$*" 2>/dev/null >&3 || :
		keys_read R <&3
	} 3<>"$CMLAB/control"
	[ "${R[result]-}" = ok ]
}

# The same for several lines, which the shell would write one by one. $1: the lines -> R
control_lines()
{
	COMMAND=$1
	{
		dd bs=8k iflag=fullblock status=none 2>/dev/null >&3 <<<"$1" || :
		keys_read R <&3
	} 3<>"$CMLAB/control"
	[ "${R[result]-}" = ok ]
}

# $1: description; the rest: a command that the module must carry out
do_control()
{
	local desc=$1
	shift
	if control "$@"; then
		verdict "$desc"
	else
		verdict "$desc" "$*" "${R[error]-no error is told} (${R[errno]-no errno})"
	fi
}

# $1: description, $2: the errno or a pattern of it, $3: a pattern of the sentence; the rest: a command that the module
# must refuse
refuses()
{
	local desc=$1 errno=$2 sentence=$3 wrong=()
	shift 3
	! control "$@" || wrong+=("it was carried out: $*")
	# shellcheck disable=SC2053
	[[ ${R[errno]-} == $errno ]] || wrong+=("errno: ${R[errno]-none}, wanted: $errno")
	# shellcheck disable=SC2053
	[[ ${R[error]-} == $sentence ]] || wrong+=("sentence: ${R[error]-none}" "wanted:   $sentence")
	verdict "$desc" "${wrong[@]}"
}

# Lines of a file that match a pattern -> COUNT. $1: the file, $2: the pattern
count_lines()
{
	local line lines
	COUNT=0
	mapfile -t lines <"$1"
	for line in "${lines[@]}"; do
		# shellcheck disable=SC2053
		[[ $line != $2 ]] || COUNT=$((COUNT + 1))
	done
}

# -- reports ------------------------------------------------------------------------------------

# The report of a connection of the module. $1: the array's name, $2: the number
report()
{
	keys_read "$1" <"$CMLAB/conn/$2/report"
}

# Numbers of all connections that the module remembers, the newest first -> IDS
connection_ids()
{
	local path oldest_first=()
	IDS=()
	for path in "$CMLAB"/conn/[0-9]*; do
		[ ! -e "$path" ] || oldest_first[${path##*/}]=
	done
	for path in "${!oldest_first[@]}"; do
		IDS=("$path" "${IDS[@]}")
	done
}

# Are two addresses with port the same? The kernel does not tell the interface of a link-local one,
# librdmacm does.
same_address()
{
	[[ $1 =~ ^([^%]*)(%[^]]*)?(.*)$ ]]
	local one=${BASH_REMATCH[1]}${BASH_REMATCH[3]}
	[[ $2 =~ ^([^%]*)(%[^]]*)?(.*)$ ]]
	[ "$one" = "${BASH_REMATCH[1]}${BASH_REMATCH[3]}" ]
}

# The newest connection of the module with a role and a peer -> the array, or false.
# $1: the array's name, $2: the role, $3: the peer's address with port
report_of_peer()
{
	local -n found=$1
	local id
	connection_ids
	for id in "${IDS[@]}"; do
		# it may have been forgotten meanwhile
		report "$1" "$id" 2>/dev/null || continue
		[ "${found[role]}" = "$2" ] && same_address "${found[remote]-}" "$3" && return 0
	done
	found=()
	return 1
}

# $1: text, $2: a pattern as of case
matches()
{
	# shellcheck disable=SC2053
	[[ $1 == $2 ]]
}

# $1: what a report says of a key, $2: the condition: key=value, key~pattern, key>number, !key
condition_holds()
{
	case $2 in
	!*) [ -z "$1" ] ;;
	*[=]*) [ "$1" = "${2#*=}" ] ;;
	*[~]*) matches "$1" "${2#*\~}" ;;
	*[\>]*) [[ $1 =~ ^[0-9]+$ ]] && [ "$1" -gt "${2#*>}" ] ;;
	esac
}

# Checks a report. $1: description, $2: the array's name; the rest: conditions, all of which must hold
expect()
{
	local desc=$1 name=$2 pair key wrong=()
	local -n array=$2
	shift 2
	for pair; do
		key=${pair#!}
		key=${key%%[=~>]*}
		condition_holds "${array[$key]-}" "$pair" ||
			wrong+=("$name: $pair is wanted, $key is \"${array[$key]-}\"")
	done
	verdict "$desc" "${wrong[@]}"
}

# -- the userspace peer -------------------------------------------------------------------------

# Starts one in the background. $1: a name for it; the rest: cmlab-peer's arguments
peer_start()
{
	local name=$1
	shift
	: >"$TMP/$name.out"
	cmlab-peer "$@" --json >"$TMP/$name.out" 2>"$TMP/$name.err" </dev/null &
	PEER_PID[$name]=$!
}

# It has ended, whether or not the shell has taken notice of it. $1: a process
process_is_gone()
{
	local stat
	read -r stat 2>/dev/null <"/proc/$1/stat" || return 0
	stat=${stat##*) }
	[ "${stat%% *}" = Z ]
}

peer_is_gone()
{
	process_is_gone "${PEER_PID[$1]}"
}

peer_is_ready()
{
	[ -s "$TMP/$1.ready" ] || peer_is_gone "$1"
}

# The same for a listening one, and waits until it listens.
peer_listen()
{
	local name=$1
	shift
	rm -f "$TMP/$name.ready"
	peer_start "$name" listen "$@" --ready-file "$TMP/$name.ready"
	if ! poll_until "$BOUND" peer_is_ready "$name" || [ ! -s "$TMP/$name.ready" ]; then
		verdict "cmlab-peer listens" "$*" "$(<"$TMP/$name.err")"
		return 1
	fi
}

# Waits for its end -> PEER_STATUS. $1: the name
peer_wait()
{
	if ! poll_until "$BOUND" peer_is_gone "$1"; then
		note "cmlab-peer $1 does not end"
		kill -KILL "${PEER_PID[$1]}"
	fi
	# shellcheck disable=SC2034
	PEER_STATUS=0
	# shellcheck disable=SC2034
	wait "${PEER_PID[$1]}" || PEER_STATUS=$?
	unset "PEER_PID[$1]"
}

# Ends it by a signal and waits. $1: the name
peer_stop()
{
	kill -TERM "${PEER_PID[$1]}" 2>/dev/null || :
	peer_wait "$1"
}

peer_has_reports()
{
	local lines
	mapfile -t lines <"$TMP/$1.out"
	[ "${#lines[@]}" -ge "$2" ] || {
		peer_is_gone "$1" && mapfile -t lines <"$TMP/$1.out"
	}
}

# A connection's report as cmlab-peer printed it. $1: the array's name, $2: the peer's name, $3: which
# one, from 1 on
peer_report()
{
	local lines
	poll_until "$BOUND" peer_has_reports "$2" "$3" || :
	mapfile -t lines <"$TMP/$2.out"
	json_read "$1" "${lines[$3 - 1]-}"
}

# Starts another program in the background, as if it were a peer. $1: a name; the rest: the command
program_start()
{
	local name=$1
	shift
	"$@" >"$TMP/$name.out" 2>"$TMP/$name.err" </dev/null &
	PEER_PID[$name]=$!
}

# -- evidence and the end -----------------------------------------------------------------------

array_print()
{
	local -n what=$1
	local key
	[ "${#what[@]}" -gt 0 ] || return 0
	echo "report $1:"
	for key in "${!what[@]}"; do
		echo "  $key: ${what[$key]}"
	done | sort
}

evidence()
{
	local file
	echo "last command: $COMMAND"
	array_print R
	array_print A
	array_print P
	for file in "$TMP"/*.out "$TMP"/*.err; do
		[ ! -s "$file" ] || tail -n 5 "$file"
	done
	[ ! -e "$CMLAB/events" ] || tail -n 20 "$CMLAB/events"
	dmesg | tail -n 15
}

at_exit()
{
	local status=$? name
	trap - EXIT
	for name in "${!PEER_PID[@]}"; do
		kill -KILL "${PEER_PID[$name]}" 2>/dev/null || :
	done
	if [ "$TAP_ENDED" = 0 ]; then
		note "$0 ended early with status $status${TAP_CASE:+ in case: $TAP_CASE}"
		evidence_once
		# the next scenario is to start from nothing
		! module_loaded || module_unload || :
	fi
	rm -rf "$TMP"
	exit "$status"
}

mkdir -p "$TMP"
trap at_exit EXIT
