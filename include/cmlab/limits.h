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

/* One device's limits; the first four as in struct ib_device_attr. */
struct cmlab_limits {
	s32 max_qp_rd_atom; /* may be 0 or negative with a broken driver */
	s32 max_qp_init_rd_atom;
	s32 max_res_rd_atom;	/* 0 or less: the driver reports none */
	u32 local_ca_ack_delay; /* exponent of 4.096 us */
	u8 transport;		/* enum cmlab_transport */
	u8 driver;		/* enum cmlab_driver */
	u16 kernel; /* CMLAB_RELEASE() of the kernel that the driver is part of; 0: the oldest */
	u8 mock;  /* CMLAB_MOCK_* of the limits that the user set to stand in for other hardware */
	u8 named; /* number of the struct cmlab_driver_name that @driver stands in for, from 1 */
	bool patched; /* the kernel is a distribution's, which may be ahead of its number */
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

/* How a driver departs from the plain model. */
struct cmlab_driver_info {
	u8 transports; /* bit per enum cmlab_transport that its devices have */
	/* enum cmlab_bound: what bounds max_dest_rd_atomic and max_rd_atomic (iWARP: IRD, ORD) */
	u8 ird_bound;
	u8 ord_bound;
	bool ord_capped;     /* max_rd_atomic above its bound is lowered to it instead of refused */
	bool rounds_up;	     /* both depths are programmed rounded up to a power of two */
	bool ird_wraps;	     /* ... and max_dest_rd_atomic then kept in 8 bits: 129..255 become 0 */
	u8 zero;	     /* a depth of 0, enum cmlab_zero */
	bool zero_strips;    /* max_dest_rd_atomic 0 takes the REMOTE_READ permission away */
	u8 no_ord;	     /* a read at max_rd_atomic 0, enum cmlab_no_read */
	bool retry7_endless; /* retry_cnt 7 means for ever */
	u8 timeout_over;     /* a timeout above 31, enum cmlab_over */

	/* ib_query_qp */
	bool query_crossed;   /* shows max_rd_atomic and max_dest_rd_atomic exchanged */
	bool query_no_depths; /* iWARP: shows no depths */
	bool query_poor;      /* iWARP: leaves state, retry counts and timeout 0 */

	/* iWARP */
	u16 iw_bytes;	    /* user bytes in each of the MPA messages; 0: not an iWARP driver */
	bool ird_raised;    /* the passive's IRD is raised to the ORD that the active asked for */
	bool reply_swapped; /* the active's event shows its own IRD as initiator_depth */
	bool no_request_depths; /* the CONNECT_REQUEST event does not show the peer's depths */
	bool no_reply_depths;	/* the active's event shows no depths */
	s32 iw_connect_err;	/* errno of rdma_connect for a depth above its bound; 0: lowered */
	s32 iw_reject_err;	/* status of the REJECTED event after a consumer's reject */
	bool iw_ord_clamped; /* the passive's ORD is lowered to the IRD that the active offered */
	bool iw_accept_ignored; /* the depths given to rdma_accept are not looked at */
	u8 iw_reply;		/* what the active side takes, enum cmlab_iw_reply */
	bool iw_blocking;	/* rdma_connect waits for TCP, so it returns TCP's errors itself */
	bool iw_len_wraps; /* MPA v2: 252..255 bytes of private data wrap to 0..3 on the wire */
	u8 iw_len_extra;   /* bytes that the receiver's event shows too many in an MPA v2 request */
	bool iw_inet_only; /* no IPv6 */
	u8 iw_depth_max;   /* what the peer's depths are cut to on arrival; 0: nothing */
	bool iw_v1_zero;   /* the CONNECT_REQUEST event of an MPA v1 request shows 0/0 */
	bool iw_up_depths; /* the passive's ESTABLISHED event shows its own depths */

	/*
	 * iWARP, the active side without an MPA reply: errnos of the event, but of rdma_connect
	 * itself with iw_blocking and no TCP connection.
	 */
	s32 iw_absent_err;   /* nobody listens: TCP answers with a reset */
	s32 iw_silent_err;   /* nothing comes back, to TCP or over it */
	s32 iw_closed_err;   /* the peer ends TCP, as a failed accept does */
	s32 iw_mismatch_err; /* CRC or markers do not match; 0: not told apart */
	s32 iw_reply_err;    /* the reply asks for more than this side serves */
	u32 iw_syn_ms;	     /* how long TCP tries; 0: kernel's own if iw_blocking, or adapter's */
	u32 iw_mpa_ms;	     /* how long a reply is waited for; 0: the adapter's own */
	bool iw_own_data;    /* the event without a reply shows this side's own private data */
	u8 iw_own_extra;     /* ... and this many bytes of MPA v2 before them */
	bool iw_v1_again;    /* connects again with MPA v1 once a reset came, unseen from above */

	const char *source; /* where in the kernel source each of these stands */
};

/**
 * cmlab_limits_driver - facts of a driver
 * @driver: enum cmlab_driver; anything unknown counts as generic
 *
 * Return: the facts, never NULL
 */
const struct cmlab_driver_info *cmlab_limits_driver(unsigned int driver);

/* Another name of a driver: of a module that is part of it, or of one without facts of its own. */
struct cmlab_driver_name {
	const char *name;
	u8 driver;	    /* enum cmlab_driver whose facts are taken */
	u8 transports;	    /* bit per enum cmlab_transport; 0: those of @driver */
	bool no_cm;	    /* rdma_cm does not take its devices */
	const char *note;   /* why @driver; NULL: it is the same */
	const char *source; /* where in the kernel source that stands */
};

/* The n-th of them; NULL if there is none. */
const struct cmlab_driver_name *cmlab_driver_name_info(unsigned int n);

/**
 * cmlab_limits_name_driver - sets the driver by any of its names
 * @l: its driver and named are written
 * @s: the name, not terminated
 * @len: its length
 *
 * Return: false if nobody is called that
 */
bool cmlab_limits_name_driver(struct cmlab_limits *l, const char *s, size_t len);

/* The name that stands in for facts of its own; NULL if there are such. */
const struct cmlab_driver_name *cmlab_limits_named(const struct cmlab_limits *l);

/* What to call the driver, and the transports that its devices have, a bit per transport. */
const char *cmlab_limits_driver_name(const struct cmlab_limits *l);
u8 cmlab_limits_transports(const struct cmlab_limits *l);

/* Puts the mock limits that @mock->mock names in the place of the device's own. */
void cmlab_limits_apply_mock(struct cmlab_limits *l, const struct cmlab_limits *mock);

/* What a fact of kernel.h is on this device and its kernel. */
static inline u32 cmlab_limits_fact(const struct cmlab_limits *l, enum cmlab_fact fact)
{
	return cmlab_kernel_fact(fact, l->driver, l->kernel);
}

/*
 * Largest responder_resources and initiator_depth that one QP of the device may have: 0..255; a
 * device that reports 256 gives 255, a negative report 0.
 */
u32 cmlab_limits_ird(const struct cmlab_limits *l);
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

/* The same as every transport carries it. */
u32 cmlab_limits_portable_budget(enum cmlab_msg msg);

#endif /* CMLAB_LIMITS_H */
