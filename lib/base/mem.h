/* SPDX-License-Identifier: MIT */
/* Memory: allocation that cannot fail quietly, and one growing buffer of bytes. */
#ifndef NST_MEM_H
#define NST_MEM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A piece of somebody else's bytes; not terminated, may hold NUL. p is NULL when there is none. */
struct span {
	const char *p;
	size_t n;
};

/* Bytes that grow. All zero is an empty buffer; the owner frees p. */
struct buf {
	char *p;
	size_t n, cap;
};

/* Allocates, or ends the program with a message and status 1; the caller frees. */
void *xmalloc(size_t n);

/* Allocates so many elements of zeros with checked arithmetic, or ends the program; the caller
 * frees. */
void *xzalloc(size_t count, size_t size);

/* Resizes p to count elements of the given size with checked arithmetic, or ends the program; the
 * caller frees. */
void *xreallocarray(void *p, size_t count, size_t size);

/* Grows *p, an array of elements of the given size with room for *cap, so that it has room for at
 * least want. */
void *xgrow(void *p, size_t *cap, size_t want, size_t size);

/* Gives an array, p with room for so many elements, room for at least want, which is evaluated
 * twice. */
#define GROW(p, room, want) \
	((p) = (want) <= (room) ? (p) : xgrow((p), &(room), (want), sizeof(*(p))))

/* Copies a string into memory that the caller frees. */
char *xstrdup(const char *s);

/* Makes room for n more bytes; the slow half of bufroom. */
void bufgrow(struct buf *b, size_t n);

/* Writes a formatted string to the buffer, with a NUL behind that does not count. For rare text:
 * numbers and JSON have faster ways. */
void bufprintf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many bytes there must be for an integer in decimal: some behind it are written to, too. */
enum { INT_ROOM = 32 };

/* Writes an integer in decimal where there is room; returns what is behind it. */
char *memputint(char *p, int64_t v);
char *memputuint(char *p, uint64_t v);

/* Room for n more bytes at the end of the buffer; valid until the buffer next grows. */
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

/* All bytes of a buffer; valid until it next grows. */
static inline struct span
bufall(const struct buf *b)
{
	return (struct span){ b->p, b->n };
}

/* The bytes of a string without its NUL. */
static inline struct span
spanof(const char *s)
{
	return (struct span){ s, strlen(s) };
}

static inline void
bufchar(struct buf *b, char c)
{
	*bufroom(b, 1) = c;
	b->n++;
}

/* Appends a string without its NUL; a literal's length is known to the compiler. */
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

/* Sum and difference that stop at the ends of 64 bits: times come from strangers. */
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

/* Whether two spans hold the same bytes. */
static inline int
spansame(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Whether a span holds exactly the bytes of a string. */
static inline int
spanis(struct span s, const char *text)
{
	return s.n == strlen(text) && (s.n == 0 || memcmp(s.p, text, s.n) == 0);
}

#endif
