// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * REJ reasons and SIDR statuses: who sends them, and who sees them. Of all the reasons that
 * the specification has, Linux's CM sends six by itself (cm.c:1081, 1092, 1969, 2019, 2036,
 * 2185, 2203, 2540); userspace may send 28 and 35 only (ucma.c:1168-1177).
 */
#include "rows.h"

/* clang-format off */
const struct cmlab_meaning cmlab_meanings_rejects[] = {
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_CONSUMER_DEFINED, .roles = AT(ACTIVE),
	  .means =
		"REJ 28, consumer defined: the passive side's program, or the CM on its behalf, refused the request.",
	  .source = "cma.c:4658, 4715-4743; cm.c:1092-1105",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the program called rdma_reject; its own reason is in the private data, of which 148 bytes are shown whatever was sent",
		  .tell = "the private data of the event: not all zero",
		  .todo = "decode those bytes with the protocol of that program",
		  .show = "--transport roce --answer reject --reject-len 4" },
		{ .rank = OFTEN,
		  .cause =
			"its rdma_accept failed, often for a depth above its device's limit, and rdma_cm sent the REJ",
		  .tell =
			"the private data are all zero; the passive side's log has the errno of rdma_accept",
		  .todo = "accept with the smaller of the own limit and what the request offered",
		  .show =
			"--transport roce --active rr=8,id=8 --passive rr=8,id=8 --passive-limits rd=4,init=4",
		  },
		{ .rank = SOMETIMES,
		  .cause =
			"its handler returned an error: no memory for a queue pair, a full table, a request that it does not understand",
		  .tell = "the private data are all zero; the log of the passive side",
		  .todo = "have it reject with a reason instead of returning an error",
		  .show = "--transport roce --answer fail" },
		{ .rank = RARELY,
		  .cause = "the process or module ended while the request waited for it",
		  .tell = "is the program still there, and since when",
		  .todo = "connect again" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_CONSUMER_DEFINED, .roles = AT(PASSIVE),
	  .means =
		"REJ 28 at the passive side: the active side took the reply back after rdma_accept had returned 0.",
	  .source = "cma.c:2103-2109; cm.c:1098-1105",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"its queue pair could not take the accept's numbers: a depth above its device's limit, or an ACK timeout above 31",
		  .tell = "the active side has CONNECT_ERROR with an errno",
		  .todo = "accept with at most what the request offered",
		  .show =
			"--transport roce --active rr=16,id=16 --passive rr=64,id=64 --passive-limits rd=64,init=64",
		  },
		{ .rank = SOMETIMES,
		  .cause = "its program looked at the reply and refused it",
		  .tell = "the private data of the REJECTED event",
		  .todo = "decode them with the protocol of that program" },
		{ .rank = SOMETIMES,
		  .cause = "its program gave up and destroyed the id between the reply and the RTU",
		  .tell = "the log of the active side; a connect timer of its own",
		  .todo = "answer sooner, or give it a longer timer" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_INVALID_SERVICE_ID,
	  .means =
		"REJ 8, invalid service id: the node is alive, and no program listens on that port.",
	  .source = "cm.c:2029-2038",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the listener is not started, has ended, or has another port",
		  .tell =
			"rdma resource show cm_id on the other node: is there a listener with that port",
		  .todo = "start it, or correct the port",
		  .show = "--transport roce --answer absent" },
		{ .rank = SOMETIMES,
		  .cause =
			"it listens in another port space (TCP against UDP or IB), address family, network namespace or on another device",
		  .tell = "rdma resource show cm_id -dd there: ps, address and device",
		  .todo =
			"bind the listener to the wildcard address, in the namespace of its device",
		  },
		{ .rank = RARELY,
		  .cause = "a kernel program gave 8 to rdma_reject as a number of its own",
		  .tell = "private data that are not zero: the CM's own REJ 8 has none",
		  .todo = "use 28 and put the reason into the private data",
		  .show = "--transport roce --answer reject --reject-reason 8 --reject-len 4" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_STALE_CONN, .roles = AT(ACTIVE),
	  .means =
		"REJ 10, stale connection: the passive node still holds an older connection of the same queue pair number of this node, or has it in time-wait.",
	  .source = "cm.c:1967-1971, 2010-2026",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"this node was restarted without disconnecting, and its queue pair numbers begin again",
		  .tell =
			"rdma resource show qp on the passive node: a queue pair with that remote number (rqpn)",
		  .todo =
			"connect again with a new id and queue pair; the REQ has made the other node drop the old one",
		  .show = "--transport roce --answer stale" },
		{ .rank = SOMETIMES,
		  .cause =
			"the queue pair number was used again before the old connection's time-wait was over",
		  .tell =
			"how long ago the old connection ended: the time-wait is 2.1 s by default on RoCE, 0.5 s from Linux 6.2 on",
		  .todo = "retry after the time-wait, each time with a new queue pair" },
		{ .rank = RARELY,
		  .cause =
			"two nodes have the same node GUID, as virtual machines of one image can: their numbers collide",
		  .tell = "ibv_devinfo on both nodes: node_guid",
		  .todo = "give each its own GUID" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_STALE_CONN, .roles = AT(PASSIVE),
	  .means =
		"REJ 10 at the passive side, after rdma_accept returned 0: the accept named a queue pair number that the connecting node still holds for an older connection.",
	  .source = "cm.c:2530-2551",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"this node was restarted without disconnecting, and its queue pair numbers begin again",
		  .tell =
			"rdma resource show qp on the connecting node: a queue pair with that remote number (rqpn)",
		  .todo = "let it connect again: its CM has sent the old connection a DREQ" },
		{ .rank = SOMETIMES,
		  .cause =
			"this program accepts two requests with one qp_num: the second takes the first connection down",
		  .tell =
			"the qp_num of both accepts; the older connection gets DISCONNECTED at the same moment",
		  .todo = "one queue pair a connection" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_TIMEOUT, .roles = AT(PASSIVE),
	  .means =
		"REJ 4, timeout, at the passive side: the active side gave up and destroyed its id while the request was waiting for an answer.",
	  .source = "cm.c:1077-1085",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the connect timer of its program is shorter than the time that this side took",
		  .tell =
			"the time from CONNECT_REQUEST to here, beside the connect timeout of that program",
		  .todo = "accept or reject at once, and set up afterwards what takes long" },
		{ .rank = SOMETIMES,
		  .cause = "its program was ended",
		  .tell = "the log of the active side",
		  .todo =
			"nothing here: rdma_cm destroys the id if the handler returns non-zero",
		  } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_TIMEOUT, .fallback = true,
	  .means = "REJ 4, timeout: the other side's CM gave up waiting.",
	  .source = "cm.c:1077-1085" },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_INVALID_GID,
	  .means =
		"REJ 12, invalid GID: the passive node's CM heard the REQ, and found no way back along the path that it names.",
	  .source = "cm.c:510-549, 2176-2191",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"on RoCE, the passive node has no route or neighbour entry to the connecting address, or its GID is gone",
		  .tell =
			"on the passive node: ip route get and ping to the connecting address; rdma link",
		  .todo = "mend routing, then connect again with a new id",
		},
		{ .rank = SOMETIMES,
		  .cause = "on InfiniBand, the passive port lacks the partition key of the path",
		  .tell = "the port's pkeys in /sys/class/infiniband/*/ports/*/pkeys at both ends",
		  .todo = "put both ports into one partition" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_INVALID_ALT_GID,
	  .means =
		"REJ 18, invalid alternate GID: the alternate path of the REQ does not exist at the passive node.",
	  .source = "cm.c:2199-2206",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the fabric offers a second path, which the passive node cannot use",
		  .tell = "the path records of both ports",
		  .todo = "connect without an alternate path" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_INSUFFICIENT_RESP,
	  .means =
		"REJ 27, insufficient responder resources: no part of Linux ever sends it; depths above a limit end in 28 instead.",
	  .source = "a search of 6.1 for IB_CM_REJ_INSUFFICIENT_RESP_RESOURCES: string tables only",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"a kernel program, another operating system or a device's own CM refused the depths",
		  .tell = "what runs at the other end",
		  .todo = "ask for a smaller initiator_depth" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_REJ_VENDOR_OPTION,
	  .means =
		"REJ 35, vendor option not supported: the program at the other end refuses the enhanced connection establishment (ECE) options of the request.",
	  .source = "ucma.c:1172-1175",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "devices of different vendors or generations, with ECE in use",
		  .tell = "ibv_devinfo at both ends: vendor_id",
		  .todo = "connect without ECE options" } } },
	{ .kind = CMLAB_SYMPTOM_REJ, .number = CMLAB_SYMPTOM_ANY_NUMBER,
	  .means = "No part of Linux's CM sends this reason by itself.",
	  .source = "cm.c, every use of IB_CM_REJ_; ucma.c:1168-1177",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"a kernel program gave this number to rdma_reject (programs in userspace may send 28 and 35 only), or the peer is no Linux",
		  .tell = "what listens there: rdma resource show cm_id on the other node",
		  .todo =
			"look it up in that program; rdma_consumer_reject_data() hides the private data, since the reason is not 28",
		  } } },

	{ .kind = CMLAB_SYMPTOM_SIDR, .number = CMLAB_SIDR_UNSUPPORTED, .event = AS(UNREACHABLE),
	  .means =
		"SIDR status 1, unsupported: the node is alive, and nobody listens on that port for UD. It comes as UNREACHABLE.",
	  .source = "cm.c:3606-3613; cma.c:4192-4199",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "no listener in the port space UDP",
		  .tell = "rdma resource show cm_id on the other node",
		  .todo = "start it, or use the port space of the listener that is there",
		  .show = "--transport roce --ps udp --answer absent" } } },
	{ .kind = CMLAB_SYMPTOM_SIDR, .number = CMLAB_SIDR_REJECT, .event = AS(UNREACHABLE),
	  .means =
		"SIDR status 2, reject: the program at the other end refused the UD request. It comes as UNREACHABLE, and the reason that was given to rdma_reject is dropped.",
	  .source = "cma.c:4192-4199, 4726-4728; cm.c:1071-1077",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"its program called rdma_reject; a reason can only be in the private data, 136 bytes",
		  .tell = "the private data of the event, in param.ud",
		  .todo = "decode them with the protocol of that program",
		  .show = "--transport roce --ps udp --answer reject" },
		{ .rank = SOMETIMES,
		  .cause = "its handler returned an error, or it ended",
		  .tell = "the private data are all zero",
		  .todo = "look at the log of the other node" } } },
	{ .kind = CMLAB_SYMPTOM_SIDR, .number = CMLAB_SYMPTOM_ANY_NUMBER,
	  .means = "Linux's CM sends the SIDR statuses 1 and 2 only.",
	  .source = "cm.c:1074, 3611; cma.c:4727" },
	{}
};

/* clang-format on */
