// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * How long something took: which timer that is, and from which field it comes. Fixed timers are
 * rows; the two that come from fields, ACK timeouts with retries and RNR timers, are computed.
 */
#include "rows.h"

#define MS(n) ((s64)CMLAB_NS_PER_MS * (n))
#define TIME  .kind = CMLAB_SYMPTOM_TIME
#define TEXT  240

struct timer {
	s64 ns;
	struct cmlab_meaning meaning;
};

/* clang-format off */
#define SILENT_CAUSES	\
	{ .rank = OFTEN, .cause = LOST, .tell = SEEN_THERE, .todo = OWN_TIMER,	\
	  .show = "--transport roce --answer silent" },	\
	{ .rank = SOMETIMES, .cause = "the node is off, or too busy to answer",	\
	  .tell = "ping; cm_rx_duplicates of the other node", .todo = "connect fewer at once" }

#define LOST \
	"the REQ, or the way back, gets lost: path, GID, VLAN, or a firewall before UDP port 4791"
#define SEEN_THERE "tcpdump udp port 4791 on the other node: does the REQ arrive"
#define OWN_TIMER \
	"mend the path; arm a timer of your own around rdma_connect: no call shortens this one"

static const struct timer timers[] = {
	{ MS(98304), { TIME, .transports = IB_AND_ROCE,
	  .means =
		"16 sends of the REQ, 6.1 s apart: UNREACHABLE of the CM, on RoCE before Linux 6.2 and on InfiniBand with a path life time of 18.",
	  .source = "cm.c:1539-1542, 920-924; cma.c:47-50",
	  .causes = { SILENT_CAUSES } } },
	{ MS(73728), { TIME, .transports = IB_AND_ROCE,
	  .means =
		"16 sends of the REQ, 4.6 s apart: UNREACHABLE of the CM, on RoCE from Linux 6.2 on.",
	  .source = "cm.c:1539-1542; cma.c of 6.2: CMA_IBOE_PACKET_LIFETIME 16",
	  .causes = { SILENT_CAUSES } } },
	{ MS(65536), { TIME, .transports = IB_AND_ROCE,
	  .means =
		"16 sends, 4.1 s apart: the passive side's reply got neither RTU nor data, or a UD request got no answer.",
	  .source = "cm.c:2100-2102, 2308; cma.c:4282-4283",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the active node died in the middle of the handshake, or hears no replies",
		  .tell = "UNREACHABLE at the passive side; ping the active one",
		  .todo = "mend the way back" },
		{ .rank = SOMETIMES, .cause = "a UD connect to a silent node",
		  .tell = "the port space", .todo = "as for a lost REQ",
		  .show = "--transport roce --ps udp --answer silent" },
		{ .rank = RARELY,
		  .cause =
			"an id that waits: a userspace reject after an accept, or rdma_notify before a destroy, holds it that long",
		  .tell = "rdma resource show cm_id", .todo = "wait" } } } },
	{ 4096LL << 24, { TIME, .transports = IB_AND_ROCE,
	  .means =
		"The service timeout of an MRA, 69 s: rdma_cm asked the other side to wait, since its program had not answered when the CONNECT_REQUEST handler returned.",
	  .source = "cma.c:49, 2427-2431; cm.c:3203-3204",
	  .causes = {
		{ .rank = OFTEN, .cause = "a program that accepts late, outside its handler",
		  .tell = "the time from CONNECT_REQUEST to rdma_accept",
		  .todo = "accept at once" } } } },
	{ MS(127000), { TIME, .transports = ON(IWARP),
	  .means = "TCP's SYNs without an answer, 6 retries: iWARP before Linux 6.5.",
	  .source = "tcp_syn_retries; siw_cm.c:1402-1407",
	  .causes = {
		{ .rank = OFTEN, .cause = "the node is off, or a firewall drops that TCP port",
		  .tell = "nc -z to the port", .todo = "open the port",
		  .show = "--driver siw --answer silent" } } } },
	{ MS(131000), { TIME, .transports = ON(IWARP),
	  .means =
		"TCP's SYNs without an answer, with tcp_syn_linear_timeouts: iWARP from Linux 6.5 on.",
	  .source = "tcp_syn_retries, tcp_syn_linear_timeouts; siw_cm.c:1402-1407",
	  .causes = {
		{ .rank = OFTEN, .cause = "the node is off, or a firewall drops that TCP port",
		  .tell = "nc -z to the port", .todo = "open the port",
		  .show = "--driver siw --kernel 6.12 --answer silent" } } } },
	{ MS(10000), { TIME, .transports = ON(IWARP),
	  .means =
		"The MPA timer of the active side: TCP stands, and no MPA reply came (siw, erdma).",
	  .source = "siw_cm.h:74; erdma/erdma_cm.h:120-121",
	  .causes = {
		{ .rank = OFTEN, .cause = "the program at the other end does not call rdma_accept",
		  .tell = "its log", .todo = "accept or reject at once" },
		{ .rank = SOMETIMES, .cause = "what listens is a plain TCP program",
		  .tell = "ss -ltnp there", .todo = "correct the port" } } } },
	{ MS(5000), { TIME, .transports = ON(IWARP),
	  .means =
		"siw's MPA timer of the passive side: a TCP connection that sent no MPA request is closed.",
	  .source = "siw_cm.h:75",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"something that is no iWARP connected to the port, as a port scanner does",
		  .tell = "the peer's address", .todo = "nothing" } } } },
	{ MS(2048), { TIME, .transports = IB_AND_ROCE,
	  .means = "Time-wait of the CM after a connection: RoCE before Linux 6.2 (timeout 19).",
	  .source = "cm.c:997",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"an ended connection keeps its queue pair number for that long (REJ 10 until then)",
		  .tell = "TIMEWAIT_EXIT", .todo = "take a new queue pair" } } } },
	{ MS(512), { TIME, .transports = IB_AND_ROCE,
	  .means = "Time-wait of the CM after a connection: RoCE from Linux 6.2 on (timeout 17).",
	  .source = "cm.c:997; cma.c of 6.2",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"an ended connection keeps its queue pair number for that long (REJ 10 until then)",
		  .tell = "TIMEWAIT_EXIT", .todo = "take a new queue pair" } } } },
	{ MS(3000), { TIME,
	  .means =
		"Three probes of the neighbour, a second apart, or a program's own timer of 3 s for resolving (nvme-rdma).",
	  .source = "mcast_solicit; nvme/host/rdma.c:32, 612",
	  .causes = {
		{ .rank = OFTEN, .cause = "the peer does not answer ARP or neighbour discovery",
		  .tell = "ip neigh: FAILED or INCOMPLETE",
		  .todo = "mend the link or the address" } } } },
	{ MS(5000), { TIME,
	  .means =
		"A program's own timer of 5 s: NFS/RDMA and SMB Direct for resolving, NVMe's keep-alive.",
	  .source = "xprt_rdma.h:60; smbdirect.c:55; nvme.h:28",
	  .causes = {
		{ .rank = OFTEN, .cause = "the address or route did not resolve in that time",
		  .tell = "the kernel log; ip neigh", .todo = "mend the link" } } } },
	{ MS(30000), { TIME,
	  .means = "A program's own timer of 30 s: rtrs for connecting, NVMe for an I/O command.",
	  .source = "rtrs-clt.c:21; nvme_core.io_timeout",
	  .causes = {
		{ .rank = OFTEN,
		  .cause = "the program gave up while the CM or the retries still went on",
		  .tell = "the kernel log",
		  .todo = "look for the CM's own time: cmlab why 98s" } } } },
	{ MS(120000), { TIME,
	  .means =
		"SMB Direct's negotiation timer, 120 s: connected, and the negotiate message did not come.",
	  .source = "smbdirect.c:58; transport_rdma.c:33",
	  .causes = {
		{ .rank = OFTEN,
		  .cause =
			"the first SEND was lost to a missing receive or a path that carries no data",
		  .tell = "receives posted before the accept; RNR counters",
		  .todo = "post receives first" } } } },
};

static const struct cmlab_meaning retries = {
	TIME, .transports = IB_AND_ROCE,
	.means =
		"An ACK timeout with its retries: a send that nobody acknowledged ends with RETRY_EXC_ERR.",
	.source =
		"rdma_set_ack_timeout, retry_count of rdma_connect; cm.c:4218; rxe_comp.c:703-727",
	.causes = {
		{ .rank = OFTEN,
		  .cause = "the peer or the path is gone; an idle connection would notice nothing",
		  .tell = "timeout and retry_cnt of the queue pair (cmlab show, or ib_query_qp)",
		  .todo =
			"mend the path; set rdma_set_ack_timeout before rdma_resolve_route to notice it sooner",
		  .show = "--driver mlx5 --active retry=7,rr=1 --passive id=1" } },
};

static const struct cmlab_meaning stalls = {
	TIME, .transports = IB_AND_ROCE,
	.means =
		"RNR waits: the peer had no receive posted, and this side waited min_rnr_timer of the peer each time.",
	.source = "IBTA volume 1, table 45; rxe_comp.c:51, 730-745",
	.causes = {
		{ .rank = OFTEN,
		  .cause =
			"min_rnr_timer was never set at the side that receives: it is 0, which is the longest of all, 655 ms",
		  .tell =
			"rnr_nak_retry_err in hw_counters; min_rnr_timer of the receiver's queue pair",
		  .todo = "post more receives; call rdma_set_min_rnr_timer there, 12 is 0.64 ms",
		  .show =
			"--driver mlx5 --active rr=1,rnr=7 --passive id=1,rnr=7 --workload op=send,burst=9,recv_posted=8",
		  } },
};

/* clang-format on */

static bool fits(const struct cmlab_symptom *s, s64 ns)
{
	s64 off = ns > s->ns ? ns - s->ns : s->ns - ns;

	/* Timers of the kernel are late by some percent. */
	return off <= s->slack_ns + (s64)div_u64((u64)ns, 40);
}

static bool is_on(const struct cmlab_symptom *s, const struct cmlab_meaning *m)
{
	return !s->transport || !m->transports || (m->transports & BIT_OF(s->transport));
}

/* All pairs of exponent and count that make this time. */
static bool tell_retries(const struct cmlab_symptom *s, char *buf, size_t size)
{
	u32 timeout, retry, n = 0;
	size_t at = 0;
	char once[CMLAB_TIME_STR];

	for (retry = CMLAB_RETRY_MAX + 1; retry-- > 0;) {
		for (timeout = 8; timeout <= CMLAB_TIMER_MAX; timeout++) {
			if (!fits(s, (s64)(cmlab_ib_timeout_ns(timeout) * (retry + 1))))
				continue;
			if (n++ < 4)
				at += scnprintf(buf + at, size - at,
						"%s%u (%s) with retry_count %u", n > 1 ? ", " : "",
						timeout,
						cmlab_time_text((s64)cmlab_ib_timeout_ns(timeout),
								once),
						retry);
		}
	}
	return n > 0;
}

static bool is_default_retry(const struct cmlab_symptom *s)
{
	static const u8 usual[] = { 14, 17, 18, 19, 20 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(usual); i++)
		if (fits(s, (s64)(cmlab_ib_timeout_ns(usual[i]) * (CMLAB_RETRY_MAX + 1))) ||
		    fits(s, (s64)cmlab_ib_timeout_ns(usual[i])))
			return true;
	return false;
}

/* A single wait of any code, or several of the longest. */
static bool tell_stalls(const struct cmlab_symptom *s, char *buf, size_t size)
{
	char once[CMLAB_TIME_STR];
	u32 code, n;

	for (n = 1; n <= CMLAB_RETRY_MAX + 8; n++) {
		s64 longest = (s64)cmlab_ib_rnr_us(0) * CMLAB_NS_PER_US;

		if (!fits(s, longest * n))
			continue;
		scnprintf(buf, size, "%u time%s 655.36 ms, which is min_rnr_timer 0", n,
			  n > 1 ? "s" : "");
		return true;
	}
	for (code = 1; code <= CMLAB_TIMER_MAX; code++) {
		s64 ns = (s64)cmlab_ib_rnr_us(code) * CMLAB_NS_PER_US;

		if (!fits(s, ns))
			continue;
		scnprintf(buf, size, "min_rnr_timer %u, once (%s)", code,
			  cmlab_time_text(ns, once));
		return true;
	}
	return false;
}

static unsigned int tell_computed(const struct cmlab_meaning *m, const char *which,
				  cmlab_meaning_fn fn, void *ctx)
{
	char text[TEXT + 160];

	scnprintf(text, sizeof(text), "%s Here: %s.", m->means, which);
	fn(ctx, m, text);
	return 1;
}

unsigned int cmlab_symptom_times(const struct cmlab_symptom *s, cmlab_meaning_fn fn, void *ctx)
{
	bool usual = is_default_retry(s);
	unsigned int i, n = 0;
	char which[TEXT];

	for (i = 0; i < ARRAY_SIZE(timers); i++) {
		if (!is_on(s, &timers[i].meaning) || !fits(s, timers[i].ns))
			continue;
		fn(ctx, &timers[i].meaning, timers[i].meaning.means);
		n++;
	}
	if (s->transport == CMLAB_TRANSPORT_IWARP)
		return n;
	if (tell_stalls(s, which, sizeof(which)))
		n += tell_computed(&stalls, which, fn, ctx);
	/* Unusual settings are offered only where nothing else fits. */
	if ((usual || !n) && tell_retries(s, which, sizeof(which)))
		n += tell_computed(&retries, which, fn, ctx);
	return n;
}

void cmlab_symptom_time_rows(cmlab_meaning_fn fn, void *ctx)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(timers); i++)
		fn(ctx, &timers[i].meaning, timers[i].meaning.means);
	fn(ctx, &stalls, stalls.means);
	fn(ctx, &retries, retries.means);
}
