/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private data of a message that is about to be sent, within what the transport carries.
 */
#ifndef CMLAB_PDATA_H
#define CMLAB_PDATA_H

#include <cmlab/fault.h>
#include <cmlab/policy.h>

/* What private data is made of. */
struct cmlab_pdata_plan {
	/* its limits, which may be NULL, and wishes go into the header */
	struct cmlab_side side;
	const struct cmlab_limits *device; /* NULL: only what every transport carries is known */
	u8 family;			   /* enum cmlab_family of the connection */
	u8 form;			   /* enum cmlab_pdata_form */
	u8 transitions;			   /* enum cmlab_transitions */
	bool unbounded;			   /* what does not fit is for the CM to say (decide=raw) */
	const u8 *user;			   /* bytes of a REQ or REP */
	u32 user_len;
};

/* Private data on its way into the CM. */
struct cmlab_pdata_blob {
	u32 len;      /* bytes used */
	u32 want;     /* bytes that header and user data need */
	u32 room;     /* bytes that this transport carries in this message */
	u32 user_len; /* user bytes among @len */
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

/* A blob that is whole, spoiled as a fault says; without a header (@form) nothing is. */
void cmlab_pdata_spoil(const struct cmlab_fault *fault, u8 form, struct cmlab_pdata_blob *blob);

/**
 * cmlab_pdata_believed - how many of the bytes that an event shows are the peer's
 * @device: the receiving device
 * @kind: of which message
 * @len: as the event says
 *
 * siw takes the 4 bytes of IRD and ORD off the length of every MPA v2 reply, shorter ones
 * included, and the event keeps the lowest 8 bits: 253 to 255 are what becomes of 1 to 3
 * (siw_cm.c:345-352, siw_cm_upcall()), and the bytes are the kernel's memory.
 *
 * Return: @len, or 0
 */
u32 cmlab_pdata_believed(const struct cmlab_limits *device, enum cmlab_wire_kind kind, u32 len);

#endif /* CMLAB_PDATA_H */
