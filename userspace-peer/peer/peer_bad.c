// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Faults on demand: the words for them, and what they do to a header. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmlab/wire.h>

#include "peer_bad.h"

/* Offsets of wire.h's layout that this file breaks one by one. */
enum {
	AT_MAGIC = 0,
	AT_VERSION = 4,
	AT_LENGTH = 6,
	AT_KIND = 8,
	AT_RESERVED = 9,
	AT_CRC = 28,
};

#define PEER_BAD_WORD(n, w, d, t) w,
#define PEER_BAD_ARG(n, w, d, t)  d,
#define PEER_BAD_TEXT(n, w, d, t) t,

static const char *const words[] = { NULL, PEER_BAD_LIST(PEER_BAD_WORD) };
static const u32 default_args[] = { 0, PEER_BAD_LIST(PEER_BAD_ARG) };
static const char *const texts[] = { NULL, PEER_BAD_LIST(PEER_BAD_TEXT) };
static const struct cmlab_names kinds = { words, PEER_BAD_NR };

static int parse_arg(const char *text, struct peer_bad *bad)
{
	unsigned long n;
	char *end;
	int reason;

	reason = cmlab_name_find(&cmlab_reasons, text, strlen(text));
	if (bad->kind == PEER_BAD_REJECT && reason >= 0) {
		bad->arg = reason;
		return 0;
	}
	errno = 0;
	n = strtoul(text, &end, 0);
	if (errno || end == text || *end || *text == '-' || n > 65535)
		return -ERANGE;
	bad->arg = n;
	return 0;
}

int peer_bad_parse(const char *text, struct peer_bad *bad)
{
	const char *eq = strchr(text, '=');
	int kind = cmlab_name_find(&kinds, text, eq ? (size_t)(eq - text) : strlen(text));

	if (kind < 0)
		return kind;
	bad->kind = kind;
	bad->arg = default_args[kind];
	return eq ? parse_arg(eq + 1, bad) : 0;
}

const char *peer_bad_word(enum peer_bad_kind kind)
{
	return cmlab_name(&kinds, kind);
}

bool peer_bad_is_for_listen(enum peer_bad_kind kind)
{
	return kind >= PEER_BAD_OVER_REPLY && kind <= PEER_BAD_REJECT_EMPTY;
}

bool peer_bad_needs_header(enum peer_bad_kind kind)
{
	return (kind >= PEER_BAD_SHORT && kind <= PEER_BAD_GARBAGE) ||
	       kind == PEER_BAD_PING_GARBAGE || kind == PEER_BAD_NO_PING;
}

static void put16(u8 *p, u32 v)
{
	p[0] = v >> 8;
	p[1] = v;
}

static void reverse(u8 *p, size_t len)
{
	size_t i;
	u8 t;

	for (i = 0; i < len / 2; i++) {
		t = p[i];
		p[i] = p[len - 1 - i];
		p[len - 1 - i] = t;
	}
}

/* Every field of wire.h's layout in the other byte order. */
static void swap_fields(u8 *buf)
{
	static const struct {
		u8 at;
		u8 len;
	} field[] = {
		{ 0, 4 },  { 4, 2 },  { 6, 2 },	 { 10, 2 }, { 12, 2 }, { 14, 2 },
		{ 16, 2 }, { 18, 2 }, { 20, 2 }, { 24, 2 }, { 26, 2 }, { 28, 4 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(field); i++)
		reverse(buf + field[i].at, field[i].len);
}

static void fix_crc(u8 *buf, size_t len)
{
	u32 crc = cmlab_wire_crc(0, buf, AT_CRC);

	crc = cmlab_wire_crc(crc, buf + CMLAB_WIRE_HDR_LEN, len - CMLAB_WIRE_HDR_LEN);
	put16(buf + AT_CRC, crc >> 16);
	put16(buf + AT_CRC + 2, crc);
}

static void fill_random(u8 *buf, size_t len, u32 seed)
{
	u32 x = seed * 2654435761u + 1;
	size_t i;

	for (i = 0; i < len; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
		buf[i] = x >> 24;
	}
}

static size_t spoil_field(const struct peer_bad *bad, u8 *buf, size_t len)
{
	switch (bad->kind) {
	case PEER_BAD_MAGIC:
		buf[AT_MAGIC + 3] ^= 0xff;
		break;
	case PEER_BAD_VERSION:
		put16(buf + AT_VERSION, bad->arg);
		break;
	case PEER_BAD_LENGTH_SHORT:
	case PEER_BAD_LENGTH_LONG:
		put16(buf + AT_LENGTH, bad->arg);
		break;
	case PEER_BAD_RESERVED:
		buf[AT_RESERVED] = 1;
		break;
	case PEER_BAD_KIND:
		buf[AT_KIND] = bad->arg ? bad->arg : buf[AT_KIND] % CMLAB_WIRE_REJ + 1U;
		break;
	case PEER_BAD_CRC:
		buf[AT_CRC] ^= 0xff;
		return len;
	default:
		return len;
	}
	fix_crc(buf, len);
	return len;
}

size_t peer_bad_blob(const struct peer_bad *bad, u8 *buf, size_t len, size_t room)
{
	if (len < CMLAB_WIRE_HDR_LEN)
		return len;
	switch (bad->kind) {
	case PEER_BAD_SHORT:
		return min_t(size_t, len, bad->arg);
	case PEER_BAD_SWAPPED:
		swap_fields(buf);
		return len;
	case PEER_BAD_ZERO:
		memset(buf, 0, len);
		return len;
	case PEER_BAD_NONE:
		return 0;
	case PEER_BAD_GARBAGE:
		fill_random(buf, room, bad->arg);
		return room;
	default:
		return spoil_field(bad, buf, len);
	}
}

char *peer_bad_help(const char *text)
{
	char *help = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&help, &size);
	int kind;

	if (!f)
		return NULL;
	fprintf(f, "%s\n", text);
	for (kind = PEER_BAD_OFF + 1; kind < PEER_BAD_NR; kind++)
		fprintf(f, "  %-14s %s\n", words[kind], texts[kind]);
	fclose(f);
	return help;
}
