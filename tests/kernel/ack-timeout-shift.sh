#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# An ACK timeout above 40, set by an unprivileged rdma_set_option before the route is resolved, makes
# ib_cm shift by more bits than an int has. Only UBSAN tells; the run ends with its complaint.
#
#   10.7.0.1:PORT                           10.7.0.2
#   cmlab-peer listens (librdmacm)   <----  cmlab-peer connects, RDMA_OPTION_ID_ACK_TIMEOUT

set -eu
# shellcheck source=tests/kernel/lib.sh
. tests/kernel/lib.sh

# What UBSAN has told since it was asked last. -> SHIFTS
shifts()
{
	local lines
	mapfile -t lines < <(dmesg | grep -A1 'UBSAN: shift-out-of-bounds')
	SHIFTS=("${lines[@]:SEEN}")
	SEEN=${#lines[@]}
	[ "${#SHIFTS[@]}" -gt 0 ]
}

# $1: the value
timeout_of()
{
	case_begin "ACK timeout $1"
	client "$LISTENER:$PORT" decide=raw "timeout=$1" timeout_when=before_route timeout_ms=3000
	bug "a shift out of bounds" shifts
	[ "${#SHIFTS[@]}" = 0 ] || note "${SHIFTS[*]}"
}

provider_select rxe
SEEN=0
next_port
peer_listen p "$LISTENER:$PORT" handshake=raw --count 0
# UBSAN tells each place once, so the first value is also the last one
for value in 19 31 32 39 40 41 255; do
	timeout_of "$value"
	[ "${#SHIFTS[@]}" = 0 ] || break
done
peer_stop p
finish
