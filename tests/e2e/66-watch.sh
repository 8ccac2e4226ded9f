#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# cmlab watch and cmlab check --to on a live host: events come while they happen, the summary counts
# them, the trace instance goes; and the way to the listener is found to be good.
#
#   cmlab watch   |   10.N.0.1   <= good and refused connections =>   10.N.0.2

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

TRACING=/sys/kernel/tracing

# $1: pattern -> holds once a line of the watch has it
watched()
{
	grep -q -- "$1" "$TMP/watch.out"
}

no_instance()
{
	! compgen -G "$TRACING/instances/cmlab-watch-*" >/dev/null
}

watching()
{
	case_begin "$PROVIDER, watch"
	cmlab watch >"$TMP/watch.out" 2>"$TMP/watch.err" &
	WATCH=$!
	check "an instance of its own" poll_until "$BOUND" compgen -G "$TRACING/instances/cmlab-watch-*"
	check "its events are on" poll_until "$BOUND" \
		grep -qx 1 "$TRACING/instances/cmlab-watch-$WATCH/events/cmlab/enable"
	kernel_to_kernel "rr=9 id=3" "rr=6 id=5"
	check "established" poll_until "$BOUND" watched "conn ${A[id]} .*conn_established"
	kernel_to_kernel "id=2" "rr=9 rr.floor=9"
	check "refused" poll_until "$BOUND" watched "conn ${P[id]} .*conn_reject .*ird_floor"
	kill -INT "$WATCH"
	STATUS=0
	wait "$WATCH" || STATUS=$?
	is "its exit status" "$STATUS" 0
	check "the summary" watched "established, .* failed; 0 events lost"
	check "the instance is gone" no_instance
}

way_there()
{
	case_begin "$PROVIDER, check --to"
	cmlab check --to "$LISTENER:$PORT" --json >"$TMP/to.json" || :
	check "the route" jq -e '.checks[] | select(.check == "route") | .result == "ok"' "$TMP/to.json"
	check "the device" jq -e ".checks[] | select(.check == \"device\") | .found |
		contains(\"$DEV\")" "$TMP/to.json"
	check "no error" jq -e '.errors == 0' "$TMP/to.json"
}

check "the module loads" module_load
on_each_provider watching way_there
unload_and_finish
