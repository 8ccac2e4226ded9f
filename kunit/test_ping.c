// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "suites.h"

#include <cmlab/ping.h>

static const u8 ping_bytes[CMLAB_PING_LEN] = {
	'c', 'm', 'l', 'p', 0, 0, 0, 1, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
};

#define SEQ 0x0123456789abcdefULL

struct ping_case {
	const char *name;
	const char *from;
	u32 len;
	u32 at;
	u8 value;
	u8 kind;
	bool good;
	u64 seq;
};

#define BAD .good = false

static const struct ping_case ping_cases[] = {
	{ "as it is built", "ping.h layout", 32, 0, 'c', CMLAB_PING, .good = true, .seq = SEQ },
	{ "another number, first byte", "ping.h layout", 32, 8, 0xfe, CMLAB_PING, .good = true,
	  .seq = 0xfe23456789abcdefULL },
	{ "another number, last byte", "ping.h layout", 32, 15, 0, CMLAB_PING, .good = true,
	  .seq = 0x0123456789abcd00ULL },
	{ "a pong for a pong", "ping.h layout", 32, 7, CMLAB_PONG, CMLAB_PONG, .good = true,
	  .seq = SEQ },
	{ "a pong where a ping is due", "not answered", 32, 7, CMLAB_PONG, CMLAB_PING, BAD },
	{ "a ping where a pong is due", "no echo of our own", 32, 7, CMLAB_PING, CMLAB_PONG, BAD },
	{ "nothing", "a receive of no bytes", 0, 0, 'c', CMLAB_PING, BAD },
	{ "cut", "a receive of less", 31, 0, 'c', CMLAB_PING, BAD },
	{ "longer", "a receive of more", 33, 0, 'c', CMLAB_PING, BAD },
	{ "a whole slot", "handshake=raw peer", CMLAB_PING_SLOT, 0, 'c', CMLAB_PING, BAD },
	{ "no kind", "corrupt", 32, 7, 0, CMLAB_PING, BAD },
	{ "no such kind", "corrupt", 32, 7, 3, CMLAB_PING, BAD },
	{ "kind above a byte", "corrupt", 32, 4, 1, CMLAB_PING, BAD },
	{ "magic, first byte", "corrupt", 32, 0, 0, CMLAB_PING, BAD },
	{ "magic, last byte", "corrupt", 32, 3, 'q', CMLAB_PING, BAD },
	{ "zeros, first byte", "corrupt", 32, 16, 1, CMLAB_PING, BAD },
	{ "zeros, last byte", "corrupt", 32, 31, 1, CMLAB_PING, BAD },
};

/* Exactly the bytes of the layout, and none behind. */
static void ping_build(struct kunit *test)
{
	u8 msg[CMLAB_PING_LEN + 1];

	memset(msg, 0xee, sizeof(msg));
	cmlab_ping_build(msg, CMLAB_PING, SEQ);
	KUNIT_EXPECT_EQ(test, memcmp(msg, ping_bytes, CMLAB_PING_LEN), 0);
	KUNIT_EXPECT_EQ(test, msg[CMLAB_PING_LEN], 0xee);
}

/* What is not believed leaves the caller's number alone. */
static void ping_parse(struct kunit *test)
{
	const struct ping_case *c = test->param_value;
	u8 *msg = kunit_kzalloc(test, CMLAB_PING_SLOT, GFP_KERNEL);
	u64 seq = 5;
	u8 *exact;

	memcpy(msg, ping_bytes, CMLAB_PING_LEN);
	msg[c->at] = c->value;
	exact = kmemdup(msg, c->len, GFP_KERNEL);
	KUNIT_EXPECT_EQ(test, cmlab_ping_parse(exact, c->len, c->kind, &seq), c->good);
	KUNIT_EXPECT_EQ(test, seq, c->good ? c->seq : 5);
	kfree(exact);
}

CMLAB_ROWS(ping, ping_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE(ping_build),
	KUNIT_CASE_PARAM(ping_parse, ping_gen_params),
	{},
};

struct kunit_suite cmlab_suite_ping = {
	.name = "cmlab_ping",
	.test_cases = cases,
};
