// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The machinery of a prediction's findings: which one is the n-th, errors first.
 */
#include "findings_predict.h"

struct foreseen {
	u32 number;
	cmlab_foresee_fn *holds;
};

#define FORESEEN_ROW(n) { (n), cmlab_foresee_##n },

static const struct foreseen table[] = { CMLAB_FORESEEN_LIST(FORESEEN_ROW) };

/* checkpatch wants no blank before the bracket of [INDEX] on the line of #define. */
/* clang-format off */
#define NAME_OP(n, s)			\
	[CMLAB_OP_##n] = (s),
/* clang-format on */

static const char *const ops[] = { CMLAB_OP_LIST(NAME_OP) };

const char *cmlab_names_op(unsigned int v)
{
	return v < ARRAY_SIZE(ops) ? ops[v] : "?";
}

u32 foresight_asked(const struct foresight *o, unsigned int role, enum cmlab_field f)
{
	const struct cmlab_predict_side *in = foresight_in(o, role);

	if (in->null_param)
		return 0;
	if (in->profile && f != CMLAB_F_PDLEN)
		return cmlab_values_get(&foresight_side(o, role)->decision.params, f);
	return cmlab_values_get(&in->params, f);
}

unsigned int foresight_nth_side(const struct foresight *o, unsigned int k,
				bool (*holds)(const struct foresight *o, unsigned int role))
{
	unsigned int role;

	for (role = 0; role < CMLAB_NR_ROLES; role++)
		if (holds(o, role) && !k--)
			return role;
	return CMLAB_NR_ROLES;
}

u32 foresight_said(const struct foresight *o, unsigned int role, enum cmlab_field f)
{
	return cmlab_values_get(&foresight_side(o, role)->sent, f);
}

/* What a driver holds a depth against, and what that attribute is called. */
u32 foresight_bound(const struct foresight *o, unsigned int role, enum cmlab_field f,
		    const char **what)
{
	const struct cmlab_driver_info *info = foresight_driver(o, role);
	const struct cmlab_limits *l = &foresight_in(o, role)->device;

	switch (f == CMLAB_F_IRD ? info->ird_bound : info->ord_bound) {
	case CMLAB_BOUND_RD:
		*what = "max_qp_rd_atom";
		return (u32)max(l->max_qp_rd_atom, 0);
	case CMLAB_BOUND_INIT:
		*what = "max_qp_init_rd_atom";
		return (u32)max(l->max_qp_init_rd_atom, 0);
	default:
		*what = "nothing";
		return 0xffffffff;
	}
}

bool foresight_above(const struct foresight *o, unsigned int role, enum cmlab_field f, u32 v)
{
	const char *what;

	return v > foresight_bound(o, role, f, &what);
}

/* The @k-th depth for which the asked value is too much at @role. */
enum cmlab_field foresight_nth_above(const struct foresight *o, unsigned int role, unsigned int k)
{
	static const u8 depths[] = { CMLAB_F_IRD, CMLAB_F_ORD };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(depths); i++)
		if (foresight_above(o, role, depths[i], foresight_asked(o, role, depths[i])) &&
		    !k--)
			return depths[i];
	return CMLAB_NR_FIELDS;
}

/* By hand: the compiler's division of 64 bits does not link in a 32-bit kernel. */
static u32 divide(u64 v, u32 by)
{
	u64 quotient = 0, rest = 0;
	int bit;

	for (bit = 63; bit >= 0; bit--) {
		rest = rest << 1 | (v >> bit & 1);
		quotient <<= 1;
		if (rest >= by) {
			rest -= by;
			quotient |= 1;
		}
	}
	return (u32)min_t(u64, quotient, 0xffffffff);
}

const char *foresight_time(s64 ns, char buf[FORESIGHT_TIME])
{
	u32 us = ns > 0 ? divide((u64)ns, 1000) : 0;
	u32 ms = ns > 0 ? divide((u64)ns, 1000000) : 0;

	if (ns == CMLAB_TIME_NEVER)
		scnprintf(buf, FORESIGHT_TIME, "never");
	else if (ns < 0)
		scnprintf(buf, FORESIGHT_TIME, "unknown");
	else if (ms >= 100000)
		scnprintf(buf, FORESIGHT_TIME, "%u s", ms / 1000);
	else if (ms >= 1000)
		scnprintf(buf, FORESIGHT_TIME, "%u.%u s", ms / 1000, ms / 100 % 10);
	else if (us >= 1000)
		scnprintf(buf, FORESIGHT_TIME, "%u.%02u ms", us / 1000, us / 10 % 100);
	else
		scnprintf(buf, FORESIGHT_TIME, "%u us", us);
	return buf;
}

static const struct cmlab_finding_info *info_of(u32 number)
{
	const struct cmlab_finding_info *info;
	unsigned int n;

	for (n = 0; (info = cmlab_findings_info(n)); n++)
		if (info->number == number)
			return info;
	return cmlab_findings_info(0);
}

static bool holds(const struct foreseen *row, const struct foresight *o, unsigned int k,
		  struct cmlab_finding *f)
{
	const struct cmlab_finding_info *info = info_of(row->number);

	memset(f, 0, sizeof(*f));
	f->number = row->number;
	f->severity = info->severity;
	f->field = info->field;
	return row->holds(o, k, f);
}

static bool find_of_severity(const struct foresight *o, unsigned int severity, unsigned int *left,
			     struct cmlab_finding *f)
{
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		if (info_of(table[i].number)->severity != severity)
			continue;
		for (k = 0; holds(&table[i], o, k, f); k++)
			if (!(*left)--)
				return true;
	}
	return false;
}

bool cmlab_findings_prediction(const struct cmlab_prediction *p, const struct cmlab_workload *w,
			       unsigned int nth, struct cmlab_finding *f)
{
	static const struct cmlab_workload nothing;
	const struct foresight o = { .p = p, .w = w ? w : &nothing };
	unsigned int severity = CMLAB_NR_SEVERITIES;

	while (severity--)
		if (find_of_severity(&o, severity, &nth, f))
			return true;
	return false;
}
