#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# handshake=raw against programs that know nothing of cmlab, and whose parameters are known from
# their own sources: rping connects with 1/1 7/7, ucmatose with 1/1 5/0.
#
#   10.N.0.1                       10.N.0.2
#   rping -s, ucmatose  <-------   module connects
#   module listens      <-------   rping -c, ucmatose -s

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

connects()
{
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" handshake=raw rr=3 id=2
}

# Such programs do not say when they listen: whoever is refused comes again. $1: its name; the rest:
# the command
module_connects()
{
	case_begin "$PROVIDER, module connects to $1"
	next_port
	shift
	program_start p "$@"
	check "the connection is made" poll_until "$BOUND" connects
	report A "${R["conn[0].id"]}"
	expect "as it was offered" A outcome=established handshake=raw offered.responder_resources=3 \
		offered.initiator_depth=2 sent.wire_len=0 '!received.header' '!peer.max_qp_rd_atom'
	expect "and answered" A 'advertised.responder_resources=3' 'advertised.initiator_depth=2' \
		negotiated.responder_resources=3 negotiated.initiator_depth=2
	control disconnect conn=all
	check "the program ends" poll_until "$BOUND" peer_is_gone p
	peer_wait p
}

is_accepted()
{
	connection_ids
	[ "${#IDS[@]}" -gt "$1" ] || return 1
	report P "${IDS[0]}"
	[ "${P[outcome]}" != pending ]
}

# $1: its name, $2: retry_count, $3: rnr_retry_count it is known to use; the rest: the command
module_listens()
{
	local retry=$2 rnr=$3 known
	case_begin "$PROVIDER, $1 connects to the module"
	shift 3
	next_port
	control listen "addr=$LISTENER" "port=$PORT" handshake=raw rr=3 id=2
	connection_ids
	known=${#IDS[@]}
	program_start a "$@" -p "$PORT"
	check "it is accepted" poll_until "$BOUND" is_accepted "$known"
	expect "the module sees its values" P outcome=established role=passive \
		advertised.responder_resources=1 advertised.initiator_depth=1 \
		negotiated.responder_resources=1 negotiated.initiator_depth=1 \
		"received.wire_len=$PADDING" '!received.header'
	if [ "$TRANSPORT" = roce ]; then
		expect "and its retry counts" P "advertised.retry_count=$retry" \
			"advertised.rnr_retry_count=$rnr" "programmed.retry_cnt=$retry" \
			"programmed.rnr_retry=$rnr"
	fi
	control disconnect conn=all
	control unlisten listener=all
	# it may wait for messages that the module does not send
	peer_stop a
	check "every connection ends" poll_until "$BOUND" no_connections
}

check "the module loads" module_load
for provider in $PROVIDERS; do
	provider_select "$provider"
	# without private data IB still delivers the area, iWARP what was sent
	case $TRANSPORT in
	roce) PADDING=56 ;;
	iwarp) PADDING=0 ;;
	esac
	module_connects "rping -s" rping -s -a "$LISTENER" -p $((PORT + 1))
	module_connects "ucmatose" ucmatose -b "$LISTENER" -p $((PORT + 1)) -C 0
	module_listens "rping -c" 7 7 rping -c -a "$LISTENER" -C 1
	module_listens "ucmatose -s" 5 0 ucmatose -s "$LISTENER" -C 0
done
unload_and_finish
