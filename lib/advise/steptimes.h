/* SPDX-License-Identifier: MIT */
/* The time of each step on one GPU, from the states of the GPU. */
#ifndef NST_STEPTIMES_H
#define NST_STEPTIMES_H

#include "base/map.h"

/* Parts of a step; they add up to its time. */
enum steppart { STEP_COMPUTE, STEP_COMM, STEP_COPY, STEP_IDLE, STEP_PARTS };

/* Steps of one GPU that are kept. If there are more, rules about steps find nothing. */
enum { STEPS_MAX = 1 << 16 };

struct steptime {
	int64_t number;            /* the key "step" */
	int64_t ts, end;           /* its first and last state, ns */
	int64_t parts[STEP_PARTS]; /* ns */
};

/* All zero is empty; steptimesfree frees it. */
struct steptimes {
	struct map numbers; /* number of a step -> index in p */
	struct steptime *p; /* in order of their first states */
	size_t count, room;
	bool full; /* there were more than STEPS_MAX */
};

/* Adds a state of a step, from ts to end, ns. */
void steptimesadd(
    struct steptimes *s, int64_t step, enum steppart part, int64_t ts, int64_t end);

/* Returns the time of a step, ns. */
int64_t steptimetotal(const struct steptime *s);

/* Returns the median time of the steps from the second on, ns; the lower one of two. There must be
 * at least two steps. */
int64_t steptimesmedian(const struct steptimes *s);

/* Sets *part to the part in which a step exceeds the mean of the other steps most, and returns by
 * how much, ns. */
int64_t steptimesreason(const struct steptimes *s, size_t step, enum steppart *part);

void steptimesfree(struct steptimes *s);

#endif
