/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_DEBUGFS_H
#define CMLAB_DEBUGFS_H

struct cmlab_record;
struct dentry;

void cmlab_debugfs_init(void);
/* From here on commands are taken. */
void cmlab_debugfs_start(void);
/* No command can start after this, and none is running. */
void cmlab_debugfs_stop(void);
void cmlab_debugfs_exit(void);

/* conn/<id>/ with its files. The record must live until cmlab_debugfs_remove(). */
struct dentry *cmlab_debugfs_add_record(struct cmlab_record *rec);
/* Waits for readers; must not be called with a lock that they take. */
void cmlab_debugfs_remove(struct dentry *dir);

#endif /* CMLAB_DEBUGFS_H */
