/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A set of field values as one party sees them, and the record of what was
 * changed on the way. Wide numbers: they are narrowed to struct rdma_conn_param's
 * u8 only in the adapters, after every clamp.
 */
#ifndef CMLAB_VALUES_H
#define CMLAB_VALUES_H

#include <cmlab/names.h>

/* Values by field, from this side's own perspective. */
struct cmlab_values {
	u32 known; /* bit per enum cmlab_field; a field without its bit is "not said" */
	u32 v[CMLAB_NR_FIELDS]; /* 0 where not known */
};

static inline void cmlab_values_set(struct cmlab_values *vals, enum cmlab_field f, u32 v)
{
	vals->known |= 1U << f;
	vals->v[f] = v;
}

static inline void cmlab_values_unset(struct cmlab_values *vals, enum cmlab_field f)
{
	vals->known &= ~(1U << f);
	vals->v[f] = 0;
}

static inline bool cmlab_values_has(const struct cmlab_values *vals, enum cmlab_field f)
{
	return vals->known & (1U << f);
}

/* The value, 0 if not known: what a zeroed struct rdma_conn_param would hold. */
static inline u32 cmlab_values_get(const struct cmlab_values *vals, enum cmlab_field f)
{
	return vals->v[f];
}

/* The value, 0 if not known, and whether it is known. */
static inline bool cmlab_values_find(const struct cmlab_values *vals, enum cmlab_field f, u32 *v)
{
	*v = vals->v[f];
	return cmlab_values_has(vals, f);
}

/*
 * The swap, once: what one side serves the other one issues. The field in which the peer
 * has what this side has in @f.
 */
static inline enum cmlab_field cmlab_field_at_peer(enum cmlab_field f)
{
	if (f == CMLAB_F_IRD)
		return CMLAB_F_ORD;
	return f == CMLAB_F_ORD ? CMLAB_F_IRD : f;
}

/* Values of one side in the perspective of the other. */
void cmlab_values_at_peer(const struct cmlab_values *vals, struct cmlab_values *peer);

/* Takes a value over if it is known. */
void cmlab_values_copy(struct cmlab_values *to, const struct cmlab_values *from,
		       enum cmlab_field f);

/* Every bound of every field at once, and what a driver makes of it, is less. */
#define CMLAB_MAX_CLAMPS 24

/* One change of one value. */
struct cmlab_clamp {
	u8 field;  /* enum cmlab_field */
	u8 why;	   /* enum cmlab_why */
	bool mock; /* the bound came from a mock limit */
	u32 from;
	u32 to;
};

/* Every change, in the order in which it was made. */
struct cmlab_clamps {
	u32 nr;
	u32 lost; /* found no room (reported, never silent) */
	struct cmlab_clamp c[CMLAB_MAX_CLAMPS];
};

/* Notes a change and its reason, if it is one; @mock: the bound was a mock limit. */
void cmlab_values_record(struct cmlab_clamps *clamps, enum cmlab_field f, u32 from, u32 to,
			 enum cmlab_why why, bool mock);

/* Notes every change that @from has, too. */
void cmlab_values_add_clamps(struct cmlab_clamps *to, const struct cmlab_clamps *from);

/* Bounds @v from above and notes it as above if that changed it. Returns min(@v, @ceiling). */
u32 cmlab_values_clamp(struct cmlab_clamps *clamps, enum cmlab_field f, u32 v, u32 ceiling,
		       enum cmlab_why why, bool mock);

#endif /* CMLAB_VALUES_H */
