/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Verdicts: a stable id, a severity, the field, a sentence with the numbers in
 * it, and advice that is something to do. The catalogue is one list; ids are
 * never reused.
 */
#ifndef CMLAB_FINDINGS_H
#define CMLAB_FINDINGS_H

#include <cmlab/predict.h>
#include <cmlab/snapshot.h>

/* X(number, SEVERITY, FIELD or NR_FIELDS, "title") : id is "CL%03u" */
#define CMLAB_FINDING_CONNECTION_LIST(X)                                                       \
	X(1, ERROR, IRD, "the QP serves fewer reads than were offered")                        \
	X(2, ERROR, ORD, "the QP issues more reads than the peer agreed to serve")             \
	X(3, WARN, IRD, "the peer wants to issue more reads than this side serves")            \
	X(4, WARN, ORD, "this side wanted to issue more reads than the peer serves")           \
	X(5, WARN, RNR, "the peer's rnr_retry_count makes this side's first early send fatal") \
	X(6, WARN, RNR, "this side's rnr_retry_count makes the peer's first early send fatal") \
	X(7, WARN, ORD, "no read can be issued on this connection")                            \
	X(8, WARN, IRD, "no read of the peer can be served on this connection")                \
	X(9, INFO, IRD, "the driver reports the two depths crossed")                           \
	X(10, ERROR, NR_FIELDS, "nothing came back before this side's own timer ended")        \
	X(11, ERROR, NR_FIELDS, "the peer rejected with a reason of this protocol")            \
	X(12, ERROR, NR_FIELDS, "the peer rejected and said nothing")                          \
	X(13, ERROR, NR_FIELDS, "nobody listens on that port")                                 \
	X(14, ERROR, NR_FIELDS, "this side refused")                                           \
	X(15, ERROR, NR_FIELDS, "a local call failed")                                         \
	X(16, WARN, NR_FIELDS, "no ping came back: the connection has carried no data")        \
	X(17, WARN, NR_FIELDS, "no receive was posted before the handshake")                   \
	X(18, INFO, IRD, "the driver programs more than was negotiated")                       \
	X(19, WARN, NR_FIELDS, "private data would not pass on every transport")               \
	X(20, WARN, RETRY, "a value was cut to what its field carries")

/* What only a prediction, which sees both sides, can say. */
#define CMLAB_FINDING_PREDICTION_LIST(X)                                                    \
	X(21, ERROR, IRD, "the accept asks its own device for more than it has")            \
	X(22, ERROR, IRD, "the accept asks the peer's device for more than it has")         \
	X(23, ERROR, IRD, "rdma_connect refuses a depth above the device's")                \
	X(24, ERROR, PDLEN, "the private data do not fit the message")                      \
	X(25, ERROR, PDLEN, "the length of the private data wraps on the wire")             \
	X(26, ERROR, IRD, "the driver turns the depth into 0")                              \
	X(27, WARN, IRD, "the accept is above what the REQ offered")                        \
	X(28, ERROR, ORD, "the workload reads, and this connection cannot")                 \
	X(29, WARN, RETRY, "on this driver retry_count 7 means for ever")                   \
	X(30, WARN, RETRY, "retry_count 0: the first lost packet ends the connection")      \
	X(31, WARN, RETRY, "the accept's retry_count goes nowhere")                         \
	X(32, INFO, RNR, "rnr_retry_count 7 waits for ever")                                \
	X(33, INFO, MIN_RNR, "min_rnr_timer 0 is the longest wait")                         \
	X(34, WARN, TIMEOUT, "the ACK timeout is set when nobody reads it")                 \
	X(35, INFO, TIMEOUT, "the ACK timeout goes to the peer as well")                    \
	X(36, INFO, TIMEOUT, "the ACK timeout stays with this side")                        \
	X(37, ERROR, TIMEOUT, "the ACK timeout does not fit five bits")                     \
	X(38, WARN, TIMEOUT, "ACK timeout 0 waits for ever")                                \
	X(39, ERROR, MIN_RNR, "the RNR timer does not fit five bits")                       \
	X(40, WARN, MIN_RNR, "the RNR timer is set when nobody reads it")                   \
	X(41, INFO, FLOW, "flow_control only informs")                                      \
	X(42, WARN, SRQ, "taken from the queue pair, not from conn_param")                  \
	X(43, WARN, QKEY, "a connected queue pair has no qkey")                             \
	X(44, ERROR, QKEY, "the id has another qkey already")                               \
	X(45, WARN, NR_FIELDS, "a UD connect carries none of the numbers")                  \
	X(46, WARN, NR_FIELDS, "a refused UD connect comes as UNREACHABLE")                 \
	X(47, WARN, PDLEN, "the CM overwrites the first byte")                              \
	X(48, INFO, PDLEN, "the event's length is the message's, not the sender's")         \
	X(49, ERROR, NR_FIELDS, "the reject does not say why")                              \
	X(50, ERROR, NR_FIELDS, "nothing comes back")                                       \
	X(51, INFO, NR_FIELDS, "when a lost peer is noticed")                               \
	X(52, ERROR, IRD, "the device has too few responder resources for all connections") \
	X(53, ERROR, ORD, "a batch is larger than the depth")                               \
	X(54, WARN, ORD, "more reads are in flight than the depth")                         \
	X(55, ERROR, NR_FIELDS, "the first send finds no receive and ends the connection")  \
	X(56, ERROR, ORD, "a depth was bounded by the other depth's limit")                 \
	X(57, INFO, RETRY, "iWARP does not carry this field")                               \
	X(58, INFO, IRD, "the driver raises what the accept serves")                        \
	X(59, INFO, ORD, "the driver lowers what the accept issues")                        \
	X(60, INFO, ORD, "the depths of rdma_connect set up no queue pair")                 \
	X(61, INFO, IRD, "the request's event shows the depths exchanged")                  \
	X(62, INFO, IRD, "the reply's event shows this side's own depths")                  \
	X(63, WARN, ORD, "the driver lowers a depth silently")                              \
	X(64, INFO, IRD, "the driver makes something of a depth of 0")                      \
	X(65, WARN, IRD, "the device's limit does not fit the field")                       \
	X(66, WARN, MTU, "the active side's MTU is used by both")                           \
	X(67, ERROR, NR_FIELDS, "there is no conn_param")                                   \
	X(68, WARN, IRD, "MPA v1 carries no depths")                                        \
	X(69, ERROR, IRD, "the reply breaks what was offered")                              \
	X(70, WARN, NR_FIELDS, "more connects at once than iWARP's backlog takes")          \
	X(71, WARN, NR_FIELDS, "the peer cannot answer all connects in time")               \
	X(72, ERROR, NR_FIELDS, "the peer still holds an old connection")                   \
	X(73, INFO, PDLEN, "the request's event shows too many bytes")                      \
	X(74, ERROR, NR_FIELDS, "this combination does not exist")                          \
	X(75, WARN, IRD, "the offer is above this device's limit")

#define CMLAB_FINDING_LIST(X)            \
	CMLAB_FINDING_CONNECTION_LIST(X) \
	CMLAB_FINDING_PREDICTION_LIST(X)

#define CMLAB_FINDING_MESSAGE 240
#define CMLAB_FINDING_ADVICE  160

/**
 * struct cmlab_finding - one verdict
 * @number: of the catalogue
 * @severity: enum cmlab_severity
 * @field: enum cmlab_field, or CMLAB_NR_FIELDS if about none
 * @message: what is so, with values and sides in the user's terms
 * @advice: what to do
 */
struct cmlab_finding {
	u32 number;
	u8 severity;
	u8 field;
	char message[CMLAB_FINDING_MESSAGE];
	char advice[CMLAB_FINDING_ADVICE];
};

/**
 * cmlab_findings_connection - verdicts on one connection
 * @s: its snapshot
 * @nth: which one, from 0
 * @f: filled
 *
 * Return: true if there is an @nth finding. Call with 0, 1, 2 ... until false.
 */
bool cmlab_findings_connection(const struct cmlab_snapshot *s, unsigned int nth,
			       struct cmlab_finding *f);

#define CMLAB_OP_LIST(X)  \
	X(NONE, "none")   \
	X(READ, "read")   \
	X(WRITE, "write") \
	X(SEND, "send")   \
	X(ATOMIC, "atomic")

#define CMLAB_ENUM_OP(n, s) CMLAB_OP_##n,
enum cmlab_op { CMLAB_OP_LIST(CMLAB_ENUM_OP) CMLAB_NR_OPS };

/* Answers "?" for a number that is not in the list. */
const char *cmlab_names_op(unsigned int v);

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
 * cmlab_findings_prediction - verdicts on a handshake that has not happened
 * @p: the prediction
 * @w: what is to be done with the connection; may be NULL
 * @nth: which one, from 0
 * @f: filled
 *
 * Return: true if there is an @nth finding. Call with 0, 1, 2 ... until false.
 */
bool cmlab_findings_prediction(const struct cmlab_prediction *p, const struct cmlab_workload *w,
			       unsigned int nth, struct cmlab_finding *f);

/**
 * struct cmlab_finding_info - a row of the catalogue
 * @number: as users quote it, CL%03u
 * @severity: enum cmlab_severity
 * @field: enum cmlab_field, or CMLAB_NR_FIELDS
 * @title: a few words
 */
struct cmlab_finding_info {
	u32 number;
	u8 severity;
	u8 field;
	const char *title;
};

/* The catalogue's @n-th row, from 0; NULL behind the last. */
const struct cmlab_finding_info *cmlab_findings_info(unsigned int n);

#endif /* CMLAB_FINDINGS_H */
