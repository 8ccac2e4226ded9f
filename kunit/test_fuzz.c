// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Random bytes into everything that reads bytes: nothing crashes, nothing is half
 * done, and what is understood survives being written again.
 */
#include "naive.h"
#include "random.h"
#include "suites.h"
#include "text.h"

#include <cmlab/request.h>

/* Random, or a good header with some of it spoiled; the checksum put right at times. */
static size_t some_blob(struct cmlab_random *r, u8 *blob)
{
	struct cmlab_wire_hdr hdr;
	size_t len = cmlab_random_below(r, 256);
	u32 crc, i;

	cmlab_random_fill(r, blob, 256);
	if (cmlab_random_chance(r, 8))
		return len;
	cmlab_random_fill(r, (u8 *)&hdr, sizeof(hdr));
	hdr.kind = 1 + cmlab_random_below(r, 3);
	if (len < 32)
		len += 32;
	cmlab_wire_build(&hdr, blob, cmlab_random_below(r, (u32)len - 31) % 224, blob + 256, 256);
	memcpy(blob, blob + 256, (size_t)(blob[256 + 6] << 8 | blob[256 + 7]));
	while (cmlab_random_chance(r, 2))
		blob[cmlab_random_below(r, 32)] = (u8)cmlab_random_u32(r);
	i = (u32)blob[6] << 8 | blob[7];
	if (i >= 32 && i <= 255 && cmlab_random_chance(r, 2)) {
		crc = cmlab_naive_crc(blob, i, 28);
		for (i = 0; i < 4; i++)
			blob[28 + i] = (u8)(crc >> (24 - 8 * i));
	}
	return len;
}

/* What was parsed, built again, is the same bytes; but an unknown field becomes none. */
static bool rebuilds(const struct cmlab_wire_hdr *hdr, const u8 *blob)
{
	u8 again[256];
	size_t len = 32 + hdr->user_len;

	if (cmlab_wire_build(hdr, blob + 32, hdr->user_len, again, sizeof(again)) != (int)len)
		return false;
	if (blob[22] > CMLAB_NR_FIELDS)
		return again[22] == 0;
	return !memcmp(again, blob, len);
}

static void fuzz_wire(struct kunit *test)
{
	u8 *blob = kunit_kzalloc(test, 512, GFP_KERNEL);
	u32 round, understood = 0;
	struct cmlab_wire_hdr hdr;
	struct cmlab_random r;

	cmlab_random_init(&r, 3);
	for (round = 0; round < CMLAB_ROUNDS(200000); round++) {
		size_t len = some_blob(&r, blob);
		u8 *exact = kmemdup(blob, len, GFP_KERNEL);
		u32 kind = 1 + cmlab_random_below(&r, 3);
		enum cmlab_reason reason = cmlab_wire_parse(exact, len, kind, &hdr);
		bool good = reason || rebuilds(&hdr, exact);

		kfree(exact);
		understood += !reason;
		if (good && reason <= CMLAB_REASON_HDR_CRC)
			continue;
		KUNIT_FAIL(test, "round %u, length %u, reason %u", round, (u32)len, reason);
		return;
	}
	KUNIT_EXPECT_LE(test, CMLAB_ROUNDS(200000) / 50, understood);
}

/* Words of the grammar and of its neighbourhood. */
/* clang-format off */
static const char * const words[] = {
	"listen ", "unlisten ", "connect ", "disconnect ", "limits ", "addr=", "port=", "src=",
	"backlog=", "count=", "timeout_ms=", "profile=", "transitions=", "handshake=",
	"private_data=", "private_data_hex=", "recv_depth=", "strict=", "id=", "dev=", "rd=",
	"init=", "res=", "mock=", "rr=", "rr.floor=", "rr.ceiling=", "retry=", "qp_num=",
	"all ", "off ", "cm ", "raw ", "portable ", "10.7.0.1 ", "fe80::1 ", "fe80::1%eth0 ",
	"0 ", "1 ", "7 ", "255 ", "256 ", "65535 ", "4294967296 ", "18446744073709551616 ",
	"-1 ", "0x10 ", "abcd ", " ", "=", ".floor", "\n", "\xff", "%",
};

/* clang-format on */

/* Half of the lines begin as a good connect, so that the rest gets its turn. */
static size_t some_line(struct cmlab_random *r, char *line, size_t size)
{
	size_t len = 0;
	u32 n = cmlab_random_below(r, 9);

	if (cmlab_random_chance(r, 2))
		len += (size_t)scnprintf(line, size, "connect addr=::1 port=7 ");
	while (n--)
		len += (size_t)scnprintf(line + len, size - len, "%s%s",
					 words[cmlab_random_below(r, ARRAY_SIZE(words))],
					 words[cmlab_random_below(r, ARRAY_SIZE(words))]);
	if (cmlab_random_chance(r, 6) && len)
		line[cmlab_random_below(r, (u32)len)] = (char)cmlab_random_u32(r);
	return len;
}

static bool printable(const char *s)
{
	for (; *s; s++)
		if (*s < ' ' || *s > '~')
			return false;
	return true;
}

static const char *bad_ranges(const struct cmlab_profile *p)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (p->range[f].floor > p->range[f].target ||
		    p->range[f].target > p->range[f].ceiling)
			return "a range that is none";
	return NULL;
}

static const char *broken_success(const struct cmlab_request *req, const struct cmlab_error *err)
{
	if (*err->text)
		return "success with an error";
	if (req->verb >= CMLAB_NR_VERBS)
		return "no such verb";
	if (req->verb > CMLAB_VERB_CONNECT || req->verb == CMLAB_VERB_UNLISTEN)
		return NULL;
	if (!*req->addr || !req->port || req->port > 65535)
		return "no address or port";
	if (req->user_len > (req->form == CMLAB_PDATA_RAW ? 255 : 223))
		return "too much private data";
	return bad_ranges(&req->profile);
}

static const char *broken_failure(int ret, const struct cmlab_request *req,
				  const struct cmlab_error *err)
{
	const u8 *p = (const u8 *)req;
	size_t i;

	if (ret != -EINVAL && ret != -ERANGE && ret != -ENOENT)
		return "an errno of its own";
	if (!*err->text || !printable(err->text))
		return "no sentence, or not to be read";
	for (i = 0; i < sizeof(*req); i++)
		if (p[i])
			return "half a request";
	return NULL;
}

static void fuzz_request(struct kunit *test)
{
	struct cmlab_request *req = kunit_kzalloc(test, sizeof(*req), GFP_KERNEL);
	struct cmlab_error *err = kunit_kzalloc(test, sizeof(*err), GFP_KERNEL);
	char *line = kunit_kzalloc(test, 512, GFP_KERNEL);
	u32 round, understood = 0;
	struct cmlab_random r;

	cmlab_random_init(&r, 4);
	for (round = 0; round < CMLAB_ROUNDS(200000); round++) {
		size_t len = some_line(&r, line, 512);
		char *exact = kmemdup(line, len, GFP_KERNEL);
		int ret = cmlab_request_parse(exact, len, req, err);
		const char *broken = ret ? broken_failure(ret, req, err) : broken_success(req, err);

		kfree(exact);
		understood += !ret;
		if (!broken)
			continue;
		KUNIT_FAIL(test, "round %u, \"%.*s\": %s (%s)", round, (int)len, line, broken,
			   err->text);
		return;
	}
	KUNIT_EXPECT_LE(test, CMLAB_ROUNDS(200000) / 50, understood);
}

/* Only what is wanted may be @wide: everything else came through the caller's variable. */
static void some_values(struct cmlab_random *r, struct cmlab_values *vals, bool wide)
{
	unsigned int f;

	memset(vals, 0, sizeof(*vals));
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		u32 v = cmlab_random_chance(r, 3) ? cmlab_random_u32(r) : cmlab_random_below(r, 20);

		if (cmlab_random_chance(r, 2))
			cmlab_values_set(vals, f, wide ? v : min(v, cmlab_field_info(f)->type_max));
	}
}

/* A limit, a bound or anything. */
static void some_device(struct cmlab_random *r, struct cmlab_handshake *h)
{
	const struct cmlab_limits l = {
		.max_qp_rd_atom = (s32)cmlab_random_u32(r),
		.max_qp_init_rd_atom = (s32)cmlab_random_below(r, 300),
		.max_res_rd_atom = (s32)cmlab_random_u32(r),
		.transport = (u8)cmlab_random_below(r, CMLAB_NR_TRANSPORTS),
		.driver = (u8)cmlab_random_below(r, CMLAB_NR_DRIVERS),
		.mock = (u8)cmlab_random_u32(r),
	};

	cmlab_handshake_device(h, &l, &l);
}

static void some_decision(struct cmlab_random *r, struct cmlab_handshake *h)
{
	struct cmlab_decision d = { .field = CMLAB_NR_FIELDS };

	some_values(r, &d.requested, true);
	some_values(r, &d.params, false);
	some_values(r, &d.negotiated, false);
	cmlab_values_record(&d.clamps, cmlab_random_below(r, CMLAB_NR_FIELDS), cmlab_random_u32(r),
			    0, cmlab_random_below(r, CMLAB_NR_WHYS), cmlab_random_chance(r, 2));
	if (cmlab_random_chance(r, 4))
		memset(&d.params, 0, sizeof(d.params));
	if (cmlab_random_chance(r, 4))
		d.reason = cmlab_random_below(r, CMLAB_NR_REASONS);
	cmlab_handshake_decided(h, &d);
}

static void some_event(struct cmlab_random *r, struct cmlab_handshake *h)
{
	struct cmlab_cm_event ev = {
		.event = (u8)cmlab_random_below(r, CMLAB_NR_EVENTS + 1),
		.has_depths = cmlab_random_chance(r, 2),
		.ud = cmlab_random_chance(r, 4),
		.status = (s32)cmlab_random_below(r, 40),
		.private_data_len = cmlab_random_u32(r),
	};

	if (cmlab_random_chance(r, 3))
		ev.status = (s32)cmlab_random_u32(r);
	cmlab_handshake_event(h, &ev);
}

/* One of the fillers, whether its moment has come or not. */
static void some_step(struct cmlab_random *r, struct cmlab_handshake *h, u8 *blob)
{
	static const s32 errors[] = { 0, 0, 0, -EINVAL, -ECONNREFUSED, -ETIMEDOUT, -99999 };
	u32 kind = 1 + cmlab_random_below(r, 3);
	size_t len = some_blob(r, blob);
	struct cmlab_values vals;

	some_values(r, &vals, false);
	switch (cmlab_random_below(r, 10)) {
	case 0:
		some_device(r, h);
		break;
	case 1:
		some_decision(r, h);
		break;
	case 2:
		cmlab_handshake_refused(h, cmlab_random_below(r, CMLAB_NR_REASONS + 2),
					cmlab_random_below(r, CMLAB_NR_FIELDS + 2),
					cmlab_random_u32(r), cmlab_random_u32(r));
		break;
	case 3:
		cmlab_handshake_private_data(h, kind, (u32)len, blob, (u32)len);
		break;
	case 4:
		cmlab_handshake_called(h, cmlab_random_below(r, CMLAB_NR_CALLS),
				       errors[cmlab_random_below(r, ARRAY_SIZE(errors))]);
		break;
	case 5:
		some_event(r, h);
		break;
	case 6:
		cmlab_handshake_received(h, blob, len, kind);
		break;
	case 7:
		cmlab_handshake_seen(h, &vals);
		break;
	case 8:
		cmlab_handshake_queried(h, &vals, cmlab_random_below(r, 16));
		break;
	default:
		cmlab_handshake_ended(h, cmlab_random_below(r, CMLAB_NR_OUTCOMES),
				      cmlab_random_u32(r));
		break;
	}
}

/* Any connection at all, also such as no program leaves behind. */
static void some_report(struct cmlab_random *r, struct cmlab_report *rep, u8 *blob)
{
	struct cmlab_handshake *h = &rep->h;
	u32 steps = cmlab_random_below(r, 25);

	cmlab_report_init(rep, cmlab_random_u32(r), cmlab_random_below(r, 2));
	rep->state = (u8)cmlab_random_below(r, CMLAB_NR_STATES);
	scnprintf(rep->remote, sizeof(rep->remote), "[fe80::%x%%eth0]:18515", cmlab_random_u32(r));
	h->form = (u8)cmlab_random_below(r, 2);
	h->transitions = (u8)cmlab_random_below(r, 2);
	h->ps = (u8)cmlab_random_chance(r, 4);
	h->carried = (u8)cmlab_random_below(r, 3);
	h->own_timer = cmlab_random_chance(r, 4);
	h->timeout_ms = cmlab_random_u32(r);
	cmlab_own_end(h)->decide = (u8)cmlab_random_below(r, 2);
	cmlab_own_end(h)->recv_posted = cmlab_random_below(r, 3);
	cmlab_own_end(h)->known = cmlab_random_u32(r) & CMLAB_KNOWS_RECEIVES;
	while (steps--)
		some_step(r, h, blob);
}

static bool whole(const char *text, size_t size)
{
	return *text && strlen(text) < size - 1 && printable(text);
}

/* The first finding that is cut or not to be read; NULL if there is none. */
static const struct cmlab_finding *unsound(const struct cmlab_findings *found)
{
	const struct cmlab_finding *f;

	for (f = found->f; f < found->f + min_t(u32, found->nr, CMLAB_FINDINGS_MAX); f++)
		if (!whole(f->message, sizeof(f->message)) || !whole(f->advice, sizeof(f->advice)))
			return f;
	return NULL;
}

/* Every finding of every connection is whole, and so is every line. */
static void fuzz_report(struct kunit *test)
{
	struct cmlab_report *rep = kunit_kzalloc(test, sizeof(*rep), GFP_KERNEL);
	struct cmlab_findings *found = kunit_kzalloc(test, sizeof(*found), GFP_KERNEL);
	u8 *blob = kunit_kzalloc(test, 512, GFP_KERNEL);
	char *line = kunit_kzalloc(test, 256, GFP_KERNEL);
	struct cmlab_random r;
	u32 round;

	cmlab_random_init(&r, 5);
	for (round = 0; round < CMLAB_ROUNDS(20000); round++) {
		const struct cmlab_finding *f;

		some_report(&r, rep, blob);
		cmlab_findings_collect(&rep->h, NULL, found);
		f = unsound(found);
		if (f || cmlab_report_summary(rep, line, 256) >= 256 || !printable(line)) {
			KUNIT_FAIL(test, "round %u: CL%03u %s -> %s", round, f ? f->number : 0,
				   f ? f->message : line, f ? f->advice : "");
			return;
		}
		if (round >= 20)
			continue;
		cmlab_text_of(test, rep, found);
		cmlab_text_of_both(test, &rep->h, found);
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE(fuzz_wire),
	KUNIT_CASE(fuzz_request),
	KUNIT_CASE(fuzz_report),
	{},
};

struct kunit_suite cmlab_suite_fuzz = {
	.name = "cmlab_fuzz",
	.test_cases = cases,
};
