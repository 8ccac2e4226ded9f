// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The other members of struct rdma_conn_param, and the struct itself.
 */
#include "judge.h"

static void flow_control_only_informs(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		u32 v = asked_of(j, role, CMLAB_F_FLOW);

		if (!is_rc(j) || !v)
			continue;
		cmlab_say(j,
			  "The %s's flow_control %u is one bit on the wire (%u) and sets nothing: end-to-end credits are always in an RC queue pair's acknowledgments.",
			  call_of(role), v, v & 1);
		cmlab_advise(j,
			     "leave it, or set 1 for the peer to read; do your own flow control.");
	}
}

static void say_not_from_param(struct cmlab_judge *j, unsigned int role, unsigned int f, u32 v)
{
	bool srq = f == CMLAB_F_SRQ;

	cmlab_say(j,
		  "The %s's %s %u is not looked at: with rdma_create_qp the id has a queue pair, and its own %s goes out.",
		  call_of(role), name_of(f), v, srq ? "use of an SRQ" : "number");
	j->f->field = (u8)f;
	if (srq)
		cmlab_advise(j, "attach an SRQ to the queue pair, or move that yourself.");
	else
		cmlab_advise(j, "leave it 0, or move the queue pair yourself (transitions=lab).");
}

static void taken_from_qp(struct cmlab_judge *j)
{
	static const u8 fields[] = { CMLAB_F_SRQ, CMLAB_F_QPN };
	unsigned int role, i;

	if (j->h->transitions != CMLAB_TRANSITIONS_CM || !is_rc(j))
		return;
	for (role = 0; role < CMLAB_NR_ROLES; role++)
		for (i = 0; i < ARRAY_SIZE(fields); i++) {
			const struct cmlab_end *e = end_of(j, role);
			unsigned int f = fields[i];
			u32 own = f == CMLAB_F_SRQ ? e->has_srq : e->qp_num;
			u32 v = wanted_of(j, role, f);

			if (is_raw(j, role) && knows(j, role, CMLAB_KNOWS_OWN_QP) && v && v != own)
				say_not_from_param(j, role, f, v);
		}
}

static void qkey_on_connected_qp(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		u32 v = wanted_of(j, role, CMLAB_F_QKEY);

		if (is_ud(j) || !v)
			continue;
		cmlab_say(j, "The %s's qkey %#x is never used: a connected queue pair has none.",
			  call_of(role), v);
		cmlab_advise(j, "leave it 0; it is for rdma_accept with RDMA_PS_UDP.");
	}
}

static void accept_has_other_qkey(struct cmlab_judge *j)
{
	u32 v = asked_of(j, PASSIVE, CMLAB_F_QKEY);

	if (!is_ud(j) || !has_failed(j, PASSIVE) || !v || v == CMLAB_UDP_QKEY)
		return;
	cmlab_say(j,
		  "The accept's qkey %#x is not the one that rdma_create_qp gave the id (%#x): rdma_accept returns -22 and the active side sees UNREACHABLE, status 2.",
		  v, CMLAB_UDP_QKEY);
	cmlab_advise(j, "accept with qkey 0, which means the id's own.");
}

static void ud_carries_no_numbers(struct cmlab_judge *j)
{
	static const u8 fields[] = {
		CMLAB_F_IRD, CMLAB_F_ORD, CMLAB_F_RETRY, CMLAB_F_RNR, CMLAB_F_FLOW,
	};
	unsigned int role, i;

	for (role = 0; role < CMLAB_NR_ROLES && is_ud(j); role++) {
		u32 any = 0;

		for (i = 0; i < ARRAY_SIZE(fields); i++)
			any |= asked_of(j, role, fields[i]);
		if (!any)
			continue;
		cmlab_say(j,
			  "%s sets depths, retry counts or flow_control on a UD id: a %s carries none of them, and the event's data are in param.ud.",
			  cmlab_who_begins(j, role),
			  cmlab_name(&cmlab_msgs, cmlab_message_of(j, role)));
		cmlab_advise(j,
			     "leave them 0 and read param.ud: only private data, qp_num and qkey pass.");
	}
}

static void iwarp_carries_no_field(struct cmlab_judge *j)
{
	static const u8 fields[] = { CMLAB_F_RETRY, CMLAB_F_RNR, CMLAB_F_FLOW, CMLAB_F_SRQ };
	unsigned int role, i;

	for (role = 0; role < CMLAB_NR_ROLES && is_iwarp(j); role++)
		for (i = 0; i < ARRAY_SIZE(fields); i++) {
			unsigned int f = fields[i];
			bool rnr = f == CMLAB_F_RNR;

			if (!is_raw(j, role) || !wanted_of(j, role, f))
				continue;
			cmlab_say(j, "The %s's %s %u goes nowhere on iWARP: %s", call_of(role),
				  name_of(f), wanted_of(j, role, f),
				  rnr ? "no RNR NAK, a send without a receive is the end." :
					"TCP does what it stands for.");
			j->f->field = (u8)f;
			cmlab_advise(j, rnr ? "post receives before the handshake." :
					      "leave it for the other transports.");
		}
}

static void passives_mtu_is_smaller(struct cmlab_judge *j)
{
	u32 mine = end_of(j, ACTIVE)->netdev_mtu, theirs = end_of(j, PASSIVE)->netdev_mtu;

	if (!is_up(j) || !is_rc(j) || !mine || !theirs || mine <= theirs)
		return;
	cmlab_say(j,
		  "The active side's netdev MTU %u gives path_mtu %u for both QPs; the passive side's is %u, and nobody compares: large packets will be dropped.",
		  mine, qp_of(j, ACTIVE, CMLAB_F_MTU), theirs);
	cmlab_advise(j, "give both netdevs the same MTU.");
}

static void conn_param_is_null(struct cmlab_judge *j)
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++) {
		if (!end_of(j, role)->null_param ||
		    (!end_of(j, role)->crash && !has_failed(j, role)))
			continue;
		if (role == ACTIVE)
			cmlab_say(j,
				  "rdma_connect(id, NULL) on IB and RoCE dereferences NULL in the kernel; only iWARP with a queue pair on the id takes it.");
		else
			cmlab_say(j,
				  "rdma_accept(id, NULL) on a passive id returns -22 and rejects: the kernel does not take the request's values, only librdmacm does.");
		cmlab_advise(j,
			     "pass a zeroed struct rdma_conn_param with the values that you mean.");
	}
}

static const struct cmlab_row rows[] = {
	{ CMLAB_CL_FLOW_CONTROL, CMLAB_SEVERITY_INFO, CMLAB_F_FLOW, "flow_control only informs",
	  flow_control_only_informs },
	{ CMLAB_CL_FROM_QP, CMLAB_SEVERITY_WARN, CMLAB_F_SRQ,
	  "taken from the queue pair, not from conn_param", taken_from_qp },
	{ CMLAB_CL_QKEY_UNUSED, CMLAB_SEVERITY_WARN, CMLAB_F_QKEY,
	  "a connected queue pair has no qkey", qkey_on_connected_qp },
	{ CMLAB_CL_QKEY_OTHER, CMLAB_SEVERITY_ERROR, CMLAB_F_QKEY,
	  "the id has another qkey already", accept_has_other_qkey },
	{ CMLAB_CL_UD_NUMBERS, CMLAB_SEVERITY_WARN, CMLAB_NR_FIELDS,
	  "a UD connect carries none of the numbers", ud_carries_no_numbers },
	{ CMLAB_CL_NOT_ON_IWARP, CMLAB_SEVERITY_INFO, CMLAB_F_RETRY,
	  "iWARP does not carry this field", iwarp_carries_no_field },
	{ CMLAB_CL_MTU, CMLAB_SEVERITY_WARN, CMLAB_F_MTU, "the active side's MTU is used by both",
	  passives_mtu_is_smaller },
	{ CMLAB_CL_NULL_PARAM, CMLAB_SEVERITY_ERROR, CMLAB_NR_FIELDS, "there is no conn_param",
	  conn_param_is_null },
};

CMLAB_TOPIC(params, rows);
