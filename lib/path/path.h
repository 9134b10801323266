/* SPDX-License-Identifier: MIT */
/*
 * The critical path of a run: the chain of events that the run waited for. The terms of this room:
 *   work       an event of family GPU: a kernel, a graph, a copy (devicework.h)
 *   activity   a call or a range on a thread (threads.h)
 *   actor      the work or the thread that the path is on at a time
 *   step back  from an actor to the actor that let it begin or go on (walk.h)
 *   segment    a part of the path with one kind and one actor: a "path" event (segment.h)
 *   window     the time that the path explains (pathwindow.h)
 *
 * A first pass over the stream collects work and activities in the window. The path is found from
 * the end of the window back to its start. A second pass writes the stream again, with segments
 * added and events of the path marked.
 */
#ifndef NST_PATH_H
#define NST_PATH_H

#include "segment.h"
#include "stream/stage.h"

/* The stage of the second pass. All zero but stage is a path without segments; pathfree frees
 * it. */
struct pathstage {
	struct stage stage;
	struct segments segments;   /* in order of time */
	uint64_t *critical;         /* positions of events of the path, ascending */
	size_t criticalcount;
	size_t given, marked;       /* number of segments given, and of events marked */
	uint64_t position;          /* of the next event in the stream, headers not counted */
	int64_t latest;             /* the largest ts of the events before, ns */
	struct buf name, args, stack;
};

/* Makes the stage. The caller then sets segments. */
void pathinit(struct pathstage *p);

/* Collects the positions of the segments' events. Called once, after the segments are known. */
void pathready(struct pathstage *p);

void pathfree(struct pathstage *p);

/* nst-path with its options. */
extern const struct tool pathtool;

#endif
