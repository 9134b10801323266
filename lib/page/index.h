/* SPDX-License-Identifier: MIT */
/* A page of pages: their main figures, and how they differ from the first. */
#ifndef NST_INDEX_PAGE_H
#define NST_INDEX_PAGE_H

#include "base/err.h"
#include "base/map.h"

/* All zero is no page; indexfree frees it. */
struct index {
	struct run *runs; /* in the order in which they were read */
	size_t count, room;
	unsigned shown; /* which figures have a column, a bit each */
	struct names texts;
	struct buf stack;
};

/* Reads the figures of the page at path, which stays the caller's. FAILED, after a message, where
 * it is no page of ours or can't be read. */
enum status indexread(struct index *x, const char *path);

/* Writes the page. */
void indexwrite(const struct index *x, struct span title, struct buf *out);

void indexfree(struct index *x);

#endif
