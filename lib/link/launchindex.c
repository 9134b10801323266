/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "launchindex.h"

void
launchindexmake(struct launchindex *l, const struct ranges *r, const struct calls *calls)
{
	size_t threads = r->count.threads, *at;

	l->calls = calls;
	l->start = xzalloc(threads + 1, sizeof(*l->start));
	for (uint32_t i = 0; i < calls->count; i++)
		l->start[callkind(calls, i)->thread + 1] += calls->p[i].launched;
	for (size_t i = 0; i < threads; i++)
		l->start[i + 1] += l->start[i];
	l->launches = xzalloc(l->start[threads], sizeof(*l->launches));
	at = xzalloc(threads + 1, sizeof(*at));
	memcpy(at, l->start, (threads + 1) * sizeof(*at));
	for (uint32_t i = 0; i < calls->count; i++)
		if (calls->p[i].launched)
			l->launches[at[callkind(calls, i)->thread]++] = i;
	free(at);
}

/* Returns the number of launches of a thread before ts (ns). */
static size_t
launchcountbefore(const struct launchindex *l, uint32_t thread, int64_t ts)
{
	size_t low = l->start[thread], high = l->start[thread + 1];

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (callts(l->calls, l->launches[middle]) < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low - l->start[thread];
}

size_t
launchcount(const struct launchindex *l, uint32_t thread, int64_t from, int64_t to)
{
	size_t all = l->start[thread + 1] - l->start[thread];

	return (to == INT64_MAX ? all : launchcountbefore(l, thread, to + 1)) - launchcountbefore(l,
	    thread, from);
}

void
launchindexfree(struct launchindex *l)
{
	free(l->launches);
	free(l->start);
	*l = (struct launchindex){ 0 };
}
