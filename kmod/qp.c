// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "conn.h"
#include "device.h"
#include "ping.h"
#include "qp.h"
#include "record.h"
#include "trace.h"

/* The ping, and the WR that ib_drain_sq() posts. */
#define SEND_DEPTH 2

bool cmlab_qp_is_ours(const struct cmlab_conn *conn)
{
	/* On iWARP the driver moves the QP whoever asks; a UD QP has nothing to be moved with. */
	return conn->cfg->req.transitions == CMLAB_TRANSITIONS_LAB && !cmlab_conn_is_ud(conn) &&
	       conn->dev->limits.transport != CMLAB_TRANSPORT_IWARP;
}

int cmlab_qp_failed(struct cmlab_conn *conn, const char *call, int err)
{
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);

	if (!s->error) {
		s->error = err;
		s->error_call = call;
	}
	cmlab_record_end(conn->rec);
	return err;
}

/* May run in interrupt context: says what happened, completions do the rest. */
static void qp_event(struct ib_event *event, void *context)
{
	struct cmlab_conn *conn = context;

	trace_cmlab_qp_event(conn->id, event->event);
}

static int modify(struct cmlab_conn *conn, enum ib_qp_state state, const char *what,
		  void (*edit)(struct ib_qp_attr *attr, const struct cmlab_values *depths,
			       const struct cmlab_limits *l),
		  const struct cmlab_values *depths)
{
	struct ib_qp_attr attr = { .qp_state = state };
	int mask = 0;
	int ret;

	ret = rdma_init_qp_attr(conn->cm_id, &attr, &mask);
	if (ret)
		return cmlab_qp_failed(conn, "rdma_init_qp_attr", ret);
	if (edit)
		edit(&attr, depths, &conn->rec->snap.limits);
	ret = ib_modify_qp(conn->qp, &attr, mask);
	return ret ? cmlab_qp_failed(conn, what, ret) : 0;
}

/* What was decided is within the limits; what came raw (decide=raw) need not be. */
static void edit_rtr(struct ib_qp_attr *attr, const struct cmlab_values *depths,
		     const struct cmlab_limits *l)
{
	attr->max_dest_rd_atomic = min(cmlab_values_get(depths, CMLAB_F_IRD), cmlab_limits_ird(l));
}

static void edit_rts(struct ib_qp_attr *attr, const struct cmlab_values *depths,
		     const struct cmlab_limits *l)
{
	attr->max_rd_atomic = min(cmlab_values_get(depths, CMLAB_F_ORD), cmlab_limits_ord(l));
}

int cmlab_qp_to_rts(struct cmlab_conn *conn, const struct cmlab_values *depths)
{
	int ret;

	/* Again INIT: only now the CM knows the access flags. */
	ret = modify(conn, IB_QPS_INIT, "ib_modify_qp(INIT)", NULL, NULL);
	if (ret)
		return ret;
	ret = modify(conn, IB_QPS_RTR, "ib_modify_qp(RTR)", edit_rtr, depths);
	if (ret)
		return ret;
	return modify(conn, IB_QPS_RTS, "ib_modify_qp(RTS)", edit_rts, depths);
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
			.max_recv_wr = conn->srq ? 0 : conn->ping.nr_recv + 1,
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
			return cmlab_qp_failed(conn, "rdma_create_qp", ret);
		conn->qp = conn->cm_id->qp;
		return 0;
	}
	qp = ib_create_qp(conn->dev->pd, &init);
	if (IS_ERR(qp))
		return cmlab_qp_failed(conn, "ib_create_qp", PTR_ERR(qp));
	conn->qp = qp;
	ret = modify(conn, IB_QPS_INIT, "ib_modify_qp(INIT)", NULL, NULL);
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
		.attr = { .max_wr = max(conn->ping.nr_recv, 1U), .max_sge = 1 },
	};
	struct ib_srq *srq;

	if (!cmlab_values_get(&conn->decision.requested, CMLAB_F_SRQ))
		return 0;
	srq = ib_create_srq(conn->dev->pd, &init);
	if (IS_ERR(srq))
		return cmlab_qp_failed(conn, "ib_create_srq", PTR_ERR(srq));
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

	conn->nr_cqe = SEND_DEPTH + conn->ping.nr_recv + 1;
	if (has_own_cq(conn))
		cq = ib_alloc_cq_any(ibdev, NULL, conn->nr_cqe, IB_POLL_WORKQUEUE);
	else
		cq = ib_cq_pool_get(ibdev, conn->nr_cqe, -1, IB_POLL_WORKQUEUE);
	if (IS_ERR(cq))
		return cmlab_qp_failed(conn, has_own_cq(conn) ? "ib_alloc_cq" : "ib_cq_pool_get",
				       PTR_ERR(cq));
	conn->cq = cq;
	return 0;
}

int cmlab_qp_create(struct cmlab_conn *conn)
{
	struct cmlab_snapshot *s;
	int ret;

	ret = cmlab_ping_create(conn);
	if (ret)
		return cmlab_qp_failed(conn, "allocating buffers", ret);
	ret = create_srq(conn);
	if (!ret)
		ret = create_cq(conn);
	if (!ret)
		ret = create_qp(conn);
	if (ret)
		return ret;
	s = cmlab_record_begin(conn->rec);
	s->qp_num = conn->qp->qp_num;
	cmlab_record_end(conn->rec);

	ret = cmlab_ping_post_recvs(conn);
	return ret ? cmlab_qp_failed(conn, "ib_post_recv", ret) : 0;
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
	if (conn->dev)
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
	struct cmlab_snapshot *s;
	struct ib_qp_attr attr;
	int ret;

	memset(&attr, 0, sizeof(attr));
	memset(&init, 0, sizeof(init));
	ret = ib_query_qp(conn->qp, &attr, ud ? IB_QP_STATE | IB_QP_QKEY : QUERY_RC, &init);
	if (ret) {
		cmlab_qp_failed(conn, "ib_query_qp", ret);
		return;
	}
	if (ud)
		cmlab_values_set(&raw, CMLAB_F_QKEY, attr.qkey);
	else
		take_rc(&attr, &raw);

	s = cmlab_record_begin(conn->rec);
	cmlab_snapshot_programmed(s, &raw);
	s->access_flags = attr.qp_access_flags;
	cmlab_record_end(conn->rec);
}
