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

#define MAGIC_LEN 4

static const u8 magic[MAGIC_LEN] = { 0x00, 0x0c, 0x4d, 0x4c };
/* What 32-bit and 16-bit stores in the wrong order make of the magic. */
static const u8 magic_swapped32[MAGIC_LEN] = { 0x4c, 0x4d, 0x0c, 0x00 };
static const u8 magic_swapped16[MAGIC_LEN] = { 0x0c, 0x00, 0x4c, 0x4d };

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

/* CRC-32C of the sixteen nibbles, reflected polynomial 0x82f63b78. */
/* clang-format off */
static const u32 crc_nibble[16] = {
	0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1,
	0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
	0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
	0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
};

/* clang-format on */

u32 cmlab_wire_crc(u32 crc, const u8 *buf, size_t len)
{
	crc = ~crc;
	while (len--) {
		crc ^= *buf++;
		crc = crc >> 4 ^ crc_nibble[crc & 15];
		crc = crc >> 4 ^ crc_nibble[crc & 15];
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
	memcpy(buf + AT_MAGIC, magic, MAGIC_LEN);
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
	if (!memcmp(buf, magic_swapped32, MAGIC_LEN) || !memcmp(buf, magic_swapped16, MAGIC_LEN))
		return true;
	return !memcmp(buf, magic, MAGIC_LEN) && buf[AT_VERSION] == CMLAB_WIRE_VERSION &&
	       !buf[AT_VERSION + 1];
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
	if (memcmp(buf, magic, MAGIC_LEN))
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
