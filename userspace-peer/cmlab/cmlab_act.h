/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CMLAB_ACT_H
#define CMLAB_CMLAB_ACT_H

#include "cmdline.h"
#include "out.h"

/**
 * cmlab_act - have the module carry a command out, and tell what came of it
 * @cmd: the checked command
 * @json: as JSON
 *
 * Return: exit status
 */
enum out_exit cmlab_act(const struct cmdline *cmd, bool json);

#endif /* CMLAB_CMLAB_ACT_H */
