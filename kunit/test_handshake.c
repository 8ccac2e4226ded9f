// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Filling a live handshake: what is known afterwards, what is not, and that nothing that
 * came first is written over.
 */
#include "cases_handshake.h"
#include "stories.h"
#include "suites.h"

static struct cmlab_handshake *fresh(struct kunit *test, enum cmlab_role role)
{
	struct cmlab_handshake *h = kunit_kzalloc(test, sizeof(*h), GFP_KERNEL);

	memset(h, 0xa5, sizeof(*h));
	cmlab_handshake_init(h, CMLAB_SOURCE_LIVE, role);
	return h;
}

static void device(struct cmlab_handshake *h, u8 transport, u8 driver)
{
	const struct cmlab_limits l = { .transport = transport, .driver = driver };

	cmlab_handshake_device(h, &l, &l);
}

/* Of values nothing is known but what is said here, of an end nothing but its messages. */
static void expect_silent(struct kunit *test, const struct cmlab_end *e)
{
	const struct cmlab_values *no[] = {
		&e->asked, &e->agreed, &e->seen, &e->programmed, &e->reported,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(no); i++)
		KUNIT_EXPECT_EQ_MSG(test, no[i]->known, 0, "group %u", i);
	KUNIT_EXPECT_EQ(test, e->clamps.nr + e->nr_events + e->nr_later, 0);
	KUNIT_EXPECT_EQ(test, e->call, CMLAB_CALL_NONE);
	KUNIT_EXPECT_EQ(test, e->ret, CMLAB_NO_ERRNO);
	KUNIT_EXPECT_EQ(test, e->set_timeout, CMLAB_NO_ERRNO);
	KUNIT_EXPECT_EQ(test, e->set_min_rnr, CMLAB_NO_ERRNO);
	KUNIT_EXPECT_EQ(test, e->time_wait_ns, CMLAB_TIME_NONE);
	KUNIT_EXPECT_EQ(test, e->qp_state, CMLAB_QP_NONE);
	KUNIT_EXPECT_TRUE(test, !cmlab_end_last(e));
	KUNIT_EXPECT_FALSE(test, cmlab_end_is_crossed(e));
}

static void expect_times_unknown(struct kunit *test, const struct cmlab_handshake *h)
{
	unsigned int role;

	KUNIT_EXPECT_EQ(test, h->unreachable_ns, CMLAB_TIME_NONE);
	KUNIT_EXPECT_EQ(test, h->reply_ns, CMLAB_TIME_NONE);
	KUNIT_EXPECT_EQ(test, h->rep_lost_ns, CMLAB_TIME_NONE);
	for (role = 0; role < CMLAB_NR_ROLES; role++)
		KUNIT_EXPECT_EQ(test, cmlab_handshake_rnr_stall(h, role), CMLAB_TIME_NONE);
}

static void expect_refusal(struct kunit *test, const struct cmlab_refusal *r, u8 code, u8 field,
			   u32 have, u32 need)
{
	KUNIT_EXPECT_EQ(test, r->code, code);
	KUNIT_EXPECT_EQ(test, r->field, field);
	KUNIT_EXPECT_EQ(test, r->have, have);
	KUNIT_EXPECT_EQ(test, r->need, need);
}

/* @len bytes, @user among them, of the event that showed them or the call that sent them. */
static void expect_pdata(struct kunit *test, const struct cmlab_pdata *p, bool seen, u32 len,
			 const char *user)
{
	KUNIT_EXPECT_EQ(test, p->seen, seen);
	KUNIT_EXPECT_EQ(test, p->sent, !seen);
	KUNIT_EXPECT_EQ(test, seen ? p->seen_len : p->sent_len, len);
	KUNIT_EXPECT_EQ(test, p->user_len, strlen(user));
	KUNIT_EXPECT_EQ(test, memcmp(p->user, user, strlen(user)), 0);
}

/* A new one says who tells and that nothing is known. */
static void handshake_init(struct kunit *test)
{
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_PASSIVE);
	unsigned int role;

	KUNIT_EXPECT_EQ(test, h->source, CMLAB_SOURCE_LIVE);
	KUNIT_EXPECT_EQ(test, h->viewpoint, CMLAB_ROLE_PASSIVE);
	KUNIT_EXPECT_EQ(test, h->answer, CMLAB_ANSWER_UNKNOWN);
	KUNIT_EXPECT_EQ(test, h->outcome, CMLAB_OUTCOME_PENDING);
	KUNIT_EXPECT_EQ(test, h->carried, CMLAB_CARRIED_UNKNOWN);
	KUNIT_EXPECT_EQ(test, h->rejecter, CMLAB_NO_VIEWPOINT);
	expect_times_unknown(test, h);
	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		const struct cmlab_end *e = &h->end[role];

		expect_silent(test, e);
		KUNIT_EXPECT_EQ(test, e->known + e->sent.known + e->requested.known, 0);
		KUNIT_EXPECT_EQ(test, e->refusal.code, CMLAB_REASON_NONE);
		KUNIT_EXPECT_EQ(test, e->refusal.field, CMLAB_NR_FIELDS);
		KUNIT_EXPECT_FALSE(test, e->message.sent || e->message.seen);
		KUNIT_EXPECT_EQ(test, cmlab_handshake_read(h, role), CMLAB_READ_NONE);
		KUNIT_EXPECT_EQ(test, cmlab_handshake_retry_exceeded(h, role), CMLAB_TIME_NONE);
		KUNIT_EXPECT_EQ(test, cmlab_handshake_rnr_exceeded(h, role), CMLAB_TIME_NONE);
	}
	KUNIT_EXPECT_TRUE(test, cmlab_own_end(h) == &h->end[CMLAB_ROLE_PASSIVE]);
	KUNIT_EXPECT_TRUE(test, cmlab_peer_end(h) == &h->end[CMLAB_ROLE_ACTIVE]);
}

static void expect_own(struct kunit *test, const struct cmlab_story *s, const struct cmlab_end *e)
{
	KUNIT_EXPECT_EQ(test, e->known, s->own);
	KUNIT_EXPECT_TRUE(test, cmlab_end_knows(e, s->own));
	KUNIT_EXPECT_EQ(test, e->nr_events, s->nr_events);
	KUNIT_EXPECT_EQ(test, e->call, s->call);
	KUNIT_EXPECT_EQ(test, e->ret, s->told);
	KUNIT_EXPECT_EQ(test, e->refusal.code, s->refusal);
	KUNIT_EXPECT_EQ(test, e->device.max_qp_rd_atom, 128);
	KUNIT_EXPECT_EQ(test, e->limits.max_qp_rd_atom, s->mock ? 16 : 128);
	KUNIT_EXPECT_EQ(test, e->qp_state, s->queried[0].f1 ? CMLAB_QP_RTS : CMLAB_QP_NONE);
	KUNIT_EXPECT_EQ(test, e->access, s->access);
	rows_expect_values(test, "sent", &e->sent, s->sent);
	rows_expect_values(test, "agreed", &e->agreed, s->agreed);
	rows_expect_values(test, "reported", &e->reported, s->queried);
}

static void expect_peer(struct kunit *test, const struct cmlab_story *s, const struct cmlab_end *e)
{
	bool told = s->peer & CMLAB_KNOWS_LIMITS;

	KUNIT_EXPECT_EQ(test, e->known, s->peer);
	KUNIT_EXPECT_EQ(test, e->refusal.code, s->peer_refusal);
	KUNIT_EXPECT_EQ(test, e->limits.max_qp_rd_atom, told ? s->hdr.max_ird : 0);
	KUNIT_EXPECT_EQ(test, e->limits.max_qp_init_rd_atom, told ? s->hdr.max_ord : 0);
	KUNIT_EXPECT_EQ(test, cmlab_values_has(&e->requested, CMLAB_F_IRD), told);
	KUNIT_EXPECT_EQ(test, e->requested.v[CMLAB_F_IRD], told ? s->hdr.want_ird : 0);
	KUNIT_EXPECT_EQ(test, e->requested.v[CMLAB_F_ORD], told ? s->hdr.want_ord : 0);
	rows_expect_values(test, "sent", &e->sent, s->peer_sent);
	expect_silent(test, e);
}

static void handshake_story(struct kunit *test)
{
	const struct cmlab_story *s = test->param_value;
	struct cmlab_report *r = kunit_kzalloc(test, sizeof(*r), GFP_KERNEL);
	struct cmlab_handshake *h = &r->h;
	u8 rejecter = s->refusal ? s->role : s->peer_refusal ? !s->role : CMLAB_NO_VIEWPOINT;

	memset(r, 0xa5, sizeof(*r));
	cmlab_story_tell(s, r);
	expect_own(test, s, cmlab_own_end(h));
	expect_peer(test, s, cmlab_peer_end(h));
	KUNIT_EXPECT_EQ(test, h->transport, s->transport);
	KUNIT_EXPECT_EQ(test, h->answer, CMLAB_ANSWER_UNKNOWN);
	KUNIT_EXPECT_EQ(test, h->rejecter, rejecter);
	KUNIT_EXPECT_EQ(test, h->handshake_us, s->us);
	KUNIT_EXPECT_EQ(test, cmlab_handshake_read(h, s->role), s->read);
	KUNIT_EXPECT_EQ(test, cmlab_handshake_read(h, !s->role), s->read);
	expect_times_unknown(test, h);
}

static void handshake_sent(struct kunit *test)
{
	const struct handshake_sent_case *c = test->param_value;
	struct cmlab_handshake *h = fresh(test, c->role);

	device(h, c->transport, CMLAB_DRIVER_GENERIC);
	h->ps = c->ps;
	rows_to_values(c->asked, &cmlab_own_end(h)->asked);
	cmlab_handshake_called(h, c->call, c->ret);
	rows_expect_values(test, "sent", &cmlab_own_end(h)->sent, c->sent);
	KUNIT_EXPECT_EQ(test, cmlab_peer_end(h)->sent.known, 0);
}

static void handshake_calls(struct kunit *test)
{
	const struct handshake_calls_case *c = test->param_value;
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);
	struct cmlab_end *own = cmlab_own_end(h);
	bool set = c->set_timeout != NOT_CALLED || c->set_min_rnr != NOT_CALLED;
	unsigned int i;

	for (i = 0; c->calls[i].call; i++)
		cmlab_handshake_called(h, c->calls[i].call, c->calls[i].ret);
	KUNIT_EXPECT_EQ(test, own->call, c->call);
	KUNIT_EXPECT_EQ(test, own->ret, c->ret);
	KUNIT_EXPECT_EQ(test, own->set_timeout, c->set_timeout);
	KUNIT_EXPECT_EQ(test, own->set_min_rnr, c->set_min_rnr);
	KUNIT_EXPECT_EQ(test, own->known, CMLAB_KNOWS_CALL | (set ? CMLAB_KNOWS_TIMERS : 0));
}

/* Only the first outcome counts, with its time. */
static void handshake_first_outcome(struct kunit *test)
{
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);

	KUNIT_EXPECT_TRUE(test, cmlab_handshake_ended(h, CMLAB_OUTCOME_ESTABLISHED, 7));
	KUNIT_EXPECT_FALSE(test, cmlab_handshake_ended(h, CMLAB_OUTCOME_REJECTED, 9));
	KUNIT_EXPECT_EQ(test, h->outcome, CMLAB_OUTCOME_ESTABLISHED);
	KUNIT_EXPECT_EQ(test, h->handshake_us, 7);
}

static void happen(struct cmlab_handshake *h, enum cmlab_event first, unsigned int n)
{
	struct cmlab_cm_event ev = {};

	while (n--) {
		ev.event = (u8)first++;
		cmlab_handshake_event(h, &ev);
	}
}

/* Whatever their number, the outcome's and the very last one are there. */
static void handshake_many_events(struct kunit *test)
{
	unsigned int early, later;

	for (early = 1; early <= CMLAB_EVENTS + 2; early++)
		for (later = 0; later <= CMLAB_EVENTS + 2; later++) {
			struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);
			const struct cmlab_end *e = cmlab_own_end(h);
			bool all = early + later <= CMLAB_EVENTS;

			happen(h, 0, early);
			cmlab_handshake_ended(h, CMLAB_OUTCOME_ESTABLISHED, 0);
			happen(h, early, later);
			KUNIT_EXPECT_EQ(test, cmlab_end_knows(e, CMLAB_KNOWS_EVENTS), all);
			KUNIT_EXPECT_EQ(test, e->nr_events + e->nr_later,
					all ? early + later : CMLAB_EVENTS);
			KUNIT_EXPECT_EQ_MSG(test, cmlab_end_last(e)->event, early - 1,
					    "%u early, %u later", early, later);
			KUNIT_EXPECT_EQ(test, e->events[0].event, 0);
			KUNIT_EXPECT_EQ(test, e->events[e->nr_events + e->nr_later - 1].event,
					early + later - 1);
		}
}

/* The first of its kind, later ones included. */
static void handshake_find_event(struct kunit *test)
{
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);
	const struct cmlab_end *e = cmlab_own_end(h);

	happen(h, CMLAB_EVENT_ADDR_RESOLVED, 2);
	happen(h, CMLAB_EVENT_ADDR_RESOLVED, 1);
	cmlab_handshake_ended(h, CMLAB_OUTCOME_ESTABLISHED, 0);
	happen(h, CMLAB_EVENT_DISCONNECTED, 1);
	KUNIT_EXPECT_TRUE(test, cmlab_end_event(e, CMLAB_EVENT_ADDR_RESOLVED) == &e->events[0]);
	KUNIT_EXPECT_TRUE(test, cmlab_end_event(e, CMLAB_EVENT_DISCONNECTED) == &e->events[3]);
	KUNIT_EXPECT_TRUE(test, !cmlab_end_event(e, CMLAB_EVENT_REJECTED));
	KUNIT_EXPECT_TRUE(test, !cmlab_end_event(cmlab_peer_end(h), CMLAB_EVENT_ADDR_RESOLVED));
	KUNIT_EXPECT_TRUE(test, cmlab_end_last(e) == &e->events[2]);
}

/* F13, F14: what the event says, what the header says, what is the user's; the first stays. */
static void handshake_received(struct kunit *test)
{
	const struct cmlab_wire_hdr hdr = { .kind = CMLAB_WIRE_REQ, .max_ird = 9 };
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_PASSIVE);
	const struct cmlab_pdata *p = &cmlab_peer_end(h)->message;
	u8 *blob = kunit_kzalloc(test, 56, GFP_KERNEL);

	cmlab_wire_build(&hdr, (const u8 *)"12345678", 8, blob, 56);
	KUNIT_EXPECT_EQ(test, cmlab_handshake_received(h, blob, 56, CMLAB_WIRE_REQ), 0);
	memset(blob, 0, 56);
	KUNIT_EXPECT_EQ(test, cmlab_handshake_received(h, blob, 40, CMLAB_WIRE_REQ), 0);
	KUNIT_EXPECT_TRUE(test, p->has_hdr);
	expect_pdata(test, p, true, 56, "12345678");
	KUNIT_EXPECT_EQ(test, cmlab_peer_end(h)->limits.max_qp_rd_atom, 9);
	KUNIT_EXPECT_EQ(test, h->rejecter, CMLAB_NO_VIEWPOINT);

	h = fresh(test, CMLAB_ROLE_PASSIVE);
	p = &cmlab_peer_end(h)->message;
	KUNIT_EXPECT_EQ(test, cmlab_handshake_received(h, NULL, 56, CMLAB_WIRE_REQ),
			CMLAB_REASON_HDR_ABSENT);
	KUNIT_EXPECT_EQ(test, cmlab_handshake_received(h, blob, 56, CMLAB_WIRE_REQ),
			CMLAB_REASON_HDR_ABSENT);
	KUNIT_EXPECT_FALSE(test, p->has_hdr);
	KUNIT_EXPECT_EQ(test, p->hdr.user_len, 0);
	expect_pdata(test, p, true, 0, "");
	KUNIT_EXPECT_EQ(test, p->hdr_reason, CMLAB_REASON_HDR_ABSENT);
	KUNIT_EXPECT_EQ(test, cmlab_peer_end(h)->known + cmlab_peer_end(h)->requested.known, 0);
}

/* A REJ's reason is the peer's; a header without one, or another message's, is none. */
static void handshake_received_reason(struct kunit *test)
{
	static const u32 reasons[] = { 0, 11, 300 };
	struct cmlab_wire_hdr hdr = {
		.kind = CMLAB_WIRE_REJ, .field = CMLAB_F_IRD, .have = 2, .need = 3
	};
	unsigned int i;
	u8 blob[32];

	for (i = 0; i < ARRAY_SIZE(reasons); i++) {
		struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);
		const struct cmlab_refusal *r = &cmlab_peer_end(h)->refusal;

		hdr.reason = reasons[i];
		cmlab_wire_build(&hdr, NULL, 0, blob, sizeof(blob));
		KUNIT_EXPECT_EQ(test, cmlab_handshake_received(h, blob, 32, CMLAB_WIRE_REP),
				CMLAB_REASON_HDR_KIND);
		KUNIT_EXPECT_EQ(test, r->code, 0);
		KUNIT_EXPECT_EQ(test, cmlab_handshake_received(h, blob, 32, CMLAB_WIRE_REJ), 0);
		KUNIT_EXPECT_EQ(test, h->rejecter, CMLAB_ROLE_PASSIVE);
		KUNIT_EXPECT_TRUE(test, h->reject.seen && h->reject.has_hdr);
		if (reasons[i])
			expect_refusal(test, r, (u8)min_t(u32, reasons[i], 255), CMLAB_F_IRD, 2, 3);
		else
			expect_refusal(test, r, 0, CMLAB_NR_FIELDS, 0, 0);
		KUNIT_EXPECT_EQ(test, cmlab_own_end(h)->refusal.code, 0);
	}
}

/* A REJ that comes when the connection stands, or after the peer's own REQ, replaces nothing. */
static void handshake_late_reject(struct kunit *test)
{
	struct cmlab_wire_hdr hdr = { .kind = CMLAB_WIRE_REQ, .max_ird = 9, .want_ord = 4 };
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_PASSIVE);
	const struct cmlab_end *peer = cmlab_peer_end(h);
	struct cmlab_values adv = {};
	u8 blob[40];

	cmlab_values_set(&adv, CMLAB_F_IRD, 4);
	cmlab_wire_build(&hdr, (const u8 *)"12345678", 8, blob, sizeof(blob));
	cmlab_handshake_seen(h, &adv);
	cmlab_handshake_received(h, blob, 40, CMLAB_WIRE_REQ);

	hdr = (struct cmlab_wire_hdr){
		.kind = CMLAB_WIRE_REJ, .max_ird = 1, .want_ord = 1, .reason = 11
	};
	cmlab_wire_build(&hdr, NULL, 0, blob, sizeof(blob));
	cmlab_handshake_received(h, blob, 32, CMLAB_WIRE_REJ);
	KUNIT_EXPECT_EQ(test, peer->refusal.code, 11);
	KUNIT_EXPECT_EQ(test, peer->limits.max_qp_rd_atom, 9);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&peer->requested, CMLAB_F_ORD), 4);
	expect_pdata(test, &peer->message, true, 40, "12345678");

	h = fresh(test, CMLAB_ROLE_PASSIVE);
	peer = cmlab_peer_end(h);
	cmlab_handshake_seen(h, &adv);
	cmlab_handshake_ended(h, CMLAB_OUTCOME_ESTABLISHED, 1);
	cmlab_handshake_received(h, blob, 32, CMLAB_WIRE_REJ);
	cmlab_handshake_received(h, blob, 32, CMLAB_WIRE_REQ);
	cmlab_handshake_private_data(h, CMLAB_WIRE_REJ, 2, (const u8 *)"no", 2);
	cmlab_handshake_private_data(h, CMLAB_WIRE_REP, 2, (const u8 *)"no", 2);
	cmlab_values_set(&adv, CMLAB_F_IRD, 5);
	cmlab_handshake_seen(h, &adv);
	KUNIT_EXPECT_EQ(test, peer->refusal.code, 0);
	KUNIT_EXPECT_EQ(test, h->rejecter, CMLAB_NO_VIEWPOINT);
	KUNIT_EXPECT_FALSE(test, h->reject.seen || h->reject.sent || peer->message.seen);
	KUNIT_EXPECT_FALSE(test, cmlab_own_end(h)->message.sent);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&cmlab_own_end(h)->seen, CMLAB_F_IRD), 4);
	KUNIT_EXPECT_EQ(test, peer->known, 0);
}

/* What siw makes of a reply that is too short is counted, and not read. */
static void handshake_not_the_peers(struct kunit *test)
{
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);
	u8 *heap = kunit_kzalloc(test, 255, GFP_KERNEL);

	memset(heap, 'x', 255);
	h->form = CMLAB_PDATA_RAW;
	cmlab_own_end(h)->device.driver = CMLAB_DRIVER_SIW;
	cmlab_handshake_received(h, heap, 253, CMLAB_WIRE_REP);
	expect_pdata(test, &cmlab_peer_end(h)->message, true, 253, "");
	cmlab_handshake_received(h, heap, 255, CMLAB_WIRE_REJ);
	expect_pdata(test, &h->reject, true, 255, "");
}

/* An RTU, an end and a failure have none. */
static void handshake_event_numbers(struct kunit *test)
{
	unsigned int event, role;

	for (event = 0; event < CMLAB_NR_EVENTS; event++)
		for (role = 0; role < CMLAB_NR_ROLES; role++) {
			bool has = event == CMLAB_EVENT_CONNECT_REQUEST ||
				   event == CMLAB_EVENT_CONNECT_RESPONSE ||
				   event == CMLAB_EVENT_REJECTED ||
				   (event == CMLAB_EVENT_ESTABLISHED && role == CMLAB_ROLE_ACTIVE);

			KUNIT_EXPECT_EQ(test, cmlab_event_has_numbers(event, role), has);
		}
}

/* Of each message the first one stays, whoever said it. */
static void handshake_first_private_data(struct kunit *test)
{
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);

	h->form = CMLAB_PDATA_RAW;
	cmlab_handshake_private_data(h, CMLAB_WIRE_REQ, 2, (const u8 *)"hi", 2);
	cmlab_handshake_private_data(h, CMLAB_WIRE_REQ, 3, (const u8 *)"you", 3);
	expect_pdata(test, &cmlab_own_end(h)->message, false, 2, "hi");
	cmlab_handshake_private_data(h, CMLAB_WIRE_REJ, 1, (const u8 *)"x", 1);
	cmlab_handshake_received(h, (const u8 *)"no!", 3, CMLAB_WIRE_REJ);
	KUNIT_EXPECT_EQ(test, h->rejecter, CMLAB_ROLE_ACTIVE);
	expect_pdata(test, &h->reject, false, 1, "x");

	h = fresh(test, CMLAB_ROLE_ACTIVE);
	h->form = CMLAB_PDATA_RAW;
	cmlab_handshake_received(h, (const u8 *)"no!", 3, CMLAB_WIRE_REJ);
	cmlab_handshake_private_data(h, CMLAB_WIRE_REJ, 1, (const u8 *)"x", 1);
	KUNIT_EXPECT_EQ(test, h->rejecter, CMLAB_ROLE_PASSIVE);
	expect_pdata(test, &h->reject, true, 3, "no!");
}

/* An offer, the same once more with the QP's number, then a reply: what each leaves and adds. */
static void handshake_decided(struct kunit *test)
{
	static const struct row_clamp want[] = { CUT(QPN, OWN_QP, 5, 17),
						 CUT(IRD, PEER_OFFERED, 4, 2),
						 {} };
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);
	struct cmlab_decision *d = kunit_kzalloc(test, sizeof(*d), GFP_KERNEL);
	struct cmlab_end *own = cmlab_own_end(h);

	d->field = CMLAB_NR_FIELDS;
	cmlab_values_set(&d->requested, CMLAB_F_IRD, 4);
	cmlab_values_set(&d->params, CMLAB_F_IRD, 4);
	cmlab_handshake_decided(h, d);
	cmlab_values_record(&d->clamps, CMLAB_F_QPN, 5, 17, CMLAB_WHY_OWN_QP, false);
	cmlab_values_set(&d->params, CMLAB_F_QPN, 17);
	cmlab_handshake_decided(h, d);
	KUNIT_EXPECT_EQ(test, own->asked.v[CMLAB_F_QPN], 17);
	KUNIT_EXPECT_EQ(test, own->clamps.nr, 1);

	memset(d, 0, sizeof(*d));
	cmlab_values_set(&d->negotiated, CMLAB_F_IRD, 2);
	cmlab_values_clamp(&d->clamps, CMLAB_F_IRD, 4, 2, CMLAB_WHY_PEER_OFFERED, false);
	d->reason = CMLAB_REASON_IRD_FLOOR;
	d->field = CMLAB_F_IRD;
	d->have = 2;
	d->need = 3;
	cmlab_handshake_decided(h, d);
	KUNIT_EXPECT_EQ(test, own->asked.v[CMLAB_F_IRD], 4);
	KUNIT_EXPECT_EQ(test, own->requested.v[CMLAB_F_IRD], 4);
	KUNIT_EXPECT_EQ(test, own->agreed.v[CMLAB_F_IRD], 2);
	rows_expect_clamps(test, &own->clamps, want);
	expect_refusal(test, &own->refusal, CMLAB_REASON_IRD_FLOOR, CMLAB_F_IRD, 2, 3);
}

/* What the driver made of the agreed depths; nothing is said of what is not known. */
static void handshake_queried(struct kunit *test)
{
	static const struct row_value agreed[] = { VAL(IRD, 5), VAL(ORD, 5), {} };
	static const struct row_value shown[] = { VAL(IRD, 7), VAL(ORD, 8), VAL(RNR, 0), {} };
	static const struct row_clamp want[] = { CUT(ORD, DRIVER_ROUNDED, 5, 8), {} };
	static const u8 drivers[] = { CMLAB_DRIVER_MLX5, CMLAB_DRIVER_GENERIC };
	struct cmlab_values raw;
	unsigned int i;

	rows_to_values(shown, &raw);
	for (i = 0; i < 2 * ARRAY_SIZE(drivers); i++) {
		struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);
		struct cmlab_end *own = cmlab_own_end(h);

		device(h, CMLAB_TRANSPORT_ROCE, drivers[i / 2]);
		if (i % 2)
			rows_to_values(agreed, &own->agreed);
		cmlab_handshake_queried(h, &raw, 6);
		rows_expect_values(test, "reported", &own->reported, shown);
		rows_expect_values(test, "programmed", &own->programmed, shown);
		rows_expect_clamps(test, &own->clamps, i == 1 ? want : &want[1]);
		KUNIT_EXPECT_EQ(test, own->access, 6);
		KUNIT_EXPECT_EQ(test, own->reported_access, 6);
		KUNIT_EXPECT_FALSE(test, cmlab_end_is_crossed(own));
	}
}

static void handshake_read(struct kunit *test)
{
	const struct handshake_read_case *c = test->param_value;
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_ACTIVE);

	device(h, c->transport, c->driver);
	h->ps = c->ps;
	h->outcome = c->outcome;
	if (c->ord >= 0)
		cmlab_values_set(&cmlab_own_end(h)->programmed, CMLAB_F_ORD, (u32)c->ord);
	if (c->ird >= 0)
		cmlab_values_set(&cmlab_peer_end(h)->programmed, CMLAB_F_IRD, (u32)c->ird);
	cmlab_peer_end(h)->known = c->peer_known;
	cmlab_peer_end(h)->access = c->peer_access;
	KUNIT_EXPECT_EQ(test, cmlab_handshake_read(h, CMLAB_ROLE_ACTIVE), c->read);
}

static void handshake_times(struct kunit *test)
{
	const struct handshake_time_case *c = test->param_value;
	struct cmlab_handshake *h = fresh(test, CMLAB_ROLE_PASSIVE);

	device(h, CMLAB_TRANSPORT_ROCE, c->driver);
	rows_to_values(c->own, &cmlab_own_end(h)->programmed);
	rows_to_values(c->peer, &cmlab_peer_end(h)->programmed);
	KUNIT_EXPECT_EQ(test, cmlab_handshake_retry_exceeded(h, CMLAB_ROLE_PASSIVE),
			c->retry_exceeded);
	KUNIT_EXPECT_EQ(test, cmlab_handshake_rnr_stall(h, CMLAB_ROLE_PASSIVE), c->rnr_stall);
	KUNIT_EXPECT_EQ(test, cmlab_handshake_rnr_exceeded(h, CMLAB_ROLE_PASSIVE), c->rnr_exceeded);
}

static void handshake_errno(struct kunit *test)
{
	const struct handshake_errno_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, cmlab_outcome_of_errno(c->err), c->outcome);
}

CMLAB_ROWS(handshake_story, cmlab_stories)
CMLAB_ROWS(handshake_sent, handshake_sent_cases)
CMLAB_ROWS(handshake_calls, handshake_calls_cases)
CMLAB_ROWS(handshake_read, handshake_read_cases)
CMLAB_ROWS(handshake_times, handshake_time_cases)
CMLAB_ROWS(handshake_errno, handshake_errno_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE(handshake_init),
	KUNIT_CASE_PARAM(handshake_story, handshake_story_gen_params),
	KUNIT_CASE_PARAM(handshake_sent, handshake_sent_gen_params),
	KUNIT_CASE_PARAM(handshake_calls, handshake_calls_gen_params),
	KUNIT_CASE(handshake_first_outcome),
	KUNIT_CASE(handshake_many_events),
	KUNIT_CASE(handshake_find_event),
	KUNIT_CASE(handshake_received),
	KUNIT_CASE(handshake_received_reason),
	KUNIT_CASE(handshake_event_numbers),
	KUNIT_CASE(handshake_late_reject),
	KUNIT_CASE(handshake_not_the_peers),
	KUNIT_CASE(handshake_first_private_data),
	KUNIT_CASE(handshake_decided),
	KUNIT_CASE(handshake_queried),
	KUNIT_CASE_PARAM(handshake_read, handshake_read_gen_params),
	KUNIT_CASE_PARAM(handshake_times, handshake_times_gen_params),
	KUNIT_CASE_PARAM(handshake_errno, handshake_errno_gen_params),
	{},
};

struct kunit_suite cmlab_suite_handshake = {
	.name = "cmlab_handshake",
	.test_cases = cases,
};
