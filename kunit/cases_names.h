/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_NAMES_H
#define CMLAB_CASES_NAMES_H

#include <cmlab/findings.h>
#include <cmlab/names.h>
#include <cmlab/predict.h>

/* Every list that only has to be whole: each number a word of its own. */
struct names_list_case {
	const char *name;
	const char *from;
	const char *(*word)(unsigned int v);
	unsigned int count;
	int (*find)(const char *s, size_t len);
};

static const struct names_list_case names_list_cases[] = {
	{ "role", "names.h", cmlab_names_role, CMLAB_NR_ROLES, NULL },
	{ "transport", "names.h", cmlab_names_transport, CMLAB_NR_TRANSPORTS,
	  cmlab_names_find_transport },
	{ "driver", "names.h", cmlab_names_driver, CMLAB_NR_DRIVERS, cmlab_names_find_driver },
	{ "transitions", "names.h", cmlab_names_transitions, CMLAB_NR_TRANSITIONS,
	  cmlab_names_find_transitions },
	{ "handshake", "names.h", cmlab_names_handshake, CMLAB_NR_HANDSHAKES,
	  cmlab_names_find_handshake },
	{ "decide", "names.h", cmlab_names_decide, CMLAB_NR_DECIDES, cmlab_names_find_decide },
	{ "ps", "names.h", cmlab_names_ps, CMLAB_NR_PS, cmlab_names_find_ps },
	{ "when", "names.h", cmlab_names_when, CMLAB_NR_WHENS, cmlab_names_find_when },
	{ "family", "names.h", cmlab_names_family, CMLAB_NR_FAMILIES, NULL },
	{ "msg", "names.h", cmlab_names_msg, CMLAB_NR_MSGS, NULL },
	{ "state", "names.h", cmlab_names_state, CMLAB_NR_STATES, NULL },
	{ "outcome", "names.h", cmlab_names_outcome, CMLAB_NR_OUTCOMES, NULL },
	{ "severity", "names.h", cmlab_names_severity, CMLAB_NR_SEVERITIES, NULL },
	{ "why", "names.h", cmlab_names_why, CMLAB_NR_WHYS, NULL },
	{ "reason", "names.h", cmlab_names_reason, CMLAB_NR_REASONS, NULL },
	{ "reason_text", "names.h", cmlab_names_reason_text, CMLAB_NR_REASONS, NULL },
	{ "op", "findings.h", cmlab_names_op, CMLAB_NR_OPS, NULL },
	{ "kernel", "predict.h", cmlab_names_kernel, CMLAB_NR_KERNELS, NULL },
	{ "answer", "predict.h", cmlab_names_answer, CMLAB_NR_ANSWERS, NULL },
	{ "event", "predict.h", cmlab_names_event, CMLAB_NR_EVENTS, NULL },
	{ "qp_state", "predict.h", cmlab_names_qp_state, CMLAB_NR_QP_STATES, NULL },
	{ "read", "predict.h", cmlab_names_read, CMLAB_NR_READS, NULL },
	{ "call", "predict.h", cmlab_names_call, CMLAB_NR_CALLS, NULL },
};

/* Words that others rely on: JSON, the wire, the command line. */
struct names_word_case {
	const char *name;
	const char *from;
	const char *(*word)(unsigned int v);
	unsigned int v;
	const char *expect;
};

static const struct names_word_case names_word_cases[] = {
	{ "established", "DESIGN outcome", cmlab_names_outcome, CMLAB_OUTCOME_ESTABLISHED,
	  "established" },
	{ "connect_error", "DESIGN outcome", cmlab_names_outcome, CMLAB_OUTCOME_CONNECT_ERROR,
	  "connect_error" },
	{ "local_error", "DESIGN outcome", cmlab_names_outcome, CMLAB_OUTCOME_LOCAL_ERROR,
	  "local_error" },
	{ "transport 1", "DESIGN explain", cmlab_names_transport, 1, "ib" },
	{ "transport 2", "DESIGN explain", cmlab_names_transport, 2, "roce" },
	{ "transport 3", "DESIGN explain", cmlab_names_transport, 3, "iwarp" },
	{ "lab is 0", "DESIGN default", cmlab_names_transitions, 0, "lab" },
	{ "header is 0", "DESIGN default", cmlab_names_handshake, 0, "header" },
	{ "tcp is 0", "request.h default", cmlab_names_ps, 0, "tcp" },
	{ "policy is 0", "request.h default", cmlab_names_decide, 0, "policy" },
	{ "reason 0", "wire", cmlab_names_reason, 0, "none" },
	{ "reason 1", "wire", cmlab_names_reason, 1, "hdr_absent" },
	{ "reason 2", "wire", cmlab_names_reason, 2, "hdr_short" },
	{ "reason 3", "wire", cmlab_names_reason, 3, "hdr_magic" },
	{ "reason 4", "wire", cmlab_names_reason, 4, "hdr_swapped" },
	{ "reason 5", "wire", cmlab_names_reason, 5, "hdr_version" },
	{ "reason 6", "wire", cmlab_names_reason, 6, "hdr_length" },
	{ "reason 7", "wire", cmlab_names_reason, 7, "hdr_kind" },
	{ "reason 8", "wire", cmlab_names_reason, 8, "hdr_reserved" },
	{ "reason 9", "wire", cmlab_names_reason, 9, "hdr_crc" },
	{ "reason 10", "wire", cmlab_names_reason, 10, "ird_floor" },
	{ "reason 11", "wire", cmlab_names_reason, 11, "ord_floor" },
	{ "reason 12", "wire", cmlab_names_reason, 12, "res_exhausted" },
	{ "reason 13", "wire", cmlab_names_reason, 13, "conn_limit" },
	{ "reason 14", "wire", cmlab_names_reason, 14, "no_resources" },
	{ "reason 15", "wire", cmlab_names_reason, 15, "reply_ird" },
	{ "reason 16", "wire", cmlab_names_reason, 16, "reply_ord" },
	{ "reason 17", "wire", cmlab_names_reason, 17, "field_range" },
	{ "text 11", "names.h", cmlab_names_reason_text, 11,
	  "initiator_depth would be below the floor" },
	{ "rej 1", "ib_cm.h", cmlab_names_ib_rej, 1, "no queue pair" },
	{ "rej 4", "ib_cm.h", cmlab_names_ib_rej, 4, "timeout" },
	{ "rej 8", "F20", cmlab_names_ib_rej, 8, "invalid service id" },
	{ "rej 10", "F21", cmlab_names_ib_rej, 10, "stale connection" },
	{ "rej 24", "ib_cm.h", cmlab_names_ib_rej, 24,
	  "port and connection manager redirection" },
	{ "rej 28", "F19", cmlab_names_ib_rej, 28, "consumer defined" },
	{ "rej 33", "ib_cm.h", cmlab_names_ib_rej, 33, "invalid alternate flow label" },
	{ "rej 35", "ib_cm.h", cmlab_names_ib_rej, 35, "vendor option not supported" },
	{ "rej 0", "ib_cm.h", cmlab_names_ib_rej, 0, "?" },
	{ "rej 34", "ib_cm.h", cmlab_names_ib_rej, 34, "?" },
	{ "rej 36", "ib_cm.h", cmlab_names_ib_rej, 36, "?" },
	{ "rej -8", "F19", cmlab_names_ib_rej, (unsigned int)-8, "?" },
};

/* Model 1.1 and 1.3: what each field can carry. */
struct names_field_case {
	const char *name;
	const char *from;
	enum cmlab_field f;
	struct cmlab_field_info expect;
};

static const struct names_field_case names_field_cases[] = {
	{ "IRD", "model 3.1", CMLAB_F_IRD,
	  { "responder_resources", "rr", "max_dest_rd_atomic", 255, 255, CMLAB_WHY_FIELD_U8 } },
	{ "ORD", "model 3.1", CMLAB_F_ORD,
	  { "initiator_depth", "id", "max_rd_atomic", 255, 255, CMLAB_WHY_FIELD_U8 } },
	{ "RETRY", "model 1.1", CMLAB_F_RETRY,
	  { "retry_count", "retry", "retry_cnt", 255, 7, CMLAB_WHY_FIELD_3BIT } },
	{ "RNR", "model 1.1", CMLAB_F_RNR,
	  { "rnr_retry_count", "rnr", "rnr_retry", 255, 7, CMLAB_WHY_FIELD_3BIT } },
	{ "FLOW", "model 1.1", CMLAB_F_FLOW,
	  { "flow_control", "flow", "", 255, 1, CMLAB_WHY_FIELD_1BIT } },
	{ "SRQ", "model 1.1", CMLAB_F_SRQ,
	  { "srq", "srq", "", 255, 1, CMLAB_WHY_FIELD_1BIT } },
	{ "QPN", "model 1.1", CMLAB_F_QPN,
	  { "qp_num", "qpn", "dest_qp_num", 0xffffffff, 0xffffff, CMLAB_WHY_FIELD_24BIT } },
	{ "QKEY", "model 1.1", CMLAB_F_QKEY,
	  { "qkey", "qkey", "qkey", 0xffffffff, 0xffffffff, CMLAB_WHY_UNUSED_RC } },
	{ "PDLEN", "model 1.1", CMLAB_F_PDLEN,
	  { "private_data_len", "pdlen", "", 255, 255, CMLAB_WHY_FIELD_U8 } },
	{ "MIN_RNR", "model 3.1.6", CMLAB_F_MIN_RNR,
	  { "min_rnr_timer", "min_rnr", "min_rnr_timer", 255, 31, CMLAB_WHY_FIELD_5BIT } },
	{ "TIMEOUT", "model 3.1.5", CMLAB_F_TIMEOUT,
	  { "ack_timeout", "timeout", "timeout", 255, 31, CMLAB_WHY_FIELD_5BIT } },
};

struct names_find_case {
	const char *name;
	const char *from;
	int (*find)(const char *s, size_t len);
	const char *word;
	int expect;
};

static const struct names_find_case names_find_cases[] = {
	{ "empty", "bad input", cmlab_names_find_driver, "", -ENOENT },
	{ "prefix", "bad input", cmlab_names_find_driver, "ml", -ENOENT },
	{ "longer", "bad input", cmlab_names_find_driver, "rxe0", -ENOENT },
	{ "capitals", "bad input", cmlab_names_find_transport, "IB", -ENOENT },
	{ "field by name", "names.h", cmlab_names_find_field, "responder_resources", CMLAB_F_IRD },
	{ "field by short name", "names.h", cmlab_names_find_field, "id", CMLAB_F_ORD },
	{ "attribute is no field", "names.h", cmlab_names_find_field, "max_rd_atomic", -ENOENT },
	{ "no attribute is no name", "names.h", cmlab_names_find_field, "", -ENOENT },
};

#endif /* CMLAB_CASES_NAMES_H */
