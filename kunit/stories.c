// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_stories.h"

#define QP_NUM 17

/* One story being told. */
struct teller {
	const struct cmlab_story *s;
	struct cmlab_report *r;
	struct cmlab_handshake *h;
	struct cmlab_end *own;
	struct cmlab_profile profile;
	struct cmlab_side side;
	struct cmlab_values seen;
	struct cmlab_decision d;
};

static void begin(struct teller *t)
{
	const struct cmlab_story *s = t->s;
	struct cmlab_report *r = t->r;
	bool connects = s->role == CMLAB_ROLE_ACTIVE;

	cmlab_report_init(r, s->id, s->role);
	scnprintf(r->local, sizeof(r->local), "10.7.0.%s", connects ? "2:41230" : "1:18515");
	scnprintf(r->remote, sizeof(r->remote), "10.7.0.%s", connects ? "1:18515" : "2:41230");
	t->h = &r->h;
	t->own = cmlab_own_end(t->h);
	t->h->form = s->form;
	t->h->transitions = s->transitions;
	t->h->ps = s->ps;
	t->h->timeout_ms = 10000;
	cmlab_profile_get(s->profile, strlen(s->profile), &t->profile);
	t->profile.range[CMLAB_F_IRD].floor = s->floor;
	t->profile.range[CMLAB_F_IRD].target = s->ird;
	t->profile.range[CMLAB_F_ORD].target = s->ord;
	scnprintf(t->own->profile, sizeof(t->own->profile), "%s", s->profile);
}

static void device(struct teller *t)
{
	const struct cmlab_story *s = t->s;
	const struct cmlab_limits real = {
		.max_qp_rd_atom = 128,
		.max_qp_init_rd_atom = 128,
		.max_res_rd_atom = 0x3f000,
		.local_ca_ack_delay = 15,
		.transport = s->transport,
		.driver = s->driver,
	};
	const struct cmlab_limits mock = {
		.max_qp_rd_atom = 16,
		.max_qp_init_rd_atom = 4,
		.mock = s->mock ? CMLAB_MOCK_QP_RD_ATOM | CMLAB_MOCK_QP_INIT_RD_ATOM : 0,
	};
	struct cmlab_limits limits = real;

	cmlab_limits_apply_mock(&limits, &mock);
	cmlab_handshake_device(t->h, &limits, &real);
	scnprintf(t->r->device, sizeof(t->r->device), "%s0", cmlab_name(&cmlab_drivers, s->driver));
	t->own->known |= CMLAB_KNOWS_RECEIVES | CMLAB_KNOWS_OWN_QP;
	t->own->recv_posted = 8;
	t->own->qp_num = QP_NUM;
	t->side.limits = &t->own->limits;
	t->side.profile = &t->profile;
	t->side.qp_num = QP_NUM;
	t->side.ud = s->ps == CMLAB_PS_UDP;
}

static void event(struct teller *t, u8 what, s32 status)
{
	const struct cmlab_cm_event ev = {
		.event = what,
		.status = status,
		.ud = t->side.ud,
		.private_data_len = t->s->area,
		.conn = t->s->conn,
	};

	cmlab_handshake_event(t->h, &ev);
}

static enum cmlab_reason receive(struct teller *t, enum cmlab_wire_kind kind)
{
	const struct cmlab_story *s = t->s;
	u8 blob[CMLAB_WIRE_MAX] = {};

	if (s->hdr.kind)
		cmlab_wire_build(&s->hdr, (const u8 *)"\x01\xfe", 2, blob, sizeof(blob));
	else if (s->raw)
		memcpy(blob, s->raw, strlen(s->raw));
	return cmlab_handshake_received(t->h, s->hdr.kind || s->raw ? blob : NULL, s->area, kind);
}

/* The event with the peer's REQ or REP. */
static enum cmlab_reason offered(struct teller *t, enum cmlab_wire_kind kind)
{
	if (!t->side.ud)
		cmlab_policy_advertised(&t->own->device, t->s->role, &t->s->conn, &t->seen);
	else if (kind == CMLAB_WIRE_REP)
		cmlab_values_set(&t->seen, CMLAB_F_QPN, t->s->conn.qp_num);
	cmlab_handshake_seen(t->h, &t->seen);
	return receive(t, kind);
}

static void send(struct teller *t, enum cmlab_wire_kind kind)
{
	u32 user = kind == CMLAB_WIRE_REJ ? 0 : t->s->user_len;
	u32 head = t->s->form == CMLAB_PDATA_HEADER ? CMLAB_WIRE_HDR_LEN : 0;

	cmlab_handshake_private_data(t->h, kind, head + user, (const u8 *)t->s->user, user);
}

static void end(struct teller *t, enum cmlab_outcome outcome)
{
	t->h->own_timer = t->s->own_timer;
	cmlab_handshake_ended(t->h, outcome, t->s->us);
	t->r->state = outcome == CMLAB_OUTCOME_ESTABLISHED ? CMLAB_STATE_ESTABLISHED :
							     CMLAB_STATE_CLOSED;
}

static void refuse(struct teller *t)
{
	send(t, CMLAB_WIRE_REJ);
	cmlab_handshake_called(t->h, CMLAB_CALL_REJECT, 0);
	end(t, CMLAB_OUTCOME_REJECTED);
}

static void query(struct teller *t)
{
	struct cmlab_values shown;

	rows_to_values(t->s->queried, &shown);
	if (shown.known)
		cmlab_handshake_queried(t->h, &shown, t->s->access);
	end(t, t->s->outcome);
	if (t->s->outcome != CMLAB_OUTCOME_ESTABLISHED)
		return;
	t->r->ping_rx = t->s->ping;
	t->r->ping_tx = t->s->ping;
	t->r->ping_us = t->s->role == CMLAB_ROLE_ACTIVE ? t->s->ping : 0;
	t->h->carried = t->s->ping ? CMLAB_CARRIED_DATA : CMLAB_CARRIED_UNKNOWN;
}

static void active(struct teller *t)
{
	event(t, CMLAB_EVENT_ADDR_RESOLVED, 0);
	device(t);
	event(t, CMLAB_EVENT_ROUTE_RESOLVED, 0);
	cmlab_policy_offer(&t->side, &t->d);
	cmlab_handshake_decided(t->h, &t->d);
	send(t, CMLAB_WIRE_REQ);
	cmlab_handshake_called(t->h, CMLAB_CALL_CONNECT, t->s->ret);
	if (t->s->ret || t->s->own_timer) {
		end(t, t->s->ret ? cmlab_outcome_of_errno(t->s->ret) : t->s->outcome);
		return;
	}
	event(t, t->s->event, t->s->status);
	if (t->s->silent) {
		if (t->s->event == CMLAB_EVENT_REJECTED)
			receive(t, CMLAB_WIRE_REJ);
		end(t, t->s->outcome);
		return;
	}
	offered(t, CMLAB_WIRE_REP);
	cmlab_policy_reply(&t->side, &t->own->asked, &t->seen, &t->d);
	cmlab_handshake_decided(t->h, &t->d);
	if (t->d.reason)
		refuse(t);
	else
		query(t);
}

static void passive(struct teller *t)
{
	enum cmlab_reason reason;

	device(t);
	event(t, CMLAB_EVENT_CONNECT_REQUEST, 0);
	reason = offered(t, CMLAB_WIRE_REQ);
	if (reason) {
		cmlab_handshake_refused(t->h, reason, CMLAB_NR_FIELDS, t->s->area,
					CMLAB_WIRE_HDR_LEN);
		refuse(t);
		return;
	}
	cmlab_policy_accept(&t->side, &t->seen, &t->d);
	cmlab_handshake_decided(t->h, &t->d);
	if (t->d.reason) {
		refuse(t);
		return;
	}
	send(t, CMLAB_WIRE_REP);
	cmlab_handshake_called(t->h, CMLAB_CALL_ACCEPT, t->s->ret);
	if (t->s->ret) {
		end(t, CMLAB_OUTCOME_LOCAL_ERROR);
		return;
	}
	event(t, t->s->event, t->s->status);
	query(t);
}

void cmlab_story_tell(const struct cmlab_story *s, struct cmlab_report *r)
{
	struct teller t = { .s = s, .r = r };

	begin(&t);
	if (s->role == CMLAB_ROLE_ACTIVE)
		active(&t);
	else
		passive(&t);
}
