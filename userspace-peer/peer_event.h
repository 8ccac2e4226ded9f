/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PEER_EVENT_H
#define CMLAB_PEER_EVENT_H

#include "peer.h"

/**
 * struct peer_event - a CM event, whole and our own
 * @type: what happened
 * @status: as the CM gives it; what librdmacm found by itself as a negative errno
 * @id: whose it is; for a CONNECT_REQUEST the new id
 * @param: numbers and private data of a connected QP
 * @data: what @param.private_data points to
 */
struct peer_event {
	enum rdma_cm_event_type type;
	int status;
	struct rdma_cm_id *id;
	struct rdma_conn_param param;
	u8 data[256];
};

/*
 * Take and handle every CM event that is there. Each is copied and acknowledged before
 * it is handled, so that its id may be destroyed at any time after.
 */
void peer_event_poll(struct peer *peer);

#endif /* CMLAB_PEER_EVENT_H */
