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

static const struct cmlab_predicted_side *side(const struct explain *e, unsigned int role)
{
	return &e->p.side[role];
}

/* @text after the active side's rail, or so that it ends before the passive side's. */
static void on_rail(unsigned int role, const char *text)
{
	int width = (int)strlen(text);

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

static size_t append(char *buf, size_t size, size_t len, const struct cmlab_values *vals,
		     enum cmlab_field f, const char *name)
{
	if (!cmlab_values_has(vals, f))
		return len;
	return len +
	       (size_t)scnprintf(buf + len, size - len, "  %s %u", name, cmlab_values_get(vals, f));
}

static const char *message_name(const struct explain *e, unsigned int role)
{
	bool active = role == CMLAB_ROLE_ACTIVE;

	if (e->in.transport == CMLAB_TRANSPORT_IWARP)
		return active ? "MPA request" : "MPA reply";
	if (e->in.ps == CMLAB_PS_UDP)
		return active ? "SIDR_REQ" : "SIDR_REP";
	return active ? "REQ" : "REP";
}

/* What nobody looks at first, below the arrow. */
static void print_rest(const struct cmlab_values *sent)
{
	char text[80];
	size_t len = 0;

	text[0] = '\0';
	len = append(text, sizeof(text), len, sent, CMLAB_F_FLOW, "flow");
	len = append(text, sizeof(text), len, sent, CMLAB_F_SRQ, "srq");
	len = append(text, sizeof(text), len, sent, CMLAB_F_TIMEOUT, "local ACK timeout");
	len = append(text, sizeof(text), len, sent, CMLAB_F_MTU, "path MTU");
	append(text, sizeof(text), len, sent, CMLAB_F_PDLEN, "private data");
	printf("%*s|    %-*s|\n", LEFT, "", RIGHT - LEFT - 5, text);
}

static void print_message(const struct explain *e, unsigned int role)
{
	const struct cmlab_values *sent = &side(e, role)->sent;
	char text[120];
	size_t len;

	len = (size_t)scnprintf(text, sizeof(text), "%s", message_name(e, role));
	if (e->in.transport != CMLAB_TRANSPORT_IWARP || e->in.mpa != 1) {
		len = append(text, sizeof(text), len, sent, CMLAB_F_IRD, "responder_resources");
		len = append(text, sizeof(text), len, sent, CMLAB_F_ORD, "initiator_depth");
	}
	len = append(text, sizeof(text), len, sent, CMLAB_F_RETRY, "retry");
	len = append(text, sizeof(text), len, sent, CMLAB_F_RNR, "rnr");
	append(text, sizeof(text), len, sent, CMLAB_F_QKEY, "qkey");
	arrow(role, text);
	print_rest(sent);
}

static void print_view(unsigned int role, const struct cmlab_predicted_event *ev)
{
	bool says = ev->event == CMLAB_EVENT_CONNECT_REQUEST ||
		    ev->event == CMLAB_EVENT_CONNECT_RESPONSE ||
		    ev->event == CMLAB_EVENT_CONNECT_ERROR ||
		    (ev->event == CMLAB_EVENT_ESTABLISHED && role == CMLAB_ROLE_ACTIVE);
	char text[160];

	scnprintf(text, sizeof(text), "%s, status %d%s", cmlab_names_event(ev->event), ev->status,
		  says && !ev->ud ? ", in its own view:" : "");
	on_rail(role, text);
	if (!says || ev->ud)
		return;
	if (ev->has_depths)
		scnprintf(text, sizeof(text),
			  "    responder_resources %u (to serve)  initiator_depth %u (may issue)",
			  ev->conn.responder_resources, ev->conn.initiator_depth);
	else
		scnprintf(text, sizeof(text), "    depths not shown by this driver");
	on_rail(role, text);
	scnprintf(text, sizeof(text), "    retry %u  rnr %u  flow %u  srq %u  %u bytes",
		  ev->conn.retry_count, ev->conn.rnr_retry_count, ev->conn.flow_control,
		  ev->conn.srq, ev->private_data_len);
	on_rail(role, text);
}

static void print_call(const struct explain *e, unsigned int role)
{
	const struct cmlab_predicted_side *s = side(e, role);
	char text[120];

	if (s->ret == CMLAB_NO_ERRNO && !s->crash && !s->decision.reason)
		return;
	if (s->crash)
		scnprintf(text, sizeof(text), "%s(NULL): NULL dereference in the kernel",
			  cmlab_names_call(s->call));
	else if (s->ret == CMLAB_NO_ERRNO && s->decision.reason)
		scnprintf(text, sizeof(text), "refused before the call: %s",
			  cmlab_names_reason_text(s->decision.reason));
	else
		scnprintf(text, sizeof(text), "%s -> %d", cmlab_names_call(s->call), s->ret);
	on_rail(role, text);
}

static void print_reject(const struct explain *e, unsigned int from, s32 status)
{
	char text[80];

	if (e->in.transport == CMLAB_TRANSPORT_IWARP)
		scnprintf(text, sizeof(text), "%s",
			  status == -ECONNRESET ? "rejecting MPA reply, or TCP reset" :
						  "rejecting MPA reply");
	else if (e->in.ps == CMLAB_PS_UDP)
		scnprintf(text, sizeof(text), "SIDR_REP status %d", status);
	else
		scnprintf(text, sizeof(text), "REJ %d (%s)", status,
			  cmlab_names_ib_rej((unsigned int)status));
	arrow(from, text);
}

static bool is_no(const struct cmlab_predicted_event *ev)
{
	return ev->event == CMLAB_EVENT_REJECTED ||
	       (ev->event == CMLAB_EVENT_UNREACHABLE && ev->status > 0);
}

/* What comes back to the active side, and what it does. */
static void print_return(const struct explain *e)
{
	const struct cmlab_predicted_side *active = side(e, CMLAB_ROLE_ACTIVE);
	const struct cmlab_predicted_event *ev = cmlab_predict_last(active);

	if (side(e, CMLAB_ROLE_PASSIVE)->sent.known && ev && !is_no(ev))
		print_message(e, CMLAB_ROLE_PASSIVE);
	else if (ev && is_no(ev))
		print_reject(e, CMLAB_ROLE_PASSIVE, ev->status);
	if (ev)
		print_view(CMLAB_ROLE_ACTIVE, ev);
}

/* And what that means for the passive side, after its call. */
static void print_end(const struct explain *e)
{
	const struct cmlab_predicted_side *passive = side(e, CMLAB_ROLE_PASSIVE);
	const struct cmlab_predicted_side *active = side(e, CMLAB_ROLE_ACTIVE);
	u32 i;

	if (active->call != CMLAB_CALL_CONNECT)
		print_call(e, CMLAB_ROLE_ACTIVE);
	for (i = 0; i < passive->nr_events; i++) {
		const struct cmlab_predicted_event *ev = &passive->events[i];

		if (ev->event == CMLAB_EVENT_CONNECT_REQUEST)
			continue;
		if (is_no(ev))
			print_reject(e, CMLAB_ROLE_ACTIVE, ev->status);
		else if (ev->event == CMLAB_EVENT_ESTABLISHED &&
			 e->in.transport != CMLAB_TRANSPORT_IWARP)
			arrow(CMLAB_ROLE_ACTIVE, "RTU");
		print_view(CMLAB_ROLE_PASSIVE, ev);
	}
}

static void print_ladder(const struct explain *e)
{
	const struct cmlab_predicted_side *active = side(e, CMLAB_ROLE_ACTIVE);
	const struct cmlab_predicted_side *passive = side(e, CMLAB_ROLE_PASSIVE);

	if (active->sent.known || active->ret != CMLAB_NO_ERRNO || active->crash ||
	    active->decision.reason) {
		struct explain first = *e;

		/* The last call may be another; the first one is always this. */
		if (active->sent.known) {
			first.p.side[CMLAB_ROLE_ACTIVE].call = CMLAB_CALL_CONNECT;
			first.p.side[CMLAB_ROLE_ACTIVE].ret = 0;
		}
		print_call(&first, CMLAB_ROLE_ACTIVE);
	}
	if (!active->sent.known)
		return;
	print_message(e, CMLAB_ROLE_ACTIVE);
	if (passive->nr_events)
		print_view(CMLAB_ROLE_PASSIVE, &passive->events[0]);
	print_call(e, CMLAB_ROLE_PASSIVE);
	print_return(e);
	print_end(e);
}

static void print_both(const char *left, const char *right)
{
	printf("  %s%*s\n", left, OUT_WIDTH - 3 - (int)strlen(left), right);
}

static void print_heading(const struct explain *e)
{
	char text[CMLAB_NR_ROLES][80], profile[CMLAB_NR_ROLES][40];
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		const struct cmlab_predict_side *in = &e->in.side[r];

		scnprintf(text[r], sizeof(text[r]), "%s   %s, limits %d/%d", cmlab_names_role(r),
			  cmlab_names_driver(in->device.driver), in->limits.max_qp_rd_atom,
			  in->limits.max_qp_init_rd_atom);
		scnprintf(profile[r], sizeof(profile[r]), "%s%s", in->profile ? "profile " : "",
			  in->profile ? in->profile->name : "");
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

static void print_qp_row(const struct explain *e, const struct qp_row *row)
{
	bool iwarp = e->in.transport == CMLAB_TRANSPORT_IWARP;
	char buf[4][24];
	unsigned int r;

	if (!cmlab_values_has(&side(e, 0)->qp, row->f) &&
	    !cmlab_values_has(&side(e, 1)->qp, row->f) &&
	    !cmlab_values_has(&side(e, 0)->reported, row->f))
		return;
	printf("%-20s", cmlab_names_field(row->f)->attr);
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		printf("%11s %11s", cell(&side(e, r)->qp, row->f, buf[2 * r], sizeof(buf[0])),
		       cell(&side(e, r)->reported, row->f, buf[2 * r + 1], sizeof(buf[0])));
	printf("   %s\n", iwarp ? row->owner_iwarp : row->owner);
}

static void print_qps(const struct explain *e)
{
	unsigned int i, r;

	if (side(e, 0)->qp_state == CMLAB_QP_NONE && side(e, 1)->qp_state == CMLAB_QP_NONE)
		return;
	printf("\n%-20s%11s %11s%11s %11s\n", "queue pairs", "active", "ib_query_qp", "passive",
	       "ib_query_qp");
	for (i = 0; i < ARRAY_SIZE(qp_rows); i++)
		print_qp_row(e, &qp_rows[i]);
	printf("%-20s", "qp_access_flags");
	for (r = 0; r < CMLAB_NR_ROLES; r++)
		printf("%#11x %#11x", side(e, r)->access, side(e, r)->reported_access);
	printf("   %s\n%-20s%11s %11s%11s\n", "0x4: a read is permitted", "state",
	       cmlab_names_qp_state(side(e, 0)->qp_state), "",
	       cmlab_names_qp_state(side(e, 1)->qp_state));
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

static void print_times(const struct explain *e)
{
	const struct cmlab_predicted_side *a = side(e, 0), *p = side(e, 1);

	printf("\n%-46s%12s%22s\n", "until it is noticed", "active", "passive");
	print_time("nothing answers the connect (UNREACHABLE)", e->p.unreachable_ns,
		   CMLAB_TIME_NONE);
	print_time("TCP is up and no MPA reply comes", e->p.reply_ns, CMLAB_TIME_NONE);
	print_time("no RTU comes (UNREACHABLE)", CMLAB_TIME_NONE, e->p.rep_lost_ns);
	print_time("a send is never acknowledged (retry exceeded)", a->retry_exceeded_ns,
		   p->retry_exceeded_ns);
	print_time("one wait for a receive at the peer (RNR)", a->rnr_stall_ns, p->rnr_stall_ns);
	print_time("a receive is never posted (RNR exceeded)", a->rnr_exceeded_ns,
		   p->rnr_exceeded_ns);
	print_time("time-wait after the end", a->time_wait_ns, p->time_wait_ns);
}

static void print_reads(const struct explain *e)
{
	if (side(e, 0)->read == CMLAB_READ_NONE)
		return;
	printf("\na READ by the active side: %s; by the passive side: %s\n",
	       cmlab_names_read(side(e, 0)->read), cmlab_names_read(side(e, 1)->read));
}

static void print_finding(const struct cmlab_finding *f)
{
	char head[64];
	int column;

	column = scnprintf(head, sizeof(head), "%-5s CL%03u %-19s ",
			   cmlab_names_severity(f->severity), f->number,
			   f->field < CMLAB_NR_FIELDS ? cmlab_names_field(f->field)->param : "");
	fputs(head, stdout);
	out_wrap(stdout, f->message, column, column);
	printf("\n%*s-> ", column, "");
	out_wrap(stdout, f->advice, column + 3, column + 3);
	putchar('\n');
}

void explain_print(const struct explain *e)
{
	struct cmlab_finding f;
	u32 n;

	print_heading(e);
	print_ladder(e);
	printf("\noutcome: %s\n", cmlab_names_outcome(e->p.outcome));
	print_qps(e);
	print_reads(e);
	print_times(e);
	for (n = 0; cmlab_findings_prediction(&e->p, &e->w, n, &f); n++) {
		if (!n)
			putchar('\n');
		print_finding(&f);
	}
}
