/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The only file that may look at the kernel's version. Sources spell the newest
 * API; an entry here says which release changed it and what older ones had. An
 * entry that works with both needs no condition; otherwise it probes for the
 * feature, and looks at the version only where nothing can be probed.
 * Force-included into every object of the module by the top Kbuild, the core's
 * too: it brings in nothing but the version.
 *
 * What needs no entry because it is avoided: __string/__assign_str (changed in
 * 6.10; trace.h uses __array and strscpy), asm/unaligned.h (moved in 6.12;
 * wire.c reads bytes), from_timer (renamed in 6.16; delayed work is used),
 * inet_addr_is_any (another type since 6.16; addr.c looks itself).
 */
#ifndef CMLAB_COMPAT_H
#define CMLAB_COMPAT_H

#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "cmlab needs Linux 6.1 or newer"
#endif

/* This kernel for kernel.h of the core, which knows it as CMLAB_RELEASE(major, minor). */
#define CMLAB_RELEASE_HERE (LINUX_VERSION_CODE >> 8)

/* What nobody has tried may compile and still behave in another way than it is reported here. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 3, 0) && !defined(CMLAB_ANY_KERNEL)
#error "cmlab is tested up to Linux 7.2; build with KCFLAGS=-DCMLAB_ANY_KERNEL to try a newer one"
#endif

#endif /* CMLAB_COMPAT_H */
