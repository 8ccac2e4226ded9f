# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Long after all was well, the passive end gets REJECTED, or a connection ends without a word."
MUST="a finding and a line of the log, with the cause, the neighbour, and the time"
WAITS_LAB="a finding about a neighbour that changed"
HOSTS=2

in_lab()
{
	next_port
	[ "$LAB_HOST" = b ] || control listen "addr=$LISTENER" "port=$PORT"
	meet up
	if [ "$LAB_HOST" = b ]; then
		do_control "connects" connect "addr=$LISTENER" "port=$PORT"
		ID=${R["conn[0].id"]}
		ip neigh replace "$LISTENER" lladdr 02:00:00:00:99:99 dev "$NETDEV" nud permanent
		poll_until 10 neighbour_is_told || :
		report A "$ID"
		expect "its report tells of it" A 'findings[0].message~*neighbour*'
		check "and the log" grep -qi neighbour "$CMLAB/events"
		ip neigh del "$LISTENER" dev "$NETDEV"
	fi
	meet told
	control disconnect conn=all
	check "it ends" poll_until 90 no_connections
	[ "$LAB_HOST" = b ] || control unlisten listener=all
}

neighbour_is_told()
{
	report A "$ID"
	[[ ${A["findings[0].message"]-} == *neighbour* ]]
}
