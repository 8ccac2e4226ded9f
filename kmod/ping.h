/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PING_H
#define CMLAB_PING_H

#include <linux/ktime.h>
#include <rdma/ib_verbs.h>

struct cmlab_conn;

/**
 * struct cmlab_ping_wr - what a completion finds its connection by
 * @cqe: entry that the RDMA core calls
 * @conn: the connection. Not by way of the QP: with a UD or SRQ receive that may be gone
 * @n: number of the receive
 */
struct cmlab_ping_wr {
	struct ib_cqe cqe;
	struct cmlab_conn *conn;
	u32 n;
};

/**
 * struct cmlab_ping - receives, and one SEND at a time
 * @buf: send slot 0, then one slot per receive
 * @dma: its address for the device
 * @size: bytes of @buf
 * @nr_recv: receives
 * @recv: entry of each
 * @send: entry of the SEND
 * @busy: the send slot is in use (bit 0)
 * @sent: when the ping left
 */
struct cmlab_ping {
	u8 *buf;
	u64 dma;
	size_t size;
	u32 nr_recv;
	struct cmlab_ping_wr *recv;
	struct cmlab_ping_wr send;
	unsigned long busy;
	ktime_t sent;
};

/* Buffers and their mapping; the device and the profile must be known. */
int cmlab_ping_create(struct cmlab_conn *conn);
/* Takes them back; the QP must be drained. Fine if nothing was created. */
void cmlab_ping_destroy(struct cmlab_conn *conn);

/**
 * cmlab_ping_post_recvs - post every receive
 * @conn: the connection; its QP must have left RESET
 *
 * To be called before rdma_connect and before rdma_accept: on iWARP a message
 * that finds no receive is fatal, on IB it costs an RNR NAK.
 *
 * Return: 0 or the driver's errno
 */
int cmlab_ping_post_recvs(struct cmlab_conn *conn);

/**
 * cmlab_ping_start - the active side's first SEND
 * @conn: the connection, just ESTABLISHED
 *
 * The passive side answers and never speaks first: on iWARP it must not.
 */
void cmlab_ping_start(struct cmlab_conn *conn);

#endif /* CMLAB_PING_H */
