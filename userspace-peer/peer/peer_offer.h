/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Between an event and a call: what the peer offers, what is decided about it, and
 * what this side will say. Nothing in here talks to the peer.
 */
#ifndef CMLAB_PEER_OFFER_H
#define CMLAB_PEER_OFFER_H

#include <cmlab/pdata.h>

#include "peer_conn.h"

/* Take the device of the connection's id; 0 or a negative errno with the call noted. */
int peer_offer_device(struct peer_conn *conn);

/* Set the ACK timeout if this is the moment for it; 0 or a negative errno with the call noted. */
int peer_offer_ack_timeout(struct peer_conn *conn, enum cmlab_when now);

/* The numbers of an event, as they are. */
void peer_offer_numbers(const struct peer_event *ev, struct cmlab_event_conn *numbers);

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

/**
 * peer_offer_pdata - private data of a REQ, REP or REJ, misbehaviour included
 * @conn: the connection, decided
 * @kind: which message
 * @blob: written whole; empty on failure
 *
 * Return: 0, or -EMSGSIZE: the CM would refuse it, or on some drivers corrupt it
 */
int peer_offer_pdata(struct peer_conn *conn, enum cmlab_wire_kind kind,
		     struct cmlab_pdata_blob *blob);

/**
 * peer_offer_prepare - private data, timers, QP and parameters of a REQ or REP
 * @conn: the connection, decided
 * @kind: which message
 * @blob: the private data, which @param points to
 * @param: what the CM gets
 *
 * Return: 0, or a negative errno with a refusal noted
 */
int peer_offer_prepare(struct peer_conn *conn, enum cmlab_wire_kind kind,
		       struct cmlab_pdata_blob *blob, struct rdma_conn_param *param);

#endif /* CMLAB_PEER_OFFER_H */
