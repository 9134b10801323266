/* SPDX-License-Identifier: MIT */
/* Some rows of a table, one after the other. */
#ifndef NST_CHUNK_H
#define NST_CHUNK_H

#include "stream/timespan.h"

struct chunk {
	uint64_t first, last;     /* places */
	struct timespan timespan; /* of its wanted rows */
};

/* Rows in a chunk. */
enum { CHUNK_ROWS = 512 };

#endif
