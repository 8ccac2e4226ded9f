// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Filling a live handshake, each part at its moment, and what follows from what is known.
 */
#include <cmlab/handshake.h>
#include <cmlab/pdata.h>

void cmlab_handshake_init(struct cmlab_handshake *h, enum cmlab_source source, u8 viewpoint)
{
	unsigned int r;

	memset(h, 0, sizeof(*h));
	h->source = (u8)source;
	h->viewpoint = viewpoint;
	h->answer = CMLAB_ANSWER_UNKNOWN;
	h->unreachable_ns = CMLAB_TIME_NONE;
	h->reply_ns = CMLAB_TIME_NONE;
	h->rep_lost_ns = CMLAB_TIME_NONE;
	h->rejecter = CMLAB_NO_VIEWPOINT;
	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		h->end[r].refusal.field = CMLAB_NR_FIELDS;
		h->end[r].ret = CMLAB_NO_ERRNO;
		h->end[r].set_timeout = CMLAB_NO_ERRNO;
		h->end[r].set_min_rnr = CMLAB_NO_ERRNO;
		h->end[r].time_wait_ns = CMLAB_TIME_NONE;
	}
}

void cmlab_handshake_device(struct cmlab_handshake *h, const struct cmlab_limits *limits,
			    const struct cmlab_limits *device)
{
	struct cmlab_end *e = cmlab_own_end(h);

	e->known |= CMLAB_KNOWS_LIMITS | CMLAB_KNOWS_DRIVER;
	e->limits = *limits;
	e->device = *device;
	h->transport = device->transport;
}

static void refuse(struct cmlab_refusal *r, u32 reason, unsigned int field, u32 have, u32 need)
{
	/* A later version's number that this one has no word for stays a number. */
	r->code = (u8)min_t(u32, reason, 255);
	r->field = (u8)field;
	r->have = have;
	r->need = need;
}

void cmlab_handshake_refused(struct cmlab_handshake *h, u32 reason, unsigned int field, u32 have,
			     u32 need)
{
	refuse(&cmlab_own_end(h)->refusal, reason, field, have, need);
}

void cmlab_end_decided(struct cmlab_end *e, const struct cmlab_decision *d)
{
	if (d->requested.known || d->params.known) {
		e->requested = d->requested;
		e->clamps = d->clamps;
		/* What is refused goes nowhere. */
		if (!d->reason)
			e->asked = d->params;
	} else {
		cmlab_values_add_clamps(&e->clamps, &d->clamps);
	}
	e->agreed = d->negotiated;
	if (d->reason)
		refuse(&e->refusal, d->reason, d->field, d->have, d->need);
}

/*
 * Each message has its place, which is written once and while the handshake lasts: a reject
 * that comes when the connection stands changes nothing of how it came to stand.
 */
static bool is_closed(const struct cmlab_handshake *h, const struct cmlab_pdata *p)
{
	return p->seen || p->sent || h->outcome != CMLAB_OUTCOME_PENDING;
}

static void take_user(struct cmlab_pdata *p, const u8 *bytes, size_t len)
{
	p->user_len = (u32)min_t(size_t, len, sizeof(p->user));
	if (p->user_len)
		memcpy(p->user, bytes, p->user_len);
}

void cmlab_handshake_private_data(struct cmlab_handshake *h, enum cmlab_wire_kind kind, u32 len,
				  const u8 *user, u32 user_len)
{
	struct cmlab_pdata *p = kind == CMLAB_WIRE_REJ ? &h->reject : &cmlab_own_end(h)->message;

	if (is_closed(h, p))
		return;
	if (kind == CMLAB_WIRE_REJ)
		h->rejecter = h->viewpoint;
	p->sent = true;
	p->sent_len = len;
	take_user(p, user, user_len);
}

/* @v in @f of the message: both counts are bounded, the others lose their upper bits. */
static u32 on_the_wire(enum cmlab_field f, u32 v)
{
	if (f == CMLAB_F_SRQ)
		return !!v;
	if (f == CMLAB_F_RETRY || f == CMLAB_F_RNR)
		return min_t(u32, v, CMLAB_RETRY_MAX);
	return v & cmlab_field_info(f)->wire_max;
}

void cmlab_end_sends(struct cmlab_end *e, enum cmlab_msg msg, const struct cmlab_values *asked)
{
	static const u8 fields[] = { CMLAB_F_IRD,  CMLAB_F_ORD, CMLAB_F_RNR,
				     CMLAB_F_FLOW, CMLAB_F_SRQ, CMLAB_F_QPN };
	u32 retry = cmlab_values_get(asked, CMLAB_F_RETRY);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		cmlab_values_set(&e->sent, fields[i],
				 on_the_wire(fields[i], cmlab_values_get(asked, fields[i])));
	if (msg == CMLAB_MSG_REQ)
		cmlab_values_set(&e->sent, CMLAB_F_RETRY, on_the_wire(CMLAB_F_RETRY, retry));
}

void cmlab_handshake_called(struct cmlab_handshake *h, enum cmlab_call call, s32 ret)
{
	struct cmlab_end *e = cmlab_own_end(h);
	bool timeout = call == CMLAB_CALL_SET_ACK_TIMEOUT, min_rnr = call == CMLAB_CALL_SET_MIN_RNR;

	e->known |= CMLAB_KNOWS_CALL;
	if (timeout || min_rnr)
		e->known |= CMLAB_KNOWS_TIMERS;
	if (timeout)
		e->set_timeout = ret;
	if (min_rnr)
		e->set_min_rnr = ret;
	/* The two setters are not steps of the handshake, unless they fail. */
	if (((timeout || min_rnr) && !ret) || e->ret < 0)
		return;
	e->call = (u8)call;
	e->ret = ret;
	/* What an MPA frame carries depends on the driver; a SIDR message has none of it. */
	if (ret || h->transport == CMLAB_TRANSPORT_IWARP || h->ps == CMLAB_PS_UDP)
		return;
	if (call == CMLAB_CALL_CONNECT)
		cmlab_end_sends(e, CMLAB_MSG_REQ, &e->asked);
	if (call == CMLAB_CALL_ACCEPT && h->viewpoint == CMLAB_ROLE_PASSIVE)
		cmlab_end_sends(e, CMLAB_MSG_REP, &e->asked);
}

void cmlab_handshake_event(struct cmlab_handshake *h, const struct cmlab_cm_event *ev)
{
	struct cmlab_end *e = cmlab_own_end(h);
	u8 nr = e->nr_events + e->nr_later;

	e->known |= CMLAB_KNOWS_EVENTS;
	if (nr < CMLAB_EVENTS) {
		if (h->outcome == CMLAB_OUTCOME_PENDING)
			e->nr_events++;
		else
			e->nr_later++;
		e->events[nr] = *ev;
		return;
	}
	/* The outcome's and the last one are what a reader looks at: never lose those. */
	e->known &= ~CMLAB_KNOWS_EVENTS;
	if (h->outcome != CMLAB_OUTCOME_PENDING && !e->nr_later) {
		e->events[CMLAB_EVENTS - 2] = e->events[CMLAB_EVENTS - 1];
		e->nr_events--;
		e->nr_later++;
	}
	e->events[CMLAB_EVENTS - 1] = *ev;
}

bool cmlab_event_has_numbers(enum cmlab_event event, enum cmlab_role role)
{
	switch (event) {
	case CMLAB_EVENT_CONNECT_REQUEST:
	case CMLAB_EVENT_CONNECT_RESPONSE:
	case CMLAB_EVENT_REJECTED:
		return true;
	case CMLAB_EVENT_ESTABLISHED:
		return role == CMLAB_ROLE_ACTIVE;
	default:
		return false;
	}
}

const struct cmlab_cm_event *cmlab_end_event(const struct cmlab_end *e, enum cmlab_event event)
{
	u8 i;

	for (i = 0; i < e->nr_events + e->nr_later; i++)
		if (e->events[i].event == event)
			return &e->events[i];
	return NULL;
}

/* The peer's own limits and wishes, wide, which its message's fields cannot carry. */
static void take_header(struct cmlab_handshake *h, const struct cmlab_wire_hdr *hdr)
{
	struct cmlab_end *peer = cmlab_peer_end(h);

	/* What its REQ or REP said stays when a REJ comes after it. */
	if (!(peer->known & CMLAB_KNOWS_LIMITS)) {
		peer->known |= CMLAB_KNOWS_LIMITS;
		peer->limits.max_qp_rd_atom = (s32)hdr->max_ird;
		peer->limits.max_qp_init_rd_atom = (s32)hdr->max_ord;
		cmlab_values_set(&peer->requested, CMLAB_F_IRD, hdr->want_ird);
		cmlab_values_set(&peer->requested, CMLAB_F_ORD, hdr->want_ord);
	}
	if (hdr->kind == CMLAB_WIRE_REJ && hdr->reason != CMLAB_REASON_NONE)
		refuse(&peer->refusal, hdr->reason, hdr->field, hdr->have, hdr->need);
}

enum cmlab_reason cmlab_handshake_received(struct cmlab_handshake *h, const u8 *buf, size_t len,
					   enum cmlab_wire_kind kind)
{
	struct cmlab_pdata *p = kind == CMLAB_WIRE_REJ ? &h->reject : &cmlab_peer_end(h)->message;
	enum cmlab_reason reason;

	if (is_closed(h, p))
		return p->hdr_reason;
	if (kind == CMLAB_WIRE_REJ)
		h->rejecter = !h->viewpoint;
	p->seen = true;
	if (!buf)
		len = 0;
	p->seen_len = (u32)len;
	len = cmlab_pdata_believed(&cmlab_own_end(h)->device, kind, (u32)len);
	if (h->form == CMLAB_PDATA_RAW) {
		take_user(p, buf, len);
		return CMLAB_REASON_NONE;
	}
	reason = cmlab_wire_parse(buf, len, kind, &p->hdr);
	p->hdr_reason = (u8)reason;
	/* Another protocol's reject is its own reason, which somebody may know to read. */
	if (reason && reason != CMLAB_REASON_HDR_ABSENT && kind == CMLAB_WIRE_REJ)
		take_user(p, buf, len);
	if (reason)
		return reason;
	p->has_hdr = true;
	take_user(p, buf + CMLAB_WIRE_HDR_LEN, p->hdr.user_len);
	take_header(h, &p->hdr);
	return CMLAB_REASON_NONE;
}

void cmlab_handshake_seen(struct cmlab_handshake *h, const struct cmlab_values *seen)
{
	struct cmlab_end *e = cmlab_own_end(h);

	if (e->seen.known || h->outcome != CMLAB_OUTCOME_PENDING)
		return;
	e->seen = *seen;
	cmlab_values_at_peer(seen, &cmlab_peer_end(h)->sent);
}

static void note_rounding(struct cmlab_end *e, enum cmlab_field f)
{
	bool rounds = cmlab_limits_driver(e->device.driver)->rounds_up;
	u32 agreed, has;

	if (rounds && cmlab_values_find(&e->programmed, f, &has) &&
	    cmlab_values_find(&e->agreed, f, &agreed) && has == cmlab_ib_pow2(agreed))
		cmlab_values_record(&e->clamps, f, agreed, has, CMLAB_WHY_DRIVER_ROUNDED, false);
}

void cmlab_handshake_queried(struct cmlab_handshake *h, const struct cmlab_values *raw, u32 access)
{
	struct cmlab_end *e = cmlab_own_end(h);

	e->known |= CMLAB_KNOWS_QP;
	e->qp_state = CMLAB_QP_RTS;
	e->reported = *raw;
	e->reported_access = access;
	e->access = access;
	cmlab_policy_programmed(&e->device, raw, &e->programmed);
	note_rounding(e, CMLAB_F_IRD);
	note_rounding(e, CMLAB_F_ORD);
}

bool cmlab_end_is_crossed(const struct cmlab_end *e)
{
	return cmlab_limits_driver(e->device.driver)->query_crossed &&
	       cmlab_values_has(&e->reported, CMLAB_F_IRD) &&
	       cmlab_values_has(&e->reported, CMLAB_F_ORD) &&
	       cmlab_values_has(&e->programmed, CMLAB_F_IRD);
}

bool cmlab_handshake_ended(struct cmlab_handshake *h, enum cmlab_outcome outcome, u32 us)
{
	if (h->outcome != CMLAB_OUTCOME_PENDING)
		return false;
	h->outcome = (u8)outcome;
	h->handshake_us = us;
	return true;
}

enum cmlab_outcome cmlab_outcome_of_errno(s32 err)
{
	switch (err) {
	case -ECONNREFUSED:
	case -ECONNRESET:
		return CMLAB_OUTCOME_REJECTED;
	case -ETIMEDOUT:
	case -EHOSTUNREACH:
	case -ENETUNREACH:
		return CMLAB_OUTCOME_UNREACHABLE;
	default:
		return CMLAB_OUTCOME_LOCAL_ERROR;
	}
}

/* In the order in which a READ meets it: posting, the wire, the peer. */
enum cmlab_read cmlab_handshake_read(const struct cmlab_handshake *h, unsigned int role)
{
	static const u8 without_ord[] = {
		[CMLAB_NO_READ_UNKNOWN] = CMLAB_READ_UNKNOWN,
		[CMLAB_NO_READ_HANGS] = CMLAB_READ_HANGS,
		[CMLAB_NO_READ_REFUSED] = CMLAB_READ_REFUSED,
	};
	const struct cmlab_end *e = &h->end[role], *peer = &h->end[!role];
	bool iwarp = h->transport == CMLAB_TRANSPORT_IWARP;
	u32 ord, ird;

	if (h->outcome != CMLAB_OUTCOME_ESTABLISHED || h->ps == CMLAB_PS_UDP)
		return CMLAB_READ_NONE;
	if (!cmlab_values_find(&e->programmed, CMLAB_F_ORD, &ord))
		return CMLAB_READ_UNKNOWN;
	if (!ord)
		return without_ord[cmlab_limits_driver(e->device.driver)->no_ord];
	if (!cmlab_end_knows(peer, CMLAB_KNOWS_QP))
		return CMLAB_READ_UNKNOWN;
	if (!iwarp && !(peer->access & CMLAB_ACCESS_REMOTE_READ))
		return CMLAB_READ_NAK;
	if (!cmlab_values_find(&peer->programmed, CMLAB_F_IRD, &ird))
		return CMLAB_READ_UNKNOWN;
	return ird ? CMLAB_READ_WORKS : CMLAB_READ_NAK;
}

/* A send is repeated retry_cnt times, so retry_cnt + 1 timers run out. */
s64 cmlab_handshake_retry_exceeded(const struct cmlab_handshake *h, unsigned int role)
{
	const struct cmlab_end *e = &h->end[role];
	u32 timeout, retry;

	if (!cmlab_values_find(&e->programmed, CMLAB_F_TIMEOUT, &timeout) ||
	    !cmlab_values_find(&e->programmed, CMLAB_F_RETRY, &retry))
		return CMLAB_TIME_NONE;
	if (!timeout ||
	    (retry == CMLAB_RETRY_MAX && cmlab_limits_driver(e->device.driver)->retry7_endless))
		return CMLAB_TIME_NEVER;
	return (s64)(cmlab_ib_timeout_ns(timeout) * (retry + 1));
}

s64 cmlab_handshake_rnr_stall(const struct cmlab_handshake *h, unsigned int role)
{
	u32 code;

	if (!cmlab_values_has(&h->end[role].programmed, CMLAB_F_RNR) ||
	    !cmlab_values_find(&h->end[!role].programmed, CMLAB_F_MIN_RNR, &code))
		return CMLAB_TIME_NONE;
	return (s64)cmlab_ib_rnr_us(code) * CMLAB_NS_PER_US;
}

s64 cmlab_handshake_rnr_exceeded(const struct cmlab_handshake *h, unsigned int role)
{
	s64 stall = cmlab_handshake_rnr_stall(h, role);
	u32 rnr = cmlab_values_get(&h->end[role].programmed, CMLAB_F_RNR);

	if (stall < 0)
		return stall;
	return rnr == CMLAB_RETRY_MAX ? CMLAB_TIME_NEVER : stall * rnr;
}
