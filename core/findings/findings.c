// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The catalogue's machinery: which finding is the n-th, errors first.
 */
#include "verdict.h"

struct verdict {
	u32 number;
	enum cmlab_severity severity;
	u8 field;
	cmlab_verdict_fn *holds;
};

/* A field of the list is IRD, ORD ... or NR_FIELDS. */
#define CMLAB_F_NR_FIELDS CMLAB_NR_FIELDS
#define VERDICT_ROW(n, sev, fld, title)           \
	{                                         \
		.number = (n),                    \
		.severity = CMLAB_SEVERITY_##sev, \
		.field = CMLAB_F_##fld,           \
		.holds = cmlab_verdict_##n,       \
	},

static const struct verdict verdicts[] = { CMLAB_FINDING_CONNECTION_LIST(VERDICT_ROW) };

#define INFO_ROW(n, sev, fld, text)               \
	{                                         \
		.number = (n),                    \
		.severity = CMLAB_SEVERITY_##sev, \
		.field = CMLAB_F_##fld,           \
		.title = (text),                  \
	},

static const struct cmlab_finding_info catalogue[] = { CMLAB_FINDING_LIST(INFO_ROW) };

const struct cmlab_finding_info *cmlab_findings_info(unsigned int n)
{
	return n < ARRAY_SIZE(catalogue) ? &catalogue[n] : NULL;
}

void cmlab_verdict_say(struct cmlab_finding *f, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(f->message, sizeof(f->message), fmt, args);
	va_end(args);
}

void cmlab_verdict_advise(struct cmlab_finding *f, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(f->advice, sizeof(f->advice), fmt, args);
	va_end(args);
}

static bool holds(const struct verdict *v, const struct cmlab_snapshot *s, unsigned int k,
		  struct cmlab_finding *f)
{
	memset(f, 0, sizeof(*f));
	f->number = v->number;
	f->severity = (u8)v->severity;
	f->field = v->field;
	return v->holds(s, k, f);
}

static bool find_of_severity(const struct cmlab_snapshot *s, enum cmlab_severity severity,
			     unsigned int *left, struct cmlab_finding *f)
{
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(verdicts); i++) {
		if (verdicts[i].severity != severity)
			continue;
		for (k = 0; holds(&verdicts[i], s, k, f); k++)
			if (!(*left)--)
				return true;
	}
	return false;
}

bool cmlab_findings_connection(const struct cmlab_snapshot *s, unsigned int nth,
			       struct cmlab_finding *f)
{
	unsigned int severity = CMLAB_NR_SEVERITIES;

	while (severity--)
		if (find_of_severity(s, severity, &nth, f))
			return true;
	return false;
}

void cmlab_verdict_format(const struct cmlab_snapshot *s, cmlab_emit_fn emit, void *ctx)
{
	struct cmlab_finding f;
	char key[32], id[8];
	unsigned int n;

	for (n = 0; cmlab_findings_connection(s, n, &f); n++) {
		scnprintf(id, sizeof(id), "CL%03u", f.number);
		scnprintf(key, sizeof(key), "findings[%u].id", n);
		emit(ctx, key, id);
		scnprintf(key, sizeof(key), "findings[%u].severity", n);
		emit(ctx, key, cmlab_names_severity(f.severity));
		scnprintf(key, sizeof(key), "findings[%u].field", n);
		if (f.field < CMLAB_NR_FIELDS)
			emit(ctx, key, cmlab_names_field(f.field)->param);
		scnprintf(key, sizeof(key), "findings[%u].message", n);
		emit(ctx, key, f.message);
		scnprintf(key, sizeof(key), "findings[%u].advice", n);
		emit(ctx, key, f.advice);
	}
}
