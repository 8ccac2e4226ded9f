/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private data of the kernel's own ULPs, bytes to named numbers. What is not recognised is
 * said not to be: nothing is guessed.
 */
#ifndef CMLAB_ULP_H
#define CMLAB_ULP_H

#include <cmlab/env.h>
#include <cmlab/wire.h>

enum cmlab_ulp {
	CMLAB_ULP_NONE,
	CMLAB_ULP_NVME,
	CMLAB_ULP_RTRS,
	CMLAB_ULP_NFS,
	CMLAB_ULP_SRP,
	CMLAB_ULP_ISER,
	CMLAB_ULP_RDS,
	CMLAB_ULP_SMB,
};

/* How sure a recognised layout is. */
enum cmlab_ulp_by {
	CMLAB_ULP_BY_MAGIC, /* a magic number says so */
	CMLAB_ULP_BY_SHAPE, /* all its values and its zeros fit: "looks like" */
	CMLAB_ULP_BY_HINT,  /* only the caller says so */
};

#define CMLAB_ULP_FIELDS 8
#define CMLAB_ULP_STR	 240

/**
 * struct cmlab_ulp_value - one field
 * @key: its name in the kernel's struct
 * @v: the number
 * @word: what the number means; NULL if it has no words
 */
struct cmlab_ulp_value {
	const char *key;
	s64 v;
	const char *word;
};

/**
 * struct cmlab_ulp_data - what private data say
 * @ulp: enum cmlab_ulp
 * @by: enum cmlab_ulp_by
 * @nr: values in @value
 * @name: of the protocol
 * @warning: what is wrong with it; NULL if nothing is
 * @value: in the order of the struct
 */
struct cmlab_ulp_data {
	u8 ulp;
	u8 by;
	u8 nr;
	const char *name;
	const char *warning;
	struct cmlab_ulp_value value[CMLAB_ULP_FIELDS];
};

/**
 * cmlab_ulp_decode - private data of a known ULP
 * @buf: the bytes, anybody's; may be NULL if @len is 0
 * @len: their number, padding included
 * @kind: of which message
 * @hint: whose they are if that is known, or CMLAB_ULP_NONE. With a hint no other is tried
 * @d: filled if recognised, else empty
 *
 * Return: whether they are recognised. All zeros are no data
 */
bool cmlab_ulp_decode(const u8 *buf, size_t len, enum cmlab_wire_kind kind, enum cmlab_ulp hint,
		      struct cmlab_ulp_data *d);

/* One line of it, "looks like NVMe/RDMA: recfmt 0, sts 6 (...)"; @buf has CMLAB_ULP_STR bytes. */
const char *cmlab_ulp_text(const struct cmlab_ulp_data *d, char *buf);

#endif /* CMLAB_ULP_H */
