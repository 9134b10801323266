/* SPDX-License-Identifier: MIT */
/* A page that is to have no more than so many bytes: what it takes is decided by its trace. */
#ifndef NST_FIT_PAGE_H
#define NST_FIT_PAGE_H

#include "base/err.h"
#include "page.h"
#include "stream/reread.h"

/* Has the first reading keep no trace that could not fit; 0 for any size. Before it. */
void fitbegin(struct webpage *p, uint64_t budget);

/* Merges slices of the trace, once the stream was read, until the page fits; says what it did.
 * Reads the input again for that. FAILED, after a message, where that can't be done. */
enum status fitend(struct webpage *p, struct reread *input, uint64_t budget);

#endif
