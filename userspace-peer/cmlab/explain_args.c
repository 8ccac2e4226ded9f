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
#define WORKLOAD_KEYS "op by depth size burst recv_posted connections backlog service_us"

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

/* One key=value of an option's list, and what it is about. */
struct pair {
	struct explain *e;
	unsigned int role;
	bool device_only;
	const char *option;
	const char *key;
	const char *value;
};

/* Takes one pair; says what is wrong with it. */
typedef bool take_fn(const struct pair *p);

static bool refuse(const struct pair *p, const char *why)
{
	out_error("explain: %s %s=%s: %s", p->option, p->key, p->value, why);
	return false;
}

static bool number(const struct pair *p, u64 max, u32 *v)
{
	return explain_number(p->option, p->key, p->value, max, v);
}

/* Calls @take for every key=value of the list; refuses a word without "=". */
static bool each_pair(struct pair p, const char *list, take_fn *take)
{
	char *copy = list ? strdup(list) : NULL, *rest = copy, *word, *value;
	bool ok = copy || !list;

	while (ok && (word = strsep(&rest, ","))) {
		if (!*word)
			continue;
		value = strchr(word, '=');
		if (!value) {
			out_error("explain: %s %s: must be key=value", p.option, word);
			ok = false;
			break;
		}
		*value++ = '\0';
		p.key = word;
		p.value = value;
		ok = take(&p);
	}
	free(copy);
	return ok;
}

static bool take_when(const struct pair *p, u8 *when)
{
	bool active = p->role == CMLAB_ROLE_ACTIVE;
	unsigned int w, not_here = active ? CMLAB_WHEN_LISTENER : CMLAB_WHEN_BEFORE_ROUTE;

	for (w = 0; w < CMLAB_NR_WHENS; w++) {
		if (w == not_here || strcmp(p->value, cmlab_name(&cmlab_whens, w)))
			continue;
		*when = (u8)w;
		return true;
	}
	return refuse(p, active ? "one of never before_route before_handshake established" :
				  "one of never listener before_handshake established");
}

static bool take_field(const struct pair *p, enum cmlab_field f)
{
	struct cmlab_predict_side *side = &p->e->in.side[p->role];
	u32 v;

	if (!number(p, cmlab_field_info(f)->type_max, &v))
		return false;
	if (cmlab_values_has(&side->params, f))
		return refuse(p, "given twice");
	cmlab_values_set(&side->params, f, v);
	/* Late enough to be only this side's own, early enough to act. */
	if (f == CMLAB_F_TIMEOUT && !side->timeout_when)
		side->timeout_when = CMLAB_WHEN_BEFORE_HANDSHAKE;
	if (f == CMLAB_F_MIN_RNR && !side->min_rnr_when)
		side->min_rnr_when = CMLAB_WHEN_BEFORE_HANDSHAKE;
	return true;
}

static bool take_bool(const struct pair *p, bool *to)
{
	u32 v;

	if (!number(p, 1, &v))
		return false;
	*to = v;
	return true;
}

static bool take_side(const struct pair *p)
{
	struct cmlab_predict_side *side = &p->e->in.side[p->role];
	int f = cmlab_field_find(p->key, strlen(p->key));

	if (f >= 0 && f != CMLAB_F_MTU)
		return take_field(p, f);
	if (!strcmp(p->key, "ack_timeout_when"))
		return take_when(p, &side->timeout_when);
	if (!strcmp(p->key, "min_rnr_timer_when"))
		return take_when(p, &side->min_rnr_when);
	if (!strcmp(p->key, "own_qp_num"))
		return number(p, CMLAB_QPN_MAX, &side->qp_num);
	if (!strcmp(p->key, "has_srq"))
		return take_bool(p, &side->has_srq);
	if (!strcmp(p->key, "null"))
		return take_bool(p, &side->null_param);
	return refuse(p, "not one of " SIDE_KEYS);
}

/* Beside a profile the range of a depth may be given too: rr.floor=4. */
static bool take_override(const struct pair *p)
{
	return strchr(p->key, '.') || take_side(p);
}

bool explain_side(struct explain *e, unsigned int role, const char *option, const char *list)
{
	return each_pair((struct pair){ .e = e, .role = role, .option = option }, list,
			 e->in.side[role].profile ? take_override : take_side);
}

/* Each is 32 bits wide. What belongs to the path is not the device's alone. */
static bool take_limit(const struct pair *p)
{
	struct cmlab_predict_side *side = &p->e->in.side[p->role];
	struct cmlab_limits *l = &side->limits, *d = &side->device;
	const struct {
		const char *name;
		const char *abbr;
		u32 max;
		void *limit;
		void *device;
	} keys[] = {
		{ "max_qp_rd_atom", "rd", INT32_MAX, &l->max_qp_rd_atom, &d->max_qp_rd_atom },
		{ "max_qp_init_rd_atom", "init", INT32_MAX, &l->max_qp_init_rd_atom,
		  &d->max_qp_init_rd_atom },
		{ "max_res_rd_atom", "res", INT32_MAX, &l->max_res_rd_atom, &d->max_res_rd_atom },
		{ "local_ca_ack_delay", "delay", 31, &l->local_ca_ack_delay,
		  &d->local_ca_ack_delay },
		{ "packet_life_time", "plt", 31, &side->packet_life_time, &side->packet_life_time },
		{ "mtu", "mtu", 65535, &side->netdev_mtu, &side->netdev_mtu },
	};
	unsigned int i;
	u32 v;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(p->key, keys[i].name) || !strcmp(p->key, keys[i].abbr))
			break;
	if (i == ARRAY_SIZE(keys))
		return refuse(p, "not one of " LIMIT_KEYS);
	if (!number(p, keys[i].max, &v))
		return false;
	memcpy(keys[i].device, &v, sizeof(v));
	if (!p->device_only)
		memcpy(keys[i].limit, &v, sizeof(v));
	return true;
}

bool explain_limits(struct explain *e, unsigned int role, bool device, const char *option,
		    const char *list)
{
	return each_pair((struct pair){ .e = e,
					.role = role,
					.device_only = device,
					.option = option },
			 list, take_limit);
}

static bool take_op(const struct pair *p)
{
	int op = cmlab_name_find(&cmlab_ops, p->value, strlen(p->value));

	if (op < 0)
		return refuse(p, "one of none read write send atomic");
	p->e->w.op = (u8)op;
	return true;
}

static bool take_by(const struct pair *p)
{
	int by = cmlab_name_find(&cmlab_roles, p->value, strlen(p->value));

	if (by < 0)
		return refuse(p, "active or passive");
	p->e->w.by = (u8)by;
	return true;
}

static bool take_workload(const struct pair *p)
{
	struct cmlab_workload *w = &p->e->w;
	const struct {
		const char *name;
		u32 *v;
	} keys[] = {
		{ "depth", &w->depth },
		{ "size", &w->size },
		{ "burst", &w->burst },
		{ "recv_posted", &w->recv_posted },
		{ "connections", &w->connections },
		{ "backlog", &w->backlog },
		{ "service_us", &w->service_us },
	};
	unsigned int i;

	if (!strcmp(p->key, "op"))
		return take_op(p);
	if (!strcmp(p->key, "by"))
		return take_by(p);
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(p->key, keys[i].name)) {
			w->says_recv_posted |= keys[i].v == &w->recv_posted;
			return number(p, 1000000, keys[i].v);
		}
	return refuse(p, "not one of " WORKLOAD_KEYS);
}

bool explain_workload(struct explain *e, const char *option, const char *list)
{
	return each_pair((struct pair){ .e = e, .option = option }, list, take_workload);
}

/* What the module's own parser would refuse as a key of listen and connect. */
static bool is_decided(int f)
{
	return f != CMLAB_F_PDLEN && f != CMLAB_F_MTU;
}

static bool append_pairs(char *line, size_t size, const char *list)
{
	char *copy = strdup(list ? list : ""), *rest = copy, *word;
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
bool explain_profile(struct explain *e, unsigned int role, const char *option, const char *name,
		     const char *list)
{
	static struct cmlab_request req;
	char line[CMLAB_REQUEST_LINE + 1];
	struct cmlab_error err = { "the values are too long" };

	snprintf(line, sizeof(line), "connect addr=10.0.0.1 port=1 profile=%s", name);
	if (strchr(name, ' ') || !append_pairs(line, sizeof(line), list) ||
	    cmlab_request_parse(line, strlen(line), &req, &err)) {
		out_error("explain: %s %s: %s; see --list-profiles", option, name,
			  strchr(name, ' ') ? "no profile name has a space" : err.text);
		return false;
	}
	e->profile[role] = req.profile;
	e->in.side[role].profile = &e->profile[role];
	return true;
}
