/* SPDX-License-Identifier: MIT */
/*
 * A chain: tools one after the other in one process. The terms of this room:
 *
 *   tool      a program as others see it: its options, and the stages that they make (tool.h)
 *   boundary  a stage before each tool. It does to a record what a pipe between two programs does:
 *             values that were set become part of the line if the tool reads lines, lines are
 *             counted, and messages have the name of the tool after it. So each tool gives the
 *             output of its program.
 *   handover  gives the records of nst-dump to the chain in a second thread (handover.h)
 *   crossing  gives the records of some tools to the next ones in a thread more (crossing.h)
 */
#ifndef NST_BOUNDARY_H
#define NST_BOUNDARY_H

#include "crossing.h"
#include "program/tool.h"

struct boundary {
	struct stage stage;
	const struct toolrun *use; /* the tool after it */
	struct errcontext inside;  /* the context of messages of that tool */
	struct crossing *crossing; /* in front of it; NULL if both tools run in one thread */
	struct where where;        /* of the current record */
	int64_t latest;            /* the largest ts, ns */
	unsigned want;             /* bits of the integer keys that a stage after it reads */
	bool valuesonly;           /* the tool reads no line of an event */
	struct buf line;           /* of the current record, if a value of it was set */
};

/* The boundaries of a chain, by tool. A process has one chain. */
struct boundaries {
	struct boundary *p;
	size_t count;
	struct writer writer; /* after the last tool, if that gives records */
};

/* Returns the number of threads for count tools, by the number of processors. */
unsigned boundariesthreads(size_t count);

/* Makes a chain of count tools and begins it; it keeps the uses. It may start threads. If a tool
 * ends the program, the tools after it end as they would after a closed pipe. */
void boundariesopen(struct boundaries *g, const struct toolrun *uses, size_t count);

/* The first stage. */
struct stage *boundariesfirst(const struct boundaries *g);

/* Ends the tools and standard output, after a reading that ended with a status. Returns the status,
 * or FAILED. Frees the chain. */
enum status boundariesend(struct boundaries *g, enum status status);

/* Returns true if this thread is in a tool of the chain; then die has to call
 * boundariesflushfailed. */
bool boundariesinside(void);

/* Ends the tools after the current one, which dies, and standard output. */
void boundariesflushfailed(void);

#endif
