// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* What cmlab explain knows: findings, profiles, drivers. */
#include <string.h>

#include <json-c/json.h>

#include <cmlab/findings.h>
#include <cmlab/limits.h>
#include <cmlab/profile.h>

#include "explain.h"
#include "keyval.h"

static void add_string(struct json_object *obj, const char *key, const char *s)
{
	json_object_object_add(obj, key, s ? json_object_new_string(s) : NULL);
}

static void add_number(struct json_object *obj, const char *key, s64 v)
{
	json_object_object_add(obj, key, json_object_new_int64(v));
}

static const char *field_of(u8 field)
{
	return field < CMLAB_NR_FIELDS ? cmlab_field_info(field)->param : NULL;
}

static bool list_finding(unsigned int n, struct json_object *array)
{
	struct cmlab_finding_info info;
	struct json_object *obj;
	const char *severity, *field;
	char id[16];

	if (!cmlab_findings_info(n, &info))
		return false;
	snprintf(id, sizeof(id), "CL%03u", info.number);
	severity = cmlab_name(&cmlab_severities, info.severity);
	field = field_of(info.field);
	if (!array) {
		printf("%s  %-5s  %-19s  %s\n", id, severity, field ? field : "-", info.title);
		return true;
	}
	obj = json_object_new_object();
	add_string(obj, "id", id);
	add_string(obj, "severity", severity);
	add_string(obj, "field", field);
	add_string(obj, "title", info.title);
	json_object_array_add(array, obj);
	return true;
}

static struct json_object *ranges_of(const struct cmlab_profile *p)
{
	struct json_object *fields = json_object_new_object(), *obj;
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		if (!(p->set & 1U << f))
			continue;
		obj = json_object_new_object();
		add_number(obj, "floor", p->range[f].floor);
		add_number(obj, "target", p->range[f].target);
		add_number(obj, "ceiling", p->range[f].ceiling);
		json_object_object_add(fields, cmlab_field_info(f)->param, obj);
	}
	return fields;
}

static void print_profile(const struct cmlab_profile *p, const char *summary)
{
	unsigned int f;

	printf("%s\n    ", p->name);
	out_wrap(stdout, summary, 4, 4);
	printf("\n    receives posted before the handshake: %u%s\n", p->recv_depth,
	       p->strict ? "; strict: refuses what does not fit its field" : "");
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (p->set & 1U << f)
			printf("    %-20s %3u  (%u..%u)\n", cmlab_field_info(f)->param,
			       p->range[f].target, p->range[f].floor, p->range[f].ceiling);
}

static struct json_object *profile_of(const struct cmlab_profile *p, const char *summary)
{
	struct json_object *obj = json_object_new_object();

	add_string(obj, "name", p->name);
	add_string(obj, "summary", summary);
	json_object_object_add(obj, "strict", json_object_new_boolean(p->strict));
	add_number(obj, "recv_depth", p->recv_depth);
	json_object_object_add(obj, "fields", ranges_of(p));
	return obj;
}

static bool list_profile(unsigned int n, struct json_object *array)
{
	const char *name = cmlab_profile_name(n);
	struct cmlab_profile p;

	if (n >= cmlab_profile_count() || cmlab_profile_get(name, strlen(name), &p))
		return false;
	if (array)
		json_object_array_add(array, profile_of(&p, cmlab_profile_summary(n)));
	else
		print_profile(&p, cmlab_profile_summary(n));
	return true;
}

struct quirk {
	bool is;
	const char *text;
};

static struct out_line transports_of(const struct cmlab_driver_info *info)
{
	struct out_line l = { .len = 0 };
	unsigned int t;

	for (t = CMLAB_TRANSPORT_IB; t < CMLAB_NR_TRANSPORTS; t++)
		if (info->transports & 1U << t)
			out_add(&l, l.len ? " %s" : "%s", cmlab_name(&cmlab_transports, t));
	return l;
}

/* Calls for every way in which a driver departs from the plain model. */
static unsigned int quirks_of(const struct cmlab_driver_info *info, const char **text)
{
	const struct quirk quirks[] = {
		{ info->rounds_up, "rounds both depths up to a power of two" },
		{ info->ird_wraps, "turns max_dest_rd_atomic 129..255 into 0" },
		{ info->ord_capped, "lowers max_rd_atomic to its bound without an error" },
		{ info->query_crossed, "ib_query_qp shows the two depths exchanged" },
		{ info->query_poor, "ib_query_qp shows 0 for state, counts and timeout" },
		{ info->query_no_depths, "ib_query_qp shows no depths on iWARP" },
		{ info->ird_bound == CMLAB_BOUND_INIT,
		  "bounds max_dest_rd_atomic by max_qp_init_rd_atom" },
		{ info->ird_bound == CMLAB_BOUND_NONE, "does not bound max_dest_rd_atomic" },
		{ info->ord_bound == CMLAB_BOUND_RD, "bounds max_rd_atomic by max_qp_rd_atom" },
		{ info->ord_bound == CMLAB_BOUND_NONE, "does not bound max_rd_atomic" },
		{ info->zero == CMLAB_ZERO_ONE, "programs 1 for a depth of 0" },
		{ info->zero == CMLAB_ZERO_LIMIT, "keeps its limit for a depth of 0" },
		{ info->zero == CMLAB_ZERO_UNSET, "programs nothing for a depth of 0" },
		{ info->zero_strips, "clears REMOTE_READ if it serves 0 reads" },
		{ info->no_ord == CMLAB_NO_READ_HANGS, "a read at max_rd_atomic 0 hangs" },
		{ info->no_ord == CMLAB_NO_READ_REFUSED,
		  "a read at max_rd_atomic 0 cannot be posted" },
		{ info->retry7_endless, "retry_cnt 7 means for ever" },
		{ info->timeout_over == CMLAB_OVER_REFUSED, "refuses a timeout above 31" },
		{ info->timeout_over == CMLAB_OVER_MASKED, "masks a timeout to five bits" },
		{ info->ird_raised, "iWARP: raises what the accept serves to what the peer asks" },
		{ info->iw_ord_clamped,
		  "iWARP: lowers what the accept issues to what the peer serves" },
		{ info->iw_accept_ignored, "iWARP: ignores the accept's depths" },
		{ info->iw_len_wraps, "iWARP: 252..255 bytes of private data wrap on the wire" },
		{ info->iw_inet_only, "iWARP: IPv4 only" },
		{ info->iw_own_data,
		  "iWARP: an event without a reply shows this side's own private data" },
		{ info->iw_v1_again, "iWARP: connects again with MPA v1 after a reset" },
		{ info->no_request_depths,
		  "iWARP: the REQUEST event does not show the peer's depths" },
		{ info->no_reply_depths, "iWARP: the reply's event shows no depths" },
		{ info->reply_swapped,
		  "iWARP: the reply's event shows its own depths, the opposite of IB" },
	};
	unsigned int i, n = 0;

	for (i = 0; i < ARRAY_SIZE(quirks); i++)
		if (quirks[i].is)
			text[n++] = quirks[i].text;
	return n;
}

#define QUIRKS_MAX 32

/* How an iWARP driver's active side learns that there is no connection. */
struct ending {
	const char *key;
	const char *what;
	s32 err;
};

#define NR_ENDINGS 6

static void endings_of(const struct cmlab_driver_info *info, struct ending e[NR_ENDINGS])
{
	e[0] = (struct ending){ "absent", "nobody listens", info->iw_absent_err };
	e[1] = (struct ending){ "silent", "nothing comes back", info->iw_silent_err };
	e[2] = (struct ending){ "rejected", "a consumer's reject", info->iw_reject_err };
	e[3] = (struct ending){ "closed", "a failed accept", info->iw_closed_err };
	e[4] = (struct ending){ "mismatch", "CRC or markers differ", info->iw_mismatch_err };
	e[5] = (struct ending){ "reply_refused", "it serves less than the reply wants",
				info->iw_reply_err };
}

static void print_endings(const struct cmlab_driver_info *info)
{
	struct out_line l = { .len = 0 };
	struct ending e[NR_ENDINGS];
	unsigned int i;

	endings_of(info, e);
	out_add(&l, "iWARP, how it ends:");
	for (i = 0; i < NR_ENDINGS; i++)
		if (e[i].err)
			out_add(&l, "%s %s %d", i ? "," : "", e[i].what, e[i].err);
	if (info->iw_blocking)
		out_add(&l, "; TCP's own errors come from rdma_connect itself");
	if (info->iw_syn_ms)
		out_add(&l, "; TCP tries for %u s", info->iw_syn_ms / 1000);
	if (info->iw_mpa_ms)
		out_add(&l, "; the reply may take %u s", info->iw_mpa_ms / 1000);
	printf("    ");
	out_wrap(stdout, l.text, 4, 8);
	putchar('\n');
}

static struct json_object *endings_object(const struct cmlab_driver_info *info)
{
	struct json_object *obj = json_object_new_object();
	struct ending e[NR_ENDINGS];
	unsigned int i;

	endings_of(info, e);
	for (i = 0; i < NR_ENDINGS; i++)
		if (e[i].err)
			add_number(obj, e[i].key, e[i].err);
	return obj;
}

/* What changed from release to release; of generic, what is the kernel's own. */
static void print_facts(unsigned int d)
{
	unsigned int i;

	for (i = 0; i < CMLAB_NR_FACTS; i++) {
		const struct cmlab_fact_info *f = cmlab_kernel_fact_info(i);
		struct out_line l = { .len = 0 };

		if (f->driver != d)
			continue;
		out_add(&l, "%s: %u before Linux %u.%u, then %u (%s)", f->what, f->before,
			CMLAB_RELEASE_MAJOR(f->release), CMLAB_RELEASE_MINOR(f->release), f->since,
			f->source);
		printf("    ");
		out_wrap(stdout, l.text, 4, 8);
		putchar('\n');
	}
}

/* The names that mean the same, then those of which its facts are only taken. */
static void print_names(unsigned int d)
{
	const struct cmlab_driver_name *other;
	struct out_line same = { .len = 0 };
	unsigned int n;

	out_add(&same, "also:");
	for (n = 0; (other = cmlab_driver_name_info(n)); n++)
		if (other->driver == d && !other->note)
			out_add(&same, " %s", other->name);
	if (same.len > strlen("also:")) {
		printf("    ");
		out_wrap(stdout, same.text, 4, 10);
		putchar('\n');
	}
	for (n = 0; (other = cmlab_driver_name_info(n)); n++) {
		struct out_line l = { .len = 0 };

		if (other->driver != d || !other->note)
			continue;
		out_add(&l, "for %s: %s (%s)", other->name, other->note, other->source);
		printf("    ");
		out_wrap(stdout, l.text, 4, 8);
		putchar('\n');
	}
}

static struct json_object *names_of(unsigned int d)
{
	struct json_object *array = json_object_new_array(), *obj;
	const struct cmlab_driver_name *other;
	unsigned int n;

	for (n = 0; (other = cmlab_driver_name_info(n)); n++) {
		if (other->driver != d)
			continue;
		obj = json_object_new_object();
		add_string(obj, "name", other->name);
		add_string(obj, "note", other->note);
		add_string(obj, "source", other->source);
		json_object_object_add(obj, "connects", json_object_new_boolean(!other->no_cm));
		json_object_array_add(array, obj);
	}
	return array;
}

static void print_driver(unsigned int d)
{
	const struct cmlab_driver_info *info = cmlab_limits_driver(d);
	const char *text[QUIRKS_MAX];
	const struct out_line transports = transports_of(info);
	unsigned int i, n = quirks_of(info, text);

	printf("%s  (%s)\n", cmlab_name(&cmlab_drivers, d), transports.text);
	print_names(d);
	if (info->iw_bytes)
		printf("    iWARP private data: request %u, reply %u, reject %u bytes\n",
		       info->iw_bytes, info->iw_bytes, info->iw_bytes);
	if (info->iw_bytes)
		print_endings(info);
	for (i = 0; i < n; i++)
		printf("    %s\n", text[i]);
	printf("    source: ");
	out_wrap(stdout, info->source, 12, 12);
	putchar('\n');
	print_facts(d);
}

static struct json_object *facts_of(unsigned int d)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;
	char buf[16];

	for (i = 0; i < CMLAB_NR_FACTS; i++) {
		const struct cmlab_fact_info *f = cmlab_kernel_fact_info(i);
		struct json_object *obj;

		if (f->driver != d)
			continue;
		obj = json_object_new_object();
		scnprintf(buf, sizeof(buf), "%u.%u", CMLAB_RELEASE_MAJOR(f->release),
			  CMLAB_RELEASE_MINOR(f->release));
		add_string(obj, "name", f->name);
		add_string(obj, "what", f->what);
		add_string(obj, "release", buf);
		add_number(obj, "before", f->before);
		add_number(obj, "since", f->since);
		add_string(obj, "source", f->source);
		json_object_array_add(array, obj);
	}
	return array;
}

static struct json_object *driver_of(unsigned int d)
{
	const struct cmlab_driver_info *info = cmlab_limits_driver(d);
	struct json_object *obj = json_object_new_object(), *array = json_object_new_array();
	const char *text[QUIRKS_MAX];
	const struct out_line transports = transports_of(info);
	unsigned int i, n = quirks_of(info, text);

	for (i = 0; i < n; i++)
		json_object_array_add(array, json_object_new_string(text[i]));
	add_string(obj, "name", cmlab_name(&cmlab_drivers, d));
	add_string(obj, "transports", transports.text);
	json_object_object_add(obj, "names", names_of(d));
	json_object_object_add(obj, "quirks", array);
	if (info->iw_bytes)
		json_object_object_add(obj, "iwarp_status", endings_object(info));
	add_string(obj, "source", info->source);
	json_object_object_add(obj, "changes", facts_of(d));
	return obj;
}

static bool list_driver(unsigned int d, struct json_object *array)
{
	if (d >= CMLAB_NR_DRIVERS)
		return false;
	if (array)
		json_object_array_add(array, driver_of(d));
	else
		print_driver(d);
	return true;
}

enum out_exit explain_list(enum explain_kind kind, bool json)
{
	/* Prints the n-th, or adds it to the array if there is one; false if there is none. */
	static const struct {
		const char *name;
		bool (*list)(unsigned int n, struct json_object *array);
	} kinds[] = {
		[EXPLAIN_FINDINGS] = { "findings", list_finding },
		[EXPLAIN_PROFILES] = { "profiles", list_profile },
		[EXPLAIN_DRIVERS] = { "drivers", list_driver },
	};
	struct json_object *root = json_object_new_object(), *array = json_object_new_array();
	unsigned int n = 0;
	bool ok;

	add_number(root, "version", 1);
	json_object_object_add(root, kinds[kind].name, array);
	while (kinds[kind].list(n, json ? array : NULL))
		n++;
	ok = !json || keyval_print(stdout, root);
	json_object_put(root);
	return ok ? OUT_DONE : OUT_FAILED;
}
