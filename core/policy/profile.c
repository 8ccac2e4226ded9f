// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The built-in profiles.
 *
 * A depth's floor is what the connection is worth nothing without; the target is
 * modest, since every unit of it is taken from max_res_rd_atom of the device that
 * serves. min_rnr_timer and ack_timeout are set only where the profile has a
 * reason, else the path's own values stand.
 */
#include <cmlab/profile.h>

/* A macro that is a row of a table: its braces stay on its line. */
/* clang-format off */
#define BIT_OF(n) (1U << CMLAB_F_##n)
#define COMMON (BIT_OF(IRD) | BIT_OF(ORD) | BIT_OF(RETRY) | BIT_OF(RNR) | BIT_OF(FLOW))
#define RANGE(n, lo, want, hi)							\
	[CMLAB_F_##n] = { .floor = (lo), .target = (want), .ceiling = (hi) }
#define DEPTHS(lo, want, hi)  RANGE(IRD, lo, want, hi), RANGE(ORD, lo, want, hi)
#define RETRIES(lo, want, hi) RANGE(RETRY, lo, want, hi), RANGE(RNR, lo, want, hi)
#define FLOW(want) RANGE(FLOW, 0, want, 1)
/* What most have: as many retries as the fields hold. */
#define USUAL(flow) RETRIES(1, 7, 7), FLOW(flow)
/* clang-format on */

/* The first one is the default. */
static const struct {
	const char *summary;
	struct cmlab_profile p;
} builtins[] = {
	{
		.p.name = "portable",
		.summary = "safe on every transport and driver; modest depths",
		.p.recv_depth = 8,
		.p.set = COMMON,
		.p.range = {
			DEPTHS(0, 4, 16),
			USUAL(0),
		},
	},
	{
		.p.name = "send-recv",
		.summary = "messages only; one read at a time for diagnosis",
		.p.recv_depth = 32,
		.p.set = COMMON,
		.p.range = {
			DEPTHS(0, 1, 16),
			USUAL(1),
		},
	},
	{
		.p.name = "read-heavy",
		.summary = "many reads in flight, both ways",
		.p.recv_depth = 16,
		.p.set = COMMON,
		.p.range = {
			DEPTHS(1, 16, 255),
			USUAL(0),
		},
	},
	{
		.p.name = "write-heavy",
		.summary = "bulk writes; few reads, which a write may have to wait behind",
		.p.recv_depth = 16,
		.p.set = COMMON,
		.p.range = {
			DEPTHS(0, 4, 16),
			USUAL(0),
		},
	},
	{
		/* 16: 0.27 s instead of 2.1 s until a lost packet is sent again. */
		.p.name = "lossy-roce",
		.summary = "a network that drops: fewer reads to repeat, loss noticed soon",
		.p.recv_depth = 16,
		.p.set = COMMON | BIT_OF(MIN_RNR) | BIT_OF(TIMEOUT),
		.p.range = {
			DEPTHS(1, 8, 32),
			RETRIES(7, 7, 7),
			FLOW(0),
			RANGE(MIN_RNR, 1, 12, 20),
			RANGE(TIMEOUT, 14, 16, 20),
		},
	},
	{
		/* One retry after 0.54 s, one RNR wait of 0.64 ms, then it fails. */
		.p.name = "fast-fail",
		.summary = "development: problems show at once, nothing is clamped silently",
		.p.strict = true,
		.p.recv_depth = 2,
		.p.set = COMMON | BIT_OF(MIN_RNR) | BIT_OF(TIMEOUT),
		.p.range = {
			DEPTHS(1, 4, 16),
			RETRIES(0, 1, 1),
			FLOW(0),
			RANGE(MIN_RNR, 1, 12, 14),
			RANGE(TIMEOUT, 14, 17, 19),
		},
	},
	{
		/* A target reads what the host wants written, and writes what it reads. */
		.p.name = "storage-target",
		.summary = "issues the reads of a storage protocol; serves next to none",
		.p.recv_depth = 32,
		.p.set = COMMON,
		.p.range = {
			RANGE(IRD, 0, 1, 16),
			RANGE(ORD, 1, 16, 255),
			USUAL(1),
		},
	},
	{
		.p.name = "storage-host",
		.summary = "serves the reads of a storage protocol; issues next to none",
		.p.recv_depth = 32,
		.p.set = COMMON,
		.p.range = {
			RANGE(IRD, 1, 16, 255),
			RANGE(ORD, 0, 1, 16),
			USUAL(1),
		},
	},
	{
		/* The retry counts are for a connection that turns out not to be iWARP. */
		.p.name = "iwarp",
		.summary = "iWARP carries only the depths; powers of two, as its drivers round",
		.p.recv_depth = 16,
		.p.set = COMMON,
		.p.range = {
			DEPTHS(1, 16, 128),
			USUAL(0),
		},
	},
};

unsigned int cmlab_profile_count(void)
{
	return ARRAY_SIZE(builtins);
}

const char *cmlab_profile_name(unsigned int n)
{
	return n < ARRAY_SIZE(builtins) ? builtins[n].p.name : "?";
}

const char *cmlab_profile_summary(unsigned int n)
{
	return n < ARRAY_SIZE(builtins) ? builtins[n].summary : "?";
}

int cmlab_profile_get(const char *name, size_t len, struct cmlab_profile *p)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(builtins); i++)
		if (cmlab_is_word(builtins[i].p.name, name, len)) {
			*p = builtins[i].p;
			return 0;
		}
	return -ENOENT;
}

void cmlab_profile_default(struct cmlab_profile *p)
{
	*p = builtins[0].p;
}
