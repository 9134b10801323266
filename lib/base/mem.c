/* SPDX-License-Identifier: MIT */
#include <endian.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "err.h"
#include "mem.h"

void *
xmalloc(size_t n)
{
	return xreallocarray(NULL, n, 1);
}

void *
xzalloc(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		die("out of memory");
	return p;
}

void *
xreallocarray(void *p, size_t count, size_t size)
{
	size_t n;

	if (__builtin_mul_overflow(count, size, &n))
		die("out of memory");
	p = realloc(p, n ? n : 1);
	if (!p)
		die("out of memory");
	return p;
}

void *
xgrow(void *p, size_t *cap, size_t want, size_t size)
{
	size_t n = *cap ? *cap : 16;

	if (want <= *cap)
		return p;
	while (n < want)
		if (__builtin_add_overflow(n, n / 2 + 1, &n))
			die("out of memory");
	p = xreallocarray(p, n, size);
	*cap = n; /* not before: die writes the pending output if realloc fails */
	return p;
}

char *
xstrdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(xmalloc(n), s, n);
}

void
bufgrow(struct buf *b, size_t n)
{
	size_t want;

	if (__builtin_add_overflow(b->n, n, &want))
		die("out of memory");
	b->p = xgrow(b->p, &b->cap, want, 1);
}

void
bufprintf(struct buf *b, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	if (n < 0)
		die("cannot format a message");
	bufroom(b, (size_t)n + 1);
	va_start(ap, format);
	vsnprintf(b->p + b->n, (size_t)n + 1, format, ap);
	va_end(ap);
	b->n += (size_t)n;
}

/* Returns the eight digits of a number below 10^8, one in each byte, the first in the lowest byte.
 * It divides in parallel: into two halves of four digits, four quarters of two, eight digits. */
static inline uint64_t
eightdigits(uint64_t v)
{
	uint64_t fours = v / 10000 | v % 10000 << 32,
	         high = fours * 10486 >> 20 & 0x0000007F0000007F, /* a division by 100 */
	         twos = high | (fours - 100 * high) << 16,
	         tens = twos * 103 >> 10 & 0x000F000F000F000F; /* a division by 10 */

	return tens | (twos - 10 * tens) << 8;
}

/* Writes the digits of a number below 10^8 without leading zeros. */
static char *
putleading(char *p, uint64_t v)
{
	uint64_t digits = eightdigits(v);
	unsigned zeros = digits ? (unsigned)__builtin_ctzll(digits) / 8 : 7;
	uint64_t text = htole64((digits + 0x3030303030303030) >> zeros * 8);

	memcpy(p, &text, sizeof(text));
	return p + 8 - zeros;
}

char *
memputeight(char *p, uint64_t v)
{
	uint64_t digits = htole64(eightdigits(v) + 0x3030303030303030);

	memcpy(p, &digits, sizeof(digits));
	return p + 8;
}

char *
memputuint(char *p, uint64_t v)
{
	static const uint64_t most = 100000000;

	if (v < 10) {
		*p = (char)('0' + v);
		return p + 1;
	}
	if (v < most)
		return putleading(p, v);
	if (v < most * most)
		return memputeight(putleading(p, v / most), v % most);
	p = memputeight(putleading(p, v / most / most), v / most % most);
	return memputeight(p, v % most);
}

char *
memputint(char *p, int64_t v)
{
	if (v >= 0)
		return memputuint(p, (uint64_t)v);
	*p = '-';
	return memputuint(p + 1, 0 - (uint64_t)v);
}
