/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to the core: one request being made; its values, each checked by itself.
 */
#ifndef CMLAB_REQUEST_PRIVATE_H
#define CMLAB_REQUEST_PRIVATE_H

#include <cmlab/request.h>

/* A piece of the line. */
struct word {
	const char *s;
	size_t len;
};

/**
 * struct pair - one key=value with what an error about it needs
 * @verb: the command's name
 * @key: as written
 * @value: as written
 * @err: where the sentence goes
 */
struct pair {
	const char *verb;
	struct word key;
	struct word value;
	struct cmlab_error *err;
};

/* "verb: key=value: " and the rest as printf says; a long value is cut. Returns @ret. */
__printf(3, 4) int cmlab_value_bad(const struct pair *kv, int ret, const char *fmt, ...);

/* @note goes into the sentence behind the range, may be NULL. */
int cmlab_value_number(const struct pair *kv, u32 low, u32 high, const char *note, u32 *v);
int cmlab_value_text(const struct pair *kv, char *buf, size_t size);
int cmlab_value_addr(const struct pair *kv, char *buf, size_t size);
int cmlab_value_bytes(const struct pair *kv, u8 *buf, u32 *len);
int cmlab_value_hex(const struct pair *kv, u8 *buf, u32 *len);

bool cmlab_word_is(const struct word *w, const char *name);

/**
 * struct parser - one request being made
 * @req: the request
 * @kv: the key and value at hand
 * @profile: profile of a line that names none, or NULL for the core's own
 * @seen: bit per row of the table of keys
 * @targets: bit per field whose target the line gives
 * @floors: the same for the floor
 * @ceilings: the same for the ceiling
 */
struct parser {
	struct cmlab_request *req;
	struct pair kv;
	const char *profile;
	u32 seen;
	u32 targets;
	u32 floors;
	u32 ceilings;
};

/* The verbs that make connections. */
static inline bool cmlab_request_is_conn(const struct parser *p)
{
	return p->req->verb == CMLAB_VERB_LISTEN || p->req->verb == CMLAB_VERB_CONNECT;
}

/* Takes p->kv over into p->req: 0, or an error with its sentence written. */
int cmlab_request_take(struct parser *p);

/* The key of this name was given. */
bool cmlab_request_seen(const struct parser *p, const char *name);

/* Appends " word" to a sentence if it fits whole, and dots once if not. */
void cmlab_request_append(struct cmlab_error *err, const char *word);

#endif /* CMLAB_REQUEST_PRIVATE_H */
