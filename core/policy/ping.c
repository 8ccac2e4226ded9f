// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The ping's message, numbers to bytes and back.
 */
#include <cmlab/ping.h>

enum offset {
	AT_MAGIC = 0,
	AT_KIND = 7, /* the last byte of four, the others are 0 */
	AT_SEQ = 8,
	AT_ZERO = 16,
};

static const u8 magic[] = { 'c', 'm', 'l', 'p' };

static void put_head(u8 *msg, enum cmlab_ping_kind kind)
{
	memset(msg, 0, CMLAB_PING_LEN);
	memcpy(msg + AT_MAGIC, magic, sizeof(magic));
	msg[AT_KIND] = (u8)kind;
}

void cmlab_ping_build(u8 *msg, enum cmlab_ping_kind kind, u64 seq)
{
	unsigned int i;

	put_head(msg, kind);
	for (i = 0; i < sizeof(seq); i++)
		msg[AT_SEQ + i] = (u8)(seq >> (8 * (sizeof(seq) - 1 - i)));
}

bool cmlab_ping_parse(const u8 *msg, u32 len, enum cmlab_ping_kind kind, u64 *seq)
{
	u8 want[CMLAB_PING_LEN];
	unsigned int i;

	if (len != CMLAB_PING_LEN)
		return false;
	put_head(want, kind);
	if (memcmp(msg, want, AT_SEQ) ||
	    memcmp(msg + AT_ZERO, want + AT_ZERO, CMLAB_PING_LEN - AT_ZERO))
		return false;
	*seq = 0;
	for (i = 0; i < sizeof(*seq); i++)
		*seq = *seq << 8 | msg[AT_SEQ + i];
	return true;
}
