/* SPDX-License-Identifier: MIT */
/*
 * Compresses the packets of a trace, about a megabyte at a time, into packets that hold compressed
 * packets: Perfetto reads such a trace like any other. A second thread compresses while the stage
 * goes on. That thread neither allocates memory nor writes output, so it cannot fail.
 */
#ifndef NST_PACKETCOMPRESSOR_H
#define NST_PACKETCOMPRESSOR_H

#include "base/queue.h"
#include "compress.h"
#include "perfetto.h"

/* The number of blocks: one is compressed while the other is filled. */
enum { COMPRESSOR_BLOCKS = 2 };

struct compressorblock {
	struct buf packets, compressed;
};

struct packetcompressor {
	struct perfetto *perfetto;
	struct compressor compressor; /* of the thread that compresses */
	bool running, alone;          /* the second thread runs; it could not be started */
	struct queue queue;
	struct compressorblock blocks[COMPRESSOR_BLOCKS]; /* by slot of the queue */
	struct buf out; /* compressed by the stage's own thread, not yet flushed; outend ends it */
};

/* Compresses the output of the stage from now on, and writes it to standard output. To be called
 * before the stage begins. */
void packetcompressorbegin(struct packetcompressor *s, struct perfetto *p);

/* Compresses the rest, and frees the stage's output buffer. */
void packetcompressorend(struct packetcompressor *s);

#endif
