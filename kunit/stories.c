// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "rows.h"
#include "stories.h"

static void begin(struct cmlab_snapshot *s, u32 id, enum cmlab_role role, u8 transport, u8 driver)
{
	cmlab_snapshot_init(s, id, role);
	s->limits.transport = transport;
	s->limits.driver = driver;
	s->limits.max_qp_rd_atom = 128;
	s->limits.max_qp_init_rd_atom = 128;
	s->limits.max_res_rd_atom = 0x3f000;
	scnprintf(s->device, sizeof(s->device), "%s0", cmlab_names_driver(driver));
	scnprintf(s->local, sizeof(s->local), "10.7.0.%u:%s", role == CMLAB_ROLE_ACTIVE ? 2U : 1U,
		  role == CMLAB_ROLE_ACTIVE ? "41230" : "18515");
	scnprintf(s->remote, sizeof(s->remote), "10.7.0.%u:%s", role == CMLAB_ROLE_ACTIVE ? 1U : 2U,
		  role == CMLAB_ROLE_ACTIVE ? "18515" : "41230");
	s->recv_posted = 8;
	s->qp_num = 17;
}

/* Profile @name with other target depths. */
static void profile(struct cmlab_profile *p, const char *name, u32 ird, u32 ord)
{
	cmlab_profile_get(name, strlen(name), p);
	p->range[CMLAB_F_IRD].target = ird;
	p->range[CMLAB_F_ORD].target = ord;
}

static void receive(struct cmlab_snapshot *s, const struct cmlab_wire_hdr *hdr, size_t area)
{
	u8 blob[200] = {};

	cmlab_wire_build(hdr, (const u8 *)"\x01\xfe", 2, blob, sizeof(blob));
	cmlab_snapshot_received(s, blob, area, hdr->kind);
}

static void program(struct cmlab_snapshot *s, const struct row_value *row)
{
	struct cmlab_values raw;

	rows_to_values(row, &raw);
	cmlab_snapshot_programmed(s, &raw);
}

static void establish(struct cmlab_snapshot *s)
{
	s->state = CMLAB_STATE_ESTABLISHED;
	s->outcome = CMLAB_OUTCOME_ESTABLISHED;
	s->event = "RDMA_CM_EVENT_ESTABLISHED";
	s->timeout_ms = 10000;
	s->handshake_us = 3149;
	s->ping_rx = true;
	s->ping_tx = true;
}

static void accept(struct cmlab_snapshot *s, const struct cmlab_profile *p,
		   const struct row_value *adv)
{
	struct cmlab_side side = { .limits = &s->limits, .profile = p, .qp_num = 17 };
	struct cmlab_decision d;

	scnprintf(s->profile, sizeof(s->profile), "%s", p->name);
	rows_to_values(adv, &s->advertised);
	cmlab_policy_accept(&side, &s->advertised, &d);
	cmlab_snapshot_decided(s, &d);
}

static void offer(struct cmlab_snapshot *s, const struct cmlab_profile *p)
{
	struct cmlab_side side = { .limits = &s->limits, .profile = p, .qp_num = 17 };
	struct cmlab_decision d;

	scnprintf(s->profile, sizeof(s->profile), "%s", p->name);
	cmlab_policy_offer(&side, &d);
	cmlab_snapshot_decided(s, &d);
	s->sent.seen = true;
	s->sent.wire_len = 32;
}

static void reply(struct cmlab_snapshot *s, const struct cmlab_profile *p,
		  const struct cmlab_event_conn *ev)
{
	struct cmlab_side side = { .limits = &s->limits, .profile = p, .qp_num = 17 };
	struct cmlab_decision d;

	cmlab_policy_advertised(&s->limits, s->role, ev, &s->advertised);
	cmlab_policy_reply(&side, &s->offered, &s->advertised, &d);
	cmlab_snapshot_decided(s, &d);
}

void cmlab_story_passive(struct cmlab_snapshot *s)
{
	static const struct row_value adv[] = {
		VAL(IRD, 64), VAL(ORD, 16), VAL(RETRY, 7),   VAL(RNR, 0),
		VAL(FLOW, 0), VAL(SRQ, 0),  VAL(QPN, 0x123), {},
	};
	static const struct row_value raw[] = {
		VAL(IRD, 16),	 VAL(ORD, 4),	   VAL(RETRY, 7),  VAL(RNR, 0), VAL(QPN, 0x123),
		VAL(MIN_RNR, 0), VAL(TIMEOUT, 19), VAL(MTU, 1024), {},
	};
	static const struct cmlab_wire_hdr hdr = {
		.kind = CMLAB_WIRE_REQ,
		.caps = CMLAB_WIRE_CAP_PING,
		.max_ird = 128,
		.max_ord = 128,
		.want_ird = 16,
		.want_ord = 64,
	};
	struct cmlab_profile p;

	begin(s, 3, CMLAB_ROLE_PASSIVE, CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_RXE);
	s->limits.max_qp_rd_atom = 16;
	s->limits.max_qp_init_rd_atom = 4;
	s->limits.mock = CMLAB_MOCK_QP_RD_ATOM | CMLAB_MOCK_QP_INIT_RD_ATOM;
	profile(&p, "read-heavy", 32, 8);
	receive(s, &hdr, 56);
	accept(s, &p, adv);
	program(s, raw);
	s->access_flags = 14;
	establish(s);
}

void cmlab_story_rejected(struct cmlab_snapshot *s)
{
	static const struct cmlab_wire_hdr hdr = {
		.kind = CMLAB_WIRE_REJ,
		.max_ird = 128,
		.max_ord = 128,
		.want_ird = 4,
		.want_ord = 16,
		.reason = CMLAB_REASON_ORD_FLOOR,
		.field = CMLAB_F_ORD,
		.have = 1,
		.need = 4,
	};
	struct cmlab_profile p;

	begin(s, 12, CMLAB_ROLE_ACTIVE, CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_RXE);
	profile(&p, "portable", 1, 4);
	offer(s, &p);
	receive(s, &hdr, 148);
	s->state = CMLAB_STATE_CLOSED;
	s->outcome = CMLAB_OUTCOME_REJECTED;
	s->event = "RDMA_CM_EVENT_REJECTED";
	s->status = 28;
	s->timeout_ms = 10000;
	s->handshake_us = 3149;
}

void cmlab_story_siw(struct cmlab_snapshot *s)
{
	static const struct cmlab_event_conn ev = {
		.responder_resources = 3,
		.initiator_depth = 5,
	};
	static const struct row_value raw[] = {
		VAL(IRD, 4), VAL(ORD, 8), VAL(RETRY, 0), VAL(RNR, 0), VAL(TIMEOUT, 0), {},
	};
	struct cmlab_profile p;

	begin(s, 7, CMLAB_ROLE_ACTIVE, CMLAB_TRANSPORT_IWARP, CMLAB_DRIVER_SIW);
	s->handshake = CMLAB_HANDSHAKE_RAW;
	s->transitions = CMLAB_TRANSITIONS_CM;
	profile(&p, "iwarp", 9, 8);
	offer(s, &p);
	s->sent.wire_len = 3;
	s->sent.user_len = 3;
	memcpy(s->sent.user, "a\0\xff", 3);
	cmlab_snapshot_received(s, (const u8 *)"hi", 2, CMLAB_WIRE_REP);
	reply(s, &p, &ev);
	program(s, raw);
	establish(s);
	s->ping_us = 120;
	s->closed_by = "peer";
}

void cmlab_story_unreachable(struct cmlab_snapshot *s)
{
	struct cmlab_profile p;

	begin(s, 13, CMLAB_ROLE_ACTIVE, CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_RXE);
	profile(&p, "portable", 4, 4);
	offer(s, &p);
	s->state = CMLAB_STATE_CLOSING;
	s->outcome = CMLAB_OUTCOME_UNREACHABLE;
	s->own_timer = true;
	s->timeout_ms = 10000;
	s->handshake_us = 10000321;
}

void cmlab_story_refused(struct cmlab_snapshot *s)
{
	static const struct row_value adv[] = { VAL(IRD, 1), VAL(ORD, 1), VAL(RNR, 7), {} };
	struct cmlab_profile p;

	begin(s, 4, CMLAB_ROLE_PASSIVE, CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_RXE);
	profile(&p, "read-heavy", 16, 16);
	p.range[CMLAB_F_IRD].floor = 4;
	cmlab_snapshot_received(s, NULL, 56, CMLAB_WIRE_REQ);
	accept(s, &p, adv);
	s->state = CMLAB_STATE_CLOSED;
	s->outcome = CMLAB_OUTCOME_REJECTED;
}

void cmlab_story_failed(struct cmlab_snapshot *s)
{
	static const struct row_value adv[] = { VAL(IRD, 4), VAL(ORD, 4), VAL(RNR, 7), {} };
	struct cmlab_profile p;

	begin(s, 5, CMLAB_ROLE_PASSIVE, CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_RXE);
	profile(&p, "portable", 4, 4);
	accept(s, &p, adv);
	s->state = CMLAB_STATE_CLOSED;
	s->outcome = CMLAB_OUTCOME_LOCAL_ERROR;
	s->error = -EINVAL;
	s->error_call = "rdma_accept";
}
