// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A negative errno as the status of an event, by transport and driver. On iWARP rdma_cm makes
 * REJECTED of -ECONNRESET and -ECONNREFUSED, UNREACHABLE of -ETIMEDOUT, and CONNECT_ERROR of
 * all others (cma.c:2501-2517).
 */
#include "rows.h"

#define STATUS(name, err) .kind = CMLAB_SYMPTOM_ERRNO, .event = AS(name), .number = -(err)

/* clang-format off */
const struct cmlab_meaning cmlab_meanings_statuses[] = {
	{ STATUS(ADDR_ERROR, ENODEV),
	  .means =
		"ADDR_ERROR -19: the address resolved, and no RDMA device of this network namespace owns its source address.",
	  .source = "cma.c:3554-3600, 735-782",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "no RDMA device of this network namespace owns the source address of the route",
		  .tell = "ip route get ADDRESS, then rdma link: is that netdev in the list",
		  .todo = "see rdma link, and rdma system for the mode (shared or exclusive)" },
		{ .rank = OFTEN,
		  .cause =
			"in a container: the netdev is here, and its RDMA device belongs to another network namespace",
		  .tell = "rdma system: the mode is exclusive and rdma link shows nothing",
		  .todo = "move the device with rdma dev set NAME netns, or use the mode shared" },
		{ .rank = SOMETIMES,
		  .cause = "the port is down, or its GID is not there yet",
		  .tell = "rdma link: state ACTIVE",
		  .todo = "wait until the port is active" } } },
	{ STATUS(ADDR_ERROR, ETIMEDOUT),
	  .means =
		"ADDR_ERROR -110: the peer's link-layer address did not resolve in the time given to rdma_resolve_addr.",
	  .source = "addr.c:614-622",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the peer does not answer ARP or neighbour discovery: it is off, in another VLAN, or the address is wrong",
		  .tell = "ip neigh: FAILED or INCOMPLETE; ping",
		  .todo = "mend the link or the address" },
		{ .rank = RARELY,
		  .cause = "the timeout is shorter than a neighbour takes to answer",
		  .tell = "the timeout; ping the peer first, then try again",
		  .todo = "give it 2 s" } } },
	{ STATUS(ADDR_ERROR, EHOSTUNREACH),
	  .means = "ADDR_ERROR -113: the neighbour is known not to answer.",
	  .source = "addr.c:614-622",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the peer is off or in another VLAN",
		  .tell = "ip neigh",
		  .todo = "ping it, look at ip neigh, and mend the link" } } },
	{ STATUS(ADDR_ERROR, ENETUNREACH),
	  .means = "ADDR_ERROR -101: there is no route to the peer.",
	  .source = "addr.c, addr4_resolve()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "no route in this network namespace",
		  .tell = "ip route get ADDRESS",
		  .todo = "add the route" } } },
	{ STATUS(ADDR_ERROR, EINVAL),
	  .means = "ADDR_ERROR -22 on a UD id: the reply's Q_Key is another than the id has.",
	  .source = "cma.c:4201-4206",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the passive side accepted with a qkey of its own",
		  .tell = "qkey of its rdma_conn_param",
		  .todo = "accept with qkey 0" } } },
	{ STATUS(ROUTE_ERROR, ETIMEDOUT),
	  .means = "ROUTE_ERROR -110: the subnet manager did not answer the path query in time.",
	  .source = "cma.c, cma_query_handler()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "no subnet manager, or it is overloaded by a storm of path queries",
		  .tell = "sminfo; saquery to the destination",
		  .todo = "start it; stagger the connects; give rdma_resolve_route more time" } } },
	{ STATUS(ROUTE_ERROR, EINVAL),
	  .means = "ROUTE_ERROR -22: the subnet manager knows no path between the two ports.",
	  .source = "cma.c, cma_query_handler()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the two ports are not in one partition, or the GID does not exist",
		  .tell = "saquery -p to the destination; the pkeys of both ports",
		  .todo = "mend the partition" } } },
	{ STATUS(UNREACHABLE, ETIMEDOUT), .transports = IB_AND_ROCE, .roles = AT(ACTIVE),
	  .means =
		"UNREACHABLE -110 at the active side: the CM sent its REQ 16 times, and nothing came back. It cannot tell a dead node from a deaf or an overloaded one.",
	  .source = "cma.c:2159-2163; cm.c:1539-1542",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the path is wrong: another subnet, VLAN or GID type (RoCE v1 and v2), or a firewall drops UDP port 4791",
		  .tell =
			"ping between the two RDMA addresses; tcpdump udp port 4791 on the other node: does the REQ arrive",
		  .todo = "mend the path; retry counts do not help",
		  .show = "--transport roce --answer silent" },
		{ .rank = SOMETIMES,
		  .cause = "the node is off, or its RDMA device is not there",
		  .tell = "rdma link on the other node",
		  .todo = "start it" },
		{ .rank = SOMETIMES,
		  .cause =
			"the other node is overloaded: it takes requests one after the other, and more came than it answers in this time",
		  .tell =
			"its CM counters: /sys/class/infiniband/*/ports/*/cm_rx_duplicates/req grows",
		  .todo = "connect fewer at once, accept faster",
		  .show =
			"--transport roce --active rr=1 --passive id=1 --workload connections=5000,service_us=100000",
		  },
		{ .rank = SOMETIMES,
		  .cause = "its handler returned -ENOMEM, for which the CM sends no REJ at all",
		  .tell = "the log and memory of the other node",
		  .todo = "have it reject with a reason",
		  .show = "--transport roce --answer nomem" } } },
	{ STATUS(UNREACHABLE, ETIMEDOUT), .transports = IB_AND_ROCE, .roles = AT(PASSIVE),
	  .means =
		"UNREACHABLE -110 at the passive side: the reply was sent 16 times in about 65 s, and neither an RTU nor data came.",
	  .source = "cm.c:2100-2102, 2308; cma.c:2159-2163",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the active node died or lost its link in the middle of the handshake",
		  .tell = "ping it",
		  .todo = "destroy the id; it may connect again" },
		{ .rank = SOMETIMES,
		  .cause =
			"the way back is wrong: requests arrive here, replies do not arrive there",
		  .tell = "tcpdump udp port 4791 on the active node",
		  .todo = "mend route or VLAN" } } },
	{ STATUS(UNREACHABLE, ETIMEDOUT), .transports = ON(IWARP),
	  .means =
		"UNREACHABLE -110 on iWARP: TCP stands, and the MPA reply did not come in the driver's time, or nobody answered the SYN.",
	  .source = "cma.c:2509-2511; siw_cm.h:74-75; erdma/erdma_cm.h",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the program at the other end has not called rdma_accept: 10 s on siw",
		  .tell = "its log; the time since CONNECT_REQUEST there",
		  .todo = "accept or reject at once" },
		{ .rank = SOMETIMES,
		  .cause =
			"what listens on that port is no iWARP: a plain TCP program takes the connection and says nothing",
		  .tell = "ss -ltnp on the other node",
		  .todo = "correct the port" } } },
	{ STATUS(REJECTED, ECONNRESET),
	  .transports = ON(IWARP),
	  .drivers = BY(SIW) | BY(GENERIC) | BY(ERDMA),
	  .roles = AT(ACTIVE),
	  .means =
		"REJECTED -104 on siw and erdma: the program at the other end refused, or its accept failed, or the TCP connection was reset.",
	  .source = "siw_cm.c:765-768, 1087-1094; erdma/erdma_cm.c:587-590",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the program called rdma_reject; its reason is in the private data, which rdma_consumer_reject_data() hides on siw",
		  .tell = "event->param.conn.private_data_len above 0",
		  .todo = "read event->param.conn.private_data itself",
		  .show = "--driver siw --answer reject --reject-len 4" },
		{ .rank = OFTEN,
		  .cause = "its rdma_accept failed for a depth above the device's limit",
		  .tell = "no private data; the errno of rdma_accept in its log",
		  .todo = "accept with the smaller of the own limit and what the request offered",
		  .show =
			"--driver siw --active rr=4,id=4 --passive rr=200,id=4 --passive-limits rd=128,init=128",
		  },
		{ .rank = SOMETIMES,
		  .cause =
			"252 to 255 bytes of private data: siw's length wraps on the wire, and the receiver closes",
		  .tell = "private_data_len",
		  .todo = "send at most 251 bytes",
		  .show = "--driver siw --active private_data_len=253" },
		{ .rank = SOMETIMES,
		  .cause = "on erdma: nobody listens on that port",
		  .tell = "rdma resource show cm_id on the other node",
		  .todo = "start the listener" } } },
	{ STATUS(REJECTED, ECONNRESET), .transports = ON(IWARP), .drivers = BY(CXGB4),
	  .means =
		"REJECTED -104 on cxgb4: TCP was reset. Mostly nobody listens on that port; a program's reject is -111 here.",
	  .source = "cxgb4/cm.c:432-443, 2362",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "no listener has this port",
		  .tell = "rdma resource show cm_id on the other node",
		  .todo = "start it, or correct the port" },
		{ .rank = SOMETIMES,
		  .cause = "the peer closed the connection in the middle of the handshake",
		  .tell = "its log",
		  .todo = "look there for the cause" } } },
	{ STATUS(REJECTED, ECONNRESET), .transports = ON(IWARP), .drivers = BY(IRDMA) | BY(QEDR),
	  .means = "REJECTED -104: TCP was reset in the middle of the handshake.",
	  .source = "irdma/cm.c; qedr_iw_cm.c",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "nobody listens on that port, or the peer's node closed the connection",
		  .tell = "rdma resource show cm_id on the other node",
		  .todo = "start the listener; look at the log of that node" } } },
	{ STATUS(REJECTED, ECONNREFUSED), .transports = ON(IWARP), .drivers = BY(SIW),
	  .means =
		"REJECTED -111 on siw: the MPA settings do not match. A program's reject is -104 here, and nobody listening is an errno of rdma_connect.",
	  .source = "siw_cm.c:775-786",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "one end demands the MPA CRC or markers, the other refuses them",
		  .tell =
			"the module parameters mpa_crc_required, mpa_crc_strict of siw at both ends",
		  .todo = "use the same settings" } } },
	{ STATUS(REJECTED, ECONNREFUSED),
	  .transports = ON(IWARP),
	  .drivers = BY(CXGB4) | BY(IRDMA) | BY(QEDR) | BY(GENERIC),
	  .means =
		"REJECTED -111 on iWARP: the program at the other end refused; rdma_consumer_reject_data() gives its private data.",
	  .source = "cma.c:111-112; cxgb4/cm.c:1538; irdma/cm.c",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the program called rdma_reject, or its accept failed",
		  .tell = "the private data; its log",
		  .todo = "decode the private data with the protocol of that program" } } },
	{ STATUS(CONNECT_ERROR, EINVAL),
	  .means =
		"CONNECT_ERROR -22: the reply came, and this side's queue pair could not take its numbers. The passive side sees REJ 28 after its accept returned 0.",
	  .source = "cma.c:2089-2109, 2170-2178; siw_cm.c:831-842",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the accept named a depth above this device's limit, above what was offered",
		  .tell = "the accept's depths beside this device's limits",
		  .todo = "have the passive side accept with at most what the request offered",
		  .show =
			"--transport roce --active rr=16,id=16 --passive rr=64,id=64 --passive-limits rd=64,init=64",
		  },
		{ .rank = SOMETIMES,
		  .cause =
			"rdma_set_ack_timeout was called with more than 31, which it does not check",
		  .tell = "the value",
		  .todo = "use 0 to 31",
		  .show =
			"--driver rxe --active rr=1,ack_timeout=32,ack_timeout_when=before_handshake --passive id=1",
		  } } },
	{ STATUS(CONNECT_ERROR, EPROTO), .transports = ON(IWARP),
	  .means = "CONNECT_ERROR -71: the MPA reply makes no sense.",
	  .source = "siw_cm.c:537-573",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the passive side's private data length wrapped (252 to 255 bytes on siw), or what listens is no iWARP",
		  .tell = "its private_data_len; a capture of the TCP port",
		  .todo = "send at most 251 bytes" } } },
	{ STATUS(CONNECT_ERROR, ENOMEM),
	  .means =
		"CONNECT_ERROR -12: this side had no memory or resources left when the reply came.",
	  .source = "cma.c:2170-2178",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "this machine's memory, or the device's resources",
		  .tell = "free; rdma resource",
		  .todo = "close connections" } } },
	{ .kind = CMLAB_SYMPTOM_ERRNO, .number = -ECONNRESET, .transports = IB_AND_ROCE,
	  .means =
		"No call and no event of rdma_cm has -104 on IB and RoCE: a program made it of something else, often of REJECTED.",
	  .source = "nvme/host/rdma.c:1831, 1936; rtrs-clt.c:1932, 2012-2037; ib_srp.c:2502-2542",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"nvme-rdma and others return -ECONNRESET for REJECTED, UNREACHABLE and CONNECT_ERROR alike",
		  .tell = "the kernel log of that second: it names the event and the reason",
		  .todo = "cmlab why 'LINE OF THE LOG'" } } },
	{ .kind = CMLAB_SYMPTOM_ERRNO, .number = -ETIMEDOUT, .fallback = true,
	  .means = "-110: something was not answered in time.",
	  .source = "cma.c:2159-2163; addr.c:614-622",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the peer does not answer: which timer ended depends on the event or call",
		  .tell = "the event: ADDR_ERROR, ROUTE_ERROR or UNREACHABLE; how long it took",
		  .todo = "cmlab why 'UNREACHABLE -110', or the duration: cmlab why 98s" } } },
	{ .kind = CMLAB_SYMPTOM_ERRNO, .number = -EPROTO, .fallback = true,
	  .means = "-71: a message of the peer makes no sense.",
	  .source = "siw_cm.c:537-573; each protocol",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the two ends speak different protocols or versions",
		  .tell = "the private data of both messages",
		  .todo = "look at them with cmlab show" } } },
	{ .kind = CMLAB_SYMPTOM_ERRNO, .number = -ECONNABORTED, .fallback = true,
	  .means =
		"-103: the id was destroyed or its device removed while an event was on its way.",
	  .source = "cma.c:2386, 2549",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the listener or device went away in that moment",
		  .tell = "the kernel log",
		  .todo = "connect again" } } },
	{}
};

/* clang-format on */
