// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The two retry counts.
 */
#include "judge.h"

/* What @role says is for the other side's QP. */
static void allows_no_rnr_retry(struct cmlab_judge *j, unsigned int role)
{
	bool is_peer = has_viewpoint(j) && role != j->h->viewpoint;
	u32 rnr;

	if (!find_rnr(j, !role, &rnr) || rnr)
		return;
	cmlab_say(j,
		  "The %s's rnr_retry_count 0 programs %s QP: one send of %s that finds no receive posted at %s ends the connection.",
		  call_of(role), is_peer ? "THIS side's" : "the PEER's", cmlab_who(j, !role),
		  cmlab_who(j, role));
	if (is_peer)
		cmlab_advise(j,
			     "have the peer %s with rnr_retry_count 7, or post its receives before it does.",
			     call_of(role));
	else
		cmlab_advise(j,
			     "%s with rnr_retry_count 7, or post receives before and keep them posted.",
			     call_of(role));
}

static void say_cut(struct cmlab_judge *j, unsigned int role, const struct cmlab_clamp *c,
		    const char *is)
{
	cmlab_say(j, "The %s's %s %u does not fit its %s; %u is %s.%s", call_of(role),
		  name_of(c->field), c->from, cmlab_name(&cmlab_whys, c->why), c->to, is,
		  c->field == CMLAB_F_RNR ? " For RNR, 7 means for ever." : "");
	j->f->field = c->field;
}

static void say_policy_cuts(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_clamps *clamps = &end_of(j, role)->clamps;
	const struct cmlab_clamp *c;

	for (c = clamps->c; c < clamps->c + clamps->nr; c++) {
		if (c->why < CMLAB_WHY_FIELD_U8 || c->why > CMLAB_WHY_FIELD_24BIT)
			continue;
		say_cut(j, role, c, "used");
		cmlab_advise(j, "write %u if you mean it, or strict=1 to have such values refused.",
			     c->to);
	}
}

/* What the CM makes of a raw value. */
static u32 cut(const struct cmlab_judge *j, unsigned int role, unsigned int f, u32 v)
{
	if (!is_rc(j) || (f == CMLAB_F_RETRY && role == PASSIVE))
		return v;
	return f == CMLAB_F_FLOW ? v & 1 : min_t(u32, v, CMLAB_RETRY_MAX);
}

static void say_cm_cuts(struct cmlab_judge *j, unsigned int role)
{
	static const u8 fields[] = { CMLAB_F_RETRY, CMLAB_F_RNR, CMLAB_F_FLOW };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		u32 v = asked_of(j, role, fields[i]);
		struct cmlab_clamp c = {
			.field = fields[i],
			.why = (u8)cmlab_field_info(fields[i])->why,
			.from = v,
			.to = cut(j, role, fields[i], v),
		};

		if (c.from == c.to)
			continue;
		say_cut(j, role, &c, "sent");
		cmlab_advise(j, "write %u if you mean it.", c.to);
	}
}

static void value_is_cut(struct cmlab_judge *j, unsigned int role)
{
	if (is_raw(j, role))
		say_cm_cuts(j, role);
	else
		say_policy_cuts(j, role);
}

static void retries_for_ever(struct cmlab_judge *j, unsigned int role)
{
	if (driver_of(j, role)->retry7_endless && qp_of(j, role, CMLAB_F_RETRY) == CMLAB_RETRY_MAX)
		cmlab_say(j,
			  "On %s %s's retry_cnt 7 is never counted down: a send to a dead peer is repeated for ever and never fails. Elsewhere 7 means seven times.",
			  driver_name(j, role), cmlab_who(j, role));
}

static void never_retries(struct cmlab_judge *j)
{
	if (qp_is_zero(j, has_viewpoint(j) ? j->h->viewpoint : ACTIVE, CMLAB_F_RETRY))
		cmlab_say(j,
			  "The connect's retry_count 0 programs BOTH QPs: the first packet or acknowledgment lost by either side ends the connection.");
}

static void accept_retry_count_is_ignored(struct cmlab_judge *j)
{
	u32 v = wanted_of(j, PASSIVE, CMLAB_F_RETRY), real = sent_of(j, ACTIVE, CMLAB_F_RETRY);

	if (is_raw(j, PASSIVE) && has_sent(j, ACTIVE, CMLAB_F_RETRY) && v && v != real)
		cmlab_say(j,
			  "The accept's retry_count %u has no effect: a REP has no such field and rdma_accept never reads it. Both QPs get the connect's %u.",
			  v, real);
}

const struct cmlab_row cmlab_rows_retries[] = {
	{ 5, WARNING, CMLAB_F_RNR, IF_UP | IF_RC | OF_PEER,
	  "the peer's rnr_retry_count makes this side's first early send fatal",
	  .judge_side = allows_no_rnr_retry },
	{ 6, WARNING, CMLAB_F_RNR, IF_UP | IF_RC | OF_OWN_SIDE,
	  "this side's rnr_retry_count makes the peer's first early send fatal",
	  .judge_side = allows_no_rnr_retry },
	{ 20, WARNING, CMLAB_F_RETRY, 0, "a value was cut to what its field carries",
	  .judge_side = value_is_cut },
	{ 29, WARNING, CMLAB_F_RETRY, IF_UP, "on this driver retry_count 7 means for ever",
	  "connect with retry_count 6 to see a loss on this driver.",
	  .judge_side = retries_for_ever },
	{ 30, WARNING, CMLAB_F_RETRY, IF_UP,
	  "retry_count 0: the first lost packet ends the connection",
	  "connect with retry_count 7, or 6 on rxe.", .judge = never_retries },
	{ 31, WARNING, CMLAB_F_RETRY, IF_RC, "the accept's retry_count has no effect",
	  "set retry_count where the connection is made.", .judge = accept_retry_count_is_ignored },
	{}
};
