/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_PREDICT_H
#define CMLAB_CASES_PREDICT_H

#include "predict_rows.h"

/* @outcome: 0 is established. */
struct predict_case {
	const char *name;
	const char *from;
	struct row_question q;
	u8 outcome;
	struct row_shown a_shows;
	struct row_shown p_shows;
};

/* Words of the rows: the question, */
#define BOTH_SIDES(...) .q.a = { PARAMS(__VA_ARGS__) }, .q.p = { PARAMS(__VA_ARGS__) }
#define DEPTHS_7(r, i)	DEPTHS((r), (i)), COUNTS(7, 7)
#define ANSWER(a)	.q.answer = CMLAB_ANSWER_##a
#define UD		.q.ps = CMLAB_PS_UDP
#define A_ONES		.q.a = { PARAMS(ONES) }
#define P_ONES		.q.p = { PARAMS(ONES) }
/* what a side shows, */
#define IN_NONE		 .state = CMLAB_QP_NONE
#define IN_INIT		 .state = CMLAB_QP_INIT
#define IN_RTS		 .state = CMLAB_QP_RTS
#define REPLIED(r, i, n) LAST(ESTABLISHED, 0, 196, r, i, 0, n)
#define MPA_UP(r, i)	 LAST(ESTABLISHED, 0, 0, r, i)
#define UNHEARD		 .p_shows = { NO_CALL }
#define HEARD_ONES	 REQUESTED(56, 1, 1, 7, 7)
#define GAVE_UP		 LAST(REJECTED, 28, 148, 0), IN_ERROR
/* how it ends: refused by a call of the active side, by the peer, or by the reply, */
#define NOT_SENT(ret, in) \
	ENDS(LOCAL_ERROR), .a_shows = { (ret), IN_##in }, UNHEARD
#define REJ(reason) ENDS(REJECTED), .a_shows = { LAST(REJECTED, (reason), 148, 0), IN_ERROR }
#define SIW_REJ(len) \
	ENDS(REJECTED), .a_shows = { LAST(REJECTED, -ECONNRESET, (len), 0), IN_ERROR }
#define UD_REJ(status) \
	ENDS(UNREACHABLE), .a_shows = { LAST(UNREACHABLE, (status), 136, 0), IN_RTS }
#define REP_FAILS(r, i) \
	ENDS(CONNECT_ERROR), .a_shows = { LAST(CONNECT_ERROR, -EINVAL, 196, r, i, 0, 7), IN_ERROR }
#define MPA_FAILS(...) \
	ENDS(CONNECT_ERROR), .a_shows = { LAST(CONNECT_ERROR, -EINVAL, 0, 0), IN_ERROR }, \
	.p_shows = { REQUESTED(__VA_ARGS__), LAST(DISCONNECTED, 0, 0, 0), IN_ERROR }
/* and what stands, with nothing special at either side but the ACK timeouts or lengths. */
#define UP(a_timeout, p_timeout) \
	.a_shows = { REPLIED(1, 1, 7), QP(1, 1, 7, 7, (a_timeout)) }, \
	.p_shows = { HEARD_ONES, PASSIVE_UP, QP(1, 1, 7, 7, (p_timeout)) }
#define SIW_UP(...) \
	.a_shows = { MPA_UP(1, 1), QP_IW(1, 1) }, \
	.p_shows = { REQUESTED(__VA_ARGS__), MPA_UP(1, 1), QP_IW(1, 1) }
#define UD_UP(len) \
	.a_shows = { LAST(ESTABLISHED, 0, 136, 0), IN_RTS }, \
	.p_shows = { REQUESTED((len), 0), IN_RTS }

static const struct predict_case predict_cases[] = {
	/* rdma-cm-observed.md: rxe, every row, in its order */
	{ "9/3 and 6/5", "observed rxe 1", RXE, .q.a = { PARAMS(DEPTHS(9, 3), COUNTS(4, 2)) },
	  .q.p = { PARAMS(DEPTHS(6, 5), COUNTS(1, 5)) },
	  .a_shows = { REPLIED(5, 6, 5), QP(8, 8, 4, 5, 19), ACCESS_ALL },
	  .p_shows = { REQUESTED(56, 3, 9, 4, 2), PASSIVE_UP, QP(8, 8, 4, 2, 19), ACCESS_ALL } },
	{ "4/0 and 5/4: room without permission", "observed rxe 2", RXE,
	  .q.a = { PARAMS(DEPTHS_7(4, 0)) }, .q.p = { PARAMS(DEPTHS_7(5, 4)) },
	  .a_shows = { REPLIED(4, 5, 7), QP(8, 4, 7, 7, 19), ACCESS_ALL, READS(NAK) },
	  .p_shows = { REQUESTED(56, 0, 4, 7, 7), PASSIVE_UP, QP(4, 8, 7, 7, 19), ACCESS_WRITE } },
	{ "4/4 and 0/4: a read hangs", "observed rxe 3", RXE,
	  .q.a = { PARAMS(DEPTHS(4, 4), COUNTS(6, 7)) }, .q.p = { PARAMS(DEPTHS_7(0, 4)) },
	  .a_shows = { REPLIED(4, 0, 7), QP(0, 4, 6, 7, 19), READS(HANGS) },
	  .p_shows = { REQUESTED(56, 4, 4, 6, 7), PASSIVE_UP, QP(4, 0, 6, 7, 19) } },
	{ "4/4 and 200/4: wraps here, refused there", "observed rxe 4", RXE,
	  .q.a = { PARAMS(DEPTHS(4, 4), COUNTS(6, 7)) }, .q.p = { PARAMS(DEPTHS_7(200, 4)) },
	  REP_FAILS(4, 200),
	  .p_shows = { REQUESTED(56, 4, 4, 6, 7), GAVE_UP, .qp = { VAL(IRD, 0) } } },
	{ "4/100 and 100/4", "observed rxe 5", RXE, .q.a = { PARAMS(DEPTHS(4, 100), COUNTS(6, 7)) },
	  .q.p = { PARAMS(DEPTHS_7(100, 4)) },
	  .a_shows = { REPLIED(4, 100, 7), QP(128, 4, 6, 7, 19) },
	  .p_shows = { REQUESTED(56, 100, 4, 6, 7), PASSIVE_UP, QP(4, 128, 6, 7, 19) } },
	{ "4/4 and 4/200: refused here", "observed rxe 6", RXE,
	  .q.a = { PARAMS(DEPTHS(4, 4), COUNTS(6, 7)) }, .q.p = { PARAMS(DEPTHS_7(4, 200)) },
	  REJ(28), .p_shows = { -EINVAL, REQUESTED(56, 4, 4, 6, 7), IN_ERROR } },
	{ "255/255 20/128 and 4/4", "observed rxe 7", RXE,
	  .q.a = { PARAMS(DEPTHS(255, 255), COUNTS(20, 128)) }, .q.p = { PARAMS(DEPTHS_7(4, 4)) },
	  .a_shows = { REPLIED(4, 4, 7), QP(4, 4, 7, 7, 19) },
	  .p_shows = { REQUESTED(56, 255, 255, 7, 7), PASSIVE_UP, QP(4, 4, 7, 7, 19) } },
	{ "REQ with 56 bytes", "observed rxe 8", RXE, .q.a = { PARAMS(ONES, VAL(PDLEN, 56)) },
	  P_ONES, UP(19, 19) },
	{ "REQ with 57 bytes", "observed rxe 9", RXE, .q.a = { PARAMS(ONES, VAL(PDLEN, 57)) },
	  P_ONES, NOT_SENT(-EINVAL, INIT) },
	{ "REP with 196 bytes", "observed rxe 10", RXE, A_ONES,
	  .q.p = { PARAMS(ONES, VAL(PDLEN, 196)) }, UP(19, 19) },
	{ "REP with 197 bytes", "observed rxe 11", RXE, A_ONES,
	  .q.p = { PARAMS(ONES, VAL(PDLEN, 197)) }, REJ(28),
	  .p_shows = { -EINVAL, HEARD_ONES, IN_ERROR,
		       .qp = { VAL(ORD, 1), VAL(IRD, 1), VAL(RETRY, 7), VAL(TIMEOUT, 19) } } },
	{ "reject 28", "observed rxe 12", RXE, BOTH_SIDES(ONES), ANSWER(REJECT), .q.reason = 28,
	  REJ(28), .p_shows = { HEARD_ONES, IN_INIT } },
	{ "reject 28 with 2 bytes", "observed rxe 13", RXE, BOTH_SIDES(ONES), ANSWER(REJECT),
	  .q.reason = 28, .q.reject_len = 2, REJ(28), .p_shows = { HEARD_ONES, IN_INIT } },
	{ "reject 8", "observed rxe 14", RXE, BOTH_SIDES(ONES), ANSWER(REJECT), .q.reason = 8,
	  REJ(8), .p_shows = { HEARD_ONES, IN_INIT } },
	{ "ACK timeout 14 before the route", "observed rxe 15", RXE,
	  .q.a = { PARAMS(ONES, VAL(TIMEOUT, 14)), BEFORE_ROUTE }, P_ONES, UP(14, 16) },
	{ "ACK timeout 14 after the route", "observed rxe 16", RXE,
	  .q.a = { PARAMS(ONES, VAL(TIMEOUT, 14)), AFTER_ROUTE }, P_ONES, UP(14, 19) },
	{ "ACK timeout 32", "observed rxe 17", RXE,
	  .q.a = { PARAMS(ONES, VAL(TIMEOUT, 32)), AFTER_ROUTE }, P_ONES, REP_FAILS(1, 1),
	  .p_shows = { HEARD_ONES, GAVE_UP } },
	{ "min RNR timers 12 and 13", "observed rxe 18", RXE,
	  .q.a = { PARAMS(ONES, VAL(MIN_RNR, 12)), RNR_SET },
	  .q.p = { PARAMS(ONES, VAL(MIN_RNR, 13)), RNR_SET },
	  .a_shows = { REPLIED(1, 1, 7), IN_RTS, .qp = { VAL(MIN_RNR, 12), VAL(TIMEOUT, 19) } },
	  .p_shows = { HEARD_ONES, PASSIVE_UP, IN_RTS,
		       .qp = { VAL(MIN_RNR, 13), VAL(TIMEOUT, 19) } } },
	{ "flow_control 2", "observed rxe 19", RXE, .q.a = { PARAMS(ONES, VAL(FLOW, 2)) }, P_ONES,
	  UP(19, 19) },

	/* siw, every row, in its order */
	{ "9/3 and 6/5", "observed siw 1", SIW, .q.a = { PARAMS(DEPTHS(9, 3)) },
	  .q.p = { PARAMS(DEPTHS(6, 5)) }, .a_shows = { MPA_UP(6, 5), QP_IW(8, 8) },
	  .p_shows = { REQUESTED(0, 3, 9), MPA_UP(5, 6), QP_IW(8, 8) } },
	{ "16/16 and 2/32: raised", "observed siw 2", SIW, .q.a = { PARAMS(DEPTHS(16, 16)) },
	  .q.p = { PARAMS(DEPTHS(2, 32)) }, .a_shows = { MPA_UP(16, 16), QP_IW(16, 16) },
	  .p_shows = { REQUESTED(0, 16, 16), MPA_UP(16, 16), QP_IW(16, 16) } },
	{ "4/0 and 0/4: posting fails", "observed siw 3", SIW, .q.a = { PARAMS(DEPTHS(4, 0)) },
	  .q.p = { PARAMS(DEPTHS(0, 4)) }, .a_shows = { MPA_UP(0, 4), QP_IW(4, 0), READS(REFUSED) },
	  .p_shows = { REQUESTED(0, 0, 4), MPA_UP(4, 0), QP_IW(0, 4) } },
	{ "200/1: connect refuses", "observed siw 4", SIW, .q.a = { PARAMS(DEPTHS(200, 1)) },
	  .q.p = { PARAMS(DEPTHS(4, 4)) }, NOT_SENT(-ENOMEM, INIT) },
	{ "4/4 and 200/4: accept refuses", "observed siw 5", SIW, .q.a = { PARAMS(DEPTHS(4, 4)) },
	  .q.p = { PARAMS(DEPTHS(200, 4)) }, SIW_REJ(0),
	  .p_shows = { -EINVAL, REQUESTED(0, 4, 4), IN_ERROR } },
	{ "REQ with 251 bytes", "observed siw 6", SIW,
	  .q.a = { PARAMS(DEPTHS(1, 1), VAL(PDLEN, 251)) }, .q.p = { PARAMS(DEPTHS(1, 1)) },
	  SIW_UP(251, 1, 1) },
	{ "REQ with 253 bytes", "observed siw 7", SIW,
	  .q.a = { PARAMS(DEPTHS(1, 1), VAL(PDLEN, 253)) }, .q.p = { PARAMS(DEPTHS(1, 1)) },
	  SIW_REJ(0), UNHEARD },
	{ "reject with 2 bytes", "observed siw 8", SIW, BOTH_SIDES(DEPTHS(1, 1)), ANSWER(REJECT),
	  .q.reason = 28, .q.reject_len = 2, SIW_REJ(2), .p_shows = { REQUESTED(0, 1, 1) } },
#include "cases_predict_model.h"
#include "cases_predict_adapters.h"
#include "cases_predict_ends.h"
#include "cases_predict_kernel.h"
};

/* Times in ns; -1 never, -2 none. */
struct predict_time_case {
	const char *name;
	const char *from;
	struct row_question q;
	s64 unreachable;
	s64 reply;
	s64 rep_lost;
	s64 retry[2];
	s64 stall[2];
	s64 exceeded[2];
	s64 time_wait[2];
};

#define MS 1000000LL
#define NO_TIMES { -2, -2 }
#define COUNTS_OF(r, n) PARAMS(DEPTHS(1, 1), COUNTS((r), (n)))

static const struct predict_time_case predict_time_cases[] = {
	{ "rxe before 6.2", "model 7.9", RXE, .q.a = { COUNTS_OF(6, 3) }, .q.p = { COUNTS_OF(7, 7) },
	  98304 * MS, -2, 65536 * MS, { 15032385536, 15032385536 }, { 655360000, 655360000 },
	  { -1, 1966080000 }, { 2048 * MS, 2048 * MS } },
	{ "rxe since 6.2", "model 8", RXE, .q.kernel = CMLAB_KERNEL_7_2, .q.a = { COUNTS_OF(0, 1) },
	  .q.p = { COUNTS_OF(7, 0) }, 73728 * MS, -2, 65536 * MS, { 536870912, 536870912 },
	  { 655360000, 655360000 }, { 0, 655360000 }, { 512 * MS, 512 * MS } },
	{ "rxe for ever", "model 5", RXE, .q.a = { COUNTS_OF(7, 7) }, .q.p = { COUNTS_OF(7, 7) },
	  98304 * MS, -2, 65536 * MS, { -1, -1 }, { 655360000, 655360000 }, { -1, -1 },
	  { 2048 * MS, 2048 * MS } },
	{ "seven elsewhere", "model 5", ROCE(MLX5), .q.a = { COUNTS_OF(7, 7) },
	  .q.p = { COUNTS_OF(7, 7) }, 98304 * MS, -2, 65536 * MS, { 17179869184, 17179869184 },
	  { 655360000, 655360000 }, { -1, -1 }, { 2048 * MS, 2048 * MS } },
	{ "each side's timer stalls the other", "model 3.1.6", ROCE(MLX5),
	  .q.a = { PARAMS(DEPTHS(1, 1), COUNTS(1, 2), VAL(MIN_RNR, 12)), RNR_SET },
	  .q.p = { PARAMS(DEPTHS(1, 1), COUNTS(1, 3), VAL(MIN_RNR, 1)), RNR_SET },
	  98304 * MS, -2, 65536 * MS, { 4294967296, 4294967296 }, { 10000, 640000 },
	  { 30000, 1280000 }, { 2048 * MS, 2048 * MS } },
	{ "time-wait is the path's, not the QP's", "cm.c:997", ROCE(MLX5),
	  .q.a = { PARAMS(DEPTHS(1, 1), COUNTS(1, 7), VAL(TIMEOUT, 14)), AFTER_ROUTE },
	  .q.p = { COUNTS_OF(7, 7) }, 98304 * MS, -2, 65536 * MS, { 134217728, 4294967296 },
	  { 655360000, 655360000 }, { -1, -1 }, { 2048 * MS, 2048 * MS } },
	{ "a short path", "cma.c:3313", ROCE(MLX5),
	  .q.a = { PARAMS(DEPTHS(1, 1), COUNTS(0, 7), VAL(TIMEOUT, 9)), BEFORE_ROUTE },
	  .q.p = { COUNTS_OF(7, 7) }, 65568 * MS, -2, 65536 * MS, { 2097152, 134217728 },
	  { 655360000, 655360000 }, { -1, -1 }, { 128 * MS, 128 * MS } },
	{ "the timer off", "model 5", ROCE(MLX5),
	  .q.a = { PARAMS(DEPTHS(1, 1), COUNTS(1, 7), VAL(TIMEOUT, 0)), AFTER_ROUTE },
	  .q.p = { COUNTS_OF(7, 7) }, 98304 * MS, -2, 65536 * MS, { -1, 4294967296 },
	  { 655360000, 655360000 }, { -1, -1 }, { 2048 * MS, 2048 * MS } },
	{ "a life time that shifts too far", "cm.c:920", ROCE(MLX5),
	  .q.a = { PARAMS(DEPTHS(1, 1), COUNTS(1, 7), VAL(TIMEOUT, 40)), BEFORE_ROUTE },
	  .q.p = { COUNTS_OF(7, 7) }, -2, -2, 65536 * MS, { 2097152, 17592186044416 },
	  { 655360000, 655360000 }, { -1, -1 }, { 8388608 * MS, 8388608 * MS } },
	{ "a path without life time", "cm.c:1539", ROCE(MLX5), .q.a = { COUNTS_OF(0, 7), .life1 = 1 },
	  .q.p = { COUNTS_OF(7, 7) }, 65568 * MS, -2, 65536 * MS, { 134217728, 134217728 },
	  { 655360000, 655360000 }, { -1, -1 }, { 128 * MS, 128 * MS } },
	{ "UD", "cma.c:4282", RXE, UD, BOTH_SIDES(VAL(PDLEN, 0)), 65536 * MS, -2, -2, NO_TIMES,
	  NO_TIMES, NO_TIMES, NO_TIMES },
	{ "siw", "siw_cm.h:74", SIW, BOTH_SIDES(DEPTHS(1, 1)), 127000 * MS, 10000 * MS, -2,
	  NO_TIMES, NO_TIMES, NO_TIMES, NO_TIMES },
	{ "siw since 6.5", "ip-sysctl, tcp_syn_linear_timeouts", SIW, .q.kernel = CMLAB_KERNEL_6_12,
	  BOTH_SIDES(DEPTHS(1, 1)), 131000 * MS, 10000 * MS, -2, NO_TIMES, NO_TIMES, NO_TIMES,
	  NO_TIMES },
	{ "cxgb4", "cxgb4/cm.c:111, 187", IWARP(CXGB4), BOTH_SIDES(DEPTHS(1, 1)), -2, 60000 * MS,
	  -2, NO_TIMES, NO_TIMES, NO_TIMES, NO_TIMES },
	{ "irdma", "irdma/cm.c:1338-1347", IWARP(IRDMA), BOTH_SIDES(DEPTHS(1, 1)), 340000 * MS,
	  340000 * MS, -2, NO_TIMES, NO_TIMES, NO_TIMES, NO_TIMES },
	{ "erdma", "erdma_cm.h:119-121", IWARP(ERDMA), BOTH_SIDES(DEPTHS(1, 1)), 10000 * MS,
	  10000 * MS, -2, NO_TIMES, NO_TIMES, NO_TIMES, NO_TIMES },
	{ "qedr", "its firmware's", IWARP(QEDR), BOTH_SIDES(DEPTHS(1, 1)), -2, -2, -2, NO_TIMES,
	  NO_TIMES, NO_TIMES, NO_TIMES },
	{ "any iWARP", "nobody knows", IWARP(GENERIC), BOTH_SIDES(DEPTHS(1, 1)), -2, -2, -2,
	  NO_TIMES, NO_TIMES, NO_TIMES, NO_TIMES },
	{ "a stale connection's time-wait", "F21", RXE, ANSWER(STALE), .q.a = { COUNTS_OF(6, 7) },
	  .q.p = { COUNTS_OF(7, 7) }, 98304 * MS, -2, 65536 * MS, NO_TIMES, NO_TIMES, NO_TIMES,
	  { -2, 2048 * MS } },
};

#endif /* CMLAB_CASES_PREDICT_H */
