// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* cmlab check --to: the RDMA device below the netdev, and what a program may use of it. */
#include <arpa/inet.h>
#include <stdlib.h>

#include "checkto.h"
#include "keyval.h"

#define GIDS_MAX      1024
#define GAPS_MAX      64 /* a table has holes, but not for long */
#define CAP_IPC_LOCK  14
#define MEMLOCK_SMALL (64u << 20)

static bool gid_of_netdev(const char *dev, u32 port, const char *netdev)
{
	char ndev[64];
	int i, gaps = 0;

	for (i = 0; i < GIDS_MAX && gaps < GAPS_MAX; i++) {
		checkto_file(ndev, sizeof(ndev),
			     "/sys/class/infiniband/%s/ports/%u/gid_attrs/ndevs/%d", dev, port, i);
		if (!strcmp(ndev, netdev))
			return true;
		gaps = *ndev ? 0 : gaps + 1;
	}
	return false;
}

/* A VLAN netdev has no link of its own, but GIDs. */
bool checkto_find_device(struct checkto *c, const char *netdev, char *dev, size_t size, u32 *port)
{
	size_t i, n = keyval_len(c->links);

	for (i = 0; i < 2 * n; i++) {
		bool by_gid = i >= n;
		struct json_object *link = json_object_array_get_idx(c->links, by_gid ? i - n : i);
		const char *name = keyval_str(link, "ifname", "");
		u32 p = keyval_int(link, "port", 1);

		if (by_gid ? !gid_of_netdev(name, p, netdev) :
			     strcmp(keyval_str(link, "netdev", ""), netdev))
			continue;
		snprintf(dev, size, "%s", name);
		if (port)
			*port = p;
		return true;
	}
	return false;
}

/* "shared", "exclusive" or empty: unknown. */
static void sharing_mode(char *mode, size_t size)
{
	static const char *const argv[] = { "rdma", "-j", "system", "show", NULL };
	struct json_object *answer = checkto_run_json("rdma-system", argv);
	struct json_object *sys = answer;

	if (json_object_is_type(answer, json_type_array))
		sys = keyval_len(answer) ? json_object_array_get_idx(answer, 0) : NULL;
	snprintf(mode, size, "%s", keyval_str(sys, "netns", ""));
	json_object_put(answer);
}

static void no_device(struct checkto *c, const char *netdev, const char *mode)
{
	if (!c->links)
		checkto_say(c, CHECKTO_ERROR, "device",
			    "modprobe ib_core; install iproute2 (rdma); modprobe the device's driver",
			    "rdma link show says nothing: no RDMA in this kernel, or no such program");
	else if (!strcmp(mode, "exclusive"))
		checkto_say(c, CHECKTO_ERROR, "device",
			    "in the namespace that has it: rdma dev set DEVICE netns NAME",
			    "no RDMA device of this network namespace belongs to %s; namespaces are exclusive, so it may be in another",
			    netdev);
	else
		checkto_say(c, CHECKTO_ERROR, "device",
			    "choose an address of an RDMA netdev (rdma link), or rdma link add NAME type rxe netdev NETDEV",
			    "%s has no RDMA device: rdma_resolve_addr will end with -ENODEV",
			    netdev);
}

static struct json_object *link_of(struct checkto *c)
{
	size_t i;

	for (i = 0; i < keyval_len(c->links); i++) {
		struct json_object *link = json_object_array_get_idx(c->links, i);

		if (!strcmp(keyval_str(link, "ifname", ""), c->dev) &&
		    keyval_int(link, "port", 1) == c->port)
			return link;
	}
	return NULL;
}

bool checkto_device(struct checkto *c)
{
	const char *netdev = keyval_str(c->netdev, "ifname", ""), *state;
	char mode[32], type[64];

	sharing_mode(mode, sizeof(mode));
	if (!checkto_find_device(c, netdev, c->dev, sizeof(c->dev), &c->port)) {
		no_device(c, netdev, mode);
		return false;
	}
	checkto_file(type, sizeof(type), "/sys/class/infiniband/%s/node_type", c->dev);
	c->iwarp = *type == '4';
	state = keyval_str(link_of(c), "state", "unknown");
	checkto_say(c, strcmp(state, "ACTIVE") ? CHECKTO_ERROR : CHECKTO_OK, "device",
		    strcmp(state, "ACTIVE") ? "bring the port up: ip link, rdma link" : NULL,
		    "%s has %s port %u, state %s; network namespaces are %s", netdev, c->dev,
		    c->port, state, *mode ? mode : "in an unknown mode");
	return true;
}

/* An address as a GID holds it: IPv4 mapped. */
static bool to_gid(const char *addr, struct in6_addr *gid)
{
	char mapped[80];

	snprintf(mapped, sizeof(mapped), strchr(addr, ':') ? "%s" : "::ffff:%s", addr);
	return inet_pton(AF_INET6, mapped, gid) == 1;
}

/* Index of this side's GID of the best type, -1: none. */
static int find_gid(struct checkto *c, char *type, size_t size)
{
	struct in6_addr want, gid;
	char text[64], t[32];
	int i, gaps = 0, found = -1;

	if (!to_gid(c->src, &want))
		return -1;
	for (i = 0; i < GIDS_MAX && gaps < GAPS_MAX; i++) {
		if (!checkto_file(text, sizeof(text), "/sys/class/infiniband/%s/ports/%u/gids/%d",
				  c->dev, c->port, i)) {
			gaps++;
			continue;
		}
		gaps = 0;
		if (inet_pton(AF_INET6, text, &gid) != 1 || memcmp(&gid, &want, sizeof(gid)))
			continue;
		checkto_file(t, sizeof(t), "/sys/class/infiniband/%s/ports/%u/gid_attrs/types/%d",
			     c->dev, c->port, i);
		if (found >= 0 && strcmp(t, "RoCE v2"))
			continue;
		snprintf(type, size, "%s", t);
		found = i;
	}
	return found;
}

void checkto_gid(struct checkto *c)
{
	char type[32] = "";
	int i;

	if (c->iwarp) {
		checkto_say(c, CHECKTO_OK, "gid", NULL, "%s is iWARP: no GID is needed", c->dev);
		return;
	}
	if (!strcmp(keyval_str(c->netdev, "link_type", ""), "infiniband")) {
		checkto_say(c, CHECKTO_OK, "gid", NULL,
			    "%s is InfiniBand: the GID comes from the subnet manager", c->dev);
		return;
	}
	i = find_gid(c, type, sizeof(type));
	if (i < 0)
		checkto_say(c, CHECKTO_ERROR, "gid",
			    "set the netdev down and up, or give it the address again",
			    "%s port %u has no GID for %s", c->dev, c->port,
			    *c->src ? c->src : "this side's address");
	else if (strcmp(type, "RoCE v2"))
		checkto_say(c, CHECKTO_WARN, "gid",
			    "both sides need one type: default_roce_mode in configfs (rdma_cm)",
			    "GID %d of %s for %s is %s, which no router forwards", i, c->dev,
			    c->src, *type ? type : "of an unknown type");
	else
		checkto_say(c, CHECKTO_OK, "gid", NULL, "GID %d of %s for %s, %s", i, c->dev,
			    c->src, type);
}

static bool no_mac(const struct checkto *c)
{
	const char *mac = keyval_str(c->netdev, "address", "");

	return !*mac || !strcmp(mac, "00:00:00:00:00:00") ||
	       !strcmp(keyval_str(c->netdev, "link_type", ""), "none");
}

/*
 * A passive node tells the QPs of its peers apart by node GUID and number, and answers the second
 * of a pair with REJ 10 (6.1, cm.c:748-768, 2011-2020).
 */
void checkto_guid(struct checkto *c)
{
	char guid[64];

	if (!checkto_file(guid, sizeof(guid), "/sys/class/infiniband/%s/node_guid", c->dev))
		checkto_say(c, CHECKTO_WARN, "guid", NULL, "the node GUID of %s is unknown",
			    c->dev);
	else if (!strcmp(guid, "0000:0000:0000:0000"))
		checkto_say(c, CHECKTO_WARN, "guid", "set one with the vendor's tool",
			    "the node GUID of %s is 0: a peer that meets two such nodes takes equal QP numbers for one and answers REJ 10",
			    c->dev);
	else if (no_mac(c) && !c->iwarp)
		checkto_say(c, CHECKTO_WARN, "guid",
			    "put the RDMA device on a netdev with a MAC address: veth, or a bridge",
			    "%s has no MAC address, so the node GUID %s of %s is not this node's alone",
			    keyval_str(c->netdev, "ifname", ""), guid, c->dev);
	else if (no_mac(c))
		checkto_say(c, CHECKTO_WARN, "guid", "prefer a netdev with a MAC address",
			    "%s has no MAC address, so the driver made the node GUID %s of %s up",
			    keyval_str(c->netdev, "ifname", ""), guid, c->dev);
	else
		checkto_say(c, CHECKTO_OK, "guid", NULL, "node GUID %s", guid);
}

/* "max_qp_rd_atom:   16" of ibv_devinfo -v; -1: not told. */
static long limit(const char *text, const char *name)
{
	const char *at = text ? strstr(text, name) : NULL;

	return at ? strtol(at + strlen(name), NULL, 10) : -1;
}

void checkto_limits(struct checkto *c)
{
	const char *const argv[] = { "ibv_devinfo", "-v", "-d", c->dev, NULL };
	char *text = checkto_run("ibv_devinfo", argv);
	long rd = limit(text, "max_qp_rd_atom:"), init = limit(text, "max_qp_init_rd_atom:");
	long res = limit(text, "max_res_rd_atom:");

	free(text);
	if (rd < 0 || init < 0)
		checkto_say(c, CHECKTO_WARN, "limits",
			    "install ibverbs-utils and the device's provider; or load cmlab.ko: cmlab devices",
			    "ibv_devinfo tells no limits of %s, so those of READs are unknown",
			    c->dev);
	else if (!rd || !init)
		checkto_say(c, CHECKTO_WARN, "limits",
			    "connect with responder_resources and initiator_depth within them",
			    "%s serves %ld READs a QP and issues %ld: a depth of 0 allows no READ at all",
			    c->dev, rd, init);
	else
		checkto_say(c, CHECKTO_OK, "limits", NULL,
			    "%s serves %ld READs a QP (max_qp_rd_atom), issues %ld (max_qp_init_rd_atom), holds %ld in all (max_res_rd_atom)",
			    c->dev, rd, init, res);
}

static bool may_lock_all(void)
{
	char *status = checkto_text("/proc/self/status");
	const char *caps = status ? strstr(status, "CapEff:") : NULL;
	bool may = caps && strtoull(caps + 7, NULL, 16) >> CAP_IPC_LOCK & 1;

	free(status);
	return may;
}

void checkto_memlock(struct checkto *c)
{
	char *text = checkto_text("/proc/self/limits");
	const char *line = text ? strstr(text, "Max locked memory") : NULL;
	const char *soft = line ? line + 17 + strspn(line + 17, " ") : "";
	unsigned long long bytes = strtoull(soft, NULL, 10);

	if (!line)
		checkto_say(c, CHECKTO_WARN, "memlock", NULL,
			    "the limit of locked memory is unknown");
	else if (may_lock_all() || !strncmp(soft, "unlimited", 9))
		checkto_say(c, CHECKTO_OK, "memlock", NULL, "locked memory is not limited here");
	else if (bytes < MEMLOCK_SMALL)
		checkto_say(c, CHECKTO_WARN, "memlock",
			    "ulimit -l unlimited; LimitMEMLOCK=infinity of a systemd service",
			    "a program of this user may lock %llu KiB: ibv_reg_mr and ibv_create_qp fail with ENOMEM beyond",
			    bytes >> 10);
	else
		checkto_say(c, CHECKTO_OK, "memlock", NULL,
			    "a program of this user may lock %llu MiB", bytes >> 20);
	free(text);
}
