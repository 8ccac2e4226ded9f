/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CONFORM_RUN_H
#define CONFORM_RUN_H

#include "facts.h"
#include "grid.h"

#define CONFORM_KNOWN_MAX 16

enum verdict { VERDICT_AGREED, VERDICT_KNOWN, VERDICT_FAILED, NR_VERDICTS };

/**
 * struct run - the state of going through a provider's cells
 * @limits: the device's own
 * @mock: the mock limits that are set: rd, init, res
 * @last_id: number of the module's newest connection
 * @compared: lines of reports that were compared
 * @known: cells in which each known divergence was met
 * @shown: failures that were printed
 * @show_max: how many may be
 * @q: the cell's question and its answer
 * @facts: what both reports must say, by enum cmlab_role
 */
struct run {
	struct cmlab_limits limits;
	s32 mock[3];
	u32 last_id;
	u64 compared;
	u32 known[CONFORM_KNOWN_MAX];
	u32 shown;
	u32 show_max;
	struct question q;
	struct facts facts[CMLAB_NR_ROLES];
};

/*
 * Ready for the cells of a provider; @run is zeroed, or has another one behind it.
 * 0, or -ENOENT if its device is not there.
 */
int run_init(struct run *run, const struct provider *provider, u32 show_max);

/* Makes a cell's connection on this host and judges both of its ends. */
enum verdict run_cell(struct run *run, const struct cell *c);

#define END(role) (1U << (role))
#define BOTH_ENDS (END(CMLAB_ROLE_ACTIVE) | END(CMLAB_ROLE_PASSIVE))

/* Parts of that: the module connects; the number of the connection, 0 if there is none. */
u32 run_connect(struct run *run, const struct cell *c);
void run_disconnect(u32 id);

/* Holds the reports of some ends, a bit per enum cmlab_role, against what they must say. */
enum verdict run_judge(struct run *run, const struct cell *c, unsigned int ends,
		       struct json_object *active, struct json_object *passive);

/* Prints a failed cell, unless there have been enough of them. */
void run_show(struct run *run, const struct cell *c, enum verdict result, unsigned int ends);

/* Between two hosts: the passive one listens for all; 0 or -EINVAL. */
int phase_listen(const struct grid *g);
/* The active one makes a connection and judges its end. */
enum verdict phase_connect(struct run *run, const struct cell *c);
/* The passive one judges its end. */
enum verdict phase_judge(struct run *run, const struct cell *c);

/**
 * struct wire_count - what was seen on the wire
 * @req: REQs (MPA requests) that belong to a cell
 * @rep: REPs (accepting MPA replies)
 * @rej: REJs (rejecting MPA replies)
 */
struct wire_count {
	u32 req;
	u32 rep;
	u32 rej;
};

/* Prints the columns that wire_check() wants of tshark, as its options, a word a line. */
void wire_columns(const struct provider *p);

/**
 * wire_check - hold what tshark decoded against what the model says was sent
 * @g: the cells
 * @p: on what
 * @path: tshark's output, a message a line
 * @verdicts: filled, one for each cell
 * @count: filled
 *
 * Return: 0 or -errno
 */
int wire_check(const struct grid *g, const struct provider *p, const char *path,
	       enum verdict *verdicts, struct wire_count *count);

#endif /* CONFORM_RUN_H */
