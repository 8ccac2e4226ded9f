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
	if (req->user_len > (req->handshake ? 255 : 223))
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

static void some_values(struct cmlab_random *r, struct cmlab_values *vals)
{
	unsigned int f;

	memset(vals, 0, sizeof(*vals));
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_random_chance(r, 2))
			cmlab_values_set(vals, f,
					 cmlab_random_chance(r, 3) ? cmlab_random_u32(r) :
								     cmlab_random_below(r, 20));
}

/* Any snapshot at all, also such as no connection leaves behind. */
static void some_snapshot(struct cmlab_random *r, struct cmlab_snapshot *s, u8 *blob)
{
	static const char *const calls[] = { NULL, "rdma_accept", "rdma_connect" };
	static const s32 errors[] = { 0, -EINVAL, -ENOMEM, -ECONNREFUSED, -ETIMEDOUT, -99999 };
	struct cmlab_values raw;
	size_t len;

	cmlab_snapshot_init(s, cmlab_random_u32(r), cmlab_random_below(r, 2));
	s->outcome = (u8)cmlab_random_below(r, CMLAB_NR_OUTCOMES);
	s->state = (u8)cmlab_random_below(r, CMLAB_NR_STATES);
	s->handshake = (u8)cmlab_random_below(r, 2);
	s->limits.transport = (u8)cmlab_random_below(r, CMLAB_NR_TRANSPORTS);
	s->limits.driver = (u8)cmlab_random_below(r, CMLAB_NR_DRIVERS);
	s->limits.max_qp_rd_atom = (s32)cmlab_random_u32(r);
	s->limits.mock = (u8)cmlab_random_u32(r);
	scnprintf(s->remote, sizeof(s->remote), "[fe80::%x%%eth0]:18515", cmlab_random_u32(r));
	some_values(r, &s->requested);
	some_values(r, &s->offered);
	some_values(r, &s->advertised);
	some_values(r, &s->negotiated);
	some_values(r, &raw);
	len = some_blob(r, blob);
	cmlab_snapshot_received(s, blob, len, 1 + cmlab_random_below(r, 3));
	cmlab_snapshot_programmed(s, &raw);
	if (cmlab_random_chance(r, 2))
		s->reason = (u8)cmlab_random_below(r, CMLAB_NR_REASONS + 2);
	s->reason_field = (u8)cmlab_random_below(r, CMLAB_NR_FIELDS + 2);
	s->reason_have = cmlab_random_u32(r);
	s->reason_need = cmlab_random_u32(r);
	s->status = errors[cmlab_random_below(r, ARRAY_SIZE(errors))];
	if (cmlab_random_chance(r, 2))
		s->status = (s32)cmlab_random_below(r, 40);
	s->error = errors[cmlab_random_below(r, ARRAY_SIZE(errors))];
	s->error_call = calls[cmlab_random_below(r, ARRAY_SIZE(calls))];
	s->own_timer = cmlab_random_chance(r, 4);
	s->timeout_ms = cmlab_random_u32(r);
	s->access_flags = cmlab_random_below(r, 16);
	s->recv_posted = cmlab_random_below(r, 3);
}

static bool sound_finding(const struct cmlab_finding *f)
{
	return *f->message && strlen(f->message) < CMLAB_FINDING_MESSAGE - 1 && *f->advice &&
	       strlen(f->advice) < CMLAB_FINDING_ADVICE - 1 && printable(f->message) &&
	       printable(f->advice);
}

/* Every finding of every snapshot is whole, and there is an end of them. */
static void fuzz_snapshot(struct kunit *test)
{
	struct cmlab_snapshot *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_finding *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	u8 *blob = kunit_kzalloc(test, 512, GFP_KERNEL);
	char *line = kunit_kzalloc(test, 256, GFP_KERNEL);
	struct cmlab_random r;
	u32 round, n;

	cmlab_random_init(&r, 5);
	for (round = 0; round < CMLAB_ROUNDS(20000); round++) {
		some_snapshot(&r, s, blob);
		for (n = 0; n < 50 && cmlab_findings_connection(s, n, f); n++)
			if (!sound_finding(f))
				break;
		if (n < 50 && !cmlab_findings_connection(s, n, f) &&
		    cmlab_snapshot_summary(s, line, 256) < 256)
			continue;
		KUNIT_FAIL(test, "round %u, finding %u (%u): %s -> %s", round, n, f->number,
			   f->message, f->advice);
		return;
	}
	for (round = 0; round < 20; round++) {
		some_snapshot(&r, s, blob);
		cmlab_text_of(test, s);
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE(fuzz_wire),
	KUNIT_CASE(fuzz_request),
	KUNIT_CASE(fuzz_snapshot),
	{},
};

struct kunit_suite cmlab_suite_fuzz = {
	.name = "cmlab_fuzz",
	.test_cases = cases,
};
