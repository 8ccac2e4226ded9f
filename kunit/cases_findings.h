/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What holds of a live handshake, and what is near and does not. What a prediction shows as
 * well is in cases_findings_predict.h: here is what only one side's knowledge brings.
 */
#ifndef CMLAB_CASES_FINDINGS_H
#define CMLAB_CASES_FINDINGS_H

#include "findings_rows.h"

/* How it ended: outcome and the last event with its status. */
#define FAILED(o, e, s) \
	SET(outcome, CMLAB_OUTCOME_##o), LAST_EVENT(event, CMLAB_EVENT_##e), LAST_EVENT(status, (s))
#define CALLED(c, r)	 OWN(call, CMLAB_CALL_##c), OWN(ret, (r))
#define NO_HEADER	 PEER(message.has_hdr, 0), PEER(requested.known, 0), PEER(known, 0)
#define REFUSES(p, r)	 p(refusal.code, CMLAB_REASON_##r)
#define ABOUT(p, f)	 p(refusal.field, CMLAB_F_##f)
#define NUMBERS(p, h, n) p(refusal.have, (h)), p(refusal.need, (n))
#define HOLDS(n)	 .number = (n), .times = 1, .others = {}
#define NEAR_LIVE(n)	 .number = (n), .times = 0, .others = {}
#define ALSO(n, t, ...)	 .number = (n), .times = (t), .others = { __VA_ARGS__ }
#define WHOLE		 CMLAB_NR_FIELDS

/* clang-format off */
static const struct live_row live_rows[] = {
	{ "healthy, passive", "nothing to say", PASSIVE_RXE, NEAR_LIVE(0) },
	{ "healthy, active", "nothing to say", ACTIVE_RXE, NEAR_LIVE(0) },
	{ "healthy, passive, siw", "nothing to say", PASSIVE_SIW, NEAR_LIVE(0) },
	{ "healthy, active, siw", "nothing to say", ACTIVE_SIW, NEAR_LIVE(0) },

	/* 1 */
	{ "QP serves 8 of 16", "F1", PASSIVE_RXE, ALSO(1, 1, 3), { OWN_VAL(programmed, IRD, 8) }, CMLAB_F_IRD,
	  "This side promised to serve 16 reads at once, but its QP serves 8 (max_dest_rd_atomic): read number 9 may be refused.",
	  "accept with responder_resources 8." },
	{ "QP wrapped to 0", "observed: P 200/4", PASSIVE_RXE, ALSO(1, 1, 8), { OWN_VAL(programmed, IRD, 0) }, CMLAB_F_IRD },
	{ "QP serves what was agreed, not what was offered", "near", ACTIVE_RXE, ALSO(1, 0, 3),
	  { OWN_VAL(programmed, IRD, 8), OWN_VAL(agreed, IRD, 8) } },
	{ "QP not queried", "near", PASSIVE_RXE, NEAR_LIVE(1), { OWN_NO(programmed, IRD) } },
	{ "not up yet", "near", PASSIVE_RXE, NEAR_LIVE(1), { OWN_VAL(programmed, IRD, 8), SET(outcome, CMLAB_OUTCOME_PENDING) } },

	/* 2 */
	{ "QP issues more than the peer said", "model 3.1.2", PASSIVE_RXE, ALSO(2, 1, 18), { OWN_VAL(programmed, ORD, 17) }, CMLAB_F_ORD,
	  "This side's QP issues up to 17 reads at once (max_rd_atomic), but the peer said that it serves 16: one read more may get a NAK, which ends the connection.",
	  "keep at most 16 reads in flight there, or ask for a power of two." },
	{ "not more than the peer serves", "near", PASSIVE_RXE, ALSO(2, 0, 18),
	  { OWN_VAL(programmed, ORD, 32), PEER_VAL(sent, IRD, 64) } },
	{ "only rounded up", "observed: rxe 5 -> 8", PASSIVE_RXE, ALSO(2, 0, 18),
	  { OWN_VAL(programmed, ORD, 8), PEER_VAL(sent, IRD, 5), OWN_VAL(agreed, ORD, 5), OWN_VAL(requested, ORD, 5) } },
	{ "the same on a driver that does not round", "model 4.3", PASSIVE_RXE, ALSO(2, 1, 18),
	  { OWN_VAL(programmed, ORD, 8), PEER_VAL(sent, IRD, 5), OWN_VAL(agreed, ORD, 5), OWN_VAL(requested, ORD, 5),
	    OWN(device.driver, CMLAB_DRIVER_BNXT_RE) }, CMLAB_F_ORD },
	{ "event shows no depths", "irdma, model 2.4", PASSIVE_RXE, ALSO(2, 0, 18),
	  { OWN_VAL(programmed, ORD, 17), PEER_NO(sent, IRD) } },
	{ "the peer said that it serves none", "near", PASSIVE_RXE, NEAR_LIVE(2), { PEER_VAL(sent, IRD, 0) } },
	{ "event and query show none", "near", PASSIVE_RXE, NEAR_LIVE(2), { OWN_NO(programmed, ORD), PEER_NO(sent, IRD) } },

	/* 3 */
	{ "the peer wants 64 of 16", "UX: one connection", PASSIVE_RXE, HOLDS(3), { PEER_VAL(requested, ORD, 64) }, CMLAB_F_IRD,
	  "The peer wants to issue 64 reads at once and this side serves 16.", "accept with responder_resources 64." },
	{ "the peer wants more than this device has", "F4", PASSIVE_RXE, HOLDS(3),
	  { PEER_VAL(requested, ORD, 64), OWN(limits.max_qp_rd_atom, 16) }, CMLAB_F_IRD,
	  NULL, "ask for initiator_depth 16 there: the device here serves no more." },
	{ "the peer's device could not anyway", "near", PASSIVE_RXE, NEAR_LIVE(3),
	  { PEER_VAL(requested, ORD, 64), PEER(limits.max_qp_init_rd_atom, 16) } },
	{ "the peer's REQ without a header", "F3", PASSIVE_RXE, HOLDS(3), { NO_HEADER, PEER_VAL(sent, ORD, 17) }, CMLAB_F_IRD },
	{ "as much as this side serves", "near", PASSIVE_RXE, NEAR_LIVE(3), { NO_HEADER, PEER_VAL(sent, ORD, 16) } },
	{ "rejected anyway", "near", ACTIVE_RXE, ALSO(3, 0, 12), { PEER_VAL(requested, ORD, 64), FAILED(REJECTED, REJECTED, 28) } },

	/* 4 */
	{ "wanted 32, the peer serves 16", "F4", PASSIVE_RXE, HOLDS(4), { OWN_VAL(requested, ORD, 32) }, CMLAB_F_ORD,
	  "This side wants to issue 32 reads at once and the peer said that it serves 16.", "accept with initiator_depth 32." },
	{ "wanted 32, active", "F4", ACTIVE_RXE, HOLDS(4), { OWN_VAL(requested, ORD, 32) }, CMLAB_F_ORD,
	  NULL, "accept with responder_resources 32." },
	{ "the peer's device has no more", "UX: one connection", PASSIVE_RXE, HOLDS(4),
	  { OWN_VAL(requested, ORD, 32), PEER(limits.max_qp_rd_atom, 16) }, CMLAB_F_ORD,
	  NULL, "ask for initiator_depth 16 there: the device here serves no more." },
	{ "nothing known of the peer's device", "UX: CL031", PASSIVE_RXE, HOLDS(4), { OWN_VAL(requested, ORD, 32), NO_HEADER }, CMLAB_F_ORD,
	  NULL, NULL },
	{ "wanted 32, and nothing is known of this device", "near", PASSIVE_RXE, NEAR_LIVE(4),
	  { OWN_VAL(requested, ORD, 32), OWN(known, CMLAB_KNOWS_QP | CMLAB_KNOWS_CALL) } },
	{ "wanted 32, this device issues 16", "near", PASSIVE_RXE, NEAR_LIVE(4),
	  { OWN_VAL(requested, ORD, 32), OWN(limits.max_qp_init_rd_atom, 16) } },

	/* 5, 6 */
	{ "the peer's REQ says 0", "UX: CL017", PASSIVE_RXE, HOLDS(5), { OWN_VAL(programmed, RNR, 0), PEER_VAL(sent, RNR, 0) }, CMLAB_F_RNR,
	  "The connect's rnr_retry_count 0 programs THIS side's QP: one send of this side that finds no receive posted at the peer ends the connection.",
	  "have the peer connect with rnr_retry_count 7, or post its receives before it does." },
	{ "the peer's REP says 0, not queried", "F7", ACTIVE_RXE, HOLDS(5), { OWN_NO(programmed, RNR), PEER_VAL(sent, RNR, 0) }, CMLAB_F_RNR,
	  "The accept's rnr_retry_count 0 programs THIS side's QP: one send of this side that finds no receive posted at the peer ends the connection.",
	  "have the peer accept with rnr_retry_count 7, or post its receives before it does." },
	{ "nobody knows", "near", ACTIVE_RXE, NEAR_LIVE(5), { OWN_NO(programmed, RNR), PEER_NO(sent, RNR) } },
	{ "this side's connect says 0", "xprtrdma, model 6", ACTIVE_RXE, HOLDS(6), { OWN_VAL(sent, RNR, 0) }, CMLAB_F_RNR,
	  "The connect's rnr_retry_count 0 programs the PEER's QP: one send of the peer that finds no receive posted at this side ends the connection.",
	  "connect with rnr_retry_count 7, or post receives before and keep them posted." },
	{ "this side says nothing", "near", PASSIVE_RXE, NEAR_LIVE(6), { OWN_NO(sent, RNR) } },

	/* 7, 8 */
	{ "no read may be issued, siw", "observed: A 4/0", ACTIVE_SIW, HOLDS(7),
	  { OWN_VAL(programmed, ORD, 0), OWN_VAL(reported, IRD, 0), OWN_VAL(programmed, IRD, 0), OWN_VAL(agreed, IRD, 0),
	    OWN_VAL(reported, ORD, 0), PEER_VAL(sent, IRD, 0), PEER_VAL(requested, ORD, 0) }, CMLAB_F_ORD,
	  "This side wants to issue 16 reads and its QP may issue none (max_rd_atomic 0); outcome of a read: ib_post_send fails with -EINVAL.",
	  "accept with responder_resources of at least 1, or use only SEND and WRITE." },
	{ "none was wanted", "near", PASSIVE_RXE, NEAR_LIVE(7), { OWN_VAL(programmed, ORD, 0), OWN_VAL(requested, ORD, 0) } },
	{ "not queried", "near", PASSIVE_RXE, NEAR_LIVE(7), { OWN_NO(programmed, ORD) } },
	{ "none of the peer's reads can be served", "model 10.3", PASSIVE_RXE, HOLDS(8),
	  { OWN_VAL(agreed, IRD, 0), OWN_VAL(sent, IRD, 0), OWN_VAL(programmed, IRD, 0) }, CMLAB_F_IRD,
	  "The peer wants to issue 16 reads and this side's QP serves none (max_dest_rd_atomic 0): a read ends the connection or never completes.",
	  "accept with responder_resources of at least 1." },
	{ "room, but no permission", "observed: A 4/0, access 0x2", PASSIVE_RXE, HOLDS(8), { OWN(access, 2) }, CMLAB_F_IRD,
	  "This side's QP has room for 16 reads but no REMOTE_READ permission, because the connect's initiator_depth is 0: a read of the peer ends the connection.",
	  "connect with initiator_depth of at least 1." },
	{ "permission not given yet", "near", PASSIVE_RXE, NEAR_LIVE(8), { OWN(access, 0) } },
	{ "permission given", "near", PASSIVE_RXE, NEAR_LIVE(8), { OWN(access, 4) } },
	{ "no permission on iWARP", "near: no such thing", PASSIVE_SIW, NEAR_LIVE(8), { OWN(access, 2) } },
	{ "no room and no permission, and none wanted", "near", PASSIVE_RXE, NEAR_LIVE(8),
	  { OWN(access, 2), OWN_VAL(agreed, IRD, 0), OWN_VAL(sent, IRD, 0), OWN_VAL(programmed, IRD, 0), PEER_VAL(requested, ORD, 0) } },

	/* 9 */
	{ "reported crossed", "observed: siw", ACTIVE_SIW, ALSO(9, 1, 4),
	  { OWN_VAL(programmed, ORD, 4), OWN_VAL(reported, IRD, 4), PEER_VAL(sent, IRD, 4) }, CMLAB_F_IRD,
	  "On this side ib_query_qp of siw shows max_rd_atomic 16 and max_dest_rd_atomic 4, the wrong way round: it issues 4 and serves 16.",
	  "swap the two depths that this driver reports." },
	{ "one of the two not reported", "near", ACTIVE_SIW, ALSO(9, 0, 4),
	  { OWN_VAL(programmed, ORD, 4), OWN_NO(reported, IRD), PEER_VAL(sent, IRD, 4) } },

	/* 10 */
	{ "own timer", "UX: a failure", ACTIVE_RXE, HOLDS(10), { SET(outcome, CMLAB_OUTCOME_UNREACHABLE), SET(own_timer, 1) }, WHOLE,
	  "Nothing came back from the peer in 10.0 s (own timer); the CM itself would have gone on for 65 to 98 s.",
	  "ping the peer, look at its RDMA link and the GIDs of both ends; a peer that is alive but overwhelmed looks the same." },
	{ "own timer on iWARP", "model 7.9", ACTIVE_SIW, HOLDS(10),
	  { SET(outcome, CMLAB_OUTCOME_CONNECT_ERROR), SET(own_timer, 1), SET(timeout_ms, 2560) }, WHOLE,
	  "Nothing came back from the peer in 2.5 s (own timer)." },
	{ "the CM's own timeout", "F24", PASSIVE_RXE, HOLDS(10), { FAILED(UNREACHABLE, UNREACHABLE, -ETIMEDOUT), SET(handshake_us, 65000000) }, WHOLE,
	  "Nothing came back from the peer (status -110): the CM sent its message 16 times, or the peer's address moved." },
	{ "the CM could not send", "tests/kernel/rxe-cm-dies.sh", ACTIVE_RXE, HOLDS(10),
	  { FAILED(UNREACHABLE, UNREACHABLE, -ETIMEDOUT), SET(handshake_us, 1840) }, WHOLE,
	  "Nothing came back from the peer (status -110), and the CM gave up after 1.8 ms: its message could not even be sent.",
	  "look at the route and the link; on rxe the device hears nothing after that: make it anew." },
	{ "the CM sent for a second", "boundary", ACTIVE_RXE, HOLDS(10),
	  { FAILED(UNREACHABLE, UNREACHABLE, -ETIMEDOUT), SET(handshake_us, 1000000) }, WHOLE,
	  "Nothing came back from the peer (status -110): the CM sent its message 16 times, or the peer's address moved." },
	{ "the MPA timeout", "model 7.9", ACTIVE_SIW, HOLDS(10), { FAILED(UNREACHABLE, UNREACHABLE, -ETIMEDOUT) }, WHOLE,
	  "Nothing came back from the peer (status -110): TCP or the MPA handshake timed out." },
	{ "rdma_connect itself has waited", "model 7", ACTIVE_SIW, HOLDS(10),
	  { SET(outcome, CMLAB_OUTCOME_UNREACHABLE), CALLED(CONNECT, -EHOSTUNREACH) }, WHOLE,
	  "Nothing came back from the peer (status -113): TCP or the MPA handshake timed out." },
	{ "a refused UD connect came back", "near: SIDR status", ACTIVE_RXE, ALSO(10, 0, 13, 45, 46),
	  { SET(ps, CMLAB_PS_UDP), FAILED(UNREACHABLE, UNREACHABLE, CMLAB_SIDR_UNSUPPORTED) } },

	/* 11 */
	{ "the peer's floor", "UX: a failure", ACTIVE_RXE, HOLDS(11),
	  { FAILED(REJECTED, REJECTED, 28), REFUSES(PEER, IRD_FLOOR), ABOUT(PEER, IRD), NUMBERS(PEER, 1, 4) }, CMLAB_F_IRD,
	  "The peer refuses: reason 10 (ird_floor), its responder_resources: responder_resources would be below the floor (1, needed 4).",
	  "lower its responder_resources.floor, or have the other side offer a larger initiator_depth." },
	{ "the peer's connection limit", "issue: every reject reason", ACTIVE_RXE, HOLDS(11),
	  { FAILED(REJECTED, REJECTED, 28), REFUSES(PEER, CONN_LIMIT), NUMBERS(PEER, 64, 64) }, WHOLE,
	  "The peer refuses: reason 13 (conn_limit): the limit on connections is reached (64, needed 64).",
	  "close connections there or raise the limit." },
	{ "the peer did not understand the header", "F5", ACTIVE_RXE, HOLDS(11),
	  { FAILED(REJECTED, REJECTED, 28), REFUSES(PEER, HDR_SWAPPED), NUMBERS(PEER, 56, 32) }, WHOLE,
	  "The peer refuses: reason 4 (hdr_swapped): header looks byte-swapped (56 bytes received).",
	  "write every number of the header in big-endian order." },
	{ "the peer saw a bad checksum", "issue: hostile", ACTIVE_RXE, HOLDS(11),
	  { FAILED(REJECTED, REJECTED, 28), REFUSES(PEER, HDR_CRC), NUMBERS(PEER, 56, 0) }, WHOLE,
	  "The peer refuses: reason 9 (hdr_crc): header checksum is wrong (56 bytes received).",
	  "use handshake=header and the same version at both ends, or handshake=raw." },
	{ "a reason of a later version", "names.h: only append", ACTIVE_RXE, HOLDS(11),
	  { FAILED(REJECTED, REJECTED, 28), PEER(refusal.code, 255), NUMBERS(PEER, 3, 2) }, WHOLE,
	  "The peer refuses: reason 255 (?): ? (3, needed 2).", "look at the log of the side that refused." },

	/* 12 */
	{ "rejected without a word", "F17: REJ 28", ACTIVE_RXE, HOLDS(12),
	  { FAILED(REJECTED, REJECTED, 28), SET(reject.seen, 1), SET(reject.seen_len, 148),
	    SET(reject.hdr_reason, CMLAB_REASON_HDR_ABSENT) }, WHOLE,
	  "The peer rejected with REJ 28 (consumer defined); the 148 bytes of private data received hold no reason of this protocol (hdr_absent).",
	  "look at the peer's log: it is out of resources, its accept failed, its process died, or it speaks another protocol." },
	{ "the CM refused", "REJ 12", ACTIVE_RXE, HOLDS(12), { FAILED(REJECTED, REJECTED, 12) }, WHOLE,
	  NULL, "the peer's connection manager refused, not its program: look at address, port space and path." },
	{ "after a successful accept", "model 10.5", PASSIVE_RXE, HOLDS(12), { FAILED(REJECTED, REJECTED, 28) }, WHOLE },
	{ "REJ 8 after an accept is not about a listener", "near 13", PASSIVE_RXE, HOLDS(12), { FAILED(REJECTED, REJECTED, 8) }, WHOLE },
	{ "a consumer's reject on siw", "observed: -104", ACTIVE_SIW, HOLDS(12),
	  { FAILED(REJECTED, REJECTED, -ECONNRESET), SET(reject.seen_len, 2) }, WHOLE,
	  "The peer rejected with status -104 (ECONNRESET), which on iWARP is a consumer's reject or a failed accept; the 2 bytes of private data received hold no reason of this protocol.",
	  "look at the peer's log; private data above 251 bytes also ends like this on siw." },
	{ "siw's own refusal", "model 2.4: siw_cm.c:775", ACTIVE_SIW, HOLDS(12), { FAILED(REJECTED, REJECTED, -ECONNREFUSED) }, WHOLE,
	  "The peer rejected with status -111 (ECONNREFUSED), which on siw means that CRC or markers do not match; the 0 bytes of private data received hold no reason of this protocol.",
	  "use the same MPA CRC and marker settings at both ends." },
	{ "a consumer's reject on cxgb4", "model 2.4", ACTIVE_SIW, HOLDS(12),
	  { OWN(device.driver, CMLAB_DRIVER_CXGB4), FAILED(REJECTED, REJECTED, -ECONNREFUSED) }, WHOLE,
	  "The peer rejected with status -111 (ECONNREFUSED), which on iWARP is a consumer's reject or a failed accept; the 0 bytes of private data received hold no reason of this protocol." },

	/* 13 */
	{ "nobody listens", "F20: REJ 8", ACTIVE_RXE, HOLDS(13), { FAILED(REJECTED, REJECTED, 8) }, WHOLE,
	  "The peer is alive and nobody listens on that port: RDMA_CM_EVENT_REJECTED, status 8.",
	  "start the listener, or check port, address and port space." },
	{ "nobody listens, iWARP", "F20, model 7.1", ACTIVE_SIW, HOLDS(13),
	  { SET(outcome, CMLAB_OUTCOME_REJECTED), CALLED(CONNECT, -ECONNREFUSED) }, WHOLE,
	  "The peer is alive and nobody listens on that port: rdma_connect returns -111 (ECONNREFUSED), as TCP was refused." },
	{ "status 8 and up is no reject", "near", ACTIVE_RXE, NEAR_LIVE(13), { LAST_EVENT(status, 8) } },

	/* 14 */
	{ "this side's floor", "issue: every reject reason", PASSIVE_RXE, HOLDS(14),
	  { FAILED(REJECTED, CONNECT_REQUEST, 0), REFUSES(OWN, IRD_FLOOR), ABOUT(OWN, IRD), NUMBERS(OWN, 1, 4) }, CMLAB_F_IRD,
	  "This side refuses: reason 10 (ird_floor), its responder_resources: responder_resources would be below the floor (1, needed 4)." },
	{ "this side's other floor", "issue: every reject reason", PASSIVE_RXE, HOLDS(14),
	  { FAILED(REJECTED, CONNECT_REQUEST, 0), REFUSES(OWN, ORD_FLOOR), ABOUT(OWN, ORD) }, CMLAB_F_ORD,
	  NULL, "lower its initiator_depth.floor, or have the other side offer larger responder_resources." },
	{ "responder resources used up", "F4", PASSIVE_RXE, HOLDS(14),
	  { FAILED(REJECTED, CONNECT_REQUEST, 0), REFUSES(OWN, RES_EXHAUSTED), ABOUT(OWN, IRD), NUMBERS(OWN, 0, 1) }, CMLAB_F_IRD,
	  NULL, "give each connection of its device less responder_resources, or use fewer connections." },
	{ "57 bytes in a REQ", "F15", ACTIVE_RXE, HOLDS(14),
	  { FAILED(LOCAL_ERROR, ROUTE_RESOLVED, 0), REFUSES(OWN, FIELD_RANGE), ABOUT(OWN, PDLEN), NUMBERS(OWN, 57, 56) }, CMLAB_F_PDLEN,
	  "This side refuses: reason 17 (field_range), its private_data_len: the value does not fit its field (57 bytes, 56 fit this message).",
	  "send at most 56 bytes." },
	{ "a value out of range, strict", "F9", ACTIVE_RXE, HOLDS(14),
	  { FAILED(LOCAL_ERROR, ROUTE_RESOLVED, 0), REFUSES(OWN, FIELD_RANGE), ABOUT(OWN, RETRY), NUMBERS(OWN, 20, 7) }, CMLAB_F_RETRY,
	  "This side refuses: reason 17 (field_range), its retry_count: the value does not fit its field (20, needed 7).",
	  "write a value that fits, or leave strict off." },
	{ "no memory here", "F25", PASSIVE_RXE, HOLDS(14),
	  { FAILED(REJECTED, CONNECT_REQUEST, 0), REFUSES(OWN, NO_RESOURCES), NUMBERS(OWN, ENOMEM, 0), CALLED(CREATE_QP, -ENOMEM) }, WHOLE,
	  "This side refuses: reason 14 (no_resources): the queue pair could not be set up (error 12, ENOMEM).",
	  "look at that machine's log and memory, and at the device's limits on queue pairs." },
	{ "a header this side cannot use", "F14", PASSIVE_RXE, HOLDS(14),
	  { FAILED(REJECTED, CONNECT_REQUEST, 0), REFUSES(OWN, HDR_ABSENT), NUMBERS(OWN, 56, 32) }, WHOLE,
	  "This side refuses: reason 1 (hdr_absent): no cmlab header: the private data is all zero (56 bytes received).",
	  "use handshake=header and the same version at both ends, or handshake=raw." },
	{ "a reply that breaks the offer", "model 3.1.2, near 14", ACTIVE_RXE, HOLDS(69),
	  { FAILED(REJECTED, CONNECT_RESPONSE, 0), REFUSES(OWN, REPLY_ORD), ABOUT(OWN, ORD), NUMBERS(OWN, 200, 4) }, CMLAB_F_ORD,
	  "transitions=lab: this side refuses the reply with reason 16 (reply_ord): 200 where 4 was offered." },

	/* 15 */
	{ "rdma_accept failed", "F30: cm transitions", PASSIVE_RXE, HOLDS(15), { FAILED(LOCAL_ERROR, CONNECT_REQUEST, 0), CALLED(ACCEPT, -EINVAL) },
	  WHOLE, "rdma_accept of this side fails: -22 (EINVAL).",
	  "a depth above this device's limit, too much private data, or a peer that went away; the peer sees REJ 28." },
	{ "rdma_connect failed", "observed: siw -12", ACTIVE_SIW, HOLDS(15), { FAILED(LOCAL_ERROR, ROUTE_RESOLVED, 0), CALLED(CONNECT, -ENOMEM) },
	  WHOLE, "rdma_connect of this side fails: -12 (ENOMEM).",
	  "siw says ENOMEM for a depth above its limit: ask for at most what cmlab devices shows." },
	{ "rdma_connect refused the values", "F18", ACTIVE_RXE, HOLDS(15), { FAILED(LOCAL_ERROR, ROUTE_RESOLVED, 0), CALLED(CONNECT, -EINVAL) },
	  WHOLE, NULL, "too much private data for this transport, a depth above the limit (iWARP), or the wrong state of the id." },
	{ "no memory for anything else", "F25", PASSIVE_RXE, HOLDS(15), { FAILED(LOCAL_ERROR, CONNECT_REQUEST, 0), CALLED(ACCEPT, -ENOMEM) },
	  WHOLE, NULL, "look at this machine's memory and at the device's limits." },
	{ "no RDMA device", "F28", ACTIVE_RXE, HOLDS(15), { FAILED(LOCAL_ERROR, ADDR_ERROR, -ENODEV) },
	  WHOLE, "RDMA_CM_EVENT_ADDR_ERROR, status -19 (ENODEV).",
	  "no RDMA device owns this address in this network namespace: see rdma link, and rdma system for the mode (shared or exclusive)." },
	{ "the QP did not take the reply", "observed: CONNECT_ERROR -22", ACTIVE_RXE, HOLDS(15), { FAILED(CONNECT_ERROR, CONNECT_ERROR, -EINVAL) },
	  WHOLE, "RDMA_CM_EVENT_CONNECT_ERROR, status -22 (EINVAL).",
	  "the active side's QP or driver did not take the reply: compare advertised with its device's limits." },
	{ "an errno without a name", "names", PASSIVE_RXE, HOLDS(15), { FAILED(LOCAL_ERROR, CONNECT_REQUEST, 0), CALLED(QUERY_QP, -999) },
	  WHOLE, "ib_query_qp of this side fails: -999 (?).", "look at the kernel log of this machine." },
	{ "a refused connection on IB is an error of the call", "near 13", ACTIVE_RXE, HOLDS(15),
	  { FAILED(LOCAL_ERROR, ROUTE_RESOLVED, 0), CALLED(CONNECT, -ECONNREFUSED) }, WHOLE },
	{ "refused before rdma_connect", "near 13", ACTIVE_SIW, ALSO(13, 0, 15),
	  { FAILED(LOCAL_ERROR, ROUTE_RESOLVED, 0), CALLED(RESOLVE_ADDR, -ECONNREFUSED) } },
	{ "and on the passive side", "near 13", PASSIVE_SIW, HOLDS(15),
	  { FAILED(LOCAL_ERROR, CONNECT_REQUEST, 0), CALLED(ACCEPT, -ECONNREFUSED) }, WHOLE },
	{ "something else is wrong as well", "near", PASSIVE_RXE, ALSO(15, 0, 14),
	  { FAILED(LOCAL_ERROR, CONNECT_REQUEST, 0), CALLED(CREATE_QP, -ENOMEM), REFUSES(OWN, NO_RESOURCES) } },

	/* 16 */
	{ "no ping arrived", "issue: a ping proves it", PASSIVE_RXE, HOLDS(16), { SET(carried, CMLAB_CARRIED_NOTHING) }, WHOLE,
	  "The peer said that it answers pings, but no ping arrived: nothing shows that this connection carries data.",
	  "look at both ends' completions; on RoCE, whether UDP port 4791 passes both ways." },
	{ "no ping came back", "issue: a ping proves it", ACTIVE_RXE, HOLDS(16), { SET(carried, CMLAB_CARRIED_NOTHING) }, WHOLE,
	  "The peer said that it answers pings, but no ping came back: nothing shows that this connection carries data." },
	{ "the ping may still come", "near", PASSIVE_RXE, NEAR_LIVE(16), { SET(carried, CMLAB_CARRIED_UNKNOWN) } },
	{ "the peer does not ping", "near", PASSIVE_RXE, NEAR_LIVE(16), { SET(carried, CMLAB_CARRIED_NOTHING), PEER(message.hdr.caps, 0xfffe) } },
	{ "the peer has no header", "near", PASSIVE_RXE, NEAR_LIVE(16), { SET(carried, CMLAB_CARRIED_NOTHING), NO_HEADER } },

	/* 17, 32, 55 */
	{ "no receive posted", "F8", PASSIVE_RXE, ALSO(17, 1, 32),
	  { OWN(recv_posted, 0), OWN_VAL(programmed, MIN_RNR, 12) }, WHOLE,
	  "No receives are posted at the accept: the peer may send as soon as it is up, and each RNR NAK stalls it for 640 us.",
	  "post receives before rdma_accept." },
	{ "no receive posted, the timer is not known", "F8", ACTIVE_RXE, ALSO(17, 1, 32), { OWN(recv_posted, 0) }, WHOLE,
	  "No receives are posted at the connect: the peer may send as soon as it is up, and each RNR NAK stalls it." },
	{ "no receive posted, and nobody knows how often the peer tries", "near", PASSIVE_RXE, NEAR_LIVE(17),
	  { OWN(recv_posted, 0), OWN_NO(sent, RNR) } },
	{ "no receive posted, iWARP", "F8", ACTIVE_SIW, HOLDS(55), { OWN(recv_posted, 0), SET(carried, CMLAB_CARRIED_UNKNOWN) }, WHOLE,
	  "No receives are posted at the connect, and iWARP has no RNR NAK: a send of the peer that arrives before one is posted ends the connection.",
	  "post receives before rdma_connect." },
	{ "no receive posted, and rnr 0", "F7, F8", PASSIVE_RXE, ALSO(55, 1, 6),
	  { OWN(recv_posted, 0), OWN_VAL(sent, RNR, 0), SET(carried, CMLAB_CARRIED_UNKNOWN) }, WHOLE,
	  "No receives are posted at the accept, and the accept's rnr_retry_count is 0: a send of the peer that arrives before one is posted ends the connection." },
	{ "the peer's first send has come", "near", ACTIVE_SIW, NEAR_LIVE(55), { OWN(recv_posted, 0) } },
	{ "one posted", "near", PASSIVE_RXE, NEAR_LIVE(17), { OWN(recv_posted, 1) } },

	/* 33 */
	{ "the longest wait, and no retry", "near: there is none", PASSIVE_RXE, ALSO(33, 0, 6),
	  { OWN_VAL(programmed, MIN_RNR, 0), OWN_VAL(sent, RNR, 0) } },

	/* 18 */
	{ "both rounded up", "observed: 6/5 -> 8/8", PASSIVE_RXE, HOLDS(18),
	  { OWN_VAL(programmed, IRD, 8), OWN_VAL(programmed, ORD, 8), OWN_VAL(agreed, IRD, 6), OWN_VAL(agreed, ORD, 5),
	    OWN_VAL(sent, IRD, 6), PEER_VAL(sent, IRD, 5), OWN_VAL(requested, ORD, 5), PEER_VAL(requested, ORD, 6) }, CMLAB_F_IRD,
	  "rxe rounds up to a power of two: this side's QP issues 8 reads for 5 and serves 8 for 6.",
	  "count on what was asked for, or ask for a power of two." },
	{ "one rounded up, the other not known", "observed: 6/5 -> 8/8", PASSIVE_RXE, HOLDS(18),
	  { OWN_VAL(programmed, IRD, 8), OWN_VAL(agreed, IRD, 6), OWN_VAL(sent, IRD, 6), PEER_VAL(requested, ORD, 6),
	    OWN_NO(programmed, ORD), OWN_NO(agreed, ORD) }, CMLAB_F_IRD,
	  "rxe rounds up to a power of two: this side's QP serves 8 reads for 6." },
	{ "more, and not by rounding", "model 4.4", PASSIVE_RXE, HOLDS(18), { OWN_VAL(programmed, IRD, 20) }, CMLAB_F_IRD,
	  "rxe programs more than was agreed: this side's QP serves 20 reads for 16." },

	/* 19, 24 */
	{ "more than a RoCE REP carries", "F15", PASSIVE_SIW, HOLDS(19), { OWN(message.sent_len, 197) }, WHOLE,
	  "The REP carries 197 bytes of private data; IB and RoCE carry 196 with an IP address, so the same program fails there.",
	  "keep a REP at 196 bytes or less." },
	{ "149 bytes in a REJ", "F15", PASSIVE_SIW, HOLDS(19),
	  { SET(rejecter, CMLAB_ROLE_PASSIVE), SET(reject.sent, 1), SET(reject.sent_len, 149) }, WHOLE, NULL, "keep a REJ at 148 bytes or less." },
	{ "the peer's REJ", "near: not sent here", ACTIVE_SIW, NEAR_LIVE(19),
	  { SET(rejecter, CMLAB_ROLE_PASSIVE), SET(reject.seen, 1), SET(reject.seen_len, 149) } },
	{ "rdma_reject fails for another reason", "near", PASSIVE_RXE, ALSO(24, 0, 15),
	  { FAILED(LOCAL_ERROR, CONNECT_REQUEST, 0), CALLED(REJECT, -EINVAL), SET(rejecter, CMLAB_ROLE_PASSIVE),
	    SET(reject.sent, 1), SET(reject.sent_len, 148) } },
	{ "rdma_accept fails for want of memory", "near", PASSIVE_RXE, ALSO(24, 0, 15),
	  { FAILED(LOCAL_ERROR, CONNECT_REQUEST, 0), CALLED(ACCEPT, -ENOMEM), OWN(message.sent_len, 200), OWN(sent.known, 0) } },
	{ "another call fails, and the data would not have fitted", "near", PASSIVE_RXE, ALSO(24, 0, 15),
	  { FAILED(LOCAL_ERROR, CONNECT_REQUEST, 0), CALLED(CREATE_QP, -ENOMEM), OWN(message.sent_len, 200), OWN(sent.known, 0) } },

	/* 20 */
	{ "retry 20 and rnr 20", "F9", ACTIVE_RXE, ALSO(20, 2), { CLAMP(RETRY, FIELD_3BIT, 20, 7), CLAMP(RNR, FIELD_3BIT, 20, 7) }, CMLAB_F_RETRY,
	  "The connect's retry_count 20 does not fit its 3-bit field; 7 is used.",
	  "write 7 if you mean it, or strict=1 to have such values refused." },
	{ "rnr 128", "F9", PASSIVE_RXE, HOLDS(20), { CLAMP(RNR, FIELD_3BIT, 128, 7) }, CMLAB_F_RNR,
	  "The accept's rnr_retry_count 128 does not fit its 3-bit field; 7 is used. For RNR, 7 means for ever." },
	{ "a depth of 256", "model 0", PASSIVE_RXE, HOLDS(20), { CLAMP(IRD, FIELD_U8, 256, 255) }, CMLAB_F_IRD,
	  "The accept's responder_resources 256 does not fit its 8-bit field; 255 is used." },
	{ "a qp_num of 25 bits", "model 1.1", PASSIVE_RXE, HOLDS(20), { CLAMP(QPN, FIELD_24BIT, 0x1000000, 0xffffff) }, CMLAB_F_QPN },
	{ "clamps for other reasons", "near", PASSIVE_RXE, NEAR_LIVE(20),
	  { CLAMP(IRD, DEV_QP_RD_ATOM, 32, 16), CLAMP(RETRY, UNUSED_REP, 7, 0), CLAMP(ORD, PEER_OFFERED, 32, 16),
	    CLAMP(IRD, PROFILE_CEILING, 32, 16), CLAMP(QPN, OWN_QP, 1, 2), CLAMP(IRD, DRIVER_RAISED, 1, 2) } },

	/* The others, from one side. */
	{ "a stale connection", "F21: REJ 10", ACTIVE_RXE, HOLDS(72), { FAILED(REJECTED, REJECTED, 10) }, WHOLE,
	  NULL, "connect again with a new id and queue pair after that time." },
	{ "REJ 10 after an accept", "near F21", PASSIVE_RXE, ALSO(72, 0, 12), { FAILED(REJECTED, REJECTED, 10) } },
	{ "siw's reply, from this side", "observed siw 1", ACTIVE_SIW, HOLDS(62),
	  { LAST_EVENT(has_depths, 1), LAST_EVENT(conn.initiator_depth, 5), LAST_EVENT(conn.responder_resources, 6) }, CMLAB_F_IRD,
	  "On siw the ESTABLISHED event shows initiator_depth 5 for what this side serves and responder_resources 6 for what it issues, the opposite of IB and RoCE." },

	/* 76 */
	{ "1 byte behind siw's MPA reply", "siw_cm.c: siw_cm_upcall()", ACTIVE_SIW, HOLDS(76), { PEER(message.seen_len, 253) }, CMLAB_F_PDLEN,
	  "The event shows 253 bytes of private data, which siw makes of a reply that has less than the 4 bytes of IRD and ORD: what stands there is this kernel's memory, and nothing of it is taken.",
	  "do not trust that peer: its MPA reply is broken or hostile." },
	{ "in a reject", "siw_cm.c: siw_cm_upcall()", ACTIVE_SIW, ALSO(76, 1, 12),
	  { FAILED(REJECTED, REJECTED, -ECONNRESET), SET(rejecter, CMLAB_ROLE_PASSIVE), SET(reject.seen, 1), SET(reject.seen_len, 255) }, CMLAB_F_PDLEN },
	{ "as many as siw can carry", "near", ACTIVE_SIW, NEAR_LIVE(76), { PEER(message.seen_len, 252) } },
	{ "another driver", "near", ACTIVE_SIW, NEAR_LIVE(76), { PEER(message.seen_len, 253), OWN(device.driver, CMLAB_DRIVER_CXGB4) } },
};

#endif /* CMLAB_CASES_FINDINGS_H */
