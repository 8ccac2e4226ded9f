// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The two depths: what one side wants, what the other one serves, and what both QPs have.
 */
#include "judge.h"

#define IF_CONNECTED (IF_UP | IF_NOT_UD)

/* The word that a side gave of how many reads it serves; some drivers give their own. */
static bool promises(const struct cmlab_judge *j, unsigned int role, u32 *ird)
{
	const struct cmlab_end *e = end_of(j, role);
	bool own_word = is_iwarp(j) && role == PASSIVE &&
			(!knows(j, role, CMLAB_KNOWS_DRIVER) ||
			 driver_of(j, role)->iw_accept_ignored);

	return (role == PASSIVE && cmlab_values_find(&e->sent, CMLAB_F_IRD, ird)) ||
	       (cmlab_values_find(&e->agreed, CMLAB_F_IRD, ird) && !own_word);
}

/* How many reads a side serves: its QP's number, or what the CM will give it, or its word. */
static bool reads_served(const struct cmlab_judge *j, unsigned int role, u32 *ird)
{
	const struct cmlab_end *e = end_of(j, role);
	bool cm = is_rc(j) && j->h->transitions == CMLAB_TRANSITIONS_CM && role == ACTIVE;

	return cmlab_values_find(&e->programmed, CMLAB_F_IRD, ird) ||
	       (cm && cmlab_values_find(&end_of(j, PASSIVE)->sent, CMLAB_F_ORD, ird)) ||
	       cmlab_values_find(&e->sent, CMLAB_F_IRD, ird);
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
	u32 sent = sent_of(j, role, CMLAB_F_ORD);
	u32 wanted = has_wanted(j, role, CMLAB_F_ORD) ? wanted_of(j, role, CMLAB_F_ORD) : sent;

	return knows(j, role, CMLAB_KNOWS_LIMITS) ?
		       min(wanted, cmlab_limits_ord(&end_of(j, role)->limits)) :
		       sent;
}

/* The driver keeps max_dest_rd_atomic in 8 bits behind a rounding up to 256. */
static bool wraps(const struct cmlab_judge *j, unsigned int role)
{
	return is_rc(j) && driver_of(j, role)->ird_wraps && qp_is_zero(j, role, CMLAB_F_IRD) &&
	       sent_of(j, PASSIVE, at_accept(role, CMLAB_F_IRD)) > 128;
}

static void qp_serves_less_than_promised(struct cmlab_judge *j, unsigned int role)
{
	u32 word, has = qp_of(j, role, CMLAB_F_IRD);

	if (!has_qp(j, role, CMLAB_F_IRD) || !promises(j, role, &word) || has >= word ||
	    wraps(j, role))
		return;
	cmlab_say(j,
		  "%s promised to serve %u reads at once, but its QP serves %u (max_dest_rd_atomic): read number %u may be refused.",
		  cmlab_who_begins(j, role), word, has, has + 1);
	cmlab_advise(j, "%s with responder_resources %u.", call_of(role), has);
}

/* A peer whose QP nobody sees may round its depth up as this side's driver does. */
static bool may_be_rounded(const struct cmlab_judge *j, unsigned int role, u32 ird)
{
	bool rounds = !knows(j, role, CMLAB_KNOWS_DRIVER) || driver_of(j, role)->rounds_up;

	return !has_qp(j, !role, CMLAB_F_IRD) && rounds &&
	       qp_of(j, role, CMLAB_F_ORD) == cmlab_ib_pow2(ird);
}

static void issues_more_than_peer_serves(struct cmlab_judge *j, unsigned int role)
{
	u32 ird, has = qp_of(j, role, CMLAB_F_ORD);

	if (!has_qp(j, role, CMLAB_F_ORD) || !reads_served(j, !role, &ird) || !ird || has <= ird ||
	    may_be_rounded(j, role, ird))
		return;
	cmlab_say(j,
		  "%s's QP issues up to %u reads at once (max_rd_atomic), but %s %s %u: one read more may get a NAK, which ends the connection.",
		  cmlab_who_begins(j, role), has, cmlab_who(j, !role), serves_words(j, !role), ird);
	cmlab_advise(j, "keep at most %u reads in flight there, or ask for a power of two.", ird);
}

/* The accept decides what both sides serve. */
static void serves_less_than_other_wants(struct cmlab_judge *j, unsigned int role)
{
	u32 ird, want = wish(j, !role);

	if (!reads_served(j, role, &ird) || !ird || want <= ird)
		return;
	cmlab_say(j, "%s wants to issue %u reads at once and %s %s %u.", cmlab_who_begins(j, !role),
		  want, cmlab_who(j, role), serves_words(j, role), ird);
	if (knows(j, role, CMLAB_KNOWS_LIMITS))
		want = min(want, cmlab_limits_ird(&end_of(j, role)->limits));
	if (want <= ird)
		cmlab_advise(j, "ask for initiator_depth %u there: the device here serves no more.",
			     ird);
	else
		cmlab_advise(j, "accept with %s %u.", name_of(at_accept(role, CMLAB_F_IRD)), want);
}

static void may_issue_no_read(struct cmlab_judge *j, unsigned int role)
{
	if (!wish(j, role) || !qp_is_zero(j, role, CMLAB_F_ORD))
		return;
	cmlab_say(j,
		  "%s wants to issue %u reads and its QP may issue none (max_rd_atomic 0); outcome of a read: %s.",
		  cmlab_who_begins(j, role), wish(j, role),
		  cmlab_name(&cmlab_reads, cmlab_handshake_read(j->h, role)));
	cmlab_advise(j, "accept with %s of at least 1, or use only SEND and WRITE.",
		     name_of(at_accept(role, CMLAB_F_ORD)));
}

/* may_issue_no_read() tells it of the other side, if its QP is seen. */
static bool serves_none_wanted(const struct cmlab_judge *j, unsigned int role)
{
	return wish(j, !role) && qp_is_zero(j, role, CMLAB_F_IRD) && !wraps(j, role) &&
	       !qp_is_zero(j, !role, CMLAB_F_ORD);
}

static void may_serve_no_read(struct cmlab_judge *j, unsigned int role)
{
	u32 ird = qp_of(j, role, CMLAB_F_IRD), access = end_of(j, role)->access;

	if (!knows(j, role, CMLAB_KNOWS_QP))
		return;
	if (is_rc(j) && ird && access && !(access & CMLAB_ACCESS_REMOTE_READ)) {
		cmlab_say(j,
			  "%s's QP has room for %u reads but no REMOTE_READ permission, because the %s's initiator_depth is 0: a read of %s ends the connection.",
			  cmlab_who_begins(j, role), ird, call_of(!role), cmlab_who(j, !role));
		cmlab_advise(j, "%s with initiator_depth of at least 1.", call_of(!role));
	} else if (serves_none_wanted(j, role)) {
		cmlab_say(j,
			  "%s wants to issue %u reads and %s's QP serves none (max_dest_rd_atomic 0): a read ends the connection or never completes.",
			  cmlab_who_begins(j, !role), wish(j, !role), cmlab_who(j, role));
		cmlab_advise(j, "%s with responder_resources of at least 1.", call_of(role));
	}
}

/* What a side's QP gets for @f from the two sides' words, before its driver rounds. */
static bool due_of(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 *v)
{
	bool cm = !is_iwarp(j) && j->h->transitions == CMLAB_TRANSITIONS_CM;

	/* On IB and RoCE the CM gives both sides the accept's word, an iWARP driver its own. */
	if ((cm || (is_iwarp(j) && role == PASSIVE)) &&
	    cmlab_values_find(&end_of(j, PASSIVE)->sent, at_accept(role, f), v))
		return true;
	return !cm && cmlab_values_find(&end_of(j, role)->agreed, f, v);
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

	return due_of(j, role, f, due) && *due && qp_of(j, role, f) > *due &&
	       (lab || is_rounded(j, role, f, *due));
}

static void driver_programs_more(struct cmlab_judge *j, unsigned int role)
{
	u32 ird, ord, serves = qp_of(j, role, CMLAB_F_IRD), issues = qp_of(j, role, CMLAB_F_ORD);
	bool more_ird = is_more(j, role, CMLAB_F_IRD, &ird);
	bool more_ord = is_more(j, role, CMLAB_F_ORD, &ord);
	bool rounded = (!more_ird || is_rounded(j, role, CMLAB_F_IRD, ird)) &&
		       (!more_ord || is_rounded(j, role, CMLAB_F_ORD, ord));
	const char *does = rounded ? "rounds up to a power of two" :
				     "programs more than was agreed";
	const char *driver = driver_name(j, role), *whose = cmlab_who(j, role);

	if (more_ird && more_ord)
		cmlab_say(j, "%s %s: %s's QP issues %u reads for %u and serves %u for %u.", driver,
			  does, whose, issues, ord, serves, ird);
	else if (more_ird)
		cmlab_say(j, "%s %s: %s's QP serves %u reads for %u.", driver, does, whose, serves,
			  ird);
	else if (more_ord)
		cmlab_say(j, "%s %s: %s's QP issues %u reads for %u.", driver, does, whose, issues,
			  ord);
	else
		return;
	j->f->field = more_ird ? CMLAB_F_IRD : CMLAB_F_ORD;
	cmlab_advise(j, rounded ? "count on what was asked for, or ask for a power of two." :
				  "count on what was agreed.");
}

static void driver_wraps_depth(struct cmlab_judge *j, unsigned int role)
{
	unsigned int f = at_accept(role, CMLAB_F_IRD);

	if (!wraps(j, role))
		return;
	cmlab_say(j,
		  "The accept's %s %u is rounded up to 256 by %s and kept in 8 bits: %s's QP serves 0 reads, and nothing reports an error.",
		  name_of(f), sent_of(j, PASSIVE, f), driver_name(j, role), cmlab_who(j, role));
	j->f->field = (u8)f;
	cmlab_advise(j, "accept with %s 128 or less.", name_of(f));
}

/* In transitions=lab the active side refuses such a reply. */
static void accept_is_above_offer(struct cmlab_judge *j, unsigned int theirs)
{
	unsigned int mine = cmlab_field_at_peer(theirs);
	u32 offer = sent_of(j, ACTIVE, mine), v = sent_of(j, PASSIVE, theirs);

	if (!has_sent(j, ACTIVE, mine) || v <= offer)
		return;
	cmlab_say(j,
		  "The accept says %s %u, the REQ offered %u (its %s). The CM takes no minimum: %s's QP gets %s %u.",
		  name_of(theirs), v, offer, name_of(mine), cmlab_who(j, ACTIVE),
		  cmlab_field_info(mine)->attr, v);
	cmlab_advise(j, "accept with %s min(own limit, what the event shows) = %u.",
		     name_of(theirs), offer);
}

static void connect_sets_up_no_qp(struct cmlab_judge *j)
{
	u32 ird = sent_of(j, ACTIVE, CMLAB_F_IRD), ord = sent_of(j, ACTIVE, CMLAB_F_ORD);
	u32 serves = sent_of(j, PASSIVE, CMLAB_F_IRD), issues = sent_of(j, PASSIVE, CMLAB_F_ORD);

	if (!has_sent(j, ACTIVE, CMLAB_F_IRD) || !has_sent(j, PASSIVE, CMLAB_F_IRD) ||
	    (serves == ord && issues == ird))
		return;
	cmlab_say(j,
		  "The connect's responder_resources %u and initiator_depth %u are an offer and set up no QP: the accept's %u and %u do, on both sides.",
		  ird, ord, serves, issues);
	cmlab_advise(j,
		     "let the active side read the reply's event and hold itself to initiator_depth %u.",
		     serves);
}

/* A floor that is not met is the own profile's: that is CL014. */
bool cmlab_judge_refused_reply(const struct cmlab_judge *j)
{
	const struct cmlab_end *active = end_of(j, ACTIVE);
	u8 code = active->refusal.code;

	return (code == CMLAB_REASON_REPLY_IRD || code == CMLAB_REASON_REPLY_ORD) &&
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
}

const struct cmlab_row cmlab_rows_depths[] = {
	{ 1, ERROR, CMLAB_F_IRD, IF_CONNECTED, "the QP serves fewer reads than were offered",
	  .judge_side = qp_serves_less_than_promised },
	{ 2, ERROR, CMLAB_F_ORD, IF_CONNECTED,
	  "the QP issues more reads than the peer agreed to serve",
	  .judge_side = issues_more_than_peer_serves },
	{ 3, WARNING, CMLAB_F_IRD, IF_CONNECTED | OF_OWN_SIDE,
	  "the peer wants to issue more reads than this side serves",
	  .judge_side = serves_less_than_other_wants },
	{ 4, WARNING, CMLAB_F_ORD, IF_CONNECTED | OF_PEER,
	  "this side wanted to issue more reads than the peer serves",
	  .judge_side = serves_less_than_other_wants },
	{ 7, WARNING, CMLAB_F_ORD, IF_CONNECTED, "no read can be issued on this connection",
	  .judge_side = may_issue_no_read },
	{ 8, WARNING, CMLAB_F_IRD, IF_CONNECTED,
	  "no read of the peer can be served on this connection", .judge_side = may_serve_no_read },
	{ 18, INFO, CMLAB_F_IRD, IF_CONNECTED, "the driver programs more than was negotiated",
	  .judge_side = driver_programs_more },
	{ 26, ERROR, CMLAB_F_IRD, 0, "the driver turns the depth into 0",
	  .judge_side = driver_wraps_depth },
	{ 27, WARNING, CMLAB_F_IRD, IF_RC | IF_CM_MOVES, "the accept is above what the REQ offered",
	  .judge_depth = accept_is_above_offer },
	{ 60, INFO, CMLAB_F_ORD, IF_UP | IF_RC | IF_CM_MOVES,
	  "the depths of rdma_connect set up no queue pair", .judge = connect_sets_up_no_qp },
	{ 69, ERROR, CMLAB_F_IRD, 0, "the reply breaks what was offered",
	  "accept with at most what the REQUEST event shows.", .judge = reply_breaks_offer },
	{}
};
