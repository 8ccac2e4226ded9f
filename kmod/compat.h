/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The only file that may look at the kernel's version. Sources spell the newest
 * API; an entry here says which release changed it and what older ones had.
 * Force-included into every object of the module by the top Kbuild.
 *
 * What needs no entry because it is avoided: __string/__assign_str (changed in
 * 6.10; trace.h uses __array and strscpy), asm/unaligned.h (moved in 6.12;
 * wire.c reads bytes), from_timer (renamed in 6.16; delayed work is used).
 */
#ifndef CMLAB_COMPAT_H
#define CMLAB_COMPAT_H

#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "cmlab needs Linux 6.1 or newer"
#endif

#endif /* CMLAB_COMPAT_H */
