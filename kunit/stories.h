/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Whole connections, made of the core's own steps as an adapter takes them.
 */
#ifndef CMLAB_STORIES_H
#define CMLAB_STORIES_H

#include "harness.h"

#include <cmlab/findings.h>

/* UX sample: passive on rxe, mock limits 16/4, the peer asks for more. */
void cmlab_story_passive(struct cmlab_snapshot *s);
/* UX sample: active, rejected with reason 11 in the REJ's header. */
void cmlab_story_rejected(struct cmlab_snapshot *s);
/* Active on siw, raw bytes, depths reported crossed. */
void cmlab_story_siw(struct cmlab_snapshot *s);
/* UX sample: nothing came back. */
void cmlab_story_unreachable(struct cmlab_snapshot *s);
/* The passive side refused what it was offered. */
void cmlab_story_refused(struct cmlab_snapshot *s);
/* rdma_accept failed. */
void cmlab_story_failed(struct cmlab_snapshot *s);

#endif /* CMLAB_STORIES_H */
