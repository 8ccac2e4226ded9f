// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What drivers, the CM and MPA make of the depths that people do not expect.
 */
#include "judge.h"

static void query_shows_depths_crossed(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		const struct cmlab_end *e = end_of(j, role);
		u32 ird = qp_of(j, role, CMLAB_F_IRD), ord = qp_of(j, role, CMLAB_F_ORD);

		if (!is_up(j) || !cmlab_end_is_crossed(e) ||
		    cmlab_values_get(&e->reported, CMLAB_F_IRD) ==
			    cmlab_values_get(&e->reported, CMLAB_F_ORD))
			continue;
		cmlab_say(j,
			  "On %s ib_query_qp of %s shows max_rd_atomic %u and max_dest_rd_atomic %u, which are exchanged: it issues %u and serves %u.",
			  cmlab_who(j, role), driver_name(j, role), ird, ord, ord, ird);
		cmlab_advise(j, "with this driver read the two depths the other way round.");
	}
}

/* What an iWARP driver made of a depth of the accept: its MPA reply, or what its QP bears out. */
static bool iwarp_gives(const struct cmlab_judge *j, unsigned int f, u32 *v)
{
	const struct cmlab_values *agreed = &end_of(j, PASSIVE)->agreed;
	u32 has = qp_of(j, PASSIVE, f);

	*v = sent_of(j, PASSIVE, f);
	if (!has_asked(j, PASSIVE, f) || has_sent(j, PASSIVE, f))
		return has_asked(j, PASSIVE, f);
	*v = cmlab_values_get(agreed, f);
	return is_up(j) && cmlab_values_has(agreed, f) && has_qp(j, PASSIVE, f) &&
	       (has == *v || has == cmlab_ib_pow2(*v));
}

static void driver_raises_accept(struct cmlab_judge *j)
{
	u32 asked = asked_of(j, PASSIVE, CMLAB_F_IRD), gives;

	if (!is_iwarp(j) || !driver_of(j, PASSIVE)->ird_raised ||
	    !iwarp_gives(j, CMLAB_F_IRD, &gives) || gives <= asked)
		return;
	cmlab_say(j,
		  "The accept's responder_resources %u is raised to %u by %s, what the active side's initiator_depth asks for.",
		  asked, gives, driver_name(j, PASSIVE));
	cmlab_advise(j, "have the active side ask for initiator_depth %u if more is not wanted.",
		     asked);
}

static void driver_lowers_accept(struct cmlab_judge *j)
{
	u32 asked = asked_of(j, PASSIVE, CMLAB_F_ORD), gives;

	if (!is_iwarp(j) || !knows(j, PASSIVE, CMLAB_KNOWS_DRIVER) ||
	    driver_of(j, PASSIVE)->iw_accept_ignored || !iwarp_gives(j, CMLAB_F_ORD, &gives) ||
	    gives >= asked)
		return;
	cmlab_say(j,
		  "The accept's initiator_depth %u is lowered to %u by %s: the active side's responder_resources offers no more.",
		  asked, gives, driver_name(j, PASSIVE));
	cmlab_advise(j, "connect with responder_resources %u if that many are needed.", asked);
}

static void request_event_is_exchanged(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev;

	ev = cmlab_end_event(end_of(j, PASSIVE), CMLAB_EVENT_CONNECT_REQUEST);
	if (!ev || ev->ud || !ev->has_depths || !has_sent(j, ACTIVE, CMLAB_F_IRD) ||
	    ev->conn.responder_resources == ev->conn.initiator_depth)
		return;
	cmlab_say(j,
		  "The REQUEST event shows responder_resources %u and initiator_depth %u, the connect's %u and %u exchanged: it speaks of what the passive side is to serve and may issue.",
		  ev->conn.responder_resources, ev->conn.initiator_depth,
		  sent_of(j, ACTIVE, CMLAB_F_IRD), sent_of(j, ACTIVE, CMLAB_F_ORD));
	cmlab_advise(j, "copy the event's two numbers to the accept's two, name by name.");
}

static void reply_event_is_not_exchanged(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev = last_event(j, ACTIVE);

	if (!is_iwarp(j) || !is_up(j) || !driver_of(j, ACTIVE)->reply_swapped || !ev ||
	    !ev->has_depths || ev->conn.responder_resources == ev->conn.initiator_depth)
		return;
	cmlab_say(j,
		  "On %s the ESTABLISHED event shows initiator_depth %u for what %s serves and responder_resources %u for what it issues, the opposite of IB and RoCE.",
		  driver_name(j, ACTIVE), ev->conn.initiator_depth, cmlab_who(j, ACTIVE),
		  ev->conn.responder_resources);
	cmlab_advise(j,
		     "do not read depths out of this event on iWARP; carry them in the private data.");
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

static void driver_changes_zero(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		u8 zero = driver_of(j, role)->zero;

		if (!is_up(j) || !is_rc(j) || zero == CMLAB_ZERO_KEPT ||
		    !has_sent(j, PASSIVE, CMLAB_F_IRD) ||
		    (sent_of(j, PASSIVE, CMLAB_F_IRD) && sent_of(j, PASSIVE, CMLAB_F_ORD)))
			continue;
		cmlab_say(j, "On %s %s %s.", cmlab_who(j, role), driver_name(j, role),
			  zero_words(zero));
		if (sent_of(j, PASSIVE, role == PASSIVE ? CMLAB_F_IRD : CMLAB_F_ORD))
			j->f->field = CMLAB_F_ORD;
		cmlab_advise(j, "do not count on 0 to forbid reads here: the permission does.");
	}
}

static void mpa_v1_carries_no_depths(struct cmlab_judge *j)
{
	if (!is_iwarp(j) || j->h->mpa != 1 || !is_up(j))
		return;
	cmlab_say(j,
		  "MPA v1 carries no depths: the active side issues %u and the passive serves %u, the passive issues %u and the active serves %u, and nobody compares.",
		  qp_of(j, ACTIVE, CMLAB_F_ORD), qp_of(j, PASSIVE, CMLAB_F_IRD),
		  qp_of(j, PASSIVE, CMLAB_F_ORD), qp_of(j, ACTIVE, CMLAB_F_IRD));
	cmlab_advise(j, "use MPA v2, or exchange the depths in the private data.");
}

static const struct cmlab_row rows[] = {
	{ CMLAB_CL_QUERY_CROSSED, CMLAB_SEVERITY_INFO, CMLAB_F_IRD,
	  "the driver reports the two depths crossed", query_shows_depths_crossed },
	{ CMLAB_CL_ACCEPT_RAISED, CMLAB_SEVERITY_INFO, CMLAB_F_IRD,
	  "the driver raises what the accept serves", driver_raises_accept },
	{ CMLAB_CL_ACCEPT_LOWERED, CMLAB_SEVERITY_INFO, CMLAB_F_ORD,
	  "the driver lowers what the accept issues", driver_lowers_accept },
	{ CMLAB_CL_REQUEST_EXCHANGED, CMLAB_SEVERITY_INFO, CMLAB_F_IRD,
	  "the request's event shows the depths exchanged", request_event_is_exchanged },
	{ CMLAB_CL_REPLY_OWN_DEPTHS, CMLAB_SEVERITY_INFO, CMLAB_F_IRD,
	  "the reply's event shows this side's own depths", reply_event_is_not_exchanged },
	{ CMLAB_CL_ZERO_CHANGED, CMLAB_SEVERITY_INFO, CMLAB_F_IRD,
	  "the driver makes something of a depth of 0", driver_changes_zero },
	{ CMLAB_CL_MPA_V1, CMLAB_SEVERITY_WARN, CMLAB_F_IRD, "MPA v1 carries no depths",
	  mpa_v1_carries_no_depths },
};

CMLAB_TOPIC(drivers, rows);
