// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "addr.h"
#include "conn.h"
#include "note.h"
#include "record.h"

/* checkpatch wants no blank before the bracket of [INDEX] on the line of #define. */
/* clang-format off */
#define EVENT_NAME(e)[e] = #e
/* clang-format on */

static const char *event_name(enum rdma_cm_event_type event)
{
	static const char *const names[] = {
		EVENT_NAME(RDMA_CM_EVENT_ADDR_RESOLVED),
		EVENT_NAME(RDMA_CM_EVENT_ADDR_ERROR),
		EVENT_NAME(RDMA_CM_EVENT_ROUTE_RESOLVED),
		EVENT_NAME(RDMA_CM_EVENT_ROUTE_ERROR),
		EVENT_NAME(RDMA_CM_EVENT_CONNECT_REQUEST),
		EVENT_NAME(RDMA_CM_EVENT_CONNECT_RESPONSE),
		EVENT_NAME(RDMA_CM_EVENT_CONNECT_ERROR),
		EVENT_NAME(RDMA_CM_EVENT_UNREACHABLE),
		EVENT_NAME(RDMA_CM_EVENT_REJECTED),
		EVENT_NAME(RDMA_CM_EVENT_ESTABLISHED),
		EVENT_NAME(RDMA_CM_EVENT_DISCONNECTED),
		EVENT_NAME(RDMA_CM_EVENT_DEVICE_REMOVAL),
		EVENT_NAME(RDMA_CM_EVENT_ADDR_CHANGE),
		EVENT_NAME(RDMA_CM_EVENT_TIMEWAIT_EXIT),
	};

	/* The list ends where 6.1's does; newer kernels have events that we do not ask for. */
	return event < ARRAY_SIZE(names) && names[event] ? names[event] : "unknown";
}

void cmlab_note_event(struct cmlab_conn *conn, const struct rdma_cm_event *ev)
{
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);

	if (s->outcome == CMLAB_OUTCOME_PENDING) {
		s->event = event_name(ev->event);
		s->status = ev->status;
	}
	cmlab_record_end(conn->rec);
}

void cmlab_note_addresses(struct cmlab_conn *conn)
{
	const struct rdma_addr *addr = &conn->cm_id->route.addr;
	char local[CMLAB_ADDR_STR], remote[CMLAB_ADDR_STR];
	struct net *net = addr->dev_addr.net;
	struct cmlab_snapshot *s;

	cmlab_addr_format(net, (const struct sockaddr *)&addr->src_addr, local, sizeof(local));
	cmlab_addr_format(net, (const struct sockaddr *)&addr->dst_addr, remote, sizeof(remote));
	s = cmlab_record_begin(conn->rec);
	strscpy(s->local, local, sizeof(s->local));
	strscpy(s->remote, remote, sizeof(s->remote));
	cmlab_record_end(conn->rec);
}

void cmlab_note_asked(struct cmlab_conn *conn, struct net *net, const struct sockaddr *src,
		      const struct sockaddr *dst)
{
	char local[CMLAB_ADDR_STR] = "", remote[CMLAB_ADDR_STR];
	struct cmlab_snapshot *s;

	if (src)
		cmlab_addr_format(net, src, local, sizeof(local));
	cmlab_addr_format(net, dst, remote, sizeof(remote));
	s = cmlab_record_begin(conn->rec);
	strscpy(s->local, local, sizeof(s->local));
	strscpy(s->remote, remote, sizeof(s->remote));
	cmlab_record_end(conn->rec);
}
