// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Lines "key: value", and the groups of them that every view of a handshake has.
 */
#include "emit.h"

static __printf(2, 0) void put(struct cmlab_out *o, const char *key, va_list args,
			       const char *value)
{
	int n = scnprintf(o->key, sizeof(o->key), "%s", o->prefix);

	vscnprintf(o->key + n, sizeof(o->key) - (size_t)n, key, args);
	o->emit(o->ctx, o->key, value);
}

void cmlab_out_text(struct cmlab_out *o, const char *text, const char *key, ...)
{
	va_list args;

	if (!text || !*text)
		return;
	va_start(args, key);
	put(o, key, args, text);
	va_end(args);
}

void cmlab_out_number(struct cmlab_out *o, s64 v, const char *key, ...)
{
	va_list args;

	scnprintf(o->value, sizeof(o->value), "%lld", (long long)v);
	va_start(args, key);
	put(o, key, args, o->value);
	va_end(args);
}

void cmlab_out_values(struct cmlab_out *o, const char *group, const struct cmlab_values *vals,
		      enum cmlab_naming naming)
{
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		const struct cmlab_field_info *info = cmlab_field_info(f);
		const char *name = naming == CMLAB_BY_ATTR ? info->attr : info->param;

		if (*name && cmlab_values_has(vals, f))
			cmlab_out_number(o, vals->v[f], "%s.%s", group, name);
	}
}

void cmlab_out_limits(struct cmlab_out *o, const struct cmlab_limits *l)
{
	cmlab_out_number(o, l->max_qp_rd_atom, "limits.max_qp_rd_atom");
	cmlab_out_number(o, l->max_qp_init_rd_atom, "limits.max_qp_init_rd_atom");
	cmlab_out_number(o, l->max_res_rd_atom, "limits.max_res_rd_atom");
}

void cmlab_out_clamps(struct cmlab_out *o, const struct cmlab_clamps *clamps, bool mock)
{
	u32 i;

	for (i = 0; i < clamps->nr; i++) {
		const struct cmlab_clamp *c = &clamps->c[i];

		cmlab_out_text(o, cmlab_field_info(c->field)->param, "clamps[%u].field", i);
		cmlab_out_number(o, c->from, "clamps[%u].from", i);
		cmlab_out_number(o, c->to, "clamps[%u].to", i);
		cmlab_out_text(o, cmlab_name(&cmlab_whys, c->why), "clamps[%u].why", i);
		if (mock && c->mock)
			cmlab_out_text(o, "true", "clamps[%u].mock", i);
	}
}

void cmlab_out_findings(struct cmlab_out *o, const struct cmlab_findings *findings,
			const char *no_field)
{
	char id[8];
	u32 i;

	for (i = 0; i < findings->nr; i++) {
		const struct cmlab_finding *f = &findings->f[i];
		bool has_field = f->field < CMLAB_NR_FIELDS;

		scnprintf(id, sizeof(id), "CL%03u", f->number);
		cmlab_out_text(o, id, "findings[%u].id", i);
		cmlab_out_text(o, cmlab_name(&cmlab_severities, f->severity),
			       "findings[%u].severity", i);
		cmlab_out_text(o, has_field ? cmlab_field_info(f->field)->param : no_field,
			       "findings[%u].field", i);
		cmlab_out_text(o, f->message, "findings[%u].message", i);
		cmlab_out_text(o, f->advice, "findings[%u].advice", i);
	}
}
