/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to this room: the tables of meanings, and the short forms that their rows use.
 * A row stands before a more general one of its number.
 */
#ifndef CMLAB_SYMPTOM_ROWS_H
#define CMLAB_SYMPTOM_ROWS_H

#include <cmlab/ib.h>
#include <cmlab/symptom.h>

#define AT(role)    BIT_OF(CMLAB_ROLE_##role)
#define ON(fabric)  BIT_OF(CMLAB_TRANSPORT_##fabric)
#define BY(driver)  BIT_OF(CMLAB_DRIVER_##driver)
#define BIT_OF(n)   (1U << (n))
#define AS(name)    (CMLAB_EVENT_##name + 1)
#define IB_AND_ROCE (ON(IB) | ON(ROCE))
#define OFTEN	    CMLAB_RANK_OFTEN
#define SOMETIMES   CMLAB_RANK_SOMETIMES
#define RARELY	    CMLAB_RANK_RARELY

/* Each ends with a row without words. */
extern const struct cmlab_meaning cmlab_meanings_rejects[], cmlab_meanings_calls[],
	cmlab_meanings_statuses[], cmlab_meanings_events[], cmlab_meanings_completions[],
	cmlab_meanings_async[];

/* A duration: which timers it fits. */
unsigned int cmlab_symptom_times(const struct cmlab_symptom *s, cmlab_meaning_fn fn, void *ctx);
void cmlab_symptom_time_rows(cmlab_meaning_fn fn, void *ctx);

#endif /* CMLAB_SYMPTOM_ROWS_H */
