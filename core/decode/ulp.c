// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Layouts of the private data of the kernel's ULPs. Files and lines are of Linux 6.1.
 */
#include <cmlab/ulp.h>

/* How a number stands in the bytes. */
enum order { LE, BE };

/* What it is: itself, negative if its bit 15 is set, or KiB less one (rpc_rdma.h:115-125). */
enum as { AS_IS, AS_SIGNED, AS_KIB };

struct field {
	const char *key;
	u8 at;
	u8 size;
	u8 order;
	u8 as;
	const char *(*word)(u32 v);
};

/* @len: the least that must be there. IB pads a message, so more is no fault. */
struct layout {
	u8 ulp;
	u8 by;
	u8 kinds;
	u8 len;
	const char *name;
	bool (*fits)(const u8 *p, size_t len);
	const char *(*warning)(const u8 *p);
	struct field field[CMLAB_ULP_FIELDS];
};

#define KIND(k) (1 << CMLAB_WIRE_##k)

static u32 number(const u8 *p, u32 size, enum order order)
{
	u32 i, v = 0;

	for (i = 0; i < size; i++)
		v = v << 8 | p[order == BE ? i : size - 1 - i];
	return v;
}

static bool is_zero(const u8 *p, size_t from, size_t to)
{
	for (; from < to; from++)
		if (p[from])
			return false;
	return true;
}

/* include/linux/nvme-rdma.h:15-24 */
static const char *nvme_status(u32 v)
{
	static const char *const words[] = {
		[1] = "length not valid",
		[2] = "record format not valid",
		[3] = "queue id not valid",
		[4] = "host's send queue size not valid",
		[5] = "host's receive queue size not valid",
		[6] = "no resources",
		[7] = "IRD not valid",
		[8] = "ORD not valid",
	};

	return v < ARRAY_SIZE(words) ? words[v] : NULL;
}

/* drivers/nvme/host/rdma.c sets hrqsize to one more than hsqsize, for either kind of queue. */
static bool nvme_req(const u8 *p, size_t len)
{
	u32 hrqsize = number(p + 4, 2, LE), hsqsize = number(p + 6, 2, LE);

	return !number(p, 2, LE) && hsqsize && hrqsize == hsqsize + 1 && is_zero(p, 10, len);
}

static bool nvme_rep(const u8 *p, size_t len)
{
	return !number(p, 2, LE) && number(p + 2, 2, LE) && is_zero(p, 4, len);
}

static bool nvme_rej(const u8 *p, size_t len)
{
	return !number(p, 2, LE) && nvme_status(number(p + 2, 2, LE)) && is_zero(p, 4, len);
}

/* drivers/infiniband/ulp/rtrs/rtrs-pri.h:20, 64-65 */
static bool rtrs_req(const u8 *p, size_t len)
{
	return len >= 4 && number(p + 2, 2, LE) == 0x1bbd;
}

static bool rtrs_rsp(const u8 *p, size_t len)
{
	return len >= 2 && number(p, 2, LE) == 0x1bbd;
}

static const char *rtrs_version(u32 v)
{
	return v == 2 ? NULL : "not the 2 of Linux";
}

/* include/linux/sunrpc/rpc_rdma.h:100-125 */
static bool nfs(const u8 *p, size_t len)
{
	return len >= 4 && number(p, 4, BE) == 0xf6ab0e18;
}

static const char *nfs_version(u32 v)
{
	return v == 1 ? NULL : "not the 1 of Linux";
}

static const char *nfs_flags(u32 v)
{
	return v & 1 ? "remote invalidation" : NULL;
}

/* include/scsi/srp.h:82-90 */
static const char *srp_reason(u32 v)
{
	static const char *const words[] = {
		"no channel can be made",	    "not enough resources",
		"the length of an IU is too large", "the channel cannot be associated",
		"descriptor format not supported",  "no more than one channel supported",
		"limit of channels reached",
	};

	return v >> 16 == 1 && (v & 0xffff) < ARRAY_SIZE(words) ? words[v & 0xffff] : NULL;
}

static bool srp_rsp(const u8 *p, size_t len)
{
	return p[0] == 0xc0 && is_zero(p, 1, 4) && is_zero(p, 27, len) && number(p + 16, 4, BE);
}

static bool srp_rej(const u8 *p, size_t len)
{
	return p[0] == 0xc2 && is_zero(p, 1, 4) && srp_reason(number(p + 4, 4, BE)) &&
	       is_zero(p, 16, 24) && is_zero(p, 26, len);
}

/* include/scsi/iser.h:35-38 */
static const char *iser_flags(u32 v)
{
	static const char *const words[] = {
		"zero-based addresses and remote invalidation",
		"zero-based addresses, no remote invalidation",
		"remote invalidation, no zero-based addresses",
		"no zero-based addresses, no remote invalidation",
	};

	return words[v >> 6 & 3];
}

/* Two depths, big-endian; more than 255 fits no field of a REQ or REP (F5). */
static const char *smb_warning(const u8 *p)
{
	u32 ird = number(p, 4, BE), ord = number(p + 4, 4, BE);

	if (ird <= 255 && ord <= 255)
		return NULL;
	if (number(p, 4, LE) <= 255 && number(p + 4, 4, LE) <= 255)
		return "looks byte-swapped";
	return "above 255, which fits no REQ or REP";
}

#define NVME CMLAB_ULP_NVME, CMLAB_ULP_BY_SHAPE
#define RTRS CMLAB_ULP_RTRS, CMLAB_ULP_BY_MAGIC

/* clang-format off */
#define N(k, a, s, o) { .key = (k), .at = (a), .size = (s), .order = (o) }
#define A(k, a, s, o, how) \
	{ .key = (k), .at = (a), .size = (s), .order = (o), .as = (how) }
#define W(k, a, s, o, w) \
	{ .key = (k), .at = (a), .size = (s), .order = (o), .word = (w) }

static const struct layout layouts[] = {
	/* rtrs-pri.h:186-205; the first two bytes are not the ULP's to set */
	{ RTRS, KIND(REQ), 56, "RTRS", rtrs_req, NULL,
	  { W("version_major", 5, 1, LE, rtrs_version), N("version_minor", 4, 1, LE), N("cid",
	    6, 2, LE), N("cid_num", 8, 2, LE),
	    N("recon_cnt", 10, 2, LE), N("first_conn", 44, 1, LE) } },
	/* rtrs-pri.h:218-227 */
	{ RTRS, KIND(REP) | KIND(REJ), 56, "RTRS", rtrs_rsp, NULL,
	  { W("version_major", 3, 1, LE, rtrs_version), N("version_minor", 2, 1, LE), A("errno",
	    4, 2, LE, AS_SIGNED),
	    N("queue_depth", 6, 2, LE), N("max_io_size", 8, 4, LE), N("max_hdr_size", 12, 4, LE),
	    N("flags", 16, 4, LE) } },
	{ CMLAB_ULP_NFS, CMLAB_ULP_BY_MAGIC, KIND(REQ) | KIND(REP), 8, "NFS/RDMA", nfs, NULL,
	  { W("version", 4, 1, BE, nfs_version), W("flags", 5, 1, BE, nfs_flags),
	    A("send_size", 6, 1, LE, AS_KIB), A("recv_size", 7, 1, LE, AS_KIB) } },
	/* nvme-rdma.h:58-64; later kernels have cntlid where 6.1 has zeros */
	{ NVME, KIND(REQ), 32, "NVMe/RDMA", nvme_req, NULL,
	  { N("recfmt", 0, 2, LE), N("qid", 2, 2, LE), N("hrqsize", 4, 2, LE), N("hsqsize", 6,
	    2, LE),
	    N("cntlid", 8, 2, LE) } },
	{ NVME, KIND(REP), 32, "NVMe/RDMA", nvme_rep, NULL,
	  { N("recfmt", 0, 2, LE), N("crqsize", 2, 2, LE) } },
	{ NVME, KIND(REJ), 4, "NVMe/RDMA", nvme_rej, NULL,
	  { N("recfmt", 0, 2, LE), W("sts", 2, 2, LE, nvme_status) } },
	/* srp.h:174-194 */
	{ CMLAB_ULP_SRP, CMLAB_ULP_BY_SHAPE, KIND(REP), 52, "SRP", srp_rsp, NULL,
	  { N("req_lim_delta", 4, 4, BE), N("max_it_iu_len", 16, 4, BE),
	    N("max_ti_iu_len", 20, 4, BE), N("buf_fmt", 24, 2, BE), N("rsp_flags", 26, 1, LE) } },
	{ CMLAB_ULP_SRP, CMLAB_ULP_BY_SHAPE, KIND(REJ), 32, "SRP", srp_rej, NULL,
	  { W("reason", 4, 4, BE, srp_reason), N("buf_fmt", 24, 2, BE) } },
	{ CMLAB_ULP_ISER, CMLAB_ULP_BY_HINT, KIND(REQ) | KIND(REP), 4, "iSER", NULL, NULL,
	  { W("flags", 0, 1, BE, iser_flags) } },
	/* net/rds/ib.h:65-81 */
	{ CMLAB_ULP_RDS, CMLAB_ULP_BY_HINT, KIND(REQ) | KIND(REP), 28, "RDS over IPv4", NULL, NULL,
	  { N("protocol_major", 8, 1, LE), N("protocol_minor", 9, 1, LE),
	    N("protocol_minor_mask", 10, 2, BE), N("credit", 24, 4, BE) } },
	{ CMLAB_ULP_SMB, CMLAB_ULP_BY_HINT, KIND(REQ) | KIND(REP), 8, "SMB Direct", NULL,
	  smb_warning,
	  { N("ird", 0, 4, BE), N("ord", 4, 4, BE) } },
};

/* clang-format on */

static bool is_layout(const struct layout *l, const u8 *buf, size_t len, enum cmlab_wire_kind kind,
		      enum cmlab_ulp hint)
{
	if (!(l->kinds >> kind & 1) || len < l->len)
		return false;
	if (hint != CMLAB_ULP_NONE ? l->ulp != hint : l->by == CMLAB_ULP_BY_HINT)
		return false;
	return !l->fits || l->fits(buf, len);
}

static void take(struct cmlab_ulp_data *d, const struct field *f, const u8 *buf)
{
	struct cmlab_ulp_value *to = &d->value[d->nr++];
	u32 v = number(buf + f->at, f->size, f->order);

	to->key = f->key;
	to->v = v;
	if (f->as == AS_SIGNED && v > 0x7fff)
		to->v -= 0x10000;
	else if (f->as == AS_KIB)
		to->v = ((s64)v + 1) << 10;
	to->word = f->word ? f->word(v) : NULL;
}

bool cmlab_ulp_decode(const u8 *buf, size_t len, enum cmlab_wire_kind kind, enum cmlab_ulp hint,
		      struct cmlab_ulp_data *d)
{
	const struct layout *l = layouts;
	u32 i;

	memset(d, 0, sizeof(*d));
	if (!len || kind > CMLAB_WIRE_REJ || is_zero(buf, 0, len))
		return false;
	while (l < layouts + ARRAY_SIZE(layouts) && !is_layout(l, buf, len, kind, hint))
		l++;
	if (l == layouts + ARRAY_SIZE(layouts))
		return false;
	d->ulp = l->ulp;
	d->by = l->by;
	d->name = l->name;
	d->warning = l->warning ? l->warning(buf) : NULL;
	for (i = 0; i < CMLAB_ULP_FIELDS && l->field[i].key; i++)
		take(d, &l->field[i], buf);
	return true;
}

const char *cmlab_ulp_text(const struct cmlab_ulp_data *d, char *buf)
{
	u32 i, n;

	n = scnprintf(buf, CMLAB_ULP_STR, "%s%s", d->by == CMLAB_ULP_BY_SHAPE ? "looks like " : "",
		      d->name ? d->name : "nothing known");
	for (i = 0; i < d->nr; i++) {
		const struct cmlab_ulp_value *v = &d->value[i];

		n += scnprintf(buf + n, CMLAB_ULP_STR - n, "%s%s %lld", i ? ", " : ": ", v->key,
			       (long long)v->v);
		if (v->word)
			n += scnprintf(buf + n, CMLAB_ULP_STR - n, " (%s)", v->word);
	}
	if (d->warning)
		scnprintf(buf + n, CMLAB_ULP_STR - n, "; %s", d->warning);
	return buf;
}
