#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# A peer of random handshakes for five minutes: any numbers, any private data, any misdeed, in either
# role, against a module that decides by policy or not at all. Whatever comes, every handshake has its
# outcome, every report can be read and says nothing that cannot be printed.
#
#   cmlab-peer, random   --- REQ --->   module listens, header and raw, lab and cm
#   cmlab-peer, random   <-- REQ ----   module connects, random too
#
# rxe only: siw's listener does not survive peers that go (docs/known-kernel-issues.md).

set -eu
# shellcheck source=tests/torture/lib.sh
. tests/torture/lib.sh

MISDEEDS=(short magic version swapped length-short length-long reserved crc kind zero none garbage
	no-rtu vanish no-recv ping-garbage no-ping)
PROFILES=(portable read-heavy write-heavy fast-fail)
ASKED=0

# One of the words. $*: words -> WORD
pick_word()
{
	pick $#
	shift "$PICK"
	WORD=$1
}

# Numbers of a side -> WORDS. $1: "raw": they go to the CM as they are; else a policy cuts them
random_numbers()
{
	local key
	WORDS=()
	for key in rr id retry rnr; do
		pick 3
		[ "$PICK" != 0 ] || continue
		pick 256
		WORDS+=("$key=$PICK")
	done
	[ "$1" != raw ] || WORDS+=(decide=raw)
}

# Private data of any length that a REQ may have, any bytes -> WORDS, one more or none
random_data()
{
	local hex="" byte n
	pick 57
	n=$PICK
	[ "$n" -gt 0 ] || return 0
	while [ "$n" -gt 0 ]; do
		pick 256
		printf -v byte %02x "$PICK"
		hex+=$byte
		n=$((n - 1))
	done
	WORDS+=("private_data_hex=$hex" handshake=raw)
}

# A peer that connects, with random numbers, bytes and misdeeds.
peer_connects()
{
	pick_word raw policy
	random_numbers "$WORD"
	pick 3
	case $PICK in
	0) random_data ;;
	1)
		pick_word "${MISDEEDS[@]}"
		WORDS+=(--misbehave "$WORD")
		;;
	esac
	pick_word "${LISTENING[@]}"
	timeout 20 cmlab-peer connect "$LISTENER:$WORD" "src=$CONNECTOR" timeout_ms=1000 count=4 \
		"${WORDS[@]}" >/dev/null 2>&1 || :
}

# The module connects to itself, just as wild.
module_connects()
{
	pick_word raw policy
	random_numbers "$WORD"
	pick_word "${LISTENING[@]}"
	control connect "addr=$LISTENER" "port=$WORD" "src=$CONNECTOR" timeout_ms=1000 count=4 \
		"${WORDS[@]}" || :
	ASKED=$((ASKED + ${R[started]:-${R[connections]:-0}}))
}

listeners()
{
	local form mode
	LISTENING=()
	for form in header raw; do
		for mode in lab cm; do
			next_port
			pick_word "${PROFILES[@]}"
			control listen "addr=$LISTENER" "port=$PORT" "handshake=$form" "transitions=$mode" \
				"profile=$WORD" || control listen "addr=$LISTENER" "port=$PORT" \
				"handshake=$form" "transitions=$mode"
			LISTENING+=("$PORT")
		done
	done
}

unprintable()
{
	cat "$CMLAB"/conn/*/report "$CMLAB/events" 2>/dev/null | LC_ALL=C grep -aq '[^[:print:][:space:]]'
}

provider_select rxe
case_begin "random handshakes"
check "the module loads" module_load max_half_open=64 history=512
listeners
times 300
now
END=$((NOW + TIMES * 100)) ROUNDS=0
while [ "$NOW" -lt "$END" ]; do
	peer_connects
	module_connects
	pick 4
	[ "$PICK" != 0 ] || control disconnect conn=all
	[ $((ROUNDS % 20)) != 0 ] || check_fails "round $ROUNDS: all that is told can be printed" unprintable
	ROUNDS=$((ROUNDS + 1))
	now
done
control disconnect conn=all
counters_add_up "$ASKED"
check "every record is readable" read_all
check_fails "and printable" unprintable
stats_note
did "$ROUNDS rounds of 8 handshakes in $TIMES s"
next_port
control listen "addr=$LISTENER" "port=$PORT"
honest_gets_in
check "the module unloads" module_goes 60
finish
