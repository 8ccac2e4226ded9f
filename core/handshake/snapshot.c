// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Filling a snapshot, each part at its moment.
 */
#include "../findings/verdict.h"

void cmlab_snapshot_init(struct cmlab_snapshot *s, u32 id, enum cmlab_role role)
{
	memset(s, 0, sizeof(*s));
	s->id = id;
	s->role = (u8)role;
	s->reason_field = CMLAB_NR_FIELDS;
}

static void add_clamps(struct cmlab_clamps *to, const struct cmlab_clamps *from)
{
	u32 i;

	for (i = 0; i < from->nr; i++)
		cmlab_values_record(to, from->c[i].field, from->c[i].from, from->c[i].to,
				    from->c[i].why, from->c[i].mock);
	to->lost += from->lost;
}

void cmlab_snapshot_decided(struct cmlab_snapshot *s, const struct cmlab_decision *d)
{
	if (d->requested.known || d->params.known) {
		s->requested = d->requested;
		s->clamps = d->clamps;
		/* What is refused goes nowhere. */
		if (!d->reason)
			s->offered = d->params;
	} else {
		add_clamps(&s->clamps, &d->clamps);
	}
	s->negotiated = d->negotiated;
	if (!d->reason)
		return;
	s->reason = (u8)d->reason;
	s->reason_by_peer = false;
	s->reason_field = (u8)d->field;
	s->reason_have = d->have;
	s->reason_need = d->need;
}

static void take_user(struct cmlab_pdata *p, const u8 *bytes, size_t len)
{
	p->user_len = (u32)min_t(size_t, len, sizeof(p->user));
	if (p->user_len)
		memcpy(p->user, bytes, p->user_len);
}

static void take_reject(struct cmlab_snapshot *s, const struct cmlab_wire_hdr *hdr)
{
	if (hdr->reason == CMLAB_REASON_NONE)
		return;
	/* A later version's number that this one has no word for stays a number. */
	s->reason = (u8)min_t(u32, hdr->reason, 255);
	s->reason_by_peer = true;
	s->reason_field = (u8)hdr->field;
	s->reason_have = hdr->have;
	s->reason_need = hdr->need;
}

enum cmlab_reason cmlab_snapshot_received(struct cmlab_snapshot *s, const u8 *buf, size_t len,
					  enum cmlab_wire_kind kind)
{
	struct cmlab_pdata *p = &s->received;
	enum cmlab_reason reason;

	memset(p, 0, sizeof(*p));
	p->seen = true;
	if (!buf)
		len = 0;
	p->wire_len = (u32)len;
	if (s->handshake == CMLAB_HANDSHAKE_RAW) {
		take_user(p, buf, len);
		return CMLAB_REASON_NONE;
	}
	reason = cmlab_wire_parse(buf, len, kind, &p->hdr);
	p->hdr_reason = (u8)reason;
	if (reason)
		return reason;
	p->has_hdr = true;
	take_user(p, buf + CMLAB_WIRE_HDR_LEN, p->hdr.user_len);
	if (kind == CMLAB_WIRE_REJ)
		take_reject(s, &p->hdr);
	return CMLAB_REASON_NONE;
}

static void note_rounding(struct cmlab_snapshot *s, enum cmlab_field f)
{
	u32 agreed = cmlab_values_get(&s->negotiated, f);
	u32 has = cmlab_values_get(&s->programmed, f);

	if (!cmlab_values_has(&s->programmed, f) || !cmlab_values_has(&s->negotiated, f))
		return;
	if (cmlab_limits_driver(s->limits.driver)->rounds_up && has == cmlab_verdict_pow2(agreed))
		cmlab_values_record(&s->clamps, f, agreed, has, CMLAB_WHY_DRIVER_ROUNDED, false);
}

void cmlab_snapshot_programmed(struct cmlab_snapshot *s, const struct cmlab_values *raw)
{
	s->reported_crossed = cmlab_policy_programmed(&s->limits, raw, &s->programmed);
	note_rounding(s, CMLAB_F_IRD);
	note_rounding(s, CMLAB_F_ORD);
}
