/* SPDX-License-Identifier: MIT */
/* The last stage of a program that writes a stream again: records as lines on standard output. */
#ifndef NST_WRITER_H
#define NST_WRITER_H

#include "base/err.h"
#include "stage.h"

/* All zero but what writerinit sets. */
struct writer {
	struct stage stage;
	struct buf out;   /* written, and not yet flushed */
	uint64_t records; /* since the last end record */
};

/* Makes the stage; it is the program that writes a stream (outstream). */
void writerinit(struct writer *w);

/* Ends standard output, for a program with a status; returns the status to exit with. */
enum status writerend(struct writer *w, enum status status);

#endif
