// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What people call a driver: the modules that belong to it, and drivers of which no facts are
 * known here. Linux 6.1, drivers/infiniband/hw, unless said otherwise.
 */
#include <cmlab/limits.h>

#define ON(n) (1U << CMLAB_TRANSPORT_##n)
#define IS(n, d)                                        \
	{                                               \
		.name = (n), .driver = CMLAB_DRIVER_##d \
	}

#define NO_FACTS "no facts of this driver are known here, so it counts as generic"
#define GONE	 "this driver left the kernel before 6.1, so it counts as generic"

/* A row each. */
/* clang-format off */
static const struct cmlab_driver_name others[] = {
	IS("mlx5_ib", MLX5), IS("mlx5_core", MLX5),
	IS("mlx4_ib", MLX4), IS("mlx4_core", MLX4), IS("mlx4_en", MLX4),
	IS("rdma_rxe", RXE),
	IS("iw_cxgb4", CXGB4),
	IS("ice", IRDMA), IS("i40e", IRDMA),
	IS("bnxt", BNXT_RE), IS("bnxt_en", BNXT_RE),
	IS("hns_roce", HNS), IS("hns_roce_hw_v2", HNS), IS("hns3", HNS),
	IS("qed", QEDR), IS("qede", QEDR),
	IS("be2net", OCRDMA),
	{ "i40iw", CMLAB_DRIVER_IRDMA, ON(IWARP), false,
	  "irdma took its place and its number (RDMA_DRIVER_I40IW), so irdma's facts are taken",
	  "include/uapi/rdma/ib_user_ioctl_verbs.h:242-243" },
	{ "qib", CMLAB_DRIVER_HFI1, ON(IB), false,
	  "it shares rdmavt with hfi1, so hfi1's facts hold",
	  "qib/qib_verbs.c:1463-1464, 1602; rdmavt/qp.c:1525-1527, 1881-1883" },
	{ "mthca", CMLAB_DRIVER_MLX4, ON(IB), false,
	  "it bounds and rounds the depths as mlx4 does, so mlx4's facts are taken",
	  "mthca/mthca_qp.c:723-745, 905-916" },
	{ "ib_mthca", CMLAB_DRIVER_MLX4, ON(IB), false,
	  "it bounds and rounds the depths as mlx4 does, so mlx4's facts are taken",
	  "mthca/mthca_qp.c:723-745, 905-916" },
	{ "pvrdma", CMLAB_DRIVER_GENERIC, ON(ROCE), false,
	  "it hands every value to the hypervisor, whose own device decides; it counts as generic",
	  "vmw_pvrdma/pvrdma_qp.c:602-603, 1020-1021" },
	{ "vmw_pvrdma", CMLAB_DRIVER_GENERIC, ON(ROCE), false,
	  "it hands every value to the hypervisor, whose own device decides; it counts as generic",
	  "vmw_pvrdma/pvrdma_qp.c:602-603, 1020-1021" },
	{ "mana", CMLAB_DRIVER_GENERIC, ON(ROCE), false,
	  "it hands the depths to the adapter, which decides; it counts as generic",
	  "6.12 mana/main.c:535-540, mana/qp.c:540" },
	{ "mana_ib", CMLAB_DRIVER_GENERIC, ON(ROCE), false,
	  "it hands the depths to the adapter, which decides; it counts as generic",
	  "6.12 mana/main.c:535-540, mana/qp.c:540" },
	{ "ionic", CMLAB_DRIVER_GENERIC, ON(ROCE), false, NO_FACTS, "not in 6.12" },
	{ "ionic_rdma", CMLAB_DRIVER_GENERIC, ON(ROCE), false, NO_FACTS, "not in 6.12" },
	{ "bng_re", CMLAB_DRIVER_GENERIC, ON(ROCE), false, NO_FACTS, "not in 6.12" },
	{ "cxgb3", CMLAB_DRIVER_GENERIC, ON(IWARP), false, GONE, "not in 6.1" },
	{ "iw_cxgb3", CMLAB_DRIVER_GENERIC, ON(IWARP), false, GONE, "not in 6.1" },
	{ "nes", CMLAB_DRIVER_GENERIC, ON(IWARP), false, GONE, "not in 6.1" },
	{ "iw_nes", CMLAB_DRIVER_GENERIC, ON(IWARP), false, GONE, "not in 6.1" },
	{ "usnic", CMLAB_DRIVER_GENERIC, 0, true,
	  "it has UD queue pairs only and no connection manager",
	  "usnic/usnic_ib_main.c:312, 398; cma.c:5276-5285" },
	{ "usnic_verbs", CMLAB_DRIVER_GENERIC, 0, true,
	  "it has UD queue pairs only and no connection manager",
	  "usnic/usnic_ib_main.c:312, 398; cma.c:5276-5285" },
	{ "efa", CMLAB_DRIVER_GENERIC, 0, true,
	  "it has no connection manager: its ports say no protocol that has one",
	  "efa/efa_verbs.c:1748-1764, efa/efa_main.c:430; cma.c:5276-5285" },
};

/* clang-format on */

const struct cmlab_driver_name *cmlab_driver_name_info(unsigned int n)
{
	return n < ARRAY_SIZE(others) ? &others[n] : NULL;
}

bool cmlab_limits_name_driver(struct cmlab_limits *l, const char *s, size_t len)
{
	int driver = cmlab_name_find(&cmlab_drivers, s, len);
	unsigned int i;

	l->named = 0;
	if (driver >= 0) {
		l->driver = (u8)driver;
		return true;
	}
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		if (!cmlab_is_word(others[i].name, s, len))
			continue;
		l->driver = others[i].driver;
		l->named = others[i].note ? (u8)(i + 1) : 0;
		return true;
	}
	return false;
}

const struct cmlab_driver_name *cmlab_limits_named(const struct cmlab_limits *l)
{
	return l->named ? cmlab_driver_name_info(l->named - 1U) : NULL;
}

const char *cmlab_limits_driver_name(const struct cmlab_limits *l)
{
	const struct cmlab_driver_name *other = cmlab_limits_named(l);

	return other ? other->name : cmlab_name(&cmlab_drivers, l->driver);
}

u8 cmlab_limits_transports(const struct cmlab_limits *l)
{
	const struct cmlab_driver_name *other = cmlab_limits_named(l);

	return other && other->transports ? other->transports :
					    cmlab_limits_driver(l->driver)->transports;
}
