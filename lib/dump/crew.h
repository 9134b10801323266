/* SPDX-License-Identifier: MIT */
/*
 * Several readers of one profile at once, each on a thread and with a connection of its own. Time
 * is cut into slices of some ten thousand rows; each reader makes the records of every so manieth
 * slice and writes them when all earlier ones are written. The bytes are those that one reader
 * writes.
 */
#ifndef NST_CREW_H
#define NST_CREW_H

#include <stdint.h>

#include "progress.h"
#include "reader.h"

/* What was written. */
struct written {
	uint64_t rows;
	int64_t latest; /* ts of the last one, ns */
};

/* Opens so many readers of the file at path; crewclose frees. */
struct crew *crewopen(const char *path, const struct wanted *wanted, unsigned readers);

/* Finds the runs of all tables; the slices too. */
void crewruns(struct crew *crew, struct runs *runs);

/* Writes the records of all slices, which some runs have; what names things is announced by the
 * reader given. */
struct written crewrun(struct crew *crew, struct reader *first, const struct runs *runs,
    struct progress *progress, struct buf *out);

/* Adds what the readers found wrong with the tables to what the reader given has found. */
void crewcount(struct crew *crew, struct reader *first);

void crewclose(struct crew *crew);

#endif
