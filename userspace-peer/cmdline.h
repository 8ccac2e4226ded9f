/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Words of a command line to the one line of text that the module's control
 * file takes, checked by the same parser before anybody sees it.
 */
#ifndef CMLAB_CMDLINE_H
#define CMLAB_CMDLINE_H

#include <cmlab/request.h>

/* For --help of both programs. */
#define CMDLINE_KEYS                                                                 \
	"Keys of listen and connect:\n"                                              \
	"  profile=NAME             named set of values; other keys override it\n"   \
	"  rr=N id=N                responder_resources, initiator_depth\n"          \
	"  retry=N rnr=N flow=N     retry_count, rnr_retry_count, flow_control\n"    \
	"  srq=0|1 qpn=N qkey=N     srq, qp_num, qkey\n"                             \
	"  min_rnr=N timeout=N      min_rnr_timer, ack_timeout: code and exponent\n" \
	"  min_rnr_when=WHEN timeout_when=WHEN\n"                                    \
	"                           before_handshake, or listener, before_route,\n"  \
	"                           established\n"                                   \
	"  rr.floor=N rr.ceiling=N  range of depths to settle for; also for id\n"    \
	"  strict=0|1               refuse what does not fit instead of clamping\n"  \
	"  decide=policy|raw        raw: pass the values to the CM as given\n"       \
	"  transitions=lab|cm       who moves the QP\n"                              \
	"  handshake=header|raw     private data with cmlab's header or without\n"   \
	"  private_data=TEXT private_data_hex=HEX\n"                                 \
	"  recv_depth=N             receives posted before the handshake\n"          \
	"  ps=tcp|udp               port space; udp: UD over SIDR\n"                 \
	"  fault=KIND[=N]           misbehave on purpose: see docs/faults.md\n"      \
	"  listen: addr port backlog; connect: addr port src count timeout_ms\n"     \
	"An IPv6 address is [ADDR]:PORT, a link-local one [ADDR%IF]:PORT.\n"

/**
 * struct cmdline - a command as text and as a checked request
 * @line: "verb key=value ...", NUL-terminated
 * @len: its length
 * @req: what it means
 */
struct cmdline {
	char line[CMLAB_REQUEST_LINE + 1];
	size_t len;
	struct cmlab_request req;
};

/**
 * cmdline_build - make and check a command
 * @cmd: filled
 * @verb: the verb
 * @argc: number of words after it
 * @argv: the words: key=value, or in the first place
 *	listen, connect, unlisten: ADDR:PORT or [ADDR]:PORT;
 *	disconnect, unlisten: a number or "all"
 * @err: filled on failure
 *
 * A private_data value with blanks or other bytes that a line cannot carry is
 * turned into private_data_hex.
 *
 * Return: 0, or what cmlab_request_parse() returns
 */
int cmdline_build(struct cmdline *cmd, const char *verb, int argc, char **argv,
		  struct cmlab_error *err);

#endif /* CMLAB_CMDLINE_H */
