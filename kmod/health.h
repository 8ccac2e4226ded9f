/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Whether a listener still answers. A listening id can be dead without anybody being told:
 * two TCP connections that are reset while they wait end one of siw, whoever listens
 * (docs/known-kernel-issues.md). The only way to know is to connect.
 */
#ifndef CMLAB_HEALTH_H
#define CMLAB_HEALTH_H

#include <cmlab/request.h>

struct cmlab_connect_result;
struct net;

/* How long a listener has to answer, in ms. */
#define CMLAB_HEALTH_MS 2000

enum cmlab_health_state {
	CMLAB_HEALTH_UNKNOWN,
	CMLAB_HEALTH_ANSWERS,
	CMLAB_HEALTH_NOBODY, /* a refusal came, but not the listener's */
	CMLAB_HEALTH_SILENT,
	CMLAB_HEALTH_UNTRIED, /* the connection could not even be tried */
};

/**
 * struct cmlab_health - what the last connection to a listener came to
 * @state: enum cmlab_health_state
 * @transport: enum cmlab_transport of that connection
 * @conn: its number
 * @at: when, in ns of the boot clock
 */
struct cmlab_health {
	u8 state;
	u8 transport;
	u32 conn;
	u64 at;
};

/**
 * cmlab_health_check - connect to a listener of this module
 * @net: the listener's network namespace
 * @listen: what the listener was asked for
 * @addr: an address that it listens on, with the port, as cmlab_addr_format() writes it
 * @health: filled
 * @err: what could not be tried
 *
 * Waits, CMLAB_HEALTH_MS at most. A refusal is an answer. The connection is ended again.
 *
 * Return: 0 if it answers, -EHOSTDOWN if not, or the errno of what could not be tried
 */
int cmlab_health_check(struct net *net, const struct cmlab_request *listen, const char *addr,
		       struct cmlab_health *health, struct cmlab_error *err);

/* What to do about a listener that does not answer. */
const char *cmlab_health_advice(const struct cmlab_health *health);

/* A state in words. */
const char *cmlab_health_text(enum cmlab_health_state state);

#endif /* CMLAB_HEALTH_H */
