// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * One command, "verb key=value ...", to a request: the words, the order of things,
 * and what must hold of the whole.
 */
#include "request_private.h"

const struct cmlab_names cmlab_verbs = CMLAB_NAMES(CMLAB_NR_VERBS, CMLAB_VERB_LIST(CMLAB_WORD));

/* What an error shows of a key or value. */
#define SHOWN 40

/* A list that does not fit ends in dots. */
#define DOTS " ..."

int cmlab_request_error(struct cmlab_error *err, int ret, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	return ret;
}

static int shown(const struct word *w)
{
	return (int)min_t(size_t, w->len, SHOWN);
}

int cmlab_request_bad(const struct parser *p, int ret, const char *fmt, ...)
{
	const struct word *key = &p->kv.key, *value = &p->kv.value;
	char *text = p->err->text;
	size_t size = sizeof(p->err->text);
	va_list args;
	int n;

	n = scnprintf(text, size, "%s: ", cmlab_name(&cmlab_verbs, p->req->verb));
	if (key->len)
		n += scnprintf(text + n, size - (size_t)n, "%.*s%s=%.*s%s: ", shown(key), key->s,
			       key->len > SHOWN ? "..." : "", shown(value), value->s,
			       value->len > SHOWN ? "..." : "");
	va_start(args, fmt);
	vscnprintf(text + n, size - (size_t)n, fmt, args);
	va_end(args);
	return ret;
}

void cmlab_request_append(struct cmlab_error *err, const char *word)
{
	const size_t dots = strlen(DOTS);
	size_t n = strlen(err->text);
	bool fits = n + 1 + strlen(word) + dots < sizeof(err->text);

	if (n >= dots && !strcmp(err->text + n - dots, DOTS))
		return;
	scnprintf(err->text + n, sizeof(err->text) - n, fits ? " %s" : DOTS, word);
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

/* Without a key, if there is none in the word. */
static bool split_pair(const struct word *w, struct pair *kv)
{
	const char *equals = memchr(w->s, '=', w->len);

	kv->key = (struct word){ w->s, equals ? (size_t)(equals - w->s) : 0 };
	kv->value = (struct word){ w->s + kv->key.len + 1, w->len - kv->key.len - 1 };
	return kv->key.len;
}

static int take_profile(const struct parser *p)
{
	const struct word *w = &p->kv.value;
	unsigned int i;

	if (!cmlab_profile_get(w->s, w->len, &p->req->profile))
		return 0;
	cmlab_request_bad(p, 0, "no such profile; there are:");
	for (i = 0; i < cmlab_profile_count(); i++)
		cmlab_request_append(p->err, cmlab_profile_name(i));
	return -ENOENT;
}

/* The profile comes first wherever it stands, for the overrides to work on. */
static int apply_profile(struct parser *p, struct word rest)
{
	struct word w;

	if (!p->profile || cmlab_profile_get(p->profile, strlen(p->profile), &p->req->profile))
		cmlab_profile_default(&p->req->profile);
	while (next_word(&rest, &w))
		if (split_pair(&w, &p->kv) && is_word(&p->kv.key, "profile") && p->kv.value.len)
			return take_profile(p);
	return 0;
}

static int take_pairs(struct parser *p, struct word rest)
{
	struct word w;
	int ret = 0;

	while (!ret && next_word(&rest, &w)) {
		if (!split_pair(&w, &p->kv))
			return cmlab_request_bad(p, -EINVAL, "%.*s: must be key=value", shown(&w),
						 w.s);
		ret = cmlab_request_take(p);
	}
	p->kv.key.len = 0;
	return ret;
}

/* What the user says of a range moves what only the profile set. */
static int settle_range(struct parser *p, enum cmlab_field f)
{
	struct cmlab_range *r = &p->req->profile.range[f];
	const char *name = cmlab_field_info(f)->param;

	if (!(p->given[PART_TARGET] & 1U << f))
		r->target = min(r->target, r->ceiling);
	if (!(p->given[PART_CEILING] & 1U << f))
		r->ceiling = max(r->ceiling, r->target);
	if (!(p->given[PART_FLOOR] & 1U << f))
		r->floor = min(r->floor, r->target);
	if (r->floor > r->target)
		return cmlab_request_bad(p, -ERANGE, "%s.floor=%u is above %s=%u", name, r->floor,
					 name, r->target);
	if (r->target > r->ceiling)
		return cmlab_request_bad(p, -ERANGE, "%s.ceiling=%u is below %s=%u", name,
					 r->ceiling, name, r->target);
	return 0;
}

static int lacks(const struct parser *p, const char *what)
{
	return cmlab_request_bad(p, -EINVAL, "%s is missing", what);
}

static int settle_endpoint(const struct parser *p)
{
	if (!(p->req->given & CMLAB_GIVEN_ADDR))
		return lacks(p, "addr");
	return p->req->given & CMLAB_GIVEN_PORT ? 0 : lacks(p, "port");
}

/*
 * Told before the route, the ACK timeout becomes the path's packet_life_time uncut (cma.c:3313),
 * and ib_cm computes 1 << (that - 8) (cm.c, cm_convert_to_ms()). A policy cuts it to its 5 bits.
 */
static bool shifts_out_of_bounds(const struct cmlab_request *req, enum cmlab_field f, u8 when)
{
	return req->decide == CMLAB_DECIDE_RAW && f == CMLAB_F_TIMEOUT &&
	       when == CMLAB_WHEN_BEFORE_ROUTE &&
	       req->profile.range[f].target > cmlab_field_info(f)->wire_max;
}

/* A moment that never comes would be ignored, and so would one of a timer that is not set. */
static int settle_moment(const struct parser *p, enum cmlab_field f, u8 when)
{
	bool connects = p->req->verb == CMLAB_VERB_CONNECT;
	const char *why;

	if (when == CMLAB_WHEN_NEVER)
		return 0;
	if (!(p->req->profile.set & 1U << f))
		why = "that timer is not given";
	else if (connects && when == CMLAB_WHEN_LISTENER)
		why = "connect has no listener";
	else if (!connects && when == CMLAB_WHEN_BEFORE_ROUTE)
		why = "only connect resolves a route";
	else if (shifts_out_of_bounds(p->req, f, when))
		why = "0..31 then: the CM takes it for the path's lifetime, and shifts by that";
	else
		return 0;
	return cmlab_request_bad(p, -EINVAL, "%s_when=%s: %s", cmlab_field_info(f)->param,
				 cmlab_name(&cmlab_whens, when), why);
}

/* What is asked for and cannot be done would be ignored. */
static int settle_fault(const struct parser *p)
{
	const struct cmlab_request *req = p->req;
	bool connects = req->verb == CMLAB_VERB_CONNECT;
	const char *why = cmlab_fault_obstacle(req->fault.kind,
					       connects ? CMLAB_FAULT_BY_ACTIVE :
							  CMLAB_FAULT_BY_PASSIVE,
					       req->form, req->transitions);

	return why ? cmlab_request_bad(p, -EINVAL, "%s=%s: %s",
				       req->verb == CMLAB_VERB_FAULT ? "kind" : "fault",
				       cmlab_name(&cmlab_faults, req->fault.kind), why) :
		     0;
}

static int settle_conn(struct parser *p)
{
	struct cmlab_request *req = p->req;
	int f, ret = settle_endpoint(p);

	if (!ret && req->decide == CMLAB_DECIDE_RAW && p->bound.key.len) {
		p->kv = p->bound;
		return cmlab_request_bad(p, -EINVAL,
					 "does nothing with decide=raw: values go to the CM as given");
	}
	for (f = 0; !ret && f < CMLAB_NR_FIELDS; f++)
		ret = settle_range(p, f);
	if (!ret)
		ret = settle_moment(p, CMLAB_F_TIMEOUT, req->timeout_when);
	if (!ret)
		ret = settle_moment(p, CMLAB_F_MIN_RNR, req->min_rnr_when);
	if (!ret)
		ret = settle_fault(p);
	if (!ret && req->form == CMLAB_PDATA_HEADER && req->user_len > CMLAB_WIRE_USER_MAX)
		return cmlab_request_bad(p, -ERANGE,
					 "private_data: %u bytes: 0..%d with handshake=header (%d less its %d)",
					 req->user_len, CMLAB_WIRE_USER_MAX, CMLAB_WIRE_MAX,
					 CMLAB_WIRE_HDR_LEN);
	if (!req->count)
		req->count = 1;
	return ret;
}

static int settle_unlisten(struct parser *p)
{
	bool endpoint = p->req->given & (CMLAB_GIVEN_ADDR | CMLAB_GIVEN_PORT);
	bool number = p->req->given & (CMLAB_GIVEN_NUMBER | CMLAB_GIVEN_ALL);

	if (number && endpoint)
		return cmlab_request_bad(p, -EINVAL, "either listener, or addr and port");
	if (!number && !endpoint)
		return lacks(p, "listener, or addr and port,");
	return number ? 0 : settle_endpoint(p);
}

static int settle_limits(struct parser *p)
{
	u32 given = p->req->given & (CMLAB_GIVEN_MOCK | CMLAB_GIVEN_MOCK_OFF);

	if (!p->req->dev[0])
		return lacks(p, "dev");
	if (given == (CMLAB_GIVEN_MOCK | CMLAB_GIVEN_MOCK_OFF))
		return cmlab_request_bad(p, -EINVAL, "either mock=off or numbers");
	if (!given)
		return lacks(p, "max_qp_rd_atom, max_qp_init_rd_atom, max_res_rd_atom or mock=off");
	return 0;
}

static int settle(struct parser *p)
{
	switch (p->req->verb) {
	case CMLAB_VERB_UNLISTEN:
		return settle_unlisten(p);
	case CMLAB_VERB_DISCONNECT:
		return p->req->given ? 0 : lacks(p, "conn");
	case CMLAB_VERB_LIMITS:
		return settle_limits(p);
	case CMLAB_VERB_FAULT:
		if (!(p->req->given & CMLAB_GIVEN_NUMBER))
			return lacks(p, "listener");
		return p->req->given & CMLAB_GIVEN_FAULT ? settle_fault(p) : lacks(p, "kind");
	case CMLAB_VERB_CHECK:
		return p->req->given & CMLAB_GIVEN_NUMBER ? 0 : lacks(p, "listener");
	default:
		return settle_conn(p);
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

static int take_verb(struct parser *p, struct word *rest)
{
	struct word w;
	int v;

	next_word(rest, &w);
	v = cmlab_name_find(&cmlab_verbs, w.s, w.len);
	if (v >= 0) {
		p->req->verb = (u8)v;
		return 0;
	}
	cmlab_request_error(p->err, 0, "%.*s%s; there are:", shown(&w), w.s,
			    w.len ? ": no such command" : "empty command");
	for (v = 0; v < CMLAB_NR_VERBS; v++)
		cmlab_request_append(p->err, cmlab_name(&cmlab_verbs, (u8)v));
	return -EINVAL;
}

int cmlab_request_parse_with(const char *line, size_t len, const char *profile,
			     struct cmlab_request *req, struct cmlab_error *err)
{
	struct parser p = { .req = req, .err = err, .profile = profile };
	struct word rest = { line, len };
	int ret;

	memset(req, 0, sizeof(*req));
	memset(err, 0, sizeof(*err));
	ret = check_line(&rest, err);
	if (!ret)
		ret = take_verb(&p, &rest);
	if (!ret && (req->verb == CMLAB_VERB_LISTEN || req->verb == CMLAB_VERB_CONNECT))
		ret = apply_profile(&p, rest);
	if (!ret)
		ret = take_pairs(&p, rest);
	if (!ret)
		ret = settle(&p);
	if (ret)
		memset(req, 0, sizeof(*req));
	return ret;
}

int cmlab_request_parse(const char *line, size_t len, struct cmlab_request *req,
			struct cmlab_error *err)
{
	return cmlab_request_parse_with(line, len, NULL, req, err);
}

/* When a timer is told; NEVER if there is nothing to tell. */
static u8 moment(const struct cmlab_request *req, enum cmlab_field f)
{
	u8 when = f == CMLAB_F_TIMEOUT ? req->timeout_when : req->min_rnr_when;

	if (!(req->profile.set & 1U << f))
		return CMLAB_WHEN_NEVER;
	return when == CMLAB_WHEN_NEVER ? CMLAB_WHEN_BEFORE_HANDSHAKE : when;
}

bool cmlab_request_timer(const struct cmlab_request *req, enum cmlab_field f, enum cmlab_when now,
			 u8 *v)
{
	u32 target = req->profile.range[f].target;

	if (now == CMLAB_WHEN_NEVER || moment(req, f) != now)
		return false;
	if (req->decide == CMLAB_DECIDE_POLICY)
		target = min(target, cmlab_field_info(f)->wire_max);
	*v = (u8)target;
	return true;
}

void cmlab_request_begin(const struct cmlab_request *req, u32 timeout_ms, struct cmlab_handshake *h)
{
	struct cmlab_end *e = cmlab_own_end(h);

	h->transitions = req->transitions;
	h->form = req->form;
	h->ps = req->ps;
	h->timeout_ms = req->timeout_ms ? req->timeout_ms : timeout_ms;
	e->known |= CMLAB_KNOWS_TIMERS;
	e->decide = req->decide;
	e->fault = req->fault;
	memcpy(e->profile, req->profile.name, sizeof(e->profile));
	e->timeout_when = moment(req, CMLAB_F_TIMEOUT);
	e->min_rnr_when = moment(req, CMLAB_F_MIN_RNR);
}
