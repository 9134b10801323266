/* SPDX-License-Identifier: MIT */
/* When each thread launched something: how often it did between two times is found by halves. */
#ifndef NST_LAUNCHES_H
#define NST_LAUNCHES_H

#include "call.h"

struct launches {
	const struct calls *calls;
	uint32_t *numbers; /* in order, those of a thread behind those of the one before it */
	size_t *start;     /* of each thread in numbers, and where the last one ends */
};

/* Takes the calls that launched something, which must not change; launchesfree frees it. */
void launchesread(struct launches *l, const struct scopes *s, const struct calls *calls);

/* How many launches a thread made from one time to another, ns, both included. */
size_t launchesof(const struct launches *l, uint32_t thread, int64_t from, int64_t to);

void launchesfree(struct launches *l);

#endif
