// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <linux/inet.h>
#include <linux/kernel.h>

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
				   cmlab_request_verb(verb), key, text);
}
