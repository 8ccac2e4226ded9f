/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to this room: what the parts of cmlab_predict() share.
 */
#ifndef CMLAB_MODEL_H
#define CMLAB_MODEL_H

#include <cmlab/predict.h>

/**
 * struct cmlab_model - a prediction being made
 * @in: the question
 * @h: the answer; what is agreed stays with the end it was decided at
 * @cm_timeout: the path's ACK timeout as each side's CM has it, by enum cmlab_role
 */
struct cmlab_model {
	const struct cmlab_predict_in *in;
	struct cmlab_handshake *h;
	u32 cm_timeout[CMLAB_NR_ROLES];
};

/* The three kinds of handshake, each from its own file. */
void cmlab_predict_ib(struct cmlab_model *p);
void cmlab_predict_ud(struct cmlab_model *p);
void cmlab_predict_iwarp(struct cmlab_model *p);

/* predict.c: what they have in common. */

static inline const struct cmlab_driver_info *cmlab_predict_driver(const struct cmlab_model *p,
								   enum cmlab_role role)
{
	return cmlab_limits_driver(p->in->side[role].device.driver);
}

/* The program moves its QPs itself. */
static inline bool cmlab_predict_lab(const struct cmlab_model *p)
{
	return p->in->transitions == CMLAB_TRANSITIONS_LAB;
}

/**
 * cmlab_predict_params - what a side passes to its call
 * @p: the prediction
 * @role: which side
 * @params: the values as struct rdma_conn_param carries them. A passive side has seen the
 *	REQ (its end's @seen)
 *
 * Return: false if the side's policy refuses; then its end's @refusal has the reason
 */
bool cmlab_predict_params(struct cmlab_model *p, enum cmlab_role role, struct cmlab_values *params);

/* Adds an event of this kind and returns it, zeroed. */
struct cmlab_cm_event *cmlab_predict_add(struct cmlab_model *p, enum cmlab_role role,
					 enum cmlab_event event, s32 status, u32 len);

/* The event with the peer's numbers is complete: @seen follows from it. */
void cmlab_predict_seen(struct cmlab_model *p, enum cmlab_role role,
			const struct cmlab_cm_event *ev);

/* @len bytes of private data of this side's REQ or REP have gone out. */
static inline void cmlab_predict_sent(struct cmlab_end *e, u32 len)
{
	e->message.sent = true;
	e->message.sent_len = len;
}

/* The passive side rejects with that many bytes. */
static inline void cmlab_predict_rejects(struct cmlab_model *p, u32 len)
{
	p->h->rejecter = CMLAB_ROLE_PASSIVE;
	p->h->reject.sent = true;
	p->h->reject.sent_len = len;
}

static inline void cmlab_predict_call(struct cmlab_end *e, enum cmlab_call call, s32 ret)
{
	e->call = (u8)call;
	e->ret = ret;
}

/* Judges the reply seen as the module does; false if this side ends the connection for it. */
bool cmlab_predict_judge(struct cmlab_model *p);

/* predict_qp.c */

/* Moves INIT -> RTR -> RTS; what was programmed before a refusal stays. 0 or -EINVAL. */
int cmlab_predict_program(const struct cmlab_model *p, enum cmlab_role role,
			  const struct cmlab_values *want);
/* The same for the two depths of an iWARP QP, which only the driver sets. */
void cmlab_predict_program_iw(struct cmlab_model *p, enum cmlab_role role, u32 ird, u32 ord);
/* What ib_query_qp makes of it. */
void cmlab_predict_report(struct cmlab_model *p, enum cmlab_role role);
/* What the driver bounds a depth by; U32_MAX-like large if by nothing. */
u32 cmlab_predict_bound(const struct cmlab_model *p, enum cmlab_role role, enum cmlab_field f);
/* MTU of this side's path in bytes; 0: the netdev's is too small for RoCE. */
u32 cmlab_predict_mtu(const struct cmlab_model *p, enum cmlab_role role);

/* predict_time.c */

/* Results of the two setters, as far as they do not depend on a decision. */
void cmlab_predict_setters(struct cmlab_model *p);
/* The timeout that the id holds for its own QP; negative: none. */
s32 cmlab_predict_own_timeout(const struct cmlab_model *p, enum cmlab_role role);
u32 cmlab_predict_own_min_rnr(const struct cmlab_model *p, enum cmlab_role role);
/* Packet life time of the active side's path. */
u32 cmlab_predict_path_life(const struct cmlab_model *p);
/* Detection times; after everything else. */
void cmlab_predict_times(struct cmlab_model *p);

#endif /* CMLAB_MODEL_H */
