/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the parts of cmlab-peer share. One thread, one event loop: nothing here
 * needs a lock, and nothing is freed while the loop hands out events.
 *
 * Each part knows only those above it in this list:
 *
 *   peer_id     addresses and ACK timeout of an rdma_cm id
 *   peer_dev    RDMA devices in use
 *   peer_conn   one connection: its state, and what is reported of it
 *   peer_qp     its queue pair, buffers and completions
 *   peer_ping   the message that proves that it carries data
 *   peer_offer  what the peer offers, what is decided, what goes out
 *   peer_life   outcome, ping, hold, disconnect, teardown
 *   peer_cm     CM events to calls
 *   peer_loop   the event loop, listening and connecting
 *   peer        the command line
 */
#ifndef CMLAB_PEER_H
#define CMLAB_PEER_H

#include <fcntl.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cmlab/policy.h>
#include <cmlab/report.h>
#include <cmlab/request.h>

/**
 * struct peer_opts - what the command line said
 * @req: the checked command
 * @json: one JSON object a line instead of the report
 * @brief: one line for each connection instead of the report
 * @count: listen: end after so many handshakes, 0 for never
 * @hold_ms: how long to keep a connection up
 * @until_disconnect: keep it up until the peer ends it
 * @ready_file: file to make once listening, or NULL
 * @raw: values that replace the decision's own, right before the call
 * @bad: how to misbehave
 * @mock: mock limits; @mock.mock says which
 */
struct peer_opts {
	struct cmlab_request req;
	bool json;
	bool brief;
	u32 count;
	u32 hold_ms;
	bool until_disconnect;
	const char *ready_file;
	struct cmlab_values raw;
	struct cmlab_fault bad;
	struct cmlab_limits mock;
};

/**
 * struct peer_dev - an RDMA device in use
 * @next: in the list of the peer
 * @verbs: librdmacm's context of it
 * @pd: protection domain of all connections
 * @comp: completion channel of all connections
 * @filler: see peer_dev.c, only on siw
 * @name: device name
 * @real: limits as reported
 * @limits: the same with mock limits applied
 * @res_used: sum of the IRD of all connections
 */
struct peer_dev {
	struct peer_dev *next;
	struct ibv_context *verbs;
	struct ibv_pd *pd;
	struct ibv_comp_channel *comp;
	struct ibv_cq *filler;
	char name[CMLAB_DEV_STR];
	struct cmlab_limits real;
	struct cmlab_limits limits;
	u64 res_used;
};

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

/* The errno of a call that has just failed, negative; some providers leave it alone. */
static inline int peer_errno(void)
{
	return errno ? -errno : -EIO;
}

/* Returns 0, or -1 with errno set. */
static inline int peer_set_nonblocking(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

struct peer_conn;

/**
 * struct peer - the program's state
 * @opts: what was asked for
 * @channel: CM events of every id
 * @listen_id: the listener, NULL on the active side and once it has stopped
 * @devs: devices in use
 * @conns: connections that are not CLOSED
 * @last_id: number given to the last connection
 * @live: connections in @conns
 * @ended: handshakes that have ended
 * @established: those of them that ended well
 * @lost: the device of the listener is gone
 * @stopping: nothing new is started any more
 */
struct peer {
	struct peer_opts opts;
	struct rdma_event_channel *channel;
	struct rdma_cm_id *listen_id;
	struct peer_dev *devs;
	struct peer_conn *conns;
	u32 last_id;
	u32 live;
	u32 ended;
	u32 established;
	bool lost;
	bool stopping;
};

#endif /* CMLAB_PEER_H */
