/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Findings: a stable number, a severity, the field, a sentence with the values in it, and
 * advice that is something to do. One catalogue for every handshake, whoever tells of it; a
 * finding speaks only when all that it needs is known.
 */
#ifndef CMLAB_FINDINGS_H
#define CMLAB_FINDINGS_H

#include <cmlab/handshake.h>

/* Numbers that users quote, as CL%03u: never renumber, never reuse. */
enum cmlab_finding_number {
	CMLAB_CL_QP_SERVES_LESS = 1,
	CMLAB_CL_ISSUES_MORE = 2,
	CMLAB_CL_PEER_WANTS_MORE = 3,
	CMLAB_CL_WANTS_MORE = 4,
	CMLAB_CL_PEER_RNR_ZERO = 5,
	CMLAB_CL_OWN_RNR_ZERO = 6,
	CMLAB_CL_ISSUES_NONE = 7,
	CMLAB_CL_SERVES_NONE = 8,
	CMLAB_CL_QUERY_CROSSED = 9,
	CMLAB_CL_NOTHING_CAME = 10,
	CMLAB_CL_PEER_REASON = 11,
	CMLAB_CL_PEER_SILENT = 12,
	CMLAB_CL_NOBODY_LISTENS = 13,
	CMLAB_CL_REFUSED = 14,
	CMLAB_CL_CALL_FAILED = 15,
	CMLAB_CL_NO_PING = 16,
	CMLAB_CL_NO_RECEIVE = 17,
	CMLAB_CL_ROUNDED_UP = 18,
	CMLAB_CL_NOT_PORTABLE = 19,
	CMLAB_CL_VALUE_CUT = 20,
	CMLAB_CL_ACCEPT_OWN_LIMIT = 21,
	CMLAB_CL_ACCEPT_PEER_LIMIT = 22,
	CMLAB_CL_CONNECT_LIMIT = 23,
	CMLAB_CL_DATA_TOO_LONG = 24,
	CMLAB_CL_LENGTH_WRAPS = 25,
	CMLAB_CL_DEPTH_WRAPS = 26,
	CMLAB_CL_ABOVE_OFFER = 27,
	CMLAB_CL_CANNOT_READ = 28,
	CMLAB_CL_RETRY_ENDLESS = 29,
	CMLAB_CL_RETRY_ZERO = 30,
	CMLAB_CL_ACCEPT_RETRY = 31,
	CMLAB_CL_RNR_ENDLESS = 32,
	CMLAB_CL_RNR_WAIT_LONGEST = 33,
	CMLAB_CL_TIMEOUT_TOO_LATE = 34,
	CMLAB_CL_TIMEOUT_TRAVELS = 35,
	CMLAB_CL_TIMEOUT_STAYS = 36,
	CMLAB_CL_TIMEOUT_TOO_WIDE = 37,
	CMLAB_CL_TIMEOUT_OFF = 38,
	CMLAB_CL_MIN_RNR_TOO_WIDE = 39,
	CMLAB_CL_MIN_RNR_TOO_LATE = 40,
	CMLAB_CL_FLOW_CONTROL = 41,
	CMLAB_CL_FROM_QP = 42,
	CMLAB_CL_QKEY_UNUSED = 43,
	CMLAB_CL_QKEY_OTHER = 44,
	CMLAB_CL_UD_NUMBERS = 45,
	CMLAB_CL_UD_REFUSED = 46,
	CMLAB_CL_BYTE_0 = 47,
	CMLAB_CL_PADDED = 48,
	CMLAB_CL_CAUSE_HIDDEN = 49,
	CMLAB_CL_NOTHING_COMES = 50,
	CMLAB_CL_LOSS_NOTICED = 51,
	CMLAB_CL_RESOURCES = 52,
	CMLAB_CL_BATCH = 53,
	CMLAB_CL_IN_FLIGHT = 54,
	CMLAB_CL_SEND_FATAL = 55,
	CMLAB_CL_OTHER_LIMIT = 56,
	CMLAB_CL_NOT_ON_IWARP = 57,
	CMLAB_CL_ACCEPT_RAISED = 58,
	CMLAB_CL_ACCEPT_LOWERED = 59,
	CMLAB_CL_OFFER_ONLY = 60,
	CMLAB_CL_REQUEST_EXCHANGED = 61,
	CMLAB_CL_REPLY_OWN_DEPTHS = 62,
	CMLAB_CL_DEPTH_LOWERED = 63,
	CMLAB_CL_ZERO_CHANGED = 64,
	CMLAB_CL_LIMIT_TOO_WIDE = 65,
	CMLAB_CL_MTU = 66,
	CMLAB_CL_NULL_PARAM = 67,
	CMLAB_CL_MPA_V1 = 68,
	CMLAB_CL_REPLY_BREAKS = 69,
	CMLAB_CL_BACKLOG = 70,
	CMLAB_CL_TOO_SLOW = 71,
	CMLAB_CL_STALE = 72,
	CMLAB_CL_LENGTH_EXTRA = 73,
	CMLAB_CL_NOT_POSSIBLE = 74,
	CMLAB_CL_OFFER_LIMIT = 75,
};

#define CMLAB_FINDING_MESSAGE 240
#define CMLAB_FINDING_ADVICE  160

/* What a handshake can have at once is less; see struct cmlab_findings.lost. */
#define CMLAB_FINDINGS_MAX 48

/**
 * struct cmlab_finding - one finding
 * @number: of the catalogue, as users quote it: CL%03u
 * @severity: enum cmlab_severity
 * @field: enum cmlab_field, or CMLAB_NR_FIELDS if about none
 * @message: what is so, with values and sides in the user's terms
 * @advice: what to do
 */
struct cmlab_finding {
	u16 number;
	u8 severity;
	u8 field;
	char message[CMLAB_FINDING_MESSAGE];
	char advice[CMLAB_FINDING_ADVICE];
};

/**
 * struct cmlab_findings - what was found of one handshake, most severe first
 * @nr: entries used
 * @lost: found and left out for want of room, the least severe ones
 * @f: the entries
 */
struct cmlab_findings {
	u32 nr;
	u32 lost;
	struct cmlab_finding f[CMLAB_FINDINGS_MAX];
};

/**
 * struct cmlab_workload - what the active side is going to do; 0 means not said
 * @op: enum cmlab_op
 * @depth: operations in flight at once
 * @size: bytes of one
 * @burst: operations that must start together
 * @says_recv_posted: @recv_posted was said
 * @recv_posted: receives that the peer has posted when the connection comes up
 * @connections: connections like this one, on the same two devices
 * @backlog: of the listener
 * @service_us: time that the peer takes for one request
 */
struct cmlab_workload {
	u8 op;
	u32 depth;
	u32 size;
	u32 burst;
	bool says_recv_posted;
	u32 recv_posted;
	u32 connections;
	u32 backlog;
	u32 service_us;
};

/**
 * cmlab_findings_collect - judge a handshake
 * @h: the handshake
 * @w: what is to be done with the connection; may be NULL
 * @found: written whole: errors first, then by number
 *
 * Takes about 20 KiB of the caller's memory, none of its own.
 */
void cmlab_findings_collect(const struct cmlab_handshake *h, const struct cmlab_workload *w,
			    struct cmlab_findings *found);

/* A row of the catalogue: what its findings begin with, and what they are about. */
struct cmlab_finding_info {
	u16 number;
	u8 severity;
	u8 field;
	const char *title;
};

/* The row with the @n-th number of the catalogue, from 0; false behind the last. */
bool cmlab_findings_info(unsigned int n, struct cmlab_finding_info *info);

#endif /* CMLAB_FINDINGS_H */
