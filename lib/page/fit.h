/* SPDX-License-Identifier: MIT */
/* Keeps a page within a budget of bytes by merging short slices of its trace. */
#ifndef NST_FIT_PAGE_H
#define NST_FIT_PAGE_H

#include "base/err.h"
#include "page.h"
#include "stream/reread.h"

/* Lets the first reading drop a trace that cannot fit. A budget of 0 is none. To be called before
 * that reading. */
void fitbegin(struct webpage *p, uint64_t budget);

/* Merges neighbouring slices of the trace until the page fits, and prints a message about it. It
 * reads the input again for each try. Returns FAILED, after a message, if that fails. */
enum status fitend(struct webpage *p, struct reread *input, uint64_t budget);

#endif
