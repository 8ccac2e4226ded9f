// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The prediction's frame: the beginning, what all transports share, and what is said
 * once the handshake is over.
 */
#include "predict_private.h"

#define DEFAULT_DEPTH	  16
#define DEFAULT_ACK_DELAY 15

static void init_limits(struct cmlab_limits *l, enum cmlab_transport transport,
			enum cmlab_driver driver)
{
	l->max_qp_rd_atom = DEFAULT_DEPTH;
	l->max_qp_init_rd_atom = DEFAULT_DEPTH;
	l->local_ca_ack_delay = DEFAULT_ACK_DELAY;
	l->transport = (u8)transport;
	l->driver = (u8)driver;
}

void cmlab_predict_init(struct cmlab_predict_in *in, enum cmlab_transport transport,
			enum cmlab_driver driver)
{
	unsigned int r;

	memset(in, 0, sizeof(*in));
	in->transport = (u8)transport;
	in->transitions = CMLAB_TRANSITIONS_CM;
	in->mpa = 2;
	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		init_limits(&in->side[r].limits, transport, driver);
		in->side[r].device = in->side[r].limits;
		in->side[r].packet_life_time = -1;
	}
}

struct cmlab_predicted_event *cmlab_predict_add(struct cmlab_predicted_side *s,
						enum cmlab_event event, s32 status, u32 len)
{
	/* The last one is what a reader looks at: never lose that. */
	u32 i = min_t(u32, s->nr_events, CMLAB_PREDICT_EVENTS - 1);
	struct cmlab_predicted_event *ev = &s->events[i];

	memset(ev, 0, sizeof(*ev));
	ev->event = (u8)event;
	ev->status = status;
	ev->private_data_len = len;
	ev->has_depths = true;
	s->nr_events = i + 1;
	return ev;
}

const struct cmlab_predicted_event *cmlab_predict_event(const struct cmlab_predicted_side *s,
							enum cmlab_event event)
{
	u32 i;

	for (i = 0; i < s->nr_events; i++)
		if (s->events[i].event == event)
			return &s->events[i];
	return NULL;
}

/* What an assignment to struct rdma_conn_param keeps. */
static u32 narrow(enum cmlab_field f, u32 v)
{
	return cmlab_names_field(f)->type_max == 255 ? v & 255 : v;
}

static void raw_params(const struct cmlab_predict_side *in, struct cmlab_values *params)
{
	unsigned int f;

	memset(params, 0, sizeof(*params));
	if (in->null_param)
		return;
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_values_has(&in->params, f))
			cmlab_values_set(params, f, narrow(f, cmlab_values_get(&in->params, f)));
}

bool cmlab_predict_params(struct cmlab_prediction *p, enum cmlab_role role,
			  const struct cmlab_values *adv, struct cmlab_values *params)
{
	const struct cmlab_predict_side *in = &p->in->side[role];
	struct cmlab_decision *d = &p->side[role].decision;
	const struct cmlab_side side = {
		.limits = &in->limits,
		.profile = in->profile,
		.res_used = in->res_used,
		.qp_num = in->qp_num,
		.has_srq = in->has_srq,
	};

	if (!in->profile) {
		raw_params(in, params);
		return true;
	}
	if (adv)
		cmlab_policy_accept(&side, adv, d);
	else
		cmlab_policy_offer(&side, d);
	*params = d->params;
	/* Private data are not decided: they are the caller's. */
	cmlab_values_set(params, CMLAB_F_PDLEN, cmlab_values_get(&in->params, CMLAB_F_PDLEN) & 255);
	return d->reason == CMLAB_REASON_NONE;
}

bool cmlab_predict_judge(struct cmlab_prediction *p, const struct cmlab_values *adv)
{
	static const struct cmlab_profile no_floors;
	const struct cmlab_predict_side *in = &p->in->side[CMLAB_ROLE_ACTIVE];
	struct cmlab_predicted_side *s = &p->side[CMLAB_ROLE_ACTIVE];
	const struct cmlab_side side = {
		.limits = &in->limits,
		.profile = in->profile ? in->profile : &no_floors,
	};

	cmlab_policy_reply(&side, &s->sent, adv, &s->judged);
	return p->in->transitions != CMLAB_TRANSITIONS_LAB || s->judged.reason == CMLAB_REASON_NONE;
}

static bool may_read(const struct cmlab_predicted_side *peer, bool iwarp)
{
	if (!iwarp && !(peer->access & CMLAB_ACCESS_REMOTE_READ))
		return false;
	return !cmlab_values_has(&peer->qp, CMLAB_F_IRD) ||
	       cmlab_values_get(&peer->qp, CMLAB_F_IRD);
}

static enum cmlab_read read_without_ord(const struct cmlab_driver_info *info)
{
	switch (info->no_ord) {
	case CMLAB_NO_READ_HANGS:
		return CMLAB_READ_HANGS;
	case CMLAB_NO_READ_REFUSED:
		return CMLAB_READ_REFUSED;
	default:
		return CMLAB_READ_UNKNOWN;
	}
}

/* In the order in which a READ meets it: posting, the wire, the peer. */
static enum cmlab_read read_of(const struct cmlab_prediction *p, enum cmlab_role role)
{
	const struct cmlab_predicted_side *s = &p->side[role];
	const struct cmlab_predicted_side *peer = &p->side[!role];

	if (p->outcome != CMLAB_OUTCOME_ESTABLISHED || p->in->ps == CMLAB_PS_UDP)
		return CMLAB_READ_NONE;
	if (!cmlab_values_has(&s->qp, CMLAB_F_ORD))
		return CMLAB_READ_UNKNOWN;
	if (!cmlab_values_get(&s->qp, CMLAB_F_ORD))
		return read_without_ord(cmlab_predict_driver(p, role));
	if (!may_read(peer, p->in->transport == CMLAB_TRANSPORT_IWARP))
		return CMLAB_READ_NAK;
	return cmlab_values_has(&peer->qp, CMLAB_F_IRD) ? CMLAB_READ_WORKS : CMLAB_READ_UNKNOWN;
}

static void begin(const struct cmlab_predict_in *in, struct cmlab_prediction *p)
{
	unsigned int r;

	memset(p, 0, sizeof(*p));
	p->in = in;
	p->outcome = CMLAB_OUTCOME_LOCAL_ERROR;
	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		p->side[r].ret = CMLAB_NO_ERRNO;
		p->side[r].qp_state = CMLAB_QP_NONE;
	}
}

static void finish(struct cmlab_prediction *p)
{
	unsigned int r;

	for (r = 0; r < CMLAB_NR_ROLES; r++) {
		cmlab_predict_report(p, r);
		p->side[r].read = (u8)read_of(p, r);
	}
	cmlab_predict_times(p);
}

void cmlab_predict(const struct cmlab_predict_in *in, struct cmlab_prediction *p)
{
	begin(in, p);
	cmlab_predict_setters(p);
	if (in->transport == CMLAB_TRANSPORT_IWARP)
		cmlab_predict_iwarp(p);
	else if (in->ps == CMLAB_PS_UDP)
		cmlab_predict_ud(p);
	else
		cmlab_predict_ib(p);
	finish(p);
}
