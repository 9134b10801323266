/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "launches.h"

void
launchesread(struct launches *l, const struct scopes *s, const struct calls *calls)
{
	size_t threads = s->count.threads, *at;

	l->calls = calls;
	l->start = xzalloc(threads + 1, sizeof(*l->start));
	for (uint32_t i = 0; i < calls->count; i++)
		l->start[callkind(calls, i)->thread + 1] += calls->p[i].launched;
	for (size_t i = 0; i < threads; i++)
		l->start[i + 1] += l->start[i];
	l->numbers = xzalloc(l->start[threads], sizeof(*l->numbers));
	at = xzalloc(threads + 1, sizeof(*at));
	memcpy(at, l->start, (threads + 1) * sizeof(*at));
	for (uint32_t i = 0; i < calls->count; i++)
		if (calls->p[i].launched)
			l->numbers[at[callkind(calls, i)->thread]++] = i;
	free(at);
}

/* How many launches of a thread come before a time, ns. */
static size_t
launchesbefore(const struct launches *l, uint32_t thread, int64_t ts)
{
	size_t low = l->start[thread], high = l->start[thread + 1];

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (callts(l->calls, l->numbers[middle]) < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low - l->start[thread];
}

size_t
launchesof(const struct launches *l, uint32_t thread, int64_t from, int64_t to)
{
	size_t all = l->start[thread + 1] - l->start[thread];

	return (to == INT64_MAX ? all : launchesbefore(l, thread, to + 1)) - launchesbefore(l,
	    thread, from);
}

void
launchesfree(struct launches *l)
{
	free(l->numbers);
	free(l->start);
	*l = (struct launches){ 0 };
}
