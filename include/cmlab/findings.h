/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Verdicts: a stable id, a severity, the field, a sentence with the numbers in
 * it, and advice that is something to do. The catalogue is one list; ids are
 * never reused.
 */
#ifndef CMLAB_FINDINGS_H
#define CMLAB_FINDINGS_H

#include <cmlab/snapshot.h>

/* X(number, SEVERITY, FIELD or NR_FIELDS, "title") : id is "CL%03u" */
#define CMLAB_FINDING_LIST(X)								\
	X(1, ERROR, IRD, "the QP serves fewer reads than were offered")			\
	X(2, ERROR, ORD, "the QP issues more reads than the peer agreed to serve")	\
	X(3, WARN, IRD, "the peer wants to issue more reads than this side serves")	\
	X(4, WARN, ORD, "this side wanted to issue more reads than the peer serves")	\
	X(5, WARN, RNR, "the peer's rnr_retry_count makes this side's first early send fatal") \
	X(6, WARN, RNR, "this side's rnr_retry_count makes the peer's first early send fatal") \
	X(7, WARN, ORD, "no read can be issued on this connection")			\
	X(8, WARN, IRD, "no read of the peer can be served on this connection")		\
	X(9, INFO, IRD, "the driver reports the two depths crossed")			\
	X(10, ERROR, NR_FIELDS, "nothing came back before this side's own timer ended")	\
	X(11, ERROR, NR_FIELDS, "the peer rejected with a reason of this protocol")	\
	X(12, ERROR, NR_FIELDS, "the peer rejected and said nothing")			\
	X(13, ERROR, NR_FIELDS, "nobody listens on that port")				\
	X(14, ERROR, NR_FIELDS, "this side refused")					\
	X(15, ERROR, NR_FIELDS, "a local call failed")					\
	X(16, WARN, NR_FIELDS, "no ping came back: the connection has carried no data")	\
	X(17, WARN, NR_FIELDS, "no receive was posted before the handshake")		\
	X(18, INFO, IRD, "the driver programs more than was negotiated")		\
	X(19, WARN, NR_FIELDS, "private data would not pass on every transport")	\
	X(20, WARN, RETRY, "a value was cut to what its field carries")

#define CMLAB_FINDING_MESSAGE	240
#define CMLAB_FINDING_ADVICE	160

/**
 * struct cmlab_finding - one verdict
 * @number: of the catalogue
 * @severity: enum cmlab_severity
 * @field: enum cmlab_field, or CMLAB_NR_FIELDS if about none
 * @message: what is so, with values and sides in the user's terms
 * @advice: what to do
 */
struct cmlab_finding {
	u32 number;
	u8 severity;
	u8 field;
	char message[CMLAB_FINDING_MESSAGE];
	char advice[CMLAB_FINDING_ADVICE];
};

/**
 * cmlab_findings_connection - verdicts on one connection
 * @s: its snapshot
 * @nth: which one, from 0
 * @f: filled
 *
 * Return: true if there is an @nth finding. Call with 0, 1, 2 ... until false.
 */
bool cmlab_findings_connection(const struct cmlab_snapshot *s, unsigned int nth,
			       struct cmlab_finding *f);

#endif /* CMLAB_FINDINGS_H */
