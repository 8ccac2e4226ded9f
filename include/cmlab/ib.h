/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Constants of the InfiniBand architecture, of the connection managers and of their
 * messages, each once, with the name that the kernel or the specification has for it.
 */
#ifndef CMLAB_IB_H
#define CMLAB_IB_H

#include <cmlab/env.h>

/* enum ib_cm_rej_reason, ib_cm.h: those that somebody decides by */
#define CMLAB_REJ_TIMEOUT	     4
#define CMLAB_REJ_INVALID_SERVICE_ID 8
#define CMLAB_REJ_STALE_CONN	     10
#define CMLAB_REJ_INVALID_GID	     12
#define CMLAB_REJ_INVALID_ALT_GID    18
#define CMLAB_REJ_INSUFFICIENT_RESP  27
#define CMLAB_REJ_CONSUMER_DEFINED   28
#define CMLAB_REJ_VENDOR_OPTION	     35

/* enum ib_cm_sidr_status, ib_cm.h */
#define CMLAB_SIDR_UNSUPPORTED 1
#define CMLAB_SIDR_REJECT      2

/* enum ib_wc_status, ib_verbs.h */
enum cmlab_wc_status {
	CMLAB_WC_SUCCESS,
	CMLAB_WC_LOC_LEN,
	CMLAB_WC_LOC_QP_OP,
	CMLAB_WC_LOC_EEC_OP,
	CMLAB_WC_LOC_PROT,
	CMLAB_WC_WR_FLUSH,
	CMLAB_WC_MW_BIND,
	CMLAB_WC_BAD_RESP,
	CMLAB_WC_LOC_ACCESS,
	CMLAB_WC_REM_INV_REQ,
	CMLAB_WC_REM_ACCESS,
	CMLAB_WC_REM_OP,
	CMLAB_WC_RETRY_EXC,
	CMLAB_WC_RNR_RETRY_EXC,
	CMLAB_WC_LOC_RDD_VIOL,
	CMLAB_WC_REM_INV_RD_REQ,
	CMLAB_WC_REM_ABORT,
	CMLAB_WC_INV_EECN,
	CMLAB_WC_INV_EEC_STATE,
	CMLAB_WC_FATAL,
	CMLAB_WC_RESP_TIMEOUT,
	CMLAB_WC_GENERAL,
	CMLAB_NR_WC_STATUSES,
};

/* enum ib_event_type, ib_verbs.h */
enum cmlab_async {
	CMLAB_ASYNC_CQ_ERR,
	CMLAB_ASYNC_QP_FATAL,
	CMLAB_ASYNC_QP_REQ_ERR,
	CMLAB_ASYNC_QP_ACCESS_ERR,
	CMLAB_ASYNC_COMM_EST,
	CMLAB_ASYNC_SQ_DRAINED,
	CMLAB_ASYNC_PATH_MIG,
	CMLAB_ASYNC_PATH_MIG_ERR,
	CMLAB_ASYNC_DEVICE_FATAL,
	CMLAB_ASYNC_PORT_ACTIVE,
	CMLAB_ASYNC_PORT_ERR,
	CMLAB_ASYNC_LID_CHANGE,
	CMLAB_ASYNC_PKEY_CHANGE,
	CMLAB_ASYNC_SM_CHANGE,
	CMLAB_ASYNC_SRQ_ERR,
	CMLAB_ASYNC_SRQ_LIMIT_REACHED,
	CMLAB_ASYNC_LAST_WQE_REACHED,
	CMLAB_ASYNC_CLIENT_REREGISTER,
	CMLAB_ASYNC_GID_CHANGE,
	CMLAB_ASYNC_WQ_FATAL,
	CMLAB_NR_ASYNCS,
};

/* Private-data areas of the CM's messages, ib_cm.h:67-79. */
#define CMLAB_AREA_REQ	    92
#define CMLAB_AREA_REP	    196
#define CMLAB_AREA_REJ	    148
#define CMLAB_AREA_SIDR_REQ 216
#define CMLAB_AREA_SIDR_REP 136
/* struct cma_hdr before the user's bytes of a REQ and SIDR_REQ with an IP address, cma.c:387 */
#define CMLAB_CMA_HDR 36

/* enum ib_access_flags, ib_verbs.h */
#define CMLAB_ACCESS_LOCAL_WRITE   0x1
#define CMLAB_ACCESS_REMOTE_WRITE  0x2
#define CMLAB_ACCESS_REMOTE_READ   0x4
#define CMLAB_ACCESS_REMOTE_ATOMIC 0x8

#define CMLAB_UDP_QKEY	0x01234567 /* RDMA_UDP_QKEY, rdma_cm_ib.h */
#define CMLAB_QPN_MAX	0xffffff   /* 24 bits */
#define CMLAB_DEPTH_MAX 255	   /* u8 in struct rdma_conn_param */
#define CMLAB_RETRY_MAX 7	   /* 3 bits, both counts */
#define CMLAB_TIMER_MAX 31	   /* 5 bits, both timers */

#define CMLAB_IW_BACKLOG 256 /* of an iWARP listener that asks for none, iwcm.c:103 */

/* Times that are no time. */
#define CMLAB_TIME_NEVER (-1) /* it is not noticed, or goes on for ever */
#define CMLAB_TIME_NONE	 (-2) /* it does not exist here, or is not known */

#define CMLAB_NS_PER_US 1000
#define CMLAB_NS_PER_MS 1000000

/* Microseconds that the 5-bit code of a min_rnr_timer stands for (IBTA volume 1, table 45). */
u32 cmlab_ib_rnr_us(u32 code);

/* Nanoseconds that the exponent of an ACK timeout stands for: 4.096 us times 2 to its power. */
static inline u64 cmlab_ib_timeout_ns(u32 exponent)
{
	return 4096ULL << (exponent & CMLAB_TIMER_MAX);
}

/* The CM's sum of a CA's ACK delay and a packet life time, as exponents (cm.c:932-943). */
u32 cmlab_ib_ack_timeout(u32 ca_ack_delay, u32 packet_life_time);

/* The power of two at or above @v; the largest there is for what has none; 0 for 0. */
u32 cmlab_ib_pow2(u32 v);

/* "2.1 s", "655.36 ms", "never": a time in words. */
#define CMLAB_TIME_STR 24
const char *cmlab_time_text(s64 ns, char buf[CMLAB_TIME_STR]);

#endif /* CMLAB_IB_H */
