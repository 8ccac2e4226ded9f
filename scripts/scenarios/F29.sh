# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Listening, destroying and resolving run into each other."
MUST="six seconds of all of them at once, and lockdep, KASAN and kmemleak have nothing to say"

# $*: a command whose result nobody reads, again and again
again()
{
	while [ ! -e "$TMP/calm" ]; do
		echo "$*" >"$CMLAB/control" || :
	done >/dev/null 2>&1
}

in_lab()
{
	local pids=() end
	next_port
	again listen "addr=$LISTENER" "port=$PORT" &
	pids+=("$!")
	again unlisten listener=all &
	pids+=("$!")
	again connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" count=8 timeout_ms=500 &
	pids+=("$!")
	again connect "addr=10.$NET.0.99" "port=$PORT" "src=$CONNECTOR" count=4 timeout_ms=100 &
	pids+=("$!")
	again disconnect conn=all &
	pids+=("$!")
	now
	end=$((NOW + 600))
	while [ "$NOW" -lt "$end" ]; do
		tick
		now
	done
	: >"$TMP/calm"
	wait "${pids[@]}" || :
	control disconnect conn=all
	control unlisten listener=all
	check "all end" poll_until "$BOUND" no_connections
}
