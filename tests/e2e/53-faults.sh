#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Faults on demand: what the module does wrong on purpose, and what the other end sees of it.
#
#   module, connect fault=KIND  --->  module, listen fault=KIND
#                                     fault listener=N kind=KIND count=N

set -eu
# shellcheck source=tests/e2e/lib.sh
. tests/e2e/lib.sh
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# What a reject looks like at the active side: a reason on IB and RoCE, an errno on iWARP.
# $1: the reason -> STATUS
status_of_reject()
{
	STATUS=$1
	[ "$PROVIDER" = rxe ] || STATUS=-104
}

# The listener has the fault. $1: it, $2: keys of connect, $3: what A must be, $4: what P must be
listener_does()
{
	case_begin "$PROVIDER, listen fault=$1"
	kernel_to_kernel "$2" "fault=$1"
	# shellcheck disable=SC2086
	expect "the active side" A $3
	[ -z "$4" ] || {
		# shellcheck disable=SC2086
		expect "the passive side" P "fault~${1%%=*}*" $4
	}
}

# $1: the fault, $2: keys of listen, $3: what A must be, $4: what P must be
connector_does()
{
	case_begin "$PROVIDER, connect fault=$1"
	kernel_to_kernel "fault=$1 timeout_ms=1500" "$2"
	# shellcheck disable=SC2086
	expect "the active side" A "fault~${1%%=*}*" $3
	[ -z "$4" ] || {
		# shellcheck disable=SC2086
		expect "the passive side" P $4
	}
}

refusals()
{
	listener_does reject=ird_floor "" "outcome=rejected reason.code=10 reason.by=peer" \
		"outcome=rejected reason.code=10 reason.by=this_side"
	status_of_reject 28
	listener_does reject-empty "" "outcome=rejected status=$STATUS !reason.code" outcome=rejected
	status_of_reject 8
	listener_does reject-reason=8 "" "outcome=rejected status=$STATUS" outcome=rejected
	status_of_reject 28
	listener_does fail-accept=22 "" "outcome=rejected status=$STATUS !reason.code" \
		"outcome=local_error error=-22 error_call=rdma_accept"
	listener_does fail-qp=12 "" "outcome=rejected reason.code=14 reason.by=peer reason.have=12" \
		"outcome=rejected error=-12 error_call=rdma_create_qp"
	listener_does crc "" "outcome=rejected reason.name=hdr_crc reason.by=this_side" ""
	listener_does over-reply "rr=4 id=4" "outcome=rejected reason.by=this_side" ""
}

# 149 bytes are one more than a REJ has; iWARP has room for them.
long_reject()
{
	if [ "$PROVIDER" = rxe ]; then
		listener_does reject-long "" "outcome=rejected status=28 !reason.code" \
			"outcome=rejected error=-22 error_call=rdma_reject"
	else
		listener_does reject-long "" "outcome=rejected status=-104" outcome=rejected
	fi
}

delays()
{
	listener_does late-accept=400 "" "outcome=established handshake_us>399000 ping_rx=true" \
		outcome=established
	listener_does hold=400 "" "outcome=established handshake_us>399000 ping_rx=true" \
		outcome=established
	listener_does late-recv=400 "rnr=7" "outcome=established" "outcome=established recv_posted=0"
}

silence()
{
	listener_does no-accept timeout_ms=1000 "outcome=unreachable own_timer=true" "!reason.code"
	case_begin "$PROVIDER, listen fault=no-mem"
	next_port
	control listen "addr=$LISTENER" "port=$PORT" fault=no-mem
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" timeout_ms=1000 || :
	report A "${R["conn[0].id"]}"
	if [ "$PROVIDER" = rxe ]; then
		expect "no REJ comes" A outcome=unreachable own_timer=true
	else
		expect "it is refused" A outcome=rejected '!reason.code'
	fi
	control unlisten "addr=$LISTENER" "port=$PORT"
}

data()
{
	listener_does no-ping "" "outcome=established ping_tx=true ping_rx=false" "ping_rx=true ping_tx=false"
	listener_does ping-garbage "" "outcome=established ping_rx=false closed_by~*not?a?ping*" ""
}

connecting()
{
	connector_does fail-qp=12 "" "outcome=local_error error=-12 error_call=rdma_create_qp" ""
	connector_does crc "" "outcome=rejected reason.name=hdr_crc reason.by=peer" \
		"outcome=rejected reason.name=hdr_crc"
	connector_does hold=300 "" "outcome=established ping_rx=true" outcome=established
	connector_does no-recv "" "outcome=established recv_posted=0" ""
	[ "$PROVIDER" != rxe ] || connector_does no-rtu "" "outcome=unreachable own_timer=true" \
		"outcome=unreachable own_timer=true"
}

# The verb: to one listener, for a number of requests, and it is shown as long as it lasts.
armed()
{
	local listener
	case_begin "$PROVIDER, fault listener=N"
	next_port
	do_control "listen" listen "addr=$LISTENER" "port=$PORT"
	listener=${R[listener]}
	do_control "the next request" fault "listener=$listener" kind=reject=5 count=1
	keys_read L <"$CMLAB/listeners"
	expect "it is shown" L 'listeners[0].fault=reject=5'
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" || :
	report A "${R["conn[0].id"]}"
	expect "the first is refused" A outcome=rejected reason.code=5
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" || :
	report A "${R["conn[0].id"]}"
	expect "the second stands" A outcome=established
	keys_read L <"$CMLAB/listeners"
	expect "it is over" L '!listeners[0].fault'
	control disconnect conn=all
	refuses "a fault of the active side" -22 "fault: kind=no-rtu: only who connects can do that" \
		fault "listener=$listener" kind=no-rtu
	refuses "no such listener" -2 "fault: listener=77: no such listener" fault listener=77 kind=crc
	control unlisten "listener=$listener"
	case_begin "$PROVIDER, what the listener was not made for"
	next_port
	do_control "listen" listen "addr=$LISTENER" "port=$PORT" handshake=raw transitions=cm
	listener=${R[listener]}
	refuses "no header" -22 "fault: kind=crc: handshake=raw has neither a header nor a ping" \
		fault "listener=$listener" kind=crc
	refuses "not its step" -22 "fault: kind=same-qpn: with transitions=cm rdma_cm does that step itself" \
		fault "listener=$listener" kind=same-qpn
	control unlisten "listener=$listener"
	refuses "a program's fault" -22 \
		"listen: fault=vanish: only a program can do that: cmlab-peer --misbehave" \
		listen "addr=$LISTENER" "port=$PORT" fault=vanish
}

# The second accept names the first one's queue pair: the connecting node still holds that number.
same_number()
{
	case_begin "rxe, accept twice with one qp_num"
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	keys_read L <"$CMLAB/listeners"
	do_control "accept the next with its number" fault "listener=${L["listeners[0].id"]}" kind=same-qpn
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" timeout_ms=1500 || :
	report A "${R["conn[0].id"]}"
	passive_report
	expect "the second one does not stand" A outcome=unreachable own_timer=true
	expect "the accept returned 0, and REJ 10 came" P fault=same-qpn outcome=rejected status=10 \
		event=RDMA_CM_EVENT_REJECTED
	check "and the first one is dropped" poll_until "$BOUND" no_connections
	control unlisten listener=all
}

# shellcheck disable=SC2034 # keys_read and expect know it by name
declare -A L=()
check "the module loads" module_load connect_timeout_ms=1500
sample_with rxe
if [ -n "${E2E_SAMPLE-}" ]; then
	on_each_provider refusals armed
else
	on_each_provider refusals long_reject delays silence data connecting armed
fi
provider_select rxe
same_number
unload_and_finish
