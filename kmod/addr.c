// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Socket addresses as text, with the scope of a link-local one by its interface's name.
 */
#include <linux/inet.h>
#include <linux/kernel.h>
#include <linux/netdevice.h>
#include <net/ipv6.h>

#include "addr.h"

int cmlab_addr_parse(struct net *net, unsigned int verb, const char *key, const char *text,
		     u32 port, struct sockaddr_storage *addr, struct cmlab_error *err)
{
	char number[8];

	memset(addr, 0, sizeof(*addr));
	scnprintf(number, sizeof(number), "%u", port);
	if (!inet_pton_with_scope(net, AF_UNSPEC, text, number, addr))
		return 0;
	return cmlab_request_error(err, -EINVAL,
				   "%s: %s=%s: neither an IPv4 nor an IPv6 address (a link-local one needs %%INTERFACE)",
				   cmlab_name(&cmlab_verbs, verb), key, text);
}

/* "[fe80::1%eth0]:18515"; the interface by number if it has no name any more. */
static void format_scoped(struct net *net, const struct sockaddr_in6 *in6, char *buf, size_t size)
{
	struct net_device *dev = dev_get_by_index(net, in6->sin6_scope_id);

	if (!dev) {
		scnprintf(buf, size, "[%pI6c%%%u]:%u", &in6->sin6_addr, in6->sin6_scope_id,
			  ntohs(in6->sin6_port));
		return;
	}
	scnprintf(buf, size, "[%pI6c%%%s]:%u", &in6->sin6_addr, dev->name, ntohs(in6->sin6_port));
	dev_put(dev);
}

void cmlab_addr_format(struct net *net, const struct sockaddr *addr, char *buf, size_t size)
{
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)addr;

	if (addr->sa_family == AF_INET6 && in6->sin6_scope_id)
		format_scoped(net, in6, buf, size);
	else
		scnprintf(buf, size, "%pISpc", addr);
}

bool cmlab_addr_is_any(const struct sockaddr *addr)
{
	if (addr->sa_family == AF_INET6)
		return ipv6_addr_any(&((const struct sockaddr_in6 *)addr)->sin6_addr);
	return ((const struct sockaddr_in *)addr)->sin_addr.s_addr == htonl(INADDR_ANY);
}
