// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * From rdma_cm's structures to the core's. Which numbers an event really shows is not decided
 * here: cmlab_policy_advertised() knows.
 */
#include <linux/socket.h>
#include <rdma/rdma_cm_ib.h>

#include "cmid.h"

static_assert((int)CMLAB_EVENT_ADDR_RESOLVED == RDMA_CM_EVENT_ADDR_RESOLVED);
static_assert((int)CMLAB_EVENT_CONNECT_REQUEST == RDMA_CM_EVENT_CONNECT_REQUEST);
static_assert((int)CMLAB_EVENT_ESTABLISHED == RDMA_CM_EVENT_ESTABLISHED);
static_assert((int)CMLAB_EVENT_TIMEWAIT_EXIT == RDMA_CM_EVENT_TIMEWAIT_EXIT);
static_assert(CMLAB_UDP_QKEY == RDMA_UDP_QKEY);

struct rdma_cm_id *cmlab_cmid_create(struct net *net, enum cmlab_ps ps,
				     rdma_cm_event_handler handler, void *context)
{
	bool ud = ps == CMLAB_PS_UDP;

	return rdma_create_id(net, handler, context, ud ? RDMA_PS_UDP : RDMA_PS_TCP,
			      ud ? IB_QPT_UD : IB_QPT_RC);
}

enum cmlab_family cmlab_cmid_family(const struct sockaddr *addr)
{
	switch (addr->sa_family) {
	case AF_INET:
		return CMLAB_FAMILY_INET;
	case AF_INET6:
		return CMLAB_FAMILY_INET6;
	default:
		return CMLAB_FAMILY_IB;
	}
}

int cmlab_cmid_set_timer(struct rdma_cm_id *id, const struct cmlab_request *req, enum cmlab_field f,
			 enum cmlab_when now)
{
	u8 v;

	if (id->qp_type != IB_QPT_RC || !cmlab_request_timer(req, f, now, &v))
		return CMLAB_NO_ERRNO;
	return f == CMLAB_F_TIMEOUT ? rdma_set_ack_timeout(id, v) : rdma_set_min_rnr_timer(id, v);
}

enum cmlab_call cmlab_cmid_timer_call(enum cmlab_field f)
{
	return f == CMLAB_F_TIMEOUT ? CMLAB_CALL_SET_ACK_TIMEOUT : CMLAB_CALL_SET_MIN_RNR;
}

const u8 *cmlab_cmid_data(const struct rdma_cm_event *ev, enum cmlab_ps ps, u32 *len)
{
	bool ud = ps == CMLAB_PS_UDP;
	const u8 *data = ud ? ev->param.ud.private_data : ev->param.conn.private_data;

	*len = 0;
	if (data)
		*len = ud ? ev->param.ud.private_data_len : ev->param.conn.private_data_len;
	return data;
}

void cmlab_cmid_numbers(const struct rdma_conn_param *p, struct cmlab_event_conn *numbers)
{
	numbers->responder_resources = p->responder_resources;
	numbers->initiator_depth = p->initiator_depth;
	numbers->flow_control = p->flow_control;
	numbers->retry_count = p->retry_count;
	numbers->rnr_retry_count = p->rnr_retry_count;
	numbers->srq = p->srq;
	numbers->qp_num = p->qp_num;
}

void cmlab_cmid_event(const struct rdma_cm_event *ev, enum cmlab_role role, enum cmlab_ps ps,
		      struct cmlab_cm_event *to)
{
	bool numbers = cmlab_event_has_numbers((enum cmlab_event)ev->event, role);

	memset(to, 0, sizeof(*to));
	to->event = ev->event;
	to->status = ev->status;
	to->ud = ps == CMLAB_PS_UDP;
	cmlab_cmid_data(ev, ps, &to->private_data_len);
	to->has_qp_num = numbers;
	if (!to->ud) {
		to->has_depths = numbers;
		if (numbers)
			cmlab_cmid_numbers(&ev->param.conn, &to->conn);
	} else if (numbers) {
		to->conn.qp_num = ev->param.ud.qp_num;
		to->qkey = ev->param.ud.qkey;
	}
}
