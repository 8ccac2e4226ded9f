// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Statuses of work completions (enum ib_wc_status, ib_verbs.h). After the first one that is
 * neither success nor a flush the queue pair is in ERR, and all the rest is flushed: the first
 * one tells.
 */
#include "rows.h"

#define WC(n) .kind = CMLAB_SYMPTOM_WC, .number = (n)

/* clang-format off */
const struct cmlab_meaning cmlab_meanings_completions[] = {
	{ WC(CMLAB_WC_RETRY_EXC),
	  .means = "RETRY_EXC_ERR: the peer acknowledged nothing, for retry_cnt + 1 ACK timeouts.",
	  .source = "rxe_comp.c:703-727; IBTA 9.9.2.1",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"right after connecting: the way of the data differs from that of the CM's messages (GID, VLAN, priority or MTU), so not one byte ever arrived",
		  .tell =
			"was any work request of this queue pair ever completed with success; do jumbo frames pass: ping -M do -s 4068",
		  .todo = "mend path and MTU before retry counts",
		  .show =
			"--transport roce --driver mlx5 --active retry=7,rr=1 --passive rnr=7,id=1",
		  },
		{ .rank = OFTEN,
		  .cause =
			"after working for a while: the peer's node or process died, or its queue pair went to ERR",
		  .tell = "the peer's log: its own completions, a QP event, a DISCONNECTED",
		  .todo = "look there for the first error" },
		{ .rank = SOMETIMES,
		  .cause =
			"under load: packets are lost for longer than the retries last; RoCE without PFC or ECN",
		  .tell =
			"local_ack_timeout_err, packet_seq_err, out_of_sequence in hw_counters; drops in ethtool -S",
		  .todo =
			"connect with retry_count 7 and a larger ACK timeout (rdma_set_ack_timeout); mend flow control",
		  .show =
			"--driver mlx5 --active retry=1,rr=1,ack_timeout=14,ack_timeout_when=before_route --passive rnr=7,id=1",
		  },
		{ .rank = RARELY,
		  .cause =
			"the two ends have different path MTUs: small messages pass, large ones do not",
		  .tell = "path_mtu of both queue pairs, the netdevs' mtu",
		  .todo = "use one MTU" } } },
	{ WC(CMLAB_WC_RNR_RETRY_EXC),
	  .means =
		"RNR_RETRY_EXC_ERR: the peer had no receive posted, rnr_retry + 1 times in a row. The count is the one that the peer gave.",
	  .source = "rxe_comp.c:730-753; cma.c:4354, 4531; cm.c:2113, 2565",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the peer posts its receives after the connection is up, and says rnr_retry_count 0",
		  .tell =
			"rnr_retry of this queue pair: 0 means that the first early send is fatal",
		  .todo =
			"have the peer post receives before rdma_accept or rdma_connect, and say rnr_retry_count 7",
		  .show =
			"--driver mlx5 --active rr=1,rnr=7 --passive id=1,rnr=0 --workload op=send,depth=1,recv_posted=0",
		  },
		{ .rank = OFTEN,
		  .cause =
			"this side sends more than the peer's credits: bursts beyond the receives posted",
		  .tell =
			"sends in flight beside the peer's receive queue; rnr_nak_retry_err in hw_counters",
		  .todo = "count credits, or let the peer post more",
		  .show =
			"--driver mlx5 --active rr=1,rnr=3 --passive id=1,rnr=3 --workload op=send,burst=9,recv_posted=8",
		  },
		{ .rank = SOMETIMES,
		  .cause =
			"the peer is slow, and min_rnr_timer times the count is shorter than its pause",
		  .tell = "min_rnr_timer of the peer's queue pair; how long the peer was busy",
		  .todo =
			"rnr_retry_count 7 waits for ever; or a larger min_rnr_timer at the peer",
		  } } },
	{ WC(CMLAB_WC_REM_INV_REQ),
	  .means =
		"REM_INV_REQ_ERR: the peer's device refused the request itself (NAK invalid request); both queue pairs are in ERR.",
	  .source = "rxe_resp.c:264-270, 395-404, 1370-1376; rxe_comp.c:316-318",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"a READ or atomic that the peer's queue pair may not serve: no REMOTE_READ, since the other side's initiator_depth was 0 in the request",
		  .tell = "qp_access_flags and max_dest_rd_atomic of the peer's queue pair",
		  .todo =
			"connect with an initiator_depth above 0, accept with responder_resources above 0",
		  .show =
			"--driver rxe --active rr=4,id=0 --passive rr=5,id=4 --workload op=read",
		  },
		{ .rank = OFTEN,
		  .cause = "more READs in flight than the peer's max_dest_rd_atomic",
		  .tell = "max_rd_atomic here beside max_dest_rd_atomic there",
		  .todo = "let initiator_depth here be at most responder_resources there" },
		{ .rank = SOMETIMES,
		  .cause = "a message longer than the receive that it met",
		  .tell = "byte length of the send beside the receive's; the peer has LOC_LEN_ERR",
		  .todo = "post larger receives" },
		{ .rank = SOMETIMES,
		  .cause = "on rxe: responder_resources of 129 to 255, which are stored as 0",
		  .tell = "max_dest_rd_atomic of the peer's queue pair",
		  .todo = "stay at or below 128",
		  .show =
			"--driver rxe --active rr=200,id=200 --passive rr=200,id=1 --workload op=read",
		  } } },
	{ WC(CMLAB_WC_REM_ACCESS),
	  .means = "REM_ACCESS_ERR: the peer's device refused the address: rkey, range or rights.",
	  .source = "rxe_resp.c:430-520, 1396-1406",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the rkey is wrong, was invalidated already, or has another byte order",
		  .tell = "the rkey as sent by the peer and as used here",
		  .todo =
			"exchange it in big-endian order; use it before the peer invalidates it",
		  },
		{ .rank = OFTEN,
		  .cause = "address and length leave the region",
		  .tell = "address + length beside the region's",
		  .todo = "check the length before posting" },
		{ .rank = SOMETIMES,
		  .cause = "the region lacks REMOTE_READ or REMOTE_WRITE",
		  .tell = "the access flags of the registration",
		  .todo = "register it with the rights that the operation needs" } } },
	{ WC(CMLAB_WC_REM_OP),
	  .means = "REM_OP_ERR: the peer's device could not finish the request.",
	  .source = "rxe_comp.c:324-331",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the peer's receive was too small or its buffer not valid",
		  .tell = "the peer's completion: LOC_LEN_ERR or LOC_PROT_ERR",
		  .todo = "mend it there" } } },
	{ WC(CMLAB_WC_WR_FLUSH),
	  .means = "WR_FLUSH_ERR: the queue pair was in ERR already. This one is not the cause.",
	  .source = "IBTA 10.3.1; rxe_req.c:650",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the connection was ended: rdma_disconnect, or the peer's",
		  .tell = "a DISCONNECTED event at the same time",
		  .todo = "nothing, if it was meant" },
		{ .rank = OFTEN,
		  .cause = "an earlier completion, on either end, was the first with an error",
		  .tell =
			"the first completion of this queue pair that is neither success nor a flush; else the peer's",
		  .todo = "cmlab why 'wc STATUS' with that one" },
		{ .rank = SOMETIMES,
		  .cause = "the handshake failed: rdma_cm moves the queue pair to ERR on REJECTED",
		  .tell = "a REJECTED or UNREACHABLE event",
		  .todo = "cmlab why with that event" } } },
	{ WC(CMLAB_WC_LOC_LEN),
	  .means = "LOC_LEN_ERR: a message is longer than the buffer of this side's request.",
	  .source = "IBTA 11.6.2; siw_cq.c:32",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the receive is smaller than what the peer sends",
		  .tell = "the length of the receive",
		  .todo = "agree on a size in the private data" } } },
	{ WC(CMLAB_WC_LOC_QP_OP),
	  .means = "LOC_QP_OP_ERR: this side's device could not carry the request out.",
	  .source = "rxe_req.c:582-602, 694-811",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"an opcode that the queue pair does not have, or a registration or invalidation that does not fit",
		  .tell = "the opcode and flags of the request",
		  .todo = "look at this request" } } },
	{ WC(CMLAB_WC_LOC_PROT),
	  .means = "LOC_PROT_ERR: the local buffer is not valid: lkey, range or rights.",
	  .source = "rxe_comp.c:356, 378; rxe_req.c:792",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the lkey is wrong or the region was deregistered, or it lacks LOCAL_WRITE for a READ or receive",
		  .tell = "lkey, address and length of each SGE",
		  .todo =
			"register with LOCAL_WRITE, and deregister after the completion only",
		  } } },
	{ WC(CMLAB_WC_MW_BIND),
	  .means = "MW_BIND_ERR: binding a memory window failed.",
	  .source = "rxe_req.c:589-596",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"window, region and queue pair do not belong together, or the region forbids windows",
		  .tell = "the PD of each; IB_ACCESS_MW_BIND",
		  .todo = "register the region with MW_BIND" } } },
	{ WC(CMLAB_WC_BAD_RESP),
	  .means = "BAD_RESP_ERR: the peer answered with something that no request asked for.",
	  .source = "IBTA 11.6.2; siw_cq.c:36",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"a defect of a device or driver, or packets of an older connection with the same number",
		  .tell = "does it come again with a new queue pair",
		  .todo = "update firmware or driver" } } },
	{ WC(CMLAB_WC_LOC_ACCESS),
	  .means =
		"LOC_ACCESS_ERR: the peer wrote with immediate or by RDMA where this side does not allow it.",
	  .source = "IBTA 11.6.2; siw_cq.c:37",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "a protection fault of the peer's request, told at this side",
		  .tell = "the peer's completion: REM_ACCESS_ERR",
		  .todo = "cmlab why 'wc 10'" } } },
	{ WC(CMLAB_WC_REM_ABORT),
	  .means = "REM_ABORT_ERR: the peer's device ended the operation.",
	  .source = "IBTA 11.6.2",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the peer's queue pair was reset or destroyed in the middle",
		  .tell = "the peer's log",
		  .todo = "look there" } } },
	{ WC(CMLAB_WC_FATAL),
	  .means = "FATAL_ERR: the device or driver failed.",
	  .source = "rxe_comp.c:270",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the device was reset or removed",
		  .tell = "a DEVICE_FATAL event; the kernel log",
		  .todo = "connect again when it is back" } } },
	{ WC(CMLAB_WC_RESP_TIMEOUT),
	  .means =
		"RESP_TIMEOUT_ERR: a reliable datagram was not answered, or a MAD's response did not come.",
	  .source = "mad.c, timeout_sends()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the peer of a management datagram is silent",
		  .tell = "the subnet manager; the peer's link",
		  .todo = "look at the fabric" } } },
	{ WC(CMLAB_WC_GENERAL),
	  .means = "GENERAL_ERR: the driver names no other status.",
	  .source = "siw_cq.c:40",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "on siw: the TCP connection broke, or the peer sent TERMINATE",
		  .tell = "the peer's log; a capture of the TCP port",
		  .todo = "look for the peer's first error" } } },
	{ WC(CMLAB_SYMPTOM_ANY_NUMBER),
	  .means =
		"A status of reliable datagram or of end-to-end contexts, which no driver of Linux uses, or none at all.",
	  .source = "enum ib_wc_status, ib_verbs.h" },
	{}
};

/* clang-format on */
