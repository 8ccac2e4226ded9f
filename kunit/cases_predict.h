/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_PREDICT_H
#define CMLAB_CASES_PREDICT_H

#include "rows.h"

#include <cmlab/predict.h>

/*
 * One event: @kind is enum cmlab_event + 1, 0 for none. The counts are rr, id, retry, rnr.
 */
struct row_event {
	u8 kind;
	s32 status;
	u32 len;
	u8 conn[4];
};

/* What a side does. @rd and @init 0: the driver's own. */
struct row_side {
	struct row_value params[10];
	s32 rd;
	s32 init;
	u8 timeout_when;
	u8 min_rnr_when;
	s32 delay;
};

/* What a side shows. @ret is CMLAB_NO_ERRNO for "no call"; @qp what ib_query_qp shows. */
struct row_shown {
	s32 ret;
	struct row_event first;
	struct row_event last;
	u8 state;
	struct row_value qp[8];
	u32 access;
	u8 read;
};

struct predict_case {
	const char *name;
	const char *from;
	u8 transport;
	u8 driver;
	u8 passive_driver1;	/* enum cmlab_driver + 1, if another */
	bool lab;
	u8 kernel;
	u8 family;
	u8 ps;
	u8 mpa;
	u8 answer;
	u8 reason;
	u32 reject_len;
	struct row_side a;
	struct row_side p;
	u8 outcome;
	struct row_shown a_shows;
	struct row_shown p_shows;
};

#define RXE .transport = CMLAB_TRANSPORT_ROCE, .driver = CMLAB_DRIVER_RXE
#define SIW .transport = CMLAB_TRANSPORT_IWARP, .driver = CMLAB_DRIVER_SIW
#define ROCE(d) .transport = CMLAB_TRANSPORT_ROCE, .driver = CMLAB_DRIVER_##d
#define IWARP(d) .transport = CMLAB_TRANSPORT_IWARP, .driver = CMLAB_DRIVER_##d
#define LAB .lab = true
#define PARAMS(...) .params = { __VA_ARGS__ }
#define DEPTHS(r, i) VAL(IRD, (r)), VAL(ORD, (i))
#define COUNTS(r, n) VAL(RETRY, (r)), VAL(RNR, (n))
/* The observed rows' left-out values. */
#define ONES DEPTHS(1, 1), COUNTS(7, 7)
#define AFTER_ROUTE .timeout_when = CMLAB_WHEN_BEFORE_HANDSHAKE
#define BEFORE_ROUTE .timeout_when = CMLAB_WHEN_BEFORE_ROUTE
#define RNR_SET .min_rnr_when = CMLAB_WHEN_BEFORE_HANDSHAKE
#define EV(k, s, l, ...) { CMLAB_EVENT_##k + 1, (s), (l), { __VA_ARGS__ } }
#define FIRST(...) .first = EV(__VA_ARGS__)
#define LAST(...) .last = EV(__VA_ARGS__)
#define REQUESTED(l, ...) .first = EV(CONNECT_REQUEST, 0, l, __VA_ARGS__)
#define PASSIVE_UP .last = EV(ESTABLISHED, 0, 0, 0)
/* As ib_query_qp has them: max_rd_atomic/max_dest_rd_atomic retry_cnt/rnr_retry timeout. */
#define QP(rd, dest, r, n, t) .state = CMLAB_QP_RTS,			\
	.qp = { VAL(ORD, (rd)), VAL(IRD, (dest)), VAL(RETRY, (r)), VAL(RNR, (n)), \
		VAL(TIMEOUT, (t)) }
#define QP_IW(rd, dest) .state = CMLAB_QP_RTS,				\
	.qp = { VAL(ORD, (rd)), VAL(IRD, (dest)), VAL(RETRY, 0), VAL(RNR, 0), \
		VAL(TIMEOUT, 0) }
#define NO_CALL .ret = CMLAB_NO_ERRNO
#define IN_ERROR .state = CMLAB_QP_ERR
#define READ(r) .read = CMLAB_READ_##r
#define ENDS(o) .outcome = CMLAB_OUTCOME_##o
#define ACCESS_ALL .access = 0xe
#define ACCESS_WRITE .access = 0x2
/* One that stands, with nothing special at either side. */
#define PLAIN ENDS(ESTABLISHED), \
	.a_shows = { LAST(ESTABLISHED, 0, 196, 1, 1, 0, 7), QP(1, 1, 7, 7, 19), READ(WORKS) }, \
	.p_shows = { REQUESTED(56, 1, 1, 7, 7), PASSIVE_UP, QP(1, 1, 7, 7, 19), READ(WORKS) }

static const struct predict_case predict_cases[] = {
	/* rdma-cm-observed.md: rxe, every row, in its order */
	{ "9/3 and 6/5", "observed rxe 1", RXE,
	  .a = { PARAMS(DEPTHS(9, 3), COUNTS(4, 2)) }, .p = { PARAMS(DEPTHS(6, 5), COUNTS(1, 5)) },
	  ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 196, 5, 6, 0, 5), QP(8, 8, 4, 5, 19),
		       ACCESS_ALL, READ(WORKS) },
	  .p_shows = { REQUESTED(56, 3, 9, 4, 2), PASSIVE_UP, QP(8, 8, 4, 2, 19),
		       ACCESS_ALL, READ(WORKS) } },
	{ "4/0 and 5/4: room without permission", "observed rxe 2", RXE,
	  .a = { PARAMS(DEPTHS(4, 0), COUNTS(7, 7)) }, .p = { PARAMS(DEPTHS(5, 4), COUNTS(7, 7)) },
	  ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 196, 4, 5, 0, 7), QP(8, 4, 7, 7, 19),
		       ACCESS_ALL, READ(NAK) },
	  .p_shows = { REQUESTED(56, 0, 4, 7, 7), PASSIVE_UP, QP(4, 8, 7, 7, 19),
		       ACCESS_WRITE, READ(WORKS) } },
	{ "4/4 and 0/4: a read hangs", "observed rxe 3", RXE,
	  .a = { PARAMS(DEPTHS(4, 4), COUNTS(6, 7)) }, .p = { PARAMS(DEPTHS(0, 4), COUNTS(7, 7)) },
	  ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 196, 4, 0, 0, 7), QP(0, 4, 6, 7, 19), READ(HANGS) },
	  .p_shows = { REQUESTED(56, 4, 4, 6, 7), PASSIVE_UP, QP(4, 0, 6, 7, 19), READ(WORKS) } },
	{ "4/4 and 200/4: wraps here, refused there", "observed rxe 4", RXE,
	  .a = { PARAMS(DEPTHS(4, 4), COUNTS(6, 7)) },
	  .p = { PARAMS(DEPTHS(200, 4), COUNTS(7, 7)) },
	  ENDS(CONNECT_ERROR),
	  .a_shows = { LAST(CONNECT_ERROR, -EINVAL, 196, 4, 200, 0, 7), IN_ERROR },
	  .p_shows = { REQUESTED(56, 4, 4, 6, 7), LAST(REJECTED, 28, 148, 0), IN_ERROR,
		       .qp = { VAL(IRD, 0) } } },
	{ "4/100 and 100/4", "observed rxe 5", RXE,
	  .a = { PARAMS(DEPTHS(4, 100), COUNTS(6, 7)) },
	  .p = { PARAMS(DEPTHS(100, 4), COUNTS(7, 7)) },
	  ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 196, 4, 100, 0, 7), QP(128, 4, 6, 7, 19), READ(WORKS) },
	  .p_shows = { REQUESTED(56, 100, 4, 6, 7), PASSIVE_UP, QP(4, 128, 6, 7, 19),
		       READ(WORKS) } },
	{ "4/4 and 4/200: refused here", "observed rxe 6", RXE,
	  .a = { PARAMS(DEPTHS(4, 4), COUNTS(6, 7)) },
	  .p = { PARAMS(DEPTHS(4, 200), COUNTS(7, 7)) },
	  ENDS(REJECTED),
	  .a_shows = { LAST(REJECTED, 28, 148, 0), IN_ERROR },
	  .p_shows = { -EINVAL, REQUESTED(56, 4, 4, 6, 7), IN_ERROR } },
	{ "255/255 20/128 and 4/4", "observed rxe 7", RXE,
	  .a = { PARAMS(DEPTHS(255, 255), COUNTS(20, 128)) },
	  .p = { PARAMS(DEPTHS(4, 4), COUNTS(7, 7)) },
	  ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 196, 4, 4, 0, 7), QP(4, 4, 7, 7, 19), READ(WORKS) },
	  .p_shows = { REQUESTED(56, 255, 255, 7, 7), PASSIVE_UP, QP(4, 4, 7, 7, 19),
		       READ(WORKS) } },
	{ "REQ with 56 bytes", "observed rxe 8", RXE, .a = { PARAMS(ONES, VAL(PDLEN, 56)) },
	  .p = { PARAMS(ONES) }, PLAIN },
	{ "REQ with 57 bytes", "observed rxe 9", RXE, .a = { PARAMS(ONES, VAL(PDLEN, 57)) },
	  .p = { PARAMS(ONES) }, ENDS(LOCAL_ERROR),
	  .a_shows = { -EINVAL, .state = CMLAB_QP_INIT }, .p_shows = { NO_CALL } },
	{ "REP with 196 bytes", "observed rxe 10", RXE, .a = { PARAMS(ONES) },
	  .p = { PARAMS(ONES, VAL(PDLEN, 196)) }, PLAIN },
	{ "REP with 197 bytes", "observed rxe 11", RXE, .a = { PARAMS(ONES) },
	  .p = { PARAMS(ONES, VAL(PDLEN, 197)) }, ENDS(REJECTED),
	  .a_shows = { LAST(REJECTED, 28, 148, 0), IN_ERROR },
	  .p_shows = { -EINVAL, REQUESTED(56, 1, 1, 7, 7), IN_ERROR,
		       .qp = { VAL(ORD, 1), VAL(IRD, 1), VAL(RETRY, 7), VAL(TIMEOUT, 19) } } },
	{ "reject 28", "observed rxe 12", RXE, .a = { PARAMS(ONES) }, .p = { PARAMS(ONES) },
	  .answer = CMLAB_ANSWER_REJECT, .reason = 28, ENDS(REJECTED),
	  .a_shows = { LAST(REJECTED, 28, 148, 0), IN_ERROR },
	  .p_shows = { REQUESTED(56, 1, 1, 7, 7), .state = CMLAB_QP_INIT } },
	{ "reject 28 with 2 bytes", "observed rxe 13", RXE, .a = { PARAMS(ONES) },
	  .p = { PARAMS(ONES) }, .answer = CMLAB_ANSWER_REJECT, .reason = 28, .reject_len = 2,
	  ENDS(REJECTED), .a_shows = { LAST(REJECTED, 28, 148, 0), IN_ERROR },
	  .p_shows = { REQUESTED(56, 1, 1, 7, 7), .state = CMLAB_QP_INIT } },
	{ "reject 8", "observed rxe 14", RXE, .a = { PARAMS(ONES) }, .p = { PARAMS(ONES) },
	  .answer = CMLAB_ANSWER_REJECT, .reason = 8, ENDS(REJECTED),
	  .a_shows = { LAST(REJECTED, 8, 148, 0), IN_ERROR },
	  .p_shows = { REQUESTED(56, 1, 1, 7, 7), .state = CMLAB_QP_INIT } },
	{ "ACK timeout 14 before the route", "observed rxe 15", RXE,
	  .a = { PARAMS(ONES, VAL(TIMEOUT, 14)), BEFORE_ROUTE }, .p = { PARAMS(ONES) },
	  ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 196, 1, 1, 0, 7), QP(1, 1, 7, 7, 14), READ(WORKS) },
	  .p_shows = { REQUESTED(56, 1, 1, 7, 7), PASSIVE_UP, QP(1, 1, 7, 7, 16), READ(WORKS) } },
	{ "ACK timeout 14 after the route", "observed rxe 16", RXE,
	  .a = { PARAMS(ONES, VAL(TIMEOUT, 14)), AFTER_ROUTE }, .p = { PARAMS(ONES) },
	  ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 196, 1, 1, 0, 7), QP(1, 1, 7, 7, 14), READ(WORKS) },
	  .p_shows = { REQUESTED(56, 1, 1, 7, 7), PASSIVE_UP, QP(1, 1, 7, 7, 19), READ(WORKS) } },
	{ "ACK timeout 32", "observed rxe 17", RXE,
	  .a = { PARAMS(ONES, VAL(TIMEOUT, 32)), AFTER_ROUTE }, .p = { PARAMS(ONES) },
	  ENDS(CONNECT_ERROR),
	  .a_shows = { LAST(CONNECT_ERROR, -EINVAL, 196, 1, 1, 0, 7), IN_ERROR },
	  .p_shows = { REQUESTED(56, 1, 1, 7, 7), LAST(REJECTED, 28, 148, 0), IN_ERROR } },
	{ "min RNR timers 12 and 13", "observed rxe 18", RXE,
	  .a = { PARAMS(ONES, VAL(MIN_RNR, 12)), RNR_SET },
	  .p = { PARAMS(ONES, VAL(MIN_RNR, 13)), RNR_SET }, ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 196, 1, 1, 0, 7), .state = CMLAB_QP_RTS,
		       .qp = { VAL(MIN_RNR, 12), VAL(TIMEOUT, 19) }, READ(WORKS) },
	  .p_shows = { REQUESTED(56, 1, 1, 7, 7), PASSIVE_UP, .state = CMLAB_QP_RTS,
		       .qp = { VAL(MIN_RNR, 13), VAL(TIMEOUT, 19) }, READ(WORKS) } },
	{ "flow_control 2", "observed rxe 19", RXE, .a = { PARAMS(ONES, VAL(FLOW, 2)) },
	  .p = { PARAMS(ONES) }, PLAIN },

	/* siw, every row, in its order */
	{ "9/3 and 6/5", "observed siw 1", SIW, .a = { PARAMS(DEPTHS(9, 3)) },
	  .p = { PARAMS(DEPTHS(6, 5)) }, ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 0, 6, 5), QP_IW(8, 8), READ(WORKS) },
	  .p_shows = { REQUESTED(0, 3, 9), LAST(ESTABLISHED, 0, 0, 5, 6), QP_IW(8, 8),
		       READ(WORKS) } },
	{ "16/16 and 2/32: raised", "observed siw 2", SIW, .a = { PARAMS(DEPTHS(16, 16)) },
	  .p = { PARAMS(DEPTHS(2, 32)) }, ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 0, 16, 16), QP_IW(16, 16), READ(WORKS) },
	  .p_shows = { REQUESTED(0, 16, 16), LAST(ESTABLISHED, 0, 0, 16, 16), QP_IW(16, 16),
		       READ(WORKS) } },
	{ "4/0 and 0/4: posting fails", "observed siw 3", SIW, .a = { PARAMS(DEPTHS(4, 0)) },
	  .p = { PARAMS(DEPTHS(0, 4)) }, ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 0, 0, 4), QP_IW(4, 0), READ(REFUSED) },
	  .p_shows = { REQUESTED(0, 0, 4), LAST(ESTABLISHED, 0, 0, 4, 0), QP_IW(0, 4),
		       READ(WORKS) } },
	{ "200/1: connect refuses", "observed siw 4", SIW, .a = { PARAMS(DEPTHS(200, 1)) },
	  .p = { PARAMS(DEPTHS(4, 4)) }, ENDS(LOCAL_ERROR),
	  .a_shows = { -ENOMEM, .state = CMLAB_QP_INIT }, .p_shows = { NO_CALL } },
	{ "4/4 and 200/4: accept refuses", "observed siw 5", SIW, .a = { PARAMS(DEPTHS(4, 4)) },
	  .p = { PARAMS(DEPTHS(200, 4)) }, ENDS(REJECTED),
	  .a_shows = { LAST(REJECTED, -ECONNRESET, 0, 0), IN_ERROR },
	  .p_shows = { -EINVAL, REQUESTED(0, 4, 4), IN_ERROR } },
	{ "REQ with 251 bytes", "observed siw 6", SIW,
	  .a = { PARAMS(DEPTHS(1, 1), VAL(PDLEN, 251)) }, .p = { PARAMS(DEPTHS(1, 1)) },
	  ENDS(ESTABLISHED),
	  .a_shows = { LAST(ESTABLISHED, 0, 0, 1, 1), QP_IW(1, 1), READ(WORKS) },
	  .p_shows = { REQUESTED(251, 1, 1), LAST(ESTABLISHED, 0, 0, 1, 1), QP_IW(1, 1),
		       READ(WORKS) } },
	{ "REQ with 253 bytes", "observed siw 7", SIW,
	  .a = { PARAMS(DEPTHS(1, 1), VAL(PDLEN, 253)) }, .p = { PARAMS(DEPTHS(1, 1)) },
	  ENDS(REJECTED), .a_shows = { LAST(REJECTED, -ECONNRESET, 0, 0), IN_ERROR },
	  .p_shows = { NO_CALL } },
	{ "reject with 2 bytes", "observed siw 8", SIW, .a = { PARAMS(DEPTHS(1, 1)) },
	  .p = { PARAMS(DEPTHS(1, 1)) }, .answer = CMLAB_ANSWER_REJECT, .reason = 28,
	  .reject_len = 2, ENDS(REJECTED),
	  .a_shows = { LAST(REJECTED, -ECONNRESET, 2, 0), IN_ERROR },
	  .p_shows = { REQUESTED(0, 1, 1) } },
#include "cases_predict_model.h"
};

#endif /* CMLAB_CASES_PREDICT_H */
