// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Private data of outgoing messages, well-formed unless asked to be otherwise. */
#include <errno.h>

#include "peer_addr.h"
#include "peer_pdata.h"

static u32 budget(const struct peer_conn *conn, enum cmlab_wire_kind kind)
{
	static const u8 msg[] = {
		[CMLAB_WIRE_REQ] = CMLAB_MSG_REQ,
		[CMLAB_WIRE_REP] = CMLAB_MSG_REP,
		[CMLAB_WIRE_REJ] = CMLAB_MSG_REJ,
	};

	/* Without a device nothing is known but what every transport carries. */
	if (!conn->dev)
		return cmlab_limits_portable_budget(msg[kind]);
	return cmlab_limits_budget(&conn->dev->real,
				   peer_addr_family(rdma_get_local_addr(conn->cm_id)), msg[kind]);
}

static int fill_raw(const u8 *user, u32 user_len, u32 size, struct peer_pdata *blob)
{
	if (user_len > size)
		return -EMSGSIZE;
	memcpy(blob->data, user, user_len);
	return user_len;
}

static int fill(struct peer_conn *conn, enum cmlab_wire_kind kind, const u8 *user, u32 user_len,
		struct peer_pdata *blob)
{
	u32 size = min_t(u32, blob->room, sizeof(blob->data));
	struct cmlab_limits none = { 0 };
	struct cmlab_side side = {
		.limits = conn->dev ? &conn->dev->limits : &none,
		.profile = &conn->peer->opts.req.profile,
	};
	u32 caps = CMLAB_WIRE_CAP_PING;
	struct cmlab_wire_hdr hdr;
	int len;

	if (conn->snap.handshake == CMLAB_HANDSHAKE_RAW)
		return fill_raw(user, user_len, size, blob);
	if (conn->snap.transitions == CMLAB_TRANSITIONS_LAB)
		caps |= CMLAB_WIRE_CAP_LAB;
	cmlab_policy_header(&side, &conn->decision, kind, caps, &hdr);
	len = cmlab_wire_build(&hdr, user, user_len, blob->data, size);
	return len < 0 ? len : (int)peer_bad_blob(&conn->peer->opts.bad, blob->data, len, size);
}

static void note_sent(struct cmlab_pdata *sent, const struct peer_pdata *blob, const u8 *user,
		      u32 user_len)
{
	sent->seen = true;
	sent->wire_len = blob->len;
	sent->user_len = user_len;
	memcpy(sent->user, user, user_len);
}

int peer_pdata_build(struct peer_conn *conn, enum cmlab_wire_kind kind, struct peer_pdata *blob)
{
	const struct cmlab_request *req = &conn->peer->opts.req;
	u32 user_len = kind == CMLAB_WIRE_REJ ? 0 : req->user_len;
	int len;

	memset(blob, 0, sizeof(*blob));
	blob->room = budget(conn, kind);
	blob->want = user_len;
	if (conn->snap.handshake == CMLAB_HANDSHAKE_HEADER)
		blob->want += CMLAB_WIRE_HDR_LEN;
	len = fill(conn, kind, req->user, user_len, blob);
	if (len < 0)
		return len;
	blob->len = len;
	note_sent(&conn->snap.sent, blob, req->user, user_len);
	return 0;
}
