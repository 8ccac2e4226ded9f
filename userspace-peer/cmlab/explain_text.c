// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A what-if for eyes: the handshake as a ladder, the swap where it happens, both queue
 * pairs, the times, the findings.
 */
#include <string.h>

#include "explain.h"
#include "units.h"

#define LEFT  5		      /* column of the active side's rail */
#define RIGHT (OUT_WIDTH - 4) /* and of the passive side's */

/* After the active side's rail, or so that it ends before the passive side's. */
static __printf(2, 3) void say(unsigned int role, const char *fmt, ...)
{
	char text[160];
	va_list args;
	int width;

	va_start(args, fmt);
	width = vscnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (role == CMLAB_ROLE_ACTIVE)
		printf("  %s\n", text);
	else
		printf("%*s|%*s%s\n", LEFT, "",
		       width < RIGHT - LEFT - 1 ? RIGHT - LEFT - 1 - width : 1, "", text);
}

static void arrow(unsigned int from, const char *text)
{
	int room = RIGHT - LEFT - 7 - (int)strlen(text);
	int i;

	printf("%*s|  ", LEFT, "");
	if (from == CMLAB_ROLE_PASSIVE)
		fputs("<", stdout);
	else
		printf("%s ", text);
	for (i = 0; i < (room > 3 ? room : 3); i++)
		putchar('-');
	if (from == CMLAB_ROLE_PASSIVE)
		printf(" %s", text);
	else
		fputs(">", stdout);
	puts("  |");
}

static void add_value(struct out_line *l, const struct cmlab_values *vals, enum cmlab_field f,
		      const char *name)
{
	if (cmlab_values_has(vals, f))
		out_add(l, "  %s %u", name, cmlab_values_get(vals, f));
}

static const char *message_name(const struct cmlab_handshake *h, unsigned int role)
{
	bool active = role == CMLAB_ROLE_ACTIVE;

	if (h->transport == CMLAB_TRANSPORT_IWARP)
		return active ? "MPA request" : "MPA reply";
	if (h->ps == CMLAB_PS_UDP)
		return active ? "SIDR_REQ" : "SIDR_REP";
	return active ? "REQ" : "REP";
}

/* What nobody looks at first, below the arrow. */
static void print_rest(const struct cmlab_values *sent)
{
	struct out_line l = { .len = 0 };

	add_value(&l, sent, CMLAB_F_FLOW, "flow");
	add_value(&l, sent, CMLAB_F_SRQ, "srq");
	add_value(&l, sent, CMLAB_F_TIMEOUT, "local ACK timeout");
	add_value(&l, sent, CMLAB_F_MTU, "path MTU");
	add_value(&l, sent, CMLAB_F_PDLEN, "private data");
	printf("%*s|    %-*s|\n", LEFT, "", RIGHT - LEFT - 5, l.text);
}

static void print_message(const struct cmlab_handshake *h, unsigned int role)
{
	const struct cmlab_values *sent = &h->end[role].sent;
	struct out_line l = { .len = 0 };

	out_add(&l, "%s", message_name(h, role));
	if (h->transport != CMLAB_TRANSPORT_IWARP || h->mpa != 1) {
		add_value(&l, sent, CMLAB_F_IRD, "responder_resources");
		add_value(&l, sent, CMLAB_F_ORD, "initiator_depth");
	}
	add_value(&l, sent, CMLAB_F_RETRY, "retry");
	add_value(&l, sent, CMLAB_F_RNR, "rnr");
	add_value(&l, sent, CMLAB_F_QKEY, "qkey");
	arrow(role, l.text);
	print_rest(sent);
}

static void print_view(unsigned int role, const struct cmlab_cm_event *ev)
{
	bool says = !ev->ud &&
		    (ev->event == CMLAB_EVENT_CONNECT_REQUEST ||
		     ev->event == CMLAB_EVENT_CONNECT_RESPONSE ||
		     (ev->event == CMLAB_EVENT_CONNECT_ERROR && ev->has_qp_num) ||
		     (ev->event == CMLAB_EVENT_ESTABLISHED && role == CMLAB_ROLE_ACTIVE));

	say(role, "%s, status %d%s", cmlab_name(&cmlab_events, ev->event), ev->status,
	    says ? ", in its own view:" : "");
	if (!says)
		return;
	if (ev->has_depths)
		say(role, "    responder_resources %u (to serve)  initiator_depth %u (may issue)",
		    ev->conn.responder_resources, ev->conn.initiator_depth);
	else
		say(role, "    depths not shown by this driver");
	say(role, "    retry %u  rnr %u  flow %u  srq %u  %u bytes", ev->conn.retry_count,
	    ev->conn.rnr_retry_count, ev->conn.flow_control, ev->conn.srq, ev->private_data_len);
}

static void print_call(const struct cmlab_handshake *h, unsigned int role)
{
	const struct cmlab_end *e = &h->end[role];
	const char *call = cmlab_name(&cmlab_calls, e->call);

	if (e->crash)
		say(role, "%s(NULL): NULL dereference in the kernel", call);
	else if (e->ret != CMLAB_NO_ERRNO)
		say(role, "%s -> %d", call, e->ret);
	else if (e->refusal.code)
		say(role, "refused before the call: %s",
		    cmlab_name(&cmlab_reason_texts, e->refusal.code));
}

static void print_reject(const struct cmlab_handshake *h, unsigned int from, s32 status)
{
	struct out_line l = { .len = 0 };

	if (h->transport == CMLAB_TRANSPORT_IWARP && h->answer == CMLAB_ANSWER_ABSENT)
		out_add(&l, "TCP reset");
	else if (h->transport == CMLAB_TRANSPORT_IWARP)
		out_add(&l, "rejecting MPA reply%s", status == -ECONNRESET ? ", or TCP reset" : "");
	else if (h->ps == CMLAB_PS_UDP)
		out_add(&l, "SIDR_REP status %d", status);
	else
		out_add(&l, "REJ %d (%s)", status,
			cmlab_name(&cmlab_ib_rejs, (unsigned int)status));
	arrow(from, l.text);
}

static bool is_no(const struct cmlab_cm_event *ev)
{
	return ev->event == CMLAB_EVENT_REJECTED ||
	       (ev->event == CMLAB_EVENT_UNREACHABLE && ev->status > 0);
}

/* What comes back to the active side, and what it does. */
static void print_return(const struct cmlab_handshake *h)
{
	const struct cmlab_end *active = &h->end[CMLAB_ROLE_ACTIVE];
	const struct cmlab_cm_event *ev = cmlab_end_last(active);

	if (h->end[CMLAB_ROLE_PASSIVE].sent.known && ev && !is_no(ev))
		print_message(h, CMLAB_ROLE_PASSIVE);
	else if (ev && is_no(ev) && h->answer != CMLAB_ANSWER_SILENT)
		print_reject(h, CMLAB_ROLE_PASSIVE, ev->status);
	if (ev)
		print_view(CMLAB_ROLE_ACTIVE, ev);
}

/* And what that means for the passive side, after its call. */
static void print_end(const struct cmlab_handshake *h)
{
	const struct cmlab_end *passive = &h->end[CMLAB_ROLE_PASSIVE];
	const struct cmlab_end *active = &h->end[CMLAB_ROLE_ACTIVE];
	u32 i;

	if (active->call != CMLAB_CALL_CONNECT)
		print_call(h, CMLAB_ROLE_ACTIVE);
	for (i = 0; i < passive->nr_events; i++) {
		const struct cmlab_cm_event *ev = &passive->events[i];

		if (ev->event == CMLAB_EVENT_CONNECT_REQUEST)
			continue;
		if (is_no(ev))
			print_reject(h, CMLAB_ROLE_ACTIVE, ev->status);
		else if (ev->event == CMLAB_EVENT_ESTABLISHED &&
			 h->transport != CMLAB_TRANSPORT_IWARP)
			arrow(CMLAB_ROLE_ACTIVE, "RTU");
		print_view(CMLAB_ROLE_PASSIVE, ev);
	}
}

static void print_ladder(const struct cmlab_handshake *h)
{
	const struct cmlab_end *active = &h->end[CMLAB_ROLE_ACTIVE];
	const struct cmlab_end *passive = &h->end[CMLAB_ROLE_PASSIVE];

	if (!active->sent.known) {
		print_call(h, CMLAB_ROLE_ACTIVE);
		return;
	}
	/* The last call may be another; the first one is always this. */
	say(CMLAB_ROLE_ACTIVE, "%s -> 0", cmlab_name(&cmlab_calls, CMLAB_CALL_CONNECT));
	print_message(h, CMLAB_ROLE_ACTIVE);
	if (passive->nr_events)
		print_view(CMLAB_ROLE_PASSIVE, &passive->events[0]);
	print_call(h, CMLAB_ROLE_PASSIVE);
	print_return(h);
	print_end(h);
}

static void print_both(const char *left, const char *right)
{
	printf("  %s%*s\n", left, OUT_WIDTH - 3 - (int)strlen(left), right);
}

static void print_heading(const struct cmlab_handshake *h)
{
	char text[CMLAB_NR_ROLES][80], profile[CMLAB_NR_ROLES][40];
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		const struct cmlab_end *e = &h->end[r];

		scnprintf(text[r], sizeof(text[r]), "%s   %s, limits %d/%d",
			  cmlab_name(&cmlab_roles, r), cmlab_limits_driver_name(&e->device),
			  e->limits.max_qp_rd_atom, e->limits.max_qp_init_rd_atom);
		scnprintf(profile[r], sizeof(profile[r]), "%s%s", *e->profile ? "profile " : "",
			  e->profile);
	}
	print_both(text[0], text[1]);
	if (*profile[0] || *profile[1])
		print_both(profile[0], profile[1]);
}

static const char *cell(const struct cmlab_values *vals, enum cmlab_field f, char *buf, size_t size)
{
	u32 v = cmlab_values_get(vals, f);

	if (!cmlab_values_has(vals, f))
		return "-";
	if (f == CMLAB_F_TIMEOUT)
		units_ack_timeout(v, buf, size);
	else if (f == CMLAB_F_MIN_RNR)
		units_min_rnr_timer(v, buf, size);
	else
		snprintf(buf, size, f == CMLAB_F_QKEY ? "%#x" : "%u", v);
	return buf;
}

struct qp_row {
	enum cmlab_field f;
	const char *owner;
	const char *owner_iwarp;
};

static const struct qp_row qp_rows[] = {
	{ CMLAB_F_ORD, "the accept decides both", "the driver" },
	{ CMLAB_F_IRD, "the accept decides both", "the driver" },
	{ CMLAB_F_RETRY, "the connect's, on both", "" },
	{ CMLAB_F_RNR, "each side sets the other's", "" },
	{ CMLAB_F_TIMEOUT, "own setting, else the path", "" },
	{ CMLAB_F_MIN_RNR, "own setting, else 0", "" },
	{ CMLAB_F_MTU, "the active side's path", "" },
	{ CMLAB_F_QKEY, "the accept's", "" },
};

static void print_qp_row(const struct cmlab_handshake *h, const struct qp_row *row)
{
	bool iwarp = h->transport == CMLAB_TRANSPORT_IWARP;
	char buf[4][24];
	unsigned int r;

	if (!cmlab_values_has(&h->end[0].programmed, row->f) &&
	    !cmlab_values_has(&h->end[1].programmed, row->f) &&
	    !cmlab_values_has(&h->end[0].reported, row->f))
		return;
	printf("%-20s", cmlab_field_info(row->f)->attr);
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		printf("%11s %11s", cell(&h->end[r].programmed, row->f, buf[2 * r], sizeof(buf[0])),
		       cell(&h->end[r].reported, row->f, buf[2 * r + 1], sizeof(buf[0])));
	printf("   %s\n", iwarp ? row->owner_iwarp : row->owner);
}

static void print_qps(const struct cmlab_handshake *h)
{
	unsigned int i, r;

	if (h->end[0].qp_state == CMLAB_QP_NONE && h->end[1].qp_state == CMLAB_QP_NONE)
		return;
	printf("\n%-20s%11s %11s%11s %11s\n", "queue pairs", "active", "ib_query_qp", "passive",
	       "ib_query_qp");
	for (i = 0; i < ARRAY_SIZE(qp_rows); i++)
		print_qp_row(h, &qp_rows[i]);
	printf("%-20s", "qp_access_flags");
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		printf("%#11x %#11x", h->end[r].access, h->end[r].reported_access);
	printf("   %s\n%-20s%11s %11s%11s\n", "0x4: a read is permitted", "state",
	       cmlab_name(&cmlab_qp_states, h->end[0].qp_state), "",
	       cmlab_name(&cmlab_qp_states, h->end[1].qp_state));
}

static const char *time_text(s64 ns, char *buf, size_t size)
{
	if (ns == CMLAB_TIME_NEVER)
		return "never";
	if (ns < 0)
		return "-";
	units_duration((double)ns / 1000, buf, size);
	return buf;
}

static void print_time(const char *what, s64 active, s64 passive)
{
	char a[24], p[24];

	if (active == CMLAB_TIME_NONE && passive == CMLAB_TIME_NONE)
		return;
	printf("%-46s%12s%22s\n", what, time_text(active, a, sizeof(a)),
	       time_text(passive, p, sizeof(p)));
}

/* Of each side's own sends. */
static void print_send_time(const struct cmlab_handshake *h, const char *what,
			    s64 (*time)(const struct cmlab_handshake *h, unsigned int role))
{
	print_time(what, time(h, CMLAB_ROLE_ACTIVE), time(h, CMLAB_ROLE_PASSIVE));
}

static void print_times(const struct cmlab_handshake *h)
{
	printf("\n%-46s%12s%22s\n", "until it is noticed", "active", "passive");
	print_time("nothing answers the connect", h->unreachable_ns, CMLAB_TIME_NONE);
	print_time("TCP is up and no MPA reply comes", h->reply_ns, CMLAB_TIME_NONE);
	print_time("no RTU comes (UNREACHABLE)", CMLAB_TIME_NONE, h->rep_lost_ns);
	print_send_time(h, "a send is never acknowledged (retry exceeded)",
			cmlab_handshake_retry_exceeded);
	print_send_time(h, "one wait for a receive at the peer (RNR)", cmlab_handshake_rnr_stall);
	print_send_time(h, "a receive is never posted (RNR exceeded)",
			cmlab_handshake_rnr_exceeded);
	print_time("time-wait after the end", h->end[CMLAB_ROLE_ACTIVE].time_wait_ns,
		   h->end[CMLAB_ROLE_PASSIVE].time_wait_ns);
}

static void print_reads(const struct cmlab_handshake *h)
{
	enum cmlab_read active = cmlab_handshake_read(h, CMLAB_ROLE_ACTIVE);

	if (active != CMLAB_READ_NONE)
		printf("\na READ by the active side: %s; by the passive side: %s\n",
		       cmlab_name(&cmlab_reads, active),
		       cmlab_name(&cmlab_reads, cmlab_handshake_read(h, CMLAB_ROLE_PASSIVE)));
}

static void print_finding(const struct cmlab_finding *f)
{
	char head[64];
	int column;

	column = scnprintf(head, sizeof(head), "%-5s CL%03u %-19s ",
			   cmlab_name(&cmlab_severities, f->severity), f->number,
			   f->field < CMLAB_NR_FIELDS ? cmlab_field_info(f->field)->param : "");
	fputs(head, stdout);
	out_wrap(stdout, f->message, column, column);
	printf("\n%*s-> ", column, "");
	out_wrap(stdout, f->advice, column + 3, column + 3);
	putchar('\n');
}

void explain_print(const struct cmlab_handshake *h, const struct cmlab_findings *found)
{
	u32 n;

	print_heading(h);
	print_ladder(h);
	printf("\noutcome: %s\n", cmlab_name(&cmlab_outcomes, h->outcome));
	print_qps(h);
	print_reads(h);
	print_times(h);
	for (n = 0; n < found->nr; n++) {
		if (!n)
			putchar('\n');
		print_finding(&found->f[n]);
	}
}
