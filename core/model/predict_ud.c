// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * SIDR_REQ and SIDR_REP: RDMA_PS_UDP on IB and RoCE. Of struct rdma_conn_param only the
 * private data and, when accepting, qp_num and qkey are looked at (cma.c:4238-4294,
 * 4632-4640). The passive side is never told ESTABLISHED, and a reject comes as
 * UNREACHABLE with a positive status.
 */
#include "model.h"

static void refused(struct cmlab_model *p, s32 status)
{
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_ACTIVE, CMLAB_EVENT_UNREACHABLE, status,
			       status > 0 ? CMLAB_AREA_SIDR_REP : 0);
	ev->ud = true;
	p->h->outcome = CMLAB_OUTCOME_UNREACHABLE;
}

static bool connect(struct cmlab_model *p, u32 header)
{
	struct cmlab_end *s = &p->h->end[CMLAB_ROLE_ACTIVE];
	struct cmlab_values params;

	if (!cmlab_predict_mtu(p, CMLAB_ROLE_ACTIVE)) {
		cmlab_predict_call(s, CMLAB_CALL_RESOLVE_ROUTE, -EINVAL);
		return false;
	}
	if (p->in->side[CMLAB_ROLE_ACTIVE].null_param) {
		/* cma.c:4247 */
		s->call = CMLAB_CALL_CONNECT;
		s->crash = true;
		return false;
	}
	if (!cmlab_predict_params(p, CMLAB_ROLE_ACTIVE, &params))
		return false;
	/* A UD QP is in RTS from rdma_create_qp on. */
	s->qp_state = cmlab_predict_lab(p) ? CMLAB_QP_NONE : CMLAB_QP_RTS;
	if (header + cmlab_values_get(&params, CMLAB_F_PDLEN) > CMLAB_AREA_SIDR_REQ) {
		cmlab_predict_call(s, CMLAB_CALL_CONNECT, -EINVAL);
		return false;
	}
	cmlab_predict_call(s, CMLAB_CALL_CONNECT, 0);
	cmlab_predict_sent(s, cmlab_values_get(&params, CMLAB_F_PDLEN));
	cmlab_values_set(&s->sent, CMLAB_F_PDLEN, s->message.sent_len);
	return true;
}

static void request(struct cmlab_model *p, u32 header)
{
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_PASSIVE, CMLAB_EVENT_CONNECT_REQUEST, 0,
			       CMLAB_AREA_SIDR_REQ - header);
	ev->ud = true;
}

static void reject(struct cmlab_model *p)
{
	struct cmlab_end *s = &p->h->end[CMLAB_ROLE_PASSIVE];
	bool fits = p->in->reject_len <= CMLAB_AREA_SIDR_REP;

	cmlab_predict_call(s, CMLAB_CALL_REJECT, fits ? 0 : -EINVAL);
	cmlab_predict_rejects(p, p->in->reject_len);
	refused(p, CMLAB_SIDR_REJECT);
}

static bool answered(struct cmlab_model *p, u32 header)
{
	switch (p->in->answer) {
	case CMLAB_ANSWER_ABSENT:
		refused(p, CMLAB_SIDR_UNSUPPORTED);
		return false;
	case CMLAB_ANSWER_SILENT:
		refused(p, -ETIMEDOUT);
		return false;
	case CMLAB_ANSWER_ACCEPT:
		request(p, header);
		return true;
	case CMLAB_ANSWER_REJECT:
		request(p, header);
		reject(p);
		return false;
	default:
		/* Any failure of the handler, -ENOMEM too, is a reject here (cm.c:1071-1077). */
		request(p, header);
		refused(p, CMLAB_SIDR_REJECT);
		return false;
	}
}

/* cma_set_qkey (cma.c:653-661): an id that has one takes no other; a QP gives it the default. */
static bool takes_qkey(const struct cmlab_model *p, u32 qkey)
{
	return cmlab_predict_lab(p) || !qkey || qkey == CMLAB_UDP_QKEY;
}

static void send_rep(struct cmlab_model *p, const struct cmlab_values *params)
{
	const struct cmlab_predict_side *in = &p->in->side[CMLAB_ROLE_PASSIVE];
	struct cmlab_end *s = &p->h->end[CMLAB_ROLE_PASSIVE];
	u32 qkey = cmlab_values_get(params, CMLAB_F_QKEY);
	u32 qpn = in->qp_num;

	if (cmlab_predict_lab(p) && cmlab_values_has(params, CMLAB_F_QPN))
		qpn = cmlab_values_get(params, CMLAB_F_QPN);
	cmlab_predict_call(s, CMLAB_CALL_ACCEPT, 0);
	cmlab_predict_sent(s, cmlab_values_get(params, CMLAB_F_PDLEN));
	cmlab_values_set(&s->sent, CMLAB_F_PDLEN, s->message.sent_len);
	cmlab_values_set(&s->sent, CMLAB_F_QKEY, qkey ? qkey : CMLAB_UDP_QKEY);
	if (qpn)
		cmlab_values_set(&s->sent, CMLAB_F_QPN, qpn & 0xffffff);
}

static bool accept(struct cmlab_model *p)
{
	struct cmlab_end *s = &p->h->end[CMLAB_ROLE_PASSIVE];
	struct cmlab_values params;

	s->qp_state = cmlab_predict_lab(p) ? CMLAB_QP_NONE : CMLAB_QP_RTS;
	if (!cmlab_predict_params(p, CMLAB_ROLE_PASSIVE, &params)) {
		cmlab_predict_call(s, CMLAB_CALL_REJECT, 0);
		refused(p, CMLAB_SIDR_REJECT);
		return false;
	}
	if (!takes_qkey(p, cmlab_values_get(&params, CMLAB_F_QKEY)) ||
	    cmlab_values_get(&params, CMLAB_F_PDLEN) > CMLAB_AREA_SIDR_REP) {
		cmlab_predict_call(s, CMLAB_CALL_ACCEPT, -EINVAL);
		refused(p, CMLAB_SIDR_REJECT);
		return false;
	}
	send_rep(p, &params);
	return true;
}

static void set_qkey(struct cmlab_model *p)
{
	u32 qkey = cmlab_values_get(&p->h->end[CMLAB_ROLE_PASSIVE].sent, CMLAB_F_QKEY);
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++)
		if (p->h->end[r].qp_state == CMLAB_QP_RTS)
			cmlab_values_set(&p->h->end[r].programmed, CMLAB_F_QKEY, qkey);
}

void cmlab_predict_ud(struct cmlab_model *p)
{
	u32 header = p->in->family == CMLAB_FAMILY_IB ? 0 : CMLAB_CMA_HDR;
	const struct cmlab_values *rep = &p->h->end[CMLAB_ROLE_PASSIVE].sent;
	struct cmlab_cm_event *ev;

	if (!connect(p, header) || !answered(p, header) || !accept(p))
		return;
	p->h->outcome = CMLAB_OUTCOME_ESTABLISHED;
	ev = cmlab_predict_add(p, CMLAB_ROLE_ACTIVE, CMLAB_EVENT_ESTABLISHED, 0,
			       CMLAB_AREA_SIDR_REP);
	ev->ud = true;
	ev->qkey = cmlab_values_get(rep, CMLAB_F_QKEY);
	ev->conn.qp_num = cmlab_values_get(rep, CMLAB_F_QPN);
	ev->has_qp_num = cmlab_values_has(rep, CMLAB_F_QPN);
	set_qkey(p);
}
