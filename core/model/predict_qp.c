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

u32 cmlab_predict_bound(const struct cmlab_party *s, enum cmlab_field f)
{
	switch (f == CMLAB_F_IRD ? s->driver->ird_bound : s->driver->ord_bound) {
	case CMLAB_BOUND_RD:
		return (u32)max(s->side->device.max_qp_rd_atom, 0);
	case CMLAB_BOUND_INIT:
		return (u32)max(s->side->device.max_qp_init_rd_atom, 0);
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

u32 cmlab_predict_mtu(const struct cmlab_party *s)
{
	u32 mtu = s->side->netdev_mtu;

	if (s->in->transport == CMLAB_TRANSPORT_IB)
		return mtu_step(mtu ? mtu : MTU_IB);
	if (!mtu)
		mtu = MTU_ETHERNET;
	/* ib_mtu_int_to_enum() knows nothing below 256. */
	if (s->in->transport == CMLAB_TRANSPORT_IWARP)
		return mtu_step(max_t(u32, mtu, 256));
	return mtu > ROCE_HEADERS ? mtu_step(mtu - ROCE_HEADERS) : 0;
}

static u32 zero_depth(const struct cmlab_party *s, enum cmlab_field f)
{
	if (s->driver->zero == CMLAB_ZERO_ONE)
		return 1;
	return s->driver->zero == CMLAB_ZERO_LIMIT ? cmlab_predict_bound(s, f) & 255 : 0;
}

static void set_depth(const struct cmlab_party *s, enum cmlab_field f, u32 v)
{
	if (!v && s->driver->zero == CMLAB_ZERO_UNSET)
		return;
	if (!v)
		v = zero_depth(s, f);
	else if (s->driver->rounds_up)
		v = cmlab_ib_pow2(v);
	if (f == CMLAB_F_IRD && s->driver->ird_wraps)
		v &= 255;
	cmlab_values_set(&s->e->programmed, f, v);
}

static int to_rtr(const struct cmlab_party *s, const struct cmlab_values *want)
{
	u32 ird = cmlab_values_get(want, CMLAB_F_IRD);

	if (ird > cmlab_predict_bound(s, CMLAB_F_IRD))
		return -EINVAL;
	set_depth(s, CMLAB_F_IRD, ird);
	if (!ird && s->driver->zero_strips)
		s->e->access &= CMLAB_ACCESS_REMOTE_WRITE;
	cmlab_values_copy(&s->e->programmed, want, CMLAB_F_MTU);
	if (!cmlab_limits_fact(&s->side->device, CMLAB_FACT_NO_MIN_RNR))
		cmlab_values_copy(&s->e->programmed, want, CMLAB_F_MIN_RNR);
	cmlab_values_copy(&s->e->programmed, want, CMLAB_F_QPN);
	return 0;
}

static int to_rts(const struct cmlab_party *s, const struct cmlab_values *want)
{
	u32 timeout = cmlab_values_get(want, CMLAB_F_TIMEOUT);
	u32 bound = cmlab_predict_bound(s, CMLAB_F_ORD);
	u32 ord = cmlab_values_get(want, CMLAB_F_ORD);
	u8 over = timeout > CMLAB_TIMER_MAX ? s->driver->timeout_over : CMLAB_OVER_MASKED;

	if ((ord > bound && !s->driver->ord_capped) || over == CMLAB_OVER_REFUSED)
		return -EINVAL;
	set_depth(s, CMLAB_F_ORD, min(ord, bound));
	if (over == CMLAB_OVER_MASKED)
		cmlab_values_set(&s->e->programmed, CMLAB_F_TIMEOUT, timeout & CMLAB_TIMER_MAX);
	cmlab_values_copy(&s->e->programmed, want, CMLAB_F_RETRY);
	cmlab_values_copy(&s->e->programmed, want, CMLAB_F_RNR);
	return 0;
}

int cmlab_predict_program(const struct cmlab_party *s, const struct cmlab_values *want)
{
	int ret = to_rtr(s, want);

	if (!ret)
		ret = to_rts(s, want);
	s->e->qp_state = ret ? CMLAB_QP_ERR : CMLAB_QP_RTS;
	return ret;
}

void cmlab_predict_program_iw(const struct cmlab_party *s, u32 ird, u32 ord)
{
	set_depth(s, CMLAB_F_IRD, ird);
	set_depth(s, CMLAB_F_ORD, ord);
	/* iwcm.c:1111-1135: both, whatever the depths are. */
	s->e->access = CMLAB_ACCESS_REMOTE_WRITE | CMLAB_ACCESS_REMOTE_READ;
	s->e->qp_state = CMLAB_QP_RTS;
}

/* A logarithm that was never set reads as 1 << 0. */
static void report_unset(struct cmlab_values *r, enum cmlab_field f)
{
	if (!cmlab_values_has(r, f))
		cmlab_values_set(r, f, 1);
}

static void report_depths(const struct cmlab_driver_info *info, struct cmlab_end *e)
{
	struct cmlab_values *r = &e->reported;

	if (info->zero == CMLAB_ZERO_UNSET && e->qp_state == CMLAB_QP_RTS) {
		report_unset(r, CMLAB_F_IRD);
		report_unset(r, CMLAB_F_ORD);
	}
	if (!info->query_crossed || !cmlab_values_has(r, CMLAB_F_IRD) ||
	    !cmlab_values_has(r, CMLAB_F_ORD))
		return;
	swap(r->v[CMLAB_F_IRD], r->v[CMLAB_F_ORD]);
}

/* What a driver does not show in some releases. */
static void report_by_kernel(const struct cmlab_party *s)
{
	const struct cmlab_limits *l = &s->side->device;
	struct cmlab_end *e = s->e;

	if (e->qp_state == CMLAB_QP_NONE)
		return;
	if (cmlab_limits_fact(l, CMLAB_FACT_SIW_NO_STATE))
		e->reported_state = CMLAB_QP_RESET;
	if (cmlab_limits_fact(l, CMLAB_FACT_ERDMA_NO_QUERY)) {
		cmlab_values_set(&e->reported, CMLAB_F_IRD, 0);
		cmlab_values_set(&e->reported, CMLAB_F_ORD, 0);
	}
	if (l->transport == CMLAB_TRANSPORT_ROCE && e->qp_state == CMLAB_QP_RTS &&
	    cmlab_limits_fact(l, CMLAB_FACT_NO_MIN_RNR))
		cmlab_values_set(&e->reported, CMLAB_F_MIN_RNR, 0);
}

static void report_iwarp(const struct cmlab_party *s)
{
	struct cmlab_values *r = &s->e->reported;

	if (s->driver->query_no_depths) {
		cmlab_values_unset(r, CMLAB_F_IRD);
		cmlab_values_unset(r, CMLAB_F_ORD);
	}
	if (!s->driver->query_poor || s->e->qp_state == CMLAB_QP_NONE)
		return;
	cmlab_values_set(r, CMLAB_F_RETRY, 0);
	cmlab_values_set(r, CMLAB_F_RNR, 0);
	cmlab_values_set(r, CMLAB_F_TIMEOUT, 0);
	cmlab_values_set(r, CMLAB_F_MIN_RNR, 0);
	/* siw_verbs.c:506-530 */
	cmlab_values_set(r, CMLAB_F_MTU, cmlab_predict_mtu(s));
	s->e->reported_access = CMLAB_ACCESS_LOCAL_WRITE | CMLAB_ACCESS_REMOTE_WRITE |
				CMLAB_ACCESS_REMOTE_READ;
}

void cmlab_predict_report(const struct cmlab_party *s)
{
	s->e->reported = s->e->programmed;
	s->e->reported_access = s->e->access;
	s->e->reported_state = s->e->qp_state;
	report_depths(s->driver, s->e);
	if (s->in->transport == CMLAB_TRANSPORT_IWARP)
		report_iwarp(s);
	report_by_kernel(s);
}
