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

/* The child that a text led to last, and its parent. */
struct textcache {
	uint32_t parent; /* number of the group plus 2, so that ROOT is 1; 0 for none */
	uint32_t group;
};

/* The parent of the groups of the first key. */
#define ROOT UINT32_MAX

static uint32_t
hashof(uint32_t parent, struct value v)
{
	return (uint32_t)maphash(
	    (struct mapkey){ (uint64_t)parent << 1 | v.given, (uint64_t)v.number });
}

/* Grows the hash table, and inserts all groups again. */
static void
groupgrow(struct groups *g)
{
	hashindexgrow(&g->nodes);
	for (uint32_t i = 0; i < g->count; i++) {
		const struct group *group = &g->groups[i];
		uint32_t hash =
		    hashof(group->parent, (struct value){ group->given, group->number });
		uint32_t at = hash, *slot;

		while (*(slot = hashindexprobe(&g->nodes, hash, &at)))
			;
		hashindexset(&g->nodes, slot, hash, i);
	}
}

/* Returns the child of a group for a value; makes it if it is new. */
static uint32_t
findnode(struct groups *g, uint32_t parent, struct value v, bool last)
{
	uint32_t hash, at, *slot;

	v.number = v.given ? v.number : 0;
	hash = at = hashof(parent, v);
	if (hashindexfull(&g->nodes, g->count))
		groupgrow(g);
	while (*(slot = hashindexprobe(&g->nodes, hash, &at))) {
		uint32_t number = hashindexget(&g->nodes, slot);
		const struct group *group = &g->groups[number];

		if (group->parent == parent && group->given == v.given && group->number == v.number)
			return number;
	}
	if (g->count == ROOT - 2)
		die("too many groups");
	GROW(g->groups, g->room, g->count + 1);
	g->groups[g->count] = (struct group){
		.parent = parent, .given = v.given, .complete = last, .number = v.number
	};
	hashindexset(&g->nodes, slot, hash, (uint32_t)g->count);
	return (uint32_t)g->count++;
}

/* The same for a text, with a cache of one child for each text. */
static uint32_t
findtextnode(struct groups *g, uint32_t parent, struct value v, bool last)
{
	size_t before = g->textcacheroom;
	struct textcache *cache;

	if ((size_t)v.number >= before) {
		GROW(g->textcaches, g->textcacheroom, g->names.used);
		memset(g->textcaches + before, 0,
		    (g->textcacheroom - before) * sizeof(*g->textcaches));
	}
	cache = &g->textcaches[v.number];
	if (cache->parent != parent + 2)
		*cache = (struct textcache){ parent + 2, findnode(g, parent, v, last) };
	return cache->group;
}

uint32_t
groupsfind(struct groups *g, const struct value values[BY_COUNT])
{
	uint32_t at = ROOT;

	for (size_t i = 0; i < g->depth; i++) {
		enum by key = g->keys[i];
		struct value v = values[key];
		bool last = i + 1 == g->depth;

		if (v.given && keys[key].kind >= KEYKIND_TEXT)
			at = findtextnode(g, at, v, last);
		else
			at = findnode(g, at, v, last);
	}
	return at;
}

uint32_t
groupssubgroup(struct groups *g, uint32_t group, int64_t value)
{
	uint32_t issubgroup = findnode(g, group, (struct value){ true, value }, true);

	g->groups[issubgroup].issubgroup = true;
	return issubgroup;
}

/* Groups are many and scattered over memory, so adding a duration usually misses the cache.
 * Durations are collected in a buffer. groupsflush adds them, and prefetches the groups of those
 * that follow. */
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

/* Adds a duration to a group. Of a step only the total is needed: it becomes one duration of the
 * group around it. */
static inline void
groupsput(const struct groups *g, struct group *group, int64_t ns)
{
	if (group->issubgroup && g->subgroupkey == BY_STEP)
		durationssum(&group->durations, ns);
	else
		durationsadd(&group->durations, ns);
}

void
groupsflush(struct groups *g)
{
	for (size_t i = 0; i < g->pendingcount; i++) {
		if (i + FAR < g->pendingcount)
			__builtin_prefetch(&g->groups[g->pending[i + FAR].group].durations);
		if (i + AHEAD < g->pendingcount)
			durationsprefetch(&g->groups[g->pending[i + AHEAD].group].durations);
		groupsput(g, &g->groups[g->pending[i].group], g->pending[i].ns);
	}
	if (g->subgroupkey != BY_STEP) /* of a step only the total takes memory */
		g->added += g->pendingcount;
	g->pendingcount = 0;
}

size_t
groupsbytes(const struct groups *g)
{
	size_t group = sizeof(*g->groups) + 2 * sizeof(*g->nodes.p);
	size_t name = sizeof(*g->names.starts) + 2 * sizeof(*g->nodes.p) + sizeof(*g->textcaches);

	return g->count * group + g->names.used * name + g->names.text.n +
	    g->sums.used * sizeof(*g->sums.words) + (size_t)g->added * sizeof(uint32_t);
}

void
groupszero(struct groups *g, uint32_t group)
{
	durationsfree(&g->groups[group].durations);
	groupsumszero(&g->sums, g->groups[group].firstrecord);
}

struct value
groupvalue(const struct groups *g, uint32_t group, enum by key)
{
	if (g->groups[group].issubgroup) {
		if (key == g->subgroupkey)
			return (struct value){ true, g->groups[group].number };
		group = g->groups[group].parent;
	}
	if (!(g->by & 1u << key))
		return (struct value){ false, 0 };
	for (size_t i = g->depth; i-- > 0; group = g->groups[group].parent)
		if (g->keys[i] == key)
			return (struct value){ g->groups[group].given, g->groups[group].number };
	return (struct value){ false, 0 };
}

/* Frees the durations of all groups. */
static void
freedurations(struct groups *g)
{
	for (size_t i = 0; i < g->count; i++)
		durationsfree(&g->groups[i].durations);
}

void
groupsmoveinto(struct groups *g, struct groups *others)
{
	freedurations(others);
	GROW(others->groups, others->room, g->count);
	if (g->count > 0)
		memcpy(others->groups, g->groups, g->count * sizeof(*g->groups));
	free(g->groups);
	g->groups = others->groups;
	g->room = others->room;
	stringtablemoveinto(&g->names, &others->names);
	groupsumsmoveinto(&g->sums, &others->sums);
	free(g->textcaches);
	g->textcaches = others->textcaches;
	g->textcacheroom = others->textcacheroom;
	if (g->textcacheroom > 0)
		memset(g->textcaches, 0, g->textcacheroom * sizeof(*g->textcaches));
	hashindexfree(&others->nodes);
}

void
groupsclear(struct groups *g)
{
	freedurations(g);
	free(g->groups);
	groupsumsfree(&g->sums);
	free(g->textcaches);
	stringtablefree(&g->names);
	hashindexfree(&g->nodes);
	g->groups = NULL;
	g->textcaches = NULL;
	g->count = g->room = g->textcacheroom = 0;
	g->added = 0;
	memset(g->types, 0, sizeof(g->types));
	memset(g->works, 0, sizeof(g->works));
}

void
groupsfree(struct groups *g)
{
	groupsclear(g);
	free(g->pending);
	free(g->scratch.p);
	launchnumbersfree(&g->launchnumbers);
	*g = (struct groups){ 0 };
}
