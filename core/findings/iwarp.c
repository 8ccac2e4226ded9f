// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What an iWARP handshake without an MPA reply came to: the same status means one thing on
 * one driver and another on the next, so all of it is read out of struct cmlab_driver_info.
 */
#include "judge.h"

/* Nobody could tell what the status means. */
static bool is_unknown(const struct cmlab_judge *j, unsigned int role)
{
	return !knows(j, role, CMLAB_KNOWS_DRIVER) ||
	       end_of(j, role)->device.driver == CMLAB_DRIVER_GENERIC;
}

/* The status that nobody listening leaves in an event; 0: it is an error of rdma_connect. */
static s32 absent_status(const struct cmlab_driver_info *d)
{
	return d->iw_blocking ? 0 : d->iw_absent_err;
}

static s32 ended_with(const struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_cm_event *ev = last_event(j, role);

	return ev && ev->event != CMLAB_EVENT_ESTABLISHED ? min(ev->status, 0) : 0;
}

/* Where silence has the status of a refusal, only the time tells them apart. */
static bool has_waited(const struct cmlab_judge *j, const struct cmlab_driver_info *d)
{
	return d->iw_syn_ms && j->h->handshake_us / 900 >= d->iw_syn_ms;
}

bool cmlab_judge_iwarp_silent(const struct cmlab_judge *j)
{
	const struct cmlab_driver_info *d = driver_of(j, ACTIVE);
	s32 status = ended_with(j, ACTIVE);

	if (!is_iwarp(j) || is_unknown(j, ACTIVE) || !status || status != d->iw_silent_err)
		return false;
	return status != d->iw_absent_err || has_waited(j, d);
}

bool cmlab_judge_iwarp_absent(const struct cmlab_judge *j)
{
	const struct cmlab_driver_info *d = driver_of(j, ACTIVE);
	const struct cmlab_end *e = end_of(j, ACTIVE);
	s32 status = ended_with(j, ACTIVE);

	/* Whose connect waits for TCP returns what TCP says. */
	if (e->call == CMLAB_CALL_CONNECT && e->ret == -ECONNREFUSED)
		return true;
	return status && !is_unknown(j, ACTIVE) && status == absent_status(d) &&
	       status != d->iw_reject_err && !cmlab_judge_iwarp_silent(j);
}

void cmlab_judge_say_absent(struct cmlab_judge *j, s32 status)
{
	const struct cmlab_driver_info *d = driver_of(j, ACTIVE);
	bool predicted = j->h->answer != CMLAB_ANSWER_UNKNOWN;
	const char *same = "";

	if (status == d->iw_reject_err)
		same = ", and so is a program's reject";
	else if (!predicted && status == d->iw_closed_err)
		same = ", and so is a peer whose accept failed";
	cmlab_say(j,
		  "The peer is alive and nobody listens on that port: %s, status %d (%s), which on %s is a reset by TCP%s.",
		  cmlab_name(&cmlab_events, CMLAB_EVENT_REJECTED), status, cmlab_errno_name(status),
		  driver_name(j, ACTIVE), same);
}

/* Everything that ends with this status on this driver, as "a, b or c". */
static void causes_of(const struct cmlab_judge *j, s32 status, char *buf, size_t size)
{
	const struct cmlab_driver_info *d = driver_of(j, j->h->viewpoint);
	bool unknown = is_unknown(j, j->h->viewpoint);
	bool has_data = j->h->reject.seen_len && !d->iw_own_data;
	const struct {
		bool may;
		const char *what;
	} causes[] = {
		{ unknown || status == d->iw_reject_err, "a consumer's reject" },
		{ !has_data && (unknown || status == d->iw_closed_err), "a failed accept" },
		{ !has_data && j->h->viewpoint == ACTIVE && (unknown || status == absent_status(d)),
		  "nobody listening" },
	};
	unsigned int i, n = 0, left = 0;

	for (i = 0; i < ARRAY_SIZE(causes); i++)
		left += causes[i].may;
	buf[0] = '\0';
	for (i = 0; i < ARRAY_SIZE(causes); i++) {
		size_t len = strlen(buf);

		if (!causes[i].may)
			continue;
		scnprintf(buf + len, size - len, "%s%s",
			  !n	       ? "" :
			  n + 1 < left ? ", " :
					 " or ",
			  causes[i].what);
		n++;
	}
}

static const char *reject_advice(const struct cmlab_judge *j, s32 status, bool protocol)
{
	const struct cmlab_driver_info *d = driver_of(j, j->h->viewpoint);

	if (protocol)
		return "use the same MPA CRC and marker settings at both ends.";
	if (is_unknown(j, j->h->viewpoint) || status == absent_status(d))
		return "look whether something listens there, then at the peer's log.";
	if (d->iw_len_wraps)
		return "look at the peer's log; private data above 251 bytes end so, too.";
	return "look at the peer's log.";
}

void cmlab_judge_say_iwarp_reject(struct cmlab_judge *j, s32 status)
{
	const struct cmlab_driver_info *d = driver_of(j, j->h->viewpoint);
	bool unknown = is_unknown(j, j->h->viewpoint);
	bool protocol = !unknown && status == d->iw_mismatch_err;
	char causes[64];

	causes_of(j, status, causes, sizeof(causes));
	cmlab_say(j,
		  "The peer rejected with status %d (%s), which on %s %s%s; the %u bytes of private data received hold no reason of this protocol.",
		  status, cmlab_errno_name(status),
		  unknown ? "iWARP" : driver_name(j, j->h->viewpoint),
		  protocol  ? "means that CRC or markers do not match" :
		  causes[0] ? "is " :
			      "is not the peer's program",
		  protocol ? "" : causes, j->h->reject.seen_len);
	cmlab_advise(j, "%s", reject_advice(j, status, protocol));
}
