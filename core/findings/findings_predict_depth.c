// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Findings on the two depths, from both sides' view: 1 to 3, 7 to 9, 18, 21 to 23, 26,
 * 27.
 */
#include "findings_predict.h"

#define ACTIVE	CMLAB_ROLE_ACTIVE
#define PASSIVE CMLAB_ROLE_PASSIVE

static u32 offered(const struct foresight *o, unsigned int role, enum cmlab_field f)
{
	return role == PASSIVE ? foresight_said(o, role, f) :
				 cmlab_values_get(&foresight_side(o, role)->judged.negotiated, f);
}

static bool serves_less(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && foresight_has(o, role, CMLAB_F_IRD) &&
	       foresight_qp(o, role, CMLAB_F_IRD) < offered(o, role, CMLAB_F_IRD);
}

bool cmlab_foresee_1(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, serves_less);
	u32 has;

	if (role == CMLAB_NR_ROLES)
		return false;
	has = foresight_qp(o, role, CMLAB_F_IRD);
	cmlab_verdict_say(f,
			  "The %s side's word is that it serves %u reads at once and its QP serves %u (max_dest_rd_atomic): the peer's read number %u may be refused.",
			  cmlab_names_role(role), offered(o, role, CMLAB_F_IRD), has, has + 1);
	cmlab_verdict_advise(f, "%s with responder_resources %u.",
			     role == ACTIVE ? "connect" : "accept", has);
	return true;
}

static bool issues_more(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && foresight_has(o, role, CMLAB_F_ORD) &&
	       foresight_has(o, !role, CMLAB_F_IRD) && foresight_qp(o, !role, CMLAB_F_IRD) &&
	       foresight_qp(o, role, CMLAB_F_ORD) > foresight_qp(o, !role, CMLAB_F_IRD);
}

bool cmlab_foresee_2(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, issues_more);
	u32 serves;

	if (role == CMLAB_NR_ROLES)
		return false;
	serves = foresight_qp(o, !role, CMLAB_F_IRD);
	cmlab_verdict_say(f,
			  "The %s side's QP issues up to %u reads at once (max_rd_atomic) and the %s side's serves %u: one more may be answered with a NAK that ends the connection.",
			  cmlab_names_role(role), foresight_qp(o, role, CMLAB_F_ORD),
			  cmlab_names_role(!role), serves);
	cmlab_verdict_advise(f, "keep at most %u reads in flight there, or ask for a power of two.",
			     serves);
	return true;
}

/* What a side would like to issue: its own word before the other's was known. */
static u32 wish(const struct foresight *o, unsigned int role)
{
	const struct cmlab_decision *d = &foresight_side(o, role)->decision;
	const char *what;
	u32 limit = foresight_bound(o, role, CMLAB_F_ORD, &what);

	if (foresight_in(o, role)->profile)
		return min(cmlab_values_get(&d->requested, CMLAB_F_ORD), limit);
	return min(foresight_asked(o, role, CMLAB_F_ORD), limit);
}

static bool peer_wants_more(const struct foresight *o, unsigned int role)
{
	u32 serves = foresight_qp(o, role, CMLAB_F_IRD);

	return foresight_up(o) && !foresight_ud(o) && serves && wish(o, !role) > serves;
}

bool cmlab_foresee_3(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, peer_wants_more);
	u32 serves, want;
	const char *what;

	if (role == CMLAB_NR_ROLES)
		return false;
	serves = foresight_qp(o, role, CMLAB_F_IRD);
	want = min(foresight_bound(o, role, CMLAB_F_IRD, &what), wish(o, !role));
	cmlab_verdict_say(f,
			  "The %s side wants to issue %u reads at once and the %s side serves %u.",
			  cmlab_names_role(!role), wish(o, !role), cmlab_names_role(role), serves);
	if (want > serves)
		cmlab_verdict_advise(f, "accept with %s %u.",
				     foresight_name(role == PASSIVE ? CMLAB_F_IRD : CMLAB_F_ORD),
				     want);
	else
		cmlab_verdict_advise(f,
				     "ask for initiator_depth %u there: the device here serves no more.",
				     serves);
	return true;
}

static bool cannot_read(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && !foresight_ud(o) && wish(o, role) &&
	       foresight_has(o, role, CMLAB_F_ORD) && !foresight_qp(o, role, CMLAB_F_ORD);
}

bool cmlab_foresee_7(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, cannot_read);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "The %s side wants to issue %u reads and its QP may issue none (max_rd_atomic 0); a read then %s.",
			  cmlab_names_role(role), wish(o, role),
			  cmlab_names_read(foresight_side(o, role)->read));
	cmlab_verdict_advise(f, "accept with %s of at least 1, or use only SEND and WRITE.",
			     foresight_name(role == ACTIVE ? CMLAB_F_IRD : CMLAB_F_ORD));
	return true;
}

static bool no_permission(const struct foresight *o, unsigned int role)
{
	const struct cmlab_predicted_side *s = foresight_side(o, role);

	return foresight_up(o) && foresight_rc(o) && foresight_qp(o, role, CMLAB_F_IRD) &&
	       !(s->access & CMLAB_ACCESS_REMOTE_READ);
}

bool cmlab_foresee_8(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, no_permission);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "The %s side's QP has room for %u reads but no REMOTE_READ permission, because the %s's initiator_depth is 0: a read of the %s side ends the connection.",
			  cmlab_names_role(role), foresight_qp(o, role, CMLAB_F_IRD),
			  role == PASSIVE ? "connect" : "accept", cmlab_names_role(!role));
	cmlab_verdict_advise(f, "%s with initiator_depth of at least 1.",
			     role == PASSIVE ? "connect" : "accept");
	return true;
}

static bool crossed(const struct foresight *o, unsigned int role)
{
	const struct cmlab_predicted_side *s = foresight_side(o, role);

	return foresight_up(o) && foresight_driver(o, role)->query_crossed &&
	       cmlab_values_get(&s->reported, CMLAB_F_IRD) !=
		       cmlab_values_get(&s->reported, CMLAB_F_ORD);
}

bool cmlab_foresee_9(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, crossed);
	u32 ird, ord;

	if (role == CMLAB_NR_ROLES)
		return false;
	ird = foresight_qp(o, role, CMLAB_F_IRD);
	ord = foresight_qp(o, role, CMLAB_F_ORD);
	cmlab_verdict_say(f,
			  "On the %s side ib_query_qp of %s shows max_rd_atomic %u and max_dest_rd_atomic %u, which are exchanged: it issues %u and serves %u.",
			  cmlab_names_role(role), foresight_driver_name(o, role), ird, ord, ord,
			  ird);
	cmlab_verdict_advise(f, "with this driver read the two depths the other way round.");
	return true;
}

/* What the passive side's word makes of @role's depth, before the driver. */
static u32 due(const struct foresight *o, unsigned int role, enum cmlab_field mine)
{
	if (role == PASSIVE)
		return foresight_said(o, PASSIVE, mine);
	return foresight_said(o, PASSIVE, mine == CMLAB_F_IRD ? CMLAB_F_ORD : CMLAB_F_IRD);
}

static bool only_rounded(const struct foresight *o, unsigned int role, enum cmlab_field f)
{
	u32 v = due(o, role, f);

	return v && foresight_driver(o, role)->rounds_up && foresight_has(o, role, f) &&
	       foresight_qp(o, role, f) > v && foresight_qp(o, role, f) == cmlab_verdict_pow2(v);
}

static bool rounds(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && o->p->in->transitions == CMLAB_TRANSITIONS_CM &&
	       (only_rounded(o, role, CMLAB_F_IRD) || only_rounded(o, role, CMLAB_F_ORD));
}

bool cmlab_foresee_18(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, rounds);

	if (role == CMLAB_NR_ROLES)
		return false;
	if (!only_rounded(o, role, CMLAB_F_IRD))
		f->field = CMLAB_F_ORD;
	cmlab_verdict_say(f,
			  "%s rounds up to a power of two: the %s side's QP issues %u reads for %u and serves %u for %u.",
			  foresight_driver_name(o, role), cmlab_names_role(role),
			  foresight_qp(o, role, CMLAB_F_ORD), due(o, role, CMLAB_F_ORD),
			  foresight_qp(o, role, CMLAB_F_IRD), due(o, role, CMLAB_F_IRD));
	cmlab_verdict_advise(f, "count on what was asked for, or ask for a power of two.");
	return true;
}

static bool accept_failed(const struct foresight *o)
{
	const struct cmlab_predicted_side *s = foresight_side(o, PASSIVE);

	return s->call == CMLAB_CALL_ACCEPT && s->ret < 0;
}

bool cmlab_foresee_21(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	enum cmlab_field field = foresight_nth_above(o, PASSIVE, k);
	const char *what;
	u32 limit;

	if (!accept_failed(o) || foresight_ud(o) || field == CMLAB_NR_FIELDS ||
	    (field == CMLAB_F_ORD && foresight_driver(o, PASSIVE)->ord_capped))
		return false;
	limit = foresight_bound(o, PASSIVE, field, &what);
	f->field = field;
	cmlab_verdict_say(f,
			  "The accept asks its own device for %s %u; its %s is %u: rdma_accept returns %d (%s) and the active side sees only REJECTED.",
			  foresight_name(field), foresight_asked(o, PASSIVE, field), what, limit,
			  foresight_side(o, PASSIVE)->ret,
			  cmlab_verdict_errno(foresight_side(o, PASSIVE)->ret));
	cmlab_verdict_advise(f,
			     "accept with %s %u: the smaller of the own limit and what the REQ offered.",
			     foresight_name(field),
			     min(limit,
				 foresight_said(o, ACTIVE,
						field == CMLAB_F_IRD ? CMLAB_F_ORD : CMLAB_F_IRD)));
	return true;
}

bool cmlab_foresee_22(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	enum cmlab_field mine[] = { CMLAB_F_ORD, CMLAB_F_IRD };
	enum cmlab_field theirs[] = { CMLAB_F_IRD, CMLAB_F_ORD };
	const char *what;
	unsigned int i;

	if (o->p->outcome != CMLAB_OUTCOME_CONNECT_ERROR || !foresight_rc(o))
		return false;
	for (i = 0; i < ARRAY_SIZE(mine); i++) {
		u32 v = foresight_said(o, PASSIVE, theirs[i]);
		u32 limit = foresight_bound(o, ACTIVE, mine[i], &what);

		if (v <= limit || k--)
			continue;
		f->field = theirs[i];
		cmlab_verdict_say(f,
				  "The accept says %s %u, which becomes %s of the ACTIVE side's QP; its %s is %u. rdma_accept returns 0, the active side gets CONNECT_ERROR -22 and the passive side REJECTED 28 afterwards.",
				  foresight_name(theirs[i]), v, cmlab_names_field(mine[i])->attr,
				  what, limit);
		cmlab_verdict_advise(f, "accept with %s of at most what the REQ offered (%u).",
				     foresight_name(theirs[i]), foresight_said(o, ACTIVE, mine[i]));
		return true;
	}
	return false;
}

bool cmlab_foresee_23(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_side *s = foresight_side(o, ACTIVE);
	enum cmlab_field field = foresight_nth_above(o, ACTIVE, k);
	const char *what;
	u32 limit;

	if (!foresight_iwarp(o) || s->call != CMLAB_CALL_CONNECT || s->ret >= 0 ||
	    field == CMLAB_NR_FIELDS || s->sent.known)
		return false;
	limit = foresight_bound(o, ACTIVE, field, &what);
	f->field = field;
	cmlab_verdict_say(f,
			  "%s %u is above the device's %u: on iWARP rdma_connect refuses at once, %s with %d (%s). On IB and RoCE it would return 0.",
			  foresight_name(field), foresight_asked(o, ACTIVE, field), limit,
			  foresight_driver_name(o, ACTIVE), s->ret, cmlab_verdict_errno(s->ret));
	cmlab_verdict_advise(f, "connect with %s %u or less.", foresight_name(field), limit);
	return true;
}

static bool wrapped(const struct foresight *o, unsigned int role)
{
	u32 v = role == PASSIVE ? foresight_said(o, PASSIVE, CMLAB_F_IRD) :
				  foresight_said(o, PASSIVE, CMLAB_F_ORD);

	/* The REP is not sent if the accept fails, and then nothing wraps that matters. */
	return foresight_rc(o) && foresight_driver(o, role)->ird_wraps && v > 128 &&
	       foresight_has(o, role, CMLAB_F_IRD) && !foresight_qp(o, role, CMLAB_F_IRD);
}

bool cmlab_foresee_26(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, wrapped);
	enum cmlab_field field = role == PASSIVE ? CMLAB_F_IRD : CMLAB_F_ORD;

	if (role == CMLAB_NR_ROLES)
		return false;
	f->field = field;
	cmlab_verdict_say(f,
			  "The accept's %s %u is rounded up to 256 by %s and kept in 8 bits: the %s side's QP serves 0 reads, and nobody returns an error.",
			  foresight_name(field), foresight_said(o, PASSIVE, field),
			  foresight_driver_name(o, role), cmlab_names_role(role));
	cmlab_verdict_advise(f, "accept with %s 128 or less.", foresight_name(field));
	return true;
}

bool cmlab_foresee_27(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	enum cmlab_field theirs[] = { CMLAB_F_IRD, CMLAB_F_ORD };
	enum cmlab_field mine[] = { CMLAB_F_ORD, CMLAB_F_IRD };
	unsigned int i;

	/* In transitions=lab the active side refuses such a reply: 69. */
	if (!foresight_rc(o) || o->p->in->transitions == CMLAB_TRANSITIONS_LAB)
		return false;
	for (i = 0; i < ARRAY_SIZE(mine); i++) {
		u32 offer = foresight_said(o, ACTIVE, mine[i]);
		u32 v = foresight_said(o, PASSIVE, theirs[i]);

		if (v <= offer || k--)
			continue;
		f->field = theirs[i];
		cmlab_verdict_say(f,
				  "The accept says %s %u, the REQ offered %u (its %s). The CM takes no minimum: the active side's QP gets %s %u.",
				  foresight_name(theirs[i]), v, offer, foresight_name(mine[i]),
				  cmlab_names_field(mine[i])->attr, v);
		cmlab_verdict_advise(f, "accept with %s min(own limit, what the event shows) = %u.",
				     foresight_name(theirs[i]), offer);
		return true;
	}
	return false;
}
