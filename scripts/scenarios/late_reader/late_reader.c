// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A listener with the oldest mistake of all: it notes where a request's private data are, and reads them
 * when its handler has long returned. With copy=1 it does what it should, and copies them there.
 *
 * It refuses every request, so that there is nothing else to look after.
 */
#include <linux/err.h>
#include <linux/in.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/workqueue.h>
#include <net/net_namespace.h>
#include <rdma/rdma_cm.h>

#define LATE_MS 200

static bool copy;
module_param(copy, bool, 0400);
MODULE_PARM_DESC(copy, "copy private data in the handler, as one must");

static ushort port = 18600;
module_param(port, ushort, 0400);
MODULE_PARM_DESC(port, "port to listen on, on every address");

static struct rdma_cm_id *listener;
static u8 copied[256];
static const u8 *data; /* set by the handler before the work is queued, which then reads it */
static u8 data_len;

static void late_read(struct work_struct *work)
{
	pr_info("late_reader: %u bytes of private data, the first is 0x%02x\n", data_len,
		data_len ? READ_ONCE(data[0]) : 0);
}

static DECLARE_DELAYED_WORK(late, late_read);

/* One request at a time: what the work has not read yet stays. */
static int late_handler(struct rdma_cm_id *id, struct rdma_cm_event *event)
{
	if (event->event != RDMA_CM_EVENT_CONNECT_REQUEST || delayed_work_pending(&late))
		return -ECONNREFUSED;
	data = event->param.conn.private_data;
	data_len = event->param.conn.private_data_len;
	if (copy) {
		memcpy(copied, data, data_len);
		data = copied;
	}
	schedule_delayed_work(&late, msecs_to_jiffies(LATE_MS));
	return -ECONNREFUSED;
}

static int __init late_reader_init(void)
{
	struct sockaddr_in any = { .sin_family = AF_INET, .sin_port = htons(port) };
	int err;

	listener = rdma_create_id(&init_net, late_handler, NULL, RDMA_PS_TCP, IB_QPT_RC);
	if (IS_ERR(listener))
		return PTR_ERR(listener);
	err = rdma_bind_addr(listener, (struct sockaddr *)&any);
	if (!err)
		err = rdma_listen(listener, 8);
	if (err)
		rdma_destroy_id(listener);
	return err;
}

static void __exit late_reader_exit(void)
{
	rdma_destroy_id(listener);
	cancel_delayed_work_sync(&late);
}

module_init(late_reader_init);
module_exit(late_reader_exit);

MODULE_DESCRIPTION("reads private data after the callback has returned");
MODULE_LICENSE("Dual BSD/GPL");
