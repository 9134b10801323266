/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "launchindex.h"

void
launchindexmake(struct launchindex *l, struct pagepool *pool, const struct ranges *r,
    const struct calls *calls)
{
	size_t threads = r->count.threads, *at;

	*l = (struct launchindex){
		.calls = calls,
		.launches = { .pool = pool, .size = sizeof(uint32_t) },
	};
	l->start = xzalloc(threads + 1, sizeof(*l->start));
	for (uint32_t i = 0; i < calls->calls.count; i++, pagestrim(pool)) {
		if (!callat(calls, i)->launched)
			continue;
		l->start[callkind(calls, i)->thread + 1]++;
		pagedappend(&l->launches);
	}
	for (size_t i = 0; i < threads; i++)
		l->start[i + 1] += l->start[i];
	at = xzalloc(threads + 1, sizeof(*at));
	memcpy(at, l->start, (threads + 1) * sizeof(*at));
	for (uint32_t i = 0; i < calls->calls.count; i++, pagestrim(pool))
		if (callat(calls, i)->launched)
			*(uint32_t *)pagedwrite(
			    &l->launches, at[callkind(calls, i)->thread]++) = i;
	free(at);
}

/* Returns the number of launches of a thread before ts (ns). */
static size_t
launchcountbefore(const struct launchindex *l, uint32_t thread, int64_t ts)
{
	size_t low = l->start[thread], high = l->start[thread + 1];

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (callts(l->calls, *(const uint32_t *)pagedread(&l->launches, middle)) < ts)
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
	pagedfree(&l->launches);
	free(l->start);
}
