/* SPDX-License-Identifier: MIT */
/* Adds up the events of runs by group and part. diff.h has a glossary. */
#ifndef NST_RUNTOTALS_H
#define NST_RUNTOTALS_H

#include "base/map.h"
#include "base/wide.h"
#include "batches.h"
#include "gpu/groupname.h"
#include "gpu/rename.h"
#include "program/clip.h"
#include "runwork.h"
#include "stream/event.h"
#include "totalsgroups.h"
#include "totalsspill.h"

enum side { SIDE_OLD, SIDE_NEW, SIDE_COUNT };

/* A key. Of an array the last member counts, which is the innermost range. */
struct totalskey {
	const char *name; /* in --by and of the column */
	enum event_key key;
	bool innermost;
	bool renamed; /* its values are group names; --rename applies to them */
};

/* A run. */
struct totalsrun {
	const char *name; /* for messages; owned by the caller */
	enum side side;
	uint64_t events;   /* number of events that count */
	uint64_t stepless; /* number of events outside all steps */
	bool stepped;      /* some events are in a step */
	bool table;        /* it is a table that describes itself */
	bool windowed;     /* it is cut to a window */
	struct filtered filtered; /* what filters removed before */
	struct worktimes times[WORK_PARTS];
	const char *names; /* the style of its names of kernels; NULL if unknown */
	uint32_t patterns; /* number of the patterns of --event in runtotals.patterns */
};

/* A part of a run: a step, or the events outside all steps. */
struct totalspart {
	uint32_t run;
	bool stepped;
	bool skipped; /* by runtotalsskip */
	int64_t step;
};

/* A group in a part. */
struct totalscell {
	uint32_t group, part;
	uint64_t count;
	wide total; /* ns */
};

/* The calls of a group in a run. Rows of tables have none, since they do not tell single calls. */
struct totalscalls {
	uint32_t group, run;
	struct batches batches;
};

/* An event that may cross an edge of its run's window. */
struct totalsevent {
	uint32_t values; /* in runtotals.deferredvalues */
	bool stepped;
	int64_t step;
	int64_t ts, dur; /* ns */
};

/* All zero, except the fields that the options set. If the groups were spilled, those in memory are
 * some of all. */
struct runtotals {
	const struct totalskey *keys[8]; /* of --by */
	size_t keycount;
	uint64_t types;            /* bits of the types that count besides others; 0 for all */
	struct stringtable others; /* JSON strings: types of --type that nst does not know */
	struct stringtable seen;   /* those of them that events had */
	struct groupnamer namer; /* of the last run; its style is an option */
	size_t skip;             /* number of steps that runs leave out */
	const char *dumpnames;   /* the value of nst-dump --names for profiles */
	struct renamerules renames; /* of group names */
	struct totalsspill spill; /* its limit is an option */
	struct stringtable patterns; /* lists of patterns, as JSON; the first is empty */

	struct stringtable
	    groups; /* the JSON value of each key, or nothing, each with a tab behind it */
	struct totalsrun *runs;
	size_t runcount, runroom;
	struct totalspart *parts;
	size_t partcount, partroom;
	struct totalscell *cells;
	size_t cellcount, cellroom;
	struct totalscalls *calls;
	size_t callscount, callsroom;
	size_t batchbytes; /* that the batches of calls have allocated */
	struct stringtable deferredvalues; /* as groups; some may never become a group */
	struct totalsevent *deferred;      /* events of the last run */
	size_t deferredcount, deferredroom;
	struct map partsof; /* (run and whether it is a step, step) -> index of the part */
	struct map cellsof; /* (group, part) -> index of the cell */
	struct map callsof; /* (group, run) -> index in calls */
	struct buf text;
};

/* Adds a key by its name. Ends the program if there is none; the message names option. */
void runtotalsby(struct runtotals *t, const char *option, struct span name);

/* Adds a type, or a family of types, to those that count. */
void runtotalstype(struct runtotals *t, struct span name);

/* Begins a run. */
void runtotalsbegin(struct runtotals *t, const char *name, enum side side);

/* Returns the integer keys that must have been decoded. */
unsigned runtotalswant(const struct runtotals *t);

/* Adds an event to the last run, if it has a duration and its type counts. Of an event that may
 * cross an edge of the run's window, runtotalsflush adds the part inside. */
void runtotalsevent(struct runtotals *t, const struct clip *clip, const struct event *ev);

/* Adds the deferred events of the last run. Its window must be final. */
void runtotalsflush(struct runtotals *t, const struct clip *clip);

/* Adds a row of a table of nst-sum --json, a valid JSON object. Returns false and sets *why if it
 * is no such row. A table that describes itself has other records too, which do not count. */
bool runtotalsrow(struct runtotals *t, struct span row, struct buf *stack, const char **why);

/* Warns of types of --type that nst does not know and that no event had. */
void runtotalsunseen(const struct runtotals *t);

/* Returns true if all runs have steps. */
bool runtotalsstepped(const struct runtotals *t);

/* Marks the first steps of each run, those with the least numbers, as skipped. */
void runtotalsskip(struct runtotals *t, size_t steps);

/* Returns the value of a group for a key as JSON, empty if it has none. */
struct span runtotalsvalue(const struct runtotals *t, uint32_t group, size_t key);

void runtotalsfree(struct runtotals *t);

#endif
