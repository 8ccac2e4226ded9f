// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "findings_rows.h"

/* Everything 16/16 and 7, a cmlab peer with limits 128/128 that wants 16/16, pinged. */
#define HEALTHY(r, t, d, k)                                                                   \
	.role = CMLAB_ROLE_##r, .transport = CMLAB_TRANSPORT_##t, .driver = CMLAB_DRIVER_##d, \
	.profile = "portable", .ird = 16, .ord = 16,                                          \
	.hdr = { .kind = CMLAB_WIRE_##k,                                                      \
		 .caps = CMLAB_WIRE_CAP_PING,                                                 \
		 .max_ird = 128,                                                              \
		 .max_ord = 128,                                                              \
		 .want_ird = 16,                                                              \
		 .want_ord = 16 },                                                            \
	.area = 56, .event = CMLAB_EVENT_ESTABLISHED, .outcome = CMLAB_OUTCOME_ESTABLISHED,   \
	.us = 3149, .ping = 100, .access = 14

static const struct cmlab_story healthy[NR_ROW_BASES] = {
	[PASSIVE_RXE] = { HEALTHY(PASSIVE, ROCE, RXE, REQ), .conn = { 16, 16, 0, 7, 7 },
			  .queried = { VAL(IRD, 16), VAL(ORD, 16), VAL(RNR, 7) } },
	[ACTIVE_RXE] = { HEALTHY(ACTIVE, ROCE, RXE, REP), .conn = { 16, 16, 0, 0, 7 },
			 .queried = { VAL(IRD, 16), VAL(ORD, 16), VAL(RNR, 7) } },
	[PASSIVE_SIW] = { HEALTHY(PASSIVE, IWARP, SIW, REQ), .conn = { 16, 16 },
			  .queried = { VAL(IRD, 16), VAL(ORD, 16), VAL(RETRY, 0), VAL(RNR, 0),
				       VAL(TIMEOUT, 0), VAL(MIN_RNR, 0) } },
	[ACTIVE_SIW] = { HEALTHY(ACTIVE, IWARP, SIW, REP), .conn = { 16, 16 },
			 .queried = { VAL(IRD, 16), VAL(ORD, 16), VAL(RETRY, 0), VAL(RNR, 0),
				      VAL(TIMEOUT, 0), VAL(MIN_RNR, 0) } },
};

static void *part_of(struct cmlab_handshake *h, unsigned int part)
{
	struct cmlab_end *own = cmlab_own_end(h);

	switch (part) {
	case IN_OWN:
		return own;
	case IN_PEER:
		return cmlab_peer_end(h);
	case IN_LAST_EVENT:
		return &own->events[own->nr_events - 1];
	default:
		return h;
	}
}

static void store(void *at, unsigned int size, s64 v)
{
	switch (size) {
	case 1:
		*(u8 *)at = (u8)v;
		break;
	case 2:
		*(u16 *)at = (u16)v;
		break;
	case 4:
		*(u32 *)at = (u32)v;
		break;
	default:
		*(s64 *)at = v;
		break;
	}
}

static void apply(struct cmlab_handshake *h, const struct row_edit *e)
{
	void *vals = (u8 *)part_of(h, e->part) + e->at;

	if (e->part == IN_CLAMPS)
		cmlab_values_record(&cmlab_own_end(h)->clamps, e->f1 - 1, e->from, (u32)e->v, e->at,
				    false);
	else if (!e->f1)
		store(vals, e->size, e->v);
	else if (e->v < 0)
		cmlab_values_unset(vals, e->f1 - 1);
	else
		cmlab_values_set(vals, e->f1 - 1, (u32)e->v);
}

void rows_to_live(const struct live_row *row, struct cmlab_report *r)
{
	const struct row_edit *e;

	cmlab_story_tell(&healthy[row->base], r);
	for (e = row->edits; e->size || e->f1; e++)
		apply(&r->h, e);
}

static void set_param(struct row_value *v, u8 f1, u32 to)
{
	while (v->f1 && v->f1 != f1)
		v++;
	v->f1 = f1;
	v->v = to;
}

void rows_to_foresight(const struct foresight_row *row, bool near, struct row_question *q,
		       struct cmlab_workload *w)
{
	const struct row_edit *e;

	*q = row->q;
	*w = row->w;
	for (e = row->unless; near && (e->size || e->f1); e++) {
		if (e->part == IN_WORKLOAD)
			store((u8 *)w + e->at, e->size, e->v);
		else if (e->part == IN_QUESTION)
			store((u8 *)q + e->at, e->size, e->v);
		else
			set_param(e->part == IN_ACTIVE ? q->a.params : q->p.params, e->f1,
				  (u32)e->v);
	}
}

/* The outcome as the passive side has it. */
static u8 passive_outcome(const struct cmlab_end *e)
{
	const struct cmlab_cm_event *last = cmlab_end_last(e);

	if (cmlab_end_event(e, CMLAB_EVENT_ESTABLISHED))
		return CMLAB_OUTCOME_ESTABLISHED;
	if (e->ret < 0)
		return CMLAB_OUTCOME_LOCAL_ERROR;
	if (e->call == CMLAB_CALL_REJECT || (last && last->event == CMLAB_EVENT_REJECTED))
		return CMLAB_OUTCOME_REJECTED;
	return CMLAB_OUTCOME_PENDING;
}

/* The other end's private data came with the event of this end. */
static void came(struct cmlab_pdata *p, const struct cmlab_cm_event *ev)
{
	memset(p, 0, sizeof(*p));
	p->seen = ev;
	p->seen_len = ev ? ev->private_data_len : 0;
}

static void forget_peer(struct cmlab_handshake *view)
{
	const struct cmlab_end *own = cmlab_own_end(view);
	struct cmlab_end *peer = cmlab_peer_end(view);
	const struct cmlab_cm_event *ev;

	memset(peer, 0, sizeof(*peer));
	peer->refusal.field = CMLAB_NR_FIELDS;
	peer->ret = CMLAB_NO_ERRNO;
	peer->set_timeout = CMLAB_NO_ERRNO;
	peer->set_min_rnr = CMLAB_NO_ERRNO;
	peer->time_wait_ns = CMLAB_TIME_NONE;
	cmlab_values_at_peer(&own->seen, &peer->sent);
	ev = cmlab_end_event(own, view->viewpoint == CMLAB_ROLE_ACTIVE ?
					  CMLAB_EVENT_ESTABLISHED :
					  CMLAB_EVENT_CONNECT_REQUEST);
	came(&peer->message, ev);
	if (view->rejecter != view->viewpoint)
		came(&view->reject, cmlab_end_event(own, CMLAB_EVENT_REJECTED));
}

bool rows_to_view(const struct cmlab_handshake *h, unsigned int role, struct cmlab_handshake *view)
{
	*view = *h;
	view->source = CMLAB_SOURCE_LIVE;
	view->viewpoint = (u8)role;
	view->answer = CMLAB_ANSWER_UNKNOWN;
	view->unreachable_ns = CMLAB_TIME_NONE;
	view->reply_ns = CMLAB_TIME_NONE;
	view->rep_lost_ns = CMLAB_TIME_NONE;
	forget_peer(view);
	if (role == CMLAB_ROLE_PASSIVE)
		view->outcome = passive_outcome(cmlab_own_end(view));
	return view->outcome != CMLAB_OUTCOME_ESTABLISHED || h->outcome == view->outcome;
}
