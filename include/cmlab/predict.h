/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a handshake will show, said beforehand: from both sides' parameters and both
 * devices' limits to every call's result, every event, both QPs and the times after
 * which something is noticed. Pure; knows the kernel's connection managers (cma.c,
 * cm.c, iwcm.c) as rules and the drivers as data (struct cmlab_driver_info).
 *
 * IRD is what a side serves (max_dest_rd_atomic), ORD what it issues (max_rd_atomic),
 * each side's own. Events speak as the kernel's do, in struct rdma_conn_param's names.
 */
#ifndef CMLAB_PREDICT_H
#define CMLAB_PREDICT_H

#include <cmlab/handshake.h>
#include <cmlab/kernel.h>
#include <cmlab/limits.h>
#include <cmlab/policy.h>
#include <cmlab/profile.h>
#include <cmlab/values.h>

/**
 * struct cmlab_predict_side - one side of a what-if
 * @limits: what this side's program (policy) reads, mock limits applied
 * @device: what the driver holds values against; the same as @limits without mock ones
 * @profile: the side is decided by policy as the module does; NULL: @params go raw
 * @params: raw values by field as some ULP passes them; what is not known is 0.
 *	PDLEN is private_data_len, TIMEOUT and MIN_RNR the arguments of
 *	rdma_set_ack_timeout and rdma_set_min_rnr_timer if their @..._when say so
 * @null_param: conn_param is NULL
 * @timeout_when: enum cmlab_when
 * @min_rnr_when: enum cmlab_when
 * @has_srq: this side's QP has an SRQ
 * @qp_num: number of this side's QP; 0 if nobody knows
 * @packet_life_time: of this side's path, as an exponent; negative: the kernel's own
 * @netdev_mtu: bytes; on IB the path's MTU. 0: 1500, on IB 2048
 * @res_used: sum of the IRD of the device's other connections, for policy
 */
struct cmlab_predict_side {
	struct cmlab_limits limits;
	struct cmlab_limits device;
	const struct cmlab_profile *profile;
	struct cmlab_values params;
	bool null_param;
	u8 timeout_when;
	u8 min_rnr_when;
	bool has_srq;
	u32 qp_num;
	s32 packet_life_time;
	u32 netdev_mtu;
	u64 res_used;
};

/**
 * struct cmlab_predict_in - the whole what-if
 * @transport: enum cmlab_transport; of both sides
 * @transitions: enum cmlab_transitions; of both sides. On iWARP the driver moves the QP,
 *	and lab means that the active side judges the reply afterwards
 * @family: enum cmlab_family
 * @ps: enum cmlab_ps
 * @mpa: iWARP: revision of the MPA frames, 1 or 2 (0 counts as 2)
 * @answer: enum cmlab_answer
 * @reject_reason: of rdma_reject with @answer reject
 * @reject_len: private data of that
 * @side: by enum cmlab_role
 */
struct cmlab_predict_in {
	u8 transport;
	u8 transitions;
	u8 family;
	u8 ps;
	u8 mpa;
	u8 answer;
	u8 reject_reason;
	u32 reject_len;
	struct cmlab_predict_side side[CMLAB_NR_ROLES];
};

/**
 * cmlab_predict_init - a what-if in which nothing is said yet
 * @in: zeroed, with what is not zero by default
 * @transport: enum cmlab_transport
 * @driver: enum cmlab_driver of both sides
 *
 * Limits are 16/16 with no total, local_ca_ack_delay 15, transitions cm.
 */
void cmlab_predict_init(struct cmlab_predict_in *in, enum cmlab_transport transport,
			enum cmlab_driver driver);

/**
 * cmlab_predict - say what will happen
 * @in: the question
 * @h: the answer, written whole: both ends, without a viewpoint
 */
void cmlab_predict(const struct cmlab_predict_in *in, struct cmlab_handshake *h);

/**
 * cmlab_predict_view - a predicted handshake as one of its programs will tell of it
 * @h: what cmlab_predict() said
 * @role: whose view
 * @view: written whole, with that viewpoint: of the peer only what its messages show. Its
 *	outcome is pending if the side never heard of the connection
 */
void cmlab_predict_view(const struct cmlab_handshake *h, enum cmlab_role role,
			struct cmlab_handshake *view);

#endif /* CMLAB_PREDICT_H */
