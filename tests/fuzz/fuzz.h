/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the harnesses of libFuzzer have in common: taking an input apart, and ending the
 * run where something does not hold. libFuzzer hands over exactly as many bytes as
 * there are, so AddressSanitizer sees a read behind them.
 */
#ifndef CMLAB_FUZZ_H
#define CMLAB_FUZZ_H

#include <cmlab/wire.h>

#include <stdlib.h>

/* For each input, and once before the first; fuzz.mk gives them the names that libFuzzer calls. */
int fuzz_one(const u8 *data, size_t size);
int fuzz_begin(int *argc, char ***argv);

/* Ends the run with an input that libFuzzer saves. */
static inline void fuzz_require(bool holds, const char *what)
{
	if (holds)
		return;
	/* A harness may have put something else in the place of stderr. */
	dprintf(2, "does not hold: %s\n", what);
	abort();
}

/* What is left of an input. */
struct fuzz_input {
	const u8 *at;
	size_t left;
};

/* The next byte, 0 behind the end. */
static inline u8 fuzz_u8(struct fuzz_input *in)
{
	if (!in->left)
		return 0;
	in->left--;
	return *in->at++;
}

static inline u32 fuzz_u32(struct fuzz_input *in)
{
	u32 v = 0;
	int i;

	for (i = 0; i < 4; i++)
		v = v << 8 | fuzz_u8(in);
	return v;
}

/* A copy of at most @len of what is left, and no byte more; @len becomes its length. */
static inline u8 *fuzz_bytes(struct fuzz_input *in, size_t *len)
{
	u8 *copy;

	*len = min(*len, in->left);
	copy = malloc(*len ? *len : 1);
	fuzz_require(copy, "there is memory");
	memcpy(copy, in->at, *len);
	in->at += *len;
	in->left -= *len;
	return copy;
}

/* Makes the checksum of a header right, which no mutation would guess. */
static inline void fuzz_seal(u8 *blob, size_t len)
{
	size_t declared = len < CMLAB_WIRE_HDR_LEN ? 0 : (size_t)(blob[6] << 8 | blob[7]);
	u32 crc, i;

	if (declared < CMLAB_WIRE_HDR_LEN || declared > len)
		return;
	crc = cmlab_wire_crc(0, blob, CMLAB_WIRE_HDR_LEN - 4);
	crc = cmlab_wire_crc(crc, blob + CMLAB_WIRE_HDR_LEN, declared - CMLAB_WIRE_HDR_LEN);
	for (i = 0; i < 4; i++)
		blob[CMLAB_WIRE_HDR_LEN - 4 + i] = (u8)(crc >> (24 - 8 * i));
}

/* Plain text: no line break, no escape sequence. */
static inline bool fuzz_is_plain(const char *s)
{
	for (; *s; s++)
		if (*s < ' ' || *s > '~')
			return false;
	return true;
}

/* Text that is terminated within @size bytes. */
static inline bool fuzz_is_text(const char *s, size_t size)
{
	return memchr(s, '\0', size) && fuzz_is_plain(s);
}

#endif /* CMLAB_FUZZ_H */
