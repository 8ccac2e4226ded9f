// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* One connection for people: who and how it went, the table, what it means. */
#include <cmlab/names.h>

#include "report.h"
#include "units.h"

#define SEVERITY_WIDTH 6
#define ID_WIDTH       6
#define FIELD_WIDTH    20

/* 0 if there is none. */
static long long number(struct json_object *obj, const char *key)
{
	return keyval_int(obj, key, 0);
}

static void print_line(FILE *f, const struct out_line *l, int indent)
{
	if (!l->len)
		return;
	out_wrap(f, l->text, 0, indent);
	putc('\n', f);
}

static const char *transport_text(const char *transport)
{
	if (!strcmp(transport, "roce"))
		return "RoCE";
	if (!strcmp(transport, "ib"))
		return "InfiniBand";
	if (!strcmp(transport, "iwarp"))
		return "iWARP";
	return "transport unknown";
}

static void add_device(struct out_line *l, struct json_object *root)
{
	const char *device = keyval_str(root, "device", "");

	if (*device)
		out_add(l, "%s (%s)   ", device, transport_text(keyval_str(root, "transport", "")));
	else
		out_add(l, "no device   ");
}

static void add_outcome(struct out_line *l, struct json_object *root)
{
	const char *outcome = keyval_str(root, "outcome", "pending");
	s64 us = keyval_int(root, "handshake_us", 0);
	char time[16];

	out_add(l, "%s", strcmp(outcome, "pending") ? outcome : keyval_str(root, "state", "?"));
	if (us <= 0)
		return;
	units_duration((double)us, time, sizeof(time));
	out_add(l, strcmp(outcome, "established") ? " after %s" : " in %s", time);
}

static void print_head(FILE *f, struct json_object *root)
{
	bool active = !strcmp(keyval_str(root, "role", ""), "active");
	struct out_line l = { .len = 0 };

	out_add(&l, "connection %lld   %s   ", number(root, "id"), keyval_str(root, "role", "?"));
	add_device(&l, root);
	out_add(&l, "%s %s %s   ", keyval_str(root, "local", "?"), active ? "->" : "<-",
		keyval_str(root, "remote", "?"));
	add_outcome(&l, root);
	print_line(f, &l, 4);
}

static void print_setup(FILE *f, struct json_object *root)
{
	struct json_object *limits = keyval_get(root, "limits");
	const char *mock = keyval_str(limits, "mock", NULL);
	struct out_line l = { .len = 0 };

	out_add(&l, "profile %s, transitions %s, handshake %s", keyval_str(root, "profile", "?"),
		keyval_str(root, "transitions", "?"), keyval_str(root, "handshake", "?"));
	if (keyval_get(root, "driver"))
		out_add(&l, ", driver %s", keyval_str(root, "driver", "?"));
	if (limits)
		out_add(&l, ", limits %lld/%lld", number(limits, "max_qp_rd_atom"),
			number(limits, "max_qp_init_rd_atom"));
	if (mock)
		out_add(&l, " (mock)");
	print_line(f, &l, 4);
}

static void print_peer(FILE *f, struct json_object *root)
{
	struct json_object *peer = keyval_get(root, "peer");
	struct out_line l = { .len = 0 };

	if (!peer)
		return;
	out_add(&l, "peer says   limits %lld/%lld, wanted to serve %lld reads and to issue %lld",
		number(peer, "max_qp_rd_atom"), number(peer, "max_qp_init_rd_atom"),
		number(peer, "wanted_responder_resources"), number(peer, "wanted_initiator_depth"));
	print_line(f, &l, 12);
}

static void print_data(FILE *f, struct json_object *root)
{
	s64 us = keyval_int(root, "ping_us", 0);
	struct out_line l = { .len = 0 };
	char time[16];

	if (!keyval_get(root, "ping_rx"))
		return;
	out_add(&l, "data        %lld receives posted before the handshake, ",
		number(root, "recv_posted"));
	if (us > 0) {
		units_duration((double)us, time, sizeof(time));
		out_add(&l, "ping answered in %s", time);
	} else {
		out_add(&l, keyval_bool(root, "ping_rx") ? "ping received" : "no ping received");
	}
	print_line(f, &l, 12);
}

static void print_reason(FILE *f, struct json_object *root)
{
	struct json_object *reason = keyval_get(root, "reason");
	const char *field = keyval_str(reason, "field", NULL);
	const char *name = keyval_str(reason, "name", "?");
	const char *text = keyval_str(reason, "text", "?");
	struct out_line l = { .len = 0 };

	if (!reason)
		return;
	out_add(&l, "refused     by %s: %lld",
		strcmp(keyval_str(reason, "by", ""), "peer") ? "this side" : "the peer",
		number(reason, "code"));
	/* A later version may have numbers that this one has no name for. */
	if (strcmp(name, "?"))
		out_add(&l, " %s", name);
	out_add(&l, ": ");
	if (field)
		out_add(&l, "%s: ", field);
	out_add(&l, "%s", strcmp(text, "?") ? text : "unknown reason");
	print_line(f, &l, 12);
}

static const char *errno_text(s64 err)
{
	return err < 0 && err > -4096 ? strerror((int)-err) : "not an errno";
}

static const char *rej_text(s64 reason)
{
	return reason <= 65535 ? cmlab_name(&cmlab_ib_rejs, (unsigned int)reason) : "not a reason";
}

static void add_status(struct out_line *l, struct json_object *root)
{
	s64 status = keyval_int(root, "status", 0);

	out_add(l, "%s", keyval_str(root, "event", ""));
	if (status > 0)
		out_add(l, ", status %lld (%s)", (long long)status, rej_text(status));
	else if (status < 0)
		out_add(l, ", status %lld (%s)", (long long)status, errno_text(status));
}

static void print_end(FILE *f, struct json_object *root)
{
	s64 error = keyval_int(root, "error", 0);
	const char *closed = keyval_str(root, "closed_by", NULL);
	struct out_line l = { .len = 0 };

	if (!strcmp(keyval_str(root, "outcome", ""), "established") && !error && !closed)
		return;
	out_add(&l, "end         ");
	add_status(&l, root);
	if (error)
		out_add(&l, "; %s: %lld (%s)", keyval_str(root, "error_call", "?"),
			(long long)error, errno_text(error));
	if (keyval_bool(root, "own_timer"))
		out_add(&l, "; own timer of %lld ms", number(root, "timeout_ms"));
	else if (closed)
		out_add(&l, "; %s", closed);
	print_line(f, &l, 12);
}

static const char *colour_of(const char *severity)
{
	if (!strcmp(severity, "error"))
		return "\033[31m";
	if (!strcmp(severity, "warn"))
		return "\033[33m";
	return "\033[36m";
}

static void print_finding(const struct out_style *style, struct json_object *finding)
{
	int indent = SEVERITY_WIDTH + ID_WIDTH + FIELD_WIDTH;
	const char *severity = keyval_str(finding, "severity", "?");
	const char *advice = keyval_str(finding, "advice", "");
	char word[SEVERITY_WIDTH], id[ID_WIDTH], field[FIELD_WIDTH];
	FILE *f = style->file;

	fprintf(f, "%s%-*s%s", style->colour ? colour_of(severity) : "", SEVERITY_WIDTH,
		out_clean(severity, word, sizeof(word)), style->colour ? "\033[0m" : "");
	fprintf(f, "%-*s", ID_WIDTH, out_clean(keyval_str(finding, "id", "?"), id, sizeof(id)));
	fprintf(f, "%-*s", FIELD_WIDTH,
		out_clean(keyval_str(finding, "field", ""), field, sizeof(field)));
	out_wrap(f, keyval_str(finding, "message", ""), indent, indent);
	putc('\n', f);
	if (!*advice)
		return;
	fprintf(f, "%*s-> ", indent, "");
	out_wrap(f, advice, indent + 3, indent + 3);
	putc('\n', f);
}

/* Most severe first as they come. */
static void print_findings(const struct out_style *style, struct json_object *findings)
{
	size_t i, nr = keyval_len(findings);

	if (nr)
		putc('\n', style->file);
	for (i = 0; i < nr; i++)
		print_finding(style, json_object_array_get_idx(findings, i));
}

void report_print(const struct out_style *style, struct json_object *root)
{
	FILE *f = style->file;

	print_head(f, root);
	print_setup(f, root);
	putc('\n', f);
	report_table(f, root);
	putc('\n', f);
	print_peer(f, root);
	print_data(f, root);
	print_reason(f, root);
	print_end(f, root);
	print_findings(style, keyval_get(root, "findings"));
}
