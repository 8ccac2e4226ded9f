/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The module's files. What is read is checked for its version and for being what it
 * claims to be; whatever is wrong has been said on standard error when a call fails.
 */
#ifndef CMLAB_CMLAB_DEBUGFS_H
#define CMLAB_CMLAB_DEBUGFS_H

#include "cmdline.h"
#include "keyval.h"
#include "out.h"

/* Is the module there, and may we use it? OUT_DONE, or OUT_MISSING. */
enum out_exit cmlab_debugfs_check(void);

/**
 * cmlab_debugfs_read - a file of "key: value" lines or of a table
 * @name: path below the module's directory
 * @table: name of the array that its rows become, NULL if it has no rows
 * @columns: names of the columns if the file has no header line, or NULL
 * @status: OUT_FAILED or OUT_MISSING on failure
 *
 * Return: the object, the caller's; NULL on failure
 */
struct json_object *cmlab_debugfs_read(const char *name, const char *table, const char *columns,
				       enum out_exit *status);

/**
 * cmlab_debugfs_report - the report of one connection
 * @id: its number
 * @quiet: say nothing if there is none
 *
 * Return: the object, the caller's; NULL on failure
 */
struct json_object *cmlab_debugfs_report(s64 id, bool quiet);

/**
 * cmlab_debugfs_command - have a command carried out
 * @cmd: the checked command
 * @result: what the module says of it, the caller's; NULL if it says nothing readable
 *
 * Return: OUT_DONE, OUT_FAILED or OUT_MISSING
 */
enum out_exit cmlab_debugfs_command(const struct cmdline *cmd, struct json_object **result);

#endif /* CMLAB_CMLAB_DEBUGFS_H */
