/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Faults on demand: what an end does wrong on purpose, so that the other end's defences can
 * be tried over a real wire, those of other people's programs included. One at a time. The
 * words are the same for the module (fault=, the verb fault) and cmlab-peer (--misbehave).
 */
#ifndef CMLAB_FAULT_H
#define CMLAB_FAULT_H

#include <cmlab/names.h>
#include <cmlab/values.h>
#include <cmlab/wire.h>

/* Who can do it, and what it needs. */
/* clang-format off */
#define CMLAB_FAULT_BY_ACTIVE  0x01
#define CMLAB_FAULT_BY_PASSIVE 0x02
#define CMLAB_FAULT_BY_MODULE  0x04
#define CMLAB_FAULT_BY_PEER    0x08 /* cmlab-peer */
#define CMLAB_FAULT_OF_HEADER  0x10 /* handshake=header: there is a header or a ping to spoil */
#define CMLAB_FAULT_OF_LAB     0x20 /* transitions=lab: the module moves the queue pair */

#define CMLAB_FAULT_BOTH_SIDES (CMLAB_FAULT_BY_ACTIVE | CMLAB_FAULT_BY_PASSIVE)
#define CMLAB_FAULT_ANYBODY \
	(CMLAB_FAULT_BOTH_SIDES | CMLAB_FAULT_BY_MODULE | CMLAB_FAULT_BY_PEER)
#define CMLAB_FAULT_ACCEPTER \
	(CMLAB_FAULT_BY_PASSIVE | CMLAB_FAULT_BY_MODULE | CMLAB_FAULT_BY_PEER)
#define CMLAB_FAULT_SPOILER (CMLAB_FAULT_ANYBODY | CMLAB_FAULT_OF_HEADER)
#define CMLAB_FAULT_MODULES_ACCEPT (CMLAB_FAULT_BY_PASSIVE | CMLAB_FAULT_BY_MODULE)
#define CMLAB_FAULT_MODULES_END (CMLAB_FAULT_MODULES_ACCEPT | CMLAB_FAULT_BY_ACTIVE)

/*
 * X(constant, "word", N if none is given, largest N, who, "what it does"): first what goes
 * into the header of whatever message this side sends, then behaviour.
 */
#define CMLAB_FAULT_LIST(X)									\
	X(CMLAB_FAULT_OFF, "off", 0, 0, CMLAB_FAULT_ANYBODY, "behave") \
	X(CMLAB_FAULT_SHORT, "short", CMLAB_WIRE_HDR_LEN / 2, CMLAB_WIRE_HDR_LEN, \
	  CMLAB_FAULT_SPOILER, \
	  "send only the first N bytes of the header") \
	X(CMLAB_FAULT_MAGIC, "magic", 0, 0, CMLAB_FAULT_SPOILER, "wrong magic") \
	X(CMLAB_FAULT_VERSION, "version", CMLAB_WIRE_VERSION + 1, 65535, CMLAB_FAULT_SPOILER, \
	  "version N") \
	X(CMLAB_FAULT_SWAPPED, "swapped", 0, 0, CMLAB_FAULT_SPOILER, \
	  "every field in the wrong byte order") \
	X(CMLAB_FAULT_LENGTH_SHORT, "length-short", CMLAB_WIRE_HDR_LEN - 1, 65535, \
	  CMLAB_FAULT_SPOILER, \
	  "declare N bytes") \
	X(CMLAB_FAULT_LENGTH_LONG, "length-long", CMLAB_WIRE_MAX + 1, 65535, CMLAB_FAULT_SPOILER, \
	  "declare N bytes") \
	X(CMLAB_FAULT_RESERVED, "reserved", 0, 0, CMLAB_FAULT_SPOILER, "reserved bytes not zero") \
	X(CMLAB_FAULT_CRC, "crc", 0, 0, CMLAB_FAULT_SPOILER, "wrong checksum") \
	X(CMLAB_FAULT_KIND, "kind", 0, 255, CMLAB_FAULT_SPOILER, \
	  "header of another message, kind N (0: the next one)") \
	X(CMLAB_FAULT_ZERO, "zero", 0, 0, CMLAB_FAULT_SPOILER, "all bytes zero") \
	X(CMLAB_FAULT_NONE, "none", 0, 0, CMLAB_FAULT_SPOILER, "no private data at all") \
	X(CMLAB_FAULT_GARBAGE, "garbage", 1, 65535, CMLAB_FAULT_SPOILER, \
	  "random bytes from seed N") \
	X(CMLAB_FAULT_OVER_REPLY, "over-reply", 0, 0, CMLAB_FAULT_ACCEPTER, \
	  "listen: accept with both depths one above the offer") \
	X(CMLAB_FAULT_NO_ACCEPT, "no-accept", 0, 0, CMLAB_FAULT_ACCEPTER, \
	  "listen: never answer the REQ") \
	X(CMLAB_FAULT_REJECT, "reject", CMLAB_REASON_CONN_LIMIT, 65535, CMLAB_FAULT_ACCEPTER, \
	  "listen: reject with reason N of the header, or its name") \
	X(CMLAB_FAULT_REJECT_EMPTY, "reject-empty", 0, 0, CMLAB_FAULT_ACCEPTER, \
	  "listen: reject without private data") \
	X(CMLAB_FAULT_REJECT_REASON, "reject-reason", 1, 255, CMLAB_FAULT_MODULES_ACCEPT, \
	  "listen: reject with REJ reason N, which IB and RoCE carry") \
	X(CMLAB_FAULT_REJECT_LONG, "reject-long", 149, 255, CMLAB_FAULT_MODULES_ACCEPT, \
	  "listen: reject with N bytes of private data") \
	X(CMLAB_FAULT_LATE_ACCEPT, "late-accept", 3000, 100000, CMLAB_FAULT_MODULES_ACCEPT, \
	  "listen: accept N ms late, outside the event handler") \
	X(CMLAB_FAULT_NO_MEM, "no-mem", 0, 0, CMLAB_FAULT_MODULES_ACCEPT, \
	  "listen: the event handler returns -ENOMEM, for which the CM sends no REJ") \
	X(CMLAB_FAULT_FAIL_ACCEPT, "fail-accept", EINVAL, 4095, CMLAB_FAULT_MODULES_ACCEPT, \
	  "listen: rdma_accept fails with errno N, as for a depth above the limit") \
	X(CMLAB_FAULT_SAME_QPN, "same-qpn", 0, 0, CMLAB_FAULT_MODULES_ACCEPT | CMLAB_FAULT_OF_LAB, \
	  "listen: accept with the qp_num of the connection accepted before") \
	X(CMLAB_FAULT_HOLD, "hold", 1000, 100000, CMLAB_FAULT_MODULES_END, \
	  "stay N ms in the event handler of the peer's message") \
	X(CMLAB_FAULT_FAIL_QP, "fail-qp", ENOMEM, 4095, CMLAB_FAULT_MODULES_END, \
	  "creating the queue pair fails with errno N") \
	X(CMLAB_FAULT_NO_RTU, "no-rtu", 0, 0, \
	  CMLAB_FAULT_BY_ACTIVE | CMLAB_FAULT_BY_MODULE | CMLAB_FAULT_BY_PEER | \
	    CMLAB_FAULT_OF_LAB, \
	  "connect: never answer the REP (iWARP has none)") \
	X(CMLAB_FAULT_VANISH, "vanish", 0, 0, \
	  CMLAB_FAULT_BY_ACTIVE | CMLAB_FAULT_BY_PASSIVE | CMLAB_FAULT_BY_PEER, \
	  "exit without disconnecting once established") \
	X(CMLAB_FAULT_NO_RECV, "no-recv", 0, 0, CMLAB_FAULT_ANYBODY, "post no receives") \
	X(CMLAB_FAULT_LATE_RECV, "late-recv", 1000, 100000, CMLAB_FAULT_MODULES_END, \
	  "post the receives N ms late") \
	X(CMLAB_FAULT_PING_GARBAGE, "ping-garbage", 0, 0, CMLAB_FAULT_SPOILER, \
	  "send a message that is not a ping") \
	X(CMLAB_FAULT_NO_PING, "no-ping", 0, 0, CMLAB_FAULT_SPOILER, "send no ping and answer none")
/* clang-format on */

#define CMLAB_FAULT_ENUM(constant, word, n, max, who, text) constant,

enum cmlab_fault_kind { CMLAB_FAULT_LIST(CMLAB_FAULT_ENUM) CMLAB_NR_FAULTS };

extern const struct cmlab_names cmlab_faults, cmlab_fault_texts;

/**
 * struct cmlab_fault - what to do wrong
 * @kind: enum cmlab_fault_kind; CMLAB_FAULT_OFF: nothing
 * @n: the number after "=", or the kind's own
 */
struct cmlab_fault {
	u8 kind;
	u32 n;
};

/**
 * cmlab_fault_parse - "KIND" or "KIND=N"
 * @text: the words; need not be terminated
 * @len: their length
 * @fault: filled on success. N of "reject" may be the name of a reason
 *
 * Return: 0, -ENOENT for an unknown kind, -ERANGE for a number that the kind does not take,
 * -EINVAL for what is no number
 */
int cmlab_fault_parse(const char *text, size_t len, struct cmlab_fault *fault);

/* CMLAB_FAULT_BY_* and CMLAB_FAULT_OF_* of a kind, and its largest number. */
u32 cmlab_fault_who(unsigned int kind);
u32 cmlab_fault_max(unsigned int kind);

/**
 * cmlab_fault_obstacle - why an end cannot do it
 * @kind: enum cmlab_fault_kind
 * @by: CMLAB_FAULT_BY_* of that end: its role and its program
 * @form: enum cmlab_pdata_form
 * @transitions: enum cmlab_transitions
 *
 * Return: words that fit behind "KEY=WORD: ", or NULL: it can
 */
const char *cmlab_fault_obstacle(unsigned int kind, u32 by, u8 form, u8 transitions);

/* CMLAB_FAULT_OVER_REPLY: an accept with both depths one above what the request offers, @adv. */
void cmlab_fault_over_reply(const struct cmlab_values *adv, struct cmlab_values *params);

/* "no-rtu", "reject=5": as it is asked for. */
#define CMLAB_FAULT_STR 24
const char *cmlab_fault_text(const struct cmlab_fault *fault, char buf[CMLAB_FAULT_STR]);

/**
 * cmlab_fault_blob - spoil a header that is about to be sent
 * @fault: how; kinds that are no header kinds change nothing
 * @buf: the blob, header and user bytes
 * @len: its length
 * @room: bytes that the message carries, and that @buf has
 *
 * Checksums are made right again unless the checksum is the point, so that the receiver
 * sees just the one fault. Nothing is done to a blob without a header.
 *
 * Return: new length
 */
size_t cmlab_fault_blob(const struct cmlab_fault *fault, u8 *buf, size_t len, size_t room);

#endif /* CMLAB_FAULT_H */
