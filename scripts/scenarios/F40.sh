# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Long after all was well, the passive end gets REJECTED, or a connection ends without a word."
MUST="a finding and a line of the log, with the cause, the neighbour, and the time"
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
		check "it ends at once" poll_until 10 is_closed
		expect "by an UNREACHABLE long after ESTABLISHED" A outcome=established closed_by~unreachable*
		check "a finding names the neighbour" neighbour_is_told
		check "and the log" grep -qi neighbour "$CMLAB/events"
		ip neigh del "$LISTENER" dev "$NETDEV"
	fi
	meet told
	control disconnect conn=all
	check "it ends" poll_until 90 no_connections
	[ "$LAB_HOST" = b ] || control unlisten listener=all
}

is_closed()
{
	report A "$ID"
	[ "${A[state]}" = closed ]
}

neighbour_is_told()
{
	local i=0
	while [ -n "${A["findings[$i].id"]-}" ]; do
		! matches "${A["findings[$i].message"]}" "*neighbour*" || return 0
		i=$((i + 1))
	done
	return 1
}
