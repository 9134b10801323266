/* SPDX-License-Identifier: MIT */
/*
 * A tree of stacks, also known as a calling context tree. Each node is a stack: its parent is the
 * stack without the innermost frame. Example, with the weights of a;b 10 and a;b;c 7:
 *   node  outer  frame  weight
 *      0      -      -       0   the empty stack
 *      1      0      a       0
 *      2      1      b      10
 *      3      2      c       7
 */
#ifndef NST_STACKTREE_H
#define NST_STACKTREE_H

#include <stdbool.h>

#include "base/map.h"

/* The most frames of a stack. Time of deeper stacks is added to the outermost frames that fit. */
enum { STACKTREE_DEPTH = 512 };

/* The number of the empty stack. */
enum { STACKTREE_ROOT = 0 };

/* A node: a stack. */
struct stacknode {
	uint64_t weight;       /* of exactly this stack; ns, or cycles */
	uint64_t count;        /* the number of events with this stack */
	uint32_t outer, frame; /* the parent, and the innermost frame; 0 in the empty stack */
	uint32_t depth;
};

/* The tree. stacktreeinit adds the empty stack; stacktreefree frees everything. */
struct stacktree {
	struct stringtable frames;     /* texts of frames, as stacktreeframe makes them */
	struct stringtable framenames; /* names that were converted: JSON strings */
	uint32_t *frameof;             /* by number in framenames: the frame, a number in frames */
	size_t framesroom;
	struct buf text, raw;
	struct map stackids; /* (outer, frame) -> node */
	struct stacknode *p;
	size_t count, room;
	uint64_t total; /* the sum of all weights */
	bool colons;    /* a frame's name had a semicolon, which became a colon */
	bool cut;       /* a stack had more than STACKTREE_DEPTH frames */
};

void stacktreeinit(struct stacktree *s);

/* Returns the frame for a name, a JSON string. The text of the frame is the name with a colon
 * for each semicolon, and with the escapes of escapetext. An empty name becomes
 * "(unnamed)". */
uint32_t stacktreeframe(struct stacktree *s, struct span name);

/* Returns the frame for a text that needs no conversion. */
uint32_t stacktreetext(struct stacktree *s, struct span text);

/* Returns the stack with one more frame inside; adds it if it is new. Returns outer if that
 * has the most frames already. */
uint32_t stacktreepush(struct stacktree *s, uint32_t outer, uint32_t frame);

/* Adds to the weight of a stack. Returns false if the sum of all weights exceeds 63 bits. */
bool stacktreeadd(struct stacktree *s, uint32_t stack, uint64_t weight);

/* Returns about how many bytes the tree takes. */
size_t stacktreebytes(const struct stacktree *s);

/* Returns the stacks without the empty one, s->count - 1 of them, in depth-first order. Stacks
 * with the same parent are in byte order of their frames. The caller frees the array. */
uint32_t *stacktreeorder(const struct stacktree *s);

void stacktreefree(struct stacktree *s);

#endif
