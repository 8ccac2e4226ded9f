/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_STATS_H
#define CMLAB_STATS_H

#include <cmlab/names.h>

struct seq_file;

/* Counters since the module was loaded. All may be called from any context. */
void cmlab_stats_outcome(enum cmlab_role role, enum cmlab_outcome outcome);
void cmlab_stats_refused(enum cmlab_reason reason);
void cmlab_stats_command(bool ok);

void cmlab_stats_show(struct seq_file *m);

#endif /* CMLAB_STATS_H */
