/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_LIMITS_H
#define CMLAB_CASES_LIMITS_H

#include <cmlab/limits.h>

#define S32_LARGEST  0x7fffffff
#define S32_SMALLEST (-S32_LARGEST - 1)

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */

/* What a driver may report, and what is left of it in a u8 parameter. */
struct limits_depth_case {
	const char *name;
	const char *from;
	s32 reported;
	u32 depth;
};

static const struct limits_depth_case limits_depth_cases[] = {
	{ "0", "usnic, model 4.4", 0, 0 },
	{ "1", "irdma, model 2.4", 1, 1 },
	{ "4", "F30", 4, 4 },
	{ "16", "mlx5, model 4.4", 16, 16 },
	{ "255", "hfi1, model 4.4", 255, 255 },
	{ "256", "DESIGN: 255, never 0", 256, 255 },
	{ "257", "DESIGN: 255, never 1", 257, 255 },
	{ "largest int", "DESIGN", S32_LARGEST, 255 },
	{ "-1", "broken driver", -1, 0 },
	{ "smallest int", "broken driver", S32_SMALLEST, 0 },
};

struct limits_room_case {
	const char *name;
	const char *from;
	s32 max_res;
	u64 used;
	u32 room;
};

static const struct limits_room_case limits_room_cases[] = {
	{ "0 is not reported", "bnxt_re, ib_verbs.c:173", 0, 1000, 255 },
	{ "-1 is not reported", "broken driver", -1, 0, 255 },
	{ "smallest int", "broken driver", S32_SMALLEST, 0, 255 },
	{ "1 of 1", "boundary", 1, 0, 1 },
	{ "0 of 1", "boundary", 1, 1, 0 },
	{ "4", "boundary", 4, 1, 3 },
	{ "second connection", "F4", 16, 16, 0 },
	{ "128", "boundary", 128, 100, 28 },
	{ "255", "boundary", 255, 0, 255 },
	{ "256", "boundary", 256, 0, 256 },
	{ "257", "boundary", 257, 256, 1 },
	{ "rxe", "model 4.2", 0x3f000, 160, 0x3f000 - 160 },
	{ "largest int", "boundary", S32_LARGEST, 1, S32_LARGEST - 1 },
	{ "overdrawn", "never negative", 16, 17, 0 },
	{ "overdrawn by far", "never negative", 16, 0x100000000ULL, 0 },
	{ "wrap of u64", "never negative", 16, 0xffffffffffffffffULL, 0 },
};

struct limits_budget_case {
	const char *name;
	const char *from;
	u8 transport;
	u8 driver;
	u8 family;
	u8 msg;
	u32 bytes;
};

#define B(t, d, f, m) CMLAB_TRANSPORT_##t, CMLAB_DRIVER_##d, CMLAB_FAMILY_##f, CMLAB_MSG_##m

static const struct limits_budget_case limits_budget_cases[] = {
	{ "roce inet REQ", "model 1.1, observed", B(ROCE, RXE, INET, REQ), 56 },
	{ "roce inet6 REQ", "model 1.1", B(ROCE, RXE, INET6, REQ), 56 },
	{ "ib AF_IB REQ", "model 1.1", B(IB, MLX5, IB, REQ), 92 },
	{ "ib inet REQ", "model 1.1", B(IB, MLX5, INET, REQ), 56 },
	{ "roce inet REP", "model 1.1, observed", B(ROCE, RXE, INET, REP), 196 },
	{ "ib AF_IB REP", "model 1.1", B(IB, MLX5, IB, REP), 196 },
	{ "roce inet REJ", "model 1.4", B(ROCE, RXE, INET, REJ), 148 },
	{ "roce inet SIDR_REQ", "model 1.2", B(ROCE, RXE, INET, SIDR_REQ), 180 },
	{ "ib AF_IB SIDR_REQ", "model 1.2", B(IB, MLX5, IB, SIDR_REQ), 216 },
	{ "roce inet SIDR_REP", "model 1.2", B(ROCE, RXE, INET, SIDR_REP), 136 },
	{ "siw REQ", "model 2.4, observed", B(IWARP, SIW, INET, REQ), 251 },
	{ "siw REP", "model 2.4", B(IWARP, SIW, INET6, REP), 251 },
	{ "siw REJ", "model 2.4", B(IWARP, SIW, INET, REJ), 251 },
	{ "siw SIDR_REQ", "no UD on iWARP", B(IWARP, SIW, INET, SIDR_REQ), 0 },
	{ "siw SIDR_REP", "no UD on iWARP", B(IWARP, SIW, INET, SIDR_REP), 0 },
	{ "cxgb4 REQ", "model 2.4", B(IWARP, CXGB4, INET, REQ), 252 },
	{ "irdma REQ", "model 2.4", B(IWARP, IRDMA, INET, REQ), 255 },
	{ "irdma on RoCE", "model 1.1", B(ROCE, IRDMA, INET, REQ), 56 },
	{ "erdma REQ", "model 2.4", B(IWARP, ERDMA, INET, REQ), 255 },
	{ "qedr REQ", "qed_iwarp.h:102", B(IWARP, QEDR, INET, REQ), 255 },
	{ "generic iWARP REQ", "smallest of model 2.4", B(IWARP, GENERIC, INET, REQ), 251 },
	{ "a RoCE driver said to be iWARP", "as generic", B(IWARP, MLX5, INET, REQ), 251 },
	{ "no transport yet REQ", "limits.h", B(UNKNOWN, GENERIC, IB, REQ), 56 },
	{ "no transport yet REP", "limits.h", B(UNKNOWN, GENERIC, INET, REP), 196 },
	{ "no such message", "bad input", CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_RXE,
	  CMLAB_FAMILY_INET, CMLAB_NR_MSGS, 0 },
	{ "no such driver", "as generic", CMLAB_TRANSPORT_IWARP, 255, CMLAB_FAMILY_INET,
	  CMLAB_MSG_REQ, 251 },
};

/* Model 2.4, the portable limit. */
static const u32 limits_portable[CMLAB_NR_MSGS] = {
	[CMLAB_MSG_REQ] = 56,
	[CMLAB_MSG_REP] = 196,
	[CMLAB_MSG_REJ] = 148,
	[CMLAB_MSG_SIDR_REQ] = 180,
	[CMLAB_MSG_SIDR_REP] = 136,
};

/* Which of the device's 1, 2, 3 the mock 11, 12, 13 stand in for. */
struct limits_mock_case {
	const char *name;
	const char *from;
	u8 had;
	u8 mock;
	s32 rd;
	s32 init;
	s32 res;
	u8 has;
};

static const struct limits_mock_case limits_mock_cases[] = {
	{ "none", "limits.h", 0, 0, 1, 2, 3, 0 },
	{ "rd", "limits.h", 0, CMLAB_MOCK_QP_RD_ATOM, 11, 2, 3, 1 },
	{ "init", "limits.h", 0, CMLAB_MOCK_QP_INIT_RD_ATOM, 1, 12, 3, 2 },
	{ "res", "limits.h", 0, CMLAB_MOCK_RES_RD_ATOM, 1, 2, 13, 4 },
	{ "all", "limits.h", 0, 7, 11, 12, 13, 7 },
	{ "one more", "what was mock before stays", CMLAB_MOCK_QP_RD_ATOM,
	  CMLAB_MOCK_RES_RD_ATOM, 1, 2, 13, 5 },
};

/* Every name that a driver goes by. */
struct limits_name_case {
	const char *name;
	const char *from;
	bool known;
	u8 driver;
	const char *called; /* what output calls it */
	u8 transports;
	bool stands_in;
	bool no_cm;
};

#define AS(d, c, t) true, CMLAB_DRIVER_##d, c, t
#define NOBODY false, CMLAB_DRIVER_GENERIC, NULL, 0, false, false
#define ON_IB	    (1U << CMLAB_TRANSPORT_IB)
#define ON_ROCE	    (1U << CMLAB_TRANSPORT_ROCE)
#define ON_IWARP    (1U << CMLAB_TRANSPORT_IWARP)
#define ON_ANY	    (ON_IB | ON_ROCE | ON_IWARP)

static const struct limits_name_case limits_name_cases[] = {
	{ "mlx5", "names.h", AS(MLX5, "mlx5", ON_IB | ON_ROCE), false, false },
	{ "mlx5_ib", "a module", AS(MLX5, "mlx5", ON_IB | ON_ROCE), false, false },
	{ "mlx5_core", "a module", AS(MLX5, "mlx5", ON_IB | ON_ROCE), false, false },
	{ "mlx4_ib", "a module", AS(MLX4, "mlx4", ON_IB | ON_ROCE), false, false },
	{ "rdma_rxe", "a module", AS(RXE, "rxe", ON_ROCE), false, false },
	{ "iw_cxgb4", "a module", AS(CXGB4, "cxgb4", ON_IWARP), false, false },
	{ "ice", "what sysfs shows", AS(IRDMA, "irdma", ON_ROCE | ON_IWARP), false, false },
	{ "bnxt", "short", AS(BNXT_RE, "bnxt_re", ON_ROCE), false, false },
	{ "hns_roce", "short", AS(HNS, "hns", ON_ROCE), false, false },
	{ "qede", "what sysfs shows", AS(QEDR, "qedr", ON_ROCE | ON_IWARP), false, false },
	{ "be2net", "what sysfs shows", AS(OCRDMA, "ocrdma", ON_ROCE), false, false },
	{ "i40iw", "ib_user_ioctl_verbs.h:243", AS(IRDMA, "i40iw", ON_IWARP), true, false },
	{ "qib", "qib_verbs.c:1463", AS(HFI1, "qib", ON_IB), true, false },
	{ "mthca", "mthca_qp.c:728", AS(MLX4, "mthca", ON_IB), true, false },
	{ "vmw_pvrdma", "pvrdma_qp.c:602", AS(GENERIC, "vmw_pvrdma", ON_ROCE), true, false },
	{ "mana_ib", "6.12 mana/qp.c:540", AS(GENERIC, "mana_ib", ON_ROCE), true, false },
	{ "ionic_rdma", "not in 6.12", AS(GENERIC, "ionic_rdma", ON_ROCE), true, false },
	{ "iw_nes", "not in 6.1", AS(GENERIC, "iw_nes", ON_IWARP), true, false },
	{ "usnic", "usnic_ib_main.c:312", AS(GENERIC, "usnic", ON_ANY), true, true },
	{ "usnic_verbs", "usnic_ib_main.c:312", AS(GENERIC, "usnic_verbs", ON_ANY), true, true },
	{ "efa", "efa_verbs.c:1748", AS(GENERIC, "efa", ON_ANY), true, true },
	{ "generic", "names.h", AS(GENERIC, "generic", ON_ANY), false, false },
	{ "mlx", "bad input", NOBODY },
	{ "mlx5_", "bad input", NOBODY },
	{ "MLX5", "bad input", NOBODY },
	{ "", "bad input", NOBODY },
};

#define CROSSED		0x01
#define ROUNDS		0x02
#define RAISED		0x04
#define SWAPPED		0x08
#define NO_REQUEST	0x10
#define NO_REPLY	0x20
#define NO_QUERY	0x40
#define POOR		0x80

struct limits_driver_case {
	const char *name;
	const char *from;
	unsigned int driver;
	u32 quirks;
};

static const struct limits_driver_case limits_driver_cases[] = {
	{ "generic", "plain model", CMLAB_DRIVER_GENERIC, 0 },
	{ "rxe", "model 4.2", CMLAB_DRIVER_RXE, ROUNDS },
	{ "siw", "model 2.4, 3.2, observed", CMLAB_DRIVER_SIW,
	  CROSSED | ROUNDS | RAISED | SWAPPED | POOR },
	{ "mlx5", "model 4.4", CMLAB_DRIVER_MLX5, ROUNDS },
	{ "mlx4", "mlx4/qp.c:2379", CMLAB_DRIVER_MLX4, ROUNDS },
	{ "irdma", "model 2.4", CMLAB_DRIVER_IRDMA, SWAPPED | NO_REQUEST | NO_QUERY },
	{ "bnxt_re", "model 4.4", CMLAB_DRIVER_BNXT_RE, 0 },
	{ "hfi1", "model 4.4", CMLAB_DRIVER_HFI1, 0 },
	{ "cxgb4", "model 3.2", CMLAB_DRIVER_CXGB4, RAISED | NO_QUERY },
	{ "erdma", "model 2.4, 3.2", CMLAB_DRIVER_ERDMA, CROSSED | NO_REQUEST | NO_REPLY },
	{ "hns", "hns_roce_hw_v2.c:5262", CMLAB_DRIVER_HNS, ROUNDS },
	{ "qedr", "qed_iwarp.c:956", CMLAB_DRIVER_QEDR, SWAPPED },
	{ "ocrdma", "ocrdma_verbs.c:1531", CMLAB_DRIVER_OCRDMA, CROSSED },
	{ "unknown", "counts as generic", CMLAB_NR_DRIVERS, 0 },
	{ "largest", "counts as generic", 0xffffffff, 0 },
};

/* clang-format on */

#endif /* CMLAB_CASES_LIMITS_H */
