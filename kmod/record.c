// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The table of records, and the history of those whose connection has ended.
 */
#include <linux/debugfs.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "param.h"
#include "record.h"

static DEFINE_XARRAY_ALLOC1(records);
static u32 last_id;

static LIST_HEAD(history);
static unsigned int history_len;
static DEFINE_MUTEX(history_lock); /* protects the two above */

static struct dentry *root;
static const struct file_operations *report_fops;

void cmlab_record_init(struct dentry *parent, const struct file_operations *report)
{
	root = parent;
	report_fops = report;
}

static void show(struct cmlab_record *rec)
{
	char name[16];

	scnprintf(name, sizeof(name), "%u", rec->id);
	rec->dir = debugfs_create_dir(name, root);
	debugfs_create_file("report", 0400, rec->dir, rec, report_fops);
}

struct cmlab_record *cmlab_record_create(enum cmlab_role role)
{
	struct cmlab_record *rec = kzalloc(sizeof(*rec), GFP_KERNEL);
	int ret;

	if (!rec)
		return NULL;
	kref_init(&rec->ref);
	seqlock_init(&rec->lock);
	INIT_LIST_HEAD(&rec->history);

	/* Reserve the number first: a record is visible only when it is whole. */
	ret = xa_alloc_cyclic(&records, &rec->id, NULL, XA_LIMIT(1, INT_MAX), &last_id, GFP_KERNEL);
	if (ret < 0) {
		kfree(rec);
		return NULL;
	}
	cmlab_report_init(&rec->report, rec->id, role);
	show(rec);
	xa_store(&records, rec->id, rec, GFP_KERNEL);
	return rec;
}

static void release(struct kref *ref)
{
	struct cmlab_record *rec = container_of(ref, struct cmlab_record, ref);

	kfree_rcu(rec, rcu);
}

void cmlab_record_put(struct cmlab_record *rec)
{
	kref_put(&rec->ref, release);
}

/* Unlink, wait for readers of the directory, let go. */
static void destroy(struct cmlab_record *rec)
{
	xa_erase(&records, rec->id);
	debugfs_remove(rec->dir);
	cmlab_record_put(rec);
}

static struct cmlab_record *oldest_beyond(unsigned int keep)
{
	struct cmlab_record *rec = NULL;

	mutex_lock(&history_lock);
	if (history_len > keep) {
		rec = list_first_entry(&history, struct cmlab_record, history);
		list_del_init(&rec->history);
		history_len--;
	}
	mutex_unlock(&history_lock);
	return rec;
}

static void trim(unsigned int keep)
{
	struct cmlab_record *rec;

	while ((rec = oldest_beyond(keep)))
		destroy(rec);
}

void cmlab_record_retire(struct cmlab_record *rec)
{
	kref_get(&rec->ref);
	mutex_lock(&history_lock);
	list_add_tail(&rec->history, &history);
	history_len++;
	mutex_unlock(&history_lock);
	trim(cmlab_param_history());
}

void cmlab_record_exit(void)
{
	trim(0);
	WARN_ON(!xa_empty(&records));
	xa_destroy(&records);
}

struct cmlab_record *cmlab_record_next(unsigned long *id)
{
	struct cmlab_record *rec;

	rcu_read_lock();
	rec = xa_find(&records, id, ULONG_MAX, XA_PRESENT);
	while (rec && !kref_get_unless_zero(&rec->ref))
		rec = xa_find_after(&records, id, ULONG_MAX, XA_PRESENT);
	rcu_read_unlock();
	return rec;
}

void cmlab_record_copy(struct cmlab_record *rec, struct cmlab_report *report)
{
	unsigned int seq;

	do {
		seq = read_seqbegin(&rec->lock);
		memcpy(report, &rec->report, sizeof(*report));
	} while (read_seqretry(&rec->lock, seq));
}
