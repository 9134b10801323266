/* SPDX-License-Identifier: MIT */
/* What the runs of two sides did: events added up by group, and by run and step. */
#ifndef NST_RUNTOTALS_H
#define NST_RUNTOTALS_H

#include "base/map.h"
#include "base/wide.h"
#include "gpu/rename.h"
#include "stream/event.h"

enum side { SIDE_OLD, SIDE_NEW, SIDE_COUNT };

/* What events may be grouped by; of arrays the last member, which is the innermost range. */
struct totalskey {
	const char *name; /* in --by, in tables, and of the column */
	enum event_key key;
	bool innermost;
	bool renamed;     /* it is a name */
};

/* A run: what one file tells of. */
struct totalsrun {
	const char *name; /* for messages; the caller's */
	enum side side;
	uint64_t events;  /* that count */
	uint64_t stepless; /* of these, in no step */
	bool stepped;     /* some are in one */
};

/* What is added up apart: a step of a run, or what is in no step of it. */
struct totalspart {
	uint32_t run;
	bool stepped;
	bool skipped; /* see ledgerskip */
	int64_t step;
};

/* A group in a part. */
struct totalscell {
	uint32_t group, part;
	uint64_t count;
	wide total; /* ns */
};

/* All zero but what is asked. */
struct runtotals {
	const struct totalskey *keys[8]; /* asked */
	size_t keycount;
	uint64_t types;      /* bits of those that count, with others; 0 for all */
	struct stringtable others; /* JSON strings: types that are not ours, likewise */
	struct stringtable seen;   /* those of them that came */
	struct renamerules renames;

	struct stringtable groups; /* for each key its value as JSON, or nothing, and a tab */
	struct totalsrun *runs;
	size_t runcount, runroom;
	struct totalspart *parts;
	size_t partcount, partroom;
	struct totalscell *cells;
	size_t cellcount, cellroom;
	struct map partsof; /* (run and whether it is a step, step) -> part */
	struct map cellsof; /* (group, part) -> cell */
	struct buf text;
};

/* Adds a key to group by, by its name, or ends the program; option is named in the message. */
void runtotalsby(struct runtotals *t, const char *option, struct span name);

/* Adds a type, or a family of types, that counts. */
void runtotalstype(struct runtotals *t, struct span name);

/* Begins a run. */
void runtotalsbegin(struct runtotals *t, const char *name, enum side side);

/* The integer keys of events that must have been decoded. */
unsigned runtotalswant(const struct runtotals *t);

/* Adds an event to the run begun last, if it has a duration and counts. */
void runtotalsevent(struct runtotals *t, const struct event *ev);

/* Adds a row of a table that nst-sum wrote as JSON, an object scanned before. False, with the
 * reason in *why, when it is none. */
bool runtotalsrow(struct runtotals *t, struct span row, struct buf *stack, const char **why);

/* Says which of the types that are not ours no event had. */
void runtotalsunseen(const struct runtotals *t);

/* Whether all runs have steps. */
bool runtotalsstepped(const struct runtotals *t);

/* Marks the first steps of each run, so many, those with the least numbers. */
void runtotalsskip(struct runtotals *t, size_t steps);

/* The value of a group for one of the keys asked, as JSON; no bytes when it has none. */
struct span runtotalsvalue(const struct runtotals *t, uint32_t group, size_t key);

void runtotalsfree(struct runtotals *t);

#endif
