/* SPDX-License-Identifier: MIT */
/* The trace inside a page: what nst-perfetto --plain writes, compressed as it is written. */
#ifndef NST_EMBED_H
#define NST_EMBED_H

#include <stdbool.h>
#include <stdint.h>

#include "io/gzip.h"
#include "perfetto/perfetto.h"

struct embed {
	struct perfetto perfetto;
	struct gzip gzip;
	struct buf bytes;  /* compressed */
	size_t most;       /* bytes that may come, compressed; 0 for any number */
	bool over;         /* more came: there is no trace */
	bool ended;
	uint64_t size, taken; /* bytes of the trace, not compressed; those compressed so far */
	uint64_t packed;      /* what these became */
};

/* Begins a trace; its most is the caller's to set. The stage is perfetto.stage. It stays where it
 * is; embedfree frees it. */
void embedinit(struct embed *e);

/* Ends the trace, once the stream was read; false where it is too large. */
bool embedend(struct embed *e);

/* How many bytes the whole trace is or would be, compressed, as far as it was. */
uint64_t embedguess(const struct embed *e);

/* Appends the compressed bytes in base64, and flushes out as it fills. */
void embedwrite(const struct embed *e, struct buf *out);

/* How many characters that is, of so many bytes. */
size_t embedlength(size_t bytes);

void embedfree(struct embed *e);

#endif
