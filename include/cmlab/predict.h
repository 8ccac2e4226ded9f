/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a handshake will show, said beforehand: from both sides' parameters and both
 * devices' limits to every call's result, every event, both QPs and the times after
 * which something is noticed. Pure; knows the kernel's connection managers (cma.c,
 * cm.c, iwcm.c) as rules and the drivers as data (struct cmlab_driver_info).
 *
 * IRD is what a side serves (max_dest_rd_atomic), ORD what it issues (max_rd_atomic),
 * each side's own. Events speak as the kernel's do, in struct rdma_conn_param's names.
 */
#ifndef CMLAB_PREDICT_H
#define CMLAB_PREDICT_H

#include <cmlab/kernel.h>
#include <cmlab/limits.h>
#include <cmlab/policy.h>
#include <cmlab/profile.h>
#include <cmlab/values.h>

/* What happens to the REQ at the passive side. */
#define CMLAB_ANSWER_LIST(X) \
	X(ACCEPT, "accept")  \
	X(REJECT, "reject")  \
	X(ABSENT, "absent")  \
	X(SILENT, "silent")  \
	X(STALE, "stale")    \
	X(NOMEM, "nomem")    \
	X(FAIL, "fail")

/* Each is RDMA_CM_EVENT_ and the string. */
#define CMLAB_EVENT_LIST(X)                     \
	X(CONNECT_REQUEST, "CONNECT_REQUEST")   \
	X(CONNECT_RESPONSE, "CONNECT_RESPONSE") \
	X(CONNECT_ERROR, "CONNECT_ERROR")       \
	X(UNREACHABLE, "UNREACHABLE")           \
	X(REJECTED, "REJECTED")                 \
	X(ESTABLISHED, "ESTABLISHED")           \
	X(DISCONNECTED, "DISCONNECTED")         \
	X(ADDR_ERROR, "ADDR_ERROR")

#define CMLAB_QP_STATE_LIST(X) \
	X(NONE, "none")        \
	X(RESET, "RESET")      \
	X(INIT, "INIT")        \
	X(RTS, "RTS")          \
	X(ERR, "ERR")

/* What one RDMA READ posted by a side does. */
#define CMLAB_READ_LIST(X)                                          \
	X(NONE, "no connection")                                    \
	X(WORKS, "completes")                                       \
	X(HANGS, "never completes")                                 \
	X(REFUSED, "ib_post_send fails with -EINVAL")               \
	X(NAK, "remote invalid request, both queue pairs in error") \
	X(UNKNOWN, "depends on the device")

#define CMLAB_CALL_LIST(X)                     \
	X(NONE, "")                            \
	X(CONNECT, "rdma_connect")             \
	X(ACCEPT, "rdma_accept")               \
	X(REJECT, "rdma_reject")               \
	X(RESOLVE_ROUTE, "rdma_resolve_route") \
	X(RESOLVE_ADDR, "rdma_resolve_addr")   \
	X(CREATE_QP, "rdma_create_qp")         \
	X(MODIFY_QP, "ib_modify_qp")

#define CMLAB_ENUM_ANSWER(n, s) CMLAB_ANSWER_##n,
#define CMLAB_ENUM_EVENT(n, s)	CMLAB_EVENT_##n,
#define CMLAB_ENUM_QP(n, s)	CMLAB_QP_##n,
#define CMLAB_ENUM_READ(n, s)	CMLAB_READ_##n,
#define CMLAB_ENUM_CALL(n, s)	CMLAB_CALL_##n,

enum cmlab_answer { CMLAB_ANSWER_LIST(CMLAB_ENUM_ANSWER) CMLAB_NR_ANSWERS };
enum cmlab_event { CMLAB_EVENT_LIST(CMLAB_ENUM_EVENT) CMLAB_NR_EVENTS };
enum cmlab_qp_state { CMLAB_QP_STATE_LIST(CMLAB_ENUM_QP) CMLAB_NR_QP_STATES };
enum cmlab_read { CMLAB_READ_LIST(CMLAB_ENUM_READ) CMLAB_NR_READS };
enum cmlab_call { CMLAB_CALL_LIST(CMLAB_ENUM_CALL) CMLAB_NR_CALLS };

/* ib_verbs.h, enum ib_access_flags */
#define CMLAB_ACCESS_LOCAL_WRITE   0x1
#define CMLAB_ACCESS_REMOTE_WRITE  0x2
#define CMLAB_ACCESS_REMOTE_READ   0x4
#define CMLAB_ACCESS_REMOTE_ATOMIC 0x8

#define CMLAB_UDP_QKEY 0x01234567 /* RDMA_UDP_QKEY */

/* Times that are no time. */
#define CMLAB_TIME_NEVER (-1) /* it is not noticed, or goes on for ever */
#define CMLAB_TIME_NONE	 (-2) /* it does not exist here, or is not known */

#define CMLAB_NO_ERRNO 1 /* no errno is positive: "not called" */

/**
 * struct cmlab_predict_side - one side of a what-if
 * @limits: what this side's program (policy) reads, mock limits applied
 * @device: what the driver holds values against; the same as @limits without mock ones
 * @profile: the side is decided by policy as the module does; NULL: @params go raw
 * @params: raw values by field as some ULP passes them; what is not known is 0.
 *	PDLEN is private_data_len, TIMEOUT and MIN_RNR the arguments of
 *	rdma_set_ack_timeout and rdma_set_min_rnr_timer if their @..._when say so
 * @null_param: conn_param is NULL
 * @timeout_when: enum cmlab_when
 * @min_rnr_when: enum cmlab_when
 * @has_srq: this side's QP has an SRQ
 * @qp_num: number of this side's QP; 0 if nobody knows
 * @packet_life_time: of this side's path, as an exponent; negative: the kernel's own
 * @netdev_mtu: bytes; on IB the path's MTU. 0: 1500, on IB 2048
 * @res_used: sum of the IRD of the device's other connections, for policy
 */
struct cmlab_predict_side {
	struct cmlab_limits limits;
	struct cmlab_limits device;
	const struct cmlab_profile *profile;
	struct cmlab_values params;
	bool null_param;
	u8 timeout_when;
	u8 min_rnr_when;
	bool has_srq;
	u32 qp_num;
	s32 packet_life_time;
	u32 netdev_mtu;
	u64 res_used;
};

/**
 * struct cmlab_predict_in - the whole what-if
 * @transport: enum cmlab_transport; of both sides
 * @transitions: enum cmlab_transitions; of both sides. On iWARP the driver moves the QP,
 *	and lab means that the active side judges the reply afterwards
 * @family: enum cmlab_family
 * @ps: enum cmlab_ps
 * @mpa: iWARP: revision of the MPA frames, 1 or 2 (0 counts as 2)
 * @answer: enum cmlab_answer
 * @reject_reason: of rdma_reject with @answer reject
 * @reject_len: private data of that
 * @side: by enum cmlab_role
 */
struct cmlab_predict_in {
	u8 transport;
	u8 transitions;
	u8 family;
	u8 ps;
	u8 mpa;
	u8 answer;
	u8 reject_reason;
	u32 reject_len;
	struct cmlab_predict_side side[CMLAB_NR_ROLES];
};

/**
 * struct cmlab_predicted_event - one event of a side
 * @event: enum cmlab_event
 * @has_depths: @conn's two depths are known
 * @has_qp_num: @conn.qp_num is known
 * @ud: the data are in param.ud, not param.conn
 * @status: as event->status: a positive REJ reason or SIDR status, or a negative errno
 * @private_data_len: as the event says, whatever the peer sent
 * @qkey: of param.ud
 * @conn: the numbers of param.conn
 */
struct cmlab_predicted_event {
	u8 event;
	bool has_depths;
	bool has_qp_num;
	bool ud;
	s32 status;
	u32 private_data_len;
	u32 qkey;
	struct cmlab_event_conn conn;
};

#define CMLAB_PREDICT_EVENTS 3

/**
 * struct cmlab_predicted_side - what one side shows
 * @call: the call that this side made last, enum cmlab_call
 * @ret: its result: 0 or a negative errno; CMLAB_NO_ERRNO: it never came to a call
 * @crash: the call is a NULL dereference in the kernel
 * @set_timeout: result of rdma_set_ack_timeout; CMLAB_NO_ERRNO: not called
 * @set_min_rnr: result of rdma_set_min_rnr_timer; the same
 * @decision: what policy decided, for a side with a profile
 * @judged: what policy thought of the reply (active side, profile or transitions lab)
 * @sent: what this side's REQ or REP says, in this side's perspective; TIMEOUT is the
 *	REQ's local ACK timeout, MTU its path MTU. Empty if nothing was sent
 * @sent_len: bytes of private data that arrive of it
 * @nr_events: number of @events
 * @events: in their order
 * @qp_state: enum cmlab_qp_state
 * @qp: the QP's attributes as programmed, in this side's perspective
 * @reported: the same as ib_query_qp shows them, crossed and rounded as the driver does:
 *	IRD is max_dest_rd_atomic, ORD max_rd_atomic
 * @access: qp_access_flags as programmed; 0: not yet
 * @reported_access: the same as ib_query_qp shows them
 * @reported_state: @qp_state as ib_query_qp shows it
 * @read: a READ posted by this side, enum cmlab_read
 * @cm_timeout: the path's ACK timeout as this side's CM has it
 * @retry_exceeded_ns: from a send that nobody acknowledges to its error
 * @rnr_stall_ns: one wait of a send of this side after an RNR NAK
 * @rnr_exceeded_ns: from a send that finds no receive to its error
 * @time_wait_ns: from the disconnect to the reuse of the QP number
 */
struct cmlab_predicted_side {
	u8 call;
	bool crash;
	s32 ret;
	s32 set_timeout;
	s32 set_min_rnr;
	struct cmlab_decision decision;
	struct cmlab_decision judged;
	struct cmlab_values sent;
	u32 sent_len;
	u32 nr_events;
	struct cmlab_predicted_event events[CMLAB_PREDICT_EVENTS];
	u8 qp_state;
	struct cmlab_values qp;
	struct cmlab_values reported;
	u32 access;
	u32 reported_access;
	u8 reported_state;
	u8 read;
	u32 cm_timeout;
	s64 retry_exceeded_ns;
	s64 rnr_stall_ns;
	s64 rnr_exceeded_ns;
	s64 time_wait_ns;
};

/**
 * struct cmlab_prediction - what will happen
 * @in: what was asked; the caller keeps it and its profiles
 * @outcome: enum cmlab_outcome, as the active side sees it
 * @side: by enum cmlab_role
 * @unreachable_ns: from rdma_connect to the end, if nothing at all comes back
 * @reply_ns: iWARP: from a TCP connection to the end, if no MPA reply comes
 * @rep_lost_ns: IB: from rdma_accept to UNREACHABLE at the passive side, if neither an
 *	RTU nor data come
 */
struct cmlab_prediction {
	const struct cmlab_predict_in *in;
	u8 outcome;
	struct cmlab_predicted_side side[CMLAB_NR_ROLES];
	s64 unreachable_ns;
	s64 reply_ns;
	s64 rep_lost_ns;
};

/**
 * cmlab_predict_init - a what-if in which nothing is said yet
 * @in: zeroed, with what is not zero by default
 * @transport: enum cmlab_transport
 * @driver: enum cmlab_driver of both sides
 *
 * Limits are 16/16 with no total, local_ca_ack_delay 15, transitions cm.
 */
void cmlab_predict_init(struct cmlab_predict_in *in, enum cmlab_transport transport,
			enum cmlab_driver driver);

/**
 * cmlab_predict - say what will happen
 * @in: the question
 * @p: the answer, written whole; it keeps a pointer to @in
 */
void cmlab_predict(const struct cmlab_predict_in *in, struct cmlab_prediction *p);

/* The last event that a side sees; NULL if it sees none. */
static inline const struct cmlab_predicted_event *
cmlab_predict_last(const struct cmlab_predicted_side *s)
{
	return s->nr_events ? &s->events[s->nr_events - 1] : NULL;
}

/* The event with these numbers, e.g. the CONNECT_REQUEST; NULL if the side sees none. */
const struct cmlab_predicted_event *cmlab_predict_event(const struct cmlab_predicted_side *s,
							enum cmlab_event event);

/* Microseconds that the 5-bit code of a min_rnr_timer stands for (IBTA table 45). */
u32 cmlab_predict_rnr_us(u32 code);

/* The CM's sum of a CA's ACK delay and a packet life time, as exponents (cm.c:932-943). */
u32 cmlab_predict_ack_timeout(u32 ca_ack_delay, u32 packet_life_time);

/* Answer "?" for a number that is not in the list. */
const char *cmlab_names_answer(unsigned int v);
const char *cmlab_names_event(unsigned int v);
const char *cmlab_names_qp_state(unsigned int v);
const char *cmlab_names_read(unsigned int v);
const char *cmlab_names_call(unsigned int v);

#endif /* CMLAB_PREDICT_H */
