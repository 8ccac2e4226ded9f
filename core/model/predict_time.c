// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Timers: what the two setters do and when, the ACK timeout's way over the wire, and
 * how long each failure takes to be noticed.
 */
#include "model.h"

#define IB_LIFE_TIME   18   /* what subnet managers give out if not told otherwise */
#define CM_RESPONSE_MS 4096 /* 2^(20-8): cma.c:47, cm.c:920-924 */
#define CM_SENDS       16   /* cma.c:48: 15 retries */
#define NS_PER_MS      ((s64)CMLAB_NS_PER_MS)

void cmlab_predict_setters(struct cmlab_model *p)
{
	bool ud = p->in->ps == CMLAB_PS_UDP;
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		const struct cmlab_predict_side *in = &p->in->side[r];
		/* What a policy decides fits. */
		u32 rnr = in->profile ? 0 : cmlab_values_get(&in->params, CMLAB_F_MIN_RNR);
		struct cmlab_end *s = &p->h->end[r];

		/* cma.c:2778-2793: no look at the value; 2810-2822: five bits. */
		if (in->timeout_when != CMLAB_WHEN_NEVER)
			s->set_timeout = ud ? -EINVAL : 0;
		if (in->min_rnr_when != CMLAB_WHEN_NEVER)
			s->set_min_rnr = ud || rnr > CMLAB_TIMER_MAX ? -EINVAL : 0;
	}
}

/* A listener's timers are not inherited (cma.c:2243-2247); those of a QP in RTS are too late. */
static bool in_time(u8 when)
{
	return when == CMLAB_WHEN_BEFORE_ROUTE || when == CMLAB_WHEN_BEFORE_HANDSHAKE;
}

/* What policy decided is told to the id at the moment that was asked for, if one was. */
static bool decided(const struct cmlab_model *p, enum cmlab_role role, enum cmlab_field f, u8 when)
{
	return p->in->side[role].profile && (when == CMLAB_WHEN_NEVER || in_time(when)) &&
	       cmlab_values_has(&p->h->end[role].asked, f);
}

s32 cmlab_predict_own_timeout(const struct cmlab_model *p, enum cmlab_role role)
{
	const struct cmlab_predict_side *in = &p->in->side[role];

	if (decided(p, role, CMLAB_F_TIMEOUT, in->timeout_when))
		return (s32)cmlab_values_get(&p->h->end[role].asked, CMLAB_F_TIMEOUT);
	if (p->h->end[role].set_timeout || !in_time(in->timeout_when))
		return -1;
	return (s32)(cmlab_values_get(&in->params, CMLAB_F_TIMEOUT) & 255);
}

u32 cmlab_predict_own_min_rnr(const struct cmlab_model *p, enum cmlab_role role)
{
	const struct cmlab_predict_side *in = &p->in->side[role];

	if (decided(p, role, CMLAB_F_MIN_RNR, in->min_rnr_when))
		return cmlab_values_get(&p->h->end[role].asked, CMLAB_F_MIN_RNR);
	if (p->h->end[role].set_min_rnr || !in_time(in->min_rnr_when))
		return 0;
	return cmlab_values_get(&in->params, CMLAB_F_MIN_RNR);
}

u32 cmlab_predict_path_life(const struct cmlab_model *p)
{
	const struct cmlab_predict_side *in = &p->in->side[CMLAB_ROLE_ACTIVE];
	u32 timeout = cmlab_values_get(&in->params, CMLAB_F_TIMEOUT) & 255;
	bool roce = p->in->transport == CMLAB_TRANSPORT_ROCE;

	/* cma.c:3313-3316: half the timeout is taken for the path's life time, unless it is 0. */
	if (roce && in->timeout_when == CMLAB_WHEN_BEFORE_ROUTE && timeout &&
	    !p->h->end[CMLAB_ROLE_ACTIVE].set_timeout)
		return timeout - 1;
	if (in->packet_life_time >= 0)
		return (u32)in->packet_life_time;
	return roce ? cmlab_limits_fact(&in->device, CMLAB_FACT_ROCE_LIFE_TIME) : IB_LIFE_TIME;
}

/* cm.c:920-924 */
static s64 cm_ms(u32 exponent)
{
	return 1LL << (exponent > 8 ? exponent - 8 : 0);
}

/* cm.c:1539-1542; an exponent that shifts beyond an int gives nothing one could tell. */
static s64 req_timeout_ns(const struct cmlab_model *p)
{
	u32 life = cmlab_predict_path_life(p);

	if (life > 31)
		return CMLAB_TIME_NONE;
	return (cm_ms(life) * 2 + CM_RESPONSE_MS) * NS_PER_MS;
}

static s64 unreachable_ns(const struct cmlab_model *p)
{
	const struct cmlab_limits *l = &p->in->side[CMLAB_ROLE_ACTIVE].device;
	s64 once;

	if (p->in->transport == CMLAB_TRANSPORT_IWARP)
		return (s64)cmlab_limits_fact(l, CMLAB_FACT_SYN_S) * 1000 * NS_PER_MS;
	/* cma.c:4282-4283: a SIDR_REQ's timeout does not know the path. */
	once = p->in->ps == CMLAB_PS_UDP ? CM_RESPONSE_MS * NS_PER_MS : req_timeout_ns(p);
	return once < 0 ? once : once * CM_SENDS;
}

void cmlab_predict_times(struct cmlab_model *p)
{
	bool iwarp = p->in->transport == CMLAB_TRANSPORT_IWARP;
	struct cmlab_handshake *h = p->h;
	u32 mpa_ms = cmlab_predict_driver(p, CMLAB_ROLE_ACTIVE)->iw_mpa_ms;
	unsigned int r;

	/* cm.c:997, with the path's own timeout even if the QP has another. */
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		if (p->cm_timeout[r])
			p->h->end[r].time_wait_ns = cm_ms(p->cm_timeout[r]) * NS_PER_MS;
	h->unreachable_ns = unreachable_ns(p);
	h->reply_ns = iwarp && mpa_ms ? mpa_ms * NS_PER_MS : CMLAB_TIME_NONE;
	h->rep_lost_ns = iwarp || p->in->ps == CMLAB_PS_UDP ? CMLAB_TIME_NONE :
							      CM_RESPONSE_MS * NS_PER_MS * CM_SENDS;
}
