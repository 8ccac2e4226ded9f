// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What a peer can make a report say. An input is a few bytes about this side, and then steps:
 * messages and events of the peer in any order, this side's calls between them. All of it is
 * judged and written, and read as cmlab reads it.
 */
#include <cmlab/report.h>

#include "fuzz.h"
#include "keyval.h"

/* Bits of an input's first byte. */
#define IS_PASSIVE 0x01
#define IS_RAW	   0x02
#define IS_UDP	   0x04
#define IS_CM	   0x08
#define HAS_TIMER  0x10
#define HAS_DEVICE 0x20
#define DECIDES	   0x40
#define IS_READ	   0x80

/* Bits of a step's byte: the header that comes has the right checksum; much comes. */
#define IS_SEALED 0x80
#define IS_LONG	  0x40

/* One connection of this side. */
struct conn {
	struct fuzz_input in;
	struct cmlab_report r;
	struct cmlab_limits limits;
	struct cmlab_profile profile;
	struct cmlab_side side;
	struct cmlab_values offered;
};

/* Small at times, then it meets other numbers. */
static u32 some_number(struct fuzz_input *in)
{
	u8 small = fuzz_u8(in);

	return small < 0x80 ? small : fuzz_u32(in);
}

static void some_values(struct fuzz_input *in, struct cmlab_values *vals)
{
	u32 which = (u32)fuzz_u8(in) << 8 | fuzz_u8(in);
	unsigned int f;

	memset(vals, 0, sizeof(*vals));
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (which & 1U << f)
			cmlab_values_set(vals, f,
					 min(some_number(in), cmlab_field_info(f)->type_max));
}

static void set_device(struct conn *c)
{
	struct cmlab_limits *l = &c->limits;

	l->driver = fuzz_u8(&c->in) % CMLAB_NR_DRIVERS;
	l->transport = fuzz_u8(&c->in) % CMLAB_NR_TRANSPORTS;
	l->kernel = (u16)fuzz_u32(&c->in);
	l->mock = fuzz_u8(&c->in) & 7;
	l->max_qp_rd_atom = (s32)some_number(&c->in);
	l->max_qp_init_rd_atom = (s32)some_number(&c->in);
	l->max_res_rd_atom = (s32)some_number(&c->in);
}

static void begin(struct conn *c)
{
	u8 bits = fuzz_u8(&c->in);
	struct cmlab_handshake *h = &c->r.h;

	cmlab_report_init(&c->r, 1, bits & IS_PASSIVE ? CMLAB_ROLE_PASSIVE : CMLAB_ROLE_ACTIVE);
	scnprintf(c->r.remote, sizeof(c->r.remote), "[fe80::1%%eth0]:18515");
	h->form = bits & IS_RAW ? CMLAB_PDATA_RAW : CMLAB_PDATA_HEADER;
	h->ps = bits & IS_UDP ? CMLAB_PS_UDP : CMLAB_PS_TCP;
	h->transitions = bits & IS_CM ? CMLAB_TRANSITIONS_CM : CMLAB_TRANSITIONS_LAB;
	h->own_timer = bits & HAS_TIMER;
	h->timeout_ms = 10000;
	cmlab_own_end(h)->decide = bits & DECIDES ? CMLAB_DECIDE_POLICY : CMLAB_DECIDE_RAW;
	set_device(c);
	if (bits & HAS_DEVICE)
		cmlab_handshake_device(h, &c->limits, &c->limits);
	cmlab_profile_default(&c->profile);
	c->side = (struct cmlab_side){
		.limits = &c->limits,
		.profile = &c->profile,
		.res_used = fuzz_u8(&c->in),
		.ud = bits & IS_UDP,
	};
}

static void receive(struct conn *c, enum cmlab_wire_kind kind, u8 bits)
{
	struct cmlab_handshake *h = &c->r.h;
	struct cmlab_pdata *p = kind == CMLAB_WIRE_REJ ? &h->reject : &cmlab_peer_end(h)->message;
	bool known = p->seen || p->sent;
	size_t len = (size_t)fuzz_u8(&c->in) << !!(bits & IS_LONG);
	u8 *bytes = fuzz_bytes(&c->in, &len);

	if (bits & IS_SEALED)
		fuzz_seal(bytes, len);
	cmlab_handshake_received(h, bytes, len, kind);
	fuzz_require(p->user_len <= sizeof(p->user), "user bytes have room");
	if (!known)
		fuzz_require(p->user_len <= len, "no more user bytes than came");
	free(bytes);
}

static void decide(struct conn *c, const struct cmlab_values *adv)
{
	struct cmlab_handshake *h = &c->r.h;
	struct cmlab_decision d;

	if (cmlab_own_end(h)->decide == CMLAB_DECIDE_RAW)
		cmlab_policy_raw(&c->side, h->viewpoint == CMLAB_ROLE_PASSIVE ? adv : NULL, &d);
	else if (h->viewpoint == CMLAB_ROLE_PASSIVE)
		cmlab_policy_accept(&c->side, adv, &d);
	else if (c->offered.known)
		cmlab_policy_reply(&c->side, &c->offered, adv, &d);
	else
		cmlab_policy_offer(&c->side, &d);
	if (d.params.known)
		c->offered = d.params;
	cmlab_handshake_decided(h, &d);
}

static void event(struct conn *c)
{
	struct fuzz_input *in = &c->in;
	struct cmlab_cm_event ev = {
		.event = fuzz_u8(in) % (CMLAB_NR_EVENTS + 1),
		.has_depths = true,
		.has_qp_num = true,
		.ud = c->side.ud,
		.private_data_len = fuzz_u8(in),
	};
	u8 status = fuzz_u8(in);
	struct cmlab_values adv;

	/* A reason of a REJ, an errno, or anything. */
	ev.status = status < 0x80 ? status : status < 0xf0 ? 0x80 - status : (s32)fuzz_u32(in);
	ev.conn.responder_resources = fuzz_u8(in);
	ev.conn.initiator_depth = fuzz_u8(in);
	ev.conn.flow_control = fuzz_u8(in);
	ev.conn.retry_count = fuzz_u8(in);
	ev.conn.rnr_retry_count = fuzz_u8(in);
	ev.conn.srq = fuzz_u8(in);
	ev.conn.qp_num = fuzz_u32(in);
	ev.qkey = fuzz_u32(in);
	cmlab_handshake_event(&c->r.h, &ev);
	cmlab_policy_advertised(&c->limits, c->r.h.viewpoint, &ev.conn, &adv);
	cmlab_handshake_seen(&c->r.h, &adv);
	decide(c, &adv);
}

static void own_message(struct conn *c, enum cmlab_wire_kind kind)
{
	u32 user_len = fuzz_u8(&c->in);
	size_t len = user_len;
	u8 *user = fuzz_bytes(&c->in, &len);

	cmlab_handshake_private_data(&c->r.h, kind, user_len, user, (u32)len);
	free(user);
}

static void call(struct conn *c)
{
	enum cmlab_call what = fuzz_u8(&c->in) % CMLAB_NR_CALLS;

	cmlab_handshake_called(&c->r.h, what, -(s32)fuzz_u8(&c->in));
}

static void query(struct conn *c)
{
	struct cmlab_values vals;

	some_values(&c->in, &vals);
	cmlab_handshake_queried(&c->r.h, &vals, fuzz_u8(&c->in));
}

static void step(struct conn *c)
{
	u8 what = fuzz_u8(&c->in);

	switch ((what & ~(IS_SEALED | IS_LONG)) % 9) {
	case 0:
		receive(c, CMLAB_WIRE_REQ, what);
		break;
	case 1:
		receive(c, CMLAB_WIRE_REP, what);
		break;
	case 2:
		receive(c, CMLAB_WIRE_REJ, what);
		break;
	case 3:
		event(c);
		break;
	case 4:
		call(c);
		break;
	case 5:
		own_message(c, CMLAB_WIRE_REQ + fuzz_u8(&c->in) % 3);
		break;
	case 6:
		query(c);
		break;
	case 7:
		cmlab_handshake_ended(&c->r.h, fuzz_u8(&c->in) % CMLAB_NR_OUTCOMES,
				      some_number(&c->in));
		break;
	default:
		c->r.h.carried = fuzz_u8(&c->in) % 3;
		c->r.state = fuzz_u8(&c->in) % CMLAB_NR_STATES;
		break;
	}
}

static bool is_key(const char *s)
{
	for (; *s; s++)
		if (!(*s >= 'a' && *s <= 'z') && !(*s >= '0' && *s <= '9') && !strchr("_.[]", *s))
			return false;
	return true;
}

/* @ctx: what cmlab reads the lines into, or NULL */
static void take_line(void *ctx, const char *key, const char *value)
{
	struct keyval *kv = ctx;

	fuzz_require(*key && strlen(key) < 95 && is_key(key), "a key is one, and whole");
	fuzz_require(*value && fuzz_is_plain(value), "a value is plain");
	if (kv)
		fuzz_require(!keyval_add(kv, key, value), "cmlab understands the line");
}

/* Its members are read as what they are: of user bytes there are as many as the length says. */
static void check_read(struct json_object *root)
{
	static const char *const groups[] = { "sent", "received", "reject" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(groups); i++) {
		struct json_object *group = keyval_get(root, groups[i]);
		s64 len = keyval_int(group, "user_len", 0);

		if (len)
			fuzz_require(strlen(keyval_str(group, "user", "")) == 2 + 2 * (size_t)len,
				     "user bytes are whole");
	}
}

static void check_findings(const struct cmlab_findings *found)
{
	u32 i;

	fuzz_require(found->nr <= CMLAB_FINDINGS_MAX && !found->lost, "findings have room");
	for (i = 0; i < found->nr; i++) {
		const struct cmlab_finding *f = &found->f[i];

		fuzz_require(fuzz_is_text(f->message, sizeof(f->message) - 1) && *f->message,
			     "a finding's sentence is whole and plain");
		fuzz_require(fuzz_is_text(f->advice, sizeof(f->advice) - 1) && *f->advice,
			     "its advice is whole and plain");
	}
}

static void check_summary(const struct cmlab_report *r, size_t small)
{
	char line[256];

	fuzz_require(cmlab_report_summary(r, line, sizeof(line)) < (int)sizeof(line) - 1,
		     "256 bytes hold a summary");
	fuzz_require(fuzz_is_text(line, sizeof(line)), "a summary is one plain line");
	memset(line, 0x7f, sizeof(line));
	fuzz_require(cmlab_report_summary(r, line, small) < max_t(int, small, 1),
		     "a summary keeps to its buffer");
	fuzz_require(line[small] == 0x7f && (!small || fuzz_is_text(line, small)),
		     "and is terminated");
}

static void check_report(const struct cmlab_report *r, bool is_read)
{
	static struct cmlab_findings found;
	struct keyval kv;

	cmlab_findings_collect(&r->h, NULL, &found);
	check_findings(&found);
	if (!is_read) {
		cmlab_report_format(r, &found, take_line, NULL);
		return;
	}
	fuzz_require(!keyval_init(&kv), "there is memory");
	cmlab_report_format(r, &found, take_line, &kv);
	check_read(kv.root);
	keyval_exit(&kv);
}

int fuzz_one(const u8 *data, size_t size)
{
	static struct conn c;

	if (!size)
		return 0;
	memset(&c, 0, sizeof(c));
	c.in = (struct fuzz_input){ data, size };
	begin(&c);
	while (c.in.left)
		step(&c);
	check_report(&c.r, data[0] & IS_READ);
	check_summary(&c.r, data[size - 1]);
	return 0;
}
