/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Rows of cases_predict.h that another release of the kernel answers otherwise. */

#define OLD .q.kernel = CMLAB_KERNEL_6_1
#define SINCE_6_12 .q.kernel = CMLAB_KERNEL_6_12
#define NEW .q.kernel = CMLAB_KERNEL_7_2
#define ACCESS_FLUSH .access = 0x30e

	{ "rxe before FLUSH", "cm.c:4121-4124", RXE, OLD, BOTH_SIDES(ONES),
	  .a_shows = { REPLIED(1, 1, 7), QP(1, 1, 7, 7, 19), ACCESS_ALL },
	  .p_shows = { HEARD_ONES, PASSIVE_UP, QP(1, 1, 7, 7, 19), ACCESS_ALL } },
	{ "rxe with FLUSH", "6.12 cm.c:4119-4130", RXE, SINCE_6_12, BOTH_SIDES(ONES),
	  .a_shows = { REPLIED(1, 1, 7), QP(1, 1, 7, 7, 17), ACCESS_FLUSH },
	  .p_shows = { HEARD_ONES, PASSIVE_UP, QP(1, 1, 7, 7, 17), ACCESS_FLUSH } },
	{ "FLUSH goes with what is served", "7.2 cm.c:4102-4113", RXE, NEW,
	  .q.a = { PARAMS(DEPTHS_7(1, 0)) }, .q.p = { PARAMS(DEPTHS_7(0, 1)) },
	  .a_shows = { REPLIED(1, 0, 7), QP(0, 1, 7, 7, 17), ACCESS_FLUSH, READS(HANGS) },
	  .p_shows = { REQUESTED(56, 0, 1, 7, 7), PASSIVE_UP, QP(1, 0, 7, 7, 17), ACCESS_WRITE } },
	{ "no FLUSH on mlx5", "only rxe_param.h:54", ROCE(MLX5), NEW, BOTH_SIDES(ONES),
	  .a_shows = { REPLIED(1, 1, 7), QP(1, 1, 7, 7, 17), ACCESS_ALL },
	  .p_shows = { HEARD_ONES, PASSIVE_UP, QP(1, 1, 7, 7, 17), ACCESS_ALL } },
	{ "siw shows no state", "siw_verbs.c:502-535", SIW, OLD, BOTH_SIDES(ONES),
	  .a_shows = { MPA_UP(1, 1), QP_IW(1, 1), SHOWS(RESET) },
	  .p_shows = { REQUESTED(0, 1, 1), MPA_UP(1, 1), QP_IW(1, 1), SHOWS(RESET) } },
	{ "siw shows its state", "6.12 siw_verbs.c:22-29, 528", SIW, SINCE_6_12, BOTH_SIDES(ONES),
	  .a_shows = { MPA_UP(1, 1), QP_IW(1, 1), SHOWS(RTS) },
	  .p_shows = { REQUESTED(0, 1, 1), MPA_UP(1, 1), QP_IW(1, 1), SHOWS(RTS) } },
	{ "siw without a QP", "nothing to show", SIW, OLD, .q.family = CMLAB_FAMILY_IB,
	  BOTH_SIDES(ONES), NOT_SENT(-ENODEV, NONE) },
	{ "erdma shows 0 for both depths", "erdma_verbs.c:1360; 6.12 erdma_verbs.c:1592",
	  IWARP(ERDMA), SINCE_6_12, .q.a = { PARAMS(DEPTHS(9, 3)), 128, 128 },
	  .q.p = { PARAMS(DEPTHS(6, 5)), 128, 128 },
	  .a_shows = { MPA_UP(0, 0), IN_RTS, .qp = { VAL(ORD, 0), VAL(IRD, 0) } },
	  .p_shows = { REQUESTED(0, 0, 0), PASSIVE_UP, IN_RTS,
		       .qp = { VAL(ORD, 0), VAL(IRD, 0) } } },
	{ "irdma takes no RNR timer", "irdma/verbs.c:1101-1112", ROCE(IRDMA), SINCE_6_12,
	  .q.a = { PARAMS(ONES, VAL(MIN_RNR, 12)), RNR_SET }, P_ONES,
	  .a_shows = { REPLIED(1, 1, 7), IN_RTS, .qp = { VAL(MIN_RNR, 0) } },
	  .p_shows = { HEARD_ONES, PASSIVE_UP, QP(1, 1, 7, 7, 17) } },
	{ "irdma takes one", "7.2 irdma/verbs.c:1204, 1340", ROCE(IRDMA), NEW,
	  .q.a = { PARAMS(ONES, VAL(MIN_RNR, 12)), RNR_SET }, P_ONES,
	  .a_shows = { REPLIED(1, 1, 7), IN_RTS, .qp = { VAL(MIN_RNR, 12) } },
	  .p_shows = { HEARD_ONES, PASSIVE_UP, QP(1, 1, 7, 7, 17) } },
