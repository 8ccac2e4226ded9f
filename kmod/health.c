// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A connection to one's own listener, and what it says of it.
 */
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include <cmlab/profile.h>

#include "conn.h"
#include "connect.h"
#include "health.h"

static const char *const texts[] = {
	[CMLAB_HEALTH_UNKNOWN] = "not checked",
	[CMLAB_HEALTH_ANSWERS] = "answers",
	[CMLAB_HEALTH_NOBODY] = "nobody answers: refused by the kernel, not by this listener",
	[CMLAB_HEALTH_SILENT] = "nobody answers: nothing came back",
	[CMLAB_HEALTH_UNTRIED] = "not known: the connection could not be tried",
};

const char *cmlab_health_text(enum cmlab_health_state state)
{
	return texts[state];
}

/* To destroy a listener of siw that has ended by itself corrupts memory. */
const char *cmlab_health_advice(const struct cmlab_health *health)
{
	if (health->transport == CMLAB_TRANSPORT_IWARP)
		return "take another port: unlisten may corrupt memory (known-kernel-issues.md)";
	return "listen anew, or make a deaf device anew (known-kernel-issues.md)";
}

/* "10.7.0.1:7471" or "[fd08::1]:7471" without port and brackets. */
static void bare_address(const char *text, char *addr, size_t size)
{
	size_t len = strrchr(text, ':') - text;

	if (*text == '[') {
		text++;
		len -= 2;
	}
	scnprintf(addr, size, "%.*s", (int)len, text);
}

/* As plain as can be: whatever the listener thinks of the numbers, it has to say so. */
static void make_request(const struct cmlab_request *listen, const char *addr,
			 struct cmlab_request *req)
{
	memset(req, 0, sizeof(*req));
	req->verb = CMLAB_VERB_CONNECT;
	req->given = CMLAB_GIVEN_ADDR | CMLAB_GIVEN_PORT;
	bare_address(addr, req->addr, sizeof(req->addr));
	req->port = listen->port;
	req->ps = listen->ps;
	req->form = listen->form;
	req->transitions = CMLAB_TRANSITIONS_CM;
	req->count = 1;
	req->timeout_ms = CMLAB_HEALTH_MS;
	cmlab_profile_default(&req->profile);
}

static enum cmlab_health_state state_of(const struct cmlab_connect_result *result)
{
	switch (result->outcome) {
	case CMLAB_OUTCOME_ESTABLISHED:
		return CMLAB_HEALTH_ANSWERS;
	case CMLAB_OUTCOME_REJECTED:
		return result->nobody ? CMLAB_HEALTH_NOBODY : CMLAB_HEALTH_ANSWERS;
	case CMLAB_OUTCOME_UNREACHABLE:
	case CMLAB_OUTCOME_CONNECT_ERROR:
		return CMLAB_HEALTH_SILENT;
	default:
		return CMLAB_HEALTH_UNTRIED;
	}
}

static void end(u32 id)
{
	struct cmlab_conn *conn = cmlab_conn_find(id);

	if (!conn)
		return;
	cmlab_conn_close(conn, "it was to check the listener");
	cmlab_conn_put(conn);
}

int cmlab_health_check(struct net *net, const struct cmlab_request *listen, const char *addr,
		       struct cmlab_health *health, struct cmlab_error *err)
{
	struct cmlab_request *req = kmalloc(sizeof(*req), GFP_KERNEL);
	struct cmlab_connect_result result = {};
	int ret;

	if (!req)
		return cmlab_request_error(err, -ENOMEM, "check: out of memory");
	make_request(listen, addr, req);
	ret = cmlab_connect_run(net, req, &result, err);
	kfree(req);
	if (result.id)
		end(result.id);
	if (ret == -EINTR)
		return ret;
	health->state = result.id ? state_of(&result) : CMLAB_HEALTH_UNTRIED;
	health->transport = result.transport;
	health->conn = result.id;
	health->at = ktime_get_boottime_ns();
	switch (health->state) {
	case CMLAB_HEALTH_ANSWERS:
		return 0;
	case CMLAB_HEALTH_UNTRIED:
		return ret;
	default:
		return -EHOSTDOWN;
	}
}
