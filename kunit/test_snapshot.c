// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_snapshot.h"
#include "suites.h"
#include "text.h"

/* The longest that addresses can be: scoped IPv6 with a 15-character interface. */
#define LONG_ADDR "[fe80:1111:2222:3333:4444:5555:6666:7777%abcdefghijklmno]:65535"

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

static void snapshot_story(struct kunit *test)
{
	const struct snapshot_story_case *c = test->param_value;
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char *line = kunit_kzalloc(test, 256, GFP_KERNEL);

	memset(s, 0xa5, sizeof(*s));
	c->tell(s);
	expect_text(test, cmlab_text_of(test, s)->buf, c->text);
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_summary(s, line, 256), strlen(c->summary));
	KUNIT_EXPECT_STREQ(test, line, c->summary);
}

/* A new one says who it is and that nothing has happened. */
static void snapshot_init(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char line[64];

	memset(s, 0xa5, sizeof(*s));
	cmlab_snapshot_init(s, 0xffffffff, CMLAB_ROLE_ACTIVE);
	expect_text(test, cmlab_text_of(test, s)->buf,
		    "id: 4294967295\nrole: active\nstate: new\noutcome: pending\n"
		    "transitions: lab\nhandshake: header\nrecv_posted: 0\n");
	cmlab_snapshot_summary(s, line, sizeof(line));
	KUNIT_EXPECT_STREQ(test, line, "conn 4294967295 ? ->  new");
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_summary(s, line, 0), 0);
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_summary(s, line, 1), 0);
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_summary(s, line, 5), 4);
	KUNIT_EXPECT_STREQ(test, line, "conn");
}

static void expect_number(struct kunit *test, struct cmlab_text *t, const char *group,
			  const char *name, u32 v)
{
	char key[64], want[16], got[64];
	const char *value;

	scnprintf(key, sizeof(key), "%s.%s", group, name);
	scnprintf(want, sizeof(want), "%u", v);
	value = cmlab_text_value(t, key, got, sizeof(got));
	KUNIT_EXPECT_TRUE_MSG(test, value && !strcmp(value, want), "%s: %s, not %s", key,
			      value ? value : "no line", want);
}

static void fill_group(struct cmlab_values *vals, u32 base)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		cmlab_values_set(vals, f, base + f);
}

/* UD says that it is; a connection of the usual kind needs no word. */
static void snapshot_ud(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char got[16];

	s->ps = CMLAB_PS_UDP;
	KUNIT_EXPECT_STREQ(test, cmlab_text_value(cmlab_text_of(test, s), "ps", got, sizeof(got)),
			   "udp");
}

/* A mock bit that has no name yet is still told. */
static void snapshot_unknown_mock(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char got[16];

	s->limits.transport = CMLAB_TRANSPORT_ROCE;
	s->limits.mock = 0x80;
	KUNIT_EXPECT_STREQ(test,
			   cmlab_text_value(cmlab_text_of(test, s), "limits.mock", got,
					    sizeof(got)),
			   "unknown");
}

/* Every value of every group comes out under its own key. */
static void snapshot_every_value(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_text *t;
	unsigned int f;

	fill_group(&s->requested, 100);
	fill_group(&s->offered, 200);
	fill_group(&s->advertised, 300);
	fill_group(&s->negotiated, 400);
	fill_group(&s->programmed, 500);
	t = cmlab_text_of(test, s);
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		const struct cmlab_field_info *info = cmlab_names_field(f);

		expect_number(test, t, "requested", info->param, 100 + f);
		expect_number(test, t, "offered", info->param, 200 + f);
		expect_number(test, t, "advertised", info->param, 300 + f);
		expect_number(test, t, "negotiated", info->param, 400 + f);
		if (info->attr[0])
			expect_number(test, t, "programmed", info->attr, 500 + f);
	}
}

static void expect_hex(struct kunit *test, const struct cmlab_text *t, const u8 *bytes, u32 len)
{
	static const char key[] = "received.user: 0x";
	static const char digits[] = "0123456789abcdef";
	const char *p = strstr(t->buf, key);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, p);
	p += strlen(key);
	for (i = 0; i < len; i++, p += 2)
		KUNIT_EXPECT_TRUE_MSG(test,
				      p[0] == digits[bytes[i] >> 4] &&
					      p[1] == digits[bytes[i] & 15],
				      "byte %u", i);
	KUNIT_EXPECT_EQ(test, *p, '\n');
}

/* All 255 bytes that private data can have, every value among them. */
static void snapshot_longest_user_data(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u8 *bytes = kunit_kzalloc(test, 300, GFP_KERNEL);
	u32 i;

	for (i = 0; i < 300; i++)
		bytes[i] = (u8)(i + 1);
	s->handshake = CMLAB_HANDSHAKE_RAW;
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_received(s, bytes, 255, CMLAB_WIRE_REQ), 0);
	KUNIT_EXPECT_EQ(test, s->received.user_len, 255);
	expect_hex(test, cmlab_text_of(test, s), bytes, 255);
	/* More than a u8 can say is cut, and its true length still told. */
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_received(s, bytes, 300, CMLAB_WIRE_REQ), 0);
	KUNIT_EXPECT_EQ(test, s->received.user_len, 255);
	KUNIT_EXPECT_EQ(test, s->received.wire_len, 300);
	expect_hex(test, cmlab_text_of(test, s), bytes, 255);
}

/* F13, F14: what the event says, what the header says, what is the user's. */
static void snapshot_received_lengths(struct kunit *test)
{
	const struct cmlab_wire_hdr hdr = { .kind = CMLAB_WIRE_REQ };
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u8 *blob = kunit_kzalloc(test, 56, GFP_KERNEL);
	struct cmlab_text *t;
	char got[16];

	cmlab_wire_build(&hdr, (const u8 *)"12345678", 8, blob, 56);
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_received(s, blob, 56, CMLAB_WIRE_REQ), 0);
	t = cmlab_text_of(test, s);
	expect_number(test, t, "received", "wire_len", 56);
	expect_number(test, t, "received", "declared_len", 40);
	expect_number(test, t, "received", "user_len", 8);
	KUNIT_EXPECT_STREQ(test, cmlab_text_value(t, "received.header", got, sizeof(got)), "ok");

	memset(blob, 0, 56);
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_received(s, blob, 56, CMLAB_WIRE_REQ),
			CMLAB_REASON_HDR_ABSENT);
	KUNIT_EXPECT_FALSE(test, s->received.has_hdr);
	KUNIT_EXPECT_EQ(test, s->received.hdr.user_len, 0);
	t = cmlab_text_of(test, s);
	KUNIT_EXPECT_STREQ(test, cmlab_text_value(t, "received.header", got, sizeof(got)),
			   "hdr_absent");
	KUNIT_EXPECT_TRUE(test, !cmlab_text_value(t, "received.declared_len", got, sizeof(got)));
}

/* A REJ's reason is the peer's; a header without one, or another message's, changes nothing. */
static void snapshot_received_reason(struct kunit *test)
{
	struct cmlab_wire_hdr hdr = {
		.kind = CMLAB_WIRE_REJ, .field = CMLAB_F_IRD, .have = 2, .need = 3
	};
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u8 blob[32];

	cmlab_snapshot_init(s, 1, CMLAB_ROLE_ACTIVE);
	cmlab_wire_build(&hdr, NULL, 0, blob, sizeof(blob));
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_received(s, blob, 32, CMLAB_WIRE_REJ), 0);
	KUNIT_EXPECT_EQ(test, s->reason, 0);
	KUNIT_EXPECT_FALSE(test, s->reason_by_peer);
	KUNIT_EXPECT_EQ(test, s->reason_field, CMLAB_NR_FIELDS);

	hdr.reason = 300;
	cmlab_wire_build(&hdr, NULL, 0, blob, sizeof(blob));
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_received(s, blob, 32, CMLAB_WIRE_REQ),
			CMLAB_REASON_HDR_KIND);
	KUNIT_EXPECT_EQ(test, s->reason, 0);
	KUNIT_EXPECT_EQ(test, cmlab_snapshot_received(s, blob, 32, CMLAB_WIRE_REJ), 0);
	KUNIT_EXPECT_EQ(test, s->reason, 255);
	KUNIT_EXPECT_TRUE(test, s->reason_by_peer);
	KUNIT_EXPECT_EQ(test, s->reason_field, CMLAB_F_IRD);
	KUNIT_EXPECT_EQ(test, s->reason_have, 2);
	KUNIT_EXPECT_EQ(test, s->reason_need, 3);
}

/* A reason that is about no field has no line for one. */
static void snapshot_reason_without_field(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_text *t;
	char got[32];

	cmlab_snapshot_init(s, 1, CMLAB_ROLE_ACTIVE);
	s->reason = CMLAB_REASON_CONN_LIMIT;
	t = cmlab_text_of(test, s);
	KUNIT_EXPECT_STREQ(test, cmlab_text_value(t, "reason.name", got, sizeof(got)),
			   "conn_limit");
	KUNIT_EXPECT_TRUE(test, !cmlab_text_value(t, "reason.field", got, sizeof(got)));
}

/* More clamps than there is room for are counted, not lost silently. */
static void snapshot_clamps_full(struct kunit *test)
{
	struct cmlab_clamps *c = kunit_kzalloc(test, sizeof(*c), GFP_KERNEL);
	u32 i;

	for (i = 0; i < CMLAB_MAX_CLAMPS + 3; i++)
		cmlab_values_record(c, CMLAB_F_IRD, i + 1, i, CMLAB_WHY_PEER_OFFERED, false);
	cmlab_values_record(c, CMLAB_F_IRD, 5, 5, CMLAB_WHY_PEER_OFFERED, false);
	KUNIT_EXPECT_EQ(test, c->nr, CMLAB_MAX_CLAMPS);
	KUNIT_EXPECT_EQ(test, c->lost, 3);
	KUNIT_EXPECT_EQ(test, c->c[CMLAB_MAX_CLAMPS - 1].to, CMLAB_MAX_CLAMPS - 1);
}

static void expect_whole(struct kunit *test, const struct cmlab_snapshot *s)
{
	char *line = kunit_kzalloc(test, 320, GFP_KERNEL);
	int n = cmlab_snapshot_summary(s, line, 320);

	KUNIT_EXPECT_TRUE_MSG(test, n < 256, "%d: %s", n, line);
}

/* 256 characters hold the log line of every reason between the longest addresses. */
static void snapshot_summary_fits(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	unsigned int reason;

	cmlab_snapshot_init(s, 0xffffffff, CMLAB_ROLE_PASSIVE);
	scnprintf(s->local, sizeof(s->local), "%s", LONG_ADDR);
	scnprintf(s->remote, sizeof(s->remote), "%s", LONG_ADDR);
	KUNIT_EXPECT_EQ(test, strlen(s->local), 63);
	s->outcome = CMLAB_OUTCOME_REJECTED;
	s->handshake_us = 600000000;
	s->reason_by_peer = true;
	s->reason_have = 65535;
	s->reason_need = 65535;
	for (reason = 1; reason < CMLAB_NR_REASONS; reason++) {
		s->reason = (u8)reason;
		s->reason_field = CMLAB_NR_FIELDS;
		if (reason >= CMLAB_REASON_IRD_FLOOR && reason <= CMLAB_REASON_RES_EXHAUSTED)
			s->reason_field = CMLAB_F_ORD;
		expect_whole(test, s);
	}
	s->reason = 0;
	s->outcome = CMLAB_OUTCOME_ESTABLISHED;
	fill_group(&s->advertised, 255 - CMLAB_NR_FIELDS);
	fill_group(&s->negotiated, 255 - CMLAB_NR_FIELDS);
	s->advertised.v[CMLAB_F_RETRY] = 7;
	s->advertised.v[CMLAB_F_RNR] = 7;
	s->negotiated.v[CMLAB_F_RETRY] = 7;
	s->negotiated.v[CMLAB_F_RNR] = 7;
	expect_whole(test, s);
}

/* The other endings, which no story has. */
static void snapshot_summary_endings(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char *line = kunit_kzalloc(test, 256, GFP_KERNEL);

	cmlab_snapshot_init(s, 1, CMLAB_ROLE_ACTIVE);
	s->outcome = CMLAB_OUTCOME_REJECTED;
	s->status = 8;
	cmlab_snapshot_summary(s, line, 256);
	KUNIT_EXPECT_STREQ(test, line, "conn 1 ? ->  rejected by peer: REJ 8 (invalid service id)");
	s->status = -ECONNRESET;
	cmlab_snapshot_summary(s, line, 256);
	KUNIT_EXPECT_STREQ(test, line, "conn 1 ? ->  rejected by peer: status -104 (ECONNRESET)");
	s->outcome = CMLAB_OUTCOME_LOCAL_ERROR;
	s->error = -EINVAL;
	cmlab_snapshot_summary(s, line, 256);
	KUNIT_EXPECT_STREQ(test, line, "conn 1 ? ->  local_error: call -22 (EINVAL)");
	s->error = 0;
	s->status = 0;
	s->outcome = CMLAB_OUTCOME_ESTABLISHED;
	s->handshake_us = 999999;
	cmlab_snapshot_summary(s, line, 256);
	KUNIT_EXPECT_STREQ(test, line,
			   "conn 1 ? ->  established after 999.9 ms: peer nothing, negotiated nothing");
	s->outcome = CMLAB_OUTCOME_PENDING;
	s->state = CMLAB_STATE_RESOLVING_ADDR;
	s->handshake_us = 0;
	cmlab_snapshot_summary(s, line, 256);
	KUNIT_EXPECT_STREQ(test, line, "conn 1 ? ->  resolving_addr");
}

CMLAB_ROWS(snapshot_story, snapshot_story_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(snapshot_story, snapshot_story_gen_params),
	KUNIT_CASE(snapshot_init),
	KUNIT_CASE(snapshot_ud),
	KUNIT_CASE(snapshot_unknown_mock),
	KUNIT_CASE(snapshot_every_value),
	KUNIT_CASE(snapshot_longest_user_data),
	KUNIT_CASE(snapshot_received_lengths),
	KUNIT_CASE(snapshot_received_reason),
	KUNIT_CASE(snapshot_reason_without_field),
	KUNIT_CASE(snapshot_clamps_full),
	KUNIT_CASE(snapshot_summary_fits),
	KUNIT_CASE(snapshot_summary_endings),
	{},
};

struct kunit_suite cmlab_suite_snapshot = {
	.name = "cmlab_snapshot",
	.test_cases = cases,
};
