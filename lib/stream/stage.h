/* SPDX-License-Identifier: MIT */
/*
 * A stage: what a program does to the events of a stream. It takes records and gives records to the
 * stage behind it, in memory; text is read before the first stage (stream.h) and written by the
 * last one: lines again (writer.h), a trace, a table. So a stage can be tested without a process,
 * and two can stand in one. It is the first member of a struct in its room, which has all that it
 * knows.
 */
#ifndef NST_STAGE_H
#define NST_STAGE_H

#include "event.h"

struct stage {
	unsigned want; /* bits of the integer keys that it reads */

	/* Before the first record; may be NULL. */
	void (*begin)(struct stage *);

	/* Takes a header record; NULL passes it on. */
	void (*header)(struct stage *, struct event *);

	/* Takes each record but header and end; it may set keys. */
	void (*event)(struct stage *, struct event *);

	/* After the last event: gives what it still has; may be NULL. */
	void (*finish)(struct stage *);

	/* In place of that, behind an input that went wrong: gives what it took and could give at
	 * once; may be NULL. */
	void (*stop)(struct stage *);

	/* Takes an end record: the latest ts read, ns, and whether the input was cut; NULL passes
	 * it on. */
	void (*end)(struct stage *, int64_t latest, bool partial);

	struct stage *next; /* takes what it gives; NULL behind the last */
};

/* Gives a record to the next stage. */
static inline void
stagegive(struct stage *s, struct event *ev)
{
	s->next->event(s->next, ev);
}

/* The integer keys that some stage from this one on reads. */
unsigned stagewant(const struct stage *first);

/* The last of the stages from this one on. */
struct stage *stagelast(struct stage *first);

/* Calls what the stages from this one on have for the beginning, a header, the end of the events, a
 * bad end, an end record: in their order, so that what one gives reaches the next before that
 * finishes. */
void stagebegin(struct stage *first);
void stageheader(struct stage *first, struct event *ev);
void stagefinish(struct stage *first);
void stagestop(struct stage *first);
void stageend(struct stage *first, int64_t latest, bool partial);

#endif
