/* SPDX-License-Identifier: MIT */
/* The stage of nst-step: each event gets the number of the step of its process that it belongs to.
 */
#ifndef NST_STEP_H
#define NST_STEP_H

#include "names.h"
#include "steps.h"
#include "stream/stage.h"

struct step {
	struct stage stage;
	struct stepnames names; /* of ranges that are steps; none where the steps are known */
	struct steps steps;
	const char *path;       /* of the stream, for messages */

	struct stepranges *ranges; /* by the number of the process in steps */
	size_t rangesroom;
	bool asked;       /* the names are the user's */
	bool linked;      /* the stream is */
	bool unlinked;    /* if it is not, that matters: a GPU did something */
	bool renumbered;  /* a step did not get the number in its name */
	bool elsewhere;   /* other threads of a process have such ranges */
	struct buf scratch;
};

/* Makes a stage; the names or the steps are the caller's to fill in. stepfree frees it. */
void stepinit(struct step *s);

void stepfree(struct step *s);

/* nst-step with its options. */
extern const struct tool steptool;

#endif
