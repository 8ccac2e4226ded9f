#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# 20,000 commands, most of them spoiled by somebody who knows the grammar (write.pl), beside readers of
# every file. Each write has its result, none hangs, and the counters are what was written.
#
#   write.pl  --->  control  |  module  |  every file  --->  read.pl
#
# Nobody talks to siw: handshakes that break off are too much for it (docs/known-kernel-issues.md).

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

provider_select rxe
check "the module loads" module_load max_connections=64 connect_timeout_ms=150 history=300
control listen "addr=$LISTENER" "port=$PORT"
readers_start
times 20000
case_begin "$TIMES commands"
# shellcheck disable=SC2086
if perl tests/torture/write.pl "$CMLAB" "$SEED" "$TIMES" "$LISTENER" "$CONNECTOR" "$PORT" \
	>"$TMP/writes"; then
	verdict "each has its result, in its time, and is counted"
else
	verdict "each has its result, in its time, and is counted" "$(<"$TMP/writes")"
fi
note "$(tail -n 1 "$TMP/writes")"
stats_read
is "some were carried out, and some were not" \
	"$((${STATS[commands.done]} > TIMES / 50 && ${STATS[commands.failed]} > TIMES / 4))" 1
is "connections were made" "$((${STATS[active.established]} > TIMES / 50))" 1
did "$TIMES commands"
case_begin "afterwards"
readers_end
control limits dev=rxe0 mock=off
control disconnect conn=all
check "nothing lives" poll_until 60 nothing_lives
control unlisten listener=all
next_port
control listen "addr=$LISTENER" "port=$PORT"
honest_gets_in
check "the module unloads" module_goes 60
finish
