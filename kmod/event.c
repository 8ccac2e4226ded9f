// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The last lines of what happened, failed handshakes included. Writers put a new entry
 * into a slot and free the old one after a grace period; readers walk the slots under
 * RCU, so a slow reader delays nobody.
 */
#include <linux/atomic.h>
#include <linux/ktime.h>
#include <linux/ratelimit.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include <cmlab/findings.h>

#include "event.h"
#include "record.h"
#include "trace.h"

#define RING 512
#define LINE 320

struct entry {
	struct rcu_head rcu;
	u64 number;
	ktime_t when;
	char text[LINE];
};

/* What telling of one handshake needs; too much for a stack. */
struct scratch {
	struct cmlab_report report;
	struct cmlab_findings found;
	char line[LINE];
};

static struct entry __rcu *ring[RING];
static atomic64_t next = ATOMIC64_INIT(0);

static atomic64_t outcomes[CMLAB_NR_ROLES][CMLAB_NR_OUTCOMES];
static atomic64_t refused[CMLAB_NR_REASONS];
static atomic64_t commands[2];

static struct entry *put(u64 number, struct entry *entry)
{
	return unrcu_pointer(xchg(&ring[number % RING], RCU_INITIALIZER(entry)));
}

static __printf(1, 2) void add(const char *fmt, ...)
{
	struct entry *old, *entry = kzalloc(sizeof(*entry), GFP_KERNEL);
	va_list args;

	if (!entry)
		return;
	entry->when = ktime_get_boottime();
	va_start(args, fmt);
	vscnprintf(entry->text, sizeof(entry->text), fmt, args);
	va_end(args);
	entry->number = atomic64_inc_return(&next) - 1;
	old = put(entry->number, entry);
	if (old)
		kfree_rcu(old, rcu);
}

/* A copy of what is published, and what is found in it. */
static struct scratch *judge(struct cmlab_record *rec)
{
	struct scratch *sc = kvmalloc(sizeof(*sc), GFP_KERNEL);

	if (!sc)
		return NULL;
	cmlab_record_copy(rec, &sc->report);
	cmlab_findings_collect(&sc->report.h, NULL, &sc->found);
	return sc;
}

static void tell_finding(u32 id, const struct cmlab_finding *f)
{
	trace_cmlab_conn_finding(id, f->number, f->severity, f->field);
	add("conn %u: %s CL%03u %s", id, cmlab_name(&cmlab_severities, f->severity), f->number,
	    f->message);
	if (f->severity >= CMLAB_SEVERITY_WARN)
		pr_warn_ratelimited("conn %u: CL%03u %s\n", id, f->number, f->message);
}

void cmlab_event_handshake(struct cmlab_record *rec, enum cmlab_role role,
			   enum cmlab_outcome outcome)
{
	struct scratch *sc;
	u32 i;

	atomic64_inc(&outcomes[role][outcome]);
	sc = judge(rec);
	if (!sc)
		return;
	cmlab_report_summary(&sc->report, sc->line, sizeof(sc->line));
	add("%s", sc->line);
	pr_info_ratelimited("%s\n", sc->line);
	if (outcome == CMLAB_OUTCOME_ESTABLISHED)
		trace_cmlab_conn_established(rec->id, role, &sc->report);
	for (i = 0; i < sc->found.nr; i++)
		tell_finding(rec->id, &sc->found.f[i]);
	kvfree(sc);
}

void cmlab_event_finding(struct cmlab_record *rec, u32 number)
{
	struct scratch *sc = judge(rec);
	u32 i;

	if (!sc)
		return;
	for (i = 0; i < sc->found.nr; i++)
		if (sc->found.f[i].number == number)
			tell_finding(rec->id, &sc->found.f[i]);
	kvfree(sc);
}

void cmlab_event_refused(enum cmlab_reason reason)
{
	if (reason < CMLAB_NR_REASONS)
		atomic64_inc(&refused[reason]);
}

void cmlab_event_command(int ret, const char *error)
{
	atomic64_inc(&commands[!ret]);
	if (ret)
		add("command failed: %s (%d)", error, ret);
}

void cmlab_event_listener(const char *text, const char *advice)
{
	add("%s: %s", text, advice);
	pr_warn_ratelimited("%s: %s\n", text, advice);
}

void cmlab_event_show(struct seq_file *m)
{
	u64 end = atomic64_read(&next);
	u64 i = end > RING ? end - RING : 0;
	const struct entry *entry;
	struct timespec64 ts;

	for (; i < end; i++) {
		rcu_read_lock();
		entry = rcu_dereference(ring[i % RING]);
		/* A newer line may have taken the slot, or the line not be there yet. */
		if (entry && entry->number == i) {
			ts = ktime_to_timespec64(entry->when);
			seq_printf(m, "%lld.%06ld %s\n", (s64)ts.tv_sec, ts.tv_nsec / NSEC_PER_USEC,
				   entry->text);
		}
		rcu_read_unlock();
	}
}

void cmlab_event_show_counters(struct seq_file *m)
{
	int role, i;

	seq_printf(m, "commands.done: %lld\n", atomic64_read(&commands[true]));
	seq_printf(m, "commands.failed: %lld\n", atomic64_read(&commands[false]));
	for (role = 0; role < CMLAB_NR_ROLES; role++)
		for (i = CMLAB_OUTCOME_ESTABLISHED; i < CMLAB_NR_OUTCOMES; i++)
			seq_printf(m, "%s.%s: %lld\n", cmlab_name(&cmlab_roles, role),
				   cmlab_name(&cmlab_outcomes, i),
				   atomic64_read(&outcomes[role][i]));
	for (i = 1; i < CMLAB_NR_REASONS; i++)
		seq_printf(m, "refused.%s: %lld\n", cmlab_name(&cmlab_reasons, i),
			   atomic64_read(&refused[i]));
}

void cmlab_event_exit(void)
{
	int i;

	for (i = 0; i < RING; i++)
		kfree(put(i, NULL));
}
