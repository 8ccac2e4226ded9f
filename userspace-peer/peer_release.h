/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef PEER_RELEASE_H
#define PEER_RELEASE_H

#include <cmlab/kernel.h>

/* "6.12.95+deb12-amd64" as CMLAB_RELEASE(6, 12); 0 if it is not understood. */
u16 peer_release_parse(const char *text);

/* The running kernel's, 0 if it does not tell. */
u16 peer_release_own(void);

#endif /* PEER_RELEASE_H */
