// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * MPA request and reply over TCP (iwcm.c and the drivers). The driver moves the QP and
 * sets its depths; retry counts, flow_control and timers go nowhere. What differs from
 * driver to driver is in struct cmlab_driver_info.
 */
#include "model.h"

#define MPA_V2_HDR 4 /* struct mpa_v2_data, part of the private data on the wire */

static bool v2(const struct cmlab_predict_in *in)
{
	return in->mpa != 1;
}

/* siw adds the four bytes of MPA v2 in 8 bits (siw_cm.c:471, 499-502). */
static bool wraps(const struct cmlab_party *s, u32 len)
{
	return v2(s->in) && s->driver->iw_len_wraps && len + MPA_V2_HDR > 255;
}

static bool too_long(const struct cmlab_party *s, enum cmlab_msg msg, u32 len)
{
	if (s->driver->iw_len_wraps)
		return v2(s->in) && msg == CMLAB_MSG_REP && len + MPA_V2_HDR > 256;
	return len > cmlab_limits_budget(&s->side->device, CMLAB_FAMILY_INET, msg);
}

/* The active side's end of it: false, for the handshake is over. */
static bool end(struct cmlab_model *p, enum cmlab_event event, s32 status, u32 len)
{
	cmlab_predict_end(p, event, status, len);
	p->active.e->events[0].has_qp_num = false;
	p->active.e->qp_state = CMLAB_QP_ERR;
	return false;
}

/* Without a reply, as cma_iw_handler() tells of it (cma.c:2501-2517). */
static bool ended(struct cmlab_model *p, s32 status)
{
	const struct cmlab_party *s = &p->active;
	u32 extra = v2(p->in) ? s->driver->iw_own_extra : 0;
	u32 own = s->driver->iw_own_data ? (s->e->message.sent_len + extra) & 255 : 0;

	switch (status) {
	case -ECONNRESET:
	case -ECONNREFUSED:
		return end(p, CMLAB_EVENT_REJECTED, status, own);
	case -ETIMEDOUT:
		return end(p, CMLAB_EVENT_UNREACHABLE, status, own);
	default:
		return end(p, CMLAB_EVENT_CONNECT_ERROR, status, own);
	}
}

static bool rejected(struct cmlab_model *p, u32 len)
{
	return end(p, CMLAB_EVENT_REJECTED, p->active.driver->iw_reject_err, len);
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
	if (p->active.driver->iw_inet_only && p->in->family == CMLAB_FAMILY_INET6)
		return -EAFNOSUPPORT;
	return 0;
}

static bool bound_request(const struct cmlab_party *s, u32 *ird, u32 *ord)
{
	u32 max_ird = cmlab_predict_bound(s, CMLAB_F_IRD);
	u32 max_ord = cmlab_predict_bound(s, CMLAB_F_ORD);

	if (s->driver->iw_connect_err)
		return *ird <= max_ird && *ord <= max_ord;
	*ird = min(*ird, max_ird);
	*ord = min(*ord, max_ord);
	return true;
}

static void send(struct cmlab_end *e, enum cmlab_call call, const struct cmlab_values *params,
		 u32 ird, u32 ord)
{
	cmlab_predict_sent(e, call, params);
	cmlab_values_set(&e->sent, CMLAB_F_IRD, ird);
	cmlab_values_set(&e->sent, CMLAB_F_ORD, ord);
}

static bool connect(struct cmlab_model *p)
{
	struct cmlab_party *s = &p->active;
	struct cmlab_values params;
	enum cmlab_call call;
	u32 ird, ord;
	s32 ret;

	if (!cmlab_predict_params(s, &params))
		return false;
	ird = cmlab_values_get(&params, CMLAB_F_IRD);
	ord = cmlab_values_get(&params, CMLAB_F_ORD);
	ret = unusable(p, &call);
	if (!ret && too_long(s, CMLAB_MSG_REQ, cmlab_values_get(&params, CMLAB_F_PDLEN)))
		ret = -EINVAL;
	if (!ret && !bound_request(s, &ird, &ord))
		ret = s->driver->iw_connect_err;
	cmlab_predict_call(s->e, call, ret);
	s->e->qp_state = call == CMLAB_CALL_CONNECT ? CMLAB_QP_INIT : CMLAB_QP_NONE;
	if (!ret)
		send(s->e, call, &params, ird, ord);
	return !ret;
}

/* The peer's depths as they arrive: cut, and not there at all in MPA v1. */
static u32 arrived(const struct cmlab_party *s, enum cmlab_field f)
{
	u32 v = cmlab_values_get(&s->peer->e->sent, f);
	u32 most = s->driver->iw_depth_max;

	if (!v2(s->in))
		return 0;
	return most ? min(v, most) : v;
}

static void show(struct cmlab_cm_event *ev, u32 responder_resources, u32 initiator_depth)
{
	ev->conn.responder_resources = (u8)responder_resources;
	ev->conn.initiator_depth = (u8)initiator_depth;
}

static void request(const struct cmlab_party *s)
{
	u32 extra = v2(s->in) ? s->driver->iw_len_extra : 0;
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(s, CMLAB_EVENT_CONNECT_REQUEST, 0,
			       (s->peer->e->message.sent_len + extra) & 255);
	ev->has_depths = !s->driver->no_request_depths && (v2(s->in) || s->driver->iw_v1_zero);
	if (ev->has_depths)
		show(ev, arrived(s, CMLAB_F_ORD), arrived(s, CMLAB_F_IRD));
	cmlab_predict_seen(s, ev);
}

/* TCP's own errors: from rdma_connect itself where that waits for TCP. */
static bool tcp_failed(struct cmlab_model *p, s32 err)
{
	struct cmlab_end *e = p->active.e;

	if (!p->active.driver->iw_blocking)
		return ended(p, err);
	cmlab_predict_call(e, CMLAB_CALL_CONNECT, err);
	memset(&e->sent, 0, sizeof(e->sent));
	memset(&e->message, 0, sizeof(e->message));
	p->h->outcome = cmlab_outcome_of_errno(err);
	return false;
}

static bool reject(struct cmlab_model *p)
{
	u32 len = p->in->reject_len & 255;

	cmlab_predict_reject(p, len, 0);
	/* A length that wraps to 0 leaves bytes behind the frame: the reply is not understood. */
	if (wraps(&p->passive, len) && len + MPA_V2_HDR == 256)
		return end(p, CMLAB_EVENT_CONNECT_ERROR, -EINVAL, 0);
	return rejected(p, len);
}

static bool answered(struct cmlab_model *p)
{
	if (p->in->answer == CMLAB_ANSWER_ABSENT)
		return tcp_failed(p, p->active.driver->iw_absent_err);
	if (p->in->answer == CMLAB_ANSWER_SILENT)
		return tcp_failed(p, p->active.driver->iw_silent_err);
	/* siw_cm.c:549-573, 640-641: the passive's driver drops it, its program sees nothing. */
	if (wraps(&p->active, p->active.e->message.sent_len))
		return ended(p, p->active.driver->iw_closed_err);
	request(&p->passive);
	if (p->in->answer == CMLAB_ANSWER_ACCEPT)
		return true;
	return p->in->answer == CMLAB_ANSWER_REJECT ? reject(p) : rejected(p, 0);
}

/* What the passive's driver makes of the accept: ORD lowered, IRD raised. 0 or -errno. */
static s32 negotiate(const struct cmlab_party *s, const struct cmlab_values *params, u32 *ird,
		     u32 *ord)
{
	u32 max_ird = cmlab_predict_bound(s, CMLAB_F_IRD);
	u32 max_ord = cmlab_predict_bound(s, CMLAB_F_ORD);
	u32 asked = arrived(s, CMLAB_F_ORD);

	if (too_long(s, CMLAB_MSG_REP, cmlab_values_get(params, CMLAB_F_PDLEN)))
		return -EINVAL;
	*ird = s->driver->iw_accept_ignored ? max_ird : cmlab_values_get(params, CMLAB_F_IRD);
	*ord = s->driver->iw_accept_ignored ? max_ord : cmlab_values_get(params, CMLAB_F_ORD);
	if (*ird > max_ird || *ord > max_ord)
		return -EINVAL;
	if (!v2(s->in))
		return 0;
	if (s->driver->iw_ord_clamped)
		*ord = min(*ord, arrived(s, CMLAB_F_IRD));
	if (!s->driver->ird_raised || asked <= *ird)
		return 0;
	if (asked > max_ird)
		return -ENOMEM;
	*ird = asked;
	return 0;
}

static bool accept(struct cmlab_model *p)
{
	struct cmlab_party *s = &p->passive;
	struct cmlab_cm_event *ev;
	struct cmlab_values params;
	u32 ird, ord;
	s32 ret;

	if (!cmlab_predict_params(s, &params))
		return rejected(p, 0);
	ret = s->side->null_param ? -EINVAL : negotiate(s, &params, &ird, &ord);
	if (ret) {
		cmlab_predict_call(s->e, CMLAB_CALL_ACCEPT, ret);
		s->e->qp_state = CMLAB_QP_ERR;
		/* cma.c:4548-4549: refused before the driver sees it, so a reject goes out. */
		if (s->side->null_param)
			return rejected(p, 0);
		/* The socket is closed without an MPA reply. */
		return ended(p, p->active.driver->iw_closed_err);
	}
	send(s->e, CMLAB_CALL_ACCEPT, &params, ird, ord);
	cmlab_predict_program_iw(s, ird, ord);
	ev = cmlab_predict_add(s, CMLAB_EVENT_ESTABLISHED, 0, 0);
	ev->has_depths = s->driver->iw_up_depths;
	if (ev->has_depths)
		show(ev, ord, ird);
	return true;
}

/* The active's depths after the reply; false if its driver ends the connection. */
static bool take_reply(const struct cmlab_party *s, u32 *ird, u32 *ord)
{
	u32 peer_ird = cmlab_values_get(&s->peer->e->sent, CMLAB_F_IRD);
	u32 peer_ord = cmlab_values_get(&s->peer->e->sent, CMLAB_F_ORD);
	bool served = peer_ord <= cmlab_predict_bound(s, CMLAB_F_IRD);
	bool more = peer_ord > *ird;

	if (!v2(s->in) || s->driver->iw_reply == CMLAB_IW_REPLY_OWN)
		return true;
	if (s->driver->iw_reply == CMLAB_IW_REPLY_TAKEN) {
		*ird = peer_ord;
		*ord = peer_ird;
		return !more || served;
	}
	*ord = min(*ord, peer_ird);
	if (!more)
		return true;
	*ird = peer_ord;
	return s->driver->ird_raised && served;
}

static void reply_event(const struct cmlab_party *s, u32 ird, u32 ord)
{
	bool swapped = s->driver->reply_swapped;
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(s, CMLAB_EVENT_ESTABLISHED, 0, s->peer->e->message.sent_len);
	if (!s->driver->no_reply_depths)
		show(ev, swapped ? ord : ird, swapped ? ird : ord);
	cmlab_predict_seen(s, ev);
}

static bool reply(struct cmlab_model *p)
{
	const struct cmlab_party *s = &p->active;
	u32 ird = cmlab_values_get(&s->e->sent, CMLAB_F_IRD);
	u32 ord = cmlab_values_get(&s->e->sent, CMLAB_F_ORD);

	if (wraps(s->peer, s->peer->e->message.sent_len))
		return end(p, CMLAB_EVENT_CONNECT_ERROR, -EINVAL, 0);
	if (!take_reply(s, &ird, &ord))
		return ended(p, s->driver->iw_reply_err);
	cmlab_predict_program_iw(s, ird, ord);
	reply_event(s, ird, ord);
	if (cmlab_predict_judge(s))
		return true;
	p->h->outcome = CMLAB_OUTCOME_REJECTED;
	s->e->qp_state = CMLAB_QP_ERR;
	return false;
}

void cmlab_predict_iwarp(struct cmlab_model *p)
{
	if (!connect(p) || !answered(p) || !accept(p))
		return;
	if (reply(p)) {
		p->h->outcome = CMLAB_OUTCOME_ESTABLISHED;
		return;
	}
	cmlab_predict_add(&p->passive, CMLAB_EVENT_DISCONNECTED, 0, 0);
	p->passive.e->qp_state = CMLAB_QP_ERR;
}
