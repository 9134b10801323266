/* SPDX-License-Identifier: MIT */
/*
 * nst-merge: a k-way merge of event streams by time. The times of all inputs are shifted to the
 * common clock. Pids and GPU numbers that collide are changed. Each process record gets the host
 * and the rank of its process. The terms of this room:
 *   input           stream or profile to merge (inputstream.h)
 *   common clock    the clock of the first input
 *   shift           offset and drift from an input's clock to the common clock (clockshift.h)
 *   alignment       method that found a shift: system clock, UTC, collectives, file (align.h,
 *                   collectivealign.h)
 *   fit             shift estimated from the collectives of two ranks, and its residual
 *                   (clockfit.h)
 *   leader          first input of a host; the others of that host are shifted with it
 *   label           name, rank and host of an input (inputlabel.h)
 *   current record  record of an input that was read and not yet written
 *   pidless record  record without a pid, such as a counter of the whole machine
 *   process record  meta record that names a process; it precedes the other records of the process
 *   renumber        give a process or GPU another number, since an earlier input uses its own
 *                   (idallocator.h)
 *   patch           replacement of some bytes of a line; the others are copied
 */
#ifndef NST_MERGER_H
#define NST_MERGER_H

#include "base/err.h"
#include "base/map.h"
#include "clockshift.h"
#include "stream/header.h"
#include "idallocator.h"
#include "inputlabel.h"
#include "inputstream.h"
#include "program/window.h"
#include "stream/timespan.h"

enum alignment { ALIGN_NONE, ALIGN_CLOCK, ALIGN_UTC, ALIGN_COLLECTIVES, ALIGN_FILE };

struct mergeinput {
	struct inputstream reader;
	struct headerinfo header;
	const struct inputlabel *label;
	uint32_t *hosts; /* indexes into merger.hostids; several if the input was merged before */
	size_t hostcount;
	struct clockshift shift;
	enum alignment alignedby; /* the source of shift */
	/* The current record, on the common clock, ns. */
	int64_t ts, dur;
	int64_t first, last; /* ts of the first record, and the latest end of a record, likewise */
	/* The current record's owner: a process, or this input's group of pidless records. A GPU's
	 * record or a meta record has none if it is pidless; the fields below hasowner then still
	 * describe an earlier owner. */
	bool hasowner;
	bool pidless;
	bool isprocess;  /* the current record is a process record */
	bool introduced; /* the owner's process record is in the output */
	int64_t pid;
	uint32_t process; /* the owner's index in merger.processes, if introduced */
};

struct heapentry {
	int64_t ts; /* of the input's current record, ns */
	struct mergeinput *input;
};

/* A process of one input, or the pidless records of one input. */
struct mergedprocess {
	int64_t number;  /* the pid in the output */
	bool introduced; /* its process record is in the output */
	bool pidless;    /* its records stay without a pid */
};

/* The caller sets partial, window and usehostnames; the rest starts as zero. */
struct merger {
	struct mergeinput *inputs;
	size_t count;
	bool partial;         /* accept inputs without an end record */
	struct window window; /* --from and --to, on the common clock, relative to its start */
	int64_t from, to;     /* the same, resolved, ns */
	struct timespan timespan; /* of all events, inside and outside the window */
	bool touched;         /* an event is in the window */
	bool numbered;        /* the user knows that ranks are the order of inputs */
	bool usehostnames;    /* --hosts: write names of hosts, not numbers */
	struct stringtable hostids;   /* strings that identify the hosts */
	struct stringtable hostnames; /* names of hosts in the output */
	uint32_t *hostlabels;         /* index in hostids -> index in hostnames */
	size_t hostlabelsroom;
	struct idallocator pids, gpus;
	struct map processids; /* (pid, input and pidless) -> index in processes */
	struct mergedprocess *processes;
	size_t processcount, processroom;
	struct map gpuids; /* (GPU, host or input) -> index in gpunumbers */
	struct stringtable gpuuids; /* the UUIDs that gpunumbers belongs to */
	int64_t *gpunumbers;        /* by index in gpuuids: the GPU's number in the output */
	size_t gpunumbersroom;
	uint64_t renumbered;    /* number of processes with a new pid */
	bool pidlesstaken;      /* one input's pidless records stay so; those of others get a pid */
	struct heapentry *heap; /* inputs that have a current record, the earliest first */
	size_t heapcount;
	struct buf out, scratch;
	struct buf stack; /* the scanner's */
	uint64_t records; /* number of records written */
	int64_t latest;   /* ts of the latest record written, ns */
	bool failed;      /* an input was incomplete */
};

/* Opens all inputs and reads each up to its first event. Returns false if an input is incomplete
 * before that. The caller keeps the labels until mergerfree. */
bool mergeropen(struct merger *m, char *const *paths, const struct inputlabel *labels, size_t count,
    const struct dumpoptions *options);

/* Merges the inputs to standard output. The inputs must have their shifts. */
enum status mergerrun(struct merger *m);

void mergerfree(struct merger *m);

#endif
