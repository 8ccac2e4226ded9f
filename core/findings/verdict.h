/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to the core: one function per row of CMLAB_FINDING_LIST, and what
 * findings and the log line share.
 */
#ifndef CMLAB_VERDICT_H
#define CMLAB_VERDICT_H

#include <cmlab/findings.h>

/*
 * Whether finding n holds for @s the @k-th time (a finding may hold for several
 * fields); if so, message and advice are written. Severity and field are set by
 * the caller from the list; a verdict may change the field.
 */
typedef bool cmlab_verdict_fn(const struct cmlab_snapshot *s, unsigned int k,
			      struct cmlab_finding *f);

cmlab_verdict_fn cmlab_verdict_1, cmlab_verdict_2, cmlab_verdict_3, cmlab_verdict_4,
	cmlab_verdict_5, cmlab_verdict_6, cmlab_verdict_7, cmlab_verdict_8, cmlab_verdict_9,
	cmlab_verdict_10, cmlab_verdict_11, cmlab_verdict_12, cmlab_verdict_13, cmlab_verdict_14,
	cmlab_verdict_15, cmlab_verdict_16, cmlab_verdict_17, cmlab_verdict_18, cmlab_verdict_19,
	cmlab_verdict_20;

__printf(2, 3) void cmlab_verdict_say(struct cmlab_finding *f, const char *fmt, ...);
__printf(2, 3) void cmlab_verdict_advise(struct cmlab_finding *f, const char *fmt, ...);

/* "EINVAL" for -EINVAL; "?" for what has no name here. */
const char *cmlab_verdict_errno(s32 err);

/* The error of a call, or else the negative status of a failing event; 0 if neither. */
s32 cmlab_verdict_failure(const struct cmlab_snapshot *s);

/* Emits every finding of @s as findings[i].* lines. */
void cmlab_verdict_format(const struct cmlab_snapshot *s, cmlab_emit_fn emit, void *ctx);

static inline bool cmlab_verdict_iwarp(const struct cmlab_snapshot *s)
{
	return s->limits.transport == CMLAB_TRANSPORT_IWARP;
}

static inline bool cmlab_verdict_active(const struct cmlab_snapshot *s)
{
	return s->role == CMLAB_ROLE_ACTIVE;
}

/* The power of two at or above @v; the largest there is for what has none. */
static inline u32 cmlab_verdict_pow2(u32 v)
{
	u32 p = 1;

	while (p < v && p < 0x80000000)
		p <<= 1;
	return v ? p : 0;
}

#endif /* CMLAB_VERDICT_H */
