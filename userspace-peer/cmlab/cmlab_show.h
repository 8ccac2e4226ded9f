/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CMLAB_SHOW_H
#define CMLAB_CMLAB_SHOW_H

#include "keyval.h"
#include "out.h"

/**
 * cmlab_show - print what the module knows
 * @what: "devices", "listeners", "connections", "profiles", "events", "stats", a
 *	connection's number, or NULL for listeners and connections
 * @json: as JSON
 *
 * Return: exit status
 */
enum out_exit cmlab_show(const char *what, bool json);

/**
 * cmlab_show_whole - rows that name connections to the whole of each
 * @rows: an array of objects with an "id"
 * @keep: keep a row as it is when its report can not be read any more; else leave it out
 *
 * Return: a new array
 */
struct json_object *cmlab_show_whole(struct json_object *rows, bool keep);

/**
 * cmlab_show_report - one connection
 * @id: its number
 * @json: as JSON
 *
 * Return: exit status
 */
enum out_exit cmlab_show_report(s64 id, bool json);

#endif /* CMLAB_CMLAB_SHOW_H */
