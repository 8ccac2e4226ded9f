// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "cases_wire.h"
#include "naive.h"
#include "suites.h"

/* The header of the first golden row, in as many zero bytes as asked for. */
static u8 *good_blob(struct kunit *test, size_t room)
{
	u8 *blob = kunit_kzalloc(test, room, GFP_KERNEL);

	memcpy(blob, wire_golden_cases[0].blob, wire_golden_cases[0].len);
	return blob;
}

static void expect_hdr(struct kunit *test, const struct cmlab_wire_hdr *got,
		       const struct cmlab_wire_hdr *want)
{
	KUNIT_EXPECT_EQ(test, got->kind, want->kind);
	KUNIT_EXPECT_EQ(test, got->caps, want->caps);
	KUNIT_EXPECT_EQ(test, got->max_ird, want->max_ird);
	KUNIT_EXPECT_EQ(test, got->max_ord, want->max_ord);
	KUNIT_EXPECT_EQ(test, got->want_ird, want->want_ird);
	KUNIT_EXPECT_EQ(test, got->want_ord, want->want_ord);
	KUNIT_EXPECT_EQ(test, got->reason, want->reason);
	KUNIT_EXPECT_EQ(test, got->field, want->field);
	KUNIT_EXPECT_EQ(test, got->have, want->have);
	KUNIT_EXPECT_EQ(test, got->need, want->need);
	KUNIT_EXPECT_EQ(test, got->user_len, want->user_len);
}

static void wire_golden(struct kunit *test)
{
	const struct wire_golden_case *c = test->param_value;
	u8 *buf = kunit_kzalloc(test, 64, GFP_KERNEL);
	struct cmlab_wire_hdr hdr;
	u32 i;

	memset(buf, 0xee, 64);
	memset(&hdr, 0xee, sizeof(hdr));
	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&c->hdr, (const u8 *)c->user, c->user_len, buf, 64),
			c->len);
	for (i = 0; i < c->len; i++)
		KUNIT_EXPECT_EQ_MSG(test, buf[i], c->blob[i], "byte %u", i);
	for (; i < 64; i++)
		KUNIT_EXPECT_EQ_MSG(test, buf[i], 0xee, "byte %u behind the blob", i);
	KUNIT_EXPECT_EQ(test, cmlab_wire_parse(buf, c->len, c->hdr.kind, &hdr), 0);
	expect_hdr(test, &hdr, &c->hdr);
}

static void fix_crc(u8 *blob, size_t len)
{
	u32 i, crc = cmlab_naive_crc(blob, len, 28);

	for (i = 0; i < 4; i++)
		blob[28 + i] = (u8)(crc >> (24 - 8 * i));
}

static void wire_hostile(struct kunit *test)
{
	const struct wire_hostile_case *c = test->param_value;
	u32 declared, len = c->len ? c->len : 56;
	struct cmlab_wire_hdr hdr, before;
	u8 *blob = good_blob(test, 320);
	const struct wire_edit *e;
	u8 *exact;

	for (e = c->edit; e->at || e->value; e++)
		blob[e->at] = e->value;
	declared = (u32)blob[6] << 8 | blob[7];
	if (c->fix_crc)
		fix_crc(blob, declared);
	exact = kmemdup(blob, len, GFP_KERNEL);
	memset(&hdr, 0x5a, sizeof(hdr));
	before = hdr;
	KUNIT_EXPECT_EQ(test,
			cmlab_wire_parse(exact, len, c->kind ? c->kind : CMLAB_WIRE_REQ, &hdr),
			c->expect);
	if (c->expect)
		KUNIT_EXPECT_EQ(test, memcmp(&hdr, &before, sizeof(hdr)), 0);
	else
		KUNIT_EXPECT_EQ(test, hdr.user_len, declared - 32);
	kfree(exact);
}

static void wire_zero(struct kunit *test)
{
	u8 *zeros = kunit_kzalloc(test, 256, GFP_KERNEL);
	struct cmlab_wire_hdr hdr;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wire_zero_lengths); i++) {
		u32 len = wire_zero_lengths[i];

		KUNIT_EXPECT_EQ(test,
				cmlab_wire_parse(len ? zeros : NULL, len, CMLAB_WIRE_REQ, &hdr),
				CMLAB_REASON_HDR_ABSENT);
		if (!len)
			continue;
		zeros[len - 1] = 1;
		KUNIT_EXPECT_EQ(test, cmlab_wire_parse(zeros, len, CMLAB_WIRE_REQ, &hdr),
				len < 32 ? CMLAB_REASON_HDR_SHORT : CMLAB_REASON_HDR_MAGIC);
		zeros[len - 1] = 0;
	}
}

/* Every length under the header's: its start is not zero but for the first byte. */
static void wire_short(struct kunit *test)
{
	struct cmlab_wire_hdr hdr;
	u8 *blob = good_blob(test, 37);
	size_t len;

	for (len = 0; len < 32; len++) {
		u8 *exact = kmemdup(blob, len, GFP_KERNEL);

		KUNIT_EXPECT_EQ_MSG(test, cmlab_wire_parse(exact, len, CMLAB_WIRE_REQ, &hdr),
				    len < 2 ? CMLAB_REASON_HDR_ABSENT : CMLAB_REASON_HDR_SHORT,
				    "length %u", (u32)len);
		kfree(exact);
	}
}

/* One flipped bit anywhere is seen, but in the padding it does not matter. */
static void wire_bit_flips(struct kunit *test)
{
	u8 *blob = good_blob(test, 56);
	struct cmlab_wire_hdr hdr;
	u32 bit;

	for (bit = 0; bit < 56 * 8; bit++) {
		enum cmlab_reason reason;

		blob[bit / 8] ^= (u8)(1U << bit % 8);
		reason = cmlab_wire_parse(blob, 56, CMLAB_WIRE_REQ, &hdr);
		blob[bit / 8] ^= (u8)(1U << bit % 8);
		KUNIT_EXPECT_EQ_MSG(test, reason == CMLAB_REASON_NONE, bit / 8 >= 37,
				    "bit %u of byte %u: %s", bit % 8, bit / 8,
				    cmlab_name(&cmlab_reasons, reason));
	}
}

/* A sender that stored the whole header in the other byte order, 16 bits at a time. */
static void wire_whole_header_swapped(struct kunit *test)
{
	u8 *blob = good_blob(test, 56);
	struct cmlab_wire_hdr hdr;
	u32 i;

	for (i = 0; i < 32; i += 2) {
		u8 first = blob[i];

		blob[i] = blob[i + 1];
		blob[i + 1] = first;
	}
	KUNIT_EXPECT_EQ(test, cmlab_wire_parse(blob, 56, CMLAB_WIRE_REQ, &hdr),
			CMLAB_REASON_HDR_SWAPPED);
}

static void wire_build_limits(struct kunit *test)
{
	const struct cmlab_wire_hdr hdr = { .kind = CMLAB_WIRE_REQ };
	u8 *user = kunit_kzalloc(test, 300, GFP_KERNEL);
	u8 *buf = kunit_kzalloc(test, 320, GFP_KERNEL);
	u32 i;

	memset(buf, 0xee, 320);
	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&hdr, NULL, 0, buf, 31), -EMSGSIZE);
	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&hdr, user, 24, buf, 55), -EMSGSIZE);
	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&hdr, user, 224, buf, 320), -EMSGSIZE);
	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&hdr, user, (size_t)-1, buf, 320), -EMSGSIZE);
	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&hdr, user, (size_t)-32, buf, 320), -EMSGSIZE);
	for (i = 0; i < 320; i++)
		KUNIT_EXPECT_EQ(test, buf[i], 0xee);
	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&hdr, NULL, 0, buf, 32), 32);
	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&hdr, user, 223, buf, 255), 255);
}

/* Numbers above 16 bits are sent as 65535; a field outside the list as none. */
static void wire_saturates(struct kunit *test)
{
	const struct cmlab_wire_hdr big = {
		.kind = CMLAB_WIRE_REJ,
		.caps = 0x10002,
		.max_ird = 65536,
		.max_ord = 0xffffffff,
		.want_ird = 65535,
		.want_ord = 70000,
		.reason = 65536,
		.field = 0xffffffff,
		.have = 0x80000000,
		.need = 65537,
	};
	const struct cmlab_wire_hdr want = {
		.kind = CMLAB_WIRE_REJ,
		.caps = 2,
		.max_ird = 65535,
		.max_ord = 65535,
		.want_ird = 65535,
		.want_ord = 65535,
		.reason = 65535,
		.field = NO_FIELD,
		.have = 65535,
		.need = 65535,
	};
	struct cmlab_wire_hdr got;
	u8 buf[32];

	KUNIT_EXPECT_EQ(test, cmlab_wire_build(&big, NULL, 0, buf, sizeof(buf)), 32);
	KUNIT_EXPECT_EQ(test, cmlab_wire_parse(buf, 32, CMLAB_WIRE_REJ, &got), 0);
	expect_hdr(test, &got, &want);
}

/* Every field travels; a number from a later version is "none". */
static void wire_every_field(struct kunit *test)
{
	struct cmlab_wire_hdr hdr = { .kind = CMLAB_WIRE_REJ, .reason = 1 };
	struct cmlab_wire_hdr got;
	u8 buf[32];
	u32 f;

	for (f = 0; f <= CMLAB_NR_FIELDS; f++) {
		hdr.field = f;
		cmlab_wire_build(&hdr, NULL, 0, buf, sizeof(buf));
		KUNIT_EXPECT_EQ(test, cmlab_wire_parse(buf, 32, CMLAB_WIRE_REJ, &got), 0);
		KUNIT_EXPECT_EQ(test, got.field, f);
	}
	buf[22] = CMLAB_NR_FIELDS + 1;
	fix_crc(buf, sizeof(buf));
	KUNIT_EXPECT_EQ(test, cmlab_wire_parse(buf, 32, CMLAB_WIRE_REJ, &got), 0);
	KUNIT_EXPECT_EQ(test, got.field, NO_FIELD);
}

/* RFC 3720 B.4 and the usual check value. */
static void wire_crc(struct kunit *test)
{
	static const u8 digits[] = "123456789";
	u8 bytes[32] = {};
	u32 i;

	KUNIT_EXPECT_EQ(test, cmlab_wire_crc(0, digits, 9), 0xe3069283);
	KUNIT_EXPECT_EQ(test, cmlab_wire_crc(cmlab_wire_crc(0, digits, 4), digits + 4, 5),
			0xe3069283);
	KUNIT_EXPECT_EQ(test, cmlab_wire_crc(0, digits, 0), 0);
	KUNIT_EXPECT_EQ(test, cmlab_wire_crc(0, bytes, 32), 0x8a9136aa);
	memset(bytes, 0xff, 32);
	KUNIT_EXPECT_EQ(test, cmlab_wire_crc(0, bytes, 32), 0x62a8ab43);
	for (i = 0; i < 32; i++)
		bytes[i] = (u8)i;
	KUNIT_EXPECT_EQ(test, cmlab_wire_crc(0, bytes, 32), 0x46dd794e);
}

CMLAB_ROWS(wire_golden, wire_golden_cases)
CMLAB_ROWS(wire_hostile, wire_hostile_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(wire_golden, wire_golden_gen_params),
	KUNIT_CASE_PARAM(wire_hostile, wire_hostile_gen_params),
	KUNIT_CASE(wire_zero),
	KUNIT_CASE(wire_short),
	KUNIT_CASE(wire_bit_flips),
	KUNIT_CASE(wire_whole_header_swapped),
	KUNIT_CASE(wire_build_limits),
	KUNIT_CASE(wire_saturates),
	KUNIT_CASE(wire_every_field),
	KUNIT_CASE(wire_crc),
	{},
};

struct kunit_suite cmlab_suite_wire = {
	.name = "cmlab_wire",
	.test_cases = cases,
};
