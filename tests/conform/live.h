/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The live side: the module's control file and reports, and cmlab-peer as a child.
 * Reports are json-c objects, by the same keys whoever made them.
 */
#ifndef CONFORM_LIVE_H
#define CONFORM_LIVE_H

#include <sys/types.h>

#include "../../userspace-peer/keyval.h"
#include "cell.h"

/* How long a report may take to say how the handshake ended. */
#define SETTLE_MS 8000

/* Opens the control file. 0 or -errno, with a sentence. */
int live_open(void);
void live_close(void);

/**
 * live_control - give the module a command
 * @line: the command
 * @result: the result, owned by the caller; may be NULL
 *
 * Return: 0, also if the module refuses the command, which the result tells; or
 * -errno if the result cannot be read
 */
int live_control(const char *line, struct json_object **result);

/* The limits of a device that are not mock ones. 0 or -ENOENT. */
int live_limits(const struct provider *p, struct cmlab_limits *l);

/* Waits until the device has no connection. 0 or -ETIMEDOUT. */
int live_idle(const struct provider *p);

/* The report of a connection; NULL if there is none. */
struct json_object *live_report(u32 id);

/**
 * live_passive - the report of the connection that came to a port
 * @port: the port
 * @last: number of the last connection that is not it; moved on to what is found
 *
 * Return: the report, or NULL; does not wait
 */
struct json_object *live_passive(u32 port, u32 *last);

/* Every line of a report, as it was: "a.b[0].c" and its value. */
typedef void live_line_fn(void *ctx, const char *key, const char *value);
void live_lines(struct json_object *report, live_line_fn *line, void *ctx);

/* A value of a report by its path, "programmed.retry_cnt"; NULL if it has no line. */
const char *live_value(struct json_object *report, const char *path);

bool live_is(struct json_object *report, const char *path, const char *value);

/* Milliseconds of a clock that only goes forward. */
u64 live_ms(void);

/* The step between two looks at a condition that is being waited for. */
void live_tick(void);

/**
 * struct peer - a cmlab-peer
 * @pid: of the child; 0 if there is none
 */
struct peer {
	pid_t pid;
};

/* Starts it for a side of a cell; a listening one listens on return. 0 or -errno. */
int peer_start(struct peer *peer, const struct cell *c, enum cmlab_role role);

/* Waits for its end, for which it is given SETTLE_MS; the report, or NULL. */
struct json_object *peer_finish(struct peer *peer);

/* Ends it, if it is there. */
void peer_kill(struct peer *peer);

#endif /* CONFORM_LIVE_H */
