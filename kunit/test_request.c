// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_request.h"
#include "suites.h"

#ifndef __KERNEL__
#include "../userspace-peer/cmdline.h"
#endif

/* Parses exactly these bytes: what is behind them is not ours. */
static int parse(const char *line, size_t len, struct cmlab_request *req, struct cmlab_error *err)
{
	char *exact = kmemdup(line, len, GFP_KERNEL);
	int ret;

	memset(req, 0xa5, sizeof(*req));
	memset(err, 0xa5, sizeof(*err));
	ret = cmlab_request_parse(exact, len, req, err);
	kfree(exact);
	return ret;
}

static u32 look_plain(const struct cmlab_request *req, u8 at)
{
	switch (at) {
	case L_GIVEN:
		return req->given;
	case L_PORT:
		return req->port;
	case L_BACKLOG:
		return req->backlog;
	case L_COUNT:
		return req->count;
	case L_NUMBER:
		return req->number;
	case L_TIMEOUT:
		return req->timeout_ms;
	case L_DECIDE:
		return req->decide;
	case L_PS:
		return req->ps;
	case L_TIMEOUT_WHEN:
		return req->timeout_when;
	case L_MIN_RNR_WHEN:
		return req->min_rnr_when;
	case L_TRANSITIONS:
		return req->transitions;
	case L_FORM:
		return req->form;
	case L_USER_LEN:
		return req->user_len;
	case L_RECV_DEPTH:
		return req->profile.recv_depth;
	case L_STRICT:
		return req->profile.strict;
	default:
		return req->profile.set;
	}
}

static u32 look(const struct cmlab_request *req, const struct look *l)
{
	switch (l->at) {
	case L_RD:
		return (u32)req->mock.max_qp_rd_atom;
	case L_INIT:
		return (u32)req->mock.max_qp_init_rd_atom;
	case L_RES:
		return (u32)req->mock.max_res_rd_atom;
	case L_MOCK:
		return req->mock.mock;
	case L_FLOOR:
		return req->profile.range[l->field].floor;
	case L_TARGET:
		return req->profile.range[l->field].target;
	case L_CEILING:
		return req->profile.range[l->field].ceiling;
	default:
		return look_plain(req, l->at);
	}
}

static void expect_request(struct kunit *test, const struct request_good_case *c,
			   const struct cmlab_request *req)
{
	const struct look *l;

	KUNIT_EXPECT_EQ(test, req->verb, c->verb);
	KUNIT_EXPECT_STREQ(test, req->addr, c->addr);
	KUNIT_EXPECT_STREQ(test, req->src, c->src);
	KUNIT_EXPECT_STREQ(test, req->dev, c->dev);
	KUNIT_EXPECT_STREQ(test, req->profile.name, c->profile);
	KUNIT_EXPECT_EQ(test, memcmp(req->user, c->user, req->user_len), 0);
	for (l = c->look; l->at; l++)
		KUNIT_EXPECT_EQ_MSG(test, look(req, l), l->v, "%u of field %u", l->at, l->field);
}

static void request_good(struct kunit *test)
{
	const struct request_good_case *c = test->param_value;
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);
	int ret = parse(c->line, strlen(c->line), req, err);

	KUNIT_EXPECT_EQ_MSG(test, ret, 0, "%s", err->text);
	KUNIT_EXPECT_STREQ(test, err->text, "");
	if (!ret)
		expect_request(test, c, req);
}

static bool all_zero(const void *p, size_t len)
{
	const u8 *b = p;

	while (len--)
		if (*b++)
			return false;
	return true;
}

static void request_bad(struct kunit *test)
{
	const struct request_bad_case *c = test->param_value;
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);

	KUNIT_EXPECT_EQ(test, parse(c->line, strlen(c->line), req, err), c->ret);
	KUNIT_EXPECT_STREQ(test, err->text, c->text);
	KUNIT_EXPECT_TRUE(test, all_zero(req, sizeof(*req)));
}

/* "connect addr=a port=1 @key" and @n times @fill. */
static int parse_long(struct kunit *test, const char *key, char fill, size_t n,
		      struct cmlab_request *req, struct cmlab_error *err)
{
	char *line = kunit_kzalloc(test, 2048, GFP_KERNEL);
	size_t len = (size_t)scnprintf(line, 2048, CONN "%s", key);

	memset(line + len, fill, n);
	return parse(line, len + n, req, err);
}

static void request_user_bytes(struct kunit *test)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);

	KUNIT_EXPECT_EQ(test, parse_long(test, "private_data=", 'x', 223, req, err), 0);
	KUNIT_EXPECT_EQ(test, req->user_len, 223);
	KUNIT_EXPECT_EQ(test, req->user[222], 'x');
	KUNIT_EXPECT_EQ(test, parse_long(test, "private_data=", 'x', 224, req, err), -ERANGE);
	KUNIT_EXPECT_STREQ(test, err->text,
			   "connect: private_data: 224 bytes: 0..223 with handshake=header (255 less its 32)");
	KUNIT_EXPECT_EQ(test, parse_long(test, "handshake=raw private_data=", 'x', 255, req, err),
			0);
	KUNIT_EXPECT_EQ(test, req->user_len, 255);
	KUNIT_EXPECT_EQ(test, parse_long(test, "handshake=raw private_data=", 'x', 256, req, err),
			-ERANGE);
	KUNIT_EXPECT_STREQ(test, err->text,
			   "connect: private_data=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...: 256 bytes: 0..255");
}

static void request_user_hex(struct kunit *test)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);

	KUNIT_EXPECT_EQ(test,
			parse_long(test, "handshake=raw private_data_hex=", 'a', 510, req, err), 0);
	KUNIT_EXPECT_EQ(test, req->user_len, 255);
	KUNIT_EXPECT_EQ(test, req->user[254], 0xaa);
	KUNIT_EXPECT_EQ(test,
			parse_long(test, "handshake=raw private_data_hex=", 'a', 512, req, err),
			-ERANGE);
	KUNIT_EXPECT_STREQ(test, err->text,
			   "connect: private_data_hex=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...: 256 bytes: 0..255");
	KUNIT_EXPECT_EQ(test, parse_long(test, "private_data_hex=", 'a', 448, req, err), -ERANGE);
}

/* Names fill their buffers and no more; the line has a longest length. */
static void request_lengths(struct kunit *test)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);
	size_t used = strlen(CONN);

	KUNIT_EXPECT_EQ(test, parse_long(test, "src=", 'a', 63, req, err), 0);
	KUNIT_EXPECT_EQ(test, strlen(req->src), 63);
	KUNIT_EXPECT_EQ(test, parse_long(test, "src=", 'a', 64, req, err), -EINVAL);
	KUNIT_EXPECT_STREQ(test, err->text,
			   "connect: src=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...: longer than 63 characters");
	KUNIT_EXPECT_EQ(test, parse_long(test, "", ' ', 1024 - used, req, err), 0);
	KUNIT_EXPECT_EQ(test, parse_long(test, "", ' ', 1025 - used, req, err), -EINVAL);
	KUNIT_EXPECT_STREQ(test, err->text, "the command is longer than 1024 bytes");
}

/* A long key or value does not push the reason out of the sentence. */
static void request_long_words(struct kunit *test)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);

	KUNIT_EXPECT_EQ(test, parse_long(test, "foo=", 'a', 900, req, err), -EINVAL);
	KUNIT_EXPECT_STREQ(test, err->text,
			   "connect: foo=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...: no such key; there are: addr port src count timeout_ms profile transitions handshake decide ps ...");
	KUNIT_EXPECT_EQ(test, parse_long(test, "", 'a', 900, req, err), -EINVAL);
	KUNIT_EXPECT_STREQ(test, err->text,
			   "connect: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: must be key=value");
	KUNIT_EXPECT_EQ(test,
			parse(CONN "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=1",
			      strlen(CONN) + 48, req, err),
			-EINVAL);
	KUNIT_EXPECT_EQ(test,
			strncmp(err->text,
				"connect: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...=1: no such key;",
				68),
			0);
}

/* The caller's own profile counts where the line names none, and if there is such a one. */
static void request_default_profile(struct kunit *test)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);
	const char *plain = CONN, *named = CONN "profile=iwarp";
	const size_t len = strlen(plain);

	KUNIT_EXPECT_EQ(test, cmlab_request_parse_with(plain, len, "read-heavy", req, err), 0);
	KUNIT_EXPECT_STREQ(test, req->profile.name, "read-heavy");
	KUNIT_EXPECT_EQ(test,
			cmlab_request_parse_with(named, strlen(named), "read-heavy", req, err), 0);
	KUNIT_EXPECT_STREQ(test, req->profile.name, "iwarp");
	KUNIT_EXPECT_EQ(test, cmlab_request_parse_with(plain, len, "nobody's", req, err), 0);
	KUNIT_EXPECT_STREQ(test, req->profile.name, "portable");
}

static void request_zero_byte(struct kunit *test)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);

	KUNIT_EXPECT_EQ(test, parse("listen\0", 7, req, err), -EINVAL);
	KUNIT_EXPECT_STREQ(test, err->text, "byte 7 of the command is 0x00: only printable ASCII");
}

static void request_verb(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, cmlab_name(&cmlab_verbs, CMLAB_VERB_LISTEN), "listen");
	KUNIT_EXPECT_STREQ(test, cmlab_name(&cmlab_verbs, CMLAB_VERB_LIMITS), "limits");
	KUNIT_EXPECT_STREQ(test, cmlab_name(&cmlab_verbs, CMLAB_NR_VERBS), "?");
	KUNIT_EXPECT_EQ(test, cmlab_name_find(&cmlab_verbs, "unlisten", 8), CMLAB_VERB_UNLISTEN);
}

/* Every moment is asked for, so that a timer is told once or not at all. */
static void request_timer(struct kunit *test)
{
	const struct request_timer_case *c = test->param_value;
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);
	unsigned int now;

	KUNIT_EXPECT_EQ_MSG(test, parse(c->line, strlen(c->line), req, err), 0, "%s", err->text);
	for (now = 0; now < CMLAB_NR_WHENS; now++) {
		u8 v = 0xa5;
		bool told = cmlab_request_timer(req, c->field, now, &v);
		bool is_now = c->when != CMLAB_WHEN_NEVER && now == c->when;

		KUNIT_EXPECT_EQ_MSG(test, told, is_now, "%s", cmlab_name(&cmlab_whens, now));
		KUNIT_EXPECT_EQ_MSG(test, v, is_now ? c->v : 0xa5, "%s",
				    cmlab_name(&cmlab_whens, now));
	}
}

static struct cmlab_handshake *begin(struct kunit *test, const char *line, u32 timeout_ms,
				     enum cmlab_role role)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);
	struct cmlab_handshake *h = kunit_kzalloc(test, sizeof(*h), GFP_KERNEL);

	KUNIT_EXPECT_EQ_MSG(test, parse(line, strlen(line), req, err), 0, "%s", err->text);
	cmlab_handshake_init(h, CMLAB_SOURCE_LIVE, (u8)role);
	cmlab_request_begin(req, timeout_ms, h);
	return h;
}

static void request_begin(struct kunit *test)
{
	struct cmlab_handshake *h =
		begin(test,
		      CONN
		      "transitions=cm handshake=raw ps=udp decide=raw timeout_ms=700 profile=iwarp timeout=14 min_rnr=1 min_rnr_when=established",
		      10000, CMLAB_ROLE_ACTIVE);
	const struct cmlab_end *e = cmlab_own_end(h);

	KUNIT_EXPECT_EQ(test, h->transitions, CMLAB_TRANSITIONS_CM);
	KUNIT_EXPECT_EQ(test, h->form, CMLAB_PDATA_RAW);
	KUNIT_EXPECT_EQ(test, h->ps, CMLAB_PS_UDP);
	KUNIT_EXPECT_EQ(test, h->timeout_ms, 700);
	KUNIT_EXPECT_EQ(test, e->decide, CMLAB_DECIDE_RAW);
	KUNIT_EXPECT_STREQ(test, e->profile, "iwarp");
	KUNIT_EXPECT_EQ(test, e->known, CMLAB_KNOWS_TIMERS);
	KUNIT_EXPECT_EQ(test, e->timeout_when, CMLAB_WHEN_BEFORE_HANDSHAKE);
	KUNIT_EXPECT_EQ(test, e->min_rnr_when, CMLAB_WHEN_ESTABLISHED);
	KUNIT_EXPECT_EQ(test, e->set_timeout, CMLAB_NO_ERRNO);
	KUNIT_EXPECT_EQ(test, cmlab_peer_end(h)->known, 0);
	KUNIT_EXPECT_STREQ(test, cmlab_peer_end(h)->profile, "");
}

static void request_begin_passive(struct kunit *test)
{
	struct cmlab_handshake *h = begin(test, "listen addr=a port=1", 10000, CMLAB_ROLE_PASSIVE);
	const struct cmlab_end *e = &h->end[CMLAB_ROLE_PASSIVE];

	KUNIT_EXPECT_EQ(test, h->transitions, CMLAB_TRANSITIONS_LAB);
	KUNIT_EXPECT_EQ(test, h->form, CMLAB_PDATA_HEADER);
	KUNIT_EXPECT_EQ(test, h->ps, CMLAB_PS_TCP);
	KUNIT_EXPECT_EQ(test, h->timeout_ms, 10000);
	KUNIT_EXPECT_EQ(test, e->decide, CMLAB_DECIDE_POLICY);
	KUNIT_EXPECT_STREQ(test, e->profile, "portable");
	KUNIT_EXPECT_EQ(test, e->timeout_when, CMLAB_WHEN_NEVER);
	KUNIT_EXPECT_EQ(test, e->min_rnr_when, CMLAB_WHEN_NEVER);
}

static void expect_key(struct kunit *test, enum cmlab_verb verb, const char *key)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);
	char line[64];
	int len = scnprintf(line, sizeof(line), "%s %s=:", cmlab_name(&cmlab_verbs, verb), key);

	KUNIT_EXPECT_NE(test, parse(line, (size_t)len, req, err), 0);
	KUNIT_EXPECT_FALSE_MSG(test, strstr(err->text, "no such key"), "%s", err->text);
}

/* What is offered as a key is one. */
static void request_keys(struct kunit *test)
{
	static const unsigned int counts[] = {
		[CMLAB_VERB_LISTEN] = 14 + 10,	[CMLAB_VERB_UNLISTEN] = 3,
		[CMLAB_VERB_CONNECT] = 16 + 10, [CMLAB_VERB_DISCONNECT] = 1,
		[CMLAB_VERB_LIMITS] = 5,
	};
	unsigned int verb, n;
	const char *key;

	for (verb = 0; verb < CMLAB_NR_VERBS; verb++) {
		for (n = 0; (key = cmlab_request_key(verb, n)); n++)
			expect_key(test, verb, key);
		KUNIT_EXPECT_EQ_MSG(test, n, counts[verb], "%s", cmlab_name(&cmlab_verbs, verb));
	}
}

#ifndef __KERNEL__
static bool has_word(const char *text, const char *word)
{
	const char *at = text;

	while ((at = strstr(at, word))) {
		if (at > text && strchr("\n ", at[-1]) && strchr(" =;\n", at[strlen(word)]))
			return true;
		at++;
	}
	return false;
}

/* The help has the shorter word of a key that has two. */
static const char *help_word(const char *key)
{
	if (!strcmp(key, "ack_timeout_when"))
		return "timeout_when";
	return strcmp(key, "min_rnr_timer_when") ? key : "min_rnr_when";
}

/* The help of the programs has every key of listen and connect. */
static void request_help(struct kunit *test)
{
	static const enum cmlab_verb verbs[] = { CMLAB_VERB_LISTEN, CMLAB_VERB_CONNECT };
	static const char help[] = CMDLINE_KEYS;
	const char *key;
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(verbs); i++)
		for (n = 0; (key = cmlab_request_key(verbs[i], n)); n++)
			KUNIT_EXPECT_TRUE_MSG(test, has_word(help, help_word(key)), "%s", key);
}
#endif

CMLAB_ROWS(request_good, request_good_cases)
CMLAB_ROWS(request_bad, request_bad_cases)
CMLAB_ROWS(request_timer, request_timer_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(request_good, request_good_gen_params),
	KUNIT_CASE_PARAM(request_bad, request_bad_gen_params),
	KUNIT_CASE_PARAM(request_timer, request_timer_gen_params),
	KUNIT_CASE(request_user_bytes),
	KUNIT_CASE(request_user_hex),
	KUNIT_CASE(request_lengths),
	KUNIT_CASE(request_long_words),
	KUNIT_CASE(request_default_profile),
	KUNIT_CASE(request_zero_byte),
	KUNIT_CASE(request_verb),
	KUNIT_CASE(request_begin),
	KUNIT_CASE(request_begin_passive),
	KUNIT_CASE(request_keys),
#ifndef __KERNEL__
	KUNIT_CASE(request_help),
#endif
	{},
};

struct kunit_suite cmlab_suite_request = {
	.name = "cmlab_request",
	.test_cases = cases,
};
