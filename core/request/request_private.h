/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to the core: one request being made.
 */
#ifndef CMLAB_REQUEST_PRIVATE_H
#define CMLAB_REQUEST_PRIVATE_H

#include <cmlab/request.h>

/* A piece of the line. */
struct word {
	const char *s;
	size_t len;
};

/* One key=value as written. */
struct pair {
	struct word key;
	struct word value;
};

/* What of a field's range a line gives. */
enum part { PART_FLOOR, PART_CEILING, PART_TARGET, NR_PARTS };

struct parser {
	struct cmlab_request *req;
	struct cmlab_error *err;
	struct pair kv;	     /* at hand; no key: none is */
	struct pair bound;   /* the first one that only policy reads; no key: none */
	const char *profile; /* of a line that names none; may be NULL */
	u32 seen;	     /* bit per row of the table of keys */
	u32 given[NR_PARTS]; /* bit per field */
};

/* Takes p->kv over into p->req: 0, or an error with its sentence written. */
int cmlab_request_take(struct parser *p);

/* "verb: key=value: " of what is at hand, then as printf says; long ones are cut. Returns @ret. */
__printf(3, 4) int cmlab_request_bad(const struct parser *p, int ret, const char *fmt, ...);

/* Appends " word" to a sentence if it fits whole, and dots once if not. */
void cmlab_request_append(struct cmlab_error *err, const char *word);

static inline bool is_word(const struct word *w, const char *name)
{
	return cmlab_is_word(name, w->s, w->len);
}

#endif /* CMLAB_REQUEST_PRIVATE_H */
