// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * RDMA devices come and go as a client of the RDMA core. The core removes
 * clients in the reverse order of their registration, so this module's remove
 * callback runs before rdma_cm's: it has the connections of the device ended
 * and waits for them, and rdma_cm then finds only ids that never got this far.
 */
#include <linux/slab.h>

#include "device.h"

static LIST_HEAD(devices);
static DEFINE_MUTEX(devices_lock);
static void (*end_users)(struct cmlab_device *dev);

/* Each row has its line. */
/* clang-format off */
static const struct {
	u32 id;
	u8 driver;
} driver_ids[] = {
	{ RDMA_DRIVER_RXE, CMLAB_DRIVER_RXE },
	{ RDMA_DRIVER_SIW, CMLAB_DRIVER_SIW },
	{ RDMA_DRIVER_MLX5, CMLAB_DRIVER_MLX5 },
	{ RDMA_DRIVER_MLX4, CMLAB_DRIVER_MLX4 },
	{ RDMA_DRIVER_IRDMA, CMLAB_DRIVER_IRDMA },
	{ RDMA_DRIVER_BNXT_RE, CMLAB_DRIVER_BNXT_RE },
	{ RDMA_DRIVER_HFI1, CMLAB_DRIVER_HFI1 },
	{ RDMA_DRIVER_CXGB4, CMLAB_DRIVER_CXGB4 },
	{ RDMA_DRIVER_ERDMA, CMLAB_DRIVER_ERDMA },
	{ RDMA_DRIVER_HNS, CMLAB_DRIVER_HNS },
	{ RDMA_DRIVER_QEDR, CMLAB_DRIVER_QEDR },
	{ RDMA_DRIVER_OCRDMA, CMLAB_DRIVER_OCRDMA },
};

/* clang-format on */

static u8 driver_of(const struct ib_device *ibdev)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(driver_ids); i++)
		if (driver_ids[i].id == ibdev->ops.driver_id)
			return driver_ids[i].driver;
	return CMLAB_DRIVER_GENERIC;
}

/* Ports of one device share a transport in every driver that exists. */
static u8 transport_of(struct ib_device *ibdev)
{
	u32 port = rdma_start_port(ibdev);

	if (rdma_protocol_iwarp(ibdev, port))
		return CMLAB_TRANSPORT_IWARP;
	if (rdma_protocol_roce(ibdev, port))
		return CMLAB_TRANSPORT_ROCE;
	if (rdma_cap_ib_cm(ibdev, port))
		return CMLAB_TRANSPORT_IB;
	return CMLAB_TRANSPORT_UNKNOWN;
}

static void read_limits(struct ib_device *ibdev, struct cmlab_limits *l)
{
	memset(l, 0, sizeof(*l));
	l->max_qp_rd_atom = ibdev->attrs.max_qp_rd_atom;
	l->max_qp_init_rd_atom = ibdev->attrs.max_qp_init_rd_atom;
	l->max_res_rd_atom = ibdev->attrs.max_res_rd_atom;
	l->local_ca_ack_delay = ibdev->attrs.local_ca_ack_delay;
	l->transport = transport_of(ibdev);
	l->driver = driver_of(ibdev);
	l->kernel = CMLAB_RELEASE_HERE;
}

static int add_one(struct ib_device *ibdev)
{
	struct cmlab_device *dev;
	int ret;

	if (transport_of(ibdev) == CMLAB_TRANSPORT_UNKNOWN)
		return -EOPNOTSUPP;

	dev = kzalloc(sizeof(*dev), GFP_KERNEL);
	if (!dev)
		return -ENOMEM;

	/* No unsafe global rkey: what a workload exposes, it registers. */
	dev->pd = ib_alloc_pd(ibdev, 0);
	if (IS_ERR(dev->pd)) {
		ret = PTR_ERR(dev->pd);
		pr_err("%s: no protection domain: %d\n", ibdev->name, ret);
		kfree(dev);
		return ret;
	}
	dev->ibdev = ibdev;
	mutex_init(&dev->lock);
	init_completion(&dev->idle);
	dev->users = 1;
	read_limits(ibdev, &dev->real);
	dev->limits = dev->real;

	mutex_lock(&devices_lock);
	list_add_tail(&dev->entry, &devices);
	mutex_unlock(&devices_lock);
	return 0;
}

static struct cmlab_device *find(const struct ib_device *ibdev)
{
	struct cmlab_device *dev;

	lockdep_assert_held(&devices_lock);

	list_for_each_entry(dev, &devices, entry)
		if (dev->ibdev == ibdev)
			return dev;
	return NULL;
}

static void remove_one(struct ib_device *ibdev, void *client_data)
{
	struct cmlab_device *dev;

	/* Unlink: no connection can take the device from here on. */
	mutex_lock(&devices_lock);
	dev = find(ibdev);
	if (dev)
		list_del(&dev->entry);
	mutex_unlock(&devices_lock);
	if (!dev)
		return;

	/* Wait: every connection ends in bounded time once it is told to. */
	end_users(dev);
	cmlab_device_put(dev);
	wait_for_completion(&dev->idle);

	/* Release. */
	ib_dealloc_pd(dev->pd);
	kfree(dev);
}

static struct ib_client client = {
	.name = "cmlab",
	.add = add_one,
	.remove = remove_one,
};

bool cmlab_device_get(struct ib_device *ibdev, struct cmlab_device **holder)
{
	struct cmlab_device *dev;

	mutex_lock(&devices_lock);
	dev = find(ibdev);
	if (dev) {
		dev->users++;
		WRITE_ONCE(*holder, dev);
	}
	mutex_unlock(&devices_lock);
	return dev;
}

void cmlab_device_put(struct cmlab_device *dev)
{
	/* The remover frees the device as soon as it is told, so that comes last. */
	mutex_lock(&devices_lock);
	if (!--dev->users)
		complete(&dev->idle);
	mutex_unlock(&devices_lock);
}

static void apply_mock(struct cmlab_device *dev, const struct cmlab_request *req)
{
	lockdep_assert_held(&dev->lock);

	if (req->given & CMLAB_GIVEN_MOCK_OFF)
		dev->limits = dev->real;
	if (req->given & CMLAB_GIVEN_MOCK)
		cmlab_limits_apply_mock(&dev->limits, &req->mock);
}

int cmlab_device_mock(const struct cmlab_request *req, struct cmlab_error *err)
{
	struct cmlab_device *dev;
	int ret = -ENOENT;

	mutex_lock(&devices_lock);
	list_for_each_entry(dev, &devices, entry) {
		if (strcmp(dev->ibdev->name, req->dev))
			continue;
		mutex_lock(&dev->lock);
		apply_mock(dev, req);
		mutex_unlock(&dev->lock);
		ret = 0;
		break;
	}
	mutex_unlock(&devices_lock);
	if (ret)
		cmlab_request_error(err, ret, "limits: dev=%s: no such RDMA device", req->dev);
	return ret;
}

void cmlab_device_for_each(void (*fn)(const struct cmlab_device *dev, void *ctx), void *ctx)
{
	struct cmlab_device *dev;

	mutex_lock(&devices_lock);
	list_for_each_entry(dev, &devices, entry)
		fn(dev, ctx);
	mutex_unlock(&devices_lock);
}

int cmlab_device_init(void (*end)(struct cmlab_device *dev))
{
	end_users = end;
	return ib_register_client(&client);
}

void cmlab_device_exit(void)
{
	ib_unregister_client(&client);
}
