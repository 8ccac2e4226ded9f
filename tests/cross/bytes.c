// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What the core writes and reads, a line for each random input, to be compared between machines of
 * different byte order and word size: headers as bytes, headers as numbers, and reports and
 * predictions as their checksum. The seed is fixed; an argument is the number of rounds.
 */
#include "../../kunit/random.h"

#include <cmlab/predict.h>
#include <cmlab/report.h>

#define ROUNDS_DEFAULT 4000U
#define BLOB_SIZE      256

u64 cmlab_random_seed(void)
{
	return 20261130ULL;
}

/* Of any size up to 32 bits, so that every clamp has its turn. */
static u32 some_number(struct cmlab_random *r)
{
	u32 bits = cmlab_random_below(r, 32);

	return cmlab_random_u32(r) >> bits;
}

/* Member by member: filled as memory, it would not be the same numbers everywhere. */
static void some_header(struct cmlab_random *r, struct cmlab_wire_hdr *hdr)
{
	memset(hdr, 0, sizeof(*hdr));
	hdr->kind = 1 + cmlab_random_below(r, 3);
	hdr->caps = some_number(r);
	hdr->max_ird = some_number(r);
	hdr->max_ord = some_number(r);
	hdr->want_ird = some_number(r);
	hdr->want_ord = some_number(r);
	hdr->reason = some_number(r);
	hdr->field = cmlab_random_below(r, CMLAB_NR_FIELDS + 2);
	hdr->have = some_number(r);
	hdr->need = some_number(r);
}

/* A header with user bytes, now and then in too little room -> its length or an errno */
static int some_blob(struct cmlab_random *r, u8 *blob)
{
	u8 user[BLOB_SIZE];
	struct cmlab_wire_hdr hdr;
	size_t room = BLOB_SIZE;
	size_t len;

	some_header(r, &hdr);
	len = cmlab_random_below(r, CMLAB_WIRE_USER_MAX + 2);
	cmlab_random_fill(r, user, sizeof(user));
	if (cmlab_random_chance(r, 8))
		room = cmlab_random_below(r, BLOB_SIZE);
	memset(blob, 0, BLOB_SIZE);
	return cmlab_wire_build(&hdr, user, len, blob, room);
}

static void print_blob(u32 round, const u8 *blob, int len)
{
	int i;

	printf("%u built %d ", round, len);
	for (i = 0; i < len; i++)
		printf("%02x", blob[i]);
	printf("\n");
}

static void print_parsed(u32 round, const u8 *blob, size_t len)
{
	static const enum cmlab_wire_kind kinds[] = {
		CMLAB_WIRE_REQ,
		CMLAB_WIRE_REP,
		CMLAB_WIRE_REJ,
	};
	struct cmlab_wire_hdr hdr = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		printf("%u parsed %u:", round, cmlab_wire_parse(blob, len, kinds[i], &hdr));
		printf(" %u %u %u %u %u %u", hdr.kind, hdr.caps, hdr.max_ird, hdr.max_ord,
		       hdr.want_ird, hdr.want_ord);
		printf(" %u %u %u %u %u\n", hdr.reason, hdr.field, hdr.have, hdr.need,
		       hdr.user_len);
	}
}

static void some_values(struct cmlab_random *r, struct cmlab_values *vals)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_random_chance(r, 2))
			cmlab_values_set(vals, f, some_number(r));
}

static void add_line(void *ctx, const char *key, const char *value)
{
	u32 *crc = ctx;

	*crc = cmlab_wire_crc(*crc, (const u8 *)key, strlen(key) + 1);
	*crc = cmlab_wire_crc(*crc, (const u8 *)value, strlen(value) + 1);
}

static struct cmlab_findings found;

static void print_lines(u32 round, const char *what, u32 crc, const char *line)
{
	printf("%u %s %08x %u findings %s\n", round, what, crc, found.nr, line);
}

/* The report of a connection whose peer sent these bytes. */
static void print_report(u32 round, struct cmlab_random *r, const u8 *blob, size_t len)
{
	struct cmlab_report s;
	struct cmlab_values raw = {};
	struct cmlab_end *own;
	u32 outcome, crc = 0;
	char line[256];

	cmlab_report_init(&s, round, cmlab_random_below(r, 2));
	own = cmlab_own_end(&s.h);
	s.h.transport = (u8)cmlab_random_below(r, CMLAB_NR_TRANSPORTS);
	some_values(r, &own->requested);
	some_values(r, &own->asked);
	some_values(r, &own->agreed);
	some_values(r, &raw);
	cmlab_handshake_received(&s.h, blob, len, 1 + cmlab_random_below(r, 3));
	cmlab_handshake_queried(&s.h, &raw, some_number(r));
	outcome = 1 + cmlab_random_below(r, CMLAB_NR_OUTCOMES - 1);
	cmlab_handshake_ended(&s.h, outcome, some_number(r));
	cmlab_findings_collect(&s.h, NULL, &found);
	cmlab_report_format(&s, &found, add_line, &crc);
	cmlab_report_summary(&s, line, sizeof(line));
	print_lines(round, "report", crc, line);
}

/* A handshake that might be, with its times. */
static void print_prediction(u32 round, struct cmlab_random *r)
{
	struct cmlab_predict_in in;
	struct cmlab_handshake h;
	unsigned int role;
	u32 transport, crc = 0;

	/* One after the other: compilers differ in which argument comes first. */
	transport = CMLAB_TRANSPORT_IB + cmlab_random_below(r, 3);
	cmlab_predict_init(&in, transport, cmlab_random_below(r, CMLAB_NR_DRIVERS));
	in.transitions = (u8)cmlab_random_below(r, CMLAB_NR_TRANSITIONS);
	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		some_values(r, &in.side[role].params);
		in.side[role].timeout_when = (u8)cmlab_random_below(r, CMLAB_NR_WHENS);
		in.side[role].min_rnr_when = (u8)cmlab_random_below(r, CMLAB_NR_WHENS);
	}
	cmlab_predict(&in, &h);
	cmlab_findings_collect(&h, NULL, &found);
	cmlab_report_both_ends(&h, &found, add_line, &crc);
	print_lines(round, "prediction", crc, cmlab_name(&cmlab_outcomes, h.outcome));
}

/* Padded, as IB and RoCE deliver it, or not; at times with a bit spoiled -> the length */
static size_t delivered(struct cmlab_random *r, u8 *blob, int built)
{
	size_t len = built < 0 || cmlab_random_chance(r, 2) ? BLOB_SIZE : (size_t)built;

	if (cmlab_random_chance(r, 2)) {
		u32 at = cmlab_random_below(r, CMLAB_WIRE_HDR_LEN);

		blob[at] ^= (u8)(1U << cmlab_random_below(r, 8));
	}
	return len;
}

int main(int argc, char **argv)
{
	u32 rounds = argc > 1 ? (u32)strtoul(argv[1], NULL, 0) : ROUNDS_DEFAULT;
	struct cmlab_random r;
	u8 blob[BLOB_SIZE];
	u32 round;

	cmlab_random_init(&r, 1);
	for (round = 0; round < rounds; round++) {
		int built = some_blob(&r, blob);
		size_t len;

		print_blob(round, blob, built);
		len = delivered(&r, blob, built);
		print_parsed(round, blob, len);
		print_report(round, &r, blob, len);
		print_prediction(round, &r);
	}
	return fflush(stdout) || ferror(stdout);
}
