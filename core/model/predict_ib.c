// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * REQ, REP, RTU on IB and RoCE (cma.c, cm.c). Nothing is negotiated by the kernel: the
 * active side's retry_count, the passive side's two depths and each side's
 * rnr_retry_count for the other are simply what the QPs get.
 */
#include "model.h"

/* With a QP on the id its number and SRQ go out, else conn_param's (cma.c:4438-4441). */
static void send(const struct cmlab_party *s, enum cmlab_msg msg, struct cmlab_values params)
{
	if (!cmlab_predict_lab(s->in) || s->side->profile) {
		cmlab_values_unset(&params, CMLAB_F_QPN);
		cmlab_values_set(&params, CMLAB_F_SRQ, s->side->has_srq);
	}
	if (!cmlab_values_has(&params, CMLAB_F_QPN) && s->side->qp_num)
		cmlab_values_set(&params, CMLAB_F_QPN, s->side->qp_num);
	cmlab_end_sends(s->e, msg, &params);
	if (!cmlab_values_has(&params, CMLAB_F_QPN))
		cmlab_values_unset(&s->e->sent, CMLAB_F_QPN);
}

/* The swap: the CM exchanges the depths for the receiver (cm.c:1830-1831, 2418-2419). */
static void show(const struct cmlab_party *s, struct cmlab_cm_event *ev)
{
	const struct cmlab_values *sent = &s->peer->e->sent;

	ev->conn.responder_resources = (u8)cmlab_values_get(sent, CMLAB_F_ORD);
	ev->conn.initiator_depth = (u8)cmlab_values_get(sent, CMLAB_F_IRD);
	ev->conn.flow_control = (u8)cmlab_values_get(sent, CMLAB_F_FLOW);
	ev->conn.retry_count = (u8)cmlab_values_get(sent, CMLAB_F_RETRY);
	ev->conn.rnr_retry_count = (u8)cmlab_values_get(sent, CMLAB_F_RNR);
	ev->conn.srq = (u8)cmlab_values_get(sent, CMLAB_F_SRQ);
	ev->conn.qp_num = cmlab_values_get(sent, CMLAB_F_QPN);
	ev->has_qp_num = cmlab_values_has(sent, CMLAB_F_QPN);
	cmlab_predict_seen(s, ev);
}

static void rejected(const struct cmlab_party *s, s32 reason)
{
	cmlab_predict_add(s, CMLAB_EVENT_REJECTED, reason, CMLAB_AREA_REJ);
	/* cma.c:2203, and only for a QP that is on the id. */
	if (!cmlab_predict_lab(s->in))
		s->e->qp_state = CMLAB_QP_ERR;
}

/* The active side's end of it: false, for the handshake is over. */
static bool refused(struct cmlab_model *p, s32 reason)
{
	rejected(&p->active, reason);
	p->h->outcome = CMLAB_OUTCOME_REJECTED;
	return false;
}

static bool nothing_back(struct cmlab_model *p)
{
	return cmlab_predict_end(p, CMLAB_EVENT_UNREACHABLE, -ETIMEDOUT, 0);
}

/* The REQ goes out, or rdma_connect says why not. */
static bool connect(struct cmlab_model *p)
{
	struct cmlab_party *s = &p->active;
	struct cmlab_values params;
	u32 delay = s->side->device.local_ca_ack_delay;

	if (!cmlab_predict_connect(p, CMLAB_AREA_REQ, CMLAB_QP_INIT, &params))
		return false;
	send(s, CMLAB_MSG_REQ, params);
	cmlab_values_set(&s->e->sent, CMLAB_F_TIMEOUT,
			 cmlab_ib_ack_timeout(delay, cmlab_predict_path_life(s)));
	cmlab_values_set(&s->e->sent, CMLAB_F_MTU, cmlab_predict_mtu(s));
	return true;
}

static void request(struct cmlab_model *p)
{
	show(&p->passive, cmlab_predict_add(&p->passive, CMLAB_EVENT_CONNECT_REQUEST, 0,
					    CMLAB_AREA_REQ - cmlab_predict_header(p->in)));
}

static bool reject(struct cmlab_model *p)
{
	bool fits = p->in->reject_len <= CMLAB_AREA_REJ;

	p->passive.e->qp_state = CMLAB_QP_INIT;
	/* cm.c:2935-2937. The id then goes with the handler, which rejects without data. */
	cmlab_predict_reject(p, p->in->reject_len, fits ? 0 : -EINVAL);
	return refused(p, fits ? p->in->reject_reason : CMLAB_REJ_CONSUMER_DEFINED);
}

/* cm.c:1716-1718, 546: one off and on again, so that 0 becomes 1. */
static void set_passive_timeout(struct cmlab_model *p)
{
	u32 lat = cmlab_values_get(&p->active.e->sent, CMLAB_F_TIMEOUT);

	p->passive.cm_timeout = max_t(u32, lat, 1);
}

/* False if the REQ does not come to rdma_accept. */
static bool answered(struct cmlab_model *p)
{
	switch (p->in->answer) {
	case CMLAB_ANSWER_ABSENT:
		return refused(p, CMLAB_REJ_INVALID_SERVICE_ID);
	case CMLAB_ANSWER_STALE:
		/* The old connection was made over the same path. */
		set_passive_timeout(p);
		return refused(p, CMLAB_REJ_STALE_CONN);
	case CMLAB_ANSWER_SILENT:
		return nothing_back(p);
	default:
		break;
	}
	request(p);
	switch (p->in->answer) {
	case CMLAB_ANSWER_NOMEM:
		/* -ENOMEM from the handler: no REJ, the peer repeats itself (cm.c:1086-1095). */
		return nothing_back(p);
	case CMLAB_ANSWER_FAIL:
		return refused(p, CMLAB_REJ_CONSUMER_DEFINED);
	case CMLAB_ANSWER_REJECT:
		return reject(p);
	default:
		return true;
	}
}

/* READ and ATOMIC come with the responder resources that the CM holds (cm.c:4121-4124). */
static void set_access(const struct cmlab_party *s)
{
	s->e->access = CMLAB_ACCESS_REMOTE_WRITE;
	if (cmlab_values_get(&s->peer->e->sent, CMLAB_F_ORD))
		s->e->access |= CMLAB_ACCESS_REMOTE_READ | CMLAB_ACCESS_REMOTE_ATOMIC |
				cmlab_limits_fact(&s->side->device, CMLAB_FACT_FLUSH_ACCESS);
}

static u32 own_limit(const struct cmlab_party *s, enum cmlab_field f, u32 v)
{
	return cmlab_predict_lab(s->in) ? cmlab_policy_qp_depth(&s->side->limits, f, v) : v;
}

/* To these depths and what the CM and the id have for the QP, whoever moves it. */
static int move(const struct cmlab_party *s, u32 ird, u32 ord)
{
	const struct cmlab_party *active = s->role == CMLAB_ROLE_ACTIVE ? s : s->peer;
	s32 timeout = cmlab_predict_own_timer(s, CMLAB_F_TIMEOUT);
	s32 min_rnr = cmlab_predict_own_timer(s, CMLAB_F_MIN_RNR);
	struct cmlab_values want;

	memset(&want, 0, sizeof(want));
	cmlab_values_copy(&want, &active->e->sent, CMLAB_F_RETRY);
	cmlab_values_copy(&want, &active->e->sent, CMLAB_F_MTU);
	cmlab_values_copy(&want, &s->peer->e->sent, CMLAB_F_RNR);
	cmlab_values_copy(&want, &s->peer->e->sent, CMLAB_F_QPN);
	cmlab_values_set(&want, CMLAB_F_MIN_RNR, (u32)max(min_rnr, 0));
	cmlab_values_set(&want, CMLAB_F_TIMEOUT, timeout < 0 ? s->cm_timeout : (u32)timeout);
	cmlab_values_set(&want, CMLAB_F_IRD, own_limit(s, CMLAB_F_IRD, ird));
	cmlab_values_set(&want, CMLAB_F_ORD, own_limit(s, CMLAB_F_ORD, ord));
	return cmlab_predict_program(s, &want);
}

static bool accept_failed(struct cmlab_model *p, enum cmlab_call call)
{
	struct cmlab_end *e = p->passive.e;

	/* cma.c:4652-4659: it has rejected by itself. */
	cmlab_predict_call(e, call, -EINVAL);
	memset(&e->sent, 0, sizeof(e->sent));
	if (!cmlab_predict_lab(p->in))
		e->qp_state = CMLAB_QP_ERR;
	return refused(p, CMLAB_REJ_CONSUMER_DEFINED);
}

static bool accept(struct cmlab_model *p)
{
	struct cmlab_party *s = &p->passive;
	struct cmlab_values params;

	if (!cmlab_predict_params(s, &params))
		return refused(p, CMLAB_REJ_CONSUMER_DEFINED);
	set_passive_timeout(p);
	set_access(s);
	/* cma.c:4641-4646: taken for an active side's second step. */
	if (s->side->null_param)
		return accept_failed(p, CMLAB_CALL_ACCEPT);
	send(s, CMLAB_MSG_REP, params);
	if (move(s, cmlab_values_get(&params, CMLAB_F_IRD), cmlab_values_get(&params, CMLAB_F_ORD)))
		return accept_failed(p, cmlab_predict_lab(p->in) ? CMLAB_CALL_MODIFY_QP :
								   CMLAB_CALL_ACCEPT);
	/* cm.c:2287-2289, after the QP has reached RTS. */
	if (cmlab_values_get(&params, CMLAB_F_PDLEN) > CMLAB_AREA_REP)
		return accept_failed(p, CMLAB_CALL_ACCEPT);
	cmlab_predict_sent(s->e, CMLAB_CALL_ACCEPT, &params);
	return true;
}

static void reply_event(const struct cmlab_party *s, enum cmlab_event event, s32 status)
{
	show(s, cmlab_predict_add(s, event, status, CMLAB_AREA_REP));
}

/* transitions=lab: the reply is looked at first, then the QP is moved. */
static bool lab_reply(struct cmlab_model *p)
{
	const struct cmlab_party *s = &p->active;

	reply_event(s, CMLAB_EVENT_CONNECT_RESPONSE, 0);
	if (!cmlab_predict_judge(s)) {
		cmlab_predict_call(s->e, CMLAB_CALL_REJECT, 0);
		return false;
	}
	if (!move(s, cmlab_values_get(&s->e->agreed, CMLAB_F_IRD),
		  cmlab_values_get(&s->e->agreed, CMLAB_F_ORD)))
		return true;
	cmlab_predict_call(s->e, CMLAB_CALL_MODIFY_QP, -EINVAL);
	return false;
}

/* transitions=cm: the QP gets what the reply says, whatever was offered (cma.c:2089-2109). */
static bool cm_reply(struct cmlab_model *p)
{
	const struct cmlab_values *rep = &p->passive.e->sent;
	int ret = move(&p->active, cmlab_values_get(rep, CMLAB_F_ORD),
		       cmlab_values_get(rep, CMLAB_F_IRD));

	reply_event(&p->active, ret ? CMLAB_EVENT_CONNECT_ERROR : CMLAB_EVENT_ESTABLISHED, ret);
	cmlab_predict_judge(&p->active);
	if (ret)
		p->h->outcome = CMLAB_OUTCOME_CONNECT_ERROR;
	return !ret;
}

static bool reply(struct cmlab_model *p)
{
	struct cmlab_party *s = &p->active;
	u32 delay = s->peer->side->device.local_ca_ack_delay;

	/* cm.c:2568-2570 */
	s->cm_timeout = cmlab_ib_ack_timeout(delay, cmlab_predict_path_life(s));
	set_access(s);
	p->h->outcome = CMLAB_OUTCOME_REJECTED;
	return cmlab_predict_lab(p->in) ? lab_reply(p) : cm_reply(p);
}

void cmlab_predict_ib(struct cmlab_model *p)
{
	if (!connect(p) || !answered(p) || !accept(p))
		return;
	if (!reply(p)) {
		rejected(&p->passive, CMLAB_REJ_CONSUMER_DEFINED);
		return;
	}
	p->h->outcome = CMLAB_OUTCOME_ESTABLISHED;
	cmlab_predict_add(&p->passive, CMLAB_EVENT_ESTABLISHED, 0, 0);
}
