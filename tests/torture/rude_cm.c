// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * MADs of the connection manager (InfiniBand Architecture Specification 1.4, volume 1, 12.6) in
 * RoCEv2 packets (annex 17), by a raw socket. What passes on the wire is listened to: it gives the
 * numbers of connections that exist, and messages that are right, to be spoiled.
 */
#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rude.h"

#define ROCE_PORT 4791
#define QP1_QKEY  0x80010000U
#define UD_SEND	  0x64
#define MAD	  256
#define MAD_HDR	  24
#define BODY	  (MAD - MAD_HDR)
#define IP_HDR	  20
#define UDP_HDR	  8
#define BTH	  12
#define DETH	  8
#define FRONT	  (IP_HDR + UDP_HDR + BTH + DETH)
#define ICRC	  4
#define KEPT	  32

/* attribute ids */
enum { REQ = 0x10, MRA, REJ, REP, RTU, DREQ, DREP, SIDR_REQ, SIDR_REP, LAP, APR, NR_ATTRS };

/* A connection of the victim's: its number there, and its peer's. */
struct pair {
	u32 theirs;
	u32 ours;
};

struct cm {
	struct rude *r;
	int raw;
	int ear;
	u16 ip_id;
	u32 psn;
	u32 next_id;
	u8 kept[NR_ATTRS][KEPT][BODY]; /* as they passed */
	unsigned int nr_kept[NR_ATTRS];
	struct pair pairs[KEPT];
	unsigned int nr_pairs;
	unsigned int answers[NR_ATTRS]; /* that came from the victim */
};

static void put16(u8 *at, u16 v)
{
	at[0] = v >> 8;
	at[1] = v;
}

static void put32(u8 *at, u32 v)
{
	put16(at, v >> 16);
	put16(at + 2, v);
}

static u32 get32(const u8 *at)
{
	return (u32)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

static u32 crc32_step(u32 crc, const u8 *p, size_t len)
{
	int bit;

	while (len--) {
		crc ^= *p++;
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return crc;
}

/* Over eight bytes of ones in the place of the LRH, and ones for whatever changes on the way. */
static void put_icrc(u8 *packet, size_t len)
{
	static const u8 lrh[8] = { 255, 255, 255, 255, 255, 255, 255, 255 };
	u8 front[FRONT];
	u32 crc;
	int i;

	memcpy(front, packet, FRONT);
	front[1] = 255; /* tos */
	front[8] = 255; /* ttl */
	memset(front + 10, 255, 2);
	memset(front + IP_HDR + 6, 255, 2);
	front[IP_HDR + UDP_HDR + 4] = 255; /* BTH's FECN and BECN */
	crc = crc32_step(0xffffffff, lrh, sizeof(lrh));
	crc = crc32_step(crc, front, FRONT);
	crc = ~crc32_step(crc, packet + FRONT, len - FRONT);
	for (i = 0; i < ICRC; i++)
		packet[len + i] = crc >> 8 * i;
}

static u16 ip_checksum(const u8 *ip)
{
	u32 sum = 0;
	int i;

	for (i = 0; i < IP_HDR; i += 2)
		sum += ip[i] << 8 | ip[i + 1];
	sum = (sum & 0xffff) + (sum >> 16);
	return ~(sum + (sum >> 16));
}

static void put_front(struct cm *cm, u8 *p, size_t len)
{
	u8 *udp = p + IP_HDR, *bth = udp + UDP_HDR, *deth = bth + BTH;

	p[0] = 0x45;
	put16(p + 2, len + ICRC);
	if (!++cm->ip_id)
		cm->ip_id = 1;
	put16(p + 4, cm->ip_id);
	p[6] = 0x40; /* DF */
	p[8] = 64;
	p[9] = IPPROTO_UDP;
	memcpy(p + 12, &cm->r->src, 4);
	memcpy(p + 16, &cm->r->dst, 4);
	put16(p + 10, ip_checksum(p));
	put16(udp, 49152 + rude_below(cm->r, 1024));
	put16(udp + 2, ROCE_PORT);
	put16(udp + 4, len - IP_HDR + ICRC);
	bth[0] = UD_SEND;
	put16(bth + 2, 0xffff);
	put32(bth + 4, 1);
	put32(bth + 8, cm->psn++ & 0xffffff);
	put32(deth, QP1_QKEY);
	put32(deth + 4, 1);
}

/* @size: of the MAD; BODY + MAD_HDR but for packets that are cut. */
static void send_mad(struct cm *cm, const u8 *mad, size_t size)
{
	u8 p[FRONT + MAD + ICRC] = {};
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_addr = cm->r->dst };
	size_t len = FRONT + size;

	memcpy(p + FRONT, mad, size);
	put_front(cm, p, len);
	put_icrc(p, len);
	if (sendto(cm->raw, p, len + ICRC, 0, (struct sockaddr *)&to, sizeof(to)) < 0)
		perror("sendto");
}

static void put_header(struct cm *cm, u8 *mad, u16 attr)
{
	mad[0] = 1;
	mad[1] = 7; /* communication management */
	mad[2] = 2;
	mad[3] = 3; /* Send */
	put32(mad + 8, rude_below(cm->r, 0xffffffff));
	put32(mad + 12, ++cm->next_id);
	put16(mad + 16, attr);
}

static void add_pair(struct cm *cm, u32 theirs, u32 ours)
{
	struct pair *p = &cm->pairs[cm->nr_pairs++ % KEPT];

	p->theirs = theirs;
	p->ours = ours;
}

/* One MAD that passed. */
static void hear(struct cm *cm, const u8 *ip, const u8 *mad)
{
	const u8 *body = mad + MAD_HDR;
	bool from_them = !memcmp(ip + 12, &cm->r->dst, 4);
	unsigned int attr = mad[16] << 8 | mad[17];

	if (mad[1] != 7 || attr < REQ || attr >= NR_ATTRS)
		return;
	if (from_them)
		cm->answers[attr]++;
	if (from_them && attr != REQ && attr != SIDR_REQ && attr != SIDR_REP)
		add_pair(cm, get32(body), get32(body + 4));
	memcpy(cm->kept[attr][cm->nr_kept[attr]++ % KEPT], body, BODY);
}

/* Only what others send: our own are told by the ports that we send from. */
static void listen_to_all(struct cm *cm)
{
	u8 p[2048];
	ssize_t n;

	while ((n = recv(cm->ear, p, sizeof(p), MSG_DONTWAIT)) > 0) {
		if (n < FRONT + MAD || p[9] != IPPROTO_UDP || p[0] != 0x45 ||
		    p[IP_HDR + UDP_HDR] != UD_SEND)
			continue;
		if ((p[IP_HDR + 2] << 8 | p[IP_HDR + 3]) != ROCE_PORT)
			continue;
		if (get32(p + FRONT + MAD_HDR) >> 16 == 0x5ade)
			continue;
		hear(cm, p, p + FRONT);
	}
}

static struct cm *cm_create(struct rude *r)
{
	struct cm *cm = calloc(1, sizeof(*cm));
	int big = 1 << 22;

	if (!cm)
		rude_die("calloc");
	cm->r = r;
	/* By these, messages of ours are known again. */
	cm->next_id = 0x5ade0000 + rude_below(r, 0x1000);
	cm->raw = socket(AF_INET, SOCK_RAW, IPPROTO_RAW);
	cm->ear = socket(AF_PACKET, SOCK_DGRAM, htons(ETH_P_ALL));
	if (cm->raw < 0 || cm->ear < 0)
		rude_die("socket");
	setsockopt(cm->ear, SOL_SOCKET, SO_RCVBUFFORCE, &big, sizeof(big));
	return cm;
}

/* A REQ that somebody honest has sent, without which there is nothing to begin with. */
static void wait_for_req(struct cm *cm)
{
	struct pollfd pfd = { .fd = cm->ear, .events = POLLIN };
	s64 end = rude_now() + 60000;

	while (!cm->nr_kept[REQ]) {
		if (rude_now() > end) {
			fprintf(stderr, "cmlab-rude: no REQ passed in 60 s\n");
			exit(1);
		}
		poll(&pfd, 1, 100);
		listen_to_all(cm);
	}
}

static u8 *any_kept(struct cm *cm, unsigned int attr)
{
	unsigned int n = cm->nr_kept[attr];

	return n ? cm->kept[attr][rude_below(cm->r, n < KEPT ? n : KEPT)] : NULL;
}

/* A right REQ of a connection that nobody has made yet; wait_for_req() has seen to a pattern. */
static void make_req(struct cm *cm, u8 *body)
{
	const u8 *kept = any_kept(cm, REQ);

	if (kept)
		memcpy(body, kept, BODY);
	put32(body, ++cm->next_id);
	/* the QP's number and the PSN, each with eight bits of others behind it */
	put32(body + 32, (cm->next_id & 0xffffff) << 8 | body[35]);
	put32(body + 44, rude_below(cm->r, 1 << 24) << 8 | body[47]);
}

static void make_other(struct cm *cm, unsigned int attr, u8 *body)
{
	const u8 *kept = any_kept(cm, attr);
	unsigned int n = cm->nr_pairs < KEPT ? cm->nr_pairs : KEPT;
	const struct pair *pair = n ? &cm->pairs[rude_below(cm->r, n)] : NULL;

	if (kept)
		memcpy(body, kept, BODY);
	if (attr == SIDR_REQ) {
		put32(body, ++cm->next_id);
		return;
	}
	/* to a connection that exists, or existed */
	if (pair && attr != SIDR_REP) {
		put32(body, pair->ours);
		put32(body + 4, pair->theirs);
	}
}

static unsigned int any_attr(struct rude *r)
{
	static const u8 weights[] = { REQ, REQ,	 REQ, REQ, REQ,	 REP,	   REP,
				      REJ, RTU,	 RTU, MRA, DREQ, SIDR_REQ, SIDR_REQ,
				      REJ, DREP, LAP, APR, RTU,	 SIDR_REP };

	return weights[rude_below(r, sizeof(weights))];
}

/* The private data may be anything, so most changes go to what stands before them. */
static size_t fields_of(unsigned int attr)
{
	switch (attr) {
	case REQ:
		return 140;
	case REP:
		return 36;
	case REJ:
		return 12;
	default:
		return 24;
	}
}

static void send_any(struct cm *cm)
{
	u8 mad[MAD] = {};
	unsigned int attr = any_attr(cm->r);
	size_t size = MAD;

	if (attr == REQ)
		make_req(cm, mad + MAD_HDR);
	else
		make_other(cm, attr, mad + MAD_HDR);
	put_header(cm, mad, attr);
	if (!rude_one_in(cm->r, 4))
		rude_spoil(cm->r, mad + MAD_HDR, rude_one_in(cm->r, 4) ? BODY : fields_of(attr),
			   1 + rude_below(cm->r, 6));
	if (rude_one_in(cm->r, 20))
		rude_spoil(cm->r, mad, MAD_HDR, 1);
	if (rude_one_in(cm->r, 50))
		size = 4 * rude_below(cm->r, MAD / 4);
	send_mad(cm, mad, size);
}

/* Sleeps until the @n-th message is due, with open ears. */
static void pace(struct cm *cm, s64 begun, unsigned int n)
{
	struct pollfd pfd = { .fd = cm->ear, .events = POLLIN };
	s64 left;

	do {
		listen_to_all(cm);
		left = begun + 1000LL * n / cm->r->rate - rude_now();
		if (left > 0)
			poll(&pfd, 1, left);
	} while (left > 0);
}

static void report(const struct cm *cm, s64 begun)
{
	printf("%u messages in %lld ms; answers: %u REP, %u REJ, %u MRA, %u DREQ, %u DREP, %u SIDR_REP\n",
	       cm->r->count, (long long)(rude_now() - begun), cm->answers[REP], cm->answers[REJ],
	       cm->answers[MRA], cm->answers[DREQ], cm->answers[DREP], cm->answers[SIDR_REP]);
}

void rude_mads(struct rude *r)
{
	struct cm *cm = cm_create(r);
	unsigned int i;
	s64 begun;

	wait_for_req(cm);
	begun = rude_now();
	for (i = 0; i < r->count; i++) {
		pace(cm, begun, i);
		send_any(cm);
	}
	report(cm, begun);
	free(cm);
}

void rude_reqs(struct rude *r)
{
	struct cm *cm = cm_create(r);
	u8 mad[MAD] = {};
	unsigned int i;
	s64 begun;

	wait_for_req(cm);
	begun = rude_now();
	for (i = 0; i < r->count; i++) {
		pace(cm, begun, i);
		make_req(cm, mad + MAD_HDR);
		put_header(cm, mad, REQ);
		send_mad(cm, mad, MAD);
	}
	report(cm, begun);
	free(cm);
}
