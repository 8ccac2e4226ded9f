// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A reject of another protocol: its bytes in words where the protocol is known.
 */
#include <cmlab/ulp.h>

#include "judge.h"

#define SHOWN_BYTES 16

/* The sentence just said, from @at on, becomes another; its advice stays. */
static __printf(3, 4) void say_from(struct cmlab_judge *j, size_t at, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(j->f->message + at, sizeof(j->f->message) - at, fmt, args);
	va_end(args);
}

static bool is_all_zero(const struct cmlab_pdata *p)
{
	u32 i;

	for (i = 0; i < p->user_len; i++)
		if (p->user[i])
			return false;
	return true;
}

static void say_first_bytes(struct cmlab_judge *j, const struct cmlab_pdata *p)
{
	char hex[2 * SHOWN_BYTES + 1] = "";
	u32 i, n = 0, len = min_t(u32, p->user_len, SHOWN_BYTES);

	for (i = 0; i < len; i++)
		n += scnprintf(hex + n, sizeof(hex) - n, "%02x", p->user[i]);
	say_from(j, strlen(j->f->message), " The first %u of them: 0x%s.", len, hex);
}

/* Reasons other than 28 can be the CM's own; whoever sent it, the bytes are a program's. */
void cmlab_judge_say_foreign_bytes(struct cmlab_judge *j, s32 status)
{
	bool program = status < 0 || status == CMLAB_REJ_CONSUMER_DEFINED;
	const struct cmlab_pdata *p = &j->h->reject;
	char text[CMLAB_ULP_STR];
	struct cmlab_ulp_data d;

	if (j->h->rejecter == j->h->viewpoint || is_all_zero(p))
		return;
	if (program && cmlab_ulp_decode(p->user, p->user_len, CMLAB_WIRE_REJ, CMLAB_ULP_NONE, &d))
		say_from(j, 0, "The peer's program refuses (status %d): its %u bytes: %s.", status,
			 p->seen_len, cmlab_ulp_text(&d, text));
	else
		say_first_bytes(j, p);
}

/* F33: the answer is known to be a program's, with data. */
void cmlab_judge_program_refused(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev = last_event(j, ACTIVE);
	const struct cmlab_pdata *p = &j->h->reject;
	bool hidden, cms;

	if (j->h->answer != CMLAB_ANSWER_REJECT || j->h->outcome != CMLAB_OUTCOME_REJECTED || !ev ||
	    !p->sent_len || !knows(j, PASSIVE, CMLAB_KNOWS_CALL) || has_failed(j, PASSIVE))
		return;
	hidden = ev->status != CMLAB_REJ_CONSUMER_DEFINED && ev->status != -ECONNREFUSED;
	cms = ev->status == CMLAB_REJ_INVALID_SERVICE_ID || ev->status == CMLAB_REJ_STALE_CONN;
	cmlab_say(j,
		  "The passive side's program refuses, and its reason is in %u bytes of private data; the event (status %d) shows %u.%s%s",
		  p->sent_len, ev->status, ev->private_data_len,
		  hidden ? " rdma_consumer_reject_data() hides them." : "",
		  cms ? " The CM itself sends this REJ for another cause." : "");
	if (hidden)
		cmlab_advise(j,
			     "read event->param.conn itself; on IB and RoCE reject with reason 28.");
}
