/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a report must say if the prediction is right, line by line, and the comparison
 * of that with what it says.
 */
#ifndef CONFORM_FACTS_H
#define CONFORM_FACTS_H

#include "../../userspace-peer/keyval.h"
#include "cell.h"

#define FACTS_MAX 128
#define FACT_KEY  48
#define FACT_TEXT (2 * CMLAB_WIRE_MAX + 4)

/**
 * struct fact - one line of a report
 * @key: its path
 * @want: what it must say; empty: there must be no such line
 * @got: what it says; empty: there is none
 * @wrong: the two differ
 * @known: index of the known divergence that explains it, or negative
 */
struct fact {
	char key[FACT_KEY];
	char want[FACT_TEXT];
	char got[FACT_TEXT];
	bool wrong;
	int known;
};

/**
 * struct facts - a side's report
 * @absent: there must be no report, since the side never heard of the connection
 * @found: there is one
 * @has_event: which event comes last is known
 * @knows_peer: the number of the other end's QP is known
 * @closes: how the connection ends is known
 * @nr: number of @f
 * @f: the lines
 */
struct facts {
	bool absent;
	bool found;
	bool has_event;
	bool knows_peer;
	bool closes;
	u32 nr;
	struct fact f[FACTS_MAX];
};

/* What @q's prediction means for the report of a side. */
void facts_expect(const struct cell *c, const struct question *q, enum cmlab_role role,
		  struct facts *facts);

/* Whether a line of a report is compared. */
bool facts_compares(const struct facts *facts, const char *key);

/* Holds a report against it; NULL if there is none. */
void facts_compare(struct facts *facts, struct json_object *report);

/* The line that must be there, or NULL. */
const struct fact *facts_find(const struct facts *facts, const char *key);

/**
 * struct known - a divergence that is understood
 * @id: short name
 * @cause: in a sentence
 * @source: where in the kernel or a library it comes from
 * @matches: whether it explains a wrong fact
 */
struct known {
	const char *id;
	const char *cause;
	const char *source;
	bool (*matches)(const struct cell *c, const struct question *q, enum cmlab_role role,
			const struct fact *f);
};

extern const struct known known[];
extern const unsigned int nr_known;

/* Marks what is known of the wrong facts. Returns the number of those that are not. */
unsigned int known_mark(const struct cell *c, const struct question *q, enum cmlab_role role,
			struct facts *facts);

/* Prints all views of a cell side by side, of some of its ends: a bit per enum cmlab_role. */
void facts_show(const struct cell *c, const struct question *q, const struct facts *sides,
		unsigned int ends);

#endif /* CONFORM_FACTS_H */
