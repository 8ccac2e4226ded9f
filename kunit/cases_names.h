/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_NAMES_H
#define CMLAB_CASES_NAMES_H

#include <cmlab/kernel.h>
#include <cmlab/request.h>

/* Every list has to be whole, each number a word of its own; of some others rely on the words. */
struct names_list_case {
	const char *name;
	const char *from;
	const struct cmlab_names *names;
	unsigned int count;
	const char *words; /* all of them; NULL: whatever they are */
};

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
#define WHOLE(list, nr)								\
	.name = #list, .from = "names.h", .names = &cmlab_##list, .count = CMLAB_NR_##nr

static const struct names_list_case names_list_cases[] = {
	{ WHOLE(roles, ROLES) },
	{ WHOLE(transports, TRANSPORTS), .words = "unknown ib roce iwarp" },
	{ WHOLE(drivers, DRIVERS) },
	{ WHOLE(transitions, TRANSITIONS), .words = "lab cm" },
	{ WHOLE(pdata_forms, PDATA_FORMS), .words = "header raw" },
	{ WHOLE(decides, DECIDES), .words = "policy raw" },
	{ WHOLE(port_spaces, PS), .words = "tcp udp" },
	{ WHOLE(whens, WHENS) },
	{ WHOLE(families, FAMILIES) },
	{ WHOLE(msgs, MSGS) },
	{ WHOLE(states, STATES) },
	{ WHOLE(outcomes, OUTCOMES), .words =
	  "pending established rejected unreachable connect_error local_error" },
	{ WHOLE(severities, SEVERITIES) },
	{ WHOLE(whys, WHYS) },
	{ WHOLE(reasons, REASONS), .words = /* the numbers are on the wire: only append */
	  "none hdr_absent hdr_short hdr_magic hdr_swapped hdr_version hdr_length hdr_kind hdr_reserved hdr_crc ird_floor ord_floor res_exhausted conn_limit no_resources reply_ird reply_ord field_range" },
	{ WHOLE(reason_texts, REASONS) },
	{ WHOLE(ops, OPS) },
	{ WHOLE(answers, ANSWERS) },
	{ WHOLE(events, EVENTS) },
	{ WHOLE(qp_states, QP_STATES) },
	{ WHOLE(reads, READS) },
	{ WHOLE(calls, CALLS) },
	{ WHOLE(kernels, KERNELS) },
	{ WHOLE(verbs, VERBS), .words = "listen unlisten connect disconnect limits check fault" },
};

/* Words of lists with holes, and of a sentence. */
struct names_word_case {
	const char *name;
	const char *from;
	const struct cmlab_names *names;
	unsigned int v;
	const char *expect;
};

static const struct names_word_case names_word_cases[] = {
	{ "text 11", "names.h", &cmlab_reason_texts, 11,
	  "initiator_depth would be below the floor" },
	{ "rej 1", "ib_cm.h", &cmlab_ib_rejs, 1, "no queue pair" },
	{ "rej 4", "ib_cm.h", &cmlab_ib_rejs, 4, "timeout" },
	{ "rej 8", "F20", &cmlab_ib_rejs, 8, "invalid service id" },
	{ "rej 10", "F21", &cmlab_ib_rejs, 10, "stale connection" },
	{ "rej 24", "ib_cm.h", &cmlab_ib_rejs, 24,
	  "port and connection manager redirection" },
	{ "rej 28", "F19", &cmlab_ib_rejs, 28, "consumer defined" },
	{ "rej 33", "ib_cm.h", &cmlab_ib_rejs, 33, "invalid alternate flow label" },
	{ "rej 35", "ib_cm.h", &cmlab_ib_rejs, 35, "vendor option not supported" },
	{ "rej 0", "ib_cm.h", &cmlab_ib_rejs, 0, "?" },
	{ "rej 36", "ib_cm.h", &cmlab_ib_rejs, 36, "?" },
	{ "rej -8", "F19", &cmlab_ib_rejs, (unsigned int)-8, "?" },
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
	{ "MTU", "enum ib_mtu in bytes", CMLAB_F_MTU,
	  { "path_mtu", "mtu", "path_mtu", 4096, 4096, CMLAB_WHY_FIELD_U8 } },
};

struct names_find_case {
	const char *name;
	const char *from;
	const struct cmlab_names *names; /* NULL: the fields */
	const char *word;
	int expect;
};

static const struct names_find_case names_find_cases[] = {
	{ "empty", "bad input", &cmlab_drivers, "", -ENOENT },
	{ "prefix", "bad input", &cmlab_drivers, "ml", -ENOENT },
	{ "longer", "bad input", &cmlab_drivers, "rxe0", -ENOENT },
	{ "capitals", "bad input", &cmlab_transports, "IB", -ENOENT },
	{ "among numbers without a word", "ib_cm.h", &cmlab_ib_rejs, "consumer defined", 28 },
	{ "in none of them", "ib_cm.h", &cmlab_ib_rejs, "?", -ENOENT },
	{ "field by name", "names.h", NULL, "responder_resources", CMLAB_F_IRD },
	{ "field by short name", "names.h", NULL, "id", CMLAB_F_ORD },
	{ "attribute is no field", "names.h", NULL, "max_rd_atomic", -ENOENT },
	{ "no attribute is no name", "names.h", NULL, "", -ENOENT },
};

/* clang-format on */

#endif /* CMLAB_CASES_NAMES_H */
