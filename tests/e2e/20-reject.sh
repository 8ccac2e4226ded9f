#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Every reason of a refusal, as both ends see it: number, name, sentence, field and the two numbers.
#
#   10.N.0.1                              10.N.0.2
#   module listens and refuses  <-- REQ   cmlab-peer connects
#                               --- REJ-> reason n, by the peer
#   cmlab-peer listens          <-- REQ   module connects
#                               --- REP->
#                               <-- REJ-- refuses the reply
#
# What cannot be brought about on a transport is said as a skip, with the reason.

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# include/cmlab/names.h, CMLAB_REASON_LIST: number=name
REASONS="1=hdr_absent 2=hdr_short 3=hdr_magic 4=hdr_swapped 5=hdr_version 6=hdr_length 7=hdr_kind
	8=hdr_reserved 9=hdr_crc 10=ird_floor 11=ord_floor 12=res_exhausted 13=conn_limit
	14=no_resources 15=reply_ird 16=reply_ord 17=field_range"

# $1: the name -> CODE
code_of()
{
	local pair
	for pair in $REASONS; do
		[ "${pair#*=}" != "$1" ] || CODE=${pair%=*}
	done
}

# Both reports of a refusal. $1: the array of the side that refused, $2: the other's, $3: the reason,
# $4: the field or -, $5: what it had, $6: what it needed
refused_as()
{
	local field="reason.field=$4" status="status=28"
	code_of "$3"
	[ "$4" != - ] || field='!reason.field'
	[ "$TRANSPORT" = roce ] || status="status=-104"
	expect "the side that refuses says why" "$1" outcome=rejected "reason.code=$CODE" \
		"reason.name=$3" 'reason.text~?*' reason.by=this_side "$field" "reason.have=$5" \
		"reason.need=$6" 'findings[0].id=CL014' 'findings[0].severity=error'
	expect "the other side is told" "$2" outcome=rejected "reason.code=$CODE" "reason.name=$3" \
		'reason.text~?*' reason.by=peer "$field" "reason.have=$5" "reason.need=$6" \
		event=RDMA_CM_EVENT_REJECTED "$status" received.header=ok 'findings[0].id=CL011'
}

# $1: the reason -> how often the module refused with it, COUNT
count_refused()
{
	keys_read R <"$CMLAB/stats"
	COUNT=${R[refused.$1]}
}

# The module refuses a userspace peer's request. $1: reason, $2: words of the peer, $3: keys of the
# listener, $4: field, $5: have, $6: need
kernel_refuses()
{
	local before
	case_begin "$PROVIDER, $1: the kernel refuses the request"
	count_refused "$1"
	before=$COUNT
	peer_to_kernel "$2" "$3"
	refused_as P A "$1" "$4" "$5" "$6"
	is "cmlab-peer's exit status" "$PEER_STATUS" 1
	count_refused "$1"
	is "stats count it" "$COUNT" $((before + 1))
}

# A userspace peer refuses the module's request. Arguments as above, $2: keys of connect, $3: words
userspace_refuses()
{
	case_begin "$PROVIDER, $1: userspace refuses the request"
	kernel_to_peer "$3" "$2"
	refused_as P A "$1" "$4" "$5" "$6"
	is "connect's errno" "$RESULT" -111
	is "cmlab-peer's exit status" "$PEER_STATUS" 1
}

floors()
{
	kernel_refuses ird_floor "id=4" "rr=8 rr.floor=8" responder_resources 4 8
	kernel_refuses ord_floor "rr=2" "id=7 id.floor=5" initiator_depth 2 5
	userspace_refuses ird_floor "id=3" "rr=9 rr.floor=6" responder_resources 3 6
	userspace_refuses ord_floor "rr=1" "id=9 id.floor=2" initiator_depth 1 2
}

# 16 for the device; the connection that is up holds 12 of them.
exhausted()
{
	case_begin "$PROVIDER, res_exhausted: a connection that stays"
	control limits "dev=$DEV" max_res_rd_atom=16
	next_port
	control listen "addr=$LISTENER" "port=$PORT" rr=12
	peer_start stays connect "$LISTENER:$PORT" "src=$CONNECTOR" id=12 --until-disconnect
	peer_report A stays 1
	expect "is established" A outcome=established negotiated.initiator_depth=12
	kernel_refuses res_exhausted "id=12" "rr=12 rr.floor=5" responder_resources 4 5
	control disconnect conn=all
	peer_wait stays
	control unlisten listener=all
	kernel_refuses res_exhausted "id=30" "rr=30 rr.floor=20" responder_resources 16 20
	control limits "dev=$DEV" mock=off
}

# A depth that this device does not take, which only a mock limit above the device's lets through.
no_resources()
{
	if [ "$TRANSPORT" = iwarp ]; then
		case_begin "$PROVIDER, no_resources"
		skip "the kernel refuses the request" "siw refuses in rdma_accept, which rejects by itself"
		return
	fi
	control limits "dev=$DEV" max_qp_init_rd_atom=250
	kernel_refuses no_resources "--raw rr=200" "id=200" - 22 0
	expect "the call that failed" P 'error_call=ib_modify_qp(RTS)' error=-22
	control limits "dev=$DEV" mock=off
}

# The listener's own wish does not fit its field.
strict_listener()
{
	if [ "$TRANSPORT" = iwarp ]; then
		kernel_refuses field_range "" \
			"private_data_hex=$(printf '%0440d' 0)" private_data_len 252 251
		return
	fi
	kernel_refuses field_range "" "strict=1 rnr=9" rnr_retry_count 9 7
	userspace_refuses field_range "" "strict=1 rnr=20" rnr_retry_count 20 7
}

# $1: words of the listening peer, $2: keys of connect, $3: reason, $4: field, $5: have, $6: need
kernel_refuses_reply()
{
	local finding=CL014
	case_begin "$PROVIDER, $3: the kernel refuses the reply"
	[[ $3 != reply_* ]] || finding=CL069
	kernel_to_peer "$1" "$2"
	code_of "$3"
	expect "it says why" A outcome=rejected "reason.code=$CODE" "reason.name=$3" \
		reason.by=this_side "reason.field=$4" "reason.have=$5" "reason.need=$6" \
		"findings[0].id=$finding"
	is "connect's errno" "$RESULT" -111
	reply_refused_at_peer "$@"
}

# On iWARP the connection stands already when the reply is seen: it is ended without words.
reply_refused_at_peer()
{
	if [ "$TRANSPORT" = iwarp ]; then
		expect "the peer saw a connection that ended" P outcome=established '!reason.code'
		return
	fi
	expect "the peer is told" P outcome=rejected "reason.code=$CODE" "reason.name=$3" \
		reason.by=peer "reason.field=$4" "reason.have=$5" "reason.need=$6" \
		event=RDMA_CM_EVENT_REJECTED status=28
}

replies()
{
	if [ "$TRANSPORT" = iwarp ]; then
		case_begin "$PROVIDER, reply_ord"
		skip "a reply that serves more than was offered" "siw itself ends such a connection"
	else
		kernel_refuses_reply "--accept-raw rr=7" "rr=4 id=4" reply_ord initiator_depth 7 4
		kernel_refuses_reply "--accept-raw id=9" "rr=5 id=4" reply_ird responder_resources 9 5
	fi
	if [ "$TRANSPORT" = iwarp ]; then
		skip "a reply that serves too little" "siw serves whatever the request asks for"
	else
		kernel_refuses_reply "rr=2" "id=6 id.floor=3" ord_floor initiator_depth 2 3
	fi
	kernel_refuses_reply "id=1" "rr=6 rr.floor=4" ird_floor responder_resources 1 4
}

# Refused before anything goes out: only this side knows. $1: reason, $2: keys of connect, $3: field,
# $4: have, $5: need
kernel_refuses_itself()
{
	case_begin "$PROVIDER, $1: the kernel refuses its own request ($3)"
	kernel_to_kernel "$2" ""
	code_of "$1"
	expect "it says why" A outcome=local_error "reason.code=$CODE" "reason.name=$1" \
		reason.by=this_side "reason.field=$3" "reason.have=$4" "reason.need=$5" '!sent.user'
	is "no request was made" "${#P[@]}" 0
	like "the sentence names the reason" "$ERROR" "*reason $CODE,*"
}

own_requests()
{
	control limits "dev=$DEV" max_qp_rd_atom=2 max_qp_init_rd_atom=3
	kernel_refuses_itself ird_floor "rr=4 rr.floor=4" responder_resources 2 4
	kernel_refuses_itself ord_floor "id=8 id.floor=6" initiator_depth 3 6
	control limits "dev=$DEV" mock=off
	[ "$TRANSPORT" = roce ] || return 0
	kernel_refuses_itself field_range "strict=1 retry=20" retry_count 20 7
	kernel_refuses_itself field_range "strict=1 rnr=8" rnr_retry_count 8 7
	kernel_refuses_itself field_range "strict=1 flow=2" flow_control 2 1
}

# Every number of the list, said by a peer that rejects whatever it is offered.
every_reason_said()
{
	local pair name
	for pair in $REASONS; do
		name=${pair#*=}
		case_begin "$PROVIDER, $name: said by the peer"
		kernel_to_peer "--misbehave reject=$name" ""
		expect "the kernel takes it in" A outcome=rejected "reason.code=${pair%=*}" \
			"reason.name=$name" 'reason.text~?*' reason.by=peer reason.have=1 reason.need=4 \
			'findings[0].id=CL011' 'findings[0].advice~?*'
		like "connect's sentence" "$ERROR" "*reason ${pair%=*}, *(1, need 4)*"
	done
}

# A number that a later version may have.
unknown_reason()
{
	case_begin "$PROVIDER, reason 77: said by the peer"
	kernel_to_peer "--misbehave reject=77" ""
	expect "the number is kept" A outcome=rejected reason.code=77 'reason.name=?' reason.by=peer
}

conn_limit()
{
	case_begin "$PROVIDER, conn_limit"
	module_load max_connections=2
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	peer_start stays connect "$LISTENER:$PORT" "src=$CONNECTOR" count=2 --until-disconnect
	peer_report A stays 2
	expect "two connections are up" A outcome=established
	kernel_refuses conn_limit "" "" - 3 2
	refuses "the kernel's own connect" -34 "connect: count=1: 2 of 2 connections are in use*" \
		connect "addr=$LISTENER" "port=$PORT"
	control disconnect conn=all
	peer_wait stays
	check "the module unloads" module_unload
}

sample_with rxe
check "the module loads" module_load
on_each_provider floors exhausted no_resources strict_listener replies own_requests \
	every_reason_said unknown_reason
check "the module unloads" module_unload
on_each_provider conn_limit
finish
