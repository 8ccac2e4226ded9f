// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Completion queue, SRQ and QP: made, moved, looked at, drained and taken back.
 */
#include "conn.h"
#include "device.h"
#include "misdeed.h"
#include "ping.h"
#include "publish.h"
#include "qp.h"
#include "record.h"
#include "trace.h"

static_assert((int)CMLAB_ACCESS_REMOTE_READ == IB_ACCESS_REMOTE_READ);
static_assert((int)CMLAB_ACCESS_REMOTE_ATOMIC == IB_ACCESS_REMOTE_ATOMIC);

/* The ping, and the WR that ib_drain_sq() posts. */
#define SEND_DEPTH 2

bool cmlab_qp_is_ours(const struct cmlab_conn *conn)
{
	return cmlab_policy_moves_qp(&conn->dev->real, conn->cfg->req.transitions,
				     conn->cfg->req.ps);
}

/* May run in interrupt context: says what happened, completions do the rest. */
static void qp_event(struct ib_event *event, void *context)
{
	struct cmlab_conn *conn = context;

	trace_cmlab_qp_event(conn->id, event->event);
}

static u8 depth(const struct cmlab_conn *conn, const struct cmlab_values *depths,
		enum cmlab_field f)
{
	return cmlab_policy_qp_depth(&conn->limits, f, cmlab_values_get(depths, f));
}

static int modify(struct cmlab_conn *conn, enum ib_qp_state state, enum cmlab_call call,
		  const struct cmlab_values *depths)
{
	struct ib_qp_attr attr = { .qp_state = state };
	int mask = 0;
	int ret;

	ret = rdma_init_qp_attr(conn->cm_id, &attr, &mask);
	if (ret)
		return cmlab_publish_called(conn, CMLAB_CALL_INIT_QP_ATTR, ret);
	if (state == IB_QPS_RTR)
		attr.max_dest_rd_atomic = depth(conn, depths, CMLAB_F_IRD);
	if (state == IB_QPS_RTS)
		attr.max_rd_atomic = depth(conn, depths, CMLAB_F_ORD);
	ret = ib_modify_qp(conn->qp, &attr, mask);
	return ret ? cmlab_publish_called(conn, call, ret) : 0;
}

int cmlab_qp_to_rts(struct cmlab_conn *conn, const struct cmlab_values *depths)
{
	int ret;

	/* Again INIT: only now the CM knows the access flags. */
	ret = modify(conn, IB_QPS_INIT, CMLAB_CALL_MODIFY_INIT, NULL);
	if (!ret)
		ret = modify(conn, IB_QPS_RTR, CMLAB_CALL_MODIFY_RTR, depths);
	if (!ret)
		ret = modify(conn, IB_QPS_RTS, CMLAB_CALL_MODIFY_RTS, depths);
	return ret;
}

static u32 nr_recv(const struct cmlab_conn *conn)
{
	return conn->cfg->req.profile.recv_depth;
}

static int create_qp(struct cmlab_conn *conn)
{
	struct ib_qp_init_attr init = {
		.event_handler = qp_event,
		.qp_context = conn,
		.send_cq = conn->cq,
		.recv_cq = conn->cq,
		.srq = conn->srq,
		.cap = {
			.max_send_wr = SEND_DEPTH,
			.max_recv_wr = conn->srq ? 0 : nr_recv(conn) + 1,
			.max_send_sge = 1,
			.max_recv_sge = 1,
		},
		.sq_sig_type = IB_SIGNAL_REQ_WR,
		.qp_type = cmlab_conn_is_ud(conn) ? IB_QPT_UD : IB_QPT_RC,
	};
	struct ib_qp *qp;
	int ret;

	if (!cmlab_qp_is_ours(conn)) {
		ret = rdma_create_qp(conn->cm_id, conn->dev->pd, &init);
		if (ret)
			return cmlab_publish_called(conn, CMLAB_CALL_CREATE_QP, ret);
		conn->qp = conn->cm_id->qp;
		return 0;
	}
	qp = ib_create_qp(conn->dev->pd, &init);
	if (IS_ERR(qp))
		return cmlab_publish_called(conn, CMLAB_CALL_IB_CREATE_QP, PTR_ERR(qp));
	conn->qp = qp;
	ret = modify(conn, IB_QPS_INIT, CMLAB_CALL_MODIFY_INIT, NULL);
	if (ret) {
		/* Nothing was posted yet, and ib_drain_qp() cannot lead a QP out of RESET. */
		ib_destroy_qp(qp);
		conn->qp = NULL;
	}
	return ret;
}

static int create_srq(struct cmlab_conn *conn)
{
	struct ib_srq_init_attr init = {
		.srq_type = IB_SRQT_BASIC,
		.attr = { .max_wr = max(nr_recv(conn), 1U), .max_sge = 1 },
	};
	struct ib_srq *srq;

	if (!cmlab_values_get(&conn->decision.requested, CMLAB_F_SRQ))
		return 0;
	srq = ib_create_srq(conn->dev->pd, &init);
	if (IS_ERR(srq))
		return cmlab_publish_called(conn, CMLAB_CALL_CREATE_SRQ, PTR_ERR(srq));
	conn->srq = srq;
	return 0;
}

/*
 * Receives that came from an SRQ are not drained, nor anything of UD, where ib_drain_qp() cannot
 * be used: it posts an RDMA WRITE. So that none can complete into a connection that is gone, the
 * CQ is then not shared, and dies with its entries.
 */
static bool has_own_cq(const struct cmlab_conn *conn)
{
	return conn->srq || cmlab_conn_is_ud(conn);
}

static int create_cq(struct cmlab_conn *conn)
{
	struct ib_device *ibdev = conn->dev->ibdev;
	struct ib_cq *cq;

	conn->nr_cqe = SEND_DEPTH + nr_recv(conn) + 1;
	if (has_own_cq(conn))
		cq = ib_alloc_cq_any(ibdev, NULL, conn->nr_cqe, IB_POLL_WORKQUEUE);
	else
		cq = ib_cq_pool_get(ibdev, conn->nr_cqe, -1, IB_POLL_WORKQUEUE);
	if (IS_ERR(cq))
		return cmlab_publish_called(conn, CMLAB_CALL_CREATE_CQ, PTR_ERR(cq));
	conn->cq = cq;
	return 0;
}

static void note_qp(struct cmlab_conn *conn)
{
	struct cmlab_report *r = cmlab_record_begin(conn->rec);
	struct cmlab_end *own = cmlab_own_end(&r->h);

	own->known |= CMLAB_KNOWS_OWN_QP;
	own->qp_num = conn->qp->qp_num;
	own->has_srq = conn->srq;
	cmlab_record_end(conn->rec);
}

int cmlab_qp_create(struct cmlab_conn *conn)
{
	int ret = cmlab_misdeed_error(conn, CMLAB_FAULT_FAIL_QP);

	if (ret)
		return cmlab_publish_called(conn, CMLAB_CALL_CREATE_QP, ret);
	ret = cmlab_ping_create(conn);
	if (ret)
		return cmlab_publish_called(conn, CMLAB_CALL_ALLOC_BUFFERS, ret);
	ret = create_srq(conn);
	if (!ret)
		ret = create_cq(conn);
	if (!ret)
		ret = create_qp(conn);
	if (ret)
		return ret;
	note_qp(conn);
	if (conn->fault.kind == CMLAB_FAULT_LATE_RECV)
		cmlab_conn_delay(conn, conn->fault.n);
	ret = cmlab_ping_post_recvs(conn, false);
	return ret ? cmlab_publish_called(conn, CMLAB_CALL_POST_RECV, ret) : 0;
}

/*
 * Since 6.11 ib_drain_qp() waits up to 60 s for IB_EVENT_QP_LAST_WQE_REACHED of a QP that has an
 * SRQ, which siw never raises.
 */
static void drain(struct cmlab_conn *conn)
{
	if (cmlab_conn_is_ud(conn))
		return;
	if (conn->srq)
		ib_drain_sq(conn->qp);
	else
		ib_drain_qp(conn->qp);
}

static void destroy_qp(struct cmlab_conn *conn)
{
	if (!conn->qp)
		return;
	drain(conn);
	if (conn->cm_id->qp)
		rdma_destroy_qp(conn->cm_id);
	else
		ib_destroy_qp(conn->qp);
	conn->qp = NULL;
}

static void destroy_cq(struct cmlab_conn *conn)
{
	if (!conn->cq)
		return;
	if (has_own_cq(conn))
		ib_free_cq(conn->cq);
	else
		ib_cq_pool_put(conn->cq, conn->nr_cqe);
	conn->cq = NULL;
}

void cmlab_qp_destroy(struct cmlab_conn *conn)
{
	destroy_qp(conn);
	destroy_cq(conn);
	if (conn->srq) {
		ib_destroy_srq(conn->srq);
		conn->srq = NULL;
	}
	cmlab_ping_destroy(conn);
}

static void take_rc(const struct ib_qp_attr *attr, struct cmlab_values *raw)
{
	cmlab_values_set(raw, CMLAB_F_IRD, attr->max_dest_rd_atomic);
	cmlab_values_set(raw, CMLAB_F_ORD, attr->max_rd_atomic);
	cmlab_values_set(raw, CMLAB_F_RETRY, attr->retry_cnt);
	cmlab_values_set(raw, CMLAB_F_RNR, attr->rnr_retry);
	cmlab_values_set(raw, CMLAB_F_TIMEOUT, attr->timeout);
	cmlab_values_set(raw, CMLAB_F_MIN_RNR, attr->min_rnr_timer);
	cmlab_values_set(raw, CMLAB_F_QPN, attr->dest_qp_num);
	if (attr->path_mtu >= IB_MTU_256 && attr->path_mtu <= IB_MTU_4096)
		cmlab_values_set(raw, CMLAB_F_MTU, ib_mtu_enum_to_int(attr->path_mtu));
}

#define QUERY_RC                                                                             \
	(IB_QP_STATE | IB_QP_MAX_QP_RD_ATOMIC | IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_RETRY_CNT | \
	 IB_QP_RNR_RETRY | IB_QP_TIMEOUT | IB_QP_MIN_RNR_TIMER | IB_QP_PATH_MTU |            \
	 IB_QP_ACCESS_FLAGS | IB_QP_DEST_QPN)

void cmlab_qp_query(struct cmlab_conn *conn)
{
	bool ud = cmlab_conn_is_ud(conn);
	struct ib_qp_init_attr init;
	struct cmlab_values raw = {};
	struct cmlab_report *r;
	struct ib_qp_attr attr;
	int ret;

	memset(&attr, 0, sizeof(attr));
	memset(&init, 0, sizeof(init));
	ret = ib_query_qp(conn->qp, &attr, ud ? IB_QP_STATE | IB_QP_QKEY : QUERY_RC, &init);
	if (ret) {
		cmlab_publish_called(conn, CMLAB_CALL_QUERY_QP, ret);
		return;
	}
	if (ud)
		cmlab_values_set(&raw, CMLAB_F_QKEY, attr.qkey);
	else
		take_rc(&attr, &raw);

	r = cmlab_record_begin(conn->rec);
	cmlab_handshake_queried(&r->h, &raw, attr.qp_access_flags);
	cmlab_record_end(conn->rec);
}
