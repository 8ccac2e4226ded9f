/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The private-data header, version 1. Big-endian, fixed offsets.
 *
 *   0  u8[4] magic      00 0c 4d 4c
 *   4  u16   version    1
 *   6  u16   length     whole blob: header and user bytes
 *   8  u8    kind       enum cmlab_wire_kind
 *   9  u8    reserved   0
 *  10  u16   caps       capability bits, CMLAB_WIRE_CAP_*
 *  12  u16   max_ird    sender's device limit for reads it serves (max_qp_rd_atom)
 *  14  u16   max_ord    sender's device limit for reads it issues (max_qp_init_rd_atom)
 *  16  u16   want_ird   what the sender wanted to serve before any clamp
 *  18  u16   want_ord   what the sender wanted to issue before any clamp
 *  20  u16   reason     REJ: enum cmlab_reason; else 0
 *  22  u8    field      REJ: enum cmlab_field the reason is about, + 1; else 0
 *  23  u8    reserved   0
 *  24  u16   have       REJ: the offending number
 *  26  u16   need       REJ: what it should have been
 *  28  u32   crc        CRC-32C over bytes 0..27 and the user bytes
 *  32  user bytes
 *
 * Byte 0 must be 0 and the high nibble of byte 1 neither 4 nor 6, or an AF_IB
 * listener takes the blob for a struct cma_hdr (cma.c, cma_save_net_info).
 * Numbers above 65535 are sent as 65535: the receiver compares with u8s.
 *
 * IB and RoCE deliver the whole private-data area, zero padded; iWARP delivers
 * what was sent. So a receiver must never test for equality of lengths, and an
 * all-zero blob means "absent".
 */
#ifndef CMLAB_WIRE_H
#define CMLAB_WIRE_H

#include <cmlab/names.h>

#define CMLAB_WIRE_HDR_LEN 32
#define CMLAB_WIRE_VERSION 1
/* The largest blob that a u8 private_data_len can describe. */
#define CMLAB_WIRE_MAX	    255
#define CMLAB_WIRE_USER_MAX (CMLAB_WIRE_MAX - CMLAB_WIRE_HDR_LEN)

/* The sender answers a ping of cmlab/ping.h. */
#define CMLAB_WIRE_CAP_PING 0x0001
/* The sender clamps the QP to both sides' limits (transitions=lab). */
#define CMLAB_WIRE_CAP_LAB 0x0002

enum cmlab_wire_kind { CMLAB_WIRE_REQ = 1, CMLAB_WIRE_REP = 2, CMLAB_WIRE_REJ = 3 };

/*
 * The header's meaning, each as above. @reason: an unknown number is kept as it is. @field:
 * CMLAB_NR_FIELDS if the reason is about none. @max_ird to @need are saturated to 16 bits when
 * built. @user_len: user bytes after the header.
 */
struct cmlab_wire_hdr {
	u32 kind;
	u32 caps;
	u32 max_ird;
	u32 max_ord;
	u32 want_ird;
	u32 want_ord;
	u32 reason;
	u32 field;
	u32 have;
	u32 need;
	u32 user_len;
};

/**
 * cmlab_wire_build - header and user bytes to a blob
 * @hdr: what to say; @hdr->user_len is ignored
 * @user: user bytes, may be NULL if @user_len is 0
 * @user_len: their number
 * @buf: where to write
 * @size: room in @buf, normally the message's budget
 *
 * Return: bytes written (at least CMLAB_WIRE_HDR_LEN, at most CMLAB_WIRE_MAX),
 * or -EMSGSIZE if it does not fit; @buf is untouched then.
 */
int cmlab_wire_build(const struct cmlab_wire_hdr *hdr, const u8 *user, size_t user_len, u8 *buf,
		     size_t size);

/**
 * cmlab_wire_parse - bytes from a peer to a header, nothing trusted
 * @buf: the bytes; may be NULL if @len is 0
 * @len: their number as the event says it, padding included
 * @kind: which message they came in
 * @hdr: filled only on success
 *
 * On success the user bytes are @buf + CMLAB_WIRE_HDR_LEN, @hdr->user_len of them.
 * Bytes behind the declared length are padding and are not looked at.
 *
 * Return: CMLAB_REASON_NONE, or CMLAB_REASON_HDR_* for the first thing wrong, in
 * the order absent, short, swapped, magic, version, length, reserved, crc, kind.
 */
enum cmlab_reason cmlab_wire_parse(const u8 *buf, size_t len, enum cmlab_wire_kind kind,
				   struct cmlab_wire_hdr *hdr);

/**
 * cmlab_wire_crc - CRC-32C (Castagnoli), as in RFC 3720
 * @crc: 0 to start, or the result for the bytes before
 * @buf: bytes
 * @len: their number
 *
 * Return: the checksum of all bytes so far
 */
u32 cmlab_wire_crc(u32 crc, const u8 *buf, size_t len);

#endif /* CMLAB_WIRE_H */
