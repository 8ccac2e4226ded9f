// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The values of a request. Nothing of the line is trusted: it is not terminated,
 * and may hold anything printable.
 */
#include "request_private.h"

/* What an error shows of a key or value. */
#define SHOWN 40

bool cmlab_word_is(const struct word *w, const char *name)
{
	return strlen(name) == w->len && !memcmp(name, w->s, w->len);
}

static int shown(const struct word *w)
{
	return (int)min_t(size_t, w->len, SHOWN);
}

int cmlab_value_bad(const struct pair *kv, int ret, const char *fmt, ...)
{
	char *text = kv->err->text;
	size_t size = sizeof(kv->err->text);
	va_list args;
	int n;

	n = scnprintf(text, size, "%s: %.*s%s=%.*s%s: ", kv->verb, shown(&kv->key), kv->key.s,
		      kv->key.len > SHOWN ? "..." : "", shown(&kv->value), kv->value.s,
		      kv->value.len > SHOWN ? "..." : "");
	va_start(args, fmt);
	vscnprintf(text + n, size - (size_t)n, fmt, args);
	va_end(args);
	return ret;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool all_digits(const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!is_digit(s[i]))
			return false;
	return len > 0;
}

/* Stays above every u32 once it is, however many digits follow. */
static u64 saturating_value(const char *s, size_t len)
{
	u64 v = 0;

	while (len-- && v <= 0xffffffffU)
		v = v * 10 + (u64)(*s++ - '0');
	return v;
}

int cmlab_value_number(const struct pair *kv, u32 low, u32 high, const char *note, u32 *v)
{
	const char *s = kv->value.s;
	size_t len = kv->value.len;
	bool negative = s[0] == '-';
	u64 wide;

	if (!all_digits(s + negative, len - negative))
		return cmlab_value_bad(kv, -EINVAL, "not a decimal number");
	wide = saturating_value(s + negative, len - negative);
	if (negative || wide < low || wide > high)
		return cmlab_value_bad(kv, -ERANGE, "%u..%u%s%s%s", low, high, note ? " (" : "",
				       note ? note : "", note ? ")" : "");
	*v = (u32)wide;
	return 0;
}

int cmlab_value_text(const struct pair *kv, char *buf, size_t size)
{
	if (kv->value.len >= size)
		return cmlab_value_bad(kv, -EINVAL, "longer than %u characters",
				       (unsigned int)size - 1);
	memcpy(buf, kv->value.s, kv->value.len);
	buf[kv->value.len] = '\0';
	return 0;
}

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* fe80::/10: the first group of an IPv6 address has these ten bits. */
static bool is_link_local(const char *addr)
{
	u32 group = 0;

	while (hex_digit(*addr) >= 0 && group <= 0xffff)
		group = group << 4 | (u32)hex_digit(*addr++);
	return *addr == ':' && (group & 0xffffffc0) == 0xfe80;
}

/* What stands before the scope. */
static size_t bare_len(const char *addr)
{
	size_t n = 0;

	while (addr[n] && addr[n] != '%')
		n++;
	return n;
}

int cmlab_value_addr(const struct pair *kv, char *buf, size_t size)
{
	int ret = cmlab_value_text(kv, buf, size);
	size_t bare;

	if (ret)
		return ret;
	bare = bare_len(buf);
	if (is_link_local(buf) && kv->value.len < bare + 2)
		return cmlab_value_bad(kv, -EINVAL,
				       "a link-local address needs its interface: %.*s%%eth0",
				       (int)min_t(size_t, bare, SHOWN), buf);
	return 0;
}

int cmlab_value_bytes(const struct pair *kv, u8 *buf, u32 *len)
{
	if (kv->value.len > CMLAB_WIRE_MAX)
		return cmlab_value_bad(kv, -ERANGE, "%u bytes: 0..%d", (u32)kv->value.len,
				       CMLAB_WIRE_MAX);
	memcpy(buf, kv->value.s, kv->value.len);
	*len = (u32)kv->value.len;
	return 0;
}

static int hex_pair(const char *s)
{
	int high = hex_digit(s[0]);
	int low = hex_digit(s[1]);

	return high < 0 || low < 0 ? -1 : high << 4 | low;
}

int cmlab_value_hex(const struct pair *kv, u8 *buf, u32 *len)
{
	const char *s = kv->value.s;
	size_t i, n = kv->value.len;

	if (n >= 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
		s += 2;
		n -= 2;
	}
	if (!n || n % 2)
		return cmlab_value_bad(kv, -EINVAL, "%u hex digits: two for each byte", (u32)n);
	if (n / 2 > CMLAB_WIRE_MAX)
		return cmlab_value_bad(kv, -ERANGE, "%u bytes: 0..%d", (u32)n / 2, CMLAB_WIRE_MAX);
	for (i = 0; i < n / 2; i++) {
		int byte = hex_pair(s + 2 * i);

		if (byte < 0)
			return cmlab_value_bad(kv, -EINVAL, "not hex at digit %u",
					       (u32)(2 * i + 1));
		buf[i] = (u8)byte;
	}
	*len = (u32)(n / 2);
	return 0;
}
