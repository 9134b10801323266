/* SPDX-License-Identifier: MIT */
/*
 * Reads ahead: a thread reads the lines of an input and parses them, while the thread of the stages
 * takes the records. It puts its records into the queue before it waits for more input.
 */
#ifndef NST_READAHEAD_H
#define NST_READAHEAD_H

#include "base/queue.h"
#include "batch.h"
#include "io/lines.h"

/* Records in the order of the input. */
struct readbatch {
	struct batch batch;
	uint64_t *lines; /* the number of each record's line, from 1 */
	size_t room;
	bool bad;                /* a line that is no record follows; it is the last one */
	struct parseerror error; /* of that line */
	struct buf line;         /* that line */
};

struct readahead {
	struct lines *lines;
	uint64_t line;  /* the number of the line that was read last */
	unsigned want;  /* bits of the integer keys to decode */
	bool stopped;   /* the thread's, until it has ended: lines may be left */
	bool taken;     /* the caller has a batch */
	struct queue queue;
	struct childthread reader;
	struct readbatch batches[BATCHES]; /* by slot of the queue */
	struct buf stack;                  /* the JSON scanner's */
};

/* Starts the thread, which reads the lines behind the one with the given number. Returns false if
 * there is no thread; then the lines stay the caller's. */
bool readaheadbegin(struct readahead *a, struct lines *lines, uint64_t line, unsigned want);

/* Returns the next records; the batch before becomes invalid. NULL at the end of the input, and
 * after an error, readaheadstop or a very long line. */
struct readbatch *readaheadnext(struct readahead *a);

/* Lets the thread read no more. The records that it has read follow. */
void readaheadstop(struct readahead *a);

/* Waits until the thread has ended, and frees its memory. To be called after readaheadnext has
 * returned NULL. The lines, and a->line, are the caller's again. */
void readaheadend(struct readahead *a);

#endif
