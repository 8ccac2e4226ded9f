// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* cmlab check --to: the way to the address, as the network stack sees it. */
#include <arpa/inet.h>
#include <stdlib.h>

#include "checkto.h"
#include "keyval.h"

/* What iboe_get_mtu() takes off a netdev's MTU (6.1, include/rdma/ib_addr.h:174-184). */
#define ROCE_HEADERS 96

static struct json_object *find_netdev(struct checkto *c, const char *name)
{
	size_t i;

	for (i = 0; i < keyval_len(c->addrs); i++) {
		struct json_object *dev = json_object_array_get_idx(c->addrs, i);

		if (!strcmp(keyval_str(dev, "ifname", ""), name))
			return dev;
	}
	return NULL;
}

/* rdma_cm takes the netdev that owns the address instead of lo (addr.c, rdma_translate_ip). */
static struct json_object *find_owner(struct checkto *c, const char *addr)
{
	size_t i, j;

	for (i = 0; i < keyval_len(c->addrs); i++) {
		struct json_object *dev = json_object_array_get_idx(c->addrs, i);
		struct json_object *infos = keyval_get(dev, "addr_info");

		for (j = 0; j < keyval_len(infos); j++)
			if (!strcmp(keyval_str(json_object_array_get_idx(infos, j), "local", ""),
				    addr))
				return dev;
	}
	return NULL;
}

static bool is_up(struct json_object *dev)
{
	struct json_object *flags = keyval_get(dev, "flags");
	size_t i;

	for (i = 0; i < keyval_len(flags); i++)
		if (!strcmp(json_object_get_string(json_object_array_get_idx(flags, i)),
			    "LOWER_UP"))
			return true;
	return false;
}

static const char *name_of(struct json_object *netdev)
{
	return keyval_str(netdev, "ifname", "?");
}

static struct json_object *first_route(struct json_object *routes)
{
	return keyval_len(routes) ? json_object_array_get_idx(routes, 0) : NULL;
}

static void take_route(struct checkto *c, struct json_object *route)
{
	struct json_object *metrics = keyval_get(route, "metrics");
	const char *dev = keyval_str(route, "dev", "");

	if (keyval_len(metrics))
		c->path_mtu = keyval_int(json_object_array_get_idx(metrics, 0), "mtu", 0);
	snprintf(c->src, sizeof(c->src), "%s", keyval_str(route, "prefsrc", ""));
	c->netdev = strcmp(keyval_str(route, "type", ""), "local") ? find_netdev(c, dev) :
								     find_owner(c, c->to);
	if (!c->netdev) {
		checkto_say(c, CHECKTO_ERROR, "route", "install iproute2; look at ip addr",
			    "the route leads through %s, and no such netdev is listed",
			    *dev ? dev : "no netdev");
	} else if (!is_up(c->netdev)) {
		checkto_say(c, CHECKTO_ERROR, "route", "ip link set up, or mend the cable",
			    "the route leads through %s, whose link is down", name_of(c->netdev));
	} else {
		checkto_say(c, CHECKTO_OK, "route", NULL, "%s from %s through %s%s%s", c->to,
			    *c->src ? c->src : "an unknown address", name_of(c->netdev),
			    keyval_get(route, "gateway") ? ", gateway " : "",
			    keyval_str(route, "gateway", ""));
	}
}

bool checkto_route(struct checkto *c)
{
	const char *const argv[] = { "ip", "-j", "route", "get", c->to, NULL };
	struct json_object *routes;

	if (!c->addrs) {
		checkto_say(c, CHECKTO_ERROR, "route", "install iproute2",
			    "ip -j addr show says nothing, so the netdevs are unknown");
		return false;
	}
	routes = checkto_run_json("ip-route", argv);
	if (!first_route(routes))
		checkto_say(c, CHECKTO_ERROR, "route", "add a route: ip route add",
			    "no route to %s: rdma_resolve_addr will end with -ENETUNREACH", c->to);
	else
		take_route(c, first_route(routes));
	json_object_put(routes);
	return c->netdev;
}

static u32 rdma_mtu(u32 mtu)
{
	u32 payload = mtu > ROCE_HEADERS ? mtu - ROCE_HEADERS : 0, m = 4096;

	while (m >= 256 && m > payload)
		m /= 2;
	return m >= 256 ? m : 0;
}

/* A ping of @mtu bytes that no router may cut. */
static bool answers_to(const struct checkto *c, u32 mtu)
{
	char size[16], name[32];
	const char *const argv[] = { "ping", "-n", "-c", "1",  "-W",  "1",
				     "-M",   "do", "-s", size, c->to, NULL };
	char *answer;
	bool answered;

	snprintf(size, sizeof(size), "%u", mtu - (c->v6 ? 48 : 28));
	snprintf(name, sizeof(name), "ping-%u", mtu);
	answer = checkto_run(name, argv);
	answered = answer;
	free(answer);
	return answered;
}

/* @mtu: what the netdev sends. True: something was said. */
static bool probe_mtu(struct checkto *c, u32 mtu)
{
	if (answers_to(c, mtu))
		return false;
	if (answers_to(c, c->v6 ? 1280 : 576))
		checkto_say(c, CHECKTO_ERROR, "mtu",
			    "give every switch and the peer this MTU, or lower it here: ip link set mtu",
			    "%s sends up to %u bytes, and a ping of that size is lost where a small one is answered: the handshake will work and data will not",
			    name_of(c->netdev), mtu);
	else
		checkto_say(c, CHECKTO_WARN, "mtu", "ping the address by hand",
			    "no ping is answered, so the path's MTU is unknown (%s has %u)",
			    name_of(c->netdev), mtu);
	return true;
}

void checkto_mtu(struct checkto *c)
{
	u32 mtu = keyval_int(c->netdev, "mtu", 0), rdma = rdma_mtu(mtu);

	if (!mtu)
		checkto_say(c, CHECKTO_WARN, "mtu", NULL, "the MTU of %s is unknown",
			    name_of(c->netdev));
	else if (!rdma)
		checkto_say(c, CHECKTO_ERROR, "mtu", "raise it: ip link set mtu",
			    "the MTU of %s is %u; RoCE needs at least %u", name_of(c->netdev), mtu,
			    256 + ROCE_HEADERS);
	else if (c->path_mtu && c->path_mtu < mtu && !c->iwarp)
		checkto_say(c, CHECKTO_ERROR, "mtu",
			    "lower the netdev's MTU, or mend the path: RoCE follows the netdev, not the route",
			    "the MTU of %s is %u, that of the route %u: RoCE will send up to %u bytes of data a packet",
			    name_of(c->netdev), mtu, c->path_mtu, rdma);
	else if (!c->probe || !probe_mtu(c, mtu))
		checkto_say(c, CHECKTO_OK, "mtu", NULL,
			    "the MTU of %s is %u: RDMA path MTU %u on RoCE%s", name_of(c->netdev),
			    mtu, rdma,
			    c->probe ? ", a ping of that size is answered" :
				       "; the path was not tried (--probe)");
}

/* Network part of an IPv4 address; 0: it has none. */
static u32 network(struct json_object *info, u32 *mask)
{
	int len = keyval_int(info, "prefixlen", 0);
	struct in_addr in;

	if (strcmp(keyval_str(info, "family", ""), "inet") || len < 1 || len > 31 ||
	    inet_pton(AF_INET, keyval_str(info, "local", ""), &in) != 1)
		return 0;
	*mask = ~0u << (32 - len);
	return ntohl(in.s_addr) & *mask;
}

static bool share_subnet(struct json_object *a, struct json_object *b)
{
	struct json_object *as = keyval_get(a, "addr_info"), *bs = keyval_get(b, "addr_info");
	u32 m1 = 0, m2 = 0;
	size_t i, j;

	for (i = 0; i < keyval_len(as); i++)
		for (j = 0; j < keyval_len(bs); j++) {
			u32 n1 = network(json_object_array_get_idx(as, i), &m1);
			u32 n2 = network(json_object_array_get_idx(bs, j), &m2);

			if (n1 && n2 && (n1 & m2) == (n2 & m1))
				return true;
		}
	return false;
}

/* The larger of all/ and the netdev's own counts (include/linux/inetdevice.h, IN_DEV_MAXCONF). */
static int ignores_arp(const char *netdev)
{
	char all[16], own[16];

	checkto_file(all, sizeof(all), "/proc/sys/net/ipv4/conf/all/arp_ignore");
	checkto_file(own, sizeof(own), "/proc/sys/net/ipv4/conf/%s/arp_ignore", netdev);
	return max(atoi(all), atoi(own));
}

void checkto_subnet(struct checkto *c)
{
	char dev[64];
	size_t i;

	for (i = 0; i < keyval_len(c->addrs); i++) {
		struct json_object *other = json_object_array_get_idx(c->addrs, i);

		if (other == c->netdev || !share_subnet(other, c->netdev) ||
		    !checkto_find_device(c, name_of(other), dev, sizeof(dev), NULL))
			continue;
		if (ignores_arp(name_of(c->netdev)) && ignores_arp(name_of(other)))
			continue;
		checkto_say(c, CHECKTO_WARN, "subnet",
			    "a subnet for each, or sysctl net.ipv4.conf.all.arp_ignore=1 and arp_announce=2",
			    "%s (%s) and %s (%s) are in one subnet: either answers ARP for the other, and a REQ can reach the wrong RDMA device",
			    name_of(c->netdev), c->dev, name_of(other), dev);
		return;
	}
	checkto_say(c, CHECKTO_OK, "subnet", NULL, "no other RDMA netdev answers ARP for %s",
		    name_of(c->netdev));
}
