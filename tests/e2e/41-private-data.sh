#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# User bytes in the private data: they arrive byte for byte, at every length up to the budget of the
# message, and one byte more is refused before the call.
#
#   bytes that fit         with cmlab's header   raw
#   rxe   REQ / REP              24 / 164       56 / 196
#   siw   REQ / REP             219 / 219      251 / 251

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

HEADER=32

# $1: how many, $2: a number to start from -> BYTES in hex, no two neighbours alike, none of them 0 at
# the ends, where padding would hide it
bytes_make()
{
	local i text=""
	for ((i = 0; i < $1; i++)); do
		printf -v text '%s%02x' "$text" $(((i * 7 + $2) % 255 + 1))
	done
	BYTES=$text
}

# A "private_data_hex" key of so many bytes, or nothing. $1: how many, $2: as above -> KEY
key_make()
{
	KEY="" BYTES=""
	[ "$1" -gt 0 ] || return 0
	bytes_make "$1" "$2"
	KEY="private_data_hex=$BYTES"
}

# What a report says of user bytes: with raw, all of the area that the transport delivers.
# $1: the array, $2: how many were sent, $3: the bytes, $4: the area of the message, $5: handshake
arrived()
{
	local area=$4 user=$3
	if [ "$5" = raw ]; then
		[ "$TRANSPORT" = roce ] || area=$2
		printf -v user '%s%0*d' "$3" $((2 * (area - $2))) 0
		[ "$area" -gt "$2" ] || user=$3
		expect "$1 got the $2 bytes, and the transport's padding" "$1" \
			"received.wire_len=$area" "received.user=${user:+0x$user}"
		return
	fi
	[ "$TRANSPORT" = roce ] || area=$((HEADER + $2))
	expect "$1 got the $2 bytes" "$1" "received.user_len=$2" "received.user=${user:+0x$user}" \
		"received.declared_len=$((HEADER + $2))" "received.wire_len=$area"
}

# $1: what runs the handshake, $2: handshake, $3: bytes in the request, $4: bytes in the reply
lengths_arrive()
{
	local request_key request reply
	case_begin "$PROVIDER, $2, $1, $3 bytes in the request and $4 in the reply"
	key_make "$3" 3
	request_key=$KEY request=$BYTES
	key_make "$4" 101
	reply=$BYTES
	case $1 in
	kernel_to_peer) kernel_to_peer "handshake=$2 $KEY" "handshake=$2 $request_key" ;;
	*) "$1" "handshake=$2 $request_key" "handshake=$2 $KEY" ;;
	esac
	expect "the connection is made" A outcome=established "sent.user_len=$3"
	expect "at both ends" P outcome=established "sent.user_len=$4"
	arrived P "$3" "$request" "$REQ_ROOM" "$2"
	arrived A "$4" "$reply" "$REP_ROOM" "$2"
}

# $1: handshake, $2: room for the user's bytes in a request, $3: in a reply
all_lengths()
{
	lengths_arrive kernel_to_kernel "$1" "$2" "$3"
	lengths_arrive peer_to_kernel "$1" "$2" "$3"
	lengths_arrive kernel_to_peer "$1" "$2" "$3"
	lengths_arrive kernel_to_kernel "$1" 1 $(($3 - 1))
	lengths_arrive kernel_to_kernel "$1" 0 0
}

# One byte over: $1: handshake, $2: room for the user's bytes in a request, $3: in a reply, $4: what
# else is in the message
one_too_many()
{
	case_begin "$PROVIDER, $1, one byte over the request's room"
	key_make $(($2 + 1)) 9
	kernel_to_kernel "handshake=$1 $KEY" "handshake=$1"
	expect "is refused before the call" A outcome=local_error reason.name=field_range \
		reason.field=private_data_len "reason.have=$(($2 + 1 + $4))" "reason.need=$REQ_ROOM"
	is "nothing reaches the peer" "${#P[@]}" 0

	case_begin "$PROVIDER, $1, one byte over the reply's room"
	key_make $(($3 + 1)) 9
	kernel_to_kernel "handshake=$1" "handshake=$1 $KEY"
	expect "the listener refuses" P outcome=rejected reason.name=field_range \
		reason.field=private_data_len "reason.have=$(($3 + 1 + $4))" "reason.need=$REP_ROOM"
	expect "and the other side sees a reject" A outcome=rejected event=RDMA_CM_EVENT_REJECTED
}

# Text of a user is the same as its bytes.
as_text()
{
	case_begin "$PROVIDER, private_data as text"
	kernel_to_kernel "private_data=hello,=world" "private_data=~!"
	expect "arrives as its bytes" P received.user=0x68656c6c6f2c3d776f726c64
	expect "both ways" A received.user=0x7e21
}

too_long_for_any()
{
	case_begin "$PROVIDER, more than any message carries"
	key_make 224 1
	refuses "with a header" -34 "connect: private_data: 224 bytes: 0..223 with handshake=header*" \
		connect "addr=$LISTENER" port=20000 "$KEY"
	key_make 256 1
	refuses "without one" -34 "connect: private_data_hex=*: 256 bytes: 0..255" \
		connect "addr=$LISTENER" port=20000 handshake=raw "$KEY"
}

check "the module loads" module_load
for provider in $PROVIDERS; do
	provider_select "$provider"
	all_lengths header $((REQ_ROOM - HEADER)) $((REP_ROOM - HEADER))
	all_lengths raw "$REQ_ROOM" "$REP_ROOM"
	one_too_many header $((REQ_ROOM - HEADER)) $((REP_ROOM - HEADER)) "$HEADER"
	one_too_many raw "$REQ_ROOM" "$REP_ROOM" 0
	as_text
	too_long_for_any
done
unload_and_finish
