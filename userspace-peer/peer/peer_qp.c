// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Queue pairs: created and moved, by librdmacm or by this program, posted to, queried, and
 * torn down with everything that belongs to them.
 */
#include <errno.h>
#include <stdlib.h>

#include <cmlab/ping.h>

#include "peer_qp.h"

#define SEND_DEPTH 1

/* Attributes that ibv_modify_qp() knows; old rdma_ucm kernels set bits above. */
#define ATTR_MASK ((IBV_QP_DEST_QPN << 1) - 1)

bool peer_qp_is_ours(const struct peer_conn *conn)
{
	const struct cmlab_request *req = peer_conn_request(conn);

	return cmlab_policy_moves_qp(&conn->dev->limits, req->transitions, req->ps);
}

static int modify(struct peer_conn *conn, enum cmlab_call call, struct ibv_qp_attr *attr, int mask)
{
	int ret = ibv_modify_qp(conn->qp, attr, mask);

	return ret ? peer_conn_called(conn, call, -ret) : 0;
}

static u32 depth(const struct peer_conn *conn, const struct cmlab_values *depths,
		 enum cmlab_field f)
{
	return cmlab_policy_qp_depth(&conn->dev->limits, f, cmlab_values_get(depths, f));
}

/* One step, by the CM's attributes but for those that are our own: @depths and min_rnr_timer. */
static int move(struct peer_conn *conn, enum ibv_qp_state state, enum cmlab_call call,
		const struct cmlab_values *depths)
{
	struct ibv_qp_attr attr = { .qp_state = state };
	int mask = 0;

	if (rdma_init_qp_attr(conn->cm_id, &attr, &mask))
		return peer_conn_errno(conn, CMLAB_CALL_INIT_QP_ATTR);
	if (state == IBV_QPS_RTR)
		attr.max_dest_rd_atomic = depth(conn, depths, CMLAB_F_IRD);
	if (state == IBV_QPS_RTR && cmlab_values_has(&conn->asked, CMLAB_F_MIN_RNR))
		attr.min_rnr_timer = cmlab_values_get(&conn->asked, CMLAB_F_MIN_RNR);
	if (state == IBV_QPS_RTS)
		attr.max_rd_atomic = depth(conn, depths, CMLAB_F_ORD);
	return modify(conn, call, &attr, mask & ATTR_MASK);
}

static int to_init(struct peer_conn *conn)
{
	return move(conn, IBV_QPS_INIT, CMLAB_CALL_MODIFY_INIT, NULL);
}

int peer_qp_to_rts(struct peer_conn *conn, const struct cmlab_values *depths)
{
	/* Again INIT: only now the CM knows the access flags. */
	int ret = to_init(conn);

	if (!ret)
		ret = move(conn, IBV_QPS_RTR, CMLAB_CALL_MODIFY_RTR, depths);
	return ret ? ret : move(conn, IBV_QPS_RTS, CMLAB_CALL_MODIFY_RTS, depths);
}

void peer_qp_to_error(struct peer_conn *conn)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_ERR };

	if (conn->qp && !conn->cm_id->qp)
		ibv_modify_qp(conn->qp, &attr, IBV_QP_STATE);
}

/* A QP of iWARP has none, and its driver moves it once. */
void peer_qp_set_min_rnr(struct peer_conn *conn)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS };

	if (peer_qp_is_ours(conn) || conn->dev->real.transport == CMLAB_TRANSPORT_IWARP ||
	    !cmlab_values_has(&conn->asked, CMLAB_F_MIN_RNR))
		return;
	attr.min_rnr_timer = cmlab_values_get(&conn->asked, CMLAB_F_MIN_RNR);
	modify(conn, CMLAB_CALL_MODIFY_QP, &attr, IBV_QP_STATE | IBV_QP_MIN_RNR_TIMER);
}

const u8 *peer_qp_slot(const struct peer_conn *conn, u64 n)
{
	return conn->buf + (n + 1) * CMLAB_PING_SLOT;
}

int peer_qp_post_recv(struct peer_conn *conn, u64 n)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)peer_qp_slot(conn, n),
		.length = CMLAB_PING_SLOT,
		.lkey = conn->mr->lkey,
	};
	struct ibv_recv_wr wr = { .wr_id = n, .sg_list = &sge, .num_sge = 1 };
	struct ibv_recv_wr *bad;

	return conn->srq ? -ibv_post_srq_recv(conn->srq, &wr, &bad) :
			   -ibv_post_recv(conn->qp, &wr, &bad);
}

int peer_qp_send(struct peer_conn *conn, const void *msg, u32 len)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)conn->buf,
		.length = len,
		.lkey = conn->mr->lkey,
	};
	struct ibv_send_wr wr = {
		.wr_id = PEER_QP_SEND,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct ibv_send_wr *bad;

	memcpy(conn->buf, msg, len);
	return -ibv_post_send(conn->qp, &wr, &bad);
}

static int create_buffers(struct peer_conn *conn)
{
	bool none = conn->peer->opts.bad.kind == CMLAB_FAULT_NO_RECV;
	size_t size;

	conn->nr_recv = none ? 0 : peer_conn_request(conn)->profile.recv_depth;
	size = (size_t)(conn->nr_recv + 1) * CMLAB_PING_SLOT;
	conn->buf = calloc(1, size);
	if (!conn->buf)
		return peer_conn_called(conn, CMLAB_CALL_ALLOC_BUFFERS, -ENOMEM);
	errno = 0;
	conn->mr = ibv_reg_mr(conn->dev->pd, conn->buf, size, IBV_ACCESS_LOCAL_WRITE);
	return conn->mr ? 0 : peer_conn_errno(conn, CMLAB_CALL_REG_MR);
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
	return conn->srq ? 0 : peer_conn_errno(conn, CMLAB_CALL_CREATE_SRQ);
}

static int create_cq(struct peer_conn *conn)
{
	struct peer_dev *dev = conn->dev;

	errno = 0;
	conn->cq = ibv_create_cq(dev->verbs, SEND_DEPTH + conn->nr_recv, conn, dev->comp, 0);
	if (!conn->cq)
		return peer_conn_errno(conn, CMLAB_CALL_CREATE_CQ);
	if (ibv_req_notify_cq(conn->cq, 0))
		return peer_conn_called(conn, CMLAB_CALL_NOTIFY_CQ, -EIO);
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
			return peer_conn_errno(conn, CMLAB_CALL_CREATE_QP);
		conn->qp = conn->cm_id->qp;
		return 0;
	}
	conn->qp = ibv_create_qp(conn->dev->pd, &init);
	if (!conn->qp)
		return peer_conn_errno(conn, CMLAB_CALL_IB_CREATE_QP);
	return to_init(conn);
}

static void note_qp(struct peer_conn *conn)
{
	struct cmlab_end *e = cmlab_own_end(&conn->report.h);

	e->known |= CMLAB_KNOWS_OWN_QP;
	e->qp_num = conn->qp->qp_num;
	e->has_srq = conn->srq;
}

static int post_recvs(struct peer_conn *conn)
{
	struct cmlab_end *e = cmlab_own_end(&conn->report.h);
	int ret;

	e->known |= CMLAB_KNOWS_RECEIVES;
	for (e->recv_posted = 0; e->recv_posted < conn->nr_recv; e->recv_posted++) {
		ret = peer_qp_post_recv(conn, e->recv_posted);
		if (ret)
			return peer_conn_called(conn, CMLAB_CALL_POST_RECV, ret);
	}
	return 0;
}

int peer_qp_create(struct peer_conn *conn)
{
	int ret = create_buffers(conn);

	if (!ret)
		ret = create_srq(conn);
	if (!ret)
		ret = create_cq(conn);
	if (!ret)
		ret = create_qp(conn);
	if (ret)
		return ret;
	note_qp(conn);
	return post_recvs(conn);
}

void peer_qp_destroy(struct peer_conn *conn)
{
	if (conn->qp && conn->cm_id->qp)
		rdma_destroy_qp(conn->cm_id);
	else if (conn->qp)
		ibv_destroy_qp(conn->qp);
	if (conn->cq)
		ibv_destroy_cq(conn->cq);
	if (conn->srq)
		ibv_destroy_srq(conn->srq);
	if (conn->mr)
		ibv_dereg_mr(conn->mr);
	free(conn->buf);
}

static void set_mtu(struct cmlab_values *raw, enum ibv_mtu mtu)
{
	if (mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096)
		cmlab_values_set(raw, CMLAB_F_MTU, 128u << mtu);
}

void peer_qp_query(struct peer_conn *conn)
{
	struct ibv_qp_init_attr init;
	struct cmlab_values raw = { 0 };
	struct ibv_qp_attr attr;
	int ret;

	memset(&attr, 0, sizeof(attr));
	ret = ibv_query_qp(conn->qp, &attr,
			   IBV_QP_STATE | IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_MAX_DEST_RD_ATOMIC |
				   IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_TIMEOUT |
				   IBV_QP_MIN_RNR_TIMER | IBV_QP_PATH_MTU | IBV_QP_ACCESS_FLAGS |
				   IBV_QP_DEST_QPN,
			   &init);
	if (ret) {
		peer_conn_called(conn, CMLAB_CALL_QUERY_QP, -ret);
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
	cmlab_handshake_queried(&conn->report.h, &raw, attr.qp_access_flags);
}
