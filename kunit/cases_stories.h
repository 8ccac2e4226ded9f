/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_STORIES_H
#define CMLAB_CASES_STORIES_H

#include "stories.h"

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
#define AT(r, t, d) .role = CMLAB_ROLE_##r, .transport = CMLAB_TRANSPORT_##t, .driver = CMLAB_DRIVER_##d
#define WANTS(p, i, o, f) .profile = (p), .ird = (i), .ord = (o), .floor = (f)
#define ENDS(e, o, t) .event = CMLAB_EVENT_##e, .outcome = CMLAB_OUTCOME_##o, .us = (t)
#define TOLD(c, r, n) .call = CMLAB_CALL_##c, .told = (r), .nr_events = (n)
/* What a REQ and a REP carry; a REP's flow_control and srq are alike here. */
#define REQ(i, o, retry, rnr, n) VAL(IRD, i), VAL(ORD, o), VAL(RETRY, retry), REST(rnr, 0, n)
#define REP(i, o, rnr, flags, n) VAL(IRD, i), VAL(ORD, o), REST(rnr, flags, n)
#define REST(rnr, flags, n) VAL(RNR, rnr), VAL(FLOW, flags), VAL(SRQ, flags), VAL(QPN, n)
/* What a program always knows of its own end, and what besides when the QP was asked. */
#define KNOWS (CMLAB_KNOWS_LIMITS | CMLAB_KNOWS_DRIVER | CMLAB_KNOWS_CALL | CMLAB_KNOWS_EVENTS | \
	       CMLAB_KNOWS_RECEIVES | CMLAB_KNOWS_OWN_QP)
#define KNOWS_ALL (KNOWS | CMLAB_KNOWS_QP)

const struct cmlab_story cmlab_stories[CMLAB_NR_STORIES] = {
	{
		.name = "passive", .from = "UX: one connection", .id = 3, AT(PASSIVE, ROCE, RXE),
		.mock = true, WANTS("read-heavy", 32, 8, 1), .conn = { 64, 16, 0, 7, 0, 0, 0x123 },
		.hdr = { .kind = CMLAB_WIRE_REQ, .caps = CMLAB_WIRE_CAP_PING, .max_ird = 128,
			 .max_ord = 128, .want_ird = 16, .want_ord = 64 },
		.area = 56, ENDS(ESTABLISHED, ESTABLISHED, 3149), .ping = 1,
		.queried = { VAL(IRD, 16), VAL(ORD, 4), VAL(RETRY, 7), VAL(RNR, 0), VAL(QPN, 0x123),
			     VAL(MIN_RNR, 0), VAL(TIMEOUT, 19), VAL(MTU, 1024) }, .access = 14,
		TOLD(ACCEPT, 0, 2), .own = KNOWS_ALL, .peer = CMLAB_KNOWS_LIMITS,
		.sent = { REP(16, 4, 7, 0, 17) },
		.peer_sent = { REQ(16, 64, 7, 0, 0x123) },
		.agreed = { VAL(IRD, 16), VAL(ORD, 4), VAL(RETRY, 7), VAL(RNR, 0) },
		.read = CMLAB_READ_UNKNOWN,
		.summary =
			"conn 3 10.7.0.1:18515 <- 10.7.0.2:41230 established after 3.1 ms: peer rr 64 id 16 retry 7 rnr 0, negotiated rr 16 id 4 retry 7 rnr 0",
		.findings = "CL003 CL005",
		.text =
			"id: 3\nrole: passive\ndevice: rxe0\ndriver: rxe\ntransport: roce\nstate: established\n"
			"outcome: established\nlocal: 10.7.0.1:18515\nremote: 10.7.0.2:41230\nprofile: read-heavy\n"
			"transitions: lab\nhandshake: header\n"
			"limits.max_qp_rd_atom: 16\nlimits.max_qp_init_rd_atom: 4\nlimits.max_res_rd_atom: 258048\n"
			"limits.mock: max_qp_rd_atom max_qp_init_rd_atom\n"
			"requested.responder_resources: 32\nrequested.initiator_depth: 8\nrequested.retry_count: 7\n"
			"requested.rnr_retry_count: 7\nrequested.flow_control: 0\n"
			"offered.responder_resources: 16\noffered.initiator_depth: 4\noffered.rnr_retry_count: 7\n"
			"offered.flow_control: 0\noffered.srq: 0\noffered.qp_num: 17\n"
			"advertised.responder_resources: 64\nadvertised.initiator_depth: 16\nadvertised.retry_count: 7\n"
			"advertised.rnr_retry_count: 0\nadvertised.flow_control: 0\nadvertised.srq: 0\n"
			"advertised.qp_num: 291\n"
			"negotiated.responder_resources: 16\nnegotiated.initiator_depth: 4\nnegotiated.retry_count: 7\n"
			"negotiated.rnr_retry_count: 0\n"
			"programmed.max_dest_rd_atomic: 16\nprogrammed.max_rd_atomic: 4\nprogrammed.retry_cnt: 7\n"
			"programmed.rnr_retry: 0\nprogrammed.dest_qp_num: 291\nprogrammed.min_rnr_timer: 0\n"
			"programmed.timeout: 19\nprogrammed.path_mtu: 1024\nprogrammed.qp_access_flags: 14\n"
			"peer.max_qp_rd_atom: 128\npeer.max_qp_init_rd_atom: 128\npeer.wanted_responder_resources: 16\n"
			"peer.wanted_initiator_depth: 64\n"
			"sent.wire_len: 32\nsent.user_len: 0\n"
			"received.wire_len: 56\nreceived.declared_len: 34\nreceived.user_len: 2\nreceived.user: 0x01fe\n"
			"received.header: ok\n"
			"clamps[0].field: responder_resources\nclamps[0].from: 32\nclamps[0].to: 16\n"
			"clamps[0].why: device max_qp_rd_atom\nclamps[0].mock: true\n"
			"clamps[1].field: initiator_depth\nclamps[1].from: 8\nclamps[1].to: 4\n"
			"clamps[1].why: device max_qp_init_rd_atom\nclamps[1].mock: true\n"
			"clamps[2].field: retry_count\nclamps[2].from: 7\nclamps[2].to: 0\n"
			"clamps[2].why: a reply carries none\n"
			"event: RDMA_CM_EVENT_ESTABLISHED\nstatus: 0\nown_timer: false\ntimeout_ms: 10000\n"
			"recv_posted: 8\nhandshake_us: 3149\nping_rx: true\nping_tx: true\nqp_num: 17\n",
	},
	{
		.name = "rejected by the peer", .from = "UX: a failure", .id = 12, AT(ACTIVE, ROCE, RXE),
		WANTS("portable", 1, 4, 0), .silent = true,
		.hdr = { .kind = CMLAB_WIRE_REJ, .max_ird = 128, .max_ord = 128, .want_ird = 4,
			 .want_ord = 16, .reason = CMLAB_REASON_ORD_FLOOR, .field = CMLAB_F_ORD,
			 .have = 1, .need = 4 },
		.area = 148, ENDS(REJECTED, REJECTED, 3149), .status = 28, TOLD(CONNECT, 0, 3),
		.own = KNOWS, .peer = CMLAB_KNOWS_LIMITS, .peer_refusal = CMLAB_REASON_ORD_FLOOR,
		.sent = { REQ(1, 4, 7, 7, 17) },
		.agreed = { VAL(RETRY, 7) },
		.summary =
			"conn 12 10.7.0.2:41230 -> 10.7.0.1:18515 rejected by peer after 3.1 ms: reason 11, initiator_depth would be below the floor (1, need 4)",
		.findings = "CL011",
		.text =
			"negotiated.retry_count: 7\n"
			"peer.max_qp_rd_atom: 128\npeer.max_qp_init_rd_atom: 128\npeer.wanted_responder_resources: 4\n"
			"peer.wanted_initiator_depth: 16\n"
			"sent.wire_len: 32\nsent.user_len: 0\n"
			"received.wire_len: 148\nreceived.declared_len: 34\nreceived.user_len: 2\nreceived.user: 0x01fe\n"
			"received.header: ok\n"
			"reason.code: 11\nreason.name: ord_floor\nreason.text: initiator_depth would be below the floor\n"
			"reason.by: peer\nreason.field: initiator_depth\nreason.have: 1\nreason.need: 4\n"
			"event: RDMA_CM_EVENT_REJECTED\nstatus: 28\nown_timer: false\ntimeout_ms: 10000\nrecv_posted: 8\n"
			"handshake_us: 3149\nqp_num: 17\n",
	},
	{
		.name = "siw, raw bytes", .from = "observed: siw", .id = 7, AT(ACTIVE, IWARP, SIW),
		.form = CMLAB_PDATA_RAW, .transitions = CMLAB_TRANSITIONS_CM,
		WANTS("iwarp", 9, 8, 1), .user = "a\0\xff", .user_len = 3, .conn = { .responder_resources = 3, .initiator_depth = 5 },
		.raw = "hi", .area = 2, ENDS(ESTABLISHED, ESTABLISHED, 3149), .ping = 120,
		.queried = { VAL(IRD, 4), VAL(ORD, 8), VAL(RETRY, 0), VAL(RNR, 0), VAL(TIMEOUT, 0) },
		TOLD(CONNECT, 0, 3), .own = KNOWS_ALL, .sent = {},
		.peer_sent = { VAL(IRD, 3), VAL(ORD, 5) }, .agreed = { VAL(IRD, 5), VAL(ORD, 3) },
		.read = CMLAB_READ_UNKNOWN,
		.summary =
			"conn 7 10.7.0.2:41230 -> 10.7.0.1:18515 established after 3.1 ms: peer rr 5 id 3, negotiated rr 5 id 3",
		.findings = "CL004 CL009 CL018",
		.text =
			"offered.responder_resources: 9\noffered.initiator_depth: 8\noffered.qp_num: 17\n"
			"advertised.responder_resources: 5\nadvertised.initiator_depth: 3\n"
			"negotiated.responder_resources: 5\nnegotiated.initiator_depth: 3\n"
			"programmed.max_dest_rd_atomic: 8\nprogrammed.max_rd_atomic: 4\n"
			"reported.max_rd_atomic: 8\nreported.max_dest_rd_atomic: 4\n"
			"sent.wire_len: 3\nsent.user_len: 3\nsent.user: 0x6100ff\n"
			"received.wire_len: 2\nreceived.user_len: 2\nreceived.user: 0x6869\n"
			"clamps[0].field: retry_count\nclamps[0].from: 7\nclamps[0].to: 0\n"
			"clamps[0].why: not carried by iWARP\n"
			"clamps[1].field: rnr_retry_count\nclamps[1].from: 7\nclamps[1].to: 0\n"
			"clamps[1].why: not carried by iWARP\n"
			"clamps[2].field: responder_resources\nclamps[2].from: 9\nclamps[2].to: 5\n"
			"clamps[2].why: peer offered\n"
			"clamps[3].field: initiator_depth\nclamps[3].from: 8\nclamps[3].to: 3\n"
			"clamps[3].why: peer offered\n"
			"clamps[4].field: responder_resources\nclamps[4].from: 5\nclamps[4].to: 8\n"
			"clamps[4].why: driver rounds up to a power of two\n"
			"clamps[5].field: initiator_depth\nclamps[5].from: 3\nclamps[5].to: 4\n"
			"clamps[5].why: driver rounds up to a power of two\n"
			"event: RDMA_CM_EVENT_ESTABLISHED\nstatus: 0\nown_timer: false\ntimeout_ms: 10000\n"
			"recv_posted: 8\nhandshake_us: 3149\nping_rx: true\nping_tx: true\nping_us: 120\nqp_num: 17\n",
	},
	{
		.name = "unreachable", .from = "UX: a failure", .id = 13, AT(ACTIVE, ROCE, RXE),
		WANTS("portable", 4, 4, 0), .silent = true, ENDS(UNREACHABLE, UNREACHABLE, 10000321),
		.own_timer = true, TOLD(CONNECT, 0, 2), .own = KNOWS,
		.sent = { REQ(4, 4, 7, 7, 17) },
		.agreed = { VAL(RETRY, 7) },
		.summary =
			"conn 13 10.7.0.2:41230 -> 10.7.0.1:18515 unreachable after 10.0 s (own timer)",
		.findings = "CL010",
		.text =
			"negotiated.retry_count: 7\n"
			"sent.wire_len: 32\nsent.user_len: 0\n"
			"event: RDMA_CM_EVENT_ROUTE_RESOLVED\nstatus: 0\nown_timer: true\ntimeout_ms: 10000\n"
			"recv_posted: 8\nhandshake_us: 10000321\nqp_num: 17\n",
	},
	{
		.name = "refused by policy", .from = "issue: floor", .id = 4, AT(PASSIVE, ROCE, RXE),
		.form = CMLAB_PDATA_RAW, WANTS("read-heavy", 16, 16, 4), .conn = { 1, 1, 0, 6, 7, 0, 9 },
		.area = 56, TOLD(REJECT, 0, 1), .own = KNOWS, .refusal = CMLAB_REASON_IRD_FLOOR,
		.peer_sent = { REQ(1, 1, 6, 7, 9) },
		.summary =
			"conn 4 10.7.0.1:18515 <- 10.7.0.2:41230 refused: reason 10, responder_resources would be below the floor (1, need 4)",
		.findings = "CL014",
		.text =
			"limits.max_res_rd_atom: 258048\n"
			"requested.responder_resources: 16\nrequested.initiator_depth: 16\nrequested.retry_count: 7\n"
			"requested.rnr_retry_count: 7\nrequested.flow_control: 0\n"
			"advertised.responder_resources: 1\nadvertised.initiator_depth: 1\nadvertised.retry_count: 6\n"
			"advertised.rnr_retry_count: 7\nadvertised.flow_control: 0\nadvertised.srq: 0\n"
			"advertised.qp_num: 9\n"
			"sent.wire_len: 0\nsent.user_len: 0\n"
			"received.wire_len: 0\nreceived.user_len: 0\n"
			"clamps[0].field: responder_resources\nclamps[0].from: 16\nclamps[0].to: 1\n"
			"clamps[0].why: peer offered\n"
			"clamps[1].field: initiator_depth\nclamps[1].from: 16\nclamps[1].to: 1\n"
			"clamps[1].why: peer offered\n"
			"clamps[2].field: retry_count\nclamps[2].from: 7\nclamps[2].to: 0\n"
			"clamps[2].why: a reply carries none\n"
			"reason.code: 10\nreason.name: ird_floor\n"
			"reason.text: responder_resources would be below the floor\nreason.by: this_side\n"
			"reason.field: responder_resources\nreason.have: 1\nreason.need: 4\n"
			"event: RDMA_CM_EVENT_CONNECT_REQUEST\nstatus: 0\nown_timer: false\ntimeout_ms: 10000\n"
			"recv_posted: 8\nqp_num: 17\n",
	},
	{
		.name = "rdma_accept fails", .from = "F30", .id = 5, AT(PASSIVE, ROCE, RXE),
		.form = CMLAB_PDATA_RAW, WANTS("portable", 4, 4, 0), .conn = { 4, 4, 0, 7, 7, 0, 9 },
		.ret = -EINVAL, TOLD(ACCEPT, -EINVAL, 1), .own = KNOWS,
		.peer_sent = { REQ(4, 4, 7, 7, 9) },
		.agreed = { VAL(IRD, 4), VAL(ORD, 4), VAL(RETRY, 7), VAL(RNR, 7) },
		.summary =
			"conn 5 10.7.0.1:18515 <- 10.7.0.2:41230 local_error: rdma_accept -22 (EINVAL)",
		.findings = "CL015",
		.text =
			"negotiated.responder_resources: 4\nnegotiated.initiator_depth: 4\nnegotiated.retry_count: 7\n"
			"negotiated.rnr_retry_count: 7\n"
			"sent.wire_len: 0\nsent.user_len: 0\n"
			"received.wire_len: 0\nreceived.user_len: 0\n"
			"clamps[0].field: retry_count\nclamps[0].from: 7\nclamps[0].to: 0\n"
			"clamps[0].why: a reply carries none\n"
			"event: RDMA_CM_EVENT_CONNECT_REQUEST\nstatus: 0\nerror: -22\nerror_call: rdma_accept\n"
			"own_timer: false\ntimeout_ms: 10000\nrecv_posted: 8\nqp_num: 17\n",
	},
	{
		.name = "InfiniBand, active", .from = "model 3.1", .id = 8, AT(ACTIVE, IB, MLX5),
		WANTS("portable", 4, 5, 0), .conn = { 3, 5, 1, 0, 2, 1, 0x124 },
		.hdr = { .kind = CMLAB_WIRE_REP, .max_ird = 16, .max_ord = 256, .want_ird = 9,
			 .want_ord = 3 },
		.area = 196, ENDS(ESTABLISHED, ESTABLISHED, 0), .ping = 99,
		.queried = { VAL(IRD, 4), VAL(ORD, 8), VAL(RETRY, 7), VAL(RNR, 2), VAL(TIMEOUT, 18) },
		.access = 6, TOLD(CONNECT, 0, 3), .own = KNOWS_ALL, .peer = CMLAB_KNOWS_LIMITS,
		.sent = { REQ(4, 5, 7, 7, 17) },
		.peer_sent = { REP(5, 3, 2, 1, 0x124) },
		.agreed = { VAL(IRD, 3), VAL(ORD, 5), VAL(RETRY, 7), VAL(RNR, 2) },
		.read = CMLAB_READ_UNKNOWN,
		.summary =
			"conn 8 10.7.0.2:41230 -> 10.7.0.1:18515 established: peer rr 3 id 5 rnr 2, negotiated rr 3 id 5 retry 7 rnr 2",
		.findings = "CL018",
		.text =
			"peer.max_qp_rd_atom: 16\npeer.max_qp_init_rd_atom: 256\npeer.wanted_responder_resources: 9\n"
			"peer.wanted_initiator_depth: 3\n"
			"sent.wire_len: 32\nsent.user_len: 0\n"
			"received.wire_len: 196\nreceived.declared_len: 34\nreceived.user_len: 2\nreceived.user: 0x01fe\n"
			"received.header: ok\n"
			"clamps[0].field: responder_resources\nclamps[0].from: 4\nclamps[0].to: 3\n"
			"clamps[0].why: peer offered\n"
			"clamps[1].field: responder_resources\nclamps[1].from: 3\nclamps[1].to: 4\n"
			"clamps[1].why: driver rounds up to a power of two\n"
			"clamps[2].field: initiator_depth\nclamps[2].from: 5\nclamps[2].to: 8\n"
			"clamps[2].why: driver rounds up to a power of two\n"
			"event: RDMA_CM_EVENT_ESTABLISHED\nstatus: 0\nown_timer: false\ntimeout_ms: 10000\n"
			"recv_posted: 8\nping_rx: true\nping_tx: true\nping_us: 99\nqp_num: 17\n",
	},
	{
		.name = "siw raises, passive", .from = "observed: 16/16 and 2/32", .id = 9,
		AT(PASSIVE, IWARP, SIW), WANTS("iwarp", 2, 32, 1), .conn = { .responder_resources = 16, .initiator_depth = 16 },
		.hdr = { .kind = CMLAB_WIRE_REQ, .max_ird = 128, .max_ord = 128, .want_ird = 16,
			 .want_ord = 16 },
		.area = 34, ENDS(ESTABLISHED, ESTABLISHED, 1500000), .ping = 1,
		.queried = { VAL(IRD, 16), VAL(ORD, 16) }, TOLD(ACCEPT, 0, 2), .own = KNOWS_ALL,
		.peer = CMLAB_KNOWS_LIMITS, .peer_sent = { VAL(IRD, 16), VAL(ORD, 16) },
		.agreed = { VAL(IRD, 16), VAL(ORD, 16) }, .read = CMLAB_READ_UNKNOWN,
		.summary =
			"conn 9 10.7.0.1:18515 <- 10.7.0.2:41230 established after 1.5 s: peer rr 16 id 16, negotiated rr 16 id 16",
		.findings = "CL004 CL058",
		.text =
			"clamps[3].field: responder_resources\nclamps[3].from: 2\nclamps[3].to: 16\n"
			"clamps[3].why: driver raises IRD to the peer's ORD\n"
			"event: RDMA_CM_EVENT_ESTABLISHED\nstatus: 0\nown_timer: false\ntimeout_ms: 10000\n"
			"recv_posted: 8\nhandshake_us: 1500000\nping_rx: true\nping_tx: true\nqp_num: 17\n",
	},
	{
		.name = "garbage for a header", .from = "another program's peer", .id = 10,
		AT(PASSIVE, ROCE, RXE), WANTS("portable", 4, 4, 0), .conn = { 1, 1, 0, 7, 7, 0, 9 },
		.raw = "GET / HTTP/1.1", .area = 56, TOLD(REJECT, 0, 1), .own = KNOWS,
		.refusal = CMLAB_REASON_HDR_MAGIC,
		.peer_sent = { REQ(1, 1, 7, 7, 9) },
		.summary =
			"conn 10 10.7.0.1:18515 <- 10.7.0.2:41230 refused: reason 3, private data does not start with cmlab's magic (56, need 32)",
		.findings = "CL014",
		.text =
			"limits.max_res_rd_atom: 258048\n"
			"advertised.responder_resources: 1\nadvertised.initiator_depth: 1\nadvertised.retry_count: 7\n"
			"advertised.rnr_retry_count: 7\nadvertised.flow_control: 0\nadvertised.srq: 0\n"
			"advertised.qp_num: 9\n"
			"sent.wire_len: 32\nsent.user_len: 0\n"
			"received.wire_len: 56\nreceived.user_len: 0\nreceived.header: hdr_magic\n"
			"reason.code: 3\nreason.name: hdr_magic\n"
			"reason.text: private data does not start with cmlab's magic\nreason.by: this_side\n"
			"reason.have: 56\nreason.need: 32\n"
			"event: RDMA_CM_EVENT_CONNECT_REQUEST\nstatus: 0\nown_timer: false\ntimeout_ms: 10000\n"
			"recv_posted: 8\nqp_num: 17\n",
	},
	{
		.name = "rdma_connect is refused", .from = "siw_cm.c:1402: it waits for TCP", .id = 11,
		AT(ACTIVE, IWARP, SIW), WANTS("iwarp", 4, 4, 1), .ret = -ECONNREFUSED,
		TOLD(CONNECT, -ECONNREFUSED, 2), .own = KNOWS,
		.summary =
			"conn 11 10.7.0.2:41230 -> 10.7.0.1:18515 rejected by peer: rdma_connect -111 (ECONNREFUSED)",
		.findings = "CL013",
		.text =
			"sent.wire_len: 32\nsent.user_len: 0\n"
			"clamps[0].field: retry_count\nclamps[0].from: 7\nclamps[0].to: 0\n"
			"clamps[0].why: not carried by iWARP\n"
			"clamps[1].field: rnr_retry_count\nclamps[1].from: 7\nclamps[1].to: 0\n"
			"clamps[1].why: not carried by iWARP\n"
			"event: RDMA_CM_EVENT_ROUTE_RESOLVED\nstatus: 0\nerror: -111\nerror_call: rdma_connect\n"
			"own_timer: false\ntimeout_ms: 10000\nrecv_posted: 8\nqp_num: 17\n",
	},
	{
		.name = "rdma_connect fails", .from = "cm.c: too much private data", .id = 14,
		AT(ACTIVE, ROCE, RXE), WANTS("portable", 4, 4, 0), .ret = -EINVAL,
		TOLD(CONNECT, -EINVAL, 2), .own = KNOWS, .agreed = { VAL(RETRY, 7) },
		.summary =
			"conn 14 10.7.0.2:41230 -> 10.7.0.1:18515 local_error: rdma_connect -22 (EINVAL)",
		.findings = "CL015",
	},
	{
		.name = "a reply that breaks the offer", .from = "model 3.1.2", .id = 15,
		AT(ACTIVE, ROCE, RXE), .form = CMLAB_PDATA_RAW, WANTS("portable", 4, 4, 0),
		.conn = { 5, 4, 0, 0, 7, 0, 9 }, ENDS(CONNECT_RESPONSE, REJECTED, 2000),
		TOLD(REJECT, 0, 3), .own = KNOWS, .refusal = CMLAB_REASON_REPLY_IRD,
		.sent = { REQ(4, 4, 7, 7, 17) },
		.peer_sent = { REP(4, 5, 7, 0, 9) },
		.agreed = { VAL(IRD, 4), VAL(ORD, 4), VAL(RETRY, 7), VAL(RNR, 7) },
		.summary =
			"conn 15 10.7.0.2:41230 -> 10.7.0.1:18515 refused after 2.0 ms: reason 15, reply's initiator_depth exceeds the offer (5, need 4)",
		.findings = "CL069",
		.text =
			"received.wire_len: 0\nreceived.user_len: 0\n"
			"reject.wire_len: 0\nreject.user_len: 0\n"
			"reason.code: 15\nreason.name: reply_ird\n"
			"reason.text: reply's initiator_depth exceeds the offer\nreason.by: this_side\n"
			"reason.field: responder_resources\nreason.have: 5\nreason.need: 4\n"
			"event: RDMA_CM_EVENT_CONNECT_RESPONSE\nstatus: 0\nown_timer: false\ntimeout_ms: 10000\n"
			"recv_posted: 8\nhandshake_us: 2000\nqp_num: 17\n",
	},
	{
		.name = "UD", .from = "model 1.2", .id = 16, AT(ACTIVE, ROCE, RXE),
		.form = CMLAB_PDATA_RAW, .ps = CMLAB_PS_UDP, WANTS("send-recv", 0, 0, 0),
		.conn = { .qp_num = 0x55 }, ENDS(ESTABLISHED, ESTABLISHED, 900),
		TOLD(CONNECT, 0, 3), .own = KNOWS, .peer_sent = { VAL(QPN, 0x55) },
		.summary =
			"conn 16 10.7.0.2:41230 -> 10.7.0.1:18515 established after 0.9 ms: peer nothing, negotiated nothing",
		.text =
			"limits.max_res_rd_atom: 258048\n"
			"requested.responder_resources: 0\nrequested.initiator_depth: 0\nrequested.retry_count: 7\n"
			"requested.rnr_retry_count: 7\nrequested.flow_control: 1\n"
			"advertised.qp_num: 85\n"
			"sent.wire_len: 0\nsent.user_len: 0\n"
			"received.wire_len: 0\nreceived.user_len: 0\n"
			"clamps[0].field: retry_count\nclamps[0].from: 7\nclamps[0].to: 0\n"
			"clamps[0].why: not carried by SIDR\n"
			"clamps[1].field: rnr_retry_count\nclamps[1].from: 7\nclamps[1].to: 0\n"
			"clamps[1].why: not carried by SIDR\n"
			"clamps[2].field: flow_control\nclamps[2].from: 1\nclamps[2].to: 0\n"
			"clamps[2].why: not carried by SIDR\n"
			"event: RDMA_CM_EVENT_ESTABLISHED\nstatus: 0\nown_timer: false\ntimeout_ms: 10000\n"
			"recv_posted: 8\nhandshake_us: 900\nping_rx: false\nping_tx: false\nqp_num: 17\n",
	},
};

/* clang-format on */

#endif /* CMLAB_CASES_STORIES_H */
