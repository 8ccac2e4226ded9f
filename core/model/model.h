/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to this room: what the parts of cmlab_predict() share.
 */
#ifndef CMLAB_MODEL_H
#define CMLAB_MODEL_H

#include <cmlab/predict.h>

/**
 * struct cmlab_party - one side of a prediction being made
 * @in: the question
 * @side: this side's part of it
 * @driver: facts of its device's driver
 * @peer: the other side
 * @e: the answer's end; what is agreed stays with the end it was decided at
 * @role: which side it is
 * @cm_timeout: the path's ACK timeout as its CM has it
 */
struct cmlab_party {
	const struct cmlab_predict_in *in;
	const struct cmlab_predict_side *side;
	const struct cmlab_driver_info *driver;
	const struct cmlab_party *peer;
	struct cmlab_end *e;
	enum cmlab_role role;
	u32 cm_timeout;
};

/**
 * struct cmlab_model - a prediction being made
 * @in: the question
 * @h: the answer
 * @active: the side that connects
 * @passive: the side that listens
 */
struct cmlab_model {
	const struct cmlab_predict_in *in;
	struct cmlab_handshake *h;
	struct cmlab_party active;
	struct cmlab_party passive;
};

/* The three kinds of handshake, each from its own file. */
void cmlab_predict_ib(struct cmlab_model *p);
void cmlab_predict_ud(struct cmlab_model *p);
void cmlab_predict_iwarp(struct cmlab_model *p);

/* predict.c: what they have in common. */

/* The program moves its QPs itself. */
static inline bool cmlab_predict_lab(const struct cmlab_predict_in *in)
{
	return in->transitions == CMLAB_TRANSITIONS_LAB;
}

/* Bytes of a REQ's private data that the CM itself takes. */
static inline u32 cmlab_predict_header(const struct cmlab_predict_in *in)
{
	return in->family == CMLAB_FAMILY_IB ? 0 : CMLAB_CMA_HDR;
}

/**
 * cmlab_predict_params - what a side passes to its call
 * @s: the side; a passive one has seen the REQ (its end's @seen)
 * @params: the values as struct rdma_conn_param carries them
 *
 * Return: false if the side's policy refuses; then its end's @refusal has the reason, and a
 * passive side has called rdma_reject
 */
bool cmlab_predict_params(const struct cmlab_party *s, struct cmlab_values *params);

/* Adds an event of this kind, with all numbers 0, and returns it. */
struct cmlab_cm_event *cmlab_predict_add(const struct cmlab_party *s, enum cmlab_event event,
					 s32 status, u32 len);

/* The active side's event that ends it; false, for the handshake is over. */
bool cmlab_predict_end(struct cmlab_model *p, enum cmlab_event event, s32 status, u32 len);

/* The event with the peer's numbers is complete: @seen follows from it. */
void cmlab_predict_seen(const struct cmlab_party *s, const struct cmlab_cm_event *ev);

static inline void cmlab_predict_call(struct cmlab_end *e, enum cmlab_call call, s32 ret)
{
	e->call = (u8)call;
	e->ret = ret;
}

/* The call has sent this side's REQ or REP with the private data that @params tells of. */
void cmlab_predict_sent(struct cmlab_end *e, enum cmlab_call call,
			const struct cmlab_values *params);

/* IB and RoCE: rdma_connect, whose REQ holds @area bytes; false if nothing goes out. */
bool cmlab_predict_connect(struct cmlab_model *p, u32 area, enum cmlab_qp_state created,
			   struct cmlab_values *params);

/* The passive side's program calls rdma_reject with that many bytes. */
void cmlab_predict_reject(struct cmlab_model *p, u32 len, s32 ret);

/* Judges the reply seen as the module does; false if this side ends the connection for it. */
bool cmlab_predict_judge(const struct cmlab_party *active);

/* predict_qp.c */

/* Moves INIT -> RTR -> RTS; what was programmed before a refusal stays. 0 or -EINVAL. */
int cmlab_predict_program(const struct cmlab_party *s, const struct cmlab_values *want);
/* The same for the two depths of an iWARP QP, which only the driver sets. */
void cmlab_predict_program_iw(const struct cmlab_party *s, u32 ird, u32 ord);
/* What ib_query_qp makes of it. */
void cmlab_predict_report(const struct cmlab_party *s);
/* What the driver bounds a depth by; U32_MAX-like large if by nothing. */
u32 cmlab_predict_bound(const struct cmlab_party *s, enum cmlab_field f);
/* MTU of this side's path in bytes; 0: the netdev's is too small for RoCE. */
u32 cmlab_predict_mtu(const struct cmlab_party *s);

/* predict_time.c */

/* Results of the two setters, as far as they do not depend on a decision. */
void cmlab_predict_setters(const struct cmlab_party *s);
/* TIMEOUT or MIN_RNR as the id holds it for its own QP; negative: none. */
s32 cmlab_predict_own_timer(const struct cmlab_party *s, enum cmlab_field f);
/* Packet life time of the active side's path. */
u32 cmlab_predict_path_life(const struct cmlab_party *active);
/* Detection times; after everything else. */
void cmlab_predict_times(struct cmlab_model *p);

#endif /* CMLAB_MODEL_H */
