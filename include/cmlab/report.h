/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What is told of a handshake, as lines "key: value" and as one line for the log.
 *
 * Keys nest with dots and index with brackets, so that a reader can turn them into JSON
 * without knowing them: "offered.responder_resources: 16", "clamps[0].field:
 * initiator_depth". Decimal values are numbers, "true", "false", "null", "{}" and "[]" what
 * they are in JSON, anything else a string. Of one connection a value that is not known has
 * no line. Bytes from a peer appear only as "0x..." hex.
 */
#ifndef CMLAB_REPORT_H
#define CMLAB_REPORT_H

#include <cmlab/findings.h>
#include <cmlab/handshake.h>

#define CMLAB_ADDR_STR 72 /* "[ipv6%scope]:port" */
#define CMLAB_DEV_STR  64

/**
 * struct cmlab_report - one connection of a program: its handshake, and what is only its own
 * @id: number, unique while the program runs
 * @state: enum cmlab_state
 * @device: RDMA device name, empty before one is known
 * @local: this side's address and port
 * @remote: the peer's
 * @ping_rx: a ping from the peer arrived
 * @ping_tx: a ping to the peer completed
 * @ping_us: active side: from ping to answer; 0 if none came
 * @closed_by: why an established connection ended, or NULL
 * @h: the handshake, with a viewpoint
 */
struct cmlab_report {
	u32 id;
	u8 state;
	char device[CMLAB_DEV_STR];
	char local[CMLAB_ADDR_STR];
	char remote[CMLAB_ADDR_STR];
	bool ping_rx;
	bool ping_tx;
	u32 ping_us;
	const char *closed_by;
	struct cmlab_handshake h;
};

/* A connection of which nothing is known but its number and this side's role. */
void cmlab_report_init(struct cmlab_report *r, u32 id, enum cmlab_role role);

/**
 * cmlab_report_format - every known line of a connection, without the version line
 * @r: the connection
 * @findings: what was found of it
 * @emit: called for each line, in a fixed order
 * @ctx: passed to @emit
 *
 * Needs about 1 KiB of stack, no memory.
 */
void cmlab_report_format(const struct cmlab_report *r, const struct cmlab_findings *findings,
			 cmlab_emit_fn emit, void *ctx);

/**
 * cmlab_report_summary - the one line for the log
 * @r: the connection
 * @buf: where to write
 * @size: its size; 256 holds every line whole
 *
 * Peer, outcome, advertised and negotiated depths and retry counts, or the reason in words
 * with its numbers.
 *
 * Return: characters written
 */
int cmlab_report_summary(const struct cmlab_report *r, char *buf, size_t size);

/**
 * cmlab_report_both_ends - every line of a handshake seen from neither end
 * @h: the handshake
 * @findings: what was found of it
 * @emit: called for each line, in a fixed order
 * @ctx: passed to @emit
 */
void cmlab_report_both_ends(const struct cmlab_handshake *h, const struct cmlab_findings *findings,
			    cmlab_emit_fn emit, void *ctx);

#endif /* CMLAB_REPORT_H */
