// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Device limits, narrowed last, and the facts of each driver.
 */
#include <cmlab/ib.h>
#include <cmlab/limits.h>

/*
 * Linux 6.1, drivers/infiniband. Depths of an iWARP event: cma.c:2504-2505 and
 * 2521-2522 hand the driver's ird and ord over as they are, and the drivers differ.
 */
#define ON(n)	       (1U << CMLAB_TRANSPORT_##n)
#define PLAIN_BOUNDS   .ird_bound = CMLAB_BOUND_RD, .ord_bound = CMLAB_BOUND_INIT
#define CROSSED_BOUNDS .ird_bound = CMLAB_BOUND_INIT, .ord_bound = CMLAB_BOUND_RD

static const struct cmlab_driver_info drivers[CMLAB_NR_DRIVERS] = {
	[CMLAB_DRIVER_GENERIC] = {
		.transports = ON(IB) | ON(ROCE) | ON(IWARP),
		PLAIN_BOUNDS,
		.timeout_over = CMLAB_OVER_REFUSED,
		.iw_bytes = 251,
		.iw_connect_err = -EINVAL,
		.iw_reject_err = -ECONNREFUSED,
		.iw_ord_clamped = true,
		.iw_absent_err = -ECONNRESET,
		.iw_silent_err = -ETIMEDOUT,
		.iw_closed_err = -ECONNRESET,
		.iw_reply_err = -EINVAL,
		.source =
			"no quirk assumed; the smallest iWARP capacity of the drivers below; nobody listens as on every adapter below",
	},
	[CMLAB_DRIVER_RXE] = {
		.transports = ON(ROCE),
		.rounds_up = true,
		.ord_bound = CMLAB_BOUND_RD,
		.ird_wraps = true,
		.no_ord = CMLAB_NO_READ_HANGS,
		.retry7_endless = true,
		.timeout_over = CMLAB_OVER_REFUSED,
		.source =
			"rounds rxe_qp.c:575-596, 736-738; bounds and timeout rxe_qp.c:455-468; wraps rxe_qp.c:596; hangs rxe_req.c:350-368; endless rxe_comp.c:703-705",
	},
	[CMLAB_DRIVER_SIW] = {
		.transports = ON(IWARP),
		.query_crossed = true,
		.rounds_up = true,
		.ird_raised = true,
		.reply_swapped = true,
		.query_poor = true,
		CROSSED_BOUNDS,
		.no_ord = CMLAB_NO_READ_REFUSED,
		.iw_bytes = 251,
		.iw_connect_err = -ENOMEM,
		.iw_reject_err = -ECONNRESET,
		.iw_ord_clamped = true,
		.iw_reply = CMLAB_IW_REPLY_TAKEN,
		.iw_blocking = true,
		.iw_len_wraps = true,
		.iw_depth_max = 128,
		.iw_v1_zero = true,
		.iw_up_depths = true,
		.iw_absent_err = -ECONNREFUSED,
		.iw_silent_err = -ETIMEDOUT,
		.iw_closed_err = -ECONNRESET,
		.iw_mismatch_err = -ECONNREFUSED,
		.iw_reply_err = -EINVAL,
		.iw_mpa_ms = 10000,
		.source =
			"crossed siw_verbs.c:520-521; rounds siw_qp.c:200-224; raised siw_cm.c:1612-1630; swapped siw_cm.c:327-331; 251 bytes, wraps siw_cm.c:471, 499-502; bounds siw_verbs.c:145-149, siw_cm.c:1371-1373; refused siw_qp.c:936-939; reject siw_cm.c:765-768; reply siw_cm.c:828-829, 880-881; blocking siw_cm.c:1402-1407; 128 siw_cm.c:672-675; v1, ESTABLISHED siw_cm.c:325-335; MPA timer siw_cm.h:74-75; silent siw_cm.c:1135-1142; closed siw_cm.c:1087-1094; mismatch siw_cm.c:775-786; reply refused siw_cm.c:831-842, 913-915",
	},
	[CMLAB_DRIVER_MLX5] = {
		.transports = ON(IB) | ON(ROCE),
		PLAIN_BOUNDS,
		.rounds_up = true,
		.zero = CMLAB_ZERO_UNSET,
		.zero_strips = true,
		.timeout_over = CMLAB_OVER_MASKED,
		.source =
			"rounds mlx5/qp.c:4237-4245, 4934-4935; bounds mlx5/qp.c:4585-4617; strips mlx5/qp.c:3332-3333; timeout mlx5/qp.c:4208",
	},
	[CMLAB_DRIVER_MLX4] = {
		.transports = ON(IB) | ON(ROCE),
		PLAIN_BOUNDS,
		.rounds_up = true,
		.zero = CMLAB_ZERO_UNSET,
		.timeout_over = CMLAB_OVER_MASKED,
		.source =
			"rounds mlx4/qp.c:2379-2391, 4068-4070; bounds mlx4/qp.c:2779-2795; timeout mlx4/qp.c:2329",
	},
	[CMLAB_DRIVER_IRDMA] = {
		.transports = ON(ROCE) | ON(IWARP),
		PLAIN_BOUNDS,
		.reply_swapped = true,
		.no_request_depths = true,
		.query_no_depths = true,
		.zero = CMLAB_ZERO_LIMIT,
		.iw_bytes = 255,
		.iw_reject_err = -ECONNREFUSED,
		.iw_ord_clamped = true,
		.iw_accept_ignored = true,
		.iw_len_extra = 4,
		.iw_absent_err = -ECONNRESET,
		.iw_silent_err = -ECONNRESET,
		.iw_closed_err = -ECONNRESET,
		.iw_reply_err = -ECONNRESET,
		/* 32 waits of at most 12 s; the shift of an int ends them early: HZ 250 */
		.iw_syn_ms = 340000,
		.iw_mpa_ms = 340000,
		.iw_own_data = true,
		.iw_v1_again = true,
		.source =
			"request irdma/cm.c:184; swapped irdma/cm.c:147-148, 190-191; query irdma/verbs.c:1101-1112 (RoCE only); bytes irdma/cm.h:14; RoCE bounds, zero irdma/verbs.c:1310-1333; lowered irdma/cm.c:29-41; extra irdma/cm.c:1041, 1091-1104; absent, silent, closed irdma/cm.c:619-680, 1199-1216, 2417-2418, 2475-2490, 4199-4203; 340 s irdma/cm.c:1169, 1338-1347, irdma/cm.h:43-53; reject irdma/cm.c:4192-4197; reply refused irdma/cm.c:997-999, 2531-2534; own data irdma/cm.c:145-146, 2987-2990; v1 again irdma/cm.c:2475-2484",
	},
	[CMLAB_DRIVER_BNXT_RE] = {
		.transports = ON(ROCE),
		CROSSED_BOUNDS,
		.ord_capped = true,
		.zero = CMLAB_ZERO_ONE,
		.source =
			"bounds bnxt_re/ib_verbs.c:1987-2007, 2104-2106; zero bnxt_re/qplib_fp.c:1190-1191, 1211-1212",
	},
	[CMLAB_DRIVER_HFI1] = {
		.transports = ON(IB),
		.ird_bound = CMLAB_BOUND_RD,
		.no_ord = CMLAB_NO_READ_REFUSED,
		.source =
			"bounds hfi1/verbs.c:1323-1324, rdmavt/qp.c:1525-1527; refused rdmavt/qp.c:1881-1883",
	},
	[CMLAB_DRIVER_CXGB4] = {
		.transports = ON(IWARP),
		PLAIN_BOUNDS,
		.ird_raised = true,
		.query_no_depths = true,
		.iw_bytes = 252,
		.iw_connect_err = -EINVAL,
		.iw_reject_err = -ECONNREFUSED,
		.iw_ord_clamped = true,
		.iw_absent_err = -ECONNRESET,
		.iw_silent_err = -ETIMEDOUT,
		.iw_closed_err = -ECONNRESET,
		.iw_reply_err = -ENOMEM,
		.iw_mpa_ms = 60000,
		.iw_v1_again = true,
		.source =
			"raised cxgb4/cm.c:3150-3171; as IB cxgb4/cm.c:1335-1336, 1376-1377; query cxgb4/qp.c:2455-2471; 252 bytes cxgb4/cm.c:1758, 3332; bounds cxgb4/cm.c:3144-3148, 3313-3317; absent, silent cxgb4/cm.c:432-450, 2362; 60 s cxgb4/cm.c:111, 187, 4240-4241; closed cxgb4/cm.c:2735-2737; reject cxgb4/cm.c:1537-1538; reply refused cxgb4/cm.c:1594-1598, 1672-1684; v1 again cxgb4/cm.c:2866-2882",
	},
	[CMLAB_DRIVER_ERDMA] = {
		.transports = ON(IWARP),
		.query_crossed = true,
		.no_request_depths = true,
		.no_reply_depths = true,
		CROSSED_BOUNDS,
		.iw_bytes = 255,
		.iw_connect_err = -EINVAL,
		.iw_reject_err = -ECONNRESET,
		.iw_reply = CMLAB_IW_REPLY_OWN,
		.iw_inet_only = true,
		.iw_absent_err = -ECONNRESET,
		.iw_silent_err = -ETIMEDOUT,
		.iw_closed_err = -ECONNRESET,
		.iw_mismatch_err = -ECONNREFUSED,
		.iw_syn_ms = 10000,
		.iw_mpa_ms = 10000,
		.source =
			"crossed erdma/erdma_verbs.c:1360-1361; events erdma/erdma_cm.c:247-248; bytes erdma/erdma_cm.c:1007, 1166; bounds erdma/erdma_verbs.c:277-279, erdma/erdma_cm.c:1010-1012; reject erdma/erdma_cm.c:587-590; IPv4 erdma/erdma_cm.c:1014; absent, closed erdma/erdma_cm.c:802-810, 971-975; silent erdma/erdma_cm.c:759-763, 826-838, erdma/erdma_cm.h:119-121; mismatch erdma/erdma_cm.c:593-597",
	},
	[CMLAB_DRIVER_HNS] = {
		.transports = ON(ROCE),
		PLAIN_BOUNDS,
		.rounds_up = true,
		.zero = CMLAB_ZERO_UNSET,
		.zero_strips = true,
		.source =
			"rounds hns/hns_roce_hw_v2.c:5262-5269, 5564-5565; bounds hns/hns_roce_qp.c:1386-1400; strips hns/hns_roce_hw_v2.c:4386-4392",
	},
	[CMLAB_DRIVER_QEDR] = {
		.transports = ON(ROCE) | ON(IWARP),
		PLAIN_BOUNDS,
		.reply_swapped = true,
		.iw_bytes = 255,
		.iw_connect_err = -EINVAL,
		.iw_reject_err = -ECONNREFUSED,
		.iw_ord_clamped = true,
		.iw_absent_err = -ECONNRESET,
		.iw_silent_err = -EBUSY,
		.iw_closed_err = -ECONNREFUSED,
		.iw_reply_err = -ECONNREFUSED,
		.iw_own_data = true,
		.iw_own_extra = 4,
		.source =
			"swapped qed_iwarp.c:956-957; as IB qed_iwarp.c:764-770; bytes qed_iwarp.h:102; bounds qedr/verbs.c:2649-2690, on iWARP 32 (qed_iwarp.c:21-22, 1163-1171); absent, silent qed_iwarp.c:2979-2989, 1031-1034; reject, closed, reply refused qed_iwarp.c:1036-1056; own data qed_iwarp.c:1207-1214, qedr/qedr_iw_cm.c:147-151",
	},
	[CMLAB_DRIVER_OCRDMA] = {
		.transports = ON(ROCE),
		PLAIN_BOUNDS,
		.query_crossed = true,
		.source =
			"bounds ocrdma/ocrdma_hw.c:2656-2668; crossed ocrdma/ocrdma_verbs.c:1531-1534 against ocrdma_hw.c:2671-2673",
	},
};

/* cma puts its header into a REQ and a SIDR_REQ of an IP family, and into no other message. */
static const u32 ib_areas[CMLAB_NR_MSGS] = {
	[CMLAB_MSG_REQ] = CMLAB_AREA_REQ,	    [CMLAB_MSG_REP] = CMLAB_AREA_REP,
	[CMLAB_MSG_REJ] = CMLAB_AREA_REJ,	    [CMLAB_MSG_SIDR_REQ] = CMLAB_AREA_SIDR_REQ,
	[CMLAB_MSG_SIDR_REP] = CMLAB_AREA_SIDR_REP,
};

const struct cmlab_driver_info *cmlab_limits_driver(unsigned int driver)
{
	return &drivers[driver < ARRAY_SIZE(drivers) ? driver : CMLAB_DRIVER_GENERIC];
}

static u32 narrow_depth(s32 reported)
{
	return (u32)min_t(s32, max(reported, 0), CMLAB_DEPTH_MAX);
}

u32 cmlab_limits_ird(const struct cmlab_limits *l)
{
	return narrow_depth(l->max_qp_rd_atom);
}

u32 cmlab_limits_ord(const struct cmlab_limits *l)
{
	return narrow_depth(l->max_qp_init_rd_atom);
}

u32 cmlab_limits_room(const struct cmlab_limits *l, u64 used)
{
	if (l->max_res_rd_atom <= 0)
		return CMLAB_DEPTH_MAX;
	if (used >= (u64)l->max_res_rd_atom)
		return 0;
	return (u32)((u64)l->max_res_rd_atom - used);
}

void cmlab_limits_apply_mock(struct cmlab_limits *l, const struct cmlab_limits *mock)
{
	if (mock->mock & CMLAB_MOCK_QP_RD_ATOM)
		l->max_qp_rd_atom = mock->max_qp_rd_atom;
	if (mock->mock & CMLAB_MOCK_QP_INIT_RD_ATOM)
		l->max_qp_init_rd_atom = mock->max_qp_init_rd_atom;
	if (mock->mock & CMLAB_MOCK_RES_RD_ATOM)
		l->max_res_rd_atom = mock->max_res_rd_atom;
	l->mock |= mock->mock;
}

static u32 ib_budget(enum cmlab_family family, enum cmlab_msg msg)
{
	bool with_header = msg == CMLAB_MSG_REQ || msg == CMLAB_MSG_SIDR_REQ;

	return ib_areas[msg] - (with_header && family != CMLAB_FAMILY_IB ? CMLAB_CMA_HDR : 0);
}

/* Each of the three MPA messages has the same room; there is no SIDR. */
static u32 iwarp_budget(unsigned int driver, enum cmlab_msg msg)
{
	u32 bytes = cmlab_limits_driver(driver)->iw_bytes;

	if (msg > CMLAB_MSG_REJ)
		return 0;
	return bytes ? bytes : cmlab_limits_driver(CMLAB_DRIVER_GENERIC)->iw_bytes;
}

u32 cmlab_limits_budget(const struct cmlab_limits *l, enum cmlab_family family, enum cmlab_msg msg)
{
	bool is_ib = l->transport == CMLAB_TRANSPORT_IB || l->transport == CMLAB_TRANSPORT_ROCE;

	if ((unsigned int)msg >= CMLAB_NR_MSGS)
		return 0;
	if (l->transport == CMLAB_TRANSPORT_IWARP)
		return iwarp_budget(l->driver, msg);
	/* An IP family on IB is the smallest of all, message by message. */
	return ib_budget(is_ib ? family : CMLAB_FAMILY_INET, msg);
}

u32 cmlab_limits_portable_budget(enum cmlab_msg msg)
{
	static const struct cmlab_limits unknown;

	return cmlab_limits_budget(&unknown, CMLAB_FAMILY_INET, msg);
}
