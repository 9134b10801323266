/* SPDX-License-Identifier: MIT */
/* Shortens the texts of a table column in the middle. Different texts keep different short forms:
 * "void gemm<128, 64>" and "void gemm<128, 32>" show where they differ. */
#ifndef NST_SHORTENER_H
#define NST_SHORTENER_H

#include "base/mem.h"

/* The smallest width that texts can be shortened to, in characters. */
enum { SHORTENER_MIN = 12 };

/* The texts of a column. All zero is empty. */
struct shortener {
	struct buf text;
	struct shortened *p;
	size_t count, room;
};

/* Copies a text, which must be valid UTF-8. */
void shorteneradd(struct shortener *f, struct span text);

/* Shortens all texts that have more than width characters. width is at least SHORTENER_MIN. */
void shortenerrun(struct shortener *f, size_t width);

/* Returns the short form of the text added as number i, from 0 on. It is valid until the next call
 * of shorteneradd. */
struct span shortenerget(const struct shortener *f, size_t i);

void shortenerfree(struct shortener *f);

#endif
