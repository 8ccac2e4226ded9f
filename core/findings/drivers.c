// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What drivers, the CM and MPA make of the depths that people do not expect.
 */
#include "judge.h"

static void query_shows_depths_crossed(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_values *reported = &end_of(j, role)->reported;
	u32 ird = qp_of(j, role, CMLAB_F_IRD), ord = qp_of(j, role, CMLAB_F_ORD);

	if (cmlab_end_is_crossed(end_of(j, role)) &&
	    reported->v[CMLAB_F_IRD] != reported->v[CMLAB_F_ORD])
		cmlab_say(j,
			  "On %s ib_query_qp of %s shows max_rd_atomic %u and max_dest_rd_atomic %u, the wrong way round: it issues %u and serves %u.",
			  cmlab_who(j, role), driver_name(j, role), ird, ord, ord, ird);
}

/* What an iWARP driver made of a depth of the accept: its MPA reply, or what its QP bears out. */
static bool iwarp_gives(const struct cmlab_judge *j, unsigned int f, u32 *v)
{
	const struct cmlab_end *e = end_of(j, PASSIVE);
	u32 has = qp_of(j, PASSIVE, f);

	if (!cmlab_values_has(&e->asked, f) || cmlab_values_find(&e->sent, f, v))
		return cmlab_values_has(&e->asked, f);
	return is_up(j) && cmlab_values_find(&e->agreed, f, v) && has_qp(j, PASSIVE, f) &&
	       (has == *v || has == cmlab_ib_pow2(*v));
}

static void driver_raises_accept(struct cmlab_judge *j)
{
	u32 asked = asked_of(j, PASSIVE, CMLAB_F_IRD), gives;

	if (!driver_of(j, PASSIVE)->ird_raised || !iwarp_gives(j, CMLAB_F_IRD, &gives) ||
	    gives <= asked)
		return;
	cmlab_say(j,
		  "The accept's responder_resources %u is raised to %u by %s: the active side's initiator_depth asks for that many.",
		  asked, gives, driver_name(j, PASSIVE));
	cmlab_advise(j, "have the active side ask for initiator_depth %u if more is not wanted.",
		     asked);
}

static void driver_lowers_accept(struct cmlab_judge *j)
{
	u32 asked = asked_of(j, PASSIVE, CMLAB_F_ORD), gives;

	if (!knows(j, PASSIVE, CMLAB_KNOWS_DRIVER) || driver_of(j, PASSIVE)->iw_accept_ignored ||
	    !iwarp_gives(j, CMLAB_F_ORD, &gives) || gives >= asked)
		return;
	cmlab_say(j,
		  "The accept's initiator_depth %u is lowered to %u by %s: the active side's responder_resources offers no more.",
		  asked, gives, driver_name(j, PASSIVE));
	cmlab_advise(j, "connect with responder_resources %u if that many are needed.", asked);
}

/* An event shows two depths, and exchanging them makes a difference. */
static bool has_two_depths(const struct cmlab_cm_event *ev)
{
	return ev && ev->has_depths && ev->conn.responder_resources != ev->conn.initiator_depth;
}

static void request_event_is_exchanged(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev;

	ev = cmlab_end_event(end_of(j, PASSIVE), CMLAB_EVENT_CONNECT_REQUEST);
	if (has_two_depths(ev) && !ev->ud && has_sent(j, ACTIVE, CMLAB_F_IRD))
		cmlab_say(j,
			  "The REQUEST event shows responder_resources %u and initiator_depth %u, the connect's %u and %u exchanged: it speaks of what the passive side is to serve and may issue.",
			  ev->conn.responder_resources, ev->conn.initiator_depth,
			  sent_of(j, ACTIVE, CMLAB_F_IRD), sent_of(j, ACTIVE, CMLAB_F_ORD));
}

static void reply_event_is_not_exchanged(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev = last_event(j, ACTIVE);

	if (driver_of(j, ACTIVE)->reply_swapped && has_two_depths(ev))
		cmlab_say(j,
			  "On %s the ESTABLISHED event shows initiator_depth %u for what %s serves and responder_resources %u for what it issues, the opposite of IB and RoCE.",
			  driver_name(j, ACTIVE), ev->conn.initiator_depth, cmlab_who(j, ACTIVE),
			  ev->conn.responder_resources);
}

static void driver_changes_zero(struct cmlab_judge *j, unsigned int role)
{
	static const char *const does[] = {
		[CMLAB_ZERO_ONE] = "programs 1 for a depth of 0",
		[CMLAB_ZERO_LIMIT] = "keeps the device's limit for a depth of 0",
		[CMLAB_ZERO_UNSET] = "programs nothing for a depth of 0, and queries show 1",
	};
	u8 zero = driver_of(j, role)->zero;

	if (zero == CMLAB_ZERO_KEPT || !has_sent(j, PASSIVE, CMLAB_F_IRD) ||
	    (sent_of(j, PASSIVE, CMLAB_F_IRD) && sent_of(j, PASSIVE, CMLAB_F_ORD)))
		return;
	cmlab_say(j, "On %s %s %s.", cmlab_who(j, role), driver_name(j, role), does[zero]);
	if (sent_of(j, PASSIVE, at_accept(role, CMLAB_F_IRD)))
		j->f->field = CMLAB_F_ORD;
}

static void mpa_v1_carries_no_depths(struct cmlab_judge *j)
{
	if (j->h->mpa == 1)
		cmlab_say(j,
			  "MPA v1 carries no depths: the active side issues %u and the passive serves %u, the passive issues %u and the active serves %u, and nothing compares them.",
			  qp_of(j, ACTIVE, CMLAB_F_ORD), qp_of(j, PASSIVE, CMLAB_F_IRD),
			  qp_of(j, PASSIVE, CMLAB_F_ORD), qp_of(j, ACTIVE, CMLAB_F_IRD));
}

static bool is_predicted(const struct cmlab_judge *j)
{
	return j->h->source == CMLAB_SOURCE_PREDICTED;
}

#define READ_FROM "the sources that all this was read from (6.1, 6.12 and 7.2)"

static const char *where_kernel_lies(u32 release)
{
	unsigned int i;

	if (release < CMLAB_KERNEL_6_1)
		return "is older than " READ_FROM ": told as for 6.1";
	if (release > CMLAB_KERNEL_7_2)
		return "is newer than " READ_FROM ": told as for 7.2";
	for (i = 0; i < CMLAB_NR_KERNELS; i++)
		if (release == cmlab_kernel_release(i))
			return NULL;
	return "lies between " READ_FROM ": a change counts from the release that has it";
}

static void kernel_was_not_read(struct cmlab_judge *j)
{
	const struct cmlab_limits *l = &end_of(j, ACTIVE)->device;
	const char *lies = where_kernel_lies(l->kernel);

	if (!is_predicted(j) || !l->kernel || (!lies && !l->patched))
		return;
	cmlab_say(j, "Linux %u.%u %s.%s", CMLAB_RELEASE_MAJOR(l->kernel),
		  CMLAB_RELEASE_MINOR(l->kernel), lies ? lies : "is told as kernel.org has it",
		  l->patched ? " A distribution's kernel may have later changes." : "");
	if (l->patched)
		cmlab_advise(j,
			     "see its changelog for drivers/infiniband, and name the release whose changes it has.");
}

static void driver_stands_in(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_driver_name *named = cmlab_limits_named(&end_of(j, role)->device);

	/* Without a connection manager the active side does not get far: that is told. */
	if (named && !(named->no_cm && role == ACTIVE))
		cmlab_say(j, "%s on %s: %s.", named->name, cmlab_who(j, role), named->note);
}

static u32 pow2_below(u32 v)
{
	u32 up = cmlab_ib_pow2(v);

	return up > v ? up / 2 : up;
}

static void mlx5_may_round_down(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_limits *device = &end_of(j, role)->device;
	static const u8 depths[] = { CMLAB_F_IRD, CMLAB_F_ORD };
	unsigned int i, f;
	u32 v;

	if (!knows(j, role, CMLAB_KNOWS_DRIVER) ||
	    !cmlab_limits_fact(device, CMLAB_FACT_MLX5_ROUNDS_DOWN))
		return;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		f = depths[i];
		v = sent_of(j, PASSIVE, at_accept(role, f));
		if (!has_qp(j, role, f) || pow2_below(v) == v ||
		    (!is_predicted(j) && qp_of(j, role, f) != pow2_below(v)))
			continue;
		cmlab_say(j,
			  "mlx5 on %s makes %s %u of %u; before Linux 6.12 it rounds down to %u unless a stable update of November 2024 is in.",
			  cmlab_who(j, role), cmlab_field_info(f)->attr, qp_of(j, role, f), v,
			  pow2_below(v));
		j->f->field = (u8)f;
	}
}

#define HIP08_TIMEOUT_MAX 20

static void hip08_has_its_own_timers(struct cmlab_judge *j, unsigned int role)
{
	u32 timeout = qp_of(j, role, CMLAB_F_TIMEOUT), rnr = qp_of(j, role, CMLAB_F_MIN_RNR);

	if (!knows(j, role, CMLAB_KNOWS_DRIVER) ||
	    end_of(j, role)->device.driver != CMLAB_DRIVER_HNS)
		return;
	if (has_qp(j, role, CMLAB_F_MIN_RNR) && rnr != 1)
		cmlab_say(j,
			  "On a HIP08 device (revision 0x21) hns programs min_rnr_timer 1 (0.01 ms) on %s whatever it is told, not %u; later ones take it.",
			  cmlab_who(j, role), rnr);
	if (timeout <= HIP08_TIMEOUT_MAX)
		return;
	cmlab_say(j,
		  "On a HIP08 device (revision 0x21) hns leaves the ACK timeout of %s unprogrammed, since %u is above its 20, and only the kernel log says so.",
		  cmlab_who(j, role), timeout);
	j->f->field = CMLAB_F_TIMEOUT;
}

const struct cmlab_row cmlab_rows_drivers[] = {
	{ 9, INFO, CMLAB_F_IRD, IF_UP, "the driver reports the two depths crossed",
	  "swap the two depths that this driver reports.",
	  .judge_side = query_shows_depths_crossed },
	{ 58, INFO, CMLAB_F_IRD, IF_IWARP, "the driver raises what the accept serves",
	  .judge = driver_raises_accept },
	{ 59, INFO, CMLAB_F_ORD, IF_IWARP, "the driver lowers what the accept issues",
	  .judge = driver_lowers_accept },
	{ 61, INFO, CMLAB_F_IRD, 0, "the request's event shows the depths exchanged",
	  "copy the event's two numbers to the accept's two, name by name.",
	  .judge = request_event_is_exchanged },
	{ 62, INFO, CMLAB_F_IRD, IF_UP | IF_IWARP, "the reply's event shows this side's own depths",
	  "do not read depths out of this event on iWARP; carry them in the private data.",
	  .judge = reply_event_is_not_exchanged },
	{ 64, INFO, CMLAB_F_IRD, IF_UP | IF_RC, "the driver changes a depth of 0",
	  "do not rely on a depth of 0 to forbid reads: the access permissions do that.",
	  .judge_side = driver_changes_zero },
	{ 68, WARNING, CMLAB_F_IRD, IF_UP | IF_IWARP, "MPA v1 carries no depths",
	  "use MPA v2, or exchange the depths in the private data.",
	  .judge = mpa_v1_carries_no_depths },
	{ 78, INFO, CMLAB_NR_FIELDS, 0, "the kernel is not one of those that were read",
	  "check what matters on the machine itself: cmlab connect, or cmlab-peer.",
	  .judge = kernel_was_not_read },
	{ 79, INFO, CMLAB_NR_FIELDS, 0, "another driver's facts stand in for this one's",
	  "check what matters on the machine itself; cmlab explain --list-drivers says what is known.",
	  .judge_side = driver_stands_in },
	{ 80, INFO, CMLAB_F_ORD, IF_UP | IF_RC, "mlx5 rounds down in some kernels",
	  "use a power of two for both depths.", .judge_side = mlx5_may_round_down },
	{ 81, INFO, CMLAB_F_MIN_RNR, IF_UP | IF_RC, "HIP08 has timers of its own",
	  "post receives before the peer sends, and keep the ACK timeout at 20 or below there.",
	  .judge_side = hip08_has_its_own_timers },
	{}
};
