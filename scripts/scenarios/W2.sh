# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Many clients that read connect to a server with responder_resources 0 or 1, and hang or crawl."
MUST="CL028 at 0, no read completes; CL054 at 1, all but one wait; after, at 16: neither"
MUST_LAB="before, CL007 at 0 and CL004 at 1 for each of 16 clients; after, at 16: neither"

predicted()
{
	local work="op=read,depth=16,connections=64"
	explain --driver rxe --active rr=0,id=16,retry=6,rnr=7 --passive rr=0,id=0,rnr=7 --workload "$work"
	finds CL028 "never completes"
	explain --driver rxe --active rr=0,id=16,retry=6,rnr=7 --passive rr=1,id=0,rnr=7 --workload "$work"
	finds CL054 "the depth is 1: the rest wait in the send queue"
	explain --driver rxe --active rr=0,id=16,retry=6,rnr=7 --passive rr=16,id=0,rnr=7 --workload "$work"
	finds_no CL028
	finds_no CL054
}

# $1: report -> its findings' numbers with blanks around
findings_of()
{
	local -n of=$1
	local i=0
	NUMBERS=" "
	while [ -n "${of["findings[$i].id"]-}" ]; do
		NUMBERS+="${of["findings[$i].id"]} "
		i=$((i + 1))
	done
}

# The module makes no reads: what it knows before the first is judged, for each of 16 clients.
# $1: responder_resources, $2: pattern of the findings that each of them has
clients()
{
	local i named=0
	local -A made=()
	next_port
	control listen "addr=$LISTENER" "port=$PORT" "rr=$1" id=0
	do_control "16 clients connect to a server that serves $1" connect "addr=$LISTENER" "port=$PORT" \
		"src=$CONNECTOR" rr=0 id=16 count=16
	for i in "${!R[@]}"; do
		made[$i]=${R[$i]}
	done
	for ((i = 0; i < 16; i++)); do
		report A "${made["conn[$i].id"]}"
		findings_of A
		! matches "$NUMBERS" "$2" || named=$((named + 1))
	done
	note "the last one's: $NUMBERS ${A["findings[0].message"]-}"
	is "of 16 reports say so ($2)" "$named" 16
	control disconnect conn=all
	control unlisten listener=all
	check "all end" poll_until "$BOUND" no_connections
}

in_lab()
{
	clients 0 '* CL007 *'
	clients 1 '* CL004 *'
	shopt -s extglob
	clients 16 '!(*CL00[47]*)'
}
