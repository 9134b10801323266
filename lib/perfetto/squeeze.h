/* SPDX-License-Identifier: MIT */
/* A trace whose packets are compressed, some thousands at a time, in packets around them: Perfetto
 * reads it like any other. */
#ifndef NST_SQUEEZE_H
#define NST_SQUEEZE_H

#include "compress.h"
#include "perfetto.h"

struct squeeze {
	struct perfetto *perfetto;
	struct compressor compressor;
	size_t whole;   /* bytes of out that are whole packets */
	struct buf out; /* compressed, and not yet flushed; outend ends it */
};

/* Takes what the stage writes from now on, and writes it to standard output. Before the stage
 * begins. */
void squeezebegin(struct squeeze *s, struct perfetto *p);

/* Takes the rest, and frees what the stage still had of its output. */
void squeezeend(struct squeeze *s);

#endif
