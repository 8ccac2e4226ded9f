#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Addresses: IPv6, link-local, any; and all that can be wrong with one, each with its own words.
#
#   fd0N::1, fe80::...%labM   <----   fd0N::2, fe80::...%labM     a good connection
#   10.N.0.1, no listener     <----   10.N.0.2                    "alive, nobody listens"
#   10.N.0.1, never answers   <----   10.N.0.2                    own timer
#   10.N.0.99, nobody         <----   10.N.0.2                    own timer
#   another network namespace         10.9.0.1                    "no RDMA device owns this address"

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# The link-local address of a network device, from the kernel's table -> LINK_LOCAL
link_local()
{
	local hex scope name
	LINK_LOCAL=""
	while read -r hex _ _ scope _ name; do
		[ "$name$scope" != "${1}20" ] || break
	done </proc/net/if_inet6
	while [ -n "$hex" ]; do
		LINK_LOCAL=${LINK_LOCAL:+$LINK_LOCAL:}${hex:0:4}
		hex=${hex:4}
	done
}

# All three pairs with other addresses. $1: what they are, $2: the listener's, $3: the connector's
pairs_over()
{
	local LISTENER=$2 CONNECTOR=$3
	case_begin "$PROVIDER, $1, kernel to kernel"
	kernel_to_kernel "rr=5 id=2" "rr=3 id=7"
	pair_is_right
	case_begin "$PROVIDER, $1, kernel listens, userspace connects"
	peer_to_kernel "rr=5 id=2" "rr=3 id=7"
	pair_is_right
	case_begin "$PROVIDER, $1, userspace listens, kernel connects"
	kernel_to_peer "rr=3 id=7" "rr=5 id=2"
	pair_is_right
}

ipv6()
{
	pairs_over "IPv6" "$LISTENER6" "$CONNECTOR6"
	like "the report writes IPv6 in brackets" "${A[remote]}" "\\[$LISTENER6\\]:$PORT"
	link_local "$NETDEV"
	pairs_over "IPv6 link-local" "$LINK_LOCAL%$NETDEV" "$LINK_LOCAL%$NETDEV"
	case_begin "$PROVIDER, IPv6 link-local without its interface"
	refuses "listen" -22 "listen: addr=$LINK_LOCAL: a link-local address needs its interface*" \
		listen "addr=$LINK_LOCAL" port=20000
	refuses "connect" -22 "connect: addr=$LINK_LOCAL: a link-local address needs its*" \
		connect "addr=$LINK_LOCAL" port=20000
	refuses "connect from one" -22 "connect: src=$LINK_LOCAL: a link-local address needs its*" \
		connect "addr=$LISTENER6" port=20000 "src=$LINK_LOCAL"
	refuses "an interface that is not there" -22 "listen: addr=*%nosuch0: *%INTERFACE*" \
		listen "addr=$LINK_LOCAL%nosuch0" port=20000
}

# $1: listener of any address of a family, $2: a provider's listener, $3: its connector
any_address_reaches()
{
	local LISTENER=$1
	do_control "listen on $1" listen "addr=$1" "port=$PORT"
	do_control "is reached at $2" connect "addr=$2" "port=$PORT" "src=$3"
	control disconnect conn=all
}

any_addresses()
{
	case_begin "$PROVIDER, any address"
	next_port
	any_address_reaches 0.0.0.0 "$LISTENER" "$CONNECTOR"
	any_address_reaches :: "$LISTENER6" "$CONNECTOR6"
	refuses "the same port again" '-9[89]' "listen: addr=0.0.0.0 port=$PORT: *another listener*" \
		listen addr=0.0.0.0 "port=$PORT"
	control unlisten listener=all
}

nobody_listens()
{
	case_begin "$PROVIDER, nobody listens"
	next_port
	refuses "the sentence" -111 "conn *" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	report A "${R["conn[0].id"]}"
	expect "says that the peer is alive" A outcome=rejected 'findings[0].id=CL013' \
		'findings[0].message~*alive*nobody listens*' '!reason.code'
	case $TRANSPORT in
	roce) expect "by its reject" A status=8 event=RDMA_CM_EVENT_REJECTED ;;
	iwarp) expect "by its refusal" A error=-111 error_call=rdma_connect ;;
	esac
	endpoint "$LISTENER"
	peer_start a connect "$ENDPOINT" "src=$CONNECTOR"
	peer_wait a
	peer_report A a 1
	expect "userspace says the same" A outcome=rejected 'findings[0].id=CL013'
	is "its exit status" "$PEER_STATUS" 1
}

# The connect of these cases must end by its own timer of 1 s: at once would be as wrong as too late.
# $1: description, $2: the address
own_timer_ends()
{
	local start took
	now
	start=$NOW
	refuses "$1: the sentence" -110 "conn *unreachable*own timer*" \
		connect "addr=$2" "port=$PORT" "src=$CONNECTOR" timeout_ms=1000
	now
	took=$((NOW - start))
	[ "$took" -ge 95 ] && [ "$took" -le 600 ] && took=good
	is "$1: ends after about 1 s" "$took" good
	report A "${R["conn[0].id"]}"
	expect "$1: the report" A outcome=unreachable own_timer=true timeout_ms=1000 \
		'findings[0].id=CL010' 'closed_by=own timer'
}

no_answer()
{
	case_begin "$PROVIDER, the peer never answers"
	next_port
	peer_listen p "$LISTENER:$PORT" --misbehave no-accept
	own_timer_ends "no answer to the request" "$LISTENER"
	peer_stop p
	own_timer_ends "nobody has the address" "10.$NET.0.99"
	check "both end" poll_until 15 no_connections
}

# Nothing that is sent arrives, and TCP is told to try only twice: it gives up before the own timer.
tcp_gives_up()
{
	local retries took
	[ "$TRANSPORT" = iwarp ] || return 0
	case_begin "$PROVIDER, TCP gives up"
	if ! tc qdisc add dev lo root netem loss 100% 2>/dev/null; then
		skip "the connect" "this kernel has no netem"
		return
	fi
	retries=$(</proc/sys/net/ipv4/tcp_syn_retries)
	echo 1 >/proc/sys/net/ipv4/tcp_syn_retries
	next_port
	now
	took=$NOW
	refuses "the sentence" -110 "conn *unreachable after *: rdma_connect -110 (ETIMEDOUT)" \
		connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" timeout_ms=60000
	now
	took=$((NOW - took))
	tc qdisc del dev lo root
	echo "$retries" >/proc/sys/net/ipv4/tcp_syn_retries
	[ "$took" -ge 90 ] && [ "$took" -le 2500 ] && took=good
	is "it takes a few seconds" "$took" good
	report A "${R["conn[0].id"]}"
	expect "the report" A outcome=unreachable own_timer=false error=-110 \
		error_call=rdma_connect 'findings[0].id=CL010' 'closed_by=rdma_connect failed'
}

bad_addresses()
{
	case_begin "$PROVIDER, an address of nobody here"
	refuses "listen" '-*' "listen: addr=10.$NET.0.77 port=20000: rdma_bind_addr: *" \
		listen "addr=10.$NET.0.77" port=20000
	refuses "connect from it" -99 "conn *rdma_resolve_addr*EADDRNOTAVAIL*" \
		connect "addr=$LISTENER" port=20000 "src=10.$NET.0.77"
	refuses "connect to where no route leads" -101 "conn *rdma_resolve_addr*ENETUNREACH*" \
		connect addr=192.0.2.1 port=20000
	refuses "two families" -22 "connect: src=$CONNECTOR6 and addr=$LISTENER are of different*" \
		connect "addr=$LISTENER" port=20000 "src=$CONNECTOR6"
	refuses "no address at all" -22 "listen: addr=localhost: neither an IPv4 nor an IPv6*" \
		listen addr=localhost port=20000
}

# Gives a command from within a network namespace. $1: errno, $2: sentence; the rest: the command
refuses_there()
{
	local desc=$1 errno=$2 sentence=$3
	shift 3
	# shellcheck disable=SC2016
	keys_read R < <(nsenter --net=/run/e2e.ns bash -c '{
		echo "$*" 2>/dev/null >&3 || :
		mapfile <&3
		printf %s "${MAPFILE[@]}"
	} 3<>"$0"' "$CMLAB/control" "$@")
	like "$desc: errno" "${R[errno]-none}" "$errno"
	like "$desc: sentence" "${R[error]-}" "$sentence"
}

# The module works for whoever gives the command, where he is.
namespaces()
{
	case_begin "another network namespace"
	: >/run/e2e.ns
	unshare --net=/run/e2e.ns ip link set lo up
	nsenter --net=/run/e2e.ns ip link add d0 type dummy
	nsenter --net=/run/e2e.ns ip address add 10.9.0.1/24 dev d0
	nsenter --net=/run/e2e.ns ip link set d0 up
	refuses_there "listen" -19 "*no RDMA device owns this address in this network namespace*" \
		listen addr=10.9.0.1 port=20000
	refuses_there "an address of the other namespace" '-*' "listen: addr=10.7.0.1*" \
		listen addr=10.7.0.1 port=20000
	refuses_there "connect" -19 "conn *" connect addr=10.9.0.2 port=20000
	report A "${R["conn[0].id"]}"
	expect "the report says it too" A outcome=local_error \
		'findings[0].message~*no RDMA device of this network namespace owns*' \
		'findings[0].advice~*rdma?system*'
	umount /run/e2e.ns
}

check "the module loads" module_load
on_each_provider ipv6 any_addresses nobody_listens no_answer tcp_gives_up bad_addresses
namespaces
unload_and_finish
