// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The control grammar. An input is a byte that chooses the profile of lines that name none,
 * and then the line, with whatever bytes in it.
 */
#include <cmlab/request.h>

#include "fuzz.h"

static const char *const profiles[] = { NULL, "portable", "read-heavy", "", "no such" };

/* A request written again, with every value in it. */
struct line {
	char text[2 * CMLAB_REQUEST_LINE];
	int len;
};

static __printf(2, 3) void add(struct line *l, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	l->len += vscnprintf(l->text + l->len, sizeof(l->text) - (size_t)l->len, fmt, args);
	va_end(args);
}

static void add_number(struct line *l, const char *key, u32 v)
{
	if (v)
		add(l, " %s=%u", key, v);
}

static void add_when(struct line *l, const char *key, u8 when)
{
	if (when != CMLAB_WHEN_NEVER)
		add(l, " %s=%s", key, cmlab_name(&cmlab_whens, when));
}

/* Only a depth that policy decides has bounds; elsewhere the target moves them as before. */
static void add_field(struct line *l, const struct cmlab_request *req, unsigned int f)
{
	const struct cmlab_range *r = &req->profile.range[f];
	const char *name = cmlab_field_info(f)->abbr;

	if (!(req->profile.set & 1U << f))
		return;
	add(l, " %s=%u", name, r->target);
	if (req->decide == CMLAB_DECIDE_POLICY && (f == CMLAB_F_IRD || f == CMLAB_F_ORD))
		add(l, " %s.floor=%u %s.ceiling=%u", name, r->floor, name, r->ceiling);
}

static void add_endpoint(struct line *l, const struct cmlab_request *req)
{
	if (req->given & CMLAB_GIVEN_ADDR)
		add(l, " addr=%s", req->addr);
	if (req->given & CMLAB_GIVEN_PORT)
		add(l, " port=%u", req->port);
}

static void add_number_or_all(struct line *l, const struct cmlab_request *req, const char *key)
{
	if (req->given & CMLAB_GIVEN_ALL)
		add(l, " %s=all", key);
	if (req->given & CMLAB_GIVEN_NUMBER)
		add(l, " %s=%u", key, req->number);
}

static void add_limits(struct line *l, const struct cmlab_request *req)
{
	add(l, " dev=%s", req->dev);
	if (req->given & CMLAB_GIVEN_MOCK_OFF)
		add(l, " mock=off");
	if (req->mock.mock & CMLAB_MOCK_QP_RD_ATOM)
		add(l, " rd=%d", req->mock.max_qp_rd_atom);
	if (req->mock.mock & CMLAB_MOCK_QP_INIT_RD_ATOM)
		add(l, " init=%d", req->mock.max_qp_init_rd_atom);
	if (req->mock.mock & CMLAB_MOCK_RES_RD_ATOM)
		add(l, " res=%d", req->mock.max_res_rd_atom);
}

static void add_fault(struct line *l, const char *key, const struct cmlab_request *req)
{
	char text[CMLAB_FAULT_STR];

	add(l, " %s=%s", key, cmlab_fault_text(&req->fault, text));
}

static void add_conn(struct line *l, const struct cmlab_request *req)
{
	unsigned int f;
	u32 i;

	if (req->fault.kind)
		add_fault(l, "fault", req);

	if (req->src[0])
		add(l, " src=%s", req->src);
	add_number(l, "backlog", req->backlog);
	if (req->verb == CMLAB_VERB_CONNECT)
		add_number(l, "count", req->count);
	add_number(l, "timeout_ms", req->timeout_ms);
	add(l, " profile=%s transitions=%s handshake=%s decide=%s ps=%s recv_depth=%u",
	    req->profile.name, cmlab_name(&cmlab_transitions, req->transitions),
	    cmlab_name(&cmlab_pdata_forms, req->form), cmlab_name(&cmlab_decides, req->decide),
	    cmlab_name(&cmlab_port_spaces, req->ps), req->profile.recv_depth);
	if (req->decide == CMLAB_DECIDE_POLICY)
		add(l, " strict=%u", req->profile.strict);
	add_when(l, "timeout_when", req->timeout_when);
	add_when(l, "min_rnr_when", req->min_rnr_when);
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		add_field(l, req, f);
	for (i = 0; i < req->user_len; i++)
		add(l, "%s%02x", i ? "" : " private_data_hex=", req->user[i]);
}

static void write_again(struct line *l, const struct cmlab_request *req)
{
	add(l, "%s", cmlab_name(&cmlab_verbs, req->verb));
	add_endpoint(l, req);
	switch (req->verb) {
	case CMLAB_VERB_UNLISTEN:
		add_number_or_all(l, req, "listener");
		break;
	case CMLAB_VERB_DISCONNECT:
		add_number_or_all(l, req, "conn");
		break;
	case CMLAB_VERB_CHECK:
		add(l, " listener=%u", req->number);
		break;
	case CMLAB_VERB_FAULT:
		add(l, " listener=%u", req->number);
		add_fault(l, "kind", req);
		add_number(l, "count", req->count);
		break;
	case CMLAB_VERB_LIMITS:
		add_limits(l, req);
		break;
	default:
		add_conn(l, req);
		break;
	}
}

static void parse_again(const struct cmlab_request *req)
{
	static struct cmlab_request again;
	static struct line l;
	struct cmlab_error err;

	l.len = 0;
	write_again(&l, req);
	if (l.len > CMLAB_REQUEST_LINE)
		return;
	fuzz_require(!cmlab_request_parse(l.text, (size_t)l.len, &again, &err), l.text);
	fuzz_require(!memcmp(req, &again, sizeof(again)), "what is written again means the same");
}

static void check_ranges(const struct cmlab_request *req)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		const struct cmlab_range *r = &req->profile.range[f];

		fuzz_require(r->floor <= r->target && r->target <= r->ceiling, "a range is one");
		if (req->profile.set & 1U << f)
			fuzz_require(r->ceiling <= cmlab_field_info(f)->type_max,
				     "a value fits its variable");
	}
}

static void check_conn(const struct cmlab_request *req)
{
	fuzz_require(*req->addr && req->port && req->port <= 65535, "there is an endpoint");
	fuzz_require(req->backlog <= 65535 && req->count && req->count <= 4096, "counts");
	fuzz_require(!req->timeout_ms || (req->timeout_ms >= 100 && req->timeout_ms <= 600000),
		     "a timer is in its range");
	fuzz_require(req->profile.recv_depth <= 4096, "receives are in their range");
	fuzz_require(req->user_len <= (req->form == CMLAB_PDATA_HEADER ? CMLAB_WIRE_USER_MAX :
									 CMLAB_WIRE_MAX),
		     "private data fits");
	fuzz_require(req->transitions < CMLAB_NR_TRANSITIONS, "who moves the QP");
	fuzz_require(req->form < CMLAB_NR_PDATA_FORMS, "a form of private data");
	fuzz_require(req->decide < CMLAB_NR_DECIDES && req->ps < CMLAB_NR_PS, "two choices");
	fuzz_require(max(req->timeout_when, req->min_rnr_when) < CMLAB_NR_WHENS, "two moments");
	check_ranges(req);
}

static void check_limits(const struct cmlab_request *req)
{
	const struct cmlab_limits *l = &req->mock;

	fuzz_require(*req->dev, "limits are of a device");
	fuzz_require(min(l->max_qp_rd_atom, l->max_qp_init_rd_atom) >= 0, "one QP's are numbers");
	fuzz_require(l->max_res_rd_atom >= 0, "all connections' is a number");
}

static void check_request(const struct cmlab_request *req)
{
	fuzz_require(req->verb < CMLAB_NR_VERBS, "a verb is one");
	fuzz_require(fuzz_is_text(req->addr, sizeof(req->addr)), "addr is terminated and plain");
	fuzz_require(fuzz_is_text(req->src, sizeof(req->src)), "src is terminated and plain");
	fuzz_require(fuzz_is_text(req->dev, sizeof(req->dev)), "dev is terminated and plain");
	if (req->verb == CMLAB_VERB_LISTEN || req->verb == CMLAB_VERB_CONNECT)
		check_conn(req);
	if (req->verb == CMLAB_VERB_LIMITS)
		check_limits(req);
	parse_again(req);
}

/* The verb that a plain line begins with; NULL if there is none. */
static const char *verb_of(const char *line, size_t len)
{
	size_t i, n = 0;
	int v;

	if (len > CMLAB_REQUEST_LINE)
		return NULL;
	for (i = 0; i < len; i++)
		if (line[i] < ' ' || line[i] > '~')
			return NULL;
	while (len && *line == ' ') {
		line++;
		len--;
	}
	while (n < len && line[n] != ' ')
		n++;
	v = cmlab_name_find(&cmlab_verbs, line, n);
	return v < 0 ? NULL : cmlab_name(&cmlab_verbs, (unsigned int)v);
}

static bool begins(const char *text, const char *verb)
{
	size_t n = strlen(verb);

	return !strncmp(text, verb, n) && !strncmp(text + n, ": ", 2);
}

static void check_error(int ret, const char *line, size_t len, const struct cmlab_request *req,
			const struct cmlab_error *err)
{
	static const struct cmlab_request nothing;
	const char *verb = verb_of(line, len);

	fuzz_require(ret == -EINVAL || ret == -ERANGE || ret == -ENOENT, "an errno as promised");
	fuzz_require(fuzz_is_text(err->text, sizeof(err->text)), "the sentence is plain");
	fuzz_require(*err->text, "there is a sentence");
	if (verb)
		fuzz_require(begins(err->text, verb), "the sentence names the verb");
	fuzz_require(!memcmp(req, &nothing, sizeof(nothing)), "no half a request");
}

int fuzz_one(const u8 *data, size_t size)
{
	static struct cmlab_request req;
	static struct cmlab_error err;
	struct fuzz_input in = { data, size };
	const char *profile = profiles[fuzz_u8(&in) % ARRAY_SIZE(profiles)];
	const char *line = (const char *)in.at;
	int ret;

	memset(&req, 0xa5, sizeof(req));
	memset(&err, 0xa5, sizeof(err));
	ret = cmlab_request_parse_with(line, in.left, profile, &req, &err);
	if (ret) {
		check_error(ret, line, in.left, &req, &err);
	} else {
		fuzz_require(!*err.text, "no sentence where nothing is wrong");
		check_request(&req);
	}
	return 0;
}
