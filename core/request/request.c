// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * One command, "verb key=value ...", to a request: the words, the order of things,
 * and what must hold of the whole.
 */
#include "request_private.h"

/* checkpatch wants no blank before the bracket of [INDEX] on the line of #define. */
/* clang-format off */
#define VERB_NAME(n, s)		\
	[CMLAB_VERB_##n] = (s),
/* clang-format on */

static const char *const verbs[] = { CMLAB_VERB_LIST(VERB_NAME) };

const char *cmlab_request_verb(unsigned int verb)
{
	return verb < ARRAY_SIZE(verbs) ? verbs[verb] : "?";
}

int cmlab_request_error(struct cmlab_error *err, int ret, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	return ret;
}

/* The next word of the line, if there is one. */
static bool next_word(struct word *rest, struct word *w)
{
	while (rest->len && *rest->s == ' ') {
		rest->s++;
		rest->len--;
	}
	w->s = rest->s;
	w->len = 0;
	while (w->len < rest->len && w->s[w->len] != ' ')
		w->len++;
	rest->s += w->len;
	rest->len -= w->len;
	return w->len > 0;
}

static bool split_pair(const struct word *w, struct pair *kv)
{
	const char *equals = memchr(w->s, '=', w->len);

	if (!equals || equals == w->s)
		return false;
	kv->key.s = w->s;
	kv->key.len = (size_t)(equals - w->s);
	kv->value.s = equals + 1;
	kv->value.len = w->len - kv->key.len - 1;
	return true;
}

static int unknown_profile(const struct pair *kv)
{
	unsigned int i;

	cmlab_value_bad(kv, 0, "no such profile; there are:");
	for (i = 0; i < cmlab_profile_count(); i++)
		cmlab_request_append(kv->err, cmlab_profile_name(i));
	return -ENOENT;
}

/* The profile comes first wherever it stands, for the overrides to work on. */
static int apply_profile(struct parser *p, struct word rest)
{
	struct pair kv = p->kv;
	struct word w;

	if (!p->profile || cmlab_profile_get(p->profile, strlen(p->profile), &p->req->profile))
		cmlab_profile_default(&p->req->profile);
	while (next_word(&rest, &w)) {
		if (!split_pair(&w, &kv) || !cmlab_word_is(&kv.key, "profile") || !kv.value.len)
			continue;
		if (cmlab_profile_get(kv.value.s, kv.value.len, &p->req->profile))
			return unknown_profile(&kv);
		return 0;
	}
	return 0;
}

static int take_pairs(struct parser *p, struct word rest)
{
	struct word w;
	int ret;

	while (next_word(&rest, &w)) {
		if (!split_pair(&w, &p->kv))
			return cmlab_request_error(p->kv.err, -EINVAL,
						   "%s: %.*s: must be key=value", p->kv.verb,
						   (int)min_t(size_t, w.len, 40), w.s);
		ret = cmlab_request_take(p);
		if (ret)
			return ret;
	}
	return 0;
}

/* What the user says of the target moves a bound that only the profile set. */
static int settle_range(struct parser *p, enum cmlab_field f)
{
	struct cmlab_range *r = &p->req->profile.range[f];
	const char *name = cmlab_names_field(f)->param;
	u32 bit = 1U << f;

	if (p->targets & bit & ~p->ceilings)
		r->ceiling = max(r->ceiling, r->target);
	if (p->targets & bit & ~p->floors)
		r->floor = min(r->floor, r->target);
	if (r->floor > r->target)
		return cmlab_request_error(p->kv.err, -ERANGE, "%s: %s.floor=%u is above %s=%u",
					   p->kv.verb, name, r->floor, name, r->target);
	if (r->target > r->ceiling)
		return cmlab_request_error(p->kv.err, -ERANGE, "%s: %s.ceiling=%u is below %s=%u",
					   p->kv.verb, name, r->ceiling, name, r->target);
	return 0;
}

static int lacks(const struct parser *p, const char *what)
{
	return cmlab_request_error(p->kv.err, -EINVAL, "%s: %s is missing", p->kv.verb, what);
}

static int settle_private_data(struct parser *p)
{
	struct cmlab_request *req = p->req;

	if (cmlab_request_seen(p, "private_data") && cmlab_request_seen(p, "private_data_hex"))
		return cmlab_request_error(p->kv.err, -EINVAL,
					   "%s: private_data and private_data_hex: one of them",
					   p->kv.verb);
	if (req->handshake == CMLAB_HANDSHAKE_HEADER && req->user_len > CMLAB_WIRE_USER_MAX)
		return cmlab_request_error(p->kv.err, -ERANGE,
					   "%s: private_data: %u bytes: 0..%d with handshake=header (%d less its %d)",
					   p->kv.verb, req->user_len, CMLAB_WIRE_USER_MAX,
					   CMLAB_WIRE_MAX, CMLAB_WIRE_HDR_LEN);
	return 0;
}

static int settle_conn(struct parser *p)
{
	unsigned int f;
	int ret;

	if (!(p->req->given & CMLAB_GIVEN_ADDR))
		return lacks(p, "addr");
	if (!(p->req->given & CMLAB_GIVEN_PORT))
		return lacks(p, "port");
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		ret = settle_range(p, f);
		if (ret)
			return ret;
	}
	if (!cmlab_request_seen(p, "count"))
		p->req->count = 1;
	return settle_private_data(p);
}

static int settle_unlisten(struct parser *p)
{
	u32 given = p->req->given;

	if (given & CMLAB_GIVEN_ID && given & (CMLAB_GIVEN_ADDR | CMLAB_GIVEN_PORT))
		return cmlab_request_error(p->kv.err, -EINVAL, "%s: either id, or addr and port",
					   p->kv.verb);
	if (given & CMLAB_GIVEN_ID)
		return 0;
	if (!(given & (CMLAB_GIVEN_ADDR | CMLAB_GIVEN_PORT)))
		return lacks(p, "id, or addr and port,");
	if (!(given & CMLAB_GIVEN_ADDR))
		return lacks(p, "addr");
	return given & CMLAB_GIVEN_PORT ? 0 : lacks(p, "port");
}

static int settle_limits(struct parser *p)
{
	u32 numbers = CMLAB_GIVEN_MAX_QP_RD | CMLAB_GIVEN_MAX_QP_INIT_RD | CMLAB_GIVEN_MAX_RES_RD;
	u32 given = p->req->given;

	if (!p->req->dev[0])
		return lacks(p, "dev");
	if (given & CMLAB_GIVEN_OFF && given & numbers)
		return cmlab_request_error(p->kv.err, -EINVAL, "%s: either mock=off or numbers",
					   p->kv.verb);
	if (!(given & (CMLAB_GIVEN_OFF | numbers)))
		return lacks(p, "max_qp_rd_atom, max_qp_init_rd_atom, max_res_rd_atom or mock=off");
	return 0;
}

static int settle(struct parser *p)
{
	switch (p->req->verb) {
	case CMLAB_VERB_LISTEN:
	case CMLAB_VERB_CONNECT:
		return settle_conn(p);
	case CMLAB_VERB_UNLISTEN:
		return settle_unlisten(p);
	case CMLAB_VERB_DISCONNECT:
		return p->req->given & CMLAB_GIVEN_ID ? 0 : lacks(p, "id");
	default:
		return settle_limits(p);
	}
}

static int check_line(const struct word *line, struct cmlab_error *err)
{
	size_t i;

	if (line->len > CMLAB_REQUEST_LINE)
		return cmlab_request_error(err, -EINVAL, "the command is longer than %d bytes",
					   CMLAB_REQUEST_LINE);
	for (i = 0; i < line->len; i++)
		if (line->s[i] < ' ' || line->s[i] > '~')
			return cmlab_request_error(err, -EINVAL,
						   "byte %u of the command is 0x%02x: only printable ASCII",
						   (u32)i + 1, (u8)line->s[i]);
	return 0;
}

static int take_verb(struct parser *p, const struct word *w)
{
	unsigned int v;

	for (v = 0; v < ARRAY_SIZE(verbs); v++) {
		if (!cmlab_word_is(w, verbs[v]))
			continue;
		p->req->verb = (u8)v;
		p->kv.verb = verbs[v];
		return 0;
	}
	if (w->len)
		cmlab_request_error(p->kv.err, 0, "%.*s: no such command; there are:",
				    (int)min_t(size_t, w->len, 40), w->s);
	else
		cmlab_request_error(p->kv.err, 0, "empty command; there are:");
	for (v = 0; v < ARRAY_SIZE(verbs); v++)
		cmlab_request_append(p->kv.err, verbs[v]);
	return -EINVAL;
}

static int parse(struct parser *p, struct word rest)
{
	struct word w;
	int ret;

	ret = check_line(&rest, p->kv.err);
	if (ret)
		return ret;
	next_word(&rest, &w);
	ret = take_verb(p, &w);
	if (ret)
		return ret;
	if (cmlab_request_is_conn(p))
		ret = apply_profile(p, rest);
	if (!ret)
		ret = take_pairs(p, rest);
	return ret ? ret : settle(p);
}

int cmlab_request_parse(const char *line, size_t len, struct cmlab_request *req,
			struct cmlab_error *err)
{
	return cmlab_request_parse_with(line, len, NULL, req, err);
}

int cmlab_request_parse_with(const char *line, size_t len, const char *profile,
			     struct cmlab_request *req, struct cmlab_error *err)
{
	struct word rest = { .s = line, .len = len };
	struct parser p = { .req = req, .kv.err = err, .profile = profile };
	int ret;

	memset(req, 0, sizeof(*req));
	memset(err, 0, sizeof(*err));
	ret = parse(&p, rest);
	if (ret)
		memset(req, 0, sizeof(*req));
	return ret;
}
