/* SPDX-License-Identifier: MIT */
/* The steps of each process: when each began and ended. */
#ifndef NST_STEPS_H
#define NST_STEPS_H

#include <stdbool.h>

#include "base/map.h"

/* A step, half-open. */
struct onestep {
	int64_t ts, end; /* ns; of one that goes on the end is INT64_MAX */
	int64_t number;
};

struct stepprocess {
	int64_t pid;
	struct onestep *p; /* one after the other */
	size_t count, room;
};

/* All of them; all zero is none. */
struct steps {
	struct map ids; /* pid -> process */
	struct stepprocess *p;
	size_t count, room;
};

/* The steps of a process, made when it is new; valid until the next is. */
struct stepprocess *stepsof(struct steps *s, int64_t pid);

/* Adds a step, which begins no earlier than the last one of its process and ends that. Its number
 * is the one asked for if that is above the last one's, else the next; -1 asks for none. Returns
 * whether it got what it asked for. */
bool stepsadd(struct stepprocess *p, int64_t ts, int64_t end, int64_t number);

/* The step of a process at a time, ns; NULL when there is none. */
const struct onestep *stepsat(const struct steps *s, int64_t pid, int64_t ts);

void stepsfree(struct steps *s);

#endif
