/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Rows of cases_predict.h: how each iWARP driver's active side learns that nobody listens, that
 * nothing comes back, that a program rejects, that an accept failed; F36.
 */

#define NO_LISTENER .q.a = { PARAMS(DEPTHS(1, 1), VAL(PDLEN, 5)) },	\
	.q.p = { PARAMS(DEPTHS(1, 1)) }, ANSWER(ABSENT), UNHEARD
#define NO_ANSWER .q.a = { PARAMS(DEPTHS(1, 1), VAL(PDLEN, 5)) },		\
	.q.p = { PARAMS(DEPTHS(1, 1)) }, ANSWER(SILENT), UNHEARD
#define NO_FROM BOTH_SIDES(DEPTHS(1, 1)), ANSWER(REJECT), .q.reject_len = 4
/* The accept asks for more than its own device has. */
#define BAD_ACCEPT .q.a = { PARAMS(DEPTHS(1, 1), VAL(PDLEN, 5)) },		\
	.q.p = { PARAMS(DEPTHS(9, 1)), 4, 4 }
#define ENDED(e, s, l) .a_shows = { LAST(e, s, l, 0), IN_ERROR }

	{ "cxgb4: nobody listens", "cxgb4/cm.c:437-438, 2362", IWARP(CXGB4), NO_LISTENER, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 0) },
	{ "cxgb4: no answer", "cxgb4/cm.c:441-442, 4241", IWARP(CXGB4), NO_ANSWER, ENDS(UNREACHABLE),
	  ENDED(UNREACHABLE, -ETIMEDOUT, 0) },
	{ "cxgb4: rejected", "cxgb4/cm.c:1538", IWARP(CXGB4), NO_FROM, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNREFUSED, 4), .p_shows = { REQUESTED(0, 1, 1) } },
	{ "cxgb4: the accept fails", "cxgb4/cm.c:2737, 3146", IWARP(CXGB4), BAD_ACCEPT, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 0), .p_shows = { -EINVAL, REQUESTED(5, 1, 1), IN_ERROR } },
	{ "irdma: nobody listens", "irdma/cm.c:677, 2475-2490", IWARP(IRDMA), NO_LISTENER, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 5) },
	{ "irdma: no answer", "irdma/cm.c:677, 1213", IWARP(IRDMA), NO_ANSWER, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 5) },
	{ "irdma: rejected", "irdma/cm.c:4197", IWARP(IRDMA), NO_FROM, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNREFUSED, 4), .p_shows = { .first = EV(CONNECT_REQUEST, 0, 4, 0) } },
	{ "erdma: nobody listens", "erdma_cm.c:808", IWARP(ERDMA), NO_LISTENER, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 0) },
	{ "erdma: no answer", "erdma_cm.c:763", IWARP(ERDMA), NO_ANSWER, ENDS(UNREACHABLE),
	  ENDED(UNREACHABLE, -ETIMEDOUT, 0) },
	{ "erdma: rejected", "erdma_cm.c:588", IWARP(ERDMA), NO_FROM, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 4), .p_shows = { .first = EV(CONNECT_REQUEST, 0, 0, 0) } },
	{ "erdma: the accept fails", "erdma_cm.c:808, 1159", IWARP(ERDMA), BAD_ACCEPT, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 0),
	  .p_shows = { -EINVAL, .first = EV(CONNECT_REQUEST, 0, 5, 0), IN_ERROR } },
	{ "qedr: nobody listens", "qed_iwarp.c:2983", IWARP(QEDR), NO_LISTENER, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 9) },
	{ "qedr: no answer", "qed_iwarp.c:2988", IWARP(QEDR), NO_ANSWER, ENDS(CONNECT_ERROR),
	  ENDED(CONNECT_ERROR, -EBUSY, 9) },
	{ "qedr: rejected", "qed_iwarp.c:1039", IWARP(QEDR), NO_FROM, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNREFUSED, 4), .p_shows = { REQUESTED(0, 1, 1) } },
	{ "siw: nobody listens, 5 bytes", "siw_cm.c:1402", SIW, NO_LISTENER, ENDS(REJECTED),
	  .a_shows = { -ECONNREFUSED, .state = CMLAB_QP_INIT } },
	{ "siw: no answer, 5 bytes", "siw_cm.c:1402", SIW, NO_ANSWER, ENDS(UNREACHABLE),
	  .a_shows = { -ETIMEDOUT, .state = CMLAB_QP_INIT } },
	{ "siw: rejected, 4 bytes", "siw_cm.c:767", SIW, NO_FROM, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 4), .p_shows = { REQUESTED(0, 1, 1) } },
	{ "any iWARP: nobody listens", "as each adapter", IWARP(GENERIC), NO_LISTENER, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNRESET, 0) },
	{ "any iWARP: no answer", "cma.c:2511-2512", IWARP(GENERIC), NO_ANSWER, ENDS(UNREACHABLE),
	  ENDED(UNREACHABLE, -ETIMEDOUT, 0) },
	{ "any iWARP: rejected", "cma.c:111", IWARP(GENERIC), NO_FROM, ENDS(REJECTED),
	  ENDED(REJECTED, -ECONNREFUSED, 4), .p_shows = { REQUESTED(0, 1, 1) } },
