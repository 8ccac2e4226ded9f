// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Private data of outgoing messages: how much room there is, and what goes into it.
 */
#include <cmlab/pdata.h>

/* IRD and ORD at the head of an MPA v2 frame's private data. */
#define MPA_V2_LEN 4

static enum cmlab_msg message_of(const struct cmlab_pdata_plan *plan, enum cmlab_wire_kind kind)
{
	if (plan->side.ud)
		return kind == CMLAB_WIRE_REQ ? CMLAB_MSG_SIDR_REQ : CMLAB_MSG_SIDR_REP;
	if (kind == CMLAB_WIRE_REQ)
		return CMLAB_MSG_REQ;
	return kind == CMLAB_WIRE_REP ? CMLAB_MSG_REP : CMLAB_MSG_REJ;
}

/* Nobody pings over UD: there is no connection to prove. */
static u32 caps_of(const struct cmlab_pdata_plan *plan)
{
	u32 caps = plan->side.ud ? 0 : CMLAB_WIRE_CAP_PING;

	return plan->transitions == CMLAB_TRANSITIONS_LAB ? caps | CMLAB_WIRE_CAP_LAB : caps;
}

static int fill(const struct cmlab_pdata_plan *plan, const struct cmlab_decision *d,
		enum cmlab_wire_kind kind, struct cmlab_pdata_blob *blob)
{
	u32 size = plan->unbounded ? sizeof(blob->data) :
				     min_t(u32, blob->room, sizeof(blob->data));
	static const struct cmlab_limits nothing;
	struct cmlab_side side = plan->side;
	struct cmlab_wire_hdr hdr;

	if (plan->form == CMLAB_PDATA_RAW) {
		if (blob->user_len > size)
			return -EMSGSIZE;
		memcpy(blob->data, plan->user, blob->user_len);
		return (int)blob->user_len;
	}
	if (!side.limits)
		side.limits = &nothing;
	cmlab_policy_header(&side, d, kind, caps_of(plan), &hdr);
	return cmlab_wire_build(&hdr, plan->user, blob->user_len, blob->data, size);
}

int cmlab_pdata_build(const struct cmlab_pdata_plan *plan, const struct cmlab_decision *d,
		      enum cmlab_wire_kind kind, struct cmlab_pdata_blob *blob)
{
	enum cmlab_msg msg = message_of(plan, kind);
	int len;

	memset(blob, 0, sizeof(*blob));
	blob->room = plan->device ? cmlab_limits_budget(plan->device, plan->family, msg) :
				    cmlab_limits_portable_budget(msg);
	blob->user_len = kind == CMLAB_WIRE_REJ ? 0 : plan->user_len;
	blob->want = blob->user_len + (plan->form == CMLAB_PDATA_HEADER ? CMLAB_WIRE_HDR_LEN : 0);
	len = fill(plan, d, kind, blob);
	if (len < 0)
		return len;
	blob->len = (u32)len;
	return 0;
}

u32 cmlab_pdata_believed(const struct cmlab_limits *device, enum cmlab_wire_kind kind, u32 len)
{
	bool reply = kind == CMLAB_WIRE_REP || kind == CMLAB_WIRE_REJ;
	bool wraps = device->driver == CMLAB_DRIVER_SIW && reply;

	return wraps && len > 256 - MPA_V2_LEN ? 0 : len;
}

void cmlab_pdata_spoil(const struct cmlab_fault *fault, u8 form, struct cmlab_pdata_blob *blob)
{
	if (form == CMLAB_PDATA_HEADER)
		blob->len = (u32)cmlab_fault_blob(fault, blob->data, blob->len,
						  min_t(u32, blob->room, sizeof(blob->data)));
}
