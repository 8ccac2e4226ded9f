/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to this room: what a finding looks at, what it says, and the rows of the
 * catalogue. Accessors answer 0 for what is not known; a finding that would take that for a
 * value asks first whether it is.
 */
#ifndef CMLAB_JUDGE_H
#define CMLAB_JUDGE_H

#include <cmlab/findings.h>

#define ACTIVE	CMLAB_ROLE_ACTIVE
#define PASSIVE CMLAB_ROLE_PASSIVE

enum {
	INFO = CMLAB_SEVERITY_INFO,
	WARNING = CMLAB_SEVERITY_WARN,
	ERROR = CMLAB_SEVERITY_ERROR,
};

struct cmlab_judge;

/* Bits of struct cmlab_row.when: what must be so, and of which sides it is told. */
#define IF_UP	     0x01
#define IF_RC	     0x02
#define IF_UD	     0x04
#define IF_NOT_UD    0x08
#define IF_IWARP     0x10
#define IF_NOT_IWARP 0x20
#define IF_CM_MOVES  0x40  /* the CM moves the QPs */
#define OF_OWN_SIDE  0x80  /* without a viewpoint: of both */
#define OF_PEER	     0x100 /* without a viewpoint: of none */

/**
 * struct cmlab_row - a row of the catalogue
 * @number: what users quote, as CL%03u: never renumber, never reuse
 * @severity: enum cmlab_severity
 * @field: enum cmlab_field, or CMLAB_NR_FIELDS, unless a judge says otherwise
 * @when: IF_* and OF_*; 0: asked of every handshake and both sides
 * @title: a few words
 * @advice: what to do, unless a judge says otherwise
 * @judge_side: looks whether it holds of a side, and says so, as often as it does
 * @judge_depth: the same of one of the two depths, which then is the field
 * @judge: the same of the handshake
 */
struct cmlab_row {
	u16 number;
	u8 severity;
	u8 field;
	u16 when;
	const char *title;
	const char *advice;
	void (*judge_side)(struct cmlab_judge *j, unsigned int role);
	void (*judge_depth)(struct cmlab_judge *j, unsigned int f);
	void (*judge)(struct cmlab_judge *j);
};

/* The rows of each file; one without a number ends them. */
extern const struct cmlab_row cmlab_rows_depths[], cmlab_rows_devices[], cmlab_rows_drivers[],
	cmlab_rows_retries[], cmlab_rows_timers[], cmlab_rows_params[], cmlab_rows_private_data[],
	cmlab_rows_workload[], cmlab_rows_failures[];

/**
 * struct cmlab_judge - a handshake being judged
 * @h: the handshake
 * @w: the workload, never NULL
 * @found: what was found so far
 * @row: the row at hand
 * @field: the field that is asked about
 * @f: what cmlab_say() wrote last; its field may be changed
 * @spare: where it writes what there is no room for
 */
struct cmlab_judge {
	const struct cmlab_handshake *h;
	const struct cmlab_workload *w;
	struct cmlab_findings *found;
	const struct cmlab_row *row;
	u8 field;
	struct cmlab_finding *f;
	struct cmlab_finding spare;
};

/* The row's finding holds: its message. Then its advice, if it is not the row's. */
__printf(2, 3) void cmlab_say(struct cmlab_judge *j, const char *fmt, ...);
__printf(2, 3) void cmlab_advise(struct cmlab_judge *j, const char *fmt, ...);

/* What was said last is more or less severe than its row: what is certain, than what may be. */
void cmlab_weigh(struct cmlab_judge *j, u8 severity);

/* "this side", "the peer", or without a viewpoint "the active side". */
const char *cmlab_who(const struct cmlab_judge *j, unsigned int role);
const char *cmlab_who_begins(const struct cmlab_judge *j, unsigned int role);

/* The call that a side's parameters are given to: "connect" or "accept". */
static inline const char *call_of(unsigned int role)
{
	return role == ACTIVE ? "connect" : "accept";
}

static inline const char *name_of(unsigned int f)
{
	return cmlab_field_info(f)->param;
}

/* The accept's name for what @role's QP has in @f. */
static inline unsigned int at_accept(unsigned int role, unsigned int f)
{
	return role == PASSIVE ? f : cmlab_field_at_peer(f);
}

static inline const struct cmlab_end *end_of(const struct cmlab_judge *j, unsigned int role)
{
	return &j->h->end[role];
}

static inline bool is_iwarp(const struct cmlab_judge *j)
{
	return j->h->transport == CMLAB_TRANSPORT_IWARP;
}

static inline bool is_ud(const struct cmlab_judge *j)
{
	return j->h->ps == CMLAB_PS_UDP && !is_iwarp(j);
}

/* A connected pair on IB or RoCE, where the CM's own messages carry the numbers. */
static inline bool is_rc(const struct cmlab_judge *j)
{
	return j->h->ps == CMLAB_PS_TCP && j->h->transport != CMLAB_TRANSPORT_UNKNOWN &&
	       !is_iwarp(j);
}

static inline bool is_up(const struct cmlab_judge *j)
{
	return j->h->outcome == CMLAB_OUTCOME_ESTABLISHED;
}

static inline bool has_viewpoint(const struct cmlab_judge *j)
{
	return j->h->viewpoint < CMLAB_NR_ROLES;
}

static inline bool knows(const struct cmlab_judge *j, unsigned int role, u32 what)
{
	return cmlab_end_knows(end_of(j, role), what);
}

static inline const struct cmlab_driver_info *driver_of(const struct cmlab_judge *j,
							unsigned int role)
{
	return cmlab_limits_driver(end_of(j, role)->device.driver);
}

static inline const char *driver_name(const struct cmlab_judge *j, unsigned int role)
{
	return knows(j, role, CMLAB_KNOWS_DRIVER) ?
		       cmlab_limits_driver_name(&end_of(j, role)->device) :
		       "an unknown driver";
}

/* What a side's QP has. */
static inline bool has_qp(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return cmlab_values_has(&end_of(j, role)->programmed, f);
}

static inline u32 qp_of(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return cmlab_values_get(&end_of(j, role)->programmed, f);
}

static inline bool qp_is_zero(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return has_qp(j, role, f) && !qp_of(j, role, f);
}

/* What a side's REQ or REP says, in that side's perspective. */
static inline bool has_sent(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return cmlab_values_has(&end_of(j, role)->sent, f);
}

static inline u32 sent_of(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return cmlab_values_get(&end_of(j, role)->sent, f);
}

/* What a side passed to its call. */
static inline u32 asked_of(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return cmlab_values_get(&end_of(j, role)->asked, f);
}

/* A side's values are some program's own, and no policy chose them. */
static inline bool is_raw(const struct cmlab_judge *j, unsigned int role)
{
	return knows(j, role, CMLAB_KNOWS_CALL) && end_of(j, role)->decide == CMLAB_DECIDE_RAW;
}

/* What a side wanted, before a policy or its own QP changed it. */
static inline bool has_wanted(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return cmlab_values_has(&end_of(j, role)->requested, f) ||
	       cmlab_values_has(&end_of(j, role)->asked, f);
}

static inline u32 wanted_of(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	u32 v;

	return cmlab_values_find(&end_of(j, role)->requested, f, &v) ? v : asked_of(j, role, f);
}

/* A side's call failed. */
static inline bool has_failed(const struct cmlab_judge *j, unsigned int role)
{
	return end_of(j, role)->ret < 0;
}

static inline const struct cmlab_cm_event *last_event(const struct cmlab_judge *j,
						      unsigned int role)
{
	return cmlab_end_last(end_of(j, role));
}

/* The rnr_retry of a side's QP: read from it, or else what the other side said for it. */
static inline bool find_rnr(const struct cmlab_judge *j, unsigned int role, u32 *rnr)
{
	return cmlab_values_find(&end_of(j, role)->programmed, CMLAB_F_RNR, rnr) ||
	       cmlab_values_find(&end_of(j, !role)->sent, CMLAB_F_RNR, rnr);
}

/*
 * iwarp.c, by what the driver is known to do: nothing came back to the active side at all;
 * nobody listens, which nothing else looks like; and the words for both, and for a refusal.
 */
bool cmlab_judge_iwarp_silent(const struct cmlab_judge *j);
bool cmlab_judge_iwarp_absent(const struct cmlab_judge *j);
void cmlab_judge_say_absent(struct cmlab_judge *j, s32 status);
void cmlab_judge_say_iwarp_reject(struct cmlab_judge *j, s32 status);

/* CL082: a program refused with data of its own. */
void cmlab_judge_program_refused(struct cmlab_judge *j);

/* CL012 has just been said: adds what the bytes of the reject say, in words if they are known. */
void cmlab_judge_say_foreign_bytes(struct cmlab_judge *j, s32 status);

/* The active side has seen the reply and refuses it for its depths. */
bool cmlab_judge_refused_reply(const struct cmlab_judge *j);

#endif /* CMLAB_JUDGE_H */
