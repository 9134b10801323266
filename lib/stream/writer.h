/* SPDX-License-Identifier: MIT */
/* The last stage of a program whose output is a stream: writes records as lines to standard
 * output. */
#ifndef NST_WRITER_H
#define NST_WRITER_H

#include "base/err.h"
#include "stage.h"

/* Made by writerinit. */
struct writer {
	struct stage stage;
	struct buf out;   /* lines that are not written yet */
	uint64_t records; /* number of records since the last end record */
};

/* Makes the stage. The caller has declared the output with outstream. */
void writerinit(struct writer *w);

/* Closes standard output. Returns the given status, or FAILED if the output could not be
 * written. */
enum status writerend(struct writer *w, enum status status);

#endif
