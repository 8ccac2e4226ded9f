/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Handshakes to be judged: a healthy live one with what a row changes in it, and what one
 * side could know of one that is known whole.
 */
#ifndef CMLAB_FINDINGS_ROWS_H
#define CMLAB_FINDINGS_ROWS_H

#include "predict_rows.h"
#include "stories.h"

#include <cmlab/findings.h>

/* The healthy ones: by side and driver, see findings_rows.c. */
enum row_base { PASSIVE_RXE, ACTIVE_RXE, PASSIVE_SIW, ACTIVE_SIW, NR_ROW_BASES };

/* What a change is in. */
enum row_part {
	IN_HANDSHAKE,
	IN_OWN,
	IN_PEER,
	IN_LAST_EVENT,
	IN_CLAMPS,
	IN_QUESTION,
	IN_ACTIVE, /* a parameter in the question */
	IN_PASSIVE,
	IN_WORKLOAD,
};

/*
 * One change: @size bytes at @at become @v; or in the values at @at field @f1 - 1 becomes
 * @v, is not known if @v is negative; or a clamp from @from to @v for the reason @at.
 */
struct row_edit {
	u8 part;
	u8 f1;
	u16 at;
	u16 size;
	s64 v;
	u32 from;
};

/* A macro that is a row of a table: its braces stay on its line. */
/* clang-format off */
#define EDIT(part, type, m, x) { part, 0, offsetof(type, m), sizeof(((type *)0)->m), (x), 0 }
#define EDIT_VAL(part, set, f, x) \
	{ part, CMLAB_F_##f + 1, offsetof(struct cmlab_end, set), 0, (x), 0 }
#define CLAMP(f, w, a, b) { IN_CLAMPS, CMLAB_F_##f + 1, CMLAB_WHY_##w, 0, (b), (a) }
#define PARAM(part, f, x) { part, CMLAB_F_##f + 1, 0, 0, (x), 0 }
/* clang-format on */
#define SET(m, x)	  EDIT(IN_HANDSHAKE, struct cmlab_handshake, m, x)
#define OWN(m, x)	  EDIT(IN_OWN, struct cmlab_end, m, x)
#define PEER(m, x)	  EDIT(IN_PEER, struct cmlab_end, m, x)
#define LAST_EVENT(m, x)  EDIT(IN_LAST_EVENT, struct cmlab_cm_event, m, x)
#define OWN_VAL(s, f, x)  EDIT_VAL(IN_OWN, s, f, x)
#define PEER_VAL(s, f, x) EDIT_VAL(IN_PEER, s, f, x)
#define OWN_NO(s, f)	  EDIT_VAL(IN_OWN, s, f, -1)
#define PEER_NO(s, f)	  EDIT_VAL(IN_PEER, s, f, -1)
#define QUESTION(m, x)	  EDIT(IN_QUESTION, struct row_question, m, x)
#define A_VAL(f, x)	  PARAM(IN_ACTIVE, f, x)
#define P_VAL(f, x)	  PARAM(IN_PASSIVE, f, x)
#define WORK(m, x)	  EDIT(IN_WORKLOAD, struct cmlab_workload, m, x)
#define UNLESS(...)	  .unless = { __VA_ARGS__ }

/*
 * struct live_row - a live handshake and what is found of it
 * @base: enum row_base
 * @number: the finding the row is about; 0 if none at all may hold
 * @times: how often it holds; 0 for a row that is near and does not
 * @others: what else holds
 * @field: of the first
 * @message: of the first; NULL: as another row has it
 * @advice: the same
 */
struct live_row {
	const char *name;
	const char *from;
	u8 base;
	u16 number;
	u8 times;
	u16 others[3];
	struct row_edit edits[10];
	u8 field;
	const char *message;
	const char *advice;
};

/*
 * struct foresight_row - a predicted handshake and what is found of it
 * @number: the finding the row is about
 * @times: how often it holds; 0 for a row that is near and does not
 * @words: what its first message must have in it
 * @advice: what its first advice must have in it
 * @unless: with these changes it does not hold; none: not looked at
 */
struct foresight_row {
	const char *name;
	const char *from;
	u16 number;
	u8 times;
	const char *words;
	const char *advice;
	struct row_edit unless[5];
	struct row_question q;
	struct cmlab_workload w;
};

/* Fills @r with the healthy connection and the row's changes. */
void rows_to_live(const struct live_row *row, struct cmlab_report *r);

/* The row's question; @near: with what makes the finding not hold, if there is such. */
void rows_to_foresight(const struct foresight_row *row, bool near, struct row_question *q,
		       struct cmlab_workload *w);

/*
 * What @role could know of @h, with what it is called: its own end, and of the other what
 * the messages told. False if @role takes the connection for established and it is not.
 */
bool rows_to_view(const struct cmlab_handshake *h, unsigned int role, struct cmlab_handshake *view);

#endif /* CMLAB_FINDINGS_ROWS_H */
