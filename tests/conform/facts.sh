#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# In a lab machine: facts of include/cmlab/kernel.h that no handshake of the grid shows, each
# tried without the module. Prints lines of words separated by tabs: fact, its name, what the
# core says, what was seen ("skip" and why).

set -u
OUT=$(mktemp -d /tmp/facts.XXXXXX)

# $1: the fact, $2: what was seen
fact()
{
	printf 'fact\t%s\t%s\t%s\n' "$1" "$(cmlab-conform --fact "$1")" "$2"
}

# $1: a file, waited for
there()
{
	local ticks=0
	until [ -e "$1" ]; do
		ticks=$((ticks + 1))
		[ "$ticks" -lt 200 ] || return 1
		sleep 0.05
	done
}

# Two namespaces joined by a cable, an rxe device in each. 1: their ends do not hear each other.
one_netns()
{
	local n seen=1
	mount -t tmpfs none /run && mkdir /run/netns
	modprobe veth 2>/dev/null
	if ! ip link add cable1 type veth peer name cable2; then
		fact ONE_NETNS "skip: there is no veth"
		return
	fi
	for n in 1 2; do
		ip netns add "ns$n"
		ip link set "cable$n" netns "ns$n"
		ip -n "ns$n" address add "10.9.0.$n/24" dev "cable$n"
		ip -n "ns$n" link set lo up
		ip -n "ns$n" link set "cable$n" up
	done
	for n in 1 2; do
		ip netns exec "ns$n" rdma link add "rxens$n" type rxe netdev "cable$n" || return
	done
	ip netns exec ns1 cmlab-peer listen 10.9.0.1:7000 --ready-file="$OUT/ns" --brief &
	there "$OUT/ns"
	if ip netns exec ns2 cmlab-peer connect 10.9.0.1:7000 timeout_ms=4000 --brief; then
		seen=0
	fi
	kill $! 2>/dev/null
	wait $!
	fact ONE_NETNS "$seen"
}

# A connection over siw that is up, as ib_query_qp shows it to rdma(8). 1: RESET.
siw_no_state()
{
	local states="" now ticks=0
	cmlab-peer listen 10.8.0.1:7001 --ready-file="$OUT/siw" --brief &
	there "$OUT/siw"
	cmlab-peer connect 10.8.0.1:7001 --hold=3 --brief >"$OUT/connect" &
	# A kernel that never says RTS is asked until the connection goes.
	while [ "$states" != RTS ] && [ "$ticks" -lt 40 ]; do
		ticks=$((ticks + 1))
		sleep 0.05
		now=$(rdma resource show qp link siw0 | sed -n 's/.* state \([A-Z]*\).*/\1/p' | sort -u)
		states=${now:-$states}
	done
	wait
	case $states in
	RESET) fact SIW_NO_STATE 1 ;;
	RTS) fact SIW_NO_STATE 0 ;;
	*) fact SIW_NO_STATE "neither RESET nor RTS: ${states:-no queue pair}" ;;
	esac
}

one_netns
siw_no_state
rm -r "$OUT"
