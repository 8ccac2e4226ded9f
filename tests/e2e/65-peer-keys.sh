#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Every key of listen and connect changes what cmlab-peer does, and its report says so. Those that it
# refuses are in tests/user/peer.sh. No module is needed:
#
#   10.N.0.1                       10.N.0.2
#   cmlab-peer listens  <-------   cmlab-peer connects

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# $1: words of the connecting side, $2: words of the listening one
peer_to_peer()
{
	next_port
	A=() P=()
	endpoint "$LISTENER"
	# shellcheck disable=SC2086
	peer_listen p "$ENDPOINT" $2 || return 0
	# shellcheck disable=SC2086
	peer_start a connect "$ENDPOINT" "src=$CONNECTOR" $1
	peer_wait a
	peer_report A a 1
	peer_wait_reported p
	peer_report P p 1
}

who_and_where()
{
	local n ids=""
	case_begin "$PROVIDER, addr port src backlog profile count"
	peer_to_peer "profile=read-heavy" "profile=storage-target backlog=3"
	expect "the active side" A outcome=established profile=read-heavy "local~$CONNECTOR:*" \
		"remote=$ENDPOINT"
	expect "the passive side" P outcome=established profile=storage-target "local=$ENDPOINT"

	next_port
	endpoint "$LISTENER"
	peer_listen p "$ENDPOINT" --count 3 || return 0
	peer_start a connect "$ENDPOINT" "src=$CONNECTOR" count=3
	peer_wait a
	is "three connections are made" "$PEER_STATUS" 0
	# they end in whatever order
	for n in 1 2 3; do
		peer_report A a "$n"
		expect "report $n" A outcome=established
		ids+=" ${A[id]-}"
	done
	is "each has its own" "$(xargs -n 1 <<<"$ids" | sort | xargs)" "1 2 3"
	peer_wait_reported p
}

fields()
{
	case_begin "$PROVIDER, the fields"
	peer_to_peer "rr=5 id=3 retry=4 rnr=2 flow=1 srq=1 qp_num=77 qkey=9 min_rnr=14 timeout=16" \
		"rr=6 id=4 rnr=5"
	expect "the depths" A outcome=established offered.responder_resources=5 offered.initiator_depth=3
	expect "the wishes" A requested.retry_count=4 requested.rnr_retry_count=2 requested.flow_control=1 \
		requested.srq=1 requested.qp_num=77 requested.qkey=9 requested.min_rnr_timer=14 \
		requested.ack_timeout=16
	[ "$TRANSPORT" = roce ] || return 0
	expect "what goes out" A offered.retry_count=4 offered.rnr_retry_count=2 offered.flow_control=1 \
		offered.srq=1 "offered.qp_num=${A[qp_num]-}" '!offered.qkey'
	expect "what arrives" P advertised.retry_count=4 advertised.rnr_retry_count=2 \
		advertised.flow_control=1 advertised.srq=1 "advertised.qp_num=${A[qp_num]-}"
	expect "what the queue pair has" A programmed.min_rnr_timer=14 programmed.timeout=16 \
		programmed.retry_cnt=4 programmed.rnr_retry=5

	case_begin "$PROVIDER, min_rnr_timer with transitions=cm"
	peer_to_peer "min_rnr=9 transitions=cm" "min_rnr=11 transitions=cm"
	expect "the active side" A programmed.min_rnr_timer=9
	expect "the passive side" P programmed.min_rnr_timer=11
}

# A ceiling is never below what is asked for: the grammar refuses that.
ranges()
{
	case_begin "$PROVIDER, floor, strict"
	peer_to_peer "rr=9 rr.floor=9" "id=2"
	expect "a floor" A outcome=rejected reason.name=ird_floor reason.have=2 reason.need=9
	[ "$TRANSPORT" = roce ] || return 0
	# it never comes to a call, so nobody has to listen
	peer_start a connect "$ENDPOINT" "src=$CONNECTOR" retry=9 strict=1
	peer_wait a
	peer_report A a 1
	expect "strict=1" A outcome=local_error reason.name=field_range reason.field=retry_count
}

handshakes()
{
	case_begin "$PROVIDER, transitions, handshake, private data, recv_depth, timeout_ms"
	peer_to_peer "transitions=cm recv_depth=7 timeout_ms=4321 private_data=hello" \
		"transitions=cm recv_depth=5 private_data_hex=0102"
	expect "the active side" A transitions=cm recv_posted=7 timeout_ms=4321 sent.user=0x68656c6c6f \
		received.user=0x0102 ping_rx=true
	expect "the passive side" P transitions=cm recv_posted=5 sent.user=0x0102 \
		received.user=0x68656c6c6f ping_rx=true
	peer_to_peer "handshake=raw private_data=x" "handshake=raw"
	expect "raw: no header" A outcome=established handshake=raw '!received.header' sent.wire_len=1 \
		ping_rx=false '!ping_us'
	expect "raw: no header" P outcome=established handshake=raw '!received.header'
}

raw()
{
	case_begin "$PROVIDER, decide"
	peer_to_peer "decide=policy rr=3 retry=9" ""
	expect "policy cuts to the field" A outcome=established requested.retry_count=9
	peer_to_peer "decide=raw rr=3 id=2 retry=9 rnr=7" "decide=raw rr=2 id=3 rnr=7"
	expect "raw passes it as it is" A outcome=established offered.retry_count=9 \
		offered.responder_resources=3 offered.initiator_depth=2
	expect "and so does the passive side" P offered.responder_resources=2 offered.initiator_depth=3 \
		'!offered.retry_count'

	# The limit that a side decides by also bounds its own queue pair.
	peer_to_peer "--limits=rd=2,init=2 decide=raw rr=4 id=4 retry=7 rnr=7" "rr=4 id=4"
	expect "mock limits do not bound what is raw" A outcome=established offered.responder_resources=4 \
		offered.initiator_depth=4
	[ "$TRANSPORT" = roce ] || return 0
	expect "but the queue pair that is ours" A programmed.max_dest_rd_atomic=2 programmed.max_rd_atomic=2

	peer_to_peer "transitions=cm decide=raw rr=4 id=4" "transitions=cm decide=raw rr=4 id=200 rnr=7"
	expect "above the device's limit the accept fails" P outcome=local_error error=-22 \
		error_call=rdma_accept offered.initiator_depth=200
	expect "which is a rejection here" A outcome=rejected
}

# Where the timeout of a RoCE path comes from: see 71-ulps.sh.
moments()
{
	local when active passive
	[ "$TRANSPORT" = roce ] || return 0
	case_begin "$PROVIDER, ack_timeout_when of connect"
	while read -r when active passive; do
		peer_to_peer "ack_timeout=14 ack_timeout_when=$when" ""
		expect "$when programs the active side" A outcome=established "programmed.timeout=$active"
		expect "and the passive one" P outcome=established "programmed.timeout=$passive"
	done <<-END
		before_route 14 16
		before_handshake 14 $PATH_TIMEOUT
		established $PATH_TIMEOUT $PATH_TIMEOUT
	END
	case_begin "$PROVIDER, ack_timeout_when of listen"
	while read -r when passive; do
		peer_to_peer "" "ack_timeout=14 ack_timeout_when=$when min_rnr_timer_when=before_handshake min_rnr_timer=3"
		expect "$when programs the passive side" P outcome=established "programmed.timeout=$passive" \
			programmed.min_rnr_timer=3
		expect "and not the active one" A outcome=established "programmed.timeout=$PATH_TIMEOUT"
	done <<-END
		listener $PATH_TIMEOUT
		before_handshake 14
		established $PATH_TIMEOUT
	END
}

sample_with rxe
on_each_provider who_and_where fields ranges handshakes raw moments
finish
