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
		"REQ of zeros", "F14: magic is not zero",
		{
			.kind = 1, .field = NO_FIELD,
		},
		"", 0, 32,
		{
			0x00, 0x0c, 0x4d, 0x4c, 0x00, 0x01, 0x00, 0x20, 0x01, 0x00, 0x00, 0x00,
			0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
			0x00, 0x00, 0x00, 0x00, 0x4f, 0x46, 0x6d, 0x79,
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
	u8 value;
};

struct wire_hostile_case {
	const char *name;
	const char *from;
	u32 len;
	enum cmlab_wire_kind kind;
	bool fix_crc;
	struct wire_edit edit[8];
	u32 edits;
	enum cmlab_reason expect;
};

#define R(n) CMLAB_REASON_##n

static const struct wire_hostile_case wire_hostile_cases[] = {
	{ "untouched, padded", "F13: wire 56, declared 37", 56, CMLAB_WIRE_REQ, false, {}, 0,
	  R(NONE) },
	{ "no padding", "iWARP, model 2.4", 37, CMLAB_WIRE_REQ, false, {}, 0, R(NONE) },
	{ "long padding", "AF_IB listener, 92 bytes", 92, CMLAB_WIRE_REQ, false, {}, 0, R(NONE) },
	{ "junk in the padding", "not looked at", 56, CMLAB_WIRE_REQ, false,
	  { { 37, 0xff }, { 55, 0x01 } }, 2, R(NONE) },
	{ "cut in the user bytes", "bad length", 36, CMLAB_WIRE_REQ, false, {}, 0,
	  R(HDR_LENGTH) },
	{ "cut in the header", "short", 31, CMLAB_WIRE_REQ, false, {}, 0, R(HDR_SHORT) },
	{ "magic, first byte", "wrong magic", 56, CMLAB_WIRE_REQ, true, { { 0, 1 } }, 1,
	  R(HDR_MAGIC) },
	{ "magic, last byte", "wrong magic", 56, CMLAB_WIRE_REQ, true, { { 3, 0x4d } }, 1,
	  R(HDR_MAGIC) },
	{ "another protocol's data", "rtrs 0x1BBD", 56, CMLAB_WIRE_REQ, false,
	  { { 0, 0 }, { 1, 0 }, { 2, 0xbd }, { 3, 0x1b } }, 4, R(HDR_MAGIC) },
	{ "cma header", "model 2.2: AF_IB listener", 92, CMLAB_WIRE_REQ, false,
	  { { 1, 0x40 } }, 1, R(HDR_MAGIC) },
	{ "magic in 32-bit little-endian", "F5", 56, CMLAB_WIRE_REQ, true,
	  { { 0, 0x4c }, { 1, 0x4d }, { 2, 0x0c }, { 3, 0 } }, 4, R(HDR_SWAPPED) },
	{ "magic in 16-bit little-endian", "F5", 56, CMLAB_WIRE_REQ, true,
	  { { 0, 0x0c }, { 1, 0 }, { 2, 0x4c }, { 3, 0x4d } }, 4, R(HDR_SWAPPED) },
	{ "version in little-endian", "F5", 56, CMLAB_WIRE_REQ, true,
	  { { 4, 1 }, { 5, 0 } }, 2, R(HDR_SWAPPED) },
	{ "version in little-endian, other magic", "not ours at all", 56, CMLAB_WIRE_REQ, true,
	  { { 2, 0 }, { 4, 1 }, { 5, 0 } }, 3, R(HDR_MAGIC) },
	{ "version 0", "wrong version", 56, CMLAB_WIRE_REQ, true, { { 5, 0 } }, 1,
	  R(HDR_VERSION) },
	{ "version 2", "wrong version", 56, CMLAB_WIRE_REQ, true, { { 5, 2 } }, 1,
	  R(HDR_VERSION) },
	{ "version 0x0101", "wrong version", 56, CMLAB_WIRE_REQ, true, { { 4, 1 } }, 1,
	  R(HDR_VERSION) },
	{ "version before length", "order of checks", 56, CMLAB_WIRE_REQ, true,
	  { { 5, 2 }, { 7, 0 } }, 2, R(HDR_VERSION) },
	{ "length 0", "bad length", 56, CMLAB_WIRE_REQ, false, { { 7, 0 } }, 1, R(HDR_LENGTH) },
	{ "length 31", "bad length", 56, CMLAB_WIRE_REQ, false, { { 7, 31 } }, 1,
	  R(HDR_LENGTH) },
	{ "length 32, user bytes cut off", "crc covers them", 56, CMLAB_WIRE_REQ, false,
	  { { 7, 32 } }, 1, R(HDR_CRC) },
	{ "length 56 of 56", "boundary", 56, CMLAB_WIRE_REQ, true, { { 7, 56 } }, 1, R(NONE) },
	{ "length 57 of 56", "bad length", 56, CMLAB_WIRE_REQ, false, { { 7, 57 } }, 1,
	  R(HDR_LENGTH) },
	{ "length in little-endian", "bad length", 56, CMLAB_WIRE_REQ, false,
	  { { 6, 37 }, { 7, 0 } }, 2, R(HDR_LENGTH) },
	{ "length 255 of 255", "boundary", 255, CMLAB_WIRE_REQ, true, { { 7, 255 } }, 1,
	  R(NONE) },
	{ "length 256 of 300", "more than a u8 length says", 300, CMLAB_WIRE_REQ, false,
	  { { 6, 1 }, { 7, 0 } }, 2, R(HDR_LENGTH) },
	{ "length before reserved", "order of checks", 56, CMLAB_WIRE_REQ, false,
	  { { 7, 57 }, { 9, 1 } }, 2, R(HDR_LENGTH) },
	{ "reserved byte 9", "reserved zero", 56, CMLAB_WIRE_REQ, true, { { 9, 1 } }, 1,
	  R(HDR_RESERVED) },
	{ "reserved byte 23", "reserved zero", 56, CMLAB_WIRE_REQ, true, { { 23, 0x80 } }, 1,
	  R(HDR_RESERVED) },
	{ "reserved byte 23 of a REJ", "reserved zero", 56, CMLAB_WIRE_REJ, true,
	  { { 8, 3 }, { 23, 1 } }, 2, R(HDR_RESERVED) },
	{ "a REQ with a reason", "only a REJ has one", 56, CMLAB_WIRE_REQ, true,
	  { { 21, 1 } }, 1, R(HDR_RESERVED) },
	{ "a REQ with a needed number", "only a REJ has one", 56, CMLAB_WIRE_REQ, true,
	  { { 27, 1 } }, 1, R(HDR_RESERVED) },
	{ "a REJ with all of it", "wire.h layout", 56, CMLAB_WIRE_REJ, true,
	  { { 8, 3 }, { 21, 11 }, { 22, 2 }, { 25, 1 }, { 27, 4 } }, 5, R(NONE) },
	{ "reserved before crc", "order of checks", 56, CMLAB_WIRE_REQ, false, { { 9, 1 } }, 1,
	  R(HDR_RESERVED) },
	{ "crc, first byte", "bad crc", 56, CMLAB_WIRE_REQ, false, { { 28, 0x6c } }, 1,
	  R(HDR_CRC) },
	{ "crc, last byte", "bad crc", 56, CMLAB_WIRE_REQ, false, { { 31, 0 } }, 1, R(HDR_CRC) },
	{ "a depth", "bad crc", 56, CMLAB_WIRE_REQ, false, { { 13, 0x40 } }, 1, R(HDR_CRC) },
	{ "a user byte", "bad crc", 56, CMLAB_WIRE_REQ, false, { { 36, 0 } }, 1, R(HDR_CRC) },
	{ "depths in little-endian", "F5: kept whole, never cut to a u8", 56, CMLAB_WIRE_REQ,
	  true, { { 16, 0x20 }, { 17, 0 }, { 18, 0x08 }, { 19, 0 } }, 4, R(NONE) },
	{ "kind of a REP", "another message", 56, CMLAB_WIRE_REQ, true, { { 8, 2 } }, 1,
	  R(HDR_KIND) },
	{ "kind 0", "another message", 56, CMLAB_WIRE_REQ, true, { { 8, 0 } }, 1, R(HDR_KIND) },
	{ "REQ where a REP is due", "another message", 56, CMLAB_WIRE_REP, false, {}, 0,
	  R(HDR_KIND) },
	{ "crc before kind", "order of checks", 56, CMLAB_WIRE_REP, false, { { 31, 0 } }, 1,
	  R(HDR_CRC) },
};

struct wire_zero_case {
	const char *name;
	const char *from;
	u32 len;
};

static const struct wire_zero_case wire_zero_cases[] = {
	{ "nothing", "iWARP without data, observed", 0 },
	{ "1", "F13", 1 },
	{ "31", "boundary", 31 },
	{ "32", "boundary", 32 },
	{ "56", "F14, REQ on IB without data", 56 },
	{ "148", "observed: REJ of a failed accept", 148 },
	{ "196", "F14, REP on IB without data", 196 },
};

#endif /* CMLAB_CASES_WIRE_H */
