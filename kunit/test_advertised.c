// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The perspective: what an event or a queried QP means for this side. Rows marked
 * "observed" are what a live kernel showed. Which driver does what is in cases_limits.h:
 * here is one row for each of what they do.
 */
#include "rows.h"
#include "suites.h"

#include <cmlab/policy.h>

struct advertised_case {
	const char *name;
	const char *from;
	u8 transport;
	u8 driver;
	enum cmlab_role role;
	struct cmlab_event_conn ev;
	struct row_value expect[8];
};

#define ROCE(d, r)  CMLAB_TRANSPORT_ROCE, CMLAB_DRIVER_##d, CMLAB_ROLE_##r
#define IWARP(d, r) CMLAB_TRANSPORT_IWARP, CMLAB_DRIVER_##d, CMLAB_ROLE_##r
/* A macro that is a row of a table: its braces stay on its line. */
/* clang-format off */
#define DEPTHS(rr, id) { .responder_resources = (rr), .initiator_depth = (id) }
/* clang-format on */

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
static const struct advertised_case advertised_cases[] = {
	{ "rxe REQUEST", "observed: A 9/3 4/2", ROCE(RXE, PASSIVE),
	  { 3, 9, 1, 4, 2, 1, 0x123 },
	  { VAL(IRD, 3), VAL(ORD, 9), VAL(RETRY, 4), VAL(RNR, 2), VAL(FLOW, 1), VAL(SRQ, 1),
	    VAL(QPN, 0x123) } },
	{ "rxe ESTABLISHED, its retry_count means nothing", "observed: P 6/5 1/5",
	  ROCE(RXE, ACTIVE), { 5, 6, 0, 7, 5, 0, 0x124 },
	  { VAL(IRD, 5), VAL(ORD, 6), VAL(RNR, 5), VAL(FLOW, 0), VAL(SRQ, 0),
	    VAL(QPN, 0x124) } },
	{ "InfiniBand", "model 2.1",
	  CMLAB_TRANSPORT_IB, CMLAB_DRIVER_MLX5, CMLAB_ROLE_PASSIVE, DEPTHS(3, 9),
	  { VAL(IRD, 3), VAL(ORD, 9), VAL(RETRY, 0), VAL(RNR, 0), VAL(FLOW, 0), VAL(SRQ, 0),
	    VAL(QPN, 0) } },
	{ "siw ESTABLISHED 6/5 the other way", "observed: P 6/5", IWARP(SIW, ACTIVE),
	  DEPTHS(6, 5), { VAL(IRD, 5), VAL(ORD, 6) } },
	{ "siw REQUEST as IB, nothing of retries", "observed: A 9/3", IWARP(SIW, PASSIVE),
	  { 3, 9, 1, 7, 7, 1, 5 }, { VAL(IRD, 3), VAL(ORD, 9) } },
	{ "cxgb4 reply as IB", "model 2.4", IWARP(CXGB4, ACTIVE), DEPTHS(5, 6),
	  { VAL(IRD, 5), VAL(ORD, 6) } },
	{ "irdma REQUEST shows its own", "model 2.4", IWARP(IRDMA, PASSIVE), DEPTHS(0, 32), {} },
	{ "irdma on RoCE as IB", "model 2.1", ROCE(IRDMA, ACTIVE), DEPTHS(5, 6),
	  { VAL(IRD, 5), VAL(ORD, 6), VAL(RNR, 0), VAL(FLOW, 0), VAL(SRQ, 0), VAL(QPN, 0) } },
	{ "erdma reply is empty", "model 2.4", IWARP(ERDMA, ACTIVE), DEPTHS(0, 0), {} },
};

/* clang-format on */

static void advertised(struct kunit *test)
{
	const struct advertised_case *c = test->param_value;
	const struct cmlab_limits l = { .transport = c->transport, .driver = c->driver };
	struct cmlab_values out;

	memset(&out, 0xa5, sizeof(out));
	cmlab_policy_advertised(&l, c->role, &c->ev, &out);
	rows_expect_values(test, "advertised", &out, c->expect);
}

struct programmed_case {
	const char *name;
	const char *from;
	u8 transport;
	u8 driver;
	u16 kernel;
	struct row_value raw[10];
	bool crossed;
	struct row_value expect[10];
};

#define ON_KERNEL(t, d, k) CMLAB_TRANSPORT_##t, CMLAB_DRIVER_##d, CMLAB_KERNEL_##k
#define ON(t, d)	   ON_KERNEL(t, d, 6_1)

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
static const struct programmed_case programmed_cases[] = {
	{ "rxe as it is", "observed: 4/5 19", ON(ROCE, RXE),
	  { VAL(IRD, 4), VAL(ORD, 8), VAL(RETRY, 4), VAL(RNR, 5), VAL(TIMEOUT, 19),
	    VAL(MIN_RNR, 12), VAL(QPN, 17), VAL(MTU, 1024) }, false,
	  { VAL(IRD, 4), VAL(ORD, 8), VAL(RETRY, 4), VAL(RNR, 5), VAL(TIMEOUT, 19),
	    VAL(MIN_RNR, 12), VAL(QPN, 17), VAL(MTU, 1024) } },
	{ "siw 4/0: its ORD is 0", "observed: A 4/0, P 0/4", ON(IWARP, SIW),
	  { VAL(IRD, 0), VAL(ORD, 4), VAL(RETRY, 0), VAL(RNR, 0), VAL(TIMEOUT, 0),
	    VAL(MIN_RNR, 0), VAL(QPN, 0), VAL(QKEY, 0), VAL(MTU, 1024) }, true,
	  { VAL(IRD, 4), VAL(ORD, 0), VAL(MTU, 1024) } },
	{ "siw 8/8 cannot be told apart, but is crossed", "observed: 8/8", ON(IWARP, SIW),
	  { VAL(IRD, 8), VAL(ORD, 8) }, true, { VAL(IRD, 8), VAL(ORD, 8) } },
	{ "siw without one of the depths", "nothing to cross", ON(IWARP, SIW),
	  { VAL(IRD, 8) }, false, { VAL(IRD, 8) } },
	{ "siw without the other", "nothing to cross", ON(IWARP, SIW),
	  { VAL(ORD, 8) }, false, { VAL(ORD, 8) } },
	{ "erdma is crossed too", "model 3.2; 7.2 erdma_verbs.c:1884", ON_KERNEL(IWARP, ERDMA, 7_2),
	  { VAL(IRD, 2), VAL(ORD, 16) }, true, { VAL(IRD, 16), VAL(ORD, 2) } },
	{ "erdma shows nothing that was written", "6.12 erdma_verbs.c:1592",
	  ON_KERNEL(IWARP, ERDMA, 6_12), { VAL(IRD, 0), VAL(ORD, 0) }, false, {} },
	{ "irdma on iWARP reports none", "irdma/verbs.c:1101", ON(IWARP, IRDMA),
	  { VAL(IRD, 0), VAL(ORD, 0), VAL(RETRY, 0) }, false, {} },
	{ "irdma on RoCE does", "irdma/verbs.c:1101", ON(ROCE, IRDMA),
	  { VAL(IRD, 16), VAL(ORD, 8), VAL(RETRY, 7) }, false,
	  { VAL(IRD, 16), VAL(ORD, 8), VAL(RETRY, 7) } },
	{ "irdma shows no RNR timer", "6.12 irdma/verbs.c:1104", ON_KERNEL(ROCE, IRDMA, 6_12),
	  { VAL(IRD, 16), VAL(MIN_RNR, 0) }, false, { VAL(IRD, 16) } },
	{ "and later does", "7.2 irdma/verbs.c:1340", ON_KERNEL(ROCE, IRDMA, 7_2),
	  { VAL(IRD, 16), VAL(MIN_RNR, 12) }, false, { VAL(IRD, 16), VAL(MIN_RNR, 12) } },
};

/* clang-format on */

static void programmed(struct kunit *test)
{
	const struct programmed_case *c = test->param_value;
	const struct cmlab_limits l = {
		.transport = c->transport,
		.driver = c->driver,
		.kernel = c->kernel,
	};
	struct cmlab_values raw, out;

	rows_to_values(c->raw, &raw);
	memset(&out, 0xa5, sizeof(out));
	KUNIT_EXPECT_EQ(test, cmlab_policy_programmed(&l, &raw, &out), c->crossed);
	rows_expect_values(test, "programmed", &out, c->expect);
}

CMLAB_ROWS(advertised, advertised_cases)
CMLAB_ROWS(programmed, programmed_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(advertised, advertised_gen_params),
	KUNIT_CASE_PARAM(programmed, programmed_gen_params),
	{},
};

struct kunit_suite cmlab_suite_advertised = {
	.name = "cmlab_advertised",
	.test_cases = cases,
};
