// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>

#include "peer_ping.h"
#include "peer_qp.h"

#define SEND_DEPTH 1
#define POLL_BATCH 16

/* Attributes that ibv_modify_qp() knows; old rdma_ucm kernels set bits above. */
#define ATTR_MASK ((IBV_QP_DEST_QPN << 1) - 1)

bool peer_qp_is_ours(const struct peer_conn *conn)
{
	/* On iWARP the driver moves the QP whoever asks. */
	return conn->snap.transitions == CMLAB_TRANSITIONS_LAB &&
	       conn->dev->real.transport != CMLAB_TRANSPORT_IWARP;
}

static int init_attr(struct peer_conn *conn, enum ibv_qp_state state, struct ibv_qp_attr *attr,
		     int *mask)
{
	memset(attr, 0, sizeof(*attr));
	attr->qp_state = state;
	*mask = 0;
	if (rdma_init_qp_attr(conn->cm_id, attr, mask))
		return peer_conn_errno(conn, "rdma_init_qp_attr");
	*mask &= ATTR_MASK;
	return 0;
}

static int modify(struct peer_conn *conn, const char *what, struct ibv_qp_attr *attr, int mask)
{
	int ret = ibv_modify_qp(conn->qp, attr, mask);

	return ret ? peer_conn_failed(conn, what, -ret) : 0;
}

static int to_init(struct peer_conn *conn)
{
	struct ibv_qp_attr attr;
	int mask, ret;

	ret = init_attr(conn, IBV_QPS_INIT, &attr, &mask);
	return ret ? ret : modify(conn, "ibv_modify_qp(INIT)", &attr, mask);
}

static int to_rtr(struct peer_conn *conn, const struct cmlab_values *depths)
{
	const struct cmlab_values *offered = &conn->snap.offered;
	u32 ird = min(cmlab_values_get(depths, CMLAB_F_IRD), cmlab_limits_ird(&conn->dev->real));
	struct ibv_qp_attr attr;
	int mask, ret;

	ret = init_attr(conn, IBV_QPS_RTR, &attr, &mask);
	if (ret)
		return ret;
	attr.max_dest_rd_atomic = ird;
	if (cmlab_values_has(offered, CMLAB_F_MIN_RNR))
		attr.min_rnr_timer = cmlab_values_get(offered, CMLAB_F_MIN_RNR);
	return modify(conn, "ibv_modify_qp(RTR)", &attr, mask);
}

static int to_rts(struct peer_conn *conn, const struct cmlab_values *depths)
{
	u32 ord = min(cmlab_values_get(depths, CMLAB_F_ORD), cmlab_limits_ord(&conn->dev->real));
	struct ibv_qp_attr attr;
	int mask, ret;

	ret = init_attr(conn, IBV_QPS_RTS, &attr, &mask);
	if (ret)
		return ret;
	attr.max_rd_atomic = ord;
	return modify(conn, "ibv_modify_qp(RTS)", &attr, mask);
}

int peer_qp_to_rts(struct peer_conn *conn, const struct cmlab_values *depths)
{
	/* Again INIT: only now the CM knows the access flags. */
	int ret = to_init(conn);

	if (!ret)
		ret = to_rtr(conn, depths);
	return ret ? ret : to_rts(conn, depths);
}

void peer_qp_to_error(struct peer_conn *conn)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_ERR };

	if (conn->qp && !conn->cm_id->qp)
		ibv_modify_qp(conn->qp, &attr, IBV_QP_STATE);
}

void peer_qp_set_min_rnr(struct peer_conn *conn)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS };

	if (peer_qp_is_ours(conn) || !cmlab_values_has(&conn->snap.offered, CMLAB_F_MIN_RNR))
		return;
	attr.min_rnr_timer = cmlab_values_get(&conn->snap.offered, CMLAB_F_MIN_RNR);
	modify(conn, "ibv_modify_qp(min_rnr_timer)", &attr, IBV_QP_STATE | IBV_QP_MIN_RNR_TIMER);
}

static int create_srq(struct peer_conn *conn)
{
	struct ibv_srq_init_attr init = {
		.attr = { .max_wr = max(conn->nr_recv, 1U), .max_sge = 1 },
	};

	if (!cmlab_values_get(&conn->decision.requested, CMLAB_F_SRQ))
		return 0;
	errno = 0;
	conn->srq = ibv_create_srq(conn->dev->pd, &init);
	return conn->srq ? 0 : peer_conn_errno(conn, "ibv_create_srq");
}

static int create_cq(struct peer_conn *conn)
{
	struct peer_dev *dev = conn->dev;

	errno = 0;
	conn->cq = ibv_create_cq(dev->verbs, SEND_DEPTH + conn->nr_recv, conn, dev->comp, 0);
	if (!conn->cq)
		return peer_conn_errno(conn, "ibv_create_cq");
	if (ibv_req_notify_cq(conn->cq, 0))
		return peer_conn_failed(conn, "ibv_req_notify_cq", -EIO);
	return 0;
}

static int create_qp(struct peer_conn *conn)
{
	struct ibv_qp_init_attr init = {
		.qp_context = conn,
		.send_cq = conn->cq,
		.recv_cq = conn->cq,
		.srq = conn->srq,
		.cap = {
			.max_send_wr = SEND_DEPTH,
			.max_recv_wr = conn->srq ? 0 : max(conn->nr_recv, 1U),
			.max_send_sge = 1,
			.max_recv_sge = 1,
		},
		.qp_type = IBV_QPT_RC,
	};

	errno = 0;
	if (!peer_qp_is_ours(conn)) {
		if (rdma_create_qp(conn->cm_id, conn->dev->pd, &init))
			return peer_conn_errno(conn, "rdma_create_qp");
		conn->qp = conn->cm_id->qp;
		return 0;
	}
	conn->qp = ibv_create_qp(conn->dev->pd, &init);
	if (!conn->qp)
		return peer_conn_errno(conn, "ibv_create_qp");
	return to_init(conn);
}

int peer_qp_create(struct peer_conn *conn)
{
	int ret = peer_ping_create(conn);

	if (!ret)
		ret = create_srq(conn);
	if (!ret)
		ret = create_cq(conn);
	if (!ret)
		ret = create_qp(conn);
	if (ret)
		return ret;
	conn->snap.qp_num = conn->qp->qp_num;
	return peer_ping_post_recvs(conn);
}

void peer_qp_destroy(struct peer_conn *conn)
{
	if (conn->qp && conn->cm_id->qp)
		rdma_destroy_qp(conn->cm_id);
	else if (conn->qp)
		ibv_destroy_qp(conn->qp);
	conn->qp = NULL;
	if (conn->cq)
		ibv_destroy_cq(conn->cq);
	conn->cq = NULL;
	if (conn->srq)
		ibv_destroy_srq(conn->srq);
	conn->srq = NULL;
	peer_ping_destroy(conn);
}

static void set_mtu(struct cmlab_values *raw, enum ibv_mtu mtu)
{
	if (mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096)
		cmlab_values_set(raw, CMLAB_F_MTU, 128u << mtu);
}

void peer_qp_query(struct peer_conn *conn)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	struct cmlab_values raw;
	int ret;

	memset(&attr, 0, sizeof(attr));
	memset(&raw, 0, sizeof(raw));
	ret = ibv_query_qp(conn->qp, &attr,
			   IBV_QP_STATE | IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_MAX_DEST_RD_ATOMIC |
				   IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_TIMEOUT |
				   IBV_QP_MIN_RNR_TIMER | IBV_QP_PATH_MTU | IBV_QP_ACCESS_FLAGS |
				   IBV_QP_DEST_QPN,
			   &init);
	if (ret) {
		peer_conn_failed(conn, "ibv_query_qp", -ret);
		return;
	}
	cmlab_values_set(&raw, CMLAB_F_IRD, attr.max_dest_rd_atomic);
	cmlab_values_set(&raw, CMLAB_F_ORD, attr.max_rd_atomic);
	cmlab_values_set(&raw, CMLAB_F_RETRY, attr.retry_cnt);
	cmlab_values_set(&raw, CMLAB_F_RNR, attr.rnr_retry);
	cmlab_values_set(&raw, CMLAB_F_TIMEOUT, attr.timeout);
	cmlab_values_set(&raw, CMLAB_F_MIN_RNR, attr.min_rnr_timer);
	cmlab_values_set(&raw, CMLAB_F_QPN, attr.dest_qp_num);
	set_mtu(&raw, attr.path_mtu);
	cmlab_snapshot_programmed(&conn->snap, &raw);
	conn->snap.access_flags = attr.qp_access_flags;
}

static void poll_cq(struct ibv_cq *cq)
{
	struct ibv_wc wc[POLL_BATCH];
	int i, nr;

	while ((nr = ibv_poll_cq(cq, POLL_BATCH, wc)) > 0)
		for (i = 0; i < nr; i++)
			peer_ping_done(cq->cq_context, &wc[i]);
}

void peer_qp_drain(struct peer_conn *conn)
{
	if (conn->cq)
		poll_cq(conn->cq);
}

void peer_qp_poll(struct peer_dev *dev)
{
	struct ibv_cq *cq;
	void *context;

	while (!ibv_get_cq_event(dev->comp, &cq, &context)) {
		ibv_ack_cq_events(cq, 1);
		ibv_req_notify_cq(cq, 0);
		poll_cq(cq);
	}
}
