/* SPDX-License-Identifier: MIT */
/* The section of warnings: missing or shortened data, as the program and the stream tell. */
#ifndef NST_WARNINGS_H
#define NST_WARNINGS_H

#include "base/mem.h"

struct webpage;

/* Writes the content of the section, below its heading. */
void warningswrite(struct webpage *p, struct buf *out);

#endif
