/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "across.h"
#include "launches.h"

enum {
	OWN = 8,  /* so many launches of the calling thread outweigh one of the waiting one */
	TENTHS = 9 /* of what a thread launches in ranges of another that waits */
};

void
acrosscall(struct across *a, struct scopes *s, const struct calls *calls, uint32_t number)
{
	uint32_t thread = callkind(calls, number)->thread;
	int64_t ts = callts(calls, number), end = callend(calls, number);
	struct bounds own = { ts, end, { NULL, 0 } }, inner, outer;
	struct threadlist others = scopesinranges(s, thread, ts);

	scopesbounds(s, thread, ts, end, &inner, &own);
	for (size_t i = 0; i < others.count; i++) {
		uint32_t t = others.threads[i];

		if (t == thread || !scopesbounds(s, t, ts, end, &inner, &outer))
			continue;
		GROW(a->p, a->room, a->count + 1);
		a->p[a->count++] = (struct waiter){
			.call = number,
			.thread = t,
			.from = inner.ts,
			.to = inner.end,
			.name = stringintern(&s->names, inner.name),
			.since = own.ts,
			.nested = inner.ts <= own.ts && own.end <= inner.end,
		};
	}
}

/* Whether a thread waits for a call, as far as that alone can tell. */
static bool
waits(const struct launches *l, const struct waiter *w, uint32_t caller)
{
	size_t own;

	if (!w->nested || launchesof(l, w->thread, w->since, w->to) > 0)
		return false;
	own = launchesof(l, w->thread, w->from, w->to);
	return own * OWN <= launchesof(l, caller, w->from, w->to);
}

/* How many launches of one thread come while another has ranges around them, and how many of those
 * it waits for. */
struct pair {
	size_t all, waits;
};

void
acrossdecide(struct across *a, const struct scopes *s, const struct calls *calls)
{
	struct launches launches;
	struct map ids = { 0 }; /* (caller, waiter) -> pair */
	struct pair *pairs;
	size_t room = 1, kept = 0;

	a->next = 0;
	if (a->count == 0)
		return;
	pairs = xmalloc(sizeof(*pairs));
	launchesread(&launches, s, calls);
	for (size_t i = 0; i < a->count; i++) {
		struct waiter *w = &a->p[i];
		uint32_t caller = callkind(calls, w->call)->thread, *id;
		bool fresh;

		if (!calls->p[w->call].launched)
			continue;
		id = mapput(&ids, (struct mapkey){ caller, w->thread }, &fresh);
		if (fresh) {
			*id = (uint32_t)ids.used - 1;
			GROW(pairs, room, ids.used);
			pairs[*id] = (struct pair){ 0 };
		}
		pairs[*id].all++;
		if (!waits(&launches, w, caller))
			continue;
		pairs[*id].waits++;
		a->p[kept++] = *w;
	}
	a->count = 0;
	for (size_t i = 0; i < kept; i++) {
		const struct waiter *w = &a->p[i];
		uint32_t caller = callkind(calls, w->call)->thread;
		const struct pair *pair =
		    &pairs[*mapget(&ids, (struct mapkey){ caller, w->thread })];

		if (pair->waits * 10 >= pair->all * TENTHS)
			a->p[a->count++] = *w;
	}
	mapfree(&ids);
	free(pairs);
	launchesfree(&launches);
}

uint32_t
acrossnext(struct across *a, uint32_t call)
{
	while (a->next < a->count && a->p[a->next].call < call)
		a->next++;
	return a->next < a->count && a->p[a->next].call == call ? a->p[a->next++].thread : NONE;
}

void
acrossfree(struct across *a)
{
	free(a->p);
	*a = (struct across){ 0 };
}
