/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Short forms for what-ifs in the tables.
 */
#ifndef CMLAB_PREDICT_ROWS_H
#define CMLAB_PREDICT_ROWS_H

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
	s32 res;
	s32 mock_rd; /* of the program alone; 0: none */
	u8 life1;    /* packet life time + 1; 0: the kernel's own */
	u32 mtu;
	u32 qpn;
	bool srq;
	bool null;
	const char *profile;
};

/*
 * What a side shows. @ret is CMLAB_NO_ERRNO for "no call"; @qp what ib_query_qp shows.
 * @read: 0 is what a READ should do: it works over an established RC connection.
 */
struct row_shown {
	s32 ret;
	struct row_event first;
	struct row_event last;
	u8 state;
	u8 shows_state; /* as ib_query_qp has it */
	struct row_value qp[8];
	u32 access;
	u8 read;
};

/* The question, as far as it is not the usual one. */
struct row_question {
	u8 transport;
	u8 driver;
	u8 passive_driver1; /* enum cmlab_driver + 1, if another */
	const char *called; /* another name of both drivers, and of the passive side's alone */
	const char *p_called;
	bool lab;
	bool patched;
	u16 kernel;
	u8 family;
	u8 ps;
	u8 mpa;
	u8 answer;
	u8 reason;
	u32 reject_len;
	struct row_side a;
	struct row_side p;
};

void rows_to_question(const struct row_question *row, struct cmlab_predict_in *in,
		      struct cmlab_profile profiles[CMLAB_NR_ROLES]);

#define RXE	     .q.transport = CMLAB_TRANSPORT_ROCE, .q.driver = CMLAB_DRIVER_RXE
#define SIW	     .q.transport = CMLAB_TRANSPORT_IWARP, .q.driver = CMLAB_DRIVER_SIW
#define ROCE(d)	     .q.transport = CMLAB_TRANSPORT_ROCE, .q.driver = CMLAB_DRIVER_##d
#define IB(d)	     .q.transport = CMLAB_TRANSPORT_IB, .q.driver = CMLAB_DRIVER_##d
#define IWARP(d)     .q.transport = CMLAB_TRANSPORT_IWARP, .q.driver = CMLAB_DRIVER_##d
#define LAB	     .q.lab = true
#define PARAMS(...)  .params = { __VA_ARGS__ }
#define DEPTHS(r, i) VAL(IRD, (r)), VAL(ORD, (i))
#define COUNTS(r, n) VAL(RETRY, (r)), VAL(RNR, (n))
/* The observed rows' left-out values. */
#define ONES	     DEPTHS(1, 1), COUNTS(7, 7)
#define AFTER_ROUTE  .timeout_when = CMLAB_WHEN_BEFORE_HANDSHAKE
#define BEFORE_ROUTE .timeout_when = CMLAB_WHEN_BEFORE_ROUTE
#define RNR_SET	     .min_rnr_when = CMLAB_WHEN_BEFORE_HANDSHAKE
/* A macro that is a row of a table: its braces stay on its line. */
/* clang-format off */
#define EV(k, s, l, ...) { CMLAB_EVENT_##k + 1, (s), (l), { __VA_ARGS__ } }
/* clang-format on */
#define FIRST(...)	  .first = EV(__VA_ARGS__)
#define LAST(...)	  .last = EV(__VA_ARGS__)
#define REQUESTED(l, ...) .first = EV(CONNECT_REQUEST, 0, l, __VA_ARGS__)
#define PASSIVE_UP	  .last = EV(ESTABLISHED, 0, 0, 0)
/* As ib_query_qp has them: max_rd_atomic/max_dest_rd_atomic retry_cnt/rnr_retry timeout. */
/* clang-format off */
#define QP(rd, dest, r, n, t) .state = CMLAB_QP_RTS,			\
	.qp = { VAL(ORD, (rd)), VAL(IRD, (dest)), VAL(RETRY, (r)), VAL(RNR, (n)), \
		VAL(TIMEOUT, (t)) }
#define QP_IW(rd, dest) .state = CMLAB_QP_RTS,				\
	.qp = { VAL(ORD, (rd)), VAL(IRD, (dest)), VAL(RETRY, 0), VAL(RNR, 0), \
		VAL(TIMEOUT, 0) }
/* clang-format on */
#define NO_CALL	     .ret = CMLAB_NO_ERRNO
#define IN_ERROR     .state = CMLAB_QP_ERR
#define SHOWS(s)     .shows_state = CMLAB_QP_##s
#define READS(r)     .read = CMLAB_READ_##r
#define ENDS(o)	     .outcome = CMLAB_OUTCOME_##o
#define ACCESS_ALL   .access = 0xe
#define ACCESS_WRITE .access = 0x2
#endif /* CMLAB_PREDICT_ROWS_H */
