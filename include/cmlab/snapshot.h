/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Everything known of one connection. Each part is written once, when its moment
 * comes, and only read after; reports never feed back into decisions.
 *
 * Text form: "key: value" lines, first "version: 1". Keys nest with dots and
 * index with brackets, so that a reader can turn them into JSON without knowing
 * them: "offered.responder_resources: 16", "clamps[0].field: initiator_depth".
 * Decimal values are numbers, "true" and "false" booleans, anything else a
 * string. A value that is not known has no line. Bytes from a peer appear only
 * as "0x..." hex.
 */
#ifndef CMLAB_SNAPSHOT_H
#define CMLAB_SNAPSHOT_H

#include <cmlab/limits.h>
#include <cmlab/policy.h>
#include <cmlab/values.h>
#include <cmlab/wire.h>

#define CMLAB_ADDR_STR 72 /* "[ipv6%scope]:port" */
#define CMLAB_DEV_STR  64
#define CMLAB_ERR_STR  160

/**
 * struct cmlab_pdata - private data of one message
 * @seen: the message came (or went)
 * @wire_len: bytes as the event says (or as given to the CM)
 * @has_hdr: @hdr is valid
 * @hdr_reason: why it is not, enum cmlab_reason
 * @hdr: the parsed header
 * @user_len: user bytes
 * @user: the first of them
 */
struct cmlab_pdata {
	bool seen;
	bool has_hdr;
	u8 hdr_reason;
	u32 wire_len;
	u32 user_len;
	struct cmlab_wire_hdr hdr;
	u8 user[CMLAB_WIRE_MAX];
};

/**
 * struct cmlab_snapshot - one connection
 * @id: number, unique while the module is loaded
 * @role: enum cmlab_role
 * @state: enum cmlab_state
 * @outcome: enum cmlab_outcome
 * @transitions: enum cmlab_transitions
 * @handshake: enum cmlab_handshake
 * @ps: enum cmlab_ps
 * @limits: this side's device limits as used
 * @device: RDMA device name, empty before one is known
 * @profile: profile name
 * @local: this side's address and port
 * @remote: the peer's
 * @requested: what the profile asked for
 * @offered: what was put into the REQ or REP
 * @advertised: what the peer's message said, in this side's perspective
 * @negotiated: what both must use
 * @programmed: what the QP has, in this side's perspective
 * @reported_crossed: ib_query_qp showed the depths crossed
 * @clamps: every change, with its reason
 * @sent: private data that went out
 * @received: private data that came in
 * @reason: enum cmlab_reason of a refusal, ours or the peer's
 * @reason_by_peer: @reason came from the peer's REJ
 * @reason_field: enum cmlab_field, or CMLAB_NR_FIELDS
 * @reason_have: the offending number
 * @reason_need: what it should have been
 * @event: name of the CM event that ended the handshake, or NULL
 * @status: status of that event, as the CM gives it (positive REJ reason on IB,
 *	negative errno on iWARP)
 * @error: negative errno of the local call that failed, or 0
 * @error_call: the call that failed, or NULL
 * @own_timer: the handshake was ended by this side's own timer
 * @timeout_ms: that timer
 * @recv_posted: receives posted before the handshake
 * @handshake_us: from rdma_connect or CONNECT_REQUEST to the end of the handshake
 * @ping_rx: a ping from the peer arrived
 * @ping_tx: a ping to the peer completed
 * @ping_late: the time that a ping may take is over, or the connection has ended; without
 *	it a ping that has not come is no finding yet
 * @ping_us: active side: from ping to answer; 0 if none came
 * @qp_num: this side's QP
 * @access_flags: qp_access_flags as read back
 * @closed_by: why an established connection ended, or NULL
 */
struct cmlab_snapshot {
	u32 id;
	u8 role;
	u8 state;
	u8 outcome;
	u8 transitions;
	u8 handshake;
	u8 ps;
	struct cmlab_limits limits;
	char device[CMLAB_DEV_STR];
	char profile[CMLAB_PROFILE_NAME];
	char local[CMLAB_ADDR_STR];
	char remote[CMLAB_ADDR_STR];
	struct cmlab_values requested;
	struct cmlab_values offered;
	struct cmlab_values advertised;
	struct cmlab_values negotiated;
	struct cmlab_values programmed;
	bool reported_crossed;
	struct cmlab_clamps clamps;
	struct cmlab_pdata sent;
	struct cmlab_pdata received;
	u8 reason;
	bool reason_by_peer;
	u8 reason_field;
	u32 reason_have;
	u32 reason_need;
	const char *event;
	s32 status;
	s32 error;
	const char *error_call;
	bool own_timer;
	u32 timeout_ms;
	u32 recv_posted;
	u32 handshake_us;
	bool ping_rx;
	bool ping_tx;
	bool ping_late;
	u32 ping_us;
	u32 qp_num;
	u32 access_flags;
	const char *closed_by;
};

/**
 * cmlab_snapshot_init - start from zero
 * @s: the snapshot
 * @id: its number
 * @role: this side's role
 */
void cmlab_snapshot_init(struct cmlab_snapshot *s, u32 id, enum cmlab_role role);

/**
 * cmlab_snapshot_decided - take a decision over
 * @s: the snapshot
 * @d: the decision. An offer or accept sets requested, offered, clamps and what
 *	is negotiated so far; a reply (empty params) sets negotiated and adds its
 *	clamps. A reason is taken over as ours.
 */
void cmlab_snapshot_decided(struct cmlab_snapshot *s, const struct cmlab_decision *d);

/**
 * cmlab_snapshot_received - take private data of a peer's message over
 * @s: the snapshot
 * @buf: the bytes; may be NULL
 * @len: their number as the event says
 * @kind: which message
 *
 * With handshake=header the header is parsed; of a REJ, the peer's reason is
 * taken over. With raw, all bytes are user bytes.
 *
 * Return: CMLAB_REASON_NONE or why the header is not usable
 */
enum cmlab_reason cmlab_snapshot_received(struct cmlab_snapshot *s, const u8 *buf, size_t len,
					  enum cmlab_wire_kind kind);

/**
 * cmlab_snapshot_programmed - take the queried QP attributes over
 * @s: the snapshot
 * @raw: as reported, see cmlab_policy_programmed()
 *
 * Notes as clamps what the driver made of the negotiated depths.
 */
void cmlab_snapshot_programmed(struct cmlab_snapshot *s, const struct cmlab_values *raw);

/**
 * typedef cmlab_emit_fn - where formatted lines go
 * @ctx: the caller's
 * @key: key of the line
 * @value: its value, never with a line break
 */
typedef void (*cmlab_emit_fn)(void *ctx, const char *key, const char *value);

/**
 * cmlab_snapshot_format - every known line of a snapshot, without the version line
 * @s: the snapshot
 * @emit: called for each line, in a fixed order
 * @ctx: passed to @emit
 *
 * Needs about 1 KiB of stack, no memory.
 */
void cmlab_snapshot_format(const struct cmlab_snapshot *s, cmlab_emit_fn emit, void *ctx);

/**
 * cmlab_snapshot_summary - the one line for the log
 * @s: the snapshot
 * @buf: where to write
 * @size: its size; 256 holds every line whole
 *
 * Peer, outcome, advertised and negotiated depths and retry counts, or the reason
 * in words with its numbers.
 *
 * Return: characters written
 */
int cmlab_snapshot_summary(const struct cmlab_snapshot *s, char *buf, size_t size);

#endif /* CMLAB_SNAPSHOT_H */
