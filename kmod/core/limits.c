// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Device limits, narrowed last, and the facts of each driver.
 */
#include <cmlab/limits.h>

#define DEPTH_MAX	255	/* u8 in struct rdma_conn_param */
#define CMA_HDR		36	/* struct cma_hdr before the user's bytes, cma.c:387-393 */

/*
 * Linux 6.1, drivers/infiniband. Depths of an iWARP event: cma.c:2504-2505 and
 * 2521-2522 hand the driver's ird and ord over as they are, and the drivers differ.
 */
static const struct cmlab_driver_info drivers[CMLAB_NR_DRIVERS] = {
	[CMLAB_DRIVER_GENERIC] = {
		.iw_req = 251, .iw_rep = 251, .iw_rej = 251,
		.source = "no quirk assumed; the smallest iWARP capacity of the drivers below",
	},
	[CMLAB_DRIVER_RXE] = {
		.rounds_up = true,
		.source = "rxe_qp.c:575-596, 736-738",
	},
	[CMLAB_DRIVER_SIW] = {
		.query_crossed = true,
		.rounds_up = true,
		.ird_raised = true,
		.reply_swapped = true,
		.query_poor = true,
		.iw_req = 251, .iw_rep = 251, .iw_rej = 251,
		.source =
			"crossed siw_verbs.c:520-521; rounds siw_qp.c:200-224; raised siw_cm.c:1612-1630; swapped siw_cm.c:327-331; 251 bytes siw_cm.c:471, 499-502",
	},
	[CMLAB_DRIVER_MLX5] = {
		.rounds_up = true,
		.source = "mlx5/qp.c:4237-4245, 4934-4935",
	},
	[CMLAB_DRIVER_MLX4] = {
		.rounds_up = true,
		.source = "mlx4/qp.c:2379-2391, 4068-4070",
	},
	[CMLAB_DRIVER_IRDMA] = {
		.reply_swapped = true,
		.no_request_depths = true,
		.query_no_depths = true,
		.iw_req = 255, .iw_rep = 255, .iw_rej = 255,
		.source =
			"request irdma/cm.c:184; swapped irdma/cm.c:147-148, 190-191; query irdma/verbs.c:1101-1112 (RoCE only); bytes irdma/cm.h:14",
	},
	[CMLAB_DRIVER_BNXT_RE] = {
		.source = "bnxt_re/ib_verbs.c:1987-2007, 2104-2106",
	},
	[CMLAB_DRIVER_HFI1] = {
		.source = "hfi1/verbs.c:1323-1324; rdmavt/qp.c:1525-1527",
	},
	[CMLAB_DRIVER_CXGB4] = {
		.ird_raised = true,
		.query_no_depths = true,
		.iw_req = 252, .iw_rep = 252, .iw_rej = 252,
		.source =
			"raised cxgb4/cm.c:3150-3171; as IB cxgb4/cm.c:1335-1336, 1376-1377; query cxgb4/qp.c:2455-2471; 252 bytes cxgb4/cm.c:1758, 3332",
	},
	[CMLAB_DRIVER_ERDMA] = {
		.query_crossed = true,
		.no_request_depths = true,
		.no_reply_depths = true,
		.iw_req = 255, .iw_rep = 255, .iw_rej = 255,
		.source =
			"crossed erdma/erdma_verbs.c:1360-1361; events erdma/erdma_cm.c:247-248; bytes erdma/erdma_cm.c:1007, 1166",
	},
	[CMLAB_DRIVER_HNS] = {
		.rounds_up = true,
		.source = "hns/hns_roce_hw_v2.c:5262-5269, 5564-5565",
	},
	[CMLAB_DRIVER_QEDR] = {
		.reply_swapped = true,
		.iw_req = 255, .iw_rep = 255, .iw_rej = 255,
		.source =
			"swapped qed_iwarp.c:956-957; as IB qed_iwarp.c:764-770; bytes qed_iwarp.h:102",
	},
	[CMLAB_DRIVER_OCRDMA] = {
		.source = "ocrdma/ocrdma_hw.c:2656-2668, ocrdma/ocrdma_verbs.c:1531-1533",
	},
};

/*
 * ib_cm.h:67-79: the private-data areas of the CM messages. cma puts its header
 * into a REQ and a SIDR_REQ of an IP family, and into no other message.
 */
static const u32 ib_areas[CMLAB_NR_MSGS] = {
	[CMLAB_MSG_REQ] = 92,
	[CMLAB_MSG_REP] = 196,
	[CMLAB_MSG_REJ] = 148,
	[CMLAB_MSG_SIDR_REQ] = 216,
	[CMLAB_MSG_SIDR_REP] = 136,
};

const struct cmlab_driver_info *cmlab_limits_driver(unsigned int driver)
{
	return &drivers[driver < ARRAY_SIZE(drivers) ? driver : CMLAB_DRIVER_GENERIC];
}

static u32 narrow_depth(s32 reported)
{
	if (reported < 0)
		return 0;
	return min_t(u32, (u32)reported, DEPTH_MAX);
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
		return DEPTH_MAX;
	if (used >= (u64)l->max_res_rd_atom)
		return 0;
	return (u32)((u64)l->max_res_rd_atom - used);
}

static u32 ib_budget(enum cmlab_family family, enum cmlab_msg msg)
{
	bool ip = family != CMLAB_FAMILY_IB;

	if (ip && (msg == CMLAB_MSG_REQ || msg == CMLAB_MSG_SIDR_REQ))
		return ib_areas[msg] - CMA_HDR;
	return ib_areas[msg];
}

static u32 iwarp_budget(unsigned int driver, enum cmlab_msg msg)
{
	const struct cmlab_driver_info *info = cmlab_limits_driver(driver);

	if (!info->iw_req)
		info = cmlab_limits_driver(CMLAB_DRIVER_GENERIC);
	switch (msg) {
	case CMLAB_MSG_REQ:
		return info->iw_req;
	case CMLAB_MSG_REP:
		return info->iw_rep;
	case CMLAB_MSG_REJ:
		return info->iw_rej;
	default:
		return 0;
	}
}

u32 cmlab_limits_budget(const struct cmlab_limits *l, enum cmlab_family family,
			enum cmlab_msg msg)
{
	if ((unsigned int)msg >= CMLAB_NR_MSGS)
		return 0;
	switch (l->transport) {
	case CMLAB_TRANSPORT_IB:
	case CMLAB_TRANSPORT_ROCE:
		return ib_budget(family, msg);
	case CMLAB_TRANSPORT_IWARP:
		return iwarp_budget(l->driver, msg);
	default:
		return cmlab_limits_portable_budget(msg);
	}
}

u32 cmlab_limits_portable_budget(enum cmlab_msg msg)
{
	if ((unsigned int)msg >= CMLAB_NR_MSGS)
		return 0;
	/* An IP family on IB is the smallest of all, message by message. */
	return ib_budget(CMLAB_FAMILY_INET, msg);
}
