// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "suites.h"

#include <cmlab/ib.h>
#include <cmlab/symptom.h>

#define TEXT 512

/* Lines as they were met, and what they carry. */
struct symptom_line_case {
	const char *name;
	const char *from;
	const char *line;
	const char *program;
	u8 kind;
	s32 number;
	u8 event; /* plus 1; 0: none */
	u8 call;
};

/* clang-format off */
static const struct symptom_line_case symptom_line_cases[] = {
	{ "a target refuses", "F33",
	  "[   12.345678] nvme nvme0: Connect rejected: status 28 (consumer defined) nvme status 6 (resource not found).",
	  "nvme-rdma", CMLAB_SYMPTOM_REJ, 28, CMLAB_EVENT_REJECTED + 1, 0 },
	{ "nobody listens", "F20", "nvme nvme1: Connect rejected: status 8 (invalid service ID).",
	  "nvme-rdma", CMLAB_SYMPTOM_REJ, 8, CMLAB_EVENT_REJECTED + 1, 0 },
	{ "the same on siw", "F33",
	  "nvme nvme1: Connect rejected: status -104 (connection reset by remote host).",
	  "nvme-rdma", CMLAB_SYMPTOM_ERRNO, -104, CMLAB_EVENT_REJECTED + 1, 0 },
	{ "an errno", "F19", "nvme nvme0: rdma connection establishment failed (-104)", "nvme-rdma",
	  CMLAB_SYMPTOM_ERRNO, -104, 0, 0 },
	{ "nvme-cli", "F20", "Failed to write to /dev/nvme-fabrics: Connection reset by peer",
	  "nvme-cli",
	  CMLAB_SYMPTOM_ERRNO, -ECONNRESET, 0, 0 },
	{ "an accept", "F30", "nvmet_rdma: rdma_accept failed (error code = -22)", "nvmet_rdma",
	  CMLAB_SYMPTOM_ERRNO, -22, 0, CMLAB_CALL_ACCEPT },
	{ "a completion by name and number", "F8",
	  "nvmet_rdma: SEND for CQE 0x00000000a1b2c3d4 failed with status RNR retry counter exceeded (13).",
	  "nvme-rdma", CMLAB_SYMPTOM_WC, 13, 0, 0 },
	{ "perftest", "F10", " Failed status 12: wr_id 0 syndrom 0x81", "perftest",
	  CMLAB_SYMPTOM_WC, 12, 0, 0 },
	{ "NCCL", "F10",
	  "node1:77:99 [0] NCCL WARN NET/IB : Got completion from peer 10.0.0.2<38012> with error 12, opcode 0, len 0, vendor err 129",
	  "NCCL", CMLAB_SYMPTOM_WC, 12, 0, 0 },
	{ "UCX", "F10",
	  "[n01:3639:0:3639] ib_mlx5_log.c:171  Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)",
	  "UCX", CMLAB_SYMPTOM_WC, CMLAB_WC_RETRY_EXC, 0, 0 },
	{ "rping", "F20", "cma event RDMA_CM_EVENT_REJECTED, error 8", "rping",
	  CMLAB_SYMPTOM_REJ, 8,
	  CMLAB_EVENT_REJECTED + 1, 0 },
	{ "rping, silence", "F10", "cma event RDMA_CM_EVENT_UNREACHABLE, error -110", "rping",
	  CMLAB_SYMPTOM_ERRNO, -110, CMLAB_EVENT_UNREACHABLE + 1, 0 },
	{ "SRP", "F21", "scsi host7:   REJ reason: stale connection", "ib_srp",
	  CMLAB_SYMPTOM_REJ, 10, 0, 0 },
	{ "rtrs", "F33",
	  "rtrs_client L1836: <blya>: Connect rejected: status 28 (consumer defined), rtrs errno -22",
	  "rtrs", CMLAB_SYMPTOM_REJ, 28, CMLAB_EVENT_REJECTED + 1, 0 },
	{ "a line without a number", "F11", "nvme nvme2: I/O 12 QID 4 timeout", "nvme-rdma",
	  CMLAB_SYMPTOM_LINE,
	  0, 0, 0 },
	{ "SMB Direct", "F31",
	  "ksmbd: smb_direct: read/write error. opcode = 2, status = remote access error(10)",
	  "ksmbd", CMLAB_SYMPTOM_WC, 10, 0, 0 },
};

/* What is not about this, or only nearly. */
static const char *const foreign[] = {
	"", " ", "%", "%n", "%s%s%s%s", "nvme nvme0: pci function 0000:01:00.0",
	"nvme nvme0: 8/0/0 default/read/poll queues", "nvme nvme0: Connect rejected: status",
	"nvme nvme0: Connect rejected: status x (",
	  "nvme nvme0: rdma connection establishment failed (",
	"nvme nvme0: rdma connection establishment failed (-)",
	  "EXT4-fs (sda1): mounted filesystem",
	"usb 1-1: device not accepting address 2, error -71", "tcp: Connection reset by peer",
	"sshd[1]: error: kex_exchange_identification: Connection reset by peer",
	"systemd[1]: Failed to start foo.service: Connection timed out",
	"ata1: link is slow to respond", "mlx5_core 0000:03:00.0: firmware version: 16.35",
	"mlx5_core 0000:03:00.0 eth2: Link up", "infiniband rxe0: set active", "rdma_rxe: loaded",
	"SoftiWARP attached", "EDAC MC0: 1 CE", "audit: type=1400 apparmor=\"DENIED\"",
	"CIFS: VFS: \\\\srv has not responded in 180 seconds. Reconnecting...",
	"NFS: server 10.0.0.1 not responding, still trying",
	  "rpcrdma: connection to 10.0.0.1:20049 closed",
	"libceph: mon0 (1)10.0.0.1:6789 session lost", "Out of memory: Killed process 77",
	"watchdog: BUG: soft lockup - CPU#0 stuck", "Failed status",
	  "Failed status twelve: wr_id 0 syndrom",
	"cma event RDMA_CM_EVENT_ESTABLISHED, error 0", "cma event RDMA_CM_EVENT_REJECTED, error",
	"RDMA connect error", "scsi host7: REJ", "timed out waiting for reply", "status 12",
	"task nvme:77 blocked for more than 120 seconds", "net eth0: NIC Link is Down",
	"NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE", "UCX WARN transport 'rc' is not available",
};

/* clang-format on */

static void symptom_line(struct kunit *test)
{
	const struct symptom_line_case *c = test->param_value;
	struct cmlab_symptom s;
	const struct cmlab_line *l = cmlab_symptom_line(c->line, strlen(c->line), &s);

	KUNIT_ASSERT_NOT_NULL(test, l);
	KUNIT_EXPECT_STREQ(test, l->from, c->program);
	KUNIT_EXPECT_EQ(test, s.kind, c->kind);
	KUNIT_EXPECT_EQ(test, s.number, c->number);
	KUNIT_EXPECT_EQ(test, s.event, c->event ? c->event - 1 : CMLAB_SYMPTOM_ANY);
	KUNIT_EXPECT_EQ(test, s.call, c->call);
}

static void symptom_foreign(struct kunit *test)
{
	struct cmlab_symptom s;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(foreign); i++)
		KUNIT_EXPECT_TRUE_MSG(test, !cmlab_symptom_line(foreign[i], strlen(foreign[i]), &s),
				      "%s", foreign[i]);
}

/* A number as the row's program might print it. */
static int example_number(const struct cmlab_line *l)
{
	if (l->kind == CMLAB_SYMPTOM_ERRNO)
		return -22;
	return l->kind == CMLAB_SYMPTOM_REJ ? 10 : 4;
}

/* The pattern as a line, with something before and behind. */
static void example(const struct cmlab_line *l, char *buf)
{
	const char *p = l->pattern;
	size_t n = scnprintf(buf, TEXT, "[  77.0] host: ");

	for (; *p; p++) {
		if (*p != '%')
			n += scnprintf(buf + n, TEXT - n, "%c", *p);
		else if (*++p == 'n')
			n += scnprintf(buf + n, TEXT - n, "%d", example_number(l));
		else if (*p == 'i')
			n += scnprintf(buf + n, TEXT - n, "3");
		else
			n += scnprintf(buf + n, TEXT - n, "some text");
	}
	scnprintf(buf + n, TEXT - n, " and more");
}

/* Each row finds its own lines, which mean something and are explained. */
static void symptom_rows(struct kunit *test)
{
	char *line = kunit_kzalloc(test, TEXT, GFP_KERNEL);
	const struct cmlab_line *l;
	struct cmlab_symptom s;
	unsigned int i;

	for (i = 0; (l = cmlab_symptom_line_row(i)); i++) {
		example(l, line);
		KUNIT_EXPECT_TRUE_MSG(test, cmlab_symptom_line(line, strlen(line), &s) == l, "%s",
				      line);
		KUNIT_EXPECT_TRUE_MSG(test, strlen(l->means) > 15 && strlen(l->source) > 3, "%s",
				      line);
		if (l->kind == CMLAB_SYMPTOM_LINE)
			KUNIT_EXPECT_TRUE_MSG(test, !!l->todo, "%s", line);
		else
			KUNIT_EXPECT_TRUE_MSG(test, !!cmlab_symptom_first(&s), "%s", line);
		if (!l->number && l->kind != CMLAB_SYMPTOM_LINE)
			KUNIT_EXPECT_EQ_MSG(test, s.number, example_number(l), "%s", line);
	}
	KUNIT_EXPECT_TRUE(test, i >= 80);
}

CMLAB_ROWS(symptom_line, symptom_line_cases)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(symptom_line, symptom_line_gen_params),
	KUNIT_CASE(symptom_foreign),
	KUNIT_CASE(symptom_rows),
	{},
};

struct kunit_suite cmlab_suite_symptom_lines = {
	.name = "cmlab_symptom_lines",
	.test_cases = cases,
};
