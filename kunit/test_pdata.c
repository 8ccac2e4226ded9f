// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "suites.h"

#include <cmlab/pdata.h>

#define CAPS_BOTH (CMLAB_WIRE_CAP_PING | CMLAB_WIRE_CAP_LAB)

/* One message; left out: an IP family, a header with both caps, transitions=lab, a limit. */
struct pdata_case {
	const char *name;
	const char *from;
	u8 transport;
	u8 driver;
	u8 kind;
	u32 user_len;
	u32 len;
	u32 want;
	u32 room;
	u32 caps;
	bool fails;
	u8 family;
	u8 form;
	u8 transitions;
	bool ud;
	bool unbounded;
};

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
#define P(t, d, k) CMLAB_TRANSPORT_##t, CMLAB_DRIVER_##d, CMLAB_WIRE_##k
#define NOWHERE(k) CMLAB_NR_TRANSPORTS, CMLAB_DRIVER_GENERIC, CMLAB_WIRE_##k
#define RAW .form = CMLAB_PDATA_RAW

static const struct pdata_case pdata_cases[] = {
	{ "REQ", "model 1.1", P(ROCE, RXE, REQ), 0, 32, 32, .room = 56 },
	{ "REQ, full", "model 1.1", P(ROCE, RXE, REQ), 24, 56, 56, .room = 56 },
	{ "REQ, one more", "model 1.1", P(ROCE, RXE, REQ), 25, 0, 57, .room = 56, .fails = true },
	{ "REQ, one more, decide=raw", "for the CM to say", P(ROCE, RXE, REQ), 25, 57, 57,
	  .room = 56, .unbounded = true },
	{ "REQ on AF_IB", "model 1.1: no cma header", P(IB, MLX5, REQ), 60, 92, 92, .room = 92,
	  .family = CMLAB_FAMILY_IB },
	{ "REQ, no device yet", "what every transport carries", NOWHERE(REQ), 24, 56, 56,
	  .room = 56 },
	{ "REP", "model 1.1", P(ROCE, RXE, REP), 164, 196, 196, .room = 196 },
	{ "a REJ has no user bytes", "pdata.h", P(ROCE, RXE, REJ), 200, 32, 32, .room = 148 },
	{ "what no u8 length describes", "decide=raw", P(IWARP, IRDMA, REP), 224, 0, 256,
	  .room = 255, .fails = true, .unbounded = true },
	{ "transitions=cm", "wire.h caps", P(ROCE, RXE, REQ), 0, 32, 32, .room = 56,
	  .caps = CMLAB_WIRE_CAP_PING, .transitions = CMLAB_TRANSITIONS_CM },
	{ "SIDR_REQ: nobody pings", "model 1.2", P(ROCE, RXE, REQ), 148, 180, 180, .room = 180,
	  .caps = CMLAB_WIRE_CAP_LAB, .ud = true },
	{ "SIDR_REP", "model 1.2", P(ROCE, RXE, REP), 104, 136, 136, .room = 136,
	  .caps = CMLAB_WIRE_CAP_LAB, .ud = true },
	{ "SIDR_REP that refuses", "model 1.2", P(ROCE, RXE, REJ), 9, 32, 32, .room = 136,
	  .caps = CMLAB_WIRE_CAP_LAB, .ud = true },
	{ "SIDR_REQ on iWARP", "there is none", P(IWARP, SIW, REQ), 0, 0, 32, .room = 0, .ud = true,
	  .fails = true },
	{ "raw REQ", "handshake=raw", P(ROCE, RXE, REQ), 56, 56, 56, .room = 56, RAW },
	{ "raw REQ, one more", "handshake=raw", P(ROCE, RXE, REQ), 57, 0, 57, .room = 56,
	  .fails = true, RAW },
	{ "raw REQ, one more, decide=raw", "for the CM to say", P(ROCE, RXE, REQ), 57, 57, 57,
	  .room = 56, RAW, .unbounded = true },
	{ "raw REQ, longest", "a u8 length", P(ROCE, RXE, REQ), 255, 255, 255, .room = 56, RAW,
	  .unbounded = true },
	{ "raw REQ, too long for any", "a u8 length", P(ROCE, RXE, REQ), 256, 0, 256, .room = 56,
	  RAW, .unbounded = true, .fails = true },
	{ "raw REP", "handshake=raw", P(ROCE, RXE, REP), 196, 196, 196, .room = 196, RAW },
	{ "raw REQ without data", "handshake=raw", P(ROCE, RXE, REQ), 0, 0, 0, .room = 56, RAW },
	{ "a raw REJ is empty", "pdata.h", P(ROCE, RXE, REJ), 9, 0, 0, .room = 148, RAW },
};

/* clang-format on */

struct scene {
	struct cmlab_limits limits;
	struct cmlab_profile profile;
	struct cmlab_decision d;
	struct cmlab_pdata_blob blob;
	u8 user[256];
};

static struct cmlab_pdata_plan set_scene(struct scene *s, const struct pdata_case *c)
{
	struct cmlab_pdata_plan plan = {
		.side = { .limits = &s->limits, .profile = &s->profile, .ud = c->ud },
		.device = &s->limits,
		.family = c->family,
		.form = c->form,
		.transitions = c->transitions,
		.unbounded = c->unbounded,
		.user = s->user,
		.user_len = c->user_len,
	};
	u32 i;

	for (i = 0; i < sizeof(s->user); i++)
		s->user[i] = (u8)(i + 1);
	s->limits.transport = c->transport;
	s->limits.driver = c->driver;
	s->limits.max_qp_rd_atom = 128;
	s->limits.max_qp_init_rd_atom = 64;
	s->profile.range[CMLAB_F_IRD].target = 300;
	s->profile.range[CMLAB_F_ORD].target = 8;
	s->d.reason = CMLAB_REASON_ORD_FLOOR;
	s->d.field = CMLAB_F_ORD;
	s->d.have = 1;
	s->d.need = 4;
	memset(&s->blob, 0xa5, sizeof(s->blob));
	if (c->transport == CMLAB_NR_TRANSPORTS) {
		plan.side.limits = NULL;
		plan.device = NULL;
	}
	return plan;
}

static void expect_header(struct kunit *test, const struct pdata_case *c, const struct scene *s)
{
	bool rej = c->kind == CMLAB_WIRE_REJ, known = c->transport != CMLAB_NR_TRANSPORTS;
	struct cmlab_wire_hdr hdr;

	KUNIT_EXPECT_EQ(test, cmlab_wire_parse(s->blob.data, s->blob.len, c->kind, &hdr), 0);
	KUNIT_EXPECT_EQ(test, hdr.caps, c->caps ? c->caps : CAPS_BOTH);
	KUNIT_EXPECT_EQ(test, hdr.max_ird, known ? 128 : 0);
	KUNIT_EXPECT_EQ(test, hdr.max_ord, known ? 64 : 0);
	KUNIT_EXPECT_EQ(test, hdr.want_ird, 300);
	KUNIT_EXPECT_EQ(test, hdr.want_ord, 8);
	KUNIT_EXPECT_EQ(test, hdr.user_len, s->blob.user_len);
	KUNIT_EXPECT_EQ(test, hdr.reason, rej ? CMLAB_REASON_ORD_FLOOR : 0);
	KUNIT_EXPECT_EQ(test, hdr.field, rej ? CMLAB_F_ORD : CMLAB_NR_FIELDS);
	KUNIT_EXPECT_EQ(test, hdr.need, rej ? 4 : 0);
}

static void pdata_build(struct kunit *test)
{
	const struct pdata_case *c = test->param_value;
	struct scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_pdata_plan plan = set_scene(s, c);
	u32 i, head = c->form == CMLAB_PDATA_HEADER ? CMLAB_WIRE_HDR_LEN : 0;

	KUNIT_EXPECT_EQ(test, cmlab_pdata_build(&plan, &s->d, c->kind, &s->blob),
			c->fails ? -EMSGSIZE : 0);
	KUNIT_EXPECT_EQ(test, s->blob.len, c->len);
	KUNIT_EXPECT_EQ(test, s->blob.want, c->want);
	KUNIT_EXPECT_EQ(test, s->blob.room, c->room);
	for (i = c->len; i < CMLAB_WIRE_MAX; i++)
		KUNIT_EXPECT_EQ(test, s->blob.data[i], 0);
	if (c->fails)
		return;
	KUNIT_EXPECT_EQ(test, s->blob.user_len, c->len - head);
	KUNIT_EXPECT_EQ(test, memcmp(s->blob.data + head, s->user, s->blob.user_len), 0);
	if (head)
		expect_header(test, c, s);
}

/* 1 to 3 bytes behind an MPA v2 reply become 253 to 255; everything else is as it says. */
static void pdata_believed(struct kunit *test)
{
	static const u8 kinds[] = { CMLAB_WIRE_REQ, CMLAB_WIRE_REP, CMLAB_WIRE_REJ };
	struct cmlab_limits l = {};
	u32 len, i;

	for (l.driver = 0; l.driver < CMLAB_NR_DRIVERS; l.driver++)
		for (i = 0; i < ARRAY_SIZE(kinds); i++)
			for (len = 0; len < 300; len++) {
				bool not_so = l.driver == CMLAB_DRIVER_SIW && len > 252 &&
					      kinds[i] != CMLAB_WIRE_REQ;

				KUNIT_EXPECT_EQ(test, cmlab_pdata_believed(&l, kinds[i], len),
						not_so ? 0 : len);
			}
}

CMLAB_ROWS(pdata, pdata_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(pdata_build, pdata_gen_params),
	KUNIT_CASE(pdata_believed),
	{},
};

struct kunit_suite cmlab_suite_pdata = {
	.name = "cmlab_pdata",
	.test_cases = cases,
};
