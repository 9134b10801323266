/* SPDX-License-Identifier: MIT */
/*
 * Groups that do not fit into memory. When they take more than the limit, all of them are added to
 * an external sort and removed; only those of open ranges are made again, empty. In the end the
 * records of a group, one for each time it was removed, are next to each other and are added up.
 *
 *   group key    the values of a group as bytes
 *   head         the first record of a group or subgroup: its number, its sums, and few durations
 *   chunk        a record with more durations, in ascending order
 *
 * The order of keys begins with the hash of the group key, since the order of groups does not
 * matter. The records of the subgroups of a group are next to each other: by bins these are the
 * rows, by steps their totals are added up when they are read.
 */
#ifndef NST_GROUPSPILL_H
#define NST_GROUPSPILL_H

#include "group.h"
#include "io/recordsort.h"

/* The least steps of all, each once, in ascending order. All zero but most is empty. */
struct leaststeps {
	size_t most; /* keep only that many */
	int64_t *p;
	size_t count, room;
};

/* Adds a step. */
void leaststepsadd(struct leaststeps *x, int64_t step);

/* All zero but limit is ready; groupspillfree frees it. */
struct groupspill {
	size_t limit; /* bytes of memory; 0: groups are never spilled */
	bool spilled;
	size_t least; /* bytes below which spilling would not help: twice those of the groups that
	               * were made again */
	struct recordsort sort;
	bool unranged;   /* SUM_RANGED is invalid, and counts as 0 */
	bool subgroups;  /* the groups have subgroups */
	struct leaststeps steps; /* of groups with durations; most is set if steps are left out */
	uint64_t before; /* number of groups that were removed */
	struct buf key, value;
	struct {
		int64_t *p;
		size_t room;
	} durations; /* of the record that was read last */
};

/* Returns true if the groups, and more bytes beside them, take more memory than they may. */
static inline bool
groupspillfull(const struct groupspill *x, const struct groups *g, size_t more)
{
	size_t bytes = groupsbytes(g) + more;

	return bytes > recordsorttable(x->limit, x->spilled) && bytes > x->least && x->limit > 0;
}

/* The groups that were removed last, for those who need some of them again. */
struct groupmoves {
	struct groups old;
	struct groups *groups;
	uint32_t *moved; /* by old number: the new one, plus one; 0 for none */
};

/* Spills and removes all groups; groupmovesend ends the moves. */
void groupspillall(struct groupspill *x, struct groups *g, struct groupmoves *moves);

/* Returns the new number of a group, which is empty. */
uint32_t groupsmove(struct groupmoves *m, uint32_t old);

/* Returns the new number of a text. */
uint32_t groupsmovetext(struct groupmoves *m, uint32_t old);

void groupmovesend(struct groupspill *x, struct groupmoves *m);

/* Tells that all groups are ones that were made again, so that spilling would not remove them. */
void groupspillremade(struct groupspill *x, const struct groups *g);

/* Reading, once all groups were spilled. A group: the parts of its key and its head that are of one
 * spill. */
struct spilledhead {
	/* Its number: groups that were made earlier have lower ones. A step has the number of its
	 * group. */
	uint64_t first;
	uint64_t count; /* of its durations */
	struct span sums; /* for groupsumsload */
};

/* A record. Its durations are in ascending order. */
struct spilledrecord {
	struct span key; /* of the group */
	bool issubgroup;
	int64_t subgroup; /* its bin or step, or 0 */
	bool ishead;
	struct spilledhead head;
	const int64_t *durations; /* ns; valid until the next record */
	size_t count;
};

/* Sets *r to the next record. The heads of a group or subgroup precede its chunks, and a group
 * precedes its subgroups, which ascend. Returns false at the end. */
bool groupspillnext(struct groupspill *x, struct spilledrecord *r);

/* Appends the key of a group, which is no subgroup. */
void groupkeyput(struct buf *key, const struct groups *g, uint32_t group);

/* Fills in the values of a group key; texts are interned in g. */
void groupkeyvalues(struct groups *g, struct span key, struct value values[BY_COUNT]);

/* The value of a group key for a key of --by. */
struct keypart {
	bool given;
	int64_t number;
	struct span text;  /* of a text */
	struct span before; /* the bytes of the key before this part */
};

/* Returns the value for a key, which must be one of g. */
struct keypart groupkeypart(const struct groups *g, struct span key, enum by by);

void groupspillfree(struct groupspill *x);

#endif
