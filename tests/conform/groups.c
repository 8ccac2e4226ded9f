// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What the grid consists of. */
#include "grid.h"

#define ON_RXE	PROVIDER_BIT(PROVIDER_RXE)
#define ON_SIW	PROVIDER_BIT(PROVIDER_SIW)
#define ON_BOTH (ON_RXE | ON_SIW)

#define VALUES(...) ((s32[]){ __VA_ARGS__ })
#define LIST(...)   .nr = ARRAY_SIZE(VALUES(__VA_ARGS__)), .values = VALUES(__VA_ARGS__)
/* A macro that is a row of a table: its braces stay on its line. */
/* clang-format off */
#define BOTH_SIDES(n, ...)					\
	{ .dim = ACTIVE_DIM(n), LIST(__VA_ARGS__) },		\
	{ .dim = PASSIVE_DIM(n), LIST(__VA_ARGS__) }
#define OF(d, ...) { .dim = (d), LIST(__VA_ARGS__) }
/* clang-format on */

#define CM	  CMLAB_TRANSITIONS_CM
#define LAB	  CMLAB_TRANSITIONS_LAB
#define RAW	  CMLAB_DECIDE_RAW
#define POLICY	  CMLAB_DECIDE_POLICY
#define INET	  CMLAB_FAMILY_INET
#define INET6	  CMLAB_FAMILY_INET6
#define ROUTE	  CMLAB_WHEN_BEFORE_ROUTE
#define HANDSHAKE CMLAB_WHEN_BEFORE_HANDSHAKE
/* Those that each side comes to. */
#define BOTH_MOMENTS(n)                                              \
	OF(ACTIVE_DIM(n), ROUTE, HANDSHAKE, CMLAB_WHEN_ESTABLISHED), \
		OF(PASSIVE_DIM(n), CMLAB_WHEN_LISTENER, HANDSHAKE, CMLAB_WHEN_ESTABLISHED)
#define DEPTHS	 0, 1, 2, 4, 5, 8, 16, 100, 128, 129, 255
#define COUNTS	 0, 1, 6, 7, 8
#define PROFILES NOT_GIVEN, 1, 2, 3, 4, 5, 6, 7

const struct group groups[] = {
	{
		.name = "accept's depths against the offer's, reduced, rdma_cm moves the QPs",
		.providers = ON_RXE,
		.method = METHOD_PRODUCT,
		.choices = {
			BOTH_SIDES(RR, 0, 1, 5, 128, 129),
			BOTH_SIDES(ID, 0, 1, 5, 128, 129),
		},
	},
	{
		.name = "accept's depths against the offer's, reduced, the driver moves the QPs",
		.providers = ON_SIW,
		.method = METHOD_PRODUCT,
		.choices = {
			BOTH_SIDES(RR, 0, 1, 5, 128),
			BOTH_SIDES(ID, 0, 1, 5, 128),
		},
	},
	{
		.name = "all depths, rdma_cm or the driver moves the QPs",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.choices = { BOTH_SIDES(RR, DEPTHS), BOTH_SIDES(ID, DEPTHS) },
	},
	{
		.name = "all depths, the lab judges the reply and moves the QPs",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.base = { { D_TRANSITIONS, LAB } },
		.choices = { BOTH_SIDES(RR, DEPTHS), BOTH_SIDES(ID, DEPTHS) },
	},
	{
		.name = "accepted depths at and below the offer, the lab moves the QPs",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.base = {
			{ D_TRANSITIONS, LAB }, { ACTIVE_DIM(RR), 128 }, { ACTIVE_DIM(ID), 128 },
		},
		.choices = {
			OF(PASSIVE_DIM(RR), 0, 1, 2, 4, 5, 8, 16, 100, 128),
			OF(PASSIVE_DIM(ID), 0, 1, 2, 4, 5, 8, 16, 100, 128),
			OF(D_FAMILY, INET, INET6),
		},
	},
	{
		.name = "retry counts, flow control and SRQ",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.choices = {
			BOTH_SIDES(RETRY, COUNTS), BOTH_SIDES(RNR, COUNTS),
			BOTH_SIDES(FLOW, 0, 1, 2), BOTH_SIDES(SRQ, 0, 1),
			OF(D_TRANSITIONS, CM, LAB),
		},
	},
	{
		.name = "private data of REQ and REP around their budgets",
		.providers = ON_RXE,
		.method = METHOD_PRODUCT,
		.choices = {
			OF(ACTIVE_DIM(PDLEN), 0, 1, 55, 56, 57, 92, 93, 219, 220, 255),
			OF(PASSIVE_DIM(PDLEN), 0, 1, 195, 196, 197, 255),
		},
	},
	{
		.name = "private data of MPA request and reply around their budgets",
		.providers = ON_SIW,
		.method = METHOD_PAIRS,
		.choices = {
			OF(ACTIVE_DIM(PDLEN), 0, 1, 2, 250, 251, 252, 253, 254, 255),
			OF(PASSIVE_DIM(PDLEN), 0, 1, 2, 250, 251, 252, 253, 254, 255),
			OF(D_FAMILY, INET, INET6),
		},
	},
	{
		.name = "timers by value and moment",
		.providers = ON_RXE,
		.method = METHOD_PAIRS,
		.choices = {
			BOTH_SIDES(TIMEOUT, NOT_GIVEN, 0, 1, 14, 16, 19, 20, 31, 32),
			BOTH_MOMENTS(TIMEOUT_WHEN),
			BOTH_SIDES(MIN_RNR, NOT_GIVEN, 0, 1, 12, 31),
			BOTH_MOMENTS(MIN_RNR_WHEN),
			OF(D_TRANSITIONS, CM, LAB),
		},
	},
	{
		.name = "min_rnr_timer above its five bits",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.choices = {
			BOTH_SIDES(MIN_RNR, 31, 32, 255),
			OF(ACTIVE_DIM(MIN_RNR_WHEN), ROUTE, HANDSHAKE),
			OF(PASSIVE_DIM(MIN_RNR_WHEN), HANDSHAKE, CMLAB_WHEN_ESTABLISHED),
		},
	},
	{
		.name = "timers above their five bits, by policy",
		.providers = ON_RXE,
		.method = METHOD_PAIRS,
		.base = { { ACTIVE_DIM(DECIDE), POLICY }, { PASSIVE_DIM(DECIDE), POLICY } },
		.choices = {
			BOTH_SIDES(TIMEOUT, 31, 32, 255), BOTH_SIDES(MIN_RNR, 31, 32, 255),
			OF(ACTIVE_DIM(TIMEOUT_WHEN), ROUTE, HANDSHAKE),
			OF(D_TRANSITIONS, CM, LAB),
		},
	},
	{
		.name = "IPv6",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.base = { { D_FAMILY, INET6 } },
		.choices = {
			BOTH_SIDES(RR, 0, 4, 16, 128), BOTH_SIDES(ID, 0, 4, 16, 128),
			BOTH_SIDES(PDLEN, 0, 1, 55, 56, 57),
			BOTH_SIDES(RNR, 0, 7), BOTH_SIDES(SRQ, 0, 1),
			OF(D_TRANSITIONS, CM, LAB),
		},
	},
	{
		.name = "UD over SIDR, private data around its budgets",
		.providers = ON_RXE,
		.method = METHOD_PAIRS,
		.base = { { D_PS, CMLAB_PS_UDP } },
		.choices = {
			OF(ACTIVE_DIM(PDLEN), 0, 1, 179, 180, 181, 219, 220),
			OF(PASSIVE_DIM(PDLEN), 0, 1, 135, 136, 137, 255),
			OF(D_FAMILY, INET, INET6), BOTH_SIDES(RR, 1, 129), BOTH_SIDES(SRQ, 0, 1),
			OF(D_TRANSITIONS, CM, LAB),
		},
	},
	{
		.name = "UD is not for iWARP",
		.providers = ON_SIW,
		.method = METHOD_EACH,
		.base = { { D_PS, CMLAB_PS_UDP } },
		.choices = { OF(D_FAMILY, INET, INET6) },
	},
	{
		.name = "nobody listens",
		.providers = ON_BOTH,
		.method = METHOD_EACH,
		.base = { { D_LISTENS, 0 } },
		.choices = {
			OF(D_FAMILY, INET, INET6), OF(D_TRANSITIONS, CM, LAB),
			OF(ACTIVE_DIM(DECIDE), RAW, POLICY), OF(ACTIVE_DIM(RR), 1, 129),
		},
	},
	{
		.name = "nobody listens, UD",
		.providers = ON_RXE,
		.method = METHOD_EACH,
		.base = { { D_LISTENS, 0 }, { D_PS, CMLAB_PS_UDP } },
		.choices = { OF(D_FAMILY, INET, INET6) },
	},
	{
		.name = "policy, profiles and floors decide",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.choices = {
			BOTH_SIDES(DECIDE, POLICY), BOTH_SIDES(PROFILE, PROFILES),
			BOTH_SIDES(RR, NOT_GIVEN, 0, 4, 16, 255),
			BOTH_SIDES(ID, NOT_GIVEN, 0, 4, 16, 255),
			BOTH_SIDES(RETRY, NOT_GIVEN, 0, 8), BOTH_SIDES(RNR, NOT_GIVEN, 0, 8),
			OF(D_TRANSITIONS, CM, LAB), OF(D_HANDSHAKE, 0, 1),
		},
	},
	{
		.name = "floors of the passive side",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.base = {
			{ PASSIVE_DIM(DECIDE), POLICY },
			{ PASSIVE_DIM(RR), 8 }, { PASSIVE_DIM(ID), 8 },
		},
		.choices = {
			OF(ACTIVE_DIM(RR), 0, 2, 4, 5), OF(ACTIVE_DIM(ID), 0, 2, 4, 5),
			OF(PASSIVE_DIM(RR_FLOOR), NOT_GIVEN, 2, 5),
			OF(PASSIVE_DIM(ID_FLOOR), NOT_GIVEN, 2, 5),
			OF(D_TRANSITIONS, CM, LAB), OF(D_FAMILY, INET, INET6),
		},
	},
	{
		.name = "floors of the active side",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.base = {
			{ ACTIVE_DIM(DECIDE), POLICY },
			{ ACTIVE_DIM(RR), 8 }, { ACTIVE_DIM(ID), 8 },
		},
		.choices = {
			OF(PASSIVE_DIM(RR), 0, 2, 4, 5), OF(PASSIVE_DIM(ID), 0, 2, 4, 5),
			OF(ACTIVE_DIM(RR_FLOOR), NOT_GIVEN, 2, 5),
			OF(ACTIVE_DIM(ID_FLOOR), NOT_GIVEN, 2, 5),
			OF(D_TRANSITIONS, CM, LAB), OF(D_FAMILY, INET, INET6),
		},
	},
	{
		.name = "policy against raw values",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.choices = {
			BOTH_SIDES(DECIDE, POLICY, RAW),
			BOTH_SIDES(RR, 0, 2, 16, 128, 129, 255),
			BOTH_SIDES(ID, 0, 2, 16, 128, 129, 255),
			BOTH_SIDES(MIN_RNR, NOT_GIVEN, 12), BOTH_SIDES(TIMEOUT, NOT_GIVEN, 14, 20),
			BOTH_MOMENTS(TIMEOUT_WHEN), OF(D_TRANSITIONS, CM, LAB),
			OF(D_HANDSHAKE, 0, 1), OF(D_FAMILY, INET, INET6),
		},
	},
	{
		.name = "mock limits",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.one_host = true,
		.choices = {
			OF(D_MOCK_RD, NOT_GIVEN, 0, 1, 4, 16, 200, 256),
			OF(D_MOCK_INIT, NOT_GIVEN, 0, 1, 4, 16, 200, 256),
			OF(D_MOCK_RES, NOT_GIVEN, 1, 5, 20),
			BOTH_SIDES(DECIDE, POLICY, RAW),
			BOTH_SIDES(RR, 0, 1, 5, 16, 128), BOTH_SIDES(ID, 0, 1, 5, 16, 128),
			OF(D_TRANSITIONS, CM, LAB), OF(D_HANDSHAKE, 0, 1),
		},
	},
	{
		.name = "the kernel connects to userspace",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.one_host = true,
		.base = { { PASSIVE_DIM(PROGRAM), PROGRAM_PEER } },
		.choices = {
			BOTH_SIDES(RR, 0, 1, 5, 128, 129), BOTH_SIDES(ID, 0, 1, 5, 128, 129),
			BOTH_SIDES(RETRY, 0, 6, 8), BOTH_SIDES(RNR, 0, 1, 8),
			BOTH_SIDES(FLOW, 0, 1), BOTH_SIDES(SRQ, 0, 1), BOTH_SIDES(PDLEN, 0, 1, 56),
			BOTH_SIDES(MIN_RNR, NOT_GIVEN, 12), OF(D_FAMILY, INET, INET6),
		},
	},
	{
		.name = "userspace connects to the kernel",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.one_host = true,
		.base = { { ACTIVE_DIM(PROGRAM), PROGRAM_PEER } },
		.choices = {
			BOTH_SIDES(RR, 0, 1, 5, 128, 129), BOTH_SIDES(ID, 0, 1, 5, 128, 129),
			BOTH_SIDES(RETRY, 0, 6, 8), BOTH_SIDES(RNR, 0, 1, 8),
			BOTH_SIDES(FLOW, 0, 1), BOTH_SIDES(SRQ, 0, 1), BOTH_SIDES(PDLEN, 0, 1, 56),
			BOTH_SIDES(TIMEOUT, NOT_GIVEN, 14, 20), OF(D_FAMILY, INET, INET6),
		},
	},
	{
		.name = "the kernel connects to userspace, both by policy",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.one_host = true,
		.base = {
			{ PASSIVE_DIM(PROGRAM), PROGRAM_PEER }, { ACTIVE_DIM(DECIDE), POLICY },
			{ PASSIVE_DIM(DECIDE), POLICY },
		},
		.choices = {
			BOTH_SIDES(PROFILE, PROFILES), BOTH_SIDES(RR, NOT_GIVEN, 4, 200),
			BOTH_SIDES(ID, NOT_GIVEN, 4, 200), OF(D_TRANSITIONS, CM, LAB),
			OF(D_HANDSHAKE, 0, 1),
		},
	},
	{
		.name = "userspace connects to the kernel, both by policy",
		.providers = ON_BOTH,
		.method = METHOD_PAIRS,
		.one_host = true,
		.base = {
			{ ACTIVE_DIM(PROGRAM), PROGRAM_PEER }, { ACTIVE_DIM(DECIDE), POLICY },
			{ PASSIVE_DIM(DECIDE), POLICY },
		},
		.choices = {
			BOTH_SIDES(PROFILE, PROFILES), BOTH_SIDES(RR, NOT_GIVEN, 4, 200),
			BOTH_SIDES(ID, NOT_GIVEN, 4, 200), OF(D_TRANSITIONS, CM, LAB),
			OF(D_HANDSHAKE, 0, 1),
		},
	},
};

const unsigned int nr_groups = ARRAY_SIZE(groups);
