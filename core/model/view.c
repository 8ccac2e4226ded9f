// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A predicted handshake as one of its two programs will tell of it: what it did itself, and
 * of its peer what the peer's messages show.
 */
#include "model.h"

/* What the passive side's program sees; the active side's is the handshake's own. */
static enum cmlab_outcome passive_outcome(const struct cmlab_end *e)
{
	const struct cmlab_cm_event *last = cmlab_end_last(e);

	if (!last)
		return CMLAB_OUTCOME_PENDING;
	if (e->call == CMLAB_CALL_REJECT || e->call == CMLAB_CALL_MODIFY_QP)
		return CMLAB_OUTCOME_REJECTED;
	if (e->ret)
		return CMLAB_OUTCOME_LOCAL_ERROR;
	/* SIDR tells the passive side nothing more once it has accepted. */
	return last->event == CMLAB_EVENT_REJECTED ? CMLAB_OUTCOME_REJECTED :
						     CMLAB_OUTCOME_ESTABLISHED;
}

/* The end of an established connection comes behind the outcome. */
static void split_events(struct cmlab_end *e, enum cmlab_outcome outcome)
{
	const struct cmlab_cm_event *last = cmlab_end_last(e);

	if (!last || last->event != CMLAB_EVENT_DISCONNECTED ||
	    outcome != CMLAB_OUTCOME_ESTABLISHED)
		return;
	e->nr_events--;
	e->nr_later++;
}

/* A program asks for the QP's attributes once it is connected. */
static void show_qp(struct cmlab_handshake *view, const struct cmlab_end *e)
{
	struct cmlab_end *own = cmlab_own_end(view);

	own->known &= ~CMLAB_KNOWS_QP;
	memset(&own->programmed, 0, sizeof(own->programmed));
	memset(&own->reported, 0, sizeof(own->reported));
	own->reported_access = 0;
	own->access = 0;
	if (view->outcome == CMLAB_OUTCOME_ESTABLISHED)
		cmlab_handshake_queried(view, &e->reported, e->reported_access);
}

static void came(struct cmlab_pdata *p, const struct cmlab_cm_event *ev)
{
	memset(p, 0, sizeof(*p));
	if (!ev)
		return;
	p->seen = true;
	p->seen_len = ev->private_data_len;
}

/* A REJ, or a SIDR_REP that refuses. */
static const struct cmlab_cm_event *reject_of(const struct cmlab_end *own)
{
	const struct cmlab_cm_event *last = cmlab_end_last(own);

	if (last && last->event == CMLAB_EVENT_UNREACHABLE && last->status > 0)
		return last;
	return cmlab_end_event(own, CMLAB_EVENT_REJECTED);
}

/* A reject may follow the peer's REQ or REP. */
static void show_data(struct cmlab_handshake *view)
{
	const struct cmlab_end *own = cmlab_own_end(view);
	const struct cmlab_cm_event *last = cmlab_end_last(own);
	const struct cmlab_cm_event *rej = reject_of(own);

	if (view->viewpoint == CMLAB_ROLE_PASSIVE)
		came(&cmlab_peer_end(view)->message, last ? own->events : NULL);
	else if (own->seen.known || (last && last->event == CMLAB_EVENT_ESTABLISHED))
		came(&cmlab_peer_end(view)->message, last);
	if (!rej)
		return;
	view->rejecter = !view->viewpoint;
	came(&view->reject, rej);
}

void cmlab_predict_view(const struct cmlab_handshake *h, enum cmlab_role role,
			struct cmlab_handshake *view)
{
	const struct cmlab_end *e = &h->end[role];

	cmlab_handshake_init(view, h->source, (u8)role);
	view->transport = h->transport;
	view->family = h->family;
	view->ps = h->ps;
	view->transitions = h->transitions;
	view->form = h->form;
	view->outcome = role == CMLAB_ROLE_ACTIVE ? h->outcome : (u8)passive_outcome(e);
	view->end[role] = *e;
	split_events(&view->end[role], view->outcome);
	cmlab_handshake_seen(view, &e->seen);
	show_qp(view, e);
	show_data(view);
}
