/* SPDX-License-Identifier: MIT */
/* The trace inside a page: what nst-perfetto writes, compressed as it is written. */
#ifndef NST_EMBED_H
#define NST_EMBED_H

#include <stdbool.h>
#include <stdint.h>

#include "gzip.h"
#include "perfetto/perfetto.h"

struct embed {
	struct perfetto perfetto;
	struct gzip gzip;
	struct buf bytes;  /* compressed */
	size_t most;       /* bytes that may come; 0 for any number */
	bool over;         /* more came: there is no trace */
	bool ended;
	uint64_t size;     /* bytes of the trace, not compressed */
};

/* Begins a trace of at most so many bytes, compressed: the stage is perfetto.stage. It stays where
 * it is; embedfree frees it. */
void embedinit(struct embed *e, size_t most);

/* Ends the trace, once the stream was read; false where it is too large. */
bool embedend(struct embed *e);

/* Appends the compressed bytes in base64, and flushes out as it fills. */
void embedwrite(const struct embed *e, struct buf *out);

/* How many characters that is, of so many bytes. */
size_t embedlength(size_t bytes);

void embedfree(struct embed *e);

#endif
