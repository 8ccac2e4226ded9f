#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What /sys/kernel/debug/cmlab offers to read: who may, how it begins, that it tells what happened,
# and that readers and connections do not disturb each other.
#
#   readers of every file, in a loop   |   10.N.0.1   <= connections that come and go =>   10.N.0.2

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

FILES="devices profiles listeners connections events stats"

modes()
{
	local file
	case_begin "the files' modes"
	is "control" "$(stat -c '%a %U' "$CMLAB/control")" "600 root"
	for file in $FILES "conn/$1/report"; do
		is "$file" "$(stat -c '%a %U' "$CMLAB/$file")" "400 root"
		check_fails "$file cannot be written" \
			bash -c ": && echo x >'$CMLAB/$file'" 2>/dev/null
	done
	check_fails "nobody else reads one" setpriv --reuid=65534 --clear-groups \
		cat "$CMLAB/stats" 2>/dev/null
	check_fails "nobody else commands" setpriv --reuid=65534 --clear-groups \
		bash -c "echo 'unlisten listener=all' >'$CMLAB/control'" 2>/dev/null
}

beginnings()
{
	local file lines
	case_begin "the files' first line"
	for file in $FILES control "conn/$1/report"; do
		mapfile -t lines <"$CMLAB/$file"
		is "$file" "${lines[0]}" "version: 1"
	done
}

# Each "key: value" file has keys of the agreed form and each of them once. $1: the file
keys_are_proper()
{
	local lines line key wrong=()
	local -A seen=()
	mapfile -t lines <"$CMLAB/$1"
	for line in "${lines[@]}"; do
		key=${line%%: *}
		[[ $key =~ ^[a-z_]+(\[[0-9]+\])?(\.[a-z_-]+(\[[0-9]+\])?)*$ ]] ||
			wrong+=("not a key: $line")
		[ -z "${seen[$key]-}" ] || wrong+=("twice: $key")
		seen[$key]=1
	done
	verdict "$1 has proper keys" "${wrong[@]}"
}

forms()
{
	local file lines
	case_begin "the files' form"
	for file in devices profiles listeners stats "conn/$1/report"; do
		keys_are_proper "$file"
	done
	mapfile -t lines <"$CMLAB/connections"
	like "connections has a header" "${lines[1]}" \
		"id *role *device *state *local *remote *ird *ord"
	like "and a line for each" "${lines[2]}" "$1 *active *rxe0 *established *10.7.0.2:* 4 * 4"
	keys_read R <"$CMLAB/listeners"
	expect "listeners tells what was asked for" R "listeners[0].local=$LISTENER:$PORT" \
		'listeners[0].state=listening' 'listeners[0].profile=read-heavy' \
		'listeners[0].transitions=cm' 'listeners[0].handshake=header' \
		'listeners[0].backlog=7' 'listeners[0].requests=1'
	keys_read R <"$CMLAB/devices"
	expect "devices tells what they are and what is used" R 'devices[0].name=rxe0' \
		'devices[0].driver=rxe' 'devices[0].transport=roce' 'devices[0].max_qp_rd_atom=128' \
		'devices[0].connections=2' 'devices[0].res_used=8' 'devices[1].name=siw0' \
		'devices[1].driver=siw' 'devices[1].transport=iwarp' 'devices[1].connections=0'
}

# Counters of R against those of P. $*: pairs of a counter and by how much it must have grown
counted_more()
{
	local wrong=() grown
	while [ $# -gt 0 ]; do
		grown=$((${R[$1]} - ${P[$1]}))
		[ "$grown" = "$2" ] || wrong+=("$1 grew by $grown, not by $2")
		shift 2
	done
	verdict "stats count them by role and outcome" "${wrong[@]}"
}

happenings()
{
	case_begin "events and stats"
	keys_read P <"$CMLAB/stats"
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	local id=${R["conn[0].id"]}
	like "an established connection" "$(<"$CMLAB/events")" \
		"*conn $id $CONNECTOR:* -> $LISTENER:$PORT established after * ms: peer * negotiated *"
	control connect "addr=$LISTENER" port=1 "src=$CONNECTOR" || :
	id=${R["conn[0].id"]}
	like "a failed one" "$(<"$CMLAB/events")" "*conn $id *rejected by peer*REJ 8 *"
	like "with its finding" "$(<"$CMLAB/events")" "*conn $id: error CL013 *nobody listens*"
	# the listener's profile wants to issue at least one read
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" rr=0 || :
	like "a refused one" "$(<"$CMLAB/events")" "*refused after*reason 11, *initiator_depth would be below*"
	keys_read R <"$CMLAB/stats"
	counted_more active.established 1 passive.established 1 active.rejected 2 \
		passive.rejected 1 refused.ord_floor 1
}

# Reads every file again and again until the file is there; whatever does not begin with the version
# was half a text. -> "<times read> <bad ones>" in a file
reader()
{
	local file lines reads=0 bad=0
	while [ ! -e "$TMP/calm" ]; do
		for file in "$CMLAB"/{devices,profiles,listeners,connections,events,stats} \
			"$CMLAB"/conn/*/report; do
			# a connection may be forgotten before it is opened, but not while it is read
			[ -e "$file" ] || continue
			mapfile -t lines <"$file" || continue
			[ "${lines[0]-version: 1}" = "version: 1" ] || bad=$((bad + 1))
			reads=$((reads + 1))
		done
	done 2>/dev/null
	echo "$reads $bad" >"$TMP/reads"
}

readers_and_connections()
{
	local i pid reads bad
	case_begin "$PROVIDER, reading while connections come and go"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	rm -f "$TMP/calm"
	reader &
	pid=$!
	for ((i = 0; i < 30; i++)); do
		control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=8 ||
			verdict "connect number $i" "${R[error]-}"
		control disconnect conn=all
	done
	: >"$TMP/calm"
	check "the reader ends" poll_until "$BOUND" test -s "$TMP/reads"
	wait "$pid"
	read -r reads bad <"$TMP/reads"
	[ "$reads" -gt 50 ] && reads=many
	is "it read often" "$reads" many
	is "and never half a text" "$bad" 0
	check "all end" poll_until "$BOUND" no_connections
	control unlisten listener=all
}

# A report stays open when its connection, and then its record, is gone.
open_report()
{
	local line
	case_begin "a report that is open while its connection is forgotten"
	control connect "addr=$LISTENER" "port=$1" "src=$CONNECTOR"
	exec 5<"$CMLAB/conn/${R["conn[0].id"]}/report"
	control disconnect conn=all
	poll_until "$BOUND" no_connections || :
	control connect "addr=$LISTENER" port=1 "src=$CONNECTOR" count=20 || :
	poll_until "$BOUND" test ! -e "$CMLAB/conn/$2" || :
	check_fails "it is gone" test -e "$CMLAB/conn/$2/report"
	# the file may refuse, or tell what it told; it must not crash
	read -r line <&5 2>/dev/null || :
	exec 5<&-
	like "what is read then is nothing, or the report" "${line:-version: 1}" "version: 1"
}

check "the module loads" module_load history=16
provider_select rxe
next_port
control listen "addr=$LISTENER" "port=$PORT" backlog=7 profile=read-heavy transitions=cm
control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
FIRST=${R["conn[0].id"]}
report A "$FIRST"
report_settled P passive "${A[local]}"
modes "$FIRST"
beginnings "$FIRST"
forms "$FIRST"
happenings
open_report "$PORT" "$FIRST"
control unlisten listener=all
on_each_provider readers_and_connections
unload_and_finish
