// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * MPA frames (RFC 5044, 6581) over TCP, for siw.
 *
 * Not all that is hostile is sent, because siw itself does not survive it, whoever listens
 * (docs/known-kernel-issues.md). Here are left out:
 *
 *   a close or reset before siw has answered or closed    its listener dies
 *   a request's header in more than one segment, and      its only worker waits for more
 *   urgent data
 *   peer-to-peer mode, asked for and then not begun       BUG() in iw_cm at the close
 *   a reply that announces more private data than 256     it copies them from nowhere
 *   an enhanced reply with less than four bytes of        it reads beyond them
 *   private data
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rude.h"

#define HDR	 20
#define MOST	 256
#define AT_ONCE	 24
#define PATIENCE 20000 /* ms: siw gives up after ten seconds */
#define MARKERS	 0x8000
#define CRC	 0x4000
#define REJECT	 0x2000
#define ENHANCED 0x1000

/* in the first byte of an enhanced request's private data */
#define PEER_TO_PEER 0x80

struct frame {
	u8 bytes[HDR + 2048];
	size_t len;
	size_t first; /* bytes that are sent at once; the rest follows in small pieces */
};

struct peer {
	int fd;
	struct frame frame;
	size_t sent;
	s64 since;
	bool answered;
};

static unsigned int nr_answered, nr_closed, nr_silent, nr_reset;

static void put_header(struct frame *f, const char *key, u16 bits, u16 pd_len)
{
	memcpy(f->bytes, key, 16);
	f->bytes[16] = bits >> 8;
	f->bytes[17] = bits;
	f->bytes[18] = pd_len >> 8;
	f->bytes[19] = pd_len;
	f->len = HDR + pd_len;
	f->first = f->len;
}

static void put_random(struct rude *r, u8 *at, size_t len)
{
	while (len--)
		*at++ = rude_below(r, 256);
}

/* The spoiled parts that a request and a reply have in common. */
static void spoil(struct rude *r, struct frame *f, bool is_reply)
{
	u16 v;

	switch (rude_below(r, 10)) {
	case 0: /* garbage for a key */
		rude_spoil(r, f->bytes, 16, 1 + rude_below(r, 8));
		break;
	case 1: /* a length that nothing follows, or more than there may be */
		if (is_reply)
			break;
		v = 257 + rude_below(r, 65535 - 257);
		f->bytes[18] = v >> 8;
		f->bytes[19] = v;
		break;
	case 2:
		f->bytes[16] ^= MARKERS >> 8;
		break;
	case 3:
		f->bytes[16] ^= CRC >> 8;
		break;
	case 4: /* revisions that do not exist */
		f->bytes[17] = 3 + rude_below(r, 253);
		break;
	case 5: /* more than was said */
		v = 1 + rude_below(r, 1024);
		put_random(r, f->bytes + f->len, v);
		f->len += v;
		f->first = f->len;
		break;
	case 6: /* private data in small pieces; never the header */
		f->first = HDR;
		break;
	case 7: /* less than was said, in one piece */
		f->len -= rude_below(r, f->len - HDR + 1);
		f->first = f->len;
		break;
	case 8: /* reserved bits */
		f->bytes[16] ^= 1U << rude_below(r, 4);
		break;
	default:
		break;
	}
}

static void make_request(struct rude *r, struct frame *f)
{
	bool enhanced = !rude_one_in(r, 3);
	u16 pd_len = rude_one_in(r, 4) ? rude_below(r, 4) : rude_below(r, MOST + 1);

	memset(f, 0, sizeof(*f));
	put_random(r, f->bytes + HDR, MOST);
	f->bytes[HDR] &= ~PEER_TO_PEER;
	put_header(f, rude_one_in(r, 12) ? "MPA ID Rep Frame" : "MPA ID Req Frame",
		   enhanced ? ENHANCED | 2 : 1, pd_len);
	spoil(r, f, false);
	/* part of a header, and nothing after it: siw gives up by itself */
	if (rude_one_in(r, 12)) {
		f->len = 1 + rude_below(r, HDR - 1);
		f->first = f->len;
	}
}

static void make_reply(struct rude *r, struct frame *f)
{
	bool reject = rude_one_in(r, 4);
	u16 pd_len = 4 + rude_below(r, MOST - 3);

	memset(f, 0, sizeof(*f));
	put_random(r, f->bytes + HDR, MOST);
	if (reject && rude_one_in(r, 2))
		pd_len = 0;
	put_header(f, rude_one_in(r, 12) ? "MPA ID Req Frame" : "MPA ID Rep Frame",
		   (reject ? REJECT : 0) | ENHANCED | (rude_one_in(r, 8) ? 1 : 2), pd_len);
	if (rude_one_in(r, 10))
		f->bytes[16] &= ~(ENHANCED >> 8);
	spoil(r, f, true);
}

static void reset(int fd)
{
	struct linger now = { .l_onoff = 1 };

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	nr_reset++;
}

static void end(struct peer *p)
{
	close(p->fd);
	p->fd = -1;
}

static void send_more(struct peer *p)
{
	size_t n = p->sent < p->frame.first ? p->frame.first - p->sent : p->frame.len - p->sent;
	ssize_t ret;

	if (p->sent >= p->frame.first && n > 16)
		n = 16;
	if (!n)
		return;
	ret = send(p->fd, p->frame.bytes + p->sent, n, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (ret > 0)
		p->sent += ret;
}

/* What is sent when siw has answered: it has taken the connection for its own by then. */
static void after_answer(struct rude *r, struct peer *p)
{
	u8 garbage[512];

	p->answered = true;
	nr_answered++;
	switch (rude_below(r, 4)) {
	case 0:
		reset(p->fd);
		end(p);
		break;
	case 1:
		end(p);
		break;
	case 2:
		shutdown(p->fd, SHUT_WR);
		break;
	default:
		put_random(r, garbage, sizeof(garbage));
		send(p->fd, garbage, 1 + rude_below(r, sizeof(garbage)),
		     MSG_NOSIGNAL | MSG_DONTWAIT);
	}
}

static void hear(struct rude *r, struct peer *p)
{
	u8 buf[2048];
	ssize_t n = recv(p->fd, buf, sizeof(buf), MSG_DONTWAIT);

	if (n > 0) {
		if (!p->answered)
			after_answer(r, p);
		return;
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	nr_closed++;
	end(p);
}

static void go_on(struct rude *r, struct peer *p)
{
	send_more(p);
	if (rude_now() - p->since < (p->answered ? 1000 : PATIENCE))
		return;
	if (!p->answered)
		nr_silent++;
	end(p);
	(void)r;
}

/* Looks at all of them once. -> how many there are */
static unsigned int look(struct rude *r, struct peer *peers)
{
	struct pollfd pfds[AT_ONCE];
	unsigned int i, n = 0;

	for (i = 0; i < AT_ONCE; i++) {
		pfds[i].fd = peers[i].fd;
		pfds[i].events = POLLIN;
		pfds[i].revents = 0;
		n += peers[i].fd >= 0;
	}
	if (n)
		poll(pfds, AT_ONCE, 10);
	for (i = 0; i < AT_ONCE; i++) {
		if (peers[i].fd >= 0 && pfds[i].revents)
			hear(r, &peers[i]);
		if (peers[i].fd >= 0)
			go_on(r, &peers[i]);
	}
	return n;
}

static struct peer *free_peer(struct peer *peers)
{
	int i;

	for (i = 0; i < AT_ONCE; i++)
		if (peers[i].fd < 0)
			return &peers[i];
	return NULL;
}

static struct peer *peers_create(void)
{
	struct peer *peers = calloc(AT_ONCE, sizeof(*peers));
	int i;

	if (!peers)
		rude_die("calloc");
	for (i = 0; i < AT_ONCE; i++)
		peers[i].fd = -1;
	return peers;
}

static void begin(struct peer *p, int fd)
{
	int one = 1;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	p->fd = fd;
	p->sent = 0;
	p->answered = false;
	p->since = rude_now();
	send_more(p);
}

static void report(const char *what, unsigned int n)
{
	printf("%u %s: %u answered, %u closed by the peer, %u silent to the end, %u reset by us\n",
	       n, what, nr_answered, nr_closed, nr_silent, nr_reset);
}

static int tcp_socket(struct rude *r, u16 port)
{
	struct sockaddr_in sin = { .sin_family = AF_INET,
				   .sin_addr = r->src,
				   .sin_port = htons(port) };
	int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0)
		rude_die("socket");
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(fd, (struct sockaddr *)&sin, sizeof(sin)))
		rude_die("bind");
	return fd;
}

static int tcp_connect(struct rude *r)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_addr = r->dst,
				  .sin_port = htons(r->port) };
	int fd = tcp_socket(r, 0);

	if (connect(fd, (struct sockaddr *)&to, sizeof(to)))
		rude_die("connect");
	return fd;
}

void rude_mpa_connect(struct rude *r)
{
	struct peer *peers = peers_create();
	unsigned int i = 0;

	while (look(r, peers) || i < r->count) {
		struct peer *p = free_peer(peers);

		if (!p || i == r->count)
			continue;
		make_request(r, &p->frame);
		begin(p, tcp_connect(r));
		i++;
	}
	report("requests", i);
	free(peers);
}

/* The whole of a request that siw has sent. */
static void swallow(int fd)
{
	u8 buf[HDR + MOST];
	struct pollfd pfd = { .fd = fd, .events = POLLIN };

	if (poll(&pfd, 1, 5000) > 0)
		recv(fd, buf, sizeof(buf), 0);
}

/* Until it is killed: how many come, the victim decides. */
void rude_mpa_listen(struct rude *r)
{
	struct peer *peers = peers_create();
	struct pollfd pfd = { .fd = tcp_socket(r, r->port), .events = POLLIN };
	unsigned int i = 0;

	if (listen(pfd.fd, 64))
		rude_die("listen");
	printf("listening\n");
	while (look(r, peers) || i < r->count) {
		struct peer *p = free_peer(peers);
		int fd;

		if (!p || i == r->count || poll(&pfd, 1, 10) <= 0)
			continue;
		fd = accept(pfd.fd, NULL, NULL);
		if (fd < 0)
			continue;
		swallow(fd);
		make_reply(r, &p->frame);
		begin(p, fd);
		i++;
	}
	report("replies", i);
	close(pfd.fd);
	free(peers);
}
