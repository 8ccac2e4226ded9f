// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * How a handshake failed, and why.
 *
 * A status is a positive REJ reason on IB and RoCE and a negative errno on iWARP
 * (cma.c:2200-2208, 2501-2517). Which errno an iWARP driver gives for what differs:
 * iwarp.c.
 */
#include <cmlab/symptom.h>

#include "judge.h"

static bool is_answer_known(const struct cmlab_judge *j)
{
	return j->h->answer != CMLAB_ANSWER_UNKNOWN;
}

/* The status of the side's last event if it is this one; 0 if not. */
static s32 status_of(const struct cmlab_judge *j, unsigned int role, enum cmlab_event event)
{
	const struct cmlab_cm_event *ev = last_event(j, role);

	return ev && ev->event == event ? ev->status : 0;
}

/* A refused UD connect, which comes as UNREACHABLE with the status of the SIDR_REP. */
static s32 sidr_status(const struct cmlab_judge *j)
{
	return is_ud(j) ? max(status_of(j, ACTIVE, CMLAB_EVENT_UNREACHABLE), 0) : 0;
}

/* UNREACHABLE is silence, but on a UD id only if its status is seen to say so. */
static bool is_silence(const struct cmlab_judge *j)
{
	bool silent = !is_ud(j) || status_of(j, ACTIVE, CMLAB_EVENT_UNREACHABLE) < 0;

	return j->h->own_timer || (j->h->outcome == CMLAB_OUTCOME_UNREACHABLE && silent) ||
	       cmlab_judge_iwarp_silent(j);
}

static bool is_nobody_listening(const struct cmlab_judge *j)
{
	if (is_answer_known(j))
		return j->h->answer == CMLAB_ANSWER_ABSENT;
	if (is_iwarp(j))
		return cmlab_judge_iwarp_absent(j);
	return status_of(j, ACTIVE, CMLAB_EVENT_REJECTED) == CMLAB_REJ_INVALID_SERVICE_ID ||
	       sidr_status(j) == CMLAB_SIDR_UNSUPPORTED;
}

static bool is_stale(const struct cmlab_judge *j)
{
	s32 status = status_of(j, ACTIVE, CMLAB_EVENT_REJECTED);

	return is_rc(j) && last_event(j, ACTIVE) &&
	       (is_answer_known(j) ? j->h->answer == CMLAB_ANSWER_STALE :
				     status == CMLAB_REJ_STALE_CONN);
}

/* Far below what 16 messages take, the least of which is waited for 65 ms. */
static bool gave_up_at_once(const struct cmlab_judge *j)
{
	u32 us = j->h->handshake_us;

	return !is_iwarp(j) && !j->h->own_timer && us && us < 1000000;
}

static void nothing_came_back(struct cmlab_judge *j)
{
	u32 ms = j->h->timeout_ms;
	unsigned int waits = has_viewpoint(j) ? j->h->viewpoint : ACTIVE;
	s32 status = status_of(j, waits, CMLAB_EVENT_UNREACHABLE);
	const char *silent = cmlab_who(j, !waits);
	char shown[24] = "";

	if (is_answer_known(j) || !is_silence(j))
		return;
	if (cmlab_judge_iwarp_silent(j) && last_event(j, ACTIVE))
		status = last_event(j, ACTIVE)->status;
	status = status ? status : min(end_of(j, waits)->ret, 0);
	if (status)
		scnprintf(shown, sizeof(shown), " (status %d)", status);
	if (gave_up_at_once(j)) {
		cmlab_say(j,
			  "Nothing came back from %s%s, and the CM gave up after %u.%u ms: its message could not even be sent.",
			  silent, shown, j->h->handshake_us / 1000,
			  j->h->handshake_us % 1000 / 100);
		cmlab_advise(j,
			     "look at the route and the link; on rxe the device hears nothing after that: make it anew.");
		return;
	}
	if (j->h->own_timer)
		cmlab_say(j, "Nothing came back from %s in %u.%u s (own timer)%s.", silent,
			  ms / 1000, ms % 1000 / 100,
			  is_iwarp(j) ? "" : "; the CM itself would have gone on for 65 to 98 s");
	else
		cmlab_say(j, "Nothing came back from %s%s: %s.", silent, shown,
			  is_iwarp(j) ?
				  "TCP or the MPA handshake timed out" :
				  "the CM sent its message 16 times, or the peer's address moved");
}

static bool is_nothing_to_come(const struct cmlab_judge *j)
{
	/* Not every iWARP driver says UNREACHABLE. */
	if (j->h->answer == CMLAB_ANSWER_SILENT)
		return j->h->outcome == CMLAB_OUTCOME_UNREACHABLE ||
		       (is_iwarp(j) && last_event(j, ACTIVE));
	return j->h->answer == CMLAB_ANSWER_NOMEM && !is_ud(j) &&
	       j->h->outcome == CMLAB_OUTCOME_UNREACHABLE;
}

static void nothing_will_come_back(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev = last_event(j, ACTIVE);
	bool nomem = j->h->answer == CMLAB_ANSWER_NOMEM;
	char time[CMLAB_TIME_STR], shown[48] = "rdma_connect returns -110";

	if (!is_nothing_to_come(j))
		return;
	if (ev)
		scnprintf(shown, sizeof(shown), "%s %d",
			  cmlab_name(&cmlab_events, ev->event) + strlen("RDMA_CM_EVENT_"),
			  ev->status);
	cmlab_say(j, "Nothing comes back: %s after %s%s, with no way to shorten it.%s%s", shown,
		  is_iwarp(j) && j->h->unreachable_ns < 0 ?
			  "a time of the adapter's own TCP" :
			  cmlab_time_text(j->h->unreachable_ns, time),
		  ev && ev->event != CMLAB_EVENT_UNREACHABLE ? " instead of UNREACHABLE -110" : "",
		  is_iwarp(j) && ev && ev->event == CMLAB_EVENT_REJECTED ?
			  " Only the time tells it from a refusal." :
			  "",
		  nomem ? " The passive's handler returned -ENOMEM, which sends no REJ at all." :
			  "");
	if (nomem)
		cmlab_advise(j, "reject with a reason instead of returning -ENOMEM.");
}

#define SAME_HEADER "use handshake=header and the same version at both ends, or handshake=raw."

/* What to do about a reason, whoever gave it. */
/* clang-format off */
static const char *const reason_advice[CMLAB_NR_REASONS] = {
	[CMLAB_REASON_HDR_ABSENT ... CMLAB_REASON_HDR_MAGIC] = SAME_HEADER,
	[CMLAB_REASON_HDR_SWAPPED] = "write every number of the header in big-endian order.",
	[CMLAB_REASON_HDR_VERSION ... CMLAB_REASON_HDR_CRC] = SAME_HEADER,
	[CMLAB_REASON_IRD_FLOOR] =
		"lower its responder_resources.floor, or have the other side offer a larger initiator_depth.",
	[CMLAB_REASON_ORD_FLOOR] =
		"lower its initiator_depth.floor, or have the other side offer larger responder_resources.",
	[CMLAB_REASON_RES_EXHAUSTED] =
		"give each connection of its device less responder_resources, or use fewer connections.",
	[CMLAB_REASON_CONN_LIMIT] = "close connections there or raise the limit.",
	[CMLAB_REASON_NO_RESOURCES] =
		"look at that machine's log and memory, and at the device's limits on queue pairs.",
	[CMLAB_REASON_REPLY_IRD ... CMLAB_REASON_REPLY_ORD] =
		"accept with the smaller of its own limit and what the REQ offered.",
	[CMLAB_REASON_FIELD_RANGE] = "write a value that fits, or leave strict off.",
};

/* clang-format on */

/* What the two numbers of a reason are depends on the reason. */
static void reason_numbers(const struct cmlab_refusal *r, char *buf, size_t size)
{
	if (r->code >= CMLAB_REASON_HDR_ABSENT && r->code <= CMLAB_REASON_HDR_CRC)
		scnprintf(buf, size, "%u bytes received", r->have);
	else if (r->code == CMLAB_REASON_NO_RESOURCES)
		scnprintf(buf, size, "error %u, %s", r->have, cmlab_errno_name((s32)(0 - r->have)));
	else if (r->field == CMLAB_F_PDLEN)
		scnprintf(buf, size, "%u bytes, %u fit this message", r->have, r->need);
	else
		scnprintf(buf, size, "%u, needed %u", r->have, r->need);
}

static void side_refuses(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_refusal *r = &end_of(j, role)->refusal;
	bool has_field = r->field < CMLAB_NR_FIELDS;
	char numbers[48];

	if (!r->code || (role == ACTIVE && cmlab_judge_refused_reply(j)))
		return;
	reason_numbers(r, numbers, sizeof(numbers));
	cmlab_say(j, "%s refuses: reason %u (%s)%s%s: %s (%s).", cmlab_who_begins(j, role), r->code,
		  cmlab_name(&cmlab_reasons, r->code), has_field ? ", its " : "",
		  has_field ? name_of(r->field) : "", cmlab_name(&cmlab_reason_texts, r->code),
		  numbers);
	j->f->field = has_field ? r->field : CMLAB_NR_FIELDS;
	if (r->field == CMLAB_F_PDLEN)
		cmlab_advise(j, "send at most %u bytes.", r->need);
	else if (r->code < CMLAB_NR_REASONS && reason_advice[r->code])
		cmlab_advise(j, "%s", reason_advice[r->code]);
}

/* The passive side's program is known to give no reason: F17, F19. */
static void say_rejects_silently(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev = last_event(j, ACTIVE);
	const struct cmlab_pdata *p = &j->h->reject;

	/* What rdma_reject refuses to send goes out as a reject without data. */
	if (j->h->answer == CMLAB_ANSWER_REJECT && ev && p->sent &&
	    (!p->sent_len || has_failed(j, PASSIVE)))
		cmlab_say(j,
			  "The passive side rejects without private data: the active side sees REJECTED, status %d, %u bytes of zeros, and cannot tell why.",
			  ev->status, ev->private_data_len);
}

static void say_ib_reject(struct cmlab_judge *j, s32 status)
{
	const struct cmlab_pdata *p = &j->h->reject;

	cmlab_say(j,
		  "The peer rejected with REJ %d (%s); the %u bytes of private data received hold no reason of this protocol (%s).",
		  status, cmlab_name(&cmlab_ib_rejs, (unsigned int)status), p->seen_len,
		  cmlab_name(&cmlab_reasons, p->hdr_reason));
	if (status == CMLAB_REJ_CONSUMER_DEFINED)
		cmlab_advise(j,
			     "look at the peer's log: it is out of resources, its accept failed, its process died, or it speaks another protocol.");
	else
		cmlab_advise(j,
			     "the peer's connection manager refused, not its program: look at address, port space and path.");
}

static void reject_says_nothing(struct cmlab_judge *j)
{
	s32 status;

	if (j->h->outcome != CMLAB_OUTCOME_REJECTED)
		return;
	if (is_answer_known(j))
		say_rejects_silently(j);
	if (is_answer_known(j) || !has_viewpoint(j) || is_nobody_listening(j) ||
	    cmlab_judge_iwarp_silent(j) || is_stale(j) || end_of(j, ACTIVE)->refusal.code ||
	    end_of(j, PASSIVE)->refusal.code)
		return;
	status = status_of(j, j->h->viewpoint, CMLAB_EVENT_REJECTED);
	if (status > 0)
		say_ib_reject(j, status);
	else if (status < 0)
		cmlab_judge_say_iwarp_reject(j, status);
	if (status)
		cmlab_judge_say_foreign_bytes(j, status);
}

/* F40: the end of a connection that stood is told by its later events. */
static void ended_late(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_end *e = end_of(j, role);
	unsigned int i;

	for (i = e->nr_events; i < (unsigned int)e->nr_events + e->nr_later; i++) {
		const struct cmlab_cm_event *ev = &e->events[i];

		if (ev->event == CMLAB_EVENT_UNREACHABLE)
			cmlab_say(j,
				  "The connection stood, and then UNREACHABLE (status %d) ended it: the link-layer address of its neighbour changed.",
				  ev->status);
		else if (ev->event == CMLAB_EVENT_REJECTED)
			cmlab_say(j,
				  "The connection stood, and then REJECTED (status %d) ended it: the peer's CM took its message back.",
				  ev->status);
	}
}

static void nobody_listens(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev = last_event(j, ACTIVE);
	s32 ret = end_of(j, ACTIVE)->ret;

	if (!is_nobody_listening(j))
		return;
	if (ret == -ECONNREFUSED)
		cmlab_say(j,
			  "The peer is alive and nobody listens on that port: rdma_connect returns %d (ECONNREFUSED), as TCP was refused.",
			  ret);
	else if (ev && is_iwarp(j))
		cmlab_judge_say_absent(j, ev->status);
	else if (ev)
		cmlab_say(j, "The peer is alive and nobody listens on that port: %s, status %d.",
			  cmlab_name(&cmlab_events, ev->event), ev->status);
}

static void refused_ud_is_unreachable(struct cmlab_judge *j)
{
	s32 status = sidr_status(j);

	if (status)
		cmlab_say(j,
			  "A refused UD connect comes as UNREACHABLE with the positive SIDR status %d (%s), not as REJECTED; the reason given to rdma_reject is dropped.",
			  status, status == CMLAB_SIDR_UNSUPPORTED ? "nobody listens" : "rejected");
}

static bool hides_reason(const struct cmlab_judge *j)
{
	u8 call = end_of(j, PASSIVE)->call;

	return j->h->answer == CMLAB_ANSWER_FAIL ||
	       (has_failed(j, PASSIVE) && (call == CMLAB_CALL_ACCEPT || call == CMLAB_CALL_REJECT ||
					   call == CMLAB_CALL_MODIFY_QP));
}

static void reject_hides_cause(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev = last_event(j, ACTIVE);

	if (j->h->outcome == CMLAB_OUTCOME_REJECTED && ev && hides_reason(j))
		cmlab_say(j,
			  "The active side sees only REJECTED, status %d, no data: the same as if the peer were out of resources or its process had died. The cause is local to the passive side.",
			  ev->status);
}

static void peer_holds_old_connection(struct cmlab_judge *j)
{
	char wait[CMLAB_TIME_STR];

	if (is_stale(j))
		cmlab_say(j,
			  "REJ 10, stale connection: the peer still holds an old connection of this queue pair number. It drops it on this REQ, or goes through time-wait first (%s here).",
			  cmlab_time_text(end_of(j, PASSIVE)->time_wait_ns, wait));
}

static bool has_no_cm(const struct cmlab_judge *j)
{
	const struct cmlab_driver_name *named = cmlab_limits_named(&end_of(j, ACTIVE)->device);

	return named && named->no_cm;
}

static const char *why_not_possible(const struct cmlab_judge *j)
{
	const struct cmlab_end *e = end_of(j, ACTIVE);

	if (e->call == CMLAB_CALL_RESOLVE_ADDR && has_no_cm(j))
		return "its driver has no connection manager, so rdma_cm takes none of its devices";
	if (e->call == CMLAB_CALL_RESOLVE_ADDR && is_iwarp(j) && j->h->family == CMLAB_FAMILY_IB)
		return "iWARP has no AF_IB addresses";
	if (e->call == CMLAB_CALL_CREATE_QP && is_iwarp(j) && j->h->ps == CMLAB_PS_UDP)
		return "iWARP has no UD queue pairs";
	if (e->call == CMLAB_CALL_RESOLVE_ROUTE && knows(j, ACTIVE, CMLAB_KNOWS_MTU))
		return "the netdev's MTU is too small for RoCE, which needs 352";
	if (e->ret == -EAFNOSUPPORT && driver_of(j, ACTIVE)->iw_inet_only)
		return "this driver takes IPv4 only";
	return NULL;
}

static void combination_does_not_exist(struct cmlab_judge *j)
{
	const struct cmlab_end *e = end_of(j, ACTIVE);
	const char *why = has_failed(j, ACTIVE) ? why_not_possible(j) : NULL;

	if (why)
		cmlab_say(j, "%s returns %d (%s): %s.", cmlab_name(&cmlab_calls, e->call), e->ret,
			  cmlab_errno_name(e->ret), why);
}

/* The most common cause of an errno of a call or of an event; NULL if none is known. */
static const struct cmlab_cause *likely_cause(const struct cmlab_judge *j, unsigned int role,
					      u8 call, const struct cmlab_cm_event *ev)
{
	const struct cmlab_meaning *m;
	struct cmlab_symptom s;

	if (!call && !ev)
		return NULL;
	cmlab_symptom_init(&s, CMLAB_SYMPTOM_ERRNO, call ? end_of(j, role)->ret : ev->status);
	s.role = (u8)role;
	s.transport = j->h->transport;
	s.driver = knows(j, role, CMLAB_KNOWS_DRIVER) ? end_of(j, role)->device.driver : 0;
	s.call = call;
	if (!call)
		s.event = ev->event;
	m = cmlab_symptom_first(&s);
	return m && m->causes[0].cause ? &m->causes[0] : NULL;
}

/* An adapter with a TCP of its own found no way to the peer. */
static bool is_of_path(s32 err)
{
	return err == -EHOSTUNREACH || err == -ENETUNREACH || err == -EADDRINUSE;
}

/* What has just been said has this cause, as a rule. */
static void say_likely(struct cmlab_judge *j, const struct cmlab_cause *c)
{
	size_t n = strlen(j->f->message);

	if (!c) {
		cmlab_advise(j, "look at the kernel log of this machine.");
		return;
	}
	if (n + strlen(c->cause) + 20 < sizeof(j->f->message))
		scnprintf(j->f->message + n, sizeof(j->f->message) - n, " Most often: %s.",
			  c->cause);
	cmlab_advise(j, "%s%s.", c->todo,
		     c[1].cause ? "; cmlab why --conn tells other causes" : "");
}

static void say_event_failed(struct cmlab_judge *j, unsigned int role,
			     const struct cmlab_cm_event *ev)
{
	bool connect_error = j->h->outcome == CMLAB_OUTCOME_CONNECT_ERROR;

	if (!connect_error && j->h->outcome != CMLAB_OUTCOME_LOCAL_ERROR)
		return;
	if (ev)
		cmlab_say(j, "%s, status %d (%s).", cmlab_name(&cmlab_events, ev->event),
			  ev->status, cmlab_errno_name(ev->status));
	else
		cmlab_say(j, "The handshake failed, and no known call or event says why.");
	if (connect_error && !(ev && is_of_path(ev->status)))
		cmlab_advise(j,
			     "the active side's QP or driver did not take the reply: compare advertised with its device's limits.");
	else
		say_likely(j, ev ? likely_cause(j, role, CMLAB_CALL_NONE, ev) : NULL);
}

static bool is_event_failed(const struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_cm_event *ev = last_event(j, role);

	return ev && ev->status < 0;
}

/* What none of the findings before could name: of this side, or else of the other. */
static void call_failed(struct cmlab_judge *j)
{
	unsigned int role = has_viewpoint(j) ? j->h->viewpoint : ACTIVE;
	const struct cmlab_end *e;
	u32 i;

	if (is_silence(j))
		return;
	for (i = 0; i < j->found->nr; i++)
		if (j->found->f[i].severity == CMLAB_SEVERITY_ERROR)
			return;
	if (!has_failed(j, role) &&
	    (has_failed(j, !role) || (!is_event_failed(j, role) && is_event_failed(j, !role))))
		role = !role;
	if (!has_failed(j, role)) {
		say_event_failed(j, role, last_event(j, role));
		return;
	}
	e = end_of(j, role);
	cmlab_say(j, "%s of %s fails: %d (%s).", cmlab_name(&cmlab_calls, e->call),
		  cmlab_who(j, role), e->ret, cmlab_errno_name(e->ret));
	say_likely(j, likely_cause(j, role, e->call, NULL));
}

const struct cmlab_row cmlab_rows_failures[] = {
	{ 10, ERROR, CMLAB_NR_FIELDS, 0, "nothing came back before this side's own timer ended",
	  "ping the peer, look at its RDMA link and the GIDs of both ends; a peer that is alive but overwhelmed looks the same.",
	  .judge = nothing_came_back },
	{ 11, ERROR, CMLAB_NR_FIELDS, OF_PEER, "the peer rejected with a reason of this protocol",
	  "look at the log of the side that refused.", .judge_side = side_refuses },
	{ 12, ERROR, CMLAB_NR_FIELDS, 0, "the peer rejected and said nothing",
	  "give rdma_reject a reason of your protocol as private data.",
	  .judge = reject_says_nothing },
	{ 13, ERROR, CMLAB_NR_FIELDS, 0, "nobody listens on that port",
	  "start the listener, or check port, address and port space.", .judge = nobody_listens },
	{ 14, ERROR, CMLAB_NR_FIELDS, OF_OWN_SIDE, "this side refused",
	  "look at the log of the side that refused.", .judge_side = side_refuses },
	{ 46, WARNING, CMLAB_NR_FIELDS, 0, "a refused UD connect comes as UNREACHABLE",
	  "read UNREACHABLE with a positive status as a refusal, and with a negative one as silence.",
	  .judge = refused_ud_is_unreachable },
	{ 49, ERROR, CMLAB_NR_FIELDS, 0, "the reject does not say why",
	  "check everything before rdma_accept and reject with a reason; look at the passive side's log.",
	  .judge = reject_hides_cause },
	{ 50, ERROR, CMLAB_NR_FIELDS, 0, "nothing comes back",
	  "arm a timer of your own around the connect; look at path, GID and VLAN before retry counts.",
	  .judge = nothing_will_come_back },
	{ 72, ERROR, CMLAB_NR_FIELDS, 0, "the peer still holds an old connection",
	  "connect again with a new id and queue pair after that time.",
	  .judge = peer_holds_old_connection },
	{ 82, ERROR, CMLAB_NR_FIELDS, 0,
	  "the peer's program refused, and says why in its private data",
	  "decode those bytes with the protocol of that program.",
	  .judge = cmlab_judge_program_refused },
	{ CMLAB_CL_ENDED_LATE, ERROR, CMLAB_NR_FIELDS, IF_UP,
	  "a connection that stood was ended by the CM",
	  "look at ip monitor neigh of that moment and at the peer's log; connect again.",
	  .judge_side = ended_late },
	{ 74, ERROR, CMLAB_NR_FIELDS, 0, "this combination does not exist",
	  "choose another family, port space, device or MTU.",
	  .judge = combination_does_not_exist },
	/* The last row of all. */
	{ 15, ERROR, CMLAB_NR_FIELDS, 0, "a local call failed", .judge = call_failed },
	{}
};
