#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# One MAD that rxe cannot route puts its QP 1 into the error state, for good: no connection can be
# made by this device any more, until it is made anew.
#
#   10.7.0.1:PORT                           10.7.0.2
#   cmlab-peer listens (librdmacm)   <----  cmlab-peer connects, lab0 goes down and up again
#                                    <----  cmlab-peer connects from 10.7.0.3, a macvlan of lab0 in
#                                           another network namespace

set -eu
# shellcheck source=tests/kernel/lib.sh
. tests/kernel/lib.sh

connects()
{
	client "$LISTENER:$PORT" timeout_ms=6000
	[ "${A[outcome]-}" = established ]
}

connects_not()
{
	! connects
}

address_is_back()
{
	[[ $(ip -o addr show dev "$NETDEV") == *"inet $1/"* ]]
}

# A client that nobody answers repeats its request, here every 4 s, while the link is down.
request_without_a_link()
{
	ip neigh replace 10.7.0.99 lladdr 02:00:00:00:00:99 dev "$NETDEV" nud permanent
	peer_start a connect "10.7.0.99:$PORT" "src=$CONNECTOR" handshake=raw timeout_ms=20000
	check "a request is under way" poll_until 15 cm_connects
	ip link set "$NETDEV" down
	peer_wait a
	peer_report A a 1
	note "the client: ${A[outcome]-no report}, ${A["findings[0].message"]-no finding}"
	ip link set "$NETDEV" up
}

cm_connects()
{
	[[ $(rdma resource show cm_id) == *" CONNECT "* ]]
}

# A client in another network namespace, whose routes rxe does not look at.
request_from_elsewhere()
{
	ip netns add elsewhere
	ip link add mv0 link "$NETDEV" netns elsewhere type macvlan mode bridge
	ip -n elsewhere addr add 10.7.0.3/24 dev mv0
	ip -n elsewhere link set mv0 up
	ip -n elsewhere neigh add "$LISTENER" lladdr "$(<"/sys/class/net/$NETDEV/address")" dev mv0 nud permanent
	timeout "$BOUND" ip netns exec elsewhere cmlab-peer connect "$LISTENER:$PORT" src=10.7.0.3 \
		handshake=raw timeout_ms=6000 --brief >"$TMP/mv.out" 2>&1 || :
	note "the client: $(<"$TMP/mv.out")"
	ip netns delete elsewhere
}

listen()
{
	next_port
	peer_listen "p$PORT" "0.0.0.0:$PORT" handshake=raw --count 0
}

device_anew()
{
	rdma link delete "$DEV"
	rdma link add "$DEV" type rxe netdev "$NETDEV"
	listen
	check "once the device is made anew, a client connects" connects
	peer_stop "p$PORT"
}

provider_select rxe

case_begin "the link goes down and comes up"
listen
check "a client connects before" connects
peer_stop "p$PORT"
request_without_a_link
check "the address is there" poll_until "$BOUND" address_is_back "$LISTENER"
listen
bug "no client connects any more" connects_not
peer_stop "p$PORT"
device_anew

case_begin "a request from another network namespace"
listen
request_from_elsewhere
bug "no client connects any more" connects_not
peer_stop "p$PORT"
device_anew
finish
