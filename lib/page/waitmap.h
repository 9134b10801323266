/* SPDX-License-Identifier: MIT */
/* A heat map of the time for which each rank waited for others in each step. */
#ifndef NST_WAITMAP_H
#define NST_WAITMAP_H

#include "base/mem.h"
#include "base/map.h"
#include "gpu/identity.h"
#include "stream/stage.h"

/* All zero but the stage is empty; waitmapfree frees it. */
struct waitmap {
	struct stage stage;
	struct map ids; /* (pid, step) -> index of cells */
	struct waitcell *cells;
	size_t count, room;
};

/* Makes a stage that gives nothing on. It reads what nst-skew added to parts of collectives. */
void waitmapinit(struct waitmap *m);

/* Writes a row for each process, by rank, with a cell for each step that links to its place in the
 * timeline, which begins at origin, ns. Writes nothing if fewer than two processes have steps with
 * collectives. Sorts the cells, so no event may follow. */
void waitmapwrite(
    struct waitmap *m, const struct identitytable *ids, int64_t origin, struct buf *out);

void waitmapfree(struct waitmap *m);

#endif
