// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Timers: what the two setters do and when, the ACK timeout's way over the wire, and
 * how long each failure takes to be noticed.
 */
#include "predict_private.h"

#define MIN_RNR_MAX    31
#define IB_LIFE_TIME   18   /* what subnet managers give out if not told otherwise */
#define CM_RESPONSE_MS 4096 /* 2^(20-8): cma.c:47, cm.c:920-924 */
#define CM_SENDS       16   /* cma.c:48: 15 retries */
#define NS_PER_MS      1000000LL
#define TIMEOUT_NS(t)  (4096ULL << (t))

/* IBTA table 45, in units of 10 us. */
static const u32 rnr_10us[32] = {
	65536, 1,    2,	   3,	 4,    6,     8,     12,    16,	   24,	  32,
	48,    64,   96,   128,	 192,  256,   384,   512,   768,   1024,  1536,
	2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
};

u32 cmlab_predict_rnr_us(u32 code)
{
	return rnr_10us[code & MIN_RNR_MAX] * 10U;
}

u32 cmlab_predict_ack_timeout(u32 ca_ack_delay, u32 packet_life_time)
{
	u32 t = packet_life_time + 1;

	if (t >= ca_ack_delay)
		t += ca_ack_delay >= t - 1;
	else
		t = ca_ack_delay + (t >= ca_ack_delay - 1);
	return min_t(u32, t, 31);
}

void cmlab_predict_setters(struct cmlab_prediction *p)
{
	bool ud = p->in->ps == CMLAB_PS_UDP;
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		const struct cmlab_predict_side *in = &p->in->side[r];
		u32 rnr = cmlab_values_get(&in->params, CMLAB_F_MIN_RNR);
		struct cmlab_predicted_side *s = &p->side[r];

		s->set_timeout = CMLAB_NO_ERRNO;
		s->set_min_rnr = CMLAB_NO_ERRNO;
		/* cma.c:2778-2793: no look at the value; 2810-2822: five bits. */
		if (in->timeout_when != CMLAB_WHEN_NEVER)
			s->set_timeout = ud ? -EINVAL : 0;
		if (in->min_rnr_when != CMLAB_WHEN_NEVER)
			s->set_min_rnr = ud || rnr > MIN_RNR_MAX ? -EINVAL : 0;
	}
}

/* A listener's timers are not inherited (cma.c:2243-2247); those of a QP in RTS are too late. */
static bool in_time(u8 when)
{
	return when == CMLAB_WHEN_BEFORE_ROUTE || when == CMLAB_WHEN_BEFORE_HANDSHAKE;
}

/* What policy decided is told to the id at the moment that was asked for, if one was. */
static bool decided(const struct cmlab_prediction *p, enum cmlab_role role, enum cmlab_field f,
		    u8 when)
{
	return p->in->side[role].profile && (when == CMLAB_WHEN_NEVER || in_time(when)) &&
	       cmlab_values_has(&p->side[role].decision.params, f);
}

s32 cmlab_predict_own_timeout(const struct cmlab_prediction *p, enum cmlab_role role)
{
	const struct cmlab_predict_side *in = &p->in->side[role];

	if (decided(p, role, CMLAB_F_TIMEOUT, in->timeout_when))
		return (s32)cmlab_values_get(&p->side[role].decision.params, CMLAB_F_TIMEOUT);
	if (p->side[role].set_timeout || !in_time(in->timeout_when))
		return -1;
	return (s32)(cmlab_values_get(&in->params, CMLAB_F_TIMEOUT) & 255);
}

u32 cmlab_predict_own_min_rnr(const struct cmlab_prediction *p, enum cmlab_role role)
{
	const struct cmlab_predict_side *in = &p->in->side[role];

	if (decided(p, role, CMLAB_F_MIN_RNR, in->min_rnr_when))
		return cmlab_values_get(&p->side[role].decision.params, CMLAB_F_MIN_RNR);
	if (p->side[role].set_min_rnr || !in_time(in->min_rnr_when))
		return 0;
	return cmlab_values_get(&in->params, CMLAB_F_MIN_RNR);
}

u32 cmlab_predict_path_life(const struct cmlab_prediction *p)
{
	const struct cmlab_predict_side *in = &p->in->side[CMLAB_ROLE_ACTIVE];
	u32 timeout = cmlab_values_get(&in->params, CMLAB_F_TIMEOUT) & 255;
	bool roce = p->in->transport == CMLAB_TRANSPORT_ROCE;

	/* cma.c:3313-3316: half the timeout is taken for the path's life time, unless it is 0. */
	if (roce && in->timeout_when == CMLAB_WHEN_BEFORE_ROUTE && timeout &&
	    !p->side[CMLAB_ROLE_ACTIVE].set_timeout)
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
static s64 req_timeout_ns(const struct cmlab_prediction *p)
{
	u32 life = cmlab_predict_path_life(p);

	if (life > 31)
		return CMLAB_TIME_NONE;
	return (cm_ms(life) * 2 + CM_RESPONSE_MS) * NS_PER_MS;
}

static s64 unreachable_ns(const struct cmlab_prediction *p)
{
	const struct cmlab_limits *l = &p->in->side[CMLAB_ROLE_ACTIVE].device;
	s64 once;

	if (p->in->transport == CMLAB_TRANSPORT_IWARP)
		return (s64)cmlab_limits_fact(l, CMLAB_FACT_SYN_S) * 1000 * NS_PER_MS;
	/* cma.c:4282-4283: a SIDR_REQ's timeout does not know the path. */
	once = p->in->ps == CMLAB_PS_UDP ? CM_RESPONSE_MS * NS_PER_MS : req_timeout_ns(p);
	return once < 0 ? once : once * CM_SENDS;
}

/* A send is repeated retry_cnt times, so retry_cnt + 1 timers run out. */
static s64 retry_exceeded_ns(const struct cmlab_prediction *p, enum cmlab_role role)
{
	const struct cmlab_values *qp = &p->side[role].qp;
	u32 timeout = cmlab_values_get(qp, CMLAB_F_TIMEOUT);
	u32 retry = cmlab_values_get(qp, CMLAB_F_RETRY);

	if (!cmlab_values_has(qp, CMLAB_F_TIMEOUT) || !cmlab_values_has(qp, CMLAB_F_RETRY))
		return CMLAB_TIME_NONE;
	if (!timeout || (retry == 7 && cmlab_predict_driver(p, role)->retry7_endless))
		return CMLAB_TIME_NEVER;
	return (s64)(TIMEOUT_NS(timeout) * (retry + 1));
}

static void rnr_times(struct cmlab_prediction *p, enum cmlab_role role)
{
	const struct cmlab_values *peer = &p->side[!role].qp;
	struct cmlab_predicted_side *s = &p->side[role];
	u32 rnr = cmlab_values_get(&s->qp, CMLAB_F_RNR);

	s->rnr_stall_ns = CMLAB_TIME_NONE;
	s->rnr_exceeded_ns = CMLAB_TIME_NONE;
	if (!cmlab_values_has(&s->qp, CMLAB_F_RNR) || !cmlab_values_has(peer, CMLAB_F_MIN_RNR))
		return;
	s->rnr_stall_ns = cmlab_predict_rnr_us(cmlab_values_get(peer, CMLAB_F_MIN_RNR)) * 1000LL;
	s->rnr_exceeded_ns = rnr == 7 ? CMLAB_TIME_NEVER : s->rnr_stall_ns * rnr;
}

static void side_times(struct cmlab_prediction *p, enum cmlab_role role)
{
	struct cmlab_predicted_side *s = &p->side[role];

	s->retry_exceeded_ns = retry_exceeded_ns(p, role);
	rnr_times(p, role);
	/* cm.c:997, with the path's own timeout even if the QP has another. */
	s->time_wait_ns = s->cm_timeout ? cm_ms(s->cm_timeout) * NS_PER_MS : CMLAB_TIME_NONE;
}

void cmlab_predict_times(struct cmlab_prediction *p)
{
	bool iwarp = p->in->transport == CMLAB_TRANSPORT_IWARP;
	u32 mpa_ms = cmlab_predict_driver(p, CMLAB_ROLE_ACTIVE)->iw_mpa_ms;
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++)
		side_times(p, r);
	p->unreachable_ns = unreachable_ns(p);
	p->reply_ns = iwarp && mpa_ms ? mpa_ms * NS_PER_MS : CMLAB_TIME_NONE;
	p->rep_lost_ns = iwarp || p->in->ps == CMLAB_PS_UDP ? CMLAB_TIME_NONE :
							      CM_RESPONSE_MS * NS_PER_MS * CM_SENDS;
}
