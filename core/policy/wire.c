// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The private-data header, bytes to numbers and back.
 */
#include <cmlab/wire.h>

enum offset {
	AT_MAGIC = 0,
	AT_VERSION = 4,
	AT_LENGTH = 6,
	AT_KIND = 8,
	AT_RESERVED1 = 9,
	AT_CAPS = 10,
	AT_MAX_IRD = 12,
	AT_MAX_ORD = 14,
	AT_WANT_IRD = 16,
	AT_WANT_ORD = 18,
	AT_REASON = 20,
	AT_FIELD = 22,
	AT_RESERVED2 = 23,
	AT_HAVE = 24,
	AT_NEED = 26,
	AT_CRC = 28,
	AT_USER = CMLAB_WIRE_HDR_LEN,
};

/* The magic, and what 32-bit and 16-bit stores in the wrong order make of it. */
#define MAGIC	       0x000c4d4c
#define MAGIC_32_WRONG 0x4c4d0c00
#define MAGIC_16_WRONG 0x0c004c4d

static u32 get16(const u8 *p)
{
	return (u32)p[0] << 8 | p[1];
}

static u32 get32(const u8 *p)
{
	return get16(p) << 16 | get16(p + 2);
}

static void put16(u8 *p, u32 v)
{
	v = min_t(u32, v, 0xffff);
	p[0] = (u8)(v >> 8);
	p[1] = (u8)v;
}

static void put32(u8 *p, u32 v)
{
	put16(p, v >> 16);
	put16(p + 2, v & 0xffff);
}

/* The polynomial reflected, as the bits are: the lowest first. */
#define CRC_POLYNOMIAL 0x82f63b78

u32 cmlab_wire_crc(u32 crc, const u8 *buf, size_t len)
{
	unsigned int bit;

	crc = ~crc;
	while (len--) {
		crc ^= *buf++;
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
	}
	return ~crc;
}

static u32 blob_crc(const u8 *blob, size_t len)
{
	u32 crc = cmlab_wire_crc(0, blob, AT_CRC);

	return cmlab_wire_crc(crc, blob + AT_USER, len - AT_USER);
}

static void build_reject(const struct cmlab_wire_hdr *hdr, u8 *buf)
{
	put16(buf + AT_REASON, hdr->reason);
	buf[AT_FIELD] = hdr->field < CMLAB_NR_FIELDS ? (u8)(hdr->field + 1) : 0;
	put16(buf + AT_HAVE, hdr->have);
	put16(buf + AT_NEED, hdr->need);
}

int cmlab_wire_build(const struct cmlab_wire_hdr *hdr, const u8 *user, size_t user_len, u8 *buf,
		     size_t size)
{
	size_t len = CMLAB_WIRE_HDR_LEN + user_len;

	if (user_len > CMLAB_WIRE_USER_MAX || len > size)
		return -EMSGSIZE;

	memset(buf, 0, CMLAB_WIRE_HDR_LEN);
	put32(buf + AT_MAGIC, MAGIC);
	put16(buf + AT_VERSION, CMLAB_WIRE_VERSION);
	put16(buf + AT_LENGTH, (u32)len);
	buf[AT_KIND] = (u8)hdr->kind;
	put16(buf + AT_CAPS, hdr->caps & 0xffff);
	put16(buf + AT_MAX_IRD, hdr->max_ird);
	put16(buf + AT_MAX_ORD, hdr->max_ord);
	put16(buf + AT_WANT_IRD, hdr->want_ird);
	put16(buf + AT_WANT_ORD, hdr->want_ord);
	if (hdr->kind == CMLAB_WIRE_REJ)
		build_reject(hdr, buf);
	if (user_len)
		memcpy(buf + AT_USER, user, user_len);
	put32(buf + AT_CRC, blob_crc(buf, len));
	return (int)len;
}

static bool all_zero(const u8 *buf, size_t len)
{
	while (len--)
		if (*buf++)
			return false;
	return true;
}

static bool looks_swapped(const u8 *buf)
{
	u32 magic = get32(buf + AT_MAGIC);

	if (magic == MAGIC_32_WRONG || magic == MAGIC_16_WRONG)
		return true;
	return magic == MAGIC && get16(buf + AT_VERSION) == CMLAB_WIRE_VERSION << 8;
}

/* Only a REJ uses the bytes from the reason to what was needed. */
static bool reserved_zero(const u8 *buf)
{
	if (buf[AT_RESERVED1] || buf[AT_RESERVED2])
		return false;
	return buf[AT_KIND] == CMLAB_WIRE_REJ || all_zero(buf + AT_REASON, AT_CRC - AT_REASON);
}

static enum cmlab_reason check(const u8 *buf, size_t len, enum cmlab_wire_kind kind)
{
	size_t declared;

	if (all_zero(buf, len))
		return CMLAB_REASON_HDR_ABSENT;
	if (len < CMLAB_WIRE_HDR_LEN)
		return CMLAB_REASON_HDR_SHORT;
	if (looks_swapped(buf))
		return CMLAB_REASON_HDR_SWAPPED;
	if (get32(buf + AT_MAGIC) != MAGIC)
		return CMLAB_REASON_HDR_MAGIC;
	if (get16(buf + AT_VERSION) != CMLAB_WIRE_VERSION)
		return CMLAB_REASON_HDR_VERSION;
	declared = get16(buf + AT_LENGTH);
	if (declared < CMLAB_WIRE_HDR_LEN || declared > CMLAB_WIRE_MAX || declared > len)
		return CMLAB_REASON_HDR_LENGTH;
	if (!reserved_zero(buf))
		return CMLAB_REASON_HDR_RESERVED;
	if (get32(buf + AT_CRC) != blob_crc(buf, declared))
		return CMLAB_REASON_HDR_CRC;
	if (buf[AT_KIND] != kind)
		return CMLAB_REASON_HDR_KIND;
	return CMLAB_REASON_NONE;
}

static u32 parse_field(u8 byte)
{
	return byte && byte <= CMLAB_NR_FIELDS ? byte - 1U : CMLAB_NR_FIELDS;
}

enum cmlab_reason cmlab_wire_parse(const u8 *buf, size_t len, enum cmlab_wire_kind kind,
				   struct cmlab_wire_hdr *hdr)
{
	enum cmlab_reason reason = check(buf, len, kind);

	if (reason)
		return reason;
	hdr->kind = buf[AT_KIND];
	hdr->caps = get16(buf + AT_CAPS);
	hdr->max_ird = get16(buf + AT_MAX_IRD);
	hdr->max_ord = get16(buf + AT_MAX_ORD);
	hdr->want_ird = get16(buf + AT_WANT_IRD);
	hdr->want_ord = get16(buf + AT_WANT_ORD);
	hdr->reason = get16(buf + AT_REASON);
	hdr->field = parse_field(buf[AT_FIELD]);
	hdr->have = get16(buf + AT_HAVE);
	hdr->need = get16(buf + AT_NEED);
	hdr->user_len = get16(buf + AT_LENGTH) - CMLAB_WIRE_HDR_LEN;
	return CMLAB_REASON_NONE;
}
