// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "suites.h"

#include <cmlab/fault.h>
#include <cmlab/pdata.h>

struct fault_blob_case {
	const char *name;
	const char *from;
	const char *text;
	u32 len;     /* of what is sent then */
	u32 changed; /* the first byte that changes; 0xff: none does */
	u8 value;    /* what it is then */
	u8 reason;   /* enum cmlab_reason, what the receiver says of it */
};

#define USER  8
#define WHOLE (CMLAB_WIRE_HDR_LEN + USER)
#define ROOM  56
#define SAME  0xff

/* clang-format off */
static const struct fault_blob_case fault_blob_cases[] = {
	{ "nothing", "fault.h", "off", WHOLE, SAME, 0, CMLAB_REASON_NONE },
	{ "behaviour", "fault.h", "no-accept", WHOLE, SAME, 0, CMLAB_REASON_NONE },
	{ "short", "wire.h", "short", 16, SAME, 0, CMLAB_REASON_HDR_SHORT },
	{ "short by one", "wire.h", "short=31", 31, SAME, 0, CMLAB_REASON_HDR_SHORT },
	{ "magic", "wire.h", "magic", WHOLE, 3, 'L' ^ 0xff, CMLAB_REASON_HDR_MAGIC },
	{ "version", "wire.h", "version", WHOLE, 5, 2, CMLAB_REASON_HDR_VERSION },
	{ "a later version", "wire.h", "version=9", WHOLE, 5, 9, CMLAB_REASON_HDR_VERSION },
	{ "byte order", "F5", "swapped", WHOLE, 0, 0, CMLAB_REASON_HDR_SWAPPED },
	{ "declares less", "F13", "length-short", WHOLE, 7, 31, CMLAB_REASON_HDR_LENGTH },
	{ "declares more", "F13", "length-long", WHOLE, 6, 1, CMLAB_REASON_HDR_LENGTH },
	{ "reserved", "wire.h", "reserved", WHOLE, 9, 1, CMLAB_REASON_HDR_RESERVED },
	{ "checksum", "wire.h", "crc", WHOLE, 28, 0, CMLAB_REASON_HDR_CRC },
	{ "another message", "wire.h", "kind", WHOLE, 8, CMLAB_WIRE_REP, CMLAB_REASON_HDR_KIND },
	{ "no message", "wire.h", "kind=9", WHOLE, 8, 9, CMLAB_REASON_HDR_KIND },
	{ "zeros", "F14", "zero", WHOLE, 1, 0, CMLAB_REASON_HDR_ABSENT },
	{ "nothing at all", "F14", "none", 0, SAME, 0, CMLAB_REASON_HDR_ABSENT },
};

/* clang-format on */

static void build(struct cmlab_pdata_blob *blob)
{
	static const u8 user[USER] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	static struct cmlab_profile profile;
	struct cmlab_pdata_plan plan = {
		.side.profile = &profile,
		.form = CMLAB_PDATA_HEADER,
		.user = user,
		.user_len = sizeof(user),
	};
	static const struct cmlab_decision d;

	cmlab_profile_default(&profile);
	cmlab_pdata_build(&plan, &d, CMLAB_WIRE_REQ, blob);
	blob->room = ROOM;
}

static u32 first_change(const u8 *a, const u8 *b, u32 len)
{
	u32 i;

	for (i = 0; i < len; i++)
		if (a[i] != b[i])
			return i;
	return SAME;
}

/* The receiver finds just the one fault, whatever it was. */
static void fault_blob(struct kunit *test)
{
	const struct fault_blob_case *c = test->param_value;
	struct cmlab_pdata_blob whole, spoiled;
	struct cmlab_wire_hdr hdr;
	struct cmlab_fault fault;

	KUNIT_ASSERT_TRUE(test, !cmlab_fault_parse(c->text, strlen(c->text), &fault));
	build(&whole);
	KUNIT_ASSERT_TRUE(test, whole.len == WHOLE);
	spoiled = whole;
	cmlab_pdata_spoil(&fault, CMLAB_PDATA_HEADER, &spoiled);
	KUNIT_EXPECT_EQ(test, spoiled.len, c->len);
	KUNIT_EXPECT_EQ(test, first_change(whole.data, spoiled.data, spoiled.len), c->changed);
	if (c->changed != SAME && c->value)
		KUNIT_EXPECT_EQ(test, spoiled.data[c->changed], c->value);
	KUNIT_EXPECT_EQ(test, cmlab_wire_parse(spoiled.data, spoiled.len, CMLAB_WIRE_REQ, &hdr),
			c->reason);
}

/* Random bytes fill the message, the same for the same seed. */
static void fault_garbage(struct kunit *test)
{
	struct cmlab_fault fault = { CMLAB_FAULT_GARBAGE, 7 };
	struct cmlab_pdata_blob a, b;

	build(&a);
	build(&b);
	cmlab_pdata_spoil(&fault, CMLAB_PDATA_HEADER, &a);
	cmlab_pdata_spoil(&fault, CMLAB_PDATA_HEADER, &b);
	KUNIT_EXPECT_EQ(test, a.len, ROOM);
	KUNIT_EXPECT_EQ(test, memcmp(a.data, b.data, ROOM), 0);
	fault.n = 8;
	build(&b);
	cmlab_pdata_spoil(&fault, CMLAB_PDATA_HEADER, &b);
	KUNIT_EXPECT_NE(test, memcmp(a.data, b.data, ROOM), 0);
}

/* Without a header nothing is spoiled. */
static void fault_raw(struct kunit *test)
{
	struct cmlab_fault fault = { CMLAB_FAULT_ZERO, 0 };
	struct cmlab_pdata_blob a, b;

	build(&a);
	b = a;
	cmlab_pdata_spoil(&fault, CMLAB_PDATA_RAW, &a);
	KUNIT_EXPECT_EQ(test, memcmp(&a, &b, sizeof(a)), 0);
	a.len = CMLAB_WIRE_HDR_LEN - 1;
	cmlab_pdata_spoil(&fault, CMLAB_PDATA_HEADER, &a);
	KUNIT_EXPECT_EQ(test, a.data[0], b.data[0]);
}

/* Each kind is somebody's, says what it does, and can be written as it is shown. */
static void fault_kinds(struct kunit *test)
{
	char text[CMLAB_FAULT_STR];
	struct cmlab_fault fault, again;
	unsigned int i;

	for (i = CMLAB_FAULT_OFF + 1; i < CMLAB_NR_FAULTS; i++) {
		const char *word = cmlab_name(&cmlab_faults, i);

		KUNIT_EXPECT_TRUE_MSG(test, strlen(cmlab_name(&cmlab_fault_texts, i)) > 7, "%s",
				      word);
		KUNIT_EXPECT_TRUE_MSG(test,
				      cmlab_fault_who(i) &
					      (CMLAB_FAULT_BY_MODULE | CMLAB_FAULT_BY_PEER),
				      "%s", word);
		KUNIT_EXPECT_EQ_MSG(test, cmlab_fault_parse(word, strlen(word), &fault), 0, "%s",
				    word);
		KUNIT_EXPECT_EQ_MSG(test, fault.kind, i, "%s", word);
		KUNIT_EXPECT_LE_MSG(test, fault.n, cmlab_fault_max(i), "%s", word);
		cmlab_fault_text(&fault, text);
		KUNIT_EXPECT_EQ_MSG(test, cmlab_fault_parse(text, strlen(text), &again), 0, "%s",
				    text);
		KUNIT_EXPECT_EQ_MSG(test, again.n, fault.n, "%s", text);
		/* One side can do it, or both. */
		KUNIT_EXPECT_TRUE_MSG(test,
				      !cmlab_fault_obstacle(i, CMLAB_FAULT_BY_ACTIVE,
							    CMLAB_PDATA_HEADER,
							    CMLAB_TRANSITIONS_LAB) ||
					      !cmlab_fault_obstacle(i, CMLAB_FAULT_BY_PASSIVE,
								    CMLAB_PDATA_HEADER,
								    CMLAB_TRANSITIONS_LAB),
				      "%s", word);
	}
}

/* One above the offer, and never the 255 that librdmacm reads as the device's. */
static void fault_over_reply(struct kunit *test)
{
	struct cmlab_values adv = {}, params = {};

	cmlab_values_set(&adv, CMLAB_F_IRD, 4);
	cmlab_values_set(&adv, CMLAB_F_ORD, 255);
	cmlab_fault_over_reply(&adv, &params);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&params, CMLAB_F_IRD), 5);
	KUNIT_EXPECT_EQ(test, cmlab_values_get(&params, CMLAB_F_ORD), 254);
}

CMLAB_ROWS(fault_blob, fault_blob_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(fault_blob, fault_blob_gen_params),
	KUNIT_CASE(fault_garbage),
	KUNIT_CASE(fault_raw),
	KUNIT_CASE(fault_kinds),
	KUNIT_CASE(fault_over_reply),
	{},
};

struct kunit_suite cmlab_suite_fault = {
	.name = "cmlab_fault",
	.test_cases = cases,
};
