// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What is told of a handshake: exact lines, and no line for what is not known.
 */
#include "stories.h"
#include "suites.h"
#include "text.h"

/* The longest that addresses can be: scoped IPv6 with a 15-character interface. */
#define LONG_ADDR "[fe80:1111:2222:3333:4444:5555:6666:7777%abcdefghijklmno]:65535"

static const struct cmlab_findings nothing_found;

static struct cmlab_report *fresh(struct kunit *test, u32 id, enum cmlab_role role)
{
	struct cmlab_report *r = kunit_kzalloc(test, sizeof(*r), GFP_KERNEL);

	memset(r, 0xa5, sizeof(*r));
	cmlab_report_init(r, id, role);
	return r;
}

/* The first line that differs, to be read. */
static void expect_text(struct kunit *test, const char *got, const char *want)
{
	size_t i, line = 0;

	for (i = 0; got[i] && got[i] == want[i]; i++)
		if (got[i] == '\n')
			line = i + 1;
	KUNIT_EXPECT_EQ_MSG(test, got[i], want[i], "got \"%.*s\", want \"%.*s\"", 100, got + line,
			    100, want + line);
}

/* The last lines; all of them if @want begins with the first. */
static void expect_lines(struct kunit *test, const struct cmlab_report *r,
			 const struct cmlab_findings *found, const char *want)
{
	const char *got = cmlab_text_of(test, r, found)->buf;
	size_t n = strlen(want), len = strlen(got);

	KUNIT_EXPECT_LE(test, n, len);
	if (strncmp(want, "id:", 3) && n <= len)
		got += len - n;
	expect_text(test, got, want);
}

/* The value of @key is @want; NULL: there is no such line. */
static void expect_value(struct kunit *test, struct cmlab_text *t, const char *key,
			 const char *want)
{
	char buf[CMLAB_FINDING_MESSAGE];
	const char *got = cmlab_text_value(t, key, buf, sizeof(buf));

	KUNIT_EXPECT_TRUE_MSG(test, got && want ? !strcmp(got, want) : !got && !want,
			      "%s: %s, not %s", key, got ? got : "no line",
			      want ? want : "no line");
}

static void expect_number(struct kunit *test, struct cmlab_text *t, const char *group,
			  const char *name, u32 v)
{
	char key[64], want[16];

	scnprintf(key, sizeof(key), "%s.%s", group, name);
	scnprintf(want, sizeof(want), "%u", v);
	expect_value(test, t, key, want);
}

static void expect_summary(struct kunit *test, const struct cmlab_report *r, const char *want)
{
	char *line = kunit_kzalloc(test, 256, GFP_KERNEL);

	KUNIT_EXPECT_EQ(test, cmlab_report_summary(r, line, 256), strlen(want));
	KUNIT_EXPECT_STREQ(test, line, want);
}

static bool is_found(const struct cmlab_findings *found, const char *number)
{
	char id[8];
	u32 i;

	for (i = 0; i < found->nr; i++) {
		scnprintf(id, sizeof(id), "CL%03u", found->f[i].number);
		if (!strncmp(id, number, 5))
			return true;
	}
	return false;
}

/* The lines from the first of the row's on, the log's line, and what at least is found. */
static void report_story(struct kunit *test)
{
	const struct cmlab_story *s = test->param_value;
	struct cmlab_report *r = fresh(test, 0, CMLAB_ROLE_ACTIVE);
	struct cmlab_findings *found = kunit_kzalloc(test, sizeof(*found), GFP_KERNEL);
	const char *number;

	memset(r, 0xa5, sizeof(*r));
	cmlab_story_tell(s, r);
	expect_summary(test, r, s->summary);
	if (s->text)
		expect_lines(test, r, &nothing_found, s->text);
	cmlab_findings_collect(&r->h, NULL, found);
	for (number = s->findings; number; number = strchr(number + 1, 'C'))
		KUNIT_EXPECT_TRUE_MSG(test, is_found(found, number), "%.5s", number);
}

/* A new one says who it is and that nothing has happened. */
static void report_init(struct kunit *test)
{
	struct cmlab_report *r = fresh(test, 0xffffffff, CMLAB_ROLE_ACTIVE);
	char line[64];

	expect_lines(test, r, &nothing_found,
		     "id: 4294967295\nrole: active\nstate: new\noutcome: pending\n"
		     "transitions: lab\nhandshake: header\n");
	expect_summary(test, r, "conn 4294967295 ? ->  new");
	line[0] = 'x';
	KUNIT_EXPECT_EQ(test, cmlab_report_summary(r, line, 0), 0);
	KUNIT_EXPECT_EQ(test, line[0], 'x');
	KUNIT_EXPECT_EQ(test, cmlab_report_summary(r, line, 1), 0);
	KUNIT_EXPECT_EQ(test, cmlab_report_summary(r, line, 5), 4);
	KUNIT_EXPECT_STREQ(test, line, "conn");
}

static void fill_group(struct cmlab_values *vals, u32 base)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		cmlab_values_set(vals, f, base + f);
}

/* Every value of every group comes out under its own key. */
static void report_every_value(struct kunit *test)
{
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_PASSIVE);
	struct cmlab_end *own = cmlab_own_end(&r->h);
	struct cmlab_text *t;
	unsigned int f;

	fill_group(&own->requested, 100);
	fill_group(&own->asked, 200);
	fill_group(&own->seen, 300);
	fill_group(&own->agreed, 400);
	fill_group(&own->programmed, 500);
	t = cmlab_text_of(test, r, &nothing_found);
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		const struct cmlab_field_info *info = cmlab_field_info(f);

		expect_number(test, t, "requested", info->param, 100 + f);
		expect_number(test, t, "offered", info->param, 200 + f);
		expect_number(test, t, "advertised", info->param, 300 + f);
		expect_number(test, t, "negotiated", info->param, 400 + f);
		if (info->attr[0])
			expect_number(test, t, "programmed", info->attr, 500 + f);
	}
}

/* All 255 bytes that private data can have, every value among them; their length even if more. */
static void report_longest_user_data(struct kunit *test)
{
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_PASSIVE);
	u8 *bytes = kunit_kzalloc(test, 300, GFP_KERNEL);
	char *want = kunit_kzalloc(test, 640, GFP_KERNEL);
	int i, n;

	n = scnprintf(want, 640,
		      "handshake: raw\nreceived.wire_len: 300\nreceived.user_len: 255\n");
	n += scnprintf(want + n, 640 - n, "received.user: 0x");
	for (i = 0; i < 300; i++) {
		bytes[i] = (u8)(i + 1);
		if (i < 255)
			n += scnprintf(want + n, 640 - n, "%02x", bytes[i]);
	}
	scnprintf(want + n, 640 - n, "\n");
	r->h.form = CMLAB_PDATA_RAW;
	KUNIT_EXPECT_EQ(test, cmlab_handshake_received(&r->h, bytes, 300, CMLAB_WIRE_REQ), 0);
	expect_lines(test, r, &nothing_found, want);
}

/* Messages of both sides and a REJ besides; what a later version says is told as a number. */
static void report_reject(struct kunit *test)
{
	struct cmlab_wire_hdr hdr = { .kind = CMLAB_WIRE_REP };
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_ACTIVE);
	u8 blob[32];

	cmlab_wire_build(&hdr, NULL, 0, blob, sizeof(blob));
	cmlab_handshake_received(&r->h, blob, 32, CMLAB_WIRE_REP);
	hdr.kind = CMLAB_WIRE_REJ;
	hdr.reason = 300;
	hdr.field = CMLAB_NR_FIELDS;
	cmlab_wire_build(&hdr, NULL, 0, blob, sizeof(blob));
	cmlab_handshake_received(&r->h, blob, 32, CMLAB_WIRE_REJ);
	expect_lines(test, r, &nothing_found,
		     "received.wire_len: 32\nreceived.declared_len: 32\nreceived.user_len: 0\n"
		     "received.header: ok\nreject.wire_len: 32\nreject.declared_len: 32\n"
		     "reject.user_len: 0\nreject.header: ok\nreason.code: 255\nreason.name: ?\n"
		     "reason.text: ?\nreason.by: peer\nreason.have: 0\nreason.need: 0\n");
	/* Its own refusal is what a side tells of first. */
	cmlab_handshake_refused(&r->h, CMLAB_REASON_CONN_LIMIT, CMLAB_NR_FIELDS, 4, 5);
	expect_lines(test, r, &nothing_found,
		     "reason.name: conn_limit\nreason.text: the limit on connections is reached\n"
		     "reason.by: this_side\nreason.have: 4\nreason.need: 5\n");
}

/* Lines that only some connections have; a mock bit that has no name yet is still told. */
static void report_odd_lines(struct kunit *test)
{
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_ACTIVE);
	const struct cmlab_limits l = { .transport = CMLAB_TRANSPORT_ROCE, .mock = 0x80 };

	cmlab_handshake_device(&r->h, &l, &l);
	cmlab_own_end(&r->h)->known |= CMLAB_KNOWS_RECEIVES;
	r->h.ps = CMLAB_PS_UDP;
	r->closed_by = "peer";
	expect_lines(test, r, &nothing_found,
		     "ps: udp\nlimits.max_qp_rd_atom: 0\nlimits.max_qp_init_rd_atom: 0\n"
		     "limits.max_res_rd_atom: 0\nlimits.mock: unknown\nrecv_posted: 0\n"
		     "closed_by: peer\n");
}

/* In their order behind everything else; from neither end a missing field is null. */
static void report_findings(struct kunit *test)
{
	static const struct cmlab_finding two[] = {
		{ 7, CMLAB_SEVERITY_ERROR, CMLAB_F_ORD, "m", "a" },
		{ 12, CMLAB_SEVERITY_INFO, CMLAB_NR_FIELDS, "n", "b" },
	};
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_ACTIVE);
	struct cmlab_findings *found = kunit_kzalloc(test, sizeof(*found), GFP_KERNEL);

	found->nr = ARRAY_SIZE(two);
	memcpy(found->f, two, sizeof(two));
	expect_lines(test, r, found,
		     "findings[0].id: CL007\nfindings[0].severity: error\n"
		     "findings[0].field: initiator_depth\nfindings[0].message: m\n"
		     "findings[0].advice: a\nfindings[1].id: CL012\nfindings[1].severity: info\n"
		     "findings[1].message: n\nfindings[1].advice: b\n");
	expect_value(test, cmlab_text_of_both(test, &r->h, found), "findings[1].field", "null");
	expect_value(test, cmlab_text_of_both(test, &r->h, &nothing_found), "findings", "[]");
}

static void expect_whole(struct kunit *test, const struct cmlab_report *r)
{
	char *line = kunit_kzalloc(test, 320, GFP_KERNEL);
	int n = cmlab_report_summary(r, line, 320);

	KUNIT_EXPECT_TRUE_MSG(test, n < 256, "%d: %s", n, line);
}

/* 256 characters hold the log line of every reason between the longest addresses. */
static void report_summary_fits(struct kunit *test)
{
	struct cmlab_report *r = fresh(test, 0xffffffff, CMLAB_ROLE_PASSIVE);
	struct cmlab_refusal *why = &cmlab_peer_end(&r->h)->refusal;
	struct cmlab_end *own = cmlab_own_end(&r->h);
	unsigned int reason;

	scnprintf(r->local, sizeof(r->local), "%s", LONG_ADDR);
	scnprintf(r->remote, sizeof(r->remote), "%s", LONG_ADDR);
	KUNIT_EXPECT_EQ(test, strlen(r->local), 63);
	r->h.outcome = CMLAB_OUTCOME_REJECTED;
	r->h.handshake_us = 600000000;
	why->have = 65535;
	why->need = 65535;
	for (reason = 1; reason < CMLAB_NR_REASONS; reason++) {
		why->code = (u8)reason;
		why->field = CMLAB_NR_FIELDS;
		if (reason >= CMLAB_REASON_IRD_FLOOR && reason <= CMLAB_REASON_RES_EXHAUSTED)
			why->field = CMLAB_F_ORD;
		expect_whole(test, r);
	}
	r->h.outcome = CMLAB_OUTCOME_ESTABLISHED;
	fill_group(&own->seen, 255 - CMLAB_NR_FIELDS);
	fill_group(&own->agreed, 255 - CMLAB_NR_FIELDS);
	own->seen.v[CMLAB_F_RETRY] = 7;
	own->seen.v[CMLAB_F_RNR] = 7;
	own->agreed.v[CMLAB_F_RETRY] = 7;
	own->agreed.v[CMLAB_F_RNR] = 7;
	expect_whole(test, r);
}

struct report_ending_case {
	const char *name;
	const char *from;
	u8 outcome;
	u8 state;
	u32 us;
	s32 status;
	u8 call;
	s32 ret;
	u8 refusal;
	const char *summary;
};

#define ENDS(o, t)   CMLAB_OUTCOME_##o, CMLAB_STATE_CLOSED, (t)
#define CALLED(c, r) CMLAB_CALL_##c, (r), 0

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
static const struct report_ending_case report_ending_cases[] = {
	{ "REJ", "F20", ENDS(REJECTED, 0), 8, CALLED(CONNECT, 0),
	  "conn 1 ? ->  rejected by peer: REJ 8 (invalid service id)" },
	{ "a status", "siw_cm.c:765", ENDS(REJECTED, 0), -ECONNRESET, CALLED(CONNECT, 0),
	  "conn 1 ? ->  rejected by peer: status -104 (ECONNRESET)" },
	{ "a call before the status", "report.h", ENDS(LOCAL_ERROR, 0), 8,
	  CALLED(MODIFY_RTR, -EINVAL),
	  "conn 1 ? ->  local_error: ib_modify_qp(RTR) -22 (EINVAL)" },
	{ "nothing known", "unknown is not 0", ENDS(ESTABLISHED, 999999), 0, CALLED(CONNECT, 0),
	  "conn 1 ? ->  established after 999.9 ms: peer nothing, negotiated nothing" },
	{ "seconds", "report.h", ENDS(UNREACHABLE, 1000000), 0, CALLED(CONNECT, 0),
	  "conn 1 ? ->  unreachable after 1.0 s" },
	{ "not yet", "report.h", CMLAB_OUTCOME_PENDING, CMLAB_STATE_RESOLVING_ADDR, 0, 0,
	  CALLED(RESOLVE_ADDR, 0), "conn 1 ? ->  resolving_addr" },
	{ "a value that does not fit", "the sentence names no field", ENDS(LOCAL_ERROR, 0), 0,
	  CMLAB_CALL_NONE, 0, CMLAB_REASON_FIELD_RANGE,
	  "conn 1 ? ->  refused: reason 17, retry: the value does not fit its field (20, need 7)" },
};

/* clang-format on */

static void report_ending(struct kunit *test)
{
	const struct report_ending_case *c = test->param_value;
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_ACTIVE);
	const struct cmlab_cm_event ev = { .event = CMLAB_EVENT_REJECTED, .status = c->status };

	r->state = c->state;
	if (c->refusal)
		cmlab_handshake_refused(&r->h, c->refusal, CMLAB_F_RETRY, 20, 7);
	cmlab_handshake_called(&r->h, c->call, c->ret);
	cmlab_handshake_event(&r->h, &ev);
	cmlab_handshake_ended(&r->h, c->outcome, c->us);
	expect_summary(test, r, c->summary);
}

struct report_time_case {
	const char *name;
	const char *from;
	s64 ns;
	const char *seconds;
	const char *milliseconds;
};

/* As printf's %.9g has them. */
static const struct report_time_case report_time_cases[] = {
	{ "never", "null", CMLAB_TIME_NEVER, "null", "null" },
	{ "none", "null", CMLAB_TIME_NONE, "null", "null" },
	{ "0", "a time", 0, "0", "0" },
	{ "8.192 us", "timeout 1", 8192, "8.192e-06", "0.008192" },
	{ "99.999 us", "boundary", 99999, "9.9999e-05", "0.099999" },
	{ "100 us", "boundary", 100000, "0.0001", "0.1" },
	{ "655.36 ms", "RNR code 0", 655360000, "0.65536", "655.36" },
	{ "nine digits", "timeout 19, retry 7", 17179869184LL, "17.1798692", "17179.8692" },
	{ "rounded up into another digit", "boundary", 9999999999LL, "10", "10000" },
	{ "98.304 s", "DESIGN", 98304000000LL, "98.304", "98304" },
};

static void report_time(struct kunit *test)
{
	const struct report_time_case *c = test->param_value;
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_ACTIVE);
	struct cmlab_text *t;

	r->h.unreachable_ns = c->ns;
	r->h.end[CMLAB_ROLE_ACTIVE].time_wait_ns = c->ns;
	t = cmlab_text_of_both(test, &r->h, &nothing_found);
	expect_value(test, t, "detection.unreachable_s", c->seconds);
	expect_value(test, t, "active.detection.time_wait_ms", c->milliseconds);
	expect_value(test, t, "detection.time_wait_ms", c->milliseconds);
	expect_value(test, t, "passive.detection.time_wait_ms", "null");
}

/* From neither end what is not known is null, never 0. */
static void report_both_unknown(struct kunit *test)
{
	static const char *const null[] = { "call",
					    "call_name",
					    "event",
					    "status",
					    "sent",
					    "qp",
					    "qp_reported",
					    "set_ack_timeout",
					    "set_min_rnr_timer",
					    "detection.retry_exceeded_s",
					    "detection.rnr_stall_ms" };
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_ACTIVE);
	struct cmlab_text *t = cmlab_text_of_both(test, &r->h, &nothing_found);
	unsigned int i;
	char key[64];

	for (i = 0; i < ARRAY_SIZE(null); i++) {
		scnprintf(key, sizeof(key), "active.%s", null[i]);
		expect_value(test, t, key, "null");
		scnprintf(key, sizeof(key), "passive.%s", null[i]);
		expect_value(test, t, key, "null");
	}
	expect_value(test, t, "active.events", "[]");
	expect_value(test, t, "kernel", "6.1");
	expect_value(test, t, "outcome", "pending");
}

CMLAB_ROWS(report_story, cmlab_stories)
CMLAB_ROWS(report_ending, report_ending_cases)
CMLAB_ROWS(report_time, report_time_cases)

/* A reject without our header: its bytes, and what they say. */
static void report_decoded(struct kunit *test)
{
	struct cmlab_report *r = fresh(test, 1, CMLAB_ROLE_ACTIVE);
	const u8 nvme[4] = { 0, 0, 6, 0 };

	cmlab_handshake_received(&r->h, nvme, 4, CMLAB_WIRE_REJ);
	expect_value(test, cmlab_text_of(test, r, &nothing_found), "received.user", "0x00000600");
	expect_value(test, cmlab_text_of(test, r, &nothing_found), "received.decoded",
		     "looks like NVMe/RDMA: recfmt 0, sts 6 (no resources)");
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(report_story, report_story_gen_params),
	KUNIT_CASE(report_decoded),
	KUNIT_CASE(report_init),
	KUNIT_CASE(report_every_value),
	KUNIT_CASE(report_longest_user_data),
	KUNIT_CASE(report_reject),
	KUNIT_CASE(report_odd_lines),
	KUNIT_CASE(report_findings),
	KUNIT_CASE(report_summary_fits),
	KUNIT_CASE_PARAM(report_ending, report_ending_gen_params),
	KUNIT_CASE_PARAM(report_time, report_time_gen_params),
	KUNIT_CASE(report_both_unknown),
	{},
};

struct kunit_suite cmlab_suite_report = {
	.name = "cmlab_report",
	.test_cases = cases,
};
