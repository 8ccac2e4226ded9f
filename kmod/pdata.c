// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <linux/socket.h>

#include "conn.h"
#include "device.h"
#include "pdata.h"
#include "record.h"

static enum cmlab_family family_of(const struct cmlab_conn *conn)
{
	switch (conn->cm_id->route.addr.src_addr.ss_family) {
	case AF_INET:
		return CMLAB_FAMILY_INET;
	case AF_INET6:
		return CMLAB_FAMILY_INET6;
	default:
		return CMLAB_FAMILY_IB;
	}
}

static enum cmlab_msg msg_of(const struct cmlab_conn *conn, enum cmlab_wire_kind kind)
{
	bool ud = cmlab_conn_is_ud(conn);

	switch (kind) {
	case CMLAB_WIRE_REQ:
		return ud ? CMLAB_MSG_SIDR_REQ : CMLAB_MSG_REQ;
	case CMLAB_WIRE_REP:
		return ud ? CMLAB_MSG_SIDR_REP : CMLAB_MSG_REP;
	default:
		return ud ? CMLAB_MSG_SIDR_REP : CMLAB_MSG_REJ;
	}
}

static u32 budget(const struct cmlab_conn *conn, enum cmlab_wire_kind kind)
{
	/* Without a device nothing is known but what every transport carries. */
	if (!conn->dev)
		return cmlab_limits_portable_budget(msg_of(conn, kind));
	return cmlab_limits_budget(&conn->dev->real, family_of(conn), msg_of(conn, kind));
}

/* Nobody pings over UD: there is no connection to prove. */
static u32 caps_of(const struct cmlab_conn *conn)
{
	u32 caps = cmlab_conn_is_ud(conn) ? 0 : CMLAB_WIRE_CAP_PING;

	if (conn->cfg->req.transitions == CMLAB_TRANSITIONS_LAB)
		caps |= CMLAB_WIRE_CAP_LAB;
	return caps;
}

static int fill(struct cmlab_conn *conn, enum cmlab_wire_kind kind, const u8 *user, u32 user_len,
		struct cmlab_pdata_buf *blob)
{
	struct cmlab_side side = { .profile = &conn->cfg->req.profile };
	u32 size = min_t(u32, blob->room, sizeof(blob->data));
	struct cmlab_limits none = {};
	struct cmlab_wire_hdr hdr;

	/* What does not fit is then for the CM to say. */
	if (conn->cfg->req.decide == CMLAB_DECIDE_RAW)
		size = sizeof(blob->data);
	if (conn->cfg->req.handshake == CMLAB_HANDSHAKE_RAW) {
		if (user_len > size)
			return -EMSGSIZE;
		memcpy(blob->data, user, user_len);
		return user_len;
	}
	side.limits = conn->dev ? &conn->dev->limits : &none;
	cmlab_policy_header(&side, &conn->decision, kind, caps_of(conn), &hdr);
	return cmlab_wire_build(&hdr, user, user_len, blob->data, size);
}

static void note_sent(struct cmlab_conn *conn, const struct cmlab_pdata_buf *blob, const u8 *user,
		      u32 user_len)
{
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);

	s->sent.seen = true;
	s->sent.wire_len = blob->len;
	s->sent.user_len = user_len;
	memcpy(s->sent.user, user, min_t(size_t, user_len, sizeof(s->sent.user)));
	cmlab_record_end(conn->rec);
}

int cmlab_pdata_build(struct cmlab_conn *conn, enum cmlab_wire_kind kind,
		      struct cmlab_pdata_buf *blob)
{
	const struct cmlab_request *req = &conn->cfg->req;
	u32 user_len = kind == CMLAB_WIRE_REJ ? 0 : req->user_len;
	int len;

	memset(blob, 0, sizeof(*blob));
	blob->room = budget(conn, kind);
	blob->want = user_len;
	if (req->handshake == CMLAB_HANDSHAKE_HEADER)
		blob->want += CMLAB_WIRE_HDR_LEN;

	len = fill(conn, kind, req->user, user_len, blob);
	if (len < 0)
		return len;
	blob->len = len;
	note_sent(conn, blob, req->user, user_len);
	return 0;
}
