/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "launchindex.h"
#include "waiters.h"

enum {
	/* launches of the calling thread for each launch of a thread that waits */
	LAUNCH_RATIO = 8,
	WAITING_TENTHS = 9 /* of a thread's launches inside another thread's ranges */
};

void
waitersadd(struct waiters *w, struct ranges *r, uint32_t number, const struct callplace *call)
{
	int64_t ts = call->ts, end = call->end;
	struct bounds own = { ts, end, { NULL, 0 } }, inner, outer;
	struct threadlist others;
	bool any = false;

	if (rangesalone(r, call->thread))
		return;
	others = rangesthreadsinside(r, call->thread, ts);
	for (size_t i = 0; i < others.count; i++) {
		uint32_t t = others.threads[i];

		if (t == call->thread || !rangesbounds(r, t, ts, end, &inner, &outer))
			continue;
		if (!any)
			rangesbounds(r, call->thread, ts, end, &outer, &own);
		any = true;
		*(struct waiter *)pagedappend(&w->all) = (struct waiter){
			.call = number,
			.thread = t,
			.from = inner.ts,
			.to = inner.end,
			.name = pagedintern(&r->names, inner.name),
			.since = own.ts,
			.nested = inner.ts <= own.ts && own.end <= inner.end,
		};
	}
}

/* Returns true if the second and third rules of waiters.h hold. */
static bool
seemstowait(const struct launchindex *l, const struct waiter *w, uint32_t caller)
{
	size_t own;

	if (!w->nested || launchcount(l, w->thread, w->since, w->to) > 0)
		return false;
	own = launchcount(l, w->thread, w->from, w->to);
	return own * LAUNCH_RATIO <= launchcount(l, caller, w->from, w->to);
}

/* For the fourth rule: the calling thread's launches inside ranges of another thread, and the
 * number of them that pass the rules before it. */
struct pair {
	size_t all, waits;
};

/* Keeps a waiter as the one at an index, which is not above its own. */
static void
keepwaiter(struct waiters *w, size_t index, const struct waiter *waiter)
{
	struct waiter copy = *waiter;

	*(struct waiter *)pagedwrite(&w->all, index) = copy;
}

void
waitersdecide(struct waiters *w, const struct ranges *r, const struct calls *calls)
{
	struct pagepool *pool = w->all.pool;
	struct launchindex launches;
	struct map ids = { 0 }; /* (caller, waiter) -> pair */
	struct pair *pairs;
	size_t room = 1, kept = 0;

	w->next = 0;
	if (w->all.count == 0)
		return;
	pairs = xmalloc(sizeof(*pairs));
	launchindexmake(&launches, pool, r, calls);
	for (size_t i = 0; i < w->all.count; i++, pagestrim(pool)) {
		const struct waiter *waiter = pagedread(&w->all, i);
		uint32_t caller = callkind(calls, waiter->call)->thread, *id;
		bool fresh;

		if (!callat(calls, waiter->call)->launched)
			continue;
		id = mapput(&ids, (struct mapkey){ caller, waiter->thread }, &fresh);
		if (fresh) {
			*id = (uint32_t)ids.used - 1;
			GROW(pairs, room, ids.used);
			pairs[*id] = (struct pair){ 0 };
		}
		pairs[*id].all++;
		if (!seemstowait(&launches, waiter, caller))
			continue;
		pairs[*id].waits++;
		keepwaiter(w, kept++, waiter);
	}
	w->all.count = 0;
	for (size_t i = 0; i < kept; i++, pagestrim(pool)) {
		const struct waiter *waiter = pagedread(&w->all, i);
		uint32_t caller = callkind(calls, waiter->call)->thread;
		const struct pair *pair =
		    &pairs[*mapget(&ids, (struct mapkey){ caller, waiter->thread })];

		if (pair->waits * 10 >= pair->all * WAITING_TENTHS)
			keepwaiter(w, w->all.count++, waiter);
	}
	mapfree(&ids);
	free(pairs);
	launchindexfree(&launches);
}

uint32_t
waitersnext(struct waiters *w, uint32_t call)
{
	for (; w->next < w->all.count; w->next++) {
		const struct waiter *waiter = pagedread(&w->all, w->next);

		if (waiter->call > call)
			break;
		if (waiter->call == call) {
			w->next++;
			return waiter->thread;
		}
	}
	return NONE;
}

void
waitersfree(struct waiters *w)
{
	pagedfree(&w->all);
	w->next = 0;
}
