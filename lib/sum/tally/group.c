/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "group.h"

bool
groupsby(struct groups *g, enum by key)
{
	if (g->by & 1u << key)
		return false;
	g->by |= 1u << key;
	g->keys[g->depth++] = key;
	return true;
}

/* A step that a text made. */
struct textcache {
	uint32_t outer; /* plus two, START making it 1; 0 for none */
	uint32_t group;
};

/* Where the first step begins. */
#define START UINT32_MAX

static uint32_t
hashof(uint32_t outer, struct value v)
{
	return (uint32_t)maphash(
	    (struct mapkey){ (uint64_t)outer << 1 | v.given, (uint64_t)v.number });
}

/* Makes the slots more; each group belongs elsewhere then. */
static void
groupgrow(struct groups *g)
{
	hashindexgrow(&g->steps);
	for (uint32_t i = 0; i < g->count; i++) {
		const struct group *group = &g->groups[i];
		uint32_t hash = hashof(group->outer, (struct value){ group->given, group->number });
		uint32_t at = hash, *slot;

		while (*(slot = hashindexprobe(&g->steps, hash, &at)))
			;
		hashindexset(&g->steps, slot, hash, i);
	}
}

/* The step from a group by a value, made when it is new. */
static uint32_t
step(struct groups *g, uint32_t outer, struct value v, bool last)
{
	uint32_t hash, at, *slot;

	v.number = v.given ? v.number : 0;
	hash = at = hashof(outer, v);
	if (hashindexfull(&g->steps, g->count))
		groupgrow(g);
	while (*(slot = hashindexprobe(&g->steps, hash, &at))) {
		uint32_t number = hashindexget(&g->steps, slot);
		const struct group *group = &g->groups[number];

		if (group->outer == outer && group->given == v.given && group->number == v.number)
			return number;
	}
	if (g->count == START - 2)
		die("too many groups");
	GROW(g->groups, g->room, g->count + 1);
	g->groups[g->count] = (struct group){
		.outer = outer, .given = v.given, .whole = last, .number = v.number
	};
	hashindexset(&g->steps, slot, hash, (uint32_t)g->count);
	return (uint32_t)g->count++;
}

/* The same for a text. */
static uint32_t
textstep(struct groups *g, uint32_t outer, struct value v, bool last)
{
	size_t before = g->recentroom;
	struct textcache *recent;

	if ((size_t)v.number >= before) {
		GROW(g->recents, g->recentroom, g->names.used);
		memset(g->recents + before, 0, (g->recentroom - before) * sizeof(*g->recents));
	}
	recent = &g->recents[v.number];
	if (recent->outer != outer + 2)
		*recent = (struct textcache){ outer + 2, step(g, outer, v, last) };
	return recent->group;
}

uint32_t
groupsfind(struct groups *g, const struct value values[BY_COUNT])
{
	uint32_t at = START;

	for (size_t i = 0; i < g->depth; i++) {
		enum by key = g->keys[i];
		struct value v = values[key];
		bool last = i + 1 == g->depth;

		if (v.given && keys[key].kind >= KEYKIND_TEXT)
			at = textstep(g, at, v, last);
		else
			at = step(g, at, v, last);
	}
	return at;
}

uint32_t
groupspart(struct groups *g, uint32_t group, int64_t value)
{
	uint32_t part = step(g, group, (struct value){ true, value }, true);

	g->groups[part].part = true;
	return part;
}

/*
 * Groups are many and far apart in memory, and an event waits for its own to arrive. So durations
 * are gathered, and brought to their groups together: while one is put down the groups of those
 * that follow are on their way.
 */
struct pendingduration {
	uint32_t group;
	int64_t ns;
};

enum { PENDING = 2048, AHEAD = 16, FAR = 2 * AHEAD };

void
groupsadd(struct groups *g, uint32_t group, int64_t ns)
{
	if (!g->pending)
		g->pending = xreallocarray(NULL, PENDING, sizeof(*g->pending));
	g->pending[g->pendingcount++] = (struct pendingduration){ group, ns };
	if (g->pendingcount == PENDING)
		groupsflush(g);
}

void
groupsflush(struct groups *g)
{
	for (size_t i = 0; i < g->pendingcount; i++) {
		if (i + FAR < g->pendingcount)
			__builtin_prefetch(&g->groups[g->pending[i + FAR].group].times);
		if (i + AHEAD < g->pendingcount)
			durationsprefetch(&g->groups[g->pending[i + AHEAD].group].times);
		durationsadd(&g->groups[g->pending[i].group].times, g->pending[i].ns);
	}
	g->pendingcount = 0;
}

void
groupszero(struct groups *g, uint32_t group)
{
	durationsfree(&g->groups[group].times);
	groupsumszero(&g->sums, g->groups[group].extra);
}

struct value
groupvalue(const struct groups *g, uint32_t group, enum by key)
{
	if (g->groups[group].part) {
		if (key == g->partkey)
			return (struct value){ true, g->groups[group].number };
		group = g->groups[group].outer;
	}
	if (!(g->by & 1u << key))
		return (struct value){ false, 0 };
	for (size_t i = g->depth; i-- > 0; group = g->groups[group].outer)
		if (g->keys[i] == key)
			return (struct value){ g->groups[group].given, g->groups[group].number };
	return (struct value){ false, 0 };
}

void
groupsfree(struct groups *g)
{
	for (size_t i = 0; i < g->count; i++)
		durationsfree(&g->groups[i].times);
	free(g->groups);
	groupsumsfree(&g->sums);
	free(g->recents);
	free(g->pending);
	free(g->scratch.p);
	stringtablefree(&g->names);
	hashindexfree(&g->steps);
	*g = (struct groups){ 0 };
}
