/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * cmlab check --to: what stands between this host and an address, before anything is tried.
 * Needs neither the module nor a connection.
 */
#ifndef CMLAB_CHECKTO_H
#define CMLAB_CHECKTO_H

#include <json-c/json.h>

#include "out.h"

/* For --help of cmlab. */
#define CHECKTO_USAGE "check --to ADDR[:PORT] [--probe]"

enum checkto_result { CHECKTO_OK, CHECKTO_WARN, CHECKTO_ERROR, CHECKTO_NR_RESULTS };

/**
 * struct checkto - what is asked and what is known
 * @to: the address, without brackets and port
 * @shown: as it was given
 * @v6: an IPv6 address
 * @probe: send one packet of the netdev's MTU with "do not fragment"
 * @addrs: answer of ip addr; NULL: unknown
 * @links: answer of rdma link; NULL: unknown
 * @netdev: element of @addrs that the route leads through
 * @src: address of this side
 * @path_mtu: of the route, 0: nothing but the netdev's
 * @dev: RDMA device; empty: none
 * @port: its port
 * @iwarp: it is an RNIC
 * @lines: array of the lines for JSON
 * @nr: how many lines there are of each result
 */
struct checkto {
	char to[64];
	const char *shown;
	bool v6;
	bool probe;
	struct json_object *addrs;
	struct json_object *links;
	struct json_object *netdev;
	char src[64];
	u32 path_mtu;
	char dev[64];
	u32 port;
	bool iwarp;
	struct json_object *lines;
	unsigned int nr[CHECKTO_NR_RESULTS];
};

/* Is it this command? "check" of a listener is another. */
bool is_checkto(int argc, char **argv);

/**
 * checkto - the command
 * @argc: number of words behind the program's name
 * @argv: the words; the word "check" itself is skipped
 *
 * Return: OUT_FAILED if a line says error
 */
enum out_exit checkto(int argc, char **argv);

/* One line of the answer. @todo: what to do, or NULL. */
__printf(5, 6) void checkto_say(struct checkto *c, enum checkto_result result, const char *check,
				const char *todo, const char *fmt, ...);

/* checkto_net.c: address, netdev, MTU, subnets. False: nothing further makes sense. */
bool checkto_route(struct checkto *c);
void checkto_mtu(struct checkto *c);
void checkto_subnet(struct checkto *c);

/* checkto_dev.c: the RDMA device */
bool checkto_device(struct checkto *c);
void checkto_gid(struct checkto *c);
void checkto_guid(struct checkto *c);
void checkto_limits(struct checkto *c);
void checkto_memlock(struct checkto *c);
/* RDMA device of a netdev; false: it has none. @port may be NULL. */
bool checkto_find_device(struct checkto *c, const char *netdev, char *dev, size_t size, u32 *port);

/*
 * checkto_host.c: where it is known from. CMLAB_CHECK_ROOT, for tests, is a folder with sys/,
 * proc/ and the recorded answers of programs, out/NAME.
 */

/* First line of a file below / -> @buf, empty if it cannot be read. False: it cannot. */
bool checkto_file(char *buf, size_t size, const char *fmt, ...) __printf(3, 4);
/* The whole of a file, the caller's; NULL: it cannot be read. */
char *checkto_text(const char *path);
/* What a program says, the caller's; NULL: it is not there, or failed. @name: of the recording */
char *checkto_run(const char *name, const char *const argv[]);
/* The same as JSON. */
struct json_object *checkto_run_json(const char *name, const char *const argv[]);

#endif /* CMLAB_CHECKTO_H */
