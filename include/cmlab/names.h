/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The enumerations of cmlab and their words. Numbers that travel on the wire or
 * that users quote (reasons, findings) are explicit and never reused.
 * A list gives both, some also kmod/trace.h's symbols, with the constants' whole
 * names, so that git grep finds them.
 */
#ifndef CMLAB_NAMES_H
#define CMLAB_NAMES_H

#include <cmlab/env.h>

#define CMLAB_ENUM(constant, word) constant,

/* checkpatch wants no blank before the bracket of [INDEX] on the line of #define. */
/* clang-format off */
#define CMLAB_WORD(constant, word)	\
	[constant] = (word),
#define CMLAB_NAMES(count, ...)	{ (const char *const []){ __VA_ARGS__ }, (count) }
/* clang-format on */

/* X(constant, "word") */
#define CMLAB_ROLE_LIST(X)             \
	X(CMLAB_ROLE_ACTIVE, "active") \
	X(CMLAB_ROLE_PASSIVE, "passive")

#define CMLAB_STATE_LIST(X)                               \
	X(CMLAB_STATE_NEW, "new")                         \
	X(CMLAB_STATE_RESOLVING_ADDR, "resolving_addr")   \
	X(CMLAB_STATE_RESOLVING_ROUTE, "resolving_route") \
	X(CMLAB_STATE_CONNECTING, "connecting")           \
	X(CMLAB_STATE_ACCEPTING, "accepting")             \
	X(CMLAB_STATE_ESTABLISHED, "established")         \
	X(CMLAB_STATE_CLOSING, "closing")                 \
	X(CMLAB_STATE_CLOSED, "closed")

#define CMLAB_SEVERITY_LIST(X)         \
	X(CMLAB_SEVERITY_INFO, "info") \
	X(CMLAB_SEVERITY_WARN, "warn") \
	X(CMLAB_SEVERITY_ERROR, "error")

enum cmlab_role { CMLAB_ROLE_LIST(CMLAB_ENUM) CMLAB_NR_ROLES };
enum cmlab_state { CMLAB_STATE_LIST(CMLAB_ENUM) CMLAB_NR_STATES };
enum cmlab_severity { CMLAB_SEVERITY_LIST(CMLAB_ENUM) CMLAB_NR_SEVERITIES };

/*
 * Why a connection is refused. X(constant, number, "slug", "sentence"). The
 * number is the reason field of a REJ header: never renumber, only append.
 * have/need of the header carry the two numbers that the sentence is about.
 */
/* clang-format off */
#define CMLAB_REASON_LIST(X)									\
	X(CMLAB_REASON_NONE, 0, "none", "no reason") \
	X(CMLAB_REASON_HDR_ABSENT, 1, "hdr_absent", \
	  "no cmlab header: the private data is all zero") \
	X(CMLAB_REASON_HDR_SHORT, 2, "hdr_short", "private data is shorter than the header") \
	X(CMLAB_REASON_HDR_MAGIC, 3, "hdr_magic", \
	  "private data does not start with cmlab's magic") \
	X(CMLAB_REASON_HDR_SWAPPED, 4, "hdr_swapped", "header looks byte-swapped") \
	X(CMLAB_REASON_HDR_VERSION, 5, "hdr_version", "header version is not supported") \
	X(CMLAB_REASON_HDR_LENGTH, 6, "hdr_length", \
	  "declared length does not fit the private data") \
	X(CMLAB_REASON_HDR_KIND, 7, "hdr_kind", "header is of another message") \
	X(CMLAB_REASON_HDR_RESERVED, 8, "hdr_reserved", \
	  "reserved bytes of the header are not zero") \
	X(CMLAB_REASON_HDR_CRC, 9, "hdr_crc", "header checksum is wrong") \
	X(CMLAB_REASON_IRD_FLOOR, 10, "ird_floor", \
	  "responder_resources would be below the floor") \
	X(CMLAB_REASON_ORD_FLOOR, 11, "ord_floor", "initiator_depth would be below the floor") \
	X(CMLAB_REASON_RES_EXHAUSTED, 12, "res_exhausted", \
	  "the device's max_res_rd_atom is used up") \
	X(CMLAB_REASON_CONN_LIMIT, 13, "conn_limit", "the limit on connections is reached") \
	X(CMLAB_REASON_NO_RESOURCES, 14, "no_resources", "the queue pair could not be set up") \
	X(CMLAB_REASON_REPLY_IRD, 15, "reply_ird", "reply's initiator_depth exceeds the offer") \
	X(CMLAB_REASON_REPLY_ORD, 16, "reply_ord", \
	  "reply's responder_resources exceeds the offer") \
	X(CMLAB_REASON_FIELD_RANGE, 17, "field_range", "the value does not fit its field")
/* clang-format on */

#define CMLAB_REASON_ENUM(constant, number, slug, sentence) constant = (number),

enum cmlab_reason { CMLAB_REASON_LIST(CMLAB_REASON_ENUM) CMLAB_NR_REASONS };

#define CMLAB_TRANSPORT_LIST(X)               \
	X(CMLAB_TRANSPORT_UNKNOWN, "unknown") \
	X(CMLAB_TRANSPORT_IB, "ib")           \
	X(CMLAB_TRANSPORT_ROCE, "roce")       \
	X(CMLAB_TRANSPORT_IWARP, "iwarp")

enum cmlab_transport { CMLAB_TRANSPORT_LIST(CMLAB_ENUM) CMLAB_NR_TRANSPORTS };

#define CMLAB_DRIVER_LIST(X)               \
	X(CMLAB_DRIVER_GENERIC, "generic") \
	X(CMLAB_DRIVER_RXE, "rxe")         \
	X(CMLAB_DRIVER_SIW, "siw")         \
	X(CMLAB_DRIVER_MLX5, "mlx5")       \
	X(CMLAB_DRIVER_MLX4, "mlx4")       \
	X(CMLAB_DRIVER_IRDMA, "irdma")     \
	X(CMLAB_DRIVER_BNXT_RE, "bnxt_re") \
	X(CMLAB_DRIVER_HFI1, "hfi1")       \
	X(CMLAB_DRIVER_CXGB4, "cxgb4")     \
	X(CMLAB_DRIVER_ERDMA, "erdma")     \
	X(CMLAB_DRIVER_HNS, "hns")         \
	X(CMLAB_DRIVER_QEDR, "qedr")       \
	X(CMLAB_DRIVER_OCRDMA, "ocrdma")

enum cmlab_driver { CMLAB_DRIVER_LIST(CMLAB_ENUM) CMLAB_NR_DRIVERS };

/* Who moves the QP: this module with clamped values, or rdma_cm. */
#define CMLAB_TRANSITIONS_LIST(X)       \
	X(CMLAB_TRANSITIONS_LAB, "lab") \
	X(CMLAB_TRANSITIONS_CM, "cm")

enum cmlab_transitions { CMLAB_TRANSITIONS_LIST(CMLAB_ENUM) CMLAB_NR_TRANSITIONS };

/* Whether private data starts with the header of wire.h. */
#define CMLAB_PDATA_FORM_LIST(X)        \
	X(CMLAB_PDATA_HEADER, "header") \
	X(CMLAB_PDATA_RAW, "raw")

enum cmlab_pdata_form { CMLAB_PDATA_FORM_LIST(CMLAB_ENUM) CMLAB_NR_PDATA_FORMS };

/* Whether the values are decided by policy or go to the CM as they are given. */
#define CMLAB_DECIDE_LIST(X)             \
	X(CMLAB_DECIDE_POLICY, "policy") \
	X(CMLAB_DECIDE_RAW, "raw")

enum cmlab_decide { CMLAB_DECIDE_LIST(CMLAB_ENUM) CMLAB_NR_DECIDES };

#define CMLAB_PS_LIST(X)       \
	X(CMLAB_PS_TCP, "tcp") \
	X(CMLAB_PS_UDP, "udp")

enum cmlab_ps { CMLAB_PS_LIST(CMLAB_ENUM) CMLAB_NR_PS };

/* When a timer of the id was set. */
#define CMLAB_WHEN_LIST(X)                                 \
	X(CMLAB_WHEN_NEVER, "never")                       \
	X(CMLAB_WHEN_LISTENER, "listener")                 \
	X(CMLAB_WHEN_BEFORE_ROUTE, "before_route")         \
	X(CMLAB_WHEN_BEFORE_HANDSHAKE, "before_handshake") \
	X(CMLAB_WHEN_ESTABLISHED, "established")

enum cmlab_when { CMLAB_WHEN_LIST(CMLAB_ENUM) CMLAB_NR_WHENS };

#define CMLAB_FAMILY_LIST(X)           \
	X(CMLAB_FAMILY_INET, "inet")   \
	X(CMLAB_FAMILY_INET6, "inet6") \
	X(CMLAB_FAMILY_IB, "ib")

enum cmlab_family { CMLAB_FAMILY_LIST(CMLAB_ENUM) CMLAB_NR_FAMILIES };

/* The messages that carry private data. */
#define CMLAB_MSG_LIST(X)                 \
	X(CMLAB_MSG_REQ, "REQ")           \
	X(CMLAB_MSG_REP, "REP")           \
	X(CMLAB_MSG_REJ, "REJ")           \
	X(CMLAB_MSG_SIDR_REQ, "SIDR_REQ") \
	X(CMLAB_MSG_SIDR_REP, "SIDR_REP")

enum cmlab_msg { CMLAB_MSG_LIST(CMLAB_ENUM) CMLAB_NR_MSGS };

/* How the handshake ended; the words of DESIGN's JSON contract. */
#define CMLAB_OUTCOME_LIST(X)                           \
	X(CMLAB_OUTCOME_PENDING, "pending")             \
	X(CMLAB_OUTCOME_ESTABLISHED, "established")     \
	X(CMLAB_OUTCOME_REJECTED, "rejected")           \
	X(CMLAB_OUTCOME_UNREACHABLE, "unreachable")     \
	X(CMLAB_OUTCOME_CONNECT_ERROR, "connect_error") \
	X(CMLAB_OUTCOME_LOCAL_ERROR, "local_error")

enum cmlab_outcome { CMLAB_OUTCOME_LIST(CMLAB_ENUM) CMLAB_NR_OUTCOMES };

/* What becomes of the REQ at the passive side. */
#define CMLAB_ANSWER_LIST(X)             \
	X(CMLAB_ANSWER_ACCEPT, "accept") \
	X(CMLAB_ANSWER_REJECT, "reject") \
	X(CMLAB_ANSWER_ABSENT, "absent") \
	X(CMLAB_ANSWER_SILENT, "silent") \
	X(CMLAB_ANSWER_STALE, "stale")   \
	X(CMLAB_ANSWER_NOMEM, "nomem")   \
	X(CMLAB_ANSWER_FAIL, "fail")

enum cmlab_answer { CMLAB_ANSWER_LIST(CMLAB_ENUM) CMLAB_NR_ANSWERS };

/* Numbered as enum rdma_cm_event_type, those that came with 6.18 included. */
#define CMLAB_EVENT_LIST(X)                                                 \
	X(CMLAB_EVENT_ADDR_RESOLVED, "RDMA_CM_EVENT_ADDR_RESOLVED")         \
	X(CMLAB_EVENT_ADDR_ERROR, "RDMA_CM_EVENT_ADDR_ERROR")               \
	X(CMLAB_EVENT_ROUTE_RESOLVED, "RDMA_CM_EVENT_ROUTE_RESOLVED")       \
	X(CMLAB_EVENT_ROUTE_ERROR, "RDMA_CM_EVENT_ROUTE_ERROR")             \
	X(CMLAB_EVENT_CONNECT_REQUEST, "RDMA_CM_EVENT_CONNECT_REQUEST")     \
	X(CMLAB_EVENT_CONNECT_RESPONSE, "RDMA_CM_EVENT_CONNECT_RESPONSE")   \
	X(CMLAB_EVENT_CONNECT_ERROR, "RDMA_CM_EVENT_CONNECT_ERROR")         \
	X(CMLAB_EVENT_UNREACHABLE, "RDMA_CM_EVENT_UNREACHABLE")             \
	X(CMLAB_EVENT_REJECTED, "RDMA_CM_EVENT_REJECTED")                   \
	X(CMLAB_EVENT_ESTABLISHED, "RDMA_CM_EVENT_ESTABLISHED")             \
	X(CMLAB_EVENT_DISCONNECTED, "RDMA_CM_EVENT_DISCONNECTED")           \
	X(CMLAB_EVENT_DEVICE_REMOVAL, "RDMA_CM_EVENT_DEVICE_REMOVAL")       \
	X(CMLAB_EVENT_MULTICAST_JOIN, "RDMA_CM_EVENT_MULTICAST_JOIN")       \
	X(CMLAB_EVENT_MULTICAST_ERROR, "RDMA_CM_EVENT_MULTICAST_ERROR")     \
	X(CMLAB_EVENT_ADDR_CHANGE, "RDMA_CM_EVENT_ADDR_CHANGE")             \
	X(CMLAB_EVENT_TIMEWAIT_EXIT, "RDMA_CM_EVENT_TIMEWAIT_EXIT")         \
	X(CMLAB_EVENT_ADDRINFO_RESOLVED, "RDMA_CM_EVENT_ADDRINFO_RESOLVED") \
	X(CMLAB_EVENT_ADDRINFO_ERROR, "RDMA_CM_EVENT_ADDRINFO_ERROR")       \
	X(CMLAB_EVENT_USER, "RDMA_CM_EVENT_USER")                           \
	X(CMLAB_EVENT_INTERNAL, "RDMA_CM_EVENT_INTERNAL")

enum cmlab_event { CMLAB_EVENT_LIST(CMLAB_ENUM) CMLAB_NR_EVENTS };

/* What a side calls on its way, in the kernel or over librdmacm. */
#define CMLAB_CALL_LIST(X)                                                              \
	X(CMLAB_CALL_NONE, "")                                                          \
	X(CMLAB_CALL_CONNECT, "rdma_connect")                                           \
	X(CMLAB_CALL_ACCEPT, "rdma_accept")                                             \
	X(CMLAB_CALL_REJECT, "rdma_reject")                                             \
	X(CMLAB_CALL_ESTABLISH, "rdma_establish")                                       \
	X(CMLAB_CALL_CREATE_ID, "rdma_create_id")                                       \
	X(CMLAB_CALL_RESOLVE_ADDR, "rdma_resolve_addr")                                 \
	X(CMLAB_CALL_RESOLVE_ROUTE, "rdma_resolve_route")                               \
	X(CMLAB_CALL_SET_ACK_TIMEOUT, "rdma_set_ack_timeout")                           \
	X(CMLAB_CALL_SET_MIN_RNR, "rdma_set_min_rnr_timer")                             \
	X(CMLAB_CALL_TAKE_DEVICE, "taking the RDMA device")                             \
	X(CMLAB_CALL_START_THREAD, "kthread_create")                                    \
	X(CMLAB_CALL_ALLOC_BUFFERS, "allocating buffers")                               \
	X(CMLAB_CALL_REG_MR, "ibv_reg_mr")                                              \
	X(CMLAB_CALL_CREATE_CQ, "ib_create_cq")                                         \
	X(CMLAB_CALL_NOTIFY_CQ, "ib_req_notify_cq")                                     \
	X(CMLAB_CALL_CREATE_SRQ, "ib_create_srq")                                       \
	X(CMLAB_CALL_CREATE_QP, "rdma_create_qp")                                       \
	X(CMLAB_CALL_IB_CREATE_QP, "ib_create_qp")                                      \
	X(CMLAB_CALL_INIT_QP_ATTR, "rdma_init_qp_attr")                                 \
	X(CMLAB_CALL_MODIFY_QP, "ib_modify_qp")                                         \
	X(CMLAB_CALL_MODIFY_INIT, "ib_modify_qp(INIT)")                                 \
	X(CMLAB_CALL_MODIFY_RTR, "ib_modify_qp(RTR)")                                   \
	X(CMLAB_CALL_MODIFY_RTS, "ib_modify_qp(RTS)")                                   \
	X(CMLAB_CALL_QUERY_QP, "ib_query_qp")                                           \
	X(CMLAB_CALL_POST_RECV, "ib_post_recv")                                         \
	X(CMLAB_CALL_NARROW_DEPTH, "depth 255, which librdmacm takes for the device's") \
	X(CMLAB_CALL_BIND_ADDR, "rdma_bind_addr")                                       \
	X(CMLAB_CALL_LISTEN, "rdma_listen")                                             \
	X(CMLAB_CALL_POST_SEND, "ib_post_send")

enum cmlab_call { CMLAB_CALL_LIST(CMLAB_ENUM) CMLAB_NR_CALLS };

#define CMLAB_QP_STATE_LIST(X)     \
	X(CMLAB_QP_NONE, "none")   \
	X(CMLAB_QP_RESET, "RESET") \
	X(CMLAB_QP_INIT, "INIT")   \
	X(CMLAB_QP_RTS, "RTS")     \
	X(CMLAB_QP_ERR, "ERR")

enum cmlab_qp_state { CMLAB_QP_STATE_LIST(CMLAB_ENUM) CMLAB_NR_QP_STATES };

/* What one RDMA READ posted by a side does. */
#define CMLAB_READ_LIST(X)                                                     \
	X(CMLAB_READ_NONE, "no connection")                                    \
	X(CMLAB_READ_WORKS, "completes")                                       \
	X(CMLAB_READ_HANGS, "never completes")                                 \
	X(CMLAB_READ_REFUSED, "ib_post_send fails with -EINVAL")               \
	X(CMLAB_READ_NAK, "remote invalid request, both queue pairs in error") \
	X(CMLAB_READ_UNKNOWN, "depends on the device")

enum cmlab_read { CMLAB_READ_LIST(CMLAB_ENUM) CMLAB_NR_READS };

/* What is to be done with a connection. */
#define CMLAB_OP_LIST(X)           \
	X(CMLAB_OP_NONE, "none")   \
	X(CMLAB_OP_READ, "read")   \
	X(CMLAB_OP_WRITE, "write") \
	X(CMLAB_OP_SEND, "send")   \
	X(CMLAB_OP_ATOMIC, "atomic")

enum cmlab_op { CMLAB_OP_LIST(CMLAB_ENUM) CMLAB_NR_OPS };

/* Why a value was changed on its way from requested to programmed. */
#define CMLAB_WHY_LIST(X)                                                           \
	X(CMLAB_WHY_DEV_QP_RD_ATOM, "device max_qp_rd_atom")                        \
	X(CMLAB_WHY_DEV_QP_INIT_RD_ATOM, "device max_qp_init_rd_atom")              \
	X(CMLAB_WHY_DEV_RES_RD_ATOM, "device max_res_rd_atom over all connections") \
	X(CMLAB_WHY_MOCK_LIMIT, "mock limit")                                       \
	X(CMLAB_WHY_PEER_OFFERED, "peer offered")                                   \
	X(CMLAB_WHY_PROFILE_CEILING, "profile ceiling")                             \
	X(CMLAB_WHY_FIELD_U8, "8-bit field")                                        \
	X(CMLAB_WHY_FIELD_3BIT, "3-bit field")                                      \
	X(CMLAB_WHY_FIELD_1BIT, "1-bit field")                                      \
	X(CMLAB_WHY_FIELD_5BIT, "5-bit field")                                      \
	X(CMLAB_WHY_FIELD_24BIT, "24-bit field")                                    \
	X(CMLAB_WHY_UNUSED_RC, "not used on a connected QP")                        \
	X(CMLAB_WHY_UNUSED_IWARP, "not carried by iWARP")                           \
	X(CMLAB_WHY_UNUSED_REP, "a reply carries none")                             \
	X(CMLAB_WHY_UNUSED_UD, "not carried by SIDR")                               \
	X(CMLAB_WHY_OWN_QP, "taken from the QP")                                    \
	X(CMLAB_WHY_DRIVER_RAISED, "driver raises IRD to the peer's ORD")           \
	X(CMLAB_WHY_DRIVER_ROUNDED, "driver rounds up to a power of two")

enum cmlab_why { CMLAB_WHY_LIST(CMLAB_ENUM) CMLAB_NR_WHYS };

/*
 * The fields of struct rdma_conn_param, of two rdma_set_*() calls, and the
 * path's MTU. IRD and ORD are always a side's own: responder_resources is what
 * it serves, initiator_depth what it issues. The numbers are in wire.h's
 * rejects: only append.
 */
enum cmlab_field {
	CMLAB_F_IRD,
	CMLAB_F_ORD,
	CMLAB_F_RETRY,
	CMLAB_F_RNR,
	CMLAB_F_FLOW,
	CMLAB_F_SRQ,
	CMLAB_F_QPN,
	CMLAB_F_QKEY,
	CMLAB_F_PDLEN,
	CMLAB_F_MIN_RNR,
	CMLAB_F_TIMEOUT,
	CMLAB_F_MTU,
	CMLAB_NR_FIELDS,
};

/* What is known of one field without a connection. */
struct cmlab_field_info {
	const char *param;  /* name in struct rdma_conn_param (or of the rdma_set_* call) */
	const char *abbr;   /* short name that commands accept */
	const char *attr;   /* name in struct ib_qp_attr; empty if it is no QP attribute */
	u32 type_max;	    /* largest value the caller's variable carries */
	u32 wire_max;	    /* largest value that reaches the peer or the QP unchanged */
	enum cmlab_why why; /* recorded when a value above @wire_max is clamped */
};

/* The words of an enumeration, by number; NULL for one without a word. */
struct cmlab_names {
	const char *const *name;
	unsigned int nr;
};

extern const struct cmlab_names cmlab_roles, cmlab_states, cmlab_severities, cmlab_reasons,
	cmlab_reason_texts, cmlab_transports, cmlab_drivers, cmlab_transitions, cmlab_pdata_forms,
	cmlab_decides, cmlab_port_spaces, cmlab_whens, cmlab_families, cmlab_msgs, cmlab_outcomes,
	cmlab_answers, cmlab_events, cmlab_calls, cmlab_qp_states, cmlab_reads, cmlab_ops,
	cmlab_whys, cmlab_ib_rejs;

/* Whether @s, not terminated, is this name. */
static inline bool cmlab_is_word(const char *name, const char *s, size_t len)
{
	return strlen(name) == len && !memcmp(name, s, len);
}

/* The word for a number, "?" for a number that has none. */
const char *cmlab_name(const struct cmlab_names *names, unsigned int v);

/* Whether @name begins with the @len characters of @s, whatever their case. */
bool cmlab_same_letters(const char *name, const char *s, size_t len);

/* The number that a word of @len bytes, not terminated, stands for, or -ENOENT. */
int cmlab_name_find(const struct cmlab_names *names, const char *s, size_t len);

/* The facts of a field, which must be below CMLAB_NR_FIELDS. */
const struct cmlab_field_info *cmlab_field_info(unsigned int f);

/* The field with this struct rdma_conn_param name or short one, or -ENOENT. */
int cmlab_field_find(const char *s, size_t len);

/* "EINVAL" for -EINVAL; "?" for what has no name here. */
const char *cmlab_errno_name(s32 err);

/* -EINVAL for "EINVAL" of @len characters, small letters as well; 0 for what is no name. */
s32 cmlab_errno_find(const char *s, size_t len);

#endif /* CMLAB_NAMES_H */
