/* SPDX-License-Identifier: MIT */
/*
 * Tools behind each other in one process. A gate is a stage before each of them. It does to a
 * record what a pipe does, with a writer before it and a reader behind: what was set becomes part
 * of the line, lines are counted, and messages are those of the tool behind it. So each tool gives
 * what its program would.
 */
#ifndef NST_BOUNDARY_H
#define NST_BOUNDARY_H

#include "program/tool.h"

struct boundary {
	struct stage stage;
	const struct toolrun *use; /* the tool behind it */
	struct where where;        /* of the record at hand */
	int64_t latest;            /* the largest ts, ns */
	unsigned want;             /* bits of the integer keys that somebody behind it reads */
	struct buf line;           /* of the record at hand, where something of it was set */
};

/* All of them, by tool. Only one can be open. */
struct boundaries {
	struct boundary *p;
	size_t count;
	struct writer writer; /* behind the last tool, if that gives records */
};

/* Puts so many tools behind each other; the uses stay. What dies from now on in a thread that is
 * inside them ends those behind it, as a pipe does. Calls their beginning. */
void boundariesopen(struct boundaries *g, const struct toolrun *uses, size_t count);

/* The first stage. */
struct stage *boundariesfirst(const struct boundaries *g);

/* Ends the tools and standard output once a reading ended with that status, which it returns, or
 * FAILED. Frees all. */
enum status boundariesend(struct boundaries *g, enum status status);

/* Whether this thread is inside the tools; then die has to call boundariesflushfailed. */
bool boundariesinside(void);

/* Ends what is behind the tool at hand, which dies, and standard output. */
void boundariesflushfailed(void);

#endif
