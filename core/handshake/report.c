// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * One connection as lines. Keys and their order are a contract: JSON is made of them
 * mechanically.
 */
#include <cmlab/ulp.h>

#include "emit.h"

void cmlab_report_init(struct cmlab_report *r, u32 id, enum cmlab_role role)
{
	memset(r, 0, sizeof(*r));
	r->id = id;
	cmlab_handshake_init(&r->h, CMLAB_SOURCE_LIVE, (u8)role);
}

static void put_head(struct cmlab_out *o, const struct cmlab_report *r)
{
	const struct cmlab_handshake *h = &r->h;
	const struct cmlab_end *own = &h->end[h->viewpoint];
	char fault[CMLAB_FAULT_STR];

	cmlab_out_number(o, r->id, "id");
	cmlab_out_text(o, cmlab_name(&cmlab_roles, h->viewpoint), "role");
	cmlab_out_text(o, r->device, "device");
	if (cmlab_end_knows(own, CMLAB_KNOWS_DRIVER)) {
		cmlab_out_text(o, cmlab_name(&cmlab_drivers, own->device.driver), "driver");
		cmlab_out_text(o, cmlab_name(&cmlab_transports, h->transport), "transport");
	}
	cmlab_out_text(o, cmlab_name(&cmlab_states, r->state), "state");
	cmlab_out_text(o, cmlab_name(&cmlab_outcomes, h->outcome), "outcome");
	cmlab_out_text(o, r->local, "local");
	cmlab_out_text(o, r->remote, "remote");
	cmlab_out_text(o, own->profile, "profile");
	cmlab_out_text(o, cmlab_name(&cmlab_transitions, h->transitions), "transitions");
	cmlab_out_text(o, cmlab_name(&cmlab_pdata_forms, h->form), "handshake");
	if (h->ps != CMLAB_PS_TCP)
		cmlab_out_text(o, cmlab_name(&cmlab_port_spaces, h->ps), "ps");
	if (own->fault.kind)
		cmlab_out_text(o, cmlab_fault_text(&own->fault, fault), "fault");
}

static void put_limits(struct cmlab_out *o, const struct cmlab_end *own)
{
	const struct cmlab_limits *l = &own->limits;

	if (!cmlab_end_knows(own, CMLAB_KNOWS_LIMITS))
		return;
	cmlab_out_limits(o, l);
	if (!l->mock)
		return;
	scnprintf(o->value, sizeof(o->value), "%s%s%s",
		  l->mock & CMLAB_MOCK_QP_RD_ATOM ? " max_qp_rd_atom" : "",
		  l->mock & CMLAB_MOCK_QP_INIT_RD_ATOM ? " max_qp_init_rd_atom" : "",
		  l->mock & CMLAB_MOCK_RES_RD_ATOM ? " max_res_rd_atom" : "");
	cmlab_out_text(o, o->value[0] ? o->value + 1 : "unknown", "limits.mock");
}

static void put_programmed(struct cmlab_out *o, const struct cmlab_end *own)
{
	cmlab_out_values(o, "programmed", &own->programmed, CMLAB_BY_ATTR);
	if (own->programmed.known && own->reported_access)
		cmlab_out_number(o, own->reported_access, "programmed.qp_access_flags");
	if (!cmlab_end_is_crossed(own))
		return;
	cmlab_out_number(o, own->reported.v[CMLAB_F_ORD], "reported.max_rd_atomic");
	cmlab_out_number(o, own->reported.v[CMLAB_F_IRD], "reported.max_dest_rd_atomic");
}

static void put_peer(struct cmlab_out *o, const struct cmlab_end *peer)
{
	if (!cmlab_end_knows(peer, CMLAB_KNOWS_LIMITS))
		return;
	cmlab_out_number(o, peer->limits.max_qp_rd_atom, "peer.max_qp_rd_atom");
	cmlab_out_number(o, peer->limits.max_qp_init_rd_atom, "peer.max_qp_init_rd_atom");
	cmlab_out_number(o, peer->requested.v[CMLAB_F_IRD], "peer.wanted_responder_resources");
	cmlab_out_number(o, peer->requested.v[CMLAB_F_ORD], "peer.wanted_initiator_depth");
}

static void put_hex(struct cmlab_out *o, const char *group, const u8 *bytes, u32 len)
{
	u32 i, n = scnprintf(o->value, sizeof(o->value), "0x");

	for (i = 0; i < len && i < CMLAB_WIRE_MAX; i++)
		n += scnprintf(o->value + n, sizeof(o->value) - n, "%02x", bytes[i]);
	if (len)
		cmlab_out_text(o, o->value, "%s.user", group);
}

static void put_pdata(struct cmlab_out *o, const char *group, const struct cmlab_handshake *h,
		      const struct cmlab_pdata *p)
{
	if (!p->sent && !p->seen)
		return;
	cmlab_out_number(o, p->seen ? p->seen_len : p->sent_len, "%s.wire_len", group);
	if (p->has_hdr)
		cmlab_out_number(o, CMLAB_WIRE_HDR_LEN + p->hdr.user_len, "%s.declared_len", group);
	cmlab_out_number(o, p->user_len, "%s.user_len", group);
	put_hex(o, group, p->user, p->user_len);
	if (p->seen && h->form == CMLAB_PDATA_HEADER)
		cmlab_out_text(o, p->has_hdr ? "ok" : cmlab_name(&cmlab_reasons, p->hdr_reason),
			       "%s.header", group);
}

/* What bytes without our header say, if a ULP is recognised in them. */
static void put_ulp(struct cmlab_out *o, const char *group, const struct cmlab_pdata *p,
		    enum cmlab_wire_kind kind)
{
	struct cmlab_ulp_data d;

	if (p->seen && !p->has_hdr &&
	    cmlab_ulp_decode(p->user, p->user_len, kind, CMLAB_ULP_NONE, &d))
		cmlab_out_text(o, cmlab_ulp_text(&d, o->value), "%s.decoded", group);
}

/* A REJ stands in the place of the message that was not sent, or else by itself. */
static void put_messages(struct cmlab_out *o, const struct cmlab_handshake *h)
{
	const struct cmlab_pdata *own = &h->end[h->viewpoint].message;
	const struct cmlab_pdata *peer = &h->end[!h->viewpoint].message;
	bool by_own = h->rejecter == h->viewpoint, by_peer = h->rejecter == !h->viewpoint;

	put_pdata(o, "sent", h, by_own && !own->sent ? &h->reject : own);
	put_pdata(o, "received", h, by_peer && !peer->seen ? &h->reject : peer);
	if (by_peer && !peer->seen)
		put_ulp(o, "received", &h->reject, CMLAB_WIRE_REJ);
	else
		put_ulp(o, "received", peer,
			h->viewpoint == CMLAB_ROLE_PASSIVE ? CMLAB_WIRE_REQ : CMLAB_WIRE_REP);
	if ((by_own && own->sent) || (by_peer && peer->seen))
		put_pdata(o, "reject", h, &h->reject);
	if (by_peer && peer->seen)
		put_ulp(o, "reject", &h->reject, CMLAB_WIRE_REJ);
}

static void put_reason(struct cmlab_out *o, const struct cmlab_refusal *r, const char *by)
{
	cmlab_out_number(o, r->code, "reason.code");
	cmlab_out_text(o, cmlab_name(&cmlab_reasons, r->code), "reason.name");
	cmlab_out_text(o, cmlab_name(&cmlab_reason_texts, r->code), "reason.text");
	cmlab_out_text(o, by, "reason.by");
	if (r->field < CMLAB_NR_FIELDS)
		cmlab_out_text(o, cmlab_field_info(r->field)->param, "reason.field");
	cmlab_out_number(o, r->have, "reason.have");
	cmlab_out_number(o, r->need, "reason.need");
}

static void put_end(struct cmlab_out *o, const struct cmlab_handshake *h)
{
	const struct cmlab_end *own = &h->end[h->viewpoint], *peer = &h->end[!h->viewpoint];
	const struct cmlab_cm_event *last = cmlab_end_last(own);

	if (own->refusal.code)
		put_reason(o, &own->refusal, "this_side");
	else if (peer->refusal.code)
		put_reason(o, &peer->refusal, "peer");
	if (last) {
		cmlab_out_text(o, cmlab_name(&cmlab_events, last->event), "event");
		cmlab_out_number(o, last->status, "status");
	}
	if (own->ret < 0) {
		cmlab_out_number(o, own->ret, "error");
		cmlab_out_text(o, cmlab_name(&cmlab_calls, own->call), "error_call");
	}
	if (h->timeout_ms) {
		cmlab_out_text(o, h->own_timer ? "true" : "false", "own_timer");
		cmlab_out_number(o, h->timeout_ms, "timeout_ms");
	}
	if (cmlab_end_knows(own, CMLAB_KNOWS_RECEIVES))
		cmlab_out_number(o, own->recv_posted, "recv_posted");
	if (h->handshake_us)
		cmlab_out_number(o, h->handshake_us, "handshake_us");
}

static void put_life(struct cmlab_out *o, const struct cmlab_report *r)
{
	u32 qp_num = r->h.end[r->h.viewpoint].qp_num;

	if (r->h.outcome == CMLAB_OUTCOME_ESTABLISHED) {
		cmlab_out_text(o, r->ping_rx ? "true" : "false", "ping_rx");
		cmlab_out_text(o, r->ping_tx ? "true" : "false", "ping_tx");
	}
	if (r->ping_us)
		cmlab_out_number(o, r->ping_us, "ping_us");
	if (qp_num)
		cmlab_out_number(o, qp_num, "qp_num");
	cmlab_out_text(o, r->closed_by, "closed_by");
}

void cmlab_report_format(const struct cmlab_report *r, const struct cmlab_findings *findings,
			 cmlab_emit_fn emit, void *ctx)
{
	const struct cmlab_end *own = &r->h.end[r->h.viewpoint];
	struct cmlab_out o = { .emit = emit, .ctx = ctx, .prefix = "" };

	put_head(&o, r);
	put_limits(&o, own);
	cmlab_out_values(&o, "requested", &own->requested, CMLAB_BY_PARAM);
	cmlab_out_values(&o, "offered", &own->asked, CMLAB_BY_PARAM);
	cmlab_out_values(&o, "advertised", &own->seen, CMLAB_BY_PARAM);
	cmlab_out_values(&o, "negotiated", &own->agreed, CMLAB_BY_PARAM);
	put_programmed(&o, own);
	put_peer(&o, &r->h.end[!r->h.viewpoint]);
	put_messages(&o, &r->h);
	cmlab_out_clamps(&o, &own->clamps, true);
	put_end(&o, &r->h);
	put_life(&o, r);
	cmlab_out_findings(&o, findings, NULL);
}
