// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The keys of a request, one table, and their values by kind; the fields of struct
 * rdma_conn_param come from names.h. Nothing of the line is trusted: it is not
 * terminated, and may hold anything printable.
 */
#include "request_private.h"

#define V(n)	   (1U << CMLAB_VERB_##n)
#define V_CONN	   (V(LISTEN) | V(CONNECT))
#define V_ADDR	   (V_CONN | V(UNLISTEN))
#define AT(member) offsetof(struct cmlab_request, member)

struct key {
	const char *name;
	const char *abbr; /* a shorter word for it, or empty */
	u32 verbs;	  /* bit per enum cmlab_verb */
	int (*take)(struct parser *p, const struct key *k, void *to); /* NULL: it is done */
	size_t at;	  /* where the value goes in struct cmlab_request */
	u32 low;	  /* smallest number; first of the names */
	u32 high;	  /* largest number; size of a text */
	const char *note; /* said behind the range, may be NULL */
	const struct cmlab_names *names;
	u32 given;  /* CMLAB_GIVEN_* that it sets */
	u8 mock;    /* CMLAB_MOCK_* that it sets */
	bool bound; /* only policy reads it */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The number stays above every u32 once it is, however many digits follow. */
static bool is_decimal(const char *s, size_t len, u64 *v)
{
	size_t i;

	*v = 0;
	for (i = 0; i < len && is_digit(s[i]); i++)
		if (*v <= 0xffffffffU)
			*v = *v * 10 + (u64)(s[i] - '0');
	return len && i == len;
}

static int take_number(struct parser *p, const struct key *k, void *to)
{
	const struct word *w = &p->kv.value;
	bool negative = w->s[0] == '-';
	const char *note = k->note;
	u64 v;

	if (!is_decimal(w->s + negative, w->len - negative, &v))
		return cmlab_request_bad(p, -EINVAL, "not a decimal number");
	if (negative || v < k->low || v > k->high)
		return cmlab_request_bad(p, -ERANGE, "%u..%u%s%s%s", k->low, k->high,
					 note ? " (" : "", note ? note : "", note ? ")" : "");
	*(u32 *)to = (u32)v;
	return 0;
}

static int take_flag(struct parser *p, const struct key *k, void *to)
{
	u32 v = 0;
	int ret = take_number(p, k, &v);

	*(bool *)to = v;
	return ret;
}

static int take_number_or_all(struct parser *p, const struct key *k, void *to)
{
	bool all = is_word(&p->kv.value, "all");

	p->req->given |= all ? CMLAB_GIVEN_ALL : CMLAB_GIVEN_NUMBER;
	return all ? 0 : take_number(p, k, to);
}

static int take_off(struct parser *p, const struct key *k, void *to)
{
	(void)k;
	(void)to;
	return is_word(&p->kv.value, "off") ? 0 : cmlab_request_bad(p, -EINVAL, "only off");
}

static int take_name(struct parser *p, const struct key *k, void *to)
{
	const struct cmlab_names *names = k->names;
	int v = cmlab_name_find(names, p->kv.value.s, p->kv.value.len);
	char *text = p->err->text;
	u32 i;

	if (v >= (int)k->low) {
		*(u8 *)to = (u8)v;
		return 0;
	}
	cmlab_request_bad(p, 0, "%s", names->name[k->low]);
	for (i = k->low + 1; i < names->nr; i++)
		scnprintf(text + strlen(text), CMLAB_ERR_STR - strlen(text), "%s%s",
			  i + 1 < names->nr ? ", " : " or ", names->name[i]);
	return -EINVAL;
}

static int take_fault(struct parser *p, const struct key *k, void *to)
{
	const struct word *w = &p->kv.value;
	struct cmlab_fault *fault = to;
	unsigned int i;
	int ret = cmlab_fault_parse(w->s, w->len, fault);

	(void)k;
	if (ret == -ERANGE)
		return cmlab_request_bad(p, ret, "0..%u", cmlab_fault_max(fault->kind));
	if (ret == -EINVAL)
		return cmlab_request_bad(p, ret, "not a decimal number");
	if (!ret)
		return 0;
	cmlab_request_bad(p, 0, "no such fault; there are:");
	for (i = 0; i < cmlab_faults.nr; i++)
		cmlab_request_append(p->err, cmlab_name(&cmlab_faults, i));
	return -EINVAL;
}

static int take_text(struct parser *p, const struct key *k, void *to)
{
	const struct word *w = &p->kv.value;

	if (w->len >= k->high)
		return cmlab_request_bad(p, -EINVAL, "longer than %u characters", k->high - 1);
	memcpy(to, w->s, w->len);
	((char *)to)[w->len] = '\0';
	return 0;
}

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* fe80::/10: the first group of an IPv6 address has these ten bits. */
static bool is_link_local(const char *addr)
{
	u32 group = 0;

	while (hex_digit(*addr) >= 0 && group <= 0xffff)
		group = group << 4 | (u32)hex_digit(*addr++);
	return *addr == ':' && (group & 0xffffffc0) == 0xfe80;
}

/* IPv6 has two colons at least. The kernel's parser ends IPv4 at one, and drops the rest. */
static bool has_port(const struct word *w)
{
	const char *colon = memchr(w->s, ':', w->len);

	return colon && !memchr(colon + 1, ':', w->len - (size_t)(colon - w->s) - 1);
}

static int take_addr(struct parser *p, const struct key *k, void *to)
{
	const struct word *w = &p->kv.value;
	const char *scope = memchr(w->s, '%', w->len);
	size_t bare = scope ? (size_t)(scope - w->s) : w->len;
	int ret = take_text(p, k, to);

	if (!ret && has_port(w))
		return cmlab_request_bad(p, -EINVAL, "an address without a port");
	if (!ret && is_link_local(to) && w->len < bare + 2)
		return cmlab_request_bad(p, -EINVAL,
					 "a link-local address needs its interface: %.*s%%eth0",
					 (int)min_t(size_t, bare, 40), w->s);
	return ret;
}

/* Whether there is room for @len bytes, and none of the other form are there already. */
static int set_length(struct parser *p, size_t len)
{
	if (p->req->user_len)
		return cmlab_request_error(p->err, -EINVAL,
					   "%s: private_data and private_data_hex: one of them",
					   cmlab_name(&cmlab_verbs, p->req->verb));
	if (len > CMLAB_WIRE_MAX)
		return cmlab_request_bad(p, -ERANGE, "%u bytes: 0..%d", (u32)len, CMLAB_WIRE_MAX);
	p->req->user_len = (u32)len;
	return 0;
}

static int take_bytes(struct parser *p, const struct key *k, void *to)
{
	int ret = set_length(p, p->kv.value.len);

	(void)k;
	if (!ret)
		memcpy(to, p->kv.value.s, p->kv.value.len);
	return ret;
}

static int take_hex(struct parser *p, const struct key *k, void *to)
{
	struct word w = p->kv.value;
	size_t i;
	int ret;

	(void)k;
	if (w.len >= 2 && w.s[0] == '0' && (w.s[1] == 'x' || w.s[1] == 'X')) {
		w.s += 2;
		w.len -= 2;
	}
	if (!w.len || w.len % 2)
		return cmlab_request_bad(p, -EINVAL, "%u hex digits: two for each byte",
					 (u32)w.len);
	ret = set_length(p, w.len / 2);
	for (i = 0; !ret && i < w.len; i += 2) {
		int high = hex_digit(w.s[i]), low = hex_digit(w.s[i + 1]);

		if (high < 0 || low < 0)
			return cmlab_request_bad(p, -EINVAL, "not hex at digit %u", (u32)i + 1);
		((u8 *)to)[i / 2] = (u8)(high << 4 | low);
	}
	return ret;
}

/* A limit to stand in for other hardware's. */
#define MOCK(n)                                                                                   \
	.high = 0x7fffffff, .note = "an int in struct ib_device_attr", .given = CMLAB_GIVEN_MOCK, \
	.mock = CMLAB_MOCK_##n
#define NUMBER_OR_ALL AT(number), .low = 1, .high = 0xffffffff, .note = "or all"

static const struct key keys[] = {
	{ "addr", "", V_ADDR | V(CHECK), take_addr, AT(addr), .high = CMLAB_REQUEST_ADDR,
	  .given = CMLAB_GIVEN_ADDR },
	{ "port", "", V_ADDR, take_number, AT(port), .low = 1, .high = 65535,
	  .given = CMLAB_GIVEN_PORT },
	{ "src", "", V(CONNECT), take_addr, AT(src), .high = CMLAB_REQUEST_ADDR },
	{ "backlog", "", V(LISTEN), take_number, AT(backlog), .high = 65535 },
	{ "count", "", V(CONNECT), take_number, AT(count), .low = 1, .high = 4096 },
	{ "timeout_ms", "", V(CONNECT), take_number, AT(timeout_ms), .low = 100, .high = 600000,
	  .note = "milliseconds" },
	{ "profile", "", V_CONN, .take = NULL },
	{ "transitions", "", V_CONN, take_name, AT(transitions), .names = &cmlab_transitions },
	{ "handshake", "", V_CONN, take_name, AT(form), .names = &cmlab_pdata_forms },
	{ "decide", "", V_CONN, take_name, AT(decide), .names = &cmlab_decides },
	{ "ps", "", V_CONN, take_name, AT(ps), .names = &cmlab_port_spaces },
	{ "ack_timeout_when", "timeout_when", V_CONN, take_name, AT(timeout_when),
	  .low = CMLAB_WHEN_LISTENER, .names = &cmlab_whens },
	{ "min_rnr_timer_when", "min_rnr_when", V_CONN, take_name, AT(min_rnr_when),
	  .low = CMLAB_WHEN_LISTENER, .names = &cmlab_whens },
	{ "private_data", "", V_CONN, take_bytes, .at = AT(user) },
	{ "private_data_hex", "", V_CONN, take_hex, .at = AT(user) },
	{ "recv_depth", "", V_CONN, take_number, AT(profile.recv_depth), .high = 4096 },
	{ "strict", "", V_CONN, take_flag, AT(profile.strict), .high = 1, .bound = true },
	{ "fault", "", V_CONN, take_fault, .at = AT(fault) },
	{ "kind", "", V(FAULT), take_fault, AT(fault), .given = CMLAB_GIVEN_FAULT },
	{ "count", "", V(FAULT), take_number, AT(count), .low = 1, .high = 0xffffffff,
	  .note = "requests" },
	{ "conn", "", V(DISCONNECT), take_number_or_all, NUMBER_OR_ALL },
	{ "listener", "", V(UNLISTEN), take_number_or_all, NUMBER_OR_ALL },
	{ "listener", "", V(CHECK) | V(FAULT), take_number, AT(number), .low = 1,
	  .high = 0xffffffff, .given = CMLAB_GIVEN_NUMBER },
	{ "dev", "", V(LIMITS), take_text, AT(dev), .high = CMLAB_REQUEST_DEV },
	{ "max_qp_rd_atom", "rd", V(LIMITS), take_number, AT(mock.max_qp_rd_atom),
	  MOCK(QP_RD_ATOM) },
	{ "max_qp_init_rd_atom", "init", V(LIMITS), take_number, AT(mock.max_qp_init_rd_atom),
	  MOCK(QP_INIT_RD_ATOM) },
	{ "max_res_rd_atom", "res", V(LIMITS), take_number, AT(mock.max_res_rd_atom),
	  MOCK(RES_RD_ATOM) },
	{ "mock", "", V(LIMITS), take_off, .given = CMLAB_GIVEN_MOCK_OFF },
};

static_assert(ARRAY_SIZE(keys) <= 32, "struct parser.seen has a bit for each");

const char *cmlab_request_key(enum cmlab_verb verb, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].verbs & 1U << verb && !n--)
			return keys[i].name;
	for (i = 0; V_CONN & 1U << verb && i < CMLAB_NR_FIELDS; i++)
		if (i != CMLAB_F_PDLEN && i != CMLAB_F_MTU && !n--)
			return cmlab_field_info(i)->abbr;
	return NULL;
}

static const struct key *find_key(const struct parser *p)
{
	const struct word *w = &p->kv.key;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].verbs & 1U << p->req->verb &&
		    (is_word(w, keys[i].name) || is_word(w, keys[i].abbr)))
			return &keys[i];
	return NULL;
}

static int unknown_key(const struct parser *p)
{
	const struct word *w = &p->kv.key;
	/* "id" named both once; now it is a depth alone. */
	bool number = is_word(w, "id") || is_word(w, "conn") || is_word(w, "listener");
	const char *name;
	unsigned int i;

	if (p->req->verb == CMLAB_VERB_DISCONNECT && number)
		return cmlab_request_bad(p, -EINVAL, "a connection is named by conn=N or conn=all");
	if (p->req->verb == CMLAB_VERB_UNLISTEN && number)
		return cmlab_request_bad(p, -EINVAL,
					 "a listener is named by listener=N or listener=all");
	cmlab_request_bad(p, 0, "no such key; there are:");
	for (i = 0; (name = cmlab_request_key(p->req->verb, i)); i++)
		cmlab_request_append(p->err, name);
	return -EINVAL;
}

/* The value at hand goes where @k says; @given notes that, in bit @n. */
static int take(struct parser *p, const struct key *k, u32 *given, unsigned int n)
{
	if (*given & 1U << n)
		return cmlab_request_bad(p, -EINVAL, "given twice");
	*given |= 1U << n;
	p->req->given |= k->given;
	p->req->mock.mock |= k->mock;
	if (k->bound && !p->bound.key.len)
		p->bound = p->kv;
	return k->take ? k->take(p, k, (u8 *)p->req + k->at) : 0;
}

static const char *field_note(const struct cmlab_field_info *info, int f)
{
	if (f == CMLAB_F_MIN_RNR)
		return "a u8 of rdma_set_min_rnr_timer";
	if (f == CMLAB_F_TIMEOUT)
		return "a u8 of rdma_set_ack_timeout";
	return info->type_max > 255 ? "a u32 in struct rdma_conn_param" :
				      "a u8 in struct rdma_conn_param";
}

static bool ends_in(const struct word *w, const char *end)
{
	size_t n = strlen(end);

	return w->len >= n && !memcmp(w->s + w->len - n, end, n);
}

/* Where a field's number goes, by the end of its name; the last one is the end of all. */
static const struct {
	const char *end;
	size_t at;
} parts[] = {
	[PART_FLOOR] = { ".floor", AT(profile.range[0].floor) },
	[PART_CEILING] = { ".ceiling", AT(profile.range[0].ceiling) },
	[PART_TARGET] = { "", AT(profile.range[0].target) },
};

static int take_field(struct parser *p)
{
	struct key k = { .take = take_number };
	struct word name = p->kv.key;
	unsigned int part = 0;
	int f;

	while (!ends_in(&name, parts[part].end))
		part++;
	name.len -= strlen(parts[part].end);
	f = cmlab_field_find(name.s, name.len);
	if (!(V_CONN & 1U << p->req->verb) || f < 0 || f == CMLAB_F_MTU)
		return unknown_key(p);
	if (f == CMLAB_F_PDLEN)
		return cmlab_request_bad(p, -EINVAL, "follows from private_data");
	if (part != PART_TARGET && f != CMLAB_F_IRD && f != CMLAB_F_ORD)
		return cmlab_request_bad(p, -EINVAL,
					 "does nothing: only a depth has a floor and a ceiling");
	k.at = parts[part].at + (size_t)f * sizeof(struct cmlab_range);
	k.high = cmlab_field_info((unsigned int)f)->type_max;
	k.note = field_note(cmlab_field_info((unsigned int)f), f);
	k.bound = part != PART_TARGET;
	p->req->profile.set |= 1U << f;
	return take(p, &k, &p->given[part], (unsigned int)f);
}

int cmlab_request_take(struct parser *p)
{
	const struct key *k = find_key(p);

	if (!p->kv.value.len)
		return cmlab_request_bad(p, -EINVAL, "no value");
	return k ? take(p, k, &p->seen, (unsigned int)(k - keys)) : take_field(p);
}
