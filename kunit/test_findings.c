// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_findings.h"
#include "suites.h"

static void set_depths(struct cmlab_values *vals)
{
	cmlab_values_set(vals, CMLAB_F_IRD, 16);
	cmlab_values_set(vals, CMLAB_F_ORD, 16);
}

static void healthy(struct cmlab_snapshot *s)
{
	cmlab_snapshot_init(s, 1, CMLAB_ROLE_PASSIVE);
	s->limits.transport = CMLAB_TRANSPORT_ROCE;
	s->limits.driver = CMLAB_DRIVER_RXE;
	s->limits.max_qp_rd_atom = 128;
	s->limits.max_qp_init_rd_atom = 128;
	s->outcome = CMLAB_OUTCOME_ESTABLISHED;
	s->recv_posted = 8;
	s->timeout_ms = 2500;
	s->access_flags = 14;
	scnprintf(s->remote, sizeof(s->remote), "10.7.0.9:18515");
	set_depths(&s->requested);
	set_depths(&s->offered);
	set_depths(&s->advertised);
	set_depths(&s->negotiated);
	set_depths(&s->programmed);
	cmlab_values_set(&s->offered, CMLAB_F_RNR, 7);
	cmlab_values_set(&s->advertised, CMLAB_F_RNR, 7);
	s->received.seen = true;
	s->received.has_hdr = true;
	s->received.hdr.caps = CMLAB_WIRE_CAP_PING;
	s->received.hdr.want_ord = 16;
	s->received.hdr.max_ord = 128;
	s->received.hdr.max_ird = 128;
	s->ping_rx = true;
	s->ping_us = 100;
}

static struct cmlab_values *group(struct cmlab_snapshot *s, u8 what)
{
	switch (what) {
	case E_REQUESTED:
		return &s->requested;
	case E_OFFERED:
		return &s->offered;
	case E_ADVERTISED:
		return &s->advertised;
	case E_NEGOTIATED:
		return &s->negotiated;
	default:
		return &s->programmed;
	}
}

static void edit_value(struct cmlab_snapshot *s, const struct edit *e)
{
	struct cmlab_values *vals = group(s, e->what);

	if (e->v < 0)
		cmlab_values_unset(vals, e->field);
	else
		cmlab_values_set(vals, e->field, (u32)e->v);
}

static void edit_private_data(struct cmlab_snapshot *s, const struct edit *e)
{
	struct cmlab_wire_hdr *hdr = &s->received.hdr;

	switch (e->what) {
	case E_NO_HDR:
		s->received.has_hdr = false;
		break;
	case E_CAPS:
		hdr->caps = (u32)e->v;
		break;
	case E_WANT_ORD:
		hdr->want_ord = (u32)e->v;
		break;
	case E_MAX_ORD:
		hdr->max_ord = (u32)e->v;
		break;
	case E_MAX_IRD:
		hdr->max_ird = (u32)e->v;
		break;
	case E_SENT:
		s->sent.seen = true;
		s->sent.wire_len = (u32)e->v;
		break;
	case E_SENT_REJ:
		s->sent.has_hdr = true;
		s->sent.hdr.kind = CMLAB_WIRE_REJ;
		break;
	case E_WIRE_LEN:
		s->received.wire_len = (u32)e->v;
		break;
	default:
		s->received.hdr_reason = (u8)e->v;
		break;
	}
}

static void edit_end(struct cmlab_snapshot *s, const struct edit *e)
{
	switch (e->what) {
	case E_OUTCOME:
		s->outcome = (u8)e->v;
		break;
	case E_STATUS:
		s->status = e->v;
		break;
	case E_EVENT:
		s->event = "RDMA_CM_EVENT_ADDR_ERROR";
		break;
	case E_ERROR:
		s->error = e->v;
		break;
	case E_CALL_ACCEPT:
		s->error_call = "rdma_accept";
		break;
	case E_CALL_CONNECT:
		s->error_call = "rdma_connect";
		break;
	case E_OWN_TIMER:
		s->own_timer = true;
		break;
	case E_PEER_REASON:
		s->reason_by_peer = true;
		s->reason = (u8)e->v;
		break;
	case E_REASON:
		s->reason = (u8)e->v;
		break;
	case E_ABOUT:
		s->reason_field = (u8)e->v;
		break;
	case E_HAVE:
		s->reason_have = (u32)e->v;
		break;
	default:
		s->reason_need = (u32)e->v;
		break;
	}
}

static void edit_side(struct cmlab_snapshot *s, const struct edit *e)
{
	switch (e->what) {
	case E_ACTIVE:
		s->role = CMLAB_ROLE_ACTIVE;
		break;
	case E_IWARP:
		s->limits.transport = CMLAB_TRANSPORT_IWARP;
		break;
	case E_DRIVER:
		s->limits.driver = (u8)e->v;
		break;
	case E_RD:
		s->limits.max_qp_rd_atom = e->v;
		break;
	case E_INIT:
		s->limits.max_qp_init_rd_atom = e->v;
		break;
	case E_POSTED:
		s->recv_posted = (u32)e->v;
		break;
	case E_NO_PING:
		s->ping_rx = false;
		s->ping_us = 0;
		break;
	case E_PING_LATE:
		s->ping_late = true;
		break;
	case E_CROSSED:
		s->reported_crossed = true;
		break;
	case E_ACCESS:
		s->access_flags = (u32)e->v;
		break;
	default:
		cmlab_values_record(&s->clamps, e->field, e->from, e->to, e->v, false);
		break;
	}
}

static void apply(struct cmlab_snapshot *s, const struct edit *e)
{
	for (; e->what != E_END; e++) {
		if (e->what >= E_REQUESTED)
			edit_value(s, e);
		else if ((e->what >= E_NO_HDR && e->what <= E_MAX_IRD) ||
			 (e->what >= E_SENT && e->what <= E_HDR_REASON))
			edit_private_data(s, e);
		else if (e->what >= E_OUTCOME && e->what <= E_NEED)
			edit_end(s, e);
		else
			edit_side(s, e);
	}
}

/* Whole, so that nothing was cut, and about something that exists. */
static void expect_sound(struct kunit *test, const struct cmlab_finding *f)
{
	KUNIT_EXPECT_TRUE(test, f->number >= 1 && f->number <= 20);
	KUNIT_EXPECT_TRUE(test, f->severity < CMLAB_NR_SEVERITIES);
	KUNIT_EXPECT_TRUE(test, f->field <= CMLAB_NR_FIELDS);
	KUNIT_EXPECT_TRUE_MSG(test, *f->message && strlen(f->message) < CMLAB_FINDING_MESSAGE - 1,
			      "message of %u", f->number);
	KUNIT_EXPECT_TRUE_MSG(test, *f->advice && strlen(f->advice) < CMLAB_FINDING_ADVICE - 1,
			      "advice of %u", f->number);
}

static void expect_words(struct kunit *test, const struct finding_case *c,
			 const struct cmlab_finding *f)
{
	KUNIT_EXPECT_EQ(test, f->field, c->field);
	if (c->message)
		KUNIT_EXPECT_STREQ(test, f->message, c->message);
	if (c->advice)
		KUNIT_EXPECT_STREQ(test, f->advice, c->advice);
}

static void finding(struct kunit *test)
{
	const struct finding_case *c = test->param_value;
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_finding *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	u32 n, others = 0, times = 0;

	healthy(s);
	apply(s, c->edits);
	for (n = 0; cmlab_findings_connection(s, n, f); n++) {
		expect_sound(test, f);
		if (f->number != c->number)
			others |= 1U << f->number;
		else if (!times++)
			expect_words(test, c, f);
	}
	KUNIT_EXPECT_EQ(test, times, c->times);
	KUNIT_EXPECT_EQ_MSG(test, others, c->others, "others: %x", others);
}

/* Numbers, severities and fields are what users look up: they do not change. */
struct catalogue_case {
	u32 number;
	enum cmlab_severity severity;
	u8 field;
};

#define CMLAB_F_NR_FIELDS		  CMLAB_NR_FIELDS
#define CATALOGUE_ROW(n, sev, fld, title) { (n), CMLAB_SEVERITY_##sev, CMLAB_F_##fld },

static const struct catalogue_case catalogue[] = { CMLAB_FINDING_LIST(CATALOGUE_ROW) };

static void findings_catalogue(struct kunit *test)
{
	static const char severities[] =
		"EEWWWWWWIEEEEEEWWIWWEEEEEEWEWWWIIWIIEWEWIWWEWWWIEEIEEWEEIIIIIIWIWWEWEWWEIEW";
	u32 i;

	KUNIT_EXPECT_EQ(test, ARRAY_SIZE(catalogue), strlen(severities));
	for (i = 0; i < ARRAY_SIZE(catalogue); i++) {
		char letter = "IWE"[catalogue[i].severity];

		KUNIT_EXPECT_EQ(test, catalogue[i].number, i + 1);
		KUNIT_EXPECT_EQ_MSG(test, letter, severities[i], "severity of %u", i + 1);
	}
}

/* Errors come first, then warnings, then what is good to know. */
static void findings_order(struct kunit *test)
{
	static const struct edit many[] = {
		SET(POSTED, 0),	   SET(CROSSED, 1),	   VALUE(PROGRAMMED, IRD, 8),
		SET(WANT_ORD, 64), VALUE(OFFERED, RNR, 0), SET(END, 0),
	};
	static const u32 order[] = { 1, 3, 6, 17, 9 };
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_finding *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	u32 n;

	healthy(s);
	apply(s, many);
	for (n = 0; n < ARRAY_SIZE(order); n++) {
		KUNIT_EXPECT_TRUE(test, cmlab_findings_connection(s, n, f));
		KUNIT_EXPECT_EQ(test, f->number, order[n]);
		KUNIT_EXPECT_EQ(test, f->severity, catalogue[order[n] - 1].severity);
	}
	KUNIT_EXPECT_FALSE(test, cmlab_findings_connection(s, n, f));
	KUNIT_EXPECT_FALSE(test, cmlab_findings_connection(s, 0xffffffff, f));
}

/* The second finding of a kind is about the other field. */
static void findings_repeated(struct kunit *test)
{
	static const struct edit twice[] = {
		CLAMP(FLOW, FIELD_1BIT, 2, 1),
		CLAMP(IRD, DEV_QP_RD_ATOM, 32, 16),
		CLAMP(RNR, FIELD_3BIT, 20, 7),
		SET(END, 0),
	};
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_finding *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	healthy(s);
	apply(s, twice);
	KUNIT_EXPECT_TRUE(test, cmlab_findings_connection(s, 0, f));
	KUNIT_EXPECT_EQ(test, f->field, CMLAB_F_FLOW);
	KUNIT_EXPECT_TRUE(test, cmlab_findings_connection(s, 1, f));
	KUNIT_EXPECT_EQ(test, f->field, CMLAB_F_RNR);
	KUNIT_EXPECT_FALSE(test, cmlab_findings_connection(s, 2, f));
}

CMLAB_ROWS(finding, finding_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(finding, finding_gen_params),
	KUNIT_CASE(findings_catalogue),
	KUNIT_CASE(findings_order),
	KUNIT_CASE(findings_repeated),
	{},
};

struct kunit_suite cmlab_suite_findings = {
	.name = "cmlab_findings",
	.test_cases = cases,
};
