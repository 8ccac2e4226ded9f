#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# A userspace peer that misbehaves, in everything it can send. After each misdeed the module must
# still make good connections.
#
#   10.N.0.1                              10.N.0.2
#   module listens              <-- REQ   cmlab-peer connects, spoiled private data
#   cmlab-peer listens, spoiled --- REP-> module connects
#                               --- REJ->
#                               --- data: none, garbage; no receives; gone

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# what is done to a header = what the receiver must call it
MISDEEDS="magic=hdr_magic swapped=hdr_swapped version=hdr_version length-short=hdr_length
	length-long=hdr_length reserved=hdr_reserved crc=hdr_crc zero=hdr_absent none=hdr_absent
	garbage=hdr_magic"
# more of the same kinds, for one message: all three go through the same eyes. 256 is a swapped 1.
VARIANTS="version=0=hdr_version version=256=hdr_swapped length-short=0=hdr_length
	length-long=65535=hdr_length kind=255=hdr_kind short=1=hdr_absent garbage=2=hdr_magic
	garbage=3=hdr_magic"
# which they do with any kernel below: once, where memory is watched
[ "${LAB_KERNEL-}" = debug ] || VARIANTS=""
[ -z "${E2E_SAMPLE-}" ] || MISDEEDS="swapped=hdr_swapped crc=hdr_crc none=hdr_absent garbage=hdr_magic"

# What a header that is cut short becomes: zeros fill it up where the transport has a fixed area, and
# then its checksum is wrong. -> SHORT, the name of that
short_of_transport()
{
	case $TRANSPORT in
	roce) SHORT=hdr_crc ;;
	iwarp) SHORT=hdr_short ;;
	esac
}

# The module makes a connection with itself as if nothing had been. $1: port of its listener
still_works()
{
	if control connect "addr=$LISTENER" "port=$1" "src=$CONNECTOR"; then
		report A "${R["conn[0].id"]}"
		expect "afterwards a good connection works" A outcome=established ping_rx=true \
			ping_tx=true
	else
		verdict "afterwards a good connection works" "${R[error]-}"
	fi
	control disconnect conn=all
}

# $1: misdeed, $2: what the module must call it, $3: port of its listener
spoiled_request()
{
	case_begin "$PROVIDER, spoiled request: $1"
	peer_start a connect "$LISTENER:$3" "src=$CONNECTOR" --misbehave "$1"
	peer_wait a
	peer_report A a 1
	report_settled P passive "${A[local]}"
	expect "the module refuses it" P outcome=rejected "reason.name=$2" reason.by=this_side \
		reason.need=32 "received.header=$2" '!received.user' '!peer.max_qp_rd_atom'
	expect "the peer is told" A outcome=rejected "reason.name=$2" reason.by=peer reason.need=32
	still_works "$3"
}

spoiled_requests()
{
	local pair
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	for pair in $MISDEEDS "short=$SHORT" "short=31=$SHORT" kind=hdr_kind $VARIANTS; do
		spoiled_request "${pair%=*}" "${pair##*=}" "$PORT"
	done
	control unlisten listener=all
}

# $1: misdeed, $2: what the module must call it, $3: port of the module's own listener
spoiled_reply()
{
	case_begin "$PROVIDER, spoiled reply: $1"
	kernel_to_peer "--misbehave $1" ""
	expect "the module refuses it" A outcome=rejected "reason.name=$2" reason.by=this_side \
		reason.need=32 "received.header=$2" '!received.user' '!peer.max_qp_rd_atom'
	is "connect's errno" "$RESULT" -111
	if [ "$TRANSPORT" = roce ]; then
		expect "the peer is told" P outcome=rejected "reason.name=$2" reason.by=peer
	fi
	still_works "$3"
}

# $1: misdeed, $2: what the module must call it, $3: port of the module's own listener
spoiled_reject()
{
	# what is no header of ours may be another protocol's reason: its bytes are kept, if there are any
	local bytes='received.user~0x*'
	[ "$2" != hdr_absent ] || bytes='!received.user'
	case_begin "$PROVIDER, spoiled reject: $1"
	kernel_to_peer "rr=9 rr.floor=9 --misbehave $1" "id=2"
	expect "the module takes no reason from it" A outcome=rejected event=RDMA_CM_EVENT_REJECTED \
		"received.header=$2" '!reason.code' "$bytes" 'findings[0].id=CL012'
	still_works "$3"
}

spoiled_answers()
{
	local pair own
	next_port
	own=$PORT
	control listen "addr=$LISTENER" "port=$own"
	for pair in $MISDEEDS "short=$SHORT"; do
		spoiled_reply "${pair%=*}" "${pair##*=}" "$own"
		spoiled_reject "${pair%=*}" "${pair##*=}" "$own"
	done
	spoiled_reply kind hdr_kind "$own"
	# in another message than a reject the reason's bytes are reserved
	spoiled_reject kind hdr_reserved "$own"
	deeds_of_listener "$own"
	control unlisten listener=all
}

# What the module says when the peer has no receive for its ping.
no_receive_at_listener()
{
	case_begin "$PROVIDER, the peer posts no receive"
	kernel_to_peer "rnr=1 --misbehave no-recv" ""
	expect "the connection is made and says no ping came back" A outcome=established ping_rx=false
	if [ "$TRANSPORT" = roce ]; then
		expect "the module tells why it ended" A ping_tx=false 'closed_by~RNR*exceeded'
	fi
}

# Unlike elsewhere it is left to the module to end the connection. -> A
garbage_from_listener()
{
	next_port
	peer_listen p "$LISTENER:$PORT" --misbehave ping-garbage
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" || :
	poll_until "$BOUND" is_closed "${R["conn[0].id"]}" || :
	report A "${R["conn[0].id"]}"
	peer_wait p
}

# $1: port of the module's own listener
deeds_of_listener()
{
	case_begin "$PROVIDER, the peer rejects without data"
	kernel_to_peer "--misbehave reject-empty" ""
	expect "the module says what that means" A outcome=rejected '!reason.code' \
		'findings[0].id=CL012' received.header=hdr_absent
	still_works "$1"

	case_begin "$PROVIDER, the peer's first message is garbage"
	garbage_from_listener
	expect "the module ends it" A outcome=established ping_rx=false \
		"closed_by=the peer's first message is not a ping"
	still_works "$1"

	case_begin "$PROVIDER, the peer never answers the ping"
	kernel_to_peer "--misbehave no-ping" ""
	expect "the connection is made and says so" A outcome=established ping_tx=true ping_rx=false
	still_works "$1"

	no_receive_at_listener
	still_works "$1"
	over_reply "$1"
}

# siw itself refuses such a reply.
over_reply()
{
	case_begin "$PROVIDER, the peer accepts with more than was offered"
	kernel_to_peer "--misbehave over-reply" "rr=4 id=4"
	if [ "$TRANSPORT" = roce ]; then
		expect "the module refuses" A outcome=rejected reason.by=this_side 'reason.name~reply_*'
	else
		expect "the depths stay within the offer" A negotiated.responder_resources=4 \
			negotiated.initiator_depth=4
	fi
	still_works "$1"
}

# $1: number of a connection
is_closed()
{
	report P "$1"
	[ "${P[state]}" = closed ]
}

# $1: misdeed, $2: port of the module's listener; the rest: conditions for the module's report
deed_of_connector()
{
	local deed=$1 port=$2
	shift 2
	case_begin "$PROVIDER, connecting peer: $deed"
	peer_start a connect "$LISTENER:$port" "src=$CONNECTOR" --misbehave "$deed"
	peer_wait a
	peer_report A a 1
	report_settled P passive "${A[local]}" >/dev/null
	poll_until "$BOUND" is_closed "${P[id]}" || :
	expect "the module's end of it" P state=closed "$@"
	still_works "$port"
}

deeds_of_connector()
{
	next_port
	control listen "addr=$LISTENER" "port=$PORT"
	deed_of_connector vanish "$PORT" outcome=established ping_rx=true 'closed_by=disconnected by the peer'
	# on rxe it may come before the RTU, and then there was no established connection
	deed_of_connector ping-garbage "$PORT" \
		"closed_by=the peer's first message is not a ping"
	deed_of_connector no-ping "$PORT" outcome=established ping_rx=false 'closed_by=disconnected by the peer'
	deed_of_connector no-recv "$PORT" 'closed_by~?*'
	control unlisten listener=all
}

sample_with siw
check "the module loads" module_load
on_each_provider short_of_transport spoiled_requests spoiled_answers deeds_of_connector
unload_and_finish
