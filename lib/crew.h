/* SPDX-License-Identifier: MIT */
/*
 * Several readers of one profile at once. Time is cut into slices of some ten thousand rows; each reader, on a thread and with a connection of its own, makes the records
 * of every so manieth slice and writes them when all earlier slices are written. The bytes are those that one reader writes.
 */
#ifndef NST_CREW_H
#define NST_CREW_H

#include <stdint.h>

#include "reader.h"

/* How many rows a slice has, about: enough that starting on one costs little, few enough to be kept until it is its turn. */
enum { CREW_SLICE = 32768 };

/* What was written. */
struct tally {
	uint64_t rows;
	int64_t latest; /* ts of the last one, ns */
};

/* Writes the records of all slices with so many readers, two or more, of the file that first has open: its meta knows what was announced, and its tables get the counts. */
struct tally crewrun(struct reader *first, const struct runs *runs, unsigned readers, struct buf *out);

#endif
