// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * RDMA devices: their limits, transport and driver as the core needs them, and what all
 * connections of a device share.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "peer_dev.h"
#include "units.h"

#define VENDOR_RXE 0xffffff
#define VENDOR_SIW 0x626d74

/* By the PCI driver that the RDMA device sits on. */
static u8 pci_driver_of(const char *name)
{
	struct cmlab_limits named = { .driver = CMLAB_DRIVER_GENERIC };
	char path[CMLAB_DEV_STR + 64], target[256];
	const char *base;
	ssize_t len;

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s/device/driver", name);
	len = readlink(path, target, sizeof(target) - 1);
	if (len < 0)
		return CMLAB_DRIVER_GENERIC;
	target[len] = '\0';
	base = strrchr(target, '/');
	base = base ? base + 1 : target;
	cmlab_limits_name_driver(&named, base, strlen(base));
	return named.driver;
}

static u8 driver_of(const struct ibv_device_attr *attr, const char *name)
{
	if (attr->vendor_id == VENDOR_RXE)
		return CMLAB_DRIVER_RXE;
	return attr->vendor_id == VENDOR_SIW ? CMLAB_DRIVER_SIW : pci_driver_of(name);
}

/* Ports of one device share a transport in every driver that exists. */
static u8 transport_of(struct ibv_context *verbs)
{
	struct ibv_port_attr port;

	if (verbs->device->transport_type == IBV_TRANSPORT_IWARP)
		return CMLAB_TRANSPORT_IWARP;
	if (verbs->device->transport_type != IBV_TRANSPORT_IB || ibv_query_port(verbs, 1, &port))
		return CMLAB_TRANSPORT_UNKNOWN;
	return port.link_layer == IBV_LINK_LAYER_ETHERNET ? CMLAB_TRANSPORT_ROCE :
							    CMLAB_TRANSPORT_IB;
}

static int read_limits(struct ibv_context *verbs, const char *name, struct cmlab_limits *l)
{
	struct ibv_device_attr attr;
	int ret = ibv_query_device(verbs, &attr);

	if (ret)
		return ret;
	memset(l, 0, sizeof(*l));
	l->max_qp_rd_atom = attr.max_qp_rd_atom;
	l->max_qp_init_rd_atom = attr.max_qp_init_rd_atom;
	l->max_res_rd_atom = attr.max_res_rd_atom;
	l->local_ca_ack_delay = attr.local_ca_ack_delay;
	l->transport = transport_of(verbs);
	l->driver = driver_of(&attr, name);
	l->kernel = units_release_own();
	return 0;
}

/*
 * siw hands out mmap keys in page steps from 0, and libsiw takes the key 0x90000 for "no
 * key" (SIW_INVAL_UOBJ_KEY in siw-abi.h): the object that is given it cannot be created,
 * again and again, which ends at 48 connections of three objects each. A completion queue
 * that begins at key 0 and reaches beyond the bad one keeps it from ever being given out:
 * 145 pages of 32 bytes an entry.
 */
#define SIW_FILLER_CQE (145 * 4096 / 32)

static void fill_bad_key(struct peer_dev *dev)
{
	if (dev->real.driver == CMLAB_DRIVER_SIW)
		dev->filler = ibv_create_cq(dev->verbs, SIW_FILLER_CQE, NULL, NULL, 0);
}

static struct peer_dev *create(struct peer *peer, struct ibv_context *verbs)
{
	struct peer_dev *dev = calloc(1, sizeof(*dev));
	int ret;

	if (!dev)
		return NULL;
	dev->verbs = verbs;
	scnprintf(dev->name, sizeof(dev->name), "%s", ibv_get_device_name(verbs->device));
	ret = read_limits(verbs, dev->name, &dev->real);
	if (ret) {
		errno = ret;
		goto free_dev;
	}
	dev->limits = dev->real;
	cmlab_limits_apply_mock(&dev->limits, &peer->opts.mock);
	dev->pd = ibv_alloc_pd(verbs);
	if (!dev->pd)
		goto free_dev;
	dev->comp = ibv_create_comp_channel(verbs);
	if (!dev->comp)
		goto free_pd;
	if (peer_set_nonblocking(dev->comp->fd))
		goto free_comp;
	fill_bad_key(dev);
	return dev;

free_comp:
	ibv_destroy_comp_channel(dev->comp);
free_pd:
	ibv_dealloc_pd(dev->pd);
free_dev:
	free(dev);
	return NULL;
}

static void destroy(struct peer_dev *dev)
{
	if (dev->filler)
		ibv_destroy_cq(dev->filler);
	ibv_destroy_comp_channel(dev->comp);
	ibv_dealloc_pd(dev->pd);
	free(dev);
}

struct peer_dev *peer_dev_get(struct peer *peer, struct ibv_context *verbs)
{
	struct peer_dev *dev;

	if (!verbs) {
		errno = ENODEV;
		return NULL;
	}
	for (dev = peer->devs; dev; dev = dev->next)
		if (dev->verbs == verbs)
			return dev;
	dev = create(peer, verbs);
	if (!dev)
		return NULL;
	dev->next = peer->devs;
	peer->devs = dev;
	return dev;
}

void peer_dev_exit(struct peer *peer)
{
	struct peer_dev *dev;

	while (peer->devs) {
		dev = peer->devs;
		peer->devs = dev->next;
		destroy(dev);
	}
}
