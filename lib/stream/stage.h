/* SPDX-License-Identifier: MIT */
/*
 * A program is a chain of stages behind each other:
 *
 *   event   one record of the stream: an object of NDJSON (event.h)
 *   stage   takes events and gives events to the next stage, in memory
 *   reader  parses the text of a stream into events for the first stage (stream.h)
 *   writer  a last stage that writes events as lines (writer.h); others write a trace or a table
 *
 * A stage is the first member of a struct with its state, so that the functions below can cast. It
 * can be tested without a process, and nst-chain runs the stages of several programs in one
 * process.
 */
#ifndef NST_STAGE_H
#define NST_STAGE_H

#include "event.h"

/* An end record. */
struct streamend {
	int64_t latest;      /* the largest ts of the stream, ns */
	bool partial;        /* the input was truncated, and the user accepted that */
	struct span skipped; /* the object "skipped" (skipped.h); empty if there is none */
};

struct stage {
	unsigned want; /* bits of the integer keys that it reads */

	/* Called before the first record; may be NULL. */
	void (*begin)(struct stage *);

	/* Takes a header record; NULL passes it to the next stage. */
	void (*header)(struct stage *, struct event *);

	/* Takes each record except header and end records. It may set keys and pass the event
	 * on. */
	void (*event)(struct stage *, struct event *);

	/* Called after the last event: gives the events that it still holds. May be NULL. */
	void (*finish)(struct stage *);

	/* Called instead of finish if the input is damaged or truncated: gives only the events that
	 * are complete without the rest of the input. May be NULL. */
	void (*stop)(struct stage *);

	/* Takes an end record; NULL passes it to the next stage. */
	void (*end)(struct stage *, const struct streamend *end);

	struct stage *next; /* takes the events that this one gives; NULL after the last stage */
	int64_t latest;     /* the largest ts of the input, ns, also of end records; set before
	                     * finish */

	/* If a first stage sets sated, it drops all events whose ts is lateness or later. The
	 * reader may then pass over these, and check no more of their lines than the type. Control
	 * records still reach the stage. */
	bool sated;
	int64_t lateness; /* ns */

	/* A first stage sets this if it needs no more records. The reader then calls stop. */
	bool enough;

	/* It reads the values of events, but no line: keys that were set may be missing there. */
	bool valuesonly;
};

/* Gives an event to the next stage. */
static inline void
stagegive(struct stage *s, struct event *ev)
{
	s->next->event(s->next, ev);
}

/* Returns the bits of the integer keys that any stage of the chain reads. */
unsigned stagewant(const struct stage *first);

/* Returns true if all stages of the chain read values only. */
bool stagevaluesonly(const struct stage *first);

/* Returns the last stage of the chain. */
struct stage *stagelast(struct stage *first);

/* Each calls one function of all stages of the chain, in order, so that the events that one stage
 * gives in finish reach the next stage before that finishes. stageheader and stageend call only the
 * first stage that has the function. */
void stagebegin(struct stage *first);
void stageheader(struct stage *first, struct event *ev);
void stagefinish(struct stage *first, int64_t latest);
void stagestop(struct stage *first);
void stageend(struct stage *first, const struct streamend *end);

#endif
