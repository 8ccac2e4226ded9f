// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The report that a program should make of its end: the model's handshake seen from there,
 * with what the cell's program adds, through the same formatter as the report that it made.
 */
#include <stdio.h>

#include <cmlab/pdata.h>
#include <cmlab/report.h>

#include "facts.h"

/* What no model knows, and what is judged elsewhere. A key, or all that begin with it. */
static const char *const not_compared[] = {
	"version",	"id",	       "device", "state",      "local",
	"remote",	"own_timer",   "ping_",	 "qp_num",     "findings",
	"handshake_us", "recv_posted", "driver", "timeout_ms", "peer",
};

bool facts_compares(const struct facts *facts, const char *key)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(not_compared); i++)
		if (!strncmp(key, not_compared[i], strlen(not_compared[i])))
			return false;
	if (!strcmp(key, "closed_by"))
		return facts->closes;
	/* The number of the other host's QP is left to the wire. */
	if (!strcmp(key, "advertised.qp_num") || !strcmp(key, "programmed.dest_qp_num"))
		return facts->knows_peer;
	return facts->has_event || (strcmp(key, "event") && strcmp(key, "status"));
}

static void want(void *ctx, const char *key, const char *value)
{
	struct facts *facts = ctx;
	struct fact *f = &facts->f[facts->nr];

	if (facts->nr == FACTS_MAX || !facts_compares(facts, key))
		return;
	facts->nr++;
	memset(f, 0, sizeof(*f));
	f->known = -1;
	snprintf(f->key, sizeof(f->key), "%s", key);
	snprintf(f->want, sizeof(f->want), "%s", value);
}

static void put_user(const struct cell *c, enum cmlab_role role, u8 *user)
{
	s32 i;

	for (i = 0; i < cell_side(c, role, S_PDLEN); i++)
		user[i] = cell_byte(c, role, i);
}

static struct cmlab_side side_of(const struct question *q, enum cmlab_role role)
{
	const struct cmlab_predict_side *in = &q->in.side[role];
	struct cmlab_side side = {
		.limits = &in->limits,
		.profile = &q->req[role].profile,
		.qp_num = in->qp_num,
		.has_srq = in->has_srq,
		.ud = q->in.ps == CMLAB_PS_UDP,
	};

	return side;
}

/* librdmacm's rdma_accept does not reject when it fails: cmlab-peer does. */
static bool rejects_itself(const struct cell *c, const struct cmlab_end *e, enum cmlab_role role)
{
	if (e->call == CMLAB_CALL_MODIFY_QP || e->call == CMLAB_CALL_CREATE_QP)
		return e->ret;
	return e->call == CMLAB_CALL_ACCEPT && e->ret &&
	       cell_side(c, role, S_PROGRAM) == PROGRAM_PEER;
}

/* Why a side's program refuses, in whatever message it says so. */
static struct cmlab_refusal refusal_of(const struct cell *c, const struct question *q,
				       enum cmlab_role role)
{
	const struct cmlab_end *e = &q->h.end[role];
	struct cmlab_refusal r = {
		.code = CMLAB_REASON_NO_RESOURCES,
		.field = CMLAB_NR_FIELDS,
		.have = EINVAL,
	};

	if (rejects_itself(c, e, role))
		r.have = (u32)-e->ret;
	else if (role != CMLAB_ROLE_PASSIVE || !cell_ended_by_setter(q, role))
		return e->refusal;
	return r;
}

/* The private data that a side's program hands over with a message. */
static void build(const struct cell *c, const struct question *q, enum cmlab_role role,
		  enum cmlab_wire_kind kind, struct cmlab_pdata_blob *blob)
{
	const struct cmlab_request *req = &q->req[role];
	const struct cmlab_refusal r = refusal_of(c, q, role);
	u8 user[256] = { 0 };
	struct cmlab_pdata_plan plan = {
		.side = side_of(q, role),
		.device = &q->in.side[role].device,
		.family = q->in.family,
		.form = req->form,
		.transitions = c->v[D_TRANSITIONS],
		.unbounded = true,
		.user = user,
		.user_len = req->user_len,
	};
	struct cmlab_decision d = {
		.reason = r.code,
		.field = r.field,
		.have = r.have,
		.need = r.need,
	};

	put_user(c, role, user);
	if (cmlab_pdata_build(&plan, &d, kind, blob))
		blob->len = blob->want;
}

/* Clamps of @more that are not in @to yet. */
static void add_missing(struct cmlab_clamps *to, const struct cmlab_clamps *more)
{
	u32 i, k;

	for (i = 0; i < more->nr; i++) {
		const struct cmlab_clamp *c = &more->c[i];

		for (k = 0; k < to->nr; k++)
			if (to->c[k].field == c->field && to->c[k].why == c->why)
				break;
		if (k == to->nr)
			cmlab_values_record(to, c->field, c->from, c->to, c->why, c->mock);
	}
}

/* What the side's program decided, as far as its peer's reply has no part in it. */
static void decide(const struct question *q, enum cmlab_role role, const struct cmlab_end *own,
		   struct cmlab_decision *d)
{
	struct cmlab_side side = side_of(q, role);

	if (q->req[role].decide == CMLAB_DECIDE_RAW) {
		cmlab_policy_raw(&side, role == CMLAB_ROLE_PASSIVE ? &own->seen : NULL, d);
		cmlab_policy_own_qp(&side, role, d);
	} else {
		cmlab_policy_offer(&side, d);
	}
}

/* Neither program looks at the numbers of a reply that the CM could not program. */
static void forget_reply(struct cmlab_handshake *h, const struct cmlab_decision *d)
{
	struct cmlab_end *own = cmlab_own_end(h);

	memset(&own->seen, 0, sizeof(own->seen));
	own->agreed = d->negotiated;
	own->clamps = d->clamps;
	cmlab_peer_end(h)->message.seen = false;
}

/* The active side's program comes to rdma_connect. */
static bool connects(const struct question *q)
{
	const struct cmlab_end *e = &q->h.end[CMLAB_ROLE_ACTIVE];

	return e->ret != CMLAB_NO_ERRNO && e->call != CMLAB_CALL_CREATE_QP &&
	       !cell_ended_by_setter(q, CMLAB_ROLE_ACTIVE);
}

/* What the program notes of its own: values that go raw are its own words, too. */
static void add_own(const struct cell *c, const struct question *q, enum cmlab_role role,
		    struct cmlab_handshake *h)
{
	struct cmlab_end *own = cmlab_own_end(h);
	struct cmlab_pdata_blob blob;
	enum cmlab_wire_kind kind;
	struct cmlab_decision d;
	u8 user[256] = { 0 };

	decide(q, role, own, &d);
	memcpy(own->profile, q->req[role].profile.name, sizeof(own->profile));
	if (q->req[role].decide == CMLAB_DECIDE_RAW) {
		struct cmlab_clamps later = own->clamps;

		own->requested = d.requested;
		own->asked = d.params;
		own->clamps = d.clamps;
		add_missing(&own->clamps, &later);
		if (!own->agreed.known)
			own->agreed = d.negotiated;
	}
	/* Private data are not decided, and the number of the QP follows only on IB and RoCE. */
	cmlab_values_unset(&own->asked, CMLAB_F_PDLEN);
	if (q->in.transport == CMLAB_TRANSPORT_IWARP)
		cmlab_values_unset(&own->asked, CMLAB_F_QPN);
	if (cmlab_end_event(own, CMLAB_EVENT_CONNECT_ERROR))
		forget_reply(h, &d);
	own->refusal = refusal_of(c, q, role);
	if (role == CMLAB_ROLE_ACTIVE && !connects(q))
		return;
	put_user(c, role, user);
	h->reject.sent = false;
	own->message.sent = false;
	/* The REQ has gone out before a reply is refused, the REP's data before an accept fails. */
	if (role == CMLAB_ROLE_ACTIVE || !own->refusal.code || own->call == CMLAB_CALL_ACCEPT) {
		kind = role == CMLAB_ROLE_ACTIVE ? CMLAB_WIRE_REQ : CMLAB_WIRE_REP;
		build(c, q, role, kind, &blob);
		cmlab_handshake_private_data(h, kind, blob.len, user, blob.user_len);
	}
	/* An iWARP connection that stands is ended without words. */
	if (!own->refusal.code ||
	    (role == CMLAB_ROLE_ACTIVE && q->in.transport == CMLAB_TRANSPORT_IWARP))
		return;
	build(c, q, role, CMLAB_WIRE_REJ, &blob);
	cmlab_handshake_private_data(h, CMLAB_WIRE_REJ, blob.len, NULL, 0);
}

/* The peer's bytes, and zeros up to what the event calls the length. */
static void receive(const struct question *q, struct cmlab_handshake *h, struct cmlab_pdata *p,
		    enum cmlab_wire_kind kind, struct cmlab_pdata_blob *blob)
{
	u32 len = p->seen_len;

	if (!p->seen)
		return;
	p->seen = false;
	/* An MPA reply is as long as what is in it. */
	if (kind == CMLAB_WIRE_REJ && q->in.transport == CMLAB_TRANSPORT_IWARP)
		len = blob->len;
	memset(blob->data + blob->len, 0, sizeof(blob->data) - blob->len);
	cmlab_handshake_received(h, blob->data, len, kind);
}

static void add_received(const struct cell *c, const struct question *q, enum cmlab_role role,
			 struct cmlab_handshake *h)
{
	enum cmlab_wire_kind kind = role == CMLAB_ROLE_ACTIVE ? CMLAB_WIRE_REP : CMLAB_WIRE_REQ;
	struct cmlab_pdata_blob blob;

	build(c, q, !role, kind, &blob);
	receive(q, h, &cmlab_peer_end(h)->message, kind, &blob);
	/* A REJ that no program has sent is empty. */
	if (refusal_of(c, q, !role).code)
		build(c, q, !role, CMLAB_WIRE_REJ, &blob);
	else
		memset(&blob, 0, sizeof(blob));
	receive(q, h, &h->reject, CMLAB_WIRE_REJ, &blob);
}

/* The module's and cmlab-peer's events are those of their connection, not of its listener. */
static void add_events(const struct cell *c, struct cmlab_end *own, enum cmlab_role role,
		       struct facts *facts)
{
	const struct cmlab_cm_event *last = cmlab_end_last(own);

	facts->has_event = true;
	facts->closes = own->nr_later;
	if (role == CMLAB_ROLE_ACTIVE && !last) {
		own->events[own->nr_events++].event = CMLAB_EVENT_ROUTE_RESOLVED;
		return;
	}
	if (role == CMLAB_ROLE_PASSIVE && last && last->event == CMLAB_EVENT_CONNECT_REQUEST)
		own->nr_events = 0;
	/* With a header the peer's ping may overtake the event, and counts as it. */
	if (role == CMLAB_ROLE_PASSIVE && c->v[D_HANDSHAKE] == CMLAB_PDATA_HEADER && last &&
	    last->event != CMLAB_EVENT_REJECTED)
		facts->has_event = false;
}

/* Before its route a program has decided nothing yet. */
static void forget_decision(struct cmlab_handshake *h, struct facts *facts)
{
	const struct cmlab_end own = *cmlab_own_end(h);
	const u8 transitions = h->transitions, form = h->form;

	cmlab_handshake_init(h, CMLAB_SOURCE_LIVE, CMLAB_ROLE_ACTIVE);
	cmlab_handshake_device(h, &own.limits, &own.device);
	h->transitions = transitions;
	h->form = form;
	memcpy(cmlab_own_end(h)->profile, own.profile, sizeof(own.profile));
	facts->has_event = false;
}

/* Behind its decision, and before rdma_connect. */
static void forget_handshake(const struct question *q, struct cmlab_handshake *h)
{
	struct cmlab_end *own = cmlab_own_end(h);
	struct cmlab_decision d;

	decide(q, CMLAB_ROLE_ACTIVE, own, &d);
	forget_reply(h, &d);
	memset(&own->programmed, 0, sizeof(own->programmed));
	memset(&own->reported, 0, sizeof(own->reported));
	own->asked = d.params;
	if (q->in.transport == CMLAB_TRANSPORT_IWARP)
		cmlab_values_unset(&own->asked, CMLAB_F_QPN);
	own->message.sent = false;
	memset(&h->reject, 0, sizeof(h->reject));
	h->rejecter = CMLAB_NO_VIEWPOINT;
	own->nr_events = 1;
	own->events[0].event = CMLAB_EVENT_ROUTE_RESOLVED;
	own->events[0].status = 0;
	own->refusal.code = CMLAB_REASON_NO_RESOURCES;
	own->refusal.have = EINVAL;
}

/* Both programs give a handshake up when a setter fails before it is over, or note it. */
static void fail_setter(const struct question *q, struct cmlab_handshake *h, enum cmlab_role role,
			struct facts *facts)
{
	const struct cmlab_predict_side *in = &q->in.side[role];
	struct cmlab_end *own = cmlab_own_end(h);
	bool ends = cell_ended_by_setter(q, role);

	if (!ends &&
	    (in->min_rnr_when != CMLAB_WHEN_ESTABLISHED || own->set_min_rnr != -EINVAL ||
	     in->profile || h->outcome != CMLAB_OUTCOME_ESTABLISHED || q->in.ps == CMLAB_PS_UDP))
		return;
	if (ends && role == CMLAB_ROLE_ACTIVE && in->min_rnr_when == CMLAB_WHEN_BEFORE_ROUTE)
		forget_decision(h, facts);
	else if (ends && role == CMLAB_ROLE_ACTIVE)
		forget_handshake(q, h);
	if (ends)
		h->outcome = role == CMLAB_ROLE_ACTIVE ? CMLAB_OUTCOME_LOCAL_ERROR :
							 CMLAB_OUTCOME_REJECTED;
	own->call = CMLAB_CALL_SET_MIN_RNR;
	own->ret = -EINVAL;
}

void facts_expect(const struct cell *c, const struct question *q, enum cmlab_role role,
		  struct facts *facts)
{
	static const struct cmlab_findings none;
	struct cmlab_report r;
	u8 outcome;

	memset(facts, 0, offsetof(struct facts, f));
	cmlab_report_init(&r, 0, role);
	cmlab_predict_view(&q->h, role, &r.h);
	facts->absent = !r.h.end[role].nr_events && role == CMLAB_ROLE_PASSIVE;
	facts->absent |= role == CMLAB_ROLE_PASSIVE && cell_ended_by_setter(q, CMLAB_ROLE_ACTIVE);
	if (facts->absent)
		return;
	facts->knows_peer = q->in.side[!role].qp_num;
	r.h.transitions = c->v[D_TRANSITIONS];
	r.h.form = q->req[role].form;
	add_events(c, &r.h.end[role], role, facts);
	/* Messages are taken while a handshake lasts. */
	outcome = r.h.outcome;
	r.h.outcome = CMLAB_OUTCOME_PENDING;
	add_received(c, q, role, &r.h);
	add_own(c, q, role, &r.h);
	r.h.outcome = outcome;
	fail_setter(q, &r.h, role, facts);
	if (facts->closes)
		r.closed_by = "disconnected by the peer";
	cmlab_report_format(&r, &none, want, facts);
}
