/* SPDX-License-Identifier: MIT */
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

/* Returns eight digits, or four, without leading zeros as text: shifts them out, and sets zeros to
 * their number. A digit is not 0. */
static inline uint64_t
leadingtext(uint64_t digits, unsigned *zeros)
{
	*zeros = (unsigned)__builtin_ctzll(digits) / 8;
	return htole64((digits + 0x3030303030303030) >> *zeros * 8);
}

/* Writes the digits of a number from 1 to 10^8 - 1. */
static inline char *
putleading(char *p, uint64_t v)
{
	unsigned zeros;
	uint64_t text = leadingtext(memeightdigits(v), &zeros);

	memcpy(p, &text, sizeof(text));
	return p + 8 - zeros;
}

/* The same for a number from 1 to 9999, with fewer instructions. */
static inline char *
putshort(char *p, uint32_t v)
{
	uint32_t twos = (v << 16) - v * 5243 / (1 << 19) * ((100 << 16) - 1),
	         tens = twos * 103 >> 10 & 0x000F000F;
	unsigned zeros;
	uint64_t text = leadingtext((twos << 8) - tens * ((10 << 8) - 1), &zeros);

	memcpy(p, &text, sizeof(text));
	return p + 4 - zeros;
}

/* Writes a number from 10^8 on. */
static __attribute__((noinline)) char *
putlong(char *p, uint64_t v)
{
	if (v < MEM_EIGHT * MEM_EIGHT)
		return memputeight(putleading(p, v / MEM_EIGHT), v % MEM_EIGHT);
	p = putleading(p, v / MEM_EIGHT / MEM_EIGHT);
	p = memputeight(p, v / MEM_EIGHT % MEM_EIGHT);
	return memputeight(p, v % MEM_EIGHT);
}

char *
memputuint(char *p, uint64_t v)
{
	if (v < 10) {
		*p = (char)('0' + v);
		return p + 1;
	}
	if (v < 10000)
		return putshort(p, (uint32_t)v);
	return v < MEM_EIGHT ? putleading(p, v) : putlong(p, v);
}
