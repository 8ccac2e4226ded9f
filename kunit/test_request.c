// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_request.h"
#include "suites.h"

#ifndef __KERNEL__
#include "../userspace-peer/cmdline.h"
#endif

struct parsed {
	int ret;
	struct cmlab_request req;
	struct cmlab_error err;
};

/* Parses exactly these bytes: what is behind them is not ours. */
static struct parsed *parse(struct kunit *test, const char *line, size_t len)
{
	struct parsed *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	char *exact = kmemdup(line, len, GFP_KERNEL);

	memset(p, 0xa5, sizeof(*p));
	p->ret = cmlab_request_parse(exact, len, &p->req, &p->err);
	kfree(exact);
	return p;
}

static u32 look(const struct cmlab_request *req, const struct look *l)
{
	const u8 *at = (const u8 *)req + l->at;

	return l->size == sizeof(*at) ? *at : *(const u32 *)at;
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
	for (l = c->look; l->size; l++)
		KUNIT_EXPECT_EQ_MSG(test, look(req, l), l->v, "%s", l->what);
}

static void request_good(struct kunit *test)
{
	const struct request_good_case *c = test->param_value;
	struct parsed *p = parse(test, c->line, strlen(c->line));

	KUNIT_EXPECT_EQ_MSG(test, p->ret, 0, "%s", p->err.text);
	KUNIT_EXPECT_STREQ(test, p->err.text, "");
	if (!p->ret)
		expect_request(test, c, &p->req);
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
	struct parsed *p = parse(test, c->line, strlen(c->line));

	KUNIT_EXPECT_EQ(test, p->ret, c->ret);
	KUNIT_EXPECT_STREQ(test, p->err.text, c->text);
	KUNIT_EXPECT_TRUE(test, all_zero(&p->req, sizeof(p->req)));
}

static void request_long(struct kunit *test)
{
	const struct request_long_case *c = test->param_value;
	char *line = kunit_kzalloc(test, 2048, GFP_KERNEL);
	size_t len = (size_t)scnprintf(line, 2048, CONN "%s", c->key);
	struct parsed *p;

	memset(line + len, c->fill, c->n);
	p = parse(test, line, len + c->n);
	KUNIT_EXPECT_EQ(test, p->ret, c->ret);
	KUNIT_EXPECT_STREQ(test, p->err.text, c->text ? c->text : "");
	KUNIT_EXPECT_EQ(test, strlen(p->req.src), c->src_len);
	KUNIT_EXPECT_EQ(test, p->req.user_len, c->user_len);
	if (c->user_len)
		KUNIT_EXPECT_EQ(test, p->req.user[c->user_len - 1], c->last);
}

/* The caller's own profile counts where the line names none, and if there is such a one. */
static void request_default_profile(struct kunit *test)
{
	static const struct {
		const char *line;
		const char *profile;
		const char *expect;
	} rows[] = {
		{ CONN, "read-heavy", "read-heavy" },
		{ CONN "profile=iwarp", "read-heavy", "iwarp" },
		{ CONN, "nobody's", "portable" },
	};
	struct parsed *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		p->ret = cmlab_request_parse_with(rows[i].line, strlen(rows[i].line),
						  rows[i].profile, &p->req, &p->err);
		KUNIT_EXPECT_EQ(test, p->ret, 0);
		KUNIT_EXPECT_STREQ(test, p->req.profile.name, rows[i].expect);
	}
}

static void request_zero_byte(struct kunit *test)
{
	struct parsed *p = parse(test, "listen\0", 7);

	KUNIT_EXPECT_EQ(test, p->ret, -EINVAL);
	KUNIT_EXPECT_STREQ(test, p->err.text,
			   "byte 7 of the command is 0x00: only printable ASCII");
}

/* Every moment is asked for, so that a timer is told once or not at all. */
static void request_timer(struct kunit *test)
{
	const struct request_timer_case *c = test->param_value;
	struct parsed *p = parse(test, c->line, strlen(c->line));
	unsigned int now;

	KUNIT_EXPECT_EQ_MSG(test, p->ret, 0, "%s", p->err.text);
	for (now = 0; now < CMLAB_NR_WHENS; now++) {
		u8 v = 0xa5;
		bool told = cmlab_request_timer(&p->req, c->field, now, &v);
		bool is_now = c->when != CMLAB_WHEN_NEVER && now == c->when;

		KUNIT_EXPECT_EQ_MSG(test, told, is_now, "%s", cmlab_name(&cmlab_whens, now));
		KUNIT_EXPECT_EQ_MSG(test, v, is_now ? c->v : 0xa5, "%s",
				    cmlab_name(&cmlab_whens, now));
	}
}

static struct cmlab_handshake *begin(struct kunit *test, const char *line, u32 timeout_ms,
				     enum cmlab_role role)
{
	struct cmlab_handshake *h = kunit_kzalloc(test, sizeof(*h), GFP_KERNEL);
	struct parsed *p = parse(test, line, strlen(line));

	KUNIT_EXPECT_EQ_MSG(test, p->ret, 0, "%s", p->err.text);
	cmlab_handshake_init(h, CMLAB_SOURCE_LIVE, (u8)role);
	cmlab_request_begin(&p->req, timeout_ms, h);
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
	char line[64];
	int len = scnprintf(line, sizeof(line), "%s %s=:", cmlab_name(&cmlab_verbs, verb), key);
	struct parsed *p = parse(test, line, (size_t)len);

	KUNIT_EXPECT_NE(test, p->ret, 0);
	KUNIT_EXPECT_FALSE_MSG(test, strstr(p->err.text, "no such key"), "%s", p->err.text);
}

/* What is offered as a key is one. */
static void request_keys(struct kunit *test)
{
	static const unsigned int counts[] = {
		[CMLAB_VERB_LISTEN] = 15 + 10,	[CMLAB_VERB_UNLISTEN] = 3,
		[CMLAB_VERB_CONNECT] = 17 + 10, [CMLAB_VERB_DISCONNECT] = 1,
		[CMLAB_VERB_LIMITS] = 5,	[CMLAB_VERB_CHECK] = 2,
		[CMLAB_VERB_FAULT] = 3,
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
CMLAB_ROWS(request_long, request_long_cases)
CMLAB_ROWS(request_timer, request_timer_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(request_good, request_good_gen_params),
	KUNIT_CASE_PARAM(request_bad, request_bad_gen_params),
	KUNIT_CASE_PARAM(request_long, request_long_gen_params),
	KUNIT_CASE_PARAM(request_timer, request_timer_gen_params),
	KUNIT_CASE(request_default_profile),
	KUNIT_CASE(request_zero_byte),
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
