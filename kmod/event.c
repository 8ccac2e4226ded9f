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

/* What formatting one handshake needs; too much for a stack. */
struct scratch {
	struct cmlab_snapshot snap;
	struct cmlab_finding finding;
	char line[LINE];
};

static struct entry __rcu *ring[RING];
static atomic64_t next = ATOMIC64_INIT(0);

static struct entry *put(u64 number, struct entry *entry)
{
	return unrcu_pointer(xchg(&ring[number % RING], RCU_INITIALIZER(entry)));
}

static __printf(1, 0) void add(const char *fmt, va_list args)
{
	struct entry *old, *entry = kzalloc(sizeof(*entry), GFP_KERNEL);

	if (!entry)
		return;
	entry->when = ktime_get_boottime();
	vscnprintf(entry->text, sizeof(entry->text), fmt, args);
	entry->number = atomic64_inc_return(&next) - 1;
	old = put(entry->number, entry);
	if (old)
		kfree_rcu(old, rcu);
}

void cmlab_event_note(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	add(fmt, args);
	va_end(args);
}

/* All findings, or the one with number @only. */
static void findings(struct scratch *sc, u32 only)
{
	struct cmlab_finding *f = &sc->finding;
	unsigned int i;

	for (i = 0; cmlab_findings_connection(&sc->snap, i, f); i++) {
		if (only && f->number != only)
			continue;
		trace_cmlab_conn_finding(sc->snap.id, f->number, f->severity, f->field);
		cmlab_event_note("conn %u: %s CL%03u %s", sc->snap.id,
				 cmlab_names_severity(f->severity), f->number, f->message);
		if (f->severity >= CMLAB_SEVERITY_WARN)
			pr_warn_ratelimited("conn %u: CL%03u %s\n", sc->snap.id, f->number,
					    f->message);
	}
}

void cmlab_event_handshake(struct cmlab_record *rec)
{
	struct scratch *sc = kmalloc(sizeof(*sc), GFP_KERNEL);

	if (!sc)
		return;
	cmlab_record_copy(rec, &sc->snap);
	cmlab_snapshot_summary(&sc->snap, sc->line, sizeof(sc->line));
	cmlab_event_note("%s", sc->line);
	pr_info_ratelimited("%s\n", sc->line);
	findings(sc, 0);
	kfree(sc);
}

void cmlab_event_finding(struct cmlab_record *rec, u32 number)
{
	struct scratch *sc = kmalloc(sizeof(*sc), GFP_KERNEL);

	if (!sc)
		return;
	cmlab_record_copy(rec, &sc->snap);
	findings(sc, number);
	kfree(sc);
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

void cmlab_event_exit(void)
{
	int i;

	for (i = 0; i < RING; i++)
		kfree(put(i, NULL));
}
