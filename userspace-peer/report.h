/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * One connection for people and for programs. Both programs make the same JSON
 * object of a report first, and everything here works on that object.
 */
#ifndef USER_REPORT_H
#define USER_REPORT_H

#include "keyval.h"
#include "out.h"

/* Largest terminal cell of the table, and of one remark. */
#define REPORT_CELL   24
#define REPORT_REMARK 160

/**
 * report_contract - an object with every member that the JSON contract promises
 * @root: a connection's object; untouched
 *
 * Return: a new object, "version" first, in the contract's order, what was missing as
 * an empty string, object or array, everything else behind; NULL without memory
 */
struct json_object *report_contract(struct json_object *root);

/* One object, one line. */
void report_json(FILE *f, struct json_object *root);

/* The report for people. */
void report_print(const struct out_style *style, struct json_object *root);

/* The table of requested ... programmed. */
void report_table(FILE *f, struct json_object *root);

#endif /* USER_REPORT_H */
