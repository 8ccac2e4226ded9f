// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The two retry counts.
 */
#include "judge.h"

static void say_no_rnr_retry(struct cmlab_judge *j, unsigned int speaker, bool have_peer_do_it)
{
	u32 rnr;

	if (!is_up(j) || !is_rc(j) || !cmlab_rnr_of(j, !speaker, &rnr) || rnr)
		return;
	cmlab_say(j,
		  "The %s's rnr_retry_count 0 programs %s QP: one send of %s that finds no receive posted at %s ends the connection.",
		  call_of(speaker), have_peer_do_it ? "THIS side's" : "the PEER's",
		  cmlab_who(j, !speaker), cmlab_who(j, speaker));
	if (have_peer_do_it)
		cmlab_advise(j,
			     "have the peer %s with rnr_retry_count 7, or post its receives before it does.",
			     call_of(speaker));
	else
		cmlab_advise(j,
			     "%s with rnr_retry_count 7, or post receives before and keep them posted.",
			     call_of(speaker));
}

static void peer_allows_no_rnr_retry(struct cmlab_judge *j)
{
	if (has_viewpoint(j))
		say_no_rnr_retry(j, !j->h->viewpoint, true);
}

static void allows_peer_no_rnr_retry(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++)
		if (!has_viewpoint(j) || role == j->h->viewpoint)
			say_no_rnr_retry(j, role, false);
}

static bool is_field_width(const struct cmlab_clamp *c)
{
	return c->why >= CMLAB_WHY_FIELD_U8 && c->why <= CMLAB_WHY_FIELD_24BIT;
}

static const char *endless(unsigned int f)
{
	return f == CMLAB_F_RNR ? " For RNR, 7 means for ever." : "";
}

static void say_policy_cuts(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_clamps *clamps = &end_of(j, role)->clamps;
	u32 i;

	for (i = 0; i < clamps->nr; i++) {
		const struct cmlab_clamp *c = &clamps->c[i];

		if (!is_field_width(c))
			continue;
		cmlab_say(j, "The %s's %s %u does not fit its %s; %u is used.%s", call_of(role),
			  name_of(c->field), c->from, cmlab_name(&cmlab_whys, c->why), c->to,
			  endless(c->field));
		j->f->field = c->field;
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
		unsigned int f = fields[i];
		u32 v = asked_of(j, role, f), to = cut(j, role, f, v);

		if (v == to)
			continue;
		cmlab_say(j, "The %s's %s %u does not fit its %s; %u is sent.%s", call_of(role),
			  name_of(f), v, cmlab_name(&cmlab_whys, cmlab_field_info(f)->why), to,
			  endless(f));
		j->f->field = (u8)f;
		cmlab_advise(j, "write %u if you mean it.", to);
	}
}

static void value_is_cut(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		if (is_raw(j, role))
			say_cm_cuts(j, role);
		else
			say_policy_cuts(j, role);
	}
}

static void retries_for_ever(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		if (!is_up(j) || !driver_of(j, role)->retry7_endless ||
		    qp_of(j, role, CMLAB_F_RETRY) != CMLAB_RETRY_MAX)
			continue;
		cmlab_say(j,
			  "On %s %s retry_cnt 7 is never counted down: a send to a dead peer is repeated for ever and never fails. Elsewhere 7 means seven times.",
			  driver_name(j, role), cmlab_whose(j, role));
		cmlab_advise(j, "connect with retry_count 6 to see a loss on this driver.");
	}
}

static void never_retries(struct cmlab_judge *j)
{
	unsigned int role = has_viewpoint(j) ? j->h->viewpoint : ACTIVE;

	if (!is_up(j) || !has_qp(j, role, CMLAB_F_RETRY) || qp_of(j, role, CMLAB_F_RETRY))
		return;
	cmlab_say(j,
		  "The connect's retry_count 0 programs BOTH QPs: the first packet or acknowledgment lost by either side ends the connection.");
	cmlab_advise(j, "connect with retry_count 7, or 6 on rxe.");
}

static void accept_retry_count_is_ignored(struct cmlab_judge *j)
{
	u32 v = wanted_of(j, PASSIVE, CMLAB_F_RETRY), real = sent_of(j, ACTIVE, CMLAB_F_RETRY);

	if (!is_rc(j) || !is_raw(j, PASSIVE) || !has_sent(j, ACTIVE, CMLAB_F_RETRY) || !v ||
	    v == real)
		return;
	cmlab_say(j,
		  "The accept's retry_count %u goes nowhere: a REP has no such field and rdma_accept never reads it. Both QPs get the connect's %u.",
		  v, real);
	cmlab_advise(j, "set retry_count where the connection is made.");
}

static const struct cmlab_row rows[] = {
	{ CMLAB_CL_PEER_RNR_ZERO, CMLAB_SEVERITY_WARN, CMLAB_F_RNR,
	  "the peer's rnr_retry_count makes this side's first early send fatal",
	  peer_allows_no_rnr_retry },
	{ CMLAB_CL_OWN_RNR_ZERO, CMLAB_SEVERITY_WARN, CMLAB_F_RNR,
	  "this side's rnr_retry_count makes the peer's first early send fatal",
	  allows_peer_no_rnr_retry },
	{ CMLAB_CL_VALUE_CUT, CMLAB_SEVERITY_WARN, CMLAB_F_RETRY,
	  "a value was cut to what its field carries", value_is_cut },
	{ CMLAB_CL_RETRY_ENDLESS, CMLAB_SEVERITY_WARN, CMLAB_F_RETRY,
	  "on this driver retry_count 7 means for ever", retries_for_ever },
	{ CMLAB_CL_RETRY_ZERO, CMLAB_SEVERITY_WARN, CMLAB_F_RETRY,
	  "retry_count 0: the first lost packet ends the connection", never_retries },
	{ CMLAB_CL_ACCEPT_RETRY, CMLAB_SEVERITY_WARN, CMLAB_F_RETRY,
	  "the accept's retry_count goes nowhere", accept_retry_count_is_ignored },
};

CMLAB_TOPIC(retries, rows);
