// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What comes in to a decision, and a decision to what goes out. */
#include <errno.h>

#include "peer_dev.h"
#include "peer_id.h"
#include "peer_offer.h"
#include "peer_qp.h"

int peer_offer_device(struct peer_conn *conn)
{
	struct cmlab_report *r = &conn->report;

	conn->dev = peer_dev_get(conn->peer, conn->cm_id->verbs);
	if (!conn->dev)
		return peer_conn_errno(conn, CMLAB_CALL_TAKE_DEVICE);
	scnprintf(r->device, sizeof(r->device), "%s", conn->dev->name);
	cmlab_handshake_device(&r->h, &conn->dev->limits, &conn->dev->real);
	return 0;
}

int peer_offer_ack_timeout(struct peer_conn *conn, enum cmlab_when now)
{
	int ret = peer_id_set_ack_timeout(conn->cm_id, peer_conn_request(conn), now);

	if (ret == CMLAB_NO_ERRNO)
		return 0;
	cmlab_own_end(&conn->report.h)->set_timeout = ret;
	return ret ? peer_conn_called(conn, CMLAB_CALL_SET_ACK_TIMEOUT, ret) : 0;
}

static void fill_side(const struct peer_conn *conn, struct cmlab_side *side)
{
	memset(side, 0, sizeof(*side));
	side->profile = &peer_conn_request(conn)->profile;
	if (conn->dev) {
		side->limits = &conn->dev->limits;
		side->res_used = conn->dev->res_used;
	}
	if (conn->qp) {
		side->qp_num = conn->qp->qp_num;
		side->has_srq = conn->srq;
	}
}

/* Take @ird of the device's responder resources, instead of what is held now. */
static void hold(struct peer_conn *conn, u32 ird)
{
	conn->dev->res_used += (u64)ird - conn->ird_held;
	conn->ird_held = ird;
}

/* What --raw and --misbehave=over-reply put in the place of what was decided. */
static void force(struct peer_conn *conn, const struct cmlab_values *adv)
{
	const struct peer_opts *opts = &conn->peer->opts;
	struct cmlab_values *v = &conn->decision.params;
	unsigned int f;

	if (adv && opts->bad.kind == CMLAB_FAULT_OVER_REPLY)
		cmlab_fault_over_reply(adv, v);
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		cmlab_values_copy(v, &opts->raw, f);
}

enum cmlab_reason peer_offer_decide(struct peer_conn *conn, const struct cmlab_values *adv)
{
	struct cmlab_decision *d = &conn->decision;
	struct cmlab_side side;

	fill_side(conn, &side);
	if (peer_conn_request(conn)->decide == CMLAB_DECIDE_RAW)
		cmlab_policy_raw(&side, adv, d);
	else if (adv)
		cmlab_policy_accept(&side, adv, d);
	else
		cmlab_policy_offer(&side, d);
	if (d->reason == CMLAB_REASON_NONE) {
		force(conn, adv);
		hold(conn, cmlab_policy_ird_held(d));
	}
	cmlab_handshake_decided(&conn->report.h, d);
	return d->reason;
}

enum cmlab_reason peer_offer_judge(struct peer_conn *conn, const struct cmlab_values *adv)
{
	struct cmlab_decision *d = &conn->decision;
	struct cmlab_side side;

	fill_side(conn, &side);
	cmlab_policy_reply(&side, &conn->asked, adv, d);
	if (peer_conn_request(conn)->transitions == CMLAB_TRANSITIONS_CM)
		d->reason = CMLAB_REASON_NONE;
	hold(conn, cmlab_policy_ird_held(d));
	cmlab_handshake_decided(&conn->report.h, d);
	return d->reason;
}

void peer_offer_numbers(const struct peer_event *ev, struct cmlab_event_conn *numbers)
{
	const struct rdma_conn_param *p = &ev->param;

	*numbers = (struct cmlab_event_conn){
		.responder_resources = p->responder_resources,
		.initiator_depth = p->initiator_depth,
		.flow_control = p->flow_control,
		.retry_count = p->retry_count,
		.rnr_retry_count = p->rnr_retry_count,
		.srq = p->srq,
		.qp_num = p->qp_num,
	};
}

enum cmlab_reason peer_offer_take(struct peer_conn *conn, const struct peer_event *ev,
				  enum cmlab_wire_kind kind, struct cmlab_values *adv)
{
	const struct rdma_conn_param *p = &ev->param;
	struct cmlab_handshake *h = &conn->report.h;
	struct cmlab_event_conn numbers;
	enum cmlab_reason reason;

	peer_offer_numbers(ev, &numbers);
	cmlab_policy_advertised(&conn->dev->real, conn->role, &numbers, adv);
	cmlab_handshake_seen(h, adv);
	reason = cmlab_handshake_received(h, p->private_data, p->private_data_len, kind);
	if (reason != CMLAB_REASON_NONE)
		peer_conn_refuse(conn, reason, CMLAB_NR_FIELDS, p->private_data_len,
				 CMLAB_WIRE_HDR_LEN);
	return reason;
}

int peer_offer_pdata(struct peer_conn *conn, enum cmlab_wire_kind kind,
		     struct cmlab_pdata_blob *blob)
{
	const struct cmlab_request *req = peer_conn_request(conn);
	struct cmlab_pdata_plan plan = {
		.device = conn->dev ? &conn->dev->real : NULL,
		.family = conn->family,
		.form = req->form,
		.transitions = req->transitions,
		.unbounded = req->decide == CMLAB_DECIDE_RAW,
		.user = req->user,
		.user_len = req->user_len,
	};
	int ret;

	fill_side(conn, &plan.side);
	ret = cmlab_pdata_build(&plan, &conn->decision, kind, blob);
	if (ret)
		return ret;
	cmlab_pdata_spoil(&conn->peer->opts.bad, req->form, blob);
	cmlab_handshake_private_data(&conn->report.h, kind, blob->len, req->user, blob->user_len);
	return 0;
}

/* The peer must talk to our QP, whatever number was asked for. */
static void own_qp(struct peer_conn *conn)
{
	struct cmlab_side side;

	fill_side(conn, &side);
	cmlab_policy_own_qp(&side, conn->role, &conn->decision);
	conn->asked = conn->decision.params;
	cmlab_handshake_decided(&conn->report.h, &conn->decision);
}

/* librdmacm narrows the device's limit to u8 and sends that instead of a depth of 255. */
static bool is_rewritten(u32 depth, s32 limit)
{
	return depth == CMLAB_DEPTH_MAX && (u8)limit != CMLAB_DEPTH_MAX;
}

/* What the CM gets: always from zero, and narrowed to u8 here and only here. */
static int to_conn_param(struct peer_conn *conn, const struct cmlab_pdata_blob *blob,
			 struct rdma_conn_param *p)
{
	const struct cmlab_limits *real = &conn->dev->real;
	const struct cmlab_values *v = &conn->asked;

	if (is_rewritten(cmlab_values_get(v, CMLAB_F_IRD), real->max_qp_rd_atom) ||
	    is_rewritten(cmlab_values_get(v, CMLAB_F_ORD), real->max_qp_init_rd_atom))
		return peer_conn_called(conn, CMLAB_CALL_NARROW_DEPTH, -ERANGE);
	memset(p, 0, sizeof(*p));
	p->private_data = blob->data;
	p->private_data_len = blob->len;
	p->responder_resources = cmlab_values_get(v, CMLAB_F_IRD);
	p->initiator_depth = cmlab_values_get(v, CMLAB_F_ORD);
	p->flow_control = cmlab_values_get(v, CMLAB_F_FLOW);
	p->retry_count = cmlab_values_get(v, CMLAB_F_RETRY);
	p->rnr_retry_count = cmlab_values_get(v, CMLAB_F_RNR);
	p->srq = cmlab_values_get(v, CMLAB_F_SRQ);
	p->qp_num = cmlab_values_get(v, CMLAB_F_QPN);
	return 0;
}

int peer_offer_prepare(struct peer_conn *conn, enum cmlab_wire_kind kind,
		       struct cmlab_pdata_blob *blob, struct rdma_conn_param *param)
{
	int ret = peer_offer_pdata(conn, kind, blob);

	if (ret) {
		peer_conn_refuse(conn, CMLAB_REASON_FIELD_RANGE, CMLAB_F_PDLEN, blob->want,
				 blob->room);
		return ret;
	}
	ret = peer_offer_ack_timeout(conn, CMLAB_WHEN_BEFORE_HANDSHAKE);
	if (!ret)
		ret = peer_qp_create(conn);
	if (!ret)
		own_qp(conn);
	if (!ret)
		ret = to_conn_param(conn, blob, param);
	if (ret)
		peer_conn_refuse(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, -ret, 0);
	return ret;
}
