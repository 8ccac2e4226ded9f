// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Lists of key=value to a what-if. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <cmlab/request.h>

#include "explain.h"

#define U8_WORDS "a u8 in struct rdma_conn_param"
#define SIDE_KEYS                                                                                  \
	"rr id retry rnr flow srq private_data_len min_rnr_timer ack_timeout qp_num qkey (or the " \
	"long names), ack_timeout_when, min_rnr_timer_when, own_qp_num, has_srq, null"
#define LIMIT_KEYS                                                              \
	"max_qp_rd_atom (rd) max_qp_init_rd_atom (init) max_res_rd_atom (res) " \
	"local_ca_ack_delay packet_life_time mtu"
#define WORKLOAD_KEYS "op depth size burst recv_posted connections backlog service_us"

bool explain_number(const char *option, const char *key, const char *value, u64 max, u32 *v)
{
	unsigned long long n;
	char *end;

	errno = 0;
	n = strtoull(value, &end, value[0] == '0' && value[1] == 'x' ? 16 : 10);
	if (!*value || *value == '-' || *value == '+' || *value == ' ' || *end || errno ||
	    n > max) {
		out_error("explain: %s %s%s%s: a number, 0..%llu%s", option, key, *key ? "=" : "",
			  value, (unsigned long long)max,
			  max == 255 && *key ? " (" U8_WORDS ")" : "");
		return false;
	}
	*v = (u32)n;
	return true;
}

/* Takes one pair; says what is wrong with it. */
typedef bool take_fn(struct explain *e, unsigned int role, const char *option, const char *key,
		     const char *value);

/* Calls @take for every key=value; refuses a word without "=" and a key given twice. */
static bool each_pair(struct explain *e, unsigned int role, const char *option, const char *list,
		      take_fn *take)
{
	char *copy = strdup(list), *rest = copy, *word, *value;
	bool ok = copy;

	while (ok && (word = strsep(&rest, ","))) {
		if (!*word)
			continue;
		value = strchr(word, '=');
		if (!value) {
			out_error("explain: %s %s: key=value is expected", option, word);
			ok = false;
			break;
		}
		*value++ = '\0';
		ok = take(e, role, option, word, value);
	}
	free(copy);
	return ok;
}

static bool take_when(const char *option, const char *key, const char *value, unsigned int role,
		      u8 *when)
{
	unsigned int w;

	for (w = 0; w < CMLAB_NR_WHENS; w++) {
		bool here = role == CMLAB_ROLE_ACTIVE ? w != CMLAB_WHEN_LISTENER :
							w != CMLAB_WHEN_BEFORE_ROUTE;

		if (!here || strcmp(value, cmlab_name(&cmlab_whens, w)))
			continue;
		*when = (u8)w;
		return true;
	}
	out_error("explain: %s %s=%s: one of never %s before_handshake established", option, key,
		  value, role == CMLAB_ROLE_ACTIVE ? "before_route" : "listener");
	return false;
}

static bool take_field(struct explain *e, unsigned int role, const char *option, const char *key,
		       const char *value, enum cmlab_field f)
{
	struct cmlab_predict_side *side = &e->in.side[role];
	u32 v;

	if (!explain_number(option, key, value, cmlab_field_info(f)->type_max, &v))
		return false;
	if (cmlab_values_has(&side->params, f)) {
		out_error("explain: %s %s=%s: given twice", option, key, value);
		return false;
	}
	cmlab_values_set(&side->params, f, v);
	/* Late enough to be only this side's own, early enough to act. */
	if (f == CMLAB_F_TIMEOUT && !side->timeout_when)
		side->timeout_when = CMLAB_WHEN_BEFORE_HANDSHAKE;
	if (f == CMLAB_F_MIN_RNR && !side->min_rnr_when)
		side->min_rnr_when = CMLAB_WHEN_BEFORE_HANDSHAKE;
	return true;
}

static bool take_side(struct explain *e, unsigned int role, const char *option, const char *key,
		      const char *value)
{
	struct cmlab_predict_side *side = &e->in.side[role];
	int f = cmlab_field_find(key, strlen(key));
	u32 v;

	if (f >= 0 && f != CMLAB_F_MTU)
		return take_field(e, role, option, key, value, f);
	if (!strcmp(key, "ack_timeout_when"))
		return take_when(option, key, value, role, &side->timeout_when);
	if (!strcmp(key, "min_rnr_timer_when"))
		return take_when(option, key, value, role, &side->min_rnr_when);
	if (!strcmp(key, "own_qp_num"))
		return explain_number(option, key, value, CMLAB_QPN_MAX, &side->qp_num);
	if (!strcmp(key, "has_srq") || !strcmp(key, "null")) {
		if (!explain_number(option, key, value, 1, &v))
			return false;
		*(key[0] == 'h' ? &side->has_srq : &side->null_param) = v;
		return true;
	}
	out_error("explain: %s %s=%s: not one of " SIDE_KEYS, option, key, value);
	return false;
}

/* Beside a profile the range around a value may be given too: rr.floor=4. */
static bool take_override(struct explain *e, unsigned int role, const char *option, const char *key,
			  const char *value)
{
	return strchr(key, '.') || take_side(e, role, option, key, value);
}

bool explain_side(struct explain *e, unsigned int role, const char *option, const char *list)
{
	return each_pair(e, role, option, list,
			 e->in.side[role].profile ? take_override : take_side);
}

struct limit_key {
	const char *name;
	const char *abbr;
	u32 max;
};

enum { LIMIT_RD, LIMIT_INIT, LIMIT_RES, LIMIT_DELAY, LIMIT_LIFE, LIMIT_MTU };

static const struct limit_key limit_keys[] = {
	[LIMIT_RD] = { "max_qp_rd_atom", "rd", 0x7fffffff },
	[LIMIT_INIT] = { "max_qp_init_rd_atom", "init", 0x7fffffff },
	[LIMIT_RES] = { "max_res_rd_atom", "res", 0x7fffffff },
	[LIMIT_DELAY] = { "local_ca_ack_delay", "delay", 31 },
	[LIMIT_LIFE] = { "packet_life_time", "plt", 31 },
	[LIMIT_MTU] = { "mtu", "mtu", 65535 },
};

static void set_limit(struct cmlab_limits *l, unsigned int key, u32 v)
{
	switch (key) {
	case LIMIT_RD:
		l->max_qp_rd_atom = (s32)v;
		break;
	case LIMIT_INIT:
		l->max_qp_init_rd_atom = (s32)v;
		break;
	case LIMIT_RES:
		l->max_res_rd_atom = (s32)v;
		break;
	default:
		l->local_ca_ack_delay = v;
		break;
	}
}

static bool take_limit_to(struct explain *e, unsigned int role, const char *option, const char *key,
			  const char *value, bool device_only)
{
	struct cmlab_predict_side *side = &e->in.side[role];
	unsigned int i;
	u32 v;

	for (i = 0; i < ARRAY_SIZE(limit_keys); i++)
		if (!strcmp(key, limit_keys[i].name) || !strcmp(key, limit_keys[i].abbr))
			break;
	if (i == ARRAY_SIZE(limit_keys)) {
		out_error("explain: %s %s=%s: not one of " LIMIT_KEYS, option, key, value);
		return false;
	}
	if (!explain_number(option, key, value, limit_keys[i].max, &v))
		return false;
	if (i == LIMIT_LIFE) {
		side->packet_life_time = (s32)v;
	} else if (i == LIMIT_MTU) {
		side->netdev_mtu = v;
	} else {
		if (!device_only)
			set_limit(&side->limits, i, v);
		set_limit(&side->device, i, v);
	}
	return true;
}

static bool take_limit(struct explain *e, unsigned int role, const char *option, const char *key,
		       const char *value)
{
	return take_limit_to(e, role, option, key, value, false);
}

static bool take_device(struct explain *e, unsigned int role, const char *option, const char *key,
			const char *value)
{
	return take_limit_to(e, role, option, key, value, true);
}

bool explain_limits(struct explain *e, unsigned int role, bool device, const char *option,
		    const char *list)
{
	return each_pair(e, role, option, list, device ? take_device : take_limit);
}

static bool take_op(struct explain *e, const char *option, const char *value)
{
	int op = cmlab_name_find(&cmlab_ops, value, strlen(value));

	if (op < 0)
		out_error("explain: %s op=%s: one of none read write send atomic", option, value);
	else
		e->w.op = (u8)op;
	return op >= 0;
}

static bool take_workload(struct explain *e, unsigned int role, const char *option, const char *key,
			  const char *value)
{
	const struct {
		const char *name;
		u32 *v;
	} keys[] = {
		{ "depth", &e->w.depth },
		{ "size", &e->w.size },
		{ "burst", &e->w.burst },
		{ "recv_posted", &e->w.recv_posted },
		{ "connections", &e->w.connections },
		{ "backlog", &e->w.backlog },
		{ "service_us", &e->w.service_us },
	};
	unsigned int i;

	(void)role;
	if (!strcmp(key, "op"))
		return take_op(e, option, value);
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(key, keys[i].name)) {
			e->w.says_recv_posted |= keys[i].v == &e->w.recv_posted;
			return explain_number(option, key, value, 1000000, keys[i].v);
		}
	out_error("explain: %s %s=%s: not one of " WORKLOAD_KEYS, option, key, value);
	return false;
}

bool explain_workload(struct explain *e, const char *option, const char *list)
{
	return each_pair(e, 0, option, list, take_workload);
}

/* What the module's own parser would refuse as a key of listen and connect. */
static bool is_decided(int f)
{
	return f != CMLAB_F_PDLEN && f != CMLAB_F_MTU;
}

static bool append_pairs(char *line, size_t size, const char *list)
{
	char *copy = strdup(list), *rest = copy, *word;
	size_t len = strlen(line);

	while (copy && (word = strsep(&rest, ","))) {
		size_t key = strcspn(word, "=.");
		int f = cmlab_field_find(word, key);

		if (f >= 0 && is_decided(f))
			len += (size_t)scnprintf(line + len, size - len, " %s", word);
	}
	free(copy);
	return copy && len + 1 < size;
}

/* The same words to the same parser as a command to the module. */
bool explain_profile(struct explain *e, unsigned int role, const char *name, const char *list)
{
	static struct cmlab_request req;
	char line[CMLAB_REQUEST_LINE + 1];
	struct cmlab_error err;

	snprintf(line, sizeof(line), "connect addr=10.0.0.1 port=1 profile=%s", name);
	if (strchr(name, ' ') || !append_pairs(line, sizeof(line), list) ||
	    cmlab_request_parse(line, strlen(line), &req, &err)) {
		const char *option = role == CMLAB_ROLE_ACTIVE ? "--active-profile" :
								 "--passive-profile";

		out_error("explain: %s %s: %s; see --list-profiles", option, name,
			  strchr(name, ' ') ? "no profile has a blank" : err.text);
		return false;
	}
	e->profile[role] = req.profile;
	e->in.side[role].profile = &e->profile[role];
	return true;
}
