/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a connection decides, from the core's rules, its device's accounts and its peer's
 * messages. All of it runs in the CM handler, or with its lock held.
 */
#ifndef CMLAB_DECIDE_H
#define CMLAB_DECIDE_H

#include <rdma/rdma_cm.h>

#include <cmlab/pdata.h>
#include <cmlab/policy.h>
#include <cmlab/wire.h>

struct cmlab_conn;

/**
 * cmlab_decide_device - hold the device that the connection's id is on
 * @conn: the connection
 *
 * Return: 0, or -ENODEV if the device is going away
 */
int cmlab_decide_device(struct cmlab_conn *conn);

/**
 * cmlab_decide_offer - take a peer's REQ or REP over
 * @conn: the connection
 * @ev: the event; nothing of it is kept
 * @kind: which message
 * @adv: what it says, in our perspective
 *
 * Return: the reason to refuse its header, which is then @conn->decision's, or
 * CMLAB_REASON_NONE
 */
enum cmlab_reason cmlab_decide_offer(struct cmlab_conn *conn, const struct rdma_cm_event *ev,
				     enum cmlab_wire_kind kind, struct cmlab_values *adv);

/**
 * cmlab_decide_reject - take a peer's refusal over
 * @conn: the connection
 * @ev: REJECTED, or with UD the UNREACHABLE that stands for it
 */
void cmlab_decide_reject(struct cmlab_conn *conn, const struct rdma_cm_event *ev);

/**
 * cmlab_decide - the offer of the active side, or the accept of the passive side
 * @conn: the connection
 * @adv: what the peer's REQ says, or NULL on the active side
 *
 * Return: the reason to refuse, or CMLAB_REASON_NONE: @conn->decision holds the parameters
 */
enum cmlab_reason cmlab_decide(struct cmlab_conn *conn, const struct cmlab_values *adv);

/**
 * cmlab_decide_reply - judge a REP
 * @conn: the connection
 * @ev: its event
 *
 * Return: true to go on; else @conn->decision has the reason
 */
bool cmlab_decide_reply(struct cmlab_conn *conn, const struct rdma_cm_event *ev);

/**
 * cmlab_decide_own_qp - qp_num and srq are those of the connection's QP
 * @conn: the connection, its QP just created
 *
 * Notes as a clamp where the caller had asked for others.
 */
void cmlab_decide_own_qp(struct cmlab_conn *conn);

/**
 * cmlab_decide_data - the private data that go with the decision
 * @conn: the connection
 * @kind: of which message
 * @blob: filled; empty on failure
 *
 * Return: 0 or -EMSGSIZE, see cmlab_pdata_build()
 */
int cmlab_decide_data(struct cmlab_conn *conn, enum cmlab_wire_kind kind,
		      struct cmlab_pdata_blob *blob);

/**
 * cmlab_decide_conn_param - what the CM gets of the decision
 * @conn: the connection
 * @blob: its private data, which must stay as long as @p is used
 * @p: written whole, each value narrowed to what the struct carries
 */
void cmlab_decide_conn_param(const struct cmlab_conn *conn, const struct cmlab_pdata_blob *blob,
			     struct rdma_conn_param *p);

/**
 * cmlab_decide_set_timers - tell the id the timers whose moment this is
 * @conn: the connection
 * @now: the moment
 *
 * Return: 0, or what the first setter that failed returned
 */
int cmlab_decide_set_timers(struct cmlab_conn *conn, enum cmlab_when now);

/* A refusal that does not come from the policy; afterwards it looks like one that does. */
void cmlab_decide_reason(struct cmlab_conn *conn, enum cmlab_reason reason, enum cmlab_field field,
			 u32 have, u32 need);

#endif /* CMLAB_DECIDE_H */
