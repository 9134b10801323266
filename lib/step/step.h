/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-step. It sets the key "step" of each event to the number of its step. The terms
 * of this room:
 *   step    one iteration of a training loop in one process: an interval and a number (steptable.h)
 *   range   NVTX range whose name matches a pattern is a step (rangenames.h)
 *   launch  GPU events belong to the step of their launch, not of their start
 *   loop    sequence of launches that repeats; with --auto its periods are the steps
 *           (loopdetector.h)
 */
#ifndef NST_STEP_H
#define NST_STEP_H

#include "rangenames.h"
#include "steptable.h"
#include "stream/stage.h"

struct step {
	struct stage stage;
	struct rangenames names; /* of ranges that are steps; empty with --auto */
	struct steptable steps;
	const char *path;        /* of the stream, for messages */

	struct stepranges *ranges; /* by index of the process in steps.p */
	size_t rangesroom;
	bool quiet;        /* print nothing if there are no steps */
	bool usernames;    /* --range was given */
	bool linked;       /* nst-link has linked the stream */
	bool hasgpuevents;
	bool renumbered;   /* some step has another number than its name */
	bool otherthreads; /* ranges of further threads have matching names, too */
	struct heldcopy *held; /* events at the latest ts, whose step may still begin at this ts */
	size_t heldcount, heldroom;
	int64_t now; /* the ts of the held events, ns */
	struct buf scratch;
};

/* Makes a stage. The caller then adds names, or the steps themselves. stepfree frees it. */
void stepinit(struct step *s);

void stepfree(struct step *s);

/* nst-step with its options. */
extern const struct tool steptool;

#endif
