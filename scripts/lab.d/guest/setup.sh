# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Sets up a lab machine: settings, network, RDMA devices.
#
#   one host                                   two hosts
#   lab0 (dummy) 10.7.0.1, .2  fd07::1, ::2    lab0 (wire) 10.7.0.1 <-> 10.7.0.2  fd07::  rxe0
#   lab1 (dummy) 10.8.0.1, .2  fd08::1, ::2    lab1 (wire) 10.8.0.1 <-> 10.8.0.2  fd08::  siw0

# Who this machine is and who its peer is; with one host both ends are this machine's.
host_variables()
{
	LAB_NUMBER=1 LAB_PEER_NUMBER=2 LAB_PEER=b
	if [ "$LAB_HOST" = b ]; then
		LAB_NUMBER=2 LAB_PEER_NUMBER=1 LAB_PEER=a
	fi
	[ "$LAB_HOSTS" = 2 ] || LAB_PEER=$LAB_HOST
	export LAB_NUMBER LAB_PEER_NUMBER LAB_PEER LAB_OUT=/lab/share/out
}

settings()
{
	echo /lab/bin/modprobe >/proc/sys/kernel/modprobe
	echo "$LAB_HOST" >/proc/sys/kernel/hostname
	echo 30 >/proc/sys/kernel/hung_task_timeout_secs
	echo 0 >/proc/sys/net/ipv6/conf/default/accept_dad
	echo 0 >/proc/sys/net/ipv6/conf/all/accept_dad
}

# The debug kernel has everything built in.
modules()
{
	[ "$LAB_SHARE" = hostfs ] ||
		modprobe -a virtio_net dummy rdma_rxe siw rdma_ucm ib_umad ib_uverbs
}

# the addresses of both networks for the hosts given as numbers, as input for ip -batch
addresses()
{
	for number; do
		echo "address add 10.7.0.$number/24 dev lab0"
		echo "address add 10.8.0.$number/24 dev lab1"
		echo "address add fd07::$number/64 dev lab0 nodad"
		echo "address add fd08::$number/64 dev lab1 nodad"
	done
}

# Names the network device that has the MAC address the launcher gave it.
# $1: the address, $2: the name
name_device()
{
	for device in /sys/class/net/*; do
		read -r mac <"$device/address"
		[ "$mac" != "$1" ] || echo "link set dev ${device##*/} name $2"
	done
}

# all of the network's set-up, as input for ip -batch
network()
{
	echo "link set dev lo up"
	if [ "$LAB_HOSTS" = 1 ]; then
		echo "link add lab0 type dummy"
		echo "link add lab1 type dummy"
	else
		name_device "52:54:00:07:00:0$LAB_NUMBER" lab0
		name_device "52:54:00:08:00:0$LAB_NUMBER" lab1
	fi
	echo "link set dev lab0 up"
	echo "link set dev lab1 up"
	if [ "$LAB_HOSTS" = 1 ]; then
		addresses 1 2
	else
		addresses "$LAB_NUMBER"
	fi
}

rdma_links()
{
	echo "link add rxe0 type rxe netdev lab0"
	echo "link add siw0 type siw netdev lab1"
}

# $1: an RDMA device, $2: how many entries its GID table must have, from the first on
port_ready()
{
	port=/sys/class/infiniband/$1/ports/1
	{
		read -r state <"$port/state"
	} 2>/dev/null || return 1
	[ "$state" = "4: ACTIVE" ] || return 1
	entry=0
	while [ "$entry" -lt "$2" ]; do
		{
			read -r gid <"$port/gids/$entry"
		} 2>/dev/null || return 1
		[ "$gid" != 0000:0000:0000:0000:0000:0000:0000:0000 ] || return 1
		entry=$((entry + 1))
	done
}

# Is no address waiting for duplicate address detection (flag 0x40) or refused by it (0x08)?
addresses_ready()
{
	while read -r _ _ _ _ flags _; do
		[ $((0x$flags & 0x48)) -eq 0 ] || return 1
	done </proc/net/if_inet6
}

# rxe has a GID for each address and the link-local one, siw only the one of its MAC address.
network_ready()
{
	port_ready rxe0 $((LAB_HOSTS == 1 ? 5 : 3)) && port_ready siw0 1 && addresses_ready
}

# $1: what failed
setup_failed()
{
	echo "lab: $1"
	rdma link
	ip address
	return 1
}

setup_machine()
{
	host_variables
	settings
	modules || setup_failed "a module that the machine needs does not load" || return
	network >/tmp/lab.network
	ip -batch /tmp/lab.network || setup_failed "the network cannot be set up" || return
	rdma_links >/tmp/lab.rdma
	rdma -b /tmp/lab.rdma || setup_failed "the RDMA devices cannot be made" || return
	ticks=0
	until network_ready; do
		ticks=$((ticks + 1))
		[ "$ticks" -lt 400 ] || setup_failed "the RDMA devices are not ready" || return
		sleep 0.05
	done
	lab-sync lab.ready
}
