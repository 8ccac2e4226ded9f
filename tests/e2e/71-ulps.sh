#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The other kinds of connection, and other people's ULPs:
#
#   10.7.0.1                          10.7.0.2
#   module listens ps=udp   <------   module connects ps=udp; udaddy -s
#   udaddy                  <------   module connects ps=udp
#   nvmet-rdma              <------   module connects with the private data of an NVMe host
#   module listens          <------   nvme-rdma, the kernel's own host
#   module listens          <------   ib_send_lat -R
#   module listens srq=1    <------   module connects srq=1
#
# What they put into their rdma_conn_param stands in their sources: drivers/nvme/{host,target}/rdma.c,
# librdmacm/examples/udaddy.c, perftest/src/perftest_communication.c.

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

NVMET=/sys/kernel/config/nvmet

# From here on a connection is new.
mark()
{
	connection_ids
	KNOWN=${IDS[0]:-0}
}

# $1: role -> the newest connection of that role is new and settled, and in P
newest_is_settled()
{
	local id
	connection_ids
	for id in "${IDS[@]}"; do
		[ "$id" -gt "$KNOWN" ] || return 1
		report P "$id"
		[ "${P[role]}" = "$1" ] || continue
		[ "${P[outcome]}" != pending ]
		return
	done
	return 1
}

ud()
{
	case_begin "UD, the module with itself"
	mark
	next_port
	control listen "addr=$LISTENER" "port=$PORT" ps=udp private_data=answer
	do_control "connects" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" ps=udp \
		private_data=question
	report A "${R["conn[0].id"]}"
	poll_until "$BOUND" newest_is_settled passive || :
	expect "the active side is told where to send to" A ps=udp outcome=established \
		event=RDMA_CM_EVENT_ESTABLISHED "advertised.qp_num=${P[qp_num]}" \
		advertised.qkey=19088743 programmed.qkey=19088743 received.wire_len=136 \
		received.user=0x616e73776572 '!advertised.responder_resources' '!findings[0].id'
	expect "the passive side has the question" P ps=udp outcome=established received.wire_len=180 \
		received.user=0x7175657374696f6e "offered.qp_num=${P[qp_num]}" '!advertised.retry_count'
	case_begin "UD, a refusal is seen as UNREACHABLE"
	refuses "raw data are no header" -113 '*' connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" \
		ps=udp handshake=raw
	report A "${R["conn[0].id"]}"
	expect "with a positive status" A outcome=unreachable event=RDMA_CM_EVENT_UNREACHABLE status=2
	refuses "nobody is there" -113 '*' connect "addr=$LISTENER" port=9 "src=$CONNECTOR" ps=udp
	report A "${R["conn[0].id"]}"
	expect "with another status" A outcome=unreachable event=RDMA_CM_EVENT_UNREACHABLE status=1
	control disconnect conn=all
	control unlisten listener=all
}

udaddy_connects()
{
	case_begin "udaddy connects to the module"
	mark
	# it knows no other port
	control listen "addr=$LISTENER" port=7174 ps=udp handshake=raw
	program_start a udaddy -s "$LISTENER" -c 1 -C 1
	check "it is accepted" poll_until "$BOUND" newest_is_settled passive
	expect "over SIDR" P ps=udp outcome=established programmed.qkey=19088743 received.wire_len=180
	control disconnect conn=all
	control unlisten listener=all
	peer_stop a
}

module_to_udaddy()
{
	control connect "addr=$LISTENER" port=7174 "src=$CONNECTOR" ps=udp handshake=raw
}

udaddy_listens()
{
	case_begin "the module connects to udaddy"
	program_start p udaddy -b "$LISTENER" -c 1 -C 1
	check "it answers" poll_until "$BOUND" module_to_udaddy
	report A "${R["conn[0].id"]}"
	expect "with its queue pair" A ps=udp outcome=established advertised.qkey=19088743 \
		'advertised.qp_num>0' received.wire_len=136
	control disconnect conn=all
	peer_stop p
}

srq()
{
	case_begin "SRQ at both ends"
	mark
	next_port
	control listen "addr=$LISTENER" "port=$PORT" srq=1
	do_control "connects" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" srq=1
	report A "${R["conn[0].id"]}"
	poll_until "$BOUND" newest_is_settled passive || :
	expect "the bit says so to the active side" A offered.srq=1 advertised.srq=1 ping_rx=true
	expect "and to the passive side" P offered.srq=1 advertised.srq=1 ping_rx=true
	do_control "one side alone" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	report A "${R["conn[0].id"]}"
	expect "has its own bit" A offered.srq=0 advertised.srq=1 ping_rx=true
	control disconnect conn=all
	control unlisten listener=all
}

# An end that waited for the last receive of an SRQ would wait a minute where nobody tells of it.
# $1: the provider
srq_ends()
{
	provider_select "$1"
	case_begin "$1, SRQ at both ends"
	next_port
	control listen "addr=$LISTENER" "port=$PORT" srq=1
	do_control "connects" connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" srq=1
	report A "${R["conn[0].id"]}"
	expect "carries data" A ping_rx=true ping_tx=true
	control disconnect conn=all
	control unlisten listener=all
	check "ends" poll_until "$BOUND" no_connections
}

# The struct nvme_rdma_cm_req of an admin queue with 32 entries: recfmt 0, qid 0, hrqsize 32, hsqsize 31,
# little-endian, 32 bytes in all.
NVME_REQ=0000000020001f00000000000000000000000000000000000000000000000000

nvme_target_up()
{
	modprobe nvmet-rdma 2>/dev/null || return 1
	# configfs is a module, too, which was not there when the machine started
	[ -d "$NVMET" ] || mount -t configfs configfs /sys/kernel/config
	mkdir "$NVMET/ports/1"
	echo rdma >"$NVMET/ports/1/addr_trtype"
	echo ipv4 >"$NVMET/ports/1/addr_adrfam"
	echo "$LISTENER" >"$NVMET/ports/1/addr_traddr"
	echo 4420 >"$NVMET/ports/1/addr_trsvcid"
	mkdir "$NVMET/subsystems/lab"
	echo 1 >"$NVMET/subsystems/lab/attr_allow_any_host"
	ln -s "$NVMET/subsystems/lab" "$NVMET/ports/1/subsystems/lab"
}

nvme_target_down()
{
	rm "$NVMET/ports/1/subsystems/lab"
	rmdir "$NVMET/subsystems/lab" "$NVMET/ports/1"
}

nvme_target()
{
	case_begin "the module connects to nvmet-rdma"
	if ! nvme_target_up; then
		skip "all of it" "this kernel has no nvmet-rdma"
		return
	fi
	do_control "as an NVMe host does" connect "addr=$LISTENER" port=4420 "src=$CONNECTOR" \
		handshake=raw rr=16 id=4 retry=7 rnr=7 flow=1 "private_data_hex=$NVME_REQ"
	report A "${R["conn[0].id"]}"
	# its accept: initiator_depth min(ours, its limit), responder_resources 0, flow_control 1, rnr 7
	expect "what it accepts with" A outcome=established advertised.initiator_depth=0 \
		advertised.responder_resources=16 advertised.flow_control=1 \
		advertised.rnr_retry_count=7 negotiated.initiator_depth=0 \
		received.wire_len=196 'received.user~0x00002000*'
	refuses "another format of the private data it refuses" -111 '*' connect "addr=$LISTENER" \
		port=4420 "src=$CONNECTOR" handshake=raw private_data_hex=0100
	report A "${R["conn[0].id"]}"
	# struct nvme_rdma_cm_rej: recfmt 0, sts 2, invalid recfmt
	expect "with a status of its own" A outcome=rejected status=28 'received.user~0x00000200*'
	control disconnect conn=all
	nvme_target_down
}

nvme_host()
{
	case_begin "nvme-rdma connects to the module"
	if ! modprobe nvme-rdma 2>/dev/null; then
		skip "all of it" "this kernel has no nvme-rdma"
		return
	fi
	# nobody answers its first command, for which it would wait a minute
	echo 3 >/sys/module/nvme_core/parameters/admin_timeout
	mark
	next_port
	control listen "addr=$LISTENER" "port=$PORT" handshake=raw rr=8 id=8
	program_start a sh -c "echo transport=rdma,traddr=$LISTENER,trsvcid=$PORT,nqn=lab >/dev/nvme-fabrics"
	check "it is accepted" poll_until "$BOUND" newest_is_settled passive
	# (u8)max_qp_rd_atom, initiator_depth 0, retry 7, rnr 7, flow 1, 32 bytes with recfmt 0 and qid 0
	expect "what it asks for" P outcome=established advertised.initiator_depth=128 \
		advertised.responder_resources=0 advertised.retry_count=7 advertised.rnr_retry_count=7 \
		advertised.flow_control=1 received.wire_len=56 'received.user~0x00000000*'
	control disconnect conn=all
	control unlisten listener=all
	check "it gives up" poll_until 90 peer_is_gone a
	peer_stop a
}

perftest()
{
	case_begin "perftest -R connects to the module"
	mark
	next_port
	control listen "addr=$LISTENER" "port=$PORT" handshake=raw rr=8 id=8
	program_start a ib_send_lat -R -F -n 5 -p "$PORT" "$LISTENER"
	check "it is accepted" poll_until "$BOUND" newest_is_settled passive
	expect "what it asks for" P outcome=established 'advertised.retry_count>0' received.wire_len=56
	control disconnect conn=all
	control unlisten listener=all
	peer_stop a
}

moments()
{
	local when active passive
	while read -r when active passive; do
		case_begin "ack_timeout 14, told $when"
		mark
		next_port
		control listen "addr=$LISTENER" "port=$PORT"
		control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" ack_timeout=14 \
			"ack_timeout_when=$when" min_rnr_timer=12
		report A "${R["conn[0].id"]}"
		poll_until "$BOUND" newest_is_settled passive || :
		expect "programs the active side" A "programmed.timeout=$active" programmed.min_rnr_timer=12
		expect "programs the passive side" P "programmed.timeout=$passive" programmed.min_rnr_timer=0
		control disconnect conn=all
		control unlisten listener=all
	done <<-END
		before_route 14 16
		before_handshake 14 $PATH_TIMEOUT
		established $PATH_TIMEOUT $PATH_TIMEOUT
	END
}

raw_values()
{
	case_begin "decide=raw, transitions=cm: above the device's limit"
	mark
	next_port
	control listen "addr=$LISTENER" "port=$PORT" decide=raw transitions=cm handshake=raw rr=4 id=200
	refuses "the accept fails there" -111 '*' connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" \
		decide=raw transitions=cm handshake=raw rr=4 id=4 retry=20 rnr=128
	report A "${R["conn[0].id"]}"
	poll_until "$BOUND" newest_is_settled passive || :
	expect "and is only a rejection here" A outcome=rejected status=28 offered.retry_count=20
	expect "its cause is there" P outcome=local_error error=-22 error_call=rdma_accept \
		advertised.retry_count=7 advertised.rnr_retry_count=7
	control unlisten listener=all
}

check "the module loads" module_load
provider_select rxe
ud
udaddy_connects
udaddy_listens
srq
srq_ends siw
srq_ends rxe
moments
raw_values
perftest
nvme_target
nvme_host
unload_and_finish
