/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * One command as text, "verb key=value ...", to a checked request. The same
 * grammar serves the module's control file, its parameters, and both userspace
 * programs, so that the same mistake gets the same sentence everywhere.
 */
#ifndef CMLAB_REQUEST_H
#define CMLAB_REQUEST_H

#include <cmlab/limits.h>
#include <cmlab/profile.h>
#include <cmlab/snapshot.h>
#include <cmlab/wire.h>

#define CMLAB_REQUEST_ADDR 64
#define CMLAB_REQUEST_LINE 1024

#define CMLAB_VERB_LIST(X)          \
	X(LISTEN, "listen")         \
	X(UNLISTEN, "unlisten")     \
	X(CONNECT, "connect")       \
	X(DISCONNECT, "disconnect") \
	X(LIMITS, "limits")

#define CMLAB_ENUM_VERB(n, s) CMLAB_VERB_##n,
enum cmlab_verb { CMLAB_VERB_LIST(CMLAB_ENUM_VERB) CMLAB_NR_VERBS };

/* struct cmlab_request.given bits */
#define CMLAB_GIVEN_ID		   0x001
#define CMLAB_GIVEN_ALL		   0x002 /* id=all */
#define CMLAB_GIVEN_ADDR	   0x004
#define CMLAB_GIVEN_PORT	   0x008
#define CMLAB_GIVEN_MAX_QP_RD	   0x010
#define CMLAB_GIVEN_MAX_QP_INIT_RD 0x020
#define CMLAB_GIVEN_MAX_RES_RD	   0x040
#define CMLAB_GIVEN_OFF		   0x080 /* limits dev=X mock=off */

/**
 * struct cmlab_request - one checked command
 * @verb: enum cmlab_verb
 * @given: CMLAB_GIVEN_*
 * @addr: listen: local address; connect: the peer's. Text, with %scope if any
 * @src: connect: source address, empty if any
 * @dev: limits: device name
 * @port: 1..65535
 * @backlog: listen: 0..65535, 0 means the transport's own
 * @count: connect: connections to make, 1..4096
 * @id: disconnect, unlisten: which one
 * @timeout_ms: own timer of the handshake, 100..600000; 0 if not given
 * @transitions: enum cmlab_transitions
 * @handshake: enum cmlab_handshake
 * @decide: enum cmlab_decide
 * @ps: enum cmlab_ps: RDMA_PS_TCP, or RDMA_PS_UDP for UD over SIDR
 * @timeout_when: enum cmlab_when, of ack_timeout
 * @min_rnr_when: enum cmlab_when, of min_rnr_timer
 * @profile: the named profile with the overrides applied
 * @qp_num: raw qp_num to hand to the CM; in @profile's range if given
 * @user_len: user private data
 * @user: its bytes
 * @limits: limits: the mock numbers that @given names
 */
struct cmlab_request {
	u8 verb;
	u32 given;
	char addr[CMLAB_REQUEST_ADDR];
	char src[CMLAB_REQUEST_ADDR];
	char dev[CMLAB_DEV_STR];
	u32 port;
	u32 backlog;
	u32 count;
	u32 id;
	u32 timeout_ms;
	u8 transitions;
	u8 handshake;
	u8 decide;
	u8 ps;
	u8 timeout_when;
	u8 min_rnr_when;
	struct cmlab_profile profile;
	u32 user_len;
	u8 user[CMLAB_WIRE_MAX];
	struct cmlab_limits limits;
};

/**
 * struct cmlab_error - why a request is refused, in one sentence
 * @text: "connect: initiator_depth=300: 0..255 (a u8 in struct rdma_conn_param)"
 */
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
 * strict (0|1), and every field of struct rdma_conn_param by name or short name, plus
 * min_rnr_timer and ack_timeout (each with
 * ..._when=listener|before_route|before_handshake|established, the moment at which the id is
 * told): "rr=16", and "rr.floor=4", "rr.ceiling=32" for the range around it.
 * disconnect: id=N or id=all. unlisten: id=N, id=all, or addr and port. limits: dev,
 * max_qp_rd_atom (rd), max_qp_init_rd_atom (init), max_res_rd_atom (res), or mock=off.
 * The profile is applied first wherever it stands in the line; a key given twice is refused.
 * An override of a target above the profile's ceiling raises the ceiling with it, one below
 * the floor lowers the floor, unless that bound is given too: what the user says last and
 * plainest wins.
 *
 * Return: 0; -EINVAL for a word that is not understood or missing; -ERANGE for a number
 * that is out of range; -ENOENT for a name (profile) that does not exist.
 */
int cmlab_request_parse(const char *line, size_t len, struct cmlab_request *req,
			struct cmlab_error *err);

/**
 * cmlab_request_parse_with - the same, with a profile for lines that name none
 * @line: the command
 * @len: its length
 * @profile: name of the profile; NULL, or one that does not exist, means "portable"
 * @req: filled on success, zeroed on failure
 * @err: filled on failure
 *
 * Return: as cmlab_request_parse()
 */
int cmlab_request_parse_with(const char *line, size_t len, const char *profile,
			     struct cmlab_request *req, struct cmlab_error *err);

/* printf into an error; returns @ret so that a caller can return it at once. */
__printf(3, 4) int cmlab_request_error(struct cmlab_error *err, int ret, const char *fmt, ...);

const char *cmlab_request_verb(unsigned int verb);

#endif /* CMLAB_REQUEST_H */
