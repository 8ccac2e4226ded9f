// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What codes and exponents of the specification stand for.
 */
#include <cmlab/ib.h>

/* IBTA volume 1, table 45, in units of 10 us; code 0 is the longest. */
static const u32 rnr_10us[CMLAB_TIMER_MAX + 1] = {
	65536, 1,    2,	   3,	 4,    6,     8,     12,    16,	   24,	  32,
	48,    64,   96,   128,	 192,  256,   384,   512,   768,   1024,  1536,
	2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
};

u32 cmlab_ib_rnr_us(u32 code)
{
	return rnr_10us[code & CMLAB_TIMER_MAX] * 10U;
}

u32 cmlab_ib_ack_timeout(u32 ca_ack_delay, u32 packet_life_time)
{
	u32 t = packet_life_time + 1;

	if (t >= ca_ack_delay)
		t += ca_ack_delay >= t - 1;
	else
		t = ca_ack_delay + (t >= ca_ack_delay - 1);
	return min_t(u32, t, CMLAB_TIMER_MAX);
}

u32 cmlab_ib_pow2(u32 v)
{
	u32 p = 1;

	while (p < v && p < 0x80000000)
		p <<= 1;
	return v ? p : 0;
}

static u32 in_units(s64 ns, u32 unit)
{
	return ns > 0 ? (u32)min_t(u64, div_u64((u64)ns, unit), 0xffffffff) : 0;
}

const char *cmlab_time_text(s64 ns, char buf[CMLAB_TIME_STR])
{
	u32 us = in_units(ns, CMLAB_NS_PER_US);
	u32 ms = in_units(ns, CMLAB_NS_PER_MS);

	if (ns == CMLAB_TIME_NEVER)
		scnprintf(buf, CMLAB_TIME_STR, "never");
	else if (ns < 0)
		scnprintf(buf, CMLAB_TIME_STR, "unknown");
	else if (ms >= 100000)
		scnprintf(buf, CMLAB_TIME_STR, "%u s", ms / 1000);
	else if (ms >= 1000)
		scnprintf(buf, CMLAB_TIME_STR, "%u.%u s", ms / 1000, ms / 100 % 10);
	else if (us >= 1000)
		scnprintf(buf, CMLAB_TIME_STR, "%u.%02u ms", us / 1000, us / 10 % 100);
	else
		scnprintf(buf, CMLAB_TIME_STR, "%u us", us);
	return buf;
}
