/* SPDX-License-Identifier: MIT */
/* The trace inside a page: the output of nst-perfetto --plain, compressed while it is written. */
#ifndef NST_EMBED_H
#define NST_EMBED_H

#include <stdbool.h>
#include <stdint.h>

#include "io/gzip.h"
#include "perfetto/perfetto.h"

struct embed {
	struct perfetto perfetto;
	struct gzip gzip;
	struct buf bytes;  /* the trace, compressed */
	size_t most;       /* limit for bytes.n; 0 for none */
	bool over;         /* the limit was exceeded; the trace is dropped */
	bool ended;
	uint64_t size, pending; /* bytes before compression: all, and those compressed */
	uint64_t packed;      /* bytes of that part, compressed */
};

/* Begins a trace; the caller sets most. Its stage is perfetto.stage. The struct must not move;
 * embedfree frees it. */
void embedinit(struct embed *e);

/* Ends the trace behind the stream. Returns false if it exceeded the limit. */
bool embedend(struct embed *e);

/* The size of the whole trace, compressed: an estimate if it exceeded the limit. */
uint64_t embedguess(const struct embed *e);

/* Appends the compressed bytes in base64, and flushes out as it fills. */
void embedwrite(const struct embed *e, struct buf *out);

/* The number of base64 characters for a number of bytes. */
size_t embedlength(size_t bytes);

void embedfree(struct embed *e);

#endif
