// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Loading and unloading, each in its order, and the commands that run at load.
 */
#include <linux/module.h>

#include "conn.h"
#include "control.h"
#include "debugfs.h"
#include "device.h"
#include "event.h"
#include "listener.h"
#include "param.h"
#include "record.h"

static char *listen;
module_param(listen, charp, 0444);
MODULE_PARM_DESC(listen, "listen at load: addr=A,port=P[,key=value...][;addr=...]");

static char *connect;
module_param(connect, charp, 0444);
MODULE_PARM_DESC(connect, "connect at load: addr=A,port=P[,key=value...][;addr=...]");

/* Commands stop first, then whatever makes connections, then these, then the rest. */
static void stop(void)
{
	cmlab_debugfs_stop();
	cmlab_listener_exit();
	cmlab_conn_exit();
	cmlab_device_exit();
	cmlab_record_exit();
	cmlab_debugfs_exit();
	cmlab_event_exit();
}

static int __init cmlab_init(void)
{
	int ret;

	ret = cmlab_param_check();
	if (ret)
		return ret;
	cmlab_debugfs_init();
	ret = cmlab_conn_init();
	if (ret)
		goto exit_debugfs;
	ret = cmlab_device_init(cmlab_conn_close_device);
	if (ret)
		goto exit_conn;
	ret = cmlab_control_param("listen", listen) ?: cmlab_control_param("connect", connect);
	if (ret) {
		stop();
		return ret;
	}
	cmlab_debugfs_start();
	return 0;

exit_conn:
	cmlab_conn_exit();
exit_debugfs:
	cmlab_debugfs_exit();
	return ret;
}

static void __exit cmlab_exit(void)
{
	stop();
}

module_init(cmlab_init);
module_exit(cmlab_exit);

MODULE_DESCRIPTION("What happens to struct rdma_conn_param");
MODULE_LICENSE("Dual BSD/GPL");
