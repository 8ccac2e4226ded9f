// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A handshake seen from neither end as lines: the JSON contract of cmlab explain, with
 * "null" for what is known not to be.
 */
#include "../handshake/emit.h"

/* printf's %.9g keeps nine digits, and shows what is below 1e-04 with an exponent. */
#define NINE_DIGITS 1000000000
#define TINY_NS	    100000

/* Places behind the point of a time in nanoseconds. */
#define IN_S  9
#define IN_MS 6

static void cut_zeros(char *text)
{
	size_t n = strlen(text);

	while (text[n - 1] == '0')
		n--;
	text[text[n - 1] == '.' ? n - 1 : n] = '\0';
}

/* As printf's %.9g: "98.304", "8.192e-06". */
static void time_in(s64 ns, unsigned int places, char *buf, size_t size)
{
	bool tiny = ns && ns < TINY_NS && places == IN_S;
	u64 v = (u64)ns;
	u32 unit = 1;
	char digits[24];
	int n, whole;

	while (unit < NINE_DIGITS && v >= (u64)unit * NINE_DIGITS)
		unit *= 10;
	v = div_u64(v + unit / 2, unit) * unit;
	n = scnprintf(digits, sizeof(digits), "%0*llu", tiny ? 1 : (int)places + 1,
		      (unsigned long long)v);
	whole = tiny ? 1 : n - (int)places;
	scnprintf(buf, size, "%.*s.%s", whole, digits, digits + whole);
	cut_zeros(buf);
	if (tiny)
		scnprintf(buf + strlen(buf), size - strlen(buf), "e-%02u", places - n + 1);
}

static void put_time(struct cmlab_out *o, const char *key, s64 ns, unsigned int places)
{
	if (ns < 0)
		scnprintf(o->value, sizeof(o->value), "null");
	else
		time_in(ns, places, o->value, sizeof(o->value));
	cmlab_out_text(o, o->value, "%s", key);
}

static void put_times(struct cmlab_out *o, const struct cmlab_handshake *h, unsigned int role)
{
	put_time(o, "detection.retry_exceeded_s", cmlab_handshake_retry_exceeded(h, role), IN_S);
	put_time(o, "detection.rnr_stall_ms", cmlab_handshake_rnr_stall(h, role), IN_MS);
	put_time(o, "detection.rnr_exceeded_ms", cmlab_handshake_rnr_exceeded(h, role), IN_MS);
	put_time(o, "detection.time_wait_ms", h->end[role].time_wait_ns, IN_MS);
}

static void put_errno(struct cmlab_out *o, const char *key, s32 ret)
{
	if (ret == CMLAB_NO_ERRNO)
		cmlab_out_text(o, "null", "%s", key);
	else
		cmlab_out_number(o, ret, "%s", key);
}

static void put_conn(struct cmlab_out *o, u32 i, const struct cmlab_cm_event *ev)
{
	const struct cmlab_event_conn *c = &ev->conn;

	if (ev->has_depths) {
		cmlab_out_number(o, c->responder_resources, "events[%u].conn.responder_resources",
				 i);
		cmlab_out_number(o, c->initiator_depth, "events[%u].conn.initiator_depth", i);
	}
	cmlab_out_number(o, c->flow_control, "events[%u].conn.flow_control", i);
	cmlab_out_number(o, c->retry_count, "events[%u].conn.retry_count", i);
	cmlab_out_number(o, c->rnr_retry_count, "events[%u].conn.rnr_retry_count", i);
	cmlab_out_number(o, c->srq, "events[%u].conn.srq", i);
}

static void put_event(struct cmlab_out *o, u32 i, const struct cmlab_cm_event *ev)
{
	const char *group = ev->ud ? "ud" : "conn";

	cmlab_out_text(o, cmlab_name(&cmlab_events, ev->event), "events[%u].event", i);
	cmlab_out_number(o, ev->status, "events[%u].status", i);
	if (!ev->ud)
		put_conn(o, i, ev);
	cmlab_out_number(o, ev->private_data_len, "events[%u].%s.private_data_len", i, group);
	if (ev->ud)
		cmlab_out_number(o, ev->qkey, "events[%u].ud.qkey", i);
	if (ev->has_qp_num)
		cmlab_out_number(o, ev->conn.qp_num, "events[%u].%s.qp_num", i, group);
}

static void put_events(struct cmlab_out *o, const struct cmlab_end *e)
{
	const struct cmlab_cm_event *last = cmlab_end_last(e);
	u32 i;

	cmlab_out_text(o, last ? cmlab_name(&cmlab_events, last->event) : "null", "event");
	if (last) {
		cmlab_out_number(o, last->status, "status");
	} else {
		cmlab_out_text(o, "null", "status");
		cmlab_out_text(o, "[]", "events");
	}
	for (i = 0; i < e->nr_events; i++)
		put_event(o, i, &e->events[i]);
}

static void put_qp(struct cmlab_out *o, const char *group, const struct cmlab_values *vals,
		   u32 access, unsigned int state)
{
	if (state == CMLAB_QP_NONE) {
		cmlab_out_text(o, "null", "%s", group);
		return;
	}
	cmlab_out_text(o, cmlab_name(&cmlab_qp_states, state), "%s.qp_state", group);
	cmlab_out_values(o, group, vals, CMLAB_BY_ATTR);
	if (access)
		cmlab_out_number(o, access, "%s.qp_access_flags", group);
}

/* A refusal of the reply is the finding's to tell; this is why nothing was sent. */
static void put_decision(struct cmlab_out *o, const struct cmlab_end *e)
{
	u32 reason = e->sent.known ? CMLAB_REASON_NONE : e->refusal.code;

	if (!*e->profile)
		return;
	cmlab_out_text(o, e->profile, "profile");
	cmlab_out_text(o, cmlab_name(&cmlab_reasons, reason), "reason");
	if (e->requested.known)
		cmlab_out_values(o, "requested", &e->requested, CMLAB_BY_PARAM);
	else
		cmlab_out_text(o, "{}", "requested");
	if (!e->clamps.nr)
		cmlab_out_text(o, "[]", "clamps");
	cmlab_out_clamps(o, &e->clamps, false);
}

static void put_end(struct cmlab_out *o, const struct cmlab_handshake *h, unsigned int role)
{
	const struct cmlab_end *e = &h->end[role];

	o->prefix = role == CMLAB_ROLE_ACTIVE ? "active." : "passive.";
	cmlab_out_text(o, cmlab_limits_driver_name(&e->device), "driver");
	cmlab_out_limits(o, &e->limits);
	cmlab_out_number(o, e->limits.local_ca_ack_delay, "limits.local_ca_ack_delay");
	put_decision(o, e);
	put_errno(o, "call", e->ret);
	cmlab_out_text(o, e->call ? cmlab_name(&cmlab_calls, e->call) : "null", "call_name");
	put_events(o, e);
	if (e->sent.known)
		cmlab_out_values(o, "sent", &e->sent, CMLAB_BY_PARAM);
	else
		cmlab_out_text(o, "null", "sent");
	put_qp(o, "qp", &e->programmed, e->access, e->qp_state);
	put_qp(o, "qp_reported", &e->reported, e->reported_access, e->reported_state);
	put_errno(o, "set_ack_timeout", e->set_timeout);
	put_errno(o, "set_min_rnr_timer", e->set_min_rnr);
	cmlab_out_text(o, cmlab_name(&cmlab_reads, cmlab_handshake_read(h, role)), "read");
	put_times(o, h, role);
	o->prefix = "";
}

static void put_kernel(struct cmlab_out *o, const struct cmlab_handshake *h)
{
	u32 release = h->end[CMLAB_ROLE_ACTIVE].device.kernel;

	if (!release)
		release = CMLAB_KERNEL_6_1;
	scnprintf(o->value, sizeof(o->value), "%u.%u", CMLAB_RELEASE_MAJOR(release),
		  CMLAB_RELEASE_MINOR(release));
	cmlab_out_text(o, o->value, "kernel");
}

void cmlab_report_both_ends(const struct cmlab_handshake *h, const struct cmlab_findings *findings,
			    cmlab_emit_fn emit, void *ctx)
{
	struct cmlab_out o = { .emit = emit, .ctx = ctx, .prefix = "" };

	cmlab_out_text(&o, cmlab_name(&cmlab_transports, h->transport), "transport");
	cmlab_out_text(&o, cmlab_name(&cmlab_transitions, h->transitions), "transitions");
	put_kernel(&o, h);
	cmlab_out_text(&o, cmlab_name(&cmlab_families, h->family), "family");
	cmlab_out_text(&o, cmlab_name(&cmlab_port_spaces, h->ps), "ps");
	cmlab_out_text(&o, cmlab_name(&cmlab_outcomes, h->outcome), "outcome");
	put_end(&o, h, CMLAB_ROLE_ACTIVE);
	put_end(&o, h, CMLAB_ROLE_PASSIVE);
	/* Of the active side's sends; each side has its own in its own group. */
	put_time(&o, "detection.unreachable_s", h->unreachable_ns, IN_S);
	put_times(&o, h, CMLAB_ROLE_ACTIVE);
	put_time(&o, "detection.mpa_reply_s", h->reply_ns, IN_S);
	put_time(&o, "detection.rep_lost_s", h->rep_lost_ns, IN_S);
	if (!findings->nr)
		cmlab_out_text(&o, "[]", "findings");
	cmlab_out_findings(&o, findings, "null");
}
