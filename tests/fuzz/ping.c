// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The ping's message: all of an input. */
#include <cmlab/ping.h>

#include "fuzz.h"

static bool parse(const u8 *msg, size_t len, enum cmlab_ping_kind kind)
{
	u8 again[CMLAB_PING_LEN];
	u64 seq;

	if (!cmlab_ping_parse(msg, (u32)len, kind, &seq))
		return false;
	fuzz_require(len == CMLAB_PING_LEN, "a ping is whole and nothing more");
	cmlab_ping_build(again, kind, seq);
	fuzz_require(!memcmp(again, msg, sizeof(again)), "what is built is the same bytes");
	return true;
}

/* Any number comes back from a message, and from no other kind's. */
static void there_and_back(u64 seq, enum cmlab_ping_kind kind)
{
	u8 msg[CMLAB_PING_LEN];
	u64 back;

	cmlab_ping_build(msg, kind, seq);
	fuzz_require(cmlab_ping_parse(msg, sizeof(msg), kind, &back) && back == seq,
		     "a number comes back");
	fuzz_require(!cmlab_ping_parse(msg, sizeof(msg), CMLAB_PING + CMLAB_PONG - kind, &back),
		     "a ping is no pong");
	fuzz_require(!cmlab_ping_parse(msg, sizeof(msg) - 1, kind, &back), "a part is no ping");
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = { data, size };
	u64 seq = (u64)fuzz_u32(&in) << 32 | fuzz_u32(&in);

	fuzz_require(parse(data, size, CMLAB_PING) + parse(data, size, CMLAB_PONG) <= 1,
		     "a message is of one kind");
	there_and_back(seq, size & 1 ? CMLAB_PING : CMLAB_PONG);
	return 0;
}
