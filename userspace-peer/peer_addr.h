/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PEER_ADDR_H
#define CMLAB_PEER_ADDR_H

#include <sys/socket.h>

#include <cmlab/request.h>

/**
 * peer_addr_parse - numeric address and port to a socket address
 * @text: IPv4 or IPv6 address, %scope behind a link-local one
 * @port: port, 0 for any
 * @ss: filled on success
 * @err: filled on failure
 *
 * Return: 0 or -EINVAL
 */
int peer_addr_parse(const char *text, u32 port, struct sockaddr_storage *ss,
		    struct cmlab_error *err);

/* "10.7.0.1:18515", "[fe80::1%eth0]:18515"; "?" for anything else. */
void peer_addr_format(const struct sockaddr *sa, char *buf, size_t size);

/* enum cmlab_family of a socket address */
enum cmlab_family peer_addr_family(const struct sockaddr *sa);

#endif /* CMLAB_PEER_ADDR_H */
