/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * One handshake, whoever tells of it: two ends, and of each what was asked, sent, seen,
 * agreed, programmed and reported, each value with the knowledge whether it is known.
 * What is not known is never read as 0.
 *
 * The module and cmlab-peer fill their own end, and of the peer's what its messages told.
 * cmlab_predict() fills both. What judges or shows reads only this.
 */
#ifndef CMLAB_HANDSHAKE_H
#define CMLAB_HANDSHAKE_H

#include <cmlab/fault.h>
#include <cmlab/ib.h>
#include <cmlab/limits.h>
#include <cmlab/policy.h>
#include <cmlab/values.h>
#include <cmlab/wire.h>

/* Who tells of it. */
enum cmlab_source {
	CMLAB_SOURCE_LIVE,	/* a program's own end */
	CMLAB_SOURCE_PREDICTED, /* cmlab_predict() */
	CMLAB_SOURCE_CAPTURED,	/* messages on the wire */
	CMLAB_SOURCE_OBSERVED,	/* another program's calls and events */
};

/* struct cmlab_handshake.viewpoint: no end is "this side" */
#define CMLAB_NO_VIEWPOINT CMLAB_NR_ROLES

/* struct cmlab_handshake.answer: nobody knows */
#define CMLAB_ANSWER_UNKNOWN CMLAB_NR_ANSWERS

/* struct cmlab_end.ret: it never came to a call. No errno is positive. */
#define CMLAB_NO_ERRNO 1

/* Bits of struct cmlab_end.known: values have their own. */
#define CMLAB_KNOWS_LIMITS   0x001 /* @limits, but its driver and kernel */
#define CMLAB_KNOWS_DRIVER   0x002 /* the driver and kernel of @limits, and @device */
#define CMLAB_KNOWS_CALL     0x004 /* @call, @ret, @crash, @null_param, @decide, @profile */
#define CMLAB_KNOWS_EVENTS   0x008 /* @events are all that there were */
#define CMLAB_KNOWS_QP	     0x010 /* @qp_state, @access as programmed */
#define CMLAB_KNOWS_TIMERS   0x020 /* both @..._when, @set_timeout, @set_min_rnr */
#define CMLAB_KNOWS_RECEIVES 0x040 /* @recv_posted */
#define CMLAB_KNOWS_OWN_QP   0x080 /* @has_srq, @qp_num (0: the side has no number yet) */
#define CMLAB_KNOWS_MTU	     0x100 /* @netdev_mtu */

/**
 * struct cmlab_pdata - private data of one message
 * @sent: @sent_len is known, from the call that sent it
 * @seen: @seen_len is known, from the event that showed it
 * @has_hdr: @hdr is valid
 * @hdr_reason: why it is not, enum cmlab_reason
 * @sent_len: bytes given to the CM
 * @seen_len: bytes as the event says, padding included
 * @user_len: user bytes in @user
 * @hdr: the parsed header
 * @user: the bytes
 */
struct cmlab_pdata {
	bool sent;
	bool seen;
	bool has_hdr;
	u8 hdr_reason;
	u32 sent_len;
	u32 seen_len;
	u32 user_len;
	struct cmlab_wire_hdr hdr;
	u8 user[CMLAB_WIRE_MAX];
};

/**
 * struct cmlab_refusal - why a side refuses
 * @code: enum cmlab_reason, or a number of a later version; CMLAB_REASON_NONE: it does not
 * @field: enum cmlab_field that it is about, CMLAB_NR_FIELDS if none
 * @have: the offending number
 * @need: what it should have been
 */
struct cmlab_refusal {
	u8 code;
	u8 field;
	u32 have;
	u32 need;
};

/**
 * struct cmlab_cm_event - one event of a side
 * @event: enum cmlab_event
 * @has_depths: @conn's two depths are known
 * @has_qp_num: @conn.qp_num is known
 * @ud: the data are in param.ud, not param.conn
 * @status: as event->status: a positive REJ reason or SIDR status, or a negative errno
 * @private_data_len: as the event says, whatever the peer sent
 * @qkey: of param.ud
 * @conn: the numbers of param.conn, in the event's own sense
 */
struct cmlab_cm_event {
	u8 event;
	bool has_depths;
	bool has_qp_num;
	bool ud;
	s32 status;
	u32 private_data_len;
	u32 qkey;
	struct cmlab_event_conn conn;
};

#define CMLAB_EVENTS 6

/**
 * struct cmlab_end - one side of a handshake; every value is in this side's perspective
 * @known: CMLAB_KNOWS_*
 * @limits: the limits that the side's program decides by, mock ones applied
 * @device: what the driver holds values against; the same without mock limits
 * @decide: enum cmlab_decide: whether a policy chose @asked
 * @profile: name of that policy's profile
 * @fault: what it does wrong on purpose
 * @null_param: conn_param is NULL
 * @has_srq: this side's QP has an SRQ
 * @qp_num: number of this side's QP
 * @netdev_mtu: bytes; 0: the usual
 * @timeout_when: enum cmlab_when, of rdma_set_ack_timeout()
 * @min_rnr_when: enum cmlab_when, of rdma_set_min_rnr_timer()
 * @set_timeout: result of rdma_set_ack_timeout(); CMLAB_NO_ERRNO: not called
 * @set_min_rnr: result of rdma_set_min_rnr_timer(); the same
 * @requested: what the profile and its overrides ask for
 * @asked: what was passed to the call; TIMEOUT and MIN_RNR to the two setters
 * @sent: what this side's REQ or REP says; TIMEOUT is the REQ's local ACK timeout, MTU its
 *	path MTU. Nothing is known of what was not sent
 * @seen: what the event with the peer's REQ or REP said
 * @agreed: what both must use
 * @programmed: the QP's attributes
 * @reported: the same as ib_query_qp() shows them, crossed and rounded as the driver does
 * @clamps: every change between @requested and @programmed, with its reason
 * @refusal: this side's own
 * @message: private data of this side's REQ or REP
 * @nr_events: events up to the outcome
 * @nr_later: events behind them that came later
 * @events: in their order
 * @call: the call that failed, or else the last one, enum cmlab_call
 * @ret: its result: 0 or a negative errno; CMLAB_NO_ERRNO: it never came to a call
 * @crash: the call is a NULL dereference in the kernel
 * @qp_state: enum cmlab_qp_state
 * @access: qp_access_flags as programmed; 0: not yet
 * @reported_state: @qp_state as ib_query_qp() shows it
 * @reported_access: @access as ib_query_qp() shows it
 * @recv_posted: receives posted before the handshake
 * @time_wait_ns: from the disconnect to the reuse of the QP number
 */
struct cmlab_end {
	u32 known;
	struct cmlab_limits limits;
	struct cmlab_limits device;
	u8 decide;
	char profile[CMLAB_PROFILE_NAME];
	struct cmlab_fault fault;
	bool null_param;
	bool has_srq;
	u32 qp_num;
	u32 netdev_mtu;
	u8 timeout_when;
	u8 min_rnr_when;
	s32 set_timeout;
	s32 set_min_rnr;
	struct cmlab_values requested;
	struct cmlab_values asked;
	struct cmlab_values sent;
	struct cmlab_values seen;
	struct cmlab_values agreed;
	struct cmlab_values programmed;
	struct cmlab_values reported;
	struct cmlab_clamps clamps;
	struct cmlab_refusal refusal;
	struct cmlab_pdata message;
	u8 nr_events;
	u8 nr_later;
	struct cmlab_cm_event events[CMLAB_EVENTS];
	u8 call;
	bool crash;
	s32 ret;
	u8 qp_state;
	u8 reported_state;
	u32 access;
	u32 reported_access;
	u32 recv_posted;
	s64 time_wait_ns;
};

/* Whether data have passed over an established connection. */
enum cmlab_carried {
	CMLAB_CARRIED_UNKNOWN,
	CMLAB_CARRIED_DATA,
	CMLAB_CARRIED_NOTHING, /* and they were waited for */
};

/**
 * struct cmlab_handshake - one handshake
 * @source: enum cmlab_source
 * @viewpoint: enum cmlab_role that is "this side", or CMLAB_NO_VIEWPOINT
 * @transport: enum cmlab_transport of both ends
 * @family: enum cmlab_family
 * @ps: enum cmlab_ps
 * @transitions: enum cmlab_transitions: who moves the QPs
 * @form: enum cmlab_pdata_form
 * @mpa: iWARP: revision of the MPA frames, 1 or 2; 0: not known
 * @answer: enum cmlab_answer, what became of the REQ, or CMLAB_ANSWER_UNKNOWN
 * @outcome: enum cmlab_outcome, as the viewpoint or else the active side sees it
 * @own_timer: it was ended by this side's own timer
 * @carried: enum cmlab_carried
 * @timeout_ms: that timer
 * @handshake_us: from rdma_connect or CONNECT_REQUEST to the outcome; 0: not known
 * @unreachable_ns: from rdma_connect to the end, if nothing at all comes back
 * @reply_ns: iWARP: from a TCP connection to the end, if no MPA reply comes
 * @rep_lost_ns: IB: from rdma_accept to UNREACHABLE at the passive side, if neither an
 *	RTU nor data come
 * @rejecter: enum cmlab_role that sent @reject
 * @reject: private data of a REJ
 * @end: by enum cmlab_role
 */
struct cmlab_handshake {
	u8 source;
	u8 viewpoint;
	u8 transport;
	u8 family;
	u8 ps;
	u8 transitions;
	u8 form;
	u8 mpa;
	u8 answer;
	u8 outcome;
	bool own_timer;
	u8 carried;
	u32 timeout_ms;
	u32 handshake_us;
	s64 unreachable_ns;
	s64 reply_ns;
	s64 rep_lost_ns;
	u8 rejecter;
	struct cmlab_pdata reject;
	struct cmlab_end end[CMLAB_NR_ROLES];
};

/* The end that is "this side", and the other one; there must be a viewpoint. */
static inline struct cmlab_end *cmlab_own_end(struct cmlab_handshake *h)
{
	return &h->end[h->viewpoint];
}

static inline struct cmlab_end *cmlab_peer_end(struct cmlab_handshake *h)
{
	return &h->end[!h->viewpoint];
}

static inline bool cmlab_end_knows(const struct cmlab_end *e, u32 what)
{
	return (e->known & what) == what;
}

/* The last event up to the outcome; NULL if there is none. */
static inline const struct cmlab_cm_event *cmlab_end_last(const struct cmlab_end *e)
{
	return e->nr_events ? &e->events[e->nr_events - 1] : NULL;
}

/* Whether @role's event shows the numbers of the peer's message; an RTU has none. */
bool cmlab_event_has_numbers(enum cmlab_event event, enum cmlab_role role);

/* The first event of a kind, later ones included; NULL if there is none. */
const struct cmlab_cm_event *cmlab_end_event(const struct cmlab_end *e, enum cmlab_event event);

/* ib_query_qp() of this end's driver shows the two depths exchanged, and both are known. */
bool cmlab_end_is_crossed(const struct cmlab_end *e);

/* A handshake of which nothing is known; @viewpoint: enum cmlab_role, or CMLAB_NO_VIEWPOINT. */
void cmlab_handshake_init(struct cmlab_handshake *h, enum cmlab_source source, u8 viewpoint);

/**
 * cmlab_handshake_device - this side's device is known
 * @h: the handshake; there is a viewpoint
 * @limits: what the program decides by
 * @device: what the driver holds values against
 */
void cmlab_handshake_device(struct cmlab_handshake *h, const struct cmlab_limits *limits,
			    const struct cmlab_limits *device);

/**
 * cmlab_end_decided - take a decision of a side over
 * @e: the side
 * @d: the decision. An offer or accept sets requested, asked, clamps and what is agreed so
 *	far; a reply (empty params) sets what is agreed and adds its clamps. A reason
 *	becomes the side's refusal
 */
void cmlab_end_decided(struct cmlab_end *e, const struct cmlab_decision *d);

static inline void cmlab_handshake_decided(struct cmlab_handshake *h,
					   const struct cmlab_decision *d)
{
	cmlab_end_decided(cmlab_own_end(h), d);
}

/**
 * cmlab_end_sends - what a REQ or REP of IB and RoCE carries
 * @e: the side; @e->sent is added to
 * @msg: CMLAB_MSG_REQ or CMLAB_MSG_REP, which has no retry_count
 * @asked: as struct rdma_conn_param has it; cut to the fields of the message
 */
void cmlab_end_sends(struct cmlab_end *e, enum cmlab_msg msg, const struct cmlab_values *asked);

/* This side refuses for a reason that is not the policy's. */
void cmlab_handshake_refused(struct cmlab_handshake *h, u32 reason, unsigned int field, u32 have,
			     u32 need);

/**
 * cmlab_handshake_private_data - private data that this side hands to the CM
 * @h: the handshake; there is a viewpoint
 * @kind: of which message
 * @len: all bytes
 * @user: the user bytes among them
 * @user_len: their number
 *
 * What is known of the same message stays; nothing is taken once the handshake has ended.
 */
void cmlab_handshake_private_data(struct cmlab_handshake *h, enum cmlab_wire_kind kind, u32 len,
				  const u8 *user, u32 user_len);

/**
 * cmlab_handshake_called - the result of a call of this side
 * @h: the handshake; there is a viewpoint
 * @call: which call
 * @ret: 0 or a negative errno. The first failure stays. A successful CONNECT or ACCEPT has
 *	sent what was asked, cut to the fields of the message. A successful setter of a timer
 *	is no step of its own
 */
void cmlab_handshake_called(struct cmlab_handshake *h, enum cmlab_call call, s32 ret);

/* An event of this side; more than there is room for push out those in the middle. */
void cmlab_handshake_event(struct cmlab_handshake *h, const struct cmlab_cm_event *ev);

/**
 * cmlab_handshake_received - private data of the peer's message
 * @h: the handshake; there is a viewpoint
 * @buf: the bytes; may be NULL
 * @len: their number as the event says
 * @kind: of which message
 *
 * With a header (@h->form) it is parsed, and the peer's limits, wishes and refusal are
 * known from it; raw, all bytes are user bytes. What came before of the same message stays,
 * nothing is taken once the handshake has ended, and of the bytes only those that can be the
 * peer's (cmlab_pdata_believed()).
 *
 * Return: CMLAB_REASON_NONE or why the header is not usable
 */
enum cmlab_reason cmlab_handshake_received(struct cmlab_handshake *h, const u8 *buf, size_t len,
					   enum cmlab_wire_kind kind);

/* What the event with the peer's REQ or REP shows: seen here is what the peer has sent. */
void cmlab_handshake_seen(struct cmlab_handshake *h, const struct cmlab_values *seen);

/**
 * cmlab_handshake_queried - take the attributes that ib_query_qp() shows over
 * @h: the handshake; there is a viewpoint
 * @raw: as shown, see cmlab_policy_programmed()
 * @access: qp_access_flags as shown
 *
 * Notes as clamps what the driver made of the agreed depths.
 */
void cmlab_handshake_queried(struct cmlab_handshake *h, const struct cmlab_values *raw, u32 access);

/* It has ended, after @us if that is known. False if it had before: only the first counts. */
bool cmlab_handshake_ended(struct cmlab_handshake *h, enum cmlab_outcome outcome, u32 us);

/* How a handshake ended whose rdma_connect failed at once with @err, which only iWARP does. */
enum cmlab_outcome cmlab_outcome_of_errno(s32 err);

/* What one READ that @role posts does, as far as that follows from what is known. */
enum cmlab_read cmlab_handshake_read(const struct cmlab_handshake *h, unsigned int role);

/* From a send of @role that nobody acknowledges to its error: ns or CMLAB_TIME_*. */
s64 cmlab_handshake_retry_exceeded(const struct cmlab_handshake *h, unsigned int role);

/* One wait of a send of @role after an RNR NAK. */
s64 cmlab_handshake_rnr_stall(const struct cmlab_handshake *h, unsigned int role);

/* From a send of @role that finds no receive to its error. */
s64 cmlab_handshake_rnr_exceeded(const struct cmlab_handshake *h, unsigned int role);

/**
 * typedef cmlab_emit_fn - where formatted lines go
 * @ctx: the caller's
 * @key: key of the line
 * @value: its value, never with a line break
 */
typedef void (*cmlab_emit_fn)(void *ctx, const char *key, const char *value);

#endif /* CMLAB_HANDSHAKE_H */
