/* SPDX-License-Identifier: MIT */
/* What a page does not show, or shows in part: as the program said it, and as the stream tells. */
#ifndef NST_WARNINGS_H
#define NST_WARNINGS_H

#include "base/mem.h"

struct webpage;

/* Writes the section of warnings, below its heading. */
void warningswrite(struct webpage *p, struct buf *out);

#endif
