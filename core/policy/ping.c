// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The ping's message, numbers to bytes and back.
 */
#include <cmlab/ping.h>

enum offset {
	AT_MAGIC = 0,
	AT_KIND = 7, /* the last byte of four, the others are 0 */
	AT_SEQ = 8,
};

static const u8 magic[] = { 'c', 'm', 'l', 'p' };

void cmlab_ping_build(u8 *msg, enum cmlab_ping_kind kind, u64 seq)
{
	unsigned int i;

	memset(msg, 0, CMLAB_PING_LEN);
	memcpy(msg + AT_MAGIC, magic, sizeof(magic));
	msg[AT_KIND] = (u8)kind;
	for (i = 0; i < sizeof(seq); i++)
		msg[AT_SEQ + i] = (u8)(seq >> (8 * (sizeof(seq) - 1 - i)));
}

/* Whatever number it has, the rest is to be as a message with that number is built. */
bool cmlab_ping_parse(const u8 *msg, u32 len, enum cmlab_ping_kind kind, u64 *seq)
{
	u8 want[CMLAB_PING_LEN];
	unsigned int i;
	u64 said = 0;

	if (len != CMLAB_PING_LEN)
		return false;
	for (i = 0; i < sizeof(said); i++)
		said = said << 8 | msg[AT_SEQ + i];
	cmlab_ping_build(want, kind, said);
	if (memcmp(msg, want, CMLAB_PING_LEN))
		return false;
	*seq = said;
	return true;
}
