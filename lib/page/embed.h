/* SPDX-License-Identifier: MIT */
/*
 * The trace inside a page: the output of nst-perfetto --plain, transposed and compressed while it
 * is written. A second thread does that with blocks of it. That thread does not allocate memory, so
 * it cannot fail; all sizes are added up by the thread of the stages, in the order of the blocks.
 */
#ifndef NST_EMBED_H
#define NST_EMBED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/queue.h"
#include "io/gzip.h"
#include "perfetto/perfetto.h"
#include "perfetto/transpose.h"

/* The number of blocks: the stages fill one, the second thread compresses another. */
enum { EMBED_BLOCKS = 3 };

/* A block of the trace, empty in a slot that was never filled; and its compressed form. */
struct embedblock {
	struct buf plain, compressed;
};

struct embed {
	struct perfetto perfetto;
	struct transpose *transpose;
	struct gzip gzip;
	struct buf *target; /* takes the output of gzip */
	struct buf bytes;  /* the trace, compressed */
	size_t least, most; /* limits for bytes.n; 0 for none */
	bool dropped;       /* the trace is dropped: it exceeds a limit, or is expected to */
	bool ended;
	uint64_t size, pending; /* bytes before compression: all, and those compressed */
	uint64_t packed;      /* bytes of that part, compressed */
	bool running, alone;  /* the second thread runs; it could not be started */
	struct queue queue;
	struct embedblock blocks[EMBED_BLOCKS]; /* by slot of the queue */
};

/* Begins a trace; the caller sets the limits. If slices are merged and least is not 0, the trace is
 * dropped as soon as an estimate from its first part exceeds a limit. Its stage is perfetto.stage,
 * which needs no more records once the trace is dropped. The struct must not move; embedfree frees
 * it. */
void embedinit(struct embed *e);

/* Ends the trace behind the stream. Returns false if it was dropped. */
bool embedend(struct embed *e);

/* The size of the whole trace, compressed: an estimate if it was dropped. */
uint64_t embedguess(const struct embed *e);

/* Appends the compressed bytes in base64, and flushes out as it fills. */
void embedwrite(const struct embed *e, struct buf *out);

/* The number of base64 characters for a number of bytes. */
size_t embedlength(size_t bytes);

void embedfree(struct embed *e);

#endif
