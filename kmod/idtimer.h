/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_IDTIMER_H
#define CMLAB_IDTIMER_H

#include <rdma/rdma_cm.h>

#include <cmlab/request.h>

/**
 * cmlab_idtimer_set - tell an id its timers, if this is the moment for it
 * @id: the id
 * @req: the request; the moment is before_handshake where it names none
 * @now: enum cmlab_when: which moment this is
 * @call: set to the name of the call that failed
 *
 * Both timers are on no message and must be told to the id. What that does depends on
 * when: see cma.c, rdma_set_ack_timeout() and rdma_set_min_rnr_timer(). A UD id has
 * neither, and the second call would warn.
 *
 * Return: 0 or the call's negative errno
 */
int cmlab_idtimer_set(struct rdma_cm_id *id, const struct cmlab_request *req, enum cmlab_when now,
		      const char **call);

#endif /* CMLAB_IDTIMER_H */
