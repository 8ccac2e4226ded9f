/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * RDMA devices in use. Each is opened by librdmacm and stays until the program ends.
 */
#ifndef CMLAB_PEER_DEV_H
#define CMLAB_PEER_DEV_H

#include "peer.h"

/**
 * peer_dev_get - the device of a context, taken into use when first seen
 * @peer: the program's state
 * @verbs: context of an rdma_cm_id
 *
 * Return: the device, or NULL with errno set; it stays until peer_dev_exit()
 */
struct peer_dev *peer_dev_get(struct peer *peer, struct ibv_context *verbs);

/* Give every device back; no connection may be left. */
void peer_dev_exit(struct peer *peer);

#endif /* CMLAB_PEER_DEV_H */
