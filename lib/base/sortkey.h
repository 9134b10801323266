/* SPDX-License-Identifier: MIT */
/* Makes keys whose order is the order of their bytes: numbers with the most significant byte first,
 * and texts with an end that is less than any byte. Parts follow each other. */
#ifndef NST_SORTKEY_H
#define NST_SORTKEY_H

#include "mem.h"
#include "wide.h"

/* Appends a number without a sign. */
static inline void
sortkeyuint(struct buf *key, uint64_t v)
{
	v = __builtin_bswap64(v);
	bufmem(key, (const char *)&v, sizeof(v));
}

/* Returns the number that sortkeyuint has written. */
static inline uint64_t
sortkeygetuint(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return __builtin_bswap64(v);
}

static inline void
sortkeyint(struct buf *key, int64_t v)
{
	sortkeyuint(key, (uint64_t)v ^ (uint64_t)1 << 63);
}

/* Returns the number that sortkeyint has written. */
static inline int64_t
sortkeygetint(const char *p)
{
	return (int64_t)(sortkeygetuint(p) ^ (uint64_t)1 << 63);
}

static inline void
sortkeywide(struct buf *key, wide v)
{
	sortkeyint(key, (int64_t)(v >> 64));
	sortkeyuint(key, (uint64_t)v);
}

/* Appends a text, with two bytes for each NUL. */
static inline void
sortkeytext(struct buf *key, struct span text)
{
	const char *nul;

	while (text.n > 0 && (nul = memchr(text.p, '\0', text.n)) != NULL) {
		size_t n = (size_t)(nul + 1 - text.p);

		bufmem(key, text.p, n);
		bufchar(key, '\xff');
		text = (struct span){ nul + 1, text.n - n };
	}
	bufspan(key, text);
	bufmem(key, "\0", 2);
}

/* Appends the text at an index of a key to a buffer; returns the index behind it. */
static inline size_t
sortkeygettext(struct buf *text, struct span key, size_t at)
{
	for (;;) {
		const char *nul = memchr(key.p + at, '\0', key.n - at);

		bufmem(text, key.p + at, (size_t)(nul - (key.p + at)));
		at = (size_t)(nul - key.p) + 2;
		if (nul[1] == '\0')
			return at;
		bufchar(text, '\0');
	}
}

/* Reverses the order of the part of a key from a byte on. */
static inline void
sortkeyreverse(struct buf *key, size_t from)
{
	for (size_t i = from; i < key->n; i++)
		key->p[i] = (char)~key->p[i];
}

#endif
