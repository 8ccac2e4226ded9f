// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Verdicts on what the handshake said: 5, 6, 16, 17, 19, 20.
 */
#include "verdict.h"

static bool up(const struct cmlab_snapshot *s)
{
	return s->outcome == CMLAB_OUTCOME_ESTABLISHED;
}

static const char *own_message(const struct cmlab_snapshot *s)
{
	return cmlab_names_msg(cmlab_verdict_active(s) ? CMLAB_MSG_REQ : CMLAB_MSG_REP);
}

static const char *peer_message(const struct cmlab_snapshot *s)
{
	return cmlab_names_msg(cmlab_verdict_active(s) ? CMLAB_MSG_REP : CMLAB_MSG_REQ);
}

static bool says_no_rnr_retry(const struct cmlab_values *vals)
{
	return cmlab_values_has(vals, CMLAB_F_RNR) && !cmlab_values_get(vals, CMLAB_F_RNR);
}

bool cmlab_verdict_5(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	if (k || !up(s) || !says_no_rnr_retry(&s->advertised))
		return false;
	cmlab_verdict_say(f,
			  "The peer's %s says rnr_retry_count 0, which programs THIS side's QP: one send that finds no receive posted at the peer ends the connection.",
			  peer_message(s));
	cmlab_verdict_advise(f, "have the peer %s with 7, or post its receives before it does.",
			     cmlab_verdict_active(s) ? "accept" : "connect");
	return true;
}

bool cmlab_verdict_6(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	if (k || !up(s) || !says_no_rnr_retry(&s->offered))
		return false;
	cmlab_verdict_say(f,
			  "This side's %s said rnr_retry_count 0, which programs the PEER's QP: one send of the peer that finds no receive posted here ends the connection (%u posted before the handshake).",
			  own_message(s), s->recv_posted);
	cmlab_verdict_advise(f, "%s with rnr_retry_count 7, or keep receives posted.",
			     cmlab_verdict_active(s) ? "connect" : "accept");
	return true;
}

bool cmlab_verdict_16(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	bool came = cmlab_verdict_active(s) ? s->ping_us : s->ping_rx;

	if (k || !up(s) || came || !s->ping_late || !s->received.has_hdr ||
	    !(s->received.hdr.caps & CMLAB_WIRE_CAP_PING))
		return false;
	cmlab_verdict_say(f,
			  "The peer said that it answers pings, and no ping %s: nothing shows that this connection carries data.",
			  cmlab_verdict_active(s) ? "came back" : "arrived");
	cmlab_verdict_advise(f,
			     "look at both ends' completions; on RoCE, whether UDP port 4791 passes both ways.");
	return true;
}

bool cmlab_verdict_17(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	if (k || !up(s) || s->recv_posted)
		return false;
	cmlab_verdict_say(f,
			  "0 receives were posted before this side's %s: the peer may send as soon as the connection is up, and %s.",
			  own_message(s),
			  cmlab_verdict_iwarp(s) ? "on iWARP a send without a receive ends it" :
						   "its send is then refused with RNR NAKs");
	cmlab_verdict_advise(f, "post receives before rdma_%s (recv_depth=8).",
			     cmlab_verdict_active(s) ? "connect" : "accept");
	return true;
}

static enum cmlab_msg sent_message(const struct cmlab_snapshot *s)
{
	if (s->sent.has_hdr && s->sent.hdr.kind == CMLAB_WIRE_REJ)
		return CMLAB_MSG_REJ;
	return cmlab_verdict_active(s) ? CMLAB_MSG_REQ : CMLAB_MSG_REP;
}

bool cmlab_verdict_19(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	enum cmlab_msg msg = sent_message(s);
	u32 portable = cmlab_limits_portable_budget(msg);

	if (k || !s->sent.seen || s->sent.wire_len <= portable)
		return false;
	cmlab_verdict_say(f,
			  "This side's %s carried %u bytes of private data; IB and RoCE carry %u with an IP address, so the same program fails there.",
			  cmlab_names_msg(msg), s->sent.wire_len, portable);
	cmlab_verdict_advise(f, "keep a %s at %u bytes or less.", cmlab_names_msg(msg), portable);
	return true;
}

static bool is_field_width(const struct cmlab_clamp *c)
{
	switch (c->why) {
	case CMLAB_WHY_FIELD_U8:
	case CMLAB_WHY_FIELD_3BIT:
	case CMLAB_WHY_FIELD_1BIT:
	case CMLAB_WHY_FIELD_5BIT:
	case CMLAB_WHY_FIELD_24BIT:
		return true;
	default:
		return false;
	}
}

static const char *what_max_means(u8 field)
{
	switch (field) {
	case CMLAB_F_RNR:
		return " For RNR, 7 means for ever.";
	case CMLAB_F_RETRY:
		return " Of retries, 7 is the most, and on rxe it means for ever.";
	default:
		return "";
	}
}

bool cmlab_verdict_20(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	u32 i;

	for (i = 0; i < s->clamps.nr; i++) {
		const struct cmlab_clamp *c = &s->clamps.c[i];

		if (!is_field_width(c) || k--)
			continue;
		f->field = c->field;
		cmlab_verdict_say(f, "%s %u does not fit its %s; %u is used.%s",
				  cmlab_names_field(c->field)->param, c->from,
				  cmlab_names_why(c->why), c->to, what_max_means(c->field));
		cmlab_verdict_advise(f,
				     "write %u if you mean it, or strict=1 to have such values refused.",
				     c->to);
		return true;
	}
	return false;
}
