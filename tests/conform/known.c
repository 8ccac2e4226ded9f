// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What is known to differ, each with its cause and source. Only what a run has shown
 * and what was understood gets a row; what the kernel does otherwise than one would
 * think, the model says.
 */
#include "facts.h"

static bool is_siw_rejected(const struct question *q, enum cmlab_role role)
{
	const struct cmlab_cm_event *last = cmlab_end_last(&q->h.end[role]);

	return q->in.side[role].device.driver == CMLAB_DRIVER_SIW && role == CMLAB_ROLE_ACTIVE &&
	       last && last->event == CMLAB_EVENT_REJECTED;
}

/* Nothing of the reject's data came, as if there had been none; anything else is wrong. */
static bool reject_data_lost(const struct cell *c, const struct question *q, enum cmlab_role role,
			     const struct fact *f)
{
	(void)c;
	if (!is_siw_rejected(q, role))
		return false;
	if (!strcmp(f->key, "received.wire_len"))
		return !strcmp(f->got, "0");
	return (!strncmp(f->key, "reason.", 7) || !strncmp(f->key, "received.", 9)) &&
	       (!f->got[0] || !strcmp(f->key, "received.header"));
}

const struct known known[] = {
	{
		.id = "siw-reject-data",
		.cause =
			"siw_reject() closes the socket right behind its reply; the other end may work off the close first, and then has no data",
		.source = "siw_cm.c:1747-1750, 1085-1093",
		.matches = reject_data_lost,
	},
};

const unsigned int nr_known = ARRAY_SIZE(known);
