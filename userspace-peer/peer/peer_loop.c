// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The event loop: CM events, completions, deadlines, signals. Completions are taken
 * before CM events, so that what a peer sent before it hung up is seen first.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "out.h"
#include "peer_cm.h"
#include "peer_dev.h"
#include "peer_id.h"
#include "peer_life.h"
#include "peer_loop.h"

/* Handshakes under way at once on the active side. */
#define PARALLEL  128
#define POLL_FDS  34
#define FIXED_FDS 2

static int wake_fd = -1;
static bool interrupted;

static void on_signal(int sig)
{
	const u64 one = 1;
	int saved = errno;

	(void)sig;
	/* A full counter wakes the loop as well, so nothing depends on the result. */
	if (write(wake_fd, &one, sizeof(one)) < 0)
		errno = saved;
	errno = saved;
}

/* Without SA_RESTART, so that a signal also ends a call that blocks in the kernel. */
static int init_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };

	wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (wake_fd < 0)
		return -errno;
	if (sigaction(SIGINT, &sa, NULL) || sigaction(SIGTERM, &sa, NULL))
		return -errno;
	return 0;
}

static void stop_listening(struct peer *peer)
{
	peer->stopping = true;
	if (peer->listen_id)
		rdma_destroy_id(peer->listen_id);
	peer->listen_id = NULL;
}

/* An event of the listening id that is no CONNECT_REQUEST. */
static void listener_event(struct peer *peer, enum rdma_cm_event_type type)
{
	if (type != RDMA_CM_EVENT_DEVICE_REMOVAL)
		return;
	out_error("the listener's RDMA device was removed");
	peer->lost = true;
	stop_listening(peer);
}

/*
 * Each event is copied and acknowledged before it is handled, so that its id may be
 * destroyed at any time after. False when there is none.
 */
static bool take_event(struct peer *peer, struct peer_event *ev)
{
	struct rdma_cm_event *raw;

	errno = 0;
	if (rdma_get_cm_event(peer->channel, &raw))
		return false;
	memset(ev, 0, sizeof(*ev));
	ev->type = raw->event;
	ev->status = raw->status == -1 && errno ? -errno : raw->status;
	ev->id = raw->id;
	ev->param = raw->param.conn;
	if (ev->param.private_data)
		memcpy(ev->data, ev->param.private_data, ev->param.private_data_len);
	ev->param.private_data = ev->data;
	rdma_ack_cm_event(raw);
	return true;
}

static void handle_events(struct peer *peer)
{
	struct peer_event ev;

	while (take_event(peer, &ev)) {
		if (ev.type == RDMA_CM_EVENT_CONNECT_REQUEST)
			peer_cm_request(peer, &ev);
		else if (ev.id->context)
			peer_cm_event(ev.id->context, &ev);
		else
			listener_event(peer, ev.type);
	}
}

/* Poll timeout in ms until the nearest deadline, -1 if there is none. */
static int time_left(const struct peer *peer)
{
	const struct peer_conn *conn;
	u64 first = 0, now = peer_conn_now();

	for (conn = peer->conns; conn; conn = conn->next)
		if (conn->deadline_us && (!first || conn->deadline_us < first))
			first = conn->deadline_us;
	if (!first)
		return -1;
	return first > now ? (int)((first - now + 999) / 1000) : 0;
}

static void expire(struct peer *peer)
{
	struct peer_conn *conn;
	u64 now = peer_conn_now();

	for (conn = peer->conns; conn; conn = conn->next)
		if (conn->deadline_us && conn->deadline_us <= now)
			peer_life_expire(conn);
}

static void wait_and_handle(struct peer *peer)
{
	struct pollfd fds[POLL_FDS] = {
		{ .fd = peer->channel->fd, .events = POLLIN },
		{ .fd = wake_fd, .events = POLLIN },
	};
	struct peer_dev *dev;
	nfds_t nr = FIXED_FDS;

	for (dev = peer->devs; dev && nr < POLL_FDS; dev = dev->next)
		fds[nr++] = (struct pollfd){ .fd = dev->comp->fd, .events = POLLIN };
	if (poll(fds, nr, time_left(peer)) < 0 && errno != EINTR)
		peer->stopping = true;
	for (dev = peer->devs; dev; dev = dev->next)
		peer_life_poll(dev);
	handle_events(peer);
	expire(peer);
	peer_life_reap(peer);
}

static void interrupt(struct peer *peer)
{
	struct peer_conn *conn;
	u64 count;

	if (read(wake_fd, &count, sizeof(count)) > 0)
		interrupted = true;
	if (!interrupted)
		return;
	stop_listening(peer);
	for (conn = peer->conns; conn; conn = conn->next)
		peer_life_close(conn, "interrupted");
	/* Those with nobody to say goodbye to are closed already, and the next poll has no end. */
	peer_life_reap(peer);
}

static int open_channel(struct peer *peer)
{
	peer->channel = rdma_create_event_channel();
	if (!peer->channel)
		return out_fail(OUT_MISSING, "rdma_cm is not available: %s (modprobe rdma_ucm)",
				strerror(errno));
	if (peer_set_nonblocking(peer->channel->fd))
		return out_fail(OUT_FAILED, "event channel: %s", strerror(errno));
	return OUT_DONE;
}

static int make_ready_file(const char *path, const char *where)
{
	FILE *f = fopen(path, "w");

	if (f) {
		fprintf(f, "%s\n", where);
		if (!fclose(f))
			return OUT_DONE;
	}
	return out_fail(OUT_FAILED, "%s: %s", path, strerror(errno));
}

static int announce(struct peer *peer)
{
	char where[CMLAB_ADDR_STR];

	peer_id_format(rdma_get_local_addr(peer->listen_id), where, sizeof(where));
	fprintf(peer->opts.json ? stderr : stdout, "listening on %s\n", where);
	fflush(stdout);
	return peer->opts.ready_file ? make_ready_file(peer->opts.ready_file, where) : OUT_DONE;
}

/* The id is bound to its device before its ACK timeout is set, as the module does. */
static int open_listener(struct peer *peer, struct sockaddr *addr, const char **call)
{
	const struct cmlab_request *req = &peer->opts.req;
	int ret;

	errno = 0;
	*call = "rdma_create_id";
	if (rdma_create_id(peer->channel, &peer->listen_id, NULL, RDMA_PS_TCP)) {
		peer->listen_id = NULL;
		return peer_errno();
	}
	*call = "rdma_bind_addr";
	if (rdma_bind_addr(peer->listen_id, addr))
		return peer_errno();
	*call = "rdma_set_option(RDMA_OPTION_ID_ACK_TIMEOUT)";
	ret = peer_id_set_ack_timeout(peer->listen_id, req, CMLAB_WHEN_LISTENER);
	if (ret < 0)
		return ret;
	*call = "rdma_listen";
	return rdma_listen(peer->listen_id, req->backlog) ? peer_errno() : 0;
}

static int start_listening(struct peer *peer, struct sockaddr_storage *addr)
{
	const struct cmlab_request *req = &peer->opts.req;
	const char *call;
	int ret = open_listener(peer, (struct sockaddr *)addr, &call);
	bool nobody = ret == -ENODEV || ret == -EADDRNOTAVAIL;

	if (!ret)
		return announce(peer);
	return out_fail(OUT_FAILED, "listen: addr=%s port=%u: %s: %s%s", req->addr, req->port, call,
			strerror(-ret), nobody ? " (no RDMA device owns this address)" : "");
}

static void listen_until_done(struct peer *peer)
{
	while (!peer->stopping || peer->live) {
		wait_and_handle(peer);
		interrupt(peer);
		if (peer->opts.count && peer->ended >= peer->opts.count && !peer->stopping)
			stop_listening(peer);
	}
}

static int do_listen(struct peer *peer)
{
	struct sockaddr_storage addr;
	struct cmlab_error err;
	int status;

	if (peer_id_parse(peer->opts.req.addr, peer->opts.req.port, &addr, &err))
		return out_fail(OUT_USAGE, "listen: addr=%s", err.text);
	status = start_listening(peer, &addr);
	if (status != OUT_DONE)
		return status;
	listen_until_done(peer);
	if (interrupted)
		return OUT_DONE;
	return peer->established == peer->ended && !peer->lost ? OUT_DONE : OUT_FAILED;
}

static void connect_all(struct peer *peer, struct sockaddr *src, struct sockaddr *dst)
{
	struct peer_conn *conn;

	while (peer->live || (!peer->stopping && peer->last_id < peer->opts.req.count)) {
		while (!peer->stopping && peer->last_id < peer->opts.req.count &&
		       peer->last_id - peer->ended < PARALLEL) {
			conn = peer_life_create(peer, CMLAB_ROLE_ACTIVE);
			if (!conn)
				return;
			peer_cm_resolve(conn, src, dst);
			peer_life_reap(peer);
		}
		if (peer->live)
			wait_and_handle(peer);
		interrupt(peer);
	}
}

static void print_total(const struct peer *peer)
{
	FILE *f = peer->opts.json ? stderr : stdout;

	fprintf(f, "%u connections: %u established, %u failed\n", peer->ended, peer->established,
		peer->ended - peer->established);
}

static int do_connect(struct peer *peer)
{
	const struct cmlab_request *req = &peer->opts.req;
	struct sockaddr_storage src, dst;
	struct cmlab_error err;

	if (peer_id_parse(req->addr, req->port, &dst, &err))
		return out_fail(OUT_USAGE, "connect: addr=%s", err.text);
	if (req->src[0] && peer_id_parse(req->src, 0, &src, &err))
		return out_fail(OUT_USAGE, "connect: src=%s", err.text);
	connect_all(peer, req->src[0] ? (struct sockaddr *)&src : NULL, (struct sockaddr *)&dst);
	if (req->count > 1)
		print_total(peer);
	return peer->established == req->count ? OUT_DONE : OUT_FAILED;
}

static void force_close(struct peer *peer)
{
	struct peer_conn *conn;

	for (conn = peer->conns; conn; conn = conn->next) {
		conn->removed = true;
		peer_life_close(conn, "exit");
		peer_life_closed(conn);
	}
	peer_life_reap(peer);
}

int peer_loop_run(const struct peer_opts *opts)
{
	struct peer peer = { .opts = *opts };
	int status;

	if (init_signals())
		return out_fail(OUT_FAILED, "signals: %s", strerror(errno));
	status = open_channel(&peer);
	if (status == OUT_DONE)
		status = opts->req.verb == CMLAB_VERB_LISTEN ? do_listen(&peer) : do_connect(&peer);
	stop_listening(&peer);
	force_close(&peer);
	peer_dev_exit(&peer);
	if (peer.channel)
		rdma_destroy_event_channel(peer.channel);
	close(wake_fd);
	return status;
}
