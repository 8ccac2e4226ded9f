#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# From what is asked to what the queue pair has: who clamps what, with which reason, and what each
# field programs where. The device's limits are 128/128; mock limits stand in for smaller ones.
#
#   10.N.0.1   listens, limits M   <----   10.N.0.2   connects, limits K

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# A clamp must be in a report. $1: description, $2: the array's name, $3: field, $4: from, $5: to, $6: why
clamped()
{
	local -n report=$2
	local i=0
	while [ -n "${report["clamps[$i].field"]-}" ]; do
		if [ "${report["clamps[$i].field"]} ${report["clamps[$i].from"]}" = "$3 $4" ] &&
			[ "${report["clamps[$i].to"]} ${report["clamps[$i].why"]}" = "$5 $6" ]; then
			verdict "$1"
			return
		fi
		i=$((i + 1))
	done
	verdict "$1" "$2 has no clamp of $3 from $4 to $5: $6"
}

# What the peer with limit 6 serves, and what is left of 20 when the first has 16; siw serves what it is
# asked for, whatever the accept says. -> PEER_IRD, LEFT
what_is_left()
{
	case $PROVIDER in
	rxe) PEER_IRD=6 LEFT=4 ;;
	siw) PEER_IRD=16 LEFT=16 ;;
	esac
}

# Both sides ask for more than the device has.
over_the_device()
{
	case_begin "$PROVIDER, both ask for more than the device has"
	kernel_to_kernel "rr=200 id=220" "rr=250 id=255"
	expect "what goes out fits" A outcome=established requested.responder_resources=200 \
		offered.responder_resources=128 requested.initiator_depth=220 offered.initiator_depth=128
	clamped "the clamp says why" A responder_resources 200 128 "device max_qp_rd_atom"
	clamped "the other one too" A initiator_depth 220 128 "device max_qp_init_rd_atom"
	clamped "and at the passive side" P responder_resources 250 128 "device max_qp_rd_atom"
	clamped "there too" P initiator_depth 255 128 "device max_qp_init_rd_atom"
	pair_is_right
}

# The listener's limits are small, and differ from each other.
over_the_peer()
{
	case_begin "$PROVIDER, the kernel asks for more than its peer has"
	kernel_to_peer "profile=read-heavy --limits rd=6,init=3" "rr=16 id=16"
	pair_is_right
	expect "the result" A offered.responder_resources=16 offered.initiator_depth=16 \
		negotiated.responder_resources=3 negotiated.initiator_depth="$PEER_IRD" \
		peer.max_qp_rd_atom=6 peer.max_qp_init_rd_atom=3
	clamped "the kernel says who clamped" A responder_resources 16 3 "peer offered"
	clamped "the peer says what it was clamped by" P initiator_depth 16 3 \
		"device max_qp_init_rd_atom"
	expect "and that it is a mock limit" P "limits.mock=max_qp_rd_atom max_qp_init_rd_atom"
	if [ "$TRANSPORT" = iwarp ]; then
		clamped "siw raises what it serves" P responder_resources 6 16 \
			"driver raises IRD to the peer's ORD"
		return
	fi
	clamped "the kernel says the other one, too" A initiator_depth 16 6 "peer offered"
	expect "and warns" A 'findings[0].id=CL004' 'findings[0].severity=warn'
}

# The same with the limits at the module, asked by userspace.
over_the_kernel()
{
	case_begin "$PROVIDER, userspace asks for more than the kernel has"
	control limits "dev=$DEV" max_qp_rd_atom=5 max_qp_init_rd_atom=2
	peer_to_kernel "rr=16 id=16" "rr=16 id=16"
	pair_is_right
	expect "the limits are the mock ones" P limits.max_qp_rd_atom=5 limits.max_qp_init_rd_atom=2
	clamped "a clamp names the mock limit" P responder_resources 16 5 "device max_qp_rd_atom"
	clamped "of each" P initiator_depth 16 2 "device max_qp_init_rd_atom"
	expect "the peer sees the limits" A peer.max_qp_rd_atom=5 peer.max_qp_init_rd_atom=2
	control limits "dev=$DEV" mock=off
	keys_read R <"$CMLAB/devices"
	like "mock=off brings the device's own back" "$(<"$CMLAB/devices")" \
		"*$DEV*max_qp_rd_atom: 128*max_qp_init_rd_atom: 128*mock: false*"
}

# 0 is a depth like any other.
no_reads()
{
	case_begin "$PROVIDER, no reads at all"
	kernel_to_kernel "rr=0 id=0" "rr=0 id=0"
	pair_is_right
	expect "0 stays 0" A negotiated.responder_resources=0 negotiated.initiator_depth=0 \
		programmed.max_rd_atomic=0 programmed.max_dest_rd_atomic=0
}

ceilings()
{
	case_begin "$PROVIDER, a ceiling of the profile"
	kernel_to_kernel "profile=portable rr=16 id=16" "profile=read-heavy rr=9 id=9"
	pair_is_right
	clamped "what the peer offered binds" A responder_resources 16 9 "peer offered"
	case_begin "$PROVIDER, responder resources over all connections"
	control limits "dev=$DEV" max_res_rd_atom=20
	kernel_to_kernel "rr=16 id=16" "rr=16 id=16"
	expect "the second connection of the device gets what is left" P \
		negotiated.responder_resources="$LEFT"
	clamped "and says why" P responder_resources 16 4 "device max_res_rd_atom over all connections"
	control limits "dev=$DEV" mock=off
}

# Above 3 bits, and what each side's counts program. IB and RoCE only.
retries()
{
	case_begin "$PROVIDER, retry counts above 7"
	kernel_to_kernel "retry=20 rnr=9 flow=2" "retry=1 rnr=8"
	if [ "$TRANSPORT" = iwarp ]; then
		clamped "iWARP carries none" A retry_count 20 0 "not carried by iWARP"
		clamped "nor these" A rnr_retry_count 9 0 "not carried by iWARP"
		return
	fi
	clamped "retry_count has 3 bits" A retry_count 20 7 "3-bit field"
	clamped "rnr_retry_count too" A rnr_retry_count 9 7 "3-bit field"
	clamped "flow_control has one" A flow_control 2 1 "1-bit field"
	clamped "a reply has no retry_count" P retry_count 1 0 "a reply carries none"
	pair_is_right
	case_begin "$PROVIDER, the accept's retry_count programs nothing"
	kernel_to_peer "retry=2 rnr=3" "retry=5 rnr=6"
	expect "the active's retry_count rules both" A programmed.retry_cnt=5 programmed.rnr_retry=3
	expect "its rnr_retry_count the peer's" P programmed.retry_cnt=5 programmed.rnr_retry=6
	case_begin "$PROVIDER, an accept with rnr_retry_count 0"
	kernel_to_kernel "" "rnr=0"
	expect "is fatal to the first early send of the active side, which is told" A \
		programmed.rnr_retry=0 'findings[0].id=CL005'
}

# On no message: each side's own. The active's ack timeout is the passive's only if set in time.
timers()
{
	[ "$TRANSPORT" = roce ] || return 0
	case_begin "$PROVIDER, min_rnr_timer"
	kernel_to_peer "min_rnr=14" "min_rnr=12"
	expect "is this side's own" A programmed.min_rnr_timer=12 '!advertised.min_rnr_timer'
	expect "and the peer's own" P programmed.min_rnr_timer=14
	case_begin "$PROVIDER, ack_timeout"
	kernel_to_kernel "timeout=14" "timeout=18"
	expect "of the active side's own queue pair" A programmed.timeout=14
	expect "and of the passive one's" P programmed.timeout=18
	case_begin "$PROVIDER, no ack_timeout"
	kernel_to_kernel "" ""
	expect "the path's is used" A "programmed.timeout=$PATH_TIMEOUT"
	expect "at both ends" P "programmed.timeout=$PATH_TIMEOUT"
	case_begin "$PROVIDER, timers above 5 bits"
	kernel_to_kernel "timeout=40 min_rnr=99" ""
	clamped "ack_timeout has 5 bits" A ack_timeout 40 31 "5-bit field"
	clamped "min_rnr_timer too" A min_rnr_timer 99 31 "5-bit field"
	expect "which is what is programmed" A programmed.timeout=31 programmed.min_rnr_timer=31
}

# Numbers that nobody clamped, and that a queue pair does not take: whose it is says so, and the other
# side hears what can be said.
not_programmable()
{
	[ "$TRANSPORT" = roce ] || return 0
	case_begin "$PROVIDER, a reply that the CM cannot program"
	kernel_to_kernel "transitions=cm decide=raw rr=4 id=4 retry=7 rnr=7" \
		"transitions=cm decide=raw rr=200 id=4 rnr=7"
	is "the errno" "$RESULT" -103
	expect "the active side" A outcome=connect_error event=RDMA_CM_EVENT_CONNECT_ERROR status=-22 \
		'findings[0].id=CL015' 'closed_by=connect error'
	expect "the passive side hears REJ 28 and no reason" P outcome=rejected status=28 \
		received.header=ok reject.header=hdr_absent 'findings[0].id=CL012'
	case_begin "$PROVIDER, a timer that the queue pair does not take"
	kernel_to_kernel "rr=4 id=4 timeout=40 decide=raw" "rr=4 id=4"
	is "the errno" "$RESULT" -22
	expect "the active side" A outcome=rejected error=-22 'error_call=ib_modify_qp(RTS)' \
		reason.by=this_side reason.name=no_resources reason.have=22 \
		'closed_by=refused by this side' 'findings[0].id=CL014'
	expect "the passive side is told" P outcome=rejected status=28 reason.by=peer \
		reason.name=no_resources reason.have=22 received.header=ok 'findings[0].id=CL011'
}

# Each built-in profile makes a connection with itself.
profiles()
{
	local line
	while IFS= read -r line; do
		[[ $line == profiles\[*\].name:* ]] || continue
		case_begin "$PROVIDER, profile ${line#*: }"
		kernel_to_kernel "profile=${line#*: }" "profile=${line#*: }"
		expect "connects with itself" A outcome=established "profile=${line#*: }" ping_rx=true
		depths_are_programmed A
		depths_are_programmed P
	done < <(cat "$CMLAB/profiles")
}

check "the module loads" module_load
on_each_provider what_is_left over_the_device over_the_peer over_the_kernel no_reads ceilings retries timers \
	not_programmable profiles
unload_and_finish
