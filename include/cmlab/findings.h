/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Findings: a stable number, a severity, the field, a sentence with the values in it, and
 * advice that is something to do. One catalogue for every handshake, whoever tells of it; a
 * finding speaks only when all that it needs is known.
 */
#ifndef CMLAB_FINDINGS_H
#define CMLAB_FINDINGS_H

#include <cmlab/handshake.h>

/* Of the catalogue's numbers those that other code names. */
enum cmlab_finding_number {
	CMLAB_CL_NO_PING = 16,
	CMLAB_CL_VALUE_CUT = 20,
	CMLAB_CL_NOT_THE_PEERS = 76,
	CMLAB_CL_ENDED_LATE = 83,
	CMLAB_CL_LAST = 83,
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
 * struct cmlab_workload - what one side is going to do; 0 means not said
 * @op: enum cmlab_op
 * @by: enum cmlab_role that does it
 * @depth: operations in flight at once
 * @size: bytes of one
 * @burst: operations that must start together
 * @says_recv_posted: @recv_posted was said
 * @recv_posted: receives that the other side has posted when the connection comes up
 * @connections: connections like this one, on the same two devices
 * @backlog: of the listener
 * @service_us: time that the peer takes for one request
 */
struct cmlab_workload {
	u8 op;
	u8 by;
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

/* The row with the @n-th of the catalogue's numbers, from 0; false behind the last. */
bool cmlab_findings_info(unsigned int n, struct cmlab_finding_info *info);

#endif /* CMLAB_FINDINGS_H */
