/* SPDX-License-Identifier: MIT */
/* The window of a path that a step or a range names: from its begin to the end of the last work
 * that was launched in it. */
#ifndef NST_PATHWINDOW_H
#define NST_PATHWINDOW_H

#include "base/map.h"
#include "base/pattern.h"
#include "stream/stage.h"

enum whichstep { STEP_NONE, STEP_NUMBER, STEP_FIRST, STEP_SLOWEST };

/* A step of one process; times in ns. */
struct stepwindow {
	int64_t pid, number;
	int64_t start;   /* of its first call or range */
	int64_t hostend; /* the latest end of its calls of CUDA and ranges */
	int64_t workend; /* the latest end of its GPU work */
};

/* A stage that gives no events. The caller sets which, number and range. */
struct pathwindow {
	struct stage stage;
	enum whichstep which;
	int64_t number;       /* of STEP_NUMBER */
	struct pattern range; /* of names of ranges; no code if none was given */
	bool hasrange;

	struct map ids;       /* (pid, step) -> index in steps */
	struct stepwindow *steps;
	size_t count, room;
	bool found;           /* a range matched */
	int64_t pid;          /* of the range */
	int64_t start, end, workend; /* of the range, ns */
	int64_t first, last;  /* of all records, ns: --to -1s is before the last */
	struct buf scratch;
};

/* Makes the stage. */
void pathwindowinit(struct pathwindow *w);

/* Sets the window, ns. Returns false if there is no such step or range. */
bool pathwindowget(struct pathwindow *w, int64_t *from, int64_t *to);

void pathwindowfree(struct pathwindow *w);

#endif
