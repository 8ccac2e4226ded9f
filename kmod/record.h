/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What is published of a connection, while it lives and for a time after. A record is
 * written only: nothing that acts for a connection reads it.
 */
#ifndef CMLAB_RECORD_H
#define CMLAB_RECORD_H

#include <linux/fs.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/seqlock.h>

#include <cmlab/report.h>

/**
 * struct cmlab_record - what is published of one connection, and outlives it
 * @ref: one for the connection, one for the history, one per reader
 * @rcu: defers the free for readers of the table of records
 * @id: the connection's number
 * @lock: writers are the CM handler, the completion and the teardown work, all in
 *	process context; readers copy and retry, so they never delay a writer
 * @report: what is told; written under @lock
 * @dir: its debugfs directory
 * @history: in the list of finished connections
 */
struct cmlab_record {
	struct kref ref;
	struct rcu_head rcu;
	u32 id;
	seqlock_t lock;
	struct cmlab_report report;
	struct dentry *dir;
	struct list_head history;
};

/**
 * cmlab_record_init - where records are shown
 * @parent: debugfs directory in which each gets one of its own, by its number
 * @report: operations of the file "report" in it; the inode's private data is the record
 */
void cmlab_record_init(struct dentry *parent, const struct file_operations *report);

/* All records are gone after this; no connection may be alive. */
void cmlab_record_exit(void);

/**
 * cmlab_record_create - start a record and make it visible
 * @role: role of the connection
 *
 * Return: the record with one reference, or NULL. Sleeps.
 */
struct cmlab_record *cmlab_record_create(enum cmlab_role role);

/**
 * cmlab_record_retire - the connection has ended: keep the record as history
 * @rec: the record; the history takes a reference of its own
 *
 * The oldest records beyond the module parameter "history" disappear. Must not be
 * called with a lock that a debugfs reader takes.
 */
void cmlab_record_retire(struct cmlab_record *rec);

/**
 * cmlab_record_next - walk the records in order of their number
 * @id: number to start at; set to the number found
 *
 * Return: a record with a reference of the caller's, or NULL at the end
 */
struct cmlab_record *cmlab_record_next(unsigned long *id);
void cmlab_record_put(struct cmlab_record *rec);

/**
 * cmlab_record_copy - a consistent copy of what is published
 * @rec: the record
 * @report: where to copy it
 */
void cmlab_record_copy(struct cmlab_record *rec, struct cmlab_report *report);

/* Bracket every write to @rec->report; short, no sleeping between. */
static inline struct cmlab_report *cmlab_record_begin(struct cmlab_record *rec)
{
	write_seqlock(&rec->lock);
	return &rec->report;
}

static inline void cmlab_record_end(struct cmlab_record *rec)
{
	write_sequnlock(&rec->lock);
}

#endif /* CMLAB_RECORD_H */
