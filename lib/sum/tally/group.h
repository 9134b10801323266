/* SPDX-License-Identifier: MIT */
/*
 * Groups events by type, name, device and so on. Each group has its durations and other sums.
 *
 * Glossary of this room:
 *   key          a property that events are grouped by, as in --by: type, name, device ...
 *   group        the events that have the same values for all keys
 *   subgroup     the events of a group in one bin of the time window, or in one step
 *   sum          an exact total besides durations: launches, bytes, self time ... (groupsums.h)
 *   addend       an amount that an event adds to a group, clipped to the window (accumulator.h)
 *   denominator  the time that the shares of rows are relative to
 *   tally        finds the groups of each event of a stream, and adds to them (tally.h)
 */
#ifndef NST_GROUP_H
#define NST_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "durations.h"
#include "gpu/groupname.h"
#include "gpu/identity.h"
#include "gpu/launchnumber.h"
#include "gpu/workkind.h"
#include "groupsums.h"
#include "key.h"

/* A node of a trie: the values of the first keys. A leaf has values for all keys, and is a group.
 * With keys type and name, { kernel } is the parent of the group { kernel, gemm }. A subgroup is a
 * child of a group. */
struct group {
	uint32_t parent;      /* ROOT for the first key */
	uint32_t firstrecord; /* of its sums in groups.sums, or 0 */
	int64_t number;
	struct durations durations;
	bool given;
	bool complete; /* it has values for all keys */
	bool issubgroup;
};

/* All groups; all zero is empty. */
struct groups {
	enum by keys[BY_COUNT];                /* in the order of --by */
	size_t depth;                          /* number of keys */
	unsigned by;                           /* bits of the keys */
	enum by subgroupkey;                   /* of subgroups; BY_COUNT for none */
	struct workclassifier *workclassifier; /* for BY_WORK; owned by the caller */
	const struct identitytable *ids;       /* of processes; owned by the caller */
	struct groupnamer *namer; /* NULL to group by the names in the stream; the caller's */
	struct launchnumbers launchnumbers; /* for BY_LAUNCH */
	struct stringtable names;
	uint32_t types[TYPE_COUNT]; /* numbers in names, plus one; 0 if unknown */
	uint32_t works[WORK_COUNT]; /* likewise */
	struct span gapargs[GAP_ARGS]; /* of the current event, if gapsread is true */
	bool gapsread;
	struct buf scratch;
	struct hashindex nodes; /* hash table by (parent, value) */
	/* By text: the child that it led to last. Finds the group of most events. */
	struct textcache *textcaches;
	size_t textcacheroom;
	struct group *groups;
	size_t count, room;
	struct groupsums sums;
	struct pendingduration *pending; /* durations that groupsflush will add */
	size_t pendingcount;
	uint64_t added; /* number of durations that were added; 0 with steps */
};

/* Adds a key; returns false if it is one already. Must precede all groups. */
bool groupsby(struct groups *g, enum by key);

/* Returns the group with these values, indexed by enum by; makes it if it is new. Values of other
 * keys are ignored. Pointers to groups are valid until the next call. */
uint32_t groupsfind(struct groups *g, const struct value values[BY_COUNT]);

/* Returns the subgroup of a group with a value for g->subgroupkey; makes it if it is new. */
uint32_t groupssubgroup(struct groups *g, uint32_t group, int64_t value);

/* Adds a duration to a group, ns. It may be visible only after groupsflush. */
void groupsadd(struct groups *g, uint32_t group, int64_t ns);

/* Adds the buffered durations to their groups. */
void groupsflush(struct groups *g);

/* Returns the record of a set of sums of a group in g->sums; makes it if it is new. */
static inline uint32_t
groupsrecord(struct groups *g, uint32_t group, enum sum_id set)
{
	return groupsumsrecord(&g->sums, &g->groups[group].firstrecord, set);
}

/* Returns a sum of a group. */
static inline wide
groupsum(const struct groups *g, uint32_t group, enum sum_id sum)
{
	return groupsumsget(&g->sums, g->groups[group].firstrecord, sum);
}

/* Returns about how many bytes the groups take. */
size_t groupsbytes(const struct groups *g);

/* Moves all groups and texts into the memory of others, which are removed. Numbers stay. If the
 * others are more, the arrays need not grow again. The hash tables begin small, so that they stay
 * in the processor's cache for longer. */
void groupsmoveinto(struct groups *g, struct groups *others);

/* Removes all groups, texts and caches, but not the keys. */
void groupsclear(struct groups *g);

/* Removes the durations of a group, and sets its sums to 0. */
void groupszero(struct groups *g, uint32_t group);

/* Returns the value of a group for a key; not given if it is not grouped by that. */
struct value groupvalue(const struct groups *g, uint32_t group, enum by key);

void groupsfree(struct groups *g);

#endif
