/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Module parameters that are numbers and names, with their ranges checked at load.
 */
#ifndef CMLAB_PARAM_H
#define CMLAB_PARAM_H

/* Own timer of a handshake when the command gives none, in ms: 100..600000. */
unsigned int cmlab_param_timeout_ms(void);
/* Connections that may be alive at once: 1..65536. */
unsigned int cmlab_param_max_connections(void);
/* Handshakes that may be half-open at once, at the passive side: 1..65536. */
unsigned int cmlab_param_max_half_open(void);
/* Seconds without a request after which a listener is checked, 0..86400; 0: never. */
unsigned int cmlab_param_check_idle_s(void);
/* Finished connections that stay readable: 0..65536. */
unsigned int cmlab_param_history(void);
/* Profile of commands that name none. */
const char *cmlab_param_profile(void);

/* 0, or -ERANGE or -ENOENT for what insmod was given, with a sentence in the log. */
int cmlab_param_check(void);

#endif /* CMLAB_PARAM_H */
