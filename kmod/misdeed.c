// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What a connection does wrong on purpose to its own messages and decisions.
 */
#include <linux/atomic.h>
#include <linux/delay.h>
#include <rdma/ib_cm.h>

#include "conn.h"
#include "decide.h"
#include "misdeed.h"

int cmlab_misdeed_error(const struct cmlab_conn *conn, u8 kind)
{
	return conn->fault.kind == kind ? -(int)conn->fault.n : 0;
}

void cmlab_misdeed_hold(const struct cmlab_conn *conn)
{
	if (conn->fault.kind == CMLAB_FAULT_HOLD)
		msleep(conn->fault.n);
}

enum cmlab_reason cmlab_misdeed_decision(struct cmlab_conn *conn, const struct cmlab_values *adv)
{
	switch (conn->fault.kind) {
	case CMLAB_FAULT_OVER_REPLY:
		cmlab_fault_over_reply(adv, &conn->decision.params);
		break;
	case CMLAB_FAULT_REJECT:
		cmlab_decide_reason(conn, conn->fault.n, CMLAB_F_IRD, 1, 4);
		break;
	case CMLAB_FAULT_REJECT_EMPTY:
	case CMLAB_FAULT_REJECT_REASON:
	case CMLAB_FAULT_REJECT_LONG:
		cmlab_decide_reason(conn, CMLAB_REASON_NO_RESOURCES, CMLAB_NR_FIELDS, 0, 0);
		break;
	default:
		break;
	}
	return conn->decision.reason;
}

u8 cmlab_misdeed_refusal(const struct cmlab_conn *conn, struct cmlab_pdata_blob *blob)
{
	u32 len;

	switch (conn->fault.kind) {
	case CMLAB_FAULT_REJECT_EMPTY:
		blob->len = 0;
		break;
	case CMLAB_FAULT_REJECT_LONG:
		len = min_t(u32, conn->fault.n, sizeof(blob->data));
		if (len > blob->len)
			memset(blob->data + blob->len, 0xa5, len - blob->len);
		blob->len = len;
		break;
	case CMLAB_FAULT_REJECT_REASON:
		return conn->fault.n;
	default:
		break;
	}
	return IB_CM_REJ_CONSUMER_DEFINED;
}

/* Of the last accept, whoever's it was. */
static atomic_t last_qp_num = ATOMIC_INIT(0);

void cmlab_misdeed_qp_num(const struct cmlab_conn *conn, struct rdma_conn_param *param)
{
	int last = atomic_xchg(&last_qp_num, param->qp_num);

	if (conn->fault.kind == CMLAB_FAULT_SAME_QPN && last)
		param->qp_num = last;
}
