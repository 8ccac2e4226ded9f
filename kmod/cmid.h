/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What struct rdma_cm_id and struct rdma_cm_event say, in the core's terms, and the timers
 * that an id is told. No connection is known here, so listeners use it as well.
 */
#ifndef CMLAB_CMID_H
#define CMLAB_CMID_H

#include <rdma/rdma_cm.h>

#include <cmlab/handshake.h>
#include <cmlab/request.h>

/**
 * cmlab_cmid_create - an id of the port space that a request asks for
 * @net: its network namespace
 * @ps: enum cmlab_ps
 * @handler: its handler
 * @context: the handler finds it in the id
 *
 * Return: the id or an ERR_PTR
 */
struct rdma_cm_id *cmlab_cmid_create(struct net *net, enum cmlab_ps ps,
				     rdma_cm_event_handler handler, void *context);

/* The address family that an address has for the CM. */
enum cmlab_family cmlab_cmid_family(const struct sockaddr *addr);

/**
 * cmlab_cmid_set_timer - tell an id one of its timers, if this is the moment for it
 * @id: the id
 * @req: the request
 * @f: CMLAB_F_TIMEOUT or CMLAB_F_MIN_RNR
 * @now: which moment this is
 *
 * Both timers are on no message and must be told to the id. What that does depends on
 * when: see cma.c, rdma_set_ack_timeout() and rdma_set_min_rnr_timer(). A UD id has
 * neither, and the second call would warn.
 *
 * Return: the call's 0 or negative errno; CMLAB_NO_ERRNO: it is not told now
 */
int cmlab_cmid_set_timer(struct rdma_cm_id *id, const struct cmlab_request *req, enum cmlab_field f,
			 enum cmlab_when now);

/* The call that sets a timer. */
enum cmlab_call cmlab_cmid_timer_call(enum cmlab_field f);

/**
 * cmlab_cmid_data - private data of an event
 * @ev: the event; it keeps the bytes
 * @ps: enum cmlab_ps of the id
 * @len: their number as the event says; 0 if there are none
 *
 * Return: the bytes, or NULL
 */
const u8 *cmlab_cmid_data(const struct rdma_cm_event *ev, enum cmlab_ps ps, u32 *len);

/* The numbers of an event's param.conn, as they are. */
void cmlab_cmid_numbers(const struct rdma_conn_param *p, struct cmlab_event_conn *numbers);

/**
 * cmlab_cmid_event - an event as the core keeps it
 * @ev: the event
 * @role: whose it is
 * @ps: enum cmlab_ps of the id
 * @to: filled; without the bytes of the private data
 */
void cmlab_cmid_event(const struct rdma_cm_event *ev, enum cmlab_role role, enum cmlab_ps ps,
		      struct cmlab_cm_event *to);

#endif /* CMLAB_CMID_H */
