// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Events by themselves: those of rdma_cm without a status, and the asynchronous ones of queue
 * pairs, ports and devices.
 */
#include "rows.h"

#define EVENT(name) .kind = CMLAB_SYMPTOM_EVENT, .number = CMLAB_EVENT_##name
#define ASYNC(n)    .kind = CMLAB_SYMPTOM_ASYNC, .number = (n)

/* clang-format off */
const struct cmlab_meaning cmlab_meanings_events[] = {
	{ EVENT(ADDR_ERROR),
	  .means =
		"ADDR_ERROR: the address did not become a device, or the neighbour does not answer. The status says which.",
	  .source = "cma.c:3554-3600; addr.c:614-622",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the peer does not answer ARP or neighbour discovery (status -110)",
		  .tell = "ip neigh; ping", .todo = "mend the link or the address" },
		{ .rank = OFTEN,
		  .cause =
			"no RDMA device of this network namespace owns the source address (status -19)",
		  .tell = "ip route get ADDRESS, then rdma link",
		  .todo = "use an address of an RDMA netdev" } } },
	{ EVENT(ROUTE_ERROR),
	  .means = "ROUTE_ERROR: no path to that address.",
	  .source = "cma.c, cma_query_handler()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "on InfiniBand, the subnet manager did not answer or knows no path",
		  .tell = "sminfo; saquery", .todo = "start it, mend the partition" } } },
	{ EVENT(UNREACHABLE), .roles = AT(ACTIVE),
	  .means =
		"UNREACHABLE: the REQ was not answered, 16 sends long, or on a UD id it was refused (status above 0).",
	  .source = "cma.c:2159-2163, 4192-4199",
	  .causes = {
		{ .rank = OFTEN, .cause = "the path is wrong, or a firewall drops UDP port 4791",
		  .tell =
			"ping between the RDMA addresses; tcpdump udp port 4791 on the other node",
		  .todo = "mend the path", .show = "--transport roce --answer silent" },
		{ .rank = SOMETIMES,
		  .cause = "the node is off or overloaded, or its handler returned -ENOMEM",
		  .tell = "rdma link and the log there",
		    .todo = "accept faster, connect fewer at once",
		  .show = "--transport roce --answer nomem" },
		{ .rank = RARELY,
		  .cause =
			"after ESTABLISHED: the peer's MAC address changed, and rdma_cm ended the connection",
		  .tell = "ip monitor neigh at that moment", .todo = "connect again" } } },
	{ EVENT(UNREACHABLE), .roles = AT(PASSIVE),
	  .means =
		"UNREACHABLE at the passive side: neither an RTU nor data came after the accept, or later the neighbour's address changed.",
	  .source = "cm.c:2100-2102; cma.c:5133-5204",
	  .causes = {
		{ .rank = OFTEN, .cause = "the active node died in the middle, or hears no replies",
		  .tell = "ping it", .todo = "destroy the id" },
		{ .rank = SOMETIMES,
		  .cause = "the peer's MAC address changed while the connection stood",
		  .tell = "ip monitor neigh at that moment",
		  .todo = "let the peer connect again" } } },
	{ EVENT(REJECTED),
	  .means =
		"REJECTED: the other side, or its CM, refused. The status says why: a REJ reason above 0, on iWARP a negative errno.",
	  .source = "cma.c:2200-2208, 2501-2517",
	  .causes = {
		{ .rank = OFTEN, .cause = "nobody listens there (8), or the program refused (28)",
		  .tell = "event->status", .todo = "cmlab why 'REJECTED STATUS'" } } },
	{ EVENT(CONNECT_ERROR),
	  .means = "CONNECT_ERROR: the reply came, and this side could not use it.",
	  .source = "cma.c:2170-2178, 2512-2515",
	  .causes = {
		{ .rank = OFTEN, .cause = "the accept named a depth above this device's limit",
		  .tell = "event->param.conn beside the device's limits",
		  .todo = "have the passive side accept with at most what was offered",
		  .show =
			"--transport roce --active rr=16,id=16 --passive rr=64,id=64 --passive-limits rd=64,init=64",
		  } } },
	{ EVENT(ESTABLISHED),
	  .means =
		"ESTABLISHED: the connection stands. At the passive side it can come after the first data.",
	  .source = "cma.c:2164-2183" },
	{ EVENT(CONNECT_RESPONSE),
	  .means =
		"CONNECT_RESPONSE: the reply came to an id without a queue pair of its own: the program must move it and call rdma_accept(id, NULL) or rdma_establish.",
	  .source = "cma.c:2170-2178",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the queue pair was made with ib_create_qp, not rdma_create_qp",
		  .tell = "id->qp is NULL",
		  .todo = "move it to RTS, then rdma_accept(id, NULL)" } } },
	{ EVENT(DISCONNECTED),
	  .means =
		"DISCONNECTED: one of the two sides ended the connection, or the peer's node broke it off.",
	  .source = "cma.c:2187-2193, 2493-2495",
	  .causes = {
		{ .rank = OFTEN, .cause = "the peer called rdma_disconnect, or its process ended",
		  .tell = "the peer's log", .todo = "call rdma_disconnect too, drain, destroy" },
		{ .rank = SOMETIMES, .cause = "the first error completion made a program give up",
		  .tell = "the first completion with an error on either side",
		  .todo = "cmlab why 'wc STATUS'" },
		{ .rank = RARELY,
		  .cause =
			"a new connection with the same queue pair number took this one down (REJ 10 there)",
		  .tell = "a REJECTED 10 at the other node",
		  .todo = "one queue pair number a connection" } } },
	{ EVENT(DEVICE_REMOVAL),
	  .means = "DEVICE_REMOVAL: the RDMA device goes, and waits until this id is destroyed.",
	  .source = "cma.c:5233-5274",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the driver is unloaded or reset, or the device moves to another namespace",
		  .tell = "the kernel log",
		  .todo = "destroy queue pair and id, or return non-zero from the handler" } } },
	{ EVENT(ADDR_CHANGE),
	  .means = "ADDR_CHANGE: a bond failed over; the connection still uses the old port.",
	  .source = "cma.c:5106-5131",
	  .causes = {
		{ .rank = OFTEN, .cause = "the active member of the bond changed",
		  .tell = "the kernel log; /proc/net/bonding", .todo = "connect again" } } },
	{ EVENT(TIMEWAIT_EXIT),
	  .means =
		"TIMEWAIT_EXIT: the queue pair number of an ended connection may be used again. Never on iWARP.",
	  .source = "cma.c:2154-2155; cm.c:997" },
	{ EVENT(ADDR_RESOLVED),
	  .means =
		"ADDR_RESOLVED: the address became an RDMA device and a neighbour; resolve the route next.",
	  .source = "cma.c:3497" },
	{ EVENT(ROUTE_RESOLVED),
	  .means = "ROUTE_RESOLVED: the path is known; make the queue pair and connect.",
	  .source = "cma.c:3014" },
	{ EVENT(CONNECT_REQUEST),
	  .means =
		"CONNECT_REQUEST: a peer's REQ came to a listener; accept or reject it on the new id.",
	  .source = "cma.c:2391, 2553" },
	{ EVENT(MULTICAST_JOIN),
	  .means = "MULTICAST_JOIN: this id has joined the multicast group.",
	  .source = "cma.c:4804" },
	{ EVENT(MULTICAST_ERROR),
	  .means =
		"MULTICAST_ERROR: the multicast group was not joined, or has gone; the status says why.",
	  .source = "cma.c:4792, 4808" },
	{ EVENT(ADDRINFO_RESOLVED),
	  .means =
		"ADDRINFO_RESOLVED: rdma_resolve_addrinfo found the addresses of a name or service. Kernels from about 6.18.",
	  .source = "7.2, include/rdma/rdma_cm.h:37-40" },
	{ EVENT(ADDRINFO_ERROR),
	  .means =
		"ADDRINFO_ERROR: the name or service has no address that rdma_resolve_addrinfo could find. Kernels from about 6.18.",
	  .source = "7.2, include/rdma/rdma_cm.h:37-40" },
	{ EVENT(USER),
	  .means =
		"USER: a program wrote this event into its own id; the CM gives it no meaning. Kernels from about 6.18.",
	  .source = "7.2, include/rdma/rdma_cm.h:37-40" },
	{ EVENT(INTERNAL),
	  .means =
		"INTERNAL: librdmacm wrote this event for itself; no program should see it. Kernels from about 6.18.",
	  .source = "7.2, include/rdma/rdma_cm.h:37-40" },
	{}
};

const struct cmlab_meaning cmlab_meanings_async[] = {
	{ ASYNC(CMLAB_ASYNC_CQ_ERR),
	  .means = "CQ_ERR: the completion queue overflowed; what it served is in ERR.",
	  .source = "rxe_cq.c:111-121; siw_qp.c:1109, 1171",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "it has fewer entries than all its queue pairs can have in flight",
		  .tell = "cqe beside the sum of max_send_wr and max_recv_wr",
		  .todo = "make it larger, or share it among fewer queue pairs" } } },
	{ ASYNC(CMLAB_ASYNC_QP_FATAL),
	  .means = "QP_FATAL: the queue pair failed in a way that no completion tells.",
	  .source = "siw_qp_rx.c:444, 553, 813; siw_qp_tx.c:1165; core/security.c:160",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "on siw: a send met no posted receive, or a frame did not fit",
		  .tell = "receives posted beside sends of the peer",
		    .todo = "post receives before the connection comes up",
		  .show =
			"--driver siw --active rr=1,id=1 --passive rr=1,id=1 --workload op=send,burst=9,recv_posted=8",
		  },
		{ .rank = SOMETIMES, .cause = "the device failed",
		  .tell = "the kernel log", .todo = "update firmware or driver" } } },
	{ ASYNC(CMLAB_ASYNC_QP_REQ_ERR),
	  .means = "QP_REQ_ERR: the peer's requests break the protocol.",
	  .source = "mlx5/qp.c:342; mlx4/qp.c:241; siw_qp_tx.c:1172",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"more READs at once than this queue pair serves, or an opcode that it does not allow",
		  .tell = "max_dest_rd_atomic here beside max_rd_atomic there",
		  .todo = "agree on the depths" } } },
	{ ASYNC(CMLAB_ASYNC_QP_ACCESS_ERR),
	  .means =
		"QP_ACCESS_ERR: the peer used an rkey, address or right that this side does not give.",
	  .source = "siw_qp_rx.c:484, 596, 844",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "a wrong or invalidated rkey, or READs where no side may read",
		  .tell = "the peer has REM_ACCESS_ERR or REM_INV_REQ_ERR",
		  .todo = "cmlab why 'wc 10'" } } },
	{ ASYNC(CMLAB_ASYNC_COMM_EST),
	  .means = "COMM_EST: data came before the RTU: the connection stands.",
	  .source = "cm.c:4005-4012",
	  .causes = {
		{ .rank = OFTEN, .cause = "the RTU is late or lost",
		  .tell = "the passive side's ESTABLISHED comes later or not at all",
		  .todo = "take data as established; rdma_notify can hold the id for 65 s" } } },
	{ ASYNC(CMLAB_ASYNC_SQ_DRAINED),
	  .means = "SQ_DRAINED: the send queue has come to rest, as was asked.",
	  .source = "rxe_comp.c:489; rxe_req.c:150" },
	{ ASYNC(CMLAB_ASYNC_DEVICE_FATAL),
	  .means = "DEVICE_FATAL: the device failed; every queue pair of it is lost.",
	  .source = "uverbs_std_types_async_fd.c:31",
	  .causes = {
		{ .rank = OFTEN, .cause = "a firmware reset, or the driver was unloaded",
		  .tell = "the kernel log", .todo = "wait for the device, then connect again" } } },
	{ ASYNC(CMLAB_ASYNC_PORT_ACTIVE),
	  .means = "PORT_ACTIVE: the link came up.",
	  .source = "rxe_net.c:551; siw_main.c:443" },
	{ ASYNC(CMLAB_ASYNC_PORT_ERR),
	  .means =
		"PORT_ERR: the link went down. An idle RC connection does not notice; a busy one ends with RETRY_EXC_ERR.",
	  .source = "rxe_net.c:563; siw_main.c:452",
	  .causes = {
		{ .rank = OFTEN, .cause = "cable, switch or ip link set down",
		  .tell = "ip link; rdma link",
		  .todo = "mend the link; on rxe make the device anew if its CM stays dead" } } },
	{ ASYNC(CMLAB_ASYNC_SRQ_ERR),
	  .means = "SRQ_ERR: the shared receive queue failed; every queue pair on it is affected.",
	  .source = "enum ib_event_type, ib_verbs.h",
	  .causes = {
		{ .rank = OFTEN, .cause = "a receive with a buffer that is not valid",
		  .tell = "lkey and range of its receives",
		  .todo = "mend it and make the SRQ anew" } } },
	{ ASYNC(CMLAB_ASYNC_SRQ_LIMIT_REACHED),
	  .means =
		"SRQ_LIMIT_REACHED: the shared receive queue has fewer receives than the limit that was armed.",
	  .source = "rxe_resp.c:344; siw_qp_rx.c:403",
	  .causes = {
		{ .rank = OFTEN, .cause = "messages arrive faster than receives are posted",
		  .tell = "receives posted beside arrivals",
		  .todo = "post more, and arm the limit again" } } },
	{ ASYNC(CMLAB_ASYNC_LAST_WQE_REACHED),
	  .means =
		"QP_LAST_WQE_REACHED: a queue pair on an SRQ in ERR takes no more receives: it may be destroyed.",
	  .source = "verbs.c, ib_drain_rq()" },
	{ ASYNC(CMLAB_ASYNC_GID_CHANGE),
	  .means = "GID_CHANGE: the GID table changed, mostly since an address came or went.",
	  .source = "core/cache.c:130",
	  .causes = {
		{ .rank = OFTEN, .cause = "ip address add or del on the device's netdev",
		  .tell = "ip monitor address",
		  .todo = "connections with that GID must connect again" } } },
	{ ASYNC(CMLAB_ASYNC_LID_CHANGE),
	  .means = "LID_CHANGE: the port has another local identifier.",
	  .source = "siw_main.c:469" },
	{ ASYNC(CMLAB_ASYNC_PKEY_CHANGE),
	  .means = "PKEY_CHANGE: the port's partitions changed.",
	  .source = "core/cache.c:1621" },
	{ ASYNC(CMLAB_ASYNC_SM_CHANGE),
	  .means = "SM_CHANGE: another subnet manager took over.",
	  .source = "core/sa_query.c:2180" },
	{ ASYNC(CMLAB_SYMPTOM_ANY_NUMBER),
	  .means =
		"An event about migration or registration of the port, which ends no connection.",
	  .source = "enum ib_event_type, ib_verbs.h" },
	{}
};

/* clang-format on */
