/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Private to the core: one function per finding that a prediction can have, and what
 * they share.
 */
#ifndef CMLAB_FINDINGS_PREDICT_H
#define CMLAB_FINDINGS_PREDICT_H

#include "verdict.h"

/**
 * struct foresight - what a finding looks at
 * @p: the prediction
 * @w: the workload, never NULL
 */
struct foresight {
	const struct cmlab_prediction *p;
	const struct cmlab_workload *w;
};

/* Whether it holds the @k-th time; a finding may hold for each side, or for several fields. */
typedef bool cmlab_foresee_fn(const struct foresight *o, unsigned int k, struct cmlab_finding *f);

/* The numbers of the catalogue that a prediction can have, in the order of the report. */
/* Numbers, not rows: they are packed. */
/* clang-format off */
#define CMLAB_FORESEEN_LIST(X)							\
	X(1) X(2) X(3) X(6) X(7) X(8) X(9) X(12) X(13) X(14) X(17) X(18) X(19) X(20)	\
	X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32) X(33)	\
	X(34) X(35) X(36) X(37) X(38) X(39) X(40) X(41) X(42) X(43) X(44) X(45) X(46)	\
	X(47) X(48) X(49) X(50) X(51) X(52) X(53) X(54) X(55) X(56) X(57) X(58) X(59)	\
	X(60) X(61) X(62) X(63) X(64) X(65) X(66) X(67) X(68) X(69) X(70) X(71) X(72)	\
	X(73) X(74) X(75)
/* clang-format on */

cmlab_foresee_fn cmlab_foresee_1, cmlab_foresee_2, cmlab_foresee_3, cmlab_foresee_6,
	cmlab_foresee_7, cmlab_foresee_8, cmlab_foresee_9, cmlab_foresee_12, cmlab_foresee_13,
	cmlab_foresee_14, cmlab_foresee_17, cmlab_foresee_18, cmlab_foresee_19, cmlab_foresee_20,
	cmlab_foresee_21, cmlab_foresee_22, cmlab_foresee_23, cmlab_foresee_24, cmlab_foresee_25,
	cmlab_foresee_26, cmlab_foresee_27, cmlab_foresee_28, cmlab_foresee_29, cmlab_foresee_30,
	cmlab_foresee_31, cmlab_foresee_32, cmlab_foresee_33, cmlab_foresee_34, cmlab_foresee_35,
	cmlab_foresee_36, cmlab_foresee_37, cmlab_foresee_38, cmlab_foresee_39, cmlab_foresee_40,
	cmlab_foresee_41, cmlab_foresee_42, cmlab_foresee_43, cmlab_foresee_44, cmlab_foresee_45,
	cmlab_foresee_46, cmlab_foresee_47, cmlab_foresee_48, cmlab_foresee_49, cmlab_foresee_50,
	cmlab_foresee_51, cmlab_foresee_52, cmlab_foresee_53, cmlab_foresee_54, cmlab_foresee_55,
	cmlab_foresee_56, cmlab_foresee_57, cmlab_foresee_58, cmlab_foresee_59, cmlab_foresee_60,
	cmlab_foresee_61, cmlab_foresee_62, cmlab_foresee_63, cmlab_foresee_64, cmlab_foresee_65,
	cmlab_foresee_66, cmlab_foresee_67, cmlab_foresee_68, cmlab_foresee_69, cmlab_foresee_70,
	cmlab_foresee_71, cmlab_foresee_72, cmlab_foresee_73, cmlab_foresee_74, cmlab_foresee_75;

static inline const struct cmlab_predict_side *foresight_in(const struct foresight *o,
							    unsigned int role)
{
	return &o->p->in->side[role];
}

static inline const struct cmlab_predicted_side *foresight_side(const struct foresight *o,
								unsigned int role)
{
	return &o->p->side[role];
}

static inline bool foresight_iwarp(const struct foresight *o)
{
	return o->p->in->transport == CMLAB_TRANSPORT_IWARP;
}

static inline bool foresight_ud(const struct foresight *o)
{
	return o->p->in->ps == CMLAB_PS_UDP && !foresight_iwarp(o);
}

/* A connected pair on IB or RoCE, where the CM's own messages carry the numbers. */
static inline bool foresight_rc(const struct foresight *o)
{
	return o->p->in->ps == CMLAB_PS_TCP && !foresight_iwarp(o);
}

static inline bool foresight_up(const struct foresight *o)
{
	return o->p->outcome == CMLAB_OUTCOME_ESTABLISHED;
}

static inline const struct cmlab_driver_info *foresight_driver(const struct foresight *o,
							       unsigned int role)
{
	return cmlab_limits_driver(foresight_in(o, role)->device.driver);
}

static inline const char *foresight_driver_name(const struct foresight *o, unsigned int role)
{
	return cmlab_names_driver(foresight_in(o, role)->device.driver);
}

/* What a side's QP has. */
static inline u32 foresight_qp(const struct foresight *o, unsigned int role, enum cmlab_field f)
{
	return cmlab_values_get(&foresight_side(o, role)->qp, f);
}

static inline bool foresight_has(const struct foresight *o, unsigned int role, enum cmlab_field f)
{
	return cmlab_values_has(&foresight_side(o, role)->qp, f);
}

static inline const char *foresight_name(enum cmlab_field f)
{
	return cmlab_names_field(f)->param;
}

/* What a side's REQ or REP says, in that side's perspective. */
u32 foresight_said(const struct foresight *o, unsigned int role, enum cmlab_field f);

/* What a driver holds a depth against, and what that attribute is called. */
u32 foresight_bound(const struct foresight *o, unsigned int role, enum cmlab_field f,
		    const char **what);

bool foresight_above(const struct foresight *o, unsigned int role, enum cmlab_field f, u32 v);

/* The @k-th depth of which @role asks more than its driver takes; CMLAB_NR_FIELDS if none. */
enum cmlab_field foresight_nth_above(const struct foresight *o, unsigned int role, unsigned int k);

/* What a side passed, by its caller or its profile; 0 if it passed nothing. */
u32 foresight_asked(const struct foresight *o, unsigned int role, enum cmlab_field f);

/* The @k-th side for which @holds does; CMLAB_NR_ROLES if there is none. */
unsigned int foresight_nth_side(const struct foresight *o, unsigned int k,
				bool (*holds)(const struct foresight *o, unsigned int role));

/* A time in words: "2.1 s", "655.4 ms", "never". */
#define FORESIGHT_TIME 24
const char *foresight_time(s64 ns, char buf[FORESIGHT_TIME]);

#endif /* CMLAB_FINDINGS_PREDICT_H */
