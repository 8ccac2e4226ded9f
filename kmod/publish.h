/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a connection does and hears, copied into its record for readers. Nothing comes back
 * from there; conn.c publishes the state, ping.c and qp.c what they do.
 */
#ifndef CMLAB_PUBLISH_H
#define CMLAB_PUBLISH_H

#include <rdma/rdma_cm.h>

#include <cmlab/handshake.h>
#include <cmlab/pdata.h>

struct cmlab_conn;
struct net;
struct sockaddr;

/**
 * cmlab_publish_called - the result of a call
 * @conn: the connection
 * @call: of the CM, of the verbs, or of this module; only the first failure is kept
 * @ret: its result
 *
 * Return: @ret
 */
int cmlab_publish_called(struct cmlab_conn *conn, enum cmlab_call call, int ret);

/* An event of the connection's own handler. */
void cmlab_publish_event(struct cmlab_conn *conn, const struct rdma_cm_event *ev);

/* The addresses that are asked for, before the id has them; @src may be NULL. */
void cmlab_publish_addresses(struct cmlab_conn *conn, struct net *net, const struct sockaddr *src,
			     const struct sockaddr *dst);
/* Both addresses, as the id has them now. */
void cmlab_publish_resolved(struct cmlab_conn *conn);

/* The device and its limits, those of the connection and the real ones. */
void cmlab_publish_device(struct cmlab_conn *conn);

/* The result of setting CMLAB_F_TIMEOUT or CMLAB_F_MIN_RNR on the id. */
void cmlab_publish_timer(struct cmlab_conn *conn, enum cmlab_field f, int ret);

/* The connection's decision, refusals included. */
void cmlab_publish_decision(struct cmlab_conn *conn);

/* A refusal that is not the policy's: the reason and numbers of the connection's decision. */
void cmlab_publish_refusal(struct cmlab_conn *conn);

/* Private data that go to the CM now. */
void cmlab_publish_sent(struct cmlab_conn *conn, enum cmlab_wire_kind kind,
			const struct cmlab_pdata_blob *blob);

/* Private data that came, @data may be NULL; what else the event says in @adv, or NULL. */
void cmlab_publish_received(struct cmlab_conn *conn, enum cmlab_wire_kind kind, const u8 *data,
			    u32 len, const struct cmlab_values *adv);

#endif /* CMLAB_PUBLISH_H */
