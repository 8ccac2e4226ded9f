/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What differs from one release of the kernel to another, as data: of the kernel as a
 * whole, or of one driver. Everything else that the core says of the kernel holds for all
 * releases from the first to the last of enum cmlab_kernel.
 *
 * A distribution's kernel may have a change earlier than its number says; the rows name
 * the release of the kernel's own tree.
 */
#ifndef CMLAB_KERNEL_H
#define CMLAB_KERNEL_H

#include <cmlab/names.h>

/* A release as one number that grows with it: the kernel's own without the patch level. */
#define CMLAB_RELEASE(major, minor) ((major) << 8 | (minor))
#define CMLAB_RELEASE_MAJOR(r)	    ((r) >> 8)
#define CMLAB_RELEASE_MINOR(r)	    ((r) % 256)

/* The releases that the lab boots, the oldest first. */
enum cmlab_kernel {
	CMLAB_KERNEL_6_1 = CMLAB_RELEASE(6, 1),
	CMLAB_KERNEL_6_12 = CMLAB_RELEASE(6, 12),
	CMLAB_KERNEL_7_2 = CMLAB_RELEASE(7, 2),
};

#define CMLAB_NR_KERNELS 3

/* The facts; kernel.c says of each whose it is, when it changed, and what it means. */
enum cmlab_fact {
	CMLAB_FACT_ROCE_LIFE_TIME,
	CMLAB_FACT_SYN_S,
	CMLAB_FACT_FLUSH_ACCESS,
	CMLAB_FACT_SIW_NO_STATE,
	CMLAB_FACT_ERDMA_NO_QUERY,
	CMLAB_FACT_MLX5_ROUNDS_DOWN,
	CMLAB_FACT_NO_MIN_RNR,
	CMLAB_FACT_ONE_NETNS,
	CMLAB_NR_FACTS,
};

/* A fact that changed once. */
struct cmlab_fact_info {
	const char *name;   /* the enumeration's, without CMLAB_FACT_ */
	u8 driver;	    /* enum cmlab_driver; CMLAB_DRIVER_GENERIC: the kernel's own */
	u16 release;	    /* CMLAB_RELEASE() of the first release with @since */
	u32 before;	    /* value before it */
	u32 since;	    /* value from it on */
	const char *what;   /* what the value is */
	const char *source; /* where it stands */
};

/**
 * cmlab_kernel_fact - value of a fact
 * @fact: which
 * @driver: enum cmlab_driver of the device
 * @release: CMLAB_RELEASE() of its kernel; 0 counts as the oldest
 *
 * Return: the value; 0 if it is of another driver, or if there is no such fact
 */
u32 cmlab_kernel_fact(enum cmlab_fact fact, unsigned int driver, u32 release);

/* The row of a fact; NULL if there is none. */
const struct cmlab_fact_info *cmlab_kernel_fact_info(unsigned int fact);

/**
 * cmlab_kernel_parse - a kernel's release, as people write it and uname -r prints it
 * @s: "6.8", "6.8.0-45-generic", "5.14.0-427.el9.x86_64"; not terminated
 * @len: its length
 * @release: CMLAB_RELEASE() of it
 * @patched: it has a distribution's suffix, so it may be ahead of its number
 *
 * Return: 0; -EINVAL if it is not written like a release; -ERANGE if there was never one
 */
int cmlab_kernel_parse(const char *s, size_t len, u32 *release, bool *patched);

/* Last minor of a major release that has ended, and what others are bounded by; 0: no release. */
u32 cmlab_kernel_last(u32 major);

/* Names of enum cmlab_kernel, the oldest first; and the number of the n-th, 0 if there is none. */
extern const struct cmlab_names cmlab_kernels;
u32 cmlab_kernel_release(unsigned int n);

#endif /* CMLAB_KERNEL_H */
