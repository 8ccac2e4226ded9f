// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "naive.h"

u32 cmlab_naive_crc(const u8 *buf, size_t len, size_t skip)
{
	u32 crc = 0xffffffff;
	size_t i;
	int bit;

	for (i = 0; i < len; i++) {
		if (i >= skip && i < skip + 4)
			continue;
		for (bit = 0; bit < 8; bit++) {
			u32 in = (u32)(buf[i] >> bit & 1);
			bool odd = (crc & 1) != in;

			crc >>= 1;
			if (odd)
				crc ^= 0x82f63b78;
		}
	}
	return ~crc;
}

/* What one depth may be, as conditions that each forbid a value. */
static bool allowed(const struct cmlab_side *side, const struct cmlab_values *adv,
		    enum cmlab_field f, u32 v, bool count_room, bool count_peer)
{
	const struct cmlab_limits *l = side->limits;
	s64 limit = f == CMLAB_F_IRD ? l->max_qp_rd_atom : l->max_qp_init_rd_atom;

	if (v > side->profile->range[f].target || v > side->profile->range[f].ceiling)
		return false;
	if ((s64)v > limit)
		return false;
	if (f == CMLAB_F_IRD && count_room && l->max_res_rd_atom > 0 &&
	    side->res_used + v > (u64)l->max_res_rd_atom)
		return false;
	return !(count_peer && adv && adv->known >> f & 1 && v > adv->v[f]);
}

/* What is allowed has no holes: go up as long as it is. */
static u32 largest(const struct cmlab_side *side, const struct cmlab_values *adv,
		   enum cmlab_field f, bool count_room, bool count_peer)
{
	u32 v = 0;

	while (v < 255 && allowed(side, adv, f, v + 1, count_room, count_peer))
		v++;
	return v;
}

static void blame(struct cmlab_naive *n, bool wrong, enum cmlab_reason reason, enum cmlab_field f)
{
	if (!wrong || n->reason != CMLAB_REASON_NONE)
		return;
	n->reason = reason;
	n->field = f;
}

static void depth(const struct cmlab_side *side, const struct cmlab_values *adv, enum cmlab_field f,
		  struct cmlab_naive *n)
{
	const struct cmlab_range *r = &side->profile->range[f];
	u32 v = largest(side, adv, f, true, true);
	bool ird = f == CMLAB_F_IRD;

	blame(n, side->profile->strict && r->target > 255, CMLAB_REASON_FIELD_RANGE, f);
	blame(n,
	      ird && largest(side, adv, f, false, false) >= r->floor &&
		      largest(side, adv, f, true, false) < r->floor,
	      CMLAB_REASON_RES_EXHAUSTED, f);
	blame(n, v < r->floor, ird ? CMLAB_REASON_IRD_FLOOR : CMLAB_REASON_ORD_FLOOR, f);
	n->params[f] = v;
}

static u32 widest(enum cmlab_field f)
{
	switch (f) {
	case CMLAB_F_RETRY:
	case CMLAB_F_RNR:
		return 7;
	case CMLAB_F_FLOW:
	case CMLAB_F_SRQ:
		return 1;
	case CMLAB_F_MIN_RNR:
	case CMLAB_F_TIMEOUT:
		return 31;
	case CMLAB_F_QPN:
		return 0xffffff;
	default:
		return 0xffffffff;
	}
}

static void other(const struct cmlab_side *side, bool reply, enum cmlab_field f,
		  struct cmlab_naive *n)
{
	bool iwarp = side->limits->transport == CMLAB_TRANSPORT_IWARP;
	u32 v = side->profile->range[f].target;
	bool asked = side->profile->set >> f & 1;

	if (f == CMLAB_F_PDLEN || f == CMLAB_F_MTU)
		return;
	if (side->ud && !(reply && (f == CMLAB_F_QPN || f == CMLAB_F_QKEY)))
		return;
	if (!side->ud && f == CMLAB_F_QKEY)
		return;
	if (!side->ud && iwarp && f != CMLAB_F_QPN)
		return;
	if (reply && f == CMLAB_F_RETRY)
		return;
	if (side->qp_num && f == CMLAB_F_QPN) {
		n->params[f] = side->qp_num;
		return;
	}
	if (side->qp_num && f == CMLAB_F_SRQ) {
		n->params[f] = side->has_srq ? 1 : 0;
		return;
	}
	if (!asked)
		return;
	blame(n, side->profile->strict && v > widest(f), CMLAB_REASON_FIELD_RANGE, f);
	n->params[f] = v > widest(f) ? widest(f) : v;
}

void cmlab_naive_decide(const struct cmlab_side *side, const struct cmlab_values *adv,
			struct cmlab_naive *n)
{
	unsigned int f;

	n->reason = CMLAB_REASON_NONE;
	n->field = CMLAB_NR_FIELDS;
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		n->params[f] = -1;
	if (!side->ud) {
		depth(side, adv, CMLAB_F_IRD, n);
		depth(side, adv, CMLAB_F_ORD, n);
	}
	for (f = CMLAB_F_RETRY; f < CMLAB_NR_FIELDS; f++)
		other(side, adv, f, n);
}
