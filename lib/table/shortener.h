/* SPDX-License-Identifier: MIT */
/* Texts shortened in the middle, so that those that differ look different. */
#ifndef NST_SHORTENER_H
#define NST_SHORTENER_H

#include "base/mem.h"

/* The least room that texts can be shortened to. */
enum { FIT_LEAST = 12 };

/* The texts of a column as they are shown; all zero is empty. */
struct fit {
	struct buf text;
	struct fitted *p;
	size_t count, room;
};

/* Adds a text, valid UTF-8, which is copied. */
void fitadd(struct fit *f, struct span text);

/* Shortens all texts to so many columns, at least FIT_LEAST. */
void fitmake(struct fit *f, size_t width);

/* A text as it is shown; valid until the next is added. */
struct span fitget(const struct fit *f, size_t i);

void fitfree(struct fit *f);

#endif
