// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Verdicts on a handshake that failed: 10 to 15.
 *
 * A status is a positive REJ reason on IB and RoCE and a negative errno on iWARP
 * (cma.c:2200-2208, 2501-2517). Which errno a driver gives for what differs: a
 * consumer's reject is -ECONNRESET on siw and erdma (siw_cm.c:765-768,
 * erdma_cm.c:587-590) and -ECONNREFUSED on cxgb4 and irdma; that nobody listens
 * is -ECONNREFUSED from rdma_connect itself, whose TCP connect is synchronous.
 */
#include "verdict.h"

#define REJ_STALE	10 /* IB_CM_REJ_STALE_CONN */
#define REJ_NO_LISTENER 8  /* IB_CM_REJ_INVALID_SERVICE_ID */
#define REJ_CONSUMER	28 /* IB_CM_REJ_CONSUMER_DEFINED */

struct errno_name {
	s32 err;
	const char *name;
};

static const struct errno_name errno_names[] = {
	{ -EPERM, "EPERM" },
	{ -ENOENT, "ENOENT" },
	{ -EIO, "EIO" },
	{ -EAGAIN, "EAGAIN" },
	{ -ENOMEM, "ENOMEM" },
	{ -EACCES, "EACCES" },
	{ -EBUSY, "EBUSY" },
	{ -ENODEV, "ENODEV" },
	{ -EINVAL, "EINVAL" },
	{ -ENOSPC, "ENOSPC" },
	{ -ERANGE, "ERANGE" },
	{ -EPROTO, "EPROTO" },
	{ -EMSGSIZE, "EMSGSIZE" },
	{ -EOPNOTSUPP, "EOPNOTSUPP" },
	{ -EAFNOSUPPORT, "EAFNOSUPPORT" },
	{ -EADDRINUSE, "EADDRINUSE" },
	{ -EADDRNOTAVAIL, "EADDRNOTAVAIL" },
	{ -ENETUNREACH, "ENETUNREACH" },
	{ -ECONNRESET, "ECONNRESET" },
	{ -ETIMEDOUT, "ETIMEDOUT" },
	{ -ECONNREFUSED, "ECONNREFUSED" },
	{ -EHOSTUNREACH, "EHOSTUNREACH" },
};

const char *cmlab_verdict_errno(s32 err)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(errno_names); i++)
		if (errno_names[i].err == err)
			return errno_names[i].name;
	return "?";
}

s32 cmlab_verdict_failure(const struct cmlab_snapshot *s)
{
	if (s->error)
		return s->error;
	return s->status < 0 ? s->status : 0;
}

static bool refused_here(const struct cmlab_snapshot *s)
{
	return s->reason != CMLAB_REASON_NONE && !s->reason_by_peer;
}

static bool refused_by_peer(const struct cmlab_snapshot *s)
{
	return s->reason != CMLAB_REASON_NONE && s->reason_by_peer;
}

static bool came_to_nothing(const struct cmlab_snapshot *s)
{
	return s->own_timer || s->outcome == CMLAB_OUTCOME_UNREACHABLE;
}

static bool nobody_listens(const struct cmlab_snapshot *s)
{
	if (!cmlab_verdict_active(s))
		return false;
	if (cmlab_verdict_iwarp(s))
		return s->error == -ECONNREFUSED;
	return s->outcome == CMLAB_OUTCOME_REJECTED && s->status == REJ_NO_LISTENER;
}

bool cmlab_verdict_10(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	if (k || !came_to_nothing(s))
		return false;
	if (s->own_timer)
		cmlab_verdict_say(f, "Nothing came back from %s in %u.%u s (own timer)%s.",
				  s->remote, s->timeout_ms / 1000, s->timeout_ms % 1000 / 100,
				  cmlab_verdict_iwarp(s) ?
					  "" :
					  "; the CM itself would have gone on for 65 to 98 s");
	else
		cmlab_verdict_say(f, "Nothing came back from %s (status %d): %s.", s->remote,
				  s->status,
				  cmlab_verdict_iwarp(s) ?
					  "TCP or the MPA handshake timed out" :
					  "the CM sent its message 16 times, or the peer's address moved");
	cmlab_verdict_advise(f,
			     "ping the peer, look at its RDMA link and the GIDs of both ends; a peer that is alive but overwhelmed looks the same.");
	return true;
}

#define USE_HEADER "use handshake=header and the same version at both ends, or handshake=raw."

/* What to do about a reason that the peer gave. */
static const char *const peer_advice[CMLAB_NR_REASONS] = {
	[CMLAB_REASON_HDR_ABSENT] = USE_HEADER,
	[CMLAB_REASON_HDR_SHORT] = USE_HEADER,
	[CMLAB_REASON_HDR_MAGIC] = USE_HEADER,
	[CMLAB_REASON_HDR_SWAPPED] = "write every number of the header in big-endian order.",
	[CMLAB_REASON_HDR_VERSION] = USE_HEADER,
	[CMLAB_REASON_HDR_LENGTH] = USE_HEADER,
	[CMLAB_REASON_HDR_KIND] = USE_HEADER,
	[CMLAB_REASON_HDR_RESERVED] = USE_HEADER,
	[CMLAB_REASON_HDR_CRC] = USE_HEADER,
	[CMLAB_REASON_IRD_FLOOR] =
		"lower responder_resources.floor at the peer, or offer a larger initiator_depth.",
	[CMLAB_REASON_ORD_FLOOR] =
		"lower initiator_depth.floor at the peer, or offer larger responder_resources.",
	[CMLAB_REASON_RES_EXHAUSTED] =
		"give each of the peer's connections less responder_resources, or use fewer connections.",
	[CMLAB_REASON_CONN_LIMIT] = "close connections at the peer or raise its limit.",
	[CMLAB_REASON_REPLY_IRD] =
		"accept with the smaller of the own limit and what the REQ offered.",
	[CMLAB_REASON_REPLY_ORD] =
		"accept with the smaller of the own limit and what the REQ offered.",
	[CMLAB_REASON_FIELD_RANGE] = "write a value that fits, or leave strict off.",
};

/* What to do about a reason of this side, where that is something else. */
static const char *const own_advice[CMLAB_NR_REASONS] = {
	[CMLAB_REASON_IRD_FLOOR] =
		"lower responder_resources.floor here, or have the peer offer a larger initiator_depth.",
	[CMLAB_REASON_ORD_FLOOR] =
		"lower initiator_depth.floor here, or have the peer offer larger responder_resources.",
	[CMLAB_REASON_RES_EXHAUSTED] =
		"give each connection of this device less responder_resources, or use fewer connections.",
	[CMLAB_REASON_CONN_LIMIT] = "close connections here or raise the limit.",
	[CMLAB_REASON_NO_RESOURCES] =
		"look at this machine's memory and at the device's limits on queue pairs.",
	[CMLAB_REASON_REPLY_IRD] =
		"have the peer accept with the smaller of its own limit and the REQ's offer.",
	[CMLAB_REASON_REPLY_ORD] =
		"have the peer accept with the smaller of its own limit and the REQ's offer.",
};

static const char *reason_advice(u32 reason, bool own)
{
	if (reason >= CMLAB_NR_REASONS)
		return "look at the peer's log.";
	if (own && own_advice[reason])
		return own_advice[reason];
	return peer_advice[reason] ? peer_advice[reason] : "look at the peer's log.";
}

/* What the two numbers of a reason are depends on the reason. */
static void reason_numbers(const struct cmlab_snapshot *s, char *buf, size_t size)
{
	u32 have = s->reason_have;

	if (s->reason >= CMLAB_REASON_HDR_ABSENT && s->reason <= CMLAB_REASON_HDR_CRC)
		scnprintf(buf, size, "%u bytes came", have);
	else if (s->reason == CMLAB_REASON_NO_RESOURCES)
		scnprintf(buf, size, "error %u, %s", have, cmlab_verdict_errno((s32)(0 - have)));
	else if (s->reason_field == CMLAB_F_PDLEN)
		scnprintf(buf, size, "%u bytes, %u fit this message", have, s->reason_need);
	else
		scnprintf(buf, size, "%u, needed %u", have, s->reason_need);
}

static void say_reason(const struct cmlab_snapshot *s, struct cmlab_finding *f, const char *who)
{
	bool has_field = s->reason_field < CMLAB_NR_FIELDS;
	char numbers[48];

	f->field = has_field ? s->reason_field : CMLAB_NR_FIELDS;
	reason_numbers(s, numbers, sizeof(numbers));
	cmlab_verdict_say(f, "%s refused: reason %u (%s)%s%s: %s (%s).", who, s->reason,
			  cmlab_names_reason(s->reason), has_field ? ", its " : "",
			  has_field ? cmlab_names_field(s->reason_field)->param : "",
			  cmlab_names_reason_text(s->reason), numbers);
	if (s->reason_field == CMLAB_F_PDLEN)
		cmlab_verdict_advise(f, "send at most %u bytes.", s->reason_need);
	else
		cmlab_verdict_advise(f, "%s", reason_advice(s->reason, !s->reason_by_peer));
}

bool cmlab_verdict_11(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	if (k || !refused_by_peer(s))
		return false;
	say_reason(s, f, "The peer");
	return true;
}

struct rej_advice {
	s32 status; /* 0: any */
	const char *advice;
};

/* The first that fits. */
static const struct rej_advice rej_advices[] = {
	{
		REJ_CONSUMER,
		"look at the peer's log: it is out of resources, its accept failed, its process died, or it speaks another protocol.",
	},
	{
		REJ_STALE,
		"the peer still holds an old connection of this queue pair number: connect again after its time-wait.",
	},
	{
		0,
		"the peer's connection manager refused, not its program: look at address, port space and path.",
	},
};

static const char *ib_reject_advice(s32 status)
{
	const struct rej_advice *a = rej_advices;

	while (a->status && a->status != status)
		a++;
	return a->advice;
}

static void say_ib_reject(const struct cmlab_snapshot *s, struct cmlab_finding *f)
{
	cmlab_verdict_say(f,
			  "The peer rejected with REJ %d (%s); the %u bytes of private data that came hold no reason of this protocol (%s).",
			  s->status, cmlab_names_ib_rej((unsigned int)s->status),
			  s->received.wire_len, cmlab_names_reason(s->received.hdr_reason));
	cmlab_verdict_advise(f, "%s", ib_reject_advice(s->status));
}

static void say_iwarp_reject(const struct cmlab_snapshot *s, struct cmlab_finding *f)
{
	bool protocol = s->limits.driver == CMLAB_DRIVER_SIW && s->status == -ECONNREFUSED;

	cmlab_verdict_say(f,
			  "The peer rejected with status %d (%s), %s; the %u bytes of private data that came hold no reason of this protocol.",
			  s->status, cmlab_verdict_errno(s->status),
			  protocol ? "which on siw means that CRC or markers do not match" :
				     "which on iWARP is a consumer's reject or a failed accept",
			  s->received.wire_len);
	cmlab_verdict_advise(f,
			     protocol ?
				     "use the same MPA CRC and marker settings at both ends." :
				     "look at the peer's log; private data above 251 bytes also ends like this on siw.");
}

bool cmlab_verdict_12(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	if (k || s->outcome != CMLAB_OUTCOME_REJECTED || s->reason || nobody_listens(s))
		return false;
	if (s->status < 0)
		say_iwarp_reject(s, f);
	else
		say_ib_reject(s, f);
	return true;
}

bool cmlab_verdict_13(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	if (k || !nobody_listens(s))
		return false;
	if (cmlab_verdict_iwarp(s))
		cmlab_verdict_say(f,
				  "The peer is alive and nobody listens on %s: TCP refused the connection (%d, ECONNREFUSED).",
				  s->remote, s->error);
	else
		cmlab_verdict_say(f, "The peer is alive and nobody listens on %s: REJ %d (%s).",
				  s->remote, s->status, cmlab_names_ib_rej(REJ_NO_LISTENER));
	cmlab_verdict_advise(f, "start the listener, or check port, address and port space.");
	return true;
}

bool cmlab_verdict_14(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	if (k || !refused_here(s))
		return false;
	say_reason(s, f, "This side");
	return true;
}

struct call_advice {
	const char *call; /* NULL: any */
	s32 err;
	const char *advice;
};

/* The first that fits. */
/* What is matched stands on one line, what is said on the next. */
/* clang-format off */
static const struct call_advice call_advices[] = {
	{
		NULL, -ENODEV,
		"no RDMA device owns this address in this network namespace: see rdma link, and rdma system for the mode (shared or exclusive).",
	},
	{
		NULL, -EADDRNOTAVAIL,
		"no interface of this machine has this address.",
	},
	{
		NULL, -EADDRINUSE,
		"another listener has this port: choose another or end that one.",
	},
	{
		NULL, -ENETUNREACH,
		"there is no route to the peer: see ip route.",
	},
	{
		NULL, -EHOSTUNREACH,
		"the peer does not answer ARP or neighbour discovery.",
	},
	{
		NULL, -ETIMEDOUT,
		"the peer's address did not resolve in time: ping it.",
	},
	{
		"rdma_accept", -EINVAL,
		"a depth above this device's limit, too much private data, or a peer that went away; the peer sees REJ 28.",
	},
	{
		"rdma_connect", -ENOMEM,
		"siw says ENOMEM for a depth above its limit: ask for at most what cmlab devices shows.",
	},
	{
		"rdma_connect", -EINVAL,
		"too much private data for this transport, a depth above the limit (iWARP), or the wrong state of the id.",
	},
	{
		NULL, -ENOMEM,
		"look at this machine's memory and at the device's limits.",
	},
};

/* clang-format on */

static const char *call_advice(const char *call, s32 err)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(call_advices); i++) {
		const struct call_advice *a = &call_advices[i];

		if (a->err == err && (!a->call || (call && !strcmp(a->call, call))))
			return a->advice;
	}
	return "look at the kernel log of this machine.";
}

static bool connect_error(const struct cmlab_snapshot *s)
{
	return s->outcome == CMLAB_OUTCOME_CONNECT_ERROR || s->outcome == CMLAB_OUTCOME_LOCAL_ERROR;
}

bool cmlab_verdict_15(const struct cmlab_snapshot *s, unsigned int k, struct cmlab_finding *f)
{
	s32 err = cmlab_verdict_failure(s);

	if (k || s->reason || nobody_listens(s) || came_to_nothing(s))
		return false;
	if (s->error) {
		cmlab_verdict_say(f, "%s failed here: %d (%s).",
				  s->error_call ? s->error_call : "A call", err,
				  cmlab_verdict_errno(err));
		cmlab_verdict_advise(f, "%s", call_advice(s->error_call, err));
		return true;
	}
	if (!connect_error(s))
		return false;
	cmlab_verdict_say(f, "%s, status %d (%s).", s->event ? s->event : "The handshake failed",
			  s->status, cmlab_verdict_errno(s->status));
	if (s->outcome == CMLAB_OUTCOME_CONNECT_ERROR)
		cmlab_verdict_advise(f,
				     "this side's QP did not take what the reply said: compare advertised with this device's limits.");
	else
		cmlab_verdict_advise(f, "%s", call_advice(NULL, s->status));
	return true;
}
