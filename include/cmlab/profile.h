/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Named starting points. A profile never reaches the wire as it is: policy
 * bounds it by the device's limits and by what the peer offers.
 */
#ifndef CMLAB_PROFILE_H
#define CMLAB_PROFILE_H

#include <cmlab/names.h>

#define CMLAB_PROFILE_NAME 24

/* What is wanted of one field. */
struct cmlab_range {
	u32 floor;   /* below this the connection is not worth having: it is refused */
	u32 target;  /* what is asked for */
	u32 ceiling; /* never more than this */
};

/* Wanted values by field. */
struct cmlab_profile {
	char name[CMLAB_PROFILE_NAME]; /* as users write it */
	u32 set;		       /* bit per enum cmlab_field that the profile speaks of */
	bool strict;	/* refuse a value that does not fit its field instead of clamping it */
	u32 recv_depth; /* receives posted before the handshake */
	struct cmlab_range range[CMLAB_NR_FIELDS];
};

/* Number of built-in profiles, and the n-th one's name and summary. */
unsigned int cmlab_profile_count(void);
const char *cmlab_profile_name(unsigned int n);
const char *cmlab_profile_summary(unsigned int n);

/**
 * cmlab_profile_get - copy a built-in profile
 * @name: its name
 * @len: length of @name
 * @p: filled on success
 *
 * Return: 0, or -ENOENT
 */
int cmlab_profile_get(const char *name, size_t len, struct cmlab_profile *p);

/* The profile used when none is named: "portable". */
void cmlab_profile_default(struct cmlab_profile *p);

#endif /* CMLAB_PROFILE_H */
