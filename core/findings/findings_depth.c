// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Verdicts on an established connection's depths: 1 to 4, 7 to 9, 18.
 */
#include "verdict.h"

#define ACCESS_REMOTE_READ 4 /* IB_ACCESS_REMOTE_READ */

static bool up(const struct cmlab_snapshot *s)
{
	return s->outcome == CMLAB_OUTCOME_ESTABLISHED && s->ps == CMLAB_PS_TCP;
}

static const char *driver_name(const struct cmlab_snapshot *s)
{
	return cmlab_names_driver(s->limits.driver);
}

/* What the QP has in @f is what rounding @v up gives. */
static bool only_rounded(const struct cmlab_snapshot *s, enum cmlab_field f, u32 v)
{
	return cmlab_limits_driver(s->limits.driver)->rounds_up &&
	       cmlab_values_get(&s->programmed, f) == cmlab_verdict_pow2(v);
}

bool cmlab_verdict_1(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	u32 agreed = cmlab_values_get(&s->negotiated, CMLAB_F_IRD);
	u32 has = cmlab_values_get(&s->programmed, CMLAB_F_IRD);

	if (k || !up(s) || !cmlab_values_has(&s->programmed, CMLAB_F_IRD) || has >= agreed)
		return false;
	cmlab_verdict_say(f,
			  "This side agreed to serve %u reads and its QP serves %u (max_dest_rd_atomic): the peer's read number %u may be refused.",
			  agreed, has, has + 1);
	if (has)
		cmlab_verdict_advise(f, "ask for responder_resources %u here.", has);
	else
		cmlab_verdict_advise(f,
				     "ask for less: some drivers turn a depth above their device's limit into 0 without an error.");
	return true;
}

/* What the peer serves: its own word, or what was agreed where the event shows none. */
static u32 peer_serves(const struct cmlab_snapshot *s)
{
	if (cmlab_values_has(&s->advertised, CMLAB_F_ORD))
		return cmlab_values_get(&s->advertised, CMLAB_F_ORD);
	return cmlab_values_get(&s->negotiated, CMLAB_F_ORD);
}

static bool more_than_agreed(const struct cmlab_snapshot *s, enum cmlab_field f)
{
	return cmlab_values_has(&s->programmed, f) && cmlab_values_has(&s->negotiated, f) &&
	       cmlab_values_get(&s->programmed, f) > cmlab_values_get(&s->negotiated, f);
}

static bool more_than_peer_serves(const struct cmlab_snapshot *s)
{
	u32 serves = peer_serves(s);

	return more_than_agreed(s, CMLAB_F_ORD) &&
	       cmlab_values_get(&s->programmed, CMLAB_F_ORD) > serves &&
	       !only_rounded(s, CMLAB_F_ORD, serves);
}

bool cmlab_verdict_2(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	u32 has = cmlab_values_get(&s->programmed, CMLAB_F_ORD);
	u32 serves = peer_serves(s);

	if (k || !up(s) || !more_than_peer_serves(s))
		return false;
	cmlab_verdict_say(f,
			  "This side's QP issues up to %u reads at once (max_rd_atomic) and the peer serves %u: one more may be answered with a NAK that ends the connection.",
			  has, serves);
	cmlab_verdict_advise(f, "keep at most %u reads in flight, or connect with transitions=lab.",
			     serves);
	return true;
}

/* What the peer would issue if it were let: not more than its own device can. */
static u32 peer_wants(const struct cmlab_snapshot *s)
{
	const struct cmlab_wire_hdr *hdr = &s->received.hdr;

	if (s->received.has_hdr)
		return min(hdr->want_ord, hdr->max_ord);
	return cmlab_values_get(&s->advertised, CMLAB_F_IRD);
}

bool cmlab_verdict_3(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	u32 wants = peer_wants(s);
	u32 serves = cmlab_values_get(&s->negotiated, CMLAB_F_IRD);
	u32 can = cmlab_limits_ird(&s->limits);

	/* Serving none at all is finding 8. */
	if (k || !up(s) || !serves || wants <= serves)
		return false;
	cmlab_verdict_say(f,
			  "The peer wants to issue %u reads at once and this side serves %u; this device can serve %u.",
			  wants, serves, can);
	if (can > serves)
		cmlab_verdict_advise(f, "raise responder_resources here, up to %u.",
				     min(can, wants));
	else
		cmlab_verdict_advise(f,
				     "have the peer ask for initiator_depth %u: more is not to be had here.",
				     serves);
	return true;
}

static u32 own_wish(const struct cmlab_snapshot *s)
{
	u32 wish = cmlab_values_get(&s->requested, CMLAB_F_ORD);

	return min(wish, cmlab_limits_ord(&s->limits));
}

bool cmlab_verdict_4(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_pdata *p = &s->received;
	u32 wish = own_wish(s);
	u32 serves = peer_serves(s);

	/* Issuing none at all is finding 7. */
	if (k || !up(s) || !serves || wish <= serves)
		return false;
	cmlab_verdict_say(f, "This side wanted to issue %u reads at once and the peer serves %u.",
			  wish, serves);
	if (p->has_hdr && p->hdr.max_ird > serves)
		cmlab_verdict_advise(f,
				     "have the peer raise responder_resources: its device can serve %u.",
				     p->hdr.max_ird);
	else if (p->has_hdr)
		cmlab_verdict_advise(f,
				     "ask for initiator_depth %u: the peer's device serves no more.",
				     serves);
	else
		cmlab_verdict_advise(f,
				     "ask for initiator_depth %u, or have the peer raise responder_resources.",
				     serves);
	return true;
}

static const char *without_ord(const struct cmlab_snapshot *s)
{
	switch (s->limits.driver) {
	case CMLAB_DRIVER_RXE:
		return "on rxe a posted read never completes and nothing behind it does";
	case CMLAB_DRIVER_SIW:
		return "on siw posting a read fails with -EINVAL";
	default:
		return "what a posted read does then depends on the driver";
	}
}

bool cmlab_verdict_7(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	u32 wanted = cmlab_values_get(&s->requested, CMLAB_F_ORD);

	if (k || !up(s) || !wanted || !cmlab_values_has(&s->negotiated, CMLAB_F_ORD) ||
	    cmlab_values_get(&s->negotiated, CMLAB_F_ORD))
		return false;
	cmlab_verdict_say(f,
			  "This side wanted to issue %u reads and may issue none (the peer serves %u, this device issues %u); %s.",
			  wanted, peer_serves(s), cmlab_limits_ord(&s->limits), without_ord(s));
	if (cmlab_limits_ord(&s->limits))
		cmlab_verdict_advise(f,
				     "have the peer set responder_resources to at least 1, or use only SEND and WRITE.");
	else
		cmlab_verdict_advise(f, "use only SEND and WRITE on this device.");
	return true;
}

static bool no_read_permission(const struct cmlab_snapshot *s)
{
	return cmlab_values_get(&s->programmed, CMLAB_F_IRD) && s->access_flags &&
	       !(s->access_flags & ACCESS_REMOTE_READ);
}

bool cmlab_verdict_8(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	u32 wants = peer_wants(s);

	if (k || !up(s))
		return false;
	if (no_read_permission(s)) {
		cmlab_verdict_say(f,
				  "This side's QP has room for %u reads of the peer but no REMOTE_READ permission, because the peer's initiator_depth was 0: a read ends the connection.",
				  cmlab_values_get(&s->programmed, CMLAB_F_IRD));
		cmlab_verdict_advise(f, "have the peer say an initiator_depth of at least 1.");
		return true;
	}
	if (!wants || !cmlab_values_has(&s->negotiated, CMLAB_F_IRD) ||
	    cmlab_values_get(&s->negotiated, CMLAB_F_IRD))
		return false;
	cmlab_verdict_say(f,
			  "The peer wants to issue %u reads and this side serves none: a read ends the connection or never completes.",
			  wants);
	cmlab_verdict_advise(f,
			     "set responder_resources here to at least 1 (this device can serve %u).",
			     cmlab_limits_ird(&s->limits));
	return true;
}

bool cmlab_verdict_9(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	u32 ird = cmlab_values_get(&s->programmed, CMLAB_F_IRD);
	u32 ord = cmlab_values_get(&s->programmed, CMLAB_F_ORD);

	if (k || !s->reported_crossed)
		return false;
	cmlab_verdict_say(f,
			  "%s reports max_rd_atomic %u and max_dest_rd_atomic %u, which are exchanged: this side issues %u and serves %u.",
			  driver_name(s), ird, ord, ord, ird);
	cmlab_verdict_advise(f,
			     "with this driver read ib_query_qp's two depths the other way round; this report does.");
	return true;
}

bool cmlab_verdict_18(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	static const u8 depths[] = { CMLAB_F_IRD, CMLAB_F_ORD };
	unsigned int i;

	if (!up(s))
		return false;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		u32 agreed = cmlab_values_get(&s->negotiated, depths[i]);

		if (!more_than_agreed(s, depths[i]) ||
		    (depths[i] == CMLAB_F_ORD && more_than_peer_serves(s)))
			continue;
		if (k--)
			continue;
		f->field = depths[i];
		cmlab_verdict_say(f, "%s: %u was negotiated and this side's QP has %u%s.",
				  cmlab_names_field(depths[i])->param, agreed,
				  cmlab_values_get(&s->programmed, depths[i]),
				  only_rounded(s, depths[i], agreed) ?
					  ", rounded up to a power of two by the driver" :
					  "");
		cmlab_verdict_advise(f,
				     "count on %u; with a peer that does not do the same, ask for a power of two.",
				     agreed);
		return true;
	}
	return false;
}
