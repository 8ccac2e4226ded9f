/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_POLICY_H
#define CMLAB_CASES_POLICY_H

#include "rows.h"

#include <cmlab/policy.h>

/*
 * One decision. Left out, the limits are 0, nothing is wanted, the transport is
 * unknown (which counts as IB) and no reason is expected.
 */
struct policy_case {
	const char *name;
	const char *from;
	/* this side */
	u8 transport;
	u8 driver;
	u8 mock;
	s32 rd;
	s32 init;
	s32 res;
	u64 used;
	u32 qp_num;
	bool has_srq;
	bool strict;
	bool ud;
	struct cmlab_range ird;
	struct cmlab_range ord;
	struct row_value wants[8];
	struct row_value offered[4]; /* what this side's REQ did; for a reply */
	struct row_value adv[5]; /* what the peer's message did; for an accept and a reply */
	/* the decision */
	enum cmlab_reason reason;
	u8 about;
	u32 have;
	u32 need;
	struct row_value params[8];
	struct row_value negotiated[5];
	struct row_clamp clamps[8];
};

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
#define ROCE(d) .transport = CMLAB_TRANSPORT_ROCE, .driver = CMLAB_DRIVER_##d
#define IWARP(d) .transport = CMLAB_TRANSPORT_IWARP, .driver = CMLAB_DRIVER_##d
#define LIMITS(a, b, c) .rd = (a), .init = (b), .res = (c)
#define ASKS(i, o) .ird = { 0, (i), (i) }, .ord = { 0, (o), (o) }
#define FLOORS(i, o) .ird = { (i), 0, 0 }, .ord = { (o), 0, 0 }
#define REFUSED(r, f, h, n)							\
	.reason = CMLAB_REASON_##r, .about = CMLAB_F_##f, .have = (h), .need = (n)

#define CMLAB_WHY_RD CMLAB_WHY_DEV_QP_RD_ATOM
#define CMLAB_WHY_INIT CMLAB_WHY_DEV_QP_INIT_RD_ATOM
#define CMLAB_WHY_RES CMLAB_WHY_DEV_RES_RD_ATOM

static const struct policy_case policy_offer_cases[] = {
	{ "at every bound", "model 4.1", ROCE(RXE), LIMITS(16, 8, 16), ASKS(16, 8),
	  .params = { VAL(IRD, 16), VAL(ORD, 8) } },
	{ "each attribute bounds its own", "F3: limits 16/4, id 8", ROCE(MLX5),
	  LIMITS(16, 4, 0), ASKS(16, 8),
	  .params = { VAL(IRD, 16), VAL(ORD, 4) }, .clamps = { CUT(ORD, INIT, 8, 4) } },
	{ "and the other way round", "F3", ROCE(MLX5), LIMITS(4, 16, 0), ASKS(8, 16),
	  .params = { VAL(IRD, 4), VAL(ORD, 16) }, .clamps = { CUT(IRD, RD, 8, 4) } },
	{ "limits of 0", "usnic, model 4.4", ROCE(GENERIC), LIMITS(0, 0, 0), ASKS(4, 4),
	  .params = { VAL(IRD, 0), VAL(ORD, 0) },
	  .clamps = { CUT(IRD, RD, 4, 0), CUT(ORD, INIT, 4, 0) } },
	{ "a depth of 256", "model 0: u8", ROCE(RXE), LIMITS(1000, 1000, 0), ASKS(256, 257),
	  .params = { VAL(IRD, 255), VAL(ORD, 255) },
	  .clamps = { CUT(IRD, FIELD_U8, 256, 255), CUT(ORD, FIELD_U8, 257, 255) } },
	{ "a depth of 256, strict", "model 0: u8", ROCE(RXE), LIMITS(1000, 1000, 0),
	  .strict = true, ASKS(256, 4), REFUSED(FIELD_RANGE, IRD, 256, 255),
	  .params = { VAL(IRD, 255), VAL(ORD, 4) },
	  .clamps = { CUT(IRD, FIELD_U8, 256, 255) } },
	{ "every bound of the depths in turn", "policy.h: order", ROCE(RXE),
	  LIMITS(100, 90, 50), .used = 10, .ird = { 0, 300, 200 }, .ord = { 0, 300, 200 },
	  .params = { VAL(IRD, 40), VAL(ORD, 90) },
	  .clamps = { CUT(IRD, FIELD_U8, 300, 255), CUT(IRD, PROFILE_CEILING, 255, 200),
		      CUT(IRD, RD, 200, 100), CUT(IRD, RES, 100, 40),
		      CUT(ORD, FIELD_U8, 300, 255), CUT(ORD, PROFILE_CEILING, 255, 200),
		      CUT(ORD, INIT, 200, 90) } },
	{ "mock limits say so", "UX sample", ROCE(RXE),
	  .mock = CMLAB_MOCK_QP_RD_ATOM | CMLAB_MOCK_RES_RD_ATOM, LIMITS(16, 4, 8), ASKS(32, 8),
	  .params = { VAL(IRD, 8), VAL(ORD, 4) },
	  .clamps = { CUT_MOCK(IRD, RD, 32, 16), CUT_MOCK(IRD, RES, 16, 8),
		      CUT(ORD, INIT, 8, 4) } },
	{ "mock limit of issued reads", "UX sample", ROCE(RXE),
	  .mock = CMLAB_MOCK_QP_INIT_RD_ATOM, LIMITS(16, 4, 8), ASKS(32, 8),
	  .params = { VAL(IRD, 8), VAL(ORD, 4) },
	  .clamps = { CUT(IRD, RD, 32, 16), CUT(IRD, RES, 16, 8),
		      CUT_MOCK(ORD, INIT, 8, 4) } },
	{ "floor met exactly", "boundary", ROCE(RXE), LIMITS(4, 4, 0), .ird = { 4, 8, 8 },
	  .ord = { 4, 8, 8 }, .params = { VAL(IRD, 4), VAL(ORD, 4) },
	  .clamps = { CUT(IRD, RD, 8, 4), CUT(ORD, INIT, 8, 4) } },
	{ "below the floor of IRD", "issue: refuse below floor", ROCE(RXE), LIMITS(4, 4, 0),
	  .ird = { 5, 8, 8 }, .ord = { 0, 1, 1 }, REFUSED(IRD_FLOOR, IRD, 4, 5),
	  .params = { VAL(IRD, 4), VAL(ORD, 1) }, .clamps = { CUT(IRD, RD, 8, 4) } },
	{ "below the floor of ORD", "issue: refuse below floor", ROCE(RXE), LIMITS(4, 4, 0),
	  .ird = { 0, 1, 1 }, .ord = { 5, 8, 8 }, REFUSED(ORD_FLOOR, ORD, 4, 5),
	  .params = { VAL(IRD, 1), VAL(ORD, 4) }, .clamps = { CUT(ORD, INIT, 8, 4) } },
	{ "below both floors: the first is told", "policy.h", ROCE(RXE), LIMITS(4, 4, 0),
	  .ird = { 5, 8, 8 }, .ord = { 6, 8, 8 }, REFUSED(IRD_FLOOR, IRD, 4, 5),
	  .params = { VAL(IRD, 4), VAL(ORD, 4) },
	  .clamps = { CUT(IRD, RD, 8, 4), CUT(ORD, INIT, 8, 4) } },
	{ "second connection of a device", "F4: 32 of 16", ROCE(RXE), LIMITS(16, 16, 16),
	  .used = 16, .ird = { 1, 16, 16 }, .ord = { 0, 0, 0 },
	  REFUSED(RES_EXHAUSTED, IRD, 0, 1), .params = { VAL(IRD, 0), VAL(ORD, 0) },
	  .clamps = { CUT(IRD, RES, 16, 0) } },
	{ "second connection, floor 0", "F4", ROCE(RXE), LIMITS(16, 16, 16), .used = 16,
	  ASKS(16, 0), .params = { VAL(IRD, 0), VAL(ORD, 0) },
	  .clamps = { CUT(IRD, RES, 16, 0) } },
	{ "room is exactly the floor", "boundary", ROCE(RXE), LIMITS(16, 16, 20), .used = 16,
	  .ird = { 4, 16, 16 }, .ord = { 0, 0, 0 }, .params = { VAL(IRD, 4), VAL(ORD, 0) },
	  .clamps = { CUT(IRD, RES, 16, 4) } },
	{ "floor missed by the device, not by the room", "policy.h", ROCE(RXE),
	  LIMITS(2, 16, 3), .ird = { 4, 16, 16 }, .ord = { 0, 0, 0 },
	  REFUSED(IRD_FLOOR, IRD, 2, 4), .params = { VAL(IRD, 2), VAL(ORD, 0) },
	  .clamps = { CUT(IRD, RD, 16, 2) } },
	{ "issued reads take no room", "model 4.1", ROCE(RXE), LIMITS(16, 16, 16), .used = 16,
	  ASKS(0, 16), .params = { VAL(IRD, 0), VAL(ORD, 16) } },
	{ "retry 8 and rnr 8 are the first too many", "boundary", ROCE(RXE),
	  LIMITS(16, 16, 0), ASKS(1, 1), .wants = { VAL(RETRY, 8), VAL(RNR, 8) },
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(RETRY, 7), VAL(RNR, 7) },
	  .negotiated = { VAL(RETRY, 7) },
	  .clamps = { CUT(RETRY, FIELD_3BIT, 8, 7), CUT(RNR, FIELD_3BIT, 8, 7) } },
	{ "retry 7 and rnr 0 stay", "model 5", ROCE(RXE), LIMITS(16, 16, 0), ASKS(1, 1),
	  .strict = true, .wants = { VAL(RETRY, 7), VAL(RNR, 0) },
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(RETRY, 7), VAL(RNR, 0) },
	  .negotiated = { VAL(RETRY, 7) } },
	{ "rnr 8, strict", "F9", ROCE(RXE), LIMITS(16, 16, 0), ASKS(1, 1), .strict = true,
	  .wants = { VAL(RNR, 8) }, REFUSED(FIELD_RANGE, RNR, 8, 7),
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(RNR, 7) },
	  .clamps = { CUT(RNR, FIELD_3BIT, 8, 7) } },
	{ "flow_control 2 is 1, not 0", "model 1.1, observed", ROCE(RXE), LIMITS(16, 16, 0),
	  ASKS(1, 1), .wants = { VAL(FLOW, 2) },
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(FLOW, 1) },
	  .clamps = { CUT(FLOW, FIELD_1BIT, 2, 1) } },
	{ "timers of 32 and 255", "model 3.1, observed 32", ROCE(RXE), LIMITS(16, 16, 0),
	  ASKS(1, 1), .wants = { VAL(MIN_RNR, 32), VAL(TIMEOUT, 255) },
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(MIN_RNR, 31), VAL(TIMEOUT, 31) },
	  .clamps = { CUT(MIN_RNR, FIELD_5BIT, 32, 31), CUT(TIMEOUT, FIELD_5BIT, 255, 31) } },
	{ "srq and qp_num come from the QP", "model 1.1", ROCE(RXE), LIMITS(16, 16, 0),
	  ASKS(1, 1), .qp_num = 17, .has_srq = true, .wants = { VAL(SRQ, 0), VAL(QPN, 5) },
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(SRQ, 1), VAL(QPN, 17) },
	  .clamps = { CUT(SRQ, OWN_QP, 0, 1), CUT(QPN, OWN_QP, 5, 17) } },
	{ "a QP's numbers without being asked", "model 1.1", ROCE(RXE), LIMITS(16, 16, 0),
	  ASKS(1, 1), .qp_num = 17,
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(SRQ, 0), VAL(QPN, 17) } },
	{ "srq and qp_num without a QP", "model 1.1: 24 bits", ROCE(RXE), LIMITS(16, 16, 0),
	  ASKS(1, 1), .has_srq = true, .wants = { VAL(SRQ, 9), VAL(QPN, 0x1000000) },
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(SRQ, 1), VAL(QPN, 0xffffff) },
	  .clamps = { CUT(SRQ, FIELD_1BIT, 9, 1), CUT(QPN, FIELD_24BIT, 0x1000000, 0xffffff) } },
	{ "qkey is never used", "model 1.1", ROCE(RXE), LIMITS(16, 16, 0), ASKS(1, 1),
	  .wants = { VAL(QKEY, 0x01234567) }, .params = { VAL(IRD, 1), VAL(ORD, 1) },
	  .clamps = { CUT(QKEY, UNUSED_RC, 0x01234567, 0) } },
	{ "iWARP carries the depths only", "model 1.3", IWARP(SIW), LIMITS(128, 128, 0),
	  ASKS(16, 8), .strict = true,
	  .wants = { VAL(RETRY, 20), VAL(RNR, 7), VAL(FLOW, 1), VAL(SRQ, 1), VAL(MIN_RNR, 12),
		     VAL(TIMEOUT, 14) },
	  .params = { VAL(IRD, 16), VAL(ORD, 8) },
	  .clamps = { CUT(RETRY, UNUSED_IWARP, 20, 0), CUT(RNR, UNUSED_IWARP, 7, 0),
		      CUT(FLOW, UNUSED_IWARP, 1, 0), CUT(SRQ, UNUSED_IWARP, 1, 0),
		      CUT(MIN_RNR, UNUSED_IWARP, 12, 0), CUT(TIMEOUT, UNUSED_IWARP, 14, 0) } },
	{ "iWARP takes the qp_num", "model 1.3", IWARP(SIW), LIMITS(128, 128, 0), ASKS(1, 1),
	  .qp_num = 3, .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(QPN, 3) } },
	{ "a SIDR_REQ carries private data only", "model 1.2", ROCE(RXE), .ud = true,
	  LIMITS(16, 16, 0), .ird = { 4, 8, 8 }, .ord = { 20, 20, 20 }, .qp_num = 17,
	  .strict = true, .wants = { VAL(RETRY, 20), VAL(QPN, 5), VAL(QKEY, 9) },
	  .clamps = { CUT(IRD, UNUSED_UD, 8, 0), CUT(ORD, UNUSED_UD, 20, 0),
		      CUT(RETRY, UNUSED_UD, 20, 0), CUT(QPN, UNUSED_UD, 5, 0),
		      CUT(QKEY, UNUSED_UD, 9, 0) } },
	{ "a length and an MTU are not decided here", "policy.c", ROCE(RXE),
	  LIMITS(16, 16, 0), ASKS(1, 1), .wants = { VAL(PDLEN, 9), VAL(MTU, 4096) },
	  .params = { VAL(IRD, 1), VAL(ORD, 1) } },
	{ "no transport yet counts as IB", "limits.h", LIMITS(16, 16, 0), ASKS(1, 1),
	  .wants = { VAL(RETRY, 3) }, .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(RETRY, 3) },
	  .negotiated = { VAL(RETRY, 3) } },
};

static const struct policy_case policy_accept_cases[] = {
	{ "UX sample", "UX: limits mock 16/4", ROCE(RXE),
	  .mock = CMLAB_MOCK_QP_RD_ATOM | CMLAB_MOCK_QP_INIT_RD_ATOM, LIMITS(16, 4, 0),
	  ASKS(32, 8), .wants = { VAL(RNR, 7), VAL(MIN_RNR, 0) },
	  .adv = { VAL(IRD, 64), VAL(ORD, 16), VAL(RETRY, 7), VAL(RNR, 0) },
	  .params = { VAL(IRD, 16), VAL(ORD, 4), VAL(RNR, 7), VAL(MIN_RNR, 0) },
	  .negotiated = { VAL(IRD, 16), VAL(ORD, 4), VAL(RETRY, 7), VAL(RNR, 0) },
	  .clamps = { CUT_MOCK(IRD, RD, 32, 16), CUT_MOCK(ORD, INIT, 8, 4) } },
	{ "the peer offers less, both ways", "model 4.1", ROCE(RXE), LIMITS(128, 128, 0),
	  ASKS(16, 16), .adv = { VAL(IRD, 3), VAL(ORD, 9) },
	  .params = { VAL(IRD, 3), VAL(ORD, 9) }, .negotiated = { VAL(IRD, 3), VAL(ORD, 9) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 16, 3), CUT(ORD, PEER_OFFERED, 16, 9) } },
	{ "the peer offers more", "observed: A 255/255", ROCE(RXE), LIMITS(128, 128, 0),
	  ASKS(4, 4), .adv = { VAL(IRD, 255), VAL(ORD, 255), VAL(RETRY, 7), VAL(RNR, 7) },
	  .params = { VAL(IRD, 4), VAL(ORD, 4) },
	  .negotiated = { VAL(IRD, 4), VAL(ORD, 4), VAL(RETRY, 7), VAL(RNR, 7) } },
	{ "limit and peer", "F30 never happens here", ROCE(RXE), LIMITS(4, 4, 0), ASKS(8, 8),
	  .adv = { VAL(IRD, 2), VAL(ORD, 6) }, .params = { VAL(IRD, 2), VAL(ORD, 4) },
	  .negotiated = { VAL(IRD, 2), VAL(ORD, 4) },
	  .clamps = { CUT(IRD, RD, 8, 4), CUT(IRD, PEER_OFFERED, 4, 2),
		      CUT(ORD, INIT, 8, 4) } },
	{ "the peer issues no reads", "observed: A 4/0", ROCE(RXE), LIMITS(128, 128, 0),
	  ASKS(5, 4), .adv = { VAL(IRD, 0), VAL(ORD, 4) },
	  .params = { VAL(IRD, 0), VAL(ORD, 4) }, .negotiated = { VAL(IRD, 0), VAL(ORD, 4) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 5, 0) } },
	{ "the peer serves no reads and we need one", "svcrdma, model 6", ROCE(RXE),
	  LIMITS(128, 128, 0), .ird = { 0, 4, 4 }, .ord = { 1, 4, 4 },
	  .adv = { VAL(IRD, 4), VAL(ORD, 0), VAL(RNR, 7) }, REFUSED(ORD_FLOOR, ORD, 0, 1),
	  .params = { VAL(IRD, 4), VAL(ORD, 0) }, .clamps = { CUT(ORD, PEER_OFFERED, 4, 0) } },
	{ "offered 1, floor 4", "UX: rejected", ROCE(RXE), LIMITS(128, 128, 0),
	  .ird = { 4, 16, 16 }, .ord = { 0, 0, 0 }, .adv = { VAL(IRD, 1), VAL(ORD, 1) },
	  REFUSED(IRD_FLOOR, IRD, 1, 4), .params = { VAL(IRD, 1), VAL(ORD, 0) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 16, 1) } },
	{ "offered exactly the floor", "boundary", ROCE(RXE), LIMITS(128, 128, 0),
	  .ird = { 4, 16, 16 }, .ord = { 4, 16, 16 }, .adv = { VAL(IRD, 4), VAL(ORD, 4) },
	  .params = { VAL(IRD, 4), VAL(ORD, 4) }, .negotiated = { VAL(IRD, 4), VAL(ORD, 4) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 16, 4), CUT(ORD, PEER_OFFERED, 16, 4) } },
	{ "no room, and the peer wants less than the floor anyway", "F4", ROCE(RXE),
	  LIMITS(128, 128, 10), .used = 8, .ird = { 4, 16, 16 }, .ord = { 0, 0, 0 },
	  .adv = { VAL(IRD, 1), VAL(ORD, 1) }, REFUSED(RES_EXHAUSTED, IRD, 2, 4),
	  .params = { VAL(IRD, 1), VAL(ORD, 0) },
	  .clamps = { CUT(IRD, RES, 16, 2), CUT(IRD, PEER_OFFERED, 2, 1) } },
	{ "a REP carries no retry_count", "model 1.1", ROCE(RXE), LIMITS(128, 128, 0),
	  ASKS(1, 1), .strict = true, .wants = { VAL(RETRY, 20), VAL(RNR, 3) },
	  .adv = { VAL(IRD, 1), VAL(ORD, 1), VAL(RETRY, 4), VAL(RNR, 2) },
	  .params = { VAL(IRD, 1), VAL(ORD, 1), VAL(RNR, 3) },
	  .negotiated = { VAL(IRD, 1), VAL(ORD, 1), VAL(RETRY, 4), VAL(RNR, 2) },
	  .clamps = { CUT(RETRY, UNUSED_REP, 20, 0) } },
	{ "siw raises IRD", "observed: 16/16 and 2/32", IWARP(SIW), LIMITS(128, 128, 0),
	  ASKS(2, 32), .adv = { VAL(IRD, 16), VAL(ORD, 16) },
	  .params = { VAL(IRD, 2), VAL(ORD, 16) },
	  .negotiated = { VAL(IRD, 16), VAL(ORD, 16) },
	  .clamps = { CUT(ORD, PEER_OFFERED, 32, 16), CUT(IRD, DRIVER_RAISED, 2, 16) } },
	{ "siw has nothing to raise", "observed: 9/3 and 6/5", IWARP(SIW),
	  LIMITS(128, 128, 0), ASKS(6, 5), .adv = { VAL(IRD, 3), VAL(ORD, 9) },
	  .params = { VAL(IRD, 3), VAL(ORD, 5) }, .negotiated = { VAL(IRD, 3), VAL(ORD, 5) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 6, 3) } },
	{ "rxe does not", "model 3.1", ROCE(RXE), LIMITS(128, 128, 0), ASKS(2, 4),
	  .adv = { VAL(IRD, 8), VAL(ORD, 8) }, .params = { VAL(IRD, 2), VAL(ORD, 4) },
	  .negotiated = { VAL(IRD, 2), VAL(ORD, 4) } },
	{ "only iWARP is raised", "model 3.2", ROCE(SIW), LIMITS(128, 128, 0), ASKS(2, 4),
	  .adv = { VAL(IRD, 8), VAL(ORD, 8) }, .params = { VAL(IRD, 2), VAL(ORD, 4) },
	  .negotiated = { VAL(IRD, 2), VAL(ORD, 4) } },
	{ "a SIDR_REP carries qp_num and qkey", "model 1.2", ROCE(RXE), .ud = true,
	  LIMITS(16, 16, 0), ASKS(4, 4), .qp_num = 17,
	  .wants = { VAL(RNR, 7), VAL(QKEY, 0x11) }, .adv = { VAL(IRD, 1), VAL(RNR, 7) },
	  .params = { VAL(QPN, 17), VAL(QKEY, 0x11) },
	  .clamps = { CUT(IRD, UNUSED_UD, 4, 0), CUT(ORD, UNUSED_UD, 4, 0),
		      CUT(RNR, UNUSED_UD, 7, 0) } },
	{ "irdma shows no depths", "model 2.4", IWARP(IRDMA), LIMITS(32, 32, 0), ASKS(16, 8),
	  .adv = {}, .params = { VAL(IRD, 16), VAL(ORD, 8) },
	  .negotiated = { VAL(IRD, 16), VAL(ORD, 8) } },
};

/* decide=raw: what most ULPs do. */
static const struct policy_case policy_raw_cases[] = {
	{ "an offer as it is asked for", "model 3.3: A may say anything", ROCE(RXE),
	  LIMITS(4, 4, 8), .used = 8, .strict = true, .ird = { 9, 200, 100 },
	  .ord = { 9, 200, 100 }, .wants = { VAL(RETRY, 20), VAL(RNR, 128), VAL(FLOW, 2) },
	  .params = { VAL(IRD, 200), VAL(ORD, 200), VAL(RETRY, 20), VAL(RNR, 128),
		      VAL(FLOW, 2) },
	  .negotiated = { VAL(RETRY, 7) } },
	{ "an accept as it is asked for", "F30, observed: P 200/4", ROCE(RXE),
	  LIMITS(128, 128, 0), ASKS(200, 4), .wants = { VAL(RETRY, 1), VAL(RNR, 5) },
	  .adv = { VAL(IRD, 4), VAL(ORD, 4), VAL(RETRY, 6), VAL(RNR, 7) },
	  .params = { VAL(IRD, 200), VAL(ORD, 4), VAL(RNR, 5) },
	  .negotiated = { VAL(IRD, 200), VAL(ORD, 4), VAL(RETRY, 6), VAL(RNR, 7) } },
	{ "what siw makes of it", "model 3.2: IRD raised", IWARP(SIW), LIMITS(128, 128, 0),
	  ASKS(2, 16), .adv = { VAL(IRD, 16), VAL(ORD, 16) },
	  .params = { VAL(IRD, 2), VAL(ORD, 16) },
	  .negotiated = { VAL(IRD, 16), VAL(ORD, 16) },
	  .clamps = { CUT(IRD, DRIVER_RAISED, 2, 16) } },
};

/* The active side's judgement of a REP. */
static const struct policy_case policy_reply_cases[] = {
	{ "as offered", "model 3.1", FLOORS(1, 1),
	  .offered = { VAL(IRD, 16), VAL(ORD, 8), VAL(RETRY, 7) },
	  .adv = { VAL(IRD, 16), VAL(ORD, 8), VAL(RNR, 5) },
	  .negotiated = { VAL(IRD, 16), VAL(ORD, 8), VAL(RETRY, 7), VAL(RNR, 5) } },
	{ "less than offered", "model 3.1", FLOORS(1, 1),
	  .offered = { VAL(IRD, 16), VAL(ORD, 8), VAL(RETRY, 7) },
	  .adv = { VAL(IRD, 4), VAL(ORD, 2), VAL(RNR, 0) },
	  .negotiated = { VAL(IRD, 4), VAL(ORD, 2), VAL(RETRY, 7), VAL(RNR, 0) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 16, 4), CUT(ORD, PEER_OFFERED, 8, 2) } },
	{ "the peer would issue more than we serve", "model 3.1.2",
	  .offered = { VAL(IRD, 4), VAL(ORD, 8) }, .adv = { VAL(IRD, 5), VAL(ORD, 8) },
	  REFUSED(REPLY_IRD, IRD, 5, 4), .negotiated = { VAL(IRD, 4), VAL(ORD, 8) } },
	{ "the peer serves more than we issue", "model 3.1.1",
	  .offered = { VAL(IRD, 4), VAL(ORD, 0) }, .adv = { VAL(IRD, 4), VAL(ORD, 5) },
	  REFUSED(REPLY_ORD, ORD, 5, 0), .negotiated = { VAL(IRD, 4), VAL(ORD, 0) } },
	{ "both above: the first is told", "policy.h", .offered = { VAL(IRD, 4), VAL(ORD, 4) },
	  .adv = { VAL(IRD, 6), VAL(ORD, 5) }, REFUSED(REPLY_IRD, IRD, 6, 4),
	  .negotiated = { VAL(IRD, 4), VAL(ORD, 4) } },
	{ "siw peer that raised", "observed: 9/3 and 6/5", .offered = { VAL(IRD, 9), VAL(ORD, 3) },
	  .adv = { VAL(IRD, 5), VAL(ORD, 6) }, REFUSED(REPLY_ORD, ORD, 6, 3),
	  .negotiated = { VAL(IRD, 5), VAL(ORD, 3) }, .clamps = { CUT(IRD, PEER_OFFERED, 9, 5) } },
	{ "below the floor of IRD", "policy.h", FLOORS(4, 0),
	  .offered = { VAL(IRD, 16), VAL(ORD, 8) }, .adv = { VAL(IRD, 3), VAL(ORD, 8) },
	  REFUSED(IRD_FLOOR, IRD, 3, 4), .negotiated = { VAL(IRD, 3), VAL(ORD, 8) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 16, 3) } },
	{ "below the floor of ORD", "model 10.4: 0 reads", FLOORS(0, 1),
	  .offered = { VAL(IRD, 16), VAL(ORD, 8) }, .adv = { VAL(IRD, 16), VAL(ORD, 0) },
	  REFUSED(ORD_FLOOR, ORD, 0, 1), .negotiated = { VAL(IRD, 16), VAL(ORD, 0) },
	  .clamps = { CUT(ORD, PEER_OFFERED, 8, 0) } },
	{ "exactly the floors", "boundary", FLOORS(4, 2), .offered = { VAL(IRD, 16), VAL(ORD, 8) },
	  .adv = { VAL(IRD, 4), VAL(ORD, 2) }, .negotiated = { VAL(IRD, 4), VAL(ORD, 2) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 16, 4), CUT(ORD, PEER_OFFERED, 8, 2) } },
	{ "above in one, below the floor in the other", "policy.h", FLOORS(4, 0),
	  .offered = { VAL(IRD, 16), VAL(ORD, 8) }, .adv = { VAL(IRD, 1), VAL(ORD, 9) },
	  REFUSED(REPLY_ORD, ORD, 9, 8), .negotiated = { VAL(IRD, 1), VAL(ORD, 8) },
	  .clamps = { CUT(IRD, PEER_OFFERED, 16, 1) } },
	{ "a SIDR_REP has no depths", "policy.c", .ud = true, FLOORS(4, 4),
	  .offered = { VAL(IRD, 1) }, .adv = { VAL(IRD, 9) } },
	{ "no depths in the event", "erdma, model 2.4", FLOORS(1, 1),
	  .offered = { VAL(IRD, 16), VAL(ORD, 8) }, .negotiated = { VAL(IRD, 16), VAL(ORD, 8) } },
};

/* The QP came after the decision. */
struct policy_own_qp_case {
	const char *name;
	const char *from;
	u8 transport;
	bool ud;
	u8 role;
	u32 qp_num;
	bool has_srq;
	struct row_value requested[3];
	struct row_value params[4];
	struct row_value expect[4];
	struct row_clamp clamps[3];
};

#define OWN_QP(t, u, r, n, s) CMLAB_TRANSPORT_##t, (u), CMLAB_ROLE_##r, (n), (s)

static const struct policy_own_qp_case policy_own_qp_cases[] = {
	{ "what was asked for instead is told", "cma.c:4438-4441",
	  OWN_QP(ROCE, false, ACTIVE, 17, true), { VAL(QPN, 5), VAL(SRQ, 0) },
	  { VAL(IRD, 1), VAL(QPN, 5), VAL(SRQ, 0) }, { VAL(IRD, 1), VAL(QPN, 17), VAL(SRQ, 1) },
	  { CUT(QPN, OWN_QP, 5, 17), CUT(SRQ, OWN_QP, 0, 1) } },
	{ "nothing was asked for", "cma.c:4438-4441", OWN_QP(IB, false, PASSIVE, 17, false), {},
	  { VAL(IRD, 1) }, { VAL(IRD, 1), VAL(QPN, 17), VAL(SRQ, 0) }, {} },
	{ "the same was asked for", "no change", OWN_QP(ROCE, false, PASSIVE, 17, false),
	  { VAL(QPN, 17), VAL(SRQ, 0) }, { VAL(QPN, 17), VAL(SRQ, 0) },
	  { VAL(QPN, 17), VAL(SRQ, 0) }, {} },
	{ "no QP yet", "policy.h", OWN_QP(ROCE, false, ACTIVE, 0, true), { VAL(QPN, 5) },
	  { VAL(QPN, 5) }, { VAL(QPN, 5) }, {} },
	{ "an MPA frame has neither", "model 1.3", OWN_QP(IWARP, false, ACTIVE, 17, true),
	  { VAL(QPN, 5) }, { VAL(QPN, 5) }, { VAL(QPN, 5) }, {} },
	{ "a SIDR_REQ has neither", "model 1.2", OWN_QP(ROCE, true, ACTIVE, 17, true),
	  { VAL(QPN, 5) }, {}, {}, {} },
	{ "a SIDR_REP has no srq", "model 1.2", OWN_QP(ROCE, true, PASSIVE, 17, true),
	  { VAL(QPN, 5) }, { VAL(QPN, 5) }, { VAL(QPN, 17) }, { CUT(QPN, OWN_QP, 5, 17) } },
};

struct policy_moves_case {
	const char *name;
	const char *from;
	u8 transport;
	u8 transitions;
	u8 ps;
	bool moves;
};

#define MOVES(t, w, p) CMLAB_TRANSPORT_##t, CMLAB_TRANSITIONS_##w, CMLAB_PS_##p

static const struct policy_moves_case policy_moves_cases[] = {
	{ "lab on IB", "policy.h", MOVES(IB, LAB, TCP), true },
	{ "lab on RoCE", "policy.h", MOVES(ROCE, LAB, TCP), true },
	{ "lab, no transport yet", "counts as IB", MOVES(UNKNOWN, LAB, TCP), true },
	{ "lab on iWARP", "the driver moves it", MOVES(IWARP, LAB, TCP), false },
	{ "lab, UD", "nothing to move it with", MOVES(ROCE, LAB, UDP), false },
	{ "cm on RoCE", "rdma_cm moves it", MOVES(ROCE, CM, TCP), false },
	{ "cm on iWARP", "the driver moves it", MOVES(IWARP, CM, TCP), false },
	{ "cm, UD", "rdma_cm moves it", MOVES(ROCE, CM, UDP), false },
};

/* clang-format on */

#endif /* CMLAB_CASES_POLICY_H */
