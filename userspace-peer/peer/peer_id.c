// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Addresses of an id as text and back, and its ACK timeout. */
#include <netdb.h>
#include <netinet/in.h>

#include "peer_id.h"

static bool needs_scope(const struct sockaddr *sa)
{
	const struct sockaddr_in6 *in6 = (const void *)sa;

	return sa->sa_family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&in6->sin6_addr) &&
	       !in6->sin6_scope_id;
}

static int parse_numeric(const char *text, u32 port, struct sockaddr_storage *ss)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV };
	struct addrinfo *ai;
	char service[8];
	int ret;

	snprintf(service, sizeof(service), "%u", port & 0xffff);
	ret = getaddrinfo(text, service, &hints, &ai);
	if (ret)
		return ret;
	memset(ss, 0, sizeof(*ss));
	memcpy(ss, ai->ai_addr, min_t(size_t, ai->ai_addrlen, sizeof(*ss)));
	freeaddrinfo(ai);
	return 0;
}

int peer_id_parse(const char *text, u32 port, struct sockaddr_storage *ss, struct cmlab_error *err)
{
	const char *scope = strchr(text, '%');

	if (parse_numeric(text, port, ss)) {
		if (scope)
			return cmlab_request_error(err, -EINVAL,
						   "%s: no such address, or no interface \"%s\"",
						   text, scope + 1);
		return cmlab_request_error(err, -EINVAL, "%s: not a numeric address", text);
	}
	if (needs_scope((struct sockaddr *)ss))
		return cmlab_request_error(err, -EINVAL,
					   "%s: a link-local address needs its interface: %s%%IF",
					   text, text);
	return 0;
}

void peer_id_format(const struct sockaddr *sa, char *buf, size_t size)
{
	socklen_t len = sa->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) :
						    sizeof(struct sockaddr_in);
	char host[CMLAB_REQUEST_ADDR], port[8];

	if ((sa->sa_family != AF_INET && sa->sa_family != AF_INET6) ||
	    getnameinfo(sa, len, host, sizeof(host), port, sizeof(port),
			NI_NUMERICHOST | NI_NUMERICSERV)) {
		snprintf(buf, size, "?");
		return;
	}
	if (sa->sa_family == AF_INET6)
		scnprintf(buf, size, "[%s]:%s", host, port);
	else
		scnprintf(buf, size, "%s:%s", host, port);
}

enum cmlab_family peer_id_family(struct rdma_cm_id *id)
{
	const sa_family_t family = rdma_get_local_addr(id)->sa_family;

	if (family == AF_INET)
		return CMLAB_FAMILY_INET;
	return family == AF_INET6 ? CMLAB_FAMILY_INET6 : CMLAB_FAMILY_IB;
}

int peer_id_set_ack_timeout(struct rdma_cm_id *id, const struct cmlab_request *req,
			    enum cmlab_when now)
{
	u8 timeout;

	if (!cmlab_request_timer(req, CMLAB_F_TIMEOUT, now, &timeout))
		return CMLAB_NO_ERRNO;
	errno = 0;
	if (rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout,
			    sizeof(timeout)))
		return peer_errno();
	return 0;
}
