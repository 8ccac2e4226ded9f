/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PDATA_H
#define CMLAB_PDATA_H

#include <cmlab/wire.h>

struct cmlab_conn;

/**
 * struct cmlab_pdata_buf - private data on its way into the CM
 * @len: bytes used
 * @want: bytes that header and user data need
 * @room: bytes that this transport carries in this message
 * @data: the bytes; the CM copies them before its call returns
 */
struct cmlab_pdata_buf {
	u8 len;
	u32 want;
	u32 room;
	u8 data[CMLAB_WIRE_MAX];
};

/**
 * cmlab_pdata_build - private data of a REQ, REP or REJ, within the transport's budget
 * @conn: the connection; its decision and device are read
 * @kind: which message. User bytes go into a REQ or REP only
 * @blob: filled; empty on failure, and with handshake=raw for a REJ
 *
 * Return: 0, or -EMSGSIZE: the CM would refuse it, or on some drivers corrupt it
 */
int cmlab_pdata_build(struct cmlab_conn *conn, enum cmlab_wire_kind kind,
		      struct cmlab_pdata_buf *blob);

#endif /* CMLAB_PDATA_H */
