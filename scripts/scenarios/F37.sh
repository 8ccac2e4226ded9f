# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A program accepts a second request, and its first connection drops."
MUST="REJECTED 10 at the passive side after its accept returned 0, for a queue pair number used twice"

in_lab()
{
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	LISTENING=${R[listener]}
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	control fault "listener=$LISTENING" kind=same-qpn
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" timeout_ms=1500 || :
	report A "${R["conn[0].id"]}"
	passive_report
	expect "the accept returned 0, and REJ 10 came" P outcome=rejected status=10 '!error'
	expect "the active side hears nothing of it" A outcome=unreachable own_timer=true
	check "and the first connection is dropped" poll_until "$BOUND" no_connections
	control unlisten "listener=$LISTENING"
}
