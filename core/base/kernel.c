// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The releases and their facts.
 */
#include <cmlab/kernel.h>

/*
 * Where: in 6.1, and where it moved or changed in 6.12 and 7.2. The releases are those of the
 * kernel's own tree; GENERIC: the kernel's own, whatever the driver.
 */
static const struct cmlab_fact_info facts[CMLAB_NR_FACTS] = {
	[CMLAB_FACT_ROCE_LIFE_TIME] = {
		.name = "ROCE_LIFE_TIME",
		.driver = CMLAB_DRIVER_GENERIC,
		.release = CMLAB_RELEASE(6, 2),
		.before = 18,
		.since = 16,
		.what = "packet life time of a RoCE path, as an exponent",
		.source = "cma.c:50; 6.12 cma.c:50; 7.2 cma.c:49",
	},
	[CMLAB_FACT_SYN_S] = {
		.name = "SYN_S",
		.driver = CMLAB_DRIVER_GENERIC,
		.release = CMLAB_RELEASE(6, 5),
		.before = 127,
		.since = 131,
		.what =
			"seconds until TCP gives a SYN up: tcp_syn_retries 6, then also tcp_syn_linear_timeouts 4",
		.source = "Documentation/networking/ip-sysctl.rst, tcp_syn_linear_timeouts",
	},
	[CMLAB_FACT_FLUSH_ACCESS] = {
		.name = "FLUSH_ACCESS",
		.driver = CMLAB_DRIVER_RXE,
		.release = CMLAB_RELEASE(6, 2),
		.before = 0,
		.since = 0x300,
		.what = "access flags that the CM adds to REMOTE_READ on a device with FLUSH",
		.source = "cm.c:4121-4124; 6.12 cm.c:4119-4130, rxe_param.h:54; 7.2 cm.c:4102-4113",
	},
	[CMLAB_FACT_SIW_NO_STATE] = {
		.name = "SIW_NO_STATE",
		.driver = CMLAB_DRIVER_SIW,
		.release = CMLAB_RELEASE(6, 8),
		.before = 1,
		.since = 0,
		.what = "ib_query_qp leaves the QP's state 0",
		.source = "siw_verbs.c:502-535; 6.12 siw_verbs.c:22-29, 528; 7.2 siw_verbs.c:533",
	},
	[CMLAB_FACT_ERDMA_NO_QUERY] = {
		.name = "ERDMA_NO_QUERY",
		.driver = CMLAB_DRIVER_ERDMA,
		.release = CMLAB_RELEASE(6, 14),
		.before = 1,
		.since = 0,
		.what = "ib_query_qp shows 0 for both depths: nobody writes what it reads",
		.source = "erdma_verbs.c:1360; 6.12 erdma_verbs.c:1592; 7.2 erdma_qp.c:106-110",
	},
	[CMLAB_FACT_MLX5_ROUNDS_DOWN] = {
		.name = "MLX5_ROUNDS_DOWN",
		.driver = CMLAB_DRIVER_MLX5,
		.release = CMLAB_RELEASE(6, 12),
		.before = 1,
		.since = 0,
		.what =
			"without the stable updates of November 2024, both depths are rounded down to a power of two",
		.source =
			"f18e26af6aba until 78ed28e08e74; fixed in 6.1.192 mlx5/qp.c:4237-4245, 6.12 mlx5/qp.c:4270-4278",
	},
	[CMLAB_FACT_NO_MIN_RNR] = {
		.name = "NO_MIN_RNR",
		.driver = CMLAB_DRIVER_IRDMA,
		.release = CMLAB_RELEASE(6, 18),
		.before = 1,
		.since = 0,
		.what = "min_rnr_timer is neither programmed nor shown",
		.source =
			"irdma/verbs.c:1101-1112; 6.12 irdma/verbs.c:1104-1116; 7.2 irdma/verbs.c:1204, 1340",
	},
	[CMLAB_FACT_ONE_NETNS] = {
		.name = "ONE_NETNS",
		.driver = CMLAB_DRIVER_RXE,
		.release = CMLAB_RELEASE(7, 1),
		.before = 1,
		.since = 0,
		.what = "rxe talks in the initial network namespace only",
		.source =
			"rxe_net.c:37, 624, 639; 6.12 rxe_net.c:37, 647, 662; 7.2 rxe_net.c:120, rxe_ns.c",
	},
};

static const u16 releases[CMLAB_NR_KERNELS] = { CMLAB_KERNEL_6_1, CMLAB_KERNEL_6_12,
						CMLAB_KERNEL_7_2 };
const struct cmlab_names cmlab_kernels = CMLAB_NAMES(CMLAB_NR_KERNELS, "6.1", "6.12", "7.2");

const struct cmlab_fact_info *cmlab_kernel_fact_info(unsigned int fact)
{
	return fact < ARRAY_SIZE(facts) ? &facts[fact] : NULL;
}

u32 cmlab_kernel_fact(enum cmlab_fact fact, unsigned int driver, u32 release)
{
	const struct cmlab_fact_info *info = cmlab_kernel_fact_info(fact);

	if (!info || (info->driver != CMLAB_DRIVER_GENERIC && info->driver != driver))
		return 0;
	return release < info->release ? info->before : info->since;
}

u32 cmlab_kernel_last(u32 major)
{
	/* rdma_cm came with 2.6; nobody knows where 7 and later end. */
	static const u8 last[] = {
		[2] = 6, [3] = 19, [4] = 20, [5] = 19, [6] = 19, [7] = 19, [8] = 19, [9] = 19
	};

	return major < ARRAY_SIZE(last) ? last[major] : 0;
}

/* Reads a number of at most four digits; false if there is none. */
static bool take_number(const char **s, const char *end, u32 *v)
{
	const char *at = *s;

	*v = 0;
	for (; at < end && *at >= '0' && *at <= '9'; at++)
		*v = *v * 10 + (u32)(*at - '0');
	if (at == *s || at - *s > 4)
		return false;
	*s = at;
	return true;
}

/* What a distribution puts behind the numbers; a release candidate's is the kernel's own. */
static bool is_suffix(const char *s, const char *end, bool *patched)
{
	size_t len = (size_t)(end - s);

	if (!len)
		return true;
	if ((*s != '-' && *s != '+') || (len == 1 && *s == '-'))
		return false;
	*patched = len < 4 || memcmp(s, "-rc", 3);
	for (s++; s < end; s++)
		if (*s <= ' ' || *s > '~')
			return false;
	return true;
}

int cmlab_kernel_parse(const char *s, size_t len, u32 *release, bool *patched)
{
	const char *end = s + len;
	u32 major, minor, rest;

	*patched = false;
	if (!take_number(&s, end, &major) || s == end || *s++ != '.' ||
	    !take_number(&s, end, &minor))
		return -EINVAL;
	while (s < end && *s == '.') {
		s++;
		if (!take_number(&s, end, &rest))
			return -EINVAL;
	}
	if (!is_suffix(s, end, patched))
		return -EINVAL;
	if (!cmlab_kernel_last(major) || minor > cmlab_kernel_last(major) ||
	    (major == 2 && minor < 6))
		return -ERANGE;
	*release = CMLAB_RELEASE(major, minor);
	return 0;
}

u32 cmlab_kernel_release(unsigned int n)
{
	return n < ARRAY_SIZE(releases) ? releases[n] : 0;
}
