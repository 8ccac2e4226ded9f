// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The handshake of a connection, filled for readers from what happens to it.
 */
#include "addr.h"
#include "cmid.h"
#include "conn.h"
#include "device.h"
#include "publish.h"
#include "record.h"

int cmlab_publish_called(struct cmlab_conn *conn, enum cmlab_call call, int ret)
{
	struct cmlab_report *r = cmlab_record_begin(conn->rec);

	cmlab_handshake_called(&r->h, call, ret);
	cmlab_record_end(conn->rec);
	return ret;
}

void cmlab_publish_event(struct cmlab_conn *conn, const struct rdma_cm_event *ev)
{
	struct cmlab_cm_event event;
	struct cmlab_report *r;

	cmlab_cmid_event(ev, conn->role, conn->cfg->req.ps, &event);
	r = cmlab_record_begin(conn->rec);
	cmlab_handshake_event(&r->h, &event);
	cmlab_record_end(conn->rec);
}

void cmlab_publish_addresses(struct cmlab_conn *conn, struct net *net, const struct sockaddr *src,
			     const struct sockaddr *dst)
{
	char local[CMLAB_ADDR_STR] = "", remote[CMLAB_ADDR_STR];
	struct cmlab_report *r;

	if (src)
		cmlab_addr_format(net, src, local, sizeof(local));
	cmlab_addr_format(net, dst, remote, sizeof(remote));
	r = cmlab_record_begin(conn->rec);
	strscpy(r->local, local, sizeof(r->local));
	strscpy(r->remote, remote, sizeof(r->remote));
	r->h.family = cmlab_cmid_family(dst);
	cmlab_record_end(conn->rec);
}

void cmlab_publish_resolved(struct cmlab_conn *conn)
{
	const struct rdma_addr *addr = &conn->cm_id->route.addr;

	cmlab_publish_addresses(conn, addr->dev_addr.net, (const struct sockaddr *)&addr->src_addr,
				(const struct sockaddr *)&addr->dst_addr);
}

void cmlab_publish_device(struct cmlab_conn *conn)
{
	struct cmlab_report *r = cmlab_record_begin(conn->rec);

	strscpy(r->device, conn->dev->ibdev->name, sizeof(r->device));
	cmlab_handshake_device(&r->h, &conn->limits, &conn->dev->real);
	cmlab_record_end(conn->rec);
}

void cmlab_publish_timer(struct cmlab_conn *conn, enum cmlab_field f, int ret)
{
	struct cmlab_report *r = cmlab_record_begin(conn->rec);
	struct cmlab_end *own = cmlab_own_end(&r->h);

	if (f == CMLAB_F_TIMEOUT)
		own->set_timeout = ret;
	else
		own->set_min_rnr = ret;
	cmlab_record_end(conn->rec);
}

void cmlab_publish_decision(struct cmlab_conn *conn)
{
	struct cmlab_report *r = cmlab_record_begin(conn->rec);

	cmlab_handshake_decided(&r->h, &conn->decision);
	cmlab_record_end(conn->rec);
}

void cmlab_publish_refusal(struct cmlab_conn *conn)
{
	const struct cmlab_decision *d = &conn->decision;
	struct cmlab_report *r = cmlab_record_begin(conn->rec);

	cmlab_handshake_refused(&r->h, d->reason, d->field, d->have, d->need);
	cmlab_record_end(conn->rec);
}

void cmlab_publish_sent(struct cmlab_conn *conn, enum cmlab_wire_kind kind,
			const struct cmlab_pdata_blob *blob)
{
	struct cmlab_report *r = cmlab_record_begin(conn->rec);

	cmlab_handshake_private_data(&r->h, kind, blob->len, conn->cfg->req.user, blob->user_len);
	cmlab_record_end(conn->rec);
}

void cmlab_publish_received(struct cmlab_conn *conn, enum cmlab_wire_kind kind, const u8 *data,
			    u32 len, const struct cmlab_values *adv)
{
	struct cmlab_report *r = cmlab_record_begin(conn->rec);

	if (adv)
		cmlab_handshake_seen(&r->h, adv);
	cmlab_handshake_received(&r->h, data, len, kind);
	cmlab_record_end(conn->rec);
}
