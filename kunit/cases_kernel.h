/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_KERNEL_H
#define CMLAB_CASES_KERNEL_H

#include <cmlab/kernel.h>

/* A fact's value in the three releases, as their sources have it. */
struct kernel_fact_case {
	const char *name;
	const char *from;
	u8 fact;
	u8 driver;
	u32 value[CMLAB_NR_KERNELS];
};

#define FACT(n, d) CMLAB_FACT_##n, CMLAB_DRIVER_##d

/* clang-format off */
static const struct kernel_fact_case kernel_fact_cases[] = {
	{ "packet life time of rxe", "cma.c:50; 7.2 cma.c:49", FACT(ROCE_LIFE_TIME, RXE),
	  { 18, 16, 16 } },
	{ "packet life time of any other", "cma.c:50", FACT(ROCE_LIFE_TIME, MLX5), { 18, 16, 16 } },
	{ "TCP's patience", "ip-sysctl", FACT(SYN_S, SIW), { 127, 131, 131 } },
	{ "FLUSH on rxe", "cm.c:4122; 6.12 cm.c:4127; 7.2 cm.c:4110", FACT(FLUSH_ACCESS, RXE),
	  { 0, 0x300, 0x300 } },
	{ "no FLUSH elsewhere", "only rxe_param.h:54", FACT(FLUSH_ACCESS, MLX5), { 0, 0, 0 } },
	{ "siw shows no state", "siw_verbs.c:502; 6.12 siw_verbs.c:528; 7.2 siw_verbs.c:533",
	  FACT(SIW_NO_STATE, SIW), { 1, 0, 0 } },
	{ "erdma shows a state", "erdma_verbs.c:1370", FACT(SIW_NO_STATE, ERDMA), { 0, 0, 0 } },
	{ "erdma shows no depths", "erdma_verbs.c:1360; 7.2 erdma_qp.c:107",
	  FACT(ERDMA_NO_QUERY, ERDMA), { 1, 1, 0 } },
	{ "siw shows its depths", "siw_verbs.c:520", FACT(ERDMA_NO_QUERY, SIW), { 0, 0, 0 } },
	{ "mlx5 rounds down", "78ed28e08e74", FACT(MLX5_ROUNDS_DOWN, MLX5), { 1, 0, 0 } },
	{ "mlx4 does not", "mlx4/qp.c:2379", FACT(MLX5_ROUNDS_DOWN, MLX4), { 0, 0, 0 } },
	{ "irdma's RNR timer", "irdma/verbs.c:1101; 7.2 irdma/verbs.c:1340",
	  FACT(NO_MIN_RNR, IRDMA), { 1, 1, 0 } },
	{ "rxe's RNR timer", "rxe_qp.c:668", FACT(NO_MIN_RNR, RXE), { 0, 0, 0 } },
	{ "rxe in other namespaces", "rxe_net.c:37; 7.2 rxe_net.c:120", FACT(ONE_NETNS, RXE),
	  { 1, 1, 0 } },
	{ "siw in other namespaces", "siw.h", FACT(ONE_NETNS, SIW), { 0, 0, 0 } },
	{ "no fact", "counts as 0", CMLAB_NR_FACTS, CMLAB_DRIVER_GENERIC, { 0, 0, 0 } },
};

/* What people write for a release. */
struct kernel_parse_case {
	const char *name; /* what is written */
	const char *from;
	int ret;
	u32 release;
	bool patched;
};

static const struct kernel_parse_case kernel_parse_cases[] = {
	{ "6.1", "kernel.org", 0, CMLAB_KERNEL_6_1, false },
	{ "6.12.95", "kernel.org", 0, CMLAB_KERNEL_6_12, false },
	{ "7.2", "kernel.org", 0, CMLAB_KERNEL_7_2, false },
	{ "5.14", "kernel.org", 0, CMLAB_RELEASE(5, 14), false },
	{ "6.8", "kernel.org", 0, CMLAB_RELEASE(6, 8), false },
	{ "6.9-rc3", "a candidate is nobody's own", 0, CMLAB_RELEASE(6, 9), false },
	{ "6.9.0-rc3+", "a checkout", 0, CMLAB_RELEASE(6, 9), false },
	{ "6.9.0+", "changed by somebody", 0, CMLAB_RELEASE(6, 9), true },
	{ "2.6.32-754.el6.x86_64", "RHEL 6", 0, CMLAB_RELEASE(2, 6), true },
	{ "4.18.0-553.el8_10.x86_64", "RHEL 8", 0, CMLAB_RELEASE(4, 18), true },
	{ "5.14.0-427.el9.x86_64", "RHEL 9", 0, CMLAB_RELEASE(5, 14), true },
	{ "6.8.0-45-generic", "Ubuntu", 0, CMLAB_RELEASE(6, 8), true },
	{ "6.1.0-57-amd64", "Debian", 0, CMLAB_KERNEL_6_1, true },
	{ "6.12.95+deb12-amd64", "Debian", 0, CMLAB_KERNEL_6_12, true },
	{ "5.15.90.1-microsoft-standard-WSL2", "four numbers", 0, CMLAB_RELEASE(5, 15), true },
	{ "6.19", "the last of 6", 0, CMLAB_RELEASE(6, 19), false },
	{ "4.20", "the last of 4", 0, CMLAB_RELEASE(4, 20), false },
	{ "7.19", "may come", 0, CMLAB_RELEASE(7, 19), false },
	{ "6.20", "7.0 came", -ERANGE, 0, false },
	{ "3.20", "4.0 came", -ERANGE, 0, false },
	{ "7.20", "nonsense", -ERANGE, 0, false },
	{ "2.5", "no RDMA", -ERANGE, 0, false },
	{ "2.7", "never was", -ERANGE, 0, false },
	{ "1.0", "no RDMA", -ERANGE, 0, false },
	{ "0.1", "no RDMA", -ERANGE, 0, false },
	{ "10.1", "nonsense", -ERANGE, 0, false },
	{ "6.1234", "nonsense", -ERANGE, 0, false },
	{ "6.12345", "nonsense", -EINVAL, 0, false },
	{ "", "bad input", -EINVAL, 0, false },
	{ "6", "bad input", -EINVAL, 0, false },
	{ "6.", "bad input", -EINVAL, 0, false },
	{ ".1", "bad input", -EINVAL, 0, false },
	{ "6.x", "bad input", -EINVAL, 0, false },
	{ "6.1.", "bad input", -EINVAL, 0, false },
	{ "6.1.y", "bad input", -EINVAL, 0, false },
	{ "6.1x", "bad input", -EINVAL, 0, false },
	{ "6.1-", "bad input", -EINVAL, 0, false },
	{ "6.1 ", "bad input", -EINVAL, 0, false },
	{ "6.1-a b", "bad input", -EINVAL, 0, false },
	{ "-6.1", "bad input", -EINVAL, 0, false },
	{ "v6.1", "bad input", -EINVAL, 0, false },
	{ "banana", "bad input", -EINVAL, 0, false },
};

/* Where a value changes, to the release. */
struct kernel_edge_case {
	const char *name;
	const char *from;
	u8 fact;
	u8 driver;
	u32 release;
	u32 value;
};

static const struct kernel_edge_case kernel_edge_cases[] = {
	{ "unknown counts as the oldest", "kernel.h", FACT(ROCE_LIFE_TIME, RXE), 0, 18 },
	{ "6.1", "fb4907f48725", FACT(ROCE_LIFE_TIME, RXE), CMLAB_RELEASE(6, 1), 18 },
	{ "6.2", "fb4907f48725", FACT(ROCE_LIFE_TIME, RXE), CMLAB_RELEASE(6, 2), 16 },
	{ "6.19 is before 7.0", "kernel.h", FACT(ONE_NETNS, RXE), CMLAB_RELEASE(6, 19), 1 },
	{ "7.0", "rxe_ns.c is of 7.1", FACT(ONE_NETNS, RXE), CMLAB_RELEASE(7, 0), 1 },
	{ "7.1", "rxe_ns.c is of 7.1", FACT(ONE_NETNS, RXE), CMLAB_RELEASE(7, 1), 0 },
	{ "6.2 is before 6.14", "kernel.h", FACT(ERDMA_NO_QUERY, ERDMA), CMLAB_RELEASE(6, 2), 1 },
	{ "what is to come", "stays", FACT(ROCE_LIFE_TIME, RXE), CMLAB_RELEASE(99, 0), 16 },
};

/* clang-format on */

#endif /* CMLAB_CASES_KERNEL_H */
