# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The link is removed under traffic, and something leaks, hangs or is used after it was freed."
MUST="every connection ends and says why, 20 times, with nothing leaked"

in_lab()
{
	local i id bad=0
	next_port
	control listen addr=0.0.0.0 "port=$PORT"
	for ((i = 0; i < 20; i++)); do
		poll_until "$BOUND" control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=5 ||
			bad=$((bad + 1))
		id=${R["conn[0].id"]-}
		timeout "$BOUND" rdma link delete "$DEV" || bad=$((bad + 1))
		poll_until "$BOUND" no_connections || bad=$((bad + 1))
		rdma link add "$DEV" type "$PROVIDER" netdev "$NETDEV" || bad=$((bad + 1))
	done
	is "rounds that went wrong" "$bad" 0
	report A "$id"
	expect "a connection says what ended it" A state=closed 'closed_by~d*'
	control unlisten listener=all
}
