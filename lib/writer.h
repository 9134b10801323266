/* SPDX-License-Identifier: MIT */
/* The last stage of a program that writes a stream again: records as lines on standard output. */
#ifndef NST_WRITER_H
#define NST_WRITER_H

#include "stage.h"

/* All zero but what writerinit sets. */
struct writer {
	struct stage stage;
	struct buf out;   /* written, and not yet flushed; outend ends it */
	uint64_t records; /* since the last end record */
};

void writerinit(struct writer *w);

#endif
