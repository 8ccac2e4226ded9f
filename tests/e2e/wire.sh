#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# wire.sh CAPTURES REPORTS: what tshark reads in the two hosts' captures, held against what both ends
# reported of the same handshakes (two-hosts.sh). Runs on the host, from the checkout's directory.
#
#   rxe.pcap   CM ConnectRequest, ConnectReply, ConnectReject   found by the listener's port
#   siw.pcap   MPA Request and Reply frames                     found by the connector's port
#
# Nobody who wrote the module wrote the decoder; the header in the private data is computed here anew.

set -eu
# shellcheck source=tests/e2e/tap.sh
. tests/e2e/tap.sh
# shellcheck source=tests/e2e/json.sh
. tests/e2e/json.sh

CAPTURES=${1:?wire.sh CAPTURES REPORTS}
REPORTS=${2:?wire.sh CAPTURES REPORTS}
declare -A A P

# $1: capture, $2: filter; the rest: fields -> ROWS, the fields of each packet separated by blanks
packets()
{
	local capture=$1 filter=$2 field args=()
	shift 2
	for field; do
		args+=(-e "$field")
	done
	mapfile -t ROWS < <(tshark -n -o tcp.try_heuristic_first:TRUE -r "$CAPTURES/$capture" -Y "$filter" -T fields -E separator=/s \
		-E occurrence=f "${args[@]}" 2>/dev/null)
}

# What the wire says, against a report. $1: what, $2: the report; the rest: pairs: key of the report, value
# on the wire
same()
{
	local desc=$1 wrong=()
	local -n said=$2
	shift 2
	while [ $# -gt 0 ]; do
		[ "$(($2))" = "${said[$1]-}" ] || wrong+=("$1: on the wire $(($2)), in the report ${said[$1]-nothing}")
		shift 2
	done
	verdict "$desc" "${wrong[@]}"
}

# CRC-32C of bytes in hex, bit by bit -> CRC in hex
crc32c()
{
	local hex=$1 crc=$((0xffffffff))
	while [ -n "$hex" ]; do
		crc=$((crc ^ 16#${hex:0:2}))
		hex=${hex:2}
		for _ in 1 2 3 4 5 6 7 8; do
			crc=$((crc & 1 ? (crc >> 1) ^ 0x82f63b78 : crc >> 1))
		done
	done
	printf -v CRC %08x $((crc ^ 0xffffffff))
}

# The private data that a side must have sent -> DATA in hex. $1: A or P, $2: kind of message, and for
# a reject $3: reason, $4: field, $5: have, $6: need
data_of()
{
	local -n side=$1
	local user=${side[sent.user]-} caps=1 head
	user=${user#0x}
	if [ "${side[handshake]}" = raw ]; then
		DATA=$user
		return
	fi
	[ "${side[transitions]}" = cm ] || caps=3
	printf -v head '000c4d4c0001%04x%02x00%04x%04x%04x%04x%04x%04x%02x00%04x%04x' \
		$((32 + ${#user} / 2)) "$2" "$caps" "${side[limits.max_qp_rd_atom]}" \
		"${side[limits.max_qp_init_rd_atom]}" "${side[requested.responder_resources]}" \
		"${side[requested.initiator_depth]}" "${3:-0}" "${4:-0}" "${5:-0}" "${6:-0}"
	crc32c "$head$user"
	DATA=$head$CRC$user
}

# $1: what, $2: on the wire in hex, $3: what must stand there; the rest of the area is zeros
same_data()
{
	local rest=${2#"$3"}
	if [[ $2 != "$3"* ]] || [[ ! $rest =~ ^0*$ ]]; then
		verdict "$1" "on the wire: $2" "computed:    $3"
	else
		verdict "$1"
	fi
}

# -- rxe ----------------------------------------------------------------------------------------

REQ=infiniband.cm.req
REP=infiniband.cm.rep
REJ=infiniband.cm.rej
IP=infiniband.cm.req.ip_cm

rxe_read()
{
	packets rxe.pcap "$REQ.serviceid.dport" $REQ.serviceid.dport $REQ $REQ.localqpn \
		$REQ.responderres $REQ.initdepth $REQ.e2eflowctrl $REQ.retrcount $REQ.rnrretrcount \
		$REQ.srq $REQ.pppmtu $REQ.prim_localacktout $IP.sport $IP.sip4 $IP.dip4 $IP.private
	REQS=("${ROWS[@]}")
	packets rxe.pcap "$REP" $REP.remotecommid $REP.localqpn $REP.respres $REP.initdepth \
		$REP.e2eflowctrl $REP.rnrretrcount $REP.srq $REP.private
	REPS=("${ROWS[@]}")
	packets rxe.pcap "$REJ.reason" $REJ.remotecommid $REJ.reason $REJ.private
	REJS=("${ROWS[@]}")
}

# The first row whose first field is a number -> FOUND. $1: the number; the rest: rows
row_find()
{
	local number=$1 row
	shift
	FOUND=""
	for row; do
		[ $((${row%% *})) != $((number)) ] || {
			FOUND=$row
			return
		}
	done
}

rxe_request()
{
	local qpn rr id flow retry rnr srq mtu timeout sport sip dip data
	row_find "${A[remote]##*:}" "${REQS[@]}"
	read -r _ COMM_ID qpn rr id flow retry rnr srq mtu timeout sport sip dip data <<<"$FOUND"
	same "the REQ is what the active side says it offered" A offered.responder_resources "$rr" \
		offered.initiator_depth "$id" offered.retry_count "$retry" offered.rnr_retry_count "$rnr" \
		offered.flow_control "$flow" offered.srq "$srq" offered.qp_num "$qpn" qp_num "$qpn"
	same "the REQ is what the passive side says was advertised" P advertised.initiator_depth "$rr" \
		advertised.responder_resources "$id" advertised.retry_count "$retry" \
		advertised.rnr_retry_count "$rnr" advertised.flow_control "$flow" advertised.srq "$srq" \
		advertised.qp_num "$qpn"
	is "its addresses" "$sip:$((sport)) $dip" "${A[local]} ${P[local]%:*}"
	data_of A 1
	same_data "its private data" "$data" "$DATA"
	[ "${P[outcome]}" = established ] || return 0
	same "what the REQ's path is becomes the passive side's" P programmed.path_mtu $((128 << mtu)) \
		programmed.timeout "$timeout"
}

rxe_reply()
{
	local qpn rr id flow rnr srq data
	row_find "$COMM_ID" "${REPS[@]}"
	read -r _ qpn rr id flow rnr srq data <<<"$FOUND"
	same "the REP is what the passive side says it offered" P offered.responder_resources "$rr" \
		offered.initiator_depth "$id" offered.rnr_retry_count "$rnr" offered.srq "$srq" \
		offered.flow_control "$flow" offered.qp_num "$qpn" qp_num "$qpn"
	same "the REP is what the active side says was advertised" A advertised.initiator_depth "$rr" \
		advertised.responder_resources "$id" advertised.rnr_retry_count "$rnr" \
		advertised.flow_control "$flow" advertised.srq "$srq" advertised.qp_num "$qpn"
	data_of P 2
	same_data "its private data" "$data" "$DATA"
}

# The field of the reason is the first of the list of fields, counted from 1.
rxe_reject()
{
	local reason data
	row_find "$COMM_ID" "${REJS[@]}"
	read -r _ reason data <<<"$FOUND"
	is "the REJ is consumer defined" "$((reason))" 28
	data_of P 3 "${P[reason.code]-}" 1 "${P[reason.have]-}" "${P[reason.need]-}"
	same_data "its private data tells reason and numbers" "$data" "$DATA"
}

# -- siw ----------------------------------------------------------------------------------------

siw_read()
{
	packets siw.pcap "iwarp_mpa.req" tcp.srcport tcp.dstport iwarp_mpa.rev iwarp_mpa.rej_flag \
		iwarp_mpa.pdlength iwarp_mpa.privatedata
	MPA_REQS=("${ROWS[@]}")
	packets siw.pcap "iwarp_mpa.rep" tcp.dstport tcp.srcport iwarp_mpa.rev iwarp_mpa.rej_flag \
		iwarp_mpa.pdlength iwarp_mpa.privatedata
	MPA_REPS=("${ROWS[@]}")
}

# With revision 2 the private data begins with IRD and ORD, 14 bits each. $1: the private data
# -> IRD, ORD, REST
mpa_depths()
{
	IRD=$((16#${1:0:4} & 0x3fff))
	ORD=$((16#${1:4:4} & 0x3fff))
	REST=${1:8}
}

siw_request()
{
	local port revision rejected length data
	row_find "${A[local]##*:}" "${MPA_REQS[@]}"
	read -r _ port revision rejected length data <<<"$FOUND"
	mpa_depths "$data"
	same "the MPA request is what the active side says it offered" A offered.responder_resources "$IRD" \
		offered.initiator_depth "$ORD" sent.wire_len $((length - 4))
	is "its revision, port and reject flag" "$((revision)) $((port)) $((rejected))" "2 ${A[remote]##*:} 0"
	same "and what the passive side says was advertised" P advertised.initiator_depth "$IRD" \
		advertised.responder_resources "$ORD" received.wire_len $((length - 4))
	data_of A 1
	is "its private data" "$REST" "$DATA"
}

siw_reply()
{
	local revision rejected length data
	row_find "${A[local]##*:}" "${MPA_REPS[@]}"
	read -r _ _ revision rejected length data <<<"$FOUND"
	mpa_depths "$data"
	same "the MPA reply is what the passive side says was negotiated" P \
		negotiated.responder_resources "$IRD" negotiated.initiator_depth "$ORD" \
		sent.wire_len $((length - 4))
	is "its revision and reject flag" "$((revision)) $((rejected))" "2 0"
	same "and what the active side says was advertised" A advertised.initiator_depth "$IRD" \
		advertised.responder_resources "$ORD"
	data_of P 2
	is "its private data" "$REST" "$DATA"
}

siw_reject()
{
	local rejected data
	row_find "${A[local]##*:}" "${MPA_REPS[@]}"
	read -r _ _ _ rejected _ data <<<"$FOUND"
	mpa_depths "$data"
	is "the MPA reply rejects" "$((rejected))" 1
	data_of P 3 "${P[reason.code]-}" 1 "${P[reason.have]-}" "${P[reason.need]-}"
	is "its private data tells reason and numbers" "$REST" "$DATA"
}

# -----------------------------------------------------------------------------------------------

# $1: rxe or siw, $2: path of the active side's report
handshake()
{
	local name=${2##*/}
	name=${name%.active}
	case_begin "wire, ${name/./, }"
	keys_read A <"$2"
	keys_read P <"${2%.active}.passive"
	"${1}_request"
	case $name in
	*.refused) "${1}_reject" ;;
	*) "${1}_reply" ;;
	esac
}

evidence()
{
	echo "active:  ${A[local]-} -> ${A[remote]-}"
	echo "found:   $FOUND"
}

for provider in rxe siw; do
	"${provider}_read"
	count=0
	for path in "$REPORTS/$provider".*.active; do
		handshake "$provider" "$path"
		count=$((count + 1))
	done
	case_begin "wire, $provider"
	# as many as two-hosts.sh makes
	is "handshakes looked at" "$count" 10
done
finish
