/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Commands, from debugfs and from module parameters.
 */
#ifndef CMLAB_CONTROL_H
#define CMLAB_CONTROL_H

#include <linux/fs.h>

/* debugfs "control": write commands, then read the result of the last one. */
extern const struct file_operations cmlab_control_fops;

/**
 * cmlab_control_param - a command from a module parameter
 * @verb: "listen" or "connect"
 * @args: its keys, separated by commas; several commands by semicolons; may be empty
 *
 * Connections are started, not waited for: a peer that is not there must not keep the
 * module from being loaded.
 *
 * Return: 0 or a negative errno, with a sentence in the log
 */
int cmlab_control_param(const char *verb, const char *args);

#endif /* CMLAB_CONTROL_H */
