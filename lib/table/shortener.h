/* SPDX-License-Identifier: MIT */
/* Texts shortened in the middle, so that those that differ look different. */
#ifndef NST_SHORTENER_H
#define NST_SHORTENER_H

#include "base/mem.h"

/* The least room that texts can be shortened to. */
enum { SHORTENER_MIN = 12 };

/* The texts of a column as they are shown; all zero is empty. */
struct shortener {
	struct buf text;
	struct shortened *p;
	size_t count, room;
};

/* Adds a text, valid UTF-8, which is copied. */
void shorteneradd(struct shortener *f, struct span text);

/* Shortens all texts to so many columns, at least FIT_LEAST. */
void shortenerrun(struct shortener *f, size_t width);

/* A text as it is shown; valid until the next is added. */
struct span shortenerget(const struct shortener *f, size_t i);

void shortenerfree(struct shortener *f);

#endif
