/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What the decoders of both kinds of wire share. */
#ifndef CONFORM_WIRE_H
#define CONFORM_WIRE_H

#include "run.h"

#define WIRE_COLUMNS_MAX 32

/* Of a list of columns, X(NAME, field of tshark) */
#define ENUM_COLUMN(n, s) COL_##n,
#define NAME_COLUMN(n, s) s,

/* A message: its columns, empty where it has none. */
struct message {
	char *col[WIRE_COLUMNS_MAX];
};

/**
 * struct trail - what was seen of a cell's handshake
 * @id: of the REQ, or the port of the active side
 * @req: the REQ or MPA request
 * @rep: the REP or accepting MPA reply
 * @rej_to_active: the REJ or rejecting MPA reply
 * @rej_to_passive: a REJ the other way
 */
struct trail {
	u32 id;
	bool req;
	bool rep;
	bool rej_to_active;
	bool rej_to_passive;
};

/**
 * struct wire - the state of going through the messages
 * @g: the cells
 * @trails: one for each cell
 * @verdicts: one for each cell
 * @count: of messages
 * @q: question and answer of the cell at hand
 */
struct wire {
	const struct grid *g;
	struct trail *trails;
	enum verdict *verdicts;
	struct wire_count *count;
	struct question q;
};

static inline u32 wire_number(const struct message *m, unsigned int col)
{
	return (u32)strtoul(m->col[col], NULL, 0);
}

/* A cell with its prediction in @w->q. */
const struct cell *wire_predict(struct wire *w, u32 i);

/* The cell with a port; NULL if there is none. */
const struct cell *wire_by_port(struct wire *w, u32 port);

/* The cell whose trail has begun with this id; NULL if there is none. */
const struct cell *wire_by_id(struct wire *w, u32 id);

/* Notes a difference, if there is one. */
void wire_check_number(struct wire *w, const struct cell *c, const char *what, u32 want, u32 got);
void wire_check_text(struct wire *w, const struct cell *c, const char *what, const char *want,
		     const char *got);

/* A value of what a side sent, if the model knows it. */
void wire_check_sent(struct wire *w, const struct cell *c, enum cmlab_role role, enum cmlab_field f,
		     const char *what, u32 got);

/* Hex of @len bytes: the sender's own, then zeros. */
void wire_check_bytes(struct wire *w, const struct cell *c, enum cmlab_role role, const char *what,
		      const char *got);

/**
 * struct wire_kind - a kind of wire
 * @columns: tshark's fields
 * @nr: their number
 * @take: looks at a message
 * @finish: looks at what is left of a cell's trail
 */
struct wire_kind {
	const char *const *columns;
	unsigned int nr;
	void (*take)(struct wire *w, const struct message *m);
	void (*finish)(struct wire *w, const struct cell *c, const struct trail *t);
};

extern const struct wire_kind wire_cm;	/* REQ, REP and REJ of IB and RoCE */
extern const struct wire_kind wire_mpa; /* MPA request and reply of iWARP */

#endif /* CONFORM_WIRE_H */
