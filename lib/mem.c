/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "err.h"
#include "mem.h"

static const char digits[] =
	"00010203040506070809101112131415161718192021222324"
	"25262728293031323334353637383940414243444546474849"
	"50515253545556575859606162636465666768697071727374"
	"75767778798081828384858687888990919293949596979899";

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
	*cap = n; /* not before: what was there is written when there is no memory for more */
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

void
bufuint(struct buf *b, uint64_t v)
{
	char text[20], *end = text + sizeof(text), *p = end;

	while (v >= 100) {
		p -= 2;
		memcpy(p, digits + v % 100 * 2, 2);
		v /= 100;
	}
	if (v >= 10) {
		p -= 2;
		memcpy(p, digits + v * 2, 2);
	} else {
		*--p = (char)('0' + v);
	}
	bufmem(b, p, (size_t)(end - p));
}

void
bufint(struct buf *b, int64_t v)
{
	if (v < 0)
		bufchar(b, '-');
	bufuint(b, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}
