/* SPDX-License-Identifier: MIT */
/*
 * nst-merge: a k-way merge of event streams by time. Each input's times are shifted onto the clock
 * of the first input. Pids and GPU numbers that collide are changed. The terms of this room:
 *   input      stream or profile to merge (inputstream.h)
 *   shift      map from an input's clock to the common one, that of the first input
 *              (clockshift.h)
 *   alignment  method that found a shift: system clock, UTC, collectives, file (align.h,
 *              collectivealign.h)
 *   fit        shift estimated from the collectives of two ranks, and its residual (clockfit.h)
 *   leader     first input of a host; the others of that host are shifted with it
 *   label      name, rank and host of an input (inputlabel.h)
 *   renumber   give a process or GPU another number, since an earlier input uses its own
 *              (idallocator.h)
 *   patch      replacement of some bytes of a line; the others are copied
 */
#ifndef NST_MERGER_H
#define NST_MERGER_H

#include "base/err.h"
#include "base/map.h"
#include "clockshift.h"
#include "headerinfo.h"
#include "idallocator.h"
#include "inputlabel.h"
#include "inputstream.h"
#include "program/window.h"
#include "stream/timespan.h"

enum alignment { ALIGN_NONE, ALIGN_CLOCK, ALIGN_UTC, ALIGN_COLLECTIVES, ALIGN_FILE };

struct mergeinput {
	struct inputstream feed;
	struct headerinfo header;
	const struct inputlabel *label;
	/* indices in merger.hosts: one, or several if the input is a merged stream */
	uint32_t *hosts;
	size_t hostcount;
	struct clockshift shift;
	enum alignment alignedby; /* the source of shift */
	/* Start and duration of the current record on the common clock, ns. */
	int64_t at, length;
	/* Owner of the current record. A GPU's record has none: owned is false, and the fields
	 * below still belong to the record before it. */
	bool owned, none; /* none: the owner is no process, since there is no pid */
	bool names;       /* the current record describes the process */
	bool known;       /* the process has its number, and a record */
	int64_t pid;
	uint32_t process; /* index in merger.processes */
};

/* An entry of the heap: an input and the time of its current record, ns. */
struct heapentry {
	int64_t at;
	struct mergeinput *input;
};

/* A process of one input. */
struct inputprocess {
	int64_t number; /* pid in the output */
	bool told;      /* its record was written */
	bool absent;    /* the owner of records without pid; it stays without one */
};

/* All zero but for the options, which the caller sets. */
struct merger {
	struct mergeinput *inputs;
	size_t count;
	bool partial;
	struct window window;     /* --window, on the common clock */
	int64_t from, to;         /* the window in ns */
	struct timespan timespan; /* of all events, inside the window or not */
	bool touched;             /* some event is in the window */
	bool named;               /* hosts are written by their names */
	struct stringtable hosts; /* unique strings of hosts */
	struct stringtable hostnames; /* names of hosts in the output */
	uint32_t *shown;          /* by index of a host: its id in hostnames */
	size_t shownroom;
	struct idallocator pids, gpus;
	struct map processids;    /* (pid, input and has-pid bit) -> index in processes */
	struct inputprocess *processes;
	size_t processcount, processroom;
	struct map devices;       /* (GPU, input) -> id in the output */
	struct stringtable uuids; /* of GPUs */
	int64_t *uuidnumbers;     /* by id in uuids: GPU number in the output */
	size_t uuidroom;
	uint64_t renumbered;      /* number of renumbered processes */
	bool absent;              /* some input's records without pid stay without one */
	struct heapentry *heap;   /* min-heap of the inputs that have records left */
	size_t heapcount;
	struct buf out, scratch;
	struct buf stack;         /* scratch memory of the parser */
	uint64_t records;         /* number of records written */
	int64_t latest;           /* latest ts of an event, ns */
	bool failed;              /* an input is incomplete */
};

/* Opens the inputs and reads their headers and first records. Returns false if one is already
 * incomplete. There is one label for each path; the caller frees the labels. */
bool mergeropen(struct merger *m, char *const *paths, const struct inputlabel *labels, size_t count,
    const struct dumpoptions *options);

/* Writes the merged stream to standard output. The shifts must be set. */
enum status mergerrun(struct merger *m);

void mergerfree(struct merger *m);

#endif
