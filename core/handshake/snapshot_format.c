// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A snapshot as "key: value" lines. Keys and their order are a contract: JSON is
 * made of them mechanically.
 */
#include "../findings/verdict.h"

/* One line being made. Hex of the largest private data is the longest value. */
struct out {
	cmlab_emit_fn emit;
	void *ctx;
	char key[64];
	char value[2 * CMLAB_WIRE_MAX + 4];
};

static __printf(3, 4) void put(struct out *o, const char *key, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(o->value, sizeof(o->value), fmt, args);
	va_end(args);
	o->emit(o->ctx, key, o->value);
}

static void put_text(struct out *o, const char *key, const char *text)
{
	if (text && *text)
		o->emit(o->ctx, key, text);
}

static void put_num(struct out *o, const char *key, u32 v)
{
	put(o, key, "%u", v);
}

static void put_bool(struct out *o, const char *key, bool v)
{
	o->emit(o->ctx, key, v ? "true" : "false");
}

static const char *joined(struct out *o, const char *group, const char *name)
{
	scnprintf(o->key, sizeof(o->key), "%s.%s", group, name);
	return o->key;
}

static void put_hex(struct out *o, const char *key, const u8 *bytes, u32 len)
{
	static const char digits[] = "0123456789abcdef";
	char *p = o->value;
	u32 i;

	if (!len)
		return;
	*p++ = '0';
	*p++ = 'x';
	for (i = 0; i < len && i < CMLAB_WIRE_MAX; i++) {
		*p++ = digits[bytes[i] >> 4];
		*p++ = digits[bytes[i] & 15];
	}
	*p = '\0';
	o->emit(o->ctx, key, o->value);
}

static void put_head(struct out *o, const struct cmlab_snapshot *s)
{
	put_num(o, "id", s->id);
	put_text(o, "role", cmlab_names_role(s->role));
	put_text(o, "device", s->device);
	if (s->limits.transport != CMLAB_TRANSPORT_UNKNOWN) {
		put_text(o, "driver", cmlab_names_driver(s->limits.driver));
		put_text(o, "transport", cmlab_names_transport(s->limits.transport));
	}
	put_text(o, "state", cmlab_names_state(s->state));
	put_text(o, "outcome", cmlab_names_outcome(s->outcome));
	put_text(o, "local", s->local);
	put_text(o, "remote", s->remote);
	put_text(o, "profile", s->profile);
	put_text(o, "transitions", cmlab_names_transitions(s->transitions));
	put_text(o, "handshake", cmlab_names_handshake(s->handshake));
	if (s->ps != CMLAB_PS_TCP)
		put_text(o, "ps", cmlab_names_ps(s->ps));
}

static void put_limits(struct out *o, const struct cmlab_limits *l)
{
	if (l->transport == CMLAB_TRANSPORT_UNKNOWN)
		return;
	put(o, "limits.max_qp_rd_atom", "%d", l->max_qp_rd_atom);
	put(o, "limits.max_qp_init_rd_atom", "%d", l->max_qp_init_rd_atom);
	put(o, "limits.max_res_rd_atom", "%d", l->max_res_rd_atom);
	if (!l->mock)
		return;
	scnprintf(o->value, sizeof(o->value), "%s%s%s",
		  l->mock & CMLAB_MOCK_QP_RD_ATOM ? " max_qp_rd_atom" : "",
		  l->mock & CMLAB_MOCK_QP_INIT_RD_ATOM ? " max_qp_init_rd_atom" : "",
		  l->mock & CMLAB_MOCK_RES_RD_ATOM ? " max_res_rd_atom" : "");
	o->emit(o->ctx, "limits.mock", o->value[0] ? o->value + 1 : "unknown");
}

static void put_values(struct out *o, const char *group, const struct cmlab_values *vals)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_values_has(vals, f))
			put_num(o, joined(o, group, cmlab_names_field(f)->param), vals->v[f]);
}

static void put_programmed(struct out *o, const struct cmlab_snapshot *s)
{
	const struct cmlab_values *vals = &s->programmed;
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		const char *attr = cmlab_names_field(f)->attr;

		if (*attr && cmlab_values_has(vals, f))
			put_num(o, joined(o, "programmed", attr), vals->v[f]);
	}
	if (vals->known && s->access_flags)
		put_num(o, "programmed.qp_access_flags", s->access_flags);
	if (!s->reported_crossed)
		return;
	put_num(o, "reported.max_rd_atomic", vals->v[CMLAB_F_IRD]);
	put_num(o, "reported.max_dest_rd_atomic", vals->v[CMLAB_F_ORD]);
}

static void put_peer(struct out *o, const struct cmlab_pdata *p)
{
	if (!p->has_hdr)
		return;
	put_num(o, "peer.max_qp_rd_atom", p->hdr.max_ird);
	put_num(o, "peer.max_qp_init_rd_atom", p->hdr.max_ord);
	put_num(o, "peer.wanted_responder_resources", p->hdr.want_ird);
	put_num(o, "peer.wanted_initiator_depth", p->hdr.want_ord);
}

static void put_sent(struct out *o, const struct cmlab_pdata *p)
{
	if (!p->seen)
		return;
	put_num(o, "sent.wire_len", p->wire_len);
	put_num(o, "sent.user_len", p->user_len);
	put_hex(o, "sent.user", p->user, p->user_len);
}

static void put_received(struct out *o, const struct cmlab_snapshot *s)
{
	const struct cmlab_pdata *p = &s->received;

	if (!p->seen)
		return;
	put_num(o, "received.wire_len", p->wire_len);
	if (p->has_hdr)
		put_num(o, "received.declared_len", CMLAB_WIRE_HDR_LEN + p->hdr.user_len);
	put_num(o, "received.user_len", p->user_len);
	put_hex(o, "received.user", p->user, p->user_len);
	if (s->handshake == CMLAB_HANDSHAKE_HEADER)
		put_text(o, "received.header",
			 p->has_hdr ? "ok" : cmlab_names_reason(p->hdr_reason));
}

static const char *indexed(struct out *o, const char *array, u32 i, const char *name)
{
	scnprintf(o->key, sizeof(o->key), "%s[%u].%s", array, i, name);
	return o->key;
}

static void put_clamp(struct out *o, u32 i, const struct cmlab_clamp *c)
{
	if (c->field < CMLAB_NR_FIELDS)
		put_text(o, indexed(o, "clamps", i, "field"), cmlab_names_field(c->field)->param);
	put_num(o, indexed(o, "clamps", i, "from"), c->from);
	put_num(o, indexed(o, "clamps", i, "to"), c->to);
	put_text(o, indexed(o, "clamps", i, "why"), cmlab_names_why(c->why));
	if (c->mock)
		put_bool(o, indexed(o, "clamps", i, "mock"), true);
}

static void put_reason(struct out *o, const struct cmlab_snapshot *s)
{
	if (s->reason == CMLAB_REASON_NONE)
		return;
	put_num(o, "reason.code", s->reason);
	put_text(o, "reason.name", cmlab_names_reason(s->reason));
	put_text(o, "reason.text", cmlab_names_reason_text(s->reason));
	put_text(o, "reason.by", s->reason_by_peer ? "peer" : "this_side");
	if (s->reason_field < CMLAB_NR_FIELDS)
		put_text(o, "reason.field", cmlab_names_field(s->reason_field)->param);
	put_num(o, "reason.have", s->reason_have);
	put_num(o, "reason.need", s->reason_need);
}

static void put_end(struct out *o, const struct cmlab_snapshot *s)
{
	if (s->event) {
		put_text(o, "event", s->event);
		put(o, "status", "%d", s->status);
	}
	if (s->error) {
		put(o, "error", "%d", s->error);
		put_text(o, "error_call", s->error_call);
	}
	if (s->timeout_ms) {
		put_bool(o, "own_timer", s->own_timer);
		put_num(o, "timeout_ms", s->timeout_ms);
	}
	put_num(o, "recv_posted", s->recv_posted);
	if (s->handshake_us)
		put_num(o, "handshake_us", s->handshake_us);
}

static void put_life(struct out *o, const struct cmlab_snapshot *s)
{
	if (s->outcome == CMLAB_OUTCOME_ESTABLISHED) {
		put_bool(o, "ping_rx", s->ping_rx);
		put_bool(o, "ping_tx", s->ping_tx);
	}
	if (s->ping_us)
		put_num(o, "ping_us", s->ping_us);
	if (s->qp_num)
		put_num(o, "qp_num", s->qp_num);
	put_text(o, "closed_by", s->closed_by);
}

void cmlab_snapshot_format(const struct cmlab_snapshot *s, cmlab_emit_fn emit, void *ctx)
{
	struct out o;
	u32 i;

	o.emit = emit;
	o.ctx = ctx;
	put_head(&o, s);
	put_limits(&o, &s->limits);
	put_values(&o, "requested", &s->requested);
	put_values(&o, "offered", &s->offered);
	put_values(&o, "advertised", &s->advertised);
	put_values(&o, "negotiated", &s->negotiated);
	put_programmed(&o, s);
	put_peer(&o, &s->received);
	put_sent(&o, &s->sent);
	put_received(&o, s);
	for (i = 0; i < s->clamps.nr; i++)
		put_clamp(&o, i, &s->clamps.c[i]);
	put_reason(&o, s);
	put_end(&o, s);
	put_life(&o, s);
	cmlab_verdict_format(s, emit, ctx);
}
