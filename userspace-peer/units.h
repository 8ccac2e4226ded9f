/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Numbers as people write them: times, sizes, and the kernel's release.
 */
#ifndef CMLAB_UNITS_H
#define CMLAB_UNITS_H

#include <cmlab/kernel.h>

/* "640 us", "2.1 s" */
void units_duration(double us, char *buf, size_t size);

/* The code of a min_rnr_timer and what it stands for: "0 (655ms)". */
void units_min_rnr_timer(u64 code, char *buf, size_t size);

/* The exponent of an ACK timeout and what it stands for: "19 (2.1s)", "0 (off)". */
void units_ack_timeout(u64 exponent, char *buf, size_t size);

/* "1024 B" */
void units_bytes(u64 v, char *buf, size_t size);

/* "6.12.95+deb12-amd64" as CMLAB_RELEASE(6, 12); 0 if it is not understood. */
u16 units_release_parse(const char *text);

/* The running kernel's, 0 if it does not tell. */
u16 units_release_own(void);

#endif /* CMLAB_UNITS_H */
