// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <linux/atomic.h>
#include <linux/seq_file.h>

#include "stats.h"

static atomic64_t outcomes[CMLAB_NR_ROLES][CMLAB_NR_OUTCOMES];
static atomic64_t refused[CMLAB_NR_REASONS];
static atomic64_t commands[2];

void cmlab_stats_outcome(enum cmlab_role role, enum cmlab_outcome outcome)
{
	atomic64_inc(&outcomes[role][outcome]);
}

void cmlab_stats_refused(enum cmlab_reason reason)
{
	if (reason < CMLAB_NR_REASONS)
		atomic64_inc(&refused[reason]);
}

void cmlab_stats_command(bool ok)
{
	atomic64_inc(&commands[ok]);
}

void cmlab_stats_show(struct seq_file *m)
{
	int role, i;

	seq_printf(m, "commands.done: %lld\n", atomic64_read(&commands[true]));
	seq_printf(m, "commands.failed: %lld\n", atomic64_read(&commands[false]));
	for (role = 0; role < CMLAB_NR_ROLES; role++)
		for (i = CMLAB_OUTCOME_ESTABLISHED; i < CMLAB_NR_OUTCOMES; i++)
			seq_printf(m, "%s.%s: %lld\n", cmlab_names_role(role),
				   cmlab_names_outcome(i), atomic64_read(&outcomes[role][i]));
	for (i = 1; i < CMLAB_NR_REASONS; i++)
		seq_printf(m, "refused.%s: %lld\n", cmlab_names_reason(i),
			   atomic64_read(&refused[i]));
}
