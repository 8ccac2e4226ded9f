/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a device can do, as plain numbers, and what its driver does differently.
 *
 * Which attribute bounds what (ib_verbs.h, struct ib_device_attr):
 *   max_qp_rd_atom       reads and atomics a QP serves   -> responder_resources (IRD)
 *   max_qp_init_rd_atom  reads and atomics a QP issues   -> initiator_depth (ORD)
 *   max_res_rd_atom      responder resources of the whole device, over all QPs
 */
#ifndef CMLAB_LIMITS_H
#define CMLAB_LIMITS_H

#include <cmlab/kernel.h>
#include <cmlab/names.h>

/* Bits of struct cmlab_limits.mock */
#define CMLAB_MOCK_QP_RD_ATOM	   0x1
#define CMLAB_MOCK_QP_INIT_RD_ATOM 0x2
#define CMLAB_MOCK_RES_RD_ATOM	   0x4

/**
 * struct cmlab_limits - one device's limits
 * @max_qp_rd_atom: as in struct ib_device_attr; may be 0 or negative with a broken driver
 * @max_qp_init_rd_atom: as in struct ib_device_attr
 * @max_res_rd_atom: as in struct ib_device_attr; 0 or less means that the driver reports none
 * @local_ca_ack_delay: exponent of 4.096 us
 * @transport: enum cmlab_transport
 * @driver: enum cmlab_driver
 * @kernel: CMLAB_RELEASE() of the kernel that the driver is part of; 0: the oldest
 * @mock: CMLAB_MOCK_* of the limits that the user set to stand in for other hardware
 */
struct cmlab_limits {
	s32 max_qp_rd_atom;
	s32 max_qp_init_rd_atom;
	s32 max_res_rd_atom;
	u32 local_ca_ack_delay;
	u8 transport;
	u8 driver;
	u16 kernel;
	u8 mock;
};

/* Which device attribute a driver holds a depth against. */
enum cmlab_bound {
	CMLAB_BOUND_NONE,
	CMLAB_BOUND_RD,	  /* max_qp_rd_atom */
	CMLAB_BOUND_INIT, /* max_qp_init_rd_atom */
};

/* What a driver programs for a depth of 0. */
enum cmlab_zero {
	CMLAB_ZERO_KEPT,
	CMLAB_ZERO_ONE,
	CMLAB_ZERO_LIMIT, /* the device's limit */
	CMLAB_ZERO_UNSET, /* the field keeps what reset left; queries show 1 */
};

/* What becomes of an ACK timeout that does not fit five bits. */
enum cmlab_over {
	CMLAB_OVER_UNKNOWN,
	CMLAB_OVER_REFUSED,
	CMLAB_OVER_MASKED,
};

/* What a read does that the depths do not allow. */
enum cmlab_no_read {
	CMLAB_NO_READ_UNKNOWN,
	CMLAB_NO_READ_HANGS,   /* posted, never completes, nor does what is behind it */
	CMLAB_NO_READ_REFUSED, /* posting fails */
};

/* iWARP: which depths the active side takes when the reply comes. */
enum cmlab_iw_reply {
	CMLAB_IW_REPLY_MIN,   /* issues the smaller of both words, serves its own */
	CMLAB_IW_REPLY_TAKEN, /* exactly what the reply says */
	CMLAB_IW_REPLY_OWN,   /* its own, whatever the reply says */
};

/**
 * struct cmlab_driver_info - how a driver departs from the plain model
 * @query_crossed: ib_query_qp shows max_rd_atomic and max_dest_rd_atomic exchanged
 * @rounds_up: both depths are programmed rounded up to a power of two
 * @ird_raised: iWARP: the passive's IRD is raised to the ORD that the active asked for
 * @reply_swapped: iWARP: the active's event shows its own IRD as initiator_depth
 * @no_request_depths: iWARP: the CONNECT_REQUEST event does not show the peer's depths
 * @no_reply_depths: iWARP: the active's event shows no depths
 * @query_no_depths: iWARP: ib_query_qp shows no depths
 * @query_poor: iWARP: ib_query_qp leaves state, retry counts and timeout 0
 * @iw_req: iWARP: user bytes in the MPA request; 0 if not an iWARP driver
 * @iw_rep: iWARP: user bytes in the MPA reply
 * @iw_rej: iWARP: user bytes in the rejecting MPA reply
 * @transports: bit per enum cmlab_transport that the driver's devices have
 * @ird_bound: what bounds max_dest_rd_atomic (iWARP: the IRD), enum cmlab_bound
 * @ord_bound: what bounds max_rd_atomic (iWARP: the ORD), enum cmlab_bound
 * @ord_capped: max_rd_atomic above its bound is lowered to it instead of refused
 * @ird_wraps: max_dest_rd_atomic is rounded up and then kept in 8 bits: 129..255 become 0
 * @zero: a depth of 0, enum cmlab_zero
 * @zero_strips: max_dest_rd_atomic 0 takes the REMOTE_READ permission away
 * @no_ord: a read at max_rd_atomic 0, enum cmlab_no_read
 * @retry7_endless: retry_cnt 7 means for ever
 * @timeout_over: a timeout above 31, enum cmlab_over
 * @iw_connect_err: iWARP: errno of rdma_connect for a depth above its bound; 0: lowered to it
 * @iw_reject_err: iWARP: status of the REJECTED event after a consumer's reject
 * @iw_ord_clamped: iWARP: the passive's ORD is lowered to the IRD that the active offered
 * @iw_accept_ignored: iWARP: the depths given to rdma_accept are not looked at
 * @iw_reply: iWARP: what the active side takes, enum cmlab_iw_reply
 * @iw_blocking: iWARP: rdma_connect waits for TCP, so it returns TCP's errors itself
 * @iw_len_wraps: iWARP: MPA v2: 252..255 bytes of private data wrap to 0..3 on the wire
 * @iw_len_extra: iWARP: bytes that the receiver's event shows too many in an MPA v2 request
 * @iw_inet_only: iWARP: no IPv6
 * @iw_depth_max: iWARP: what the peer's depths are cut to on arrival; 0: nothing
 * @iw_v1_zero: iWARP: the CONNECT_REQUEST event of an MPA v1 request shows 0/0
 * @iw_up_depths: iWARP: the passive's ESTABLISHED event shows its own depths
 * @iw_mpa_ms: iWARP: how long the active side waits for the reply
 * @source: where in the kernel source each of these stands
 */
struct cmlab_driver_info {
	bool query_crossed;
	bool rounds_up;
	bool ird_raised;
	bool reply_swapped;
	bool no_request_depths;
	bool no_reply_depths;
	bool query_no_depths;
	bool query_poor;
	u16 iw_req;
	u16 iw_rep;
	u16 iw_rej;
	u8 transports;
	u8 ird_bound;
	u8 ord_bound;
	bool ord_capped;
	bool ird_wraps;
	u8 zero;
	bool zero_strips;
	u8 no_ord;
	bool retry7_endless;
	u8 timeout_over;
	s32 iw_connect_err;
	s32 iw_reject_err;
	bool iw_ord_clamped;
	bool iw_accept_ignored;
	u8 iw_reply;
	bool iw_blocking;
	bool iw_len_wraps;
	u8 iw_len_extra;
	bool iw_inet_only;
	u8 iw_depth_max;
	bool iw_v1_zero;
	bool iw_up_depths;
	u32 iw_mpa_ms;
	const char *source;
};

/**
 * cmlab_limits_driver - facts of a driver
 * @driver: enum cmlab_driver; anything unknown counts as generic
 *
 * Return: the facts, never NULL
 */
const struct cmlab_driver_info *cmlab_limits_driver(unsigned int driver);

/* Puts the mock limits that @mock->mock names in the place of the device's own. */
void cmlab_limits_apply_mock(struct cmlab_limits *l, const struct cmlab_limits *mock);

/* What a fact of kernel.h is on this device and its kernel. */
static inline u32 cmlab_limits_fact(const struct cmlab_limits *l, enum cmlab_fact fact)
{
	return cmlab_kernel_fact(fact, l->driver, l->kernel);
}

/**
 * cmlab_limits_ird - largest responder_resources one QP of the device may have
 * @l: the limits
 *
 * Return: 0..255; a device that reports 256 gives 255, a negative report 0
 */
u32 cmlab_limits_ird(const struct cmlab_limits *l);

/**
 * cmlab_limits_ord - largest initiator_depth one QP of the device may have
 * @l: the limits
 *
 * Return: 0..255
 */
u32 cmlab_limits_ord(const struct cmlab_limits *l);

/**
 * cmlab_limits_room - responder resources the device has left
 * @l: the limits
 * @used: sum of the IRD of the device's other connections
 *
 * Return: what is left, never negative; 255 if the driver reports no total
 */
u32 cmlab_limits_room(const struct cmlab_limits *l, u64 used);

/**
 * cmlab_limits_budget - user bytes that a message carries as private data
 * @l: the limits (transport and driver are read)
 * @family: enum cmlab_family of the connection
 * @msg: enum cmlab_msg
 *
 * IB and RoCE: the private-data areas of the CM messages, less the 36 bytes of
 * struct cma_hdr in a REQ or SIDR_REQ of an IP family (cma.c). iWARP: by driver.
 * A header of wire.h takes its part out of this. As long as the transport is not
 * known, what every transport carries.
 *
 * Return: bytes, 0 for a message that the transport does not have
 */
u32 cmlab_limits_budget(const struct cmlab_limits *l, enum cmlab_family family, enum cmlab_msg msg);

/**
 * cmlab_limits_portable_budget - user bytes that every transport carries
 * @msg: enum cmlab_msg
 *
 * Return: bytes, the least of all transports
 */
u32 cmlab_limits_portable_budget(enum cmlab_msg msg);

#endif /* CMLAB_LIMITS_H */
