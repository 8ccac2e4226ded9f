/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#ifndef CMLAB_CASES_REQUEST_H
#define CMLAB_CASES_REQUEST_H

#include <cmlab/request.h>

/* What a good line means: members of the request and their values; no size ends the list. */
struct look {
	const char *what;
	size_t at;
	size_t size;
	u32 v;
};

#define IS(member, x)							\
	{ #member, offsetof(struct cmlab_request, member),		\
	  sizeof(((struct cmlab_request *)0)->member), (x) }
#define FIELD(part, f, x) IS(profile.range[CMLAB_F_##f].part, x)
#define RANGE(f, lo, want, hi) FIELD(floor, f, lo), FIELD(target, f, want), FIELD(ceiling, f, hi)

#define AP (CMLAB_GIVEN_ADDR | CMLAB_GIVEN_PORT)

struct request_good_case {
	const char *name;
	const char *from;
	const char *line;
	enum cmlab_verb verb;
	const char *addr;
	const char *src;
	const char *dev;
	const char *profile;
	const char *user;
	struct look look[12];
};

/* A verb, and what is most often the case: addr=a or no text at all. */
#define ON_A(verb) CMLAB_VERB_##verb, "a", "", "", "portable", ""
#define NO_TEXT(verb) CMLAB_VERB_##verb, "", "", "", "", ""

static const struct request_good_case request_good_cases[] = {
	{ "least listen", "issue: listen", "listen addr=10.7.0.1 port=18515", CMLAB_VERB_LISTEN,
	  "10.7.0.1", "", "", "portable", "",
	  { IS(given, AP), IS(port, 18515), IS(backlog, 0), IS(timeout_ms, 0),
	    IS(transitions, CMLAB_TRANSITIONS_LAB), IS(form, CMLAB_PDATA_HEADER),
	    RANGE(IRD, 0, 4, 16), IS(profile.strict, 0), IS(user_len, 0) } },
	{ "least connect", "issue: connect", "connect addr=::1 port=1", CMLAB_VERB_CONNECT, "::1",
	  "", "", "portable", "",
	  { IS(given, AP), IS(port, 1), IS(count, 1), IS(timeout_ms, 0),
	    IS(profile.recv_depth, 8) } },
	{ "every key of listen", "request.h",
	  "listen backlog=65535 transitions=cm handshake=raw recv_depth=4096 strict=1 private_data=x=y port=65535 addr=fe80::1%eth0 profile=iwarp",
	  CMLAB_VERB_LISTEN, "fe80::1%eth0", "", "", "iwarp", "x=y",
	  { IS(port, 65535), IS(backlog, 65535), IS(transitions, CMLAB_TRANSITIONS_CM),
	    IS(form, CMLAB_PDATA_RAW), IS(profile.recv_depth, 4096), IS(profile.strict, 1),
	    IS(user_len, 3) } },
	{ "every key of connect", "request.h",
	  "connect src=10.7.0.2 count=4096 timeout_ms=600000 private_data_hex=0x00fFA5 addr=10.7.0.1 port=80 profile=fast-fail strict=0 recv_depth=0",
	  CMLAB_VERB_CONNECT, "10.7.0.1", "10.7.0.2", "", "fast-fail", "\x00\xff\xa5",
	  { IS(count, 4096), IS(timeout_ms, 600000), IS(user_len, 3), IS(profile.strict, 0),
	    IS(profile.recv_depth, 0) } },
	{ "values as they are, UD, and when the timers are set", "F12",
	  "connect addr=a port=1 decide=raw ps=udp ack_timeout=1 min_rnr_timer=1 ack_timeout_when=before_route min_rnr_timer_when=established",
	  ON_A(CONNECT),
	  { IS(decide, CMLAB_DECIDE_RAW), IS(ps, CMLAB_PS_UDP),
	    IS(timeout_when, CMLAB_WHEN_BEFORE_ROUTE), IS(min_rnr_when, CMLAB_WHEN_ESTABLISHED) } },
	{ "the same by their other words", "F12",
	  "listen addr=a port=1 decide=policy ps=tcp transitions=lab handshake=header timeout=1 min_rnr=1 timeout_when=listener min_rnr_when=before_handshake",
	  ON_A(LISTEN),
	  { IS(decide, CMLAB_DECIDE_POLICY), IS(ps, CMLAB_PS_TCP),
	    IS(timeout_when, CMLAB_WHEN_LISTENER),
	    IS(min_rnr_when, CMLAB_WHEN_BEFORE_HANDSHAKE) } },
	{ "smallest numbers", "request.h",
	  "connect addr=a port=1 count=1 timeout_ms=100 retry=0 rnr=0 flow=0 srq=0 qpn=0 qkey=0",
	  ON_A(CONNECT),
	  { IS(count, 1), IS(timeout_ms, 100), RANGE(RETRY, 0, 0, 7), RANGE(QPN, 0, 0, 0) } },
	{ "largest numbers", "request.h",
	  "connect addr=a port=1 qp_num=4294967295 qkey=4294967295 retry_count=255 rnr_retry_count=255 flow_control=255 srq=255 min_rnr_timer=255 ack_timeout=255",
	  ON_A(CONNECT),
	  { RANGE(QPN, 0, 0xffffffff, 0xffffffff), FIELD(target, RETRY, 255),
	    FIELD(ceiling, RETRY, 255), FIELD(target, FLOW, 255), FIELD(target, SRQ, 255),
	    FIELD(target, MIN_RNR, 255), FIELD(target, TIMEOUT, 255), FIELD(target, RNR, 255),
	    FIELD(target, QKEY, 0xffffffff) } },
	{ "profile behind its override", "request.h: wherever it stands",
	  "connect rr=3 addr=a port=1 profile=read-heavy", CMLAB_VERB_CONNECT, "a", "", "",
	  "read-heavy", "", { RANGE(IRD, 1, 3, 255), RANGE(ORD, 1, 16, 255) } },
	{ "target above the ceiling raises it", "request.h",
	  "connect addr=a port=1 rr=200 initiator_depth=17", ON_A(CONNECT),
	  { RANGE(IRD, 0, 200, 200), RANGE(ORD, 0, 17, 17) } },
	{ "target below the floor lowers it", "request.h",
	  "connect addr=a port=1 profile=read-heavy rr=0", CMLAB_VERB_CONNECT, "a", "", "",
	  "read-heavy", "", { RANGE(IRD, 0, 0, 255), RANGE(ORD, 1, 16, 255) } },
	{ "target at the ceiling leaves it", "boundary", "connect addr=a port=1 rr=16",
	  ON_A(CONNECT), { RANGE(IRD, 0, 16, 16) } },
	{ "ceiling below the profile's range lowers it", "request.h",
	  "connect addr=a port=1 profile=read-heavy rr.ceiling=0 id.ceiling=3", CMLAB_VERB_CONNECT,
	  "a", "", "", "read-heavy", "", { RANGE(IRD, 0, 0, 0), RANGE(ORD, 1, 3, 3) } },
	{ "ceiling within the profile's range", "request.h",
	  "connect addr=a port=1 profile=read-heavy rr.ceiling=16", CMLAB_VERB_CONNECT, "a", "", "",
	  "read-heavy", "", { RANGE(IRD, 1, 16, 16) } },
	{ "all three given", "request.h", "listen rr.ceiling=32 rr=16 rr.floor=4 addr=a port=1",
	  ON_A(LISTEN), { RANGE(IRD, 4, 16, 32), IS(profile.set, 0x1f) } },
	{ "all three the same", "boundary",
	  "listen rr.ceiling=8 responder_resources=8 rr.floor=8 addr=a port=1", ON_A(LISTEN),
	  { RANGE(IRD, 8, 8, 8) } },
	{ "floor up to the profile's target", "boundary",
	  "listen addr=a port=1 initiator_depth.floor=4 id.ceiling=4", ON_A(LISTEN),
	  { RANGE(ORD, 4, 4, 4) } },
	{ "a field that no profile has", "request.h", "connect addr=a port=1 timeout=14",
	  ON_A(CONNECT),
	  { RANGE(TIMEOUT, 0, 14, 14), IS(profile.set, 0x1f | 1U << CMLAB_F_TIMEOUT) } },
	{ "spaces", "request.h", "  connect   addr=a  port=1  ", ON_A(CONNECT), { IS(port, 1) } },
	{ "leading zeros", "decimal all the same", "connect addr=a port=0000080", ON_A(CONNECT),
	  { IS(port, 80) } },
	{ "link-local with scope", "issue: needs a scope", "connect addr=FEBF::1%2 port=1",
	  CMLAB_VERB_CONNECT, "FEBF::1%2", "", "", "portable", "", {} },
	{ "not link-local any more", "boundary", "connect addr=fec0::1 port=1 src=fe7f::1",
	  CMLAB_VERB_CONNECT, "fec0::1", "fe7f::1", "", "portable", "", {} },
	{ "five digits are no group", "boundary", "connect addr=fe800::1 port=1",
	  CMLAB_VERB_CONNECT, "fe800::1", "", "", "portable", "", {} },
	{ "a name of letters f and e", "boundary", "connect addr=fe80 port=1", CMLAB_VERB_CONNECT,
	  "fe80", "", "", "portable", "", {} },
	{ "hex without prefix", "request.h", "connect addr=a port=1 private_data_hex=6869",
	  CMLAB_VERB_CONNECT, "a", "", "", "portable", "hi", { IS(user_len, 2) } },
	{ "floor and ceiling with decide=policy", "request.h",
	  "connect addr=a port=1 rr.floor=2 rr.ceiling=9 strict=1 decide=policy", ON_A(CONNECT),
	  { RANGE(IRD, 2, 4, 9), IS(profile.strict, 1), IS(decide, CMLAB_DECIDE_POLICY) } },
	{ "raw beyond the profile's range", "request.h",
	  "connect addr=a port=1 decide=raw rr=200 id=0 profile=read-heavy", CMLAB_VERB_CONNECT,
	  "a", "", "", "read-heavy", "",
	  { FIELD(target, IRD, 200), FIELD(target, ORD, 0), IS(decide, CMLAB_DECIDE_RAW) } },
	{ "disconnect one", "issue: disconnect", "disconnect conn=4294967295", NO_TEXT(DISCONNECT),
	  { IS(given, CMLAB_GIVEN_NUMBER), IS(number, 0xffffffff) } },
	{ "disconnect all", "issue: disconnect", "disconnect conn=all", NO_TEXT(DISCONNECT),
	  { IS(given, CMLAB_GIVEN_ALL), IS(number, 0) } },
	{ "unlisten by number", "issue: unlisten", "unlisten listener=1", NO_TEXT(UNLISTEN),
	  { IS(given, CMLAB_GIVEN_NUMBER), IS(number, 1) } },
	{ "unlisten all", "issue: unlisten", "unlisten listener=all", NO_TEXT(UNLISTEN),
	  { IS(given, CMLAB_GIVEN_ALL), IS(number, 0) } },
	{ "unlisten by address", "issue: unlisten", "unlisten addr=:: port=7", CMLAB_VERB_UNLISTEN,
	  "::", "", "", "", "", { IS(given, AP), IS(port, 7) } },
	{ "mock limits", "UX: limits mock 16/4", "limits dev=rxe0 rd=16 init=4", CMLAB_VERB_LIMITS,
	  "", "", "rxe0", "", "",
	  { IS(given, CMLAB_GIVEN_MOCK), IS(mock.max_qp_rd_atom, 16),
	    IS(mock.max_qp_init_rd_atom, 4), IS(mock.mock, 3) } },
	{ "mock limits by their long names", "request.h",
	  "limits max_qp_rd_atom=2147483647 max_qp_init_rd_atom=0 max_res_rd_atom=256 dev=d",
	  CMLAB_VERB_LIMITS, "", "", "d", "", "",
	  { IS(given, CMLAB_GIVEN_MOCK), IS(mock.max_qp_rd_atom, 0x7fffffff),
	    IS(mock.max_qp_init_rd_atom, 0), IS(mock.max_res_rd_atom, 256), IS(mock.mock, 7) } },
	{ "mock off", "request.h", "limits dev=rxe0 mock=off", CMLAB_VERB_LIMITS, "", "", "rxe0",
	  "", "", { IS(given, CMLAB_GIVEN_MOCK_OFF), IS(mock.mock, 0) } },
};

/* Which timers of a request are told at which moment. */
struct request_timer_case {
	const char *name;
	const char *from;
	const char *line;
	enum cmlab_field field;
	enum cmlab_when when; /* NEVER: not at all */
	u8 v;
};

#define CONN "connect addr=a port=1 "

static const struct request_timer_case request_timer_cases[] = {
	{ "not asked for", "portable has none", CONN, CMLAB_F_TIMEOUT, CMLAB_WHEN_NEVER, 0 },
	{ "no moment of its own", "request.h", CONN "timeout=14", CMLAB_F_TIMEOUT,
	  CMLAB_WHEN_BEFORE_HANDSHAKE, 14 },
	{ "not the other one", "request.h", CONN "timeout=14", CMLAB_F_MIN_RNR, CMLAB_WHEN_NEVER,
	  0 },
	{ "before the route", "request.h", CONN "timeout=0 timeout_when=before_route",
	  CMLAB_F_TIMEOUT, CMLAB_WHEN_BEFORE_ROUTE, 0 },
	{ "at the listener", "request.h", "listen addr=a port=1 min_rnr=1 min_rnr_when=listener",
	  CMLAB_F_MIN_RNR, CMLAB_WHEN_LISTENER, 1 },
	{ "once established", "request.h", CONN "min_rnr=31 min_rnr_when=established",
	  CMLAB_F_MIN_RNR, CMLAB_WHEN_ESTABLISHED, 31 },
	{ "policy cuts it to its field", "policy.h", CONN "timeout=40", CMLAB_F_TIMEOUT,
	  CMLAB_WHEN_BEFORE_HANDSHAKE, 31 },
	{ "raw as asked for", "policy.h", CONN "timeout=255 decide=raw", CMLAB_F_TIMEOUT,
	  CMLAB_WHEN_BEFORE_HANDSHAKE, 255 },
	{ "of the profile", "lossy-roce", CONN "profile=lossy-roce", CMLAB_F_TIMEOUT,
	  CMLAB_WHEN_BEFORE_HANDSHAKE, 16 },
};

struct request_bad_case {
	const char *name;
	const char *from;
	const char *line;
	int ret;
	const char *text;
};

static const struct request_bad_case request_bad_cases[] = {
	{ "nothing", "bad input", "", -EINVAL,
	  "empty command; there are: listen unlisten connect disconnect limits check" },
	{ "only spaces", "bad input", "   ", -EINVAL,
	  "empty command; there are: listen unlisten connect disconnect limits check" },
	{ "unknown verb", "bad input", "conect addr=a", -EINVAL,
	  "conect: no such command; there are: listen unlisten connect disconnect limits check" },
	{ "a line break", "control file", CONN "\n", -EINVAL,
	  "byte 23 of the command is 0x0a: only printable ASCII" },
	{ "a tab", "bad input", "connect\taddr=a", -EINVAL,
	  "byte 8 of the command is 0x09: only printable ASCII" },
	{ "beyond ASCII", "bad input", "connect addr=\xc3\xa4", -EINVAL,
	  "byte 14 of the command is 0xc3: only printable ASCII" },
	{ "DEL", "boundary", "\x7f", -EINVAL,
	  "byte 1 of the command is 0x7f: only printable ASCII" },
	{ "no equals sign", "bad input", CONN "rr", -EINVAL, "connect: rr: must be key=value" },
	{ "no key", "bad input", CONN "=3", -EINVAL, "connect: =3: must be key=value" },
	{ "no value", "bad input", CONN "rr=", -EINVAL, "connect: rr=: no value" },
	{ "no value of an unknown key", "bad input", CONN "foo=", -EINVAL,
	  "connect: foo=: no value" },
	{ "no value for the profile", "bad input", CONN "profile=", -EINVAL,
	  "connect: profile=: no value" },
	{ "unknown key of connect", "bad input", CONN "colour=red", -EINVAL,
	  "connect: colour=red: no such key; there are: addr port src count timeout_ms profile transitions handshake decide ps ack_timeout_when min_rnr_timer_when ..." },
	{ "unknown key of disconnect", "bad input", "disconnect addr=a", -EINVAL,
	  "disconnect: addr=a: no such key; there are: conn" },
	{ "unknown key of unlisten", "bad input", "unlisten rr=3", -EINVAL,
	  "unlisten: rr=3: no such key; there are: addr port listener" },
	{ "unknown key of listen", "bad input", "listen timeout_ms=100", -EINVAL,
	  "listen: timeout_ms=100: no such key; there are: addr port backlog profile transitions handshake decide ps ack_timeout_when min_rnr_timer_when private_data ..." },
	{ "bound of nothing", "bad input", "disconnect id.floor=1", -EINVAL,
	  "disconnect: id.floor=1: no such key; there are: conn" },
	{ "a connection by its old key", "id is a depth", "disconnect id=4", -EINVAL,
	  "disconnect: id=4: a connection is named by conn=N or conn=all" },
	{ "a connection as a listener", "request.h", "disconnect listener=all", -EINVAL,
	  "disconnect: listener=all: a connection is named by conn=N or conn=all" },
	{ "a listener by its old key", "id is a depth", "unlisten id=all", -EINVAL,
	  "unlisten: id=all: a listener is named by listener=N or listener=all" },
	{ "a listener as a connection", "request.h", "unlisten addr=a port=1 conn=2", -EINVAL,
	  "unlisten: conn=2: a listener is named by listener=N or listener=all" },
	{ "a connection for limits", "request.h", "limits id=1", -EINVAL,
	  "limits: id=1: no such key; there are: dev max_qp_rd_atom max_qp_init_rd_atom max_res_rd_atom mock" },
	{ "a bound that is none", "bad input", CONN "rr.target=1", -EINVAL,
	  "connect: rr.target=1: no such key; there are: addr port src count timeout_ms profile transitions handshake decide ps ack_timeout_when min_rnr_timer_when ..." },
	{ "the MTU is the route's", "bad input", CONN "mtu=4096", -EINVAL,
	  "connect: mtu=4096: no such key; there are: addr port src count timeout_ms profile transitions handshake decide ps ack_timeout_when min_rnr_timer_when ..." },
	{ "the length is the data's", "bad input", CONN "private_data_len=3", -EINVAL,
	  "connect: private_data_len=3: follows from private_data" },
	{ "key twice", "request.h", CONN "port=2", -EINVAL, "connect: port=2: given twice" },
	{ "field twice under two names", "request.h", CONN "rr=2 responder_resources=3", -EINVAL,
	  "connect: responder_resources=3: given twice" },
	{ "floor twice", "request.h", CONN "rr.floor=2 rr.floor=2", -EINVAL,
	  "connect: rr.floor=2: given twice" },
	{ "ceiling twice", "request.h", CONN "rr.ceiling=20 rr.ceiling=20", -EINVAL,
	  "connect: rr.ceiling=20: given twice" },
	{ "profile twice", "request.h", CONN "profile=iwarp profile=portable", -EINVAL,
	  "connect: profile=portable: given twice" },
	{ "limit twice under two names", "request.h", "limits dev=d rd=1 max_qp_rd_atom=1",
	  -EINVAL, "limits: max_qp_rd_atom=1: given twice" },
	{ "a depth of 300", "UX: errors", CONN "initiator_depth=300", -ERANGE,
	  "connect: initiator_depth=300: 0..255 (a u8 in struct rdma_conn_param)" },
	{ "a depth of 256", "boundary", CONN "rr=256", -ERANGE,
	  "connect: rr=256: 0..255 (a u8 in struct rdma_conn_param)" },
	{ "a negative depth", "bad input", CONN "rr=-1", -ERANGE,
	  "connect: rr=-1: 0..255 (a u8 in struct rdma_conn_param)" },
	{ "minus nothing", "bad input", CONN "rr=-", -EINVAL,
	  "connect: rr=-: not a decimal number" },
	{ "a timer of 256", "boundary", CONN "min_rnr=256", -ERANGE,
	  "connect: min_rnr=256: 0..255 (a u8 of rdma_set_min_rnr_timer)" },
	{ "an ACK timeout of 256", "boundary", CONN "ack_timeout=256", -ERANGE,
	  "connect: ack_timeout=256: 0..255 (a u8 of rdma_set_ack_timeout)" },
	{ "2^32", "overflow", CONN "qpn=4294967296", -ERANGE,
	  "connect: qpn=4294967296: 0..4294967295 (a u32 in struct rdma_conn_param)" },
	{ "2^32 + 80 is no port", "overflow", "connect addr=a port=4294967376", -ERANGE,
	  "connect: port=4294967376: 1..65535" },
	{ "2^64 + 1", "overflow", CONN "rr=18446744073709551617", -ERANGE,
	  "connect: rr=18446744073709551617: 0..255 (a u8 in struct rdma_conn_param)" },
	{ "fifty digits", "overflow",
	  CONN "rr=10000000000000000000000000000000000000000000000001", -ERANGE,
	  "connect: rr=1000000000000000000000000000000000000000...: 0..255 (a u8 in struct rdma_conn_param)" },
	{ "a plus sign", "decimal only", CONN "rr=+1", -EINVAL,
	  "connect: rr=+1: not a decimal number" },
	{ "a colon, next after 9", "boundary", CONN "rr=1:", -EINVAL,
	  "connect: rr=1:: not a decimal number" },
	{ "a slash, next before 0", "boundary", CONN "rr=1/", -EINVAL,
	  "connect: rr=1/: not a decimal number" },
	{ "port 0", "boundary", "connect addr=a port=0", -ERANGE, "connect: port=0: 1..65535" },
	{ "port 65536", "boundary", "listen addr=a port=65536", -ERANGE,
	  "listen: port=65536: 1..65535" },
	{ "backlog 65536", "boundary", "listen addr=a port=1 backlog=65536", -ERANGE,
	  "listen: backlog=65536: 0..65535" },
	{ "count 0", "boundary", CONN "count=0", -ERANGE, "connect: count=0: 1..4096" },
	{ "count 4097", "boundary", CONN "count=4097", -ERANGE, "connect: count=4097: 1..4096" },
	{ "timeout 99", "boundary", CONN "timeout_ms=99", -ERANGE,
	  "connect: timeout_ms=99: 100..600000 (milliseconds)" },
	{ "timeout 600001", "boundary", CONN "timeout_ms=600001", -ERANGE,
	  "connect: timeout_ms=600001: 100..600000 (milliseconds)" },
	{ "recv_depth 4097", "boundary", CONN "recv_depth=4097", -ERANGE,
	  "connect: recv_depth=4097: 0..4096" },
	{ "strict 2", "boundary", CONN "strict=2", -ERANGE, "connect: strict=2: 0..1" },
	{ "connection 0", "boundary", "disconnect conn=0", -ERANGE,
	  "disconnect: conn=0: 1..4294967295 (or all)" },
	{ "connection 2^32", "overflow", "disconnect conn=4294967296", -ERANGE,
	  "disconnect: conn=4294967296: 1..4294967295 (or all)" },
	{ "connection alles", "bad input", "disconnect conn=alles", -EINVAL,
	  "disconnect: conn=alles: not a decimal number" },
	{ "transitions", "bad input", CONN "transitions=none", -EINVAL,
	  "connect: transitions=none: lab or cm" },
	{ "handshake", "bad input", CONN "handshake=cooked", -EINVAL,
	  "connect: handshake=cooked: header or raw" },
	{ "decide", "bad input", CONN "decide=not", -EINVAL,
	  "connect: decide=not: policy or raw" },
	{ "port space", "bad input", CONN "ps=ib", -EINVAL, "connect: ps=ib: tcp or udp" },
	{ "a moment", "bad input", CONN "timeout_when=later", -EINVAL,
	  "connect: timeout_when=later: listener, before_route, before_handshake or established" },
	{ "an ACK timeout of 6 bits before the route", "cma.c:3313, cm.c: cm_convert_to_ms()",
	  CONN "decide=raw timeout=32 timeout_when=before_route", -EINVAL,
	  "connect: ack_timeout_when=before_route: 0..31 then: the CM takes it for the path's lifetime, and shifts by that" },
	{ "check what", "debugfs.md", "check", -EINVAL, "check: listener is missing" },
	{ "check all", "debugfs.md", "check listener=all", -EINVAL,
	  "check: listener=all: not a decimal number" },
	{ "no moment", "bad input", CONN "min_rnr_when=never", -EINVAL,
	  "connect: min_rnr_when=never: listener, before_route, before_handshake or established" },
	{ "unknown profile", "bad input", CONN "profile=fast", -ENOENT,
	  "connect: profile=fast: no such profile; there are: portable send-recv read-heavy write-heavy lossy-roce fast-fail storage-target storage-host iwarp" },
	{ "unknown profile comes before other mistakes", "nothing half done",
	  "connect foo=1 profile=fast", -ENOENT,
	  "connect: profile=fast: no such profile; there are: portable send-recv read-heavy write-heavy lossy-roce fast-fail storage-target storage-host iwarp" },
	{ "no address", "required", "connect port=1", -EINVAL, "connect: addr is missing" },
	{ "no port", "required", "listen addr=a", -EINVAL, "listen: port is missing" },
	{ "no connection", "required", "disconnect", -EINVAL, "disconnect: conn is missing" },
	{ "unlisten what", "required", "unlisten", -EINVAL,
	  "unlisten: listener, or addr and port, is missing" },
	{ "unlisten which port", "required", "unlisten addr=a", -EINVAL,
	  "unlisten: port is missing" },
	{ "unlisten which address", "required", "unlisten port=1", -EINVAL,
	  "unlisten: addr is missing" },
	{ "unlisten by both", "ambiguous", "unlisten listener=1 port=1", -EINVAL,
	  "unlisten: either listener, or addr and port" },
	{ "limits of what", "required", "limits rd=1", -EINVAL, "limits: dev is missing" },
	{ "which limits", "required", "limits dev=rxe0", -EINVAL,
	  "limits: max_qp_rd_atom, max_qp_init_rd_atom, max_res_rd_atom or mock=off is missing" },
	{ "limits on and off", "ambiguous", "limits dev=rxe0 mock=off rd=1", -EINVAL,
	  "limits: either mock=off or numbers" },
	{ "mock on", "bad input", "limits dev=rxe0 mock=on", -EINVAL,
	  "limits: mock=on: only off" },
	{ "a limit of 2^31", "boundary", "limits dev=d rd=2147483648", -ERANGE,
	  "limits: rd=2147483648: 0..2147483647 (an int in struct ib_device_attr)" },
	{ "link-local without scope", "issue: needs a scope", "connect addr=fe80::1 port=1",
	  -EINVAL,
	  "connect: addr=fe80::1: a link-local address needs its interface: fe80::1%eth0" },
	{ "link-local, last of the range", "boundary", "listen addr=febf::1 port=1", -EINVAL,
	  "listen: addr=febf::1: a link-local address needs its interface: febf::1%eth0" },
	{ "link-local with an empty scope", "bad input", "connect addr=fe80::1% port=1",
	  -EINVAL,
	  "connect: addr=fe80::1%: a link-local address needs its interface: fe80::1%eth0" },
	{ "link-local in capitals", "bad input", CONN "src=FE80::1", -EINVAL,
	  "connect: src=FE80::1: a link-local address needs its interface: FE80::1%eth0" },
	{ "floor above the target", "request.h", CONN "rr=4 rr.floor=5", -ERANGE,
	  "connect: responder_resources.floor=5 is above responder_resources=4" },
	{ "floor above the profile's target", "request.h", CONN "rr.floor=5", -ERANGE,
	  "connect: responder_resources.floor=5 is above responder_resources=4" },
	{ "ceiling below the target", "request.h", CONN "id=9 id.ceiling=8", -ERANGE,
	  "connect: initiator_depth.ceiling=8 is below initiator_depth=9" },
	{ "floor above a ceiling", "request.h", CONN "id.floor=3 id.ceiling=2", -ERANGE,
	  "connect: initiator_depth.floor=3 is above initiator_depth=2" },
	{ "a floor of no depth", "nothing reads it", CONN "retry.floor=1", -EINVAL,
	  "connect: retry.floor=1: does nothing: only a depth has a floor and a ceiling" },
	{ "a ceiling of no depth", "nothing reads it", "listen timeout.ceiling=20", -EINVAL,
	  "listen: timeout.ceiling=20: does nothing: only a depth has a floor and a ceiling" },
	{ "a floor with decide=raw", "nothing reads it", CONN "decide=raw rr.floor=2", -EINVAL,
	  "connect: rr.floor=2: does nothing with decide=raw: values go to the CM as given" },
	{ "a ceiling before decide=raw", "wherever it stands", CONN "id.ceiling=9 decide=raw",
	  -EINVAL,
	  "connect: id.ceiling=9: does nothing with decide=raw: values go to the CM as given" },
	{ "strict=0 with decide=raw", "nothing reads it",
	  "listen strict=0 decide=raw addr=a port=1", -EINVAL,
	  "listen: strict=0: does nothing with decide=raw: values go to the CM as given" },
	{ "the first of several with decide=raw", "nothing reads them",
	  CONN "rr=4 id.floor=1 decide=raw strict=1 rr.ceiling=2", -EINVAL,
	  "connect: id.floor=1: does nothing with decide=raw: values go to the CM as given" },
	{ "a moment without a timer", "it would do nothing", CONN "min_rnr_when=established", -EINVAL,
	  "connect: min_rnr_timer_when=established: that timer is not given" },
	{ "the other timer's moment", "it would do nothing", CONN "min_rnr=1 timeout_when=established",
	  -EINVAL, "connect: ack_timeout_when=established: that timer is not given" },
	{ "a listener's moment at connect", "it never comes", CONN "timeout=1 timeout_when=listener",
	  -EINVAL, "connect: ack_timeout_when=listener: connect has no listener" },
	{ "a connector's moment at listen", "it never comes",
	  "listen addr=a port=1 min_rnr=1 min_rnr_when=before_route", -EINVAL,
	  "listen: min_rnr_timer_when=before_route: only connect resolves a route" },
	{ "unlisten all by address", "ambiguous", "unlisten listener=all addr=a", -EINVAL,
	  "unlisten: either listener, or addr and port" },
	{ "both kinds of data", "ambiguous", CONN "private_data=a private_data_hex=61", -EINVAL,
	  "connect: private_data and private_data_hex: one of them" },
	{ "odd hex", "bad input", CONN "private_data_hex=abc", -EINVAL,
	  "connect: private_data_hex=abc: 3 hex digits: two for each byte" },
	{ "no hex", "bad input", CONN "private_data_hex=0x", -EINVAL,
	  "connect: private_data_hex=0x: 0 hex digits: two for each byte" },
	{ "not hex", "bad input", CONN "private_data_hex=ab0g", -EINVAL,
	  "connect: private_data_hex=ab0g: not hex at digit 3" },
	{ "not hex, first of the pair", "bad input", CONN "private_data_hex=g0", -EINVAL,
	  "connect: private_data_hex=g0: not hex at digit 1" },
};

/* CONN, @key, and @n times @fill. */
struct request_long_case {
	const char *name;
	const char *from;
	const char *key;
	char fill;
	u32 n;
	int ret;
	const char *text; /* NULL: none */
	u32 src_len;
	u32 user_len;
	u8 last;
};

#define A40 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define X40 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define TOO_LONG "connect: private_data: 224 bytes: 0..223 with handshake=header (255 less its 32)"
#define KEYS "no such key; there are: addr port src count timeout_ms profile transitions handshake " \
	"decide "

static const struct request_long_case request_long_cases[] = {
	{ "text", "what a header leaves", "private_data=", 'x', 223, .user_len = 223, .last = 'x' },
	{ "text, one more", "boundary", "private_data=", 'x', 224, -ERANGE, .text = TOO_LONG },
	{ "hex, one more", "boundary", "private_data_hex=", 'a', 448, -ERANGE, .text = TOO_LONG },
	{ "raw text", "a u8 length", "handshake=raw private_data=", 'x', 255, .user_len = 255,
	  .last = 'x' },
	{ "raw text, one more", "boundary", "handshake=raw private_data=", 'x', 256, -ERANGE,
	  .text = "connect: private_data=" X40 "...: 256 bytes: 0..255" },
	{ "raw hex", "a u8 length", "handshake=raw private_data_hex=", 'a', 510, .user_len = 255,
	  .last = 0xaa },
	{ "raw hex, one more", "boundary", "handshake=raw private_data_hex=", 'a', 512, -ERANGE,
	  .text = "connect: private_data_hex=" A40 "...: 256 bytes: 0..255" },
	{ "a name", "fills its buffer", "src=", 'a', 63, .src_len = 63 },
	{ "a name, one more", "boundary", "src=", 'a', 64, -EINVAL,
	  .text = "connect: src=" A40 "...: longer than 63 characters" },
	{ "a line", "request.h", "", ' ', 1024 - 22, .text = NULL },
	{ "a line, one more", "boundary", "", ' ', 1025 - 22, -EINVAL,
	  .text = "the command is longer than 1024 bytes" },
	{ "a value does not push the reason out", "cut", "foo=", 'a', 900, -EINVAL,
	  .text = "connect: foo=" A40 "...: " KEYS "ps ..." },
	{ "nor does a key", "cut", A40 "a=", '1', 1, -EINVAL,
	  .text = "connect: " A40 "...=1: " KEYS "ps ..." },
	{ "nor a word", "cut", "", 'a', 900, -EINVAL,
	  .text = "connect: " A40 ": must be key=value" },
};

#endif /* CMLAB_CASES_REQUEST_H */
