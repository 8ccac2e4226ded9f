/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_HANDSHAKE_H
#define CMLAB_CASES_HANDSHAKE_H

#include "rows.h"

#include <cmlab/handshake.h>

#define NONE  CMLAB_TIME_NONE
#define NEVER CMLAB_TIME_NEVER

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */

/* What a READ of the active side does: its ORD, and the peer's IRD and access. */
struct handshake_read_case {
	const char *name;
	const char *from;
	u8 transport;
	u8 driver;
	u8 outcome;
	struct row_value ord[2];
	u32 peer_known;
	u32 peer_access;
	struct row_value ird[2];
	u8 read;
	u8 ps;
};

#define ON(t, d, o) CMLAB_TRANSPORT_##t, CMLAB_DRIVER_##d, CMLAB_OUTCOME_##o
#define MAY CMLAB_KNOWS_QP, CMLAB_ACCESS_REMOTE_READ
#define MAY_NOT CMLAB_KNOWS_QP, CMLAB_ACCESS_REMOTE_WRITE

static const struct handshake_read_case handshake_read_cases[] = {
	{ "completes", "model 4.1", ON(ROCE, RXE, ESTABLISHED), { VAL(ORD, 1) }, MAY,
	  { VAL(IRD, 1) }, CMLAB_READ_WORKS, 0 },
	{ "no connection yet", "names.h", ON(ROCE, RXE, PENDING), { VAL(ORD, 1) }, MAY,
	  { VAL(IRD, 1) }, CMLAB_READ_NONE, 0 },
	{ "refused", "names.h", ON(ROCE, RXE, REJECTED), { VAL(ORD, 1) }, MAY, { VAL(IRD, 1) },
	  CMLAB_READ_NONE, 0 },
	{ "UD has none", "model 1.2", ON(ROCE, RXE, ESTABLISHED), { VAL(ORD, 1) }, MAY,
	  { VAL(IRD, 1) }, CMLAB_READ_NONE, CMLAB_PS_UDP },
	{ "own ORD not known", "unknown is not 0", ON(ROCE, RXE, ESTABLISHED), {}, MAY,
	  { VAL(IRD, 1) }, CMLAB_READ_UNKNOWN, 0 },
	{ "ORD 0 on rxe", "rxe_req.c:350", ON(ROCE, RXE, ESTABLISHED), { VAL(ORD, 0) }, MAY,
	  { VAL(IRD, 1) }, CMLAB_READ_HANGS, 0 },
	{ "ORD 0 on siw", "siw_qp.c:936", ON(IWARP, SIW, ESTABLISHED), { VAL(ORD, 0) }, MAY,
	  { VAL(IRD, 1) }, CMLAB_READ_REFUSED, 0 },
	{ "ORD 0 elsewhere", "nobody knows", ON(IB, MLX5, ESTABLISHED), { VAL(ORD, 0) }, MAY,
	  { VAL(IRD, 1) }, CMLAB_READ_UNKNOWN, 0 },
	{ "peer's QP not known", "unknown is not 0", ON(ROCE, RXE, ESTABLISHED), { VAL(ORD, 1) },
	  0, 0, {}, CMLAB_READ_UNKNOWN, 0 },
	{ "no permission", "model 4.1", ON(ROCE, RXE, ESTABLISHED), { VAL(ORD, 1) }, MAY_NOT,
	  { VAL(IRD, 1) }, CMLAB_READ_NAK, 0 },
	{ "iWARP knows no permission", "iwcm.c", ON(IWARP, SIW, ESTABLISHED), { VAL(ORD, 1) },
	  MAY_NOT, { VAL(IRD, 1) }, CMLAB_READ_WORKS, 0 },
	{ "peer's IRD not known", "unknown is not 0", ON(ROCE, RXE, ESTABLISHED), { VAL(ORD, 1) },
	  MAY, {}, CMLAB_READ_UNKNOWN, 0 },
	{ "peer serves none", "model 4.1", ON(ROCE, RXE, ESTABLISHED), { VAL(ORD, 1) }, MAY,
	  { VAL(IRD, 0) }, CMLAB_READ_NAK, 0 },
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

static const struct handshake_time_case handshake_time_cases[] = {
	{ "nothing known", "unknown is not 0", CMLAB_DRIVER_MLX5, {}, {}, NONE, NONE, NONE },
	{ "only timeout", "unknown is not 0", CMLAB_DRIVER_MLX5, { VAL(TIMEOUT, 14) }, {}, NONE,
	  NONE, NONE },
	{ "only retry", "unknown is not 0", CMLAB_DRIVER_MLX5, { VAL(RETRY, 7) }, {}, NONE, NONE,
	  NONE },
	{ "only rnr", "unknown is not 0", CMLAB_DRIVER_MLX5, { VAL(RNR, 3) }, {}, NONE, NONE, NONE },
	{ "only the peer's timer", "unknown is not 0", CMLAB_DRIVER_MLX5, {}, { VAL(MIN_RNR, 12) },
	  NONE, NONE, NONE },
	{ "retry 0 is one timer", "IBTA", CMLAB_DRIVER_MLX5, { VAL(TIMEOUT, 14), VAL(RETRY, 0) }, {},
	  67108864, NONE, NONE },
	{ "retry 7 is eight", "IBTA", CMLAB_DRIVER_MLX5, { VAL(TIMEOUT, 14), VAL(RETRY, 7) }, {},
	  536870912, NONE, NONE },
	{ "retry 7 on rxe", "rxe_comp.c:703", CMLAB_DRIVER_RXE, { VAL(TIMEOUT, 14), VAL(RETRY, 7) },
	  {}, NEVER, NONE, NONE },
	{ "retry 6 on rxe", "rxe_comp.c:703", CMLAB_DRIVER_RXE, { VAL(TIMEOUT, 14), VAL(RETRY, 6) },
	  {}, 469762048, NONE, NONE },
	{ "timeout 0 is none", "IBTA", CMLAB_DRIVER_MLX5, { VAL(TIMEOUT, 0), VAL(RETRY, 1) }, {},
	  NEVER, NONE, NONE },
	{ "longest", "IBTA", CMLAB_DRIVER_MLX5, { VAL(TIMEOUT, 31), VAL(RETRY, 7) }, {},
	  70368744177664LL, NONE, NONE },
	{ "rnr 3 of the peer's 0.64 ms", "IBTA", CMLAB_DRIVER_MLX5, { VAL(RNR, 3) },
	  { VAL(MIN_RNR, 12) }, NONE, 640000, 1920000 },
	{ "rnr 7 is for ever", "IBTA", CMLAB_DRIVER_MLX5, { VAL(RNR, 7) }, { VAL(MIN_RNR, 0) }, NONE,
	  655360000, NEVER },
	{ "rnr 0 is at once", "IBTA", CMLAB_DRIVER_MLX5, { VAL(RNR, 0) }, { VAL(MIN_RNR, 12) }, NONE,
	  640000, 0 },
};

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

/* clang-format on */

#endif /* CMLAB_CASES_HANDSHAKE_H */
