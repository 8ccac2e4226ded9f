// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Findings on what drivers and the CM make of the depths: 58 to 65, 68, 69, 75.
 */
#include "findings_predict.h"

#define ACTIVE	CMLAB_ROLE_ACTIVE
#define PASSIVE CMLAB_ROLE_PASSIVE

bool cmlab_foresee_58(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	u32 asked = foresight_asked(o, PASSIVE, CMLAB_F_IRD);

	if (k || !foresight_iwarp(o) || !foresight_said(o, PASSIVE, CMLAB_F_IRD) ||
	    !foresight_driver(o, PASSIVE)->ird_raised ||
	    foresight_said(o, PASSIVE, CMLAB_F_IRD) <= asked)
		return false;
	cmlab_verdict_say(f,
			  "The accept's responder_resources %u is raised to %u by %s, what the active side's initiator_depth asks for.",
			  asked, foresight_said(o, PASSIVE, CMLAB_F_IRD),
			  foresight_driver_name(o, PASSIVE));
	cmlab_verdict_advise(f,
			     "have the active side ask for initiator_depth %u if more is not wanted.",
			     asked);
	return true;
}

bool cmlab_foresee_59(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	u32 asked = foresight_asked(o, PASSIVE, CMLAB_F_ORD);
	const struct cmlab_predicted_side *s = foresight_side(o, PASSIVE);

	if (k || !foresight_iwarp(o) || foresight_driver(o, PASSIVE)->iw_accept_ignored ||
	    !cmlab_values_has(&s->sent, CMLAB_F_ORD) ||
	    foresight_said(o, PASSIVE, CMLAB_F_ORD) >= asked)
		return false;
	cmlab_verdict_say(f,
			  "The accept's initiator_depth %u is lowered to %u by %s: the active side's responder_resources offers no more.",
			  asked, foresight_said(o, PASSIVE, CMLAB_F_ORD),
			  foresight_driver_name(o, PASSIVE));
	cmlab_verdict_advise(f, "connect with responder_resources %u if that many are needed.",
			     asked);
	return true;
}

bool cmlab_foresee_60(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	u32 ird = foresight_said(o, ACTIVE, CMLAB_F_IRD),
	    ord = foresight_said(o, ACTIVE, CMLAB_F_ORD);

	if (k || !foresight_up(o) || !foresight_rc(o) ||
	    o->p->in->transitions == CMLAB_TRANSITIONS_LAB ||
	    (foresight_said(o, PASSIVE, CMLAB_F_IRD) == ord &&
	     foresight_said(o, PASSIVE, CMLAB_F_ORD) == ird))
		return false;
	cmlab_verdict_say(f,
			  "The connect's responder_resources %u and initiator_depth %u are an offer and set up no QP: the accept's %u and %u do, on both sides.",
			  ird, ord, foresight_said(o, PASSIVE, CMLAB_F_IRD),
			  foresight_said(o, PASSIVE, CMLAB_F_ORD));
	cmlab_verdict_advise(f,
			     "let the active side read the reply's event and hold itself to initiator_depth %u.",
			     foresight_said(o, PASSIVE, CMLAB_F_IRD));
	return true;
}

bool cmlab_foresee_61(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_event *ev;

	ev = cmlab_predict_event(foresight_side(o, PASSIVE), CMLAB_EVENT_CONNECT_REQUEST);
	if (k || !ev || ev->ud || !ev->has_depths || !foresight_said(o, ACTIVE, CMLAB_F_IRD) ||
	    ev->conn.responder_resources == ev->conn.initiator_depth)
		return false;
	cmlab_verdict_say(f,
			  "The REQUEST event shows responder_resources %u and initiator_depth %u, the connect's %u and %u exchanged: it speaks of what the passive side is to serve and may issue.",
			  ev->conn.responder_resources, ev->conn.initiator_depth,
			  foresight_said(o, ACTIVE, CMLAB_F_IRD),
			  foresight_said(o, ACTIVE, CMLAB_F_ORD));
	cmlab_verdict_advise(f, "copy the event's two numbers to the accept's two, name by name.");
	return true;
}

bool cmlab_foresee_62(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_event *ev = cmlab_predict_last(foresight_side(o, ACTIVE));

	if (k || !foresight_iwarp(o) || !foresight_up(o) ||
	    !foresight_driver(o, ACTIVE)->reply_swapped ||
	    ev->conn.responder_resources == ev->conn.initiator_depth)
		return false;
	cmlab_verdict_say(f,
			  "On %s the ESTABLISHED event shows initiator_depth %u for what this side serves and responder_resources %u for what it issues, the opposite of IB and RoCE.",
			  foresight_driver_name(o, ACTIVE), ev->conn.initiator_depth,
			  ev->conn.responder_resources);
	cmlab_verdict_advise(f,
			     "do not read depths out of this event on iWARP; carry them in the private data.");
	return true;
}

static bool lowered(const struct foresight *o, unsigned int role)
{
	const struct cmlab_driver_info *info = foresight_driver(o, role);

	if (foresight_iwarp(o))
		return role == ACTIVE && !info->iw_connect_err &&
		       foresight_said(o, ACTIVE, CMLAB_F_ORD) <
			       foresight_asked(o, ACTIVE, CMLAB_F_ORD);
	return info->ord_capped && foresight_up(o) && foresight_rc(o) &&
	       foresight_above(o, role, CMLAB_F_ORD,
			       foresight_said(o, PASSIVE,
					      role == PASSIVE ? CMLAB_F_ORD : CMLAB_F_IRD));
}

bool cmlab_foresee_63(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, lowered);
	const char *what;
	u32 limit;

	if (role == CMLAB_NR_ROLES)
		return false;
	limit = foresight_bound(o, role, CMLAB_F_ORD, &what);
	cmlab_verdict_say(f, "%s lowers what the %s side issues to its %s %u without an error.",
			  foresight_driver_name(o, role), cmlab_names_role(role), what, limit);
	cmlab_verdict_advise(f, "read max_rd_atomic back, or ask for %u.", limit);
	return true;
}

static bool zero_changed(const struct foresight *o, unsigned int role)
{
	return foresight_up(o) && foresight_rc(o) &&
	       foresight_driver(o, role)->zero != CMLAB_ZERO_KEPT &&
	       (!foresight_said(o, PASSIVE, CMLAB_F_IRD) ||
		!foresight_said(o, PASSIVE, CMLAB_F_ORD));
}

static const char *zero_words(unsigned int zero)
{
	switch (zero) {
	case CMLAB_ZERO_ONE:
		return "programs 1 for a depth of 0";
	case CMLAB_ZERO_LIMIT:
		return "keeps the device's limit for a depth of 0";
	default:
		return "programs nothing for a depth of 0, and queries show 1";
	}
}

bool cmlab_foresee_64(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, zero_changed);

	if (role == CMLAB_NR_ROLES)
		return false;
	if (foresight_said(o, PASSIVE, role == PASSIVE ? CMLAB_F_IRD : CMLAB_F_ORD))
		f->field = CMLAB_F_ORD;
	cmlab_verdict_say(f, "On the %s side %s %s.", cmlab_names_role(role),
			  foresight_driver_name(o, role),
			  zero_words(foresight_driver(o, role)->zero));
	cmlab_verdict_advise(f, "do not count on 0 to forbid reads here: the permission does.");
	return true;
}

static bool too_wide(const struct foresight *o, unsigned int role)
{
	const struct cmlab_limits *l = &foresight_in(o, role)->limits;

	return l->max_qp_rd_atom > 255 || l->max_qp_init_rd_atom > 255;
}

bool cmlab_foresee_65(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, too_wide);
	const struct cmlab_limits *l;
	bool rd;

	if (role == CMLAB_NR_ROLES)
		return false;
	l = &foresight_in(o, role)->limits;
	rd = l->max_qp_rd_atom > 255;
	f->field = rd ? CMLAB_F_IRD : CMLAB_F_ORD;
	cmlab_verdict_say(f,
			  "The %s side's device reports %s %d, and %s is 8 bits: assigned as it is, it becomes %u.",
			  cmlab_names_role(role), rd ? "max_qp_rd_atom" : "max_qp_init_rd_atom",
			  rd ? l->max_qp_rd_atom : l->max_qp_init_rd_atom, foresight_name(f->field),
			  (u32)(rd ? l->max_qp_rd_atom : l->max_qp_init_rd_atom) & 255);
	cmlab_verdict_advise(f, "clamp as int, narrow last: min_t(int, 255, limit).");
	return true;
}

bool cmlab_foresee_68(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	if (k || !foresight_iwarp(o) || o->p->in->mpa != 1 || !foresight_up(o))
		return false;
	cmlab_verdict_say(f,
			  "MPA v1 carries no depths: the active side issues %u and the passive serves %u, the passive issues %u and the active serves %u, and nobody compares.",
			  foresight_qp(o, ACTIVE, CMLAB_F_ORD),
			  foresight_qp(o, PASSIVE, CMLAB_F_IRD),
			  foresight_qp(o, PASSIVE, CMLAB_F_ORD),
			  foresight_qp(o, ACTIVE, CMLAB_F_IRD));
	cmlab_verdict_advise(f, "use MPA v2, or exchange the depths in the private data.");
	return true;
}

bool cmlab_foresee_69(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_decision *d = &foresight_side(o, ACTIVE)->judged;

	if (k || o->p->in->transitions != CMLAB_TRANSITIONS_LAB || !d->reason)
		return false;
	f->field = d->field;
	cmlab_verdict_say(f,
			  "transitions=lab: the active side refuses the reply with reason %u (%s): %u where %u was offered.",
			  d->reason, cmlab_names_reason(d->reason), d->have, d->need);
	cmlab_verdict_advise(f, "accept with at most what the REQUEST event shows.");
	return true;
}

bool cmlab_foresee_75(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	enum cmlab_field field = foresight_nth_above(o, ACTIVE, k);
	const char *what;
	u32 limit;

	if (!foresight_rc(o) || field == CMLAB_NR_FIELDS ||
	    !cmlab_values_has(&foresight_side(o, ACTIVE)->sent, field))
		return false;
	limit = foresight_bound(o, ACTIVE, field, &what);
	f->field = field;
	cmlab_verdict_say(f,
			  "The connect offers %s %u; its device's %s is %u. rdma_connect does not look and returns 0; an accept that takes the offer makes the active side fail with CONNECT_ERROR.",
			  foresight_name(field), foresight_said(o, ACTIVE, field), what, limit);
	cmlab_verdict_advise(f, "connect with %s %u.", foresight_name(field), limit);
	return true;
}
