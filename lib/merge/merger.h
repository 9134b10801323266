/* SPDX-License-Identifier: MIT */
/*
 * Merges streams into one, in order of time: moves each onto the clock of the first, gives
 * processes and GPUs numbers of their own where several inputs use one, and says in the record of
 * each process where it was.
 */
#ifndef NST_MERGER_H
#define NST_MERGER_H

#include "base/err.h"
#include "base/map.h"
#include "intake.h"
#include "number.h"
#include "origin.h"
#include "program/window.h"
#include "shift.h"
#include "stream/timespan.h"
#include "tags.h"

/* What an input was moved by. */
enum alignment { ALIGN_NONE, ALIGN_CLOCK, ALIGN_UTC, ALIGN_COLLECTIVES, ALIGN_FILE };

/* An input. */
struct incoming {
	struct intake feed;
	struct origin facts;
	const struct tag *tag;
	uint32_t *hosts; /* numbers of its hosts, in merger.hosts: one, or those merged before */
	size_t hostcount;
	struct shift shift;
	enum alignment by;
	/* Of the record at hand, on the common clock, ns. */
	int64_t at, length;
	/* Whose the record at hand is; of a GPU's it is nobody's, and the rest the one before. */
	bool owned, none; /* none: it has no process */
	bool names;       /* it is the record of a process */
	bool known;       /* the process has its number, and a record */
	int64_t pid;
	uint32_t person; /* in merger.persons */
};

/* An input with the time of its record at hand, ns. */
struct turn {
	int64_t at;
	struct incoming *input;
};

/* A process of one input. */
struct person {
	int64_t number; /* in the output */
	bool told;      /* its record was written */
	bool absent;    /* the number of what has no process: none */
};

/* All zero but what mergerinit sets. */
struct merger {
	struct incoming *inputs;
	size_t count;
	bool partial;
	struct window window;   /* what is kept, on the common clock; not before the end */
	int64_t from, to;       /* the same, ns */
	struct timespan timespan;   /* of all events, kept or not */
	bool touched;           /* an event is in the window */
	bool named;             /* hosts are called by their names */
	struct stringtable hosts; /* what tells them apart */
	struct stringtable hostnames; /* as they are written */
	uint32_t *shown;        /* by number of a host, its name in hostnames */
	size_t shownroom;
	struct numbering pids, gpus;
	struct map people; /* (pid, input and whether there is a pid) -> number of a person */
	struct person *persons;
	size_t personcount, personroom;
	struct map devices; /* (GPU, input) -> its number in the output, in gpunumbers */
	struct stringtable uuids; /* of GPUs, with their numbers in the output */
	int64_t *uuidnumbers;
	size_t uuidroom;
	uint64_t renumbered; /* processes */
	bool absent;         /* an input has what has no process, and keeps it so */
	struct turn *heap;   /* the inputs that still have records, the earliest one first */
	size_t heapcount;
	struct buf out, scratch;
	struct buf stack; /* the scanner's */
	uint64_t records;
	int64_t latest; /* ts of an event, ns */
	bool failed;    /* an input was not whole */
};

/* Opens inputs and reads their headers and first records; false when one is not even that far
 * whole. labels are those of the paths, and the caller's. */
bool mergeropen(struct merger *m, char *const *paths, const struct tag *labels, size_t count,
    const struct intakeasks *asks);

/* Writes all to standard output, once the inputs have their shifts. */
enum status mergerrun(struct merger *m);

void mergerfree(struct merger *m);

#endif
