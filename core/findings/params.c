// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The other members of struct rdma_conn_param, and the struct itself.
 */
#include "judge.h"

static void flow_control_only_informs(struct cmlab_judge *j, unsigned int role)
{
	u32 v = asked_of(j, role, CMLAB_F_FLOW);

	if (v)
		cmlab_say(j,
			  "The %s's flow_control %u is one bit on the wire (%u) and sets nothing: end-to-end credits are always in an RC queue pair's acknowledgments.",
			  call_of(role), v, v & 1);
}

static void say_taken(struct cmlab_judge *j, unsigned int role, unsigned int f, const char *what)
{
	cmlab_say(j,
		  "The %s's %s %u is ignored: the id has a queue pair from rdma_create_qp, and the queue pair's own %s is sent.",
		  call_of(role), name_of(f), wanted_of(j, role, f), what);
	j->f->field = (u8)f;
}

static void taken_from_qp(struct cmlab_judge *j, unsigned int role)
{
	u32 srq = wanted_of(j, role, CMLAB_F_SRQ), qpn = wanted_of(j, role, CMLAB_F_QPN);

	if (!is_raw(j, role) || !knows(j, role, CMLAB_KNOWS_OWN_QP))
		return;
	if (srq && srq != end_of(j, role)->has_srq) {
		say_taken(j, role, CMLAB_F_SRQ, "SRQ flag");
		cmlab_advise(j,
			     "attach an SRQ to the queue pair, or move the queue pair yourself (transitions=lab).");
	}
	if (qpn && qpn != end_of(j, role)->qp_num)
		say_taken(j, role, CMLAB_F_QPN, "number");
}

static void qkey_on_connected_qp(struct cmlab_judge *j, unsigned int role)
{
	u32 v = wanted_of(j, role, CMLAB_F_QKEY);

	if (v)
		cmlab_say(j, "The %s's qkey %#x is never used: a connected queue pair has none.",
			  call_of(role), v);
}

static void accept_has_other_qkey(struct cmlab_judge *j)
{
	u32 v = asked_of(j, PASSIVE, CMLAB_F_QKEY);

	if (has_failed(j, PASSIVE) && v && v != CMLAB_UDP_QKEY)
		cmlab_say(j,
			  "The accept's qkey %#x is not the one that rdma_create_qp gave the id (%#x): rdma_accept returns -22 and the active side sees UNREACHABLE, status 2.",
			  v, CMLAB_UDP_QKEY);
}

static void ud_carries_no_numbers(struct cmlab_judge *j, unsigned int role)
{
	if (asked_of(j, role, CMLAB_F_IRD) || asked_of(j, role, CMLAB_F_ORD) ||
	    asked_of(j, role, CMLAB_F_RETRY) || asked_of(j, role, CMLAB_F_RNR) ||
	    asked_of(j, role, CMLAB_F_FLOW))
		cmlab_say(j,
			  "%s sets depths, retry counts or flow_control on a UD id: a %s carries none of them, and the event's data are in param.ud.",
			  cmlab_who_begins(j, role), role == ACTIVE ? "SIDR_REQ" : "SIDR_REP");
}

static void iwarp_carries_no_field(struct cmlab_judge *j, unsigned int role)
{
	static const u8 fields[] = { CMLAB_F_RETRY, CMLAB_F_RNR, CMLAB_F_FLOW, CMLAB_F_SRQ };
	static const char no_rnr_nak[] =
		"it has no RNR NAK, and a send without a receive ends the connection.";
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fields) && is_raw(j, role); i++) {
		u32 v = wanted_of(j, role, fields[i]);
		bool rnr = fields[i] == CMLAB_F_RNR;

		if (!v)
			continue;
		cmlab_say(j, "The %s's %s %u has no effect on iWARP: %s", call_of(role),
			  name_of(fields[i]), v, rnr ? no_rnr_nak : "TCP takes care of that.");
		j->f->field = fields[i];
		if (rnr)
			cmlab_advise(j, "post receives before the handshake.");
	}
}

static void passives_mtu_is_smaller(struct cmlab_judge *j)
{
	u32 mine = end_of(j, ACTIVE)->netdev_mtu, theirs = end_of(j, PASSIVE)->netdev_mtu;

	if (theirs && mine > theirs)
		cmlab_say(j,
			  "The active side's netdev MTU %u gives path_mtu %u for both QPs; the passive side's is %u, and nothing compares the two: large packets will be dropped.",
			  mine, qp_of(j, ACTIVE, CMLAB_F_MTU), theirs);
}

static void conn_param_is_null(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_end *e = end_of(j, role);

	if (!e->null_param || (!e->crash && e->ret >= 0))
		return;
	if (role == ACTIVE)
		cmlab_say(j,
			  "rdma_connect(id, NULL) on IB and RoCE dereferences NULL in the kernel; only iWARP with a queue pair on the id takes it.");
	else
		cmlab_say(j,
			  "rdma_accept(id, NULL) on a passive id returns -22 and rejects: the kernel does not take the request's values, only librdmacm does.");
}

const struct cmlab_row cmlab_rows_params[] = {
	{ 41, INFO, CMLAB_F_FLOW, IF_RC, "flow_control only informs",
	  "leave it, or set 1 for the peer to read; do your own flow control.",
	  .judge_side = flow_control_only_informs },
	{ 42, WARNING, CMLAB_F_SRQ, IF_RC | IF_CM_MOVES,
	  "taken from the queue pair, not from conn_param",
	  "leave it 0, or move the queue pair yourself (transitions=lab).",
	  .judge_side = taken_from_qp },
	{ 43, WARNING, CMLAB_F_QKEY, IF_NOT_UD, "a connected queue pair has no qkey",
	  "leave it 0; it is for rdma_accept with RDMA_PS_UDP.",
	  .judge_side = qkey_on_connected_qp },
	{ 44, ERROR, CMLAB_F_QKEY, IF_UD, "the id has another qkey already",
	  "accept with qkey 0, which means the id's own.", .judge = accept_has_other_qkey },
	{ 45, WARNING, CMLAB_NR_FIELDS, IF_UD, "a UD connect carries none of the numbers",
	  "leave them 0 and read param.ud: only private data, qp_num and qkey pass.",
	  .judge_side = ud_carries_no_numbers },
	{ 57, INFO, CMLAB_F_RETRY, IF_IWARP, "iWARP does not carry this field",
	  "leave it for the other transports.", .judge_side = iwarp_carries_no_field },
	{ 66, WARNING, CMLAB_F_MTU, IF_UP | IF_RC, "the active side's MTU is used by both",
	  "give both netdevs the same MTU.", .judge = passives_mtu_is_smaller },
	{ 67, ERROR, CMLAB_NR_FIELDS, 0, "there is no conn_param",
	  "pass a zeroed struct rdma_conn_param with the values that you mean.",
	  .judge_side = conn_param_is_null },
	{}
};
