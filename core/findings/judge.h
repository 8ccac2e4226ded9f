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

struct cmlab_judge;

/**
 * struct cmlab_row - a row of the catalogue
 * @number: enum cmlab_finding_number
 * @severity: enum cmlab_severity, unless @judge says otherwise
 * @field: enum cmlab_field, or CMLAB_NR_FIELDS, unless @judge says otherwise
 * @title: a few words
 * @judge: looks whether it holds, and says so, as often as it does
 */
struct cmlab_row {
	u16 number;
	u8 severity;
	u8 field;
	const char *title;
	void (*judge)(struct cmlab_judge *j);
};

/* The rows of one file. */
struct cmlab_topic {
	const struct cmlab_row *rows;
	unsigned int nr;
};

extern const struct cmlab_topic cmlab_topic_depths, cmlab_topic_devices, cmlab_topic_drivers,
	cmlab_topic_retries, cmlab_topic_timers, cmlab_topic_params, cmlab_topic_private_data,
	cmlab_topic_workload, cmlab_topic_failures;

/**
 * struct cmlab_judge - a handshake being judged
 * @h: the handshake
 * @w: the workload, never NULL
 * @found: what was found so far
 * @row: the row at hand
 * @f: what cmlab_say() wrote last; its field and severity may be changed
 * @spare: where it writes what there is no room for
 */
struct cmlab_judge {
	const struct cmlab_handshake *h;
	const struct cmlab_workload *w;
	struct cmlab_findings *found;
	const struct cmlab_row *row;
	struct cmlab_finding *f;
	struct cmlab_finding spare;
};

/* The row's finding holds: its message. Then its advice. */
__printf(2, 3) void cmlab_say(struct cmlab_judge *j, const char *fmt, ...);
__printf(2, 3) void cmlab_advise(struct cmlab_judge *j, const char *fmt, ...);

/* "this side", "the peer", or without a viewpoint "the active side"; then in other forms. */
const char *cmlab_who(const struct cmlab_judge *j, unsigned int role);
const char *cmlab_who_begins(const struct cmlab_judge *j, unsigned int role);
const char *cmlab_whose(const struct cmlab_judge *j, unsigned int role);
const char *cmlab_whose_begins(const struct cmlab_judge *j, unsigned int role);

/* The call that a side's parameters are given to: "connect" or "accept". */
static inline const char *call_of(unsigned int role)
{
	return role == ACTIVE ? "connect" : "accept";
}

static inline const char *name_of(unsigned int f)
{
	return cmlab_field_info(f)->param;
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
		       cmlab_name(&cmlab_drivers, end_of(j, role)->device.driver) :
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
static inline bool has_asked(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	return cmlab_values_has(&end_of(j, role)->asked, f);
}

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
	return cmlab_values_has(&end_of(j, role)->requested, f) || has_asked(j, role, f);
}

static inline u32 wanted_of(const struct cmlab_judge *j, unsigned int role, unsigned int f)
{
	const struct cmlab_values *requested = &end_of(j, role)->requested;

	return cmlab_values_has(requested, f) ? cmlab_values_get(requested, f) :
						asked_of(j, role, f);
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

/* What a driver holds a depth against, and what that attribute is called. */
u32 cmlab_bound_of(const struct cmlab_judge *j, unsigned int role, unsigned int f,
		   const char **what);

/* @v of a depth is too much for a side's driver, which is known. */
bool cmlab_is_above(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 v);

/* What a side's QP gets for @f from the two sides' words, before its driver rounds. */
bool cmlab_due_of(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 *v);

/* The rnr_retry of a side's QP: read from it, or else what the other side said for it. */
bool cmlab_rnr_of(const struct cmlab_judge *j, unsigned int role, u32 *rnr);

/* Bytes of private data that a side wants to send; 0 if it is not known. */
u32 cmlab_length_of(const struct cmlab_judge *j, unsigned int role);

/* The message that a side's private data go in. */
enum cmlab_msg cmlab_message_of(const struct cmlab_judge *j, unsigned int role);

/* The active side has seen the reply and refuses it for its depths. */
bool cmlab_judge_refused_reply(const struct cmlab_judge *j);

#define CMLAB_TOPIC(name, table) \
	const struct cmlab_topic cmlab_topic_##name = { (table), ARRAY_SIZE(table) }

#endif /* CMLAB_JUDGE_H */
