/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_HANDSHAKE_H
#define CMLAB_CASES_HANDSHAKE_H

#include "rows.h"

#include <cmlab/handshake.h>

#define NONE  CMLAB_TIME_NONE
#define NEVER CMLAB_TIME_NEVER

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */

/* What a READ of the active side does: its ORD, the peer's access and IRD. */
struct handshake_read_case {
	const char *name;
	const char *from;
	u8 transport;
	u8 driver;
	u8 outcome;
	s32 ord;
	u32 peer_known;
	u32 peer_access;
	s32 ird;
	u8 read;
	u8 ps;
};

#define ON(t, d, o) CMLAB_TRANSPORT_##t, CMLAB_DRIVER_##d, CMLAB_OUTCOME_##o
#define UNKNOWN (-1)
#define MAY CMLAB_KNOWS_QP, CMLAB_ACCESS_REMOTE_READ
#define MAY_NOT CMLAB_KNOWS_QP, CMLAB_ACCESS_REMOTE_WRITE
#define READS(r) .read = CMLAB_READ_##r

static const struct handshake_read_case handshake_read_cases[] = {
	{ "completes", "model 4.1", ON(ROCE, RXE, ESTABLISHED), 1, MAY, 1, READS(WORKS) },
	{ "no connection yet", "names.h", ON(ROCE, RXE, PENDING), 1, MAY, 1, READS(NONE) },
	{ "refused", "names.h", ON(ROCE, RXE, REJECTED), 1, MAY, 1, READS(NONE) },
	{ "UD has none", "model 1.2", ON(ROCE, RXE, ESTABLISHED), 1, MAY, 1, READS(NONE),
	  .ps = CMLAB_PS_UDP },
	{ "own ORD not known", "unknown is not 0", ON(ROCE, RXE, ESTABLISHED), UNKNOWN, MAY, 1,
	  READS(UNKNOWN) },
	{ "ORD 0 on rxe", "rxe_req.c:350", ON(ROCE, RXE, ESTABLISHED), 0, MAY, 1, READS(HANGS) },
	{ "ORD 0 on siw", "siw_qp.c:936", ON(IWARP, SIW, ESTABLISHED), 0, MAY, 1, READS(REFUSED) },
	{ "ORD 0 elsewhere", "nobody knows", ON(IB, MLX5, ESTABLISHED), 0, MAY, 1, READS(UNKNOWN) },
	{ "peer's QP not known", "unknown is not 0", ON(ROCE, RXE, ESTABLISHED), 1, 0, 0, UNKNOWN,
	  READS(UNKNOWN) },
	{ "no permission", "model 4.1", ON(ROCE, RXE, ESTABLISHED), 1, MAY_NOT, 1, READS(NAK) },
	{ "iWARP knows no permission", "iwcm.c", ON(IWARP, SIW, ESTABLISHED), 1, MAY_NOT, 1,
	  READS(WORKS) },
	{ "peer's IRD not known", "unknown is not 0", ON(ROCE, RXE, ESTABLISHED), 1, MAY, UNKNOWN,
	  READS(UNKNOWN) },
	{ "peer serves none", "model 4.1", ON(ROCE, RXE, ESTABLISHED), 1, MAY, 0, READS(NAK) },
};

/* Times of the passive side's sends. */
struct handshake_time_case {
	const char *name;
	const char *from;
	u8 driver;
	struct row_value own[4];
	struct row_value peer[2];
	s64 retry_exceeded;
	s64 rnr_stall;
	s64 rnr_exceeded;
};

#define MLX5 CMLAB_DRIVER_MLX5
#define RXE  CMLAB_DRIVER_RXE
#define SENDS(timeout, retry) { VAL(TIMEOUT, (timeout)), VAL(RETRY, (retry)) }, {}
#define STALLS(rnr, code) { VAL(RNR, (rnr)) }, { VAL(MIN_RNR, (code)) }

static const struct handshake_time_case handshake_time_cases[] = {
	{ "nothing known", "unknown is not 0", MLX5, {}, {}, NONE, NONE, NONE },
	{ "only timeout", "unknown is not 0", MLX5, { VAL(TIMEOUT, 14) }, {}, NONE, NONE, NONE },
	{ "only retry", "unknown is not 0", MLX5, { VAL(RETRY, 7) }, {}, NONE, NONE, NONE },
	{ "only rnr", "unknown is not 0", MLX5, { VAL(RNR, 3) }, {}, NONE, NONE, NONE },
	{ "only the peer's timer", "unknown is not 0", MLX5, {}, { VAL(MIN_RNR, 12) }, NONE, NONE,
	  NONE },
	{ "retry 0 is one timer", "IBTA", MLX5, SENDS(14, 0), 67108864, NONE, NONE },
	{ "retry 7 is eight", "IBTA", MLX5, SENDS(14, 7), 536870912, NONE, NONE },
	{ "retry 7 on rxe", "rxe_comp.c:703", RXE, SENDS(14, 7), NEVER, NONE, NONE },
	{ "retry 6 on rxe", "rxe_comp.c:703", RXE, SENDS(14, 6), 469762048, NONE, NONE },
	{ "timeout 0 is none", "IBTA", MLX5, SENDS(0, 1), NEVER, NONE, NONE },
	{ "longest", "IBTA", MLX5, SENDS(31, 7), 70368744177664LL, NONE, NONE },
	{ "rnr 3 of the peer's 0.64 ms", "IBTA", MLX5, STALLS(3, 12), NONE, 640000, 1920000 },
	{ "rnr 7 is for ever", "IBTA", MLX5, STALLS(7, 0), NONE, 655360000, NEVER },
	{ "rnr 0 is at once", "IBTA", MLX5, STALLS(0, 12), NONE, 640000, 0 },
};

#undef MLX5
#undef RXE

struct handshake_errno_case {
	const char *name;
	const char *from;
	s32 err;
	u8 outcome;
};

#define ENDS_AS(e, o) #e, "handshake.h", -(e), CMLAB_OUTCOME_##o

static const struct handshake_errno_case handshake_errno_cases[] = {
	{ ENDS_AS(ECONNREFUSED, REJECTED) }, { ENDS_AS(ECONNRESET, REJECTED) },
	{ ENDS_AS(ETIMEDOUT, UNREACHABLE) }, { ENDS_AS(EHOSTUNREACH, UNREACHABLE) },
	{ ENDS_AS(ENETUNREACH, UNREACHABLE) }, { ENDS_AS(EINVAL, LOCAL_ERROR) },
	{ ENDS_AS(ENOMEM, LOCAL_ERROR) }, { ENDS_AS(99999, LOCAL_ERROR) },
};

/* The message of a call that went well, from what was asked; raw values are cut on the way. */
struct handshake_sent_case {
	const char *name;
	const char *from;
	u8 role;
	u8 call;
	s32 ret;
	u8 transport;
	u8 ps;
	struct row_value asked[8];
	struct row_value sent[8];
};

#define CALLS(r, c, n) CMLAB_ROLE_##r, CMLAB_CALL_##c, (n)
#define OVER(t, p) CMLAB_TRANSPORT_##t, CMLAB_PS_##p
#define ALL_ZERO VAL(IRD, 0), VAL(ORD, 0), VAL(RNR, 0), VAL(FLOW, 0), VAL(SRQ, 0), VAL(QPN, 0)

static const struct handshake_sent_case handshake_sent_cases[] = {
	{ "a REQ from too much", "cm.c, cma.c:4424", CALLS(ACTIVE, CONNECT, 0), OVER(ROCE, TCP),
	  { VAL(IRD, 255), VAL(ORD, 200), VAL(RETRY, 20), VAL(RNR, 128), VAL(FLOW, 2), VAL(SRQ, 2),
	    VAL(QPN, 0x1000005) },
	  { VAL(IRD, 255), VAL(ORD, 200), VAL(RETRY, 7), VAL(RNR, 7), VAL(FLOW, 0), VAL(SRQ, 1),
	    VAL(QPN, 5) } },
	{ "what is not asked is 0", "cma.c: a zeroed rdma_conn_param", CALLS(ACTIVE, CONNECT, 0),
	  OVER(IB, TCP), {}, { ALL_ZERO, VAL(RETRY, 0) } },
	{ "a REP has no retry_count", "model 1.1", CALLS(PASSIVE, ACCEPT, 0), OVER(IB, TCP),
	  { VAL(RETRY, 7), VAL(TIMEOUT, 14) }, { ALL_ZERO } },
	{ "a failed rdma_connect", "nothing was sent", CALLS(ACTIVE, CONNECT, -EINVAL),
	  OVER(ROCE, TCP), { VAL(IRD, 1) }, {} },
	{ "a failed rdma_accept", "nothing was sent", CALLS(PASSIVE, ACCEPT, -EINVAL),
	  OVER(ROCE, TCP), { VAL(IRD, 1) }, {} },
	{ "an RTU has nothing", "rdma_accept of the active side", CALLS(ACTIVE, ACCEPT, 0),
	  OVER(ROCE, TCP), { VAL(IRD, 1) }, {} },
	{ "a REJ has nothing", "model 1.4", CALLS(PASSIVE, REJECT, 0), OVER(ROCE, TCP),
	  { VAL(IRD, 1) }, {} },
	{ "an MPA frame is not known", "it depends on the driver", CALLS(ACTIVE, CONNECT, 0),
	  OVER(IWARP, TCP), { VAL(IRD, 1) }, {} },
	{ "a SIDR_REQ has none", "model 1.2", CALLS(ACTIVE, CONNECT, 0), OVER(ROCE, UDP),
	  { VAL(QPN, 1) }, {} },
};

/* Calls of one side, one after the other: the first failure stays, else the last step is told. */
struct handshake_calls_case {
	const char *name;
	const char *from;
	struct {
		u8 call;
		s32 ret;
	} calls[5];
	u8 call;
	s32 ret;
	s32 set_timeout;
	s32 set_min_rnr;
};

#define CALL(c, n) { CMLAB_CALL_##c, (n) }
#define TOLD(c, n) CMLAB_CALL_##c, (n)
#define NOT_CALLED CMLAB_NO_ERRNO

static const struct handshake_calls_case handshake_calls_cases[] = {
	{ "the last", "handshake.h", { CALL(RESOLVE_ADDR, 0), CALL(CONNECT, 0) }, TOLD(CONNECT, 0),
	  NOT_CALLED, NOT_CALLED },
	{ "the first failure", "handshake.h",
	  { CALL(CONNECT, 0), CALL(MODIFY_RTR, -EINVAL), CALL(REJECT, -ENOMEM), CALL(CONNECT, 0) },
	  TOLD(MODIFY_RTR, -EINVAL), NOT_CALLED, NOT_CALLED },
	{ "a setter is no step", "handshake.h", { CALL(CONNECT, 0), CALL(SET_ACK_TIMEOUT, 0) },
	  TOLD(CONNECT, 0), 0, NOT_CALLED },
	{ "a setter that fails is one", "handshake.h",
	  { CALL(CONNECT, 0), CALL(SET_MIN_RNR, -EINVAL), CALL(SET_ACK_TIMEOUT, -ENOMEM) },
	  TOLD(SET_MIN_RNR, -EINVAL), -ENOMEM, -EINVAL },
};

/* clang-format on */

#endif /* CMLAB_CASES_HANDSHAKE_H */
