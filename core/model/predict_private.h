/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to the core: what the parts of cmlab_predict() share.
 */
#ifndef CMLAB_PREDICT_PRIVATE_H
#define CMLAB_PREDICT_PRIVATE_H

#include <cmlab/predict.h>

#define REJ_NO_LISTENER 8  /* IB_CM_REJ_INVALID_SERVICE_ID */
#define REJ_STALE	10 /* IB_CM_REJ_STALE_CONN */
#define REJ_CONSUMER	28 /* IB_CM_REJ_CONSUMER_DEFINED */

/* ib_cm.h:67-79: private-data areas of the CM messages, and struct cma_hdr. */
#define AREA_REQ      92
#define AREA_REP      196
#define AREA_REJ      148
#define AREA_SIDR_REQ 216
#define AREA_SIDR_REP 136
#define CMA_HDR	      36

/* The three kinds of handshake, each from its own file. */
void cmlab_predict_ib(struct cmlab_prediction *p);
void cmlab_predict_ud(struct cmlab_prediction *p);
void cmlab_predict_iwarp(struct cmlab_prediction *p);

/* predict.c: what they have in common. */

static inline const struct cmlab_driver_info *cmlab_predict_driver(const struct cmlab_prediction *p,
								   enum cmlab_role role)
{
	return cmlab_limits_driver(p->in->side[role].device.driver);
}

/**
 * cmlab_predict_params - what a side passes to its call
 * @p: the prediction
 * @role: which side
 * @adv: what the REQ advertised, for a passive side with a profile
 * @params: the values as struct rdma_conn_param carries them
 *
 * Return: false if the side's policy refuses; then decision has the reason
 */
bool cmlab_predict_params(struct cmlab_prediction *p, enum cmlab_role role,
			  const struct cmlab_values *adv, struct cmlab_values *params);

/* Adds an event of this kind and returns it, zeroed. */
struct cmlab_predicted_event *cmlab_predict_add(struct cmlab_predicted_side *s,
						enum cmlab_event event, s32 status, u32 len);

static inline void cmlab_predict_call(struct cmlab_predicted_side *s, enum cmlab_call call, s32 ret)
{
	s->call = (u8)call;
	s->ret = ret;
}

/* Judges a reply as the module does; false if this side ends the connection for it. */
bool cmlab_predict_judge(struct cmlab_prediction *p, const struct cmlab_values *adv);

/* predict_qp.c */

/* Moves INIT -> RTR -> RTS; what was programmed before a refusal stays. 0 or -EINVAL. */
int cmlab_predict_program(const struct cmlab_prediction *p, enum cmlab_role role,
			  const struct cmlab_values *want, struct cmlab_predicted_side *s);
/* The same for the two depths of an iWARP QP, which only the driver sets. */
void cmlab_predict_program_iw(struct cmlab_prediction *p, enum cmlab_role role, u32 ird, u32 ord);
/* What ib_query_qp makes of it. */
void cmlab_predict_report(struct cmlab_prediction *p, enum cmlab_role role);
/* What the driver bounds a depth by; U32_MAX-like large if by nothing. */
u32 cmlab_predict_bound(const struct cmlab_prediction *p, enum cmlab_role role, enum cmlab_field f);
/* MTU of this side's path in bytes; 0: the netdev's is too small for RoCE. */
u32 cmlab_predict_mtu(const struct cmlab_prediction *p, enum cmlab_role role);

/* predict_time.c */

/* Results of the two setters, as far as they do not depend on a decision. */
void cmlab_predict_setters(struct cmlab_prediction *p);
/* The timeout that the id holds for its own QP; negative: none. */
s32 cmlab_predict_own_timeout(const struct cmlab_prediction *p, enum cmlab_role role);
u32 cmlab_predict_own_min_rnr(const struct cmlab_prediction *p, enum cmlab_role role);
/* Packet life time of the active side's path. */
u32 cmlab_predict_path_life(const struct cmlab_prediction *p);
/* Detection times; after everything else. */
void cmlab_predict_times(struct cmlab_prediction *p);

#endif /* CMLAB_PREDICT_PRIVATE_H */
