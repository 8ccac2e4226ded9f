// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Codes and exponents of the InfiniBand specification in units that people use, and the
 * kernel's release as the number that the core compares.
 */
#include <sys/utsname.h>

#include <cmlab/ib.h>

#include "units.h"

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

static void with_time(u64 v, double us, char *buf, size_t size)
{
	char time[16];

	format(us, "", time, sizeof(time));
	snprintf(buf, size, "%llu (%s)", (unsigned long long)v, time);
}

void units_min_rnr_timer(u64 code, char *buf, size_t size)
{
	if (code > CMLAB_TIMER_MAX)
		snprintf(buf, size, "%llu (?)", (unsigned long long)code);
	else
		with_time(code, cmlab_ib_rnr_us(code), buf, size);
}

void units_ack_timeout(u64 exponent, char *buf, size_t size)
{
	if (!exponent)
		snprintf(buf, size, "0 (off)");
	else if (exponent > CMLAB_TIMER_MAX)
		snprintf(buf, size, "%llu (?)", (unsigned long long)exponent);
	else
		with_time(exponent, (double)cmlab_ib_timeout_ns(exponent) / CMLAB_NS_PER_US, buf,
			  size);
}

void units_bytes(u64 v, char *buf, size_t size)
{
	snprintf(buf, size, "%llu B", (unsigned long long)v);
}

u16 units_release_parse(const char *text)
{
	bool patched;
	u32 release;

	return cmlab_kernel_parse(text, strlen(text), &release, &patched) ? 0 : (u16)release;
}

u16 units_release_own(void)
{
	struct utsname name;

	return uname(&name) ? 0 : units_release_parse(name.release);
}
