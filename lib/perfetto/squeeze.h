/* SPDX-License-Identifier: MIT */
/*
 * A trace whose packets are compressed, some thousands at a time, in packets around them: Perfetto
 * reads it like any other. A second thread compresses what the stage wrote while the stage goes on;
 * that thread asks for no memory and writes nothing, so it can't fail.
 */
#ifndef NST_SQUEEZE_H
#define NST_SQUEEZE_H

#include "base/queue.h"
#include "compress.h"
#include "perfetto.h"

/* How many blocks there are: one is compressed while the next one is written. */
enum { SQUEEZE_BLOCKS = 2 };

struct squeezeblock {
	struct buf packets, compressed;
};

struct squeeze {
	struct perfetto *perfetto;
	struct compressor compressor; /* of whoever compresses */
	bool running, alone;          /* there is a thread; it could not be started */
	struct queue queue;
	struct squeezeblock blocks[SQUEEZE_BLOCKS]; /* by slot */
	struct buf out; /* compressed by the stage's thread, and not yet written; outend ends it */
};

/* Takes what the stage writes from now on, and writes it to standard output. Before the stage
 * begins. */
void squeezebegin(struct squeeze *s, struct perfetto *p);

/* Takes the rest, and frees what the stage still had of its output. */
void squeezeend(struct squeeze *s);

#endif
