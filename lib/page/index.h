/* SPDX-License-Identifier: MIT */
/* An index of pages: a table of their main figures, compared with the first page. */
#ifndef NST_INDEX_PAGE_H
#define NST_INDEX_PAGE_H

#include "base/err.h"
#include "base/map.h"

/* All zero is an empty index; indexfree frees it. */
struct index {
	struct run *runs; /* one for each page, in the order of indexread */
	size_t count, room;
	unsigned shown; /* a bit for each figure that has a column */
	bool advised;   /* some page has a finding */
	struct stringtable texts;
	struct buf stack;
};

/* Reads the figures of the page at path, which the caller keeps. Returns FAILED, after a message,
 * if the file is not a page of nst-page or cannot be read. */
enum status indexread(struct index *x, const char *path);

/* Writes the index as a page. */
void indexwrite(const struct index *x, struct span title, struct buf *out);

void indexfree(struct index *x);

#endif
