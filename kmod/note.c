// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "conn.h"
#include "note.h"
#include "record.h"

#define EVENT_NAME(e)[e] = #e

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
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);

	scnprintf(s->local, sizeof(s->local), "%pISpc", &addr->src_addr);
	scnprintf(s->remote, sizeof(s->remote), "%pISpc", &addr->dst_addr);
	cmlab_record_end(conn->rec);
}

void cmlab_note_remote(struct cmlab_conn *conn, const struct sockaddr *dst)
{
	struct cmlab_snapshot *s = cmlab_record_begin(conn->rec);

	scnprintf(s->remote, sizeof(s->remote), "%pISpc", dst);
	cmlab_record_end(conn->rec);
}
