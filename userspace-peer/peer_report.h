/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_PEER_REPORT_H
#define CMLAB_PEER_REPORT_H

#include "peer.h"

/* A connection's report, in the form that the options ask for, flushed. */
void peer_report_print(const struct peer_opts *opts, const struct cmlab_snapshot *snap);

/* How many of all handshakes ended how. */
void peer_report_total(const struct peer *peer);

#endif /* CMLAB_PEER_REPORT_H */
