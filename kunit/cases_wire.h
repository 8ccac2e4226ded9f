/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_WIRE_H
#define CMLAB_CASES_WIRE_H

#include <cmlab/wire.h>

/* Exact bytes, computed by a program of its own with another CRC-32C. */
struct wire_golden_case {
	const char *name;
	const char *from;
	struct cmlab_wire_hdr hdr;
	const char *user;
	u32 user_len;
	u32 len;
	u8 blob[64];
};

#define NO_FIELD CMLAB_NR_FIELDS

static const struct wire_golden_case wire_golden_cases[] = {
	{
		"REQ with user bytes", "wire.h layout",
		{
			.kind = 1, .caps = 3, .max_ird = 128, .max_ord = 128, .want_ird = 32,
			.want_ord = 8, .field = NO_FIELD, .user_len = 5,
		},
		"hello", 5, 37,
		{
			0x00, 0x0c, 0x4d, 0x4c, 0x00, 0x01, 0x00, 0x25, 0x01, 0x00, 0x00, 0x03,
			0x00, 0x80, 0x00, 0x80, 0x00, 0x20, 0x00, 0x08, 0x00, 0x00, 0x00, 0x00,
			0x00, 0x00, 0x00, 0x00, 0x6d, 0x2d, 0x11, 0xb2, 0x68, 0x65, 0x6c, 0x6c,
			0x6f,
		},
	},
	{
		"REP above 8 bits", "DESIGN: true ceilings",
		{
			.kind = 2, .caps = 1, .max_ird = 256, .max_ord = 257, .want_ird = 255,
			.field = NO_FIELD,
		},
		"", 0, 32,
		{
			0x00, 0x0c, 0x4d, 0x4c, 0x00, 0x01, 0x00, 0x20, 0x02, 0x00, 0x00, 0x01,
			0x01, 0x00, 0x01, 0x01, 0x00, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
			0x00, 0x00, 0x00, 0x00, 0xeb, 0xa2, 0xb2, 0xe0,
		},
	},
	{
		"REJ", "UX sample: ord_floor",
		{
			.kind = 3, .max_ird = 16, .max_ord = 4, .want_ird = 16, .want_ord = 8,
			.reason = 11, .field = CMLAB_F_ORD, .have = 1, .need = 4,
		},
		"", 0, 32,
		{
			0x00, 0x0c, 0x4d, 0x4c, 0x00, 0x01, 0x00, 0x20, 0x03, 0x00, 0x00, 0x00,
			0x00, 0x10, 0x00, 0x04, 0x00, 0x10, 0x00, 0x08, 0x00, 0x0b, 0x02, 0x00,
			0x00, 0x01, 0x00, 0x04, 0x2c, 0x93, 0xe7, 0xf6,
		},
	},
	{
		"REJ saturated", "wire.h: 65535",
		{
			.kind = 3, .max_ird = 65535, .max_ord = 65535, .want_ird = 65535,
			.want_ord = 65535, .reason = 65535, .have = 65535, .need = 65535,
			.field = NO_FIELD,
		},
		"", 0, 32,
		{
			0x00, 0x0c, 0x4d, 0x4c, 0x00, 0x01, 0x00, 0x20, 0x03, 0x00, 0x00, 0x00,
			0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00,
			0xff, 0xff, 0xff, 0xff, 0x9d, 0x4d, 0x14, 0x66,
		},
	},
	{
		"REQ of exactly 56", "model 2.2",
		{
			.kind = 1, .caps = 65535, .max_ird = 16, .max_ord = 4, .want_ird = 32,
			.want_ord = 8, .field = NO_FIELD, .user_len = 24,
		},
		"\000\001\002\003\004\005\006\007\010\011\012\013"
		"\014\015\016\017\020\021\022\023\024\025\026\027", 24, 56,
		{
			0x00, 0x0c, 0x4d, 0x4c, 0x00, 0x01, 0x00, 0x38, 0x01, 0x00, 0xff, 0xff,
			0x00, 0x10, 0x00, 0x04, 0x00, 0x20, 0x00, 0x08, 0x00, 0x00, 0x00, 0x00,
			0x00, 0x00, 0x00, 0x00, 0x43, 0x41, 0x88, 0x80, 0x00, 0x01, 0x02, 0x03,
			0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
			0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17,
		},
	},
};

/* What is done to a good REQ of 56 bytes, 37 of them declared, before it is parsed. */
struct wire_edit {
	u8 at;
	u8 value; /* { 0, 0 }, which the first byte is, ends the list */
};

struct wire_hostile_case {
	const char *name;
	const char *from;
	enum cmlab_reason expect;
	u32 len; /* 0: 56 */
	enum cmlab_wire_kind kind; /* 0: a REQ */
	struct wire_edit edit[8];
	bool fix_crc;
};

#define R(n) CMLAB_REASON_##n

static const struct wire_hostile_case wire_hostile_cases[] = {
	{ "untouched, padded", "F13: wire 56, declared 37", R(NONE), .len = 56 },
	{ "no padding", "iWARP, model 2.4", R(NONE), .len = 37 },
	{ "long padding", "AF_IB listener, 92 bytes", R(NONE), .len = 92 },
	{ "junk in the padding", "not looked at", R(NONE), .edit = { { 37, 0xff }, { 55, 0x01 } } },
	{ "cut in the user bytes", "bad length", R(HDR_LENGTH), .len = 36 },
	{ "cut in the header", "short", R(HDR_SHORT), .len = 31 },
	{ "magic, first byte", "wrong magic", R(HDR_MAGIC), .edit = { { 0, 1 } }, .fix_crc = true },
	{ "magic, last byte", "wrong magic", R(HDR_MAGIC), .edit = { { 3, 0x4d } },
	  .fix_crc = true },
	{ "another protocol's data", "rtrs 0x1BBD", R(HDR_MAGIC),
	  .edit = { { 1, 0 }, { 2, 0xbd }, { 3, 0x1b } } },
	{ "cma header", "model 2.2: AF_IB listener", R(HDR_MAGIC), .len = 92,
	  .edit = { { 1, 0x40 } } },
	{ "magic in 32-bit little-endian", "F5", R(HDR_SWAPPED),
	  .edit = { { 0, 0x4c }, { 1, 0x4d }, { 2, 0x0c }, { 3, 0 } }, .fix_crc = true },
	{ "magic in 16-bit little-endian", "F5", R(HDR_SWAPPED),
	  .edit = { { 0, 0x0c }, { 1, 0 }, { 2, 0x4c }, { 3, 0x4d } }, .fix_crc = true },
	{ "version in little-endian", "F5", R(HDR_SWAPPED), .edit = { { 4, 1 }, { 5, 0 } },
	  .fix_crc = true },
	{ "version in little-endian, other magic", "not ours at all", R(HDR_MAGIC),
	  .edit = { { 2, 0 }, { 4, 1 }, { 5, 0 } }, .fix_crc = true },
	{ "version 0", "wrong version", R(HDR_VERSION), .edit = { { 5, 0 } }, .fix_crc = true },
	{ "version 2", "wrong version", R(HDR_VERSION), .edit = { { 5, 2 } }, .fix_crc = true },
	{ "version 0x0101", "wrong version", R(HDR_VERSION), .edit = { { 4, 1 } },
	  .fix_crc = true },
	{ "version before length", "order of checks", R(HDR_VERSION),
	  .edit = { { 5, 2 }, { 7, 0 } }, .fix_crc = true },
	{ "length 0", "bad length", R(HDR_LENGTH), .edit = { { 7, 0 } } },
	{ "length 31", "bad length", R(HDR_LENGTH), .edit = { { 7, 31 } } },
	{ "length 32, user bytes cut off", "crc covers them", R(HDR_CRC), .edit = { { 7, 32 } } },
	{ "length 56 of 56", "boundary", R(NONE), .edit = { { 7, 56 } }, .fix_crc = true },
	{ "length 57 of 56", "bad length", R(HDR_LENGTH), .edit = { { 7, 57 } } },
	{ "length in little-endian", "bad length", R(HDR_LENGTH), .edit = { { 6, 37 }, { 7, 0 } } },
	{ "length 255 of 255", "boundary", R(NONE), .len = 255, .edit = { { 7, 255 } },
	  .fix_crc = true },
	{ "length 256 of 300", "more than a u8 length says", R(HDR_LENGTH), .len = 300,
	  .edit = { { 6, 1 }, { 7, 0 } } },
	{ "length before reserved", "order of checks", R(HDR_LENGTH),
	  .edit = { { 7, 57 }, { 9, 1 } } },
	{ "reserved byte 9", "reserved zero", R(HDR_RESERVED), .edit = { { 9, 1 } },
	  .fix_crc = true },
	{ "reserved byte 23", "reserved zero", R(HDR_RESERVED), .edit = { { 23, 0x80 } },
	  .fix_crc = true },
	{ "reserved byte 23 of a REJ", "reserved zero", R(HDR_RESERVED), .kind = CMLAB_WIRE_REJ,
	  .edit = { { 8, 3 }, { 23, 1 } }, .fix_crc = true },
	{ "a REQ with a reason", "only a REJ has one", R(HDR_RESERVED), .edit = { { 21, 1 } },
	  .fix_crc = true },
	{ "a REQ with a needed number", "only a REJ has one", R(HDR_RESERVED),
	  .edit = { { 27, 1 } }, .fix_crc = true },
	{ "a REJ with all of it", "wire.h layout", R(NONE), .kind = CMLAB_WIRE_REJ,
	  .edit = { { 8, 3 }, { 21, 11 }, { 22, 2 }, { 25, 1 }, { 27, 4 } }, .fix_crc = true },
	{ "reserved before crc", "order of checks", R(HDR_RESERVED), .edit = { { 9, 1 } } },
	{ "crc, first byte", "bad crc", R(HDR_CRC), .edit = { { 28, 0x6c } } },
	{ "crc, last byte", "bad crc", R(HDR_CRC), .edit = { { 31, 0 } } },
	{ "a depth", "bad crc", R(HDR_CRC), .edit = { { 13, 0x40 } } },
	{ "a user byte", "bad crc", R(HDR_CRC), .edit = { { 36, 0 } } },
	{ "depths in little-endian", "F5: kept whole, never cut to a u8", R(NONE),
	  .edit = { { 16, 0x20 }, { 17, 0 }, { 18, 0x08 }, { 19, 0 } }, .fix_crc = true },
	{ "kind of a REP", "another message", R(HDR_KIND), .edit = { { 8, 2 } }, .fix_crc = true },
	{ "kind 0", "another message", R(HDR_KIND), .edit = { { 8, 0 } }, .fix_crc = true },
	{ "REQ where a REP is due", "another message", R(HDR_KIND), .kind = CMLAB_WIRE_REP },
	{ "crc before kind", "order of checks", R(HDR_CRC), .kind = CMLAB_WIRE_REP,
	  .edit = { { 31, 0 } } },
};

/* Of an iWARP peer without data; of a REQ, a REJ of a failed accept, and a REP of IB without. */
static const u32 wire_zero_lengths[] = { 0, 1, 31, 32, 56, 148, 196 };

#endif /* CMLAB_CASES_WIRE_H */
