// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Drivers and kernels by any of their names, and what was meant by one that nobody has. */
#include <string.h>

#include "explain.h"

#define WORD_MAX 32

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Letters to put in, to leave out or to change until one word is the other. */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int row[WORD_MAX + 1], i, k, left, above;
	size_t n = strlen(b);

	if (strlen(a) > WORD_MAX || n > WORD_MAX)
		return WORD_MAX;
	for (k = 0; k <= n; k++)
		row[k] = k;
	for (i = 0; a[i]; i++) {
		above = row[0];
		row[0] = i + 1;
		for (k = 0; k < n; k++) {
			left = row[k + 1];
			row[k + 1] = least(left + 1, row[k] + 1, above + (a[i] != b[k]));
			above = left;
		}
	}
	return row[n];
}

static const char *any_driver(unsigned int n)
{
	const struct cmlab_driver_name *other;

	if (n < CMLAB_NR_DRIVERS)
		return cmlab_name(&cmlab_drivers, n);
	other = cmlab_driver_name_info(n - CMLAB_NR_DRIVERS);
	return other ? other->name : NULL;
}

/* The name nearest to it, if that could be meant: one letter in three may be wrong. */
static const char *meant(const char *value)
{
	unsigned int n, d, best = (unsigned int)strlen(value) / 3;
	const char *name, *found = NULL;

	best = best ? best + 1 : 2;
	for (n = 0; (name = any_driver(n)); n++) {
		d = distance(value, name);
		if (d < best) {
			best = d;
			found = name;
		}
	}
	return found;
}

static void refuse_driver(const char *option, const char *value)
{
	const char *near = meant(value), *name;
	struct out_line all = { .len = 0 };
	unsigned int n;

	for (n = 0; (name = any_driver(n)); n++)
		out_add(&all, " %s", name);
	if (near)
		out_error("explain: %s %s: did you mean %s? One of%s", option, value, near,
			  all.text);
	else
		out_error("explain: %s %s: one of%s", option, value, all.text);
}

bool explain_driver(const char *option, const char *value, struct cmlab_limits *l)
{
	if (cmlab_limits_name_driver(l, value, strlen(value)))
		return true;
	refuse_driver(option, value);
	return false;
}

bool explain_kernel(const char *option, const char *value, struct cmlab_limits *l)
{
	u32 release = 0;
	int ret = cmlab_kernel_parse(value, strlen(value), &release, &l->patched);

	if (ret == -ERANGE)
		out_error("explain: %s %s: there is no such release of Linux", option, value);
	else if (ret)
		out_error("explain: %s %s: a release such as 6.8, or what uname -r prints", option,
			  value);
	l->kernel = (u16)release;
	return !ret;
}
