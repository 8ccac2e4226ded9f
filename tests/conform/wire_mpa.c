// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * MPA request and reply, revision 2: the private data begin with the sender's IRD and
 * ORD, 14 bits each, below flags.
 */
#include <stdio.h>
#include <stdlib.h>

#include "wire.h"

#define DEPTH_MASK 0x3fff
#define WORDS	   4 /* bytes that both words take, which the length counts */

#define COLUMN_LIST(X)                  \
	X(REQ, "iwarp_mpa.key.req")     \
	X(REP, "iwarp_mpa.key.rep")     \
	X(SPORT, "tcp.srcport")         \
	X(DPORT, "tcp.dstport")         \
	X(REJECT, "iwarp_mpa.rej_flag") \
	X(LENGTH, "iwarp_mpa.pdlength") \
	X(DATA, "iwarp_mpa.privatedata")

enum column { COLUMN_LIST(ENUM_COLUMN) NR_COLUMNS };

static const char *const columns[NR_COLUMNS] = { COLUMN_LIST(NAME_COLUMN) };

static u32 word(const struct message *m, unsigned int i)
{
	char hex[5] = "";

	if (strlen(m->col[COL_DATA]) >= 2 * WORDS)
		snprintf(hex, sizeof(hex), "%s", m->col[COL_DATA] + 4 * i);
	return (u32)strtoul(hex, NULL, 16) & DEPTH_MASK;
}

/* A length of 252 and more wraps, and what is behind it is no private data to tshark. */
static void check_frame(struct wire *w, const struct cell *c, const struct message *m,
			enum cmlab_role role)
{
	u32 len = w->q.h.end[role].message.sent_len + WORDS;

	wire_check_number(w, c, columns[COL_LENGTH], len & 255, wire_number(m, COL_LENGTH));
	if (len > 255)
		return;
	wire_check_sent(w, c, role, CMLAB_F_IRD, "MPA IRD", word(m, 0));
	wire_check_sent(w, c, role, CMLAB_F_ORD, "MPA ORD", word(m, 1));
	if (c->v[D_HANDSHAKE] == CMLAB_PDATA_RAW)
		wire_check_bytes(w, c, role, columns[COL_DATA], m->col[COL_DATA] + 2 * WORDS);
}

static void take_req(struct wire *w, const struct message *m)
{
	const struct cell *c = wire_by_port(w, wire_number(m, COL_DPORT));

	if (!c || w->trails[c->number].req)
		return;
	w->trails[c->number].req = true;
	w->count->req++;
	check_frame(w, c, m, CMLAB_ROLE_ACTIVE);
}

static void take_rep(struct wire *w, const struct message *m)
{
	const struct cell *c = wire_by_port(w, wire_number(m, COL_SPORT));

	if (!c)
		return;
	if (wire_number(m, COL_REJECT)) {
		w->trails[c->number].rej_to_active = true;
		w->count->rej++;
		return;
	}
	w->trails[c->number].rep = true;
	w->count->rep++;
	check_frame(w, c, m, CMLAB_ROLE_PASSIVE);
}

static void take(struct wire *w, const struct message *m)
{
	if (*m->col[COL_REQ])
		take_req(w, m);
	else if (*m->col[COL_REP])
		take_rep(w, m);
}

/* A failed rdma_accept closes the socket without a reply. */
static void finish(struct wire *w, const struct cell *c, const struct trail *t)
{
	const struct cmlab_end *active = &w->q.h.end[CMLAB_ROLE_ACTIVE];
	const struct cmlab_end *passive = &w->q.h.end[CMLAB_ROLE_PASSIVE];
	bool req = cmlab_values_has(&active->sent, CMLAB_F_IRD) &&
		   !cell_ended_by_setter(&w->q, CMLAB_ROLE_ACTIVE);

	wire_check_number(w, c, "MPA request", req, t->req);
	wire_check_number(w, c, "MPA reply", req && cmlab_values_has(&passive->sent, CMLAB_F_IRD),
			  t->rep);
	wire_check_number(w, c, "rejecting MPA reply", req && passive->call == CMLAB_CALL_REJECT,
			  t->rej_to_active);
}

const struct wire_kind wire_mpa = {
	.columns = columns,
	.nr = NR_COLUMNS,
	.take = take,
	.finish = finish,
};
