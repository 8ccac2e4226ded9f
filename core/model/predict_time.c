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

void cmlab_predict_setters(const struct cmlab_party *s)
{
	bool ud = s->in->ps == CMLAB_PS_UDP;
	/* What a policy decides fits. */
	u32 rnr = s->side->profile ? 0 : cmlab_values_get(&s->side->params, CMLAB_F_MIN_RNR);

	/* cma.c:2778-2793: no look at the value; 2810-2822: five bits. */
	if (s->side->timeout_when != CMLAB_WHEN_NEVER)
		s->e->set_timeout = ud ? -EINVAL : 0;
	if (s->side->min_rnr_when != CMLAB_WHEN_NEVER)
		s->e->set_min_rnr = ud || rnr > CMLAB_TIMER_MAX ? -EINVAL : 0;
}

/* A listener's timers are not inherited (cma.c:2243-2247); those of a QP in RTS are too late. */
static bool in_time(u8 when)
{
	return when == CMLAB_WHEN_BEFORE_ROUTE || when == CMLAB_WHEN_BEFORE_HANDSHAKE;
}

s32 cmlab_predict_own_timer(const struct cmlab_party *s, enum cmlab_field f)
{
	bool timeout = f == CMLAB_F_TIMEOUT;
	u8 when = timeout ? s->side->timeout_when : s->side->min_rnr_when;
	s32 ret = timeout ? s->e->set_timeout : s->e->set_min_rnr;

	/* What policy decided is told to the id at the moment that was asked for, if one was. */
	if (s->side->profile && (when == CMLAB_WHEN_NEVER || in_time(when)) &&
	    cmlab_values_has(&s->e->asked, f))
		return (s32)cmlab_values_get(&s->e->asked, f);
	if (ret || !in_time(when))
		return -1;
	return (s32)(cmlab_values_get(&s->side->params, f) & 255);
}

u32 cmlab_predict_path_life(const struct cmlab_party *active)
{
	const struct cmlab_predict_side *side = active->side;
	u32 timeout = cmlab_values_get(&side->params, CMLAB_F_TIMEOUT) & 255;
	bool roce = active->in->transport == CMLAB_TRANSPORT_ROCE;

	/* cma.c:3313-3316: half the timeout is taken for the path's life time, unless it is 0. */
	if (roce && side->timeout_when == CMLAB_WHEN_BEFORE_ROUTE && timeout &&
	    !active->e->set_timeout)
		return timeout - 1;
	if (side->packet_life_time >= 0)
		return (u32)side->packet_life_time;
	return roce ? cmlab_limits_fact(&side->device, CMLAB_FACT_ROCE_LIFE_TIME) : IB_LIFE_TIME;
}

/* cm.c:920-924 */
static s64 cm_ms(u32 exponent)
{
	return 1LL << (exponent > 8 ? exponent - 8 : 0);
}

/* cm.c:1539-1542; an exponent that shifts beyond an int gives nothing one could tell. */
static s64 req_timeout_ns(const struct cmlab_party *active)
{
	u32 life = cmlab_predict_path_life(active);

	if (life > 31)
		return CMLAB_TIME_NONE;
	return (cm_ms(life) * 2 + CM_RESPONSE_MS) * NS_PER_MS;
}

static void set_time_wait(const struct cmlab_party *s)
{
	/* cm.c:997, with the path's own timeout even if the QP has another. */
	if (s->cm_timeout)
		s->e->time_wait_ns = cm_ms(s->cm_timeout) * NS_PER_MS;
}

/* What an adapter's own TCP does is not in the kernel's source. */
static void set_iwarp_times(struct cmlab_model *p)
{
	const struct cmlab_party *s = &p->active;
	s64 syn_ms = s->driver->iw_syn_ms;

	if (s->driver->iw_blocking)
		syn_ms = 1000LL * cmlab_limits_fact(&s->side->device, CMLAB_FACT_SYN_S);
	if (syn_ms)
		p->h->unreachable_ns = syn_ms * NS_PER_MS;
	if (s->driver->iw_mpa_ms)
		p->h->reply_ns = s->driver->iw_mpa_ms * NS_PER_MS;
}

void cmlab_predict_times(struct cmlab_model *p)
{
	const struct cmlab_party *s = &p->active;
	bool ud = p->in->ps == CMLAB_PS_UDP;
	struct cmlab_handshake *h = p->h;
	s64 once;

	set_time_wait(s);
	set_time_wait(&p->passive);
	if (p->in->transport == CMLAB_TRANSPORT_IWARP) {
		set_iwarp_times(p);
		return;
	}
	/* cma.c:4282-4283: a SIDR_REQ's timeout does not know the path. */
	once = ud ? CM_RESPONSE_MS * NS_PER_MS : req_timeout_ns(s);
	h->unreachable_ns = once < 0 ? once : once * CM_SENDS;
	if (!ud)
		h->rep_lost_ns = CM_RESPONSE_MS * NS_PER_MS * CM_SENDS;
}
