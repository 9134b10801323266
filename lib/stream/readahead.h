/* SPDX-License-Identifier: MIT */
/*
 * Reads ahead: threads read and parse the lines of an input, while the thread of the stages takes
 * the records. Each thread, the parser, takes some lines in its turn, parses them beside the other
 * parsers, and puts their records into a queue in its turn (ordered.h). Nothing that was read waits
 * for more input.
 */
#ifndef NST_READAHEAD_H
#define NST_READAHEAD_H

#include "base/ordered.h"
#include "base/queue.h"
#include "batch.h"
#include "io/lines.h"

enum { PARSERS_MAX = 4, READBATCHES = PARSERS_MAX + 3 };

/* Records in the order of the input. A line that is no event is a record, too: batchevent fails. */
struct readbatch {
	struct batch batch;
	uint64_t *lines; /* the number of each record's line in the batch, from 1 */
	size_t room;
	uint64_t count;    /* of lines */
	bool unterminated; /* the last line has no newline */
};

struct parser {
	struct readahead *ahead;
	uint64_t item; /* the number of the batch that it fills */
	struct childthread thread;
	struct buf stack; /* the JSON scanner's */
};

struct readahead {
	struct lines *lines; /* in the turn of a parser only */
	bool ended;          /* no more lines are to be read; in the turn of a parser only */
	unsigned want;       /* bits of the integer keys to decode */
	bool taken;          /* the caller has a batch */
	struct ordered ordered;
	struct queue queue;
	unsigned parsers; /* number of threads */
	struct parser parser[PARSERS_MAX];
	struct readbatch batches[READBATCHES]; /* by slot of the queue */
};

/* Starts the threads, as many as there are processors for. They read lines. Returns false if there
 * is no thread; then the lines stay the caller's. */
bool readaheadbegin(struct readahead *a, struct lines *lines, unsigned want);

/* Returns the next records; the batch before becomes invalid. NULL at the end of the input, and
 * after an error, readaheadstop or a very long line. */
struct readbatch *readaheadnext(struct readahead *a);

/* Lets the threads read no more. The records that they have read follow. */
void readaheadstop(struct readahead *a);

/* Waits until the threads have ended, and frees their memory. To be called after readaheadnext has
 * returned NULL. The lines are the caller's again: those behind the records were not read. */
void readaheadend(struct readahead *a);

#endif
