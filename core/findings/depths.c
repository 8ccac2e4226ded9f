// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The two depths: what one side wants, what the other one serves, and what both QPs have.
 */
#include "judge.h"

static bool is_connected(const struct cmlab_judge *j)
{
	return is_up(j) && !is_ud(j);
}

/* The word that a side gave of how many reads it serves; some drivers give their own. */
static bool promises(const struct cmlab_judge *j, unsigned int role, u32 *ird)
{
	const struct cmlab_values *agreed = &end_of(j, role)->agreed;
	bool own_word = is_iwarp(j) && role == PASSIVE &&
			(!knows(j, role, CMLAB_KNOWS_DRIVER) ||
			 driver_of(j, role)->iw_accept_ignored);

	if (role == PASSIVE && has_sent(j, role, CMLAB_F_IRD)) {
		*ird = sent_of(j, role, CMLAB_F_IRD);
		return true;
	}
	*ird = cmlab_values_get(agreed, CMLAB_F_IRD);
	return cmlab_values_has(agreed, CMLAB_F_IRD) && !own_word;
}

/* How many reads a side serves: its QP's number, or what the CM will give it, or its word. */
static bool serves(const struct cmlab_judge *j, unsigned int role, u32 *ird)
{
	bool cm = is_rc(j) && j->h->transitions == CMLAB_TRANSITIONS_CM;

	if (has_qp(j, role, CMLAB_F_IRD)) {
		*ird = qp_of(j, role, CMLAB_F_IRD);
		return true;
	}
	if (cm && role == ACTIVE && has_sent(j, PASSIVE, CMLAB_F_ORD)) {
		*ird = sent_of(j, PASSIVE, CMLAB_F_ORD);
		return true;
	}
	*ird = sent_of(j, role, CMLAB_F_IRD);
	return has_sent(j, role, CMLAB_F_IRD);
}

/* "serves", or what is known of a side whose QP nobody sees. */
static const char *serves_words(const struct cmlab_judge *j, unsigned int role)
{
	return has_qp(j, role, CMLAB_F_IRD) ? "serves" : "said that it serves";
}

/*
 * How many reads a side would like to issue, and its device can; 0 if that is not known. A
 * side whose device is not known wants no more than its message says.
 */
static u32 wish(const struct cmlab_judge *j, unsigned int role)
{
	u32 most = cmlab_limits_ord(&end_of(j, role)->limits);

	if (!knows(j, role, CMLAB_KNOWS_LIMITS))
		return sent_of(j, role, CMLAB_F_ORD);
	if (!has_wanted(j, role, CMLAB_F_ORD))
		return min(sent_of(j, role, CMLAB_F_ORD), most);
	return min(wanted_of(j, role, CMLAB_F_ORD), most);
}

/* The driver keeps max_dest_rd_atomic in 8 bits behind a rounding up to 256. */
static bool wraps(const struct cmlab_judge *j, unsigned int role)
{
	u32 v = sent_of(j, PASSIVE, role == PASSIVE ? CMLAB_F_IRD : CMLAB_F_ORD);

	return is_rc(j) && driver_of(j, role)->ird_wraps && v > 128 &&
	       has_qp(j, role, CMLAB_F_IRD) && !qp_of(j, role, CMLAB_F_IRD);
}

static void qp_serves_less_than_promised(struct cmlab_judge *j)
{
	unsigned int role;
	u32 word, has;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		has = qp_of(j, role, CMLAB_F_IRD);
		if (!is_connected(j) || !has_qp(j, role, CMLAB_F_IRD) ||
		    !promises(j, role, &word) || has >= word || wraps(j, role))
			continue;
		cmlab_say(j,
			  "%s word is that it serves %u reads at once and its QP serves %u (max_dest_rd_atomic): the peer's read number %u may be refused.",
			  cmlab_whose_begins(j, role), word, has, has + 1);
		cmlab_advise(j, "%s with responder_resources %u.", call_of(role), has);
	}
}

/* A peer whose QP nobody sees may round its depth up as this side's driver does. */
static bool may_be_rounded(const struct cmlab_judge *j, unsigned int role, u32 ird)
{
	bool rounds = !knows(j, role, CMLAB_KNOWS_DRIVER) || driver_of(j, role)->rounds_up;

	return !has_qp(j, !role, CMLAB_F_IRD) && rounds &&
	       qp_of(j, role, CMLAB_F_ORD) == cmlab_ib_pow2(ird);
}

static void issues_more_than_peer_serves(struct cmlab_judge *j)
{
	unsigned int role;
	u32 has, ird;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		has = qp_of(j, role, CMLAB_F_ORD);
		if (!is_connected(j) || !has_qp(j, role, CMLAB_F_ORD) || !serves(j, !role, &ird) ||
		    !ird || has <= ird || may_be_rounded(j, role, ird))
			continue;
		cmlab_say(j,
			  "%s QP issues up to %u reads at once (max_rd_atomic) and %s %s %u: one more may be answered with a NAK that ends the connection.",
			  cmlab_whose_begins(j, role), has, cmlab_who(j, !role),
			  serves_words(j, !role), ird);
		cmlab_advise(j, "keep at most %u reads in flight there, or ask for a power of two.",
			     ird);
	}
}

/* @role serves, the other side wants more. The accept decides what both sides serve. */
static void say_wants_more(struct cmlab_judge *j, unsigned int role)
{
	u32 ird, want;

	if (!is_connected(j) || !serves(j, role, &ird) || !ird || wish(j, !role) <= ird)
		return;
	cmlab_say(j, "%s wants to issue %u reads at once and %s %s %u.", cmlab_who_begins(j, !role),
		  wish(j, !role), cmlab_who(j, role), serves_words(j, role), ird);
	want = wish(j, !role);
	if (knows(j, role, CMLAB_KNOWS_LIMITS))
		want = min(want, cmlab_limits_ird(&end_of(j, role)->limits));
	if (want <= ird)
		cmlab_advise(j, "ask for initiator_depth %u there: the device here serves no more.",
			     ird);
	else
		cmlab_advise(j, "accept with %s %u.",
			     name_of(role == PASSIVE ? CMLAB_F_IRD : CMLAB_F_ORD), want);
}

static void peer_wants_more_than_served(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++)
		if (!has_viewpoint(j) || role == j->h->viewpoint)
			say_wants_more(j, role);
}

/* The same, told by the side that wants. */
static void wants_more_than_peer_serves(struct cmlab_judge *j)
{
	if (has_viewpoint(j))
		say_wants_more(j, !j->h->viewpoint);
}

static void may_issue_no_read(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		if (!is_connected(j) || !wish(j, role) || !has_qp(j, role, CMLAB_F_ORD) ||
		    qp_of(j, role, CMLAB_F_ORD))
			continue;
		cmlab_say(j,
			  "%s wants to issue %u reads and its QP may issue none (max_rd_atomic 0); a read then %s.",
			  cmlab_who_begins(j, role), wish(j, role),
			  cmlab_name(&cmlab_reads, cmlab_handshake_read(j->h, role)));
		cmlab_advise(j, "accept with %s of at least 1, or use only SEND and WRITE.",
			     name_of(role == ACTIVE ? CMLAB_F_IRD : CMLAB_F_ORD));
	}
}

static void say_no_permission(struct cmlab_judge *j, unsigned int role)
{
	cmlab_say(j,
		  "%s QP has room for %u reads but no REMOTE_READ permission, because the %s's initiator_depth is 0: a read of %s ends the connection.",
		  cmlab_whose_begins(j, role), qp_of(j, role, CMLAB_F_IRD), call_of(!role),
		  cmlab_who(j, !role));
	cmlab_advise(j, "%s with initiator_depth of at least 1.", call_of(!role));
}

/* May_issue_no_read() tells it of the other side, if its QP is seen. */
static bool serves_none_wanted(const struct cmlab_judge *j, unsigned int role)
{
	bool issues_none = has_qp(j, !role, CMLAB_F_ORD) && !qp_of(j, !role, CMLAB_F_ORD);

	return wish(j, !role) && has_qp(j, role, CMLAB_F_IRD) && !qp_of(j, role, CMLAB_F_IRD) &&
	       !wraps(j, role) && !issues_none;
}

static void may_serve_no_read(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		const struct cmlab_end *e = end_of(j, role);

		if (!is_connected(j) || !knows(j, role, CMLAB_KNOWS_QP))
			continue;
		if (is_rc(j) && qp_of(j, role, CMLAB_F_IRD) && e->access &&
		    !(e->access & CMLAB_ACCESS_REMOTE_READ)) {
			say_no_permission(j, role);
		} else if (serves_none_wanted(j, role)) {
			cmlab_say(j,
				  "%s wants to issue %u reads and %s QP serves none (max_dest_rd_atomic 0): a read ends the connection or never completes.",
				  cmlab_who_begins(j, !role), wish(j, !role), cmlab_whose(j, role));
			cmlab_advise(j, "%s with responder_resources of at least 1.",
				     call_of(role));
		}
	}
}

/* What the driver made of a depth: not more than a rounding up. */
static bool is_rounded(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 due)
{
	return driver_of(j, role)->rounds_up && qp_of(j, role, f) == cmlab_ib_pow2(due);
}

/* A depth is more than what is due to the QP. Only a policy knows that without its rounding. */
static bool is_more(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 *due)
{
	bool lab = j->h->transitions == CMLAB_TRANSITIONS_LAB && !is_iwarp(j);

	return is_connected(j) && cmlab_due_of(j, role, f, due) && *due &&
	       qp_of(j, role, f) > *due && (lab || is_rounded(j, role, f, *due));
}

static void say_more(struct cmlab_judge *j, unsigned int role, const char *does)
{
	u32 ird, ord;
	bool serves_more = is_more(j, role, CMLAB_F_IRD, &ird);
	bool issues_more = is_more(j, role, CMLAB_F_ORD, &ord);

	if (serves_more && issues_more)
		cmlab_say(j, "%s %s: %s QP issues %u reads for %u and serves %u for %u.",
			  driver_name(j, role), does, cmlab_whose(j, role),
			  qp_of(j, role, CMLAB_F_ORD), ord, qp_of(j, role, CMLAB_F_IRD), ird);
	else if (serves_more)
		cmlab_say(j, "%s %s: %s QP serves %u reads for %u.", driver_name(j, role), does,
			  cmlab_whose(j, role), qp_of(j, role, CMLAB_F_IRD), ird);
	else
		cmlab_say(j, "%s %s: %s QP issues %u reads for %u.", driver_name(j, role), does,
			  cmlab_whose(j, role), qp_of(j, role, CMLAB_F_ORD), ord);
	if (!serves_more)
		j->f->field = CMLAB_F_ORD;
}

static void driver_programs_more(struct cmlab_judge *j)
{
	unsigned int role;
	u32 ird, ord;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		bool more_ird = is_more(j, role, CMLAB_F_IRD, &ird);
		bool more_ord = is_more(j, role, CMLAB_F_ORD, &ord);
		bool rounded = (!more_ird || is_rounded(j, role, CMLAB_F_IRD, ird)) &&
			       (!more_ord || is_rounded(j, role, CMLAB_F_ORD, ord));

		if (!more_ird && !more_ord)
			continue;
		if (rounded) {
			say_more(j, role, "rounds up to a power of two");
			cmlab_advise(j, "count on what was asked for, or ask for a power of two.");
		} else {
			say_more(j, role, "programs more than was agreed");
			cmlab_advise(j, "count on what was agreed.");
		}
	}
}

static void driver_wraps_depth(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		unsigned int f = role == PASSIVE ? CMLAB_F_IRD : CMLAB_F_ORD;

		if (!wraps(j, role))
			continue;
		cmlab_say(j,
			  "The accept's %s %u is rounded up to 256 by %s and kept in 8 bits: %s QP serves 0 reads, and nobody returns an error.",
			  name_of(f), sent_of(j, PASSIVE, f), driver_name(j, role),
			  cmlab_whose(j, role));
		j->f->field = (u8)f;
		cmlab_advise(j, "accept with %s 128 or less.", name_of(f));
	}
}

static const u8 depths[] = { CMLAB_F_IRD, CMLAB_F_ORD };

static void accept_is_above_offer(struct cmlab_judge *j)
{
	unsigned int i;

	/* In transitions=lab the active side refuses such a reply. */
	if (!is_rc(j) || j->h->transitions == CMLAB_TRANSITIONS_LAB)
		return;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		unsigned int theirs = depths[i], mine = cmlab_field_at_peer(theirs);
		u32 offer = sent_of(j, ACTIVE, mine), v = sent_of(j, PASSIVE, theirs);

		if (!has_sent(j, ACTIVE, mine) || v <= offer)
			continue;
		cmlab_say(j,
			  "The accept says %s %u, the REQ offered %u (its %s). The CM takes no minimum: %s QP gets %s %u.",
			  name_of(theirs), v, offer, name_of(mine), cmlab_whose(j, ACTIVE),
			  cmlab_field_info(mine)->attr, v);
		j->f->field = (u8)theirs;
		cmlab_advise(j, "accept with %s min(own limit, what the event shows) = %u.",
			     name_of(theirs), offer);
	}
}

static void connect_sets_up_no_qp(struct cmlab_judge *j)
{
	u32 ird = sent_of(j, ACTIVE, CMLAB_F_IRD), ord = sent_of(j, ACTIVE, CMLAB_F_ORD);

	if (!is_up(j) || !is_rc(j) || j->h->transitions == CMLAB_TRANSITIONS_LAB ||
	    !has_sent(j, ACTIVE, CMLAB_F_IRD) || !has_sent(j, PASSIVE, CMLAB_F_IRD) ||
	    (sent_of(j, PASSIVE, CMLAB_F_IRD) == ord && sent_of(j, PASSIVE, CMLAB_F_ORD) == ird))
		return;
	cmlab_say(j,
		  "The connect's responder_resources %u and initiator_depth %u are an offer and set up no QP: the accept's %u and %u do, on both sides.",
		  ird, ord, sent_of(j, PASSIVE, CMLAB_F_IRD), sent_of(j, PASSIVE, CMLAB_F_ORD));
	cmlab_advise(j,
		     "let the active side read the reply's event and hold itself to initiator_depth %u.",
		     sent_of(j, PASSIVE, CMLAB_F_IRD));
}

static bool is_about_depths(u8 reason)
{
	return reason == CMLAB_REASON_REPLY_IRD || reason == CMLAB_REASON_REPLY_ORD ||
	       reason == CMLAB_REASON_IRD_FLOOR || reason == CMLAB_REASON_ORD_FLOOR;
}

bool cmlab_judge_refused_reply(const struct cmlab_judge *j)
{
	const struct cmlab_end *active = end_of(j, ACTIVE);

	return is_about_depths(active->refusal.code) &&
	       (cmlab_end_event(active, CMLAB_EVENT_CONNECT_RESPONSE) ||
		cmlab_end_event(active, CMLAB_EVENT_ESTABLISHED));
}

static void reply_breaks_offer(struct cmlab_judge *j)
{
	const struct cmlab_refusal *r = &end_of(j, ACTIVE)->refusal;

	if (!cmlab_judge_refused_reply(j))
		return;
	cmlab_say(j,
		  "transitions=lab: %s refuses the reply with reason %u (%s): %u where %u was offered.",
		  cmlab_who(j, ACTIVE), r->code, cmlab_name(&cmlab_reasons, r->code), r->have,
		  r->need);
	j->f->field = r->field;
	cmlab_advise(j, "accept with at most what the REQUEST event shows.");
}

static const struct cmlab_row rows[] = {
	{ CMLAB_CL_QP_SERVES_LESS, CMLAB_SEVERITY_ERROR, CMLAB_F_IRD,
	  "the QP serves fewer reads than were offered", qp_serves_less_than_promised },
	{ CMLAB_CL_ISSUES_MORE, CMLAB_SEVERITY_ERROR, CMLAB_F_ORD,
	  "the QP issues more reads than the peer agreed to serve", issues_more_than_peer_serves },
	{ CMLAB_CL_PEER_WANTS_MORE, CMLAB_SEVERITY_WARN, CMLAB_F_IRD,
	  "the peer wants to issue more reads than this side serves", peer_wants_more_than_served },
	{ CMLAB_CL_WANTS_MORE, CMLAB_SEVERITY_WARN, CMLAB_F_ORD,
	  "this side wanted to issue more reads than the peer serves",
	  wants_more_than_peer_serves },
	{ CMLAB_CL_ISSUES_NONE, CMLAB_SEVERITY_WARN, CMLAB_F_ORD,
	  "no read can be issued on this connection", may_issue_no_read },
	{ CMLAB_CL_SERVES_NONE, CMLAB_SEVERITY_WARN, CMLAB_F_IRD,
	  "no read of the peer can be served on this connection", may_serve_no_read },
	{ CMLAB_CL_ROUNDED_UP, CMLAB_SEVERITY_INFO, CMLAB_F_IRD,
	  "the driver programs more than was negotiated", driver_programs_more },
	{ CMLAB_CL_DEPTH_WRAPS, CMLAB_SEVERITY_ERROR, CMLAB_F_IRD,
	  "the driver turns the depth into 0", driver_wraps_depth },
	{ CMLAB_CL_ABOVE_OFFER, CMLAB_SEVERITY_WARN, CMLAB_F_IRD,
	  "the accept is above what the REQ offered", accept_is_above_offer },
	{ CMLAB_CL_OFFER_ONLY, CMLAB_SEVERITY_INFO, CMLAB_F_ORD,
	  "the depths of rdma_connect set up no queue pair", connect_sets_up_no_qp },
	{ CMLAB_CL_REPLY_BREAKS, CMLAB_SEVERITY_ERROR, CMLAB_F_IRD,
	  "the reply breaks what was offered", reply_breaks_offer },
};

CMLAB_TOPIC(depths, rows);
