/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * One command as text, "verb key=value ...", to a checked request. The same
 * grammar serves the module's control file, its parameters, and both userspace
 * programs, so that the same mistake gets the same sentence everywhere.
 */
#ifndef CMLAB_REQUEST_H
#define CMLAB_REQUEST_H

#include <cmlab/fault.h>
#include <cmlab/handshake.h>
#include <cmlab/limits.h>
#include <cmlab/profile.h>
#include <cmlab/wire.h>

#define CMLAB_REQUEST_ADDR 64
#define CMLAB_REQUEST_LINE 1024
#define CMLAB_REQUEST_DEV  64
#define CMLAB_ERR_STR	   160

#define CMLAB_VERB_LIST(X)                     \
	X(CMLAB_VERB_LISTEN, "listen")         \
	X(CMLAB_VERB_UNLISTEN, "unlisten")     \
	X(CMLAB_VERB_CONNECT, "connect")       \
	X(CMLAB_VERB_DISCONNECT, "disconnect") \
	X(CMLAB_VERB_LIMITS, "limits")         \
	X(CMLAB_VERB_CHECK, "check")           \
	X(CMLAB_VERB_FAULT, "fault")

enum cmlab_verb { CMLAB_VERB_LIST(CMLAB_ENUM) CMLAB_NR_VERBS };

extern const struct cmlab_names cmlab_verbs;

/* struct cmlab_request.given bits */
#define CMLAB_GIVEN_NUMBER   0x01 /* conn=N, listener=N */
#define CMLAB_GIVEN_ALL	     0x02 /* conn=all, listener=all */
#define CMLAB_GIVEN_ADDR     0x04
#define CMLAB_GIVEN_PORT     0x08
#define CMLAB_GIVEN_MOCK     0x10 /* one of the three limits */
#define CMLAB_GIVEN_MOCK_OFF 0x20 /* limits dev=X mock=off */
#define CMLAB_GIVEN_FAULT    0x40 /* fault kind=X */

/* One checked command. */
struct cmlab_request {
	u8 verb;		       /* enum cmlab_verb */
	u32 given;		       /* CMLAB_GIVEN_* */
	char addr[CMLAB_REQUEST_ADDR]; /* listen: local; connect: the peer's; with %scope if any */
	char src[CMLAB_REQUEST_ADDR];  /* connect: source address, empty if any */
	char dev[CMLAB_REQUEST_DEV];   /* limits: device name */
	u32 port;		       /* 1..65535 */
	u32 backlog;		       /* listen: 0..65535, 0 means the transport's own */
	u32 count;	 /* connect: connections to make, 1..4096; fault: how often, 0 until off */
	u32 number;	 /* disconnect: the connection's; unlisten: the listener's */
	u32 timeout_ms;	 /* own timer of the handshake, 100..600000; 0 if not given */
	u8 transitions;	 /* enum cmlab_transitions */
	u8 form;	 /* enum cmlab_pdata_form, the key "handshake" */
	u8 decide;	 /* enum cmlab_decide */
	u8 ps;		 /* enum cmlab_ps: RDMA_PS_TCP, or RDMA_PS_UDP for UD over SIDR */
	u8 timeout_when; /* enum cmlab_when, of ack_timeout */
	u8 min_rnr_when; /* enum cmlab_when, of min_rnr_timer */
	struct cmlab_profile profile; /* the named one with the overrides applied */
	struct cmlab_fault fault;     /* what to do wrong on purpose */
	u32 user_len;		      /* user private data */
	u8 user[CMLAB_WIRE_MAX];
	struct cmlab_limits mock; /* limits: the mock numbers; its @mock says which */
};

/* Why a request is refused, in one sentence: "connect: port=0: 1..65535". */
struct cmlab_error {
	char text[CMLAB_ERR_STR];
};

/**
 * cmlab_request_parse - text to a request
 * @line: the command, not NUL-terminated; one line without its line break
 * @len: its length, at most CMLAB_REQUEST_LINE
 * @req: filled on success, zeroed on failure
 * @err: filled on failure
 *
 * Keys of listen: addr port backlog; of connect: addr port src count timeout_ms; of both:
 * profile transitions handshake decide ps private_data (text) private_data_hex recv_depth
 * strict (0|1) fault (KIND or KIND=N, see fault.h), and every field of struct
 * rdma_conn_param by name or short name, plus min_rnr_timer and ack_timeout (each with
 * ..._when=listener|before_route|before_handshake|established, the moment at which the id is
 * told): "rr=16", and of a depth "rr.floor=4", "rr.ceiling=32" for the range around it.
 * disconnect: conn=N or conn=all. unlisten: listener=N, listener=all, or addr and port.
 * "id" is initiator_depth alone: as a number of either it is refused. limits: dev,
 * max_qp_rd_atom (rd), max_qp_init_rd_atom (init), max_res_rd_atom (res), or mock=off.
 * fault: listener=N kind=KIND or KIND=N (or off), count: the requests it is done to.
 * The profile is applied first wherever it stands in the line; a key given twice is refused.
 * An override of a target above the profile's ceiling raises the ceiling with it, one below
 * the floor lowers the floor, and a ceiling below the profile's target lowers the target,
 * unless the other is given too: what the user says wins over the profile. With decide=raw a
 * floor, a ceiling and strict are refused: nothing reads them.
 *
 * Return: 0; -EINVAL for a word that is not understood or missing; -ERANGE for a number
 * that is out of range; -ENOENT for a name (profile) that does not exist.
 */
int cmlab_request_parse(const char *line, size_t len, struct cmlab_request *req,
			struct cmlab_error *err);

/* The same with the name of a profile, NULL or unknown for "portable", for lines that name none. */
int cmlab_request_parse_with(const char *line, size_t len, const char *profile,
			     struct cmlab_request *req, struct cmlab_error *err);

/* The @n-th key of a command, of a field its short name; NULL behind the last one. */
const char *cmlab_request_key(enum cmlab_verb verb, unsigned int n);

/* printf into an error; returns @ret so that a caller can return it at once. */
__printf(3, 4) int cmlab_request_error(struct cmlab_error *err, int ret, const char *fmt, ...);

/**
 * cmlab_request_timer - whether a timer of the id is to be told now, and what
 * @req: a connect or listen request
 * @f: CMLAB_F_TIMEOUT or CMLAB_F_MIN_RNR
 * @now: the moment
 * @v: the value as policy gives it; raw, as it was asked for
 *
 * One without a moment of its own is told right before the handshake.
 *
 * Return: true if it is
 */
bool cmlab_request_timer(const struct cmlab_request *req, enum cmlab_field f, enum cmlab_when now,
			 u8 *v);

/**
 * cmlab_request_begin - what a request says of a handshake that is made from it
 * @req: a connect or listen request
 * @timeout_ms: own timer of the handshake if @req has none
 * @h: a live handshake, just initialised; of its own end the moments of both timers are known
 *	then, as they are asked for, and that no setter was called yet
 */
void cmlab_request_begin(const struct cmlab_request *req, u32 timeout_ms,
			 struct cmlab_handshake *h);

#endif /* CMLAB_REQUEST_H */
