// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The private-data header. An input is a byte of choices and then the private data; with bit 0
 * of the choices the checksum is made right.
 */
#include "fuzz.h"

#define UNTOUCHED 0xa5

static bool is_untouched(const void *p, size_t len)
{
	const u8 *byte = p;

	while (len--)
		if (*byte++ != UNTOUCHED)
			return false;
	return true;
}

/* What was parsed, built again, is the same bytes; but an unknown field becomes none. */
static void rebuild(const struct cmlab_wire_hdr *hdr, const u8 *blob)
{
	size_t len = CMLAB_WIRE_HDR_LEN + hdr->user_len;
	u8 *again = malloc(len);

	fuzz_require(again, "there is memory");
	memset(again, UNTOUCHED, len);
	fuzz_require(cmlab_wire_build(hdr, blob + CMLAB_WIRE_HDR_LEN, hdr->user_len, again,
				      len - 1) == -EMSGSIZE,
		     "a buffer that is too small is refused");
	fuzz_require(is_untouched(again, len), "and is not touched");
	fuzz_require(cmlab_wire_build(hdr, blob + CMLAB_WIRE_HDR_LEN, hdr->user_len, again, len) ==
			     (int)len,
		     "what parses can be built");
	if (blob[22] > CMLAB_NR_FIELDS)
		fuzz_require(again[22] == 0, "an unknown field becomes none");
	else
		fuzz_require(!memcmp(again, blob, len), "what is built is the same bytes");
	free(again);
}

/* Padding is not looked at, so without it all is the same. */
static void cut(const struct cmlab_wire_hdr *hdr, const u8 *blob)
{
	struct fuzz_input in = { blob, CMLAB_WIRE_HDR_LEN + hdr->user_len };
	struct cmlab_wire_hdr again;
	size_t len = in.left;
	u8 *exact = fuzz_bytes(&in, &len);

	fuzz_require(!cmlab_wire_parse(exact, len, hdr->kind, &again), "no padding is needed");
	fuzz_require(!memcmp(hdr, &again, sizeof(again)), "no padding is looked at");
	free(exact);
}

static bool parse(const u8 *blob, size_t len, u32 kind)
{
	struct cmlab_wire_hdr hdr;
	enum cmlab_reason reason;

	memset(&hdr, UNTOUCHED, sizeof(hdr));
	reason = cmlab_wire_parse(blob, len, kind, &hdr);
	if (reason) {
		fuzz_require(reason <= CMLAB_REASON_HDR_CRC, "a reason of the header's");
		fuzz_require(is_untouched(&hdr, sizeof(hdr)), "what is refused fills nothing");
		return false;
	}
	fuzz_require(len >= CMLAB_WIRE_HDR_LEN, "a header has a length");
	fuzz_require(hdr.user_len <= len - CMLAB_WIRE_HDR_LEN, "no more user bytes than came");
	fuzz_require(hdr.user_len <= CMLAB_WIRE_USER_MAX, "no more user bytes than a u8 says");
	fuzz_require(hdr.kind == kind && hdr.field <= CMLAB_NR_FIELDS, "what was asked for");
	rebuild(&hdr, blob);
	cut(&hdr, blob);
	return true;
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = { data, size };
	u8 choices = fuzz_u8(&in);
	size_t len = in.left;
	u8 *blob = fuzz_bytes(&in, &len);
	u32 kind, kinds = 0;

	if (choices & 1)
		fuzz_seal(blob, len);
	for (kind = 0; kind < 5; kind++)
		kinds += parse(blob, len, kind);
	fuzz_require(kinds <= 1, "a header is of one message");
	fuzz_require(cmlab_wire_parse(NULL, 0, CMLAB_WIRE_REQ, &(struct cmlab_wire_hdr){ 0 }) ==
			     CMLAB_REASON_HDR_ABSENT,
		     "nothing is no header");
	free(blob);
	return 0;
}
