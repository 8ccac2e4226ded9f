// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Codes and exponents of the InfiniBand specification in units that people use. */
#include "units.h"

/* IBTA volume 1, table of RNR NAK timer values, in units of 10 us; code 0 is the longest. */
static const u32 rnr_10us[32] = {
	65536, 1,    2,	   3,	 4,    6,     8,     12,    16,	   24,	  32,
	48,    64,   96,   128,	 192,  256,   384,   512,   768,   1024,  1536,
	2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
};

static void format(double us, const char *blank, char *buf, size_t size)
{
	static const char *const unit[] = { "us", "ms", "s" };
	unsigned int i = 0;

	while (us >= 1000 && i < 2) {
		us /= 1000;
		i++;
	}
	snprintf(buf, size, us < 10 && i ? "%.1f%s%s" : "%.0f%s%s", us, blank, unit[i]);
}

void units_duration(double us, char *buf, size_t size)
{
	format(us, " ", buf, size);
}

void units_min_rnr_timer(u64 code, char *buf, size_t size)
{
	char time[16];

	if (code >= ARRAY_SIZE(rnr_10us)) {
		snprintf(buf, size, "%llu (?)", (unsigned long long)code);
		return;
	}
	format(rnr_10us[code] * 10.0, "", time, sizeof(time));
	snprintf(buf, size, "%llu (%s)", (unsigned long long)code, time);
}

void units_ack_timeout(u64 exponent, char *buf, size_t size)
{
	char time[16];

	if (!exponent || exponent > 31) {
		snprintf(buf, size, "%llu (%s)", (unsigned long long)exponent,
			 exponent ? "?" : "off");
		return;
	}
	format(4.096 * (double)(1ull << exponent), "", time, sizeof(time));
	snprintf(buf, size, "%llu (%s)", (unsigned long long)exponent, time);
}

void units_bytes(u64 v, char *buf, size_t size)
{
	snprintf(buf, size, "%llu B", (unsigned long long)v);
}
