# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A connect is tried again after a reject, and receives of the first try are used after they were freed."
MUST="every posted receive comes back before anything is freed: 50 rejected tries, no complaint, no leak"

in_lab()
{
	local i wrong=0
	next_port
	peer_listen p "$LISTENER:$PORT" --misbehave reject=no_resources --count 0
	for ((i = 0; i < 50; i++)); do
		! control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" recv_depth=16 ||
			wrong=$((wrong + 1))
	done
	is "tries that were not rejected" "$wrong" 0
	report A "${R["conn[0].id"]}"
	expect "the last one had its receives posted" A outcome=rejected recv_posted=16
	check "nothing is left" poll_until "$BOUND" no_connections
	peer_stop p
}
