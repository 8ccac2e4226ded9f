/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Misbehaving on purpose, so that the other end's defences can be tried over a
 * real wire. One kind at a time.
 */
#ifndef CMLAB_PEER_BAD_H
#define CMLAB_PEER_BAD_H

#include <cmlab/names.h>

/*
 * X(NAME, "word", N if not given, "what it does"): first what goes into the header of
 * whatever message this side sends, then behaviour
 */
#define PEER_BAD_LIST(X)                                                                      \
	X(SHORT, "short", CMLAB_WIRE_HDR_LEN / 2,                                             \
	  "send only the first N bytes of the header (16)")                                   \
	X(MAGIC, "magic", 0, "wrong magic")                                                   \
	X(VERSION, "version", CMLAB_WIRE_VERSION + 1, "version N (2)")                        \
	X(SWAPPED, "swapped", 0, "every field in the wrong byte order")                       \
	X(LENGTH_SHORT, "length-short", CMLAB_WIRE_HDR_LEN - 1, "declare N bytes (31)")       \
	X(LENGTH_LONG, "length-long", CMLAB_WIRE_MAX + 1, "declare N bytes (256)")            \
	X(RESERVED, "reserved", 0, "reserved bytes not zero")                                 \
	X(CRC, "crc", 0, "wrong checksum")                                                    \
	X(KIND, "kind", 0, "header of another message, kind N")                               \
	X(ZERO, "zero", 0, "all bytes zero")                                                  \
	X(NONE, "none", 0, "no private data at all")                                          \
	X(GARBAGE, "garbage", 1, "random bytes from seed N (1)")                              \
	X(OVER_REPLY, "over-reply", 0, "listen: accept with both depths one above the offer") \
	X(NO_ACCEPT, "no-accept", 0, "listen: never answer the REQ")                          \
	X(REJECT, "reject", CMLAB_REASON_CONN_LIMIT,                                          \
	  "listen: reject with reason N or its name (conn_limit)")                            \
	X(REJECT_EMPTY, "reject-empty", 0, "listen: reject without private data")             \
	X(NO_RTU, "no-rtu", 0, "connect: never answer the REP (iWARP has none)")              \
	X(VANISH, "vanish", 0, "exit without disconnecting once established")                 \
	X(NO_RECV, "no-recv", 0, "post no receives")                                          \
	X(PING_GARBAGE, "ping-garbage", 0, "send a message that is not a ping")               \
	X(NO_PING, "no-ping", 0, "send no ping and answer none")

#define PEER_BAD_ENUM(n, w, d, t) PEER_BAD_##n,
enum peer_bad_kind { PEER_BAD_OFF, PEER_BAD_LIST(PEER_BAD_ENUM) PEER_BAD_NR };

/**
 * struct peer_bad - what to do wrong
 * @kind: enum peer_bad_kind
 * @arg: the number after "=", or the kind's own default
 */
struct peer_bad {
	enum peer_bad_kind kind;
	u32 arg;
};

/**
 * peer_bad_parse - "KIND" or "KIND=N"
 * @text: the words
 * @bad: filled on success
 *
 * Return: 0, -ENOENT for an unknown kind, -ERANGE for a number out of 0..65535
 */
int peer_bad_parse(const char *text, struct peer_bad *bad);

/* The word of a kind. */
const char *peer_bad_word(enum peer_bad_kind kind);

/* Something that only who listens can do. */
bool peer_bad_is_for_listen(enum peer_bad_kind kind);

/* Something to do with what handshake=raw has none of: a header or a ping. */
bool peer_bad_needs_header(enum peer_bad_kind kind);

/**
 * peer_bad_blob - spoil a header that is about to be sent
 * @bad: how; kinds that are no header kinds change nothing
 * @buf: the blob, header and user bytes
 * @len: its length
 * @room: bytes that the message carries
 *
 * Checksums are made right again unless the checksum is the point, so that the
 * receiver sees just the one fault. Nothing is done to a blob without a header.
 *
 * Return: new length
 */
size_t peer_bad_blob(const struct peer_bad *bad, u8 *buf, size_t len, size_t room);

/* The list of kinds for --help, one a line; the caller frees it. */
char *peer_bad_help(const char *text);

#endif /* CMLAB_PEER_BAD_H */
