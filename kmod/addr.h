/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Socket addresses as users write and read them.
 */
#ifndef CMLAB_ADDR_H
#define CMLAB_ADDR_H

#include <linux/socket.h>

#include <cmlab/report.h>
#include <cmlab/request.h>

struct net;

/**
 * cmlab_addr_parse - text to a socket address
 * @net: namespace in which a scope's interface is looked up
 * @verb: of the request, for the error's sentence
 * @key: "addr" or "src"
 * @text: IPv4, IPv6, or IPv6%scope
 * @port: port number, 0 for any
 * @addr: filled on success
 * @err: filled on failure
 *
 * Return: 0 or -EINVAL
 */
int cmlab_addr_parse(struct net *net, unsigned int verb, const char *key, const char *text,
		     u32 port, struct sockaddr_storage *addr, struct cmlab_error *err);

/**
 * cmlab_addr_format - socket address to text, as cmlab_addr_parse() takes it, with the port
 * @net: namespace of a scope's interface
 * @addr: IPv4 or IPv6
 * @buf: where to write
 * @size: its size; CMLAB_ADDR_STR holds every address
 */
void cmlab_addr_format(struct net *net, const struct sockaddr *addr, char *buf, size_t size);

/** cmlab_addr_is_any() - does a listener at @addr listen on every address? */
bool cmlab_addr_is_any(const struct sockaddr *addr);

#endif /* CMLAB_ADDR_H */
