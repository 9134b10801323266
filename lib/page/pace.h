/* SPDX-License-Identifier: MIT */
/* How long steps take: from the beginning of one to that of the next of its process. */
#ifndef NST_PACE_H
#define NST_PACE_H

#include "base/map.h"
#include "stream/stage.h"
#include "sum/stats.h"

/* All zero but the stage is no step so far; pacefree frees it. */
struct pace {
	struct stage stage;
	struct map ids; /* pid -> process */
	struct pacer *processes;
	size_t count, room;
	struct times times;
	bool unordered; /* an event came before the step that its process was in */
};

/* Makes a stage behind which nothing comes. A step begins with its first event on a thread; ranges
 * on a GPU, which have the thread that launched them, are none. */
void paceinit(struct pace *p);

/* The median, ns; false where no process has two steps, or events are not in order. */
bool pacemedian(struct pace *p, wide *ns);

void pacefree(struct pace *p);

#endif
