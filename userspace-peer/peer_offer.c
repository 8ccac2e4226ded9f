// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What comes in to a decision, and a decision to what goes out. */
#include <errno.h>

#include "peer_dev.h"
#include "peer_offer.h"
#include "peer_qp.h"

int peer_offer_device(struct peer_conn *conn)
{
	conn->dev = peer_dev_get(conn->peer, conn->cm_id->verbs);
	if (!conn->dev)
		return peer_conn_errno(conn, "taking the RDMA device");
	scnprintf(conn->snap.device, sizeof(conn->snap.device), "%s", conn->dev->name);
	conn->snap.limits = conn->dev->limits;
	return 0;
}

/* Take @ird of the device's responder resources, instead of what is held now. */
static void hold(struct peer_conn *conn, u32 ird)
{
	conn->dev->res_used += (u64)ird - conn->ird_held;
	conn->ird_held = ird;
}

/* What the QP will serve: more than we said where the driver raises it. */
static u32 ird_of(const struct cmlab_decision *d)
{
	return max(cmlab_values_get(&d->params, CMLAB_F_IRD),
		   cmlab_values_get(&d->negotiated, CMLAB_F_IRD));
}

/* What --raw and --misbehave=over-reply put in the place of what was decided. */
static void force(struct peer_conn *conn, const struct cmlab_values *adv)
{
	const struct peer_opts *opts = &conn->peer->opts;
	struct cmlab_values *v = &conn->decision.params;
	unsigned int f;

	if (adv && opts->bad.kind == PEER_BAD_OVER_REPLY) {
		cmlab_values_set(v, CMLAB_F_IRD, min(cmlab_values_get(adv, CMLAB_F_IRD) + 1, 254U));
		cmlab_values_set(v, CMLAB_F_ORD, min(cmlab_values_get(adv, CMLAB_F_ORD) + 1, 254U));
	}
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_values_has(&opts->raw, f))
			cmlab_values_set(v, f, cmlab_values_get(&opts->raw, f));
}

enum cmlab_reason peer_offer_decide(struct peer_conn *conn, const struct cmlab_values *adv)
{
	struct cmlab_side side = {
		.limits = &conn->dev->limits,
		.profile = &conn->peer->opts.req.profile,
		.res_used = conn->dev->res_used,
	};
	struct cmlab_decision *d = &conn->decision;

	if (adv)
		cmlab_policy_accept(&side, adv, d);
	else
		cmlab_policy_offer(&side, d);
	if (d->reason == CMLAB_REASON_NONE) {
		force(conn, adv);
		hold(conn, ird_of(d));
	}
	cmlab_snapshot_decided(&conn->snap, d);
	return d->reason;
}

enum cmlab_reason peer_offer_judge(struct peer_conn *conn, const struct cmlab_values *adv)
{
	struct cmlab_side side = {
		.limits = &conn->snap.limits,
		.profile = &conn->peer->opts.req.profile,
	};
	const struct cmlab_values offered = conn->decision.params;
	struct cmlab_decision *d = &conn->decision;

	cmlab_policy_reply(&side, &offered, adv, d);
	if (conn->snap.transitions == CMLAB_TRANSITIONS_CM)
		d->reason = CMLAB_REASON_NONE;
	hold(conn, ird_of(d));
	cmlab_snapshot_decided(&conn->snap, d);
	return d->reason;
}

enum cmlab_reason peer_offer_refuse(struct peer_conn *conn, enum cmlab_reason reason,
				    enum cmlab_field field, u32 have, u32 need)
{
	conn->decision.reason = reason;
	conn->decision.field = field;
	conn->decision.have = have;
	conn->decision.need = need;
	conn->snap.reason = min_t(u32, reason, 255);
	conn->snap.reason_field = field;
	conn->snap.reason_have = have;
	conn->snap.reason_need = need;
	return reason;
}

static void own(struct peer_conn *conn, enum cmlab_field f, u32 v)
{
	struct cmlab_values *params = &conn->decision.params;

	if (cmlab_values_has(&conn->decision.requested, f))
		cmlab_values_record(&conn->snap.clamps, f, cmlab_values_get(params, f), v,
				    CMLAB_WHY_OWN_QP, false);
	cmlab_values_set(params, f, v);
}

/* The peer must talk to our QP, whatever number was asked for; an MPA frame has none. */
static void own_qp(struct peer_conn *conn)
{
	if (conn->dev->real.transport != CMLAB_TRANSPORT_IWARP) {
		own(conn, CMLAB_F_QPN, conn->qp->qp_num);
		own(conn, CMLAB_F_SRQ, !!conn->qp->srq);
	}
	conn->snap.offered = conn->decision.params;
}

/* librdmacm narrows the device's limit to u8 and sends that instead of a depth of 255. */
static bool is_rewritten(u32 depth, s32 limit)
{
	return depth == 255 && (u8)limit != 255;
}

/* What the CM gets: always from zero, and narrowed to u8 here and only here. */
static int to_conn_param(struct peer_conn *conn, const struct peer_pdata *blob,
			 struct rdma_conn_param *p)
{
	const struct cmlab_values *v = &conn->decision.params;

	if (is_rewritten(cmlab_values_get(v, CMLAB_F_IRD), conn->dev->real.max_qp_rd_atom) ||
	    is_rewritten(cmlab_values_get(v, CMLAB_F_ORD), conn->dev->real.max_qp_init_rd_atom))
		return peer_conn_failed(conn, "depth 255, which librdmacm takes for the device's",
					-ERANGE);
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

enum cmlab_reason peer_offer_take(struct peer_conn *conn, const struct peer_event *ev,
				  enum cmlab_wire_kind kind, struct cmlab_values *adv)
{
	const struct rdma_conn_param *p = &ev->param;
	const struct cmlab_event_conn numbers = {
		.responder_resources = p->responder_resources,
		.initiator_depth = p->initiator_depth,
		.flow_control = p->flow_control,
		.retry_count = p->retry_count,
		.rnr_retry_count = p->rnr_retry_count,
		.srq = p->srq,
		.qp_num = p->qp_num,
	};
	enum cmlab_reason reason;

	cmlab_policy_advertised(&conn->dev->real, conn->snap.role, &numbers, adv);
	conn->snap.advertised = *adv;
	reason = cmlab_snapshot_received(&conn->snap, p->private_data, p->private_data_len, kind);
	if (reason != CMLAB_REASON_NONE)
		peer_offer_refuse(conn, reason, CMLAB_NR_FIELDS, p->private_data_len,
				  CMLAB_WIRE_HDR_LEN);
	return reason;
}

/* The timeout is on no message any more once the route is resolved; it is this QP's. */
static int set_timers(struct peer_conn *conn)
{
	u8 timeout = cmlab_values_get(&conn->decision.params, CMLAB_F_TIMEOUT);

	if (!cmlab_values_has(&conn->decision.params, CMLAB_F_TIMEOUT))
		return 0;
	if (rdma_set_option(conn->cm_id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout,
			    sizeof(timeout)))
		return peer_conn_errno(conn, "rdma_set_option(ack timeout)");
	return 0;
}

int peer_offer_prepare(struct peer_conn *conn, enum cmlab_wire_kind kind, struct peer_pdata *blob,
		       struct rdma_conn_param *param)
{
	int ret = peer_pdata_build(conn, kind, blob);

	if (ret) {
		peer_offer_refuse(conn, CMLAB_REASON_FIELD_RANGE, CMLAB_F_PDLEN, blob->want,
				  blob->room);
		return ret;
	}
	ret = set_timers(conn);
	if (!ret)
		ret = peer_qp_create(conn);
	if (!ret)
		own_qp(conn);
	if (!ret)
		ret = to_conn_param(conn, blob, param);
	if (ret)
		peer_offer_refuse(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, -ret, 0);
	return ret;
}
