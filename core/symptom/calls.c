// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What a call returns, by call, transport and driver. The same errno as the status of an
 * event is in statuses.c.
 */
#include "rows.h"

#define CALL(name, err) .kind = CMLAB_SYMPTOM_ERRNO, .call = CMLAB_CALL_##name, .number = -(err)
#define ANY_CALL(err)	.kind = CMLAB_SYMPTOM_ERRNO, .number = -(err), .fallback = true

/* clang-format off */
const struct cmlab_meaning cmlab_meanings_calls[] = {
	{ CALL(RESOLVE_ADDR, ENODEV),
	  .means =
		"rdma_resolve_addr: no RDMA device of this network namespace owns the source address of the route.",
	  .source = "cma.c:735-782, 944; addr.c",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "no RDMA device of this network namespace owns the source address of the route",
		  .tell = "ip route get ADDRESS, then rdma link: is that netdev in the list",
		  .todo = "see rdma link, and rdma system for the mode (shared or exclusive)" },
		{ .rank = OFTEN,
		  .cause =
			"in a container: the netdev is here, and its RDMA device belongs to another network namespace",
		  .tell = "rdma system: the mode is exclusive and rdma link shows nothing",
		  .todo =
			"move the device with rdma dev set NAME netns, or use rdma system set netns shared",
		  },
		{ .rank = SOMETIMES,
		  .cause =
			"its GID is not in the table: the link is down, or the address is new or tentative",
		  .tell = "rdma link: state ACTIVE; /sys/class/infiniband/*/ports/*/gids",
		  .todo = "wait until the port is active and the address valid" } } },
	{ CALL(RESOLVE_ADDR, EINVAL),
	  .means = "rdma_resolve_addr refuses its arguments.",
	  .source = "cma.c:3886, 4063-4078",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"source and destination are of different families, or a link-local IPv6 address has no scope",
		  .tell = "the sockaddr structures: sa_family, sin6_scope_id",
		  .todo = "use one family, and name the interface of fe80:: addresses" },
		{ .rank = SOMETIMES,
		  .cause = "the id was used before: it is past that step, or it listens",
		  .tell = "the calls made with this id",
		  .todo = "a new id for each connection" } } },
	{ CALL(RESOLVE_ROUTE, ENODEV),
	  .means = "rdma_resolve_route: the netdev of the bound address is gone or down.",
	  .source = "cma.c:3279-3283",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the link went down or was removed between the two steps",
		  .tell = "ip link; the kernel log of that second",
		  .todo = "start again from rdma_resolve_addr with a new id" } } },
	{ CALL(RESOLVE_ROUTE, EINVAL),
	  .means =
		"rdma_resolve_route refuses: the netdev's MTU is too small for RoCE, or the id is not at this step.",
	  .source = "cma.c:3319-3320, 3349-3353",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "an MTU below 352, which leaves no RoCE packet of 256 bytes",
		  .tell = "ip link show dev: mtu",
		  .todo = "raise the MTU to 1500 or more",
		  .show = "--transport roce --active-limits mtu=300" },
		{ .rank = SOMETIMES,
		  .cause = "ADDR_RESOLVED has not come yet, or the timeout given is 0",
		  .tell = "the events of this id",
		  .todo = "call it from the ADDR_RESOLVED event, with a timeout" } } },
	{ CALL(CONNECT, EINVAL), .transports = ON(IWARP),
	  .means =
		"rdma_connect refuses: a depth or the private data are above what this iWARP device takes, or the id is not at this step.",
	  .source = "cxgb4/cm.c:3305-3317; erdma/erdma_cm.c:1007-1012; cma.c:4435-4436",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"responder_resources or initiator_depth above the device's limit (siw says -ENOMEM instead)",
		  .tell = "the two depths beside max_qp_rd_atom and max_qp_init_rd_atom",
		  .todo = "clamp both to the device's limits",
		  .show = "--driver cxgb4 --active rr=64,id=64" },
		{ .rank = SOMETIMES,
		  .cause =
			"the id is not in ROUTE_RESOLVED: connect was called twice, or after REJECTED with the same id",
		  .tell = "the calls and events of this id",
		  .todo = "a new id for each attempt" } } },
	{ CALL(CONNECT, EINVAL), .transports = IB_AND_ROCE,
	  .means =
		"rdma_connect refuses: too much private data, or the id is not at this step. Depths are not looked at on IB and RoCE.",
	  .source = "cma.c:4308-4309, 4435-4436; cm.c:1483-1485",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"more than 56 bytes of private data in a REQ (92 with AF_IB, 180 in a UD request)",
		  .tell = "private_data_len",
		  .todo = "send at most 56 bytes; 56 is portable",
		  .show = "--transport roce --active private_data_len=57" },
		{ .rank = OFTEN,
		  .cause =
			"the id is not in ROUTE_RESOLVED: connect was called twice, or after REJECTED with the same id",
		  .tell = "the calls and events of this id",
		  .todo = "a new id for each attempt" } } },
	{ CALL(CONNECT, ENOMEM), .transports = ON(IWARP), .drivers = BY(SIW),
	  .means =
		"rdma_connect on siw: a depth above the device's limit, which siw reports as no memory.",
	  .source = "siw_cm.c:1371-1373",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "responder_resources or initiator_depth above 128",
		  .tell = "the two depths",
		  .todo = "ask for at most what cmlab devices shows",
		  .show = "--driver siw --active rr=129 --active-limits rd=128,init=128" } } },
	{ CALL(CONNECT, ECONNREFUSED), .transports = ON(IWARP),
	  .means =
		"rdma_connect: TCP was refused. The node is alive, and nobody listens on that port.",
	  .source = "siw_cm.c:1402-1407",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "no RDMA listener has this port; a plain TCP listener would not refuse",
		  .tell = "rdma resource show cm_id and ss -ltn on the other node",
		  .todo = "start the listener, or correct the port",
		  .show = "--driver siw --answer absent" },
		{ .rank = RARELY,
		  .cause =
			"siw's listener has died of connections that were reset, while its program still counts on it",
		  .tell = "cmlab check on a listener of cmlab; else ss -ltn: the port is not there",
		  .todo = "end the listener and start it again" } } },
	{ CALL(CONNECT, ETIMEDOUT), .transports = ON(IWARP),
	  .means = "rdma_connect: nobody answered the TCP SYN, or the MPA handshake.",
	  .source = "siw_cm.c:1402-1407; tcp_syn_retries",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the node is off, or a firewall drops that TCP port",
		  .tell = "ping the node; nc -z to the port",
		  .todo = "open the port for TCP: iWARP is TCP",
		  .show = "--driver siw --answer silent" } } },
	{ CALL(CONNECT, EHOSTUNREACH),
	  .means = "rdma_connect: the neighbour does not answer ARP or neighbour discovery.",
	  .source = "siw_cm.c:1402-1407",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the node is off, or in another VLAN or subnet",
		  .tell = "ip neigh: FAILED or INCOMPLETE",
		  .todo = "ping it, look at ip neigh, and mend the link" } } },
	{ CALL(CONNECT, ECONNREFUSED),
	  .means =
		"rdma_connect of a synchronous librdmacm id: the event was REJECTED, whatever its reason.",
	  .source = "rdma-core, librdmacm/cma.c, ucma_complete()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"nobody listens (REJ 8), or the program at the other end refused (REJ 28)",
		  .tell = "id->event->status: the REJ reason",
		  .todo =
			"read id->event before anything else is called, then: cmlab why 'REJECTED STATUS'",
		  } } },
	{ CALL(CONNECT, ETIMEDOUT),
	  .means =
		"rdma_connect of a synchronous librdmacm id: the event was UNREACHABLE; nothing came back.",
	  .source = "rdma-core, librdmacm/cma.c, ucma_complete()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the node does not hear the REQ, or its answer gets lost",
		  .tell =
			"ping with the RDMA address; the GIDs and VLAN of both ends; UDP port 4791 in the firewall",
		  .todo = "mend the path; see: cmlab why UNREACHABLE" } } },
	{ CALL(ACCEPT, EINVAL),
	  .means =
		"rdma_accept refuses, and on IB and RoCE rdma_cm then sends REJ 28 to the active side.",
	  .source = "cma.c:4514-4536, 4615-4659; cm.c:2287-2289",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"responder_resources or initiator_depth above this device's limit: ib_modify_qp said no",
		  .tell =
			"the two depths of the accept beside max_qp_rd_atom and max_qp_init_rd_atom",
		  .todo = "accept with the smaller of the own limit and what the request offered",
		  .show =
			"--transport roce --active rr=8,id=8 --passive rr=8,id=8 --passive-limits rd=4,init=4",
		  },
		{ .rank = SOMETIMES,
		  .cause = "more than 196 bytes of private data in a reply (136 for UD)",
		  .tell = "private_data_len",
		  .todo = "send at most 196 bytes",
		  .show = "--transport roce --passive private_data_len=197" },
		{ .rank = SOMETIMES,
		  .cause =
			"the active side has given up, or this id has been accepted or rejected before",
		  .tell = "a REJECTED event of this id; the time since CONNECT_REQUEST",
		  .todo = "answer sooner, and once" },
		{ .rank = RARELY,
		  .cause = "conn_param is NULL, which only the active side may say",
		  .tell = "the call",
		  .todo = "pass the parameters",
		  .show = "--transport roce --passive null=1" } } },
	{ CALL(ACCEPT, ECONNRESET), .transports = ON(IWARP),
	  .means = "rdma_accept: the active side closed its TCP connection before the reply.",
	  .source = "siw_cm.c:1560-1570; cxgb4/cm.c:3134",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "its program or its driver's MPA timer gave up",
		  .tell = "the time since CONNECT_REQUEST",
		  .todo = "accept at once" } } },
	{ CALL(REJECT, EINVAL),
	  .means =
		"rdma_reject refuses: more than 148 bytes of private data (136 for UD), or the request is no longer waiting.",
	  .source = "cm.c:2935-2937, 2966-2968; iwcm.c:617-622",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"rdma_cm has sent a REJ already, because rdma_accept failed, or the active side gave up",
		  .tell = "was rdma_accept called before",
		  .todo = "nothing: the other side has its answer" },
		{ .rank = SOMETIMES,
		  .cause = "too much private data",
		  .tell = "private_data_len",
		  .todo = "send at most 148 bytes",
		  .show = "--transport roce --answer reject --reject-len 149" } } },
	{ CALL(BIND_ADDR, EADDRINUSE),
	  .means = "rdma_bind_addr or rdma_listen: another id has this address and port.",
	  .source = "cma.c:3749-3778",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "another listener, of the kernel or of a program, has it",
		  .tell = "rdma resource show cm_id: its ULP or pid",
		  .todo = "choose another port, or end that one" } } },
	{ CALL(BIND_ADDR, EADDRNOTAVAIL),
	  .means =
		"rdma_bind_addr or rdma_listen: no interface has this address, or a wildcard id has the port.",
	  .source = "cma.c:3692, 3739, 3767-3770",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the address is not on this machine, or not in this network namespace",
		  .tell = "ip address",
		  .todo = "correct the address" },
		{ .rank = SOMETIMES,
		  .cause = "an id bound to the wildcard address has the same port",
		  .tell = "rdma resource show cm_id",
		  .todo = "choose another port" } } },
	{ CALL(BIND_ADDR, EACCES),
	  .means = "rdma_bind_addr: ports below 1024 need CAP_NET_BIND_SERVICE.",
	  .source = "cma.c:3787-3789",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "a program without that capability asks for a low port",
		  .tell = "the port",
		  .todo = "use a port from 1024 on, or give the program the capability" } } },
	{ CALL(CREATE_QP, EINVAL),
	  .means =
		"rdma_create_qp refuses: the queue pair asks for more than the device has, or the protection domain is another device's.",
	  .source = "cma.c:1088-1091; rxe_qp.c:29-56 and the like in each driver",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"max_send_wr, max_recv_wr, a number of SGEs or inline bytes above the device's limit",
		  .tell = "ibv_devinfo -v: max_qp_wr, max_sge beside cap of struct ib_qp_init_attr",
		  .todo = "clamp them to ib_device_attr" },
		{ .rank = RARELY,
		  .cause =
			"the completion queue or protection domain belongs to another device: the id was bound to another one than expected",
		  .tell = "id->device beside the device of the PD",
		  .todo = "create them after ADDR_RESOLVED, on id->device" } } },
	{ CALL(CREATE_QP, ENOMEM),
	  .means = "rdma_create_qp: no memory, or the device has no queue pair left.",
	  .source = "each driver; rxe_qp.c:226, 280",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the device's queue pairs are used up, or in userspace the limit on locked memory is reached",
		  .tell = "rdma resource: qp beside max_qp; ulimit -l of the process",
		  .todo = "close connections; raise memlock" } } },
	{ CALL(REG_MR, ENOMEM),
	  .means = "ibv_reg_mr: the limit on locked memory of the process is reached.",
	  .source = "umem.c, ib_umem_get(): RLIMIT_MEMLOCK",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "ulimit -l is small, often 64 KiB or 8 MiB",
		  .tell = "ulimit -l in that process's shell or unit; LimitMEMLOCK of systemd",
		  .todo = "set it to unlimited for this program" } } },
	{ CALL(MODIFY_QP, EINVAL),
	  .means =
		"ib_modify_qp refuses: a value above the device's limit, or a state that cannot follow the present one.",
	  .source = "verbs.c, ib_modify_qp_is_ok(); each driver's modify_qp",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"max_rd_atomic or max_dest_rd_atomic above the device's limit, or a timeout above 31",
		  .tell = "the attributes beside ib_device_attr",
		  .todo = "clamp before the call" },
		{ .rank = SOMETIMES,
		  .cause = "the peer went away: the queue pair is in ERR by now",
		  .tell = "a REJECTED or DISCONNECTED event just before",
		  .todo = "give the connection up" } } },
	{ CALL(POST_SEND, EINVAL),
	  .means = "ib_post_send refuses the work request.",
	  .source = "siw_qp.c:936-939; rdmavt/qp.c:1881-1883; rxe_verbs.c:490-502",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"a READ or atomic, and this side's initiator_depth is 0 (siw, hfi1, qib)",
		  .tell = "max_rd_atomic of this queue pair",
		  .todo = "accept with responder_resources above 0 for the other side's reads",
		  .show =
			"--driver siw --active rr=4,id=0 --passive rr=0,id=4 --workload op=read",
		  },
		{ .rank = SOMETIMES,
		  .cause = "the queue pair is not connected yet, or no longer",
		  .tell = "its state: rdma resource show qp",
		  .todo = "send after ESTABLISHED only" },
		{ .rank = SOMETIMES,
		  .cause = "more SGEs or inline bytes than it was created with",
		  .tell = "num_sge beside cap.max_send_sge",
		  .todo = "split the request" } } },
	{ CALL(POST_SEND, ENOMEM),
	  .means = "ib_post_send: the send queue is full.",
	  .source = "rxe_verbs.c:625-629",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"requests are posted faster than they complete; unsignalled ones leave the queue with the next signalled one",
		  .tell = "posted less completed, beside cap.max_send_wr",
		  .todo = "signal at least one in max_send_wr, and wait for completions" },
		{ .rank = SOMETIMES,
		  .cause =
			"READs wait behind initiator_depth, and everything behind them waits too",
		  .tell = "max_rd_atomic beside the READs in flight",
		  .todo = "do not post more READs than initiator_depth" } } },
	{ CALL(POST_RECV, EINVAL),
	  .means =
		"ib_post_recv refuses: the queue pair has an SRQ or was destroyed, or there are too many SGEs.",
	  .source = "rxe_verbs.c:716-726",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the queue pair was created with an SRQ: receives go there",
		  .tell = "qp->srq",
		  .todo = "use ib_post_srq_recv" } } },
	{ CALL(SET_ACK_TIMEOUT, EINVAL),
	  .means = "rdma_set_ack_timeout refuses: only for RC ids. It does not look at the value.",
	  .source = "cma.c:2778-2793",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the id is of a UD port space",
		  .tell = "the port space",
		  .todo = "leave it out",
		  .show =
			"--transport roce --ps udp --active ack_timeout=14,ack_timeout_when=before_route",
		  } } },
	{ CALL(SET_MIN_RNR, EINVAL),
	  .means = "rdma_set_min_rnr_timer refuses: codes are 0 to 31, and the id must be RC.",
	  .source = "cma.c:2810-2822",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"milliseconds were passed where a code belongs: 12 is 0.64 ms, 14 is 1 ms, and 0 is 655 ms",
		  .tell = "the value",
		  .todo = "pass a code from 0 to 31",
		  .show =
			"--transport roce --active min_rnr_timer=32,min_rnr_timer_when=before_handshake",
		  } } },

	{ ANY_CALL(ENODEV),
	  .means = "No RDMA device here for that address, or it is gone.",
	  .source = "cma.c:735-782, 2549-2590",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the address's netdev has no RDMA device in this network namespace",
		  .tell = "rdma link; rdma system for the mode (shared or exclusive)",
		  .todo = "add or move the device, or use another address" },
		{ .rank = SOMETIMES,
		  .cause = "the device was removed meanwhile",
		  .tell = "a DEVICE_REMOVAL event; the kernel log",
		  .todo = "connect again when it is back" } } },
	{ ANY_CALL(EADDRNOTAVAIL),
	  .means = "No interface of this machine and network namespace has that address.",
	  .source = "addr.c:236, 308, 441",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "a wrong source address",
		  .tell = "ip address",
		  .todo = "correct the address" } } },
	{ ANY_CALL(EADDRINUSE),
	  .means = "Another id has that address and port.",
	  .source = "cma.c:3749-3778",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "another listener has it",
		  .tell = "rdma resource show cm_id",
		  .todo = "choose another port, or end that one" } } },
	{ ANY_CALL(ENETUNREACH),
	  .means = "There is no route to the peer.",
	  .source = "addr.c, addr4_resolve()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "no route in this network namespace, or the interface is down",
		  .tell = "ip route get ADDRESS",
		  .todo = "add the route" } } },
	{ ANY_CALL(EHOSTUNREACH),
	  .means = "The peer does not answer ARP or neighbour discovery.",
	  .source = "addr.c; siw_cm.c:1402-1407",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the peer is off or in another VLAN",
		  .tell = "ip neigh: FAILED or INCOMPLETE",
		  .todo = "ping it, look at ip neigh, and mend the link" } } },
	{ ANY_CALL(EAFNOSUPPORT),
	  .means = "This address family does not exist here: AF_IB on iWARP, or IPv6 on erdma.",
	  .source = "cma.c:3966-3968; erdma/erdma_cm.c:1014",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the address is of a family that the device or the build lacks",
		  .tell = "the family of the address",
		  .todo = "use IPv4",
		  .show = "--driver erdma --family inet6" } } },
	{ ANY_CALL(ENOMEM),
	  .means = "No memory, or a resource of the device is used up.",
	  .source = "each call",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"queue pairs, completion queues or memory regions of the device are used up, or locked memory in userspace",
		  .tell = "rdma resource beside ibv_devinfo -v; ulimit -l",
		  .todo = "close connections, or raise the limit" },
		{ .rank = SOMETIMES,
		  .cause = "on siw, rdma_connect with a depth above 128",
		  .tell = "the two depths",
		  .todo = "clamp them to the device's limits" } } },
	{ ANY_CALL(EPERM),
	  .means = "A capability is missing, or the call is not for this kind of id.",
	  .source = "ucma.c, uverbs: CAP_NET_RAW, CAP_NET_ADMIN",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the program is not root: cmlab's control file needs CAP_NET_ADMIN",
		  .tell = "id -u; the container's capabilities",
		  .todo = "run it as root, or grant the capability" } } },
	{ ANY_CALL(EAGAIN),
	  .means =
		"A non-blocking file has no event at the moment, or a limit is reached for the moment.",
	  .source = "ucma.c, ucma_get_event()",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "rdma_get_cm_event on a channel with O_NONBLOCK",
		  .tell = "fcntl flags of channel->fd",
		  .todo = "poll the channel first" } } },
	{ ANY_CALL(ENOSYS),
	  .means = "The port speaks no protocol that rdma_cm knows.",
	  .source = "cma.c:3366, 3939, 4451, 4650",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the device is UD only or has no CM, as usnic and efa",
		  .tell = "ibv_devinfo: transport and link_layer",
		  .todo = "use the device's own way to connect" } } },
	{ ANY_CALL(EINVAL),
	  .means =
		"An argument does not fit, or the id is not at this step. Which of the two depends on the call: name it with --call.",
	  .source = "cma.c; each driver",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"rdma_accept with a depth above the device's limit; rdma_connect with more than 56 bytes of private data",
		  .tell = "which call returned it",
		  .todo =
			"cmlab why -EINVAL --call rdma_accept (or rdma_connect, ib_modify_qp, ...)",
		  } } },
	{}
};

/* clang-format on */
