/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_PREDICT_VALUES_H
#define CMLAB_CASES_PREDICT_VALUES_H

#include "cases_predict.h"

/* One value of an end. @role1: enum cmlab_role + 1, 0 ends the list; @v: -1 if not known. */
struct row_end_value {
	u8 role1;
	u8 f;
	u16 at;
	s64 v;
};

/* Single values: who says them, who hears them, what becomes of them. */
struct predict_value_case {
	const char *name;
	const char *from;
	struct row_question q;
	struct row_end_value values[9];
};

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
#define A(set, f, x) { CMLAB_ROLE_ACTIVE + 1, CMLAB_F_##f, offsetof(struct cmlab_end, set), (x) }
#define P(set, f, x) { CMLAB_ROLE_PASSIVE + 1, CMLAB_F_##f, offsetof(struct cmlab_end, set), (x) }

static const struct predict_value_case predict_value_cases[] = {
	{ "the QPs' own", "cma.c:4438", RXE,
	  .q.a = { PARAMS(ONES, VAL(QPN, 5), VAL(SRQ, 1)), .qpn = 17 },
	  .q.p = { PARAMS(ONES), .qpn = 18, .srq = true },
	  { P(seen, QPN, 17), P(seen, SRQ, 0), A(seen, QPN, 18), A(seen, SRQ, 1),
	    A(programmed, QPN, 18), A(programmed, MTU, 1024) } },
	{ "nobody knows", "cma.c:4438", RXE, .q.a = { PARAMS(ONES, VAL(QPN, 5)) },
	  .q.p = { PARAMS(ONES) },
	  { P(seen, QPN, -1), P(seen, SRQ, 0), A(seen, QPN, -1), A(programmed, QPN, -1) } },
	{ "conn_param's, 24 bits", "model 1.1", RXE, LAB,
	  .q.a = { PARAMS(ONES, VAL(QPN, 0x1000005), VAL(SRQ, 2)), .qpn = 17 },
	  .q.p = { PARAMS(ONES), .qpn = 18, .srq = true },
	  { P(seen, QPN, 5), P(seen, SRQ, 1), A(seen, QPN, 18), A(seen, SRQ, 0),
	    A(programmed, QPN, 18) } },
	{ "a profile's are the QP's, in lab too", "policy.h", RXE, LAB,
	  .q.a = { PARAMS(ONES, VAL(QPN, 5)), .qpn = 17, .profile = "portable" },
	  .q.p = { PARAMS(ONES), .qpn = 18 },
	  { P(seen, QPN, 17), A(seen, QPN, 18), A(seen, SRQ, 0), A(programmed, QPN, 18) } },
	{ "the active side's MTU", "model 3.1", RXE, .q.a = { PARAMS(ONES), .mtu = 4192 },
	  .q.p = { PARAMS(ONES), .mtu = 9000 }, { A(programmed, MTU, 4096) } },
	{ "one byte less", "ib_addr.h:174", RXE, .q.a = { PARAMS(ONES), .mtu = 4191 },
	  .q.p = { PARAMS(ONES) }, { A(programmed, MTU, 2048) } },
	{ "the smallest", "ib_addr.h:174", RXE, .q.a = { PARAMS(ONES), .mtu = 352 },
	  .q.p = { PARAMS(ONES) }, { A(programmed, MTU, 256) } },
	{ "IB has its path's", "model 3.1", IB(MLX5), BOTH_SIDES(ONES),
	  { A(programmed, MTU, 2048) } },
	{ "IB, a smaller one", "model 3.1", IB(MLX5), .q.a = { PARAMS(ONES), .mtu = 1500 },
	  .q.p = { PARAMS(ONES) }, { A(programmed, MTU, 1024) } },

	{ "each by its profile, one with a mock limit", "policy.h", RXE,
	  .q.a = { .profile = "lossy-roce" }, .q.p = { .mock_rd = 4, .profile = "read-heavy" },
	  { A(sent, IRD, 8), P(sent, IRD, 4), P(sent, ORD, 8), A(programmed, ORD, 4),
	    A(programmed, TIMEOUT, 16), A(programmed, MIN_RNR, 12), P(programmed, TIMEOUT, 19),
	    P(programmed, MIN_RNR, 0) } },
	{ "a profile's timers, asked for too late", "policy.h", RXE,
	  .q.a = { .timeout_when = CMLAB_WHEN_ESTABLISHED, .min_rnr_when = CMLAB_WHEN_ESTABLISHED,
		   .profile = "lossy-roce" },
	  .q.p = { .profile = "read-heavy" },
	  { A(programmed, TIMEOUT, 19), A(programmed, MIN_RNR, 0) } },
	{ "lab: each depth by its own limit", "kmod/cm.c", ROCE(GENERIC), LAB,
	  .q.a = { PARAMS(DEPTHS(16, 16)) }, .q.p = { PARAMS(DEPTHS(16, 16)), 8, 4 },
	  { P(programmed, IRD, 8), P(programmed, ORD, 4) } },
	{ "nothing said: a path without life time", "cm.c:546", ROCE(GENERIC), .q.a = { .life1 = 1 },
	  .values = { A(sent, TIMEOUT, 15), A(sent, PDLEN, 0) } },

	{ "UD: what a SIDR_REP says of the QP", "cma.c:4632", RXE, UD,
	  .q.a = { PARAMS(VAL(PDLEN, 3)), .qpn = 17 }, .q.p = { PARAMS(VAL(PDLEN, 4)), .qpn = 18 },
	  { A(sent, PDLEN, 3), P(sent, PDLEN, 4), P(sent, QPN, 18), A(seen, QPN, 18),
	    A(seen, QKEY, CMLAB_UDP_QKEY) } },
	{ "UD: the accept's own, without a QP on the id", "cma.c:4632, 2784", RXE, LAB, UD,
	  .q.a = { PARAMS(VAL(TIMEOUT, 14), VAL(MIN_RNR, 12)), BEFORE_ROUTE, RNR_SET },
	  .q.p = { PARAMS(VAL(QPN, 0x1000005)), .qpn = 18 }, { A(seen, QPN, 5) } },
};

#undef A
#undef P

/* clang-format on */

#endif /* CMLAB_CASES_PREDICT_VALUES_H */
