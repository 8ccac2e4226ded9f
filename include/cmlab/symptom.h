/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * From a symptom to its causes: what an errno, a REJ reason, the status of a completion, an
 * event, a duration or a line of a log means, on which side, transport, driver and call, what
 * causes it, and how to tell the causes apart. Rows with sources; nothing is guessed.
 */
#ifndef CMLAB_SYMPTOM_H
#define CMLAB_SYMPTOM_H

#include <cmlab/names.h>

/* What kind of number a symptom is. */
enum cmlab_symptom_kind {
	CMLAB_SYMPTOM_REJ,   /* reason of a REJ, also the status of REJECTED on IB and RoCE */
	CMLAB_SYMPTOM_SIDR,  /* status of a SIDR_REP, also of UNREACHABLE on a UD id */
	CMLAB_SYMPTOM_ERRNO, /* negative errno: of a call, or the status of an event */
	CMLAB_SYMPTOM_EVENT, /* an event of rdma_cm, by itself: no number */
	CMLAB_SYMPTOM_WC,    /* enum ib_wc_status */
	CMLAB_SYMPTOM_ASYNC, /* enum ib_event_type: of a QP, a port, a device */
	CMLAB_SYMPTOM_TIME,  /* how long something took to fail */
	CMLAB_SYMPTOM_LINE,  /* a line of a log that says it by itself: no number */
	CMLAB_NR_SYMPTOMS,
};

/* Something of struct cmlab_symptom that is not known. */
#define CMLAB_SYMPTOM_ANY 0xff

/* struct cmlab_meaning.number: every number that no other row of its kind has. */
#define CMLAB_SYMPTOM_ANY_NUMBER (-0x7fffffff)

/**
 * struct cmlab_symptom - what somebody holds, and where it was seen as far as that is known
 * @kind: enum cmlab_symptom_kind
 * @role: enum cmlab_role, or CMLAB_SYMPTOM_ANY
 * @transport: enum cmlab_transport; CMLAB_TRANSPORT_UNKNOWN: any
 * @driver: enum cmlab_driver; CMLAB_DRIVER_GENERIC: any
 * @call: enum cmlab_call that returned it; CMLAB_CALL_NONE: any, or none
 * @event: enum cmlab_event whose status it is, or CMLAB_SYMPTOM_ANY
 * @number: as @kind says
 * @ns: a duration
 * @slack_ns: what it may be off by, as it was rounded to so many digits
 */
struct cmlab_symptom {
	u8 kind;
	u8 role;
	u8 transport;
	u8 driver;
	u8 call;
	u8 event;
	s32 number;
	s64 ns;
	s64 slack_ns;
};

/* Names of statuses of completions and of asynchronous events, without their prefix. */
extern const struct cmlab_names cmlab_wc_statuses, cmlab_async_events;

/* How often it is the cause. */
enum cmlab_rank { CMLAB_RANK_OFTEN, CMLAB_RANK_SOMETIMES, CMLAB_RANK_RARELY, CMLAB_NR_RANKS };

/**
 * struct cmlab_cause - one cause of a symptom
 * @cause: what has happened; NULL: no more causes
 * @tell: the command or counter that decides whether it is this one
 * @todo: what to do
 * @show: arguments of cmlab explain that reproduce it; NULL: it cannot
 * @rank: enum cmlab_rank; the causes of a meaning stand in this order
 */
struct cmlab_cause {
	const char *cause;
	const char *tell;
	const char *todo;
	const char *show;
	u8 rank;
};

#define CMLAB_CAUSES 5

/**
 * struct cmlab_meaning - what a symptom means in one kind of place
 * @kind: enum cmlab_symptom_kind
 * @roles: 1 << enum cmlab_role; 0: either
 * @transports: 1 << enum cmlab_transport; 0: any
 * @call: enum cmlab_call that returns it; CMLAB_CALL_NONE: any
 * @drivers: 1 << enum cmlab_driver; 0: any
 * @number: as the kind says
 * @event: enum cmlab_event that has it as status, plus 1; 0: any
 * @fallback: told only if no other row fits
 * @means: a sentence
 * @source: where it stands in the kernel's source, 6.1 unless it says otherwise
 * @causes: by rank
 */
struct cmlab_meaning {
	u8 kind;
	u8 roles;
	u8 transports;
	u8 call;
	u32 drivers;
	s32 number;
	u8 event;
	bool fallback;
	const char *means;
	const char *source;
	struct cmlab_cause causes[CMLAB_CAUSES];
};

/**
 * struct cmlab_line - a line that a program or kernel module writes into a log
 * @from: the program or module
 * @pattern: what the line contains: plain text, %n for the number that is the symptom
 *	(decimal, with a sign, or hexadecimal with 0x), %i for any other number, %s for any
 *	text, as little as possible
 * @kind: enum cmlab_symptom_kind of %n or @number; CMLAB_SYMPTOM_LINE: there is neither
 * @role: enum cmlab_role of who writes it, plus 1; 0: either
 * @transport: enum cmlab_transport
 * @driver: enum cmlab_driver
 * @call: enum cmlab_call whose result is %n
 * @event: enum cmlab_event whose status is %n, plus 1; 0: none
 * @number: the symptom, if the pattern has no %n and it is one all the same
 * @means: what the program says with it
 * @todo: what to do; NULL: what the symptom's causes say
 * @source: where it is written: file:line of the kernel's source, or project, release and file
 */
struct cmlab_line {
	const char *from;
	const char *pattern;
	u8 kind;
	u8 role;
	u8 transport;
	u8 driver;
	u8 call;
	u8 event;
	s32 number;
	const char *means;
	const char *todo;
	const char *source;
};

/**
 * typedef cmlab_meaning_fn - takes one meaning of a symptom
 * @ctx: the caller's
 * @m: the row
 * @means: @m->means, or for a duration a sentence with its numbers
 */
typedef void (*cmlab_meaning_fn)(void *ctx, const struct cmlab_meaning *m, const char *means);

/**
 * cmlab_symptom_explain - every meaning of a symptom
 * @s: the symptom; what is not known of its place fits every place
 * @fn: called for each, the most likely first
 * @ctx: handed to @fn
 *
 * Return: how many there are; 0 if nothing is known of it
 */
unsigned int cmlab_symptom_explain(const struct cmlab_symptom *s, cmlab_meaning_fn fn, void *ctx);

/* Every meaning that there is of a kind, in the order of the tables. */
void cmlab_symptom_rows(enum cmlab_symptom_kind kind, cmlab_meaning_fn fn, void *ctx);

/* The first meaning, or NULL: for those that have room for one sentence and one piece of advice. */
const struct cmlab_meaning *cmlab_symptom_first(const struct cmlab_symptom *s);

/**
 * cmlab_symptom_parse - a symptom as people write it
 * @text: "-104", "ECONNREFUSED", "REJECTED 10", "wc 13", "RETRY_EXC", "QP_FATAL", "98s", ...; upper
 *	or lower case, with or without the prefixes of the constants
 * @len: its length; need not be terminated
 * @s: written whole: what the text says; its place is not known, but for an event's
 * @err: what is wrong with it
 * @size: of @err
 *
 * Return: 0 or -EINVAL
 */
int cmlab_symptom_parse(const char *text, size_t len, struct cmlab_symptom *s, char *err,
			size_t size);

/**
 * cmlab_symptom_line - a line of a log
 * @line: the line; any bytes, need not be terminated
 * @len: its length
 * @s: written whole: the symptom that it carries, and its place as far as the line tells
 *
 * Return: the row that fits, or NULL
 */
const struct cmlab_line *cmlab_symptom_line(const char *line, size_t len, struct cmlab_symptom *s);

/* The @n-th row, from 0; NULL behind the last. */
const struct cmlab_line *cmlab_symptom_line_row(unsigned int n);

/* A symptom in words: "REJ 10 (stale connection)", "-104 (ECONNRESET)". */
#define CMLAB_SYMPTOM_STR 80
const char *cmlab_symptom_text(const struct cmlab_symptom *s, char buf[CMLAB_SYMPTOM_STR]);

/* A symptom of a kind of which nothing else is known. */
void cmlab_symptom_init(struct cmlab_symptom *s, enum cmlab_symptom_kind kind, s32 number);

#endif /* CMLAB_SYMPTOM_H */
