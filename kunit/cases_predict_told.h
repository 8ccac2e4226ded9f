/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_PREDICT_TOLD_H
#define CMLAB_CASES_PREDICT_TOLD_H

#include "cases_predict.h"

/* What is known of a side's way from its wish to its word. @message1: bytes + 1, 0: none. */
struct row_told {
	struct row_value requested[9];
	struct row_value asked[12];
	struct row_value agreed[5];
	struct row_clamp clamps[7];
	struct cmlab_refusal refusal;
	u32 message1;
};

/* @reject1: bytes + 1 that the passive side rejects with, 0: it does not. */
struct predict_told_case {
	const char *name;
	const char *from;
	struct row_question q;
	struct row_told a;
	struct row_told p;
	u32 reject1;
};

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
/* Every member of struct rdma_conn_param. */
#define ASKED(r, i, retry, rnr, len, ...) .asked = { DEPTHS(r, i), COUNTS(retry, rnr), \
	VAL(FLOW, 0), VAL(SRQ, 0), VAL(QPN, 0), VAL(QKEY, 0), VAL(PDLEN, len), ##__VA_ARGS__ }
#define ASKED_ONES(len, ...) ASKED(1, 1, 7, 7, len, ##__VA_ARGS__)
#define AGREED(r, i, ...) .agreed = { DEPTHS(r, i), ##__VA_ARGS__ }
/* The active side's own word, before a reply. */
#define OWN_RETRY .agreed = { VAL(RETRY, 7) }
#define MESSAGE(len) .message1 = (len) + 1
#define REFUSES(r, f, have, need) .refusal = { CMLAB_REASON_##r, CMLAB_F_##f, have, need }
#define PORTABLE .requested = { DEPTHS(4, 4), COUNTS(7, 7), VAL(FLOW, 0) }
#define READ_HEAVY .requested = { DEPTHS(16, 16), COUNTS(7, 7), VAL(FLOW, 0) }
#define LOSSY .requested = { DEPTHS(8, 8), COUNTS(7, 7), VAL(FLOW, 0), VAL(MIN_RNR, 12), \
	VAL(TIMEOUT, 16) }

static const struct predict_told_case predict_told_cases[] = {
	{ "raw: the reply is only told", "policy.h", RXE,
	  .q.a = { PARAMS(DEPTHS(9, 3), COUNTS(4, 2)) }, .q.p = { PARAMS(DEPTHS(6, 5), COUNTS(1, 5)) },
	  .a = { ASKED(9, 3, 4, 2, 0), AGREED(5, 3, COUNTS(4, 5)),
		 .clamps = { CUT(IRD, PEER_OFFERED, 9, 5) }, MESSAGE(0) },
	  .p = { ASKED(6, 5, 1, 5, 0), AGREED(6, 5, COUNTS(4, 2)), MESSAGE(0) } },
	{ "raw, lab: the reply is acted on", "policy.h, REPLY_ORD", RXE, LAB,
	  .q.a = { PARAMS(DEPTHS(9, 3), COUNTS(4, 2)) }, .q.p = { PARAMS(DEPTHS(6, 5), COUNTS(1, 5)) },
	  .a = { ASKED(9, 3, 4, 2, 0), AGREED(5, 3, COUNTS(4, 5)),
		 .clamps = { CUT(IRD, PEER_OFFERED, 9, 5) }, REFUSES(REPLY_ORD, ORD, 6, 3),
		 MESSAGE(0) },
	  .p = { ASKED(6, 5, 1, 5, 0), AGREED(6, 5, COUNTS(4, 2)), MESSAGE(0) } },
	{ "raw, lab on siw: the same", "policy.h, REPLY_ORD", SIW, LAB,
	  .q.a = { PARAMS(DEPTHS(9, 3)) }, .q.p = { PARAMS(DEPTHS(6, 5)) },
	  .a = { ASKED(9, 3, 0, 0, 0), AGREED(5, 3),
		 .clamps = { CUT(IRD, PEER_OFFERED, 9, 5) }, REFUSES(REPLY_ORD, ORD, 6, 3),
		 MESSAGE(0) },
	  .p = { ASKED(6, 5, 0, 0, 0), AGREED(6, 5), MESSAGE(0) } },
	{ "raw: what the struct keeps", "rdma_cm.h, struct rdma_conn_param", RXE,
	  .q.a = { PARAMS(VAL(IRD, 260), VAL(PDLEN, 258), VAL(QPN, 0x1000005)) },
	  .q.p = { PARAMS(DEPTHS(0, 4)) },
	  .a = { .asked = { DEPTHS(4, 0), COUNTS(0, 0), VAL(FLOW, 0), VAL(SRQ, 0),
			    VAL(QPN, 0x1000005), VAL(QKEY, 0), VAL(PDLEN, 2) },
		 AGREED(4, 0, COUNTS(0, 0)), MESSAGE(2) },
	  .p = { ASKED(0, 4, 0, 0, 0), AGREED(0, 4, COUNTS(0, 0)), MESSAGE(0) } },
	{ "raw: timers that are told, and one that is not", "cma.c:2778", RXE,
	  .q.a = { PARAMS(ONES, VAL(TIMEOUT, 14)), RNR_SET },
	  .q.p = { PARAMS(ONES, VAL(TIMEOUT, 13), VAL(MIN_RNR, 3)),
		   .timeout_when = CMLAB_WHEN_LISTENER },
	  .a = { ASKED_ONES(0, VAL(MIN_RNR, 0)), AGREED(1, 1, COUNTS(7, 7)), MESSAGE(0) },
	  .p = { ASKED_ONES(0, VAL(TIMEOUT, 13)), AGREED(1, 1, COUNTS(7, 7)), MESSAGE(0) } },
	{ "no conn_param, but a timer", "cma.c:4308, 2778", RXE,
	  .q.a = { PARAMS(ONES, VAL(TIMEOUT, 14)), BEFORE_ROUTE, .null = true },
	  .q.p = { PARAMS(ONES) }, .a = { .asked = { VAL(TIMEOUT, 14) } }, .p = { ASKED_ONES(0) } },
	{ "raw on siw: raised", "siw_cm.c:1612", SIW,
	  .q.a = { PARAMS(DEPTHS(16, 16)) }, .q.p = { PARAMS(DEPTHS(2, 4)) },
	  .a = { ASKED(16, 16, 0, 0, 0), AGREED(4, 16),
		 .clamps = { CUT(IRD, PEER_OFFERED, 16, 4) }, MESSAGE(0) },
	  .p = { ASKED(2, 4, 0, 0, 0), AGREED(16, 4),
		 .clamps = { CUT(IRD, DRIVER_RAISED, 2, 16) }, MESSAGE(0) } },

	{ "policy at both ends", "policy.h", ROCE(GENERIC),
	  .q.a = { .rd = 6, .profile = "lossy-roce" },
	  .q.p = { PARAMS(VAL(PDLEN, 5)), .rd = 4, .qpn = 18, .srq = true, .profile = "read-heavy" },
	  .a = { LOSSY, .asked = { DEPTHS(6, 8), COUNTS(7, 7), VAL(FLOW, 0), VAL(MIN_RNR, 12),
				   VAL(TIMEOUT, 16), VAL(PDLEN, 0) },
		 AGREED(6, 4, COUNTS(7, 7)),
		 .clamps = { CUT(IRD, DEV_QP_RD_ATOM, 8, 6), CUT(ORD, PEER_OFFERED, 8, 4) },
		 MESSAGE(0) },
	  .p = { READ_HEAVY, .asked = { DEPTHS(4, 6), VAL(RNR, 7), VAL(FLOW, 0), VAL(SRQ, 1),
					VAL(QPN, 18), VAL(PDLEN, 5) },
		 AGREED(4, 6, COUNTS(7, 7)),
		 .clamps = { CUT(IRD, DEV_QP_RD_ATOM, 16, 4), CUT(ORD, PEER_OFFERED, 16, 6),
			     CUT(RETRY, UNUSED_REP, 7, 0) }, MESSAGE(5) } },
	{ "the active's policy refuses", "policy.h", ROCE(GENERIC),
	  .q.a = { .rd = -1, .profile = "read-heavy" }, .q.p = { PARAMS(ONES) },
	  .a = { READ_HEAVY, .clamps = { CUT(IRD, DEV_QP_RD_ATOM, 16, 0) },
		 REFUSES(IRD_FLOOR, IRD, 0, 1) },
	  .p = { ASKED_ONES(0) } },
	{ "the passive's policy refuses", "policy.h", ROCE(GENERIC), .q.a = { PARAMS(ONES) },
	  .q.p = { .rd = -1, .profile = "read-heavy" }, .a = { ASKED_ONES(0), OWN_RETRY, MESSAGE(0) },
	  .p = { READ_HEAVY, .clamps = { CUT(IRD, DEV_QP_RD_ATOM, 16, 0),
					 CUT(ORD, PEER_OFFERED, 16, 1), CUT(RETRY, UNUSED_REP, 7, 0) },
		 REFUSES(IRD_FLOOR, IRD, 0, 1) } },
	{ "policy takes an event without depths for no offer", "cxgb4/cm.c:1384", IWARP(CXGB4),
	  .q.mpa = 1, .q.a = { PARAMS(DEPTHS(4, 3)) }, .q.p = { .profile = "portable" },
	  .a = { ASKED(4, 3, 0, 0, 0), AGREED(4, 3), MESSAGE(0) },
	  .p = { PORTABLE, .asked = { DEPTHS(4, 4), VAL(PDLEN, 0) }, AGREED(4, 4),
		 .clamps = { CUT(RETRY, UNUSED_IWARP, 7, 0), CUT(RNR, UNUSED_IWARP, 7, 0) },
		 MESSAGE(0) } },
	{ "UD: policy decides no depths", "cma.c:4238-4294", RXE, .q.ps = CMLAB_PS_UDP,
	  .q.a = { PARAMS(VAL(PDLEN, 3)), .profile = "lossy-roce" },
	  .q.p = { .qpn = 18, .srq = true, .profile = "portable" },
	  .a = { LOSSY, .asked = { VAL(PDLEN, 3) },
		 .clamps = { CUT(IRD, UNUSED_UD, 8, 0), CUT(ORD, UNUSED_UD, 8, 0),
			     CUT(RETRY, UNUSED_UD, 7, 0), CUT(RNR, UNUSED_UD, 7, 0),
			     CUT(MIN_RNR, UNUSED_UD, 12, 0), CUT(TIMEOUT, UNUSED_UD, 16, 0) },
		 MESSAGE(3) },
	  .p = { PORTABLE, .asked = { VAL(QPN, 18), VAL(PDLEN, 0) },
		 .clamps = { CUT(IRD, UNUSED_UD, 4, 0), CUT(ORD, UNUSED_UD, 4, 0),
			     CUT(RETRY, UNUSED_UD, 7, 0), CUT(RNR, UNUSED_UD, 7, 0) },
		 MESSAGE(0) } },

	/* What came to no call, or was refused by it, has sent nothing. */
	{ "REQ with 57 bytes", "cma.c:4308", RXE, .q.a = { PARAMS(ONES, VAL(PDLEN, 57)) },
	  .q.p = { PARAMS(ONES) }, .a = { ASKED_ONES(57), OWN_RETRY }, .p = { ASKED_ONES(0) } },
	{ "REP with 197 bytes", "cm.c:2287", RXE, .q.a = { PARAMS(ONES, VAL(PDLEN, 7)) },
	  .q.p = { PARAMS(ONES, VAL(PDLEN, 197)) }, .a = { ASKED_ONES(7), OWN_RETRY, MESSAGE(7) },
	  .p = { ASKED_ONES(197), AGREED(1, 1, COUNTS(7, 7)) } },
	{ "siw: nobody listens", "siw_cm.c:1401", SIW, ANSWER(ABSENT), BOTH_SIDES(ONES),
	  .a = { ASKED_ONES(0) }, .p = { ASKED_ONES(0) } },
	{ "cxgb4: nobody listens", "cma.c:2501", IWARP(CXGB4), ANSWER(ABSENT), BOTH_SIDES(ONES),
	  .a = { ASKED_ONES(0), MESSAGE(0) }, .p = { ASKED_ONES(0) } },

	/* A reject's private data are not those of a REP. */
	{ "a reject with 5 bytes", "model 1.4", RXE, ANSWER(REJECT), .q.reject_len = 5,
	  .q.a = { PARAMS(ONES) }, .q.p = { PARAMS(ONES, VAL(PDLEN, 9)) },
	  .a = { ASKED_ONES(0), OWN_RETRY, MESSAGE(0) }, .p = { ASKED_ONES(9) }, .reject1 = 6 },
	{ "a reject with 149 bytes", "cm.c:2935", RXE, ANSWER(REJECT), .q.reject_len = 149,
	  BOTH_SIDES(ONES), .a = { ASKED_ONES(0), OWN_RETRY, MESSAGE(0) }, .p = { ASKED_ONES(0) },
	  .reject1 = 150 },
	{ "siw: a reject with 256 bytes", "siw_cm.c:471", SIW, ANSWER(REJECT), .q.reject_len = 256,
	  BOTH_SIDES(ONES), .a = { ASKED_ONES(0), MESSAGE(0) }, .p = { ASKED_ONES(0) },
	  .reject1 = 1 },
	{ "UD: a reject with 5 bytes", "model 2.3", RXE, UD, ANSWER(REJECT), .q.reject_len = 5,
	  BOTH_SIDES(ONES), .a = { ASKED_ONES(0), MESSAGE(0) }, .p = { ASKED_ONES(0) },
	  .reject1 = 6 },
};

/* clang-format on */

#endif /* CMLAB_CASES_PREDICT_TOLD_H */
