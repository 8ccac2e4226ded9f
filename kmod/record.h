/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_RECORD_H
#define CMLAB_RECORD_H

#include <linux/dcache.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/seqlock.h>

#include <cmlab/snapshot.h>

/**
 * struct cmlab_record - what is reported of one connection, and outlives it
 * @ref: one for the connection while it lives or the history after, one per reader
 * @rcu: defers the free for readers of the table of records
 * @id: the connection's number
 * @lock: writers are the CM handler, the completion and the teardown work, all in
 *	process context; readers copy and retry, so they never delay a writer
 * @snap: the snapshot; written under @lock
 * @dir: its debugfs directory
 * @history: in the list of finished connections
 */
struct cmlab_record {
	struct kref ref;
	struct rcu_head rcu;
	u32 id;
	seqlock_t lock;
	struct cmlab_snapshot snap;
	struct dentry *dir;
	struct list_head history;
};

/**
 * cmlab_record_create - start a record and make it visible
 * @role: role of the connection
 *
 * Return: the record with one reference, or NULL. Sleeps.
 */
struct cmlab_record *cmlab_record_create(enum cmlab_role role);

/**
 * cmlab_record_retire - the connection has ended: keep the record as history
 * @rec: the record; the caller's reference passes to the history
 *
 * The oldest records beyond the module parameter "history" disappear. Must not be
 * called with a lock that a debugfs reader takes.
 */
void cmlab_record_retire(struct cmlab_record *rec);

/* All records are gone after this; no connection may be alive. */
void cmlab_record_exit(void);

/**
 * cmlab_record_next - walk the records in order of their number
 * @id: number to start at; set to the number found
 *
 * Return: a record with a reference of the caller's, or NULL at the end
 */
struct cmlab_record *cmlab_record_next(unsigned long *id);
struct cmlab_record *cmlab_record_get(struct cmlab_record *rec);
void cmlab_record_put(struct cmlab_record *rec);

/**
 * cmlab_record_copy - a consistent copy of the snapshot
 * @rec: the record
 * @snap: where to copy it
 */
void cmlab_record_copy(struct cmlab_record *rec, struct cmlab_snapshot *snap);

/* Bracket every write to @rec->snap; short, no sleeping between. */
static inline struct cmlab_snapshot *cmlab_record_begin(struct cmlab_record *rec)
{
	write_seqlock(&rec->lock);
	return &rec->snap;
}

static inline void cmlab_record_end(struct cmlab_record *rec)
{
	write_sequnlock(&rec->lock);
}

#endif /* CMLAB_RECORD_H */
