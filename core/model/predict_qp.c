// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What a driver makes of the attributes that a QP is to have, and what ib_query_qp
 * shows of them afterwards. The differences are in struct cmlab_driver_info.
 */
#include "model.h"

#define NO_BOUND 0xffffffff

/* ib_addr.h:174-195: GRH, UDP, BTH, XRC, AtomicETH and ICRC come off a RoCE netdev's MTU. */
#define ROCE_HEADERS (40 + 8 + 12 + 4 + 28 + 4)

#define MTU_ETHERNET 1500
#define MTU_IB	     2048

u32 cmlab_predict_bound(const struct cmlab_model *p, enum cmlab_role role, enum cmlab_field f)
{
	const struct cmlab_limits *l = &p->in->side[role].device;
	const struct cmlab_driver_info *info = cmlab_limits_driver(l->driver);

	switch (f == CMLAB_F_IRD ? info->ird_bound : info->ord_bound) {
	case CMLAB_BOUND_RD:
		return (u32)max(l->max_qp_rd_atom, 0);
	case CMLAB_BOUND_INIT:
		return (u32)max(l->max_qp_init_rd_atom, 0);
	default:
		return NO_BOUND;
	}
}

static u32 mtu_step(u32 bytes)
{
	u32 mtu = 4096;

	while (mtu > bytes && mtu >= 256)
		mtu >>= 1;
	return mtu < 256 ? 0 : mtu;
}

u32 cmlab_predict_mtu(const struct cmlab_model *p, enum cmlab_role role)
{
	u32 mtu = p->in->side[role].netdev_mtu;

	if (p->in->transport == CMLAB_TRANSPORT_IB)
		return mtu_step(mtu ? mtu : MTU_IB);
	if (!mtu)
		mtu = MTU_ETHERNET;
	/* ib_mtu_int_to_enum() knows nothing below 256. */
	if (p->in->transport == CMLAB_TRANSPORT_IWARP)
		return mtu_step(max_t(u32, mtu, 256));
	return mtu > ROCE_HEADERS ? mtu_step(mtu - ROCE_HEADERS) : 0;
}

static void set_zero_depth(const struct cmlab_model *p, enum cmlab_role role, enum cmlab_field f,
			   struct cmlab_end *s)
{
	switch (cmlab_predict_driver(p, role)->zero) {
	case CMLAB_ZERO_ONE:
		cmlab_values_set(&s->programmed, f, 1);
		break;
	case CMLAB_ZERO_LIMIT:
		cmlab_values_set(&s->programmed, f, cmlab_predict_bound(p, role, f) & 255);
		break;
	case CMLAB_ZERO_UNSET:
		break;
	default:
		cmlab_values_set(&s->programmed, f, 0);
		break;
	}
}

static void set_depth(const struct cmlab_model *p, enum cmlab_role role, enum cmlab_field f, u32 v,
		      struct cmlab_end *s)
{
	const struct cmlab_driver_info *info = cmlab_predict_driver(p, role);

	if (!v) {
		set_zero_depth(p, role, f, s);
		return;
	}
	if (info->rounds_up)
		v = cmlab_ib_pow2(v);
	if (f == CMLAB_F_IRD && info->ird_wraps)
		v &= 255;
	cmlab_values_set(&s->programmed, f, v);
}

static int to_rtr(const struct cmlab_model *p, enum cmlab_role role,
		  const struct cmlab_values *want, struct cmlab_end *s)
{
	u32 ird = cmlab_values_get(want, CMLAB_F_IRD);

	if (ird > cmlab_predict_bound(p, role, CMLAB_F_IRD))
		return -EINVAL;
	set_depth(p, role, CMLAB_F_IRD, ird, s);
	if (!ird && cmlab_predict_driver(p, role)->zero_strips)
		s->access &= CMLAB_ACCESS_REMOTE_WRITE;
	cmlab_values_set(&s->programmed, CMLAB_F_MTU, cmlab_values_get(want, CMLAB_F_MTU));
	if (!cmlab_limits_fact(&p->in->side[role].device, CMLAB_FACT_NO_MIN_RNR))
		cmlab_values_set(&s->programmed, CMLAB_F_MIN_RNR,
				 cmlab_values_get(want, CMLAB_F_MIN_RNR));
	if (cmlab_values_has(want, CMLAB_F_QPN))
		cmlab_values_set(&s->programmed, CMLAB_F_QPN, cmlab_values_get(want, CMLAB_F_QPN));
	return 0;
}

static void set_timeout(const struct cmlab_driver_info *info, u32 v, struct cmlab_end *s)
{
	if (v <= CMLAB_TIMER_MAX)
		cmlab_values_set(&s->programmed, CMLAB_F_TIMEOUT, v);
	else if (info->timeout_over == CMLAB_OVER_MASKED)
		cmlab_values_set(&s->programmed, CMLAB_F_TIMEOUT, v & CMLAB_TIMER_MAX);
}

static int to_rts(const struct cmlab_model *p, enum cmlab_role role,
		  const struct cmlab_values *want, struct cmlab_end *s)
{
	const struct cmlab_driver_info *info = cmlab_predict_driver(p, role);
	u32 timeout = cmlab_values_get(want, CMLAB_F_TIMEOUT);
	u32 bound = cmlab_predict_bound(p, role, CMLAB_F_ORD);
	u32 ord = cmlab_values_get(want, CMLAB_F_ORD);

	if (ord > bound && !info->ord_capped)
		return -EINVAL;
	if (timeout > CMLAB_TIMER_MAX && info->timeout_over == CMLAB_OVER_REFUSED)
		return -EINVAL;
	set_depth(p, role, CMLAB_F_ORD, min(ord, bound), s);
	set_timeout(info, timeout, s);
	cmlab_values_set(&s->programmed, CMLAB_F_RETRY, cmlab_values_get(want, CMLAB_F_RETRY));
	cmlab_values_set(&s->programmed, CMLAB_F_RNR, cmlab_values_get(want, CMLAB_F_RNR));
	return 0;
}

int cmlab_predict_program(const struct cmlab_model *p, enum cmlab_role role,
			  const struct cmlab_values *want)
{
	struct cmlab_end *s = &p->h->end[role];
	int ret = to_rtr(p, role, want, s);

	if (!ret)
		ret = to_rts(p, role, want, s);
	s->qp_state = ret ? CMLAB_QP_ERR : CMLAB_QP_RTS;
	return ret;
}

void cmlab_predict_program_iw(struct cmlab_model *p, enum cmlab_role role, u32 ird, u32 ord)
{
	struct cmlab_end *s = &p->h->end[role];

	set_depth(p, role, CMLAB_F_IRD, ird, s);
	set_depth(p, role, CMLAB_F_ORD, ord, s);
	/* iwcm.c:1111-1135: both, whatever the depths are. */
	s->access = CMLAB_ACCESS_REMOTE_WRITE | CMLAB_ACCESS_REMOTE_READ;
	s->qp_state = CMLAB_QP_RTS;
}

static void report_depths(const struct cmlab_driver_info *info, struct cmlab_end *s)
{
	static const u8 depths[] = { CMLAB_F_IRD, CMLAB_F_ORD };
	struct cmlab_values *r = &s->reported;
	unsigned int i;

	/* A logarithm that was never set reads as 1 << 0. */
	if (info->zero == CMLAB_ZERO_UNSET && s->qp_state == CMLAB_QP_RTS)
		for (i = 0; i < ARRAY_SIZE(depths); i++)
			if (!cmlab_values_has(r, depths[i]))
				cmlab_values_set(r, depths[i], 1);
	if (info->query_crossed && cmlab_values_has(r, CMLAB_F_IRD) &&
	    cmlab_values_has(r, CMLAB_F_ORD)) {
		u32 ird = cmlab_values_get(r, CMLAB_F_IRD);

		cmlab_values_set(r, CMLAB_F_IRD, cmlab_values_get(r, CMLAB_F_ORD));
		cmlab_values_set(r, CMLAB_F_ORD, ird);
	}
}

/* What a driver does not show in some releases. */
static void report_by_kernel(const struct cmlab_limits *l, struct cmlab_end *s)
{
	if (s->qp_state == CMLAB_QP_NONE)
		return;
	if (cmlab_limits_fact(l, CMLAB_FACT_SIW_NO_STATE))
		s->reported_state = CMLAB_QP_RESET;
	if (cmlab_limits_fact(l, CMLAB_FACT_ERDMA_NO_QUERY)) {
		cmlab_values_set(&s->reported, CMLAB_F_IRD, 0);
		cmlab_values_set(&s->reported, CMLAB_F_ORD, 0);
	}
	if (l->transport == CMLAB_TRANSPORT_ROCE && s->qp_state == CMLAB_QP_RTS &&
	    cmlab_limits_fact(l, CMLAB_FACT_NO_MIN_RNR))
		cmlab_values_set(&s->reported, CMLAB_F_MIN_RNR, 0);
}

static void report_iwarp(const struct cmlab_model *p, enum cmlab_role role, struct cmlab_end *s)
{
	static const u8 zeros[] = {
		CMLAB_F_RETRY,
		CMLAB_F_RNR,
		CMLAB_F_TIMEOUT,
		CMLAB_F_MIN_RNR,
	};
	const struct cmlab_driver_info *info = cmlab_predict_driver(p, role);
	unsigned int i;

	if (info->query_no_depths) {
		cmlab_values_unset(&s->reported, CMLAB_F_IRD);
		cmlab_values_unset(&s->reported, CMLAB_F_ORD);
	}
	if (!info->query_poor || s->qp_state == CMLAB_QP_NONE)
		return;
	for (i = 0; i < ARRAY_SIZE(zeros); i++)
		cmlab_values_set(&s->reported, zeros[i], 0);
	/* siw_verbs.c:506-530 */
	cmlab_values_set(&s->reported, CMLAB_F_MTU, cmlab_predict_mtu(p, role));
	s->reported_access = CMLAB_ACCESS_LOCAL_WRITE | CMLAB_ACCESS_REMOTE_WRITE |
			     CMLAB_ACCESS_REMOTE_READ;
}

void cmlab_predict_report(struct cmlab_model *p, enum cmlab_role role)
{
	struct cmlab_end *s = &p->h->end[role];

	s->reported = s->programmed;
	s->reported_access = s->access;
	s->reported_state = s->qp_state;
	report_depths(cmlab_predict_driver(p, role), s);
	if (p->in->transport == CMLAB_TRANSPORT_IWARP)
		report_iwarp(p, role, s);
	report_by_kernel(&p->in->side[role].device, s);
}
