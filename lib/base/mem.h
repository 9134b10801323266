/* SPDX-License-Identifier: MIT */
/*
 * Allocation that ends the program on failure, and the two types for bytes:
 *
 *   span    bytes that another object owns: a pointer and a length
 *   buf     a growing array of bytes: pointer, length, capacity
 *
 * Where a comment says "all zero is ...", { 0 } initializes the struct.
 */
#ifndef NST_MEM_H
#define NST_MEM_H

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ < 8
#error "nst needs a 64-bit system: it maps and counts files of more than 4 GB"
#endif
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "nst needs a little-endian system: its readers of reports are tested on no other"
#endif

/* Bytes that another object owns. They are not terminated and may hold NUL. p is NULL if there is
 * no value. */
struct span {
	const char *p;
	size_t n;
};

/* A growing array of bytes. All zero is empty; the owner frees p. */
struct buf {
	char *p;
	size_t n, cap;
};

/* Like malloc, but ends the program with a message and status 1 if there is no memory. The caller
 * frees the result. */
void *xmalloc(size_t n);

/* Like calloc; ends the program if there is no memory or the size overflows. The caller frees the
 * result. */
void *xzalloc(size_t count, size_t size);

/* Like reallocarray(3); ends the program if there is no memory or the size overflows. The caller
 * frees the result. */
void *xreallocarray(void *p, size_t count, size_t size);

/* Grows an array at p with room for *cap elements of the given size until it has room for at least
 * want elements, and returns it. Its room grows by half each time. */
void *xgrow(void *p, size_t *cap, size_t want, size_t size);

/* Makes sure that the array p, which has room for that number of elements, has room for at least
 * want elements. Evaluates want twice. */
#define GROW(p, room, want) \
	((p) = (want) <= (room) ? (p) : xgrow((p), &(room), (want), sizeof(*(p))))

/* Like strdup; ends the program if there is no memory. The caller frees the result. */
char *xstrdup(const char *s);

/* Makes room for n more bytes; bufroom calls it when the buffer is full. */
void bufgrow(struct buf *b, size_t n);

/* Appends a formatted string, and a NUL that is not counted in n. It is slow: for numbers and JSON
 * there are faster functions. */
void bufprintf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the bytes of a string without its NUL. */
static inline struct span
spanof(const char *s)
{
	return (struct span){ s, strlen(s) };
}

/* The bytes that memputint and memputuint need: they write up to 8 bytes at once, also past the
 * last digit. */
enum { INT_ROOM = 32 };

/* Writes an integer in decimal to p, which has INT_ROOM bytes. Returns the end of its digits. */
char *memputuint(char *p, uint64_t v);

static inline char *
memputint(char *p, int64_t v)
{
	if (v >= 0)
		return memputuint(p, (uint64_t)v);
	*p = '-';
	return memputuint(p + 1, 0 - (uint64_t)v);
}

/* Numbers below it have eight digits or fewer. */
#define MEM_EIGHT UINT64_C(100000000)

/* Returns the eight digits of a number below 10^8, one in each byte, the first in the lowest byte.
 * It divides in parallel: into two halves of four digits, four quarters of two, eight digits. Where
 * the low half of a lane is q = v / n and the high half is v - n * q, it computes both at once: v,
 * moved to the high half, minus q times n there, less 1. */
static inline uint64_t
memeightdigits(uint64_t v)
{
	uint64_t fours = (v << 32) - (uint32_t)v / 10000 * ((UINT64_C(10000) << 32) - 1),
	         high = fours * 10486 >> 20 & 0x0000007F0000007F, /* a division by 100 */
	         twos = (fours << 16) - high * ((100 << 16) - 1),
	         tens = twos * 103 >> 10 & 0x000F000F000F000F; /* a division by 10 */

	return (twos << 8) - tens * ((10 << 8) - 1);
}

/* Writes a number below 10^8 with leading zeros, as eight digits. Returns their end. */
static inline char *
memputeight(char *p, uint64_t v)
{
	uint64_t digits = htole64(memeightdigits(v) + 0x3030303030303030);

	memcpy(p, &digits, sizeof(digits));
	return p + 8;
}

/* The digits of numbers before their last eight, which many numbers in a row have in common. All
 * zero is ready. */
struct memdigits {
	uint64_t high; /* the number that they are */
	unsigned n;
	char text[INT_ROOM];
};

/* Does what memputuint does for a number from 10^8 on, and keeps its first digits. */
static inline char *
memputsimilar(struct memdigits *d, char *p, uint64_t v)
{
	uint64_t high = v / MEM_EIGHT;

	if (high != d->high) {
		d->high = high;
		d->n = (unsigned)(memputuint(d->text, high) - d->text);
	}
	memcpy(p, d->text, INT_ROOM / 2);
	return memputeight(p + d->n, v - high * MEM_EIGHT);
}

/* Copies a text to p, which has room for it. Returns its end. A text of 8 to 32 bytes is copied as
 * its first bytes and its last ones. */
static inline char *
memputtext(char *p, struct span text)
{
	if (text.n - 16 <= 16) {
		memcpy(p, text.p, 16);
		memcpy(p + text.n - 16, text.p + text.n - 16, 16);
	} else if (text.n - 8 < 8) {
		memcpy(p, text.p, 8);
		memcpy(p + text.n - 8, text.p + text.n - 8, 8);
	} else if (text.n > 0) {
		memcpy(p, text.p, text.n);
	}
	return p + text.n;
}

/* The same for a literal, whose length the compiler knows. */
static inline char *
memputliteral(char *p, const char *text)
{
	struct span s = spanof(text);

	memcpy(p, s.p, s.n);
	return p + s.n;
}

/* Makes room for n more bytes and returns the end of the buffer, where the caller writes them.
 * Valid until the buffer grows again. */
static inline char *
bufroom(struct buf *b, size_t n)
{
	if (b->cap - b->n < n)
		bufgrow(b, n);
	return b->p + b->n;
}

/* Appends n bytes. */
static inline void
bufmem(struct buf *b, const char *p, size_t n)
{
	if (n > 0) {
		memcpy(bufroom(b, n), p, n);
		b->n += n;
	}
}

static inline void
bufspan(struct buf *b, struct span s)
{
	bufmem(b, s.p, s.n);
}

/* Returns all bytes of a buffer; valid until it grows. */
static inline struct span
bufall(const struct buf *b)
{
	return (struct span){ b->p, b->n };
}

static inline void
bufchar(struct buf *b, char c)
{
	*bufroom(b, 1) = c;
	b->n++;
}

/* Appends a string without its NUL. For a literal the compiler computes the length. */
static inline void
bufstr(struct buf *b, const char *s)
{
	bufmem(b, s, strlen(s));
}

/* Appends an integer in decimal. */
static inline void
bufuint(struct buf *b, uint64_t v)
{
	char *p = bufroom(b, INT_ROOM);

	b->n += (size_t)(memputuint(p, v) - p);
}

static inline void
bufint(struct buf *b, int64_t v)
{
	char *p = bufroom(b, INT_ROOM);

	b->n += (size_t)(memputint(p, v) - p);
}

/* Saturating addition and subtraction: times from a damaged file may overflow. */
static inline int64_t
addsat(int64_t a, int64_t b)
{
	int64_t v;

	return __builtin_add_overflow(a, b, &v) ? (b < 0 ? INT64_MIN : INT64_MAX) : v;
}

static inline int64_t
subsat(int64_t a, int64_t b)
{
	int64_t v;

	return __builtin_sub_overflow(a, b, &v) ? (b > 0 ? INT64_MIN : INT64_MAX) : v;
}

/* Returns true if two spans have the same bytes. */
static inline int
spansame(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Returns true if a span has exactly the bytes of a string. */
static inline int
spanis(struct span s, const char *text)
{
	return s.n == strlen(text) && (s.n == 0 || memcmp(s.p, text, s.n) == 0);
}

#endif
