// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Module parameters that are numbers and names; main.c has those that are commands.
 */
#include <linux/module.h>

#include <cmlab/profile.h>

#include "param.h"

static char *profile = "portable";
module_param(profile, charp, 0444);
MODULE_PARM_DESC(profile, "profile of commands that name none (default portable)");

static unsigned int connect_timeout_ms = 10000;
module_param(connect_timeout_ms, uint, 0444);
MODULE_PARM_DESC(connect_timeout_ms, "own timer of a handshake in ms, 100..600000 (default 10000)");

static unsigned int max_connections = 4096;
module_param(max_connections, uint, 0444);
MODULE_PARM_DESC(max_connections, "connections alive at once, 1..65536 (default 4096)");

static unsigned int max_half_open = 1024;
module_param(max_half_open, uint, 0444);
MODULE_PARM_DESC(max_half_open,
		 "handshakes that peers have begun and not ended, 1..65536 (default 1024)");

static unsigned int check_idle_s = 300;
module_param(check_idle_s, uint, 0444);
MODULE_PARM_DESC(check_idle_s,
		 "check listeners idle for so many s, 0..86400, 0 never (default 300)");

static unsigned int history = 256;
module_param(history, uint, 0444);
MODULE_PARM_DESC(history, "ended connections that stay readable, 0..65536 (default 256)");

unsigned int cmlab_param_timeout_ms(void)
{
	return connect_timeout_ms;
}

unsigned int cmlab_param_max_connections(void)
{
	return max_connections;
}

unsigned int cmlab_param_max_half_open(void)
{
	return max_half_open;
}

unsigned int cmlab_param_check_idle_s(void)
{
	return check_idle_s;
}

unsigned int cmlab_param_history(void)
{
	return history;
}

const char *cmlab_param_profile(void)
{
	return profile;
}

static int check_range(const char *name, unsigned int v, unsigned int lo, unsigned int hi)
{
	if (v >= lo && v <= hi)
		return 0;
	pr_err("module parameter %s=%u: %u..%u\n", name, v, lo, hi);
	return -ERANGE;
}

int cmlab_param_check(void)
{
	struct cmlab_profile p;
	int ret;

	ret = check_range("connect_timeout_ms", connect_timeout_ms, 100, 600000);
	if (!ret)
		ret = check_range("max_connections", max_connections, 1, 65536);
	if (!ret)
		ret = check_range("max_half_open", max_half_open, 1, 65536);
	if (!ret)
		ret = check_range("check_idle_s", check_idle_s, 0, 86400);
	if (!ret)
		ret = check_range("history", history, 0, 65536);
	if (ret)
		return ret;
	ret = cmlab_profile_get(profile, strlen(profile), &p);
	if (ret)
		pr_err("module parameter profile=%s: no such profile\n", profile);
	return ret;
}
