/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_SYMPTOM_H
#define CMLAB_CASES_SYMPTOM_H

#include <cmlab/ib.h>
#include <cmlab/symptom.h>

/* What people write, and what it is. */
struct symptom_text_case {
	const char *name;
	const char *from;
	const char *text;
	u8 kind;
	s32 number;
	u8 event; /* plus 1; 0: none */
	s64 ns;
	s64 slack_ns;
};

#define MS_(n) ((s64)(n) * CMLAB_NS_PER_MS)
#define WITH(name) CMLAB_EVENT_##name + 1

/* clang-format off */
static const struct symptom_text_case symptom_text_cases[] = {
	{ "an errno by number", "issue: why -104", "-104", CMLAB_SYMPTOM_ERRNO, .number = -104 },
	{ "an errno by name", "issue: why ECONNREFUSED", "ECONNREFUSED", CMLAB_SYMPTOM_ERRNO,
	  .number = -ECONNREFUSED },
	{ "with a minus", "as printed by kernel code", "-EINVAL", CMLAB_SYMPTOM_ERRNO, .number = -EINVAL },
	{ "small letters", "typed", "econnreset", CMLAB_SYMPTOM_ERRNO, .number = -ECONNRESET },
	{ "a positive errno said to be one", "errno(3)", "errno 110", CMLAB_SYMPTOM_ERRNO, .number = -110 },
	{ "errno, equals", "a program's log", "errno=22", CMLAB_SYMPTOM_ERRNO, .number = -22 },
	{ "a reject", "F33", "REJ 28", CMLAB_SYMPTOM_REJ, .number = 28 },
	{ "a reject's reason", "F33", "reject reason 28", CMLAB_SYMPTOM_REJ, .number = 28 },
	{ "a reject as an errno", "F19: Unknown error -28", "REJ -28", CMLAB_SYMPTOM_REJ, .number = 28 },
	{ "hexadecimal", "tcpdump", "rej 0x1c", CMLAB_SYMPTOM_REJ, .number = 28 },
	{ "the event with its status", "issue: why 'REJECTED 10'", "REJECTED 10", CMLAB_SYMPTOM_REJ,
	  .number = 10, .event = WITH(REJECTED) },
	{ "the whole name", "rdma_event_str", "RDMA_CM_EVENT_REJECTED, status 28", CMLAB_SYMPTOM_REJ,
	  .number = 28, .event = WITH(REJECTED) },
	{ "as on iWARP", "observed: siw", "REJECTED -104", CMLAB_SYMPTOM_ERRNO, .number = -104,
	  .event = WITH(REJECTED) },
	{ "as on iWARP, by name", "observed: siw", "REJECTED ECONNRESET", CMLAB_SYMPTOM_ERRNO,
	  .number = -ECONNRESET, .event = WITH(REJECTED) },
	{ "silence", "cma.c:2159", "UNREACHABLE -110", CMLAB_SYMPTOM_ERRNO, .number = -110,
	  .event = WITH(UNREACHABLE) },
	{ "a refused UD", "cma.c:4192", "UNREACHABLE 1", CMLAB_SYMPTOM_SIDR, .number = 1, .event = WITH(UNREACHABLE) },
	{ "SIDR", "issue", "SIDR 2", CMLAB_SYMPTOM_SIDR, .number = 2 },
	{ "an event", "issue", "CONNECT_ERROR", CMLAB_SYMPTOM_EVENT, .number = CMLAB_EVENT_CONNECT_ERROR,
	  .event = WITH(CONNECT_ERROR) },
	{ "an event with an errno's number", "rping: error", "ADDR_ERROR, error 19",
	  CMLAB_SYMPTOM_ERRNO, .number = -19, .event = WITH(ADDR_ERROR) },
	{ "an event with status 0", "cma.c", "DISCONNECTED 0", CMLAB_SYMPTOM_EVENT,
	  .number = CMLAB_EVENT_DISCONNECTED, .event = WITH(DISCONNECTED) },
	{ "a completion", "issue: why 'wc 13'", "wc 13", CMLAB_SYMPTOM_WC, .number = CMLAB_WC_RNR_RETRY_EXC },
	{ "a completion's status", "perftest", "wc status 12", CMLAB_SYMPTOM_WC,
	  .number = CMLAB_WC_RETRY_EXC },
	{ "by name", "issue: why RETRY_EXC", "RETRY_EXC", CMLAB_SYMPTOM_WC, .number = CMLAB_WC_RETRY_EXC },
	{ "by its constant", "verbs.h", "IBV_WC_RETRY_EXC_ERR", CMLAB_SYMPTOM_WC,
	  .number = CMLAB_WC_RETRY_EXC },
	{ "by the kernel's", "ib_verbs.h", "IB_WC_REM_INV_REQ_ERR", CMLAB_SYMPTOM_WC,
	  .number = CMLAB_WC_REM_INV_REQ },
	{ "a QP's event", "issue", "QP_FATAL", CMLAB_SYMPTOM_ASYNC, .number = CMLAB_ASYNC_QP_FATAL },
	{ "by its constant", "verbs.h", "IBV_EVENT_PORT_ERR", CMLAB_SYMPTOM_ASYNC,
	  .number = CMLAB_ASYNC_PORT_ERR },
	{ "seconds", "issue: why 98s", "98s", CMLAB_SYMPTOM_TIME, .ns = MS_(98000),
	  .slack_ns = MS_(500) },
	{ "with a point", "issue: 2.1", "2.1 s", CMLAB_SYMPTOM_TIME, .ns = MS_(2100),
	  .slack_ns = MS_(50) },
	{ "milliseconds", "issue: 655 ms", "655ms", CMLAB_SYMPTOM_TIME, .ns = MS_(655),
	  .slack_ns = 500000 },
	{ "after so long", "prose", "after 66 s", CMLAB_SYMPTOM_TIME, .ns = MS_(66000),
	  .slack_ns = MS_(500) },
};

/* What is refused, and a part of the sentence. */
struct symptom_wrong_case {
	const char *name;
	const char *from;
	const char *text;
	const char *says;
};

static const struct symptom_wrong_case symptom_wrong_cases[] = {
	{ "nothing", "an empty argument", "", "no symptom" },
	{ "a number of anything", "ambiguous", "28", "a number of what?" },
	{ "an unknown word", "a typo", "REJEKTED 10", "REJEKTED: no symptom that is known here" },
	{ "a kind without a number", "typed in part", "wc", "the number is missing" },
	{ "two symptoms", "one at a time", "wc 13 98s", "one symptom at a time" },
	{ "two numbers", "one at a time", "REJ 28 10", "no symptom that is known here" },
	{ "too large", "no errno", "-99999999999", "too large" },
	{ "larger than any", "overflow", "-99999999999999999999999999", "too large" },
	{ "no unit", "ambiguous", "0.5", "no symptom that is known here" },
	{ "a minus before a time", "nonsense", "-5s", "no symptom that is known here" },
	{ "half a number", "a typo", "12x4", "no symptom that is known here" },
	{ "binary", "hostile", "\x01\xff", "no symptom that is known here" },
};

/* What a symptom means in its place. */
struct symptom_means_case {
	const char *name;
	const char *from;
	const char *text;
	u8 role; /* plus 1; 0: not known */
	u8 transport;
	u8 driver;
	u8 call;
	u8 nr;		   /* meanings */
	const char *says;  /* in the first */
	const char *cause; /* in its first cause; NULL: not asked */
};

#define ACTIVE_	 CMLAB_ROLE_ACTIVE + 1
#define PASSIVE_ CMLAB_ROLE_PASSIVE + 1
#define ON_(t)	 CMLAB_TRANSPORT_##t
#define D_(d)	 CMLAB_DRIVER_##d
#define C_(c)	 CMLAB_CALL_##c

static const struct symptom_means_case symptom_means_cases[] = {
	{ "REJ 28 anywhere", "F33", "REJ 28", 0, 0, 0, 0, 2, "consumer defined",
	  "rdma_reject; its own reason is in the private data, of which 148" },
	{ "REJ 28 at the passive side", "model 9: after accept returned 0", "REJECTED 28", PASSIVE_, 0, 0, 0,
	  1, "took the reply back", "depth above its device's limit" },
	{ "REJ 8", "F20", "REJECTED 8", ACTIVE_, 0, 0, 0, 1, "no program listens", "not started" },
	{ "REJ 10 at the active side", "F21", "REJECTED 10", ACTIVE_, 0, 0, 0, 1,
	  "stale connection: the passive node still holds", "restarted" },
	{ "REJ 10 at the passive side", "F37", "REJECTED 10", PASSIVE_, 0, 0, 0, 1,
	  "after rdma_accept returned 0", NULL },
	{ "REJ 4 at the passive side", "cm.c:1081", "REJ 4", PASSIVE_, 0, 0, 0, 1, "gave up and destroyed",
	  "shorter than the time" },
	{ "REJ 4 at the other", "cm.c:1081", "REJ 4", ACTIVE_, 0, 0, 0, 1, "gave up waiting", NULL },
	{ "a reason nobody sends", "cm.c", "REJ 5", 0, 0, 0, 0, 1, "No part of Linux's CM", NULL },
	{ "reason 1", "F33", "REJ 1", ACTIVE_, 0, 0, 0, 1, "No part of Linux's CM",
	  "gave this number to rdma_reject" },
	{ "27", "model 5", "REJ 27", 0, 0, 0, 0, 1, "no part of Linux ever sends it", NULL },
	{ "-104 on siw", "F33", "REJECTED -104", ACTIVE_, ON_(IWARP), D_(SIW), 0, 1,
	  "the program at the other end refused", "rdma_consumer_reject_data() hides" },
	{ "-104 on cxgb4", "F36", "REJECTED -104", ACTIVE_, ON_(IWARP), D_(CXGB4), 0, 1,
	  "nobody listens on that port", "no listener" },
	{ "-104 on RoCE", "nvme/host/rdma.c:1936", "-104", 0, ON_(ROCE), 0, 0, 1,
	  "No call and no event of rdma_cm", NULL },
	{ "-111 on siw from rdma_connect", "issue", "ECONNREFUSED", 0, ON_(IWARP), D_(SIW), C_(CONNECT), 2,
	  "TCP was refused", "no RDMA listener" },
	{ "-111 on siw in an event", "siw_cm.c:775", "REJECTED -111", 0, ON_(IWARP), D_(SIW), 0, 1,
	  "MPA settings do not match", NULL },
	{ "-111 on irdma", "cma.c:111", "REJECTED -111", 0, ON_(IWARP), D_(IRDMA), 0, 1,
	  "the program at the other end refused", NULL },
	{ "-22 from rdma_accept", "F30", "-22", 0, ON_(ROCE), 0, C_(ACCEPT), 1,
	  "rdma_accept refuses", "above this device's limit" },
	{ "-22 from rdma_connect on RoCE", "F18", "-22", 0, ON_(ROCE), 0, C_(CONNECT), 1,
	  "too much private data", "more than 56 bytes" },
	{ "-22 from rdma_connect on iWARP", "model 3.3", "-22", 0, ON_(IWARP), D_(CXGB4), C_(CONNECT), 1,
	  "a depth or the private data", "above the device's limit" },
	{ "-12 from rdma_connect on siw", "model 3.3", "-12", 0, ON_(IWARP), D_(SIW), C_(CONNECT), 1,
	  "reports as no memory", NULL },
	{ "-19 from rdma_resolve_addr", "F28", "ADDR_ERROR -19", 0, 0, 0, 0, 1, "no RDMA device", NULL },
	{ "CONNECT_ERROR -22", "model 3.3", "CONNECT_ERROR -22", 0, 0, 0, 0, 1,
	  "could not take its numbers", "above this device's limit" },
	{ "UNREACHABLE at the active side", "F10", "UNREACHABLE -110", ACTIVE_, ON_(ROCE), 0, 0, 1,
	  "nothing came back", "the path is wrong" },
	{ "UNREACHABLE at the passive side", "model 7.9", "UNREACHABLE -110", PASSIVE_, ON_(ROCE), 0, 0, 1,
	  "neither an RTU nor data", NULL },
	{ "a refused UD", "model 2.3", "UNREACHABLE 1", 0, 0, 0, 0, 1, "nobody listens on that port for UD", NULL },
	{ "retry exceeded", "F10", "wc 12", 0, 0, 0, 0, 1, "acknowledged nothing", "not one byte" },
	{ "RNR retry exceeded", "F7", "RNR_RETRY_EXC", 0, 0, 0, 0, 1, "no receive posted",
	  "rnr_retry_count 0" },
	{ "invalid request", "F35", "REM_INV_REQ", 0, 0, 0, 0, 1, "NAK invalid request", "REMOTE_READ" },
	{ "a status of nothing", "ib_verbs.h", "wc 14", 0, 0, 0, 0, 1, "no driver of Linux uses", NULL },
	{ "CM silence before 6.2", "issue: 98", "98s", 0, 0, 0, 0, 1, "16 sends of the REQ, 6.1 s apart", NULL },
	{ "CM silence from 6.2 on", "issue: 74", "74 s", 0, 0, 0, 0, 1, "16 sends of the REQ, 4.6 s apart", NULL },
	{ "no RTU", "issue: 66", "66s", 0, ON_(ROCE), 0, 0, 1, "16 sends, 4.1 s apart", NULL },
	{ "TCP", "issue: 127", "127s", 0, ON_(IWARP), 0, 0, 1, "TCP's SYNs", NULL },
	{ "RNR timer 0", "issue: 655 ms", "655ms", 0, ON_(ROCE), 0, 0, 1, "1 time 655.36 ms", "min_rnr_timer was never set" },
	{ "three of them", "issue: multiples", "1.97 s", 0, ON_(ROCE), 0, 0, 1, "3 times 655.36 ms", NULL },
	{ "timeout 19 with 7 retries", "issue: 17", "17.2s", 0, ON_(ROCE), 0, 0, 1, "19 (2.1 s) with retry_count 7", NULL },
	{ "time-wait", "issue: 2.1", "2.1s", 0, ON_(ROCE), 0, 0, 2, "Time-wait", NULL },
	{ "time-wait from 6.2 on", "issue: 0.5", "0.51s", 0, ON_(ROCE), 0, 0, 1, "Time-wait of the CM after a connection: RoCE from", NULL },
};

/* clang-format on */

#endif /* CMLAB_CASES_SYMPTOM_H */
