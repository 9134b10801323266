/* SPDX-License-Identifier: MIT */
/* Events in groups: by type, name, device and so on, in any order, each group with its durations
 * and what else is added up for it. */
#ifndef NST_GROUP_H
#define NST_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "durations.h"
#include "gpu/identity.h"
#include "gpu/workkind.h"
#include "groupsums.h"
#include "key.h"

/* A group, or a step on the way to one: the values of the first few of the keys. */
struct group {
	uint32_t outer;  /* the one with a value less; no group at the first key */
	uint32_t extra;  /* the first record of its sums, or 0 */
	int64_t number;
	struct durations times;
	bool given;
	bool whole;      /* it has all values */
	bool part;       /* it is a part of one that has */
};

/* All of it; all zero is empty. */
struct groups {
	enum by keys[BY_COUNT]; /* in the order asked for */
	size_t depth;           /* how many */
	unsigned by;            /* a bit for each */
	enum by partkey;        /* what parts of groups are told by */
	struct workclassifier *workclassifier; /* for the key of that; the owner's */
	const struct identitytable *ids; /* of processes, likewise */
	struct stringtable names;
	uint32_t types[TYPE_COUNT]; /* the types in names, plus one */
	uint32_t works[WORK_COUNT]; /* what events are for, likewise */
	struct buf scratch;
	struct hashindex steps; /* groups by (outer, value) */
	/* By text: the latest step that it made; most events are found here. */
	struct textcache *recents;
	size_t recentroom;
	struct group *groups;
	size_t count, room;
	struct groupsums sums;
	struct pendingduration *pending;    /* durations not yet with their groups */
	size_t pendingcount;
};

/* Groups by one more key; false when it is one already. Before there are any groups. */
bool groupsby(struct groups *g, enum by key);

/* The number of the group with these values, one for each enum by; those not asked for are not
 * looked at. Pointers to groups are valid until the next call. */
uint32_t groupsfind(struct groups *g, const struct value values[BY_COUNT]);

/* The part of a group with a value for g->partkey; made when it is new. */
uint32_t groupspart(struct groups *g, uint32_t group, int64_t value);

/* Adds a duration to a group, ns. */
void groupsadd(struct groups *g, uint32_t group, int64_t ns);

/* Brings all durations to their groups: before their times are looked at. */
void groupsflush(struct groups *g);

/* The record of a set of sums of a group, in g->extras. */
static inline uint32_t
groupsrecord(struct groups *g, uint32_t group, enum sum_id set)
{
	return groupsumsrecord(&g->sums, &g->groups[group].extra, set);
}

/* A sum of a group. */
static inline wide
groupsum(const struct groups *g, uint32_t group, enum sum_id sum)
{
	return groupsumsget(&g->sums, g->groups[group].extra, sum);
}

/* Takes all that was added to a group away. */
void groupszero(struct groups *g, uint32_t group);

/* The value of a group for a key; not given where it is not grouped by that. */
struct value groupvalue(const struct groups *g, uint32_t group, enum by key);

void groupsfree(struct groups *g);

#endif
