/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to this room: lines being made, and the groups of lines that one end's view and
 * the view of both have in common.
 */
#ifndef CMLAB_HANDSHAKE_EMIT_H
#define CMLAB_HANDSHAKE_EMIT_H

#include <cmlab/report.h>

/**
 * struct cmlab_out - one line being made
 * @emit: where it goes
 * @ctx: for @emit
 * @prefix: what every key begins with: "", "active.", ...
 * @key: the key
 * @value: the value; hex of the largest private data is the longest
 */
struct cmlab_out {
	cmlab_emit_fn emit;
	void *ctx;
	const char *prefix;
	char key[96];
	char value[2 * CMLAB_WIRE_MAX + 4];
};

/* One line: the key as printf has it, then the value. Text that is NULL or empty is none. */
__printf(3, 4) void cmlab_out_text(struct cmlab_out *o, const char *text, const char *key, ...);
__printf(3, 4) void cmlab_out_number(struct cmlab_out *o, s64 v, const char *key, ...);

/* Which name of a field a group's keys have. */
enum cmlab_naming { CMLAB_BY_PARAM, CMLAB_BY_ATTR };

/* "group.field: value" for each value that is known. */
void cmlab_out_values(struct cmlab_out *o, const char *group, const struct cmlab_values *vals,
		      enum cmlab_naming naming);
void cmlab_out_limits(struct cmlab_out *o, const struct cmlab_limits *l);
void cmlab_out_clamps(struct cmlab_out *o, const struct cmlab_clamps *clamps, bool mock);
/* @no_field: what stands for the field of a finding that is about none; NULL: no line */
void cmlab_out_findings(struct cmlab_out *o, const struct cmlab_findings *findings,
			const char *no_field);

#endif /* CMLAB_HANDSHAKE_EMIT_H */
