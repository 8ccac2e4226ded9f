// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Private data: what fits, what arrives.
 */
#include <cmlab/pdata.h>

#include "judge.h"

/* The message that a side's private data go in. */
static enum cmlab_msg message_of(const struct cmlab_judge *j, unsigned int role)
{
	if (is_ud(j))
		return role == ACTIVE ? CMLAB_MSG_SIDR_REQ : CMLAB_MSG_SIDR_REP;
	return role == ACTIVE ? CMLAB_MSG_REQ : CMLAB_MSG_REP;
}

static const char *message_name(const struct cmlab_judge *j, unsigned int role)
{
	return cmlab_name(&cmlab_msgs, message_of(j, role));
}

static u32 portable_of(const struct cmlab_judge *j, unsigned int role)
{
	return cmlab_limits_portable_budget(message_of(j, role));
}

static u32 room_of(const struct cmlab_judge *j, unsigned int role)
{
	return cmlab_limits_budget(&end_of(j, role)->device, j->h->family, message_of(j, role));
}

/* Bytes that a side wants to send; 0 if it is not known. */
static u32 length_of(const struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_pdata *p = &end_of(j, role)->message;

	return p->sent ? p->sent_len : asked_of(j, role, CMLAB_F_PDLEN) & 255;
}

static void say_not_portable(struct cmlab_judge *j, enum cmlab_msg msg, const struct cmlab_pdata *p)
{
	u32 portable = cmlab_limits_portable_budget(msg);

	if (!p->sent || p->sent_len <= portable)
		return;
	cmlab_say(j,
		  "The %s carries %u bytes of private data; IB and RoCE carry %u with an IP address, so the same program fails there.",
		  cmlab_name(&cmlab_msgs, msg), p->sent_len, portable);
	cmlab_advise(j, "keep a %s at %u bytes or less.", cmlab_name(&cmlab_msgs, msg), portable);
}

static void message_is_not_portable(struct cmlab_judge *j, unsigned int role)
{
	if (!has_failed(j, role))
		say_not_portable(j, message_of(j, role), &end_of(j, role)->message);
}

static void reject_is_not_portable(struct cmlab_judge *j)
{
	u8 role = j->h->rejecter;

	if (role < CMLAB_NR_ROLES && knows(j, role, CMLAB_KNOWS_CALL) && !has_failed(j, role))
		say_not_portable(j, CMLAB_MSG_REJ, &j->h->reject);
}

/* What siw takes and wraps is not refused, see length_wraps(). */
static u32 most_taken(const struct cmlab_judge *j, unsigned int role)
{
	return room_of(j, role) + (is_iwarp(j) && driver_of(j, role)->iw_len_wraps ? 1 : 0);
}

static bool is_too_long(const struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_end *e = end_of(j, role);

	return e->ret == -EINVAL &&
	       e->call == (role == ACTIVE ? CMLAB_CALL_CONNECT : CMLAB_CALL_ACCEPT) &&
	       knows(j, role, CMLAB_KNOWS_DRIVER) && !e->sent.known &&
	       length_of(j, role) > most_taken(j, role);
}

static const char *consequence(const struct cmlab_judge *j, unsigned int role)
{
	if (role == ACTIVE)
		return "rdma_connect returns -22, nothing is sent; call it again with less.";
	if (is_ud(j))
		return "rdma_accept returns -22 and the active side sees UNREACHABLE, status 2.";
	if (is_iwarp(j))
		return "rdma_accept returns -22 and the active side sees its TCP connection reset.";
	return "rdma_accept returns -22 with the QP in RTS, and has rejected: no retry.";
}

static void does_not_fit_message(struct cmlab_judge *j, unsigned int role)
{
	u32 room = room_of(j, role);

	if (!is_too_long(j, role))
		return;
	cmlab_say(j, "%u bytes of private data, a %s carries %u here: %s", length_of(j, role),
		  message_name(j, role), room, consequence(j, role));
	cmlab_advise(j, "send at most %u bytes; %u pass on every transport.", room,
		     portable_of(j, role));
}

static void does_not_fit_reject(struct cmlab_judge *j)
{
	u32 room = cmlab_limits_portable_budget(CMLAB_MSG_REJ);

	if (end_of(j, PASSIVE)->call != CMLAB_CALL_REJECT || !has_failed(j, PASSIVE) ||
	    !j->h->reject.sent || j->h->reject.sent_len <= room)
		return;
	cmlab_say(j,
		  "%u bytes of private data do not fit a reject: rdma_reject returns -22 and the peer gets REJ 28 without data when the id goes.",
		  j->h->reject.sent_len);
	cmlab_advise(j, "send at most %u bytes.", room);
}

/* The length that goes over the wire in 8 bits with the four bytes of MPA v2. */
static void length_wraps(struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_pdata *p = &end_of(j, role)->message;

	if (j->h->mpa != 2 || !driver_of(j, role)->iw_len_wraps || has_failed(j, role) ||
	    !p->sent || p->sent_len <= 251)
		return;
	cmlab_say(j,
		  "%s adds MPA v2's 4 bytes to %u in 8 bits and sends length %u: %s's driver cannot read the frame%s. Nothing is truncated, and nobody here gets an error.",
		  driver_name(j, role), p->sent_len, (p->sent_len + 4) & 255, cmlab_who(j, !role),
		  role == ACTIVE ? " and its program never sees the request" : "");
	cmlab_advise(j, "send at most 251 bytes; %u pass on every transport.",
		     portable_of(j, role));
}

static void cm_overwrites_first_byte(struct cmlab_judge *j)
{
	u32 len = length_of(j, ACTIVE);

	if (j->h->family == CMLAB_FAMILY_IB && len && knows(j, ACTIVE, CMLAB_KNOWS_CALL) &&
	    !has_failed(j, ACTIVE))
		cmlab_say(j,
			  "With AF_IB byte 0 of the %u bytes in the %s is overwritten with 0, and byte 1 must not look like an IP version (4 or 6 in its high half).",
			  len, message_name(j, ACTIVE));
}

/* The event that shows a side's private data, if it shows more of them than were sent. */
static const struct cmlab_cm_event *event_with_more(const struct cmlab_judge *j, unsigned int role)
{
	const struct cmlab_pdata *p = &end_of(j, role)->message;
	const struct cmlab_cm_event *ev;

	ev = cmlab_end_event(end_of(j, !role), role == PASSIVE ? CMLAB_EVENT_ESTABLISHED :
								 CMLAB_EVENT_CONNECT_REQUEST);
	return ev && p->sent && ev->private_data_len > p->sent_len ? ev : NULL;
}

static void event_shows_padding(struct cmlab_judge *j, unsigned int role)
{
	u32 len = end_of(j, role)->message.sent_len;

	if (len && event_with_more(j, role))
		cmlab_say(j,
			  "%s sends %u bytes and %s's event shows %u: IB and RoCE always show the whole area, padded with zeros.",
			  cmlab_who_begins(j, role), len, cmlab_who(j, !role), room_of(j, role));
}

static void request_event_shows_too_many(struct cmlab_judge *j)
{
	const struct cmlab_cm_event *ev = event_with_more(j, ACTIVE);

	if (ev)
		cmlab_say(j,
			  "On %s the REQUEST event shows %u bytes where %u were sent: MPA v2's own bytes are counted in.",
			  driver_name(j, PASSIVE), ev->private_data_len,
			  end_of(j, ACTIVE)->message.sent_len);
}

static void say_not_the_peers(struct cmlab_judge *j, unsigned int reader,
			      const struct cmlab_pdata *p, enum cmlab_wire_kind kind)
{
	const struct cmlab_end *e = end_of(j, reader);

	if (p->seen && knows(j, reader, CMLAB_KNOWS_DRIVER) &&
	    cmlab_pdata_believed(&e->device, kind, p->seen_len) < p->seen_len)
		cmlab_say(j,
			  "The event shows %u bytes of private data, which siw makes of a reply that has less than the 4 bytes of IRD and ORD: what stands there is this kernel's memory, and nothing of it is taken.",
			  p->seen_len);
}

static void bytes_are_not_the_peers(struct cmlab_judge *j)
{
	say_not_the_peers(j, ACTIVE, &end_of(j, PASSIVE)->message, CMLAB_WIRE_REP);
	if (j->h->rejecter == PASSIVE)
		say_not_the_peers(j, ACTIVE, &j->h->reject, CMLAB_WIRE_REJ);
}

const struct cmlab_row cmlab_rows_private_data[] = {
	{ 19, WARNING, CMLAB_NR_FIELDS, 0, "private data would not pass on every transport",
	  .judge_side = message_is_not_portable, .judge = reject_is_not_portable },
	{ 24, ERROR, CMLAB_F_PDLEN, 0, "the private data do not fit the message",
	  .judge_side = does_not_fit_message, .judge = does_not_fit_reject },
	{ 25, ERROR, CMLAB_F_PDLEN, IF_IWARP, "the length of the private data wraps on the wire",
	  .judge_side = length_wraps },
	{ 47, WARNING, CMLAB_F_PDLEN, IF_NOT_IWARP, "the CM overwrites the first byte",
	  "keep bytes 0 and 1 zero and begin with byte 2.", .judge = cm_overwrites_first_byte },
	{ 48, INFO, CMLAB_F_PDLEN, IF_NOT_IWARP,
	  "the event's length is the message's, not the sender's",
	  "put a length of your own into the data and compare with >=, never with ==; all zero means none.",
	  .judge_side = event_shows_padding },
	{ 73, INFO, CMLAB_F_PDLEN, IF_IWARP, "the request's event shows too many bytes",
	  "put a length of your own into the data.", .judge = request_event_shows_too_many },
	{ 76, WARNING, CMLAB_F_PDLEN, IF_IWARP, "the event's private data are not the peer's",
	  "do not trust that peer: its MPA reply is broken or hostile.",
	  .judge = bytes_are_not_the_peers },
	{}
};
