/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Every enumeration of cmlab, each from one list that gives the enum, the
 * string and (in kmod/trace.h) the trace symbol. Numbers that travel on the
 * wire or that users quote (reasons, findings) are explicit and never reused.
 */
#ifndef CMLAB_NAMES_H
#define CMLAB_NAMES_H

#include <cmlab/env.h>

/* X(NAME, "string") */
#define CMLAB_ROLE_LIST(X)  \
	X(ACTIVE, "active") \
	X(PASSIVE, "passive")

#define CMLAB_TRANSPORT_LIST(X) \
	X(UNKNOWN, "unknown")   \
	X(IB, "ib")             \
	X(ROCE, "roce")         \
	X(IWARP, "iwarp")

#define CMLAB_DRIVER_LIST(X)  \
	X(GENERIC, "generic") \
	X(RXE, "rxe")         \
	X(SIW, "siw")         \
	X(MLX5, "mlx5")       \
	X(MLX4, "mlx4")       \
	X(IRDMA, "irdma")     \
	X(BNXT_RE, "bnxt_re") \
	X(HFI1, "hfi1")       \
	X(CXGB4, "cxgb4")     \
	X(ERDMA, "erdma")     \
	X(HNS, "hns")         \
	X(QEDR, "qedr")       \
	X(OCRDMA, "ocrdma")

/* Who moves the QP: this module with clamped values, or rdma_cm. */
#define CMLAB_TRANSITIONS_LIST(X) \
	X(LAB, "lab")             \
	X(CM, "cm")

/* Whether private data starts with the header of wire.h. */
#define CMLAB_HANDSHAKE_LIST(X) \
	X(HEADER, "header")     \
	X(RAW, "raw")

/* Whether the values are decided by policy or go to the CM as they are given. */
#define CMLAB_DECIDE_LIST(X) \
	X(POLICY, "policy")  \
	X(RAW, "raw")

#define CMLAB_PS_LIST(X) \
	X(TCP, "tcp")    \
	X(UDP, "udp")

/* When a timer of the id was set. */
#define CMLAB_WHEN_LIST(X)                      \
	X(NEVER, "never")                       \
	X(LISTENER, "listener")                 \
	X(BEFORE_ROUTE, "before_route")         \
	X(BEFORE_HANDSHAKE, "before_handshake") \
	X(ESTABLISHED, "established")

#define CMLAB_FAMILY_LIST(X) \
	X(INET, "inet")      \
	X(INET6, "inet6")    \
	X(IB, "ib")

/* The messages that carry private data. */
#define CMLAB_MSG_LIST(X)       \
	X(REQ, "REQ")           \
	X(REP, "REP")           \
	X(REJ, "REJ")           \
	X(SIDR_REQ, "SIDR_REQ") \
	X(SIDR_REP, "SIDR_REP")

#define CMLAB_STATE_LIST(X)                   \
	X(NEW, "new")                         \
	X(RESOLVING_ADDR, "resolving_addr")   \
	X(RESOLVING_ROUTE, "resolving_route") \
	X(CONNECTING, "connecting")           \
	X(ACCEPTING, "accepting")             \
	X(ESTABLISHED, "established")         \
	X(CLOSING, "closing")                 \
	X(CLOSED, "closed")

/* How the handshake ended; the words of DESIGN's JSON contract. */
#define CMLAB_OUTCOME_LIST(X)             \
	X(PENDING, "pending")             \
	X(ESTABLISHED, "established")     \
	X(REJECTED, "rejected")           \
	X(UNREACHABLE, "unreachable")     \
	X(CONNECT_ERROR, "connect_error") \
	X(LOCAL_ERROR, "local_error")

#define CMLAB_SEVERITY_LIST(X) \
	X(INFO, "info")        \
	X(WARN, "warn")        \
	X(ERROR, "error")

/*
 * Why a connection is refused. X(NAME, number, "slug", "sentence"). The number
 * is the reason field of a REJ header: never renumber, only append. have/need
 * of the header carry the two numbers that the sentence is about.
 */
#define CMLAB_REASON_LIST(X)                                                             \
	X(NONE, 0, "none", "no reason")                                                  \
	X(HDR_ABSENT, 1, "hdr_absent", "no cmlab header: the private data is all zero")  \
	X(HDR_SHORT, 2, "hdr_short", "private data is shorter than the header")          \
	X(HDR_MAGIC, 3, "hdr_magic", "private data does not start with cmlab's magic")   \
	X(HDR_SWAPPED, 4, "hdr_swapped", "header looks byte-swapped")                    \
	X(HDR_VERSION, 5, "hdr_version", "header version is not supported")              \
	X(HDR_LENGTH, 6, "hdr_length", "declared length does not fit the private data")  \
	X(HDR_KIND, 7, "hdr_kind", "header is of another message")                       \
	X(HDR_RESERVED, 8, "hdr_reserved", "reserved bytes of the header are not zero")  \
	X(HDR_CRC, 9, "hdr_crc", "header checksum is wrong")                             \
	X(IRD_FLOOR, 10, "ird_floor", "responder_resources would be below the floor")    \
	X(ORD_FLOOR, 11, "ord_floor", "initiator_depth would be below the floor")        \
	X(RES_EXHAUSTED, 12, "res_exhausted", "the device's max_res_rd_atom is used up") \
	X(CONN_LIMIT, 13, "conn_limit", "the limit on connections is reached")           \
	X(NO_RESOURCES, 14, "no_resources", "the queue pair could not be set up")        \
	X(REPLY_IRD, 15, "reply_ird", "reply's initiator_depth exceeds the offer")       \
	X(REPLY_ORD, 16, "reply_ord", "reply's responder_resources exceeds the offer")   \
	X(FIELD_RANGE, 17, "field_range", "the value does not fit its field")

/*
 * Why a value was changed on its way from requested to programmed.
 */
#define CMLAB_WHY_LIST(X)                                                 \
	X(DEV_QP_RD_ATOM, "device max_qp_rd_atom")                        \
	X(DEV_QP_INIT_RD_ATOM, "device max_qp_init_rd_atom")              \
	X(DEV_RES_RD_ATOM, "device max_res_rd_atom over all connections") \
	X(MOCK_LIMIT, "mock limit")                                       \
	X(PEER_OFFERED, "peer offered")                                   \
	X(PROFILE_CEILING, "profile ceiling")                             \
	X(FIELD_U8, "8-bit field")                                        \
	X(FIELD_3BIT, "3-bit field")                                      \
	X(FIELD_1BIT, "1-bit field")                                      \
	X(FIELD_5BIT, "5-bit field")                                      \
	X(FIELD_24BIT, "24-bit field")                                    \
	X(UNUSED_RC, "not used on a connected QP")                        \
	X(UNUSED_IWARP, "not carried by iWARP")                           \
	X(UNUSED_REP, "a reply carries none")                             \
	X(OWN_QP, "taken from the QP")                                    \
	X(DRIVER_RAISED, "driver raises IRD to the peer's ORD")           \
	X(DRIVER_ROUNDED, "driver rounds up to a power of two")           \
	X(UNUSED_UD, "not carried by SIDR")

/*
 * The fields. X(NAME, "struct rdma_conn_param name", "short", "struct
 * ib_qp_attr name or empty", type_max, wire_max, WHY_NAME). type_max is what
 * the caller's variable can carry, wire_max what survives the way to the peer.
 * IRD and ORD are always this side's own: responder_resources is what this
 * side serves, initiator_depth what this side issues.
 */
#define CMLAB_FIELD_LIST(X)                                                           \
	X(IRD, "responder_resources", "rr", "max_dest_rd_atomic", 255, 255, FIELD_U8) \
	X(ORD, "initiator_depth", "id", "max_rd_atomic", 255, 255, FIELD_U8)          \
	X(RETRY, "retry_count", "retry", "retry_cnt", 255, 7, FIELD_3BIT)             \
	X(RNR, "rnr_retry_count", "rnr", "rnr_retry", 255, 7, FIELD_3BIT)             \
	X(FLOW, "flow_control", "flow", "", 255, 1, FIELD_1BIT)                       \
	X(SRQ, "srq", "srq", "", 255, 1, FIELD_1BIT)                                  \
	X(QPN, "qp_num", "qpn", "dest_qp_num", 0xffffffff, 0xffffff, FIELD_24BIT)     \
	X(QKEY, "qkey", "qkey", "qkey", 0xffffffff, 0xffffffff, UNUSED_RC)            \
	X(PDLEN, "private_data_len", "pdlen", "", 255, 255, FIELD_U8)                 \
	X(MIN_RNR, "min_rnr_timer", "min_rnr", "min_rnr_timer", 255, 31, FIELD_5BIT)  \
	X(TIMEOUT, "ack_timeout", "timeout", "timeout", 255, 31, FIELD_5BIT)          \
	X(MTU, "path_mtu", "mtu", "path_mtu", 4096, 4096, FIELD_U8)

#define CMLAB_ENUM_ROLE(n, s)		      CMLAB_ROLE_##n,
#define CMLAB_ENUM_TRANSPORT(n, s)	      CMLAB_TRANSPORT_##n,
#define CMLAB_ENUM_DRIVER(n, s)		      CMLAB_DRIVER_##n,
#define CMLAB_ENUM_TRANSITIONS(n, s)	      CMLAB_TRANSITIONS_##n,
#define CMLAB_ENUM_HANDSHAKE(n, s)	      CMLAB_HANDSHAKE_##n,
#define CMLAB_ENUM_DECIDE(n, s)		      CMLAB_DECIDE_##n,
#define CMLAB_ENUM_PS(n, s)		      CMLAB_PS_##n,
#define CMLAB_ENUM_WHEN(n, s)		      CMLAB_WHEN_##n,
#define CMLAB_ENUM_FAMILY(n, s)		      CMLAB_FAMILY_##n,
#define CMLAB_ENUM_MSG(n, s)		      CMLAB_MSG_##n,
#define CMLAB_ENUM_STATE(n, s)		      CMLAB_STATE_##n,
#define CMLAB_ENUM_OUTCOME(n, s)	      CMLAB_OUTCOME_##n,
#define CMLAB_ENUM_SEVERITY(n, s)	      CMLAB_SEVERITY_##n,
#define CMLAB_ENUM_WHY(n, s)		      CMLAB_WHY_##n,
#define CMLAB_ENUM_REASON(n, v, s, t)	      CMLAB_REASON_##n = (v),
#define CMLAB_ENUM_FIELD(n, p, s, q, t, w, y) CMLAB_F_##n,

enum cmlab_role { CMLAB_ROLE_LIST(CMLAB_ENUM_ROLE) CMLAB_NR_ROLES };
enum cmlab_transport { CMLAB_TRANSPORT_LIST(CMLAB_ENUM_TRANSPORT) CMLAB_NR_TRANSPORTS };
enum cmlab_driver { CMLAB_DRIVER_LIST(CMLAB_ENUM_DRIVER) CMLAB_NR_DRIVERS };
enum cmlab_transitions { CMLAB_TRANSITIONS_LIST(CMLAB_ENUM_TRANSITIONS) CMLAB_NR_TRANSITIONS };
enum cmlab_handshake { CMLAB_HANDSHAKE_LIST(CMLAB_ENUM_HANDSHAKE) CMLAB_NR_HANDSHAKES };
enum cmlab_decide { CMLAB_DECIDE_LIST(CMLAB_ENUM_DECIDE) CMLAB_NR_DECIDES };
enum cmlab_ps { CMLAB_PS_LIST(CMLAB_ENUM_PS) CMLAB_NR_PS };
enum cmlab_when { CMLAB_WHEN_LIST(CMLAB_ENUM_WHEN) CMLAB_NR_WHENS };
enum cmlab_family { CMLAB_FAMILY_LIST(CMLAB_ENUM_FAMILY) CMLAB_NR_FAMILIES };
enum cmlab_msg { CMLAB_MSG_LIST(CMLAB_ENUM_MSG) CMLAB_NR_MSGS };
enum cmlab_state { CMLAB_STATE_LIST(CMLAB_ENUM_STATE) CMLAB_NR_STATES };
enum cmlab_outcome { CMLAB_OUTCOME_LIST(CMLAB_ENUM_OUTCOME) CMLAB_NR_OUTCOMES };
enum cmlab_severity { CMLAB_SEVERITY_LIST(CMLAB_ENUM_SEVERITY) CMLAB_NR_SEVERITIES };
enum cmlab_why { CMLAB_WHY_LIST(CMLAB_ENUM_WHY) CMLAB_NR_WHYS };
enum cmlab_reason { CMLAB_REASON_LIST(CMLAB_ENUM_REASON) CMLAB_NR_REASONS };
enum cmlab_field { CMLAB_FIELD_LIST(CMLAB_ENUM_FIELD) CMLAB_NR_FIELDS };

/**
 * struct cmlab_field_info - what is known of one field without a connection
 * @param: name in struct rdma_conn_param (or of the rdma_set_* call)
 * @abbr: short name that commands accept
 * @attr: name in struct ib_qp_attr; empty if it is no QP attribute
 * @type_max: largest value the caller's variable carries
 * @wire_max: largest value that reaches the peer or the QP unchanged
 * @why: the reason recorded when a value above @wire_max is clamped
 */
struct cmlab_field_info {
	const char *param;
	const char *abbr;
	const char *attr;
	u32 type_max;
	u32 wire_max;
	enum cmlab_why why;
};

/* All of these answer "?" for a number that is not in the list. */
const char *cmlab_names_role(unsigned int v);
const char *cmlab_names_transport(unsigned int v);
const char *cmlab_names_driver(unsigned int v);
const char *cmlab_names_transitions(unsigned int v);
const char *cmlab_names_handshake(unsigned int v);
const char *cmlab_names_decide(unsigned int v);
const char *cmlab_names_ps(unsigned int v);
const char *cmlab_names_when(unsigned int v);
const char *cmlab_names_family(unsigned int v);
const char *cmlab_names_msg(unsigned int v);
const char *cmlab_names_state(unsigned int v);
const char *cmlab_names_outcome(unsigned int v);
const char *cmlab_names_severity(unsigned int v);
const char *cmlab_names_why(unsigned int v);
const char *cmlab_names_reason(unsigned int v);
const char *cmlab_names_reason_text(unsigned int v);
const char *cmlab_names_ib_rej(unsigned int v);

/**
 * cmlab_names_field - facts of a field
 * @f: the field; must be below CMLAB_NR_FIELDS
 *
 * Return: the facts, never NULL
 */
const struct cmlab_field_info *cmlab_names_field(enum cmlab_field f);

/* Look a string of @len bytes up; the number, or -ENOENT. */
int cmlab_names_find_transport(const char *s, size_t len);
int cmlab_names_find_driver(const char *s, size_t len);
int cmlab_names_find_transitions(const char *s, size_t len);
int cmlab_names_find_handshake(const char *s, size_t len);
int cmlab_names_find_ps(const char *s, size_t len);
int cmlab_names_find_when(const char *s, size_t len);
int cmlab_names_find_decide(const char *s, size_t len);
/* Accepts the struct rdma_conn_param name and the short one. */
int cmlab_names_find_field(const char *s, size_t len);

#endif /* CMLAB_NAMES_H */
