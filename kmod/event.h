/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What has happened since the module was loaded: lines in the kernel's log, the last of them
 * for debugfs, the findings as tracepoints, and counters.
 */
#ifndef CMLAB_EVENT_H
#define CMLAB_EVENT_H

#include <cmlab/names.h>

struct cmlab_record;
struct seq_file;

/**
 * cmlab_event_handshake - a handshake has ended: one line for the log and the ring
 * @rec: the connection's record
 * @role: of this side
 * @outcome: how it ended
 *
 * Findings of severity warn and error follow as lines of their own, at WARN level.
 * Sleeps (memory).
 */
void cmlab_event_handshake(struct cmlab_record *rec, enum cmlab_role role,
			   enum cmlab_outcome outcome);

/**
 * cmlab_event_finding - log one finding if it holds now
 * @rec: the connection's record
 * @number: of the catalogue
 *
 * For what turns out only after the handshake. Sleeps (memory).
 */
void cmlab_event_finding(struct cmlab_record *rec, u32 number);

/* This side has refused a peer's message; only counted, from any context. */
void cmlab_event_refused(enum cmlab_reason reason);

/**
 * cmlab_event_command - a command has been carried out, or not
 * @ret: its result; a line in the ring only for what failed
 * @error: the sentence that says why
 */
void cmlab_event_command(int ret, const char *error);

/* A listener does not answer, and what to do: in the ring and in the log. Sleeps (memory). */
void cmlab_event_listener(const char *text, const char *advice);

/* The ring, oldest first; takes no lock that a writer takes. */
void cmlab_event_show(struct seq_file *m);
void cmlab_event_show_counters(struct seq_file *m);

void cmlab_event_exit(void);

#endif /* CMLAB_EVENT_H */
