// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Private data of the kernel's ULPs. */
#include <cmlab/ulp.h>

#include "harness.h"

#define ROOM 196

/* @len: bytes on the wire; those behind @bytes are zeros. @text: NULL if not recognised. */
struct ulp_case {
	const char *name;
	const char *from;
	u8 kind;
	u8 hint;
	u32 len;
	u8 bytes[64];
	const char *text;
};

#define REQ CMLAB_WIRE_REQ, CMLAB_ULP_NONE
#define REP CMLAB_WIRE_REP, CMLAB_ULP_NONE
#define REJ CMLAB_WIRE_REJ, CMLAB_ULP_NONE
#define SMB CMLAB_WIRE_REQ, CMLAB_ULP_SMB

/* clang-format off */
static const struct ulp_case ulp_cases[] = {
	{ "nvme REQ", "nvme-rdma.h:58", REQ, 56, { 0, 0, 1, 0, 32, 0, 31, 0 },
	  "looks like NVMe/RDMA: recfmt 0, qid 1, hrqsize 32, hsqsize 31, cntlid 0" },
	{ "nvme REQ with cntlid", "F39: 6.12 nvme-rdma.h:70", REQ, 56, { 0, 0, 1, 0, 32, 0, 31,
	  0, 7 },
	  "looks like NVMe/RDMA: recfmt 0, qid 1, hrqsize 32, hsqsize 31, cntlid 7" },
	{ "nvme REQ, exact", "F13: iWARP does not pad", REQ, 32, { 0, 0, 1, 0, 32, 0, 31, 0 },
	  "looks like NVMe/RDMA: recfmt 0, qid 1, hrqsize 32, hsqsize 31, cntlid 0" },
	{ "nvme REQ, cut", "hostile", REQ, 31, { 0, 0, 1, 0, 32, 0, 31, 0 }, NULL },
	{ "nvme REQ, other format", "near", REQ, 56, { 1, 0, 1, 0, 32, 0, 31, 0 }, NULL },
	{ "nvme REQ, sizes that do not fit", "near", REQ, 56, { 0, 0, 1, 0, 32, 0, 32, 0 }, NULL },
	{ "nvme REQ, bytes in the zeros", "near", REQ, 56, { 0, 0, 1, 0, 32, 0, 31, 0, 0, 0, 0,
	  1 }, NULL },
	{ "nvme REP", "nvme-rdma.h:72", REP, 196, { 0, 0, 32, 0 },
	  "looks like NVMe/RDMA: recfmt 0, crqsize 32" },
	{ "nvme REJ", "F33", REJ, 148, { 0, 0, 6, 0 },
	  "looks like NVMe/RDMA: recfmt 0, sts 6 (no resources)" },
	{ "nvme REJ, no such status", "near", REJ, 148, { 0, 0, 9, 0 }, NULL },
	{ "nvme REJ, cut", "hostile", REJ, 3, { 0, 0, 6 }, NULL },
	{ "zeros", "F14", REJ, 148, { 0 }, NULL },
	{ "nothing", "F14", REQ, 0, { 0 }, NULL },
	{ "rtrs REQ", "rtrs-pri.h:186", REQ, 56, { 0, 0, 0xbd, 0x1b, 0, 2, 1, 0, 3, 0, 4, 0,
	  [44] = 1 },
	  "RTRS: version_major 2, version_minor 0, cid 1, cid_num 3, recon_cnt 4, first_conn 1" },
	{ "rtrs REJ", "F39: rtrs-pri.h:218", REJ, 148, { 0xbd, 0x1b, 0, 3, 0xf0, 0xff },
	  "RTRS: version_major 3 (not the 2 of Linux), version_minor 0, errno -16, queue_depth 0, max_io_size 0, max_hdr_size 0, flags 0",
	},
	{ "rtrs REJ, cut", "hostile", REJ, 55, { 0xbd, 0x1b, 0, 2, 0xf0, 0xff }, NULL },
	{ "nfs", "rpc_rdma.h:100", REQ, 56, { 0xf6, 0xab, 0x0e, 0x18, 1, 1, 3, 0 },
	  "NFS/RDMA: version 1, flags 1 (remote invalidation), send_size 4096, recv_size 1024" },
	{ "nfs, newer", "F39", REP, 196, { 0xf6, 0xab, 0x0e, 0x18, 2, 0, 3, 3 },
	  "NFS/RDMA: version 2 (not the 1 of Linux), flags 0, send_size 4096, recv_size 4096" },
	{ "nfs, cut", "hostile", REQ, 7, { 0xf6, 0xab, 0x0e, 0x18, 1, 1, 3 }, NULL },
	{ "srp REJ", "srp.h:186", REJ, 148, { 0xc2, 0, 0, 0, 0, 1, 0, 6 },
	  "looks like SRP: reason 65542 (limit of channels reached), buf_fmt 0" },
	{ "srp REJ, no such reason", "near", REJ, 148, { 0xc2, 0, 0, 0, 0, 1, 0, 7 }, NULL },
	{ "iser without a hint", "no magic", REQ, 56, { 0xc0 }, NULL },
	{ "iser", "iser.h:54", CMLAB_WIRE_REQ, CMLAB_ULP_ISER, 56, { 0xc0 },
	  "iSER: flags 192 (no zero-based addresses, no remote invalidation)" },
	{ "smb", "F5: 6.1 fs/smb/server/transport_rdma.c:1643", SMB, 8, { 0, 0, 0, 32, 0, 0, 0,
	  32 },
	  "SMB Direct: ird 32, ord 32" },
	{ "smb, wrong order", "F5", SMB, 8, { 32, 0, 0, 0, 32, 0, 0, 0 },
	  "SMB Direct: ird 536870912, ord 536870912; looks byte-swapped" },
	{ "smb, above 255", "F5", SMB, 8, { 0, 0, 1, 0x20, 0, 0, 0, 32 },
	  "SMB Direct: ird 288, ord 32; above 255, which fits no REQ or REP" },
	{ "a hint that is wrong", "never guessing", CMLAB_WIRE_REJ, CMLAB_ULP_RTRS, 148, { 0, 0,
	  6, 0 }, NULL },
};

/* clang-format on */

static void ulp_decode(struct kunit *test)
{
	const struct ulp_case *c = test->param_value;
	u8 *all = kunit_kzalloc(test, ROOM, GFP_KERNEL);
	struct cmlab_ulp_data d;
	char text[CMLAB_ULP_STR];
	u8 *exact;

	memcpy(all, c->bytes, sizeof(c->bytes));
	exact = kmemdup(all, c->len, GFP_KERNEL);
	KUNIT_EXPECT_EQ(test, cmlab_ulp_decode(exact, c->len, c->kind, c->hint, &d), !!c->text);
	if (c->text)
		KUNIT_EXPECT_STREQ(test, cmlab_ulp_text(&d, text), c->text);
	else
		KUNIT_EXPECT_EQ(test, d.nr, 0);
	kfree(exact);
}

CMLAB_ROWS(ulp, ulp_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(ulp_decode, ulp_gen_params),
	{},
};

struct kunit_suite cmlab_suite_ulp = {
	.name = "cmlab_ulp",
	.test_cases = cases,
};
