/* SPDX-License-Identifier: MIT */
/* Random JSON, and damage to it. */
#ifndef NST_RANDOM_H
#define NST_RANDOM_H

#include "base/mem.h"
#include "tap.h"

/* Returns one of an array of strings. */
#define oneof(array) ((array)[taprandom(sizeof(array) / sizeof(*(array)))])

/* Appends random white space, or none. */
static inline void
randomspace(struct buf *b, bool spaced)
{
	static const char *const spaces[] = { "", "", "", " ", "\t", "\r\n " };

	if (spaced)
		bufstr(b, oneof(spaces));
}

/* Appends a valid value of at most that depth, with or without white space. */
static inline void
randomvalue(struct buf *b, int levels, bool spaced)
{
	static const char *const scalars[] = { "0", "-1", "12", "1.5", "-0", "1e5", "2E-7", "true",
		"false", "null", "\"\"", "\"a\"", "\"\\u00e9\"", "\"\\n\\\"\"", "\"\xC3\xA9\"",
		"\"123456789\"", "\"\\\\\"", "-0.0e+1", "\"\\ud83d\\ude80\"", "\"\\b\\/\\u0000\"",
		"1234567890123456789012" };
	uint64_t kind = levels > 0 ? taprandom(4) : 2;
	uint64_t n = taprandom(4);

	randomspace(b, spaced);
	if (kind >= 2) {
		bufstr(b, oneof(scalars));
	} else {
		bufchar(b, kind ? '{' : '[');
		for (uint64_t i = 0; i < n; i++) {
			if (i > 0)
				bufchar(b, ',');
			if (kind) {
				randomspace(b, spaced);
				bufstr(b, "\"k\"");
				randomspace(b, spaced);
				bufchar(b, ':');
			}
			randomvalue(b, levels - 1, spaced);
		}
		bufchar(b, kind ? '}' : ']');
	}
	randomspace(b, spaced);
}

/* Damages a text at one place. */
static inline void
damage(struct buf *b)
{
	static const char bytes[] = "{}[],:\"\\0123-+.eEutrnfa \t\n\0/\x1F\x80\f";
	size_t at = taprandom(b->n), from = taprandom(b->n);

	switch (taprandom(4)) {
	case 0:
		b->p[at] = bytes[taprandom(sizeof(bytes) - 1)];
		break;
	case 1:
		memmove(b->p + at, b->p + at + 1, b->n - at - 1);
		b->n--;
		break;
	case 2:
		bufchar(b, ' ');
		memmove(b->p + at + 1, b->p + at, b->n - at - 1);
		b->p[at] = bytes[taprandom(sizeof(bytes) - 1)];
		break;
	default:
		b->p[at] = b->p[from];
	}
}

#endif
