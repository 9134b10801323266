/* SPDX-License-Identifier: MIT */
/*
 * A scan of a table: reads the ids and the times of all rows. The results:
 *
 *   first row   the first row of each identity: of each thread, device, stream ... The meta records
 *               of a stream are written before such rows.
 *   chunk       a group of rows and its span of time: rows in a window are found without another
 *               pass
 *   flights     the calls and the GPU rows of the table are joined (flights.h)
 */
#ifndef NST_TABLESCAN_H
#define NST_TABLESCAN_H

#include "chunk.h"
#include "flights.h"
#include "run.h"

/* The first row, in the order of the stream, of the rows with one identity. */
struct firstrow {
	bool known; /* a row is wanted */
	uint64_t place;
	struct when when;
};

struct tablescan {
	struct firstrow *firsts;
	size_t count, room;
	struct chunk *chunks;
	size_t chunkcount, chunkroom;
};

/* A table with more identities is not worth a scan. */
enum { IDENTITIES_MAX = UINT16_MAX };

/* Scans a table, whose rows must have the function passall. Adds the names and the latest row to
 * what a pass found. Tables with GPU rows have to be scanned before those with calls. Returns false
 * if the table is unusual, has too many identities, or has a time or id of a wrong type: the row
 * may belong into the window. The caller frees with tablescanfree. */
bool tablescan(
    struct tablescan *s, struct table *t, struct found *found, struct flights *flights);

void tablescanfree(struct tablescan *s);

#endif
