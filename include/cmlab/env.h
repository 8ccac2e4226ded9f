/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The only place that knows kernel from userspace.
 *
 * Need: u8 u16 u32 u64 s32 s64, bool, size_t, NULL; memcpy memset memcmp
 * memchr strlen strcmp strncmp; scnprintf and vscnprintf (return what was
 * written, not what would have been); snprintf is not used. The errno names, to
 * return EINVAL ERANGE ENOENT EMSGSIZE and to tell what others returned;
 * ARRAY_SIZE, min, max, min_t, max_t, swap, offsetof, div_u64, static_assert, __printf(a, b).
 *
 * Nothing else of either world may be used by core and include/cmlab.
 */
#ifndef CMLAB_ENV_H
#define CMLAB_ENV_H

#ifdef __KERNEL__

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>

#else

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#ifndef ARRAY_SIZE
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#endif
#ifndef min
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef min_t
#define min_t(t, a, b) ((t)(a) < (t)(b) ? (t)(a) : (t)(b))
#define swap(a, b)                       \
	do {                             \
		__typeof__(a) __a = (a); \
		(a) = (b);               \
		(b) = __a;               \
	} while (0)
#define max_t(t, a, b) ((t)(a) > (t)(b) ? (t)(a) : (t)(b))
#endif
#ifndef __printf
#define __printf(a, b) __attribute__((format(printf, a, b)))
#endif

/* A build that looks for plain divisions of 64 bits brings its own. */
#ifdef CMLAB_OWN_DIV_U64
u64 div_u64(u64 dividend, u32 divisor);
#else
static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}
#endif

static inline int vscnprintf(char *buf, size_t size, const char *fmt, va_list args)
{
	int n;

	if (!size)
		return 0;
	n = vsnprintf(buf, size, fmt, args);
	if (n < 0)
		return 0;
	return (size_t)n < size ? n : (int)(size - 1);
}

static inline __printf(3, 4) int scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vscnprintf(buf, size, fmt, args);
	va_end(args);
	return n;
}

#endif /* __KERNEL__ */

#endif /* CMLAB_ENV_H */
