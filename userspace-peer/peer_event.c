// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <errno.h>

#include "peer_cm.h"
#include "peer_event.h"
#include "peer_loop.h"

/* False when there is none. */
static bool take(struct peer *peer, struct peer_event *ev)
{
	struct rdma_cm_event *raw;

	errno = 0;
	if (rdma_get_cm_event(peer->channel, &raw))
		return false;
	memset(ev, 0, sizeof(*ev));
	ev->type = raw->event;
	ev->status = raw->status == -1 && errno ? -errno : raw->status;
	ev->id = raw->id;
	ev->param = raw->param.conn;
	if (ev->param.private_data)
		memcpy(ev->data, ev->param.private_data, ev->param.private_data_len);
	ev->param.private_data = ev->data;
	rdma_ack_cm_event(raw);
	return true;
}

static void dispatch(struct peer *peer, const struct peer_event *ev)
{
	if (ev->type == RDMA_CM_EVENT_CONNECT_REQUEST)
		peer_cm_request(peer, ev);
	else if (ev->id->context)
		peer_cm_event(ev->id->context, ev);
	else
		peer_loop_listener_event(peer, ev->type);
}

void peer_event_poll(struct peer *peer)
{
	struct peer_event ev;

	while (take(peer, &ev))
		dispatch(peer, &ev);
}
