/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A formatted handshake as one text, for tests to look into.
 */
#ifndef CMLAB_TEXT_H
#define CMLAB_TEXT_H

#include "harness.h"

#include <cmlab/report.h>

#define CMLAB_TEXT_SIZE 16384

struct cmlab_text {
	struct kunit *test;
	size_t len;
	char buf[CMLAB_TEXT_SIZE];
};

/*
 * Formats @r with @found, or @h seen from neither end; no findings are none. Checks that
 * every line is one line and every key appears once.
 */
struct cmlab_text *cmlab_text_of(struct kunit *test, const struct cmlab_report *r,
				 const struct cmlab_findings *found);
struct cmlab_text *cmlab_text_of_both(struct kunit *test, const struct cmlab_handshake *h,
				      const struct cmlab_findings *found);

/* The value of @key, or NULL; valid until the next call. */
const char *cmlab_text_value(struct cmlab_text *t, const char *key, char *buf, size_t size);

#endif /* CMLAB_TEXT_H */
