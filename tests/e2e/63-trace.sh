#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Tracepoints of system cmlab: each one is made to happen and looked for, with its ids, names and
# numbers; and none of them tells a pointer.
#
#   tracing/events/cmlab on   |   10.N.0.1   <= good, refused, broken connections =>   10.N.0.2

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

TRACING=/sys/kernel/tracing

# Everything the tracer holds -> TRACE
trace_read()
{
	mapfile -t TRACE <"$TRACING/trace"
}

# $1: description, $2: pattern of a line
traced()
{
	local line
	for line in "${TRACE[@]}"; do
		# shellcheck disable=SC2053
		[[ $line != *$2* ]] || {
			verdict "$1"
			return
		}
	done
	verdict "$1" "no line like: $2"
}

good_connection()
{
	case_begin "$PROVIDER, a good connection"
	kernel_to_kernel "rr=9 id=3" "rr=6 id=5"
	trace_read
	traced "states" "cmlab_conn_state: conn=${A[id]} new -> resolving_addr"
	traced "and on" "cmlab_conn_state: conn=${A[id]} connecting -> established"
	traced "and to the end" "cmlab_conn_state: conn=${A[id]} closing -> closed"
	traced "the passive side's" "cmlab_conn_state: conn=${P[id]} accepting -> established"
	traced "what was offered" \
		"cmlab_conn_offer: conn=${P[id]} role=passive advertised ird=3 ord=9 *pdata=*"
	traced "what was decided" \
		"cmlab_conn_decide: conn=${P[id]} role=passive reason=none (0) *ird=3 ord=5 *clamps=*"
	traced "and about the reply" "cmlab_conn_decide: conn=${A[id]} role=active reason=none (0)*"
	traced "established" \
		"cmlab_conn_established: conn=${A[id]} role=active qp_num=${A[qp_num]} *ird=5 *ord=3 *"
	traced "a finding" "cmlab_conn_finding: conn=${A[id]} CL018 severity=info field=*"
	traced "the end" "cmlab_conn_close: conn=${A[id]} why=disconnected by*"
}

refused_connection()
{
	case_begin "$PROVIDER, a refused connection"
	kernel_to_kernel "id=2" "rr=9 rr.floor=9"
	trace_read
	traced "the reject" \
		"cmlab_conn_reject: conn=${P[id]} role=passive reason=ird_floor (10) have=2 need=9*"
	traced "a finding of the other side" "cmlab_conn_finding: conn=${A[id]} CL011 severity=error*"
}

broken_connection()
{
	[ "$TRANSPORT" = roce ] || return 0
	case_begin "$PROVIDER, a connection whose peer has no receive"
	kernel_to_peer "rnr=1 --misbehave no-recv" ""
	trace_read
	traced "the completion" "cmlab_wc_err: conn=${A[id]} send status=RNR_RETRY_EXC_ERR (13*"
}

# Every tracepoint that the kernel lists was seen, but for those that nothing here can bring about.
every_one_seen()
{
	local path name
	case_begin "tracepoints"
	trace_read
	for path in "$TRACING"/events/cmlab/*/; do
		path=${path%/}
		name=${path##*/}
		case $name in
		cmlab_cm_event) skip "$name" "rdma_cm has no such event for an id that is in use" ;;
		cmlab_qp_event) skip "$name" "neither rxe nor siw raises one for what is sent here" ;;
		*) traced "$name" " $name: " ;;
		esac
	done
}

no_pointers()
{
	local line bad=()
	for line in "${TRACE[@]}"; do
		[[ ! $line =~ cmlab_.*(0x[0-9a-f]{8,}|[^0-9a-f][0-9a-f]{16}) ]] || bad+=("$line")
	done
	verdict "none tells a pointer" "${bad[@]}"
}

check "the module loads" module_load
echo 1 >"$TRACING/events/cmlab/enable"
echo 1 >"$TRACING/tracing_on"
on_each_provider good_connection refused_connection broken_connection
every_one_seen
no_pointers
echo 0 >"$TRACING/events/cmlab/enable"
unload_and_finish
