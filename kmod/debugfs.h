/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * /sys/kernel/debug/cmlab: debugfs.c lists its files.
 */
#ifndef CMLAB_DEBUGFS_H
#define CMLAB_DEBUGFS_H

void cmlab_debugfs_init(void);
/* From here on commands are taken. */
void cmlab_debugfs_start(void);
/* No command can start after this, and none is running. */
void cmlab_debugfs_stop(void);
void cmlab_debugfs_exit(void);

#endif /* CMLAB_DEBUGFS_H */
