/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PEER_PDATA_H
#define CMLAB_PEER_PDATA_H

#include "peer_conn.h"

/**
 * struct peer_pdata - private data on its way into the CM
 * @len: bytes used
 * @want: bytes that header and user data need
 * @room: bytes that this transport carries in this message
 * @data: the bytes
 */
struct peer_pdata {
	u32 len;
	u32 want;
	u32 room;
	u8 data[CMLAB_WIRE_MAX];
};

/**
 * peer_pdata_build - private data of a REQ, REP or REJ, within the transport's budget
 * @conn: the connection; its decision and device are read
 * @kind: which message. User bytes go into a REQ or REP only
 * @blob: filled, misbehaviour included; empty on failure, and with handshake=raw for a REJ
 *
 * Return: 0, or -EMSGSIZE: the CM would refuse it, or on some drivers corrupt it
 */
int peer_pdata_build(struct peer_conn *conn, enum cmlab_wire_kind kind, struct peer_pdata *blob);

#endif /* CMLAB_PEER_PDATA_H */
