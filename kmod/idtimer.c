// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <cmlab/names.h>

#include "idtimer.h"

/* The value as policy would give it; raw, as it was asked for. */
static bool value(const struct cmlab_request *req, enum cmlab_field f, u8 *v)
{
	u32 target = req->profile.range[f].target;

	if (!(req->profile.set & 1U << f))
		return false;
	if (req->decide == CMLAB_DECIDE_POLICY)
		target = min(target, cmlab_names_field(f)->wire_max);
	*v = target;
	return true;
}

static bool is_moment(u8 when, enum cmlab_when now)
{
	return (when == CMLAB_WHEN_NEVER ? CMLAB_WHEN_BEFORE_HANDSHAKE : when) == now;
}

int cmlab_idtimer_set(struct rdma_cm_id *id, const struct cmlab_request *req, enum cmlab_when now,
		      const char **call)
{
	int ret = 0;
	u8 v;

	if (id->qp_type != IB_QPT_RC)
		return 0;
	if (is_moment(req->timeout_when, now) && value(req, CMLAB_F_TIMEOUT, &v)) {
		*call = "rdma_set_ack_timeout";
		ret = rdma_set_ack_timeout(id, v);
	}
	if (!ret && is_moment(req->min_rnr_when, now) && value(req, CMLAB_F_MIN_RNR, &v)) {
		*call = "rdma_set_min_rnr_timer";
		ret = rdma_set_min_rnr_timer(id, v);
	}
	return ret;
}
