/* SPDX-License-Identifier: MIT */
/* The steps of each process, as intervals. */
#ifndef NST_STEPTABLE_H
#define NST_STEPTABLE_H

#include <stdbool.h>

#include "base/map.h"

/* A half-open interval [ts, end). */
struct stepinterval {
	int64_t ts, end; /* ns; end is INT64_MAX while the step is open */
	int64_t number;
};

struct stepprocess {
	int64_t pid;
	struct stepinterval *p; /* in order of time; they do not overlap */
	size_t count, room;
};

/* All zero is empty; steptablefree frees it. */
struct steptable {
	struct map ids; /* pid -> index in p */
	struct stepprocess *p;
	size_t count, room;
};

/* Returns the entry of a process, which is added if it is new. It is valid until another process is
 * added. */
struct stepprocess *steptableprocess(struct steptable *s, int64_t pid);

/* Appends a step, ts and end in ns, and ends the one before it at ts if it is longer. Numbers
 * increase: a number that does not is replaced by the next one. -1 also asks for the next one.
 * Returns false if the number was replaced. */
bool steptableadd(struct stepprocess *p, int64_t ts, int64_t end, int64_t number);

/* Returns the step of a process at a time, ns, or NULL if there is none. */
const struct stepinterval *steptablefind(const struct steptable *s, int64_t pid, int64_t ts);

void steptablefree(struct steptable *s);

#endif
