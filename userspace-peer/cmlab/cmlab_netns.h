/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Network namespaces by the number that the kernel shows, in words. */
#ifndef CMLAB_NETNS_H
#define CMLAB_NETNS_H

#include <cmlab/env.h>

/**
 * cmlab_netns_text - whose namespace it is
 * @inum: inode number, as of /proc/PID/ns/net
 * @buf: room for the text
 * @size: its size
 *
 * "this one", a name of /run/netns, "of process N", or "nobody in it": only what listens there
 * keeps it alive.
 *
 * Return: @buf
 */
const char *cmlab_netns_text(u64 inum, char *buf, size_t size);

#endif /* CMLAB_NETNS_H */
