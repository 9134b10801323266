/* SPDX-License-Identifier: MIT */
/* The time from the beginning of a step to the beginning of the next step of its process. */
#ifndef NST_PACE_H
#define NST_PACE_H

#include "base/map.h"
#include "stream/stage.h"
#include "sum/tally/durations.h"

/* All zero but the stage is empty; pacefree frees it. */
struct pace {
	struct stage stage;
	struct map ids; /* pid -> index of processes */
	struct pacer *processes;
	size_t count, room;
	struct durations times;
	int64_t first; /* where the first step of any process begins, ns; none if count is 0 */
	bool unordered; /* an event came before the current step of its process */
};

/* Makes a stage that gives nothing on. A step begins with its first event on a host thread.
 * Projected ranges do not count: they are on a GPU, although they have the tid of their
 * launches. */
void paceinit(struct pace *p);

/* Sets the median, ns. Returns false if no process has two steps, or events were not in order. */
bool pacemedian(struct pace *p, wide *ns);

/* Sets the ends of the 95 % confidence interval of the median, ns. Returns false if there is no
 * median, or if there are fewer than six times, which give no such interval. */
bool paceinterval(struct pace *p, int64_t *low, int64_t *high);

void pacefree(struct pace *p);

#endif
