// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * From a prediction to the lines of both reports. What a program does with the model's
 * events and results is in here: which event it is told last, what it calls an outcome.
 */
#include <stdio.h>

#include "facts.h"

static __printf(3, 4) void want(struct facts *facts, const char *key, const char *fmt, ...)
{
	struct fact *f = &facts->f[facts->nr];
	va_list args;

	if (facts->nr == FACTS_MAX)
		return;
	facts->nr++;
	memset(f, 0, sizeof(*f));
	f->known = -1;
	snprintf(f->key, sizeof(f->key), "%s", key);
	va_start(args, fmt);
	vsnprintf(f->want, sizeof(f->want), fmt, args);
	va_end(args);
}

static void want_none(struct facts *facts, const char *key)
{
	want(facts, key, "%s", "");
}

static void want_outcome(struct facts *facts, enum cmlab_outcome outcome)
{
	want(facts, "outcome", "%s", cmlab_names_outcome(outcome));
}

static void want_event(struct facts *facts, const char *event, s32 status)
{
	want(facts, "event", "%s", event);
	want(facts, "status", "%d", status);
}

static void want_error(struct facts *facts, const char *call, s32 error)
{
	if (!error) {
		want_none(facts, "error");
		return;
	}
	want(facts, "error", "%d", error);
	want(facts, "error_call", "%s", call);
}

/* Of values by field, those that are known; by the parameters' or the attributes' names. */
static void want_values(struct facts *facts, const char *group, const struct cmlab_values *v,
			bool attr, u32 fields)
{
	char key[FACT_KEY];
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		const struct cmlab_field_info *info = cmlab_names_field(f);

		if (!cmlab_values_has(v, f) || !(fields & 1U << f) || (attr && !*info->attr))
			continue;
		snprintf(key, sizeof(key), "%s.%s", group, attr ? info->attr : info->param);
		want(facts, key, "%u", cmlab_values_get(v, f));
	}
}

#define BIT_OF(n)    (1U << CMLAB_F_##n)
#define DEPTH_FIELDS (BIT_OF(IRD) | BIT_OF(ORD))

static void want_advertised(struct facts *facts, const struct question *q, enum cmlab_role role,
			    const struct cmlab_predicted_event *ev)
{
	struct cmlab_values adv;
	u32 fields = ~0U;

	if (ev->ud) {
		memset(&adv, 0, sizeof(adv));
		if (role == CMLAB_ROLE_ACTIVE) {
			cmlab_values_set(&adv, CMLAB_F_QKEY, ev->qkey);
			cmlab_values_set(&adv, CMLAB_F_QPN, ev->conn.qp_num);
		}
	} else {
		cmlab_policy_advertised(&q->in.side[role].device, role, &ev->conn, &adv);
	}
	if (!ev->has_qp_num)
		fields &= ~BIT_OF(QPN);
	if (!ev->has_depths)
		fields &= ~DEPTH_FIELDS;
	want_values(facts, "advertised", &adv, false, fields);
}

/* The peer's bytes, and zeros up to what the event calls the length. */
static void want_bytes(struct facts *facts, const struct cell *c, enum cmlab_role sender, u32 sent,
		       u32 len)
{
	char hex[FACT_TEXT] = "0x";
	u32 i;

	for (i = 0; i < len && i < CMLAB_WIRE_MAX; i++)
		snprintf(hex + 2 + 2 * i, 3, "%02x", i < sent ? cell_byte(c, sender, i) : 0);
	want(facts, "received.user", "%s", len ? hex : "");
}

static void want_received(struct facts *facts, const struct cell *c, const struct question *q,
			  enum cmlab_role role, const struct cmlab_predicted_event *ev)
{
	s32 user = cell_side(c, !role, S_PDLEN);

	want(facts, "received.wire_len", "%u", ev->private_data_len);
	if (q->req[role].handshake == CMLAB_HANDSHAKE_RAW) {
		want_bytes(facts, c, !role, user, ev->private_data_len);
	} else {
		want(facts, "received.header", "ok");
		want(facts, "received.user_len", "%d", user);
	}
}

static void want_programmed(struct facts *facts, const struct question *q, enum cmlab_role role)
{
	const struct cmlab_predicted_side *s = &q->p.side[role];
	struct cmlab_values shown;

	if (cmlab_policy_programmed(&q->in.side[role].device, &s->reported, &shown))
		want_values(facts, "reported", &s->reported, true, DEPTH_FIELDS);
	want_values(facts, "programmed", &shown, true, ~0U);
	if (s->reported_access)
		want(facts, "programmed.qp_access_flags", "%u", s->reported_access);
}

static void want_reason(struct facts *facts, enum cmlab_reason reason)
{
	if (reason == CMLAB_REASON_NONE)
		want_none(facts, "reason.name");
	else
		want(facts, "reason.name", "%s", cmlab_names_reason(reason));
}

/* librdmacm's rdma_accept does not reject when it fails: cmlab-peer does. */
static bool rejects_itself(const struct cell *c, const struct question *q, enum cmlab_role role)
{
	const struct cmlab_predicted_side *s = &q->p.side[role];

	if (s->call == CMLAB_CALL_MODIFY_QP)
		return s->ret;
	return s->call == CMLAB_CALL_ACCEPT && s->ret &&
	       cell_side(c, role, S_PROGRAM) == PROGRAM_PEER;
}

/* Why a side's program refuses what came; CMLAB_REASON_NONE if it does not. */
static enum cmlab_reason refusal(const struct cell *c, const struct question *q,
				 enum cmlab_role role)
{
	const struct cmlab_predicted_side *s = &q->p.side[role];

	if (rejects_itself(c, q, role))
		return CMLAB_REASON_NO_RESOURCES;
	if (s->call != CMLAB_CALL_REJECT)
		return CMLAB_REASON_NONE;
	return role == CMLAB_ROLE_ACTIVE ? s->judged.reason : s->decision.reason;
}

/* What went out last, as it was given to the call. */
static void want_sent(struct facts *facts, const struct cell *c, const struct question *q,
		      enum cmlab_role role)
{
	const struct cmlab_predict_side *in = &q->in.side[role];
	u32 len = cmlab_values_get(&in->params, CMLAB_F_PDLEN);

	if (refusal(c, q, role))
		len = q->req[role].handshake == CMLAB_HANDSHAKE_HEADER ? CMLAB_WIRE_HDR_LEN : 0;
	want(facts, "sent.wire_len", "%u", len);
	if (in->profile)
		want_values(facts, "offered", &q->p.side[role].decision.params, false,
			    ~(BIT_OF(QPN) | BIT_OF(SRQ) | BIT_OF(PDLEN)));
}

static const char *event_name(const struct cmlab_predicted_event *ev)
{
	return cmlab_names_event(ev->event);
}

static bool is_reply(const struct cmlab_predicted_event *ev)
{
	return ev->event == CMLAB_EVENT_ESTABLISHED || ev->event == CMLAB_EVENT_CONNECT_RESPONSE;
}

/* The reason in a REJ is a header's, which a side without one does not send. */
static void want_rejected(struct facts *facts, const struct cell *c, const struct question *q,
			  enum cmlab_role role, const struct cmlab_predicted_event *ev)
{
	enum cmlab_reason reason = refusal(c, q, !role);
	bool header = reason && c->v[D_HANDSHAKE] == CMLAB_HANDSHAKE_HEADER;
	u32 len = ev->private_data_len;

	/* An MPA reply is as long as what is in it. */
	if (header && q->in.transport == CMLAB_TRANSPORT_IWARP)
		len = CMLAB_WIRE_HDR_LEN;
	want(facts, "received.wire_len", "%u", len);
	if (header)
		want_reason(facts, reason);
	else if (c->v[D_HANDSHAKE] == CMLAB_HANDSHAKE_RAW)
		want_bytes(facts, c, !role, 0, len);
}

static void want_reply(struct facts *facts, const struct cell *c, const struct question *q,
		       const struct cmlab_predicted_event *ev)
{
	const struct cmlab_predicted_side *s = &q->p.side[CMLAB_ROLE_ACTIVE];

	want_advertised(facts, q, CMLAB_ROLE_ACTIVE, ev);
	want_received(facts, c, q, CMLAB_ROLE_ACTIVE, ev);
	if (q->in.transitions == CMLAB_TRANSITIONS_LAB)
		want_reason(facts,
			    s->judged.reason ? s->judged.reason : refusal(c, q, CMLAB_ROLE_ACTIVE));
	want_values(facts, "negotiated", &s->judged.negotiated, false, DEPTH_FIELDS);
}

static void active_events(struct facts *facts, const struct cell *c, const struct question *q)
{
	const struct cmlab_predicted_side *s = &q->p.side[CMLAB_ROLE_ACTIVE];
	const struct cmlab_predicted_event *ev = cmlab_predict_last(s);

	if (!ev) {
		want_event(facts, "RDMA_CM_EVENT_ROUTE_RESOLVED", 0);
		return;
	}
	want_event(facts, event_name(ev), ev->status);
	if (is_reply(ev))
		want_reply(facts, c, q, ev);
	else
		want_none(facts, "advertised.responder_resources");
	if (ev->event == CMLAB_EVENT_REJECTED)
		want_rejected(facts, c, q, CMLAB_ROLE_ACTIVE, ev);
}

static void expect_active(struct facts *facts, const struct cell *c, const struct question *q)
{
	const struct cmlab_predicted_side *s = &q->p.side[CMLAB_ROLE_ACTIVE];

	want(facts, "own_timer", "false");
	if (cell_ended_by_setter(q, CMLAB_ROLE_ACTIVE)) {
		want_outcome(facts, CMLAB_OUTCOME_LOCAL_ERROR);
		want_error(facts, "rdma_set_min_rnr_timer", -EINVAL);
		return;
	}
	want_outcome(facts, q->p.outcome);
	want_error(facts, cmlab_names_call(s->call), s->ret == CMLAB_NO_ERRNO ? 0 : s->ret);
	if (s->decision.reason != CMLAB_REASON_NONE)
		want_reason(facts, s->decision.reason);
	else
		want_sent(facts, c, q, CMLAB_ROLE_ACTIVE);
	active_events(facts, c, q);
	if (q->p.outcome == CMLAB_OUTCOME_ESTABLISHED)
		want_programmed(facts, q, CMLAB_ROLE_ACTIVE);
	else
		want_none(facts, "programmed.max_rd_atomic");
}

static enum cmlab_outcome passive_outcome(const struct cmlab_predicted_side *s)
{
	if (s->call == CMLAB_CALL_REJECT || s->call == CMLAB_CALL_MODIFY_QP)
		return CMLAB_OUTCOME_REJECTED;
	if (s->ret)
		return CMLAB_OUTCOME_LOCAL_ERROR;
	if (cmlab_predict_last(s)->event == CMLAB_EVENT_REJECTED)
		return CMLAB_OUTCOME_REJECTED;
	/* SIDR tells the passive side nothing more; the module counts it as established. */
	return CMLAB_OUTCOME_ESTABLISHED;
}

/* The listener's event is not the connection's, and one after the outcome is its end. */
static void passive_events(struct facts *facts, const struct cell *c, const struct question *q)
{
	const struct cmlab_predicted_side *s = &q->p.side[CMLAB_ROLE_PASSIVE];
	const struct cmlab_predicted_event *last = cmlab_predict_last(s);

	if (last->event == CMLAB_EVENT_CONNECT_REQUEST) {
		want_none(facts, "event");
		return;
	}
	if (last->event == CMLAB_EVENT_DISCONNECTED) {
		want(facts, "closed_by", "disconnected by the peer");
		last--;
	}
	/* With a header the peer's ping may overtake the event, and counts as it. */
	if (last->event == CMLAB_EVENT_REJECTED || c->v[D_HANDSHAKE] == CMLAB_HANDSHAKE_RAW)
		want_event(facts, event_name(last), last->status);
}

static void expect_passive(struct facts *facts, const struct cell *c, const struct question *q)
{
	const struct cmlab_predicted_side *s = &q->p.side[CMLAB_ROLE_PASSIVE];
	const struct cmlab_predicted_event *request;
	enum cmlab_outcome outcome;

	request = cmlab_predict_event(s, CMLAB_EVENT_CONNECT_REQUEST);
	facts->absent = !request || cell_ended_by_setter(q, CMLAB_ROLE_ACTIVE);
	if (facts->absent)
		return;
	want_advertised(facts, q, CMLAB_ROLE_PASSIVE, request);
	if (cmlab_predict_last(s)->event == CMLAB_EVENT_REJECTED)
		want_rejected(facts, c, q, CMLAB_ROLE_PASSIVE, cmlab_predict_last(s));
	else
		want_received(facts, c, q, CMLAB_ROLE_PASSIVE, request);
	if (cell_ended_by_setter(q, CMLAB_ROLE_PASSIVE)) {
		want_outcome(facts, CMLAB_OUTCOME_REJECTED);
		want_error(facts, "rdma_set_min_rnr_timer", -EINVAL);
		return;
	}
	outcome = passive_outcome(s);
	want_outcome(facts, outcome);
	want_error(facts, cmlab_names_call(s->call), s->ret == CMLAB_NO_ERRNO ? 0 : s->ret);
	passive_events(facts, c, q);
	if (s->decision.reason != CMLAB_REASON_NONE)
		want_reason(facts, s->decision.reason);
	else
		want_sent(facts, c, q, CMLAB_ROLE_PASSIVE);
	if (outcome == CMLAB_OUTCOME_ESTABLISHED)
		want_programmed(facts, q, CMLAB_ROLE_PASSIVE);
	else
		want_none(facts, "programmed.max_rd_atomic");
}

void facts_expect(const struct cell *c, const struct question *q, enum cmlab_role role,
		  struct facts *facts)
{
	facts->absent = false;
	facts->found = false;
	facts->nr = 0;
	if (role == CMLAB_ROLE_ACTIVE)
		expect_active(facts, c, q);
	else
		expect_passive(facts, c, q);
}
