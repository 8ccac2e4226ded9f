// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Faults on demand: the words for them, who can do them, and what they do to a header.
 */
#include <cmlab/fault.h>

/* Offsets of wire.h's layout that this file breaks one by one. */
enum {
	AT_MAGIC = 0,
	AT_VERSION = 4,
	AT_LENGTH = 6,
	AT_KIND = 8,
	AT_RESERVED = 9,
	AT_CRC = 28,
};

/* clang-format off */
#define WORD(constant, word, n, max, who, text)	\
	[constant] = (word),
#define TEXT(constant, word, n, max, who, text)	\
	[constant] = (text),
#define FACTS(constant, word, n, max, who, text)	\
	[constant] = { (n), (max), (who) },
/* clang-format on */

static const char *const words[] = { CMLAB_FAULT_LIST(WORD) };
static const char *const texts[] = { CMLAB_FAULT_LIST(TEXT) };

static const struct {
	u32 n;
	u32 max;
	u32 who;
} facts[] = { CMLAB_FAULT_LIST(FACTS) };

const struct cmlab_names cmlab_faults = { words, ARRAY_SIZE(words) };
const struct cmlab_names cmlab_fault_texts = { texts, ARRAY_SIZE(texts) };

static int parse_number(const char *s, size_t len, struct cmlab_fault *fault)
{
	int reason = cmlab_name_find(&cmlab_reasons, s, len);
	u32 n = 0;
	size_t i;

	if (fault->kind == CMLAB_FAULT_REJECT && reason >= 0) {
		fault->n = (u32)reason;
		return 0;
	}
	if (!len)
		return -EINVAL;
	for (i = 0; i < len; i++) {
		if (s[i] < '0' || s[i] > '9')
			return -EINVAL;
		n = n > 1000000 ? n : n * 10 + (u32)(s[i] - '0');
	}
	if (n > facts[fault->kind].max)
		return -ERANGE;
	fault->n = n;
	return 0;
}

int cmlab_fault_parse(const char *text, size_t len, struct cmlab_fault *fault)
{
	const char *equals = memchr(text, '=', len);
	size_t word = equals ? (size_t)(equals - text) : len;
	int kind = cmlab_name_find(&cmlab_faults, text, word);

	if (kind < 0)
		return -ENOENT;
	*fault = (struct cmlab_fault){ .kind = (u8)kind, .n = facts[kind].n };
	return equals ? parse_number(equals + 1, len - word - 1, fault) : 0;
}

u32 cmlab_fault_who(unsigned int kind)
{
	return kind < ARRAY_SIZE(facts) ? facts[kind].who : 0;
}

u32 cmlab_fault_max(unsigned int kind)
{
	return kind < ARRAY_SIZE(facts) ? facts[kind].max : 0;
}

const char *cmlab_fault_obstacle(unsigned int kind, u32 by, u8 form, u8 transitions)
{
	u32 cannot = by & ~cmlab_fault_who(kind);

	if (cannot & CMLAB_FAULT_BY_ACTIVE)
		return "only who listens can do that";
	if (cannot & CMLAB_FAULT_BY_PASSIVE)
		return "only who connects can do that";
	if (cannot & CMLAB_FAULT_BY_MODULE)
		return "only a program can do that: cmlab-peer --misbehave";
	if (cannot & CMLAB_FAULT_BY_PEER)
		return "only the module can do that: fault=";
	if ((cmlab_fault_who(kind) & CMLAB_FAULT_OF_HEADER) && form == CMLAB_PDATA_RAW)
		return "handshake=raw has neither a header nor a ping";
	if ((cmlab_fault_who(kind) & CMLAB_FAULT_OF_LAB) && transitions == CMLAB_TRANSITIONS_CM)
		return "with transitions=cm rdma_cm does that step itself";
	return NULL;
}

void cmlab_fault_over_reply(const struct cmlab_values *adv, struct cmlab_values *params)
{
	/* 255 is what librdmacm takes for "the device's". */
	cmlab_values_set(params, CMLAB_F_IRD, min(cmlab_values_get(adv, CMLAB_F_IRD) + 1, 254U));
	cmlab_values_set(params, CMLAB_F_ORD, min(cmlab_values_get(adv, CMLAB_F_ORD) + 1, 254U));
}

const char *cmlab_fault_text(const struct cmlab_fault *fault, char buf[CMLAB_FAULT_STR])
{
	const char *word = cmlab_name(&cmlab_faults, fault->kind);

	if (cmlab_fault_max(fault->kind))
		scnprintf(buf, CMLAB_FAULT_STR, "%s=%u", word, fault->n);
	else
		scnprintf(buf, CMLAB_FAULT_STR, "%s", word);
	return buf;
}

static void put16(u8 *p, u32 v)
{
	p[0] = (u8)(v >> 8);
	p[1] = (u8)v;
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
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(field); i++)
		for (k = 0; k < field[i].len / 2U; k++)
			swap(buf[field[i].at + k], buf[field[i].at + field[i].len - 1 - k]);
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
	u32 x = seed * 2654435761U + 1;
	size_t i;

	for (i = 0; i < len; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
		buf[i] = (u8)(x >> 24);
	}
}

/* Whether the checksum has to be made right again. */
static bool spoil_field(const struct cmlab_fault *fault, u8 *buf)
{
	switch (fault->kind) {
	case CMLAB_FAULT_MAGIC:
		buf[AT_MAGIC + 3] ^= 0xff;
		return true;
	case CMLAB_FAULT_VERSION:
		put16(buf + AT_VERSION, fault->n);
		return true;
	case CMLAB_FAULT_LENGTH_SHORT:
	case CMLAB_FAULT_LENGTH_LONG:
		put16(buf + AT_LENGTH, fault->n);
		return true;
	case CMLAB_FAULT_RESERVED:
		buf[AT_RESERVED] = 1;
		return true;
	case CMLAB_FAULT_KIND:
		buf[AT_KIND] = (u8)(fault->n ? fault->n : buf[AT_KIND] % CMLAB_WIRE_REJ + 1U);
		return true;
	case CMLAB_FAULT_CRC:
		buf[AT_CRC] ^= 0xff;
		return false;
	default:
		return false;
	}
}

size_t cmlab_fault_blob(const struct cmlab_fault *fault, u8 *buf, size_t len, size_t room)
{
	if (len < CMLAB_WIRE_HDR_LEN)
		return len;
	switch (fault->kind) {
	case CMLAB_FAULT_SHORT:
		return min_t(size_t, len, fault->n);
	case CMLAB_FAULT_SWAPPED:
		swap_fields(buf);
		return len;
	case CMLAB_FAULT_ZERO:
		memset(buf, 0, len);
		return len;
	case CMLAB_FAULT_NONE:
		return 0;
	case CMLAB_FAULT_GARBAGE:
		fill_random(buf, room, fault->n);
		return room;
	default:
		if (spoil_field(fault, buf))
			fix_crc(buf, len);
		return len;
	}
}
