// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * REQ, REP and REJ. A REQ tells its cell by the port in its service id, the others by
 * communication id.
 */
#include <stdlib.h>

#include "wire.h"

#define COLUMN_LIST(X)                                        \
	X(REQ_ID, "infiniband.cm.req")                        \
	X(REQ_PORT, "infiniband.cm.req.serviceid.dport")      \
	X(REQ_RR, "infiniband.cm.req.responderres")           \
	X(REQ_DEPTH, "infiniband.cm.req.initdepth")           \
	X(REQ_RETRY, "infiniband.cm.req.retrcount")           \
	X(REQ_RNR, "infiniband.cm.req.rnrretrcount")          \
	X(REQ_FLOW, "infiniband.cm.req.e2eflowctrl")          \
	X(REQ_SRQ, "infiniband.cm.req.srq")                   \
	X(REQ_TIMEOUT, "infiniband.cm.req.prim_localacktout") \
	X(REQ_MTU, "infiniband.cm.req.pppmtu")                \
	X(REQ_DATA, "infiniband.cm.req.ip_cm.private")        \
	X(REP_ID, "infiniband.cm.rep")                        \
	X(REP_REMOTE, "infiniband.cm.rep.remotecommid")       \
	X(REP_RR, "infiniband.cm.rep.respres")                \
	X(REP_DEPTH, "infiniband.cm.rep.initdepth")           \
	X(REP_RNR, "infiniband.cm.rep.rnrretrcount")          \
	X(REP_FLOW, "infiniband.cm.rep.e2eflowctrl")          \
	X(REP_SRQ, "infiniband.cm.rep.srq")                   \
	X(REP_DATA, "infiniband.cm.rep.private")              \
	X(REJ_LOCAL, "infiniband.cm.rej.localcommid")         \
	X(REJ_REMOTE, "infiniband.cm.rej.remotecommid")       \
	X(REJ_REASON, "infiniband.cm.rej.reason")

enum column { COLUMN_LIST(ENUM_COLUMN) NR_COLUMNS };

static const char *const columns[NR_COLUMNS] = { COLUMN_LIST(NAME_COLUMN) };

/* What a value of the model is called in a message. */
struct field {
	u8 f;
	u8 col;
};

static const struct field req_fields[] = {
	{ CMLAB_F_IRD, COL_REQ_RR },	      { CMLAB_F_ORD, COL_REQ_DEPTH },
	{ CMLAB_F_RETRY, COL_REQ_RETRY },     { CMLAB_F_RNR, COL_REQ_RNR },
	{ CMLAB_F_FLOW, COL_REQ_FLOW },	      { CMLAB_F_SRQ, COL_REQ_SRQ },
	{ CMLAB_F_TIMEOUT, COL_REQ_TIMEOUT },
};

static const struct field rep_fields[] = {
	{ CMLAB_F_IRD, COL_REP_RR },  { CMLAB_F_ORD, COL_REP_DEPTH },
	{ CMLAB_F_RNR, COL_REP_RNR }, { CMLAB_F_FLOW, COL_REP_FLOW },
	{ CMLAB_F_SRQ, COL_REP_SRQ },
};

static void check_fields(struct wire *w, const struct cell *c, const struct message *m,
			 enum cmlab_role role, const struct field *fields, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		wire_check_sent(w, c, role, fields[i].f, columns[fields[i].col],
				wire_number(m, fields[i].col));
}

/* The area is as long as the message has room for, whatever was sent in it. */
static void check_data(struct wire *w, const struct cell *c, const struct message *m,
		       enum cmlab_role role, enum column col)
{
	if (c->v[D_HANDSHAKE] == CMLAB_PDATA_RAW)
		wire_check_bytes(w, c, role, columns[col], m->col[col]);
}

static void take_req(struct wire *w, const struct message *m)
{
	const struct cell *c = wire_by_port(w, wire_number(m, COL_REQ_PORT));
	struct trail *t;

	if (!c || w->trails[c->number].req)
		return;
	t = &w->trails[c->number];
	t->req = true;
	t->id = wire_number(m, COL_REQ_ID);
	w->count->req++;
	check_fields(w, c, m, CMLAB_ROLE_ACTIVE, req_fields, ARRAY_SIZE(req_fields));
	/* A code: 1 for 256 bytes, and each step doubles. */
	wire_check_sent(w, c, CMLAB_ROLE_ACTIVE, CMLAB_F_MTU, columns[COL_REQ_MTU],
			128U << wire_number(m, COL_REQ_MTU) % 8);
	check_data(w, c, m, CMLAB_ROLE_ACTIVE, COL_REQ_DATA);
}

static void take_rep(struct wire *w, const struct message *m)
{
	const struct cell *c = wire_by_id(w, wire_number(m, COL_REP_REMOTE));

	if (!c || w->trails[c->number].rep)
		return;
	w->trails[c->number].rep = true;
	w->count->rep++;
	check_fields(w, c, m, CMLAB_ROLE_PASSIVE, rep_fields, ARRAY_SIZE(rep_fields));
	check_data(w, c, m, CMLAB_ROLE_PASSIVE, COL_REP_DATA);
}

/* The status of the REJECTED that a side is to see; 0 if none. */
static u32 rejected(const struct wire *w, enum cmlab_role role)
{
	const struct cmlab_cm_event *ev;

	ev = cmlab_end_event(&w->q.h.end[role], CMLAB_EVENT_REJECTED);
	return ev ? (u32)ev->status : 0;
}

static void take_rej(struct wire *w, const struct message *m)
{
	const struct cell *c = wire_by_id(w, wire_number(m, COL_REJ_REMOTE));
	enum cmlab_role role = CMLAB_ROLE_ACTIVE;

	if (!c) {
		c = wire_by_id(w, wire_number(m, COL_REJ_LOCAL));
		role = CMLAB_ROLE_PASSIVE;
	}
	if (!c)
		return;
	w->count->rej++;
	if (role == CMLAB_ROLE_ACTIVE)
		w->trails[c->number].rej_to_active = true;
	else
		w->trails[c->number].rej_to_passive = true;
	wire_check_number(w, c, columns[COL_REJ_REASON], rejected(w, role),
			  wire_number(m, COL_REJ_REASON));
}

static void take(struct wire *w, const struct message *m)
{
	if (*m->col[COL_REQ_ID])
		take_req(w, m);
	else if (*m->col[COL_REP_ID])
		take_rep(w, m);
	else if (*m->col[COL_REJ_REASON])
		take_rej(w, m);
}

static bool sent(const struct wire *w, enum cmlab_role role)
{
	return cmlab_values_has(&w->q.h.end[role].sent, CMLAB_F_RNR) &&
	       !cell_ended_by_setter(&w->q, CMLAB_ROLE_ACTIVE);
}

/* Messages that should have been there, and those that should not. */
static void finish(struct wire *w, const struct cell *c, const struct trail *t)
{
	/* tshark 4.0 does not take SIDR apart. */
	if (c->v[D_PS] == CMLAB_PS_UDP)
		return;
	wire_check_number(w, c, "REQ", sent(w, CMLAB_ROLE_ACTIVE), t->req);
	wire_check_number(w, c, "REP", sent(w, CMLAB_ROLE_PASSIVE), t->rep);
	if (cell_ended_by_setter(&w->q, CMLAB_ROLE_ACTIVE))
		return;
	wire_check_number(w, c, "REJ to the active side", !!rejected(w, CMLAB_ROLE_ACTIVE),
			  t->rej_to_active);
	wire_check_number(w, c, "REJ to the passive side", !!rejected(w, CMLAB_ROLE_PASSIVE),
			  t->rej_to_passive);
}

const struct wire_kind wire_cm = {
	.columns = columns,
	.nr = NR_COLUMNS,
	.take = take,
	.finish = finish,
};
