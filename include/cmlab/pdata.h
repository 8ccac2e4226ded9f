/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private data of a message that is about to be sent, within what the transport carries.
 */
#ifndef CMLAB_PDATA_H
#define CMLAB_PDATA_H

#include <cmlab/policy.h>

/**
 * struct cmlab_pdata_plan - what private data is made of
 * @side: this side, whose limits and wishes go into the header; its limits may be NULL
 * @device: what the device carries; NULL: only what every transport carries is known
 * @family: enum cmlab_family of the connection
 * @form: enum cmlab_pdata_form
 * @transitions: enum cmlab_transitions
 * @unbounded: what does not fit is for the CM to say (decide=raw)
 * @user: user bytes of a REQ or REP
 * @user_len: their number
 */
struct cmlab_pdata_plan {
	struct cmlab_side side;
	const struct cmlab_limits *device;
	u8 family;
	u8 form;
	u8 transitions;
	bool unbounded;
	const u8 *user;
	u32 user_len;
};

/**
 * struct cmlab_pdata_blob - private data on its way into the CM
 * @len: bytes used
 * @want: bytes that header and user data need
 * @room: bytes that this transport carries in this message
 * @user_len: user bytes among @len
 * @data: the bytes
 */
struct cmlab_pdata_blob {
	u32 len;
	u32 want;
	u32 room;
	u32 user_len;
	u8 data[CMLAB_WIRE_MAX];
};

/**
 * cmlab_pdata_build - private data of a REQ, REP or REJ
 * @plan: what it is made of
 * @d: this side's decision
 * @kind: which message; of a REJ the header only, and nothing without one
 * @blob: written whole; empty on failure
 *
 * Return: 0, or -EMSGSIZE: the CM would refuse it, or on some drivers corrupt it
 */
int cmlab_pdata_build(const struct cmlab_pdata_plan *plan, const struct cmlab_decision *d,
		      enum cmlab_wire_kind kind, struct cmlab_pdata_blob *blob);

#endif /* CMLAB_PDATA_H */
