// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * SIDR_REQ and SIDR_REP: RDMA_PS_UDP on IB and RoCE. Of struct rdma_conn_param only the
 * private data and, when accepting, qp_num and qkey are looked at (cma.c:4238-4294,
 * 4632-4640). The passive side is never told ESTABLISHED, and a reject comes as
 * UNREACHABLE with a positive status.
 */
#include "model.h"

/* The active side's end of it: false, for the handshake is over. */
static bool refused(struct cmlab_model *p, s32 status)
{
	return cmlab_predict_end(p, CMLAB_EVENT_UNREACHABLE, status,
				 status > 0 ? CMLAB_AREA_SIDR_REP : 0);
}

/* A UD QP is in RTS from rdma_create_qp on. */
static enum cmlab_qp_state created(const struct cmlab_model *p)
{
	return cmlab_predict_lab(p->in) ? CMLAB_QP_NONE : CMLAB_QP_RTS;
}

static bool answered(struct cmlab_model *p)
{
	if (p->in->answer == CMLAB_ANSWER_ABSENT)
		return refused(p, CMLAB_SIDR_UNSUPPORTED);
	if (p->in->answer == CMLAB_ANSWER_SILENT)
		return refused(p, -ETIMEDOUT);
	cmlab_predict_add(&p->passive, CMLAB_EVENT_CONNECT_REQUEST, 0,
			  CMLAB_AREA_SIDR_REQ - cmlab_predict_header(p->in));
	if (p->in->answer == CMLAB_ANSWER_ACCEPT)
		return true;
	if (p->in->answer == CMLAB_ANSWER_REJECT)
		cmlab_predict_reject(p, p->in->reject_len,
				     p->in->reject_len <= CMLAB_AREA_SIDR_REP ? 0 : -EINVAL);
	/* Any failure of the handler, -ENOMEM too, is a reject here (cm.c:1071-1077). */
	return refused(p, CMLAB_SIDR_REJECT);
}

/* cma_set_qkey (cma.c:653-661): an id that has one takes no other; a QP gives it the default. */
static bool takes_qkey(const struct cmlab_model *p, u32 qkey)
{
	return cmlab_predict_lab(p->in) || !qkey || qkey == CMLAB_UDP_QKEY;
}

static void send_rep(const struct cmlab_party *s, const struct cmlab_values *params)
{
	u32 qkey = cmlab_values_get(params, CMLAB_F_QKEY);
	u32 qpn = s->side->qp_num;

	if (cmlab_predict_lab(s->in) && cmlab_values_has(params, CMLAB_F_QPN))
		qpn = cmlab_values_get(params, CMLAB_F_QPN);
	cmlab_predict_sent(s->e, CMLAB_CALL_ACCEPT, params);
	cmlab_values_set(&s->e->sent, CMLAB_F_QKEY, qkey ? qkey : CMLAB_UDP_QKEY);
	if (qpn)
		cmlab_values_set(&s->e->sent, CMLAB_F_QPN, qpn & CMLAB_QPN_MAX);
}

static bool accept(struct cmlab_model *p)
{
	struct cmlab_party *s = &p->passive;
	struct cmlab_values params;

	s->e->qp_state = created(p);
	if (!cmlab_predict_params(s, &params))
		return refused(p, CMLAB_SIDR_REJECT);
	if (!takes_qkey(p, cmlab_values_get(&params, CMLAB_F_QKEY)) ||
	    cmlab_values_get(&params, CMLAB_F_PDLEN) > CMLAB_AREA_SIDR_REP) {
		cmlab_predict_call(s->e, CMLAB_CALL_ACCEPT, -EINVAL);
		return refused(p, CMLAB_SIDR_REJECT);
	}
	send_rep(s, &params);
	return true;
}

static void set_qkey(const struct cmlab_party *s, u32 qkey)
{
	if (s->e->qp_state == CMLAB_QP_RTS)
		cmlab_values_set(&s->e->programmed, CMLAB_F_QKEY, qkey);
}

void cmlab_predict_ud(struct cmlab_model *p)
{
	const struct cmlab_values *rep = &p->passive.e->sent;
	struct cmlab_values req;
	struct cmlab_cm_event *ev;

	if (!cmlab_predict_connect(p, CMLAB_AREA_SIDR_REQ, created(p), &req) || !answered(p) ||
	    !accept(p))
		return;
	p->h->outcome = CMLAB_OUTCOME_ESTABLISHED;
	ev = cmlab_predict_add(&p->active, CMLAB_EVENT_ESTABLISHED, 0, CMLAB_AREA_SIDR_REP);
	ev->qkey = cmlab_values_get(rep, CMLAB_F_QKEY);
	ev->conn.qp_num = cmlab_values_get(rep, CMLAB_F_QPN);
	ev->has_qp_num = cmlab_values_has(rep, CMLAB_F_QPN);
	cmlab_values_copy(&p->active.e->seen, rep, CMLAB_F_QPN);
	cmlab_values_copy(&p->active.e->seen, rep, CMLAB_F_QKEY);
	set_qkey(&p->active, ev->qkey);
	set_qkey(&p->passive, ev->qkey);
}
