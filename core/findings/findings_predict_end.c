// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Findings on private data, on what does not exist and on how a handshake ends: 12 to
 * 14, 19, 24, 25, 44 to 50, 66, 67, 72 to 74.
 */
#include "findings_predict.h"

#define ACTIVE	CMLAB_ROLE_ACTIVE
#define PASSIVE CMLAB_ROLE_PASSIVE

static const struct cmlab_predicted_event *last(const struct foresight *o, unsigned int role)
{
	return cmlab_predict_last(foresight_side(o, role));
}

static u32 length(const struct foresight *o, unsigned int role)
{
	return foresight_asked(o, role, CMLAB_F_PDLEN) & 255;
}

static bool failed(const struct foresight *o, unsigned int role)
{
	s32 ret = foresight_side(o, role)->ret;

	return ret < 0;
}

static enum cmlab_msg message(const struct foresight *o, unsigned int role)
{
	if (foresight_ud(o))
		return role == ACTIVE ? CMLAB_MSG_SIDR_REQ : CMLAB_MSG_SIDR_REP;
	return role == ACTIVE ? CMLAB_MSG_REQ : CMLAB_MSG_REP;
}

static u32 budget(const struct foresight *o, unsigned int role, enum cmlab_msg msg)
{
	return cmlab_limits_budget(&foresight_in(o, role)->device, o->p->in->family, msg);
}

/* The REJ without a reason of a program: F17, F19. */
bool cmlab_foresee_12(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_event *ev = last(o, ACTIVE);

	if (k || o->p->outcome != CMLAB_OUTCOME_REJECTED ||
	    o->p->in->answer != CMLAB_ANSWER_REJECT || !ev || foresight_side(o, PASSIVE)->sent_len)
		return false;
	cmlab_verdict_say(f,
			  "The passive side rejects without private data: the active side sees REJECTED, status %d, %u bytes of zeros, and cannot tell why.",
			  ev->status, ev->private_data_len);
	cmlab_verdict_advise(f, "give rdma_reject a reason of your protocol as private data.");
	return true;
}

bool cmlab_foresee_13(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_side *s = foresight_side(o, ACTIVE);
	const struct cmlab_predicted_event *ev = last(o, ACTIVE);

	if (k || o->p->in->answer != CMLAB_ANSWER_ABSENT || (!ev && s->ret != -ECONNREFUSED))
		return false;
	if (ev)
		cmlab_verdict_say(f,
				  "The peer is alive and nobody listens on that port: %s, status %d.",
				  cmlab_names_event(ev->event), ev->status);
	else
		cmlab_verdict_say(f,
				  "The peer is alive and nobody listens on that port: rdma_connect returns %d (ECONNREFUSED), as TCP was refused.",
				  s->ret);
	cmlab_verdict_advise(f, "start the listener, or check port, address and port space.");
	return true;
}

static bool refused_by_policy(const struct foresight *o, unsigned int role)
{
	return foresight_side(o, role)->decision.reason != CMLAB_REASON_NONE;
}

bool cmlab_foresee_14(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, refused_by_policy);
	const struct cmlab_decision *d;

	if (role == CMLAB_NR_ROLES)
		return false;
	d = &foresight_side(o, role)->decision;
	f->field = d->field;
	cmlab_verdict_say(f,
			  "The %s side's profile %s refuses: reason %u (%s): %s (%u, needed %u).",
			  cmlab_names_role(role), foresight_in(o, role)->profile->name, d->reason,
			  cmlab_names_reason(d->reason), cmlab_names_reason_text(d->reason),
			  d->have, d->need);
	cmlab_verdict_advise(f, "choose another profile, lower the floor, or offer more.");
	return true;
}

static bool not_portable(const struct foresight *o, unsigned int role)
{
	u32 len = length(o, role);

	return foresight_side(o, role)->sent_len == len &&
	       len > cmlab_limits_portable_budget(message(o, role));
}

bool cmlab_foresee_19(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, not_portable);
	u32 portable;

	if (role == CMLAB_NR_ROLES)
		return false;
	portable = cmlab_limits_portable_budget(message(o, role));
	cmlab_verdict_say(f,
			  "The %s carries %u bytes of private data; IB and RoCE carry %u with an IP address, so the same program fails there.",
			  cmlab_names_msg(message(o, role)), length(o, role), portable);
	cmlab_verdict_advise(f, "keep a %s at %u bytes or less.", cmlab_names_msg(message(o, role)),
			     portable);
	return true;
}

static bool too_long(const struct foresight *o, unsigned int role)
{
	return failed(o, role) && !foresight_side(o, role)->sent.known &&
	       foresight_side(o, role)->call != CMLAB_CALL_REJECT &&
	       length(o, role) > budget(o, role, message(o, role)) + (foresight_iwarp(o) ? 1 : 0);
}

static const char *consequence(const struct foresight *o, unsigned int role)
{
	if (role == ACTIVE)
		return "rdma_connect returns -22, nothing is sent; call it again with less.";
	if (foresight_ud(o))
		return "rdma_accept returns -22 and the active side sees UNREACHABLE, status 2.";
	if (foresight_iwarp(o))
		return "rdma_accept returns -22 and the active side sees its TCP connection reset.";
	return "rdma_accept returns -22 with the QP in RTS, and has rejected: no retry.";
}

bool cmlab_foresee_24(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, too_long);

	if (role != CMLAB_NR_ROLES) {
		u32 room = budget(o, role, message(o, role));

		cmlab_verdict_say(f, "%u bytes of private data, a %s carries %u here: %s",
				  length(o, role), cmlab_names_msg(message(o, role)), room,
				  consequence(o, role));
		cmlab_verdict_advise(f, "send at most %u bytes; %u pass on every transport.", room,
				     cmlab_limits_portable_budget(message(o, role)));
		return true;
	}
	if (k || foresight_side(o, PASSIVE)->call != CMLAB_CALL_REJECT || !failed(o, PASSIVE))
		return false;
	cmlab_verdict_say(f,
			  "%u bytes of private data do not fit a reject: rdma_reject returns -22 and the peer gets REJ 28 without data when the id goes.",
			  o->p->in->reject_len);
	cmlab_verdict_advise(f, "send at most %u bytes.",
			     cmlab_limits_portable_budget(CMLAB_MSG_REJ));
	return true;
}

/* The length that goes over the wire in 8 bits with the four bytes of MPA v2. */
static bool wraps(const struct foresight *o, unsigned int role)
{
	return foresight_iwarp(o) && o->p->in->mpa != 1 &&
	       foresight_driver(o, role)->iw_len_wraps && !failed(o, role) &&
	       foresight_side(o, role)->call != CMLAB_CALL_REJECT &&
	       foresight_side(o, role)->sent_len > 251;
}

bool cmlab_foresee_25(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, wraps);
	u32 len;

	if (role == CMLAB_NR_ROLES)
		return false;
	len = foresight_side(o, role)->sent_len;
	cmlab_verdict_say(f,
			  "%s adds MPA v2's 4 bytes to %u in 8 bits and sends length %u: the %s side's driver cannot read the frame%s. Nothing is truncated, and nobody here gets an error.",
			  foresight_driver_name(o, role), len, (len + 4) & 255,
			  cmlab_names_role(!role),
			  role == ACTIVE ? " and its program never sees the request" : "");
	cmlab_verdict_advise(f, "send at most 251 bytes; %u pass on every transport.",
			     cmlab_limits_portable_budget(message(o, role)));
	return true;
}

bool cmlab_foresee_44(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	u32 qkey = foresight_asked(o, PASSIVE, CMLAB_F_QKEY);

	if (k || !foresight_ud(o) || !failed(o, PASSIVE) || !qkey || qkey == CMLAB_UDP_QKEY)
		return false;
	cmlab_verdict_say(f,
			  "The accept's qkey %#x is not the one that rdma_create_qp gave the id (%#x): rdma_accept returns -22 and the active side sees UNREACHABLE, status 2.",
			  qkey, CMLAB_UDP_QKEY);
	cmlab_verdict_advise(f, "accept with qkey 0, which means the id's own.");
	return true;
}

static bool ud_numbers(const struct foresight *o, unsigned int role)
{
	static const u8 fields[] = {
		CMLAB_F_IRD, CMLAB_F_ORD, CMLAB_F_RETRY, CMLAB_F_RNR, CMLAB_F_FLOW,
	};
	unsigned int i;

	for (i = 0; foresight_ud(o) && i < ARRAY_SIZE(fields); i++)
		if (foresight_asked(o, role, fields[i]))
			return true;
	return false;
}

bool cmlab_foresee_45(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, ud_numbers);

	if (role == CMLAB_NR_ROLES)
		return false;
	cmlab_verdict_say(f,
			  "The %s side sets depths, retry counts or flow_control on a UD id: a %s carries none of them, and the event's data are in param.ud.",
			  cmlab_names_role(role), cmlab_names_msg(message(o, role)));
	cmlab_verdict_advise(f,
			     "leave them 0 and read param.ud: only private data, qp_num and qkey pass.");
	return true;
}

bool cmlab_foresee_46(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_event *ev = last(o, ACTIVE);

	if (k || !foresight_ud(o) || !ev || ev->event != CMLAB_EVENT_UNREACHABLE || ev->status <= 0)
		return false;
	cmlab_verdict_say(f,
			  "A refused UD connect comes as UNREACHABLE with the positive SIDR status %d (%s), not as REJECTED; the reason given to rdma_reject is dropped.",
			  ev->status, ev->status == 1 ? "nobody listens" : "rejected");
	cmlab_verdict_advise(f,
			     "take UNREACHABLE with a positive status for a no, and a negative one for silence.");
	return true;
}

bool cmlab_foresee_47(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	if (k || foresight_iwarp(o) || o->p->in->family != CMLAB_FAMILY_IB || !length(o, ACTIVE) ||
	    failed(o, ACTIVE))
		return false;
	cmlab_verdict_say(f,
			  "With AF_IB byte 0 of the %u bytes in the %s is overwritten with 0, and byte 1 must not look like an IP version (4 or 6 in its high half).",
			  length(o, ACTIVE), cmlab_names_msg(message(o, ACTIVE)));
	cmlab_verdict_advise(f, "keep bytes 0 and 1 zero and begin with byte 2.");
	return true;
}

static bool padded(const struct foresight *o, unsigned int role)
{
	const struct cmlab_predicted_side *peer = foresight_side(o, !role);
	const struct cmlab_predicted_event *ev;

	ev = role == PASSIVE ? cmlab_predict_event(peer, CMLAB_EVENT_ESTABLISHED) :
			       cmlab_predict_event(peer, CMLAB_EVENT_CONNECT_REQUEST);
	return !foresight_iwarp(o) && ev && foresight_side(o, role)->sent_len &&
	       ev->private_data_len > foresight_side(o, role)->sent_len;
}

bool cmlab_foresee_48(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, padded);
	u32 room;

	if (role == CMLAB_NR_ROLES)
		return false;
	room = budget(o, role, message(o, role));
	cmlab_verdict_say(f,
			  "The %s side sends %u bytes and the %s side's event shows %u: on IB and RoCE always the whole area, zeros behind the data.",
			  cmlab_names_role(role), foresight_side(o, role)->sent_len,
			  cmlab_names_role(!role), room);
	cmlab_verdict_advise(f,
			     "put an own length into the data and compare with >=, never with ==; all zero means none.");
	return true;
}

static bool hides_reason(const struct foresight *o)
{
	const struct cmlab_predicted_side *passive = foresight_side(o, PASSIVE);

	return (passive->call == CMLAB_CALL_ACCEPT && passive->ret < 0) ||
	       (passive->call == CMLAB_CALL_REJECT && passive->ret < 0) ||
	       (passive->call == CMLAB_CALL_MODIFY_QP && passive->ret < 0) ||
	       o->p->in->answer == CMLAB_ANSWER_FAIL;
}

bool cmlab_foresee_49(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_event *ev = last(o, ACTIVE);

	if (k || o->p->outcome != CMLAB_OUTCOME_REJECTED || !ev || !hides_reason(o))
		return false;
	cmlab_verdict_say(f,
			  "The active side sees only REJECTED, status %d, no data: the same as if the peer were out of resources or its process had died. The cause is local to the passive side.",
			  ev->status);
	cmlab_verdict_advise(f,
			     "check everything before rdma_accept and reject with a reason; look at the passive side's log.");
	return true;
}

bool cmlab_foresee_50(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	bool nomem = o->p->in->answer == CMLAB_ANSWER_NOMEM;
	const char *why = "";
	char time[FORESIGHT_TIME];

	if (nomem)
		why = " The passive's handler returned -ENOMEM, which sends no REJ at all.";
	if (k || o->p->outcome != CMLAB_OUTCOME_UNREACHABLE ||
	    (o->p->in->answer != CMLAB_ANSWER_SILENT && !nomem) || (nomem && foresight_ud(o)))
		return false;
	cmlab_verdict_say(f, "Nothing comes back: %s after %s, with no way to shorten it.%s",
			  last(o, ACTIVE) ? "UNREACHABLE -110" : "rdma_connect returns -110",
			  foresight_time(o->p->unreachable_ns, time), why);
	if (nomem)
		cmlab_verdict_advise(f, "reject with a reason instead of returning -ENOMEM.");
	else
		cmlab_verdict_advise(f,
				     "arm an own timer around the connect; look at path, GID and VLAN before retry counts.");
	return true;
}

bool cmlab_foresee_66(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	u32 mine = foresight_in(o, ACTIVE)->netdev_mtu,
	    theirs = foresight_in(o, PASSIVE)->netdev_mtu;

	if (k || !foresight_up(o) || !foresight_rc(o) || !mine || !theirs || mine <= theirs)
		return false;
	cmlab_verdict_say(f,
			  "The active side's netdev MTU %u gives path_mtu %u for both QPs; the passive side's is %u, and nobody compares: large packets will be dropped.",
			  mine, foresight_qp(o, ACTIVE, CMLAB_F_MTU), theirs);
	cmlab_verdict_advise(f, "give both netdevs the same MTU.");
	return true;
}

static bool no_param(const struct foresight *o, unsigned int role)
{
	return foresight_in(o, role)->null_param &&
	       (foresight_side(o, role)->crash || failed(o, role));
}

bool cmlab_foresee_67(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	unsigned int role = foresight_nth_side(o, k, no_param);

	if (role == CMLAB_NR_ROLES)
		return false;
	if (role == ACTIVE)
		cmlab_verdict_say(f,
				  "rdma_connect(id, NULL) on IB and RoCE dereferences NULL in the kernel; only iWARP with a queue pair on the id takes it.");
	else
		cmlab_verdict_say(f,
				  "rdma_accept(id, NULL) on a passive id returns -22 and rejects: the kernel does not take the request's values, only librdmacm does.");
	cmlab_verdict_advise(f,
			     "pass a zeroed struct rdma_conn_param with the values that you mean.");
	return true;
}

bool cmlab_foresee_72(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	char wait[FORESIGHT_TIME];

	if (k || o->p->in->answer != CMLAB_ANSWER_STALE || !foresight_rc(o) || !last(o, ACTIVE))
		return false;
	cmlab_verdict_say(f,
			  "REJ 10, stale connection: the peer still holds an old connection of this queue pair number. It drops it on this REQ, or goes through time-wait first (%s here).",
			  foresight_time(foresight_side(o, PASSIVE)->time_wait_ns, wait));
	cmlab_verdict_advise(f, "connect again with a new id and queue pair after that time.");
	return true;
}

bool cmlab_foresee_73(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_event *ev;
	u32 len = foresight_side(o, ACTIVE)->sent_len;

	ev = cmlab_predict_event(foresight_side(o, PASSIVE), CMLAB_EVENT_CONNECT_REQUEST);
	if (k || !foresight_iwarp(o) || !ev || ev->private_data_len <= len)
		return false;
	cmlab_verdict_say(f,
			  "On %s the REQUEST event shows %u bytes where %u were sent: MPA v2's own bytes are counted in.",
			  foresight_driver_name(o, PASSIVE), ev->private_data_len, len);
	cmlab_verdict_advise(f, "put an own length into the data.");
	return true;
}

bool cmlab_foresee_74(const struct foresight *o, unsigned int k, struct cmlab_finding *f)
{
	const struct cmlab_predicted_side *s = foresight_side(o, ACTIVE);
	const char *why;

	if (k || !failed(o, ACTIVE))
		return false;
	if (s->call == CMLAB_CALL_RESOLVE_ADDR)
		why = "iWARP has no AF_IB addresses";
	else if (s->call == CMLAB_CALL_CREATE_QP)
		why = "iWARP has no UD queue pairs";
	else if (s->call == CMLAB_CALL_RESOLVE_ROUTE)
		why = "the netdev's MTU is too small for RoCE, which needs 352";
	else if (s->ret == -EAFNOSUPPORT)
		why = "this driver takes IPv4 only";
	else
		return false;
	cmlab_verdict_say(f, "%s returns %d (%s): %s.", cmlab_names_call(s->call), s->ret,
			  cmlab_verdict_errno(s->ret), why);
	cmlab_verdict_advise(f, "choose another family, port space, device or MTU.");
	return true;
}
