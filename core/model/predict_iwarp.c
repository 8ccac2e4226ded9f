// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * MPA request and reply over TCP (iwcm.c and the drivers). The driver moves the QP and
 * sets its depths; retry counts, flow_control and timers go nowhere. What differs from
 * driver to driver is in struct cmlab_driver_info.
 */
#include "model.h"

#define MPA_V2_HDR 4 /* struct mpa_v2_data, part of the private data on the wire */

#define ACTIVE(p)  (&(p)->h->end[CMLAB_ROLE_ACTIVE])
#define PASSIVE(p) (&(p)->h->end[CMLAB_ROLE_PASSIVE])

static const struct cmlab_driver_info *active_driver(const struct cmlab_model *p)
{
	return cmlab_predict_driver(p, CMLAB_ROLE_ACTIVE);
}

static const struct cmlab_driver_info *passive_driver(const struct cmlab_model *p)
{
	return cmlab_predict_driver(p, CMLAB_ROLE_PASSIVE);
}

static bool v2(const struct cmlab_model *p)
{
	return p->in->mpa != 1;
}

/* siw adds the four bytes of MPA v2 in 8 bits (siw_cm.c:471, 499-502). */
static bool wraps(const struct cmlab_model *p, enum cmlab_role role, u32 len)
{
	return v2(p) && cmlab_predict_driver(p, role)->iw_len_wraps && len + MPA_V2_HDR > 255;
}

static bool too_long(const struct cmlab_model *p, enum cmlab_role role, enum cmlab_msg msg, u32 len)
{
	const struct cmlab_driver_info *info = cmlab_predict_driver(p, role);

	if (info->iw_len_wraps)
		return v2(p) && msg == CMLAB_MSG_REP && len + MPA_V2_HDR > 256;
	return len > cmlab_limits_budget(&p->in->side[role].device, CMLAB_FAMILY_INET, msg);
}

static void end(struct cmlab_model *p, enum cmlab_event event, s32 status, u32 len)
{
	cmlab_predict_add(p, CMLAB_ROLE_ACTIVE, event, status, len);
	ACTIVE(p)->qp_state = CMLAB_QP_ERR;
	switch (event) {
	case CMLAB_EVENT_REJECTED:
		p->h->outcome = CMLAB_OUTCOME_REJECTED;
		break;
	case CMLAB_EVENT_UNREACHABLE:
		p->h->outcome = CMLAB_OUTCOME_UNREACHABLE;
		break;
	default:
		p->h->outcome = CMLAB_OUTCOME_CONNECT_ERROR;
		break;
	}
}

/* What has to be right before anything is sent; the call and errno that say otherwise. */
static s32 unusable(const struct cmlab_model *p, enum cmlab_call *call)
{
	if (p->in->family == CMLAB_FAMILY_IB) {
		*call = CMLAB_CALL_RESOLVE_ADDR;
		return -ENODEV;
	}
	if (p->in->ps == CMLAB_PS_UDP) {
		*call = CMLAB_CALL_CREATE_QP;
		return -EOPNOTSUPP;
	}
	*call = CMLAB_CALL_CONNECT;
	if (active_driver(p)->iw_inet_only && p->in->family == CMLAB_FAMILY_INET6)
		return -EAFNOSUPPORT;
	return 0;
}

static bool bound_request(const struct cmlab_model *p, u32 *ird, u32 *ord)
{
	u32 max_ird = cmlab_predict_bound(p, CMLAB_ROLE_ACTIVE, CMLAB_F_IRD);
	u32 max_ord = cmlab_predict_bound(p, CMLAB_ROLE_ACTIVE, CMLAB_F_ORD);

	if (active_driver(p)->iw_connect_err)
		return *ird <= max_ird && *ord <= max_ord;
	*ird = min(*ird, max_ird);
	*ord = min(*ord, max_ord);
	return true;
}

static void send(struct cmlab_end *s, const struct cmlab_values *params, u32 ird, u32 ord)
{
	cmlab_predict_sent(s, cmlab_values_get(params, CMLAB_F_PDLEN));
	cmlab_values_set(&s->sent, CMLAB_F_IRD, ird);
	cmlab_values_set(&s->sent, CMLAB_F_ORD, ord);
	cmlab_values_set(&s->sent, CMLAB_F_PDLEN, s->message.sent_len);
}

static bool connect(struct cmlab_model *p)
{
	struct cmlab_end *s = ACTIVE(p);
	struct cmlab_values params;
	enum cmlab_call call;
	u32 ird, ord;
	s32 ret;

	if (!cmlab_predict_params(p, CMLAB_ROLE_ACTIVE, &params))
		return false;
	ird = cmlab_values_get(&params, CMLAB_F_IRD);
	ord = cmlab_values_get(&params, CMLAB_F_ORD);
	ret = unusable(p, &call);
	if (!ret &&
	    too_long(p, CMLAB_ROLE_ACTIVE, CMLAB_MSG_REQ, cmlab_values_get(&params, CMLAB_F_PDLEN)))
		ret = -EINVAL;
	if (!ret && !bound_request(p, &ird, &ord))
		ret = active_driver(p)->iw_connect_err;
	cmlab_predict_call(s, call, ret);
	s->qp_state = call == CMLAB_CALL_CONNECT ? CMLAB_QP_INIT : CMLAB_QP_NONE;
	if (!ret)
		send(s, &params, ird, ord);
	return !ret;
}

/* The peer's depths as they arrive: cut, and not there at all in MPA v1. */
static u32 arrived(const struct cmlab_model *p, enum cmlab_role receiver, enum cmlab_field f)
{
	u32 v = cmlab_values_get(&p->h->end[!receiver].sent, f);
	u32 most = cmlab_predict_driver(p, receiver)->iw_depth_max;

	if (!v2(p))
		return 0;
	return most ? min(v, most) : v;
}

static void request(struct cmlab_model *p)
{
	const struct cmlab_driver_info *info = passive_driver(p);
	struct cmlab_cm_event *ev;
	u32 extra = v2(p) ? info->iw_len_extra : 0;

	ev = cmlab_predict_add(p, CMLAB_ROLE_PASSIVE, CMLAB_EVENT_CONNECT_REQUEST, 0,
			       (ACTIVE(p)->message.sent_len + extra) & 255);
	ev->has_qp_num = true;
	ev->has_depths = !info->no_request_depths && (v2(p) || info->iw_v1_zero);
	if (ev->has_depths) {
		ev->conn.responder_resources = (u8)arrived(p, CMLAB_ROLE_PASSIVE, CMLAB_F_ORD);
		ev->conn.initiator_depth = (u8)arrived(p, CMLAB_ROLE_PASSIVE, CMLAB_F_IRD);
	}
	cmlab_predict_seen(p, CMLAB_ROLE_PASSIVE, ev);
}

/* TCP's own errors: from rdma_connect itself where that waits for TCP. */
static void tcp_failed(struct cmlab_model *p, enum cmlab_event event, s32 err)
{
	if (!active_driver(p)->iw_blocking) {
		end(p, event, err, 0);
		return;
	}
	cmlab_predict_call(ACTIVE(p), CMLAB_CALL_CONNECT, err);
	memset(&ACTIVE(p)->sent, 0, sizeof(ACTIVE(p)->sent));
	memset(&ACTIVE(p)->message, 0, sizeof(ACTIVE(p)->message));
	p->h->outcome = event == CMLAB_EVENT_REJECTED ? CMLAB_OUTCOME_REJECTED :
							CMLAB_OUTCOME_UNREACHABLE;
}

static void reject(struct cmlab_model *p)
{
	u32 len = p->in->reject_len & 255;

	cmlab_predict_call(PASSIVE(p), CMLAB_CALL_REJECT, 0);
	cmlab_predict_rejects(p, len);
	/* A length that wraps to 0 leaves bytes behind the frame: the reply is not understood. */
	if (wraps(p, CMLAB_ROLE_PASSIVE, len) && len + MPA_V2_HDR == 256)
		end(p, CMLAB_EVENT_CONNECT_ERROR, -EINVAL, 0);
	else
		end(p, CMLAB_EVENT_REJECTED, active_driver(p)->iw_reject_err, len);
}

static bool answered(struct cmlab_model *p)
{
	switch (p->in->answer) {
	case CMLAB_ANSWER_ABSENT:
		tcp_failed(p, CMLAB_EVENT_REJECTED, -ECONNREFUSED);
		return false;
	case CMLAB_ANSWER_SILENT:
		tcp_failed(p, CMLAB_EVENT_UNREACHABLE, -ETIMEDOUT);
		return false;
	default:
		break;
	}
	/* siw_cm.c:549-573, 640-641: the passive's driver drops it, its program sees nothing. */
	if (wraps(p, CMLAB_ROLE_ACTIVE, ACTIVE(p)->message.sent_len)) {
		end(p, CMLAB_EVENT_REJECTED, -ECONNRESET, 0);
		return false;
	}
	request(p);
	if (p->in->answer == CMLAB_ANSWER_ACCEPT)
		return true;
	if (p->in->answer == CMLAB_ANSWER_REJECT)
		reject(p);
	else
		end(p, CMLAB_EVENT_REJECTED, active_driver(p)->iw_reject_err, 0);
	return false;
}

static bool accept_failed(struct cmlab_model *p, s32 ret, s32 status)
{
	cmlab_predict_call(PASSIVE(p), CMLAB_CALL_ACCEPT, ret);
	PASSIVE(p)->qp_state = CMLAB_QP_ERR;
	end(p, CMLAB_EVENT_REJECTED, status, 0);
	return false;
}

static bool passive_params(struct cmlab_model *p, struct cmlab_values *params)
{
	if (cmlab_predict_params(p, CMLAB_ROLE_PASSIVE, params))
		return true;
	cmlab_predict_call(PASSIVE(p), CMLAB_CALL_REJECT, 0);
	end(p, CMLAB_EVENT_REJECTED, active_driver(p)->iw_reject_err, 0);
	return false;
}

/* What the passive's driver makes of the accept: ORD lowered, IRD raised. 0 or -errno. */
static s32 negotiate(const struct cmlab_model *p, u32 *ird, u32 *ord)
{
	const struct cmlab_driver_info *info = passive_driver(p);
	u32 max_ird = cmlab_predict_bound(p, CMLAB_ROLE_PASSIVE, CMLAB_F_IRD);
	u32 max_ord = cmlab_predict_bound(p, CMLAB_ROLE_PASSIVE, CMLAB_F_ORD);
	u32 asked = arrived(p, CMLAB_ROLE_PASSIVE, CMLAB_F_ORD);

	if (info->iw_accept_ignored) {
		*ird = max_ird;
		*ord = max_ord;
	}
	if (*ird > max_ird || *ord > max_ord)
		return -EINVAL;
	if (!v2(p))
		return 0;
	if (info->iw_ord_clamped)
		*ord = min(*ord, arrived(p, CMLAB_ROLE_PASSIVE, CMLAB_F_IRD));
	if (!info->ird_raised || asked <= *ird)
		return 0;
	if (asked > max_ird)
		return -ENOMEM;
	*ird = asked;
	return 0;
}

static void passive_up(struct cmlab_model *p, u32 ird, u32 ord)
{
	struct cmlab_cm_event *ev;

	cmlab_predict_program_iw(p, CMLAB_ROLE_PASSIVE, ird, ord);
	ev = cmlab_predict_add(p, CMLAB_ROLE_PASSIVE, CMLAB_EVENT_ESTABLISHED, 0, 0);
	ev->has_qp_num = true;
	ev->has_depths = passive_driver(p)->iw_up_depths;
	if (!ev->has_depths)
		return;
	ev->conn.responder_resources = (u8)ord;
	ev->conn.initiator_depth = (u8)ird;
}

static bool accept(struct cmlab_model *p)
{
	struct cmlab_values params;
	u32 ird, ord, len;
	s32 ret;

	if (!passive_params(p, &params))
		return false;
	/* cma.c:4548-4549: refused before the driver sees it, so a reject goes out. */
	if (p->in->side[CMLAB_ROLE_PASSIVE].null_param)
		return accept_failed(p, -EINVAL, active_driver(p)->iw_reject_err);
	ird = cmlab_values_get(&params, CMLAB_F_IRD);
	ord = cmlab_values_get(&params, CMLAB_F_ORD);
	len = cmlab_values_get(&params, CMLAB_F_PDLEN);
	ret = negotiate(p, &ird, &ord);
	if (too_long(p, CMLAB_ROLE_PASSIVE, CMLAB_MSG_REP, len))
		ret = -EINVAL;
	/* The socket is closed without an MPA reply (siw_cm.c:1087-1094). */
	if (ret)
		return accept_failed(p, ret, -ECONNRESET);
	cmlab_predict_call(PASSIVE(p), CMLAB_CALL_ACCEPT, 0);
	send(PASSIVE(p), &params, ird, ord);
	passive_up(p, ird, ord);
	return true;
}

static void passive_down(struct cmlab_model *p)
{
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_PASSIVE, CMLAB_EVENT_DISCONNECTED, 0, 0);
	ev->has_qp_num = true;
	PASSIVE(p)->qp_state = CMLAB_QP_ERR;
}

/* The active's depths after the reply; false if its driver ends the connection. */
static bool take_reply(const struct cmlab_model *p, u32 *ird, u32 *ord)
{
	const struct cmlab_driver_info *info = active_driver(p);
	u32 peer_ird = cmlab_values_get(&PASSIVE(p)->sent, CMLAB_F_IRD);
	u32 peer_ord = cmlab_values_get(&PASSIVE(p)->sent, CMLAB_F_ORD);
	bool more = peer_ord > *ird;

	if (!v2(p) || info->iw_reply == CMLAB_IW_REPLY_OWN)
		return true;
	if (info->iw_reply == CMLAB_IW_REPLY_TAKEN) {
		*ird = peer_ord;
		*ord = peer_ird;
		return !more || peer_ord <= cmlab_predict_bound(p, CMLAB_ROLE_ACTIVE, CMLAB_F_IRD);
	}
	*ord = min(*ord, peer_ird);
	if (!more)
		return true;
	if (!info->ird_raised || peer_ord > cmlab_predict_bound(p, CMLAB_ROLE_ACTIVE, CMLAB_F_IRD))
		return false;
	*ird = peer_ord;
	return true;
}

static void reply_event(struct cmlab_model *p, u32 ird, u32 ord)
{
	const struct cmlab_driver_info *info = active_driver(p);
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_ACTIVE, CMLAB_EVENT_ESTABLISHED, 0,
			       PASSIVE(p)->message.sent_len);
	ev->has_qp_num = true;
	if (!info->no_reply_depths) {
		ev->conn.responder_resources = (u8)(info->reply_swapped ? ord : ird);
		ev->conn.initiator_depth = (u8)(info->reply_swapped ? ird : ord);
	}
	cmlab_predict_seen(p, CMLAB_ROLE_ACTIVE, ev);
}

static bool reply(struct cmlab_model *p)
{
	u32 ird = cmlab_values_get(&ACTIVE(p)->sent, CMLAB_F_IRD);
	u32 ord = cmlab_values_get(&ACTIVE(p)->sent, CMLAB_F_ORD);
	bool taken = take_reply(p, &ird, &ord);

	if (wraps(p, CMLAB_ROLE_PASSIVE, PASSIVE(p)->message.sent_len) || !taken) {
		end(p, CMLAB_EVENT_CONNECT_ERROR, -EINVAL, 0);
		return false;
	}
	cmlab_predict_program_iw(p, CMLAB_ROLE_ACTIVE, ird, ord);
	reply_event(p, ird, ord);
	if (cmlab_predict_judge(p))
		return true;
	p->h->outcome = CMLAB_OUTCOME_REJECTED;
	ACTIVE(p)->qp_state = CMLAB_QP_ERR;
	return false;
}

void cmlab_predict_iwarp(struct cmlab_model *p)
{
	if (!connect(p) || !answered(p) || !accept(p))
		return;
	if (reply(p))
		p->h->outcome = CMLAB_OUTCOME_ESTABLISHED;
	else
		passive_down(p);
}
