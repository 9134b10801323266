/* SPDX-License-Identifier: MIT */
/* Stacks that do not fit into memory. When the tree takes more than the limit, all stacks with a
 * weight are added to an external sort, and the tree is emptied. The key of a record is the frames
 * of the stack, so the sort has the order in which stacks are written; the records of a stack are
 * next to each other. */
#ifndef NST_STACKSPILL_H
#define NST_STACKSPILL_H

#include "io/recordsort.h"
#include "stacktree.h"

/* All zero but limit is ready; stackspillfree frees it. */
struct stackspill {
	size_t limit; /* bytes of memory; 0: stacks are never spilled */
	size_t least; /* bytes below which spilling would not help: twice those of the stacks that
	               * were made again */
	bool spilled;
	struct recordsort sort;
	struct buf key;
	uint64_t weight, count; /* of the record that was read last */
	bool more;
};

/* Returns true if the tree takes more memory than it may. */
static inline bool
stackspillfull(const struct stackspill *x, const struct stacktree *s)
{
	size_t bytes = stacktreebytes(s);

	return bytes > recordsorttable(x->limit, x->spilled) && bytes > x->least && x->limit > 0;
}

/* Spills all stacks of a tree and moves the tree to *old, which is still valid. s is empty then,
 * but for its total and its flags. */
void stackspillall(struct stackspill *x, struct stacktree *s, struct stacktree *old);

/* Returns the number of a frame or stack of the old tree in the new one. */
uint32_t stackspillframe(struct stacktree *s, const struct stacktree *old, uint32_t frame);
uint32_t stackspillstack(struct stacktree *s, const struct stacktree *old, uint32_t stack);

/* Ends a spill; frees the old tree. */
void stackspillend(struct stackspill *x, struct stacktree *s, struct stacktree *old);

/* Begins to read, once all stacks were spilled. */
void stackspillread(struct stackspill *x);

/* A stack with its weight. */
struct spilledstack {
	uint64_t weight, count;
};

/* Sets *stack to the next stack in byte order, and path to its frames, separated by semicolons.
 * Returns false at the end. */
bool stackspillnext(struct stackspill *x, struct spilledstack *stack, struct buf *path);

void stackspillfree(struct stackspill *x);

#endif
