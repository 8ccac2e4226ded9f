/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What an rdma_cm id has that a listener and a connection share: addresses as text and
 * back, and the ACK timeout.
 */
#ifndef CMLAB_PEER_ID_H
#define CMLAB_PEER_ID_H

#include "peer.h"

/**
 * peer_id_parse - numeric address and port to a socket address
 * @text: IPv4 or IPv6 address, %scope behind a link-local one
 * @port: port, 0 for any
 * @ss: filled on success
 * @err: filled on failure
 *
 * Return: 0 or -EINVAL
 */
int peer_id_parse(const char *text, u32 port, struct sockaddr_storage *ss, struct cmlab_error *err);

/* "10.7.0.1:18515", "[fe80::1%eth0]:18515"; "?" for anything else. */
void peer_id_format(const struct sockaddr *sa, char *buf, size_t size);

/* enum cmlab_family of an id's own address */
enum cmlab_family peer_id_family(struct rdma_cm_id *id);

/**
 * peer_id_set_ack_timeout - set the ACK timeout of an id if this is the moment for it
 * @id: a listener's or a connection's
 * @req: what was asked for
 * @now: the moment
 *
 * Return: 0, a negative errno, or CMLAB_NO_ERRNO if this is not the moment
 */
int peer_id_set_ack_timeout(struct rdma_cm_id *id, const struct cmlab_request *req,
			    enum cmlab_when now);

#endif /* CMLAB_PEER_ID_H */
