/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Between an event and a call: what the peer offers, what is decided about it, and
 * what this side will say. Nothing in here talks to the peer.
 */
#ifndef CMLAB_PEER_OFFER_H
#define CMLAB_PEER_OFFER_H

#include "peer_conn.h"
#include "peer_event.h"
#include "peer_pdata.h"

/* Take the device of the connection's id; 0 or a negative errno with the call noted. */
int peer_offer_device(struct peer_conn *conn);

/**
 * peer_offer_take - a REQ's or REP's event to an offer
 * @conn: the connection
 * @ev: the event
 * @kind: which message it is of
 * @adv: what the peer offers, in our perspective
 *
 * Return: CMLAB_REASON_NONE, or why its header is not usable, noted as a refusal
 */
enum cmlab_reason peer_offer_take(struct peer_conn *conn, const struct peer_event *ev,
				  enum cmlab_wire_kind kind, struct cmlab_values *adv);

/* Decide what to offer, or with @adv what to accept; a reason is a refusal. */
enum cmlab_reason peer_offer_decide(struct peer_conn *conn, const struct cmlab_values *adv);

/**
 * peer_offer_judge - a REP against what was offered
 * @conn: the connection
 * @adv: what the REP offers
 *
 * transitions=cm goes on whatever the verdict, as most programs do, and leaves it to
 * the findings.
 *
 * Return: CMLAB_REASON_NONE, or why the connection has to end
 */
enum cmlab_reason peer_offer_judge(struct peer_conn *conn, const struct cmlab_values *adv);

/* Note a refusal that the policy did not make; afterwards it looks like one. */
enum cmlab_reason peer_offer_refuse(struct peer_conn *conn, enum cmlab_reason reason,
				    enum cmlab_field field, u32 have, u32 need);

/**
 * peer_offer_prepare - private data, timers, QP and parameters of a REQ or REP
 * @conn: the connection, decided
 * @kind: which message
 * @blob: the private data, which @param points to
 * @param: what the CM gets
 *
 * Return: 0, or a negative errno with a refusal noted
 */
int peer_offer_prepare(struct peer_conn *conn, enum cmlab_wire_kind kind, struct peer_pdata *blob,
		       struct rdma_conn_param *param);

#endif /* CMLAB_PEER_OFFER_H */
