/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_EVENT_H
#define CMLAB_EVENT_H

#include <linux/types.h>

struct cmlab_record;
struct seq_file;

/**
 * cmlab_event_handshake - a handshake has ended: one line for the log and the ring
 * @rec: the connection's record
 *
 * Findings of severity warn and error follow as lines of their own, at WARN level.
 * Sleeps (memory).
 */
void cmlab_event_handshake(struct cmlab_record *rec);

/**
 * cmlab_event_finding - log one finding if it holds now
 * @rec: the connection's record
 * @number: of the catalogue
 *
 * For what turns out only after the handshake. Sleeps (memory).
 */
void cmlab_event_finding(struct cmlab_record *rec, u32 number);

/* A line in the ring only, for what a user asked and did not get. */
__printf(1, 2) void cmlab_event_note(const char *fmt, ...);

/* The ring, oldest first; takes no lock that a writer takes. */
void cmlab_event_show(struct seq_file *m);

void cmlab_event_exit(void);

#endif /* CMLAB_EVENT_H */
