/* SPDX-License-Identifier: MIT */
/*
 * Replays a run with changed times. The terms of this room:
 *   change      what the user wants to be different (changes.h)
 *   moment      a time at which the run can be late: an activity begins or ends on a thread, or GPU
 *               work begins or ends
 *   new time    the time of a moment in the replayed run
 *   edge        a moment that another one waits for, and the time between them
 *
 * The moments are taken in the order of the profile, which is an order of their edges, too. The new
 * time of each is the latest that an edge gives. An edge that decided in the profile keeps the time
 * between its moments; other edges keep at most that, so that the replay of an unchanged run gives
 * the times of the profile.
 */
#ifndef NST_REPLAY_H
#define NST_REPLAY_H

#include "changes.h"
#include "path/collect.h"

/* The new times of a GPU work, ns. */
struct newwork {
	int64_t ts, end;
};

struct replay {
	const struct collect *run;  /* collected, and not walked */
	struct changes *changes;
	struct newwork *work;       /* by index of work */
	int64_t **threads;          /* by thread and change: its new time, ns */
	double *factors;            /* by activity: of its own time */
	bool *launches;             /* by activity: it launches work */
	uint32_t *mains;            /* by thread: the one of its process that launches most */
	int64_t latency;            /* median from a launch to work that only waited for it, ns */
	int64_t shift;              /* the longest time by which a moment moved, ns */
	int64_t before, after;      /* length of the run, and of the replayed run, ns */
};

/* Replays a run. The caller has set run and changes; replayfree frees the rest. */
void replayrun(struct replay *r);

/* Returns the new time of a moment of a thread, ns. */
int64_t replaytime(const struct replay *r, uint32_t thread, int64_t ts);

void replayfree(struct replay *r);

/* nst-replay with its options. */
extern const struct tool replaytool;

#endif
