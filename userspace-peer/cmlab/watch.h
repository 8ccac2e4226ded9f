/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* cmlab watch: the module's tracepoints as they happen. */
#ifndef CMLAB_WATCH_H
#define CMLAB_WATCH_H

#include "out.h"

/* For --help of cmlab. */
#define WATCH_USAGE "watch [--conn ID] [--count N] [--failed]"

#define WATCH_SLOTS    4096
#define WATCH_WHYS     16
#define WATCH_FINDINGS 1000

/* What is known of a connection; the newest of those that share a slot. */
struct watch_slot {
	u32 id;
	bool begun; /* its first state was seen */
	bool established;
};

/**
 * struct watch - what is asked, and what was counted
 * @conn: only this connection; negative: all
 * @count: end after so many events; 0: never
 * @failed: only what tells of a failure
 * @json: as JSON
 * @style: of the output
 * @slot: by number modulo WATCH_SLOTS
 * @shown: events printed
 * @established: handshakes that were completed
 * @failures: those that ended before
 * @why: their reasons, @whys of them; what has no room is told as "other"
 * @finding: findings by number
 * @skipped: lines that are no event of the module
 * @lost: events lost, as trace_pipe says
 */
struct watch {
	s64 conn;
	u64 count;
	bool failed;
	bool json;
	struct out_style style;
	struct watch_slot slot[WATCH_SLOTS];
	u64 shown;
	u64 established;
	u64 failures;
	struct {
		char text[64];
		u64 nr;
	} why[WATCH_WHYS];
	unsigned int whys;
	u64 finding[WATCH_FINDINGS];
	u64 skipped;
	u64 lost;
};

/* The command. The word "watch" itself is skipped. */
enum out_exit watch(int argc, char **argv);

/* watch_line.c: a line of trace_pipe, any bytes, NUL-terminated: counted, printed if asked for. */
void watch_line(struct watch *w, char *line);
/* What was counted. */
void watch_summary(const struct watch *w);

#endif /* CMLAB_WATCH_H */
