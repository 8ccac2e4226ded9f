// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * REQ, REP, RTU on IB and RoCE (cma.c, cm.c). Nothing is negotiated by the kernel: the
 * active side's retry_count, the passive side's two depths and each side's
 * rnr_retry_count for the other are simply what the QPs get.
 */
#include "model.h"

#define ACTIVE(p)  (&(p)->h->end[CMLAB_ROLE_ACTIVE])
#define PASSIVE(p) (&(p)->h->end[CMLAB_ROLE_PASSIVE])

/* With a QP on the id its number and SRQ go out, else conn_param's (cma.c:4438-4441). */
static void send_qp(const struct cmlab_model *p, enum cmlab_role role,
		    const struct cmlab_values *params, struct cmlab_values *sent)
{
	const struct cmlab_predict_side *in = &p->in->side[role];
	bool from_param = cmlab_predict_lab(p) && !in->profile;
	bool given = from_param && cmlab_values_has(params, CMLAB_F_QPN);
	u32 qpn = given ? cmlab_values_get(params, CMLAB_F_QPN) : in->qp_num;

	cmlab_values_set(sent, CMLAB_F_SRQ,
			 from_param ? !!cmlab_values_get(params, CMLAB_F_SRQ) : in->has_srq);
	if (given || qpn)
		cmlab_values_set(sent, CMLAB_F_QPN, qpn & CMLAB_QPN_MAX);
}

static void send(const struct cmlab_model *p, enum cmlab_role role,
		 const struct cmlab_values *params, struct cmlab_values *sent)
{
	cmlab_values_set(sent, CMLAB_F_IRD, cmlab_values_get(params, CMLAB_F_IRD));
	cmlab_values_set(sent, CMLAB_F_ORD, cmlab_values_get(params, CMLAB_F_ORD));
	cmlab_values_set(sent, CMLAB_F_FLOW, cmlab_values_get(params, CMLAB_F_FLOW) & 1);
	cmlab_values_set(sent, CMLAB_F_RNR,
			 min_t(u32, cmlab_values_get(params, CMLAB_F_RNR), CMLAB_RETRY_MAX));
	cmlab_values_set(sent, CMLAB_F_PDLEN, cmlab_values_get(params, CMLAB_F_PDLEN));
	send_qp(p, role, params, sent);
}

static void send_req(struct cmlab_model *p, const struct cmlab_values *params)
{
	struct cmlab_end *s = ACTIVE(p);
	u32 delay = p->in->side[CMLAB_ROLE_ACTIVE].device.local_ca_ack_delay;

	send(p, CMLAB_ROLE_ACTIVE, params, &s->sent);
	cmlab_values_set(&s->sent, CMLAB_F_RETRY,
			 min_t(u32, cmlab_values_get(params, CMLAB_F_RETRY), CMLAB_RETRY_MAX));
	cmlab_values_set(&s->sent, CMLAB_F_TIMEOUT,
			 cmlab_ib_ack_timeout(delay, cmlab_predict_path_life(p)));
	cmlab_values_set(&s->sent, CMLAB_F_MTU, cmlab_predict_mtu(p, CMLAB_ROLE_ACTIVE));
	cmlab_predict_sent(s, cmlab_values_get(params, CMLAB_F_PDLEN));
}

/* The swap: the CM exchanges the depths for the receiver (cm.c:1830-1831, 2418-2419). */
static void show(const struct cmlab_values *sent, struct cmlab_cm_event *ev)
{
	ev->conn.responder_resources = (u8)cmlab_values_get(sent, CMLAB_F_ORD);
	ev->conn.initiator_depth = (u8)cmlab_values_get(sent, CMLAB_F_IRD);
	ev->conn.flow_control = (u8)cmlab_values_get(sent, CMLAB_F_FLOW);
	ev->conn.retry_count = (u8)cmlab_values_get(sent, CMLAB_F_RETRY);
	ev->conn.rnr_retry_count = (u8)cmlab_values_get(sent, CMLAB_F_RNR);
	ev->conn.srq = (u8)cmlab_values_get(sent, CMLAB_F_SRQ);
	ev->conn.qp_num = cmlab_values_get(sent, CMLAB_F_QPN);
	ev->has_qp_num = cmlab_values_has(sent, CMLAB_F_QPN);
}

static void active_rejected(struct cmlab_model *p, s32 reason)
{
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_ACTIVE, CMLAB_EVENT_REJECTED, reason, CMLAB_AREA_REJ);
	ev->has_qp_num = true;
	p->h->outcome = CMLAB_OUTCOME_REJECTED;
	/* cma.c:2203, and only for a QP that is on the id. */
	if (!cmlab_predict_lab(p))
		ACTIVE(p)->qp_state = CMLAB_QP_ERR;
}

static void passive_rejected(struct cmlab_model *p)
{
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_PASSIVE, CMLAB_EVENT_REJECTED,
			       CMLAB_REJ_CONSUMER_DEFINED, CMLAB_AREA_REJ);
	ev->has_qp_num = true;
	if (!cmlab_predict_lab(p))
		PASSIVE(p)->qp_state = CMLAB_QP_ERR;
}

/* The REQ goes out, or rdma_connect says why not. */
static bool connect(struct cmlab_model *p, u32 header)
{
	struct cmlab_end *s = ACTIVE(p);
	struct cmlab_values params;

	if (!cmlab_predict_mtu(p, CMLAB_ROLE_ACTIVE)) {
		/* cma.c:3319-3320 */
		cmlab_predict_call(s, CMLAB_CALL_RESOLVE_ROUTE, -EINVAL);
		return false;
	}
	if (p->in->side[CMLAB_ROLE_ACTIVE].null_param) {
		/* cma.c:4308 */
		s->call = CMLAB_CALL_CONNECT;
		s->crash = true;
		return false;
	}
	if (!cmlab_predict_params(p, CMLAB_ROLE_ACTIVE, &params))
		return false;
	s->qp_state = CMLAB_QP_INIT;
	/* cma.c:4308-4309 and cm.c:1483-1485 say the same. */
	if (header + cmlab_values_get(&params, CMLAB_F_PDLEN) > CMLAB_AREA_REQ) {
		cmlab_predict_call(s, CMLAB_CALL_CONNECT, -EINVAL);
		return false;
	}
	cmlab_predict_call(s, CMLAB_CALL_CONNECT, 0);
	send_req(p, &params);
	return true;
}

static void request(struct cmlab_model *p, u32 header)
{
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_PASSIVE, CMLAB_EVENT_CONNECT_REQUEST, 0,
			       CMLAB_AREA_REQ - header);
	show(&ACTIVE(p)->sent, ev);
	cmlab_predict_seen(p, CMLAB_ROLE_PASSIVE, ev);
}

static void nothing_back(struct cmlab_model *p)
{
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_ACTIVE, CMLAB_EVENT_UNREACHABLE, -ETIMEDOUT, 0);
	ev->has_qp_num = true;
	p->h->outcome = CMLAB_OUTCOME_UNREACHABLE;
}

static void reject(struct cmlab_model *p)
{
	struct cmlab_end *s = PASSIVE(p);

	s->qp_state = CMLAB_QP_INIT;
	cmlab_predict_rejects(p, p->in->reject_len);
	/* cm.c:2935-2937. The id then goes with the handler, which rejects without data. */
	if (p->in->reject_len > CMLAB_AREA_REJ) {
		cmlab_predict_call(s, CMLAB_CALL_REJECT, -EINVAL);
		active_rejected(p, CMLAB_REJ_CONSUMER_DEFINED);
		return;
	}
	cmlab_predict_call(s, CMLAB_CALL_REJECT, 0);
	active_rejected(p, p->in->reject_reason);
}

/* cm.c:1716-1718, 546: one off and on again, so that 0 becomes 1. */
static void set_passive_timeout(struct cmlab_model *p)
{
	u32 lat = cmlab_values_get(&ACTIVE(p)->sent, CMLAB_F_TIMEOUT);

	p->cm_timeout[CMLAB_ROLE_PASSIVE] = max_t(u32, lat, 1);
}

/* False if the REQ does not come to rdma_accept. */
static bool answered(struct cmlab_model *p, u32 header)
{
	switch (p->in->answer) {
	case CMLAB_ANSWER_ABSENT:
		active_rejected(p, CMLAB_REJ_INVALID_SERVICE_ID);
		return false;
	case CMLAB_ANSWER_STALE:
		/* The old connection was made over the same path. */
		set_passive_timeout(p);
		active_rejected(p, CMLAB_REJ_STALE_CONN);
		return false;
	case CMLAB_ANSWER_SILENT:
		nothing_back(p);
		return false;
	case CMLAB_ANSWER_NOMEM:
		/* -ENOMEM from the handler: no REJ, the peer repeats itself (cm.c:1086-1095). */
		request(p, header);
		nothing_back(p);
		return false;
	case CMLAB_ANSWER_FAIL:
		request(p, header);
		active_rejected(p, CMLAB_REJ_CONSUMER_DEFINED);
		return false;
	case CMLAB_ANSWER_REJECT:
		request(p, header);
		reject(p);
		return false;
	default:
		request(p, header);
		return true;
	}
}

/* READ and ATOMIC come with the responder resources that the CM holds (cm.c:4121-4124). */
static void set_access(struct cmlab_model *p, enum cmlab_role role, u32 peer_ord)
{
	struct cmlab_end *s = &p->h->end[role];

	s->access = CMLAB_ACCESS_REMOTE_WRITE;
	if (peer_ord)
		s->access |= CMLAB_ACCESS_REMOTE_READ | CMLAB_ACCESS_REMOTE_ATOMIC |
			     cmlab_limits_fact(&p->in->side[role].device, CMLAB_FACT_FLUSH_ACCESS);
}

/* Values that the CM and the id have for a QP, whoever moves it. */
static void cm_wants(const struct cmlab_model *p, enum cmlab_role role, struct cmlab_values *want)
{
	const struct cmlab_values *req = &ACTIVE(p)->sent;
	const struct cmlab_values *peer = &p->h->end[!role].sent;
	s32 own = cmlab_predict_own_timeout(p, role);

	memset(want, 0, sizeof(*want));
	cmlab_values_set(want, CMLAB_F_RETRY, cmlab_values_get(req, CMLAB_F_RETRY));
	cmlab_values_set(want, CMLAB_F_RNR, cmlab_values_get(peer, CMLAB_F_RNR));
	cmlab_values_set(want, CMLAB_F_MTU, cmlab_values_get(req, CMLAB_F_MTU));
	cmlab_values_set(want, CMLAB_F_MIN_RNR, cmlab_predict_own_min_rnr(p, role));
	cmlab_values_set(want, CMLAB_F_TIMEOUT, own < 0 ? p->cm_timeout[role] : (u32)own);
	if (cmlab_values_has(peer, CMLAB_F_QPN))
		cmlab_values_set(want, CMLAB_F_QPN, cmlab_values_get(peer, CMLAB_F_QPN));
}

static u32 own_limit(const struct cmlab_model *p, enum cmlab_role role, enum cmlab_field f, u32 v)
{
	return cmlab_predict_lab(p) ? cmlab_policy_qp_depth(&p->in->side[role].limits, f, v) : v;
}

static int move(struct cmlab_model *p, enum cmlab_role role, u32 ird, u32 ord)
{
	struct cmlab_values want;

	cm_wants(p, role, &want);
	cmlab_values_set(&want, CMLAB_F_IRD, own_limit(p, role, CMLAB_F_IRD, ird));
	cmlab_values_set(&want, CMLAB_F_ORD, own_limit(p, role, CMLAB_F_ORD, ord));
	return cmlab_predict_program(p, role, &want);
}

static void accept_failed(struct cmlab_model *p, enum cmlab_call call, s32 ret)
{
	struct cmlab_end *s = PASSIVE(p);

	/* cma.c:4652-4659: it has rejected by itself. */
	cmlab_predict_call(s, call, ret);
	memset(&s->sent, 0, sizeof(s->sent));
	if (!cmlab_predict_lab(p))
		s->qp_state = CMLAB_QP_ERR;
	active_rejected(p, CMLAB_REJ_CONSUMER_DEFINED);
}

static bool passive_params(struct cmlab_model *p, struct cmlab_values *params)
{
	if (cmlab_predict_params(p, CMLAB_ROLE_PASSIVE, params))
		return true;
	cmlab_predict_call(PASSIVE(p), CMLAB_CALL_REJECT, 0);
	active_rejected(p, CMLAB_REJ_CONSUMER_DEFINED);
	return false;
}

static bool accept(struct cmlab_model *p)
{
	struct cmlab_end *s = PASSIVE(p);
	struct cmlab_values params;

	if (!passive_params(p, &params))
		return false;
	set_passive_timeout(p);
	set_access(p, CMLAB_ROLE_PASSIVE, cmlab_values_get(&ACTIVE(p)->sent, CMLAB_F_ORD));
	if (p->in->side[CMLAB_ROLE_PASSIVE].null_param) {
		/* cma.c:4641-4646: taken for an active side's second step. */
		accept_failed(p, CMLAB_CALL_ACCEPT, -EINVAL);
		return false;
	}
	send(p, CMLAB_ROLE_PASSIVE, &params, &s->sent);
	if (move(p, CMLAB_ROLE_PASSIVE, cmlab_values_get(&params, CMLAB_F_IRD),
		 cmlab_values_get(&params, CMLAB_F_ORD))) {
		accept_failed(p, cmlab_predict_lab(p) ? CMLAB_CALL_MODIFY_QP : CMLAB_CALL_ACCEPT,
			      -EINVAL);
		return false;
	}
	if (cmlab_values_get(&params, CMLAB_F_PDLEN) > CMLAB_AREA_REP) {
		/* cm.c:2287-2289, after the QP has reached RTS. */
		accept_failed(p, CMLAB_CALL_ACCEPT, -EINVAL);
		return false;
	}
	cmlab_predict_call(s, CMLAB_CALL_ACCEPT, 0);
	cmlab_predict_sent(s, cmlab_values_get(&params, CMLAB_F_PDLEN));
	return true;
}

static void reply_event(struct cmlab_model *p, enum cmlab_event event, s32 status)
{
	struct cmlab_cm_event *ev;

	ev = cmlab_predict_add(p, CMLAB_ROLE_ACTIVE, event, status, CMLAB_AREA_REP);
	show(&PASSIVE(p)->sent, ev);
	cmlab_predict_seen(p, CMLAB_ROLE_ACTIVE, ev);
}

/* transitions=lab: the reply is looked at first, then the QP is moved. 0 or a reject. */
static bool lab_reply(struct cmlab_model *p)
{
	struct cmlab_end *s = ACTIVE(p);

	reply_event(p, CMLAB_EVENT_CONNECT_RESPONSE, 0);
	if (!cmlab_predict_judge(p)) {
		cmlab_predict_call(s, CMLAB_CALL_REJECT, 0);
		return false;
	}
	if (!move(p, CMLAB_ROLE_ACTIVE, cmlab_values_get(&s->agreed, CMLAB_F_IRD),
		  cmlab_values_get(&s->agreed, CMLAB_F_ORD)))
		return true;
	cmlab_predict_call(s, CMLAB_CALL_MODIFY_QP, -EINVAL);
	return false;
}

/* transitions=cm: the QP gets what the reply says, whatever was offered (cma.c:2089-2109). */
static bool cm_reply(struct cmlab_model *p)
{
	const struct cmlab_values *rep = &PASSIVE(p)->sent;
	int ret = move(p, CMLAB_ROLE_ACTIVE, cmlab_values_get(rep, CMLAB_F_ORD),
		       cmlab_values_get(rep, CMLAB_F_IRD));

	reply_event(p, ret ? CMLAB_EVENT_CONNECT_ERROR : CMLAB_EVENT_ESTABLISHED, ret);
	cmlab_predict_judge(p);
	if (!ret)
		return true;
	p->h->outcome = CMLAB_OUTCOME_CONNECT_ERROR;
	return false;
}

static bool reply(struct cmlab_model *p)
{
	const struct cmlab_values *rep = &PASSIVE(p)->sent;
	u32 delay = p->in->side[CMLAB_ROLE_PASSIVE].device.local_ca_ack_delay;

	/* cm.c:2568-2570 */
	p->cm_timeout[CMLAB_ROLE_ACTIVE] = cmlab_ib_ack_timeout(delay, cmlab_predict_path_life(p));
	set_access(p, CMLAB_ROLE_ACTIVE, cmlab_values_get(rep, CMLAB_F_ORD));
	p->h->outcome = CMLAB_OUTCOME_REJECTED;
	return cmlab_predict_lab(p) ? lab_reply(p) : cm_reply(p);
}

void cmlab_predict_ib(struct cmlab_model *p)
{
	u32 header = p->in->family == CMLAB_FAMILY_IB ? 0 : CMLAB_CMA_HDR;
	struct cmlab_cm_event *ev;

	if (!connect(p, header) || !answered(p, header) || !accept(p))
		return;
	if (!reply(p)) {
		passive_rejected(p);
		return;
	}
	p->h->outcome = CMLAB_OUTCOME_ESTABLISHED;
	ev = cmlab_predict_add(p, CMLAB_ROLE_PASSIVE, CMLAB_EVENT_ESTABLISHED, 0, 0);
	ev->has_qp_num = true;
}
