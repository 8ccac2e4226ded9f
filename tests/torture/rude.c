// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * cmlab-rude KIND SRC DST PORT COUNT RATE SEED
 *
 *   mads         COUNT CM messages, valid and spoiled, RATE a second
 *   reqs         COUNT valid REQs that are never followed up, RATE a second
 *   mpa-connect  COUNT TCP connections with hostile MPA requests
 *   mpa-listen   COUNT TCP connections answered with hostile MPA replies
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rude.h"

static const struct {
	const char *name;
	void (*run)(struct rude *r);
} kinds[] = {
	{ "mads", rude_mads },
	{ "reqs", rude_reqs },
	{ "mpa-connect", rude_mpa_connect },
	{ "mpa-listen", rude_mpa_listen },
};

void rude_die(const char *what)
{
	perror(what);
	exit(1);
}

s64 rude_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

/* xorshift32 */
u32 rude_below(struct rude *r, u32 n)
{
	r->seed ^= r->seed << 13;
	r->seed ^= r->seed >> 17;
	r->seed ^= r->seed << 5;
	return r->seed % n;
}

bool rude_one_in(struct rude *r, u32 n)
{
	return rude_below(r, n) == 0;
}

void rude_spoil(struct rude *r, u8 *buf, size_t len, unsigned int n)
{
	static const u8 bounds[] = { 0, 1, 0x7f, 0x80, 0xfe, 0xff };

	while (n--) {
		u8 *at = buf + rude_below(r, len);

		switch (rude_below(r, 4)) {
		case 0:
			*at ^= 1U << rude_below(r, 8);
			break;
		case 1:
			*at = rude_below(r, 256);
			break;
		case 2:
			*at = bounds[rude_below(r, sizeof(bounds))];
			break;
		default:
			memset(at, bounds[rude_below(r, sizeof(bounds))],
			       rude_below(r, len - (at - buf)) % 16 + 1);
		}
	}
}

int main(int argc, char **argv)
{
	struct rude r = {};
	size_t i;

	if (argc != 8 || inet_pton(AF_INET, argv[2], &r.src) != 1 ||
	    inet_pton(AF_INET, argv[3], &r.dst) != 1) {
		fprintf(stderr, "usage: cmlab-rude KIND SRC DST PORT COUNT RATE SEED\n");
		return 2;
	}
	r.port = strtoul(argv[4], NULL, 10);
	r.count = strtoul(argv[5], NULL, 10);
	r.rate = strtoul(argv[6], NULL, 10);
	r.seed = strtoul(argv[7], NULL, 10) * 2654435761U | 1;
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (strcmp(argv[1], kinds[i].name))
			continue;
		kinds[i].run(&r);
		return 0;
	}
	fprintf(stderr, "cmlab-rude: no kind %s\n", argv[1]);
	return 2;
}
